//! Which scalar registers an instruction reads and writes, for hazards.

use super::scalar::{CALL_ARGUMENT, CALL_NUMBER};
use crate::riscv::isa::{Arg, Inst, Isa, Op};

/// Registers as bits: bit `n` is register `n`. The integer register 0 is never in them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    /// Integer registers read.
    pub x_read: u32,
    /// Integer registers written.
    pub x_written: u32,
    /// Float registers read.
    pub f_read: u32,
    /// Float registers written.
    pub f_written: u32,
}

impl Uses {
    /// What an instruction reads and writes, of an extension's too.
    pub fn of<X: Isa>(inst: &Inst<X>) -> Uses {
        let mut uses = Uses::default();
        let bit = |register: u8| 1u32 << (register & 31);
        for arg in inst.form.row().args {
            match arg {
                Arg::Xd => uses.x_written |= bit(inst.rd) & !1,
                Arg::Fd => uses.f_written |= bit(inst.rd),
                Arg::X1 | Arg::Load | Arg::Store | Arg::Address => uses.x_read |= bit(inst.rs1) & !1,
                Arg::F1 => uses.f_read |= bit(inst.rs1),
                Arg::X2 => uses.x_read |= bit(inst.rs2) & !1,
                Arg::F2 => uses.f_read |= bit(inst.rs2),
                Arg::F3 => uses.f_read |= bit(inst.rs3),
                Arg::Ext(arg) => {
                    let [x, f] = X::scalars_read(*arg, inst);
                    uses.x_read |= x & !1;
                    uses.f_read |= f;
                    uses.f_written |= X::floats_written(*arg, inst);
                }
                _ => {}
            }
        }
        if inst.op == Op::Ecall {
            uses.x_read |= bit(CALL_NUMBER) | bit(CALL_ARGUMENT);
        }
        if inst.op == Op::Amocas {
            uses.x_read |= bit(inst.rd) & !1;
        }
        uses
    }
}

//! Which registers an instruction reads and writes, for hazards.

use easy_ext::ext;
use lanescope_parts::riscv::hart;
use serde::Serialize;

use super::{
    Hart,
    meaning::{Meaning, Pattern, Permute, meaning},
};
use crate::isa::ArgNames;
use crate::isa::{Arg, Form, FormNames, Inst, Op, Vtype};

/// Registers as bits: bit `n` is register `n`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Uses {
    /// Integer registers read.
    pub x_read: u32,
    /// Integer registers written.
    pub x_written: u32,
    /// Float registers read.
    pub f_read: u32,
    /// Float registers written.
    pub f_written: u32,
    /// Vector registers read, the mask included.
    pub v_read: u32,
    /// Vector registers written.
    pub v_written: u32,
}

/// `count` registers from `first` on. (An illegal instruction may name more than there are.)
const fn bits(first: u8, count: u32) -> u32 {
    let all = if count < 32 { (1u64 << count) - 1 } else { 0xFFFF_FFFF };
    (all << (first & 31)) as u32
}

/// What a vector instruction reads and writes.
#[ext(WhatItUses)]
impl Hart {
    /// What the instruction reads and writes under the current vector type.
    pub fn uses(&self, inst: &Inst) -> Uses {
        Uses::of(inst, self.ext.vtype)
    }
}

impl Uses {
    /// What an instruction reads and writes under a vector type.
    pub fn of(inst: &Inst, vtype: Option<Vtype>) -> Uses {
        let scalar = hart::Uses::of(inst);
        let mut uses = Uses {
            x_read: scalar.x_read,
            x_written: scalar.x_written,
            f_read: scalar.f_read,
            f_written: scalar.f_written,
            ..Uses::default()
        };
        let Op::Ext(op) = inst.op else { return uses };
        let (to, a, b) = widths(inst, vtype);
        let stores = matches!(meaning(op), Meaning::VectorStore(_));
        for arg in inst.form.row().args {
            match *arg {
                Arg::Vd if stores => uses.v_read |= bits(inst.rd, to),
                Arg::Vd => uses.v_written |= bits(inst.rd, to),
                Arg::V1 => uses.v_read |= bits(inst.rs1, b),
                Arg::V2 => uses.v_read |= bits(inst.rs2, a),
                Arg::Mask if inst.masked => uses.v_read |= 1,
                Arg::Carry => uses.v_read |= 1,
                _ => {}
            }
        }
        if reads_destination(inst) {
            uses.v_read |= bits(inst.rd, to);
        }
        uses
    }

    /// The registers of the vector operands `vd`, `vs1` and `vs2`.
    pub fn operands(inst: &Inst, vtype: Option<Vtype>) -> [u32; 3] {
        let (to, a, b) = widths(inst, vtype);
        let named = |arg, first, count| if inst.has(arg) { bits(first, count) } else { 0 };
        [named(Arg::Vd, inst.rd, to), named(Arg::V1, inst.rs1, b), named(Arg::V2, inst.rs2, a)]
    }
}

/// Registers of destination, vs2 and vs1.
fn widths(inst: &Inst, vtype: Option<Vtype>) -> (u32, u32, u32) {
    let Some(vtype) = vtype else { return (u32::from(inst.count), u32::from(inst.count), 1) };
    let registers = |bits: u32| vtype.emul(bits.max(8)).map_or(1, |lmul| lmul.registers());
    let scaled = |log2: i32| registers(if log2 < 0 { vtype.sew >> -log2 } else { vtype.sew << log2 });
    let same = scaled(0);
    let Op::Ext(op) = inst.op else { return (1, 1, 1) };
    match meaning(op) {
        Meaning::Lanes((to, a, b), _, _) => (scaled(to), scaled(a), scaled(b)),
        Meaning::Tests(..) => (1, same, same),
        Meaning::Reduce(..) => (1, same, 1),
        Meaning::Permute(Permute::CopyWhole) => (inst.count.into(), inst.count.into(), 1),
        Meaning::Permute(Permute::First | Permute::FirstOut) => (1, 1, 1),
        Meaning::Permute(Permute::Compress) => (same, same, 1),
        Meaning::Permute(Permute::Iota) => (same, 1, 1),
        Meaning::Permute(Permute::GatherShort) => (same, same, registers(16)),
        Meaning::Permute(_) => (same, same, same),
        Meaning::VectorLoad(pattern) | Meaning::VectorStore(pattern) => {
            let fields = if inst.op.has_count() { u32::from(inst.count) } else { 1 };
            let width = registers(inst.width.into());
            match pattern {
                Pattern::Whole => (inst.count.into(), 1, 1),
                Pattern::Mask => (1, 1, 1),
                Pattern::Indexed => (fields * same, width, 1),
                Pattern::Unit | Pattern::FaultFirst | Pattern::Strided => (fields * width, 1, 1),
            }
        }
        Meaning::Masks(_)
        | Meaning::CountMask
        | Meaning::FindMask
        | Meaning::FirstMask(_)
        | Meaning::SetLength => (1, 1, 1),
    }
}

/// Multiply-adds and what is written only in part.
pub(super) fn reads_destination(inst: &Inst) -> bool {
    matches!(inst.form, Form::AVV | Form::AVX | Form::AFVV | Form::AFVF)
}

//! Which registers an instruction reads and writes, for hazards and for the deadlock detector.

use lanescope_parts::riscv::hart;

use crate::isa::PackedInst;
use crate::isa::{Arg, ArgNames, Family, GuardedInst, Inst, Shape, Work};

/// Registers as bits. Those of RV64G, and MMX registers with them, are in `scalar`; the others have numbers below [`OWN`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    /// Integer and float registers.
    pub scalar: hart::Uses,
    /// Packed registers read: 0 to 31; mask registers or predicates from 32; tiles from 40; their shapes 48.
    pub read: u64,
    /// Packed registers written.
    pub written: u64,
}

/// Own registers for the numbers of [`Uses`].
pub const OWN: u32 = 49;
/// The number of the first mask register.
pub const MASKS: u32 = 32;
/// The number of the first tile.
pub const TILES: u32 = 40;
/// The number of the shapes of tiles.
pub const SHAPES: u32 = 48;

impl Uses {
    /// What an instruction reads and writes.
    pub fn of(inst: &Inst) -> Uses {
        let mut uses = Uses { scalar: hart::Uses::of(inst), ..Uses::default() };
        let Some((op, form)) = inst.packed() else { return uses };
        let wide = |register: u8| if inst.width == 8 { 0 } else { 1u64 << (register & 31) };
        let mask = |register: u8| 1u64 << (MASKS + u32::from(register & 7));
        let tile = |register: u8| 1u64 << (TILES + u32::from(register & 7));
        for arg in inst.form.row().args {
            match *arg {
                Arg::F1 | Arg::V1 | Arg::Narrow1 | Arg::W1 => uses.read |= wide(inst.rs1),
                Arg::F2 | Arg::V2 | Arg::Indexed | Arg::W2 => uses.read |= wide(inst.rs2),
                Arg::F3 | Arg::V3 | Arg::W3 => uses.read |= wide(inst.rs3),
                Arg::Fd | Arg::Vd | Arg::NarrowD | Arg::Wd => uses.written |= wide(inst.rd),
                Arg::K1 | Arg::P1 => uses.read |= mask(inst.rs1),
                Arg::K2 | Arg::P2 => uses.read |= mask(inst.rs2),
                Arg::Kd | Arg::Pd => uses.written |= mask(inst.rd),
                Arg::T1 => uses.read |= tile(inst.rs1),
                Arg::T2 => uses.read |= tile(inst.rs2),
                Arg::T3 => uses.read |= tile(inst.rs3),
                Arg::Td => uses.written |= tile(inst.rd),
                _ => {}
            }
        }
        uses.more(inst, op.work(), form.shape, (wide(inst.rd), wide(inst.rs3), tile(inst.rd)));
        if let Some(guard) = inst.guard() {
            uses.read |= mask(guard.register);
            if matches!(op.work(), Work::Gather(_) | Work::Scatter(_)) {
                uses.written |= mask(guard.register);
            }
            // What the guard leaves out stays as it is.
            let zeroes = op.first().family() == Family::X86 && guard.flag;
            uses.read |= if zeroes { 0 } else { uses.written & !mask(guard.register) };
        }
        uses
    }

    /// Destinations that are read too, and what an instruction uses without naming it.
    fn more(&mut self, inst: &Inst, work: Work, shape: Shape, (d, third, tile): (u64, u64, u64)) {
        match work {
            Work::Gather(_) => {
                self.read |= d;
                self.written |= if shape == Shape::VGather { third } else { 0 };
            }
            Work::Fused(order, ..) if order != crate::isa::FmaForm::Four => self.read |= d,
            Work::Insert if shape == Shape::FInsert => {
                self.read |= d;
                self.scalar.f_read |= 1 << (inst.rd & 31);
            }
            Work::TileConfig | Work::TileRelease => self.written |= 0x1FF << TILES,
            Work::TileBytes(..) | Work::TileFloats => self.read |= tile | 1 << SHAPES,
            Work::TileZero | Work::TileLoad | Work::TileStore => self.read |= 1 << SHAPES,
            _ => {}
        }
    }
}

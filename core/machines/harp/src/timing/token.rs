//! An instruction on its way through the pipeline. It was executed when it was issued, so that all that is left of it is what it asks of the
//! units (HARP 5.1).

use alloc::vec::Vec;

use serde::Serialize;

use super::{
    Config, coalescer,
    settings::Serial,
    units::{self, Unit},
};
use crate::{
    exec::{Cube, Foreseen},
    isa::Op,
};

/// What an instruction wants of the barrier unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Meeting {
    /// Nothing: no lane takes part.
    None,
    /// To wait at a barrier.
    Waits(u64),
    /// To wait there as the last one.
    Completes(u64),
}

/// See the module.
#[derive(Clone, Debug, Serialize)]
pub struct Token {
    /// Number of the dynamic instruction.
    pub id: u64,
    /// The warp.
    pub warp: u16,
    /// Address of the instruction.
    pub pc: u64,
    /// What it is; `None` if it is no instruction.
    #[serde(skip)]
    pub op: Option<Op>,
    /// The unit that it needs.
    pub unit: Unit,
    /// Cycles in the unit, if that is not for the load/store unit or the barrier unit to say.
    pub latency: u32,
    /// Lanes that take part.
    pub exec: u64,
    /// Addresses of the lines that it requests, in the order of the lowest lanes that need them.
    pub lines: Vec<u64>,
    /// The warp that it has begun.
    pub child: Option<u16>,
    /// What it wants of the barrier unit.
    pub meeting: Meeting,
    /// Has its warp ended?
    pub ends: bool,
}

impl Token {
    /// The next instruction of a warp before it is executed, and what it asks of the units. What it does to warps is added when it has been
    /// executed.
    pub fn foresee(core: &Cube, warp: u16, next: Option<&Foreseen>, config: &Config) -> Token {
        let number = usize::from(warp);
        let pc = core.warps()[number].pc;
        let op = next.map(|next| next.one.op);
        let unit = op.map_or(Unit::Br, Unit::of);
        let exec = next.map_or(0, |next| next.exec);
        let latency = match (unit, next) {
            (Unit::Mul, Some(next)) if config.settings.mul_mode == Serial::Serial => {
                units::multiply(core.bits(number, next, 1), config.word_bits)
            }
            (Unit::Div, _) if config.settings.div_mode == Serial::Serial => units::divide(config.word_bits),
            (Unit::Fpu, Some(next)) => units::real(next.one.op, config),
            // The clone bus copies all registers of one lane in a cycle.
            (Unit::Alu, _) if op == Some(Op::Clone) => {
                config.settings.f_alu + exec.count_ones().saturating_sub(1)
            }
            (Unit::Alu, _) => config.settings.f_alu,
            (Unit::Plu, _) => config.settings.f_plu,
            (Unit::Mul, _) => config.settings.f_mul,
            (Unit::Div, _) => config.settings.f_div,
            (Unit::Br | Unit::Fpu | Unit::Lsu | Unit::Bar, _) => config.settings.f_br,
        };
        let lines = match next {
            Some(next) if unit == Unit::Lsu => {
                coalescer::lines(core.touches(number, next), config.line_bytes)
            }
            _ => Vec::new(),
        };
        Token {
            id: 0,
            warp,
            pc,
            op,
            unit,
            latency,
            exec,
            lines,
            child: None,
            meeting: Meeting::None,
            ends: false,
        }
    }
}

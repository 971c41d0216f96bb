//! From when on a register of a slot may be read: a time for each register and warp (facts 6.2).
//!
//! There is no forwarding, and nothing waits to write. A scalar has one entry, which all warps ask.

use alloc::vec::Vec;

use serde::Serialize;

use crate::isa::{OperandKind, Register};

const KINDS: [OperandKind; 5] = [
    OperandKind::Vector,
    OperandKind::Scalar,
    OperandKind::Predicate,
    OperandKind::VectorSpecial,
    OperandKind::ScalarSpecial,
];

/// The registers of a slot.
#[derive(Clone, Debug, Serialize)]
pub struct Scoreboard {
    warps: usize,
    /// For each kind of [`KINDS`], its registers, their warps.
    readable: [Vec<u64>; 5],
    /// From when on no special scalar is pending.
    special: u64,
}

const fn place(kind: OperandKind) -> Option<usize> {
    match kind {
        OperandKind::Vector => Some(0),
        OperandKind::Scalar => Some(1),
        OperandKind::Predicate => Some(2),
        OperandKind::VectorSpecial => Some(3),
        OperandKind::ScalarSpecial => Some(4),
        OperandKind::Immediate | OperandKind::Label => None,
    }
}

/// Has a register of this kind a value of its own in each warp?
pub const fn has_warps(kind: OperandKind) -> bool {
    matches!(kind, OperandKind::Vector | OperandKind::Predicate | OperandKind::VectorSpecial)
}

impl Scoreboard {
    /// With nothing pending.
    pub fn new(warps: usize) -> Scoreboard {
        let row =
            |kind: OperandKind| alloc::vec![0; kind.registers() * if has_warps(kind) { warps } else { 1 }];
        Scoreboard { warps, readable: KINDS.map(row), special: 0 }
    }

    fn at(&self, register: Register, warp: usize) -> Option<(usize, usize)> {
        let number = usize::from(register.number);
        let index = if has_warps(register.kind) { number * self.warps + warp } else { number };
        Some((place(register.kind)?, index))
    }

    /// From when on a register may be read for a warp.
    pub fn readable(&self, register: Register, warp: usize) -> u64 {
        let entry = self.at(register, warp).and_then(|(kind, index)| self.readable[kind].get(index));
        entry.copied().unwrap_or(0)
    }

    /// From when on the registers of a custom stride may be read.
    pub const fn stride_readable(&self) -> u64 {
        self.special
    }

    /// A register is written for a warp: it may be read from `edge` on.
    pub fn write(&mut self, register: Register, warp: usize, edge: u64) {
        if register.kind == OperandKind::ScalarSpecial {
            self.special = self.special.max(edge);
        }
        let place = self.at(register, warp);
        if let Some(entry) = place.and_then(|(kind, index)| self.readable[kind].get_mut(index)) {
            *entry = edge;
        }
    }
}

//! What a place of a figure stands for, and what lights up with it. The same thing has the same mark in every figure, so
//! that pointing at it in one shows it in all.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::trace::Cause;

/// One thing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Mark {
    /// A source line, counted from 0.
    Line(u32),
    /// An instruction.
    Pc(u32),
    /// A unit.
    Unit(u32),
    /// A lane of a unit.
    Lane(u32, u32),
    /// A unit at a cycle: its cause and instruction there (`u32::MAX` for none).
    Cell(u32, u64, Cause, u32),
    /// Bytes of memory: first address and number.
    Bytes(u64, u64),
    /// A bank of scratchpad or word-interleaved memory.
    Bank(u32),
    /// A DRAM command: channel, bank, cycle, row.
    Dram(u16, u16, u64, u32),
    /// A register of the selected unit.
    Register(usize),
    /// A cause.
    Cause(Cause),
}

/// What lights up. Two marks never fight: each field says one thing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lit {
    /// Source line.
    pub line: Option<u32>,
    /// Instructions.
    pub pcs: Vec<u32>,
    /// Unit.
    pub unit: Option<u32>,
    /// Lane.
    pub lane: Option<u32>,
    /// Bytes of memory: first address and number.
    pub bytes: Option<(u64, u64)>,
    /// Bank of scratchpad or word-interleaved memory.
    pub bank: Option<u32>,
    /// DRAM channel and bank.
    pub dram: Option<(u16, u16)>,
    /// Register.
    pub register: Option<usize>,
    /// Cause.
    pub cause: Option<Cause>,
}

impl Lit {
    /// Do these bytes and the lit ones overlap?
    pub fn touches(&self, address: u64, bytes: u64) -> bool {
        self.bytes.is_some_and(|(at, n)| at < address.saturating_add(bytes) && address < at.saturating_add(n))
    }

    /// Does what a mark stands for light up?
    pub fn shows(&self, mark: &Mark) -> bool {
        match *mark {
            Mark::Line(line) => self.line == Some(line),
            Mark::Pc(pc) => self.pcs.contains(&pc),
            Mark::Unit(unit) => self.unit == Some(unit),
            Mark::Lane(_, lane) => self.lane == Some(lane),
            Mark::Cell(_, _, cause, pc) => self.pcs.contains(&pc) || self.cause == Some(cause),
            Mark::Bytes(address, bytes) => self.touches(address, bytes),
            Mark::Bank(bank) => self.bank == Some(bank),
            Mark::Dram(channel, bank, ..) => self.dram == Some((channel, bank)),
            Mark::Register(register) => self.register == Some(register),
            Mark::Cause(cause) => self.cause == Some(cause),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_overlap_at_their_edges_only_when_they_share_a_byte() {
        let lit = Lit { bytes: Some((100, 4)), ..Lit::default() };
        assert!(lit.touches(103, 1) && !lit.touches(104, 4) && !lit.touches(96, 4) && lit.touches(96, 5));
    }

    #[test]
    fn nothing_lights_up_of_itself() {
        let marks = [Mark::Line(0), Mark::Pc(0), Mark::Unit(0), Mark::Bytes(0, 8), Mark::Bank(0)];
        assert!(marks.iter().all(|mark| !Lit::default().shows(mark)));
        let lit = Lit { pcs: [3].into(), ..Lit::default() };
        assert!(lit.shows(&Mark::Cell(0, 9, Cause::ISSUED, 3)) && !lit.shows(&Mark::Pc(4)));
    }
}

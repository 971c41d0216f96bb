//! What the pointer or the selection is on, and everything that lights up with it: the same thing in every view.

use lanescope_core::session::{Snapshot, vocabulary::Cause};

use super::SourceMap;

/// One thing on the page.
#[derive(Clone, Copy, Debug, PartialEq)]
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
    /// A bank of scratchpad memory.
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
    /// Bytes of memory.
    pub bytes: Option<(u64, u64)>,
    /// Bank of scratchpad memory.
    pub bank: Option<u32>,
    /// DRAM channel and bank.
    pub dram: Option<(u16, u16)>,
    /// Register.
    pub register: Option<usize>,
    /// Cause.
    pub cause: Option<Cause>,
}

impl Lit {
    /// What lights up with a mark.
    pub fn new(mark: Option<Mark>, map: &SourceMap, snapshot: Option<&Snapshot>, selected: u32) -> Lit {
        let Some(mark) = mark else { return Lit::default() };
        match mark {
            Mark::Line(line) => Lit { line: Some(line), pcs: map.pcs(line), ..Lit::default() },
            Mark::Pc(pc) => at_pc(pc, map),
            Mark::Unit(unit) => {
                let pc = snapshot.and_then(|shot| shot.units.get(unit as usize)).and_then(|state| state.pc);
                Lit { unit: Some(unit), ..pc.map(|pc| at_pc(pc, map)).unwrap_or_default() }
            }
            Mark::Lane(unit, lane) => {
                let access = snapshot.filter(|_| unit == selected).and_then(|shot| shot.access.as_ref());
                let address = access.and_then(|access| {
                    access
                        .addresses
                        .iter()
                        .find(|(l, _)| *l == lane)
                        .map(|(_, at)| (*at, u64::from(access.bytes)))
                });
                Lit { unit: Some(unit), lane: Some(lane), bytes: address, ..Lit::default() }
            }
            Mark::Cell(unit, _, cause, pc) => {
                let base = if pc == u32::MAX { Lit::default() } else { at_pc(pc, map) };
                Lit { unit: Some(unit), cause: Some(cause), ..base }
            }
            Mark::Bytes(address, bytes) => Lit { bytes: Some((address, bytes)), ..Lit::default() },
            Mark::Bank(bank) => Lit { bank: Some(bank), ..Lit::default() },
            Mark::Dram(channel, bank, _, _) => Lit { dram: Some((channel, bank)), ..Lit::default() },
            Mark::Register(register) => Lit { register: Some(register), ..Lit::default() },
            Mark::Cause(cause) => Lit { cause: Some(cause), ..Lit::default() },
        }
    }

    /// Do these bytes and the lit ones overlap?
    pub fn touches(&self, address: u64, bytes: u64) -> bool {
        self.bytes.is_some_and(|(at, n)| at < address.saturating_add(bytes) && address < at.saturating_add(n))
    }
}

fn at_pc(pc: u32, map: &SourceMap) -> Lit {
    Lit { pcs: vec![pc], line: map.line(pc), ..Lit::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_lights_its_instructions_and_an_instruction_its_line() {
        let map = SourceMap { of_pc: vec![Some(4), Some(5), Some(4)], ..SourceMap::default() };
        let line = Lit::new(Some(Mark::Line(4)), &map, None, 0);
        assert_eq!((line.line, line.pcs), (Some(4), vec![0, 2]));
        let pc = Lit::new(Some(Mark::Pc(1)), &map, None, 0);
        assert_eq!((pc.line, pc.pcs), (Some(5), vec![1]));
    }

    #[test]
    fn bytes_overlap_at_their_edges_only_when_they_share_a_byte() {
        let lit = Lit { bytes: Some((100, 4)), ..Lit::default() };
        assert!(lit.touches(103, 1) && !lit.touches(104, 4) && !lit.touches(96, 4) && lit.touches(96, 5));
    }
}

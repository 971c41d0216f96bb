//! What the pointer or the selection is on, and everything that lights up with it: the same thing in every view.

use lanescope_core::session::Snapshot;
pub use lanescope_core::session::figure::{Lit, Mark};

use super::SourceMap;

/// What lights up with a mark.
pub fn lit(mark: Option<Mark>, map: &SourceMap, snapshot: Option<&Snapshot>, selected: u32) -> Lit {
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

fn at_pc(pc: u32, map: &SourceMap) -> Lit {
    Lit { pcs: vec![pc], line: map.line(pc), ..Lit::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_lights_its_instructions_and_an_instruction_its_line() {
        let map = SourceMap { of_pc: vec![Some(4), Some(5), Some(4)], ..SourceMap::default() };
        let line = lit(Some(Mark::Line(4)), &map, None, 0);
        assert_eq!((line.line, line.pcs), (Some(4), vec![0, 2]));
        let pc = lit(Some(Mark::Pc(1)), &map, None, 0);
        assert_eq!((pc.line, pc.pcs), (Some(5), vec![1]));
    }
}

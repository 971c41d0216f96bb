//! Why a unit waits, as a chain: from the cause in its cell to the instruction in flight that it needs, to the lines of
//! memory that have not come and where they are; at a barrier, to those who are missing. In words, with the things that
//! they name as marks to point at.

use lanescope_core::session::{
    Snapshot,
    vocabulary::{Cause, UnitInfo, UnitState, Wait},
};

use super::{Mark, SourceMap};
use crate::text;

/// Lines and units that a sentence names before it says how many more there are.
const NAMED: usize = 3;

/// A piece of a sentence.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// Words.
    Words(String),
    /// Words that name a thing of the page.
    Thing(String, Mark),
}

/// What is known of a run, to explain a unit of it.
pub struct Known<'a> {
    /// The state at the cursor.
    pub snapshot: &'a Snapshot,
    /// The units.
    pub units: &'a [UnitInfo],
    /// Source lines of instructions.
    pub map: &'a SourceMap,
    /// Bytes of a line of memory, to mark one.
    pub line: u64,
}

/// The sentences for a unit; `selected` is the one whose registers and requests the snapshot has. Nothing if the cause
/// says it all.
pub fn why(known: &Known, unit: u32, selected: u32) -> Vec<Vec<Piece>> {
    let Some(state) = known.snapshot.units.get(unit as usize) else { return Vec::new() };
    match state.cause {
        Cause::MEMORY | Cause::ARITHMETIC | Cause::MEMORY_FULL if unit == selected => {
            known.snapshot.waits.iter().filter_map(|wait| waits_for(known, wait)).collect()
        }
        Cause::BARRIER => Vec::from([at_barrier(known, unit, state)]),
        Cause::NOT_PICKED => picked(known, unit).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// The instruction that holds the unit back, and its memory.
fn waits_for(known: &Known, wait: &Wait) -> Option<Vec<Piece>> {
    let mut pieces = vec![words(text::needs(&wait.registers))];
    let name = format!("{:03} {}", wait.pc, known.map.text(wait.pc));
    pieces.push(Piece::Thing(name, Mark::Pc(wait.pc)));
    if let Some(line) = known.map.line(wait.pc) {
        pieces.push(words(text::IN_LINE));
        pieces.push(Piece::Thing(known.map.texts.of_line(line).name(), Mark::Line(line)));
    }
    pieces.push(words(text::WILL_WRITE));
    if wait.lines.is_empty() {
        let end = if wait.memory { text::DATA_NEAR } else { text::IN_PIPELINE };
        pieces.push(words(end));
        return Some(pieces);
    }
    pieces.push(words(text::outstanding(wait.lines.len())));
    for (at, (address, stop)) in wait.lines.iter().take(NAMED).enumerate() {
        pieces.push(words(if at == 0 { "" } else { ", " }));
        pieces.push(Piece::Thing(format!("{address:#x}"), Mark::Bytes(*address, known.line)));
        pieces.push(words(text::stop(*stop)));
    }
    pieces.push(words(text::and_more(wait.lines.len().saturating_sub(NAMED))));
    Some(pieces)
}

/// Who of the group is not there yet.
fn at_barrier(known: &Known, unit: u32, state: &UnitState) -> Vec<Piece> {
    let core = known.units.get(unit as usize).map(|unit| unit.core);
    let others = (0u32..).zip(known.snapshot.units.iter().zip(known.units));
    let missing = others.filter(|(_, (other, info))| {
        let same = other.group.is_some() && other.group == state.group && Some(info.core) == core;
        same && other.cause != Cause::BARRIER
    });
    let missing: Vec<u32> = missing.map(|(unit, _)| unit).collect();
    if missing.is_empty() {
        return vec![words(text::BARRIER_OPENS)];
    }
    let mut pieces = vec![words(text::MISSING)];
    list(known, &missing, &mut pieces);
    pieces
}

/// Who issued instead.
fn picked(known: &Known, unit: u32) -> Option<Vec<Piece>> {
    let core = known.units.get(unit as usize)?.core;
    let others = (0u32..).zip(known.snapshot.units.iter().zip(known.units));
    let issued: Vec<u32> = others
        .filter(|(_, (other, info))| {
            info.core == core && matches!(other.cause, Cause::ISSUED | Cause::REPLAY)
        })
        .map(|(unit, _)| unit)
        .collect();
    let mut pieces = vec![words(text::PICKED)];
    list(known, &issued, &mut pieces);
    (!issued.is_empty()).then_some(pieces)
}

fn list(known: &Known, units: &[u32], pieces: &mut Vec<Piece>) {
    for (at, unit) in units.iter().take(NAMED).enumerate() {
        pieces.push(words(if at == 0 { "" } else { ", " }));
        let name = known.units.get(*unit as usize).map_or("", |unit| unit.name.as_str());
        pieces.push(Piece::Thing(name.into(), Mark::Unit(*unit)));
    }
    pieces.push(words(text::and_more(units.len().saturating_sub(NAMED))));
}

fn words(text: impl Into<String>) -> Piece {
    Piece::Words(text.into())
}

#[cfg(test)]
mod tests {
    use lanescope_core::session::{
        figure::{Code, code::Instruction},
        vocabulary::{Lanes, Registers, Stop},
    };

    use super::*;

    fn state(cause: Cause, group: u32) -> UnitState {
        UnitState {
            group: Some(group),
            first_item: 0,
            live: Lanes::first_n(1),
            active: Lanes::first_n(1),
            pc: Some(2),
            cause,
            stack: Vec::new(),
        }
    }

    fn explain(causes: &[(Cause, u32)], waits: Vec<Wait>, unit: u32) -> String {
        let registers = Registers::default();
        let units = causes.iter().map(|(cause, group)| state(*cause, *group)).collect();
        let snapshot = Snapshot { cycle: 9, units, registers, access: None, waits };
        let infos: Vec<UnitInfo> =
            (0..causes.len()).map(|n| UnitInfo::new(0, "warp", Some(n as u32), 8)).collect();
        let text = "ld.global.f32 %r9, [%rd7];".into();
        let load = Instruction { pc: 1, text, line: Some(21), hue: None };
        let map =
            SourceMap { of_pc: vec![None, Some(21)], code: Code::of(vec![load]), ..SourceMap::default() };
        let known = Known { snapshot: &snapshot, units: &infos, map: &map, line: 128 };
        let piece = |piece: &Piece| match piece {
            Piece::Words(words) => words.clone(),
            Piece::Thing(words, _) => format!("[{words}]"),
        };
        why(&known, unit, 0).iter().flatten().map(piece).collect()
    }

    #[test]
    fn the_chain_leads_from_the_register_to_the_channel() {
        let lines = vec![(0x10080, Stop::Dram(1)), (0x10100, Stop::Network)];
        let wait = Wait { pc: 1, registers: vec!["%r9".into()], memory: true, lines };
        assert_eq!(
            explain(&[(Cause::MEMORY, 0)], vec![wait], 0),
            "It needs %r9, which [001 ld.global.f32 %r9, [%rd7];] in line [22] will write. 2 lines of memory are \
             outstanding: [0x10080] missed every cache and waits for DRAM channel 1, [0x10100] is in the network."
        );
    }

    #[test]
    fn a_barrier_names_those_of_the_group_that_are_missing() {
        let causes = [
            (Cause::BARRIER, 7),
            (Cause::MEMORY, 7),
            (Cause::BARRIER, 7),
            (Cause::MEMORY, 8),
            (Cause::ISSUED, 7),
        ];
        assert_eq!(
            explain(&causes, Vec::new(), 0),
            "The barrier opens when they arrive too: [core 0 warp 1], [core 0 warp 4]."
        );
    }

    #[test]
    fn the_one_that_was_picked_is_named() {
        let causes = [(Cause::NOT_PICKED, 0), (Cause::ISSUED, 1)];
        assert_eq!(explain(&causes, Vec::new(), 0), "In this cycle the scheduler picked [core 0 warp 1].");
        assert_eq!(explain(&[(Cause::ISSUED, 0)], Vec::new(), 0), "");
    }

    #[test]
    fn requests_of_other_units_are_not_known() {
        let wait = Wait { pc: 1, registers: Vec::new(), memory: true, lines: Vec::new() };
        assert_eq!(explain(&[(Cause::MEMORY, 0), (Cause::MEMORY, 0)], vec![wait], 1), "");
    }
}

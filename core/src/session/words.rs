//! A halt in words: who did what, where, and what to look at.

use alloc::{collections::BTreeMap, format, string::String, vec::Vec};

use super::data::HaltInfo;
use crate::{
    halt::{Halt, Place},
    machines::{UnitInfo, UnitState},
    source::{LineIndex, Span},
};

/// Puts a halt into words; `units` have the names, `span_of` gives the text of an instruction.
pub fn halt_info(halt: &Halt, units: &[UnitInfo], span_of: impl Fn(u32) -> Span) -> HaltInfo {
    let place = place(halt);
    let span = place.map_or(Span::NONE, |at| match (at.span.is_none(), at.pc) {
        (true, Some(pc)) => span_of(pc),
        _ => at.span,
    });
    HaltInfo { halt: halt.clone(), message: message(halt, units), span }
}

/// Adds where most units with work were when a limit stopped the run: an endless loop is found by that.
pub fn with_whereabouts(
    info: HaltInfo,
    source: &str,
    units: &[UnitInfo],
    states: &[UnitState],
    span_of: impl Fn(u32) -> Span,
) -> HaltInfo {
    let index = LineIndex::new(source);
    let mut lines: BTreeMap<u32, (Span, Vec<usize>)> = BTreeMap::new();
    for (unit, state) in states.iter().enumerate().filter(|(_, state)| !state.live.is_empty()) {
        let span = state.pc.map_or(Span::NONE, &span_of);
        if !span.is_none() {
            let line = lines.entry(index.line(span.start)).or_insert((span, Vec::new()));
            line.1.push(unit);
        }
    }
    let Some((line, (span, there))) = lines.into_iter().max_by_key(|(_, (_, there))| there.len()) else {
        return info;
    };
    let first = there.first().and_then(|unit| units.get(*unit)).map_or("a unit", |unit| unit.name.as_str());
    let who = match there.len() {
        1 => format!("{first} was"),
        2 => format!("{first} and one more were"),
        count => format!("{first} and {} more were", count - 1),
    };
    let message = format!("{} When it stopped, {who} at line {}.", info.message, line + 1);
    HaltInfo { message, span, ..info }
}

fn place(halt: &Halt) -> Option<&Place> {
    match halt {
        Halt::Fault { at, .. }
        | Halt::Deadlock { at, .. }
        | Halt::Barrier { at, .. }
        | Halt::Illegal { at, .. } => Some(at),
        Halt::Limit { .. } => None,
    }
}

fn message(halt: &Halt, units: &[UnitInfo]) -> String {
    match halt {
        Halt::Fault { fault, at } => format!("{}: {fault}.", who(at, units)),
        Halt::Deadlock { reason, at } => format!("The kernel can never end: {reason} ({}).", who(at, units)),
        Halt::Barrier { reason, at } => format!("{} waits at a barrier: {reason}.", who(at, units)),
        Halt::Illegal { reason, at } => format!("{}: {reason}.", who(at, units)),
        Halt::Limit { limit, value } => format!("The run passed limit `{limit}` ({value})."),
    }
}

fn who(at: &Place, units: &[UnitInfo]) -> String {
    let [x, y, z] = at.item;
    let unit = at.unit.and_then(|unit| units.get(unit as usize));
    // The elements of a vector pass a front end, which has one lane, together.
    let part = |unit: &UnitInfo| if unit.lanes > 1 { "lane" } else { "element" };
    let lane = unit.map_or(String::new(), |unit| format!(", {} {} {}", unit.name, part(unit), at.lane));
    format!("Work-item ({x}, {y}, {z}){lane}, in cycle {}", at.cycle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        base::LaneMask,
        image::{Fault, FaultKind},
        ir::Space,
        trace::Cause,
    };

    #[test]
    fn a_fault_names_work_item_buffer_and_text() {
        let (kind, space, near) = (FaultKind::OutOfBounds, Space::Global, Some(("x".into(), 400)));
        let fault = Fault { kind, space, address: 0x10190, bytes: 4, write: true, near };
        let at =
            Place { unit: Some(3), lane: 4, item: [100, 0, 0], pc: Some(7), span: Span::NONE, cycle: 52 };
        let units: Vec<UnitInfo> =
            (0..4).map(|n| UnitInfo { name: format!("core 0 warp {n}"), core: 0, lanes: 8 }).collect();
        let info = halt_info(&Halt::Fault { fault, at }, &units, |pc| Span::new(pc, pc + 1));
        assert_eq!(
            info.message,
            "Work-item (100, 0, 0), core 0 warp 3 lane 4, in cycle 52: write of 4 bytes out of bounds: global address 0x10190, \
             byte 400 of `x`."
        );
        assert_eq!(info.span, Span::new(7, 8));
    }

    #[test]
    fn a_limit_is_named() {
        let info = halt_info(&Halt::Limit { limit: "cycles".into(), value: 9 }, &[], |_| Span::NONE);
        assert_eq!(
            (info.message.as_str(), info.span.is_none()),
            ("The run passed limit `cycles` (9).", true)
        );
    }

    #[test]
    fn a_limit_says_where_most_units_were() {
        let units: Vec<UnitInfo> =
            (0..4).map(|n| UnitInfo { name: format!("warp {n}"), core: 0, lanes: 8 }).collect();
        let state = |pc, lanes| UnitState {
            group: Some(0),
            first_item: 0,
            live: LaneMask(lanes),
            active: LaneMask(lanes),
            pc: Some(pc),
            cause: Cause::Issued,
            stack: Vec::new(),
        };
        // Instruction n comes from byte 2 n: every line has one letter. The last warp has ended.
        let states = [state(0, 1), state(2, 1), state(2, 1), state(0, 0)];
        let info = HaltInfo {
            halt: Halt::Limit { limit: "cycles".into(), value: 9 },
            message: "M.".into(),
            span: Span::NONE,
        };
        let info = with_whereabouts(info, "a\nb\nc\n", &units, &states, |pc| Span::new(2 * pc, 2 * pc + 1));
        assert_eq!(info.message, "M. When it stopped, warp 1 and one more were at line 3.");
        assert_eq!(info.span, Span::new(4, 5));
    }
}

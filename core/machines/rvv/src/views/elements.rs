//! The elements in the lanes of the selected unit: in each cycle the element group that enters.
//!
//! The unit's cells of the timeline say in which cycles a group of an instruction enters, and which of its elements take
//! part. Where the window does not say (an instruction that reaches beyond it on both sides), and from afar, an
//! instruction is a plain bar.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use lanescope_parts::{
    base::{Lanes, OrdMap},
    figure::{
        About, Bars, Figure, Form, Ink, Mark, Panel, Question, Takes,
        bars::{Bar, Note, Said, Style},
        legend::{Entry, Swatch},
        rows::Row,
    },
    machines::panels::{MachinePanel, Scene, instruction, recorded},
    trace::{Cause, window::Timeline},
};

use super::{INSTRUCTIONS, NO_VECTOR, functional};
use crate::charts::{self, Chart, ChartBar};

/// Most cycles of a window in which elements are shown one by one.
const NEAR: u64 = 512;
/// What to say of a wider one.
const AFAR: &str = "Zoom in to see single elements.";

/// The row of the elements.
pub const ELEMENTS: MachinePanel = Panel {
    about: About {
        id: "groups",
        title: "Elements",
        says: "The lanes of the selected unit over time, each cell the number of the element that enters: a column is an element group.",
        label: "Elements in the lanes of the selected unit, by cycles. Arrow keys move the cursor and select a unit.",
        help: &[
            ("Rows", "The lanes of the selected unit: element e is in lane e modulo the number of lanes."),
            (
                "Cells",
                "The number of the element that enters in this cycle; a gap is a cycle in which the instruction waits. Elements that the mask switches off are pale: they take their time but do no work. From afar an instruction is a plain bar.",
            ),
        ],
        legend: &[
            Entry::Swatch(Swatch::Square, Ink::Link(0), "element that takes part"),
            Entry::Swatch(Swatch::Square, Ink::LaneOff, "switched off by the mask"),
        ],
        empty: NO_VECTOR,
        takes: &[Takes::Cycles, Takes::Unit],
        shows: &[],
    },
    answer: elements,
};

fn elements(scene: &dyn Scene, question: &Question) -> Figure {
    let (from, to) = recorded(scene, question);
    let chart = charts::chart(&scene.recording(from, to), from, to, INSTRUCTIONS);
    if chart.bars.is_empty() {
        return Figure::empty(NO_VECTOR);
    }
    let unit = functional(scene.units(), question.unit);
    let near = to - from.min(to) <= NEAR;
    let grid = near.then(|| scene.rows(from, to, NEAR as u32, &[unit]));
    let grid = grid.filter(|grid| grid.cycles_per_column == 1);
    let remark = if grid.is_some() { "" } else { AFAR };
    let figure = Figure::from(Form::Bars(bars(scene, &chart, unit, grid.as_ref())));
    Figure { unit: Some(unit), ..figure.with_remark(remark) }
}

fn bars(scene: &dyn Scene, chart: &Chart, unit: u32, grid: Option<&Timeline>) -> Bars {
    let lanes = scene.units().get(unit as usize).map_or(1, |info| info.lanes.max(1));
    let row = |lane: u32| Row::new(format!("lane {lane}"), Some(Mark::Lane(unit, lane)));
    let mut bars = Bars {
        rows: (0..lanes).map(row).collect(),
        cut: chart.bars.last().filter(|_| chart.cut).map(|bar| bar.first),
        nothing_here: "no instruction is in the unit".into(),
        ..Bars::default()
    };
    let mut notes = OrdMap::new();
    for bar in chart.bars.iter().filter(|bar| bar.unit == unit) {
        let Ink::Link(hue) = scene.code().ink(bar.pc) else { continue };
        let Some(entered) = grid.and_then(|grid| entries(grid, bar, lanes)) else {
            let words = format!("{}: {} elements", scene.code().text(bar.pc), bar.elements);
            let note = bars.note(instruction(scene.code(), bar.pc, words));
            let to = bar.last + 1;
            let whole = |row| Bar { row, from: bar.first, to, style: Style::Work { hue, until: to }, note };
            bars.bars.extend((0..lanes).map(whole));
            continue;
        };
        let text = scene.code().text(bar.pc);
        let waits = format!("{text}: no group enters in this cycle");
        bars.said.push(Said { from: bar.first, to: bar.last + 1, words: waits });
        for (cycle, group, on) in entered {
            let words = group_words(text, group * lanes, lanes, bar.elements, on.count());
            bars.said.push(Said { from: cycle, to: cycle + 1, words });
            for (lane, element) in (0..lanes).zip(group * lanes..bar.elements) {
                let taken = on.has(lane);
                let note = *notes.entry((bar.pc, element, taken)).or_insert_with(|| {
                    let off = if taken { "" } else { ", switched off" };
                    let words =
                        format!("{}: element {element} of {}{off}", scene.code().text(bar.pc), bar.elements);
                    bars.note(Note {
                        labels: [element.to_string()].into(),
                        words,
                        mark: Some(Mark::Pc(bar.pc)),
                    })
                });
                let style = if taken { Style::Work { hue, until: cycle + 1 } } else { Style::Pale };
                bars.bars.push(Bar { row: lane, from: cycle, to: cycle + 1, style, note });
            }
        }
    }
    bars
}

/// The element group that enters: its first and last element, and how many take part.
fn group_words(text: &str, first: u32, lanes: u32, of: u32, on: u32) -> String {
    let last = (first + lanes).min(of).saturating_sub(1);
    let first = first.min(last);
    let group = last - first + 1;
    let off = if on < group { format!(", {on} of {group} take part") } else { String::new() };
    let elements =
        if first == last { format!("element {first}") } else { format!("elements {first} to {last}") };
    format!("{text}: {elements} of {of}{off}")
}

/// The element groups of an instruction that enter in the cycles that the cells of its unit cover: cycle, number of the
/// group, lanes whose element takes part. None if the cells do not say.
fn entries(grid: &Timeline, bar: &ChartBar, lanes: u32) -> Option<Vec<(u64, u32, Lanes)>> {
    let (from, to) = (grid.from, grid.from + u64::from(grid.columns));
    let range = bar.first.max(from)..(bar.last + 1).min(to);
    let entering = |cycle: u64| {
        let cell = grid.cells.get((cycle - from) as usize)?;
        (cell.cause == Cause::ISSUED && cell.pc == bar.pc).then_some((cycle, cell.lanes.clone()))
    };
    if range.is_empty() {
        return None;
    }
    let found: Vec<(u64, Lanes)> = range.filter_map(entering).collect();
    let all = bar.elements.div_ceil(lanes.max(1));
    let skipped = match () {
        () if bar.first >= from => 0,
        () if bar.last < to => all.saturating_sub(found.len() as u32),
        () => return None,
    };
    Some((skipped..).zip(found).map(|(group, (cycle, on))| (cycle, group, on)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use lanescope_parts::trace::window::Cell;

    /// The cells of a unit: a group enters in each of the cycles.
    fn grid(entered: &[u64]) -> Timeline {
        let cell = |cycle: u64| Cell {
            cause: if entered.contains(&cycle) { Cause::ISSUED } else { Cause::MEMORY },
            pc: 0,
            lanes: [0, 2].into_iter().collect(),
            issued: 0,
            busy: 255,
            wait: Cause::MEMORY,
        };
        Timeline {
            from: 0,
            cycles_per_column: 1,
            columns: 40,
            coarse: false,
            first_unit: 0,
            cells: (0..40).map(cell).collect(),
        }
    }

    #[test]
    fn words_say_which_elements_enter() {
        assert_eq!(group_words("vadd", 8, 4, 32, 2), "vadd: elements 8 to 11 of 32, 2 of 4 take part");
        assert_eq!(group_words("vadd", 32, 4, 33, 1), "vadd: element 32 of 33");
    }

    #[test]
    fn groups_that_wait_are_counted_from_the_end_that_is_in_sight() {
        let bar = ChartBar {
            id: 1,
            pc: 0,
            unit: 1,
            first: 0,
            last: 9,
            complete: 19,
            elements: 32,
            convoy: 0,
            chained: Vec::new(),
        };
        let mut waits = grid(&[0, 2, 3, 4, 5, 6, 7, 9]);
        let found = entries(&waits, &bar, 4).unwrap();
        assert_eq!((found.len(), found[1].0, found[1].1, found[7].1), (8, 2, 1, 7));
        // Seen from within: the last group is counted from the end.
        (waits.from, waits.columns) = (3, 37);
        waits.cells.drain(..3);
        assert_eq!(entries(&waits, &bar, 4).unwrap()[0].1, 2);
        // Reaching beyond the window on both sides.
        (waits.columns, waits.from) = (4, 3);
        assert_eq!(entries(&waits, &bar, 4), None);
    }
}

//! The convoy chart: vector instructions in their units, with arrows for chaining, and the convoys as grounds behind them.

use alloc::{format, vec::Vec};

use lanescope_parts::{
    base::{OrdMap, order},
    figure::{
        About, Bars, Figure, Form, Ink, Panel, Question, Takes,
        bars::{Bar, Ground, Style},
        legend::{Entry, Swatch},
    },
    machines::panels::{MachinePanel, Scene, instruction, recorded, row},
};

use super::{INSTRUCTIONS, NO_VECTOR, is_front_end};
use crate::charts::{self, Chart, ChartBar};

/// The row of the chart.
pub const CONVOYS: MachinePanel = Panel {
    about: About {
        id: "convoys",
        title: "Convoys",
        says: "Which vector instruction occupies which unit when. Arrows are chains: results are taken while they are made.",
        label: "Convoy chart: units by cycles. Arrow keys move the cursor and select a unit, plus and minus zoom.",
        help: &[
            ("Rows", "The units that have had a vector instruction in this window."),
            (
                "Bars",
                "Thick while element groups enter the unit, thin until the last result is there. The colour is that of the source line or of the instruction.",
            ),
            (
                "Arrows",
                "From an instruction to the one that takes its results while they are being made: chaining.",
            ),
            (
                "Convoys",
                "Instructions that can run together. The ground of every other one reaches from the start of its first instruction to the start of the next convoy.",
            ),
            ("Hand", "Point at a bar to light up its instruction everywhere; click to go there."),
        ],
        legend: &[
            Entry::Swatch(Swatch::Bar, Ink::Link(0), "element groups enter"),
            Entry::Swatch(Swatch::Tail, Ink::Link(0), "until the last result"),
            Entry::Swatch(Swatch::Arrow, Ink::Text, "chained"),
            Entry::Swatch(Swatch::Ground, Ink::Selected, "every other convoy"),
        ],
        empty: NO_VECTOR,
        takes: &[Takes::Cycles, Takes::Unit],
        shows: &[],
    },
    answer: convoys,
};

fn convoys(scene: &dyn Scene, question: &Question) -> Figure {
    let (from, to) = recorded(scene, question);
    let chart = charts::chart(&scene.recording(from, to), from, to, INSTRUCTIONS);
    if chart.bars.is_empty() {
        return Figure::empty(NO_VECTOR);
    }
    Figure::from(Form::Bars(bars(scene, &chart, question.unit)))
}

/// The units that the chart has bars of, and the selected one.
fn rows(scene: &dyn Scene, chart: &Chart, selected: u32) -> Vec<u32> {
    let exists = (selected as usize) < scene.units().len();
    let selected = Some(selected).filter(|unit| exists && !is_front_end(scene.units(), *unit));
    let mut units: Vec<u32> = chart.bars.iter().map(|bar| bar.unit).chain(selected).collect();
    lanescope_parts::base::order::sort(&mut units);
    units.dedup();
    units
}

fn bars(scene: &dyn Scene, chart: &Chart, selected: u32) -> Bars {
    let units = rows(scene, chart, selected);
    let mut bars = Bars {
        rows: units.iter().map(|unit| row(scene, *unit)).collect(),
        ground_name: "convoy".into(),
        cut: chart.bars.last().filter(|_| chart.cut).map(|bar| bar.first),
        nothing_here: "no vector instruction is in its unit".into(),
        ..Bars::default()
    };
    bars.grounds = grounds(&bars, &units, chart);
    let mut notes = OrdMap::new();
    let places: OrdMap<u64, u32> = (0u32..).zip(&chart.bars).map(|(at, bar)| (bar.id, at)).collect();
    for (at, bar) in (0u32..).zip(&chart.bars) {
        let chained = if bar.chained.is_empty() { "" } else { ", chained" };
        let note = *notes.entry((bar.pc, bar.convoy, bar.chained.is_empty())).or_insert_with(|| {
            let words = format!("{} (convoy {}{chained})", scene.code().text(bar.pc), bar.convoy);
            bars.note(instruction(scene.code(), bar.pc, words))
        });
        let row = units.binary_search(&bar.unit).unwrap_or(0) as u32;
        let Ink::Link(hue) = scene.code().ink(bar.pc) else { continue };
        let style = Style::Work { hue, until: bar.complete.max(bar.last + 1) };
        bars.bars.push(Bar { row, from: bar.first, to: bar.last + 1, style, note });
        let sources = bar.chained.iter().filter_map(|id| places.get(id));
        bars.links.extend(sources.map(|source| (*source, at)));
    }
    bars
}

/// From the start of a convoy's first instruction to the start of the next convoy's, so that an instruction belongs to the
/// convoy in whose ground it starts. A core with several rows has convoys of its own.
fn grounds(bars: &Bars, units: &[u32], chart: &Chart) -> Vec<Ground> {
    let mut grounds = Vec::new();
    let mut at = 0;
    for stretch in bars.rows.chunk_by(|a, b| a.group == b.group) {
        let (first, last) = (at, at + stretch.len());
        at = last;
        let own: Vec<&ChartBar> =
            chart.bars.iter().filter(|bar| units[first..last].contains(&bar.unit)).collect();
        let (starts, end) = (starts(&own), own.iter().map(|bar| bar.last + 1).max());
        for (index, (number, from)) in starts.iter().enumerate() {
            let to = starts.get(index + 1).map_or(end.unwrap_or(*from), |next| next.1);
            grounds.push(Ground { rows: (first as u32, last as u32), from: *from, to, number: *number });
        }
    }
    grounds
}

/// The convoys of a core, each with the cycle in which its first instruction starts, in the order of these cycles: where
/// instructions wait in queues it need not be that of their numbers.
fn starts(bars: &[&ChartBar]) -> Vec<(u32, u64)> {
    let mut starts: Vec<(u32, u64)> = bars.iter().map(|bar| (bar.convoy, bar.first)).collect();
    lanescope_parts::base::order::sort(&mut starts);
    starts.dedup_by_key(|(number, _)| *number);
    order::sort_by_key(&mut starts, |(_, from)| *from);
    starts
}

#[cfg(test)]
mod tests {
    use super::*;
    use lanescope_parts::figure::rows::Row;

    fn bar(id: u64, unit: u32, first: u64, convoy: u32) -> ChartBar {
        let (last, complete) = (first + 7, first + 19);
        ChartBar { id, pc: id as u32, unit, first, last, complete, elements: 32, convoy, chained: Vec::new() }
    }

    #[test]
    fn a_convoy_reaches_to_the_start_of_the_next() {
        let chart = Chart { bars: [bar(1, 1, 0, 0), bar(2, 2, 12, 0), bar(3, 1, 20, 1)].into(), cut: false };
        let bars =
            Bars { rows: [Row::new("load", None), Row::new("multiply", None)].into(), ..Bars::default() };
        let found: Vec<_> =
            grounds(&bars, &[1, 2], &chart).into_iter().map(|at| (at.number, at.from, at.to)).collect();
        assert_eq!(found, [(0, 0, 20), (1, 20, 28)]);
    }

    #[test]
    fn convoys_that_wait_in_queues_are_in_the_order_of_their_starts() {
        let (early, late) = (bar(1, 1, 4, 7), bar(2, 1, 9, 6));
        assert_eq!(starts(&[&late, &early]), [(7, 4), (6, 9)]);
    }
}

//! What goes part by part: gathers and scatters whose elements enter memory one by one, rows of tiles, products of tiles, and
//! accesses that cross a border.

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::{
    base::order,
    figure::{
        About, Bars, Figure, Form, Ink, Panel, Question, Takes,
        bars::{Bar, Style},
        legend::{Entry, Swatch},
        number::grouped,
    },
    machines::panels::{MachinePanel, Scene, instruction, recorded, row},
    trace::Log,
};

use crate::events::{Crossing, OneByOne, TileProduct};

/// The row of the chart.
pub const COURSES: MachinePanel = Panel {
    about: About {
        id: "courses",
        title: "Part by part",
        says: "Which instruction goes element by element or row by row, and which access crosses a border: each costs cycles that a whole register does not.",
        label: "Instructions that go part by part: threads by cycles. Arrow keys move the cursor and select a unit, plus and minus zoom.",
        help: &[
            ("Rows", "The threads that have had such an instruction in this window."),
            (
                "Bars",
                "Thick while elements or rows enter, one in a cycle, thin until the last data or the sums are there. The colour is that of the source line or of the instruction.",
            ),
            (
                "Borders",
                "An access that crosses a line of 64 bytes or a page of 4 KiB has a bar as long as it takes longer.",
            ),
            ("Hand", "Point at a bar to light up its instruction everywhere; click to go there."),
        ],
        legend: &[
            Entry::Swatch(Swatch::Bar, Ink::Link(0), "elements or rows enter, or a border is crossed"),
            Entry::Swatch(Swatch::Tail, Ink::Link(0), "until data or sums are there"),
        ],
        empty: NOTHING,
        takes: &[Takes::Cycles, Takes::Unit],
        shows: &[],
    },
    answer: courses,
};

const NOTHING: &str = "No instruction of this window goes part by part, and no access crosses a border: gathers, scatters, tiles and unaligned accesses do.";

/// Bars of each kind that a picture has at most.
const MOST: usize = 2000;

/// Something that goes part by part, in cycles.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Step {
    unit: u32,
    pc: u32,
    /// The first cycle.
    from: u64,
    /// One past the cycle in which the last part enters.
    to: u64,
    /// One past the last cycle.
    until: u64,
    /// What it is, in words.
    words: String,
}

/// What of `from..to` goes part by part, by its first cycle, and whether that is all.
fn steps(log: &Log, from: u64, to: u64) -> (Vec<Step>, bool) {
    let one_by_one = log.own(from.saturating_sub(log.longest::<OneByOne>())).map(|(cycle, it)| {
        let OneByOne { unit, pc, entering, life, .. } = it;
        let end = cycle + u64::from(entering);
        let words = format!("{} accesses, one in a cycle", grouped(entering.into()));
        Step { unit, pc, from: cycle, to: end, until: end.max(cycle + u64::from(life)), words }
    });
    let products = log.own(from.saturating_sub(log.longest::<TileProduct>())).map(|(cycle, it)| {
        let TileProduct { unit, pc, rows, life, .. } = it;
        let end = cycle + u64::from(rows);
        let words = format!("product of tiles: {rows} rows, sums after {life} cycles");
        Step { unit, pc, from: cycle, to: end, until: end.max(cycle + u64::from(life)), words }
    });
    let crossings = log.own(from.saturating_sub(log.longest::<Crossing>())).map(|(cycle, it)| {
        let Crossing { unit, pc, address, border, late } = it;
        let end = cycle + u64::from(late);
        let of = if border > 64 { "page" } else { "line" };
        let words = format!("{address:#x} crosses a {of} of {} bytes", grouped(border.into()));
        Step { unit, pc, from: cycle, to: end, until: end, words }
    });
    let mut found = Vec::new();
    let kinds: [&mut dyn Iterator<Item = Step>; 3] =
        [&mut { one_by_one }, &mut { products }, &mut { crossings }];
    let mut all = log.end() >= to;
    for kind in kinds {
        let mut seen = kind.take_while(|step| step.from < to).filter(|step| step.until > from);
        found.extend(seen.by_ref().take(MOST));
        all &= seen.next().is_none();
    }
    order::sort_by_key(&mut found, |step: &Step| (step.from, step.unit));
    (found, all)
}

fn courses(scene: &dyn Scene, question: &Question) -> Figure {
    let (from, to) = recorded(scene, question);
    let (steps, all) = steps(&scene.recording(from, to), from, to);
    if steps.is_empty() {
        return Figure::empty(NOTHING);
    }
    let mut units: Vec<u32> = steps.iter().map(|step| step.unit).collect();
    order::sort(&mut units);
    units.dedup();
    let mut bars = Bars {
        rows: units.iter().map(|unit| row(scene, *unit)).collect(),
        cut: steps.last().filter(|_| !all).map(|step| step.from),
        nothing_here: "nothing goes part by part".into(),
        ..Bars::default()
    };
    for Step { unit, pc, from, to, until, words } in steps {
        let Ink::Link(hue) = scene.code().ink(pc) else { continue };
        let words = format!("{}: {words}", scene.code().text(pc).trim());
        let note = bars.note(instruction(scene.code(), pc, words));
        let row = units.binary_search(&unit).unwrap_or(0) as u32;
        bars.bars.push(Bar { row, from, to, style: Style::Work { hue, until }, note });
    }
    Figure::from(Form::Bars(bars))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{causes::CAUSES, events::EVENTS};
    use lanescope_parts::trace::{Sink, event::Record as _};

    #[test]
    fn what_goes_part_by_part_stands_in_the_cycles_of_its_events() {
        let mut log = Log::new(CAUSES, EVENTS, 0, 0);
        log.tell(3, OneByOne { unit: 0, id: 1, pc: 7, entering: 8, life: 10 }.event());
        log.tell(5, TileProduct { unit: 1, id: 2, pc: 8, rows: 16, life: 52 }.event());
        log.tell(6, Crossing { unit: 0, pc: 9, address: 0x1ffc, border: 4096, late: 4 }.event());
        log.close(100);
        let spans = |from, to| {
            let (steps, all) = steps(&log, from, to);
            assert!(all);
            steps
                .into_iter()
                .map(|step| (step.unit, step.pc, step.from, step.to, step.until))
                .collect::<Vec<_>>()
        };
        let all = [(0, 7, 3, 11, 13), (1, 8, 5, 21, 57), (0, 9, 6, 10, 10)];
        assert_eq!(spans(0, 100), all);
        // What is still on its way is seen by who looks later.
        assert_eq!(spans(12, 100), all[..2]);
        assert_eq!(spans(13, 100), all[1..2]);
        assert_eq!(spans(0, 5), all[..1]);
    }
}

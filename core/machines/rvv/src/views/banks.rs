//! The bank map: which bank of word-interleaved memory is busy when.

use alloc::format;

use lanescope_parts::{
    base::OrdMap,
    figure::{
        About, Bars, Figure, Form, Ink, Mark, Panel, Question, Takes,
        bars::{Bar, Note, Style},
        legend::{Entry, Swatch},
        rows::Row,
    },
    machines::panels::{MachinePanel, Scene, recorded},
};

use crate::charts::{self, BankMap};

/// Most accesses of an answer.
const ACCESSES: u32 = 8192;

/// The row of the bank map.
pub const BANKS: MachinePanel = Panel {
    about: About {
        id: "banks",
        title: "Banks",
        says: "Which bank of memory is busy when: look for rows that are always full while others are empty.",
        label: "Bank map: banks by cycles. Arrow keys move the cursor, plus and minus zoom.",
        help: &[
            ("Rows", "Banks of word-interleaved memory."),
            ("Bars", "The access, and how long the bank is busy with it."),
        ],
        legend: &[
            Entry::Swatch(Swatch::Square, Ink::LaneOn, "access"),
            Entry::Swatch(Swatch::Square, Ink::LaneOff, "bank still busy"),
        ],
        empty: "The memory of this machine has no banks. Choose a preset that has some, such as Textbook, 8 banks, or set the memory to banked.",
        takes: &[Takes::Cycles],
        shows: &[],
    },
    answer: banks,
};

fn banks(scene: &dyn Scene, question: &Question) -> Figure {
    let (count, (from, to)) = (scene.dimensions().word_banks, recorded(scene, question));
    if count == 0 {
        return Figure::empty(BANKS.about.empty);
    }
    let map = charts::bank_map(&scene.recording(from, to), from, to, ACCESSES, count);
    Figure::from(Form::Bars(bars(scene, &map)))
}

fn bars(scene: &dyn Scene, map: &BankMap) -> Bars {
    let row = |bank: u32| Row::new(format!("bank {bank}"), Some(Mark::Bank(bank)));
    let mut bars = Bars {
        rows: (0..map.banks).map(row).collect(),
        cut: map.accesses.last().filter(|_| map.cut).map(|access| access.cycle),
        nothing_here: format!("none of the {} banks is busy", map.banks),
        counted: "banks".into(),
        ..Bars::default()
    };
    let mut notes = OrdMap::new();
    for access in map.accesses.iter().filter(|access| access.bank < map.banks) {
        let note = *notes.entry((access.unit, access.bank)).or_insert_with(|| {
            let unit = scene.units().get(access.unit as usize).map_or("", |unit| unit.name.as_str());
            let mark = Some(Mark::Bank(access.bank));
            bars.note(Note { words: format!("access of {unit}"), mark, ..Note::default() })
        });
        let to = access.cycle + u64::from(access.busy);
        bars.bars.push(Bar { row: access.bank, from: access.cycle, to, style: Style::Busy, note });
    }
    bars
}

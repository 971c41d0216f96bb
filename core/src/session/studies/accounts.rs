//! One kernel on several machines: what kinds of instructions each of them executes, and in how many cycles.
//!
//! The kinds are those of the list of well-known counts, so that they mean the same on every machine. A machine that does not
//! tell a kind apart has a dash there, and its instructions of that kind are among the others: the kinds of a machine always
//! add up to all of its instructions. An instruction is one of a unit: for a whole warp or vector.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use super::{Done, Inputs, Numbers, Row, compare};
use crate::{
    figure::{
        About, Bars, Figure, Form, StudyInput, Table,
        bars::{Bar, Note, Style},
        legend::{Entry, Swatch},
        number::{grouped, quantity},
        panel::Of,
        picture::Ink,
        rows::Row as NamedRow,
    },
    machines::WellKnown,
    session::data::Report,
};

/// A kind of instructions: its id among the numbers, its name, and its count.
type Kind = (&'static str, &'static str, fn(&WellKnown) -> Option<u64>);

/// The kinds that machines tell apart, in the order of the picture. No instruction is of two.
const KINDS: [Kind; 4] = [
    ("scalar", "scalar", |known| known.scalar_instructions),
    ("branches", "branches", |known| known.branches),
    ("memory", "global memory", |known| known.memory_accesses),
    ("shared", "work-group memory", |known| known.shared_accesses),
];

/// All that are of none of them.
const OTHERS: (&str, &str) = ("others", "others");

/// The row of the study.
pub const ACCOUNTS: Row = Row {
    about: About {
        id: "instructions",
        title: "Instruction accounts",
        says: "One kernel on several machines: how many instructions of which kind each one executes, and in how many cycles.",
        label: "The instructions of each run by kind.",
        help: &[
            ("Runs", "The document's kernel on each of the presets as it is."),
            ("Instructions", "Those of units: one for a whole warp, or for a vector of any length."),
            (
                "Picture",
                "A bar for each machine; its parts are the kinds of instructions, and the axis counts instructions.",
            ),
            (
                "Others",
                "All that are of no other kind, or of one that the machine does not tell apart; arithmetic is always here.",
            ),
        ],
        legend: &[
            Entry::Swatch(Swatch::Bar, Ink::Link(0), "scalar"),
            Entry::Swatch(Swatch::Bar, Ink::Link(1), "branches"),
            Entry::Swatch(Swatch::Bar, Ink::Link(2), "global memory"),
            Entry::Swatch(Swatch::Bar, Ink::Link(3), "work-group memory"),
            Entry::Swatch(Swatch::Bar, Ink::Link(4), "others"),
        ],
        empty: "The presets are run one after another.",
        takes: &[],
        shows: &[],
    },
    inputs: &[StudyInput::new("presets", Of::Presets, "", compare::PRESETS_SAYS)],
    plan: compare::plan,
    figure,
    numbers,
};

/// The instructions of a run: of each kind, then the others.
fn account(report: &Report) -> ([Option<u64>; KINDS.len()], u64) {
    let kinds = KINDS.map(|(.., count)| count(&report.well_known));
    let known: u64 = kinds.iter().flatten().sum();
    (kinds, report.work.instructions.saturating_sub(known))
}

/// For each run all instructions, and those of each kind as `PRESET.KIND`.
fn numbers(_: &Inputs, done: &[Done]) -> Numbers {
    let mut numbers = Numbers::new();
    for run in done {
        let Ok(report) = &run.report else { continue };
        let (kinds, others) = account(report);
        numbers.push((run.name.clone(), report.work.instructions as f64));
        let of = |id: &str, count: u64| (format!("{}.{id}", run.name), count as f64);
        let kinds = KINDS.iter().zip(kinds).filter_map(|((id, ..), count)| Some(of(id, count?)));
        numbers.extend(kinds.chain([of(OTHERS.0, others), of("cycles", report.cycles)]));
    }
    numbers
}

fn figure(_: &Inputs, done: &[Done]) -> Figure {
    let mut figure = Figure::default();
    figure.push("Instructions of each run", Form::Bars(bars(done)));
    figure.push("", Form::Table(table(done)));
    let most = done.iter().filter_map(|run| Some(run.report.as_ref().ok()?.work.instructions)).max();
    Figure { span: most, ..figure }
}

/// A bar for each run, in parts by kind.
fn bars(done: &[Done]) -> Bars {
    let mut bars = Bars::default();
    for (row, run) in (0u32..).zip(done) {
        bars.rows.push(NamedRow::new(run.name.as_str(), None));
        let Ok(report) = &run.report else { continue };
        let (kinds, others) = account(report);
        let names = KINDS.iter().map(|(_, name, _)| *name).chain([OTHERS.1]);
        let mut from = 0;
        for ((hue, name), count) in (0u8..).zip(names).zip(kinds.into_iter().chain([Some(others)])) {
            let Some(count) = count.filter(|count| *count > 0) else { continue };
            let labels = Vec::from([format!("{name} {}", grouped(count)), grouped(count)]);
            let words = format!("{}: {} instructions: {name}", run.name, grouped(count));
            let note = bars.note(Note { labels, words, mark: None });
            let to = from + count;
            bars.bars.push(Bar { row, from, to, style: Style::Work { hue, until: to }, note });
            from = to;
        }
    }
    bars
}

fn table(done: &[Done]) -> Table {
    let kinds = KINDS.iter().map(|(_, name, _)| *name);
    let heads = ["machine", "instructions"].into_iter().chain(kinds);
    let heads: Vec<&str> =
        heads.chain([OTHERS.1, "cycles", "cycles for each instruction", "remark"]).collect();
    let mut table = Table::new(&heads);
    for run in done {
        let mut cells = Vec::from([run.name.clone()]);
        match &run.report {
            Ok(report) => {
                let (kinds, others) = account(report);
                let all = report.work.instructions;
                let dash = || "–".to_string();
                cells.push(grouped(all));
                cells.extend(kinds.iter().map(|count| count.map_or_else(dash, grouped)));
                cells.extend([grouped(others), grouped(report.cycles)]);
                cells.push(if all > 0 { quantity(report.cycles as f64 / all as f64) } else { dash() });
                cells.push(String::new());
            }
            Err(why) => {
                cells.resize(heads.len() - 1, "–".into());
                cells.push(why.clone());
            }
        }
        table.rows.push(cells.into_iter().map(crate::figure::table::TableCell::text).collect());
    }
    table
}

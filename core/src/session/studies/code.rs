//! One kernel, or one program by hand, on machines with registers of different widths: how long its code is, how many instructions
//! it executes, and how many elements each of them works on (hp_ch4 HS11, HA01, 8.3).
//!
//! Long vectors and wider registers do the same work with fewer instructions; code for a fixed width needs more text, because the
//! elements that fill no register want a loop of their own. Beside the counts stand those that the literature prints for
//! another program, as they are printed: they are no goal of these runs.
//!
//! An instruction is one of a unit. Where a machine does not tell scalar instructions apart, there is a dash.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use super::{Done, Inputs, Machines, Numbers, Plan, Row, compare, on_presets};
use crate::{
    document::{MachineChoice, machine_of},
    figure::{
        About, Bars, Figure, Form, StudyInput, Table,
        bars::{Bar, Note, Style},
        legend::{Entry, Swatch},
        number::{grouped, quantity},
        panel::Of,
        picture::Ink,
        rows::Row as NamedRow,
    },
    session::data::Report,
};

/// The row of the study.
pub const CODE: Row = Row {
    about: About {
        id: "code",
        title: "Code size and instruction counts",
        says: "One program on registers of several widths: how long is its text, how many instructions does it execute, and how many elements does each of them do?",
        label: "The instructions that each run executes, scalar ones first, and what its text has.",
        help: &[
            (
                "Runs",
                "The document's text on each of the presets as it is: on all of its machine, and on the first of each other one, if none are given. A machine without packed float instructions, such as MMX, stands for scalar code.",
            ),
            (
                "Picture",
                "A bar for each run: scalar instructions, which move addresses, count loops and do remainders, then those on many elements.",
            ),
            (
                "Text",
                "Instructions of the program, each once; those of innermost loops, and the others, which are bookkeeping; bytes where the machine says how long an instruction is.",
            ),
            (
                "Elements",
                "Those that took part in an instruction on many, on average, and the elements that were stored for each instruction executed. A move of a whole packed register moves elements of the width that its mnemonic says, whatever they mean.",
            ),
            (
                "As printed",
                "Figure 4.12 of the textbook: DAXPY of 1,000 doubles in IA-32 with AVX2 and in RV32V, other programs than these.",
            ),
        ],
        legend: &[
            Entry::Swatch(Swatch::Bar, Ink::Link(0), "scalar"),
            Entry::Swatch(Swatch::Bar, Ink::Link(1), "on many elements"),
        ],
        empty: "The presets are run one after another.",
        takes: &[],
        shows: &[],
    },
    inputs: &[StudyInput::new("presets", Of::Presets, "", PRESETS_SAYS)],
    plan,
    figure,
    numbers,
};

/// What the list of presets means.
const PRESETS_SAYS: &str = "the presets, with commas between them (all of the document's machine and the first of each other one if there are none)";

/// A program whose counts are printed in the literature (hp_ch4 8.3; the last number is corrected in packed_facts A1).
const PRINTED: [(&str, [u64; 5]); 2] =
    [("IA-32 AVX2", [29, 6, 23, 4, 1517]), ("RV32V", [13, 10, 3, 64, 163])];

/// What of them is printed.
const PRINTED_HEADS: [&str; 5] =
    ["instructions of the text", "of the main loop", "bookkeeping", "results of a turn", "executed"];

fn plan(choice: &MachineChoice, inputs: &Inputs, machines: &Machines) -> Result<Vec<Plan>, String> {
    if !inputs.get("presets").trim().is_empty() {
        return compare::plan(choice, inputs, machines);
    }
    let own = |preset: &&String| machine_of(preset) == choice.machine();
    let of = |presets: &Vec<String>| match presets.first() {
        Some(first) if own(&first) => presets.clone(),
        first => first.cloned().into_iter().collect(),
    };
    Ok(on_presets(machines.presets.iter().flat_map(of).collect()))
}

/// What a run executed: all instructions, and the scalar ones if its machine tells them apart.
#[derive(Clone, Copy)]
struct Executed {
    all: u64,
    scalar: Option<u64>,
}

impl Executed {
    fn of(report: &Report) -> Executed {
        Executed { all: report.work.instructions, scalar: report.well_known.scalar_instructions }
    }

    /// Instructions on many elements.
    fn wide(self) -> u64 {
        self.all.saturating_sub(self.scalar.unwrap_or(0))
    }
}

/// A number of a run: its id among the numbers, the head of its column, and what it is.
type Column = (&'static str, &'static str, fn(&Report) -> Option<f64>);

/// The numbers of a run, in the order of the table.
const COLUMNS: [Column; 9] = [
    ("text", "instructions of the text", |report| report.number("text_instructions")),
    ("loops", "of innermost loops", |report| report.number("loop_instructions")),
    ("bookkeeping", "bookkeeping", |report| {
        Some(report.number("text_instructions")? - report.number("loop_instructions")?)
    }),
    ("bytes", "bytes of code", |report| report.number("code_bytes")),
    ("executed", "executed", |report| Some(Executed::of(report).all as f64)),
    ("scalar", "scalar", |report| Executed::of(report).scalar.map(|count| count as f64)),
    ("wide", "on many elements", |report| Some(Executed::of(report).wide() as f64)),
    ("elements", "elements of one of them", elements),
    ("results", "elements stored for each executed", |report| {
        ratio(report.well_known.stored_elements? as f64, report.work.instructions as f64)
    }),
];

/// Elements of an instruction on many, on average.
fn elements(report: &Report) -> Option<f64> {
    let wide = Executed::of(report);
    let elements = match wide.scalar {
        Some(scalar) => report.work.lane_operations.saturating_sub(scalar),
        None => report.work.lane_operations,
    };
    ratio(elements as f64, wide.wide() as f64)
}

fn ratio(over: f64, under: f64) -> Option<f64> {
    (under > 0.0).then(|| over / under)
}

/// For each run what it executes, and each column as `PRESET.COLUMN`.
fn numbers(_: &Inputs, done: &[Done]) -> Numbers {
    let mut numbers = Numbers::new();
    for run in done {
        let Ok(report) = &run.report else { continue };
        numbers.push((run.name.clone(), Executed::of(report).all as f64));
        let column = |(id, _, value): &Column| Some((format!("{}.{id}", run.name), value(report)?));
        numbers.extend(COLUMNS.iter().filter_map(column));
    }
    numbers
}

fn figure(_: &Inputs, done: &[Done]) -> Figure {
    let mut figure = Figure::default();
    figure.push("Instructions executed", Form::Bars(bars(done)));
    figure.push("Text and counts", Form::Table(table(done)));
    figure.push("As printed (hp_ch4 8.3): DAXPY, 1,000 doubles", Form::Table(printed()));
    let most = done.iter().filter_map(|run| Some(Executed::of(run.report.as_ref().ok()?).all)).max();
    Figure { span: most, ..figure }
}

/// A bar for each run: scalar instructions, then the others.
fn bars(done: &[Done]) -> Bars {
    let mut bars = Bars::default();
    for (row, run) in (0u32..).zip(done) {
        bars.rows.push(NamedRow::new(run.name.as_str(), None));
        let Ok(report) = &run.report else { continue };
        let executed = Executed::of(report);
        let parts = [("scalar", executed.scalar.unwrap_or(0)), ("on many elements", executed.wide())];
        let mut from = 0;
        for ((hue, (name, count)), to) in (0u8..).zip(parts).zip([parts[0].1, executed.all]) {
            if count == 0 {
                continue;
            }
            let labels = Vec::from([format!("{name} {}", grouped(count)), grouped(count)]);
            let words = format!("{}: {} instructions: {name}", run.name, grouped(count));
            let note = bars.note(Note { labels, words, mark: None });
            bars.bars.push(Bar { row, from, to, style: Style::Work { hue, until: to }, note });
            from = to;
        }
    }
    bars
}

/// The columns of each run, and what it executes as a part of the first run's.
fn table(done: &[Done]) -> Table {
    let heads = COLUMNS.iter().map(|(_, head, _)| *head);
    let heads: Vec<&str> =
        ["machine"].into_iter().chain(heads).chain(["executed, of the first", "remark"]).collect();
    let mut table = Table::new(&heads);
    let first = done.iter().find_map(|run| Some(Executed::of(run.report.as_ref().ok()?).all as f64));
    for run in done {
        let dash = || "–".to_string();
        let report = run.report.as_ref();
        let cell = |(.., value): &Column| report.ok().and_then(*value).map_or_else(dash, quantity);
        let of_first = report.ok().and_then(|report| ratio(Executed::of(report).all as f64, first?));
        let mut cells = Vec::from([run.name.clone()]);
        cells.extend(COLUMNS.iter().map(cell));
        cells.push(of_first.map_or_else(dash, |ratio| format!("{ratio:.3}")));
        cells.push(report.err().cloned().unwrap_or_default());
        table.rows.push(cells.into_iter().map(crate::figure::table::TableCell::text).collect());
    }
    table
}

/// What the literature prints, a program in each row.
fn printed() -> Table {
    let heads: Vec<&str> = ["program"].into_iter().chain(PRINTED_HEADS).collect();
    let mut table = Table::new(&heads);
    for (name, counts) in PRINTED {
        let cells = [name.to_string()].into_iter().chain(counts.into_iter().map(grouped));
        table.rows.push(cells.map(crate::figure::table::TableCell::text).collect());
    }
    table
}

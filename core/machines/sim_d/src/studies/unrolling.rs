//! What it brings to write turns of loops behind each other (SD-103; simd C5, 8.7): size of the code, cycles of a run, and the bound of
//! the worst case under each policy of the scratchpads, side by side.
//!
//! A kernel is compiled with its loops as they are, with some turns of innermost loops behind each other, and with whole small loops
//! written out, whatever the estimate of the compiler says. Each of these is run and bounded with the settings as they are, and
//! under both policies that leave one order of phases. Bounds are those of the study of the worst case.

use alloc::{
    boxed::Box,
    format,
    string::{String, ToString},
    vec::Vec,
};

use lanescope_parts::{
    codegen::turns::Turns,
    figure::{
        About, Figure, Form, Ink, Plot, StudyInput, Table,
        legend::{Entry, Swatch},
        number::grouped,
        panel::Of,
        plot::{Axis, Series, Style},
    },
    launch::bind::Bound,
    machines::studies::{Analysis, Asked, Begin, Steps, Study},
    source::{Diagnostic, Span},
};

use super::{
    TURNS, turns,
    variants::{Outcome, Variant, Variants},
};
use crate::{
    family::Function,
    isa::{INSTRUCTION_BYTES, resources::resources},
    spec::Spec,
    timing::settings::Scratchpad,
    wcet::marks::DECISION,
};

/// What it can be given.
const WAYS: &[StudyInput] = &[
    StudyInput::new(
        "together",
        Of::Number,
        "2, 4, 8",
        "so many turns of a loop behind each other, with commas",
    ),
    TURNS,
];

/// Turns of loops behind each other.
pub const STUDY: Study<Begin<Function, Spec>> = Study {
    about: About {
        id: "unrolling",
        title: "Loops written out",
        says: "What does it bring to write some turns of a loop, or all, behind each other: in a run, and in the worst case?",
        label: "Size of the code, cycles and bounds of a kernel with its loops as they are, with some turns behind each other, and with all.",
        help: &[
            (
                "Ways",
                "The loops as they are; so many turns of each innermost loop whose turns that divides; and loops of at most 64 turns as a whole. Turns must be known when the launch begins.",
            ),
            (
                "Saving",
                "A turn that is written out counts, compares and jumps no more. The code gets longer: its upload takes cycles, and it may need more registers.",
            ),
            (
                "Policies",
                "As set: the settings as they are. As accesses, as computation: groups start in pairs, and transfers of scratchpads are accesses or computation.",
            ),
            ("Bound", "No run is longer with these settings, if what is said of branches and loops is true."),
        ],
        legend: &[
            Entry::Swatch(Swatch::Point, Ink::LaneOn, "a run"),
            Entry::Swatch(Swatch::Point, Ink::Link(3), "its bound"),
        ],
        empty: "The launch is compiled in several ways, run and bounded.",
        takes: &[],
        shows: &[],
    },
    inputs: WAYS,
    decides: &[DECISION],
    begin: begin as Begin<Function, Spec>,
};

/// Policies, by the names of numbers, and for people.
const POLICIES: [(&str, &str, Option<Scratchpad>); 3] = [
    ("as_set", "as set", None),
    ("as_access", "as accesses", Some(Scratchpad::AsAccess)),
    ("as_compute", "as computation", Some(Scratchpad::AsCompute)),
];

/// Most turns behind each other, and most numbers of them.
const MOST: [usize; 2] = [64, 8];

/// A kernel with its loops in several ways, each under all policies.
#[derive(Debug)]
pub struct Unrolling(Variants);

/// Begins to compile and run a launch in several ways.
///
/// # Errors
/// An input is wrong, or the program is by hand.
pub fn begin(
    function: &Function,
    spec: &Spec,
    launch: Bound,
    asked: &Asked,
) -> Result<Box<dyn Analysis>, Diagnostic> {
    let wrong = |message: String| Diagnostic::error("unrolling::input", Span::NONE, message);
    if matches!(function, Function::Text(..)) {
        return Err(wrong(
            "Loops of a program by hand are written out by hand: take a kernel of OpenCL C or CUDA.".into(),
        ));
    }
    let mut ways: Vec<(String, Option<Turns>)> = Vec::from([("loops".to_string(), None)]);
    for text in asked.input("together").split([',', ' ']).filter(|text| !text.is_empty()) {
        let count = text.parse().ok().filter(|count| (2..=MOST[0]).contains(count));
        let count: usize = count
            .ok_or_else(|| wrong(format!("`together` are numbers from 2 to {}, not `{text}`", MOST[0])))?;
        ways.push((format!("turns_{count}"), Some(Turns::Together(count))));
    }
    if ways.len() > MOST[1] + 1 {
        return Err(wrong(format!("`together` are at most {} numbers", MOST[1])));
    }
    ways.push(("whole".to_string(), Some(Turns::Whole)));
    let variant = |(way, turns): &(String, Option<Turns>), policy: usize| {
        let mut spec = spec.clone();
        spec.compiler.unrolling = false;
        let (name, _, scratchpads) = POLICIES[policy];
        if let Some(scratchpads) = scratchpads {
            (spec.timing.scratchpad_phases, spec.timing.pairwise) = (scratchpads, true);
        }
        Variant { name: format!("{way} {name}"), spec, turns: *turns }
    };
    let list = ways.iter().flat_map(|way| (0..POLICIES.len()).map(move |policy| variant(way, policy)));
    let variants = Variants::new(function, launch, list.collect());
    Ok(Box::new(Unrolling(variants.bounded(turns(asked)?, asked))))
}

/// A way, with what came of it under the policies that are done.
struct Row<'v> {
    id: &'v str,
    outcomes: Vec<&'v Result<Outcome, String>>,
}

impl Row<'_> {
    /// For people.
    fn name(&self) -> String {
        match self.id.split_once('_') {
            Some((_, count)) => format!("{count} turns together"),
            None if self.id == "whole" => "whole loops".into(),
            None => "loops as they are".into(),
        }
    }

    fn outcome(&self, policy: usize) -> Option<&Outcome> {
        self.outcomes.get(policy)?.as_ref().ok()
    }

    /// Cycles of a run under a policy, and their bound.
    fn numbers(&self, policy: usize) -> [Option<u64>; 2] {
        let outcome = self.outcome(policy);
        let bound = outcome.and_then(|outcome| outcome.bound.as_ref()?.as_ref().ok().copied());
        [outcome.map(|outcome| outcome.cycles), bound]
    }
}

impl Unrolling {
    fn rows(&self) -> Vec<Row<'_>> {
        let mut rows: Vec<Row<'_>> = Vec::new();
        for (variant, outcome) in self.0.done() {
            let id = variant.name.split(' ').next().unwrap_or_default();
            match rows.last_mut().filter(|row| row.id == id) {
                Some(row) => row.outcomes.push(outcome),
                None => rows.push(Row { id, outcomes: Vec::from([outcome]) }),
            }
        }
        rows
    }
}

/// A number, and how far it is from the first of its kind.
fn beside(number: Option<u64>, first: Option<u64>) -> String {
    match (number, first) {
        (None, _) => "–".into(),
        (Some(number), Some(first)) if first > 0 && number != first => {
            let percent = 100.0 * (number as f64 - first as f64) / first as f64;
            format!("{} ({percent:+.1} %)", grouped(number))
        }
        (Some(number), _) => grouped(number),
    }
}

fn code(rows: &[Row<'_>]) -> Table {
    let heads =
        ["loops", "instructions", "bytes", "vector registers", "scalar registers", "upload", "groups of"];
    let mut table = Table::new(&heads);
    for row in rows {
        let Some(Outcome { program, counts, launch, .. }) = row.outcome(0) else { continue };
        let (count, used) = (program.instructions.len() as u64, resources(program));
        table.push([
            row.name(),
            grouped(count),
            grouped(count * u64::from(INSTRUCTION_BYTES)),
            used.vectors.to_string(),
            used.scalars.to_string(),
            grouped(counts.upload),
            format!("{} x {}", launch.width, launch.height()),
        ]);
    }
    table
}

fn cycles(rows: &[Row<'_>]) -> Table {
    let heads = POLICIES.iter().flat_map(|(_, name, _)| [format!("run, {name}"), "bound".into()]);
    let heads: Vec<String> = core::iter::once("loops".to_string()).chain(heads).collect();
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let mut table = Table::new(&heads);
    for row in rows {
        let cell = |at: usize| {
            let of = |row: &Row<'_>| row.numbers(at / 2)[at % 2];
            beside(of(row), of(&rows[0]))
        };
        let [a, b, c, d, e, f] = core::array::from_fn(cell);
        table.push([row.name(), a, b, c, d, e, f]);
    }
    table
}

/// Runs and bounds, with the settings as they are.
fn plot(rows: &[Row<'_>]) -> Plot {
    let series = |at: usize, name: &str, ink: Ink| {
        let known = rows.iter().enumerate().filter_map(|(x, row)| Some((x, row.numbers(0)[at]?)));
        let points = known.map(|(x, cycles)| (x as f64, cycles as f64)).collect();
        Series { name: name.into(), ink, style: Style::Points, points, labels: Vec::new() }
    };
    Plot {
        x: Axis::new("loops: as they are, some turns behind each other, whole", "way")
            .named(rows.iter().map(Row::name)),
        y: Axis::new("cycles, with the settings as they are", "cycles"),
        series: Vec::from([series(0, "run", Ink::LaneOn), series(1, "bound", Ink::Link(3))]),
        ..Plot::default()
    }
}

impl Analysis for Unrolling {
    fn advance(&mut self, budget: u64) -> Result<Steps, Diagnostic> {
        Ok(self.0.advance(budget))
    }

    fn figure(&self) -> Figure {
        let (known, refused): (Vec<Row<'_>>, Vec<Row<'_>>) =
            self.rows().into_iter().partition(|row| row.outcomes.iter().any(|one| one.is_ok()));
        let mut words: Vec<String> = Vec::new();
        let why = |row: &Row<'_>| row.outcomes.iter().find_map(|one| one.as_ref().err().cloned());
        // Those that are refused for the same reason stand behind each other.
        for alike in refused.chunk_by(|one, next| why(one) == why(next)) {
            let names: Vec<String> = alike.iter().map(Row::name).collect();
            let why = why(&alike[0]).unwrap_or_default();
            words.push(format!("{}: {}.", names.join(", "), why.trim_end_matches('.')));
        }
        let unbounded = known.iter().flat_map(|row| &row.outcomes).find_map(|one| {
            let why = one.as_ref().ok()?.bound.as_ref()?.as_ref().err()?;
            Some(format!("No bound: {}", why.as_str()))
        });
        words.extend(unbounded);
        let remark = words.join(" ");
        if known.is_empty() {
            return Figure::empty(if remark.is_empty() { STUDY.about.empty.into() } else { remark });
        }
        let mut figure = Figure::default();
        figure.push("The code", Form::Table(code(&known)));
        figure.push("Cycles of a run, and the most that a run can take", Form::Table(cycles(&known)));
        figure.push("", Form::Plot(plot(&known)));
        figure.with_remark(remark)
    }

    fn numbers(&self) -> Vec<(String, f64)> {
        let mut list = Vec::new();
        for row in self.rows() {
            let count = row.outcome(0).map(|outcome| outcome.program.instructions.len() as f64);
            list.extend(count.map(|count| (format!("{}_instructions", row.id), count)));
            for (at, (policy, ..)) in POLICIES.iter().enumerate() {
                for (what, number) in ["cycles", "bound"].iter().zip(row.numbers(at)) {
                    list.extend(number.map(|number| (format!("{}_{policy}_{what}", row.id), number as f64)));
                }
            }
        }
        list
    }
}

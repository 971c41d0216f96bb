//! What it brings to write turns of loops behind each other (SD-103; simd C5, 8.7): size of the code, cycles of a run, and the bound of
//! the worst case under each policy of the scratchpads, side by side.
//!
//! A kernel is compiled with its loops as they are, with some turns of innermost loops behind each other, and with whole small loops
//! written out, whatever the estimate of the compiler says. Each of these is run with the settings as they are, and under both policies
//! that leave one order of phases. When the runs are over, each is bounded, as in the study of the worst case.

use alloc::{
    boxed::Box,
    format,
    string::{String, ToString},
    sync::Arc,
    vec::Vec,
};

use lanescope_parts::{
    figure::{
        About, Figure, Form, Ink, Plot, StudyInput, Table,
        legend::{Entry, Swatch},
        number::grouped,
        panel::Of,
        plot::{Axis, Series, Style},
    },
    launch::bind::Bound,
    machines::{
        settings::Settings as _,
        studies::{Analysis, Asked, Begin, Decision, Plan, Ran, Steps, Study},
    },
    source::{Diagnostic, Span},
};

use super::{TURNS, turns};
use crate::{
    exec::Launch,
    family::Function,
    isa::{INSTRUCTION_BYTES, Program, resources::resources},
    spec::Spec,
    wcet::{
        marks::{DECISION, Given},
        plan,
        sweep::Delays,
    },
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

/// Settings with their values.
type Changes = &'static [(&'static str, &'static str)];

/// Policies, by the names of numbers, and for people, with what they set.
const POLICIES: [(&str, &str, Changes); 3] = [
    ("as_set", "as set", &[]),
    ("as_access", "as accesses", &[("scratchpad_phases", "as-access"), ("pairwise", "on")]),
    ("as_compute", "as computation", &[("scratchpad_phases", "as-compute"), ("pairwise", "on")]),
];

/// Most turns behind each other, and most numbers of them.
const MOST: [usize; 2] = [64, 8];

/// What came of a run.
#[derive(Clone, Debug)]
struct Outcome {
    cycles: u64,
    /// Cycles of the upload of its program.
    upload: u64,
    /// The program and the cut of the launch: known when it is bounded.
    made: Option<(Arc<Program>, Launch)>,
    /// The bound of its cycles, or why it has none, when that is known.
    bound: Option<Result<u64, String>>,
}

/// A kernel with its loops in several ways, each under all policies.
#[derive(Debug)]
pub struct Unrolling {
    function: Function,
    launch: Bound,
    /// Most turns of loops of which nothing else is known, and what a person has decided: of bounds.
    given: (Option<u32>, Vec<Decision>),
    /// Way by way under each policy: the run, and the settings of it.
    plans: Vec<(Plan, Spec)>,
    /// What came of each that is over, or why nothing did.
    outcomes: Vec<Option<Result<Outcome, String>>>,
    /// How many were bounded, and the bound under way.
    bounded: usize,
    now: Option<Box<plan::Plan>>,
    /// Delays of requests: all have the same DRAM.
    delays: Option<Delays>,
}

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
    let together = together(asked).map_err(wrong)?;
    let mut ways = Vec::from([("loops".to_string(), Vec::from([("unrolling", "off".to_string())]))]);
    ways.extend(together.into_iter().map(|count| {
        let changes = [("unrolling", "together".to_string()), ("turns_together", count.to_string())];
        (format!("turns_{count}"), changes.into())
    }));
    ways.push(("whole".to_string(), Vec::from([("unrolling", "whole".to_string())])));
    let mut plans = Vec::new();
    for (way, changes) in &ways {
        for (policy, _, more) in POLICIES {
            let (mut spec, mut machine) = (spec.clone(), asked.machine.clone());
            let own = changes.iter().map(|(id, value)| (*id, value.as_str()));
            for (id, value) in own.chain(more.iter().copied()) {
                spec.set(id, value).map_err(wrong)?;
                machine = machine.with(id, value);
            }
            plans.push((Plan::new(format!("{way} {policy}"), machine), spec));
        }
    }
    Ok(Box::new(Unrolling {
        function: function.clone(),
        launch,
        given: (turns(asked)?, asked.decisions.clone()),
        outcomes: alloc::vec![None; plans.len()],
        plans,
        bounded: 0,
        now: None,
        delays: None,
    }))
}

/// The numbers of turns that are behind each other.
fn together(asked: &Asked) -> Result<Vec<usize>, String> {
    let count = |text: &str| {
        let count = text.parse().ok().filter(|count| (2..=MOST[0]).contains(count));
        count.ok_or_else(|| format!("`together` are numbers from 2 to {}, not `{text}`", MOST[0]))
    };
    let texts = asked.input("together").split([',', ' ']).filter(|text| !text.is_empty());
    let counts = texts.map(count).collect::<Result<Vec<usize>, String>>()?;
    match counts.len() <= MOST[1] {
        true => Ok(counts),
        false => Err(format!("`together` are at most {} numbers", MOST[1])),
    }
}

/// A way, with what came of it under the policies that are done.
struct Row<'v> {
    id: &'v str,
    outcomes: [Option<&'v Result<Outcome, String>>; POLICIES.len()],
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
        self.outcomes[policy]?.as_ref().ok()
    }

    /// Why a run under one of the policies was not made.
    fn refusal(&self) -> Option<&str> {
        self.outcomes.iter().flatten().find_map(|one| one.as_ref().err().map(String::as_str))
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
        for ((plan, _), outcome) in self.plans.iter().zip(&self.outcomes) {
            let Some(outcome) = outcome else { continue };
            let (id, policy) = plan.name.split_once(' ').unwrap_or_default();
            if rows.last().is_none_or(|row| row.id != id) {
                rows.push(Row { id, outcomes: [None; POLICIES.len()] });
            }
            let at = POLICIES.iter().position(|(known, ..)| *known == policy);
            if let (Some(row), Some(at)) = (rows.last_mut(), at) {
                row.outcomes[at] = Some(outcome);
            }
        }
        rows
    }

    /// Begins to bound a run: its kernel is compiled again.
    fn begin_bound(&self, spec: &Spec) -> Result<(plan::Plan, Arc<Program>, Launch), String> {
        let begun = self.function.begin(spec, self.launch.clone()).map_err(|found| found.message)?;
        let (turns, decisions) = &self.given;
        let given = Given { decisions, turns: *turns, refresh_start: None };
        let plan = plan::Plan::new(begun.program.clone(), begun.launch, spec, &given);
        let plan = plan.map_err(|found| found.message)?.without_author();
        Ok((plan, begun.program, begun.launch))
    }

    /// Goes on with the bound of a run; the bound when it is known.
    fn bound(&mut self, at: usize, budget: u64) -> Option<Result<u64, String>> {
        let mut plan = match self.now.take() {
            Some(plan) => plan,
            None => match self.begin_bound(&self.plans[at].1) {
                Err(why) => return Some(Err(why)),
                Ok((plan, program, launch)) => {
                    if let Some(Ok(outcome)) = &mut self.outcomes[at] {
                        outcome.made = Some((program, launch));
                    }
                    Box::new(match self.delays.take() {
                        Some(delays) => plan.with_delays(delays),
                        None => plan,
                    })
                }
            },
        };
        if let Err(found) = plan.advance(budget) {
            return Some(Err(found.message));
        }
        match plan.report().map(|report| report.bound) {
            Some(bound) => {
                self.delays = Some(plan.into_delays());
                Some(Ok(bound))
            }
            None => {
                self.now = Some(plan);
                None
            }
        }
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
        let Some(Outcome { made: Some((program, launch)), upload, .. }) = row.outcome(0) else { continue };
        let (count, used) = (program.instructions.len() as u64, resources(program));
        table.push([
            row.name(),
            grouped(count),
            grouped(count * u64::from(INSTRUCTION_BYTES)),
            used.vectors.to_string(),
            used.scalars.to_string(),
            grouped(*upload),
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
    fn runs(&self) -> Vec<Plan> {
        self.plans.iter().map(|(plan, _)| plan.clone()).collect()
    }

    fn ran(&mut self, run: usize, came: Result<Ran, &str>) -> Result<(), Diagnostic> {
        let outcome =
            |ran: Ran| Outcome { cycles: ran.cycles, upload: ran.counter("upload"), made: None, bound: None };
        self.outcomes[run] = Some(came.map(outcome).map_err(String::from));
        Ok(())
    }

    fn steps(&self) -> usize {
        self.plans.len()
    }

    fn advance(&mut self, budget: u64) -> Result<Steps, Diagnostic> {
        let at = self.bounded;
        if let Some(Some(Ok(_))) = self.outcomes.get(at) {
            if let Some(found) = self.bound(at, budget) {
                if let Some(Ok(outcome)) = &mut self.outcomes[at] {
                    outcome.bound = Some(found);
                }
                self.bounded += 1;
            }
        } else {
            self.bounded += 1;
        }
        let now =
            self.plans.get(self.bounded).map_or(String::new(), |(plan, _)| format!("bound, {}", plan.name));
        Ok(Steps { done: self.bounded, all: self.plans.len(), now })
    }

    fn figure(&self) -> Figure {
        let (known, refused): (Vec<Row<'_>>, Vec<Row<'_>>) = self
            .rows()
            .into_iter()
            .partition(|row| (0..POLICIES.len()).any(|policy| row.outcome(policy).is_some()));
        let mut words: Vec<String> = Vec::new();
        // Those that are refused for the same reason stand behind each other.
        for alike in refused.chunk_by(|one, next| one.refusal() == next.refusal()) {
            let names: Vec<String> = alike.iter().map(Row::name).collect();
            let why = alike[0].refusal().unwrap_or_default();
            words.push(format!("{}: {}.", names.join(", "), why.trim_end_matches('.')));
        }
        let all = known.iter().flat_map(|row| row.outcomes.iter().flatten());
        let unbounded = all.filter_map(|one| one.as_ref().ok()?.bound.as_ref()?.as_ref().err()).next();
        words.extend(unbounded.map(|why| format!("No bound: {why}")));
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
            let made = row.outcome(0).and_then(|outcome| outcome.made.as_ref());
            let count = made.map(|(program, _)| program.instructions.len() as f64);
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

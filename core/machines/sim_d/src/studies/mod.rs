//! The studies of the machine's own: the bound of a launch, many runs of it beside the bound, and requests and phases by themselves.

pub mod design;
pub mod layouts;
pub mod orders;
pub mod requests;
pub mod trimming;
pub mod unrolling;
pub mod worst_case;

use alloc::boxed::Box;

use lanescope_parts::{
    figure::{
        About, Ink, StudyInput,
        legend::{Entry, Swatch},
        panel::Of,
    },
    launch::bind::Bound,
    machines::studies::{self, Analysis, Asked, Begin, Study},
    source::{Diagnostic, Span},
};

use self::worst_case::observed::{self, Observed};
use crate::{
    family::Function,
    spec::Spec,
    wcet::{
        marks::{DECISION, Given},
        plan::Plan,
    },
};

/// How often loops turn of which nothing else is known.
pub const TURNS: StudyInput = StudyInput::new(
    "turns",
    Of::Number,
    "",
    "most times that a loop goes back to its beginning of which nothing else is known",
);

/// What the bound of a launch can be given.
const BOUND: &[StudyInput] = &[TURNS];

/// What many runs of a launch can be given.
const RUNS: &[StudyInput] = &[
    StudyInput::new("runs", Of::Number, "64", "how many runs"),
    StudyInput::new("places", Of::Number, "4", "at how many places the buffers of a program by hand lie"),
    StudyInput::new("shuffle", Of::Number, "1", "1: data in a random order; 0: as they are"),
    StudyInput::new("seed", Of::Number, "1", "where the random numbers begin"),
    TURNS,
];

/// The studies.
pub const STUDIES: &[Study<Begin<Function, Spec>>] = &studies::rows([
    Study {
        about: About {
            id: "wcet",
            title: "Worst case",
            says: "How long does the launch take at most, whatever its data are, and of which phases is that made?",
            label: "The bounds, the phases of the first groups, and what each part of the program costs at most.",
            help: &[
                (
                    "Bounds",
                    "Those of the author's tool, and `bound`: with the settings as they are, no run is longer, if what is said of branches and loops is true.",
                ),
                (
                    "Phases",
                    "A group computes or waits for one request. Here every phase lasts as long as it may: two groups take turns, or, where that is not sure, one goes behind the other.",
                ),
                (
                    "Critical path",
                    "The phases that decide when all ends. Grounds are the pairs of groups of which the formula makes its sum, or groups.",
                ),
                (
                    "Requests",
                    "The longest of all places where a request may lie, by runs of the memory controller, each after whatever was served before.",
                ),
                (
                    "Loops",
                    "What bounds each: an annotation of the program, what the compiler found out for the numbers of this launch, or the decision `bound` about a line: most times that the loop on it goes back to its beginning.",
                ),
            ],
            legend: &[
                Entry::Swatch(Swatch::Bar, Ink::Link(0), "computes"),
                Entry::Swatch(Swatch::Bar, Ink::Link(3), "main memory"),
                Entry::Swatch(Swatch::Bar, Ink::Link(5), "scratchpad"),
                Entry::Swatch(Swatch::Bar, Ink::Link(6), "upload, refreshes"),
            ],
            empty: "The program is analysed, it is not run.",
            takes: &[],
            shows: &[],
        },
        inputs: BOUND,
        decides: &[DECISION],
        begin: worst_case as Begin<Function, Spec>,
    },
    Study {
        about: About {
            id: "observed",
            title: "Runs and bound",
            says: "The same launch many times, with other data, places of its buffers and phases of the refresh: how far do the runs differ, and how near is the bound?",
            label: "The lengths of the runs as columns, with the bound; and each run by its refresh.",
            help: &[
                (
                    "Runs",
                    "Each begins at a random place between two refreshes. The buffers of a program by hand lie up to 4,095 words further on, all by as many; those of a compiled kernel stay.",
                ),
                (
                    "Data",
                    "The words of each buffer stand in a random order, but of those that scalars are read from, since they may decide about branches. Where a person bounds a loop the data stay as they are.",
                ),
                (
                    "Bound",
                    "That of the study of the worst case, the longest of all these places and refreshes.",
                ),
                ("Columns", "How many runs are so many cycles longer than the shortest one."),
            ],
            legend: &[
                Entry::Swatch(Swatch::Square, Ink::LaneOn, "runs"),
                Entry::Swatch(Swatch::Upright, Ink::Link(3), "the bound"),
            ],
            empty: "The launch is bounded, then run many times.",
            takes: &[],
            shows: &[],
        },
        inputs: RUNS,
        decides: &[DECISION],
        begin: observed as Begin<Function, Spec>,
    },
    requests::STUDY,
    orders::STUDY,
    layouts::STUDY,
    unrolling::STUDY,
    trimming::STUDY,
    design::STUDY,
]);

/// Begins the analysis of a launch's longest time.
///
/// # Errors
/// The launch does not fit, or the program cannot be bounded.
pub fn worst_case(
    function: &Function,
    spec: &Spec,
    launch: Bound,
    asked: &Asked,
) -> Result<Box<dyn Analysis>, Diagnostic> {
    let (program, launch) = function.begin_without_data(spec, launch)?;
    let refresh_start = asked.is_set("refresh_start").then_some(spec.timing.dram.refresh_start);
    let given = Given { decisions: &asked.decisions, turns: turns(asked)?, refresh_start };
    let plan = Plan::new(program, launch, spec, &given)?;
    Ok(worst_case::Study::boxed(plan, asked.files.text()))
}

/// Begins many runs of a launch.
///
/// # Errors
/// As [`worst_case()`], or an input is wrong.
pub fn observed(
    function: &Function,
    spec: &Spec,
    launch: Bound,
    asked: &Asked,
) -> Result<Box<dyn Analysis>, Diagnostic> {
    let begun = function.begin(spec, launch)?;
    let by_hand = matches!(function, Function::Text(..));
    let number = |name| number(asked, name).map(|number: Option<u64>| number.unwrap_or(0));
    let wanted = observed::Wanted {
        runs: number("runs")?,
        places: if by_hand { number("places")? } else { 1 },
        shuffle: number("shuffle")? != 0,
        seed: number("seed")?,
        turns: turns(asked)?,
        decisions: asked.decisions.clone(),
    };
    Ok(Box::new(Observed::new(begun, spec, wanted)?))
}

/// How often loops turn of which nothing else is known, as a person says.
///
/// # Errors
/// It is no number.
pub fn turns(asked: &Asked) -> Result<Option<u32>, Diagnostic> {
    number(asked, "turns")
}

/// A number by its name; nothing if it is empty.
///
/// # Errors
/// It is no number.
pub fn number<N: core::str::FromStr>(asked: &Asked, name: &str) -> Result<Option<N>, Diagnostic> {
    let text = asked.input(name).trim();
    if text.is_empty() {
        return Ok(None);
    }
    text.parse().map(Some).map_err(|_| {
        let message = alloc::format!("`{name}` is a whole number, not `{text}`");
        Diagnostic::error("wcet::input", Span::NONE, message)
    })
}

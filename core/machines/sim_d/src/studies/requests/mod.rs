//! Requests of main memory by themselves: how long one takes at most, and what of the data bus it uses (simd 7.2 to 7.5).
//!
//! A request is a rectangle of words or a list of indexes. A person describes one, or those of the program are taken, each for
//! a full group. Two things are said of each and can be compared:
//! - the closed equations, which know words in a row and indexes, for a first word that may lie anywhere;
//! - the longest that the memory controller itself takes: of a rectangle for each of the 4,096 places in a row of a bank pair, of
//!   indexes for sequences that are made to be slow.
//!
//! Beside it stand the same on a part with the other number of bank groups, and a controller with fixed patterns of commands.
//!
//! - [`ask`]: what is looked at. [`search`]: runs of the controller. [`equations`]: the closed equations.
//! - [`study`]: the study. [`figure`]: what it shows.
//! - [`row`]: requests in a row at places that a person says, served once, with the commands that it takes and refreshes.
//!
//! Bounds leave out refresh, as those of the thesis do.

pub mod ask;
pub mod equations;
pub mod figure;
pub mod row;
pub mod search;
pub mod study;
#[cfg(test)]
mod tests;

use alloc::{boxed::Box, vec::Vec};

use lanescope_parts::{
    figure::{
        About, Ink, StudyInput,
        legend::{Entry, Swatch},
        panel::Of,
    },
    launch::bind::Bound,
    machines::studies::{Analysis, Asked, Begin, Study},
    source::Diagnostic,
};

use crate::{family::Function, spec::Spec};

/// What a request is described by.
const REQUEST: &[StudyInput] = &[
    StudyInput::new("line", Of::Number, "", "line of a request of the program; without it all are looked at"),
    StudyInput::new("words", Of::Number, "", "instead of the program's: words in a row of the request"),
    StudyInput::new("rows", Of::Number, "1", "how many such rows"),
    StudyInput::new(
        "period",
        Of::Number,
        "",
        "words from the beginning of a row to the next; as many as are wanted",
    ),
    StudyInput::new(
        "indexes",
        Of::Number,
        "0",
        "indexes into these words, each with a burst; 0 for all the words",
    ),
    StudyInput::new("write", Of::Number, "0", "1 if the words are written"),
    StudyInput::new(
        "place",
        Of::Number,
        "",
        "the byte at which these words begin: they are served there alone",
    ),
    StudyInput::new(
        "list",
        Of::Number,
        "",
        "requests in a row: ADDRESS/WORDS/R, ADDRESS/WORDS/PERIOD/PERIODS/W, ADDRESS[I,J,K]/R, with ; between",
    ),
];

/// How long a request takes.
pub const STUDY: Study<Begin<Function, Spec>> = Study {
    about: About {
        id: "requests",
        title: "Requests of memory",
        says: "How long does a request of main memory take at most, wherever its words lie, and how much of the data bus does it use?",
        label: "Requests with their longest delays by equation and by search, the delay at each place, and fixed patterns beside it.",
        help: &[
            (
                "Delay",
                "DRAM cycles from the beginning of a request until all rows are closed: until then no other one begins. The response is over when its last word has moved. Refreshes are not in it.",
            ),
            (
                "Equation",
                "The closed bounds of the thesis for words in a row that begin anywhere, and for a burst for each index. Rectangles with gaps have none.",
            ),
            (
                "Search",
                "Runs of the memory controller: of a rectangle for each of the 4,096 places that its first word may have in a row of a bank pair; of indexes for sequences made to be slow.",
            ),
            (
                "Bank groups",
                "Neighbouring bursts go to banks of different groups, which may follow each other faster. Beside the part of the settings stands one with the other number of groups.",
            ),
            (
                "Patterns",
                "A controller that knows only fixed patterns of commands for so many bursts. It moves whole patterns.",
            ),
        ],
        legend: &[
            Entry::Swatch(Swatch::Bar, Ink::Link(0), "the part of the settings"),
            Entry::Swatch(Swatch::Bar, Ink::Link(3), "the part with the other number of bank groups"),
        ],
        empty: "The program has no request of main memory: describe one by its `words`.",
        takes: &[],
        shows: &[],
    },
    inputs: REQUEST,
    decides: &[],
    begin: begin as Begin<Function, Spec>,
};

/// Begins to look at what a person describes, or at the requests of a program for its launch.
///
/// # Errors
/// The launch does not fit, or what is described is no request.
pub fn begin(
    function: &Function,
    spec: &Spec,
    launch: Bound,
    asked: &Asked,
) -> Result<Box<dyn Analysis>, Diagnostic> {
    if let Some(row) = row::InARow::read(asked, &spec.timing.dram)? {
        return Ok(Box::new(row));
    }
    let items = match ask::described(asked)? {
        Some(item) => ask::Items { list: Vec::from([item]), unknown: Vec::new() },
        None => {
            let (program, launch) = function.begin_without_data(spec, launch)?;
            ask::of_program(&program, launch, spec, asked)?
        }
    };
    Ok(Box::new(study::Study::new(items, &spec.timing.dram)))
}

//! The longest that the memory controller takes for a request: by running it, wherever the request may lie.

use alloc::{boxed::Box, vec::Vec};
use core::fmt::{self, Debug, Formatter};

use super::ask::{Form, MOST_BURSTS};
use crate::dram::{
    bounds::{Places, alignments},
    controller::Refused,
    measure::measure,
    request::{Feed, Request, Transfer},
    settings::Settings,
};

/// What the runs say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The shortest and the longest delay, in DRAM cycles from the beginning until all rows are closed.
    pub delay: [u64; 2],
    /// The longest time until the last word has moved, in DRAM cycles.
    pub response: u64,
    /// The most column commands, and the most activates.
    pub commands: [u64; 2],
    /// The delay at each place where it may be another one: the first word, or the number of a sequence.
    pub places: Vec<(u64, u64)>,
}

impl Found {
    /// Was it run at all?
    pub fn is_begun(&self) -> bool {
        !self.places.is_empty()
    }
}

/// Runs of the controller that are to be made.
pub struct Search {
    runs: Box<dyn Iterator<Item = (u64, Transfer)>>,
    write: bool,
    settings: Settings,
    /// What is known so far.
    pub found: Found,
    /// Are all runs made?
    pub over: bool,
}

impl Debug for Search {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search").field("found", &self.found).field("over", &self.over).finish()
    }
}

impl Search {
    /// Of a request on a part; none if it is too large to be run so often.
    pub fn new(form: &Form, write: bool, settings: &Settings) -> Option<Search> {
        let runs: Box<dyn Iterator<Item = (u64, Transfer)>> = match *form {
            _ if form.bursts() > MOST_BURSTS => return None,
            Form::Rectangle(stride) => Box::new(
                alignments(stride, Places::All).map(|stride| (stride.address / 4, Transfer::Stride(stride))),
            ),
            Form::Indexes { count, words } => Box::new((0..).zip(sequences(count, words))),
        };
        let found = Found { delay: [u64::MAX, 0], response: 0, commands: [0; 2], places: Vec::new() };
        let settings = Settings { refresh: false, ..settings.clone() };
        Some(Search { runs, write, settings, found, over: false })
    }

    /// Goes on for about so many cycles of the DRAM.
    ///
    /// # Errors
    /// The controller cannot serve it.
    pub fn advance(&mut self, budget: &mut u64) -> Result<(), Refused> {
        while !self.over && *budget > 0 {
            let Some((place, transfer)) = self.runs.next() else {
                self.over = true;
                return Ok(());
            };
            let measured = measure(&[Request { tag: 0, write: self.write, transfer }], &self.settings)?;
            let found = &mut self.found;
            found.delay = [found.delay[0].min(measured.lid), found.delay[1].max(measured.lid)];
            found.response = found.response.max(measured.lda + 1);
            let [columns, activates, ..] = measured.counts;
            found.commands = [found.commands[0].max(columns), found.commands[1].max(activates)];
            found.places.push((place, measured.lid));
            *budget = budget.saturating_sub(measured.lid);
        }
        Ok(())
    }
}

/// Where a buffer begins in a row of a bank pair: with it, and with its first word at the end of a burst and of the row.
const BEGINS: [u64; 3] = [0, 15, 4095];
/// Words of a row of a bank pair, and of such rows until one is of the same banks again (two bank groups).
const ROW: u64 = 4096;
const ROWS: u64 = 4 * ROW;

/// Names of the sequences, for each way to begin in turn.
pub const SEQUENCES: [&str; 6] = [
    "all the same word",
    "the first word once, then the next burst",
    "the first and the last word in turns",
    "the last word once, then the first",
    "two banks of one group, another one just too late",
    "another row of one bank each time",
];

/// Indexes into a buffer that ask for the same bank, for other rows of one bank, or for a bank just when others have to wait
/// for it (simd 7.4); at each place of the buffer.
fn sequences(count: u64, words: u64) -> impl Iterator<Item = Transfer> {
    let last = words - 1;
    let one = move |base: u64, kind: usize| {
        let index = move |at: u64| match (kind, at) {
            (0, _) => 0,
            (1, 0) | (3, 1..) => 0,
            (1, _) => 16.min(last),
            (2, _) => at % 2 * last,
            (3, _) => last,
            // Bank 0, then bank 2 of the same group, and bank 1 when it is too late to go before (simd 11, 10).
            (4, 0) => 0,
            (4, 10) => 16.min(last),
            (4, _) => ROW.min(last),
            _ => at % (last / ROWS + 1) * ROWS,
        };
        let indexes = (0..count).map(|at| Some(index(at) as u32)).collect();
        Transfer::Indexed { base: 4 * base, indexes, feed: Feed::AtOnce }
    };
    BEGINS.into_iter().flat_map(move |base| (0..SEQUENCES.len()).map(move |kind| one(base, kind)))
}

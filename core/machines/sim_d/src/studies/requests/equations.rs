//! What the closed equations say of a request, with the front end, and what a controller with fixed patterns takes.

use lanescope_parts::mem::dram::standard::Standard;

use super::ask::Form;
use crate::dram::{
    bounds::{self, Alignment, OVERHEAD},
    pattern,
    shapes::PATTERNS,
};

/// A request by the equations of the thesis, in DRAM cycles from its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Until all rows are closed.
    pub delay: u64,
    /// Until the last word has moved.
    pub response: u64,
}

/// The bounds; none of rectangles with gaps, for which there is no equation.
pub fn bounds(standard: &Standard, form: &Form, write: bool) -> Option<Bounds> {
    let (delay, response) = match form {
        Form::Rectangle(stride) if stride.periods == 1 || stride.words == stride.period => {
            let n = bounds::bursts(form.words(), Alignment::Unknown);
            let delay = bounds::least_issue_delay(standard, n, write, Alignment::Unknown);
            (delay, bounds::response_time(standard, n, write))
        }
        Form::Rectangle(_) => return None,
        Form::Indexes { count, words } => (
            bounds::indexed_least_issue_delay(standard, *count, *words, write),
            bounds::indexed_response_time(standard, *count, *words, write),
        ),
    };
    Some(Bounds { delay: delay + OVERHEAD, response: response + OVERHEAD })
}

/// Cycles of the controllers with fixed patterns, by [`PATTERNS`], at the thesis's own count; they know no indexes.
pub fn patterns(standard: &Standard, form: &Form) -> Option<[u64; 7]> {
    match form {
        Form::Rectangle(stride) => Some(PATTERNS.map(|n| pattern::tile_delay(standard, stride, n))),
        Form::Indexes { .. } => None,
    }
}

/// The best of the controllers with fixed patterns: bursts of a pattern, cycles.
pub fn best_pattern(standard: &Standard, form: &Form) -> Option<(u64, u64)> {
    let all = patterns(standard, form)?;
    PATTERNS.into_iter().zip(all).min_by_key(|(_, cycles)| *cycles)
}

/// The longest delay of the other way to serve indexes: all words of the buffer streamed past them, or a burst for each of
/// a group's.
pub fn other_way(standard: &Standard, form: &Form, write: bool, items: u64) -> Option<Bounds> {
    match form {
        Form::Indexes { words, .. } => {
            let stream = crate::dram::request::Stride::line(0, *words);
            bounds(standard, &Form::Rectangle(stream), write)
        }
        Form::Rectangle(_) => bounds(standard, &Form::Indexes { count: items, words: form.span() }, write),
    }
}

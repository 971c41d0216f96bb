//! Who answers a question about the run: the summary if its columns are fine enough, or else a recording of the cycles, if
//! they are not too many.

use alloc::vec::Vec;

use crate::{
    run::{Excerpt, Running},
    trace::window::{self, Strip, Timeline},
};

/// Cycles of which every one is recorded when somebody looks at them. A wider window in columns that the summary is too
/// coarse for is shown in the columns that it has.
pub const DETAILED: u64 = 1 << 16;

/// Cycles of a run that is short enough to be recorded in whole for its strip.
const SHORT: u64 = 1 << 14;

/// Does it take a recording to answer in at most so many columns?
pub fn takes_recording(run: &dyn Running, (from, to): (u64, u64), columns: u32) -> bool {
    let to = to.min(run.frontier());
    let from = from.min(to);
    let width = window::column_width(from, to, columns, 1);
    width < run.summary().unit_grain() && to - from <= DETAILED
}

/// What a recording for an answer must have.
pub fn wanted(run: &dyn Running, (from, to): (u64, u64), columns: u32, units: &[u32]) -> Excerpt {
    let to = to.min(run.frontier());
    let from = from.min(to);
    let from = from - from % window::column_width(from, to, columns, 1);
    let all = run.summary().units();
    let units = units.iter().map(|unit| *unit as usize).filter(|unit| *unit < all);
    match units.clone().min().zip(units.max()) {
        Some(ends) => Excerpt::of_units((from, to), ends, all),
        None => Excerpt::all(from, to),
    }
}

/// Chosen units x cycles.
pub fn rows(run: &dyn Running, (from, to): (u64, u64), columns: u32, units: &[u32]) -> Timeline {
    if !takes_recording(run, (from, to), columns) {
        return window::rows_of(run.summary(), from, to, columns, units);
    }
    let wanted = wanted(run, (from, to), columns, units);
    let log = run.record(&wanted);
    if log.end() < wanted.to {
        // It would take more bytes than recordings may.
        return window::rows_of(run.summary(), from, to, columns, units);
    }
    window::rows(&log, from, to, columns, units)
}

/// The whole run: slots by cause, and these units. What has had no work at all is left out.
pub fn strip(run: &dyn Running, columns: u32, units: &[u32]) -> Strip {
    let (summary, end) = (run.summary(), run.frontier());
    let (slots, busy) = (summary.busy_slots(), summary.busy());
    let units: Vec<u32> = units.iter().copied().filter(|unit| busy.binary_search(unit).is_ok()).collect();
    let chosen = (&slots[..], &units[..]);
    let grain = summary.slot_grain().max(if units.is_empty() { 1 } else { summary.unit_grain() });
    let too_coarse = window::column_width(0, end, columns, 1) < grain;
    if too_coarse && end <= SHORT {
        return window::strip(&run.record(&Excerpt::all(0, end)), columns, run.complete(), chosen);
    }
    window::strip_of(summary, columns, run.complete(), chosen)
}

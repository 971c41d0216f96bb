//! The next event of a kind: where a log has it, and what makes a change of state one.

use serde::{Deserialize, Serialize};

use crate::trace::{
    Cause, Causes, LaneKey, Log,
    cause::Class,
    track::{State, Track},
};

/// What "run to the next event" looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EventKind {
    /// The unit's cause changes.
    Change,
    /// The unit issues an instruction.
    Issue,
    /// The unit issues with other lanes than the last time; instructions in which no lane takes part do not count.
    Divergence,
    /// The unit starts or stops to wait at a barrier.
    Barrier,
    /// The unit no longer waits for memory.
    Response,
    /// The unit, which issued or could have issued, begins to wait.
    Stall,
    /// A bank of memory serves one lane after another, or makes somebody wait.
    BankConflict,
    /// DRAM has to open the row of a burst.
    RowMiss,
}

impl EventKind {
    /// Those that are changes of a unit's state, which every log has. The others are counts that grow: whoever has the machine finds
    /// them (`lanescope-core`, `session::runner`).
    pub const STATES: [EventKind; 6] = [
        EventKind::Change,
        EventKind::Issue,
        EventKind::Divergence,
        EventKind::Barrier,
        EventKind::Response,
        EventKind::Stall,
    ];
}

/// Where the next event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Found {
    /// At this cycle, to this unit.
    At {
        /// The cycle.
        cycle: u64,
        /// The first unit to which it happens there; `None` if it is of no unit.
        unit: Option<u32>,
    },
    /// Not before the frontier: advance and ask again.
    NotYet,
    /// Not in this run.
    Never,
}

/// The first cycle after `cycle`, of those that the log covers, in which something of the kind happens to the unit, or to any;
/// and the first unit to which it happens there.
pub fn next_event(log: &Log, cycle: u64, kind: EventKind, unit: Option<u32>) -> Option<(u64, u32)> {
    let units = (0u32..).zip(&log.units).filter(|(at, _)| unit.is_none_or(|unit| unit == *at));
    // Each track is searched only as far as the best so far.
    units.fold(None, |best: Option<(u64, u32)>, (unit, track)| {
        let end = best.map_or(log.end(), |(found, _)| found);
        let found = first_change(log, track, cycle, end, kind).filter(|found| *found < end);
        found.map_or(best, |found| Some((found, unit)))
    })
}

fn first_change(log: &Log, track: &Track, after: u64, to: u64, kind: EventKind) -> Option<u64> {
    let mut issued = track.issued_before();
    let mut before: Option<Cause> = None;
    // The lanes of the last issue may be those of a run long ago.
    for run in track.runs(log.begin().saturating_sub(1), to) {
        let is_new = run.from > after && run.from >= log.begin();
        if let Some(before) = before.filter(|_| is_new)
            && happens(log.causes(), kind, before, run.state, issued)
        {
            return Some(run.from);
        }
        issued = run.state.issued().or(issued);
        before = Some(run.state.cause);
    }
    None
}

/// Does something of the kind happen when a unit that was in a state with the cause `was` comes into another one, or is told
/// one anew? `issued` are the lanes of its last issue.
pub(in crate::trace) fn happens(
    causes: &Causes,
    kind: EventKind,
    was: Cause,
    now: State,
    issued: Option<LaneKey>,
) -> bool {
    let is = now.cause;
    match kind {
        EventKind::Change => was != is,
        EventKind::Issue => is == Cause::ISSUED,
        EventKind::Stall => was != is && waits(causes.class(is)),
        EventKind::Divergence => now.issued().zip(issued).is_some_and(|(now, last)| now != last),
        EventKind::Barrier => (was == Cause::BARRIER) != (is == Cause::BARRIER),
        EventKind::Response => was == Cause::MEMORY && is != Cause::MEMORY,
        EventKind::BankConflict | EventKind::RowMiss => false,
    }
}

/// Does such a unit have work that waits?
fn waits(class: Class) -> bool {
    matches!(class, Class::Replayed | Class::Waiting)
}

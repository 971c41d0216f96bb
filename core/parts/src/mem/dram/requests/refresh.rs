//! When a refresh is due (facts 10; simd 6.3.7).

use serde::Serialize;

/// Refreshes that may wait.
pub const MAX_PENDING: u32 = 8;

/// The refresh counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Refresh {
    /// Edge of the next one; none without refresh.
    due: Option<u64>,
    interval: u64,
    /// Refreshes that wait.
    pub pending: u32,
    /// What the front end and the arbiter see: did one wait at the end of the edge before?
    pub seen: bool,
}

impl Refresh {
    /// A counter that is at `start` when edge 0 comes; an interval of 0 is none.
    pub fn new(interval: u64, start: u64) -> Refresh {
        let due = (interval > 0).then(|| interval.saturating_sub(start + 2));
        Refresh { due, interval, pending: 0, seen: false }
    }

    /// Counts an edge; was one due?
    pub fn tick(&mut self, now: u64) -> bool {
        self.seen = self.pending > 0;
        let due = self.due.is_some_and(|due| due <= now);
        if due {
            self.due = self.due.map(|due| due + self.interval);
            self.pending = (self.pending + 1).min(MAX_PENDING);
        }
        due
    }

    /// The next edge that matters.
    pub fn next(&self) -> Option<u64> {
        self.due
    }
}

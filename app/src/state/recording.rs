//! How much of the run is recorded: what the strip and the breakdown of "the whole run" really tell of.

use super::State;
use crate::protocol::EXPLORED;

/// See the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recording {
    /// All of it.
    Whole,
    /// The first cycles of a run that is being simulated.
    Growing(u64),
    /// The first cycles of a run that goes on; nothing simulates it further until that is asked for.
    Begun(u64),
    /// The first cycles of so many: the recording ended before the run.
    Cut(u64, u64),
}

impl State {
    /// How much of the run is recorded.
    pub fn recording(&self) -> Recording {
        let (strip, status) = (&self.strip, &self.status);
        match status.frontier {
            frontier if strip.end > 0 && strip.end < frontier && status.complete => {
                Recording::Cut(strip.end, frontier)
            }
            frontier if !status.complete && frontier >= EXPLORED => Recording::Begun(frontier),
            frontier if !status.complete => Recording::Growing(frontier),
            _ => Recording::Whole,
        }
    }
}

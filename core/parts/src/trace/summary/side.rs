//! Running totals of the units or the issue slots of a machine that are told one by one: the state of each, and how many
//! cycles each cause has had so far.

use alloc::{vec, vec::Vec};

use crate::trace::{
    Cause,
    columns::Columns,
    track::{State, Told},
};

/// The states of one unit or slot that is told by itself.
#[derive(Clone, Copy, Debug)]
pub struct Tally {
    /// The state now, and the lanes of the last issue before it.
    pub told: Told,
    /// The cause before that.
    pub before: Cause,
    /// Since when the state holds.
    pub since: u64,
    /// Until when its cycles are counted.
    pub counted: u64,
    /// Has the beginning of its state not been noted yet?
    pub fresh: bool,
    /// Is it told with others, in sets? Then it is not counted here.
    pub in_set: bool,
}

impl Tally {
    pub const START: Tally =
        Tally { told: Told::START, before: Cause::EMPTY, since: 0, counted: 0, fresh: false, in_set: false };

    /// What has been told, the lanes of the last issue included.
    pub fn told(&self) -> Told {
        Told { issued: self.told.state.issued().or(self.told.issued), ..self.told }
    }
}

/// Units, or issue slots.
#[derive(Clone, Debug)]
pub struct Side {
    pub causes: usize,
    pub tallies: Vec<Tally>,
    /// Cycles of each cause, track after track.
    pub totals: Vec<u32>,
    pub columns: Columns,
}

impl Side {
    pub fn new(tracks: usize, causes: usize, bytes: usize, grain: u64) -> Side {
        Side {
            causes,
            tallies: vec![Tally::START; tracks],
            totals: vec![0; tracks * causes],
            columns: Columns::new(tracks, causes, bytes, grain),
        }
    }

    /// Counts the cycles of every track up to `cycle`.
    pub fn settle(&mut self, cycle: u64) {
        for (tally, totals) in self.tallies.iter_mut().zip(self.totals.chunks_mut(self.causes.max(1))) {
            if !tally.in_set {
                totals[tally.told.state.cause.index()] += (cycle - tally.counted) as u32;
                tally.counted = cycle;
            }
        }
    }

    /// From `cycle` on a track has this cause: what is told of issue slots.
    #[inline]
    pub fn count(&mut self, track: usize, cycle: u64, cause: Cause) {
        let Some(tally) = self.tallies.get_mut(track).filter(|tally| tally.told.state.cause != cause) else {
            return;
        };
        let before = core::mem::replace(&mut tally.told.state.cause, cause);
        let cycles = cycle - core::mem::replace(&mut tally.counted, cycle);
        self.totals[track * self.causes + before.index()] += cycles as u32;
    }

    /// From `cycle` on a track has this state. Returns the run that ends here, if it has not been noted yet.
    pub fn tell(&mut self, track: usize, cycle: u64, state: State) -> Option<Tally> {
        let tally = self.tallies.get_mut(track).filter(|tally| tally.told.state != state)?;
        let over = *tally;
        if cycle > tally.since {
            self.totals[track * self.causes + over.told.state.cause.index()] += (cycle - over.counted) as u32;
            let told = Told { state, issued: over.told().issued };
            *tally = Tally { told, before: over.told.state.cause, since: cycle, counted: cycle, ..over };
        }
        (tally.told.state, tally.fresh) = (state, cycle > 0);
        Some(over).filter(|over| over.fresh && cycle > over.since)
    }
}

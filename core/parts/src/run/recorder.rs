//! Recordings of parts of a run, made by running them again.
//!
//! A recording is a [`Log`] of the cycles from a keyframe on. It is made in slices, so that nobody has to wait for it, and
//! kept until the recordings together take too many bytes; the one that was looked at longest ago goes first. Most have every
//! event of their cycles; of a machine with many units, who shows the states of some has those recorded only.
//!
//! One that takes too many bytes ends early. It is the answer to the same question again, and to others only as far as it goes.

use alloc::{sync::Arc, vec::Vec};
use core::ops::Range;

use crate::{
    machines::Machine,
    trace::{Listener, Log, log::Start},
};

/// Cycles between two looks at the bytes of a recording that is being made.
const SLICE: u64 = 1024;

/// What of a run somebody wants to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The first cycle.
    pub from: u64,
    /// One past the last cycle.
    pub to: u64,
    /// The units whose states are all that is wanted; `None` for every event.
    pub units: Option<Range<usize>>,
}

/// Units of a machine of which every event is recorded whatever is shown: other panels will ask for the same cycles.
const FEW: usize = 256;

/// Units beside each other that are recorded together: those near a shown one are looked at next.
const BLOCK: usize = 64;

impl Excerpt {
    /// Every event of the cycles `from..to`.
    pub const fn all(from: u64, to: u64) -> Excerpt {
        Excerpt { from, to, units: None }
    }

    /// What shows the states of the units `first..=last` of `all`. Of a machine with many units these are the states of those around
    /// them: what is told of the others is not worked out, and takes no bytes. Of other machines it is every event.
    pub fn of_units((from, to): (u64, u64), (first, last): (usize, usize), all: usize) -> Excerpt {
        let around = first - first % BLOCK..(last + 1).next_multiple_of(BLOCK).min(all);
        Excerpt { from, to, units: (all > FEW).then_some(around) }
    }

    /// Is it of the states of one unit? They never take too many bytes.
    fn is_of_one_unit(&self) -> bool {
        self.units.as_ref().is_some_and(|units| units.len() <= 1)
    }

    /// Is a recording of this all that is wanted?
    fn covers(&self, wanted: &Excerpt) -> bool {
        let units = match (&self.units, &wanted.units) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(own), Some(wanted)) => own.start <= wanted.start && wanted.end <= own.end,
        };
        self.from <= wanted.from && wanted.to <= self.to && units
    }
}

/// A recording that is there.
#[derive(Clone, Debug)]
struct Kept {
    /// What somebody wanted. It has less if that took too many bytes, and is nevertheless all that there is to say to it.
    wanted: Excerpt,
    /// What it has.
    has: Excerpt,
    log: Arc<Log>,
}

/// A recording that is being made.
#[derive(Clone, Debug)]
pub struct Making<M> {
    machine: M,
    log: Log,
    /// What it will have.
    of: Excerpt,
    /// Until where the machine runs: one cycle further where it halts.
    until: u64,
}

impl<M: Machine> Making<M> {
    /// A recording from where `machine` is, of which `start` holds, up to cycle `to`: of every event, or of the states of some
    /// units. The machine runs until `until`.
    pub fn new(machine: M, start: Start, (to, until): (u64, u64), units: Option<Range<usize>>) -> Making<M> {
        let log = Log::from(M::CAUSES, M::EVENTS, start);
        let log = match &units {
            Some(units) => log.of_tracks(units.clone()),
            None => log,
        };
        Making { of: Excerpt { from: machine.tells_from(), to, units }, machine, log, until }
    }

    /// Goes on for at most `budget` cycles, as long as it takes no more bytes than `most`. Is it made?
    fn go_on(&mut self, budget: u64, most: u64) -> bool {
        let most = if self.of.is_of_one_unit() { u64::MAX } else { most };
        let stop = self.machine.cycle().saturating_add(budget).min(self.until);
        while self.machine.cycle() < stop && self.log.bytes() <= most {
            let before = self.machine.cycle();
            // What halts is told as far as it goes.
            let halted =
                self.machine.run(stop.min(before + SLICE), &mut Listener::Log(&mut self.log)).is_err();
            if halted || self.machine.cycle() == before {
                self.log.close(self.of.to);
                return true;
            }
        }
        self.log.close(self.machine.cycle().min(self.of.to));
        self.machine.cycle() >= self.until || self.log.bytes() > most
    }
}

/// The recordings of a run.
#[derive(Clone, Debug)]
pub struct Recorder<M> {
    /// The one that was looked at last comes last.
    kept: Vec<Kept>,
    making: Option<Making<M>>,
    most_bytes: u64,
}

impl<M: Machine> Recorder<M> {
    /// No recording yet; all together take at most so many bytes, or are one.
    pub const fn new(most_bytes: u64) -> Recorder<M> {
        Recorder { kept: Vec::new(), making: None, most_bytes }
    }

    /// The recording that has what is wanted, if there is one.
    pub fn find(&mut self, wanted: &Excerpt) -> Option<Arc<Log>> {
        let at = self.kept.iter().position(|kept| kept.wanted == *wanted || kept.has.covers(wanted))?;
        let kept = self.kept.remove(at);
        let log = kept.log.clone();
        self.kept.push(kept);
        Some(log)
    }

    /// Goes on with the recording of what is wanted for at most `budget` cycles; `begin` begins it if it is not the one that
    /// is being made. Is it there?
    pub fn make(&mut self, wanted: &Excerpt, budget: u64, begin: impl FnOnce() -> Making<M>) -> bool {
        if !self.making.as_ref().is_some_and(|making| making.of.covers(wanted)) {
            // The one before goes first: there are never two machines.
            self.making = None;
            self.making = Some(begin());
        }
        let most = self.most_bytes;
        if !self.making.as_mut().is_some_and(|making| making.go_on(budget, most)) {
            return false;
        }
        if let Some(Making { mut log, of, .. }) = self.making.take() {
            log.shrink();
            let has = Excerpt { to: of.to.min(log.end()), ..of };
            // What it has in whole is not needed twice.
            self.kept.retain(|kept| !has.covers(&kept.has));
            self.kept.push(Kept { wanted: wanted.clone(), has, log: Arc::new(log) });
        }
        while self.kept.len() > 1 && self.bytes() > self.most_bytes {
            self.kept.remove(0);
        }
        true
    }

    /// Bytes that all of them take.
    pub fn bytes(&self) -> u64 {
        self.kept.iter().map(|kept| kept.log.all_bytes()).sum()
    }

    /// How many are kept.
    #[cfg(test)]
    pub fn count(&self) -> usize {
        self.kept.len()
    }
}

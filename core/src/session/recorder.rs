//! Recordings of parts of a run, made by running them again.
//!
//! A recording is a [`Log`] of the cycles from a keyframe on. It is made in slices, so that nobody has to wait for it, and
//! kept until the recordings together take too many bytes; the one that was looked at longest ago goes first.

use alloc::{sync::Arc, vec::Vec};

use crate::{
    machines::Machine,
    trace::{Listener, Log, log::Start},
};

/// Cycles between two looks at the bytes of a recording that is being made.
const SLICE: u64 = 1024;

/// A recording that is there.
#[derive(Clone, Debug)]
struct Kept {
    /// The first cycle of which every event is in it.
    from: u64,
    /// Where it should end. It ends earlier if it took too many bytes.
    to: u64,
    log: Arc<Log>,
}

/// A recording that is being made.
#[derive(Clone, Debug)]
pub struct Making<M> {
    machine: M,
    log: Log,
    /// The first cycle of which every event will be in it.
    from: u64,
    /// Where it ends.
    to: u64,
    /// Until where the machine runs: one cycle further where it halts.
    until: u64,
}

impl<M: Machine> Making<M> {
    /// A recording from where `machine` is, of which `start` holds, up to cycle `to`. The machine runs until `until`.
    pub fn new(machine: M, start: Start, to: u64, until: u64) -> Making<M> {
        let log = Log::from(M::CAUSES, M::EVENTS, start);
        Making { from: machine.tells_from(), machine, log, to, until }
    }

    fn covers(&self, (from, to): (u64, u64)) -> bool {
        self.from <= from && to <= self.to
    }

    /// Goes on for at most `budget` cycles, as long as it takes no more bytes than `most`. Is it made?
    fn go_on(&mut self, budget: u64, most: u64) -> bool {
        let stop = self.machine.cycle().saturating_add(budget).min(self.until);
        while self.machine.cycle() < stop && self.log.bytes() <= most {
            let before = self.machine.cycle();
            // What halts is told as far as it goes.
            let halted =
                self.machine.run(stop.min(before + SLICE), &mut Listener::Log(&mut self.log)).is_err();
            if halted || self.machine.cycle() == before {
                self.log.close(self.to);
                return true;
            }
        }
        self.log.close(self.machine.cycle().min(self.to));
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

    /// The recording that has every event of these cycles, if there is one.
    pub fn find(&mut self, (from, to): (u64, u64)) -> Option<Arc<Log>> {
        let at = self.kept.iter().position(|kept| kept.from <= from && to <= kept.to)?;
        let kept = self.kept.remove(at);
        let log = kept.log.clone();
        self.kept.push(kept);
        Some(log)
    }

    /// Goes on with the recording of these cycles for at most `budget` of them; `begin` begins it if it is not the one that
    /// is being made. Is it there?
    pub fn make(&mut self, wanted: (u64, u64), budget: u64, begin: impl FnOnce() -> Making<M>) -> bool {
        if !self.making.as_ref().is_some_and(|making| making.covers(wanted)) {
            // The one before goes first: there are never two machines.
            self.making = None;
            self.making = Some(begin());
        }
        let most = self.most_bytes;
        if !self.making.as_mut().is_some_and(|making| making.go_on(budget, most)) {
            return false;
        }
        if let Some(Making { mut log, from, to, .. }) = self.making.take() {
            log.shrink();
            // What it has in whole is not needed twice.
            self.kept.retain(|kept| kept.from < from || kept.to > to);
            self.kept.push(Kept { from, to, log: Arc::new(log) });
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
    pub fn len(&self) -> usize {
        self.kept.len()
    }
}

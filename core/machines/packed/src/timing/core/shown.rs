//! What a core shows of itself: its parts, its slots and counters before a cycle, and why a thread waits.

use lanescope_parts::{
    machines::chassis::slots::{Account, Stretch},
    mem::vector_cache::Cache,
    trace::Cause,
};

use super::{Core, Counters, Doing, Hardware};
use crate::{causes::JOINING, exec::Thread, isa::Program};

impl Core {
    /// Its cache, if there is one.
    pub fn cache(&self) -> Option<&Cache> {
        self.path.cache()
    }

    /// Accesses that are under way in a cycle.
    pub fn accesses_under_way(&self, now: u64) -> usize {
        self.under_way.iter().filter(|(end, _)| *end > now).count()
    }

    /// Registers of all threads whose results are not there in a cycle.
    pub fn pending(&self, now: u64) -> usize {
        self.threads.iter().map(|hardware| hardware.board.pending(now)).sum()
    }

    /// The cycle from which the unit for tiles is free.
    pub fn tiles_free(&self) -> u64 {
        self.tiles
    }

    /// Its threads for people to look at.
    pub fn thread(&self, number: u32) -> Option<&Thread> {
        self.threads.get(number as usize).map(|hardware| &hardware.thread)
    }

    /// Threads that have not ended, with their numbers.
    pub fn running(&self) -> impl Iterator<Item = (u32, &Thread)> {
        let runs = |hardware: &Hardware| matches!(hardware.doing, Doing::Waits(_));
        (0..).zip(&self.threads).filter(move |(_, hardware)| runs(hardware)).map(|(at, it)| (at, &it.thread))
    }

    /// Slots by cause before cycle `now`.
    pub fn slots(&self, now: u64) -> Account {
        let from = self.slot.0;
        if let (Some(drained), Some(end)) = (self.drained(), self.end()) {
            let until = |cycle: u64| cycle.clamp(from, now.max(from));
            let drained = Stretch { from, to: until(drained), cause: Cause::DRAINING };
            let joined = Stretch { from: drained.to, to: until(end), cause: JOINING };
            let empty = Stretch { from: joined.to, to: now, cause: Cause::EMPTY };
            return self.slots.with([drained, joined, empty]);
        }
        self.slots.with(self.slot.1.stretches(from, now))
    }

    /// Its counters before cycle `now`. Bytes that somebody waits for count when they have arrived; all else counts with the issue of its
    /// instruction.
    pub fn counters(&self, now: u64) -> Counters {
        let ahead: u64 = self.under_way.iter().filter(|(end, _)| *end > now).map(|(_, bytes)| bytes).sum();
        Counters { memory_bytes: self.counters.memory_bytes - ahead, ..self.counters }
    }

    /// Why a thread issued or did not in a cycle since the core issued last, or in the cycle of that.
    pub fn cause(&self, thread: u32, cycle: u64) -> Cause {
        let Some(hardware) = self.threads.get(thread as usize) else { return Cause::EMPTY };
        match hardware.doing {
            _ if hardware.last.0 == cycle => hardware.last.1,
            Doing::Waits(wait) => wait.cause(cycle),
            Doing::Drains { until } if cycle < until => Cause::DRAINING,
            Doing::Drains { .. } | Doing::Nothing => Cause::EMPTY,
        }
    }

    /// The next instruction of a thread.
    pub fn next(&self, thread: u32, program: &Program) -> Option<u32> {
        let hardware = self.threads.get(thread as usize)?;
        let runs = matches!(hardware.doing, Doing::Waits(_));
        hardware.thread.next(program).filter(|_| runs).map(|(pc, _)| pc)
    }
}

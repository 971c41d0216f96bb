//! A running machine with its recording, its keyframes, and a cursor.
//!
//! The *head* is the machine at the frontier: only it is recorded. The cursor is either at the head or at a *view*, a
//! second machine made from the nearest earlier keyframe and run, unheard, to the cursor's cycle. Going back is therefore
//! the same as going forward from somewhere else; nothing is undone.

use alloc::vec::Vec;
use core::cell::OnceCell;

use crate::{
    machines::{Halt, Machine},
    trace::{Cause, Deaf, Log},
};

/// Cycles between keyframes at the start of a run: few enough to be simulated again in milliseconds, so many that copying
/// the machine is a small part of the work.
const FIRST_INTERVAL: u64 = 1024;
/// Most keyframes. A run of a million cycles has one every 4096 cycles, if they do not take too much memory: what has
/// to be simulated again on the way to any cycle is a small part of a second.
const MOST_FRAMES: usize = 256;
/// Bytes that all keyframes together should stay below.
const MOST_BYTES: usize = 256 << 20;

/// Machines at regular cycles. When there are too many, every other one goes and the distance doubles.
#[derive(Clone, Debug)]
struct Frames<M> {
    list: Vec<M>,
    interval: u64,
    most: usize,
    bytes: usize,
    most_bytes: usize,
}

impl<M: Machine> Frames<M> {
    fn new(machine: &M) -> Frames<M> {
        let list = Vec::from([machine.clone()]);
        Frames { list, interval: FIRST_INTERVAL, most: MOST_FRAMES, bytes: 0, most_bytes: MOST_BYTES }
    }

    /// The next cycle after `cycle` that should have a frame.
    fn next(&self, cycle: u64) -> u64 {
        (cycle / self.interval + 1) * self.interval
    }

    fn offer(&mut self, machine: &M) {
        if !machine.cycle().is_multiple_of(self.interval) {
            return;
        }
        self.bytes += self.list.last().map_or(0, |last| bytes_after(last, machine));
        self.list.push(machine.clone());
        while self.list.len() > 1 && (self.list.len() > self.most || self.bytes > self.most_bytes) {
            self.interval = self.interval.saturating_mul(2);
            let interval = self.interval;
            self.list.retain(|frame| frame.cycle().is_multiple_of(interval));
            self.bytes = self.list.windows(2).map(|pair| bytes_after(&pair[0], &pair[1])).sum();
        }
    }

    /// The last frame that is not after `cycle`. There is always one at the start.
    fn before(&self, cycle: u64) -> Option<&M> {
        let after = self.list.partition_point(|frame| frame.cycle() <= cycle);
        self.list.get(after.saturating_sub(1))
    }
}

/// What a frame takes, the one before it being there.
fn bytes_after<M: Machine>(before: &M, frame: &M) -> usize {
    frame.clone_bytes() + frame.memory().unshared_bytes(before.memory())
}

/// A machine that can go to any cycle.
#[derive(Clone, Debug)]
pub struct Runner<M> {
    head: M,
    view: Option<M>,
    ahead: OnceCell<M>,
    frames: Frames<M>,
    log: Log,
    halt: Option<Halt>,
    limit: u64,
}

impl<M: Machine> Runner<M> {
    /// A machine at cycle 0 that may run for `limit` cycles; `slots` is its number of issue slots.
    pub fn new(machine: M, slots: usize, limit: u64, log_bytes: u64) -> Runner<M> {
        let units = machine.units();
        let log = Log::new(M::CAUSES, M::EVENTS, units.len(), slots, log_bytes);
        let wide = units.iter().any(|unit| unit.lanes > 64);
        let log = if wide { log.with_wide_units() } else { log };
        Runner {
            frames: Frames::new(&machine),
            head: machine,
            view: None,
            ahead: OnceCell::new(),
            log,
            halt: None,
            limit,
        }
    }

    /// Before the first cycle: every cycle is stepped from now on, idle or not.
    pub fn tick(&mut self) {
        self.ahead.take();
        self.head = self.head.clone().ticking();
        self.frames = Frames::new(&self.head);
    }

    /// The machine at the cursor.
    pub fn machine(&self) -> &M {
        self.view.as_ref().unwrap_or(&self.head)
    }

    /// The machine at the frontier.
    pub fn head(&self) -> &M {
        &self.head
    }

    /// The recording of `0..frontier`.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// The furthest cycle simulated.
    pub fn frontier(&self) -> u64 {
        self.head.cycle()
    }

    /// Is the whole run known?
    pub fn complete(&self) -> bool {
        self.halt.is_some() || self.head.finished()
    }

    /// Why the run cannot go on.
    pub fn halt(&self) -> Option<&Halt> {
        self.halt.as_ref()
    }

    /// Is the cursor at the frontier?
    pub fn at_frontier(&self) -> bool {
        self.view.is_none()
    }

    /// What each unit does in the cycle that begins at the cursor: as it was recorded, or, where that cycle lies ahead
    /// (or single cycles are no longer recorded), as a copy of the machine finds out.
    pub fn causes(&self) -> Vec<Cause> {
        let now = self.machine();
        if now.cycle() < self.frontier() && self.log.is_fine() {
            return self.log.units.iter().map(|track| track.cursor().state(now.cycle()).cause).collect();
        }
        (0..self.log.units.len() as u32).map(|unit| self.ahead().cause(unit)).collect()
    }

    /// The machine at the cursor when the cycle that begins is over: made when the first question needs it, and kept for all
    /// others until the cursor moves.
    pub fn ahead(&self) -> &M {
        self.ahead.get_or_init(|| self.machine().ahead())
    }

    /// Moves the cursor towards `cycle`, forward or back, by at most `budget` simulated cycles. It is there when the
    /// machine's cycle says so, or when the run is complete and the cursor at the frontier.
    pub fn seek(&mut self, cycle: u64, budget: u64) {
        if cycle < self.frontier() { self.look_back(cycle, budget) } else { self.go_on(cycle, budget) }
    }

    /// Simulates at most `budget` cycles beyond the frontier and leaves the cursor where it is.
    pub fn extend(&mut self, budget: u64) {
        if !self.complete() {
            let view = self.machine().clone();
            self.go_on(self.frontier().saturating_add(budget), budget);
            self.view = Some(view).filter(|view| view.cycle() < self.frontier());
        }
    }

    fn look_back(&mut self, cycle: u64, budget: u64) {
        let Some(frame) = self.frames.before(cycle) else { return };
        self.ahead.take();
        let from = |view: &M| frame.cycle() <= view.cycle() && view.cycle() <= cycle;
        let mut view = match self.view.take().filter(from) {
            Some(view) => view,
            None => frame.clone(),
        };
        let until = cycle.min(view.cycle().saturating_add(budget));
        // What halts, halts at the frontier, and that is further on.
        let _ = view.run(until, &mut Deaf);
        self.view = Some(view);
    }

    fn go_on(&mut self, cycle: u64, budget: u64) {
        (self.view, self.ahead) = (None, OnceCell::new());
        let until = cycle.min(self.frontier().saturating_add(budget));
        while !self.complete() && self.frontier() < until {
            if self.frontier() >= self.limit {
                self.halt = Some(Halt::Limit { limit: "cycles".into(), value: self.limit });
                break;
            }
            let stop = until.min(self.limit).min(self.frames.next(self.frontier()));
            self.halt = self.head.run(stop, &mut self.log).err();
            if !self.complete() {
                self.frames.offer(&self.head);
            }
        }
        self.log.close(self.frontier());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{image::PAGE, session::toy::Toy};

    fn runner(end: u64) -> Runner<Toy> {
        Runner::new(Toy::new(3, end), 1, u64::MAX, 1 << 24)
    }

    fn to_end(runner: &mut Runner<Toy>) {
        while !runner.complete() {
            runner.seek(u64::MAX, 1000);
        }
    }

    #[test]
    fn slices_of_any_size_leave_the_same_machine_and_log() {
        let mut whole = runner(3000);
        whole.seek(u64::MAX, u64::MAX);
        for slice in [1, 7, 1000] {
            let mut sliced = runner(3000);
            while !sliced.complete() {
                sliced.seek(u64::MAX, slice);
            }
            assert_eq!(sliced.machine().digest(), whole.machine().digest());
            assert_eq!(sliced.log().digest(), whole.log().digest());
        }
    }

    #[test]
    fn skipping_idle_cycles_leaves_the_same_log() {
        let mut ticking = Runner::new(Toy::new(3, 3000).ticking(), 1, u64::MAX, 1 << 24);
        let mut skipping = runner(3000);
        to_end(&mut ticking);
        to_end(&mut skipping);
        assert_eq!(ticking.log().digest(), skipping.log().digest());
        assert_eq!(ticking.machine().digest(), skipping.machine().digest());
    }

    #[test]
    fn forward_back_forward_is_the_same_place() {
        let mut runner = runner(100_000);
        let mut digests = Vec::new();
        let cycles = [0, 1, 1023, 1024, 1025, 5000, 99_999];
        for cycle in cycles {
            runner.seek(cycle, u64::MAX);
            assert_eq!(runner.machine().cycle(), cycle);
            digests.push(runner.machine().digest());
        }
        to_end(&mut runner);
        let log = runner.log().digest();
        for (cycle, digest) in cycles.iter().zip(digests).rev() {
            runner.seek(*cycle, u64::MAX);
            assert_eq!((runner.machine().cycle(), runner.machine().digest()), (*cycle, digest));
        }
        runner.seek(u64::MAX, u64::MAX);
        assert!(runner.at_frontier() && runner.log().digest() == log);
    }

    #[test]
    fn causes_ahead_of_the_frontier_are_those_that_will_be_recorded() {
        let mut runner = runner(3000);
        for cycle in [0, 1, 17, 256, 2999] {
            runner.seek(cycle, u64::MAX);
            let ahead = runner.causes();
            runner.extend(1);
            assert_eq!(runner.causes(), ahead, "cycle {cycle}");
        }
    }

    #[test]
    fn the_machine_a_cycle_ahead_is_made_once_and_follows_the_cursor() {
        let mut runner = runner(3000);
        for cycle in [0, 17, 5, 2999, 3000] {
            runner.seek(cycle, u64::MAX);
            assert!(core::ptr::eq(runner.ahead(), runner.ahead()));
            assert_eq!(runner.ahead().cycle(), (cycle + 1).min(3000));
        }
    }

    #[test]
    fn a_long_seek_takes_several_slices_and_arrives() {
        let mut runner = runner(100_000);
        to_end(&mut runner);
        runner.seek(99_000, 10);
        let mut slices = 1;
        while runner.machine().cycle() != 99_000 {
            runner.seek(99_000, 10);
            slices += 1;
        }
        assert!((2..=1 + runner.frames.interval / 10).contains(&slices), "{slices}");
    }

    #[test]
    fn extending_leaves_the_cursor() {
        let mut runner = runner(1000);
        runner.seek(100, u64::MAX);
        runner.extend(50);
        assert_eq!((runner.machine().cycle(), runner.frontier()), (100, 150));
        runner.extend(u64::MAX);
        assert_eq!((runner.machine().cycle(), runner.frontier(), runner.complete()), (100, 1000, true));
    }

    #[test]
    fn keyframes_are_thinned_and_stay_evenly_spaced() {
        let mut runner = runner(1_000_000);
        runner.frames.most = 16;
        to_end(&mut runner);
        let frames: Vec<u64> = runner.frames.list.iter().map(Machine::cycle).collect();
        assert!(frames.len() <= 16 && frames[0] == 0);
        assert!(frames.windows(2).all(|pair| pair[1] - pair[0] == runner.frames.interval));
        assert!(frames.last().unwrap() + runner.frames.interval >= 1_000_000);
    }

    #[test]
    fn keyframes_stay_below_their_bytes() {
        let mut runner = runner(1_000_000);
        // Each writes the one page of memory, so none shares it.
        let each = runner.head().clone_bytes() + PAGE;
        runner.frames.most_bytes = 9 * each;
        to_end(&mut runner);
        assert!((5..=10).contains(&runner.frames.list.len()), "{}", runner.frames.list.len());
        assert_eq!(runner.frames.bytes, (runner.frames.list.len() - 1) * each);
        let mut poor = self::runner(1_000_000);
        poor.frames.most_bytes = 0;
        to_end(&mut poor);
        assert_eq!(poor.frames.list.len(), 1, "the start is always there");
    }

    #[test]
    fn the_cycle_limit_ends_a_run_by_name() {
        let mut runner = Runner::new(Toy::new(3, 1000), 1, 500, 1 << 20);
        runner.seek(u64::MAX, u64::MAX);
        assert_eq!(runner.frontier(), 500);
        assert_eq!(runner.halt(), Some(&Halt::Limit { limit: "cycles".into(), value: 500 }));
        let mut exact = Runner::new(Toy::new(3, 500), 1, 500, 1 << 20);
        exact.seek(u64::MAX, u64::MAX);
        assert!(exact.complete() && exact.halt().is_none());
    }

    #[test]
    fn a_halt_is_found_again_at_the_frontier() {
        let mut runner = Runner::new(Toy::halting(3, 700), 1, u64::MAX, 1 << 20);
        runner.seek(u64::MAX, u64::MAX);
        assert!(runner.halt().is_some() && runner.frontier() == 700);
        runner.seek(10, u64::MAX);
        assert_eq!((runner.machine().cycle(), runner.complete()), (10, true));
        runner.seek(u64::MAX, u64::MAX);
        assert_eq!((runner.machine().cycle(), runner.at_frontier()), (700, true));
    }
}

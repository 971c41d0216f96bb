//! A running machine with what is known of its run, its keyframes, and a cursor.
//!
//! The *head* is the machine at the frontier: only to it somebody listens, the [`Summary`]. The cursor is either at the head
//! or at a *view*, a second machine made from the nearest earlier keyframe and run, unheard, to the cursor's cycle. Going
//! back is therefore the same as going forward from somewhere else; nothing is undone. Who wants to see what happened in
//! some cycles has them recorded: a third machine runs from a keyframe again and tells everything (`Recorder`). So the
//! whole run costs little more than one that nobody looks at, and no length of it is too long.

use alloc::{boxed::Box, sync::Arc, vec::Vec};
use core::{
    cell::{OnceCell, RefCell},
    ops::Range,
};

pub use self::replay::Replay;
use self::replay::Replayed;
use super::recorder::{Excerpt, Making, Recorder};
use crate::{
    machines::{Halt, Machine},
    trace::{
        Cause, Deaf, Fingerprint, Listener, Log, Summary,
        columns::Columns,
        log::Start,
        window::{self, EventKind, Found},
    },
};

mod counts;
mod replay;

/// Cycles between keyframes at the start of a run: few enough to be simulated again in milliseconds, so many that copying
/// the machine is a small part of the work.
const FIRST_INTERVAL: u64 = 8192;
/// Most keyframes. A run of a hundred million cycles has one every 16,384 cycles, if they do not take too much memory: what
/// has to be simulated again on the way to any cycle is a small part of a second.
const MOST_FRAMES: usize = 8192;
/// Bytes that all keyframes together should stay below.
const MOST_BYTES: usize = 256 << 20;
/// Cycles between two looks at the counters at the start of a run, and most looks that are kept: when there are more, every other
/// one goes.
const HISTORY: (u64, usize) = (16, 64);
/// A recording ends at a multiple of so many cycles: those behind a window will be asked for next.
const MARGIN: u64 = 2048;

/// A copy of the machine that is kept, and what holds at its cycle.
#[derive(Clone, Debug)]
struct Frame<M> {
    cycle: u64,
    /// See [`Machine::tells_from`].
    tells_from: u64,
    kept: M,
    /// Bytes of the copy, without what it may share.
    bytes: usize,
    start: Start,
}

impl<M: Machine> Frame<M> {
    /// A copy that shares with the frame before what is equal.
    fn new(machine: &M, start: Start, before: Option<&Frame<M>>) -> Frame<M> {
        let mut kept = machine.clone();
        kept.keep(before.map(|before| &before.kept));
        let bytes = machine.clone_bytes() + start.bytes();
        Frame { cycle: machine.cycle(), tells_from: machine.tells_from(), kept, bytes, start }
    }

    /// The machine.
    fn machine(&self) -> M {
        let mut machine = self.kept.clone();
        machine.restore();
        machine
    }

    /// Bytes that it takes, the one before being there.
    fn bytes_after(&self, before: &Frame<M>) -> usize {
        self.bytes
            + self.kept.own_bytes(Some(&before.kept))
            + self.kept.memory().unshared_bytes(before.kept.memory())
    }
}

/// Machines at regular cycles. When there are too many, every other one goes and the distance doubles.
#[derive(Clone, Debug)]
struct Frames<M> {
    list: Vec<Frame<M>>,
    interval: u64,
    most: usize,
    bytes: usize,
    most_bytes: usize,
}

impl<M: Machine> Frames<M> {
    fn new(machine: &M, start: Start) -> Frames<M> {
        let list = Vec::from([Frame::new(machine, start, None)]);
        Frames { list, interval: FIRST_INTERVAL, most: MOST_FRAMES, bytes: 0, most_bytes: MOST_BYTES }
    }

    /// The next cycle after `cycle` that should have a frame.
    fn next(&self, cycle: u64) -> u64 {
        (cycle / self.interval).saturating_add(1).saturating_mul(self.interval)
    }

    fn offer(&mut self, machine: &M, start: impl FnOnce() -> Start) {
        if !machine.cycle().is_multiple_of(self.interval) {
            return;
        }
        let frame = Frame::new(machine, start(), self.list.last());
        self.bytes += self.list.last().map_or(0, |last| frame.bytes_after(last));
        self.list.push(frame);
        while self.list.len() > 1 && (self.list.len() > self.most || self.bytes > self.most_bytes) {
            self.interval = self.interval.saturating_mul(2);
            let interval = self.interval;
            self.list.retain(|frame| frame.cycle.is_multiple_of(interval));
            self.bytes = self.list.windows(2).map(|pair| pair[1].bytes_after(&pair[0])).sum();
        }
    }

    /// The last frame that is not after `cycle`. There is always one at the start.
    fn before(&self, cycle: u64) -> Option<&Frame<M>> {
        let after = self.list.partition_point(|frame| frame.cycle <= cycle);
        self.list.get(after.saturating_sub(1))
    }

    /// The last frame from which on a run tells every event of `cycle` and later.
    fn telling(&self, cycle: u64) -> Option<&Frame<M>> {
        let after = self.list.partition_point(|frame| frame.cycle <= cycle);
        let tells = |frame: &&Frame<M>| frame.tells_from <= cycle;
        self.list[..after].iter().rev().find(tells).or(self.list.first())
    }
}

/// A machine that can go to any cycle.
#[derive(Clone, Debug)]
pub struct Runner<M> {
    head: M,
    view: Option<M>,
    ahead: OnceCell<M>,
    frames: Frames<M>,
    summary: Summary,
    history: Columns<u64>,
    recorder: RefCell<Recorder<M>>,
    halt: Option<Halt>,
    limit: u64,
    log_bytes: u64,
}

impl<M: Machine> Runner<M> {
    /// A machine at cycle 0 that may run for `limit` cycles; `slots` is its number of issue slots. Recordings take at most
    /// `log_bytes`.
    pub fn new(machine: M, slots: usize, limit: u64, log_bytes: u64) -> Runner<M> {
        let summary = Summary::new(M::CAUSES, M::EVENTS, machine.units().len(), slots);
        let counters = machine.counter_values().len();
        Runner {
            frames: Frames::new(&machine, summary.start(|_| Vec::new())),
            history: Columns::new(counters, 1, counters * HISTORY.1 * size_of::<u64>(), HISTORY.0),
            head: machine,
            view: None,
            ahead: OnceCell::new(),
            summary,
            recorder: RefCell::new(Recorder::new(log_bytes)),
            halt: None,
            limit,
            log_bytes,
        }
    }

    /// Before the first cycle: every cycle is stepped from now on, idle or not.
    pub fn tick(&mut self) {
        self.ahead.take();
        self.head = self.head.clone().ticking();
        self.frames = Frames::new(&self.head, self.summary.start(|_| Vec::new()));
    }

    /// Before the first cycle: keyframes are at first so many cycles apart.
    pub fn keyframes(&mut self, interval: u64) {
        self.frames.interval = interval.max(1);
    }

    /// The machine at the cursor.
    pub fn machine(&self) -> &M {
        self.view.as_ref().unwrap_or(&self.head)
    }

    /// The machine at the frontier.
    pub fn head(&self) -> &M {
        &self.head
    }

    /// What is known of `0..frontier`.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// The values of the machine's counters in `0..frontier` at cycles that are equally far apart.
    pub fn history(&self) -> &Columns<u64> {
        &self.history
    }

    /// The values of the machine's counters at the keyframe before a cycle, or at it: its cycle, and the values.
    pub fn counters_before(&self, cycle: u64) -> (u64, Vec<u64>) {
        match self.frames.before(cycle) {
            Some(frame) => (frame.cycle, frame.machine().counter_values()),
            None => (0, Vec::new()),
        }
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

    /// What each unit does in the cycle that begins at the cursor, as a copy of the machine finds out.
    pub fn causes(&self) -> Vec<Cause> {
        (0..self.summary.units() as u32).map(|unit| self.ahead().cause(unit)).collect()
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
            let (view, ahead) = (self.view.take(), core::mem::take(&mut self.ahead));
            let view = view.unwrap_or_else(|| self.head.clone());
            self.go_on(self.frontier().saturating_add(budget), budget);
            // What follows from the cursor's cycle stays as well.
            self.ahead = ahead;
            self.view = Some(view).filter(|view| view.cycle() < self.frontier());
        }
    }

    fn look_back(&mut self, cycle: u64, budget: u64) {
        let Some(frame) = self.frames.before(cycle) else { return };
        self.ahead.take();
        let from = |view: &M| frame.cycle <= view.cycle() && view.cycle() <= cycle;
        let mut view = match self.view.take().filter(from) {
            Some(view) => view,
            None => frame.machine(),
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
            if self.frontier() == self.history.next() {
                self.history.push(&self.head.counter_values());
            }
            let next = self.frames.next(self.frontier());
            let stop = until.min(self.limit).min(next).min(self.history.next());
            self.halt = self.head.run(stop, &mut self.summary).err();
            self.summary.close(self.frontier());
            if !self.complete() && self.frontier() == next {
                self.summary.cut(next);
                let Runner { frames, head, summary, .. } = self;
                let interval = frames.interval;
                frames.offer(head, || summary.start(|sets| head.told(sets)));
                if frames.interval != interval {
                    summary.join(frames.interval);
                }
            }
        }
        self.summary.close(self.frontier());
    }
}

/// What has been recorded, and what will be when somebody asks for it.
impl<M: Machine> Runner<M> {
    /// What is wanted as far as it has been simulated: at least one cycle, if there is one.
    fn known(&self, wanted: &Excerpt) -> Excerpt {
        let to = wanted.to.min(self.frontier());
        Excerpt { from: wanted.from.min(to.saturating_sub(1)), to, units: wanted.units.clone() }
    }

    /// A recording with what is wanted, if there is one.
    pub fn recorded(&self, wanted: &Excerpt) -> Option<Arc<Log>> {
        self.recorder.borrow_mut().find(&self.known(wanted))
    }

    /// Goes on recording what is wanted, at most `budget` cycles. Is it there?
    pub fn prepare(&self, wanted: &Excerpt, budget: u64) -> bool {
        let wanted = &self.known(wanted);
        let mut recorder = self.recorder.borrow_mut();
        recorder.find(wanted).is_some() || recorder.make(wanted, budget, || self.making(wanted))
    }

    /// A recording with what is wanted. It is made if it is not there, up to where the recordings take the bytes that they may.
    pub fn record(&self, wanted: &Excerpt) -> Arc<Log> {
        while !self.prepare(wanted, u64::MAX) {}
        // What was just made is there.
        self.recorded(wanted).unwrap_or_else(|| Arc::new(self.empty()))
    }

    fn making(&self, wanted: &Excerpt) -> Making<M> {
        let to = wanted.to.next_multiple_of(MARGIN).min(self.frontier());
        let until = if to == self.frontier() { self.last() } else { to };
        let (machine, start) = self.telling(wanted.from);
        Making::new(machine, start, (to, until), wanted.units.clone())
    }

    /// The last machine that is kept which tells every event of a cycle and later, and what holds where it is.
    fn telling(&self, cycle: u64) -> (M, Start) {
        match self.frames.telling(cycle) {
            Some(frame) => (frame.machine(), frame.start.clone()),
            None => (self.head.clone(), self.summary.start(|_| Vec::new())),
        }
    }

    /// Until where a machine runs that tells everything up to the frontier: where the run halts, one cycle further.
    fn last(&self) -> u64 {
        let cut = matches!(&self.halt, Some(Halt::Limit { limit, .. }) if *limit == "cycles");
        self.frontier() + u64::from(self.complete() && !cut)
    }

    fn empty(&self) -> Log {
        Log::new(M::CAUSES, M::EVENTS, self.summary.units(), self.summary.slots())
    }

    /// The machine at the start.
    fn first(&self) -> M {
        self.frames.list.first().map_or_else(|| self.head.clone(), Frame::machine)
    }

    /// A digest of every event up to the frontier, for which the whole run is run again.
    pub fn fingerprint(&self) -> u64 {
        let mut print = Fingerprint::new(M::EVENTS, self.summary.units(), self.summary.slots());
        // It halts where the run does.
        let _ = self.first().run(self.last(), &mut Listener::Fingerprint(&mut print));
        print.at(self.frontier())
    }

    /// Where the next event of a kind after the cursor is. At most the cursor's own stretch and the one that has the event are
    /// run again.
    pub fn next_event(&self, kind: EventKind, unit: Option<u32>) -> Found {
        if let Some(count) = counts::of(kind) {
            return self.next_count(count);
        }
        let (after, all) = (self.machine().cycle(), self.summary.units());
        let units = unit.map_or(0..all, |unit| unit as usize..unit as usize + 1);
        for (from, to) in self.summary.stretches(kind, unit, after) {
            // It begins with the state in front of the stretch. Events that are no states need not be whole.
            let (from, to) = (from + 1, to.min(self.frontier()));
            let log = self.record(&Excerpt::of_units((from, to), (units.start, units.end.max(1) - 1), all));
            let found = if log.end() < to {
                self.search((from, to), units.clone(), (after, kind))
            } else {
                window::next_event(&log, after, kind, unit)
            };
            if let Some((cycle, unit)) = found {
                return Found::At { cycle, unit: Some(unit) };
            }
        }
        if self.complete() { Found::Never } else { Found::NotYet }
    }

    /// Where in these cycles, after `after`, something of a kind happens to any of these units first, if what happens takes too many
    /// bytes: only their states are recorded, and if these are still too many, those of one half after the other.
    fn search(
        &self,
        (from, to): (u64, u64),
        units: Range<usize>,
        (after, kind): (u64, EventKind),
    ) -> Option<(u64, u32)> {
        let log = self.record(&Excerpt { from, to, units: Some(units.clone()) });
        if log.end() >= to || units.len() <= 1 {
            let chosen = (units.len() == 1).then_some(units.start as u32);
            // It may have more of the units, all of which are looked at.
            return window::next_event(&log, after, kind, chosen);
        }
        let middle = units.start + units.len() / 2;
        let halves = [units.start..middle, middle..units.end];
        halves.into_iter().filter_map(|half| self.search((from, to), half, (after, kind))).min()
    }
}

impl<M: Machine + 'static> Runner<M> {
    /// The cycles `from..to` up to the frontier, to be told again from the last keyframe in front of them. It has what it needs of
    /// this run, which may be moved meanwhile.
    pub fn replay(&self, (from, to): (u64, u64)) -> Box<dyn Replay> {
        let to = to.min(self.frontier());
        let last = if to == self.frontier() { self.last() } else { to };
        Box::new(Replayed::new(self.telling(from), (to, last), self.log_bytes))
    }
}

#[cfg(test)]
mod tests;

//! A running machine with what is known of its run, its keyframes, and a cursor.
//!
//! The *head* is the machine at the frontier: only to it somebody listens, the [`Summary`]. The cursor is either at the head
//! or at a *view*, a second machine made from the nearest earlier keyframe and run, unheard, to the cursor's cycle. Going
//! back is therefore the same as going forward from somewhere else; nothing is undone. Who wants to see what happened in
//! some cycles has them recorded: a third machine runs from a keyframe again and tells everything (`Recorder`). So the
//! whole run costs little more than one that nobody looks at, and no length of it is too long.

use alloc::{sync::Arc, vec::Vec};
use core::{
    cell::{OnceCell, RefCell},
    ops::Range,
};

use super::recorder::{Making, Recorder};
use crate::{
    machines::{Halt, Machine},
    trace::{
        Cause, Causes, Deaf, Fingerprint, Listener, Log, Summary,
        event::EventRow,
        export::Replay,
        log::Start,
        window::{self, EventKind, Found},
    },
};

/// Cycles between keyframes at the start of a run: few enough to be simulated again in milliseconds, so many that copying
/// the machine is a small part of the work.
const FIRST_INTERVAL: u64 = 8192;
/// Most keyframes. A run of ten million cycles has one every 16,384 cycles, if they do not take too much memory: what has
/// to be simulated again on the way to any cycle is a small part of a second.
const MOST_FRAMES: usize = 1024;
/// Bytes that all keyframes together should stay below.
const MOST_BYTES: usize = 256 << 20;
/// A recording ends at a multiple of so many cycles: those behind a window will be asked for next.
const MARGIN: u64 = 2048;
/// Cycles of a piece of the run that is read from its start to its end.
const PIECE: u64 = 1 << 14;

/// A machine at a cycle, and what holds there.
#[derive(Clone, Debug)]
struct Frame<M> {
    machine: M,
    start: Start,
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
        let list = Vec::from([Frame { machine: machine.clone(), start }]);
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
        let frame = Frame { machine: machine.clone(), start: start() };
        self.bytes += self.list.last().map_or(0, |last| bytes_after(last, &frame));
        self.list.push(frame);
        while self.list.len() > 1 && (self.list.len() > self.most || self.bytes > self.most_bytes) {
            self.interval = self.interval.saturating_mul(2);
            let interval = self.interval;
            self.list.retain(|frame| frame.machine.cycle().is_multiple_of(interval));
            self.bytes = self.list.windows(2).map(|pair| bytes_after(&pair[0], &pair[1])).sum();
        }
    }

    /// The last frame that is not after `cycle`. There is always one at the start.
    fn before(&self, cycle: u64) -> Option<&Frame<M>> {
        let after = self.list.partition_point(|frame| frame.machine.cycle() <= cycle);
        self.list.get(after.saturating_sub(1))
    }

    /// The last frame from which on a run tells every event of `cycle` and later.
    fn telling(&self, cycle: u64) -> Option<&Frame<M>> {
        let after = self.list.partition_point(|frame| frame.machine.cycle() <= cycle);
        let tells = |frame: &&Frame<M>| frame.machine.tells_from() <= cycle;
        self.list[..after].iter().rev().find(tells).or(self.list.first())
    }
}

/// What a frame takes, the one before it being there.
fn bytes_after<M: Machine>(before: &Frame<M>, frame: &Frame<M>) -> usize {
    frame.machine.clone_bytes()
        + frame.machine.memory().unshared_bytes(before.machine.memory())
        + frame.start.bytes()
}

/// A machine that can go to any cycle.
#[derive(Clone, Debug)]
pub struct Runner<M> {
    head: M,
    view: Option<M>,
    ahead: OnceCell<M>,
    frames: Frames<M>,
    summary: Summary,
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
        Runner {
            frames: Frames::new(&machine, summary.start(Vec::new())),
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
        self.frames = Frames::new(&self.head, self.summary.start(Vec::new()));
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
            let view = self.machine().clone();
            self.go_on(self.frontier().saturating_add(budget), budget);
            self.view = Some(view).filter(|view| view.cycle() < self.frontier());
        }
    }

    fn look_back(&mut self, cycle: u64, budget: u64) {
        let Some(Frame { machine: frame, .. }) = self.frames.before(cycle) else { return };
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
            let next = self.frames.next(self.frontier());
            self.halt = self.head.run(until.min(self.limit).min(next), &mut self.summary).err();
            self.summary.close(self.frontier());
            if !self.complete() && self.frontier() == next {
                self.summary.cut(next);
                let Runner { frames, head, summary, .. } = self;
                let interval = frames.interval;
                frames.offer(head, || summary.start(head.told()));
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
    /// The cycles of a question, as far as they have been simulated: at least one, if there is one.
    fn known(&self, from: u64, to: u64) -> (u64, u64) {
        let to = to.min(self.frontier());
        (from.min(to.saturating_sub(1)), to)
    }

    /// A recording with every event of the cycles `from..to`, if there is one.
    pub fn recorded(&self, from: u64, to: u64) -> Option<Arc<Log>> {
        self.recorder.borrow_mut().find(self.known(from, to))
    }

    /// Goes on recording these cycles, at most `budget` of them. Are they recorded?
    pub fn prepare(&self, from: u64, to: u64, budget: u64) -> bool {
        let wanted = self.known(from, to);
        let mut recorder = self.recorder.borrow_mut();
        recorder.find(wanted).is_some() || recorder.make(wanted, budget, || self.making(wanted))
    }

    /// A recording with every event of the cycles `from..to`. It is made if it is not there, up to where the recordings take
    /// the bytes that they may.
    pub fn record(&self, from: u64, to: u64) -> Arc<Log> {
        while !self.prepare(from, to, u64::MAX) {}
        // What was just made is there.
        self.recorded(from, to).unwrap_or_else(|| Arc::new(self.empty()))
    }

    fn making(&self, (from, to): (u64, u64)) -> Making<M> {
        let to = to.next_multiple_of(MARGIN).min(self.frontier());
        let until = if to == self.frontier() { self.last() } else { to };
        match self.frames.telling(from) {
            Some(Frame { machine, start }) => Making::new(machine.clone(), start.clone(), to, until),
            None => Making::new(self.head.clone(), self.summary.start(Vec::new()), to, until),
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
        self.frames.list.first().map_or(&self.head, |frame| &frame.machine).clone()
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
        let after = self.machine().cycle();
        for (from, to) in self.summary.stretches(kind, unit, after) {
            // It begins with the state in front of the stretch. Events that are no states need not be whole.
            let log = self.record(from + 1, to);
            if let Some((cycle, unit)) = window::next_event(&log, after, kind, unit) {
                return Found::At { cycle, unit };
            }
        }
        if self.complete() { Found::Never } else { Found::NotYet }
    }
}

impl<M: Machine> Replay for Runner<M> {
    fn causes(&self) -> &Causes {
        self.summary.causes()
    }

    fn rows(&self) -> &[EventRow] {
        self.summary.rows()
    }

    fn sizes(&self) -> (usize, usize) {
        (self.summary.units(), self.summary.slots())
    }

    fn end(&self) -> u64 {
        self.frontier()
    }

    fn tracks(&self, tracks: Range<usize>) -> Log {
        let (mut machine, mut log) = (self.first(), self.empty().of_tracks(tracks));
        self.pieces(&mut machine, |machine, until| {
            let _ = machine.run(until, &mut Listener::Log(&mut log));
            while log.bytes() > self.log_bytes && log.tracks().len() > 1 {
                log.halve();
            }
            true
        });
        log.close(self.frontier());
        log
    }

    fn events(&self, each: &mut dyn FnMut(&Log) -> bool) {
        let mut machine = self.first();
        self.pieces(&mut machine, |machine, until| {
            let mut log = self.empty().of_events();
            let _ = machine.run(until, &mut Listener::Log(&mut log));
            log.close(until.min(self.frontier()));
            each(&log)
        });
    }
}

impl<M: Machine> Runner<M> {
    /// Runs a machine from the start to the frontier, piece by piece, as long as `go_on` says so.
    fn pieces(&self, machine: &mut M, mut go_on: impl FnMut(&mut M, u64) -> bool) {
        let mut until = 0;
        while until < self.last() {
            until = (until + PIECE).min(self.last());
            if !go_on(machine, until) {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        document::Limits,
        image::PAGE,
        session::toy::Toy,
        trace::{
            Event, Sink,
            summary::{SLOT_BYTES, UNIT_BYTES},
            track::Track,
        },
    };

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
            assert_eq!(sliced.fingerprint(), whole.fingerprint());
        }
    }

    #[test]
    fn skipping_idle_cycles_leaves_the_same_log() {
        let mut ticking = Runner::new(Toy::new(3, 3000).ticking(), 1, u64::MAX, 1 << 24);
        let mut skipping = runner(3000);
        to_end(&mut ticking);
        to_end(&mut skipping);
        assert_eq!(ticking.fingerprint(), skipping.fingerprint());
        assert_eq!(ticking.machine().digest(), skipping.machine().digest());
    }

    #[test]
    fn forward_back_forward_is_the_same_place() {
        let mut runner = runner(100_000);
        let mut digests = Vec::new();
        let cycles = [0, 1, 8191, 8192, 8193, 9000, 99_999];
        for cycle in cycles {
            runner.seek(cycle, u64::MAX);
            assert_eq!(runner.machine().cycle(), cycle);
            digests.push(runner.machine().digest());
        }
        to_end(&mut runner);
        let log = runner.fingerprint();
        for (cycle, digest) in cycles.iter().zip(digests).rev() {
            runner.seek(*cycle, u64::MAX);
            assert_eq!((runner.machine().cycle(), runner.machine().digest()), (*cycle, digest));
        }
        runner.seek(u64::MAX, u64::MAX);
        assert!(runner.at_frontier() && runner.fingerprint() == log);
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
        let frames: Vec<u64> = runner.frames.list.iter().map(|frame| frame.machine.cycle()).collect();
        assert!(frames.len() <= 16 && frames[0] == 0);
        assert!(frames.windows(2).all(|pair| pair[1] - pair[0] == runner.frames.interval));
        assert!(frames.last().unwrap() + runner.frames.interval >= 1_000_000);
    }

    #[test]
    fn keyframes_stay_below_their_bytes() {
        let mut runner = runner(1_000_000);
        // Each writes the one page of memory, so none shares it.
        let each = runner.head().clone_bytes() + PAGE + runner.summary.start(Vec::new()).bytes();
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

    /// Every event of `from..` in the order in which it was told.
    #[derive(Default)]
    struct Heard(u64, Vec<(u64, Event)>);

    impl Sink for Heard {
        const ON: bool = true;
        fn tell(&mut self, cycle: u64, event: Event) {
            if cycle >= self.0 {
                self.1.push((cycle, event));
            }
        }
    }

    #[test]
    fn a_recording_of_any_cycles_is_that_part_of_a_recording_of_all() {
        let mut runner = runner(50_000);
        to_end(&mut runner);
        let mut whole = runner.empty();
        runner.first().run(u64::MAX, &mut whole).unwrap();
        whole.close(50_000);
        let edge = FIRST_INTERVAL;
        for (from, to) in
            [(0, 10), (edge - 1, edge), (edge, edge + 1), (edge - 1, edge + 1), (49_990, 50_000)]
        {
            let part = runner.record(from, to);
            assert!(part.begin() <= from && part.end() >= to);
            let same = |part: &Track, whole: &Track| {
                (from..to).all(|at| part.cursor().state(at) == whole.cursor().state(at))
            };
            assert!(
                part.units.iter().zip(&whole.units).all(|(part, whole)| same(part, whole)),
                "{from}..{to}"
            );
            assert!(part.slots.iter().zip(&whole.slots).all(|(part, whole)| same(part, whole)));
        }
    }

    #[test]
    fn the_next_event_is_found_wherever_the_stretches_end() {
        let mut runner = runner(30_000);
        to_end(&mut runner);
        let whole = runner.record(0, 30_000);
        let edge = FIRST_INTERVAL;
        for after in [0, edge - 2, edge - 1, edge, edge + 1, 3 * edge - 1, 29_900, 29_999] {
            runner.seek(after, u64::MAX);
            for (kind, unit) in EventKind::ALL.into_iter().flat_map(|kind| [(kind, None), (kind, Some(1))]) {
                let expected = match window::next_event(&whole, after, kind, unit) {
                    Some((cycle, unit)) => Found::At { cycle, unit },
                    None => Found::Never,
                };
                assert_eq!(runner.next_event(kind, unit), expected, "{kind:?} of {unit:?} after {after}");
            }
        }
    }

    #[test]
    fn recordings_stay_below_their_bytes() {
        let mut runner = Runner::new(Toy::new(3, 400_000), 1, u64::MAX, 200_000);
        to_end(&mut runner);
        for from in (0..400_000).step_by(10_000) {
            runner.record(from, from + 10_000);
            let bytes = runner.recorder.borrow().bytes();
            assert!(bytes <= 200_000, "{bytes}");
        }
        assert!(runner.recorder.borrow().len() > 1);
        // One that takes more than all may ends early.
        let cut = runner.record(0, 400_000);
        assert!(cut.end() < 400_000 && cut.bytes() < 250_000, "{} {}", cut.end(), cut.bytes());
    }

    #[test]
    fn a_run_of_any_length_takes_less_than_half_a_gigabyte() {
        let log = Limits::default().log_bytes as usize;
        // Columns grow by a quarter, and a log that is being made by doubling.
        let columns = (UNIT_BYTES + SLOT_BYTES) / 4 * 5;
        let all = MOST_BYTES + columns + log + 2 * log;
        assert!(all <= 500 << 20, "{} MB", all >> 20);
    }

    #[test]
    fn a_recording_is_made_in_slices() {
        let mut runner = runner(50_000);
        to_end(&mut runner);
        assert!(runner.recorded(20_000, 30_000).is_none());
        let mut slices = 1;
        while !runner.prepare(20_000, 30_000, 1000) {
            slices += 1;
        }
        assert!((10..=20).contains(&slices), "{slices}");
        let sliced = runner.recorded(20_000, 30_000).unwrap();
        let whole = self::runner(50_000);
        let mut whole = whole;
        to_end(&mut whole);
        let whole = whole.record(20_000, 30_000);
        let runs = |log: &Log| log.units[2].runs(20_000, 30_000).collect::<Vec<_>>();
        assert_eq!(runs(&sliced), runs(&whole));
    }

    #[test]
    fn what_a_halting_cycle_tells_is_recorded() {
        let mut runner = Runner::new(Toy::halting(3, 700), 1, u64::MAX, 1 << 20);
        runner.seek(u64::MAX, u64::MAX);
        let mut heard = Heard::default();
        assert!(Toy::halting(3, 700).run(u64::MAX, &mut heard).is_err());
        let log = runner.record(0, 700);
        let (cycle, last) =
            heard.1.iter().rev().find(|(_, event)| matches!(event, Event::Unit { unit: 0, .. })).unwrap();
        let Event::Unit { cause, .. } = last else { panic!("a state") };
        assert!(*cycle < 700);
        assert_eq!(log.units[0].cursor().state(699).cause, *cause);
    }
}

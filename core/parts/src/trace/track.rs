//! The states of one unit (or issue slot) over time, as runs of cycles.
//!
//! Runs are packed into bytes, two or three each (a machine's own causes take one more). Every `STRIDE` runs a mark notes where a run begins and how many
//! cycles each cause has had until then. So the counts between any two cycles are two searches and a few runs to decode:
//! a window costs by its columns, not by its cycles. (A running sum answers for every width of column; a pyramid of
//! halved levels would answer only for its own.)

use alloc::vec::Vec;

use super::{Cause, LaneKey};

mod code;

/// Runs between two marks.
const STRIDE: u32 = 64;

/// Cycles of each cause, by its place in the machine's list; behind the list there are none.
pub type Sums = [u64; Cause::MOST];

/// What a unit is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// Why it issues or does not.
    pub cause: Cause,
    /// The instruction that is issued or waits; `u32::MAX` if there is none.
    pub pc: u32,
    /// Active lanes.
    pub lanes: LaneKey,
}

impl State {
    /// Before anything is told.
    pub const START: State = State { cause: Cause::EMPTY, pc: u32::MAX, lanes: LaneKey::NONE };

    /// The lanes that it issues with. An instruction in which no lane takes part, such as one whose guard holds nowhere, says
    /// nothing of which lanes are active.
    pub fn issued(&self) -> Option<LaneKey> {
        Some(self.lanes).filter(|lanes| self.cause == Cause::ISSUED && *lanes != LaneKey::NONE)
    }
}

/// Cycles in which a state holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// First cycle.
    pub from: u64,
    /// One past the last cycle.
    pub to: u64,
    /// The state.
    pub state: State,
}

#[derive(Clone, Copy, Debug)]
struct Mark {
    cycle: u64,
    offset: u32,
    pc: u32,
    lanes: LaneKey,
}

/// What must be known of a unit at a cycle to begin a track there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told {
    /// Its state.
    pub state: State,
    /// The lanes of the last instruction that it issued ([`State::issued`]), if it has issued one.
    pub issued: Option<LaneKey>,
}

impl Told {
    /// Before anything is told.
    pub const START: Told = Told { state: State::START, issued: None };
}

/// The states of one unit.
#[derive(Clone, Debug)]
pub struct Track {
    /// Number of causes.
    causes: usize,
    bytes: Vec<u8>,
    marks: Vec<Mark>,
    /// Cycles of each cause until each mark, mark after mark.
    marked: Vec<u32>,
    unmarked: u32,
    /// State that the last packed run had: what the next one is packed against.
    packed: State,
    sums: Sums,
    since: u64,
    state: State,
    /// The lanes of the last issue before its first run.
    issued: Option<LaneKey>,
}

impl Track {
    /// A track without any run, of a machine with so many causes.
    pub fn new(causes: usize) -> Track {
        Track {
            causes: causes.min(Cause::MOST),
            bytes: Vec::new(),
            marks: Vec::new(),
            marked: Vec::new(),
            unmarked: STRIDE,
            packed: State::START,
            sums: [0; Cause::MOST],
            since: 0,
            state: State::START,
            issued: None,
        }
    }

    /// A track that begins at a cycle with what was told before. It starts with a run of one cycle in front, so that a change in
    /// its first cycle is seen as a change.
    pub fn from(causes: usize, cycle: u64, told: Told) -> Track {
        let Told { state, issued } = told;
        Track { since: cycle.saturating_sub(1), state, issued, ..Track::new(causes) }
    }

    /// The lanes of the last issue before its first run, if there was one.
    pub fn issued_before(&self) -> Option<LaneKey> {
        self.issued
    }

    /// From `cycle` on the state is this. Two in one cycle: the last one counts. Returns `None` if nothing changed, else
    /// how many bytes were needed.
    pub fn tell(&mut self, cycle: u64, state: State) -> Option<usize> {
        if state == self.state {
            return None;
        }
        let bytes = if cycle > self.since { self.close(cycle) } else { 0 };
        self.state = state;
        Some(bytes)
    }

    /// Bytes that are packed in it.
    pub fn bytes(&self) -> u64 {
        let marks = self.marks.len() * (size_of::<Mark>() + self.causes * size_of::<u32>());
        (self.bytes.len() + marks) as u64
    }

    /// Frees spare capacity.
    pub fn shrink(&mut self) {
        self.bytes.shrink_to_fit();
        self.marks.shrink_to_fit();
        self.marked.shrink_to_fit();
    }

    /// The state that holds now.
    pub fn state(&self) -> State {
        self.state
    }

    fn close(&mut self, cycle: u64) -> usize {
        let run = Run { from: self.since, to: cycle, state: self.state };
        self.since = cycle;
        let bytes = self.pack(run);
        self.sums[run.state.cause.index()] += run.to - run.from;
        bytes
    }

    fn pack(&mut self, run: Run) -> usize {
        let before = self.bytes.len();
        let marked = if self.unmarked == STRIDE { self.mark(run.from) } else { 0 };
        self.unmarked += 1;
        code::encode(&mut self.bytes, run, self.packed);
        self.packed = run.state;
        self.bytes.len() - before + marked
    }

    /// Sets a mark in front of the run that begins at a cycle. Returns the bytes that it needs.
    #[cold]
    fn mark(&mut self, cycle: u64) -> usize {
        let State { pc, lanes, .. } = self.packed;
        self.marks.push(Mark { cycle, offset: self.bytes.len() as u32, pc, lanes });
        self.marked.extend(self.sums[..self.causes].iter().map(|sum| *sum as u32));
        self.unmarked = 0;
        size_of::<Mark>() + self.causes * size_of::<u32>()
    }

    /// The runs that meet the cycles `from..to`, whole ones (the last may still go on and ends at `to`).
    pub fn runs(&self, from: u64, to: u64) -> impl Iterator<Item = Run> + '_ {
        let mut cursor = self.cursor();
        cursor.go(from);
        let mut next = (from < to).then_some(cursor.run);
        core::iter::from_fn(move || {
            let mut run = next.take()?;
            if run.to < to {
                cursor.step();
                next = Some(cursor.run);
            }
            if run.to == u64::MAX {
                run.to = to.max(run.from);
            }
            (run.to > run.from).then_some(run)
        })
    }

    /// A reader that goes forward.
    pub fn cursor(&self) -> Cursor<'_> {
        let mut cursor = Cursor {
            track: self,
            mark: 0,
            at: 0,
            run: Run { from: 0, to: 0, state: State::START },
            sums: [0; Cause::MOST],
        };
        cursor.load();
        cursor
    }
}

/// A reader of a track that goes forward.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    track: &'a Track,
    mark: usize,
    at: usize,
    run: Run,
    sums: Sums,
}

impl Cursor<'_> {
    /// Cycles of each cause from the track's beginning to `cycle`.
    pub fn sums(&mut self, cycle: u64) -> Sums {
        self.go(cycle);
        let mut sums = self.sums;
        sums[self.run.state.cause.index()] += cycle.saturating_sub(self.run.from);
        sums
    }

    /// The state in a cycle (not before the last one asked for).
    pub fn state(&mut self, cycle: u64) -> State {
        self.go(cycle);
        self.run.state
    }

    /// Goes to the run that has `cycle`.
    fn go(&mut self, cycle: u64) {
        if cycle < self.run.to {
            return;
        }
        let marks = &self.track.marks[(self.mark + 1).min(self.track.marks.len())..];
        // Near marks first: neighbouring columns are mostly one or two marks apart.
        let near = marks.iter().take(4).take_while(|mark| mark.cycle <= cycle).count();
        let skip = if near == 4 { marks.partition_point(|mark| mark.cycle <= cycle) } else { near };
        if skip > 0 {
            self.mark += skip;
            self.load();
        }
        while cycle >= self.run.to {
            self.step();
        }
    }

    /// The run that begins at the current mark.
    fn load(&mut self) {
        match self.track.marks.get(self.mark) {
            Some(mark) => {
                self.at = mark.offset as usize;
                let from = self.mark * self.track.causes;
                let marked = self.track.marked[from..from + self.track.causes].iter();
                self.sums.iter_mut().zip(marked).for_each(|(sum, marked)| *sum = u64::from(*marked));
                let state = State { pc: mark.pc, lanes: mark.lanes, ..State::START };
                self.run = Run { from: mark.cycle, to: mark.cycle, state };
                self.decode();
            }
            None => self.open(),
        }
    }

    /// The next run.
    fn step(&mut self) {
        self.sums[self.run.state.cause.index()] += self.run.to - self.run.from;
        self.run.from = self.run.to;
        if self.at < self.track.bytes.len() { self.decode() } else { self.open() }
    }

    fn decode(&mut self) {
        let (length, state) = code::decode(&self.track.bytes, &mut self.at, self.run.state);
        self.run = Run { from: self.run.from, to: self.run.from + length, state };
    }

    /// The run that goes on.
    fn open(&mut self) {
        self.run = Run { from: self.track.since, to: u64::MAX, state: self.track.state };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Rng;

    /// Some of them are a machine's own, before and behind the place from which on a cause takes a byte.
    const CAUSES: u64 = 20;

    /// A track of random runs, and the state of every cycle.
    fn random(seed: u64, runs: u64, longest: u64) -> (Track, Vec<State>) {
        let mut rng = Rng::new(seed);
        let (mut track, mut cells) = (Track::new(CAUSES as usize), Vec::new());
        for _ in 0..runs {
            let cause = Cause::from_index(rng.below(CAUSES)).unwrap();
            let pc = if rng.below(3) == 0 { rng.next_u64() as u32 } else { rng.below(4) as u32 };
            let lanes = LaneKey(if rng.below(3) == 0 { rng.next_u64() } else { 0xFF });
            let state = State { cause, pc, lanes };
            track.tell(cells.len() as u64, state);
            (0..rng.below(longest)).for_each(|_| cells.push(state));
        }
        (track, cells)
    }

    fn count(cells: &[State]) -> Sums {
        let mut sums = [0; Cause::MOST];
        cells.iter().for_each(|state| sums[state.cause.index()] += 1);
        sums
    }

    #[test]
    fn every_cycle_reads_back() {
        for (seed, longest) in [(1, 2), (2, 5), (3, 1000)] {
            let (track, cells) = random(seed, 500, longest);
            let mut cursor = track.cursor();
            for (cycle, state) in cells.iter().enumerate() {
                assert_eq!(cursor.state(cycle as u64), *state);
            }
        }
    }

    #[test]
    fn sums_of_any_steps_equal_a_count() {
        let (track, cells) = random(7, 2000, 6);
        for step in [1, 3, 64, 1000, cells.len()] {
            let mut cursor = track.cursor();
            for cycle in (0..=cells.len()).step_by(step) {
                assert_eq!(cursor.sums(cycle as u64), count(&cells[..cycle]), "step {step} cycle {cycle}");
            }
        }
    }

    #[test]
    fn runs_cover_the_window() {
        let (track, cells) = random(9, 300, 9);
        let end = cells.len() as u64;
        for (from, to) in [(0, end), (17, 18), (100, 300), (end - 1, end), (5, 5)] {
            let runs: Vec<Run> = track.runs(from, to).collect();
            assert!(runs.windows(2).all(|pair| pair[0].to == pair[1].from));
            for cycle in from..to {
                let run = runs.iter().find(|run| run.from <= cycle && cycle < run.to).unwrap();
                assert_eq!(run.state, cells[cycle as usize]);
            }
            assert!(runs.iter().all(|run| run.from < to && run.to > from), "{from}..{to}");
        }
    }

    #[test]
    fn a_track_that_begins_later_reads_as_the_whole_one() {
        let (whole, cells) = random(11, 300, 9);
        for begin in [1, 17, 100] {
            let state = cells[begin - 1];
            let mut late = Track::from(CAUSES as usize, begin as u64, Told { state, issued: None });
            for run in whole.runs(begin as u64, cells.len() as u64) {
                late.tell(run.from.max(begin as u64), run.state);
            }
            let (mut cursor, mut sums) = (late.cursor(), late.cursor());
            let before = sums.sums(begin as u64);
            for (cycle, state) in cells.iter().enumerate().skip(begin - 1) {
                assert_eq!(cursor.state(cycle as u64), *state, "from {begin} in {cycle}");
                if cycle >= begin {
                    let after = sums.sums(cycle as u64);
                    let counted = count(&cells[begin..cycle]);
                    assert!((0..Cause::MOST).all(|at| after[at] - before[at] == counted[at]));
                }
            }
        }
    }

    #[test]
    fn the_last_word_of_a_cycle_counts() {
        let mut track = Track::new(Cause::SHARED);
        let state = |cause| State { cause, ..State::START };
        assert_eq!(track.tell(0, State::START), None);
        track.tell(3, state(Cause::MEMORY));
        track.tell(3, state(Cause::ISSUED));
        track.tell(4, state(Cause::MEMORY));
        let mut cursor = track.cursor();
        let causes = [2, 3, 4].map(|cycle| cursor.state(cycle).cause);
        assert_eq!(causes, [Cause::EMPTY, Cause::ISSUED, Cause::MEMORY]);
    }
}

//! What each warp and each scheduler did in a cycle, and why (DESIGN invariant 8).
//!
//! A warp is in exactly one state; the sets of all states are kept up to date when something happens to a warp, so that
//! a cycle needs no look at each warp. Out of them come the cause of every warp (a cell of the timeline) and of every
//! issue slot.
//!
//! **The cause of a slot in which nothing issued** is that of the warp that is nearest to issue, in the order of
//! [`NEAREST`]: what holds back an instruction with all its operands (its unit is busy, the load/store unit is full),
//! then a missing operand (of arithmetic, which is soon there, before an atomic that stands behind others, before memory), then a missing instruction, then the
//! barrier, then results of ended warps, then no work at all. So "all at barrier" is told only if every warp with work
//! is there.

use lanescope_parts::trace::{Cause, Causes};

use super::units::Unit;

/// The state of a warp, by number: the six below, then ready for each [`Unit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State(u8);

/// The number of the first state that is ready.
const FIRST_READY: u8 = 6;

impl State {
    /// No work.
    pub const EMPTY: State = State(0);
    /// Ended, with results on their way.
    pub const DRAINING: State = State(1);
    /// At the barrier.
    pub const BARRIER: State = State(2);
    /// No instruction.
    pub const FETCH: State = State(3);
    /// An operand comes from a function unit.
    pub const ARITHMETIC: State = State(4);
    /// An operand comes from memory.
    pub const MEMORY: State = State(5);
    /// How many there are.
    pub const COUNT: usize = FIRST_READY as usize + Unit::ALL.len();

    /// An operand comes from memory, or from a function unit.
    #[inline]
    pub const fn waits(memory: bool) -> State {
        if memory { State::MEMORY } else { State::ARITHMETIC }
    }

    /// Could issue if this unit is free.
    #[inline]
    pub const fn ready(unit: Unit) -> State {
        State(FIRST_READY + unit as u8)
    }

    /// Could it issue if its unit is free?
    #[inline]
    pub const fn is_ready(self) -> bool {
        self.0 >= FIRST_READY
    }
}

/// Which warps are in which state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sets([u64; State::COUNT]);

impl Sets {
    /// All of the first `warps` slots are empty.
    pub fn new(warps: u32) -> Sets {
        let mut sets = [0; State::COUNT];
        sets[0] = lanescope_parts::base::LaneMask::first_n(warps).0;
        Sets(sets)
    }

    /// The warps in a state.
    #[inline]
    pub fn of(&self, state: State) -> u64 {
        self.0[usize::from(state.0)]
    }

    /// Moves a warp.
    #[inline]
    pub fn change(&mut self, warp: u32, from: State, to: State) {
        self.0[usize::from(from.0)] &= !(1 << warp);
        self.0[usize::from(to.0)] |= 1 << warp;
    }

    /// The warps that have an instruction, ready or not.
    #[inline]
    pub fn with_instruction(&self) -> u64 {
        self.0[usize::from(State::ARITHMETIC.0)..].iter().fold(0, |all, set| all | set)
    }
}

/// The causes that a waiting warp can have, the one nearest to issue first.
pub const NEAREST: [Cause; 9] = [
    Cause::UNIT_BUSY,
    Cause::MEMORY_FULL,
    Cause::ARITHMETIC,
    Cause::CONTENTION,
    Cause::MEMORY,
    Cause::FETCH,
    Cause::BARRIER,
    Cause::DRAINING,
    Cause::EMPTY,
];

/// The cause of each warp in one cycle, as a set of warps for each cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cells(pub [u64; Cause::SHARED]);

impl Cells {
    /// Every one of the first `warps` warps has no work.
    pub fn new(warps: u32) -> Cells {
        let mut cells = Cells([0; Cause::SHARED]);
        cells.0[Cause::EMPTY.index()] = lanescope_parts::base::LaneMask::first_n(warps).0;
        cells
    }

    /// The cells of warps that are not ready, before anything issues. Those that wait for memory, or to end, while their
    /// atomics stand behind others have a cause of their own.
    pub fn waiting(sets: &Sets, contended: u64) -> Cells {
        let mut cells = Cells([0; Cause::SHARED]);
        for (cause, state) in [
            (Cause::EMPTY, State::EMPTY),
            (Cause::DRAINING, State::DRAINING),
            (Cause::BARRIER, State::BARRIER),
            (Cause::FETCH, State::FETCH),
            (Cause::ARITHMETIC, State::ARITHMETIC),
            (Cause::MEMORY, State::MEMORY),
        ] {
            cells.0[cause.index()] = sets.of(state);
        }
        for cause in [Cause::MEMORY, Cause::DRAINING] {
            let warps = &mut cells.0[cause.index()];
            let moved = *warps & contended;
            *warps &= !moved;
            cells.add(Cause::CONTENTION, moved);
        }
        cells
    }

    /// Adds warps to a cause.
    #[inline]
    pub fn add(&mut self, cause: Cause, warps: u64) {
        self.0[cause.index()] |= warps;
    }

    /// The cause of a slot whose scheduler has these warps and picked none.
    #[inline]
    pub fn nearest(&self, mine: u64) -> Cause {
        NEAREST.into_iter().find(|cause| self.0[cause.index()] & mine != 0).unwrap_or(Cause::EMPTY)
    }

    /// The cause of one warp.
    pub fn of(&self, warp: u32) -> Cause {
        let has = |cause: &Cause| self.0[cause.index()] >> warp & 1 != 0;
        Causes::SHARED.all().find(has).unwrap_or(Cause::EMPTY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slot_is_named_after_the_warp_nearest_to_issue() {
        let mut sets = Sets::new(4);
        sets.change(0, State::EMPTY, State::BARRIER);
        sets.change(1, State::EMPTY, State::MEMORY);
        sets.change(2, State::EMPTY, State::FETCH);
        let cells = Cells::waiting(&sets, 0);
        assert_eq!(cells.nearest(0b1111), Cause::MEMORY);
        assert_eq!(cells.nearest(0b1101), Cause::FETCH);
        assert_eq!(cells.nearest(0b1001), Cause::BARRIER);
        assert_eq!(cells.nearest(0b1000), Cause::EMPTY);
        assert_eq!((cells.of(0), cells.of(3)), (Cause::BARRIER, Cause::EMPTY));
        assert_eq!(sets.with_instruction(), 0b0010);
    }

    #[test]
    fn who_waits_for_an_atomic_behind_others_has_a_cause_of_its_own() {
        let mut sets = Sets::new(4);
        let states = [State::DRAINING, State::MEMORY, State::MEMORY, State::BARRIER];
        (0..).zip(states).for_each(|(warp, state)| sets.change(warp, State::EMPTY, state));
        let cells = Cells::waiting(&sets, 0b1011);
        let causes = [Cause::CONTENTION, Cause::CONTENTION, Cause::MEMORY, Cause::BARRIER];
        assert_eq!([0, 1, 2, 3].map(|warp| cells.of(warp)), causes);
        assert_eq!((cells.nearest(0b1111), cells.nearest(0b1100)), (Cause::CONTENTION, Cause::MEMORY));
    }
}

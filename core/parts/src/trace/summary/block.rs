//! Cycles by cause of the units of a part that is told in sets.
//!
//! To add a cycle to each of 64 counters takes a few instructions if the counters lie side by side: word `k` of a cause has
//! the binary digit `k` of every unit's count, and adding a set is one addition with carry for all of them. Now and then
//! the counts are taken out and the words begin again at zero.
//!
//! Most often the sets change in every cycle. A state that lasts a single cycle is first counted in `few`, which has only a few
//! digits for all causes: adding to it takes the same steps whatever has changed.

use super::hits::Hits;
use crate::trace::{Cause, Causes, Sets, cause::Class, track::Sums, window::EventKind};

/// Binary digits of a count: the longest run has fewer cycles than it can hold.
const DIGITS: usize = 32;
/// Binary digits of the counts of single cycles.
const FEW: usize = 5;

/// See the module.
#[derive(Clone, Debug)]
pub struct Block {
    first: usize,
    units: usize,
    /// All of its units.
    all: u64,
    /// The units with each cause.
    now: [u64; Cause::SHARED],
    /// Since when they have had them: the cycles before are counted.
    since: u64,
    counts: [[u64; DIGITS]; Cause::SHARED],
    /// Single cycles that are not in `counts` yet, by digit, and how many they are.
    few: [[u64; Cause::SHARED]; FEW],
    singles: u32,
    /// The units to which each kind of event happened.
    hits: [u64; EventKind::STATES.len()],
    /// Does a unit with the cause have work and wait?
    waiting: [bool; Cause::SHARED],
}

impl Block {
    /// Units that all have been without work until `cycle`; `units` is their number in the whole machine.
    pub fn new(cycle: u64, sets: &Sets, causes: &Causes, units: usize) -> Block {
        let all = sets.causes.iter().fold(0, |all, set| all | set);
        let first = sets.first as usize;
        let (mut now, mut waiting) = ([0; Cause::SHARED], [false; Cause::SHARED]);
        now[Cause::EMPTY.index()] = all;
        for (waits, cause) in waiting.iter_mut().zip(causes.all()) {
            *waits = matches!(causes.class(cause), Class::Replayed | Class::Waiting);
        }
        Block {
            first,
            units: (64 - all.leading_zeros() as usize).min(units.saturating_sub(first)),
            all,
            now,
            since: cycle,
            counts: [[0; DIGITS]; Cause::SHARED],
            few: [[0; Cause::SHARED]; FEW],
            singles: 0,
            hits: [0; EventKind::STATES.len()],
            waiting,
        }
    }

    /// Is it a unit of this part?
    pub fn has(&self, unit: usize) -> bool {
        (self.first..self.first + self.units).contains(&unit)
    }

    /// From `cycle` on the causes are these.
    #[inline]
    pub fn tell(&mut self, cycle: u64, sets: &Sets) {
        self.hits[EventKind::Issue as usize] |= sets.causes[Cause::ISSUED.index()];
        self.hits[EventKind::Divergence as usize] |= sets.diverged;
        self.note(sets.causes);
        self.count(cycle);
        self.now = *sets.causes;
    }

    /// Notes what happens when the causes become these, as far as it has not happened to all units already.
    #[inline]
    fn note(&mut self, sets: &[u64; Cause::SHARED]) {
        let Block { all, now, hits, waiting, .. } = self;
        let (response, barrier) = (Cause::MEMORY.index(), Cause::BARRIER.index());
        hits[EventKind::Response as usize] |= now[response] & !sets[response];
        hits[EventKind::Barrier as usize] |= now[barrier] ^ sets[barrier];
        if hits[EventKind::Change as usize] & hits[EventKind::Stall as usize] == *all {
            return;
        }
        for ((old, new), waits) in now.iter().zip(sets).zip(waiting) {
            let begun = new & !old;
            hits[EventKind::Change as usize] |= begun;
            hits[EventKind::Stall as usize] |= if *waits { begun } else { 0 };
        }
    }

    /// Counts the cycles before `cycle`.
    #[inline]
    fn count(&mut self, cycle: u64) {
        match cycle - core::mem::replace(&mut self.since, cycle) {
            0 => {}
            1 => self.count_one(),
            cycles => {
                let sets = self.counts.iter_mut().zip(&self.now).filter(|(_, set)| **set != 0);
                sets.for_each(|(counts, set)| add(counts, *set, cycles));
            }
        }
    }

    #[inline]
    fn count_one(&mut self) {
        let mut carry = self.now;
        for digit in &mut self.few {
            for (word, carry) in digit.iter_mut().zip(&mut carry) {
                (*word, *carry) = (*word ^ *carry, *word & *carry);
            }
        }
        self.singles += 1;
        if self.singles == (1 << FEW) - 1 {
            self.count_singles();
        }
    }

    /// Moves the single cycles to the counts.
    fn count_singles(&mut self) {
        self.singles = 0;
        for (digit, words) in self.few.iter_mut().enumerate() {
            for (word, counts) in words.iter_mut().zip(&mut self.counts) {
                add(counts, core::mem::take(word), 1 << digit);
            }
        }
    }

    /// Counts up to `cycle`, and puts all counts into `totals`, which has `causes` numbers for each unit of the machine.
    pub fn settle(&mut self, cycle: u64, totals: &mut [u32], causes: usize) {
        self.count(cycle);
        self.count_singles();
        for (cause, counts) in self.counts.iter_mut().enumerate() {
            for (digit, units) in counts.iter_mut().enumerate() {
                let mut left = core::mem::take(units);
                while left != 0 {
                    let unit = self.first + left.trailing_zeros() as usize;
                    left &= left - 1;
                    if let Some(total) = totals.get_mut(unit * causes + cause) {
                        *total += 1 << digit;
                    }
                }
            }
        }
    }

    /// The sums of a unit at `cycle`, of which `sums` were taken out before.
    pub fn sums(&self, unit: usize, cycle: u64, mut sums: Sums) -> Sums {
        let bit = |word: &u64| word >> (unit - self.first) & 1;
        let number = |words: &mut dyn Iterator<Item = &u64>| -> u64 {
            words.enumerate().map(|(digit, word)| bit(word) << digit).sum()
        };
        let since = cycle.saturating_sub(self.since);
        for (cause, counts) in self.counts.iter().enumerate() {
            sums[cause] += number(&mut counts.iter());
            sums[cause] += number(&mut self.few.iter().map(|words| &words[cause]));
            sums[cause] += bit(&self.now[cause]) * since;
        }
        sums
    }

    /// Says what has happened, and begins anew.
    pub fn hand_over(&mut self, all: &mut Hits) {
        for (kind, units) in EventKind::STATES.into_iter().zip(&mut self.hits) {
            all.add(kind, self.first, core::mem::take(units));
        }
    }
}

/// Adds `cycles` to the counts of the units of a set.
#[inline]
fn add(counts: &mut [u64; DIGITS], units: u64, cycles: u64) {
    let mut left = if units == 0 { 0 } else { cycles };
    while left != 0 {
        let mut carry = units;
        for word in &mut counts[left.trailing_zeros() as usize % DIGITS..] {
            (*word, carry) = (*word ^ carry, *word & carry);
            if carry == 0 {
                break;
            }
        }
        left &= left - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Rng;

    #[test]
    fn side_by_side_counters_count() {
        let mut rng = Rng::new(5);
        let (mut counts, mut expected) = ([0; DIGITS], [0u64; 64]);
        for _ in 0..500 {
            let (units, cycles) = (rng.next_u64(), [1, 1, 1, 7, 1000][rng.below(5) as usize]);
            add(&mut counts, units, cycles);
            (0..64).filter(|unit| units >> unit & 1 != 0).for_each(|unit| expected[unit] += cycles);
        }
        for (unit, expected) in expected.iter().enumerate() {
            let count: u64 = (0..DIGITS).map(|digit| (counts[digit] >> unit & 1) << digit).sum();
            assert_eq!(count, *expected);
        }
    }
}

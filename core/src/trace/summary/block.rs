//! Cycles by cause of the units of a part that is told in sets.
//!
//! To add a cycle to each of 64 counters takes a few instructions if the counters lie side by side: word `k` of a cause has
//! the binary digit `k` of every unit's count, and adding a set is one addition with carry for all of them. Now and then
//! the counts are taken out and the words begin again at zero.

use alloc::{vec, vec::Vec};

use super::hits::Hits;
use crate::trace::{Cause, Causes, Sets, cause::Class, track::Sums, window::EventKind};

/// Binary digits of a count: the longest run has fewer cycles than it can hold.
const DIGITS: usize = 32;

/// See the module.
#[derive(Clone, Debug)]
pub struct Block {
    first: usize,
    units: usize,
    /// The units with each cause.
    now: Vec<u64>,
    /// Since when they are counted.
    since: u64,
    counts: Vec<[u64; DIGITS]>,
    /// The units to which each kind of event happened.
    hits: [u64; EventKind::ALL.len()],
    /// The causes of units that have work and wait.
    waiting: Vec<bool>,
}

impl Block {
    /// Units that all have been without work until `cycle`; `units` is their number in the whole machine.
    pub fn new(cycle: u64, sets: &Sets, units: usize) -> Block {
        let causes = sets.causes.len();
        let all = sets.causes.iter().fold(0, |all, set| all | set);
        let mut now = vec![0; causes];
        if let Some(empty) = now.get_mut(Cause::EMPTY.index()) {
            *empty = all;
        }
        let (first, counts) = (sets.first as usize, vec![[0; DIGITS]; causes]);
        let count = (64 - all.leading_zeros() as usize).min(units.saturating_sub(first));
        let hits = [0; EventKind::ALL.len()];
        Block { first, units: count, now, since: cycle, counts, hits, waiting: Vec::new() }
    }

    /// Is it a unit of this part?
    pub fn has(&self, unit: usize) -> bool {
        (self.first..self.first + self.units).contains(&unit)
    }

    /// From `cycle` on the causes are these.
    #[inline]
    pub fn tell(&mut self, cycle: u64, sets: &Sets, causes: &Causes) {
        self.hits[EventKind::Issue as usize] |= sets.causes[Cause::ISSUED.index()];
        self.hits[EventKind::Divergence as usize] |= sets.diverged;
        if self.now != sets.causes {
            self.change(cycle, sets, causes);
        }
    }

    fn change(&mut self, cycle: u64, sets: &Sets, causes: &Causes) {
        if self.waiting.is_empty() {
            let waits = |cause| matches!(causes.class(cause), Class::Replayed | Class::Waiting);
            self.waiting = causes.all().take(self.now.len()).map(waits).collect();
        }
        let cycles = cycle - self.since;
        self.since = cycle;
        let (mut changed, mut stalled) = (0, 0);
        let Block { now, counts, waiting, hits, .. } = self;
        let response = Cause::MEMORY.index();
        hits[EventKind::Response as usize] |= now[response] & !sets.causes[response];
        let barrier = Cause::BARRIER.index();
        hits[EventKind::Barrier as usize] |= now[barrier] ^ sets.causes[barrier];
        for (((old, new), counts), waits) in now.iter_mut().zip(sets.causes).zip(counts).zip(waiting) {
            if *old != 0 {
                add(counts, *old, cycles);
            }
            let begun = new & !*old;
            changed |= begun;
            stalled |= if *waits { begun } else { 0 };
            *old = *new;
        }
        hits[EventKind::Change as usize] |= changed;
        hits[EventKind::Stall as usize] |= stalled;
    }

    /// Counts up to `cycle`, and puts all counts into `totals`, which has `causes` numbers for each unit of the machine.
    pub fn settle(&mut self, cycle: u64, totals: &mut [u32], causes: usize) {
        let cycles = cycle - self.since;
        self.since = cycle;
        for (cause, (now, counts)) in self.now.iter().zip(&mut self.counts).enumerate() {
            add(counts, *now, cycles);
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
        for ((sum, now), counts) in sums.iter_mut().zip(&self.now).zip(&self.counts) {
            *sum += counts.iter().enumerate().map(|(digit, word)| bit(word) << digit).sum::<u64>();
            *sum += bit(now) * cycle.saturating_sub(self.since);
        }
        sums
    }

    /// Says what has happened, and begins anew.
    pub fn hand_over(&mut self, all: &mut Hits) {
        for (kind, units) in EventKind::ALL.into_iter().zip(&mut self.hits) {
            all.add(kind, self.first, core::mem::take(units));
        }
    }
}

/// Adds `cycles` to the counts of the units of a set.
#[inline]
fn add(counts: &mut [u64; DIGITS], units: u64, cycles: u64) {
    let mut left = cycles;
    while left != 0 {
        let (mut carry, mut digit) = (units, left.trailing_zeros() as usize);
        left &= left - 1;
        while carry != 0
            && let Some(word) = counts.get_mut(digit)
        {
            (*word, carry) = (*word ^ carry, *word & carry);
            digit += 1;
        }
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

//! Where each value is needed: live ranges with holes.
//!
//! Instruction `i` reads at point `2 i` and writes at point `2 i + 1`. A range is a list of half-open intervals of
//! points, so that a value that is read last where another is written first can share a register with it. An
//! instruction that writes early does so at `2 i`.

use alloc::{vec, vec::Vec};

use super::{Effects, flow::Blocks};
use crate::base::order::sort;

/// Half-open intervals of points, ascending, with a gap between neighbours.
pub type Range = Vec<(u32, u32)>;

/// The live range of each of `count` values.
pub fn ranges(steps: &[Effects], blocks: &Blocks, count: usize) -> Vec<Range> {
    let crossing = Crossing::of(steps, blocks, count);
    let live_out = crossing.live_out(steps, blocks);
    let mut ranges: Vec<Range> = vec![vec![]; count];
    // Where the value's current interval ends, going backwards; 0 while it is not live.
    let mut open = vec![0u32; count];
    for block in (0..blocks.starts.len()).rev() {
        let (start, end) = (blocks.starts[block], blocks.ends[block]);
        live_out[block].iter().for_each(|at| open[crossing.values[at as usize] as usize] = 2 * end);
        for at in (start..end).rev() {
            let step = &steps[at as usize];
            for def in &step.defs {
                let end = core::mem::take(&mut open[*def as usize]).max(2 * at + 2);
                extend(&mut ranges[*def as usize], (2 * at + u32::from(!step.early), end));
            }
            for value in &step.uses {
                let open = &mut open[*value as usize];
                if *open == 0 {
                    *open = 2 * at + 1;
                }
            }
        }
        // What the block needs from others is used in it or lives through it.
        let through = live_out[block].iter().map(|at| crossing.values[at as usize]);
        let used = (start..end).flat_map(|at| steps[at as usize].uses.iter().copied());
        for value in through.chain(used) {
            let end = core::mem::take(&mut open[value as usize]);
            if end != 0 {
                extend(&mut ranges[value as usize], (2 * start, end));
            }
        }
    }
    ranges.iter_mut().for_each(normalise);
    ranges
}

/// Adds an interval in front of those that are known. A value that lives through many blocks has one interval, not one for
/// each block.
fn extend(range: &mut Range, (start, end): (u32, u32)) {
    match range.last_mut() {
        Some(next) if end >= next.0 => *next = (next.0.min(start), next.1.max(end)),
        _ => range.push((start, end)),
    }
}

/// Sorts the intervals of a range and joins those that touch.
pub fn normalise(range: &mut Range) {
    sort(range);
    let mut kept = 0;
    for at in 1..range.len() {
        if range[at].0 <= range[kept].1 {
            range[kept].1 = range[kept].1.max(range[at].1);
        } else {
            kept += 1;
            range[kept] = range[at];
        }
    }
    range.truncate((kept + 1).min(range.len()));
}

/// Do two ranges have a point in common?
pub fn overlap(a: &[(u32, u32)], b: &[(u32, u32)]) -> bool {
    let (mut i, mut j) = (0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        if x.1 <= y.0 {
            i += 1;
        } else if y.1 <= x.0 {
            j += 1;
        } else {
            return true;
        }
    }
    false
}

/// A set of values.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Set(Vec<u64>);

impl Set {
    fn new(count: usize) -> Set {
        Set(vec![0; count.div_ceil(64)])
    }

    fn insert(&mut self, value: u32) {
        self.0[value as usize / 64] |= 1 << (value % 64);
    }

    fn remove(&mut self, value: u32) {
        self.0[value as usize / 64] &= !(1 << (value % 64));
    }

    /// Adds the other's members; says whether there was a new one.
    fn union(&mut self, other: &Set) -> bool {
        let mut changed = false;
        for (to, from) in self.0.iter_mut().zip(&other.0) {
            changed |= *from & !*to != 0;
            *to |= from;
        }
        changed
    }

    fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().enumerate().flat_map(|(at, word)| {
            let mut rest = *word;
            core::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(at as u32 * 64 + bit)
            })
        })
    }
}

/// The values that some block reads before it writes them: only these can be needed behind a block. Most values of a long
/// kernel are written and read in one block, and a set for each block would have room for all of them.
struct Crossing {
    values: Vec<u32>,
    /// The place of each value in that list, from 1 on; 0 if it is not there.
    places: Vec<u32>,
}

impl Crossing {
    fn of(steps: &[Effects], blocks: &Blocks, count: usize) -> Crossing {
        let mut crossing = Crossing { values: vec![], places: vec![0; count] };
        // The last block that wrote each value, from 1 on.
        let mut written = vec![0u32; count];
        for block in 0..blocks.starts.len() {
            for step in &steps[blocks.starts[block] as usize..blocks.ends[block] as usize] {
                for value in step.uses.iter().filter(|value| written[**value as usize] != block as u32 + 1) {
                    crossing.enter(*value);
                }
                step.defs.iter().for_each(|value| written[*value as usize] = block as u32 + 1);
            }
        }
        crossing
    }

    fn enter(&mut self, value: u32) {
        if self.places[value as usize] == 0 {
            self.values.push(value);
            self.places[value as usize] = self.values.len() as u32;
        }
    }

    /// The values that are needed behind each block, by their places.
    fn live_out(&self, steps: &[Effects], blocks: &Blocks) -> Vec<Set> {
        let mut live_in = vec![Set::new(self.values.len()); blocks.starts.len()];
        let mut live_out = live_in.clone();
        let place = |value: &u32| self.places[*value as usize].checked_sub(1);
        let mut changed = true;
        while changed {
            changed = false;
            for block in (0..blocks.starts.len()).rev() {
                for succ in &blocks.succs[block] {
                    live_out[block].union(&live_in[*succ as usize]);
                }
                let mut live = live_out[block].clone();
                for at in (blocks.starts[block]..blocks.ends[block]).rev() {
                    let step = &steps[at as usize];
                    step.defs.iter().filter_map(place).for_each(|at| live.remove(at));
                    step.uses.iter().filter_map(place).for_each(|at| live.insert(at));
                }
                changed |= live_in[block].union(&live);
            }
        }
        live_out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Rng;

    fn step(defs: &[u32], uses: &[u32]) -> Effects {
        Effects { uses: uses.to_vec(), defs: defs.to_vec(), next: true, ..Effects::default() }
    }

    #[test]
    fn a_value_lives_from_its_write_to_its_last_read() {
        let steps = [step(&[0], &[]), step(&[1], &[0]), step(&[], &[1])];
        let ranges = ranges(&steps, &Blocks::new(&steps), 2);
        assert_eq!(ranges, [vec![(1, 3)], vec![(3, 5)]]);
        assert!(!overlap(&ranges[0], &ranges[1]));
    }

    #[test]
    fn what_writes_early_shares_nothing_with_what_it_reads() {
        let early = Effects { early: true, ..step(&[1], &[0]) };
        let steps = [step(&[0], &[]), early, step(&[], &[1])];
        let ranges = ranges(&steps, &Blocks::new(&steps), 2);
        assert_eq!(ranges, [vec![(1, 3)], vec![(2, 5)]]);
        assert!(overlap(&ranges[0], &ranges[1]));
    }

    #[test]
    fn a_value_of_a_loop_lives_around_the_back_edge() {
        // 0: v0 = ; 1: v1 = v0 ; 2: if … goto 1 ; 3: read v1
        let back = Effects { uses: vec![], targets: vec![1], ..step(&[], &[]) };
        let steps = [step(&[0], &[]), step(&[1], &[0]), back, step(&[], &[1])];
        let ranges = ranges(&steps, &Blocks::new(&steps), 2);
        assert_eq!(ranges[0], [(1, 6)]);
        assert_eq!(ranges[1], [(3, 7)]);
    }

    /// Is the value read from an instruction on before it is written, going one way or another?
    fn is_needed(steps: &[Effects], from: u32, value: u32) -> bool {
        let (mut seen, mut work) = (vec![false; steps.len()], vec![from]);
        while let Some(at) = work.pop() {
            let Some(step) = steps.get(at as usize).filter(|_| !seen[at as usize]) else { continue };
            seen[at as usize] = true;
            if step.uses.contains(&value) {
                return true;
            }
            if !step.defs.contains(&value) {
                work.extend(behind(step, at));
            }
        }
        false
    }

    /// Where an instruction goes on.
    fn behind(step: &Effects, at: u32) -> impl Iterator<Item = u32> + '_ {
        step.next.then_some(at + 1).into_iter().chain(step.targets.iter().copied())
    }

    /// By the definition: a value is live where it is needed, and where it is written.
    #[test]
    fn ranges_of_random_code_agree_with_the_definition() {
        const VALUES: u32 = 6;
        let mut rng = Rng::new(3);
        for _ in 0..500 {
            let count = 1 + rng.below(14) as u32;
            let mut some = |of: u32, most: u64| -> Vec<u32> {
                (0..rng.below(most + 1)).map(|_| rng.below(u64::from(of)) as u32).collect()
            };
            let steps: Vec<Effects> = (0..count)
                .map(|_| Effects {
                    uses: some(VALUES, 2),
                    defs: some(VALUES, 1),
                    targets: if some(4, 1) == [0] { some(count, 2) } else { vec![] },
                    next: some(9, 1) != [0],
                    early: some(3, 1) == [0],
                    copy: None,
                })
                .collect();
            let found = ranges(&steps, &Blocks::new(&steps), VALUES as usize);
            for (value, at) in (0..VALUES).flat_map(|value| (0..count).map(move |at| (value, at))) {
                let step = &steps[at as usize];
                let written = step.defs.contains(&value);
                let before = is_needed(&steps, at, value) || step.early && written;
                let after = written || behind(step, at).any(|next| is_needed(&steps, next, value));
                let lives =
                    |point: u32| found[value as usize].iter().any(|(from, to)| (*from..*to).contains(&point));
                assert_eq!(
                    (lives(2 * at), lives(2 * at + 1)),
                    (before, after),
                    "{value} at {at} of {steps:?}"
                );
            }
        }
    }
}

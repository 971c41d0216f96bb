//! Schedules: the worked examples, and the two theorems on random ones (simd 7.6, 9.8, 9.15).

use alloc::vec::Vec;

use lanescope_parts::base::rng::Rng;

use super::super::{
    formulas,
    phases::{Phase, Resource},
    schedule::{Reservation, in_turns, is_valid, minimal, pairwise, serialisations},
};

const C: Resource = Resource::Compute;
const D: Resource = Resource::Dram;
const S: Resource = Resource::Scratchpad;

fn phases(list: &[(Resource, u64)]) -> Vec<Phase> {
    list.iter().map(|(resource, cycles)| Phase { resource: *resource, cycles: *cycles, pc: 0 }).collect()
}

fn end(list: &[Reservation]) -> u64 {
    minimal(list).iter().map(|times| times.end).max().unwrap_or(0)
}

#[test]
fn simd_9_8_scheduling() {
    // Scratchpads count as accesses: one resource.
    let access = [(C, 10), (D, 30), (C, 20), (D, 5), (C, 8), (D, 25)];
    let list = in_turns(&access, 4);
    assert!(is_valid(&list));
    let times = minimal(&list);
    let of = |group, phase| {
        let at = list.iter().position(|one| (one.group, one.phase) == (group, phase)).unwrap();
        (times[at].start, times[at].end)
    };
    let first = [(0, 10), (10, 40), (40, 60), (70, 75), (90, 98), (98, 123)];
    let second = [(10, 20), (40, 70), (70, 90), (90, 95), (98, 106), (123, 148)];
    assert_eq!([0, 1, 2, 3, 4, 5].map(|phase| of(0, phase)), first);
    assert_eq!([0, 1, 2, 3, 4, 5].map(|phase| of(1, phase)), second);
    assert_eq!((of(2, 0), end(&list)), ((123, 133), 286));
    assert_eq!((formulas::pair(&phases(&access)), formulas::interleaved(&phases(&access), 4)), (138, 286));
    let compute = [(C, 10), (D, 30), (C, 33), (D, 25)];
    assert_eq!((formulas::pair(&phases(&compute)), end(&in_turns(&compute, 4))), (121, 252));
    let whole = phases(&[(C, 10), (D, 30), (C, 20), (S, 5), (C, 8), (D, 25)]);
    let none = formulas::Refresh { every: 0, edges: 0, mhz: 1 };
    assert_eq!(formulas::extremes(&whole, 4, 0, &none), [392, 220, 196]);
}

#[test]
fn simd_9_15_search_space() {
    assert_eq!((serialisations(4, 2), pairwise(4, 2)), (Some(70), Some(36)));
    assert_eq!(serialisations(2, 3), Some(20));
    assert_eq!(serialisations(1000, 100), None, "no number says it");
}

/// The formula is the end of the schedule, for any phases and number of groups.
#[test]
fn the_formula_of_turns_is_the_worst_schedule() {
    let mut rng = Rng::new(7);
    for _ in 0..500 {
        let list: Vec<(Resource, u64)> =
            (0..1 + rng.below(5)).flat_map(|_| [(C, rng.below(50)), (D, rng.below(50))]).collect();
        let groups = 1 + rng.below(9);
        let expected = formulas::interleaved(&phases(&list), groups);
        assert_eq!(end(&in_turns(&list, groups as u32)), expected, "{list:?} {groups}");
    }
}

/// A random valid serialisation: groups wait for one of two slots, and whoever has one may go on.
fn random(rng: &mut Rng) -> Vec<Reservation> {
    let (groups, mut next) = (1 + rng.below(6) as u32, 0);
    let mut slots: [Option<(u32, u32, u32)>; 2] = [None; 2];
    let mut list = Vec::new();
    loop {
        for slot in &mut slots {
            if slot.is_none() && next < groups {
                (*slot, next) = (Some((next, 0, 2 * (1 + rng.below(4) as u32))), next + 1);
            }
        }
        let held: Vec<usize> = (0..2).filter(|slot| slots[*slot].is_some()).collect();
        let Some(&slot) = held.get(rng.below(held.len().max(1) as u64) as usize) else { return list };
        let (group, phase, count) = slots[slot].unwrap();
        let access = if rng.below(2) == 0 { D } else { S };
        let resource = if phase % 2 == 0 { C } else { access };
        list.push(Reservation { group, phase, slot: slot as u32, resource, cycles: rng.below(40) });
        slots[slot] = (phase + 1 < count).then_some((group, phase + 1, count));
    }
}

#[test]
fn theorem_1_shorter_phases_begin_and_end_nothing_later() {
    let mut rng = Rng::new(1);
    for _ in 0..1000 {
        let worst = random(&mut rng);
        assert!(is_valid(&worst));
        let mut shorter = worst.clone();
        shorter.iter_mut().for_each(|one| one.cycles -= rng.below(one.cycles + 1));
        for (a, b) in minimal(&shorter).into_iter().zip(minimal(&worst)) {
            assert!(a.start <= b.start && a.end <= b.end, "{worst:?}");
        }
    }
}

#[test]
fn theorem_2_without_a_phase_no_schedule_is_longer() {
    let mut rng = Rng::new(2);
    for _ in 0..1000 {
        let whole = random(&mut rng);
        let mut less = whole.clone();
        let gone = rng.below(less.len() as u64) as usize;
        less.remove(gone);
        let kept = minimal(&whole).into_iter().enumerate().filter(|(at, _)| *at != gone);
        for (a, (_, b)) in minimal(&less).into_iter().zip(kept) {
            assert!(a.start <= b.start && a.end <= b.end, "{whole:?} {gone}");
        }
    }
}

#[test]
fn what_is_not_valid_is_found() {
    let one = |group, phase, slot| Reservation { group, phase, slot, resource: C, cycles: 1 };
    assert!(is_valid(&[one(0, 0, 0), one(1, 0, 1), one(0, 1, 0)]));
    assert!(!is_valid(&[one(0, 1, 0), one(0, 0, 0)]), "out of order");
    assert!(!is_valid(&[one(0, 0, 0), one(1, 0, 0), one(0, 1, 0)]), "one slot, two groups");
    assert!(!is_valid(&[one(0, 0, 0), one(0, 1, 1)]), "a group does not move");
}

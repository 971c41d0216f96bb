//! Schedules of phases on resources, and two theorems about them (SD-98, SD-99; simd 7.6).
//!
//! A *serialisation* is a list of reservations in the order in which they begin: each is a phase of a group, in the slot of that.
//! The *minimal valid schedule* lets each begin as early as it may: not before the one in front of it in the list, nor
//! before the end of an earlier one of the same resource or the same slot.

use alloc::{vec, vec::Vec};

use super::phases::Resource;

/// A reservation of a serialisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reservation {
    /// The group.
    pub group: u32,
    /// Its phase.
    pub phase: u32,
    /// The slot of the group.
    pub slot: u32,
    /// What it occupies: a scratchpad is that of the slot.
    pub resource: Resource,
    /// For how long.
    pub cycles: u64,
}

/// When a reservation begins and ends: from the first edge to before the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    /// Begins.
    pub start: u64,
    /// Is over.
    pub end: u64,
}

/// Do two reservations occupy the same?
fn conflict(a: &Reservation, b: &Reservation) -> bool {
    a.slot == b.slot || a.resource == b.resource && a.resource != Resource::Scratchpad
}

/// The minimal valid schedule of a serialisation that begins at edge 0.
pub fn minimal(list: &[Reservation]) -> Vec<Times> {
    let mut times: Vec<Times> = Vec::with_capacity(list.len());
    for (at, one) in list.iter().enumerate() {
        let before = times.last().map_or(0, |times| times.start);
        let blocked = list[..at].iter().zip(&times).filter(|(other, _)| conflict(one, other));
        let start = blocked.map(|(_, times)| times.end).max().unwrap_or(0).max(before);
        times.push(Times { start, end: start + one.cycles });
    }
    times
}

/// Is a serialisation valid: the phases of each group in order, and groups of one slot one after the other?
pub fn is_valid(list: &[Reservation]) -> bool {
    list.iter().enumerate().all(|(at, one)| {
        let mine = |other: &&Reservation| other.group == one.group;
        let of_slot = |other: &&Reservation| other.slot == one.slot;
        let earlier = list[..at].iter().rev().find(mine);
        let ordered = earlier.is_none_or(|other| other.phase < one.phase && other.slot == one.slot);
        // Whoever had the slot before has ended.
        let previous = list[..at].iter().rev().find(of_slot).filter(|other| other.group != one.group);
        ordered && previous.is_none_or(|other| list[at..].iter().all(|later| later.group != other.group))
    })
}

/// Two groups at a time in turns, phase for phase: the order of a policy with two resources. `phases` are the same for each group.
pub fn in_turns(phases: &[(Resource, u64)], groups: u32) -> Vec<Reservation> {
    let count = phases.len() as u32;
    let mut list = vec![];
    let mut push = |group: u32, phase: u32| {
        let (resource, cycles) = phases[phase as usize];
        list.push(Reservation { group, phase, slot: group % 2, resource, cycles });
    };
    if count == 0 {
        return list;
    }
    // In step n the even groups are at phase n of their turn, the odd ones a phase behind.
    for step in 0..=count * groups.div_ceil(2) {
        let even = (step / count * 2, step % count);
        let odd = step.checked_sub(1).map(|step| (step / count * 2 + 1, step % count));
        let both = [Some(even), odd].into_iter().flatten().filter(|(group, _)| *group < groups);
        both.for_each(|(group, phase)| push(group, phase));
    }
    list
}

/// How many serialisations there are of so many groups with so many phases each, split evenly between two slots; `None` if no number of
/// 128 bits says it.
pub fn serialisations(groups: u32, phases: u32) -> Option<u128> {
    let first = u128::from(groups.div_ceil(2)) * u128::from(phases);
    choose(u128::from(groups) * u128::from(phases), first)
}

/// The same where groups are launched in pairs.
pub fn pairwise(groups: u32, phases: u32) -> Option<u128> {
    choose(2 * u128::from(phases), phases.into())?.checked_pow(groups / 2)
}

/// How many ways there are to choose some of all.
fn choose(all: u128, some: u128) -> Option<u128> {
    let some = some.min(all - some);
    (1..=some).try_fold(1u128, |ways, at| Some(ways.checked_mul(all - some + at)? / at))
}

//! Fewest convoys: how far reordering brings them down (hp_ch4 4.11, HC16).
//!
//! A list schedule keeps the dependences of the program and fills convoy after convoy with instructions that are ready, the
//! most contended kind of unit first, then the longest remaining path. With chaining a consumer is ready if its producers
//! are in this or an earlier convoy. What else decides is told by [`Wishes`].
//!
//! The code generator asks it for the order of its instructions; a run asks how few convoys its strips could have had.
//! For the latter accesses keep their order where their ranges of addresses meet and one of them writes; others may pass
//! each other.
//!
//! Absent: moving instructions from one strip into another, renaming of registers.

use alloc::{vec, vec::Vec};

use super::{Unit, convoys::Member};
use crate::spec::{Chaining, Spec};

/// Instructions of a run that are looked at together, at most.
pub const MOST: usize = 32;

/// How a later instruction hangs on an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tie {
    /// It must not go first, but may go along: element order keeps them apart.
    Order,
    /// It reads what the earlier one writes.
    Chain,
    /// It must come in a later convoy.
    Apart,
}

/// An instruction as a list schedule sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Job {
    /// The kind of unit that it needs.
    pub unit: Option<Unit>,
    /// What it hangs on, by place in the list: earlier ones.
    pub after: Vec<(usize, Tie)>,
}

/// What an order must heed besides units and dependences.
pub trait Wishes {
    /// How much it is wanted next, in a convoy that has members or none; `None` if it must not come next.
    fn rank(&self, _job: usize, _first: bool) -> Option<u32> {
        Some(0)
    }

    /// It comes next.
    fn take(&mut self, _job: usize) {}
}

/// No wishes.
impl Wishes for () {}

fn tie(earlier: &Member, later: &Member) -> Option<Tie> {
    if earlier.meets(later) {
        Some(Tie::Apart)
    } else if earlier.feeds(later) {
        Some(Tie::Chain)
    } else {
        later.overwrites(earlier).then_some(Tie::Order)
    }
}

/// Executed instructions as jobs.
pub fn jobs(members: &[Member]) -> Vec<Job> {
    let job = |(at, later): (usize, &Member)| Job {
        unit: Unit::of(later.class),
        after: (0..at).filter_map(|earlier| Some((earlier, tie(&members[earlier], later)?))).collect(),
    };
    members.iter().enumerate().map(job).collect()
}

/// Convoys that so many uses of a kind of unit need.
fn turns<'a>(jobs: impl Iterator<Item = &'a Job>, unit: Option<Unit>, spec: &Spec) -> usize {
    jobs.filter(|job| job.unit == unit).count().div_ceil(count(unit, spec))
}

/// Instructions of a convoy that can have a kind of unit.
fn count(unit: Option<Unit>, spec: &Spec) -> usize {
    unit.map_or(usize::MAX, |unit| unit.count(spec).max(1) as usize)
}

/// The convoys of a list schedule, as places in the list. Jobs that their wishes never let come are left out.
pub fn pack(jobs: &[Job], spec: &Spec, wishes: &mut impl Wishes) -> Vec<Vec<usize>> {
    let paths = remaining_paths(jobs);
    let mut done = vec![false; jobs.len()];
    let mut waiting: Vec<usize> = (0..jobs.len()).collect();
    let mut convoys: Vec<Vec<usize>> = Vec::new();
    while !waiting.is_empty() {
        let mut convoy = Vec::new();
        loop {
            let left = |unit| turns(waiting.iter().map(|at| &jobs[*at]), unit, spec);
            let left: Vec<usize> = Unit::ALL.into_iter().map(|unit| left(Some(unit))).collect();
            let contended = |at: usize| jobs[at].unit.map_or(0, |unit| left[unit as usize]);
            let next = waiting
                .iter()
                .copied()
                .filter(|at| fits(jobs, *at, &convoy, spec) && ready(&jobs[*at], &convoy, &done))
                .filter_map(|at| Some((wishes.rank(at, convoy.is_empty())?, at)))
                .max_by_key(|(rank, at)| (*rank, contended(*at), paths[*at], jobs.len() - at));
            let Some((_, next)) = next else { break };
            waiting.retain(|at| *at != next);
            wishes.take(next);
            convoy.push(next);
        }
        if convoy.is_empty() {
            break;
        }
        convoy.iter().for_each(|at| done[*at] = true);
        convoys.push(convoy);
    }
    convoys
}

/// The convoys of an order that is given. A convoy ends where a job does not fit into it or its wishes do not let it come.
pub fn in_order(jobs: &[Job], order: &[usize], spec: &Spec, wishes: &mut impl Wishes) -> Vec<Vec<usize>> {
    let mut convoys: Vec<Vec<usize>> = Vec::new();
    for at in order.iter().copied() {
        match convoys.last_mut() {
            Some(convoy) if wishes.rank(at, false).is_some() && fits(jobs, at, convoy, spec) => {
                convoy.push(at)
            }
            _ => convoys.push(vec![at]),
        }
        wishes.take(at);
    }
    convoys
}

/// Is there a unit for it in the convoy, and can what it reads of the convoy's results be chained?
fn fits(jobs: &[Job], at: usize, convoy: &[usize], spec: &Spec) -> bool {
    let unit = jobs[at].unit;
    let used = convoy.iter().filter(|other| jobs[**other].unit == unit).count();
    let mut producers = jobs[at].after.iter().filter(|(_, tie)| *tie == Tie::Chain);
    let chained = |(earlier, _): &(usize, Tie)| match spec.chaining {
        _ if !convoy.contains(earlier) => true,
        Chaining::None => false,
        Chaining::Fixed => convoy.last() == Some(earlier),
        Chaining::Flexible => true,
    };
    used < count(unit, spec) && producers.all(chained)
}

/// Is everything that it hangs on in an earlier convoy, or in this one where that will do?
fn ready(job: &Job, convoy: &[usize], done: &[bool]) -> bool {
    let along = |earlier: &usize, tie: &Tie| *tie != Tie::Apart && convoy.contains(earlier);
    job.after.iter().all(|(earlier, tie)| done[*earlier] || along(earlier, tie))
}

/// For each instruction the number of instructions on the longest path of dependences that begins with it.
fn remaining_paths(jobs: &[Job]) -> Vec<usize> {
    let mut paths = vec![1; jobs.len()];
    for at in (0..jobs.len()).rev() {
        for (earlier, _) in &jobs[at].after {
            paths[*earlier] = paths[*earlier].max(1 + paths[at]);
        }
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::ClassNames;
    use crate::{
        exec::Uses,
        isa::Class,
        timing::{Record, convoys::convoys},
    };
    use lanescope_parts::base::rng::Rng;

    fn record(class: Class, written: &[u32], read: &[u32], address: u64) -> Record {
        let bits = |registers: &[u32]| registers.iter().fold(0, |bits, register| bits | 1 << register);
        let uses = Uses { v_read: bits(read), v_written: bits(written), ..Uses::default() };
        let addresses = if matches!(class, Class::VLoad | Class::VStore) {
            (0..8).map(|at| address + 8 * at).collect()
        } else {
            Vec::new()
        };
        Record { addresses, ..Record::new(class, 8, uses) }
    }

    fn packed(records: &[Record], spec: &Spec) -> usize {
        let members: Vec<Member> = records.iter().map(Member::new).collect();
        let jobs = jobs(&members);
        let packed = pack(&jobs, spec, &mut ());
        assert_eq!(packed.iter().map(Vec::len).sum::<usize>(), members.len());
        assert!(packed.len() >= least_convoys(&jobs, spec));
        packed.len()
    }

    /// No order has fewer convoys: the uses of the most contended kind of unit by how many of it there are.
    fn least_convoys(jobs: &[Job], spec: &Spec) -> usize {
        Unit::ALL.into_iter().map(|unit| turns(jobs.iter(), Some(unit), spec)).max().unwrap_or(0)
    }

    #[test]
    fn reordering_pairs_each_load_with_its_computation() {
        let records = [
            record(Class::VLoad, &[1], &[], 0),
            record(Class::VLoad, &[2], &[], 100),
            record(Class::VFpMul, &[3], &[1], 0),
            record(Class::VFpMul, &[4], &[2], 0),
        ];
        let spec = Spec::default();
        assert_eq!((convoys(&records, &spec).len(), packed(&records, &spec)), (3, 2));
        // Without chaining the second load goes along with the first product, as it did before.
        let spec = Spec { chaining: Chaining::None, ..spec };
        assert_eq!((convoys(&records, &spec).len(), packed(&records, &spec)), (3, 3));
    }

    #[test]
    fn we03_and_we38_cannot_be_packed_further() {
        let daxpy = [
            record(Class::VLoad, &[0], &[], 0),
            record(Class::VFpMul, &[8], &[0], 0),
            record(Class::VLoad, &[16], &[], 1000),
            record(Class::VFpAdd, &[24], &[8, 16], 0),
            record(Class::VStore, &[], &[24], 1000),
        ];
        assert_eq!(packed(&daxpy, &Spec::default()), 3);
        // With three memory pipes everything chains, but the store of Y must not pass its load.
        assert_eq!(packed(&daxpy, &Spec { memory_units: 3, ..Spec::default() }), 2);
    }

    #[test]
    fn loads_pass_a_store_only_if_their_addresses_differ() {
        let records = |address| {
            [
                record(Class::VFpAdd, &[1], &[2], 0),
                record(Class::VStore, &[], &[1], 0),
                record(Class::VLoad, &[3], &[], address),
            ]
        };
        let spec = Spec { memory_units: 2, ..Spec::default() };
        assert_eq!([packed(&records(64), &spec), packed(&records(63), &spec)], [1, 2]);
    }

    #[test]
    fn no_schedule_breaks_a_dependence() {
        let mut rng = Rng::new(3);
        let classes = [Class::VLoad, Class::VStore, Class::VFpAdd, Class::VFpMul, Class::VInt, Class::VFpDiv];
        for _ in 0..200 {
            let mut random = |count| rng.below(count) as u32;
            let records: Vec<Record> = (0..random(20) + 1)
                .map(|_| {
                    let class = classes[random(6) as usize];
                    let written = [random(6)];
                    let written: &[u32] = if class == Class::VStore { &[] } else { &written };
                    record(class, written, &[random(6)], u64::from(random(4)) * 32)
                })
                .collect();
            let spec = Spec { memory_units: 1 + random(3), ..Spec::default() };
            let members: Vec<Member> = records.iter().map(Member::new).collect();
            let packed = pack(&jobs(&members), &spec, &mut ());
            let place = |at: usize| packed.iter().position(|convoy| convoy.contains(&at)).unwrap();
            for later in 0..members.len() {
                for earlier in 0..later {
                    let (tie, a, b) = (tie(&members[earlier], &members[later]), place(earlier), place(later));
                    assert!(tie.is_none() || a < b || (a == b && tie != Some(Tie::Apart)), "{records:?}");
                }
            }
        }
    }
}

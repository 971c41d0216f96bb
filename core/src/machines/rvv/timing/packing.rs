//! Fewest convoys: how far reordering could bring them down (hp_ch4 4.11, HC16).
//!
//! A list schedule keeps the dependences of the program and fills convoy after convoy with instructions that are ready, the
//! most contended kind of unit first, then the longest remaining path. With chaining a consumer is ready if its producers
//! are in this or an earlier convoy. Accesses keep their order where their ranges of addresses meet and one of them
//! writes; others may pass each other.
//!
//! Absent: moving instructions from one strip into another, renaming of registers.

use alloc::{vec, vec::Vec};

use super::{Unit, convoys::Member};
use crate::machines::rvv::spec::{Chaining, Spec};

/// Instructions that are looked at together, at most.
pub const MOST: usize = 32;

/// How a later instruction hangs on an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tie {
    /// Not at all.
    Free,
    /// It reads what the earlier one writes.
    Chain,
    /// It must not go first, but may go along: element order keeps them apart.
    Order,
    /// It must come in a later convoy.
    Apart,
}

fn tie(earlier: &Member, later: &Member) -> Tie {
    if earlier.meets(later) {
        Tie::Apart
    } else if earlier.feeds(later) {
        Tie::Chain
    } else if later.overwrites(earlier) {
        Tie::Order
    } else {
        Tie::Free
    }
}

/// No order has fewer convoys: the uses of the most contended kind of unit by how many of it there are.
pub fn least_convoys(members: &[Member], spec: &Spec) -> usize {
    Unit::ALL
        .into_iter()
        .map(|unit| uses(members, unit).div_ceil(unit.count(spec).max(1) as usize))
        .max()
        .unwrap_or(0)
}

fn uses(members: &[Member], unit: Unit) -> usize {
    members.iter().filter(|member| Unit::of(member.class) == Some(unit)).count()
}

/// The convoys of a list schedule, as places in the list.
pub fn pack(members: &[Member], spec: &Spec) -> Vec<Vec<usize>> {
    let paths = remaining_paths(members);
    let mut convoy_of: Vec<Option<usize>> = vec![None; members.len()];
    let mut convoys: Vec<Vec<usize>> = Vec::new();
    while convoy_of.contains(&None) {
        let mut convoy = Vec::new();
        let left = |convoy_of: &[Option<usize>], unit| {
            let waiting = members.iter().zip(convoy_of).filter(|(_, convoy)| convoy.is_none());
            let uses = waiting.filter(|(member, _)| Unit::of(member.class) == unit).count();
            uses.div_ceil(unit.map_or(1, |unit: Unit| unit.count(spec)).max(1) as usize)
        };
        while let Some(next) = (0..members.len())
            .filter(|at| convoy_of[*at].is_none() && fits(members, *at, &convoy, spec))
            .filter(|at| ready(members, *at, &convoy, &convoy_of, spec.chaining))
            .max_by_key(|at| (left(&convoy_of, Unit::of(members[*at].class)), paths[*at], members.len() - at))
        {
            convoy_of[next] = Some(convoys.len());
            convoy.push(next);
        }
        if convoy.is_empty() {
            // The first that is left hangs on nothing that is left: this cannot be.
            break;
        }
        convoys.push(convoy);
    }
    convoys
}

/// Is there a unit for it in the convoy?
fn fits(members: &[Member], at: usize, convoy: &[usize], spec: &Spec) -> bool {
    let unit = Unit::of(members[at].class);
    let used = convoy.iter().filter(|other| Unit::of(members[**other].class) == unit).count();
    unit.is_none_or(|unit| (used as u32) < unit.count(spec).max(1))
}

/// Is everything that it hangs on in an earlier convoy, or in this one where that will do?
fn ready(
    members: &[Member],
    at: usize,
    convoy: &[usize],
    convoy_of: &[Option<usize>],
    chaining: Chaining,
) -> bool {
    (0..at).all(|earlier| {
        let here = convoy.iter().position(|other| *other == earlier);
        let done = convoy_of[earlier].is_some() && here.is_none();
        match (tie(&members[earlier], &members[at]), here) {
            (Tie::Free, _) => true,
            (Tie::Chain, Some(place)) => match chaining {
                Chaining::None => false,
                Chaining::Fixed => place + 1 == convoy.len(),
                Chaining::Flexible => true,
            },
            (Tie::Order, Some(_)) => true,
            (Tie::Chain | Tie::Order | Tie::Apart, None) => done,
            (Tie::Apart, Some(_)) => false,
        }
    })
}

/// For each instruction the number of instructions on the longest path of dependences that begins with it.
fn remaining_paths(members: &[Member]) -> Vec<usize> {
    let mut paths = vec![1; members.len()];
    for at in (0..members.len()).rev() {
        let after = (at + 1..members.len()).filter(|later| tie(&members[at], &members[*later]) != Tie::Free);
        paths[at] = 1 + after.map(|later| paths[later]).max().unwrap_or(0);
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        base::rng::Rng,
        machines::rvv::{
            exec::Uses,
            isa::Class::{self, *},
            timing::{Record, convoys::convoys},
        },
    };

    fn record(class: Class, written: &[u32], read: &[u32], address: u64) -> Record {
        let bits = |registers: &[u32]| registers.iter().fold(0, |bits, register| bits | 1 << register);
        let uses = Uses { v_read: bits(read), v_written: bits(written), ..Uses::default() };
        let addresses = if matches!(class, VLoad | VStore) {
            (0..8).map(|at| address + 8 * at).collect()
        } else {
            Vec::new()
        };
        Record { addresses, ..Record::new(class, 8, uses) }
    }

    fn packed(records: &[Record], spec: &Spec) -> usize {
        let members: Vec<Member> = records.iter().map(Member::new).collect();
        let packed = pack(&members, spec);
        assert_eq!(packed.iter().map(Vec::len).sum::<usize>(), members.len());
        assert!(packed.len() >= least_convoys(&members, spec));
        packed.len()
    }

    #[test]
    fn reordering_pairs_each_load_with_its_computation() {
        let records = [
            record(VLoad, &[1], &[], 0),
            record(VLoad, &[2], &[], 100),
            record(VFpMul, &[3], &[1], 0),
            record(VFpMul, &[4], &[2], 0),
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
            record(VLoad, &[0], &[], 0),
            record(VFpMul, &[8], &[0], 0),
            record(VLoad, &[16], &[], 1000),
            record(VFpAdd, &[24], &[8, 16], 0),
            record(VStore, &[], &[24], 1000),
        ];
        assert_eq!(packed(&daxpy, &Spec::default()), 3);
        // With three memory pipes everything chains, but the store of Y must not pass its load.
        assert_eq!(packed(&daxpy, &Spec { memory_units: 3, ..Spec::default() }), 2);
    }

    #[test]
    fn loads_pass_a_store_only_if_their_addresses_differ() {
        let records = |address| {
            [record(VFpAdd, &[1], &[2], 0), record(VStore, &[], &[1], 0), record(VLoad, &[3], &[], address)]
        };
        let spec = Spec { memory_units: 2, ..Spec::default() };
        assert_eq!([packed(&records(64), &spec), packed(&records(63), &spec)], [1, 2]);
    }

    #[test]
    fn no_schedule_breaks_a_dependence() {
        let mut rng = Rng::new(3);
        let classes = [VLoad, VStore, VFpAdd, VFpMul, VInt, VFpDiv];
        for _ in 0..200 {
            let mut random = |count| rng.below(count) as u32;
            let records: Vec<Record> = (0..random(20) + 1)
                .map(|_| {
                    let class = classes[random(6) as usize];
                    let written = [random(6)];
                    let written: &[u32] = if class == VStore { &[] } else { &written };
                    record(class, written, &[random(6)], u64::from(random(4)) * 32)
                })
                .collect();
            let spec = Spec { memory_units: 1 + random(3), ..Spec::default() };
            let members: Vec<Member> = records.iter().map(Member::new).collect();
            let packed = pack(&members, &spec);
            let place = |at: usize| packed.iter().position(|convoy| convoy.contains(&at)).unwrap();
            for later in 0..members.len() {
                for earlier in 0..later {
                    let (tie, a, b) = (tie(&members[earlier], &members[later]), place(earlier), place(later));
                    assert!(tie == Tie::Free || a < b || (a == b && tie != Tie::Apart), "{records:?}");
                }
            }
        }
    }
}

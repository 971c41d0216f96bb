//! Parts in order, one a cycle, and what is refused comes again.

use alloc::vec;

use super::*;
use crate::{
    mem::{coalesce::Grain, settings::FirstLevel},
    pipe::constant,
};

/// Accesses that say themselves what their parts are.
#[derive(Debug)]
struct Given;

enum Wants {
    Lines(RequestKind, u64),
    Passes(u32, u64),
    Constants(Vec<u64>),
}

impl Cutting for Given {
    type Access<'a> = Wants;

    fn cut(&self, access: &Wants, lists: Lists<'_>) -> Parts {
        match access {
            Wants::Lines(kind, count) => {
                let block = |line| Block { base: line * 128, lanes: LaneMask(1), sectors: 1, bytes: 0xF };
                *lists.blocks = (0..*count).map(block).collect();
                Parts::Lines { kind: *kind, policy: Policy::Through, chain: 0 }
            }
            Wants::Passes(count, latency) => {
                *lists.passes = vec![LaneMask(1); *count as usize];
                Parts::Passes { latency: *latency }
            }
            Wants::Constants(addresses) => {
                lists.constants.clone_from(addresses);
                Parts::Constants
            }
        }
    }
}

struct Bench {
    lsu: Lsu<Given>,
    l1: L1,
    constant: Constant,
}

/// A unit of two entries in front of a first-level cache with `table` pending requests.
fn bench(replay: ReplayFrom, table: u32) -> Bench {
    let settings = FirstLevel { prt_entries: table, ..FirstLevel::default() };
    let (bytes, grain) = (0, Grain::new(128, 32));
    Bench {
        lsu: Lsu::new(&Config { entries: 2, threshold: 2, replay, warps: 4 }, Given),
        l1: L1::new(settings.config(0, 64)),
        constant: Constant::new(&constant::Config { bytes, line: 64, ways: 1, misses: 1, grain }),
    }
}

impl Bench {
    fn push(&mut self, flight: u32, ready: u64, wants: Wants) -> Cut {
        self.lsu.push(Issued { flight, warp: flight, ready }, &wants)
    }

    fn step(&mut self, now: u64) -> Option<Attempt> {
        self.lsu.step(now, &mut self.l1, &mut self.constant)
    }
}

#[test]
fn passes_take_a_cycle_each_and_not_before_the_addresses_are_there() {
    let mut bench = bench(ReplayFrom::Lsu, 8);
    assert_eq!(bench.push(1, 10, Wants::Passes(2, 20)), Cut::Shared(2));
    assert!(bench.step(9).is_none());
    let did = |part: Option<Attempt>| match part.unwrap().did {
        Did::Passed { flight: 1, result } => result,
        other => panic!("{other:?}"),
    };
    assert_eq!([did(bench.step(10)), did(bench.step(11))], [None, Some(20)]);
    assert!(bench.step(12).is_none() && bench.lsu.is_idle());
}

#[test]
fn the_oldest_access_blocks_those_behind_it_and_a_full_buffer_takes_no_more() {
    let mut bench = bench(ReplayFrom::Lsu, 8);
    bench.push(1, 5, Wants::Passes(1, 1));
    assert!(bench.lsu.takes());
    bench.push(2, 0, Wants::Constants(vec![0, 64]));
    assert!(!bench.lsu.takes());
    assert!(bench.step(4).is_none(), "the second one is ready, the first one is not");
    assert_eq!(bench.step(5).map(|part| part.warp), Some(1));
    assert!(bench.lsu.takes());
    assert!(matches!(bench.step(6).unwrap().did, Did::Constant { flight: 2, last: false, .. }));
    assert!(matches!(bench.step(7).unwrap().did, Did::Constant { flight: 2, last: true, .. }));
}

#[test]
fn a_refused_line_is_tried_again_and_its_first_refusal_is_marked() {
    let mut bench = bench(ReplayFrom::Lsu, 1);
    assert_eq!(bench.push(1, 0, Wants::Lines(RequestKind::Read, 2)), Cut::Blocks { blocks: 2, sectors: 2 });
    let mut tries = |now| match bench.step(now).unwrap().did {
        Did::Tried { address, answer, again, .. } => (address, matches!(answer, Answer::Refused(_)), again),
        other => panic!("{other:?}"),
    };
    assert_eq!([tries(0), tries(1), tries(2)], [(0, false, false), (128, true, false), (128, true, true)]);
    assert_eq!(bench.lsu.not_accepted(1).collect::<Vec<_>>(), [128]);
}

#[test]
fn a_store_is_done_with_its_last_line() {
    let mut bench = bench(ReplayFrom::Lsu, 8);
    bench.push(1, 0, Wants::Lines(RequestKind::Write, 2));
    let mut stored = |now| matches!(bench.step(now).unwrap().did, Did::Tried { ends: true, .. });
    assert_eq!([stored(0), stored(1)], [false, true]);
}

#[test]
fn from_the_instruction_buffer_each_part_waits_for_an_issue_slot() {
    let mut bench = bench(ReplayFrom::IBuffer, 8);
    bench.push(1, 0, Wants::Passes(2, 20));
    let again = bench.step(0).unwrap().again;
    assert!(again.is_some() && bench.step(1).is_none() && !bench.lsu.is_active() && !bench.lsu.is_idle());
    bench.lsu.resume(again.unwrap(), 7);
    assert!(bench.step(6).is_none());
    assert!(bench.step(7).unwrap().again.is_none() && bench.lsu.is_idle());
}

#[test]
fn constant_loads_take_a_pass_for_each_address() {
    let mut found = Vec::new();
    distinct(&[4, 4, 8, 4, 8, 0], LaneMask(0b01_1111), &mut found);
    assert_eq!(found, [4, 8]);
    distinct(&[4; 64], LaneMask(u64::MAX), &mut found);
    assert_eq!(found, [4]);
}

//! Cases of the second-level slice, with a memory behind it that is played by hand.

use alloc::vec::Vec;

use super::*;
use crate::mem::{
    cache::{Replacement, SetIndex},
    coalesce::Grain,
};

fn config() -> Config {
    Config {
        geometry: Geometry {
            grain: Grain::new(128, 32),
            sets: 64,
            ways: 8,
            index: SetIndex::Modulo,
            replacement: Replacement::Lru,
        },
        latency: 120,
        entries: 32,
        merges: 4,
        queue: 8,
        memory_queue: 16,
        burst: 32,
        rop_cache: true,
        seed: 0,
    }
}

/// Runs until nothing happens any more; memory answers at once. Which request is answered when? And every burst.
fn run(slice: &mut Slice) -> (Vec<(u64, u32)>, Vec<Burst>) {
    let (mut replies, mut bursts) = (Vec::new(), Vec::new());
    for now in 0..20_000 {
        slice.step(now);
        while let Some(&burst) = slice.burst(now) {
            slice.burst_taken(now);
            bursts.push(burst);
            if !burst.write {
                slice.fill(burst.id);
            }
        }
        if let Some(reply) = slice.reply(now) {
            replies.push((now, reply.id));
            slice.reply_taken(now);
        }
    }
    assert!(slice.is_idle());
    (replies, bursts)
}

fn atomic(id: u32, lanes: u8, chain: u8) -> Request {
    Request { kind: RequestKind::Atomic, bytes: 0xF, operations: lanes, chain, ..Request::read(id, 0, 0, 1) }
}

fn full(address: u64) -> Request {
    Request::write(0, address, 0b1111, u128::MAX)
}

#[test]
fn we46_atomics() {
    assert_eq!((atomic_cycles(32, 32, 120, true), atomic_cycles(32, 32, 120, false)), (120 + 31, 32 * 120));
    for rop_cache in [true, false] {
        let mut slice = Slice::new(Config { rop_cache, ..config() });
        // Written before, so that memory has no part in it.
        assert!(slice.push(0, full(0)) && slice.push(1, atomic(7, 32, 32)));
        let end = 1 + atomic_cycles(32, 32, 120, rop_cache);
        assert_eq!(run(&mut slice), (alloc::vec![(end, 7)], alloc::vec![]));
    }
}

#[test]
fn lanes_of_different_addresses_need_no_waiting_without_the_cache() {
    assert_eq!(atomic_cycles(32, 1, 120, false), 120 + 31);
    assert_eq!(atomic_cycles(32, 2, 120, false), 2 * 120 + 30);
    assert_eq!(atomic_cycles(1, 1, 120, false), 120);
}

#[test]
fn a_miss_fetches_its_missing_sectors_and_then_hits() {
    let mut slice = Slice::new(config());
    assert!(slice.push(0, Request::read(1, 0, 256, 0b0101)));
    assert!(slice.push(1, Request::read(2, 0, 256, 0b0111)));
    let (replies, bursts) = run(&mut slice);
    let addresses: Vec<u64> = bursts.iter().map(|burst| burst.address).collect();
    assert_eq!(addresses, [256, 320, 288]);
    // Fetched in cycle 120, answered in the next; the second goes after the first.
    assert_eq!(replies, [(121, 1), (123, 2)]);
}

#[test]
fn bursts_longer_than_sectors_bring_their_neighbours() {
    let mut slice = Slice::new(Config { burst: 64, ..config() });
    assert!(slice.push(0, Request::read(1, 0, 0, 0b0001)) && slice.push(9, Request::read(2, 0, 0, 0b0010)));
    let (_, bursts) = run(&mut slice);
    assert_eq!(bursts, [Burst { id: 0, address: 0, write: false, request: 0 }]);
    assert_eq!(slice.counters.read_hits, 1);
}

#[test]
fn written_sectors_need_no_fetch_and_partly_written_ones_do() {
    let mut slice = Slice::new(config());
    assert!(slice.push(0, full(0)) && slice.push(1, Request::read(1, 0, 0, 0b1111)));
    assert_eq!(run(&mut slice).1, []);

    let mut slice = Slice::new(config());
    let half = |bytes| Request::write(0, 0, 1, bytes);
    assert!(slice.push(0, half(0xFFFF)) && slice.push(1, Request::read(1, 0, 0, 1)));
    assert_eq!(run(&mut slice).1, [Burst { id: 0, address: 0, write: false, request: 0 }]);

    let mut slice = Slice::new(config());
    assert!(slice.push(0, half(0xFFFF)) && slice.push(1, half(0xFFFF_0000)));
    assert!(slice.push(2, Request::read(1, 0, 0, 1)));
    assert_eq!(run(&mut slice).1, [], "two halves make a sector");
}

#[test]
fn dirty_bursts_are_written_back_when_their_line_has_to_go() {
    let geometry = Geometry { sets: 1, ways: 1, ..config().geometry };
    let mut slice = Slice::new(Config { geometry, ..config() });
    assert!(
        slice.push(0, Request::write(0, 128, 0b1010, 0xF << 96 | 0xFFFF << 32)) && slice.push(1, full(512))
    );
    let (_, bursts) = run(&mut slice);
    let back: Vec<u64> = bursts.iter().filter(|burst| burst.write).map(|burst| burst.address).collect();
    assert_eq!(back, [128 + 32, 128 + 96]);
}

#[test]
fn requests_are_served_in_order_and_the_first_holds_up_the_rest() {
    let mut slice = Slice::new(Config { entries: 1, merges: 1, ..config() });
    assert!(slice.push(0, full(4096)) && slice.push(1, Request::read(1, 0, 0, 1)));
    assert!(slice.push(2, Request::read(2, 0, 128, 1)) && slice.push(3, Request::read(3, 0, 4096, 1)));
    (0..200).for_each(|now| assert!(slice.step(now).is_none_or(|_| now >= 120)));
    assert_eq!(slice.occupancy(), [2, 1, 1, 0]);
    assert_eq!(slice.counters.stalled, 200 - 122);
    let ids: Vec<u32> = run(&mut slice).0.iter().map(|(_, id)| *id).collect();
    assert_eq!(ids, [1, 2, 3]);
}

#[test]
fn the_queue_is_bounded() {
    let mut slice = Slice::new(Config { latency: 2, queue: 3, ..config() });
    assert_eq!((0..9).filter(|_| slice.push(0, full(0))).count(), 5);
}

#[test]
fn without_ways_everything_passes() {
    let geometry = Geometry { ways: 0, ..config().geometry };
    let mut slice = Slice::new(Config { geometry, ..config() });
    assert!(
        slice.push(0, full(0))
            && slice.push(1, Request::read(1, 0, 0, 0b0011))
            && slice.push(2, atomic(2, 1, 1))
    );
    let (replies, bursts) = run(&mut slice);
    assert_eq!(replies.iter().map(|(_, id)| *id).collect::<Vec<_>>(), [1, 2]);
    let kinds: Vec<(u64, bool)> = bursts.iter().map(|burst| (burst.address, burst.write)).collect();
    let writes = [0, 32, 64, 96].map(|address| (address, true));
    assert_eq!(kinds, [writes.as_slice(), &[(0, false), (32, false), (0, false), (0, true)]].concat());
    assert_eq!((slice.counters.read_hits, slice.counters.write_hits), (0, 0));
}

#[test]
fn a_prefetch_fetches_takes_its_turn_and_is_not_answered() {
    let mut slice = Slice::new(config());
    assert!(
        slice.push(0, Request::prefetch(0, 0, 0b0011)) && slice.push(500, Request::read(1, 0, 0, 0b0011))
    );
    let (replies, bursts) = run(&mut slice);
    assert_eq!(bursts.iter().map(|burst| burst.address).collect::<Vec<_>>(), [0, 32]);
    assert_eq!(replies, [(620, 1)], "a hit");
    assert_eq!((slice.counters.prefetches, slice.counters.reads, slice.counters.read_hits), (1, 1, 1));

    // One that comes while it is on its way joins it: looked up in cycle 121, when the prefetch has taken its turn at the line.
    let mut slice = Slice::new(config());
    assert!(slice.push(0, Request::prefetch(0, 0, 1)) && slice.push(1, Request::read(1, 0, 0, 1)));
    let (replies, bursts) = run(&mut slice);
    assert_eq!((replies.len(), bursts.len()), (1, 1));

    let geometry = Geometry { ways: 0, ..config().geometry };
    let mut slice = Slice::new(Config { geometry, ..config() });
    assert!(slice.push(0, Request::prefetch(0, 0, 0b0011)));
    assert_eq!(run(&mut slice), (Vec::new(), Vec::new()), "without a cache there is nowhere to put it");
}

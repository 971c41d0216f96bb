//! Cases of the first-level cache, each with a memory behind it that is played by hand.

use alloc::{vec, vec::Vec};

use super::*;
use crate::{
    base::LaneMask,
    mem::{
        cache::{Replacement, SetIndex},
        coalesce::Grain,
    },
};

fn config() -> Config {
    Config {
        geometry: Geometry {
            grain: Grain::new(128, 32),
            sets: 32,
            ways: 4,
            index: SetIndex::Modulo,
            replacement: Replacement::Lru,
        },
        hit_latency: 20,
        fill_latency: 2,
        entries: 32,
        merges: 2,
        queue: 8,
        writes: 8,
        whole_lines: false,
        bypass_held_sets: false,
        burst: 64,
        source: 0,
        seed: 0,
    }
}

fn access(id: u32, kind: RequestKind, policy: Policy, line: u64, sectors: u8) -> L1Access {
    let bytes = (0..4).filter(|s| sectors >> s & 1 != 0).fold(0, |b, s| b | 0xFFFF_FFFF_u128 << (32 * s));
    let block = Block { base: line * 128, lanes: LaneMask(1), sectors, bytes };
    L1Access { id, kind, policy, block, chain: 0 }
}

fn load(id: u32, line: u64, sectors: u8) -> L1Access {
    access(id, RequestKind::Read, Policy::Through, line, sectors)
}

fn store(line: u64, sectors: u8, policy: Policy) -> L1Access {
    access(9, RequestKind::Write, policy, line, sectors)
}

/// Steps through cycles; which loads end when?
fn watch(cache: &mut L1, cycles: core::ops::Range<u64>) -> Vec<(u64, u32)> {
    let mut ends = Vec::new();
    for now in cycles {
        cache.step(now);
        while let Some(id) = cache.collect(now) {
            ends.push((now, id));
        }
    }
    ends
}

/// Takes the request of this cycle.
fn take(cache: &mut L1, now: u64) -> Option<Request> {
    let request = cache.outgoing(now).copied();
    cache.sent(now);
    request
}

/// Makes a line present with all sectors.
fn bring(cache: &mut L1, now: u64, line: u64) {
    assert_eq!(cache.access(now, &load(77, line, 0b1111)), Answer::Miss);
    let request = take(cache, now + 20).unwrap();
    assert!(cache.deliver(now + 20, request));
    assert_eq!(watch(cache, now..now + 43), [(now + 42, 77)]);
}

#[test]
fn we21_prt() {
    let mut cache = L1::new(config());
    assert_eq!(cache.access(0, &load(0, 5, 1)), Answer::Miss);
    assert_eq!(cache.access(1, &load(1, 5, 1)), Answer::Merged);
    assert_eq!(cache.access(2, &load(2, 5, 1)), Answer::Refused(Refusal::Merges));
    let request = take(&mut cache, 20).unwrap();
    assert_eq!((take(&mut cache, 1000), request.address), (None, 5 * 128));
    assert!(cache.deliver(100, request));
    cache.step(101);
    assert_eq!(cache.access(101, &load(2, 5, 1)), Answer::Refused(Refusal::Merges));
    cache.step(102);
    assert_eq!(cache.access(102, &load(2, 5, 1)), Answer::Refused(Refusal::Port), "replay of 0");
    cache.step(103);
    assert_eq!(cache.access(103, &load(2, 5, 1)), Answer::Refused(Refusal::Port), "replay of 1");
    cache.step(104);
    assert_eq!(cache.access(104, &load(2, 5, 1)), Answer::Hit);
    assert_eq!(watch(&mut cache, 105..200), [(122, 0), (123, 1), (124, 2)]);
    assert!(cache.is_idle());
}

#[test]
fn a_hit_takes_the_hit_latency_and_a_miss_asks_after_it() {
    let mut cache = L1::new(config());
    cache.access(0, &load(0, 0, 1));
    assert_eq!((take(&mut cache, 19), take(&mut cache, 20).is_some()), (None, true));
    let mut cache = L1::new(config());
    bring(&mut cache, 0, 3);
    assert_eq!(cache.access(50, &load(1, 3, 0b1000)), Answer::Hit);
    assert_eq!(cache.next_event(), 70);
    assert_eq!(watch(&mut cache, 50..90), [(70, 1)]);
}

#[test]
fn only_missing_sectors_are_fetched() {
    let mut cache = L1::new(config());
    cache.access(0, &load(0, 0, 0b0001));
    let first = take(&mut cache, 20).unwrap();
    cache.deliver(20, first);
    watch(&mut cache, 20..60);
    assert_eq!(cache.access(60, &load(1, 0, 0b0011)), Answer::Miss);
    assert_eq!(take(&mut cache, 80).unwrap().sectors, 0b0010);
    assert_eq!(cache.counters.sectors_fetched, 2);
}

#[test]
fn a_joined_entry_asks_for_what_is_still_missing_and_waits_for_both() {
    let mut cache = L1::new(config());
    cache.access(0, &load(0, 0, 0b0001));
    let number = cache.needed();
    assert_eq!(cache.access(1, &load(1, 0, 0b0110)), Answer::Miss, "a request is made for it");
    let other = cache.needed();
    assert_eq!((other != number, cache.counters.load_merges), (true, 0));
    assert_eq!(cache.access(2, &load(2, 0, 0b0010)), Answer::Refused(Refusal::Merges));
    let (first, second) = (take(&mut cache, 20).unwrap(), take(&mut cache, 21).unwrap());
    assert_eq!((first.sectors, second.sectors), (0b0001, 0b0110));
    cache.deliver(30, first);
    assert_eq!(watch(&mut cache, 30..60), []);
    cache.deliver(60, second);
    assert_eq!(watch(&mut cache, 60..100), [(82, 0), (83, 1)]);
}

/// A store of some bytes asks for its sector; a load of the whole line joins it and asks for the others. The two requests have two numbers, and
/// who needs what the load has asked for joins that.
#[test]
fn a_private_load_that_joins_a_store_makes_a_request_for_the_other_sectors() {
    let mut cache = L1::new(Config { merges: 3, whole_lines: true, ..config() });
    let mut partial = store(0, 0b0001, Policy::Back);
    partial.block.bytes = 0xF;
    let own = L1Access { policy: Policy::Back, ..load(1, 0, 0b0001) };
    let asked = [(0, partial), (1, own), (2, own)];
    let asked = asked.map(|(now, access)| (cache.access(now, &access), cache.needed()));
    assert_eq!(asked.map(|(answer, _)| answer), [Answer::Miss, Answer::Miss, Answer::Merged]);
    assert!(asked[0].1 != asked[1].1 && asked[1].1 == asked[2].1, "{asked:?}");
    let sectors: Vec<u8> = (20..30).filter_map(|now| take(&mut cache, now)).map(|one| one.sectors).collect();
    assert_eq!(sectors, [0b0001, 0b1110]);
}

#[test]
fn a_set_with_every_way_reserved_refuses_or_is_passed_by() {
    for bypass in [false, true] {
        let mut cache = L1::new(Config { bypass_held_sets: bypass, ..config() });
        for way in 0..4 {
            assert_eq!(cache.access(way, &load(way as u32, way * 32, 1)), Answer::Miss);
        }
        let wanted = if bypass { Answer::Miss } else { Answer::Refused(Refusal::Ways) };
        assert_eq!(cache.access(4, &load(4, 4 * 32, 1)), wanted);
        assert_eq!(cache.access(5, &load(5, 1, 1)), Answer::Miss, "another set has room");
    }
}

/// Whole lines are for what is kept: a load that goes around asks for its own sectors, and both are counted.
#[test]
fn what_passes_a_held_set_asks_for_no_more_than_it_needs() {
    let mut cache = L1::new(Config { bypass_held_sets: true, whole_lines: true, ..config() });
    let sectors: Vec<u8> = (0..6)
        .map(|way| {
            assert_eq!(cache.access(way, &load(way as u32, way * 32, 0b0100)), Answer::Miss);
            take(&mut cache, way + 20).unwrap().sectors
        })
        .collect();
    assert_eq!(sectors, [0b1111, 0b1111, 0b1111, 0b1111, 0b0100, 0b0100]);
    let Counters { loads, bypasses, sectors_fetched, sectors_around, .. } = cache.counters;
    assert_eq!((loads, bypasses, sectors_fetched, sectors_around), (6, 2, 16, 2));
}

/// Each store holds an entry until its data is in the network.
#[test]
fn m09_stores_wait_for_the_write_data_buffer() {
    let mut cache = L1::new(Config { writes: 2, ..config() });
    assert_eq!(cache.access(0, &store(0, 0b1111, Policy::Through)), Answer::Miss);
    assert_eq!(cache.access(1, &store(0, 0b0001, Policy::Around)), Answer::Miss);
    assert_eq!(cache.access(2, &store(2, 0b0001, Policy::Through)), Answer::Refused(Refusal::Writes));
    assert_eq!(cache.access(3, &load(1, 3, 1)), Answer::Miss, "loads need no entry");
    assert_eq!(cache.occupancy(), (1, 2));
    assert_eq!(take(&mut cache, 20).unwrap().kind, RequestKind::Write);
    assert_eq!(cache.access(21, &store(2, 0b0001, Policy::Through)), Answer::Miss);
    assert_eq!(cache.counters.refused_writes, 1);
}

/// A private store holds its entry until its data is in the line: at the end of its lookup if the line is there, after
/// the fetch if bytes are missing.
#[test]
fn m09_private_stores_leave_the_buffer_for_their_line() {
    let mut cache = L1::new(Config { writes: 1, ..config() });
    assert_eq!(cache.access(0, &store(1, 0b0001, Policy::Back)), Answer::Miss, "a sector in full");
    assert_eq!(cache.next_event(), 20);
    cache.step(19);
    assert_eq!(
        (cache.access(19, &store(1, 1, Policy::Back)), cache.is_idle()),
        (Answer::Refused(Refusal::Writes), false)
    );
    cache.step(20);
    assert!(cache.is_idle());
    let mut partial = store(2, 0b0001, Policy::Back);
    partial.block.bytes = 0xF0;
    assert_eq!(cache.access(20, &partial), Answer::Miss);
    let request = take(&mut cache, 40).unwrap();
    assert_eq!(request.kind, RequestKind::Read, "the data waits here for its line");
    cache.deliver(50, request);
    watch(&mut cache, 50..52);
    assert_eq!(cache.occupancy(), (1, 1));
    cache.step(52);
    assert_eq!(cache.occupancy(), (0, 0));
    let place = cache.tags.find(2 * 128).unwrap();
    assert_eq!(cache.tags.line(place).dirty(), 0xF0);
}

#[test]
fn table_and_queue_are_bounded() {
    let mut cache = L1::new(Config { entries: 3, ..config() });
    let answers: Vec<Answer> = (0..4).map(|i| cache.access(i, &load(i as u32, i, 1))).collect();
    assert_eq!(answers, [Answer::Miss, Answer::Miss, Answer::Miss, Answer::Refused(Refusal::Table)]);

    let mut cache = L1::new(Config { hit_latency: 0, queue: 4, ..config() });
    let sent = (0..10).take_while(|i| cache.access(*i, &store(*i, 1, Policy::Through)) == Answer::Miss);
    assert_eq!(sent.count(), 4);
    assert_eq!(cache.counters.refused_queue, 1);
}

#[test]
fn one_block_per_cycle_enters() {
    let mut cache = L1::new(config());
    assert_eq!(cache.access(7, &load(0, 0, 1)), Answer::Miss);
    assert_eq!(cache.access(7, &load(1, 1, 1)), Answer::Refused(Refusal::Port));
    assert_eq!(cache.access(8, &load(1, 1, 1)), Answer::Miss);
}

#[test]
fn global_stores_go_through_without_allocating() {
    let mut cache = L1::new(config());
    assert_eq!(cache.access(0, &store(0, 0b1111, Policy::Through)), Answer::Miss);
    assert_eq!(take(&mut cache, 20).unwrap().kind, RequestKind::Write);
    assert_eq!(cache.tags().find(0), None);
    bring(&mut cache, 30, 0);
    assert_eq!(cache.access(80, &store(0, 0b1111, Policy::Through)), Answer::Hit);
    assert_eq!(cache.access(81, &load(1, 0, 1)), Answer::Hit);
    assert_eq!(cache.access(82, &store(0, 0b1111, Policy::Around)), Answer::Hit);
    assert_eq!(cache.access(83, &load(1, 0, 1)), Answer::Miss, "dropped");
}

#[test]
fn private_stores_stay_until_the_line_has_to_go() {
    let mut cache =
        L1::new(Config { geometry: Geometry { sets: 1, ways: 1, ..config().geometry }, ..config() });
    assert_eq!(cache.access(0, &store(1, 0b0011, Policy::Back)), Answer::Miss);
    assert_eq!(cache.access(1, &store(1, 0b0100, Policy::Back)), Answer::Hit);
    assert_eq!(cache.access(2, &load(3, 1, 0b0100)), Answer::Hit);
    assert_eq!(take(&mut cache, 100), None);
    assert_eq!(cache.access(100, &load(4, 2, 1)), Answer::Miss);
    let back = take(&mut cache, 120).unwrap();
    assert_eq!((back.kind, back.address, back.sectors), (RequestKind::Write, 128, 0b0111));
    assert_eq!(take(&mut cache, 120).unwrap().kind, RequestKind::Read);
}

#[test]
fn a_partial_private_store_fetches_its_sector() {
    let mut cache = L1::new(config());
    let mut partial = store(1, 0b0001, Policy::Back);
    partial.block.bytes = 0xF;
    assert_eq!(cache.access(0, &partial), Answer::Miss);
    let request = take(&mut cache, 20).unwrap();
    assert_eq!((request.kind, request.sectors), (RequestKind::Read, 1));
    cache.deliver(20, request);
    assert_eq!(watch(&mut cache, 20..60), vec![]);
    let place = cache.tags.find(128).unwrap();
    assert_eq!((cache.tags.line(place).valid, cache.tags.line(place).dirty()), (1, 0xF));
    assert!(cache.is_idle());
}

#[test]
fn atomics_go_around_and_end_when_their_reply_is_written() {
    let mut cache = L1::new(config());
    bring(&mut cache, 0, 4);
    let mut atomic = access(6, RequestKind::Atomic, Policy::Through, 4, 1);
    (atomic.block.lanes, atomic.chain) = (LaneMask::first_n(32), 32);
    assert_eq!(cache.access(50, &atomic), Answer::Miss);
    let request = take(&mut cache, 70).unwrap();
    assert_eq!((request.kind, request.operations, request.chain), (RequestKind::Atomic, 32, 32));
    cache.deliver(90, request);
    assert_eq!(watch(&mut cache, 70..130), [(92, 6)]);
    assert_eq!(cache.tags.find(4 * 128), None, "the copy would be stale");
}

fn prefetch(line: u64, sectors: u8, policy: Policy) -> L1Access {
    access(8, RequestKind::Prefetch, policy, line, sectors)
}

#[test]
fn a_prefetched_line_is_there_and_nobody_is_told() {
    let mut cache = L1::new(config());
    assert_eq!(cache.access(0, &prefetch(5, 0b0011, Policy::Through)), Answer::Miss);
    let request = take(&mut cache, 20).unwrap();
    assert_eq!((request.kind, request.address, request.sectors), (RequestKind::Read, 5 * 128, 0b0011));
    assert!(cache.deliver(100, request));
    // Written after the fill latency, it needs no replay: the port is free in the same cycle.
    cache.step(101);
    assert_eq!(cache.access(101, &prefetch(5, 1, Policy::Through)), Answer::Merged, "not written yet");
    cache.step(102);
    assert_eq!(cache.access(102, &load(1, 5, 0b0010)), Answer::Hit);
    assert_eq!(watch(&mut cache, 103..200), [(122, 1)], "nobody waits for a prefetch");
    assert_eq!(cache.access(200, &prefetch(5, 0b0011, Policy::Through)), Answer::Hit);
    assert_eq!((cache.counters.prefetches, cache.counters.prefetch_misses), (3, 1));
    assert_eq!((cache.counters.loads, cache.counters.load_hits), (1, 1));
    assert!(cache.is_idle());
}

#[test]
fn a_load_joins_a_prefetch_and_takes_the_first_place_of_its_entry() {
    let mut cache = L1::new(config());
    cache.access(0, &prefetch(5, 1, Policy::Through));
    assert_eq!(cache.access(1, &load(1, 5, 1)), Answer::Merged);
    assert_eq!(cache.access(2, &load(2, 5, 1)), Answer::Merged);
    assert_eq!(cache.access(3, &load(3, 5, 1)), Answer::Refused(Refusal::Merges), "two places");
    assert_eq!(cache.access(3, &prefetch(5, 1, Policy::Through)), Answer::Merged, "which takes none");
    let request = take(&mut cache, 20).unwrap();
    cache.deliver(100, request);
    assert_eq!(watch(&mut cache, 101..200), [(122, 1), (123, 2)]);
}

#[test]
fn a_prefetch_is_refused_as_a_load_is_and_its_line_can_go_when_it_is_there() {
    let geometry = Geometry { sets: 1, ways: 1, ..config().geometry };
    let mut cache = L1::new(Config { geometry, entries: 1, ..config() });
    cache.access(0, &prefetch(1, 1, Policy::Through));
    assert_eq!(cache.access(1, &prefetch(2, 1, Policy::Through)), Answer::Refused(Refusal::Table));
    let request = take(&mut cache, 20).unwrap();
    cache.deliver(20, request);
    watch(&mut cache, 20..23);
    assert_eq!(cache.access(23, &prefetch(2, 1, Policy::Through)), Answer::Miss);
    assert_eq!(cache.taken(), Some(Taken { place: 0, line: 256, evicted: Some(128) }));
}

#[test]
fn where_a_space_does_not_use_the_cache_a_prefetch_goes_on() {
    let mut cache = L1::new(config());
    assert_eq!(cache.access(0, &prefetch(5, 0b0110, Policy::Around)), Answer::Miss);
    let request = take(&mut cache, 20).unwrap();
    assert_eq!((request.kind, request.address, request.sectors), (RequestKind::Prefetch, 5 * 128, 0b0110));
    assert!(cache.is_idle(), "there is no answer to wait for");
}

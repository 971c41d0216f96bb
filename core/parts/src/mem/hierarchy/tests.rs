//! A hierarchy whole and in parts: what is wired to what, and what the counters say.

use alloc::vec::Vec;

use super::*;
use crate::{
    base::LaneMask,
    machines::{counters::readings, settings::Settings as _},
    mem::{
        Request, RequestKind,
        coalesce::Block,
        dram::standard::GDDR5,
        l1::{Answer, L1Access, Policy},
    },
    trace::Deaf,
};

/// One partition, a clock for all, and settings by their names.
fn hierarchy(ports: u32, cached: u32, changes: &[(&str, &str)]) -> Hierarchy {
    let mut settings = Settings::default();
    changes.iter().for_each(|(id, value)| settings.set(id, value).unwrap());
    let clock_mhz = settings.channel.dram_mhz;
    Hierarchy::new(&settings, Topology { ports, cached, partitions: 1, granule: 256, clock_mhz })
}

fn read(line: u64) -> L1Access {
    let block = Block { base: line * 128, lanes: LaneMask(1), sectors: 1, bytes: 0xF };
    L1Access { id: 7, kind: RequestKind::Read, policy: Policy::Through, block, chain: 0 }
}

/// Cycles from the access of port 0, at cycle 0, to its data.
fn load(hierarchy: &mut Hierarchy, line: u64) -> u64 {
    let mut taken = false;
    for now in 0..10_000 {
        let (caches, system) = hierarchy.parts_mut();
        system.step(now, &mut Deaf);
        caches[0].step(now);
        if caches[0].collect(now) == Some(7) {
            return now;
        }
        taken |= now == 0 && caches[0].access(now, &read(line)) == Answer::Miss;
        assert!(taken);
        system.exchange(now, &mut caches[0], &mut Deaf);
    }
    panic!("no answer");
}

fn counter(hierarchy: &Hierarchy, id: &str) -> u64 {
    let mut values = Vec::new();
    hierarchy.add_values(&mut values);
    let readings = readings(&Hierarchy::COUNTERS, &values);
    readings.into_iter().find(|reading| reading.id == id).map(|reading| reading.value).unwrap()
}

/// gpgpu 6.6: lookup, network, slice, DRAM, network, fill, replay; a setting of any part shifts the sum.
#[test]
fn a_load_takes_the_sum_of_all_parts() {
    let t = GDDR5.timing;
    let dram = u64::from(t.rcd + t.cl + t.burst);
    assert_eq!(load(&mut hierarchy(1, 1, &[("l1_fill", "sectored")]), 0), 20 + 8 + 120 + dram + 8 + 2 + 20);
    let changes = [
        ("l1_fill", "sectored"),
        ("l1_hit", "5"),
        ("noc_latency", "3"),
        ("l2_latency", "50"),
        ("l1_fill_latency", "1"),
    ];
    assert_eq!(load(&mut hierarchy(1, 1, &changes), 0), 5 + 3 + 50 + dram + 3 + 1 + 5);
}

#[test]
fn counters_of_all_parts_and_the_bytes_of_memory() {
    let mut hierarchy = hierarchy(1, 1, &[("l1_fill", "line")]);
    load(&mut hierarchy, 3);
    let seen: Vec<u64> = ["l1_loads", "l2_reads", "dram_reads", "memory_bytes", "memory_bytes_to_come"]
        .iter()
        .map(|id| counter(&hierarchy, id))
        .collect();
    let burst = u64::from(Channel::default().standard().organization.burst_bytes);
    assert_eq!(seen, [1, 1, 128 / burst, 128, 0]);
    assert!(counter(&hierarchy, "network_packets") == 2 && hierarchy.is_idle());
}

/// A port without a cache speaks to the second level itself, and finds there what another port has brought.
#[test]
fn ports_without_a_cache_share_the_second_level() {
    let mut hierarchy = hierarchy(2, 1, &[("l1_fill", "line")]);
    load(&mut hierarchy, 0);
    assert_eq!(hierarchy.caches().len(), 1);
    let (_, system) = hierarchy.parts_mut();
    let sent = 1000;
    assert!(system.send(sent, Request::read(5, 1, 0, 1)));
    let arrived = (sent..2000).find(|now| {
        system.step(*now, &mut Deaf);
        system.receive(*now, 1).is_some_and(|reply| reply.id == 5)
    });
    assert_eq!(arrived, Some(sent + 8 + 120 + 8));
    assert_eq!(counter(&hierarchy, "l2_read_hits"), 1);
}

/// What waits is part of a copy; what could wait is not, nor are the rules of DRAM.
#[test]
fn spare_bytes_are_those_of_who_could_wait() {
    let settings = Settings::default();
    let topology = Topology { ports: 2, cached: 1, partitions: 1, granule: 256, clock_mhz: 700 };
    let all = settings.host_bytes(topology);
    let mut hierarchy = Hierarchy::new(&settings, topology);
    let all = all.first + all.slices + all.networks + all.channels;
    let idle = hierarchy.spare_bytes();
    assert!(idle + hierarchy.tag_bytes() < all);
    assert!(idle > (all - hierarchy.tag_bytes()) / 2);
    let (caches, _) = hierarchy.parts_mut();
    assert!(matches!(caches[0].access(0, &read(3)), Answer::Miss));
    // It waits in the table, and its request in the queue.
    assert!(hierarchy.spare_bytes() < idle);
    let (caches, _) = hierarchy.parts_mut();
    let two = |caches: &[L1]| caches[0].spare_bytes();
    let before = two(caches);
    assert!(matches!(caches[0].access(1, &read(3)), Answer::Merged));
    let waiter = before - two(caches);
    assert!(waiter > 0 && waiter <= 64, "one more waits: {waiter}");
}

#[test]
fn host_bytes_follow_the_shape() {
    let settings = Settings::default();
    let topology = Topology { ports: 4, cached: 2, partitions: 1, granule: 256, clock_mhz: 700 };
    let of = |cached| settings.host_bytes(Topology { cached, ..topology });
    assert_eq!((of(4).first, of(4).slices), (2 * of(2).first, of(2).slices));
}

//! The whole way of a request: latencies that add up, back-pressure, and jumping over idle cycles.

use alloc::vec::Vec;

use super::*;
use crate::{
    base::{LaneMask, rng::Rng},
    mem::{
        RequestKind,
        cache::{Geometry, Replacement, SetIndex},
        coalesce::{Block, Grain, coalesce},
        dram::{
            checker::violations,
            map::{FieldOrder, Map},
            standard::{DDR4_2400, GDDR5},
        },
        l1::{self, Answer, L1Access, Policy, Refusal},
    },
    trace::{Deaf, DramCommand},
};

fn geometry(sets: u32, ways: u32) -> Geometry {
    let grain = Grain::new(128, 32);
    Geometry { grain, sets, ways, index: SetIndex::Modulo, replacement: Replacement::Lru }
}

fn config() -> Config {
    Config {
        cores: 2,
        partitions: 2,
        slices: 2,
        granule: 256,
        hash_partitions: false,
        network_latency: 8,
        network_queue: 8,
        flit: 32,
        slice: l2::Config {
            geometry: geometry(64, 8),
            latency: 120,
            entries: 32,
            merges: 4,
            queue: 8,
            memory_queue: 16,
            burst: 32,
            rop_cache: true,
            seed: 0,
        },
        memory: controller::Config {
            standard: GDDR5,
            map: Map { order: FieldOrder::RowBankColumn, hash: false },
            ..controller::Config::default()
        },
        core_clock: 700,
        memory_clock: 924,
    }
}

fn l1(source: u16) -> L1 {
    L1::new(l1::Config {
        geometry: geometry(32, 4),
        hit_latency: 20,
        fill_latency: 2,
        entries: 32,
        merges: 2,
        queue: 8,
        writes: 8,
        whole_lines: false,
        bypass_held_sets: false,
        burst: 64,
        source,
        seed: 0,
    })
}

fn load(id: u32, address: u64) -> L1Access {
    let (base, sectors) = (address & !127, 1 << (address % 128 / 32));
    let block = Block { base, lanes: LaneMask(1), sectors, bytes: 0xF };
    L1Access { id, kind: RequestKind::Read, policy: Policy::Through, block, chain: 0 }
}

/// Sends one load at cycle `start` and says how long it takes.
fn time_of_load(system: &mut System, cache: &mut L1, start: u64, address: u64) -> u64 {
    for now in start.. {
        system.step(now, &mut Deaf);
        cache.step(now);
        if now == start {
            assert_eq!(cache.access(now, &load(1, address)), Answer::Miss);
        }
        system.exchange(now, cache, &mut Deaf);
        if cache.collect(now).is_some() {
            return now - start;
        }
    }
    0
}

/// gpgpu 6.6: the parts of the way of an undisturbed load.
#[test]
fn latencies_of_the_parts_add_up() {
    let (lookup, network, slice, fill) = (20, 8, 120, 2);
    let way = lookup + network + slice + network + fill + lookup;
    let mut system = System::new(config());
    // Another core brings the line into the second level first.
    time_of_load(&mut system, &mut l1(1), 0, 0x4000);
    assert_eq!(time_of_load(&mut system, &mut l1(0), 1000, 0x4000), way);

    // At memory: a closed bank, then an open row, then another row of the bank; one cycle for the answer of the slice.
    let memory = |cycles: u32| (u64::from(cycles) * 700).div_ceil(924);
    let t = GDDR5.timing;
    let mut start = 2000;
    let row = 64 * 32 * 16 * 2;
    for (address, cycles) in [
        (0x10_0000, t.rcd + t.cl + t.burst),
        (0x10_0020, t.cl + t.burst),
        (0x10_0000 + row, t.rp + t.rcd + t.cl + t.burst),
    ] {
        let time = time_of_load(&mut system, &mut l1(0), start, address);
        // Rounding to core cycles may happen where the request enters memory and where it leaves.
        let wanted = way + memory(cycles);
        assert!((wanted..=wanted + 2).contains(&time), "{address:#x}: {time} and not {wanted}");
        start += 1000;
    }
}

#[test]
fn addresses_find_their_slice_and_come_back() {
    let mut config = config();
    (config.partitions, config.hash_partitions) = (6, true);
    let system = System::new(config);
    let mut seen = [0; 12];
    for line in 0..12_000 {
        let (port, local) = system.locate(line * 128);
        assert_eq!(system.global(port, local), line * 128);
        seen[port as usize] += 1;
    }
    assert_eq!(seen, [1000; 12]);
}

/// Nobody takes replies: from the reply network to the load/store unit, everything fills up.
#[test]
fn back_pressure_goes_all_the_way_to_the_core() {
    let mut system = System::new(Config { partitions: 1, slices: 1, ..config() });
    let mut accepted = 0;
    let mut cache = l1(0);
    let mut refusal = None;
    for now in 0..20_000 {
        system.step(now, &mut Deaf);
        let access = L1Access { policy: Policy::Around, ..load(1, accepted * 128) };
        match cache.access(now, &access) {
            Answer::Refused(why) => refusal = Some(why),
            _ => accepted += 1,
        }
        if let Some(&request) = cache.outgoing(now)
            && system.send(now, request)
        {
            cache.sent(now);
        }
    }
    assert_eq!((accepted, refusal), (32, Some(Refusal::Table)), "a table entry for each load on its way");

    let mut requests = 0;
    for now in 20_000..200_000 {
        system.step(now, &mut Deaf);
        let request = Request::read(0, 1, requests * 128, 1);
        requests += u64::from(system.send(now, request));
    }
    let [pipe, ..] = system.slices()[0].occupancy();
    assert_eq!(pipe, 128, "pipeline and queue of the slice are full");
    assert!(requests < 400 && system.networks()[0].counters.refused > 100_000);
    let moving = system.next_event();
    assert!(moving <= 200_000, "it goes on as soon as somebody takes replies");
    let mut taken = 0;
    for now in 200_000..230_000 {
        system.step(now, &mut Deaf);
        taken += (0..2).filter(|core| system.receive(now, *core).is_some()).count();
    }
    assert_eq!((taken as u64, system.is_idle()), (requests + 32, true));
}

/// Collects events.
struct Log(Vec<(u64, Event)>);

impl Sink for Log {
    const ON: bool = true;
    fn tell(&mut self, cycle: u64, event: Event) {
        self.0.push((cycle, event));
    }
}

/// What came of a run.
struct Played {
    /// When everything was over.
    end: u64,
    /// The events.
    log: Vec<(u64, Event)>,
    /// When which access ended.
    done: Vec<(u64, u32)>,
    /// Loads and atomics.
    accepted: usize,
    system: System,
}

/// Plays random traffic of two cores, stepping each cycle or jumping to the next event.
fn play(config: Config, every_cycle: bool) -> Played {
    play_with(config, [l1(0), l1(1)], 3000, every_cycle)
}

/// Plays so many random accesses.
fn play_with(config: Config, mut caches: [L1; 2], mut left: u32, every_cycle: bool) -> Played {
    let mut system = System::new(config);
    let (mut rng, mut log, mut done) = (Rng::new(5), Log(Vec::new()), Vec::new());
    let mut pending = [None; 2];
    let mut accepted = 0;
    let mut offer_at = 0;
    let mut now = 0;
    loop {
        system.step(now, &mut log);
        for (core, cache) in caches.iter_mut().enumerate() {
            cache.step(now);
            if now >= offer_at && left > 0 && pending[core].is_none() {
                pending[core] = Some(random_access(&mut rng, left, config.slice.geometry.grain));
                left -= 1;
                // Bursts of work with idle time between them.
                if left.is_multiple_of(100) {
                    offer_at = now + 3000;
                }
            }
            if let Some(access) = pending[core]
                && !matches!(cache.access(now, &access), Answer::Refused(_))
            {
                pending[core] = None;
                accepted += usize::from(access.kind != RequestKind::Write);
            }
            system.exchange(now, cache, &mut Deaf);
            while let Some(id) = cache.collect(now) {
                done.push((now, id));
            }
        }
        let busy = pending.iter().any(Option::is_some);
        let idle = system.is_idle() && caches.iter().all(L1::is_idle);
        if left == 0 && !busy && idle {
            return Played { end: now, log: log.0, done, accepted, system };
        }
        let offer = if busy {
            0
        } else if left > 0 {
            offer_at
        } else {
            NEVER
        };
        let next = caches.iter().map(L1::next_event).fold(system.next_event(), u64::min).min(offer);
        now = if every_cycle { now + 1 } else { next.max(now + 1) };
        assert!(now < 5_000_000, "{left} accesses to come, {pending:?} wait: {config:?}");
    }
}

fn random_access(rng: &mut Rng, id: u32, grain: Grain) -> L1Access {
    let kind = [RequestKind::Read, RequestKind::Read, RequestKind::Write, RequestKind::Atomic]
        [rng.below(4) as usize];
    let policy = [Policy::Through, Policy::Through, Policy::Back, Policy::Around][rng.below(4) as usize];
    let mut blocks = Vec::new();
    // Half of the accesses meet in a few lines.
    let address = rng.below(if id.is_multiple_of(2) { 1 << 20 } else { 1 << 10 }) & !3;
    coalesce(&[address], LaneMask(1), 4, grain, &mut blocks);
    L1Access { id, kind, policy, block: blocks[0], chain: 1 }
}

#[test]
fn jumping_over_idle_cycles_changes_nothing() {
    for memory in [controller::Config::default(), config().memory] {
        let config = Config { memory, ..config() };
        let (stepped, jumped) = (play(config, true), play(config, false));
        assert_eq!((stepped.end, stepped.log.len()), (jumped.end, jumped.log.len()));
        assert!(stepped.log == jumped.log && stepped.done == jumped.done);
        assert_eq!(stepped.system.slice_counters(), jumped.system.slice_counters());
        assert_eq!(stepped.system.channel_counters(), jumped.system.channel_counters());
        assert_eq!(stepped.system.network_counters(), jumped.system.network_counters());
        let counts = jumped.system.channel_counters();
        let read = |event: &Event| matches!(event, Event::Dram { command: DramCommand::Read, .. });
        let told = jumped.log.iter().filter(|(_, event)| read(event)).count();
        assert_eq!(told as u64, counts.reads);
        assert!(counts.writes > 0 && jumped.done.len() > 2000);
    }
}

/// A channel in the system keeps the rules of its standard.
#[test]
fn the_system_drives_its_channels_within_the_rules() {
    let mut config = Config { partitions: 1, slices: 1, ..config() };
    config.core_clock = config.memory_clock;
    let log = play(config, false).log;
    let commands: Vec<Issued> = log
        .iter()
        .filter_map(|&(cycle, event)| match event {
            Event::Dram { bank, command, row, .. } => Some(Issued { cycle, command, bank, row, request: 0 }),
            _ => None,
        })
        .collect();
    assert!(commands.len() > 3000);
    assert_eq!(violations(&config.memory.standard, &commands), Vec::<alloc::string::String>::new());
}

/// Whatever the sizes, even with room for one of everything: each load and atomic ends exactly once, and everything
/// gets empty.
#[test]
fn every_shape_drains() {
    let mut rng = Rng::new(11);
    let mut any = |choices: &[u32]| choices[rng.below(choices.len() as u64) as usize];
    for shape in 0..150 {
        let grain = Grain::new(any(&[32, 64, 128]), any(&[16, 32, 128]));
        let replacement = Replacement::ALL[any(&[0, 1, 2]) as usize];
        let index = SetIndex::ALL[any(&[0, 1]) as usize];
        let geometry = |sets, ways| Geometry { grain, sets, ways, index, replacement };
        let slice = l2::Config {
            geometry: geometry(any(&[1, 4]), any(&[0, 1, 2])),
            latency: any(&[0, 1, 9]),
            entries: any(&[1, 4]),
            merges: any(&[1, 3]),
            queue: any(&[1, 4]),
            memory_queue: any(&[1, 4]),
            burst: 0,
            rop_cache: any(&[0, 1]) == 0,
            seed: 3,
        };
        let memory = controller::Config {
            standard: [GDDR5, DDR4_2400][any(&[0, 1]) as usize],
            policy: controller::Policy::ALL[any(&[0, 1]) as usize],
            page: controller::Page::ALL[any(&[0, 1]) as usize],
            reads: any(&[1, 8]),
            writes: any(&[1, 8]),
            drain_high: any(&[1, 6]),
            drain_low: any(&[0, 9]),
            map: Map { order: FieldOrder::ALL[any(&[0, 1, 2, 3]) as usize], hash: any(&[0, 1]) == 0 },
        };
        let config = Config {
            partitions: any(&[1, 3]),
            slices: any(&[1, 2]),
            granule: any(&[32, 256]),
            hash_partitions: any(&[0, 1]) == 0,
            network_latency: any(&[0, 1, 4]),
            network_queue: any(&[1, 4]),
            flit: any(&[1, 32]),
            core_clock: any(&[300, 700]),
            memory_clock: any(&[100, 924]),
            slice,
            memory,
            ..config()
        };
        let l1 = l1::Config {
            geometry: geometry(any(&[1, 2]), any(&[1, 2])),
            hit_latency: any(&[0, 1, 5]),
            fill_latency: any(&[0, 2]),
            entries: any(&[1, 3]),
            merges: any(&[1, 2]),
            queue: any(&[1, 3]),
            writes: any(&[1, 8]),
            whole_lines: any(&[0, 1]) == 0,
            bypass_held_sets: any(&[0, 1]) == 0,
            burst: 64,
            source: 0,
            seed: 1,
        };
        let caches = [l1, l1::Config { source: 1, ..l1 }].map(L1::new);
        let mut played = play_with(config, caches, 300, false);
        let loads = played.accepted;
        played.done.sort_unstable_by_key(|(_, id)| *id);
        let mut ids: Vec<u32> = played.done.iter().map(|(_, id)| *id).collect();
        ids.dedup();
        assert_eq!((ids.len(), played.done.len()), (loads, loads), "shape {shape}: {config:?}");
    }
}

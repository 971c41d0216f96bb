//! Banks, interleaving, gathers, DRAM, the vector cache, and cores that share them.

use lanescope_parts::{
    machines::chassis::settings::Chip,
    mem::{banked, dram, main::Main, partition, vector_cache},
};

use super::*;

/// Banked memory with so many banks.
fn banked(banks: u32) -> Spec {
    let banked = banked::Settings { banks, ..textbook().banked };
    Spec { memory: MemoryModel::Banked, banked, ..textbook() }
}

/// A vector cache of so many KiB.
fn cache(vector_cache: u32) -> vector_cache::Settings {
    vector_cache::Settings { vector_cache, ..textbook().cache }
}

/// A load of 64 doubles with a stride in words, with banks.
fn strided(stride: u64, banks: u32) -> u64 {
    let addresses = (0..64).map(|at| at * stride * 8).collect();
    let spec = banked(banks);
    run(&[Record { addresses, ..vector(Class::VLoad, &[0], &[], 64) }], &spec).1
}

#[test]
fn we12_bank_strides() {
    assert_eq!([strided(1, 8), strided(2, 8), strided(4, 8)], [76, 106, 200]);
}

#[test]
fn elements_of_one_word_go_together() {
    let time = |bytes: u64, stride: u64| {
        let addresses = (0..64).map(|at| at * stride).collect();
        let access_bytes = bytes as u32;
        let spec = Spec { memory: MemoryModel::Banked, ..textbook() };
        run(&[Record { addresses, access_bytes, ..vector(Class::VLoad, &[0], &[], 64) }], &spec).1
    };
    // Two floats, or eight bytes, of a word need its bank once; as soon as each has a word of its own, it is as with doubles.
    assert_eq!([time(4, 4), time(1, 1), time(4, 8), time(4, 16)], [76, 76, 76, 106]);
    assert_eq!(time(8, 0), 76);
}

#[test]
fn strides_take_the_time_of_the_closed_formula() {
    for banks in [1, 2, 3, 4, 7, 8, 16, 64] {
        for stride in 1..40 {
            let gcd = (1..=banks).rev().find(|n| banks % n == 0 && stride % n == 0).unwrap_or(1);
            let distinct = u64::from(banks / gcd);
            let conflicts = 13 + 63 / distinct * 6 + 63 % distinct;
            let expected = if distinct >= 6 { 12 + 64 } else { conflicts };
            assert_eq!(strided(stride.into(), banks), expected, "{banks} banks, stride {stride}");
        }
    }
}

/// DRAM with the clock of the core.
fn dram() -> Spec {
    let channel = dram::settings::Settings { dram_mhz: 1200, ..textbook().channel };
    let chip = Chip { clock_mhz: 1200, ..textbook().chip };
    Spec { memory: MemoryModel::Dram, chip, channel, ..textbook() }
}

/// A load of doubles that lie `stride` bytes apart.
fn load(elements: u32, stride: u64) -> Record {
    let addresses = (0..u64::from(elements)).map(|at| at * stride).collect();
    Record { addresses, ..vector(Class::VLoad, &[0], &[], elements) }
}

#[test]
fn a_stream_from_dram_takes_its_first_burst_and_then_its_pace() {
    let t = DDR4_2400.timing;
    let first = u64::from(t.rcd + t.cl + t.burst) + 12;
    assert_eq!(run(&[load(8, 8)], &dram()).1, first + 8);
    // Then a double in each cycle. The fourth burst's row is opened a cycle late, because in cycle 24 the second burst has
    // its column command.
    for bursts in [4, 16, 17, 100] {
        assert_eq!(run(&[load(8 * bursts, 8)], &dram()).1, first + 8 * u64::from(bursts) + 1);
    }
}

#[test]
fn the_bus_of_the_channel_bounds_a_machine_with_lanes() {
    let spec = Spec { lanes: 8, ..dram() };
    let (elements, burst) = (8 * 1024, u64::from(DDR4_2400.timing.ccd_s));
    let time = run(&[load(elements, 8)], &spec).1;
    assert!((1024 * burst..1024 * burst * 11 / 10).contains(&time), "{time}");
    let home = partition::Settings { channels: 4, ..spec.home.clone() };
    let channels = Spec { home, ..spec };
    let four = run(&[load(elements, 8)], &channels).1;
    assert!((1024..1024 * 12 / 10).contains(&four), "{four}");
}

#[test]
fn rows_of_one_bank_take_their_cycle_time() {
    let t = DDR4_2400.timing;
    // A row of every bank lies between two elements.
    let (stride, n) = (16 * 128 * 64, 8);
    let last = u64::from(t.rc) * u64::from(n - 1) + u64::from(t.rcd + t.cl + t.burst);
    assert_eq!(run(&[load(n, stride)], &dram()).1, last + 12 + 1);
}

#[test]
fn one_burst_under_way_pays_the_whole_latency_each_time() {
    let t = DDR4_2400.timing;
    let each = u64::from(t.rcd + t.cl + t.burst);
    let channel = dram::settings::Settings { dram_queue: 1, ..dram().channel };
    assert_eq!(run(&[load(32, 8)], &Spec { channel, ..dram() }).1, 4 * each + 12 + 8);
}

#[test]
fn chains_follow_what_dram_brings() {
    let records = [load(32, 8), vector(Class::VFpMul, &[1], &[0], 32)];
    let (times, _) = run(&records, &dram());
    let t = DDR4_2400.timing;
    let first = u64::from(t.rcd + t.cl + t.burst) + 12;
    assert_eq!((times[1].start, times[1].groups[7], times[1].groups[8]), (first, first + 7, first + 8));
    assert!(times[1].follows_load);
}

#[test]
fn a_hit_waits_for_the_line_that_is_on_its_way() {
    let spec = Spec { cache: cache(16), memory_units: 2, ..dram() };
    let again = Record { uses: vector(Class::VLoad, &[1], &[], 8).uses, ..load(8, 8) };
    let (times, end) = run(&[load(8, 8), again.clone()], &spec);
    let t = DDR4_2400.timing;
    let there = u64::from(t.rcd + t.cl + t.burst) + 12;
    assert_eq!((times[1].start, end), (1, there + 8));
    // Long after, the line is there.
    let wait = vector(Class::VFpDiv, &[2], &[0], 64);
    let late = Record { uses: vector(Class::VLoad, &[1], &[2], 8).uses, ..again };
    let (times, _) = run(&[load(8, 8), wait, late], &spec);
    assert_eq!(times[2].complete, times[2].groups[7] + 4 + 1);
}

#[test]
fn a_line_takes_the_banks_of_all_its_words() {
    // Nine words further each, the elements lie in banks of their own, but every line has a word in each of the eight.
    let spec = Spec { memory: MemoryModel::Banked, ..textbook() };
    assert_eq!(run(&[load(8, 72)], &spec).1, 12 + 8);
    let cached = Spec { cache: cache(16), ..spec };
    assert_eq!(run(&[load(8, 72)], &cached).1, 7 * 6 + 12 + 1);
    // Sixteen banks have two lines at a time.
    assert_eq!(run(&[load(8, 72)], &Spec { banked: banked(16).banked, ..cached }).1, 3 * 6 + 1 + 12 + 1);
}

#[test]
fn a_line_of_the_cache_takes_every_word_that_has_a_byte_of_it() {
    // One bank, whose words of 24 bytes from 48, 72, 96 and 120 have bytes of the line from 64.
    let banked = banked::Settings { banks: 1, bank_bytes: 24, ..textbook().banked };
    let spec = Spec { memory: MemoryModel::Banked, banked, cache: cache(16), ..textbook() };
    let one = Record { addresses: vec![64], ..vector(Class::VLoad, &[0], &[], 1) };
    assert_eq!(run(&[one], &spec).1, 3 * 6 + 12 + 1);
}

#[test]
fn a_walk_that_is_longer_than_the_vector_cache_loses_the_lines_of_its_full_sets() {
    // 4 KiB are 64 lines in 16 sets of 4 ways; a double of each line is loaded, twice.
    let misses = |lines: u32| {
        let spec = Spec { cache: cache(4), ..textbook() };
        let mut pipeline = pipeline::Pipeline::new(alloc::sync::Arc::new(spec.clone()));
        let mut main = Main::new(&memory::main_memory(&spec));
        for id in 0..2 {
            pipeline.issue(&load(lines, 64), id, 0, &mut main);
        }
        pipeline.path().cache_misses
    };
    assert_eq!(misses(64), 64);
    // The last line is the fifth of its set: each of the five pushes out the one that comes next.
    assert_eq!(misses(65), 65 + 5);
}

#[test]
fn gathers_enter_as_wide_as_their_unit() {
    let cycles = |gather_width| {
        let indexed = Record { indexed: true, ..load(32, 8) };
        run(&[indexed], &Spec { lanes: 4, gather_width, ..textbook() }).1
    };
    assert_eq!([cycles(64), cycles(4), cycles(2), cycles(1)], [12 + 8, 12 + 8, 12 + 16, 12 + 32]);
    assert_eq!(run(&[load(32, 8)], &Spec { lanes: 4, gather_width: 1, ..textbook() }).1, 12 + 8);
}

#[test]
fn simple_interleaving_serves_a_row_at_a_time() {
    let time = |stride: u64, interleaving| {
        let addresses = (0..32).map(|at| at * stride * 8).collect();
        let spec = Spec { banked: banked::Settings { interleaving, ..banked(8).banked }, ..banked(8) };
        run(&[Record { addresses, ..vector(Class::VLoad, &[0], &[], 32) }], &spec).1
    };
    use banked::Interleaving::{Independent, Simple};
    // Eight words of a row come in eight cycles, in which the next row gets ready.
    assert_eq!([time(1, Simple), time(1, Independent)], [12 + 32, 12 + 32]);
    // Every word is in a row of its own: 6 cycles each. Nine banks' distance never conflicts in independent banks.
    assert_eq!([time(9, Simple), time(9, Independent)], [12 + 1 + 31 * 6, 12 + 32]);
}

#[test]
fn gathers_take_longer_by_their_setting() {
    let gather = Record { indexed: true, ..vector(Class::VLoad, &[0], &[], 32) };
    let spec = Spec { gather_latency: 2, ..textbook() };
    assert_eq!(run(&[gather], &spec).1, 12 + 2 + 32);
    assert_eq!(run(&[vector(Class::VLoad, &[0], &[], 32)], &spec).1, 12 + 32);
}

#[test]
fn we13_shared_banks() {
    // Four processors with three streams each; a bank is busy for 4 cycles.
    const WORDS: u64 = 96;
    let cycles = |banks: u32| {
        let settings = Spec {
            banked: banked::Settings { bank_busy: 4, ..banked(banks).banked },
            memory_units: 3,
            ..banked(banks)
        };
        let mut shared = Main::new(&memory::main_memory(&settings));
        let spec = alloc::sync::Arc::new(settings);
        let mut pipelines = vec![pipeline::Pipeline::new(spec); 4];
        let mut last = 0;
        for stream in 0..3u64 {
            for (core, pipeline) in pipelines.iter_mut().enumerate() {
                // Stream after stream is a busy time ahead of the one before.
                let first = 4 * (3 * core as u64 + stream);
                let addresses = (0..WORDS).map(|at| 8 * (first + at)).collect();
                let load = Record { addresses, ..vector(Class::VLoad, &[stream as u32], &[], WORDS as u32) };
                let times = pipeline.issue(&load, stream, 0, &mut shared);
                last = last.max(times.groups.last().copied().unwrap_or(0));
            }
        }
        last + 1
    };
    assert_eq!(cycles(48), WORDS);
    // 12 streams in 32 banks: at most 8 words in a cycle, 67 % of the full rate.
    assert!(cycles(32) >= 12 * WORDS / 8, "{}", cycles(32));
}

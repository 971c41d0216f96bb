//! The worked examples of the reference, by their numbers, and closed formulas.

use alloc::{vec, vec::Vec};

use super::{chimes::chimes, convoys::convoys, pipeline::run, *};
use crate::{
    image::Memory,
    ir::Type,
    machines::rvv::{
        asm::assemble,
        exec::{Hart, Uses},
        isa::Class::*,
        spec::{Chaining, MemoryModel, RegisterFile},
    },
    mem::dram::standard::DDR4_2400,
};

/// An instruction on one-register operands.
fn vector(class: Class, written: &[u32], read: &[u32], elements: u32) -> Record {
    let bits = |registers: &[u32]| registers.iter().fold(0, |bits, register| bits | 1 << register);
    let uses = Uses { v_read: bits(read), v_written: bits(written), ..Uses::default() };
    Record::new(class, elements, uses)
}

/// Load X, multiply, load Y, add, store.
fn daxpy(elements: u32) -> Vec<Record> {
    vec![
        vector(VLoad, &[0], &[], elements),
        vector(VFpMul, &[8], &[0], elements),
        vector(VLoad, &[16], &[], elements),
        vector(VFpAdd, &[24], &[8, 16], elements),
        vector(VStore, &[], &[24], elements),
    ]
}

fn textbook() -> Spec {
    Spec::default()
}

fn starts_and_ends(records: &[Record], spec: &Spec) -> (Vec<u64>, Vec<u64>) {
    let (times, _) = run(records, spec);
    (times.iter().map(|times| times.start).collect(), times.iter().map(|times| times.complete).collect())
}

#[test]
fn we03_convoys() {
    let records = daxpy(32);
    assert_eq!(convoys(&records, &textbook()), [vec![0, 1], vec![2, 3], vec![4]]);
    let time = chimes(&records, &textbook());
    // 1.5 cycles for each of 2 FLOPs of each of 32 elements.
    assert_eq!((time.convoys, time.plain), (3, 96));
}

#[test]
fn we04_no_chaining() {
    let spec = Spec { chaining: Chaining::None, ..textbook() };
    assert_eq!(convoys(&daxpy(32), &spec), [vec![0], vec![1, 2], vec![3], vec![4]]);
    assert_eq!(chimes(&daxpy(32), &spec).plain, 128);
}

#[test]
fn we05_start_up() {
    assert_eq!(chimes(&daxpy(32), &textbook()).with_start_up, 145);
    let spec = Spec { chaining: Chaining::None, ..textbook() };
    assert_eq!(chimes(&daxpy(32), &spec).with_start_up, 170);
}

#[test]
fn hv31_a_memory_memory_machine_pays_its_start_up_once() {
    // The start-up of DAXPY on a CYBER 205 is 158 cycles, and no strip ends before 8192 doubles.
    let spec = crate::machines::rvv::spec::preset("memory-memory").unwrap();
    assert_eq!(u64::from(spec.vlen) * 8 / 64, 8192);
    for elements in [1, 64, 100, 8192] {
        let time = chimes(&daxpy(elements), &spec);
        assert_eq!((time.convoys, time.with_start_up), (1, 158 + u64::from(elements)));
    }
    // Cycle by cycle the second load, two behind the first, is hidden by the multiplication.
    assert_eq!(run(&daxpy(1000), &spec).1, 158 + 1000);
}

#[test]
fn we06_timeline() {
    let (starts, ends) = starts_and_ends(&daxpy(32), &textbook());
    assert_eq!(starts, [0, 12, 32, 44, 64]);
    assert_eq!(ends, [44, 51, 76, 82, 108]);
}

#[test]
fn we07_four_lanes() {
    let (starts, ends) = starts_and_ends(&daxpy(32), &Spec { lanes: 4, ..textbook() });
    assert_eq!(starts, [0, 12, 13, 25, 31]);
    assert_eq!(ends, [20, 27, 33, 39, 51]);
}

#[test]
fn we08_lanes() {
    let time = chimes(&daxpy(32), &Spec { lanes: 4, ..textbook() });
    assert_eq!((time.plain, time.with_start_up), (24, 73));
}

#[test]
fn we09_start_up_of_strips() {
    let strip = |elements| {
        let mut records = vec![Record { class: Config, elements: 0, ..vector(Config, &[], &[], 0) }];
        records.extend(daxpy(elements));
        records
    };
    let records: Vec<Record> = [32, 32, 32, 4].into_iter().flat_map(strip).collect();
    assert_eq!(chimes(&records, &textbook()).with_start_up, 496);
    let spec = Spec { loop_overhead: 15, ..textbook() };
    assert_eq!(chimes(&records, &spec).with_start_up, 496 + 4 * 15);
}

/// A load of 64 doubles with a stride in words, with banks.
fn strided(stride: u64, banks: u32) -> u64 {
    let addresses = (0..64).map(|at| at * stride * 8).collect();
    let spec = Spec { memory: MemoryModel::Banked, banks, ..textbook() };
    run(&[Record { addresses, ..vector(VLoad, &[0], &[], 64) }], &spec).1
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
        run(&[Record { addresses, access_bytes, ..vector(VLoad, &[0], &[], 64) }], &spec).1
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
    Spec { memory: MemoryModel::Dram, clock_mhz: 1200, dram_mhz: 1200, ..textbook() }
}

/// A load of doubles that lie `stride` bytes apart.
fn load(elements: u32, stride: u64) -> Record {
    let addresses = (0..u64::from(elements)).map(|at| at * stride).collect();
    Record { addresses, ..vector(VLoad, &[0], &[], elements) }
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
    let channels = Spec { channels: 4, ..spec };
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
    assert_eq!(run(&[load(32, 8)], &Spec { dram_queue: 1, ..dram() }).1, 4 * each + 12 + 8);
}

#[test]
fn chains_follow_what_dram_brings() {
    let records = [load(32, 8), vector(VFpMul, &[1], &[0], 32)];
    let (times, _) = run(&records, &dram());
    let t = DDR4_2400.timing;
    let first = u64::from(t.rcd + t.cl + t.burst) + 12;
    assert_eq!((times[1].start, times[1].groups[7], times[1].groups[8]), (first, first + 7, first + 8));
    assert!(times[1].follows_load);
}

#[test]
fn a_hit_waits_for_the_line_that_is_on_its_way() {
    let spec = Spec { vector_cache: 16, memory_units: 2, ..dram() };
    let again = Record { uses: vector(VLoad, &[1], &[], 8).uses, ..load(8, 8) };
    let (times, end) = run(&[load(8, 8), again.clone()], &spec);
    let t = DDR4_2400.timing;
    let there = u64::from(t.rcd + t.cl + t.burst) + 12;
    assert_eq!((times[1].start, end), (1, there + 8));
    // Long after, the line is there.
    let wait = vector(VFpDiv, &[2], &[0], 64);
    let late = Record { uses: vector(VLoad, &[1], &[2], 8).uses, ..again };
    let (times, _) = run(&[load(8, 8), wait, late], &spec);
    assert_eq!(times[2].complete, times[2].groups[7] + 4 + 1);
}

#[test]
fn a_line_takes_the_banks_of_all_its_words() {
    // Nine words further each, the elements lie in banks of their own, but every line has a word in each of the eight.
    let spec = Spec { memory: MemoryModel::Banked, ..textbook() };
    assert_eq!(run(&[load(8, 72)], &spec).1, 12 + 8);
    let cache = Spec { vector_cache: 16, ..spec };
    assert_eq!(run(&[load(8, 72)], &cache).1, 7 * 6 + 12 + 1);
    // Sixteen banks have two lines at a time.
    assert_eq!(run(&[load(8, 72)], &Spec { banks: 16, ..cache }).1, 3 * 6 + 1 + 12 + 1);
}

#[test]
fn a_walk_that_is_longer_than_the_vector_cache_loses_the_lines_of_its_full_sets() {
    // 4 KiB are 64 lines in 16 sets of 4 ways; a double of each line is loaded, twice.
    let misses = |lines: u32| {
        let spec = Spec { vector_cache: 4, ..textbook() };
        let mut pipeline = pipeline::Pipeline::new(alloc::sync::Arc::new(spec.clone()));
        let mut main = memory::Main::new(&spec);
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
fn every_unit_can_be_partly_pipelined() {
    let spec = Spec {
        fp_add_interval: 2,
        fp_mul_interval: 3,
        fp_div_interval: 4,
        integer_interval: 5,
        logical_interval: 6,
        ..textbook()
    };
    for (class, interval) in [(VFpAdd, 2), (VFpMul, 3), (VFpDiv, 4), (VInt, 5), (VLogic, 6)] {
        let depth = u64::from(depth(class, &spec));
        assert_eq!(run(&[vector(class, &[0], &[], 10)], &spec).1, 9 * interval + depth + 1);
        let two = [vector(class, &[0], &[], 10), vector(class, &[1], &[], 10)];
        assert_eq!(starts_and_ends(&two, &spec).0, [0, 10 * interval]);
    }
}

#[test]
fn we38_complex_multiply() {
    let records = vec![
        vector(VLoad, &[1], &[], 64),
        vector(VLoad, &[2], &[], 64),
        vector(VFpMul, &[5], &[1, 2], 64),
        vector(VLoad, &[3], &[], 64),
        vector(VLoad, &[4], &[], 64),
        vector(VFpMul, &[6], &[3, 4], 64),
        vector(VFpAdd, &[7], &[5, 6], 64),
        vector(VStore, &[], &[7], 64),
        vector(VFpMul, &[8], &[1, 4], 64),
        vector(VFpMul, &[9], &[3, 2], 64),
        vector(VFpAdd, &[10], &[8, 9], 64),
        vector(VStore, &[], &[10], 64),
    ];
    let depths = Spec { load_depth: 15, store_depth: 15, fp_mul_depth: 8, fp_add_depth: 5, ..textbook() };
    let time = chimes(&records, &depths);
    assert_eq!((time.convoys, time.all_start_ups), (6, 6 * 64 + 132));
    assert_eq!(convoys(&records, &depths)[4], [7, 8]);
}

#[test]
fn independent_instructions_on_one_unit_follow_each_other() {
    let records = vec![vector(VLoad, &[0], &[], 10), vector(VLoad, &[1], &[], 10)];
    assert_eq!(starts_and_ends(&records, &textbook()).0, [0, 10]);
    let two = Spec { memory_units: 2, ..textbook() };
    assert_eq!(starts_and_ends(&records, &two).0, [0, 1]);
    let rest = Spec { dead_time: 4, ..textbook() };
    assert_eq!(starts_and_ends(&records, &rest).0, [0, 14]);
}

#[test]
fn a_later_writer_does_not_overtake_a_reader() {
    // The divider reads v1 in 30 cycles, one group in 3; the add would write it after 6.
    let spec = Spec { fp_div_interval: 3, ..textbook() };
    let records = vec![vector(VFpDiv, &[2], &[1], 10), vector(VFpAdd, &[1], &[3], 10)];
    let (times, _) = run(&records, &spec);
    let last_read = times[0].groups[9];
    assert_eq!((last_read, times[1].start), (27, 1));
    assert_eq!(times[1].groups[9] + 6, last_read + 1);
}

#[test]
fn queues_let_scalar_instructions_pass() {
    let mut records = daxpy(32);
    records.push(Record { class: Int, ..vector(Int, &[], &[], 0) });
    let last = |spec: &Spec| starts_and_ends(&records, spec).0[5];
    assert_eq!(last(&textbook()), 65);
    assert_eq!(last(&Spec { issue: crate::machines::rvv::spec::Issue::Queues, ..textbook() }), 5);
}

#[test]
fn a_program_is_timed_as_it_runs() {
    let text = "li a0, 32\nli a1, 65536\nvsetvli t0, a0, e64, m8, ta, ma\nvle64.v v0, (a1)\nvfmul.vf v8, v0, fa0\n\
                addi a2, a1, 256\nvle64.v v16, (a2)\nvfadd.vv v24, v8, v16\nvse64.v v24, (a2)\nret";
    let (program, diagnostics) = assemble(text);
    assert_eq!(diagnostics, []);
    let mut memory = Memory::default();
    memory.allocate("data", 512, Type::F64, false, true);
    let records = trace(&mut Hart::new(256), &program, &mut memory, 100).unwrap();
    let time = chimes(&records, &textbook());
    assert_eq!((time.convoys, time.plain, time.with_start_up), (3, 96, 145));
    // Three scalar instructions and `vsetvli` come first; then as by hand, and the last address is ready in time.
    let vectors = |record: &Record| record.class.is_vector();
    let (times, _) = run(&records, &textbook());
    let starts: Vec<u64> = records
        .iter()
        .zip(&times)
        .filter(|(record, _)| vectors(record))
        .map(|(_, times)| times.start)
        .collect();
    let first = starts[0];
    let after: Vec<u64> = starts.iter().map(|start| start - first).collect();
    assert_eq!(after, [0, 12, 32, 44, 64]);
    assert_eq!(records[3].addresses.len(), 32);
}

/// Each instruction reads what the one before has written, on units of every kind.
fn dependent(count: u32, elements: u32) -> Vec<Record> {
    let classes = [VLoad, VFpMul, VFpAdd, VInt, VLogic, VFpDiv];
    let record = |at: u32| {
        let class = classes[at as usize % classes.len()];
        let read: &[u32] = if class == VLoad { &[] } else { &[at] };
        vector(class, &[at + 1], read, elements)
    };
    (0..count).map(record).collect()
}

#[test]
fn without_hazards_the_pipeline_takes_the_time_with_start_up() {
    for lanes in [1, 2, 3, 4, 8, 16, 64] {
        for elements in (1..=70).chain([128, 1000]) {
            // Without chaining every convoy has one instruction, which waits for all of the one before.
            let spec = Spec { lanes, chaining: Chaining::None, ..textbook() };
            let records = dependent(6, elements);
            assert_eq!(run(&records, &spec).1, chimes(&records, &spec).with_start_up, "{lanes} {elements}");
            // With chaining all six are one convoy.
            let spec = Spec { lanes, ..textbook() };
            assert_eq!(chimes(&records, &spec).convoys, 1);
            assert_eq!(run(&records, &spec).1, chimes(&records, &spec).with_start_up, "{lanes} {elements}");
        }
    }
}

#[test]
fn fixed_slot_chaining_is_for_the_next_instruction_only() {
    let records =
        vec![vector(VLoad, &[1], &[], 10), vector(VFpMul, &[2], &[1], 10), vector(VFpAdd, &[3], &[1], 10)];
    let starts = |chaining| starts_and_ends(&records, &Spec { chaining, ..textbook() }).0;
    assert_eq!(starts(Chaining::Flexible), [0, 12, 13]);
    // The load is complete at 12 + 10.
    assert_eq!(starts(Chaining::Fixed), [0, 12, 22]);
    assert_eq!(starts(Chaining::None), [0, 22, 23]);
}

#[test]
fn ports_of_the_register_file_bound_what_runs_together() {
    let ports = |class, written: &[u32], read: &[u32]| Record {
        ports: (read.len() as u32, written.len() as u32),
        ..vector(class, written, read, 10)
    };
    let records =
        vec![ports(VFpMul, &[1], &[2, 3]), ports(VFpAdd, &[4], &[5, 6]), ports(VInt, &[7], &[8, 9])];
    let starts = |read_ports| starts_and_ends(&records, &Spec { read_ports, ..textbook() }).0;
    assert_eq!(starts(6), [0, 1, 2]);
    // The third one waits until the first has read its last group, in cycle 9.
    assert_eq!(starts(5), [0, 1, 10]);
    assert_eq!(starts(4), [0, 1, 10]);
    let writes = |write_ports| starts_and_ends(&records, &Spec { write_ports, ..textbook() }).0;
    assert_eq!(writes(2)[2], 9 + 7 + 1);
}

/// An instruction of so many operands, all of which are there, on ten element groups.
fn reading(class: Class, target: u32, operands: u32) -> Record {
    Record { ports: (operands, 1), ..vector(class, &[target], &[], 10) }
}

/// Banks of registers with so many ports to read, and enough to write.
fn banked(register_banks: u32, bank_reads: u32) -> Spec {
    Spec { register_file: RegisterFile::Banked, register_banks, bank_reads, bank_writes: 4, ..textbook() }
}

#[test]
fn hv15_banks_feed_as_many_operands_as_they_have_ports() {
    for operands in 1..=4u32 {
        for (banks, reads) in [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (4, 1), (1, 4)] {
            // The last of ten groups, in a bank that has read for the groups of nine / banks rounds before.
            let collected = if operands <= banks * reads {
                9 + operands.div_ceil(reads)
            } else {
                9 % banks + ((9 / banks + 1) * operands).div_ceil(reads)
            };
            let time = run(&[reading(VFpMul, 1, operands)], &banked(banks, reads)).1;
            assert_eq!(time, u64::from(collected + 7), "{operands} {banks} {reads}");
        }
    }
}

#[test]
fn hv15_instructions_settle_into_phases_while_there_are_ports() {
    let records = [reading(VFpMul, 1, 2), reading(VFpAdd, 2, 2), reading(VInt, 3, 1)];
    let issues = |spec: &Spec| run(&records, spec).0.iter().map(|times| times.issue).collect::<Vec<_>>();
    // Five ports for five operands: in cycle 1 the bank of the first groups still reads for the first instruction.
    assert_eq!(issues(&banked(5, 1)), [0, 2, 4]);
    // Four ports: the third one waits until the last group of that bank, the eighth, has been read twice.
    assert_eq!(issues(&banked(4, 1)), [0, 2, 12]);
    let (times, _) = run(&records, &banked(5, 1));
    assert!(times.iter().all(|times| times.register_stalls == 0));
    // The waiting has its cause.
    let mut pipeline = pipeline::Pipeline::new(alloc::sync::Arc::new(banked(4, 1)));
    pipeline.issue(&records[0], 0, 0, &mut memory::Main::Ideal);
    let waits = pipeline.waits(&records[1], 1);
    assert_eq!((waits.over(1), waits.0[3]), (2, (2, crate::trace::Cause::RegisterBank)));
}

#[test]
fn hv15_results_that_meet_in_a_bank_enter_later() {
    // The adder's first result would come with the multiplier's, in cycle 7, in the same bank.
    let records = [reading(VFpMul, 1, 1), reading(VFpAdd, 2, 1)];
    let adds = |bank_writes| {
        let (times, _) = run(&records, &Spec { bank_writes, ..banked(4, 4) });
        (times[1].start, times[1].register_stalls)
    };
    assert_eq!([adds(1), adds(2)], [(2, 1), (1, 0)]);
    // A group's distance further there is no meeting.
    let shorter = Spec { fp_add_depth: 7, ..banked(4, 4) };
    assert_eq!(starts_and_ends(&records, &shorter).0, [0, 1]);
}

#[test]
fn a_full_queue_holds_the_front_end() {
    let records: Vec<Record> = (0..4).map(|at| vector(VLoad, &[at], &[], 10)).collect();
    let issues = |queue| {
        let spec = Spec { issue: crate::machines::rvv::spec::Issue::Queues, queue, ..textbook() };
        run(&records, &spec).0.iter().map(|times| times.issue).collect::<Vec<_>>()
    };
    assert_eq!(issues(8), [0, 1, 2, 3]);
    // They begin at 0, 10, 20 and 30; one may wait.
    assert_eq!(issues(1), [0, 1, 10, 20]);
}

#[test]
fn reductions_give_nothing_before_their_last_group() {
    let reduce = Record { passage: Passage::Gather, ..vector(VFpReduce, &[1], &[2], 10) };
    let records = vec![reduce, vector(VInt, &[3], &[1], 1)];
    assert_eq!(starts_and_ends(&records, &textbook()).0, [0, 9 + 6]);
    let permute = Record { passage: Passage::Whole, ..vector(VPermute, &[4], &[2], 10) };
    let records = vec![vector(VFpAdd, &[2], &[], 10), permute];
    assert_eq!(starts_and_ends(&records, &textbook()).0, [0, 6 + 10]);
}

/// An instruction on `elements` elements the last `ones` of which take part.
fn masked(class: Class, elements: u32, ones: u32) -> Record {
    let bits =
        |word: u32| (0..64).filter(move |bit| (elements - ones..elements).contains(&(64 * word + bit)));
    let words = (0..elements.div_ceil(64)).map(|word| bits(word).fold(0, |set, bit| set | 1 << bit));
    let addresses = (elements - ones..elements).map(|at| u64::from(at) * 8).filter(|_| class == VLoad);
    let (mask, addresses) = (Some(words.collect()), addresses.collect());
    Record { mask, addresses, ..vector(class, &[1], &[], elements) }
}

#[test]
fn hv30_few_ones_go_element_by_element() {
    let spec = Spec { sparse_below: 20, ..textbook() };
    for class in [VFpAdd, VFpMul, VInt, VLoad] {
        let start_up = u64::from(depth(class, &spec));
        let time = |ones, spec: &Spec| run(&[masked(class, 50, ones)], spec).1 - start_up;
        // Ten of 50 are 20 % and the crossover of five cycles for each; nine are below.
        assert_eq!([time(10, &spec), time(9, &spec), time(1, &spec)], [50, 45, 5], "{class:?}");
        assert_eq!(time(10, &Spec { sparse_below: 21, ..textbook() }), 50);
        assert_eq!([time(0, &textbook()), time(1, &textbook())], [50, 50]);
        // Four lanes need 13 cycles: going on element by element is right below 2 of 50 only.
        let lanes = Spec { lanes: 4, sparse_below: 5, ..textbook() };
        assert_eq!([time(2, &lanes), time(3, &lanes)], [10, 13]);
    }
    // Without a mask nothing changes.
    assert_eq!(run(&[vector(VFpAdd, &[1], &[], 50)], &Spec { sparse_below: 100, ..textbook() }).1, 56);
}

#[test]
fn hv30_the_coarse_models_take_the_same_time() {
    for ones in 1..=64 {
        let spec = Spec { sparse_below: 20, ..textbook() };
        let records = [masked(VLoad, 64, ones)];
        let expected = if ones * 5 < 64 { 5 * u64::from(ones) } else { 64 };
        assert_eq!(
            (chimes(&records, &spec).plain, run(&records, &spec).1),
            (expected, expected + 12),
            "{ones}"
        );
    }
}

#[test]
fn hv30_elements_take_the_cycles_of_a_scalar_loop() {
    let (times, _) = run(&[masked(VFpMul, 50, 2)], &Spec { sparse_below: 20, ..textbook() });
    // Elements 48 and 49 are the only ones; each enters in the last of its five cycles.
    assert_eq!(times[0].groups[47..], [0, 4, 9]);
    // In a unit that takes an element in seven cycles they cannot be faster.
    let spec = Spec { sparse_below: 20, fp_mul_interval: 7, ..textbook() };
    assert_eq!(run(&[masked(VFpMul, 50, 2)], &spec).0[0].groups[47..], [0, 6, 13]);
}

/// An add of elements of v8: first element of the result, of both sources.
fn add_from(elements: u32, to: u32, sources: [u32; 2]) -> Record {
    let bits = 1 << 8;
    let begins = Some([(bits, to), (bits, sources[0]), (bits, sources[1])]);
    Record { begins, ..vector(VFpAdd, &[8], &[8], elements) }
}

#[test]
fn hv29_parts_of_a_register_wait_for_what_they_read_only() {
    let late = vector(VLoad, &[8], &[], 64);
    // Elements 32 and 33 come in cycles 12 + 32 and 12 + 33.
    let starts = |lanes, from| {
        starts_and_ends(&[late.clone(), add_from(8, 0, [from, from])], &Spec { lanes, ..textbook() }).0[1]
    };
    assert_eq!([starts(1, 0), starts(1, 32), starts(1, 33)], [12, 12 + 32, 12 + 33]);
    // With four lanes group 8 has elements 32 to 35, and a piece that begins in its middle needs group 9 as well.
    assert_eq!([starts(4, 32), starts(4, 33), starts(4, 36)], [12 + 8, 12 + 9, 12 + 9]);
    // What was loaded behind the part that is written is as early as before.
    let records = [late, add_from(8, 0, [0, 8]), add_from(8, 16, [32, 40]), add_from(8, 24, [0, 16])];
    let (times, _) = run(&records, &textbook());
    assert_eq!([times[1].start, times[2].start], [12 + 8, 12 + 40]);
    // The last one takes the results of both others, the later of which has its first one 6 cycles after its start.
    assert_eq!(times[3].start, times[2].start + 8);
    let slow = Spec { fp_add_depth: 20, ..textbook() };
    let (times, _) = run(&records, &slow);
    assert_eq!(times[3].start, times[2].start + 20);
}

#[test]
fn hv29_a_recurrence_takes_the_depth_of_its_unit_for_each_distance() {
    let time = |distance, lanes| {
        let (times, _) = run(&[add_from(16, distance, [0, 40])], &Spec { lanes, ..textbook() });
        times[0].groups.last().copied()
    };
    // Each element waits 6 cycles for the one before; at a distance of 6 the pipeline is full.
    assert_eq!(time(1, 1), Some(15 * 6));
    assert_eq!(time(5, 1), Some(15 + 3));
    assert_eq!([time(6, 1), time(7, 1), time(0, 1)], [Some(15); 3]);
    // In four lanes a distance of 4 is from group to group, one of 2 twice within each.
    assert_eq!([time(4, 4), time(2, 4)], [Some(3 * 6), Some(7 * 6)]);
}

#[test]
fn simple_interleaving_serves_a_row_at_a_time() {
    let time = |stride: u64, interleaving| {
        let addresses = (0..32).map(|at| at * stride * 8).collect();
        let spec = Spec { memory: MemoryModel::Banked, banks: 8, interleaving, ..textbook() };
        run(&[Record { addresses, ..vector(VLoad, &[0], &[], 32) }], &spec).1
    };
    use crate::machines::rvv::spec::Interleaving::{Independent, Simple};
    // Eight words of a row come in eight cycles, in which the next row gets ready.
    assert_eq!([time(1, Simple), time(1, Independent)], [12 + 32, 12 + 32]);
    // Every word is in a row of its own: 6 cycles each. Nine banks' distance never conflicts in independent banks.
    assert_eq!([time(9, Simple), time(9, Independent)], [12 + 1 + 31 * 6, 12 + 32]);
}

#[test]
fn gathers_take_longer_by_their_setting() {
    let gather = Record { indexed: true, ..vector(VLoad, &[0], &[], 32) };
    let spec = Spec { gather_latency: 2, ..textbook() };
    assert_eq!(run(&[gather], &spec).1, 12 + 2 + 32);
    assert_eq!(run(&[vector(VLoad, &[0], &[], 32)], &spec).1, 12 + 32);
}

#[test]
fn we13_shared_banks() {
    // Four processors with three streams each; a bank is busy for 4 cycles.
    const WORDS: u64 = 96;
    let cycles = |banks: u32| {
        let settings =
            Spec { memory: MemoryModel::Banked, banks, bank_busy: 4, memory_units: 3, ..textbook() };
        let mut shared = memory::Main::new(&settings);
        let spec = alloc::sync::Arc::new(settings);
        let mut pipelines = vec![pipeline::Pipeline::new(spec); 4];
        let mut last = 0;
        for stream in 0..3u64 {
            for (core, pipeline) in pipelines.iter_mut().enumerate() {
                // Stream after stream is a busy time ahead of the one before.
                let first = 4 * (3 * core as u64 + stream);
                let addresses = (0..WORDS).map(|at| 8 * (first + at)).collect();
                let load = Record { addresses, ..vector(VLoad, &[stream as u32], &[], WORDS as u32) };
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

#[test]
fn sweeps_of_length_and_lanes_take_the_time_of_the_closed_formula() {
    // A load and a multiplication that chains from it: both depths, and a cycle for each group.
    for lanes in [1, 2, 3, 4, 8, 16, 64] {
        for elements in (1..100).chain([128, 1000, 8192]) {
            let spec = Spec { lanes, ..textbook() };
            let records = vec![vector(VLoad, &[1], &[], elements), vector(VFpMul, &[2], &[1], elements)];
            assert_eq!(run(&records, &spec).1, 12 + 7 + u64::from(elements.div_ceil(lanes)));
        }
    }
}

//! The worked examples of the reference, by their numbers, and closed formulas.

use alloc::{vec, vec::Vec};

use lanescope_parts::{image::Memory, ir::Type, mem::dram::standard::DDR4_2400};

use super::{chimes::chimes, convoys::convoys, pipeline::run, *};
use crate::exec::VectorState;
use crate::{
    asm::assemble,
    exec::{Hart, Uses, record::trace},
    isa::{Class, VectorClass},
    spec::{Chaining, MemoryModel, RegisterFile},
};

mod accesses;
mod registers;

/// An instruction on one-register operands.
fn vector(class: Class, written: &[u32], read: &[u32], elements: u32) -> Record {
    let bits = |registers: &[u32]| registers.iter().fold(0, |bits, register| bits | 1 << register);
    let uses = Uses { v_read: bits(read), v_written: bits(written), ..Uses::default() };
    Record::new(class, elements, uses)
}

/// Load X, multiply, load Y, add, store.
fn daxpy(elements: u32) -> Vec<Record> {
    vec![
        vector(Class::VLoad, &[0], &[], elements),
        vector(Class::VFpMul, &[8], &[0], elements),
        vector(Class::VLoad, &[16], &[], elements),
        vector(Class::VFpAdd, &[24], &[8, 16], elements),
        vector(Class::VStore, &[], &[24], elements),
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
    let spec = crate::spec::preset("memory-memory").unwrap();
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
        let mut records =
            vec![Record { class: Class::Config, elements: 0, ..vector(Class::Config, &[], &[], 0) }];
        records.extend(daxpy(elements));
        records
    };
    let records: Vec<Record> = [32, 32, 32, 4].into_iter().flat_map(strip).collect();
    assert_eq!(chimes(&records, &textbook()).with_start_up, 496);
    let spec = Spec { loop_overhead: 15, ..textbook() };
    assert_eq!(chimes(&records, &spec).with_start_up, 496 + 4 * 15);
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
    for (class, interval) in
        [(Class::VFpAdd, 2), (Class::VFpMul, 3), (Class::VFpDiv, 4), (Class::VInt, 5), (Class::VLogic, 6)]
    {
        let depth = u64::from(depth(class, &spec));
        assert_eq!(run(&[vector(class, &[0], &[], 10)], &spec).1, 9 * interval + depth + 1);
        let two = [vector(class, &[0], &[], 10), vector(class, &[1], &[], 10)];
        assert_eq!(starts_and_ends(&two, &spec).0, [0, 10 * interval]);
    }
}

#[test]
fn we38_complex_multiply() {
    let records = vec![
        vector(Class::VLoad, &[1], &[], 64),
        vector(Class::VLoad, &[2], &[], 64),
        vector(Class::VFpMul, &[5], &[1, 2], 64),
        vector(Class::VLoad, &[3], &[], 64),
        vector(Class::VLoad, &[4], &[], 64),
        vector(Class::VFpMul, &[6], &[3, 4], 64),
        vector(Class::VFpAdd, &[7], &[5, 6], 64),
        vector(Class::VStore, &[], &[7], 64),
        vector(Class::VFpMul, &[8], &[1, 4], 64),
        vector(Class::VFpMul, &[9], &[3, 2], 64),
        vector(Class::VFpAdd, &[10], &[8, 9], 64),
        vector(Class::VStore, &[], &[10], 64),
    ];
    let depths = Spec { load_depth: 15, store_depth: 15, fp_mul_depth: 8, fp_add_depth: 5, ..textbook() };
    let time = chimes(&records, &depths);
    assert_eq!((time.convoys, time.all_start_ups), (6, 6 * 64 + 132));
    assert_eq!(convoys(&records, &depths)[4], [7, 8]);
}

#[test]
fn independent_instructions_on_one_unit_follow_each_other() {
    let records = vec![vector(Class::VLoad, &[0], &[], 10), vector(Class::VLoad, &[1], &[], 10)];
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
    let records = vec![vector(Class::VFpDiv, &[2], &[1], 10), vector(Class::VFpAdd, &[1], &[3], 10)];
    let (times, _) = run(&records, &spec);
    let last_read = times[0].groups[9];
    assert_eq!((last_read, times[1].start), (27, 1));
    assert_eq!(times[1].groups[9] + 6, last_read + 1);
}

#[test]
fn queues_let_scalar_instructions_pass() {
    let mut records = daxpy(32);
    records.push(Record { class: Class::Int, ..vector(Class::Int, &[], &[], 0) });
    let last = |spec: &Spec| starts_and_ends(&records, spec).0[5];
    assert_eq!(last(&textbook()), 65);
    assert_eq!(last(&Spec { issue: crate::spec::Issue::Queues, ..textbook() }), 5);
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
    let classes = [Class::VLoad, Class::VFpMul, Class::VFpAdd, Class::VInt, Class::VLogic, Class::VFpDiv];
    let record = |at: u32| {
        let class = classes[at as usize % classes.len()];
        let read: &[u32] = if class == Class::VLoad { &[] } else { &[at] };
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
    let records = vec![
        vector(Class::VLoad, &[1], &[], 10),
        vector(Class::VFpMul, &[2], &[1], 10),
        vector(Class::VFpAdd, &[3], &[1], 10),
    ];
    let starts = |chaining| starts_and_ends(&records, &Spec { chaining, ..textbook() }).0;
    assert_eq!(starts(Chaining::Flexible), [0, 12, 13]);
    // The load is complete at 12 + 10.
    assert_eq!(starts(Chaining::Fixed), [0, 12, 22]);
    assert_eq!(starts(Chaining::None), [0, 22, 23]);
}

#[test]
fn a_full_queue_holds_the_front_end() {
    let records: Vec<Record> = (0..4).map(|at| vector(Class::VLoad, &[at], &[], 10)).collect();
    let issues = |queue| {
        let spec = Spec { issue: crate::spec::Issue::Queues, queue, ..textbook() };
        run(&records, &spec).0.iter().map(|times| times.issue).collect::<Vec<_>>()
    };
    assert_eq!(issues(8), [0, 1, 2, 3]);
    // They begin at 0, 10, 20 and 30; one may wait.
    assert_eq!(issues(1), [0, 1, 10, 20]);
}

#[test]
fn reductions_give_nothing_before_their_last_group() {
    let reduce = Record { passage: Passage::Gather, ..vector(Class::VFpReduce, &[1], &[2], 10) };
    let records = vec![reduce, vector(Class::VInt, &[3], &[1], 1)];
    assert_eq!(starts_and_ends(&records, &textbook()).0, [0, 9 + 6]);
    let permute = Record { passage: Passage::Whole, ..vector(Class::VPermute, &[4], &[2], 10) };
    let records = vec![vector(Class::VFpAdd, &[2], &[], 10), permute];
    assert_eq!(starts_and_ends(&records, &textbook()).0, [0, 6 + 10]);
}

#[test]
fn sweeps_of_length_and_lanes_take_the_time_of_the_closed_formula() {
    // A load and a multiplication that chains from it: both depths, and a cycle for each group.
    for lanes in [1, 2, 3, 4, 8, 16, 64] {
        for elements in (1..100).chain([128, 1000, 8192]) {
            let spec = Spec { lanes, ..textbook() };
            let records =
                vec![vector(Class::VLoad, &[1], &[], elements), vector(Class::VFpMul, &[2], &[1], elements)];
            assert_eq!(run(&records, &spec).1, 12 + 7 + u64::from(elements.div_ceil(lanes)));
        }
    }
}

#[test]
fn a_scalar_access_over_two_words_takes_a_cycle_longer() {
    let spec = Spec::default();
    let load = |addresses| Record { addresses, ..Record::new(Class::Load, 0, Uses::default()) };
    let time = |addresses| run(&[load(addresses)], &spec).1;
    assert_eq!(time(vec![64]), u64::from(spec.scalar_load_latency));
    assert_eq!(time(vec![64, 72]), u64::from(spec.scalar_load_latency) + 1);
    // The load/store unit is busy for both.
    let times = run(&[load(vec![64, 72]), load(vec![80])], &spec).0;
    assert_eq!((times[0].issue, times[1].issue), (0, 2));
}

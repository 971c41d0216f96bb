//! How long memory instructions take: the sums of the settings, to the cycle.

use alloc::{string::ToString, vec::Vec};

use lanescope_parts::{
    machines::{Machine, settings::Settings},
    mem::dram::standard::GDDR5,
    trace::{Cause, Event, Lookup, MemoryPart},
};

use super::kit::*;
use crate::{
    isa::{CacheLevel, Inst, Op, Operand, Program, Space, Special, Ty},
    spec::{L1Global, Spec},
    timing::Gpu,
};

/// Cycles from the issue of the instruction at `pc` to that of the next one, which needs its result.
fn wait(log: &Recorder, pc: u32) -> u64 {
    log.issues(pc + 1)[0].0 - log.issues(pc)[0].0
}

fn load(to: u32, address: u32, offset: i32) -> Inst {
    ld(Space::Global, Ty::S32, r(to), rd(address), offset)
}

fn use_of(from: u32) -> Inst {
    op(Op::Add, Ty::S32, r(15), [r(from), imm(1)])
}

/// One warp of one thread.
fn one_thread(code: Vec<Inst>, spec: &Spec) -> (Gpu, Recorder) {
    let (memory, bases) = buffers(&[1 << 16]);
    finish(gpu(&program(&code, 1), spec, 1, 1, memory, &bases))
}

/// Clocks alike, so that memory cycles need no rounding.
fn memory_spec() -> Spec {
    with(&plain_spec(), &[("clock_mhz", "924"), ("l1_fill", "sectored")])
}

/// gpgpu 6.6, the latency composition: hit in the first level, in the second level, and in memory.
#[test]
fn load_latencies_are_the_sums_of_their_parts() {
    let mut code = element_address(2);
    let at = code.len() as u32;
    // A line from memory; the same again; its set filled with others (1 KB, one way); the line again.
    code.extend([load(4, 1, 0), use_of(4), load(5, 1, 4), use_of(5)]);
    code.extend([load(6, 1, 1024), use_of(6), load(7, 1, 0), use_of(7)]);
    let spec = with(&memory_spec(), &[("l1_kb", "1"), ("l1_ways", "1")]);
    let (gpu, log) = one_thread(code, &spec);
    let t = GDDR5.timing;
    let l2 = 20 + 8 + 120 + 8 + 2 + 20;
    assert_eq!(wait(&log, at + 2), 20);
    assert_eq!(wait(&log, at + 6), l2);
    let memory = l2 + u64::from(t.rcd + t.cl + t.burst);
    assert_eq!(wait(&log, at), memory);
    assert!(gpu.slots()[Cause::MEMORY.index()] >= memory - 1);
}

/// Every part counts in full, to the edge.
#[test]
fn each_latency_setting_shifts_the_load() {
    let time = |spec: &Spec| {
        let mut code = element_address(2);
        let at = code.len() as u32;
        code.extend([load(4, 1, 0), use_of(4)]);
        wait(&one_thread(code, spec).1, at)
    };
    let base = memory_spec();
    let from = time(&base);
    let longer = |id: &str| {
        let value: u32 = base.get(id).unwrap().parse().unwrap();
        time(&with(&base, &[(id, &(value + 3).to_string())])) - from
    };
    assert_eq!(longer("l1_hit"), 6, "lookup and replay");
    assert_eq!(longer("noc_latency"), 6, "both ways");
    assert_eq!([longer("l2_latency"), longer("l1_fill_latency")], [3, 3]);
    let around = time(&Spec { l1_global: L1Global::Off, ..base.clone() });
    assert_eq!(around, from - u64::from(base.mem.first.l1_hit), "no replay past the lines");
}

/// A warp whose lanes need k lines that are all there: the last one is k - 1 cycles behind the first.
#[test]
fn a_load_of_k_lines_completes_with_its_last() {
    for (shift, blocks) in [(2, 1), (3, 2), (5, 8), (7, 32)] {
        let mut code = element_address(shift);
        let at = code.len() as u32;
        code.extend([load(4, 1, 0), use_of(4), load(5, 1, 0), use_of(5)]);
        let (memory, bases) = buffers(&[1 << 16]);
        let (gpu, log) = finish(gpu(&program(&code, 1), &memory_spec(), 1, 32, memory, &bases));
        assert_eq!(wait(&log, at + 2), 20 + blocks - 1);
        assert_eq!(counter(&gpu, "blocks"), 2 * blocks);
        assert_eq!((counter(&gpu, "l1_loads"), counter(&gpu, "l1_load_hits")), (2 * blocks, blocks));
    }
}

/// Word stride s in work-group memory: gcd(s, 32) passes.
#[test]
fn shared_conflicts_cost_a_cycle_each() {
    for (stride, passes) in [(1u64, 1), (2, 2), (8, 8), (32, 32), (33, 1)] {
        let code = [
            op(Op::Mov, Ty::U32, r(1), [special(Special::TidX)]),
            op(Op::Mul, Ty::S32, r(1), [r(1), imm(stride * 4)]),
            ld(Space::Shared, Ty::S32, r(4), r(1), 0),
            use_of(4),
        ];
        let mut code = program(&code, 0);
        code.shared_bytes = 8192;
        let (gpu, log) = finish(gpu(&code, &plain_spec(), 1, 32, Default::default(), &[]));
        assert_eq!(wait(&log, 2), 20 + passes - 1, "stride {stride}");
        assert_eq!(counter(&gpu, "shared_passes"), passes);
        assert_eq!(counter(&gpu, "bank_conflicts"), passes - 1);
    }
}

/// Constant and parameter loads: one pass for each distinct address.
#[test]
fn constant_loads_take_a_pass_for_each_address() {
    let code = [ld(Space::Param, Ty::U32, r(4), imm(0), 0), use_of(4)];
    let (_, log) = finish(gpu(&program(&code, 1), &plain_spec(), 1, 32, Default::default(), &[7]));
    assert_eq!(wait(&log, 0), 4);
}

/// A constant that is not in its cache comes as a load past the lines does, and is then read as a hit is.
#[test]
fn a_constant_miss_is_a_load_past_the_lines() {
    let spec = with(&memory_spec(), &[("constant_bytes", "256"), ("constant_line", "32")]);
    let load = |address| ld(Space::Param, Ty::U32, r(4), imm(address), 0);
    let code = [load(0), use_of(4), load(8), use_of(4)];
    let (gpu, log) = finish(gpu(&program(&code, 2), &spec, 1, 32, Default::default(), &[7, 9]));
    let t = GDDR5.timing;
    let past = 20 + 8 + 120 + 8 + 2 + u64::from(t.rcd + t.cl + t.burst);
    assert_eq!((wait(&log, 0), wait(&log, 2)), (past + 4, 4));
    assert_eq!((counter(&gpu, "constant_passes"), counter(&gpu, "constant_misses")), (2, 1));
    assert_eq!(counter(&gpu, "l2_reads"), 1);
}

/// Three warps ask for one missing line in consecutive cycles.
#[test]
fn we21_prt_through_the_load_store_unit() {
    let code = [ld(Space::Param, Ty::U64, rd(1), imm(0), 0), load(4, 1, 0), use_of(4)];
    let (memory, bases) = buffers(&[64]);
    let (gpu, log) = finish(gpu(&program(&code, 1), &memory_spec(), 1, 96, memory, &bases));
    assert_eq!(counter(&gpu, "l1_loads"), 3);
    assert_eq!(counter(&gpu, "l1_load_merges"), 1);
    assert_eq!(counter(&gpu, "l1_load_hits"), 1, "the third, after the fill");
    assert!(counter(&gpu, "l1_refused_merges") > 0);
    assert_eq!(counter(&gpu, "l2_reads"), 1, "one request");
    let issues = log.issues(1);
    assert_eq!((issues[1].0 - issues[0].0, issues[2].0 - issues[1].0), (1, 1));
    let uses = log.issues(2);
    assert_eq!(uses.iter().map(|u| u.1).collect::<Vec<_>>(), [0, 1, 2], "in order");
    let answers: Vec<Lookup> = log
        .0
        .iter()
        .filter_map(|(_, event)| match event {
            Event::Cache { part: MemoryPart::L1, lookup, .. } => Some(*lookup),
            _ => None,
        })
        .collect();
    assert_eq!(answers[..3], [Lookup::Miss, Lookup::Merged, Lookup::Refused]);
    assert_eq!(answers.last(), Some(&Lookup::Hit));
}

/// Strided loads that are replayed from the instruction buffer take an issue slot for each line.
#[test]
fn replays_from_the_instruction_buffer_take_issue_slots() {
    let run = |replay_from| {
        let mut code = element_address(5);
        code.extend([load(4, 1, 0), use_of(4)]);
        let spec = with(&memory_spec(), &[("replay_from", replay_from)]);
        let (memory, bases) = buffers(&[1 << 16]);
        finish(gpu(&program(&code, 1), &spec, 1, 32, memory, &bases)).0
    };
    let (lsu, ibuffer) = (run("lsu"), run("ibuffer"));
    assert_eq!(lsu.slots()[Cause::REPLAY.index()], 0);
    assert_eq!(ibuffer.slots()[Cause::REPLAY.index()], 7, "8 lines, the first with the issue");
    assert_eq!(lsu.work(), ibuffer.work());
}

/// The load/store unit's buffer fills up to the threshold, then memory instructions have to wait.
#[test]
fn a_full_load_store_unit_holds_memory_instructions_back() {
    let mut code = element_address(7);
    code.extend([load(4, 1, 0), load(5, 1, 4), load(6, 1, 8), load(7, 1, 12), load(9, 1, 16)]);
    let spec = with(&memory_spec(), &[("lsu_entries", "2"), ("lsu_threshold", "2")]);
    let (memory, bases) = buffers(&[1 << 16]);
    let (gpu, log) = finish(gpu(&program(&code, 1), &spec, 1, 32, memory, &bases));
    assert!(gpu.slots()[Cause::MEMORY_FULL.index()] >= 32);
    let at = element_address(7).len() as u32;
    // 32 lines each: the third load issues when the first has left the buffer.
    assert!(log.issues(at + 2)[0].0 - log.issues(at)[0].0 >= 32);
}

/// A private word of a warp is one line: it is written and read back in the first level.
#[test]
fn private_memory_is_interleaved_and_written_back() {
    let code = [
        op(Op::Mov, Ty::U32, r(1), [imm(0)]),
        Inst { space: Space::Local, ..st(Space::Local, Ty::S32, r(1), r(2)) },
        ld(Space::Local, Ty::S32, r(4), r(1), 0),
        use_of(4),
    ];
    let mut code: Program = program(&code, 0);
    code.local_bytes = 64;
    let (gpu, log) = finish(gpu(&code, &memory_spec(), 1, 32, Default::default(), &[]));
    assert_eq!(counter(&gpu, "blocks"), 2);
    assert_eq!((counter(&gpu, "l1_stores"), counter(&gpu, "l1_load_hits")), (1, 1));
    assert_eq!(wait(&log, 2), 20);
    assert_eq!(counter(&gpu, "l2_reads") + counter(&gpu, "l2_writes"), 0, "whole sectors need no fetch");
}

/// An atomic goes to the second level: its lanes follow each other there.
#[test]
fn atomics_are_done_in_the_second_level() {
    let atomic = Inst {
        detail: crate::isa::Detail::Atom(crate::isa::Atom::Add),
        space: Space::Global,
        ..op(Op::Atom, Ty::U32, r(4), [rd(1), imm(1)])
    };
    let code = [ld(Space::Param, Ty::U64, rd(1), imm(0), 0), atomic, use_of(4), atomic, use_of(4)];
    let run = |threads| {
        let (memory, bases) = buffers(&[64]);
        let (gpu, log) = finish(gpu(&program(&code, 1), &memory_spec(), 1, threads, memory, &bases));
        assert_eq!(gpu.memory().load(bases[0], 4), 2 * u64::from(threads));
        assert_eq!(counter(&gpu, "l2_atomic_operations"), 2 * u64::from(threads));
        wait(&log, 3)
    };
    let one = run(1);
    assert_eq!(one, 20 + 8 + 120 + 8 + 2, "no replay: the old value goes straight to the registers");
    assert_eq!(run(32) - one, 31);
}

/// A line that was asked for before is as near as the level that was named, and costs what a hit there costs.
#[test]
fn a_prefetched_line_is_as_near_as_its_level() {
    let near = |level, l1_global| {
        let prefetch = Inst {
            space: Space::Global,
            offset: 4096,
            detail: crate::isa::Detail::Level(level),
            ..op(Op::Prefetch, Ty::Pred, Operand::None, [rd(1)])
        };
        let mut code = element_address(2);
        let at = code.len() as u32 + 1;
        // A load of another line from memory, which comes behind it, and then the line itself.
        code.extend([prefetch, load(4, 1, 0), use_of(4), load(5, 1, 4096), use_of(5)]);
        let (gpu, log) = one_thread(code, &with(&memory_spec(), &[("l1_global", l1_global)]));
        assert_eq!(counter(&gpu, "l1_prefetches"), 1);
        assert_eq!(counter(&gpu, "memory_bytes"), 2 * 64, "two lines, a burst of each");
        wait(&log, at + 2)
    };
    let (l2, filled) = (20 + 8 + 120 + 8 + 2, 20);
    assert_eq!(near(CacheLevel::First, "all"), 20);
    assert_eq!(near(CacheLevel::Second, "all"), l2 + filled);
    // Where the first level does not keep the buffer, nothing is brought nearer than the second.
    assert_eq!([near(CacheLevel::First, "none"), near(CacheLevel::Second, "none")], [l2; 2]);
}

/// A prefetch is done when the cache has taken it; where there is no memory it asks for nothing and is no fault.
#[test]
fn nobody_waits_for_a_prefetch_and_no_address_is_wrong() {
    let prefetch = |offset| Inst {
        space: Space::Global,
        offset,
        detail: crate::isa::Detail::Level(CacheLevel::First),
        ..op(Op::Prefetch, Ty::Pred, Operand::None, [rd(1)])
    };
    let mut code = element_address(2);
    code.extend([prefetch(0), prefetch(i32::MAX), prefetch(i32::MIN), prefetch(4)]);
    let (gpu, log) = one_thread(code, &memory_spec());
    assert_eq!(counter(&gpu, "l1_prefetches"), 2);
    assert_eq!(counter(&gpu, "l1_prefetch_misses"), 1, "the second is on its way");
    let first = log.issues(7)[0].0;
    assert!(log.issues(11)[0].0 < first + 20, "the end of the program waits for none");
}

/// The clock says when the instruction that reads it is issued, so that a program measures a latency as the log has it.
#[test]
fn a_program_measures_the_latency_of_a_load_by_the_clock() {
    let clock = |to| op(Op::Mov, Ty::U64, rd(to), [special(Special::Clock64)]);
    let mut code = element_address(2);
    let at = code.len() as u32;
    // Asked before a load, when its value has come, and in 32 bits.
    code.extend([clock(2), load(4, 1, 0), use_of(4), clock(3)]);
    code.push(op(Op::Mov, Ty::U32, r(6), [special(Special::Clock)]));
    let store = |ty, from, offset| Inst { offset, ..st(Space::Global, ty, rd(0), from) };
    code.extend([store(Ty::U64, rd(2), 8), store(Ty::U64, rd(3), 16), store(Ty::U32, r(6), 24)]);
    let (gpu, log) = one_thread(code, &memory_spec());
    let base = gpu.memory().buffers()[0].base;
    let left = [(8, 8), (16, 8), (24, 4)].map(|(at, bytes)| gpu.memory().load(base + at, bytes));
    let issued = [0, 3, 4].map(|pc| log.issues(at + pc)[0].0);
    assert_eq!(left, issued);
    assert!(issued[1] - issued[0] > 100, "the load comes from memory");
}

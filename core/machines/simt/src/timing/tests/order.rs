//! Who issues when: schedulers, one-loop core, scoreboards, passes, dispatch.

use alloc::{vec, vec::Vec};

use lanescope_parts::{
    machines::Machine,
    pipe::{dispatch::Limiter, scheduler::Policy, scoreboard::ScoreboardKind as Scoreboard},
    trace::{Cause, Deaf, Event},
};

use super::kit::*;
use crate::{
    isa::{Inst, Op, Program, Special, Ty},
    spec::{Pipeline, Spec},
    timing::Gpu,
};

fn add(to: u32) -> Inst {
    op(Op::Add, Ty::S32, r(to), [r(8), imm(1)])
}

/// `warps` warps of one group.
fn warps(program: &Program, spec: &Spec, warps: u32) -> Gpu {
    let (memory, bases) = buffers(&[64]);
    gpu(program, spec, 1, warps * spec.warp_size, memory, &bases)
}

fn one_loop(policy: Policy) -> Spec {
    let mut spec = Spec { pipeline: Pipeline::OneLoop, branch_latency: 1, ..plain_spec() };
    spec.scheduling.policy = policy;
    spec
}

/// Utilisation = min(1, warps / latency) when a warp has one instruction on its way.
#[test]
fn we11_latency_hiding() {
    let code = program(&vec![add(1); 200], 0);
    let spec = Spec { int_latency: 20, ..one_loop(Policy::Lrr) };
    for (count, wanted) in [(8, 800), (19, 1900), (20, 2000), (24, 2000)] {
        let mut gpu = warps(&code, &spec, count);
        gpu.run(2000, &mut Deaf).unwrap();
        assert_eq!(gpu.slots()[Cause::ISSUED.index()], wanted, "{count} warps");
    }
}

/// a a a L a a a with 4 warps: `ret` is the last a.
#[test]
fn we12_scheduler_comparison() {
    let long = op(Op::Mul, Ty::S32, r(1), [r(8), imm(3)]);
    let code = program(&[add(1), add(1), add(1), long, add(1), add(1)], 0);
    let order = |policy| {
        let spec = Spec { int_latency: 1, int_mul_latency: 10, int_mul_initiation: 1, ..one_loop(policy) };
        finish(warps(&code, &spec, 4)).1.issued()
    };
    let lrr = order(Policy::Lrr);
    assert_eq!(lrr.last().map(|issue| issue.0 + 1), Some(34));
    let gto = order(Policy::Gto);
    assert_eq!(gto.last().map(|issue| issue.0 + 1), Some(28));
    let turns: Vec<u32> = gto.iter().map(|(_, warp, _)| *warp).collect();
    let wanted = [[0, 0, 0, 0], [1, 1, 1, 1], [2, 2, 2, 2], [3, 3, 3, 3]].concat();
    let wanted = [wanted, [[0, 0, 0], [1, 1, 1], [2, 2, 2], [3, 3, 3]].concat()].concat();
    assert_eq!(turns, wanted);
}

/// Three entries: the fourth instruction finds none and is fetched again; the third does not overtake the second.
#[test]
fn we13_coon_scoreboard_in_the_pipeline() {
    let mut code = element_address(2);
    let start = code.len() as u32;
    code.extend([
        ld(crate::isa::Space::Global, Ty::S32, r(4), rd(1), 0),
        op(Op::Add, Ty::S32, r(5), [r(4), r(7)]),
        op(Op::Mul, Ty::S32, r(8), [r(9), r(10)]),
        op(Op::Add, Ty::S32, r(9), [r(5), r(8)]),
    ]);
    let changes = [("scoreboard", "coon"), ("scoreboard_entries", "3"), ("ibuffer_entries", "4")];
    let spec = with(&plain_spec(), &changes);
    let (gpu, log) = finish(warps(&program(&code, 1), &spec, 1));
    assert!(counter(&gpu, "discarded") >= 1);
    let at = |pc: u32| log.issues(start + pc)[0].0;
    assert!(at(0) < at(1) && at(1) < at(2) && at(2) < at(3));
}

/// The first instruction: fetched in cycle 0, inserted in 1, issued in 2; the next one can follow at once.
#[test]
fn an_instruction_issues_two_cycles_after_its_fetch() {
    let code = program(&[add(1), add(2), add(3)], 0);
    let (_, log) = finish(warps(&code, &plain_spec(), 1));
    let cycles: Vec<u64> = log.issued().iter().map(|issue| issue.0).collect();
    assert_eq!(cycles, [2, 3, 4, 5]);
}

/// A dependent instruction issues `latency` cycles later, not earlier.
#[test]
fn a_dependent_instruction_waits_for_the_latency() {
    let code = program(&[add(1), op(Op::Add, Ty::S32, r(2), [r(1), imm(1)])], 0);
    for latency in [1, 2, 5, 20] {
        for scoreboard in Scoreboard::ALL {
            let mut spec = Spec { int_latency: latency, ..plain_spec() };
            spec.dependences.scoreboard = *scoreboard;
            let (gpu, log) = finish(warps(&code, &spec, 1));
            assert_eq!(log.issues(1)[0].0 - log.issues(0)[0].0, u64::from(latency));
            let waited = gpu.slots()[Cause::ARITHMETIC.index()];
            assert_eq!(waited, u64::from(latency) - 1);
        }
    }
}

/// A branch: fetch goes on when it is resolved, and the target issues two cycles later.
#[test]
fn a_branch_costs_its_latency_and_the_way_through_fetch() {
    let code = program(&[bra(2, 2), add(1), add(2)], 0);
    for latency in [1, 4] {
        let spec = Spec { branch_latency: latency, ..plain_spec() };
        let (_, log) = finish(warps(&code, &spec, 1));
        assert_eq!(log.issues(2)[0].0 - log.issues(0)[0].0, u64::from(latency) + 2);
        assert!(log.issues(1).is_empty());
    }
}

/// Two warps of independent instructions on one unit of `simd_width` lanes: one each warp_size / simd_width cycles.
#[test]
fn a_warp_takes_as_many_cycles_as_passes() {
    let code = program(&[add(1), add(2), add(3), add(4)], 0);
    for (warp_size, simd_width) in [(32, 32), (32, 16), (64, 16), (32, 8)] {
        let spec = Spec { warp_size, simd_width, int_units: 1, ..plain_spec() };
        let (gpu, log) = finish(warps(&code, &spec, 2));
        let cycles: Vec<u64> = log.issued().iter().filter(|i| i.2 < 4).map(|i| i.0).collect();
        let passes = u64::from(warp_size / simd_width);
        assert!(cycles.windows(2).skip(2).all(|pair| pair[1] - pair[0] == passes), "{cycles:?}");
        assert_eq!(gpu.slots()[Cause::UNIT_BUSY.index()] > 0, passes > 1);
    }
}

/// Two schedulers with two units issue twice as much as with one.
#[test]
fn schedulers_share_units() {
    let code = program(&vec![add(1); 100], 0);
    let cycles = |int_units| {
        let spec = Spec { schedulers: 2, int_units, int_latency: 1, ..plain_spec() };
        let spec = with(&spec, &[("fetch_width", "4")]);
        let (gpu, log) = finish(warps(&code, &spec, 8));
        let last = log.issued().iter().filter(|issue| issue.2 < 100).map(|issue| issue.0).max();
        assert_eq!(gpu.work().instructions, 8 * 101);
        last.unwrap() - 2 + 1
    };
    assert_eq!((cycles(1), cycles(2)), (800, 400));
}

/// The most groups that are on one core at a time.
fn most_resident(spec: &Spec, shared_bytes: u32, registers: u32) -> usize {
    let mut code = program(&[op(Op::Div, Ty::S32, r(1), [r(1), r(2)])], 0);
    code.shared_bytes = shared_bytes;
    code.registers.r = registers;
    code.registers.d = 0;
    let (memory, _) = buffers(&[1]);
    let (_, log) = finish(gpu(&code, spec, 40, 64, memory, &[]));
    let mut resident = 0usize;
    let mut most = 0;
    for (_, event) in &log.0 {
        if let Event::Group { start, .. } = event {
            resident = if *start { resident + 1 } else { resident - 1 };
            most = most.max(resident);
        }
    }
    assert_eq!(resident, 0);
    most
}

/// Groups of 2 warps on a core with 48 warps, 8 groups, 32,768 registers, 48 KB.
#[test]
fn each_resource_limits_the_groups_on_a_core() {
    let spec = Spec { int_div_latency: 1000, ..plain_spec() };
    assert_eq!(most_resident(&spec, 0, 16), 8, "{:?}", Limiter::Groups);
    assert_eq!(most_resident(&Spec { warps_per_core: 7, ..spec.clone() }, 0, 16), 3, "{:?}", Limiter::Warps);
    assert_eq!(most_resident(&spec, 0, 128), 4, "{:?}: 128 x 64 of 32,768", Limiter::Registers);
    assert_eq!(most_resident(&spec, 9000, 16), 5, "{:?}: 9,000 of 49,152", Limiter::Local);
}

/// Warps that are ready together: round robin takes turns, greedy stays with one.
#[test]
fn greedy_stays_and_round_robin_takes_turns() {
    let code = program(&[add(1), add(2), add(3), add(4), add(5), add(6)], 0);
    let order = |policy| {
        let mut spec = with(&plain_spec(), &[("fetch_width", "8")]);
        spec.scheduling.policy = policy;
        let (_, log) = finish(warps(&code, &spec, 3));
        log.issued().iter().filter(|issue| issue.2 < 6).map(|issue| issue.1).collect::<Vec<_>>()
    };
    assert_eq!(order(Policy::Lrr), [0, 1, 2].repeat(6));
    assert_eq!(order(Policy::Gto), [[0; 6], [1; 6], [2; 6]].concat());
}

/// The last warp that arrives lets all go on, `barrier_latency` cycles later.
#[test]
fn a_barrier_opens_after_the_last_arrival() {
    let slow = guarded(0, false, op(Op::Div, Ty::S32, r(1), [r(8), imm(3)]));
    let code = [
        op(Op::Mov, Ty::U32, r(2), [special(Special::WarpId)]),
        slow,
        op(Op::Add, Ty::S32, r(3), [r(1), imm(1)]),
        plain(Op::BarSync),
        add(4),
    ];
    for latency in [1, 7] {
        let spec = Spec { barrier_latency: latency, int_div_initiation: 30, ..plain_spec() };
        let (gpu, log) = finish(warps(&program(&code, 0), &spec, 3));
        let arrivals = log.issues(3);
        let first = log.issues(4).iter().map(|issue| issue.0).min().unwrap();
        assert_eq!(arrivals.len(), 3);
        assert_eq!(first - arrivals.last().unwrap().0, u64::from(latency));
        assert!(gpu.slots()[Cause::BARRIER.index()] > 0 || latency == 1);
        assert_eq!(counter(&gpu, "barriers"), 3);
    }
}

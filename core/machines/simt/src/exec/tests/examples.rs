//! Worked examples of the reference (gpgpu section 9).

use alloc::{format, string::String, sync::Arc, vec, vec::Vec};

use lanescope_parts::{base::rng::Rng, machines::Halt};

use super::*;
use crate::{
    functional::Functional,
    stack::{NO_PC, Split, Stack},
};

/// gpgpu 3.4: twenty instructions for a thread inside the range, eleven for one outside.
const SAXPY: &str = ".entry saxpy(.param .u32 n, .param .f32 a, .param .u64 x, .param .u64 y)
{
    ld.param.u32 %r1, [n];
    ld.param.f32 %r2, [a];
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [y];
    mov.u32 %r3, %ctaid.x;
    mov.u32 %r4, %ntid.x;
    mov.u32 %r5, %tid.x;
    mad.lo.s32 %r6, %r4, %r3, %r5;
    setp.ge.s32 %p1, %r6, %r1;
    @%p1 bra END;
    cvta.to.global.u64 %rd3, %rd1;
    cvta.to.global.u64 %rd4, %rd2;
    mul.wide.s32 %rd5, %r6, 4;
    add.s64 %rd6, %rd3, %rd5;
    ld.global.f32 %r7, [%rd6];
    add.s64 %rd7, %rd4, %rd5;
    ld.global.f32 %r8, [%rd7];
    fma.rn.f32 %r9, %r7, %r2, %r8;
    st.global.f32 [%rd7], %r9;
END:
    ret;
}";

#[test]
fn we01_saxpy_mapping() {
    let program = program(SAXPY);
    let n = 1000u32;
    let mut memory = Memory::default();
    let mut args = vec![u64::from(n), 2f32.to_bits().into()];
    for name in ["x", "y"] {
        let at = memory.allocate(name, u64::from(n) * 4, Type::F32, false, true);
        let bytes: Vec<u8> = (0..n).flat_map(|i| (i as f32).to_le_bytes()).collect();
        memory.copy_in(at, &bytes);
        args.push(memory.buffers()[at].base);
    }
    let groups = n.div_ceil(256);
    assert_eq!(groups, 4);
    let launch = LaunchState::new(&program, &Spec::default(), [groups, 1, 1], [256, 1, 1], &args, 0);
    assert_eq!(groups * launch.warps_per_group(), 32);
    let mut run = Functional::new(Arc::new(program), launch, memory);
    assert!(run.advance(u64::MAX).unwrap());
    let work = run.work();
    assert_eq!((work.instructions, work.lane_slots), (32 * 20, 32 * 20 * 32));
    let last_warp = work.lane_operations - 31 * 20 * 32;
    assert_eq!(last_warp, 11 * 32 + 9 * 8);
    assert_eq!(last_warp, 424);
    let efficiency = work.lane_operations as f64 / work.lane_slots as f64;
    assert_eq!(efficiency, (31.0 * 640.0 + 424.0) / 20480.0);
    assert!((efficiency - 0.9894).abs() < 1e-4);
    let y = run.memory().copy_out(1, 0, u64::MAX);
    for (i, bytes) in y.chunks(4).enumerate() {
        assert_eq!(f32::from_le_bytes(bytes.try_into().unwrap()), 3.0 * i as f32);
    }
}

/// The nested-branch loop with one turn. Blocks have A 6, B 3, C 2, D 1, E 1, F 1, G 3 instructions.
const NESTED: &str = ".entry nested(.param .u64 data1, .param .u64 data2)
{
    ld.param.u64 %rd1, [data1];
    ld.param.u64 %rd2, [data2];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd1, %rd1, %rd3;
    add.s64 %rd2, %rd2, %rd3;
A:  mul.lo.u32 %r2, %r1, 1;
    add.u32 %r3, %r2, %r10;
    ld.global.u32 %r4, [%rd1];
    mov.u32 %r5, 0;
    setp.eq.u32 %p1, %r4, %r5;
    @%p1 bra F;
B:  ld.global.u32 %r6, [%rd2];
    setp.eq.u32 %p2, %r6, %r5;
    @%p2 bra D;
C:  add.u32 %r7, %r7, 1;
    bra.uni E;
D:  add.u32 %r8, %r8, 2;
E:  bra.uni G;
F:  add.u32 %r9, %r9, 3;
G:  add.u32 %r10, %r10, 1;
    setp.lt.u32 %p3, %r10, 1;
    @%p3 bra A;
END: exit;
}";

/// Executes the nested branches from A to the end; the block of each issue, the lanes, and the stack after each block.
fn nested(order: PushOrder) -> (String, u32, Vec<(String, String)>, usize) {
    let mut bench = Bench::new(NESTED, 4, order, &[&[1, 1, 1, 0], &[1, 0, 0, 9]]);
    let name = |bench: &Bench, pc: u32| {
        let labels = &bench.program.labels;
        labels[labels.partition_point(|label| label.0 <= pc) - 1].1.clone()
    };
    while bench.warp.pc().unwrap() < bench.program.labels[0].0 {
        bench.step().unwrap();
    }
    let (mut blocks, mut lanes, mut depth) = (String::new(), 0, 0);
    let mut stacks: Vec<(String, String)> = vec![];
    loop {
        let block = name(&bench, bench.warp.pc().unwrap());
        if block == "END" {
            return (blocks, lanes, stacks, depth);
        }
        blocks += &block;
        lanes += bench.step().unwrap().active.count();
        depth = depth.max(bench.warp.stack.entries().len());
        let pc = bench.warp.pc().unwrap();
        let next = name(&bench, pc);
        if next != block {
            let row = |entry: &crate::stack::Level| {
                let rpc = if entry.rpc == NO_PC { "-".into() } else { name(&bench, entry.rpc) };
                format!("{rpc}/{}/{:4}", name(&bench, entry.next), entry.lanes)
            };
            let rows: Vec<String> = bench.warp.stack.entries().iter().map(row).collect();
            stacks.push((block, rows.join(" ")));
        }
    }
}

#[test]
fn we05_simt_stack() {
    let (issues, lanes, stacks, depth) = nested(PushOrder::FallThroughTop);
    assert_eq!(issues, "AAAAAABBBCCDEFGGG");
    assert_eq!((issues.len(), lanes), (17, 53));
    assert!((f64::from(lanes) / 68.0 - 0.779).abs() < 5e-4);
    assert_eq!(depth, 5);
    let expected = [
        ("A", "-/G/1111 G/F/0001 G/B/1110"),
        ("B", "-/G/1111 G/F/0001 G/E/1110 E/D/0110 E/C/1000"),
        ("C", "-/G/1111 G/F/0001 G/E/1110 E/D/0110"),
        ("D", "-/G/1111 G/F/0001 G/E/1110"),
        ("E", "-/G/1111 G/F/0001"),
        ("F", "-/G/1111"),
    ];
    let found: Vec<(&str, &str)> = stacks.iter().map(|(block, rows)| (&**block, &**rows)).collect();
    assert_eq!(found[..6], expected);
}

#[test]
fn we05_majority_first() {
    let (issues, lanes, _, depth) = nested(PushOrder::MajorityFirst);
    assert_eq!(issues, "AAAAAAFBBBCCDEGGG");
    assert_eq!((lanes, depth), (53, 4));
}

/// Branches until every lane is alone, always on the entry on top; `part` says how many of its lanes take the branch.
fn deepest(lanes: u32, order: PushOrder, mut part: impl FnMut(u32) -> u32) -> usize {
    let mut stack = Stack::new(LaneMask::first_n(lanes));
    let (mut pc, mut depth) = (10, 1);
    while let Some(top) = stack.top().copied().filter(|top| top.lanes.count() > 1) {
        let count = part(top.lanes.count()).clamp(1, top.lanes.count() - 1);
        let taken = top.lanes.iter().take(count as usize).fold(LaneMask::NONE, |m, l| m | LaneMask::lane(l));
        let split = Split { rpc: pc, target: pc + 1, fall_through: pc + 2, taken };
        stack.diverge(split, order, 1024).unwrap();
        pc += 10;
        depth = depth.max(stack.entries().len());
    }
    depth
}

#[test]
fn we06_depth() {
    for (lanes, bound, worst) in [(32, 11, 63), (4, 5, 7)] {
        // Halves are the worst case of the one policy, single lanes that leave a large rest on top of the other.
        assert_eq!(deepest(lanes, PushOrder::MajorityFirst, |n| n / 2), bound);
        assert_eq!(deepest(lanes, PushOrder::FallThroughTop, |_| 1), worst);
        let mut rng = Rng::new(6);
        for _ in 0..2000 {
            let mut part = |n: u32| 1 + rng.below(u64::from(n) - 1) as u32;
            assert!(deepest(lanes, PushOrder::MajorityFirst, &mut part) <= bound);
            assert!(deepest(lanes, PushOrder::FallThroughTop, &mut part) <= worst);
        }
    }
}

#[test]
fn a_full_stack_is_an_error() {
    let text =
        ".entry k() { mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 0; @%p1 bra A; mov.u32 %r2, 1; A: exit; }";
    let mut bench = Bench::new(text, 4, PushOrder::FallThroughTop, &[]);
    for (depth, fits) in [(2, true), (1, false)] {
        bench.launch.stack_depth = depth;
        bench.warp = bench.launch.warp(&bench.program, 0);
        bench.step().unwrap();
        bench.step().unwrap();
        assert_eq!(bench.step().is_ok(), fits, "the waiting entry and one side need 2 entries");
    }
}

#[test]
fn we07_divergent_loop() {
    let text = ".entry loop(.param .u64 trips) {
        ld.param.u64 %rd1, [trips];
        mov.u32 %r1, %tid.x;
        mad.wide.u32 %rd1, %r1, 4, %rd1;
        ld.global.u32 %r2, [%rd1];
    L:  sub.u32 %r2, %r2, 1;
        setp.gt.u32 %p1, %r2, 0;
        @%p1 bra L;
    Z:  exit;
    }";
    let mut bench = Bench::new(text, 4, PushOrder::FallThroughTop, &[&[3, 1, 2, 1]]);
    let (mut trace, mut depth) = (String::new(), 0);
    while let Some(pc) = bench.warp.pc() {
        let step = bench.step().unwrap();
        if let Some(label) = bench.program.label(pc) {
            trace += &format!("{label}{:4} ", step.active);
        }
        depth = depth.max(bench.warp.stack.entries().len());
    }
    assert_eq!(trace, "L1111 L1010 L1000 Z1111 ");
    assert_eq!(depth, 2);
}

/// A branch that all lanes take alike skips the other side and leaves the stack as it is.
#[test]
fn hg15_a_unanimous_branch_skips_a_side() {
    let text = ".entry k() { mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, LIMIT;
        @%p1 bra A; mov.u32 %r2, 1; bra M; A: mov.u32 %r2, 2; M: exit; }";
    for (limit, pcs) in [("0", vec![0, 1, 2, 3, 4, 6]), ("4", vec![0, 1, 2, 5, 6])] {
        let mut bench = Bench::new(&text.replace("LIMIT", limit), 4, PushOrder::FallThroughTop, &[]);
        let mut seen = Vec::new();
        while let Some(pc) = bench.warp.pc() {
            seen.push(pc);
            assert_eq!(bench.warp.stack.entries().len(), 1);
            bench.step().unwrap();
        }
        assert_eq!(seen, pcs, "limit {limit}");
    }
}

/// A spin lock as people first write it.
const LOCK: &str = ".entry lock(.param .u64 mutex) {
    ld.param.u64 %rd1, [mutex];
C:  atom.global.cas.b32 %r1, [%rd1], 0, 1;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra C;
B:  atom.global.exch.b32 %r2, [%rd1], 0;
    exit;
}";

#[test]
fn we08_simt_deadlock() {
    let mut bench = Bench::new(LOCK, 4, PushOrder::FallThroughTop, &[&[0]]);
    for _ in 0..4 {
        bench.step().unwrap();
    }
    // Lane 0 waits at B, where the others would meet it; they go back to C.
    let rows: Vec<_> = bench.warp.stack.entries().iter().map(|entry| (entry.next, entry.lanes.0)).collect();
    assert_eq!(rows, [(4, 0b1111), (1, 0b1110)]);
    let bench = Bench::new(LOCK, 4, PushOrder::FallThroughTop, &[&[0]]);
    let launch = LaunchState { spin_limit: 100, ..bench.launch.clone() };
    let mut run = Functional::new(Arc::new(bench.program), launch, bench.memory);
    match run.advance(u64::MAX) {
        Err(Halt::Deadlock { reason, at }) => {
            assert_eq!((at.lane, at.item), (0, [0, 0, 0]));
            assert!(
                reason.contains("lanes 1-3 repeat") && reason.contains("lane 0 of the same warp"),
                "{reason}"
            );
        }
        other => panic!("{other:?}"),
    }
}

/// A run of one group of 12 threads in three warps, the detector at its most eager, on a buffer with a zero.
fn three_warps(text: &str) -> Result<bool, Halt> {
    let bench = Bench::new(text, 4, PushOrder::FallThroughTop, &[&[0]]);
    let launch = LaunchState { spin_limit: 16, local: [12, 1, 1], ..bench.launch.clone() };
    Functional::new(Arc::new(bench.program), launch, bench.memory).advance(1_000_000)
}

fn deadlock_of(text: &str) -> String {
    match three_warps(text) {
        Err(Halt::Deadlock { reason, .. }) => reason,
        other => panic!("{other:?}"),
    }
}

#[test]
fn warps_behind_a_barrier_do_not_help_one_that_spins() {
    let reason = deadlock_of(
        ".entry k(.param .u64 flag) { ld.param.u64 %rd1, [flag];
        mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 4;
        @!%p1 bra B;
    L:  ld.global.u32 %r2, [%rd1]; setp.eq.u32 %p2, %r2, 0;
        @%p2 bra L;
    B:  bar.sync 0; exit; }",
    );
    assert!(reason.ends_with("2 other warps of the group wait at a barrier"), "{reason}");
}

#[test]
fn a_group_that_spins_around_a_barrier_is_found() {
    let text = ".entry k(.param .u64 flag) { ld.param.u64 %rd1, [flag];
    L:  bar.sync 0; ld.global.u32 %r2, [%rd1]; setp.eq.u32 %p2, %r2, 0;
        @%p2 bra L;
        exit; }";
    assert!(deadlock_of(text).starts_with("lanes 0-3 repeat the same loop"));
}

/// Two warps spin around the barrier, the third passes it 500 times before it writes what they wait for.
#[test]
fn a_warp_that_counts_barriers_may_help_those_that_spin_around_it() {
    let text = ".entry k(.param .u64 flag) { ld.param.u64 %rd1, [flag];
        mov.u32 %r1, %tid.x; setp.ge.u32 %p1, %r1, 8; mov.u32 %r3, 0;
        @%p1 bra C;
    L:  bar.sync 0; ld.global.u32 %r2, [%rd1]; setp.eq.u32 %p2, %r2, 0;
        @%p2 bra L;
        exit;
    C:  bar.sync 0; add.u32 %r3, %r3, 1; setp.lt.u32 %p2, %r3, 500;
        @%p2 bra C;
        st.global.u32 [%rd1], %r3; exit; }";
    assert_eq!(three_warps(text), Ok(true));
}

#[test]
fn one_lane_may_spin_as_long_as_it_likes_if_something_changes() {
    let text = ".entry count(.param .u64 out) {
        ld.param.u64 %rd1, [out];
    L:  add.u32 %r1, %r1, 1;
        setp.lt.u32 %p1, %r1, 5000;
        @%p1 bra L;
        st.global.u32 [%rd1], %r1;
        exit; }";
    let bench = Bench::new(text, 4, PushOrder::FallThroughTop, &[&[0]]);
    let launch = LaunchState { spin_limit: 16, ..bench.launch.clone() };
    let mut run = Functional::new(Arc::new(bench.program), launch, bench.memory);
    assert!(run.advance(u64::MAX).unwrap());
    assert_eq!(run.memory().load(run.memory().buffers()[0].base, 4), 5000);
}

#[test]
fn a_group_that_would_fill_memory_is_refused() {
    // 32 lanes of one 32-bit register: 128 bytes of each warp.
    let program = Arc::new(program(".entry k() { mov.u32 %r0, 1; exit; }"));
    for (warps, fits) in [(1 << 21, true), ((1 << 21) + 1, false)] {
        let launch = LaunchState::new(&program, &Spec::default(), [0, 1, 1], [32 * warps, 1, 1], &[], 0);
        assert_eq!(launch.group_bytes(&program), 128 * u64::from(warps));
        let result = Functional::new(program.clone(), launch, Memory::default()).advance(1);
        assert_eq!(result.is_ok(), fits);
    }
}

#[test]
fn a_barrier_that_lanes_cannot_reach_is_an_error() {
    let text = ".entry k() { mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 2; @%p1 bra A; bar.sync 0; A: bar.sync 0; exit; }";
    let mut bench = Bench::new(text, 4, PushOrder::FallThroughTop, &[]);
    for _ in 0..3 {
        bench.step().unwrap();
    }
    let stopped = bench.step().unwrap_err();
    assert_eq!(stopped.trap, Trap::Barrier(LaneMask::lane(2)));
}

/// Where lane 2 waits for the others only the end comes, so that it need not wait.
#[test]
fn lanes_that_only_end_hold_up_no_barrier() {
    let text =
        ".entry k() { mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 2; @%p1 bra A; bar.sync 0; A: exit; }";
    let mut bench = Bench::new(text, 4, PushOrder::FallThroughTop, &[]);
    let mut last = bench.step().unwrap();
    while !bench.warp.finished() {
        last = bench.step().unwrap();
    }
    assert_eq!((last.on, last.flow), (LaneMask(0b1011), Flow::Exit { finished: true }));
}

#[test]
fn threads_that_have_ended_are_not_missed_at_a_barrier() {
    let text = ".entry k() { mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 2; @%p1 exit; bar.sync 0; exit; }";
    let mut bench = Bench::new(text, 4, PushOrder::FallThroughTop, &[]);
    for _ in 0..4 {
        bench.step().unwrap();
    }
    assert!(!bench.warp.at_barrier(&bench.group));
    assert_eq!(bench.step().unwrap().flow, Flow::Exit { finished: true });
    assert_eq!(bench.group.live, 0);
}

/// Lanes that end on a way of their own are waited for, whichever side of the branch runs first.
#[test]
fn lanes_that_meet_only_at_the_exit_give_way_at_a_barrier() {
    let text =
        ".entry k() { mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 3; @%p1 bra A; exit; A: bar.sync 0; exit; }";
    for order in [PushOrder::FallThroughTop, PushOrder::MajorityFirst] {
        for lanes in [2, 4, 8] {
            let mut bench = Bench::new(text, lanes, order, &[]);
            while !bench.warp.finished() {
                bench.step().unwrap();
            }
            assert_eq!(bench.group.live, 0, "{order:?}, {lanes} lanes");
        }
    }
}

/// As above inside a region whose sides would meet again before the exit: all lanes of one side end in it, and the
/// barrier is on the other.
#[test]
fn a_side_whose_lanes_all_end_is_run_before_the_others_wait() {
    for (first, second) in [("E", "B"), ("B", "E")] {
        let side = |name| match name {
            "E" => "E: @%p2 exit; bra.uni M;",
            _ => "B: bar.sync 0; bra.uni M;",
        };
        // Lanes below 3 go to `second`; those that go to E are less than 100, so they end there.
        let text = format!(
            ".entry k() {{ mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 3; setp.lt.u32 %p2, %r1, 100;
             @%p1 bra {second}; {} {} M: add.u32 %r2, %r1, 1; exit; }}",
            side(first),
            side(second)
        );
        for order in [PushOrder::FallThroughTop, PushOrder::MajorityFirst] {
            for lanes in [2, 4, 8] {
                let mut bench = Bench::new(&text, lanes, order, &[]);
                while !bench.warp.finished() {
                    bench.step().unwrap();
                }
                assert_eq!(bench.group.live, 0, "{order:?}, {lanes} lanes, {first} before {second}");
            }
        }
    }
}

#[test]
fn lanes_of_an_atomic_take_turns() {
    let text = ".entry k(.param .u64 sum, .param .u64 seen) {
        ld.param.u64 %rd1, [sum];
        ld.param.u64 %rd2, [seen];
        mov.u32 %r1, %tid.x;
        mad.wide.u32 %rd2, %r1, 4, %rd2;
        atom.global.add.u32 %r2, [%rd1], 10;
        st.global.u32 [%rd2], %r2;
        exit; }";
    let mut bench = Bench::new(text, 8, PushOrder::FallThroughTop, &[&[5], &[0; 8]]);
    while !bench.warp.finished() {
        bench.step().unwrap();
    }
    assert_eq!(bench.words(0), [85]);
    assert_eq!(bench.words(1), [5, 15, 25, 35, 45, 55, 65, 75]);
}

#[test]
fn an_access_outside_names_lane_and_buffer() {
    let text = ".entry k(.param .u64 data) {
        ld.param.u64 %rd1, [data];
        mov.u32 %r1, %tid.x;
        mad.wide.u32 %rd1, %r1, 4, %rd1;
        ld.global.u32 %r2, [%rd1+4];
        exit; }";
    let mut bench = Bench::new(text, 4, PushOrder::FallThroughTop, &[&[1, 2, 3, 4]]);
    for _ in 0..3 {
        bench.step().unwrap();
    }
    let stopped = bench.step().unwrap_err();
    assert_eq!((stopped.lane, stopped.pc), (3, 3));
    match stopped.trap {
        Trap::Fault(fault) => assert_eq!(fault.near, Some(("data".into(), 16))),
        other => panic!("{other:?}"),
    }
}

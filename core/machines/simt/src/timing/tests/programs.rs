//! Programs in assembly, on every machine: what they leave in memory is what the run without timing leaves.

use alloc::{sync::Arc, vec::Vec};

use lanescope_parts::{image::Memory, machines::Machine};

use super::{kit::*, runs::machines};
use crate::{
    asm::assemble,
    exec::LaunchState,
    functional::Functional,
    isa::Program,
    spec::{Spec, preset},
    timing::Gpu,
};

/// `out` and `in` are buffers of 4-byte words, one for each thread and some more.
pub const PROGRAMS: &[(&str, &str)] = &[
    (
        "nested branches in a loop",
        ".entry nested(.param .u64 out, .param .u64 in)
        {
            ld.param.u64 %rd1, [out];
            mov.u32 %r1, %ctaid.x;
            mov.u32 %r2, %ntid.x;
            mov.u32 %r3, %tid.x;
            mad.lo.s32 %r4, %r1, %r2, %r3;
            mov.u32 %r5, 0;
            mov.u32 %r6, 0;
        LOOP:
            and.b32 %r7, %r4, 3;
            setp.eq.s32 %p1, %r7, 0;
            @%p1 bra A;
            setp.eq.s32 %p2, %r7, 1;
            @%p2 bra B;
            mad.lo.s32 %r5, %r5, 3, %r6;
            bra JOIN;
        A:
            add.s32 %r5, %r5, 7;
            bra JOIN;
        B:
            xor.b32 %r5, %r5, %r4;
        JOIN:
            add.s32 %r6, %r6, 1;
            and.b32 %r8, %r4, 7;
            setp.le.s32 %p3, %r6, %r8;
            @%p3 bra LOOP;
            mul.wide.u32 %rd2, %r4, 4;
            add.u64 %rd2, %rd2, %rd1;
            st.global.u32 [%rd2], %r5;
            ret;
        }",
    ),
    (
        "sum of a group in work-group memory, some threads end early",
        ".entry sum(.param .u64 out, .param .u64 in)
        {
            .shared .align 4 .b8 partial[512];
            ld.param.u64 %rd1, [out];
            ld.param.u64 %rd2, [in];
            mov.u32 %r1, %ctaid.x;
            mov.u32 %r2, %ntid.x;
            mov.u32 %r3, %tid.x;
            mad.lo.s32 %r4, %r1, %r2, %r3;
            mul.wide.u32 %rd3, %r4, 4;
            add.u64 %rd3, %rd3, %rd2;
            ld.global.u32 %r5, [%rd3];
            shl.b32 %r6, %r3, 2;
            st.shared.u32 [%r6], %r5;
            bar.sync 0;
            mov.u32 %r7, 16;
        LOOP:
            setp.ge.u32 %p1, %r3, %r7;
            @%p1 bra SKIP;
            shl.b32 %r8, %r7, 2;
            add.s32 %r8, %r8, %r6;
            ld.shared.u32 %r9, [%r8];
            ld.shared.u32 %r10, [%r6];
            add.s32 %r10, %r10, %r9;
            st.shared.u32 [%r6], %r10;
        SKIP:
            bar.sync 0;
            shr.u32 %r7, %r7, 1;
            setp.gt.u32 %p2, %r7, 0;
            @%p2 bra LOOP;
            setp.gt.u32 %p3, %r3, 0;
            @%p3 ret;
            mul.wide.u32 %rd4, %r1, 4;
            add.u64 %rd4, %rd4, %rd1;
            st.global.u32 [%rd4], %r10;
            ret;
        }",
    ),
    (
        "histogram with atomics in work-group and global memory",
        ".entry histogram(.param .u64 out, .param .u64 in)
        {
            .shared .align 4 .b8 bins[64];
            ld.param.u64 %rd1, [out];
            ld.param.u64 %rd2, [in];
            mov.u32 %r1, %ctaid.x;
            mov.u32 %r2, %ntid.x;
            mov.u32 %r3, %tid.x;
            mad.lo.s32 %r4, %r1, %r2, %r3;
            mul.wide.u32 %rd3, %r4, 4;
            add.u64 %rd3, %rd3, %rd2;
            ld.global.u32 %r5, [%rd3];
            mul.lo.s32 %r5, %r5, 7;
            and.b32 %r5, %r5, 15;
            shl.b32 %r6, %r5, 2;
            red.shared.add.u32 [%r6], 1;
            bar.sync 0;
            setp.ge.u32 %p1, %r3, 16;
            @%p1 bra END;
            shl.b32 %r7, %r3, 2;
            ld.shared.u32 %r8, [%r7];
            cvt.u64.u32 %rd4, %r7;
            add.u64 %rd4, %rd4, %rd1;
            atom.global.add.u32 %r9, [%rd4], %r8;
        END:
            ret;
        }",
    ),
    (
        "private memory and scattered stores",
        ".entry scatter(.param .u64 out, .param .u64 in)
        {
            .local .align 8 .b8 mine[32];
            ld.param.u64 %rd1, [out];
            mov.u32 %r1, %ctaid.x;
            mov.u32 %r2, %ntid.x;
            mov.u32 %r3, %tid.x;
            mad.lo.s32 %r4, %r1, %r2, %r3;
            cvt.u64.u32 %rd5, %r4;
            st.local.u64 [8], %rd5;
            st.local.u32 [4], %r3;
            ld.local.u64 %rd6, [8];
            ld.local.u32 %r5, [4];
            xor.b32 %r6, %r3, 3;
            mad.lo.s32 %r6, %r1, %r2, %r6;
            mul.wide.u32 %rd2, %r6, 4;
            add.u64 %rd2, %rd2, %rd1;
            cvt.u32.u64 %r7, %rd6;
            mad.lo.s32 %r7, %r7, 1000, %r5;
            st.global.u32 [%rd2], %r7;
            membar.gl;
            ret;
        }",
    ),
];

const GROUPS: u32 = 9;

pub fn compile(text: &str) -> Program {
    let (mut programs, diagnostics) = assemble(text, &Spec::default());
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    programs.remove(0)
}

fn memory() -> (Memory, Vec<u64>) {
    buffers(&[1024, 1024])
}

pub fn expected(program: &Program, spec: &Spec, local: u32) -> u64 {
    let (memory, args) = memory();
    let launch = LaunchState::new(program, spec, [GROUPS, 1, 1], [local, 1, 1], &args, 0);
    let mut run = Functional::new(Arc::new(program.clone()), launch, memory);
    while !run.advance(u64::MAX).unwrap() {}
    run.memory().digest()
}

pub fn machine(program: &Program, spec: &Spec, local: u32) -> Gpu {
    let (memory, args) = memory();
    gpu(program, spec, GROUPS, local, memory, &args)
}

/// Has a core room for the threads of such a group?
pub fn fits(spec: &Spec, local: u32) -> bool {
    local.div_ceil(spec.warp_size) <= spec.warps_per_core
}

/// The group sizes that a machine takes: one warp and several.
fn sizes(spec: &Spec) -> impl Iterator<Item = u32> {
    [32, 100].into_iter().filter(|size| fits(spec, *size))
}

#[test]
fn programs_leave_what_the_run_without_timing_leaves() {
    for (name, text) in PROGRAMS {
        let program = compile(text);
        for spec in machines() {
            for local in sizes(&spec) {
                let wanted = expected(&program, &spec, local);
                let gpu = finish_quietly(machine(&program, &spec, local));
                assert_eq!(gpu.memory().digest(), wanted, "{name}, {local} threads, {spec:?}");
            }
        }
    }
}

#[test]
fn programs_run_the_same_with_and_without_idle_skipping() {
    for (name, text) in PROGRAMS {
        let program = compile(text);
        for spec in machines() {
            let (jumped, log) = finish(machine(&program, &spec, 32));
            let (stepped, full) = finish(machine(&program, &spec, 32).ticking());
            assert_eq!(log, full, "{name}, {spec:?}");
            assert_eq!((jumped.cycle(), jumped.digest()), (stepped.cycle(), stepped.digest()), "{name}");
        }
    }
}

/// The number of thread instructions does not depend on the pipeline, and the stack bounds hold.
#[test]
fn work_does_not_depend_on_the_pipeline() {
    for (name, text) in PROGRAMS {
        let program = compile(text);
        let base = Spec { warp_size: 32, ..preset("fermi").unwrap() };
        let work = finish_quietly(machine(&program, &base, 100)).work();
        for spec in machines().into_iter().filter(|spec| spec.warp_size == 32) {
            assert_eq!(finish_quietly(machine(&program, &spec, 100)).work(), work, "{name}");
        }
    }
}

/// Shared passes and blocks are bounded by the lanes that take part.
#[test]
fn parts_are_no_more_than_lanes() {
    for (name, text) in PROGRAMS {
        let gpu = finish_quietly(machine(&compile(text), &plain_spec(), 100));
        let lanes = gpu.work().lane_operations;
        assert!(counter(&gpu, "shared_passes") <= lanes, "{name}");
        assert!(counter(&gpu, "blocks") <= 2 * lanes, "{name}");
        let (hits, activates) = (counter(&gpu, "dram_row_hits"), counter(&gpu, "dram_activates"));
        let accesses = counter(&gpu, "dram_reads") + counter(&gpu, "dram_writes");
        assert!(hits <= accesses && accesses <= hits + activates, "{name}: {hits} {activates} {accesses}");
    }
}

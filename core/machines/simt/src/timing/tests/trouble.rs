//! Runs that cannot go on.

use lanescope_parts::{
    image::FaultKind,
    machines::{Halt, Machine},
    trace::Deaf,
};

use super::kit::*;
use crate::{
    exec::LaunchState,
    isa::{Cmp, Inst, Op, Space, Special, Ty},
    timing::Gpu,
};

/// Runs into a halt, which is the same when asked again, and leaves the slots in order.
fn halt(mut gpu: Gpu) -> Halt {
    let halt = gpu.run(LIMIT, &mut Deaf).unwrap_err();
    let cycle = gpu.cycle();
    assert_eq!(gpu.run(LIMIT, &mut Deaf), Err(halt.clone()));
    assert_eq!(gpu.cycle(), cycle);
    assert_eq!(gpu.slots().iter().sum::<u64>(), cycle * u64::from(gpu.setup().spec.schedulers));
    halt
}

#[test]
fn an_access_out_of_bounds_names_lane_and_item() {
    let mut code = element_address(2);
    code.push(ld(Space::Global, Ty::S32, r(4), rd(1), 0));
    let (memory, bases) = buffers(&[40]);
    let Halt::Fault { fault, at } = halt(gpu(&program(&code, 1), &plain_spec(), 1, 64, memory, &bases))
    else {
        panic!("no fault")
    };
    assert_eq!((fault.kind, fault.address), (FaultKind::OutOfBounds, bases[0] + 160));
    assert_eq!((at.unit, at.lane, at.item, at.pc), (Some(1), 8, [40, 0, 0], Some(7)));
}

#[test]
fn a_barrier_in_a_divergent_branch_is_named() {
    let code = [
        op(Op::Mov, Ty::U32, r(1), [special(Special::LaneId)]),
        setp(Cmp::Lt, 0, r(1), imm(4)),
        guarded(0, true, bra(4, 4)),
        plain(Op::BarSync),
        plain(Op::BarSync),
    ];
    let halt = halt(gpu(&program(&code, 0), &plain_spec(), 1, 32, Default::default(), &[]));
    assert!(matches!(halt, Halt::Barrier { ref at, .. } if at.pc == Some(3)), "{halt:?}");
}

/// Each lane takes a lock by compare-and-swap and gives it back behind the loop: lock-step never gets there.
#[test]
fn a_spin_lock_is_found_to_be_a_deadlock() {
    let swap = Inst { space: Space::Global, ..op(Op::AtomCas, Ty::B32, r(4), [rd(1), imm(0), imm(1)]) };
    let free = Inst { space: Space::Global, ..st(Space::Global, Ty::B32, rd(1), imm(0)) };
    let code = [
        ld(Space::Param, Ty::U64, rd(1), imm(0), 0),
        swap,
        setp(Cmp::Ne, 0, r(4), imm(0)),
        guarded(0, false, bra(1, 4)),
        free,
    ];
    let (mut memory, bases) = buffers(&[64]);
    memory.store(bases[0], 4, 0);
    let spec = with(&plain_spec(), &[("spin_limit", "100")]);
    let halt = halt(gpu(&program(&code, 1), &spec, 1, 32, memory, &bases));
    let Halt::Deadlock { reason, at } = halt else { panic!("{halt:?}") };
    assert!(reason.contains("lanes 1-31") && reason.contains("lane 0"), "{reason}");
    assert_eq!((at.unit, at.lane), (Some(0), 0));
}

/// A warp waits for what another one, still on its way through memory, will write: no false alarm.
#[test]
fn waiting_for_another_warp_is_no_deadlock() {
    let load = Inst { space: Space::Global, ..ld(Space::Global, Ty::S32, r(4), rd(1), 0) };
    let code = [
        ld(Space::Param, Ty::U64, rd(1), imm(0), 0),
        op(Op::Mov, Ty::U32, r(1), [special(Special::WarpId)]),
        setp(Cmp::Eq, 0, r(1), imm(1)),
        guarded(0, false, bra(8, 11)),
        load,
        setp(Cmp::Eq, 1, r(4), imm(0)),
        guarded(1, false, bra(4, 7)),
        guarded(0, true, bra(11, 11)),
        // Warp 1: a long chain, then the word.
        op(Op::Div, Ty::S32, r(5), [r(5), imm(7)]),
        op(Op::Div, Ty::S32, r(5), [r(5), imm(7)]),
        st(Space::Global, Ty::S32, rd(1), imm(1)),
    ];
    let (mut memory, bases) = buffers(&[64]);
    memory.store(bases[0], 4, 0);
    let spec = with(&plain_spec(), &[("spin_limit", "16"), ("int_div_latency", "900")]);
    finish(gpu(&program(&code, 1), &spec, 1, 64, memory, &bases));
}

#[test]
fn a_group_that_does_not_fit_is_refused_with_the_limit() {
    let code = program(&[], 0);
    let spec = plain_spec();
    let launch = LaunchState::new(&code, &spec, [1, 1, 1], [2048, 1, 1], &[], 0);
    let error = Gpu::new(code, &spec, launch, Default::default()).unwrap_err();
    assert_eq!(error, "one work-group needs 64 warps, but a core has 48");
}

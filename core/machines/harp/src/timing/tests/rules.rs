//! Edges of single rules: scheduler, spawned warps, arbiter, barriers, the end of a program.

use alloc::{format, vec};

use lanescope_parts::machines::Halt;

use super::*;
use crate::timing::{
    arbiter::Arbiter,
    scheduler::Scheduler,
    settings::Policy,
    units::{UNITS, Unit},
};

fn order(policy: Policy, events: &[(&[u16], u16)]) {
    let mut scheduler = Scheduler::new(policy, 100, core::iter::empty());
    for (ready, taken) in events {
        ready.iter().for_each(|warp| scheduler.push(*warp));
        assert_eq!(scheduler.take(), Some(*taken), "{policy:?} {ready:?}");
    }
}

/// HARP 5.4. Warps come back in an order that is not that of their numbers.
#[test]
fn each_policy_takes_its_warp() {
    order(Policy::Fifo, &[(&[3, 1, 2], 3), (&[], 1), (&[3], 2), (&[0], 3), (&[], 0)]);
    // The next one by number behind the last, round the end.
    order(Policy::Rr, &[(&[3, 1, 2], 1), (&[], 2), (&[1], 3), (&[3], 1), (&[1], 3), (&[], 1)]);
    // The same one again if it is ready, else the lowest number.
    order(Policy::Gto, &[(&[3, 1, 2], 1), (&[], 2), (&[1], 1), (&[1], 1), (&[], 3)]);
    assert_eq!(Scheduler::new(Policy::Gto, 100, core::iter::empty()).take(), None);
}

/// Warp 7 came back first; warp 1 is always ready again. After three others it is the turn of warp 7, not after two. Then warp 7 is
/// the one that went last, until warp 1 has waited for three.
#[test]
fn patience_ends() {
    let mut scheduler = Scheduler::new(Policy::Gto, 3, core::iter::empty());
    scheduler.push(7);
    let mut taken = vec![];
    for _ in 0..8 {
        scheduler.push(1);
        taken.extend(scheduler.take());
        if taken.last() == Some(&7) {
            scheduler.push(7);
        }
    }
    assert_eq!(taken, [1, 1, 1, 7, 7, 7, 7, 1]);
}

/// With W = 8 the barrel is full: round robin and FIFO keep the order, while the greedy policy lets warp 0 go when it is back.
#[test]
fn a_greedy_scheduler_runs_the_warp_that_is_back() {
    let text = "nop\nnop\nhalt\n";
    let second = |policy: &str| Bench::new("4w8/8/1/8", &[("sched_policy", policy)], text).issues(4)[0];
    assert_eq!(second("fifo"), (0, 8));
    assert_eq!(second("rr"), (0, 8));
    // Back in 6, when warps 6 and 7 are still to go; then the oldest first.
    assert_eq!(second("gto"), (0, 6));
}

/// HARP 5.4: the result of `wspawn` comes in cycle 5, the parent is ready in 6; the child is put behind it in 6, in which no
/// result is taken, and is ready in 7.
#[test]
fn a_spawned_warp_is_ready_a_cycle_behind_its_parent() {
    let spawn = "wspawn %r0, %r2, %r1\nhalt\nchild: halt\nother: nop\nhalt\n";
    let prepare = |core: &mut Cube, start: u64| {
        all(core, 2, |_, _| 8);
        core.warp_mut(1).expect("a warp").pc = start;
        let child = core.warp_mut(2).expect("a warp");
        (child.active, child.spawned) = (0, false);
    };
    let mut bench = Bench::prepared("4w8/8/1/3", &[], spawn, |core| prepare(core, 12));
    let times = bench.times();
    let of = |warp: u32, pc: u32| {
        *times.iter().find(|times| (times.warp, times.pc) == (warp, pc)).expect("it ran")
    };
    assert_eq!((of(0, 0).result, of(0, 4).issue), (5, 6));
    // The result of warp 1 is there in 6 and goes in 7; the child is the only one that is ready then.
    assert_eq!((of(1, 12).accept, of(1, 12).result), (5, 7));
    assert_eq!((of(2, 8).issue, of(1, 16).issue), (7, 8));
    assert_eq!(bench.machine.counted().spawns, 1);
}

/// HARP 5.4: the units are asked in their order, behind the one that gave last; who loses stays.
#[test]
fn the_arbiter_goes_round() {
    let set = |units: &[Unit]| {
        let mut offers = [false; UNITS];
        units.iter().for_each(|unit| offers[*unit as usize] = true);
        offers
    };
    let mut arbiter = Arbiter::default();
    let three = set(&[Unit::Plu, Unit::Lsu, Unit::Bar]);
    let given: Vec<_> = (0..4).filter_map(|_| arbiter.choose(three)).collect();
    assert_eq!(
        given,
        [(Unit::Plu as usize, 2), (Unit::Lsu as usize, 2), (Unit::Bar as usize, 2), (Unit::Plu as usize, 2)]
    );
    assert_eq!(arbiter.choose(set(&[])), None);
    assert_eq!(arbiter.choose(set(&[Unit::Plu])), Some((Unit::Plu as usize, 0)));
}

/// A product of 0 (f = 2) and a `nop` of the next warp have their results in cycle 6: the ALU is asked first.
#[test]
fn a_result_that_loses_goes_in_the_next_cycle() {
    let text = "mul %r2, %r3, %r3\nhalt\nnop\nhalt\n";
    let mut bench = Bench::prepared("4w8/8/1/2", &[], text, |core| core.warp_mut(1).expect("a warp").pc = 8);
    let times = bench.times();
    assert_eq!((times[0].accept, times[0].result, times[1].accept, times[1].result), (4, 7, 5, 6));
    assert_eq!((times[2].issue, times[3].issue), (7, 8), "each is ready in the next cycle");
    assert_eq!((bench.machine.counted().arbiter_conflicts, bench.machine.now()), (1, 14));
}

/// HARP 5.5: a barrier without lanes that take part lets its warp through; one that the unit does not have ends the run; one
/// that is never complete is a deadlock, or by the original tools the end.
#[test]
fn barriers_at_their_edges() {
    let one = |guarded: &str| format!("{guarded}bar %r1, %r2\nhalt\n");
    let mut bench = Bench::new("4w8/8/1/1", &[], &one("@p0 ? "));
    let times = bench.times();
    assert_eq!((times[0].accept, times[0].result), (4, 5));
    // Complete with one: WRITE 5, RELEASE 6, CLEAR 7.
    let mut bench = Bench::prepared("4w8/8/1/1", &[], &one(""), |core| all(core, 2, |_, _| 1));
    let times = bench.times();
    assert_eq!((times[0].accept, times[0].result, times[1].issue), (4, 6, 7));
    assert_eq!((bench.machine.counted().busy_bar, bench.machine.counted().barrier_wait), (3, 2));
    for (barrier, stops) in [(3, false), (4, true)] {
        let mut bench = Bench::prepared("4w8/8/1/1", &[], &one(""), |core| {
            all(core, 1, |_, _| barrier);
            all(core, 2, |_, _| 1);
        });
        match bench.end() {
            Err(Halt::Illegal { reason, at }) if stops => {
                assert!(reason.contains("no barrier 4") && reason.contains("`barriers`"), "{reason}");
                assert_eq!((at.unit, at.pc, at.cycle), (Some(0), Some(0), 0));
            }
            other => assert!(other.is_ok() && !stops),
        }
    }
    let mut bench = Bench::prepared("4w8/8/1/2", &[], &one(""), |core| all(core, 2, |_, _| 3));
    let Err(Halt::Deadlock { reason, .. }) = bench.end() else { panic!("a deadlock") };
    assert!(reason.contains("barrier"));
    let again = bench.end();
    assert!(matches!(again, Err(Halt::Deadlock { .. })), "it says the same again");
    let core = exec::tests::harptool("4w8/8/1/1", false, "ldi %r2, #2\nbar %r1, %r2\nhalt\n");
    assert!(matches!(timed(core, config("4w8/8/1/1", &[]), 100).1, Ok(true)));
}

/// The cause of a warp in each cycle: in the pipeline, at a barrier, ended.
#[test]
fn every_cycle_of_a_warp_has_its_cause() {
    use lanescope_parts::trace::Cause;

    use crate::causes::{CIRCULATING, HEAD_OF_LINE};
    let text = "div %r2, %r3, %r4\nhalt\n";
    let mut bench = Bench::prepared("4w8/8/1/3", &[], text, |core| all(core, 4, |_, _| 1));
    let mut seen = vec![Vec::new(); 3];
    while !bench.machine.finished() {
        bench.machine.run(bench.machine.now() + 1, &mut lanescope_parts::trace::Deaf).expect("no halt");
        seen.iter_mut().zip(0..).for_each(|(seen, unit)| seen.push(bench.machine.cause(unit)));
    }
    // Warp 1: taken in cycle 1, waits for the divider from 5 to 38, divides from 39 to 73.
    assert_eq!(&seen[1][..5], [Cause::NOT_PICKED, Cause::ISSUED, CIRCULATING, CIRCULATING, CIRCULATING]);
    assert!(seen[1][5..39].iter().all(|cause| *cause == Cause::UNIT_BUSY));
    assert!(seen[1][39..73].iter().all(|cause| *cause == Cause::ARITHMETIC));
    // Warp 2 stands behind it, in REG.
    assert_eq!((seen[2][4], seen[2][5], seen[2][38]), (CIRCULATING, HEAD_OF_LINE, HEAD_OF_LINE));
    assert_eq!(seen[0].last(), Some(&Cause::EMPTY));
    let slots: u64 = bench.machine.slots().iter().sum();
    assert_eq!((slots, bench.machine.slots()[Cause::ISSUED.index()]), (bench.machine.now(), 6));
}

/// A trap of which nobody takes care ends the program: nobody is taken any more, what is in the pipeline goes on to its end.
#[test]
fn a_trap_ends_the_program() {
    let text = "trap\nhalt\nnop\nnop\nnop\nhalt\n";
    let mut bench = Bench::prepared("4w8/8/1/2", &[], text, |core| {
        let warp = core.warp_mut(0).expect("a warp");
        warp.pc = 8;
        let warp = core.warp_mut(1).expect("a warp");
        warp.pc = 0;
    });
    let times = bench.times();
    assert_eq!(times.iter().map(|times| (times.warp, times.pc)).collect::<Vec<_>>(), [(0, 8), (1, 0)]);
    assert_eq!(bench.machine.now(), 7);
}

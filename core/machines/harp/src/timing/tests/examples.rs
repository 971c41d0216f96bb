//! Worked examples W17 and W30 to W33, W35 (HARP 9), and the equations of HARP 5.3.

use alloc::{format, vec, vec::Vec};

use super::*;
use crate::{
    exec::Touch,
    timing::{barrier, coalescer, token::Meeting, units},
};

const ONE: &str = "4w8/8/1/1";

fn nops(count: usize) -> alloc::string::String {
    "nop\n".repeat(count - 1) + "halt\n"
}

#[test]
fn w30_coalescing() {
    let lines = |lanes: u32, base: u64, stride: u64| {
        let touch = |lane: u32| Touch { lane, address: base + u64::from(lane) * stride, bytes: 4 };
        coalescer::lines((0..lanes).map(touch), 64)
    };
    for (lanes, stride, base, count) in [
        (16, 4, 0x1000, 1),
        (16, 4, 0x1004, 2),
        (16, 16, 0x1000, 4),
        (16, 64, 0x1000, 16),
        (16, 0, 0x1000, 1),
        (8, 16, 0x1000, 2),
    ] {
        assert_eq!(lines(lanes, base, stride).len(), count, "{lanes} lanes, stride {stride}, {base:#x}");
        // The same from a program: the result of a load is there k + M + 1 cycles behind its acceptance.
        let arch = format!("4w8/8/{lanes}/1");
        let mut bench = Bench::prepared(&arch, &[], "ld %r2, %r1, #0\nhalt\n", |core| {
            all(core, 1, |_, lane| base + lane as u64 * stride);
        });
        let times = bench.times();
        assert_eq!(times[0].result - times[0].accept, count as u64 + 2);
        assert_eq!(bench.machine.counted().lines, count as u64);
    }
    assert_eq!(lines(4, 0x1010, 40), [0x1000, 0x1040, 0x1080], "in the order of lanes");
}

#[test]
fn w31_unit_latencies() {
    for (operand, f) in [(0, 2), (10, 4), (255, 6), (0xffff_ffff, 17)] {
        assert_eq!(units::multiply(operand, 32), f);
        let mut bench =
            Bench::prepared(ONE, &[], "muli %r2, %r1, #3\nhalt\n", |core| all(core, 1, |_, _| operand));
        assert_eq!(bench.issues(4), [(0, u64::from(f) + 5)], "{operand}");
    }
    assert_eq!(units::divide(32), 34);
    for (text, following) in [
        ("divi %r2, %r1, #3\nhalt\n", 39),
        ("ld %r2, %r1, #0\nhalt\n", 8),
        ("st %r2, %r1, #0\nhalt\n", 7),
        ("nop\nhalt\n", 6),
    ] {
        assert_eq!(Bench::new(ONE, &[], text).issues(4), [(0, following)], "{text}");
    }
}

#[test]
fn w32_barrier_timing() {
    use barrier::State::{Clear, Idle, Release, Write};
    let core = exec::tests::reference("4w8/8/1/3", "halt\n");
    let token = |warp: u16, meeting| {
        let token = super::super::token::Token::foresee(&core, warp, None, &config("4w8/8/1/3", &[]));
        super::super::token::Token { meeting, ..token }
    };
    let mut unit = barrier::Barriers::new(4);
    let mut states = Vec::new();
    let mut released = Vec::new();
    for now in 9..28 {
        states.push((now, unit.state(now)));
        if unit.offers(now) {
            released.push((now, unit.give(now).expect("a warp").warp));
        }
        assert_eq!(unit.accepts(now), unit.state(now) == Idle);
        match now {
            10 => unit.accept(token(2, Meeting::Waits(1)), now),
            12 => unit.accept(token(0, Meeting::Waits(1)), now),
            20 => unit.accept(token(1, Meeting::Completes(1)), now),
            _ => {}
        }
    }
    let of = |wanted| {
        states.iter().filter(|(_, state)| *state == wanted).map(|(now, _)| *now).collect::<Vec<u64>>()
    };
    assert_eq!((of(Write), of(Release), of(Clear)), (vec![11, 13, 21], vec![22, 23, 24], vec![25]));
    assert_eq!(of(Idle), [9, 10, 12, 14, 15, 16, 17, 18, 19, 20, 26, 27]);
    assert_eq!(released, [(22, 2), (23, 0), (24, 1)]);
    // A second `bar` that comes while the first is written waits in RBUF for a cycle.
    let mut bench = Bench::prepared("4w8/8/1/2", &[], "bar %r1, %r2\nhalt\n", |core| all(core, 2, |_, _| 2));
    let times = bench.times();
    assert_eq!((times[0].accept, times[1].accept), (4, 6));
    assert_eq!((times[0].result, times[1].result), (8, 9));
    assert_eq!(bench.machine.counted().stall_bar, 1);
}

#[test]
fn w33_barrel_throughput() {
    for (warps, cycles) in [(1, 60), (2, 61), (4, 63), (6, 65), (8, 85)] {
        assert_eq!(Bench::new(&format!("4w8/8/1/{warps}"), &[], &nops(10)).cycles(), cycles, "{warps} warps");
    }
    // A product of 8 digits of base 4, then a sum.
    let eight = |core: &mut Cube| all(core, 1, |_, _| 0x8000);
    let mut bench = Bench::prepared(ONE, &[], "mul %r2, %r1, %r1\nadd %r2, %r2, %r2\nhalt\n", eight);
    assert_eq!(bench.times()[1].result + 1, 21);
    let mut bench = Bench::prepared("4w8/8/1/3", &[], "mul %r2, %r1, %r1\nhalt\n", eight);
    assert_eq!(
        bench.times().iter().filter(|times| times.pc == 0).map(|times| times.result + 1).max(),
        Some(37)
    );
    let loads = "ld %r2, %r1, #0\n".repeat(5) + "halt\n";
    for (warps, cycles) in [(4, 84), (1, 40)] {
        let mut bench = Bench::new(&format!("4w8/8/1/{warps}"), &[], &loads);
        assert_eq!(
            bench.times().iter().filter(|times| times.pc < 20).map(|times| times.result + 1).max(),
            Some(cycles)
        );
    }
}

#[test]
fn w33_head_of_line() {
    // Warps 0 and 1 divide, warp 2 adds twice; then all end.
    let text = "div %r2, %r3, %r4\nhalt\nadd: add %r2, %r2, %r2\nadd %r2, %r2, %r2\nhalt\n";
    let mut bench = Bench::prepared("4w8/8/1/3", &[], text, |core| {
        all(core, 4, |_, _| 1);
        core.warp_mut(2).expect("a warp").pc = 8;
    });
    let times = bench.times();
    let divided: Vec<u64> = times.iter().filter(|times| times.pc == 0).map(|times| times.result).collect();
    assert_eq!(divided, [38, 73]);
    let issued: Vec<u64> =
        times.iter().filter(|times| matches!(times.pc, 8 | 12)).map(|times| times.issue).collect();
    assert_eq!(issued, [2, 42]);
    assert_eq!(times.iter().find(|times| times.pc == 8).map(|times| times.accept), Some(40));
    // The second division waits in RBUF from cycle 5 to 38, and is accepted in 39.
    assert_eq!(bench.machine.counted().stall_div, 34);
}

/// HARP 5.3: `6N + W - 1` cycles for up to 6 warps, `WN + 5` for 6 and more.
#[test]
fn throughput_of_the_barrel() {
    for warps in 1..=12_u64 {
        for count in [1, 2, 7] {
            let expected = if warps <= 6 { 6 * count + warps - 1 } else { warps * count + 5 };
            let mut bench = Bench::new(&format!("4w8/8/1/{warps}"), &[], &nops(count as usize));
            assert_eq!(bench.cycles(), expected, "{warps} warps, {count} instructions");
        }
    }
}

/// HARP 5.3: `X` operations on one unit with latency `f` that takes one at a time are over after `4 + X (f + 1)` cycles.
#[test]
fn throughput_of_a_blocking_unit() {
    for (text, f) in [
        ("divi %r2, %r1, #3\n", 34),
        ("muli %r2, %r3, #3\n", 2),
        ("ld %r2, %r1, #0\n", 3),
        ("st %r2, %r1, #0\n", 2),
    ] {
        // Eight warps are enough; what they end with comes later than the operations that are looked at.
        let text = text.repeat(8) + "halt\n";
        let mut bench = Bench::prepared("4w8/8/1/8", &[], &text, |core| all(core, 1, |_, _| 512));
        let results = bench.times().into_iter().filter(|times| times.pc < 32).map(|times| times.result + 1);
        for (done, count) in results.take(48).zip(1..) {
            assert_eq!(done, 4 + count * (f + 1), "{text}");
        }
    }
}

/// HARP 5.3: a single warp takes the sum of `5 + f`.
#[test]
fn a_single_warp_takes_the_sum_of_its_loops() {
    let text = "ldi %r1, #10\nmuli %r2, %r1, #3\ndivi %r3, %r2, #7\nld %r4, %r0, #0\nst %r4, %r0, #4\nrtop @p1, %r4\nfadd %r5, %r4, %r4\n\
                fdiv %r5, %r4, %r4\nitof %r5, %r4\nfneg %r5, %r5\nfmul %r5, %r5, %r5\nhalt\n";
    let loops: u64 = [1, 4, 34, 3, 2, 1, 4, 16, 3, 1, 4, 1].iter().map(|f| 5 + f).sum();
    let mut bench = Bench::prepared(ONE, &[], text, |core| all(core, 0, |_, _| 256));
    assert_eq!(bench.cycles(), loops);
}

#[test]
fn w35_store_conflict() {
    for (guard, winner) in [("", 7), ("@p0 ? ", 3)] {
        let text = format!("{guard}st %r0, %r1, #0\nhalt\n");
        let mut bench = Bench::prepared("4w8/8/8/1", &[], &text, |core| {
            all(core, 0, |_, lane| lane as u64);
            all(core, 1, |_, _| 512);
            core.warp_mut(0).expect("a warp").set_predicate(0, 0xff, 0xf);
        });
        // One line: f = 2.
        let times = bench.times();
        assert_eq!(times[0].result - times[0].accept, 2);
        assert_eq!(bench.machine.core().ram.peek(512, 4), Ok(winner));
    }
}

/// W17 with timing: nobody passes the barrier before warp 0 arrives, and the data and counts are those of the untimed machine.
#[test]
fn w17_spawn_and_barrier_in_time() {
    let text = "ldi %r0, #0\nldi %r1, #1\nldi %r2, wm\nsp: wspawn %r0, %r2, %r1\naddi %r1, %r1, #1\nsubi %r3, %r1, #3\nrtop @p0, %r3\n\
                @p0 ? jmpi sp\nwm: shli %r3, %r0, #2\nst %r0, %r3, #512\nldi %r4, #1\nldi %r5, #3\nbar %r4, %r5\nhalt\n";
    let mut bench = Bench::prepared("4w8/8/1/3", &[], text, |core| {
        (1..3).for_each(|number| {
            let warp = core.warp_mut(number).expect("a warp");
            (warp.active, warp.spawned) = (0, false);
        });
    });
    let times = bench.times();
    let core = bench.machine.core();
    assert_eq!([0, 1, 2].map(|at| core.ram.peek(512 + 4 * at, 4)), [Ok(0), Ok(1), Ok(2)]);
    assert_eq!(core.warps().iter().map(|warp| warp.counts.steps).collect::<Vec<_>>(), [19, 6, 6]);
    let of = |pc: u32| times.iter().filter(move |times| times.pc == pc);
    let arrives = of(48).find(|times| times.warp == 0).map(|times| times.accept).expect("warp 0 arrives");
    assert!(of(52).all(|times| times.issue > arrives));
    assert_eq!(bench.machine.counted().spawns, 2);
}

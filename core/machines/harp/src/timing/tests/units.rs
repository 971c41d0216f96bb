//! Edges of the units, of the coalescer and of memory.

use alloc::format;

use super::*;
use crate::{
    exec::Touch,
    isa::{Op, ROWS},
    timing::{
        coalescer,
        units::{self, Unit},
    },
};

/// HARP 5.2: the unit of each operation.
#[test]
fn every_operation_has_its_unit() {
    let of = |unit: Unit| {
        ROWS.iter().filter(move |row| Unit::of(row.op) == unit).map(|row| row.name).collect::<Vec<_>>()
    };
    assert_eq!(of(Unit::Plu), ["rtop", "andp", "orp", "xorp", "notp", "isneg", "iszero"]);
    assert_eq!(
        (of(Unit::Mul), of(Unit::Lsu), of(Unit::Bar)),
        (["mul", "muli"].into(), ["ld", "st"].into(), ["bar"].into())
    );
    assert_eq!(of(Unit::Div), ["div", "mod", "divi", "modi"]);
    assert_eq!(of(Unit::Fpu), ["itof", "ftoi", "fadd", "fsub", "fmul", "fdiv", "fneg"]);
    let alu = of(Unit::Alu);
    assert!(["nop", "neg", "ldi", "clone", "shri", "xor"].iter().all(|name| alu.contains(name)));
    assert!(
        ["jmpi", "jalis", "jmprt", "split", "join", "wspawn", "halt"]
            .iter()
            .all(|name| of(Unit::Br).contains(name))
    );
}

/// HARP 5.2: `min(m + 1, n / 2) + 1` with `m` digits of base 4.
#[test]
fn a_digit_more_takes_a_cycle_more_up_to_half_the_word() {
    for (bits, f) in [
        (0, 2),
        (1, 3),
        (3, 3),
        (4, 4),
        (15, 4),
        (16, 5),
        (0x0fff_ffff, 16),
        (0x1000_0000, 17),
        (0x4000_0000, 17),
    ] {
        assert_eq!(units::multiply(bits, 32), f, "{bits:#x}");
    }
    assert_eq!((units::multiply(u64::MAX, 64), units::multiply(u64::MAX >> 4, 64)), (33, 32));
    assert_eq!(units::divide(64), 66);
    // The widest operand of the lanes that take part counts; without one there are no digits.
    for (guards, f) in [(0b1111, 6), (0b0011, 3), (0, 2)] {
        let mut bench = Bench::prepared("4w8/8/4/1", &[], "@p0 ? mul %r2, %r1, %r3\nhalt\n", |core| {
            all(core, 1, |_, lane| [1, 0, 255, 0][lane]);
            core.warp_mut(0).expect("a warp").set_predicate(0, 0b1111, guards);
        });
        let times = bench.times();
        assert_eq!(times[0].result - times[0].accept, f, "{guards:#b}");
    }
}

#[test]
fn latencies_are_those_of_the_settings() {
    for (setting, value, text) in [
        ("f_alu", "8", "addi %r1, %r1, #1"),
        ("f_plu", "3", "rtop @p1, %r1"),
        ("f_br", "5", "jmpi #0"),
        ("f_fadd", "7", "fsub %r1, %r1, %r1"),
        ("f_fmul", "6", "fmul %r1, %r1, %r1"),
        ("f_convert", "9", "ftoi %r1, %r1"),
        ("f_fdiv", "20", "fdiv %r1, %r1, %r1"),
        ("f_fneg", "2", "fneg %r1, %r1"),
    ] {
        let mut bench = Bench::new("4w8/8/1/1", &[(setting, value)], &format!("{text}\nhalt\n"));
        let f: u64 = value.parse().expect("a number");
        assert_eq!(bench.issues(4), [(0, 5 + f)], "{setting}");
    }
    for (mode, setting, text) in
        [("mul_mode", "f_mul", "muli %r1, %r1, #9"), ("div_mode", "f_div", "divi %r1, %r1, #9")]
    {
        let text = format!("{text}\nhalt\n");
        let mut bench = Bench::prepared("4w8/8/1/1", &[(mode, "fixed"), (setting, "11")], &text, |core| {
            all(core, 1, |_, _| 999)
        });
        assert_eq!(bench.issues(4), [(0, 16)], "{setting}");
    }
}

/// A pipelined unit takes an instruction in each cycle, also one with several cycles; results come as they are ready.
#[test]
fn pipelined_units_take_one_in_each_cycle() {
    for (changes, text, f) in
        [(&[("f_alu", "4")][..], "nop", 4), (&[], "fadd %r1, %r1, %r1", 4), (&[], "itof %r1, %r1", 3)]
    {
        let mut bench = Bench::new("4w8/8/1/3", changes, &format!("{text}\nhalt\n"));
        let times = bench.times();
        let of = |at: usize| (times[at].accept, times[at].result);
        assert_eq!([of(0), of(1), of(2)], [(4, 4 + f), (5, 5 + f), (6, 6 + f)], "{text}");
    }
}

/// HARP 5.2: a division of reals keeps the FPU for `f + 1` cycles.
#[test]
fn a_real_division_keeps_its_unit() {
    let text = "fdiv %r1, %r1, %r1\nhalt\nfadd %r1, %r1, %r1\nhalt\n";
    let mut bench = Bench::prepared("4w8/8/1/2", &[], text, |core| core.warp_mut(1).expect("a warp").pc = 8);
    let times = bench.times();
    assert_eq!((times[0].accept, times[0].result), (4, 20));
    assert_eq!((times[1].accept, times[1].result), (21, 25));
    assert_eq!(bench.machine.counted().stall_fpu, 16, "from 5 to 20");
}

/// HARP 5.1: the clone bus copies one lane in a cycle.
#[test]
fn each_lane_more_takes_the_clone_bus_a_cycle_more() {
    for (lanes, f) in [(1, 1), (2, 2), (4, 4)] {
        let mut bench = Bench::prepared("4w8/8/4/1", &[], "clone %r1\nhalt\n", |core| {
            core.warp_mut(0).expect("a warp").active = lanes;
        });
        assert_eq!(bench.issues(4), [(0, 5 + f)]);
        assert_eq!(bench.machine.counted().clones, f);
    }
}

/// HARP 6.1: lines in the order of the lowest lanes that need them; a word that lies in two lines needs both.
#[test]
fn the_coalescer_at_the_edges_of_lines() {
    let lines = |touches: &[(u64, u64)]| {
        let touch =
            |(lane, (address, bytes)): (u32, &(u64, u64))| Touch { lane, address: *address, bytes: *bytes };
        coalescer::lines((0..).zip(touches).map(touch), 64)
    };
    assert_eq!(lines(&[]), []);
    assert_eq!(lines(&[(60, 4), (0, 4)]), [0]);
    assert_eq!(lines(&[(61, 4)]), [0, 64]);
    assert_eq!(lines(&[(128, 4), (64, 4), (130, 4), (0, 4)]), [128, 64, 0]);
    assert_eq!(lines(&[(u64::MAX, 1)]), [u64::MAX - 63]);
}

/// HARP 5.2: `k + M + 1` for a load, `k + 1` for a store, 1 without lanes.
#[test]
fn loads_and_stores_take_their_lines_and_the_latency_of_memory() {
    let fixed = |cycles: &'static str| [("mem_model", "fixed"), ("mem_latency", cycles)];
    for (changes, text, stride, f) in [
        (&[][..], "ld %r2, %r1, #0", 4, 3),
        (&[], "ld %r2, %r1, #0", 64, 6),
        (&[("line_words", "4")], "ld %r2, %r1, #0", 8, 4),
        (&[("line_words", "32")], "ld %r2, %r1, #0", 64, 4),
        (&fixed("1"), "ld %r2, %r1, #0", 64, 6),
        (&fixed("17"), "ld %r2, %r1, #0", 64, 22),
        (&fixed("17"), "st %r2, %r1, #0", 64, 5),
        (&fixed("17"), "@p0 ? ld %r2, %r1, #0", 64, 1),
        (&fixed("17"), "@p0 ? st %r2, %r1, #0", 64, 1),
    ] {
        let mut bench = Bench::prepared("4w8/8/4/1", changes, &format!("{text}\nhalt\n"), |core| {
            all(core, 1, |_, lane| 1024 + lane as u64 * stride);
        });
        assert_eq!(bench.issues(4), [(0, 5 + f)], "{text} {stride} {changes:?}");
    }
    // Without `mem_model` the latency is that of the scratchpad.
    let mut bench = Bench::new("4w8/8/1/1", &[("mem_latency", "99")], "ld %r2, %r1, #0\nhalt\n");
    assert_eq!(bench.issues(4), [(0, 8)]);
}

/// Requests of several instructions leave one behind the other; a unit that has one at once takes the next when that has gone.
#[test]
fn the_load_store_unit_has_as_many_as_it_may() {
    let run = |most: &str| {
        let changes = [("lsu_outstanding", most), ("mem_model", "fixed"), ("mem_latency", "10")];
        let mut bench = Bench::new("4w8/8/1/3", &changes, "ld %r2, %r1, #0\nhalt\n");
        let times = bench.times();
        let of = |at: usize| (times[at].accept, times[at].result);
        [of(0), of(1), of(2)]
    };
    assert_eq!(run("1"), [(4, 16), (17, 29), (30, 42)]);
    assert_eq!(run("2"), [(4, 16), (5, 17), (17, 29)]);
    assert_eq!(run("3"), [(4, 16), (5, 17), (6, 18)]);
    // Four lines each: the second one's leave behind the first one's, in 9 to 12.
    let changes = [("lsu_outstanding", "2")];
    let mut bench = Bench::prepared("4w8/8/4/2", &changes, "ld %r2, %r1, #0\nhalt\n", |core| {
        all(core, 1, |_, lane| 64 * lane as u64)
    });
    let times = bench.times();
    assert_eq!((times[0].result, times[1].accept, times[1].result), (10, 5, 14));
}

/// HARP 5.6: both entries of a split are pushed in the cycle of the instruction; the counters see the deepest stack.
#[test]
fn a_split_takes_a_cycle_with_one_entry_or_two() {
    // Taken by lanes whose guard is true, they skip nothing; the second group comes back to the jump.
    let divergent = "@p0 ? split\n@p0 ? jmpi #0\njoin\nhalt\n";
    for (guards, loops, depth, splits) in [(0b0011, 6, 2, 1), (0b1111, 4, 1, 0)] {
        let mut bench = Bench::prepared("4w8/8/4/1", &[], divergent, |core| {
            core.warp_mut(0).expect("a warp").set_predicate(0, 0b1111, guards);
        });
        // split, jmpi, join, halt, and where lanes disagree jmpi and join once more: 6 cycles each.
        assert_eq!(bench.cycles(), 6 * loops);
        let counted = bench.machine.counted();
        assert_eq!((counted.stack_max, counted.divergent_splits, counted.kdic), (depth, splits, loops));
        assert_eq!(counted.branches, loops / 2 - 1);
    }
    assert_eq!(Unit::of(Op::Split), Unit::Br);
}

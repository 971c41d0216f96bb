//! What the charts and counters of the vector machine say, and the worked examples of the reference that are programs by
//! hand.

use lanescope_core::session::{Session, vocabulary::*};
use lanescope_tests::shorthand::{buffer, counter, daxpy, doubles, finish, float, function, int, iota};
use lanescope_tests::vector;

fn measure(session: &Session, id: &str) -> f64 {
    let report = session.report().expect("there is a run");
    report.derived.iter().find(|measure| measure.id == id).unwrap_or_else(|| panic!("no measure {id}")).value
}

/// The straight piece of WE-03: 32 doubles.
const PIECE: &str = "
    vsetvli t0, a0, e64, m8, ta, ma
    vle64.v v0, (a1)
    vfmul.vf v8, v0, fa0
    vle64.v v16, (a2)
    vfadd.vv v24, v8, v16
    vse64.v v24, (a2)
    ret";

fn piece(changes: &[(&str, &str)]) -> Session {
    let args = [("n", int(32)), ("x", iota(32, Type::F64)), ("y", iota(32, Type::F64)), ("a", float(2.0))];
    let mut session = function(PIECE, "rvv/textbook", changes, &args);
    finish(&mut session);
    session
}

#[test]
fn we06_in_the_convoy_chart() {
    let session = piece(&[]);
    let chart = vector::chart(&session, 0, u64::MAX, 100);
    let first = chart.bars[0].first;
    let times: Vec<_> =
        chart.bars.iter().map(|bar| (bar.first - first, bar.complete - first, bar.convoy)).collect();
    assert_eq!(times, [(0, 44, 0), (12, 51, 0), (32, 76, 1), (44, 82, 1), (64, 108, 2)]);
    let arrows: Vec<usize> = chart.bars.iter().map(|bar| bar.chained.len()).collect();
    // The product is complete at 51, so the sum that begins at 44 chains from it and from the second load.
    assert_eq!(arrows, [0, 1, 0, 2, 1]);
    assert_eq!(chart.bars[1].chained, [chart.bars[0].id]);
    assert_eq!((chart.bars[0].elements, chart.bars[0].last - first), (32, 31));
    assert_eq!(session.report().unwrap().cycles, first + 108);
}

/// hp_ch4 5.1: a unit copies the scalar at issue, so that the program may change it while the instruction waits and runs.
#[test]
fn hv12_a_scalar_may_change_as_soon_as_its_instruction_has_issued() {
    let run = |issue: &str, target: &str| {
        let text = format!(
            "vsetvli t0, a0, e64, m8, ta, ma\nvle64.v v0, (a1)\nvfmul.vf v8, v0, fa0\nfmv.d {target}, fa1\n\
             vfadd.vf v16, v0, fa1\nvse64.v v8, (a1)\nret"
        );
        let args = [("n", int(32)), ("x", iota(32, Type::F64)), ("a", float(2.0)), ("b", float(100.0))];
        let mut session = function(&text, "rvv/textbook", &[("issue", issue)], &args);
        finish(&mut session);
        let expected: Vec<f64> = (0..32).map(|i| 2.0 * f64::from(i)).collect();
        assert_eq!(doubles(&session, "x"), expected, "{issue}");
        session.report().unwrap().cycles
    };
    for issue in ["blocking", "queues"] {
        assert_eq!(run(issue, "fa0"), run(issue, "fa2"), "{issue}");
    }
}

/// hp_ch4 HV21: one instruction in a cycle, or as many as the setting says, if none waits for another.
#[test]
fn hv21_as_many_instructions_issue_in_a_cycle_as_the_front_end_is_wide() {
    let starts = |width: &str| {
        let text = "vsetvli t0, a0, e64, m8, ta, ma\nvle64.v v0, (a1)\nvfmul.vv v8, v16, v16\nvfadd.vv v16, v16, v16\n\
                    vse64.v v0, (a1)\nret";
        let args = [("n", int(32)), ("x", iota(32, Type::F64))];
        let mut session = function(text, "rvv/textbook", &[("issue_width", width)], &args);
        finish(&mut session);
        let expected: Vec<f64> = (0..32).map(f64::from).collect();
        assert_eq!(doubles(&session, "x"), expected);
        let report = session.report().unwrap();
        assert_eq!(report.slots.iter().sum::<u64>(), report.cycles, "{width}");
        let bars = vector::chart(&session, 0, u64::MAX, 9).bars;
        // `vsetvli` has cycle 0 for itself, however wide the front end is.
        assert_eq!(bars[0].first, 1);
        [bars[1].first - bars[0].first, bars[2].first - bars[0].first, bars[3].first - bars[0].first]
    };
    // The store waits for the only load/store unit in any case. The sum may not overwrite v16 before it has been read.
    assert_eq!([starts("1"), starts("2"), starts("3")], [[1, 2, 32], [0, 1, 32], [0, 0, 32]]);
}

/// hp_ch4 5.1: a scalar access takes a cycle of a load/store unit.
#[test]
fn hv14_scalar_accesses_take_a_cycle_of_a_load_store_unit() {
    let starts = |between: &str, units: &str| {
        let text =
            format!("vsetvli t0, a0, e64, m8, ta, ma\nvle64.v v0, (a1)\n{between}\nvle64.v v8, (a1)\nret");
        let args = [("n", int(32)), ("x", iota(32, Type::F64))];
        let mut session = function(&text, "rvv/textbook", &[("memory_units", units)], &args);
        finish(&mut session);
        let bars = vector::chart(&session, 0, u64::MAX, 9).bars;
        bars[1].first - bars[0].first
    };
    assert_eq!([starts("nop", "1"), starts("ld t1, (a1)", "1"), starts("sd t1, (a1)", "1")], [32, 33, 33]);
    assert_eq!([starts("nop", "2"), starts("ld t1, (a1)", "2")], [2, 2]);
}

/// hp_ch4 5.3 to 5.5 and HA02 for registers of every length: three chimes and their start-up for each strip, and cycle by cycle
/// a full strip of n elements takes 3 n cycles and the way to memory.
#[test]
fn sweeps_of_the_register_length_take_the_time_of_the_closed_formulas() {
    for vlen in (7..=16).map(|log2| 1u64 << log2) {
        let most = 8 * vlen / 64;
        for (n, lanes) in [(1, 1), (100, 1), (1000, 1), (1000, 4)] {
            let changes = [("vlen", vlen.to_string()), ("lanes", lanes.to_string())];
            let changes = changes.each_ref().map(|(id, value)| (*id, value.as_str()));
            let mut session = daxpy(n, "rvv/textbook", &changes);
            finish(&mut session);
            let strips = n.div_ceil(most);
            let groups = n / most * most.div_ceil(lanes) + (n % most).div_ceil(lanes);
            assert_eq!(counter(&session, "strips"), strips, "{vlen} {n}");
            assert_eq!(counter(&session, "l0_cycles"), 3 * groups, "{vlen} {n} {lanes}");
            assert_eq!(counter(&session, "l1_cycles"), 49 * strips + 3 * groups, "{vlen} {n} {lanes}");
            assert_eq!(session.report().unwrap().work.instructions, 11 * strips + 1);
        }
        let mut session = daxpy(most, "rvv/textbook", &[("vlen", &vlen.to_string())]);
        finish(&mut session);
        let bars = vector::chart(&session, 0, u64::MAX, 9).bars;
        // A shorter one ends with the chain of the second load, which waits for its address and the unit.
        if most >= 32 {
            assert_eq!(bars[4].complete - bars[0].first, 3 * most + 12, "{vlen}");
        }
    }
}

#[test]
fn ha02_cycles_per_flop_and_per_result() {
    let mut session = daxpy(128, "rvv/textbook", &[]);
    finish(&mut session);
    let cycles = session.report().unwrap().cycles as f64;
    assert_eq!(measure(&session, "cycles_per_flop"), cycles / 256.0);
    assert_eq!(measure(&session, "cycles_per_result"), cycles / 128.0);
    // Three convoys for two operations.
    assert_eq!(counter(&session, "l0_cycles") as f64 / counter(&session, "flops") as f64, 1.5);
}

/// hp_ch4 5.6: in order, with full forwarding. The multiply waits for the load, the add for the multiply or the second load,
/// the store for the add, on every element.
#[test]
fn the_scalar_core_waits_on_every_element() {
    let each = |changes: &[(&str, &str)]| {
        let cycles = |n: u64| {
            let text = include_str!("../../core/kernels/daxpy_scalar.s");
            let args = [
                ("n", int(n as i64)),
                ("x", iota(n, Type::F64)),
                ("y", iota(n, Type::F64)),
                ("a", float(2.5)),
            ];
            let mut session = function(text, "rvv/textbook", changes, &args);
            finish(&mut session);
            session.report().unwrap().cycles
        };
        cycles(101) - cycles(100)
    };
    // Loads issue at 0 and 3, the multiply at 2, the add at 6, the store at 10, two additions and the branch behind it.
    assert_eq!(each(&[]), 14);
    assert_eq!(each(&[("scalar_fp_latency", "1")]), 10);
    assert_eq!(each(&[("scalar_fp_latency", "1"), ("scalar_load_latency", "1")]), 8);
}

#[test]
fn the_three_models_stand_side_by_side() {
    let session = piece(&[]);
    let read = |id: &str| counter(&session, id);
    assert_eq!((read("convoys"), read("l0_cycles"), read("l1_cycles")), (3, 96, 145));
    assert_eq!(read("l1_bound"), 96 + 12 + 7 + 12 + 6 + 12);
    let four = piece(&[("lanes", "4")]);
    assert_eq!((counter(&four, "l0_cycles"), counter(&four, "l1_cycles")), (24, 73));
}

#[test]
fn the_timeline_has_the_lanes_of_every_element_group() {
    let session = piece(&[("lanes", "8")]);
    let run = session.run().unwrap();
    let load = run.units.iter().position(|unit| unit.name == "core 0 load/store").unwrap() as u32;
    let to = session.report().unwrap().cycles;
    let window = lanescope_core::session::Window { from: 0, to, columns: 4096, first_unit: load, units: 1 };
    let cells = session.timeline(&window).cells;
    let groups = cells.iter().filter(|cell| cell.cause == Cause::ISSUED).count();
    // Three memory instructions of 32 elements on 8 lanes.
    assert_eq!(groups, 3 * 4);
    assert!(cells.iter().all(|cell| cell.cause != Cause::ISSUED || cell.lanes == Lanes::first_n(8)));
}

#[test]
fn we09_in_the_strip_bar() {
    let mut session = daxpy(100, "rvv/textbook", &[]);
    finish(&mut session);
    let strips = vector::strip_bar(&session, 0, u64::MAX, 100).strips;
    assert_eq!(strips.iter().map(|strip| strip.vl).collect::<Vec<_>>(), [32, 32, 32, 4]);
    assert!(strips.iter().all(|strip| strip.vlmax == 32));
    assert_eq!(counter(&session, "l1_cycles"), 496);
    // 11 for each strip, and the return.
    assert_eq!(session.report().unwrap().work.instructions, 11 * 4 + 1);
}

#[test]
fn we12_in_the_bank_map() {
    let strided = |stride: i64| {
        let text = "vsetvli t0, a0, e64, m1, ta, ma\nvlse64.v v0, (a1), a2\nret";
        let args = [("n", int(64)), ("x", iota(64 * 4, Type::F64)), ("stride", int(8 * stride))];
        let mut session = function(text, "rvv/textbook-8-banks", &[], &args);
        finish(&mut session);
        session
    };
    for (stride, cycles, stalls) in [(1, 76, 0), (2, 106, 30), (4, 200, 124)] {
        let session = strided(stride);
        let map = vector::bank_map(&session, 0, u64::MAX, 1000);
        let first = map.accesses[0].cycle;
        assert_eq!(map.accesses.len(), 64);
        assert!(map.accesses.iter().all(|access| access.bank < 8));
        assert_eq!(
            vector::chart(&session, 0, u64::MAX, 1).bars[0].complete - first,
            cycles,
            "stride {stride}"
        );
        assert_eq!(counter(&session, "access_stalls"), stalls);
        let mut used: Vec<u32> = map.accesses.iter().map(|access| access.bank).collect();
        used.sort_unstable();
        used.dedup();
        assert_eq!(used.len() as i64, 8 / stride);
    }
}

#[test]
fn we42_daxpy_memory_ratio() {
    let mut session = daxpy(128, "rvv/textbook", &[]);
    finish(&mut session);
    assert_eq!(measure(&session, "references_per_flop"), 1.5);
    assert_eq!(counter(&session, "flops"), 2 * 128);
    // Two loads and a store of 8 bytes for two operations.
    assert_eq!(counter(&session, "memory_bytes"), 24 * 128);
}

#[test]
fn we02_vector_count() {
    let text = "
        vsetvli t0, a0, e64, m8, ta, ma
        fld     fa0, 0(a3)
        vle64   v0, (a1)
        vfmul   v8, v0, fa0
        vle64   v16, (a2)
        vfadd   v24, v8, v16
        vse64   v24, (a2)
        ret";
    let args =
        [("n", int(32)), ("x", iota(32, Type::F64)), ("y", iota(32, Type::F64)), ("a", iota(1, Type::F64))];
    let mut session = function(text, "rvv/textbook", &[], &args);
    finish(&mut session);
    // The listing has 7; the return ends the function.
    assert_eq!(session.report().unwrap().work.instructions, 7 + 1);
}

#[test]
fn we14_strides_in_matmul() {
    // 16 elements of a row of B and of a column of D, 100 x 100 doubles, row by row as in C: D conflicts, B does not.
    let walk = |stride: i64| {
        let text = "vsetvli t0, a0, e64, m1, ta, ma\nvlse64.v v0, (a1), a2\nret";
        let args = [("n", int(16)), ("m", iota(100 * 100, Type::F64)), ("stride", int(stride))];
        let mut session = function(text, "rvv/textbook-8-banks", &[], &args);
        finish(&mut session);
        counter(&session, "access_stalls")
    };
    let (bytes, columns) = (8, 100);
    // Stride 1 visits 8 banks; stride 100 = 4 mod 8 visits 2, each again after 6 cycles: 7 times 4 more, hp_ch4 6.1.
    assert_eq!([walk(bytes), walk(bytes * columns)], [0, 15 / 2 * 6 + 15 % 2 - 15]);
}

#[test]
fn we32_recurrence_doubling() {
    let text = "
        li t1, 32
        vsetvli t0, a0, e64, m8, ta, ma
        vle64.v v0, (a1)
    1:  vslidedown.vx v8, v0, t1
        vsetvli t0, t1, e64, m8, tu, ma
        vfadd.vv v0, v0, v8
        srli t1, t1, 1
        bnez t1, 1b
        vse64.v v0, (a1)
        ret";
    let mut session =
        function(text, "rvv/textbook", &[("vlen", "512")], &[("n", int(64)), ("x", iota(64, Type::F64))]);
    finish(&mut session);
    assert_eq!(doubles(&session, "x")[0], 2016.0);
    let adds: Vec<u32> = vector::chart(&session, 0, u64::MAX, 100)
        .bars
        .iter()
        .filter(|bar| session.run().unwrap().units[bar.unit as usize].name == "core 0 float add")
        .map(|bar| bar.elements)
        .collect();
    assert_eq!(adds, [32, 16, 8, 4, 2, 1]);
}

/// 64 elements, an adder of depth 8: each add begins when the one before has its first sum, and eight sums are left.
fn holds_partial_sums(text: &str) {
    let changes = [("vlen", "512"), ("fp_add_depth", "8"), ("chaining", "flexible")];
    let mut session = function(text, "rvv/textbook", &changes, &[("n", int(64)), ("x", iota(64, Type::F64))]);
    finish(&mut session);
    let expected: Vec<f64> = (0..8).map(|i| (0..8).map(|j| f64::from(i + 8 * j)).sum()).collect();
    assert_eq!(doubles(&session, "x")[..8], expected);
    let bars = vector::chart(&session, 0, u64::MAX, 100).bars;
    let adds: Vec<u64> = bars[1..8].iter().map(|bar| bar.first - bars[1].first).collect();
    assert_eq!(adds, [0, 8, 16, 24, 32, 40, 48]);
    assert_eq!(bars[7].complete - bars[1].first, 64);
}

#[test]
fn we33_partial_sums() {
    // 8 doubles in a register: the operand of 8 registers is its 8 parts, one register each.
    let text = "
        vsetvli t0, a0, e64, m8, ta, ma
        vle64.v v8, (a1)
        vsetivli t0, 8, e64, m1, ta, ma
        vfadd.vv v8, v8, v9
        vfadd.vv v8, v8, v10
        vfadd.vv v8, v8, v11
        vfadd.vv v8, v8, v12
        vfadd.vv v8, v8, v13
        vfadd.vv v8, v8, v14
        vfadd.vv v8, v8, v15
        vse64.v v8, (a1)
        ret";
    holds_partial_sums(text);
}

#[test]
fn we33_partial_sums_by_element() {
    // The sources begin at elements 8, 16, … of one operand of 64 elements; the eight sums stay in front.
    let text = "
        vsetvli t0, a0, e64, m8, tu, ma
        vle64.v v8, (a1)
        vsetivli t0, 8, e64, m8, tu, ma
        li t1, 8
    1:  vfadd.vv v8, v8, v8(t1)
        addi t1, t1, 8
        bne t1, a0, 1b
        vse64.v v8, (a1)
        ret";
    holds_partial_sums(text);
}

#[test]
fn we36_batch_norm() {
    let text = "
    L:  vsetvli t0, a6, e16, m2, ta, ma
        vle16.v v0, (a0)
        vfmax.vf v0, v0, fa0
        vle16.v v2, (a1)
        vfsub.vv v0, v0, v2
        vle16.v v4, (a2)
        vfdiv.vv v0, v0, v4
        vle16.v v6, (a3)
        vfmul.vv v0, v0, v6
        vle16.v v8, (a4)
        vfadd.vv v0, v0, v8
        vse16.v v0, (a5)
        slli t1, t0, 1
        add a0, a0, t1
        add a1, a1, t1
        add a2, a2, t1
        add a3, a3, t1
        add a4, a4, t1
        add a5, a5, t1
        sub a6, a6, t0
        bnez a6, L
        ret";
    let halves = |value: f64| buffer(70, Type::F16, Init::Fill(Number::Float(value)));
    let names = ["in", "mean", "stddev", "scale", "offset"];
    let values = [-3.0, 1.0, 2.0, 4.0, 0.5];
    let mut args: Vec<(&str, ArgValue)> = names.into_iter().zip(values.map(halves)).collect();
    args.extend([("out", halves(0.0)), ("n", int(70)), ("zero", float(0.0))]);
    let mut session = function(text, "rvv/textbook", &[], &args);
    finish(&mut session);
    let strips: Vec<u32> =
        vector::strip_bar(&session, 0, u64::MAX, 9).strips.iter().map(|strip| strip.vl).collect();
    assert_eq!(strips, [32, 32, 6]);
    assert_eq!(session.report().unwrap().work.instructions, 3 * 21 + 1);
    // (max(-3, 0) - 1) / 2 * 4 + 0.5 = -1.5, which is 0xBE00.
    let out = session.dump("out").unwrap();
    assert!(out.chunks_exact(2).all(|half| half == [0x00, 0xBE]));
}

#[test]
fn we37_complex_multiply_strips() {
    let last_short = "
    1:  vsetvli t0, a0, e32, m8, ta, ma
        sub a0, a0, t0
        bnez a0, 1b
        ret";
    let first_short = "
        li t1, 64
        remu t2, a0, t1
        bnez t2, 1f
        mv t2, t1
    1:  vsetvli t0, t2, e32, m8, ta, ma
        sub a0, a0, t0
        mv t2, t1
        bnez a0, 1b
        ret";
    let strips = |text: &str| {
        let mut session = function(text, "rvv/textbook", &[], &[("n", int(300))]);
        finish(&mut session);
        vector::strip_bar(&session, 0, u64::MAX, 9).strips.iter().map(|strip| strip.vl).collect::<Vec<_>>()
    };
    assert_eq!(strips(last_short), [64, 64, 64, 64, 44]);
    assert_eq!(strips(first_short), [44, 64, 64, 64, 64]);
}

#[test]
fn we47_elements_that_the_registers_hold() {
    let session = {
        let text = "vsetvli t0, zero, e64, m1, ta, ma\nret";
        let mut session = function(text, "rvv/textbook", &[("vlen", "2048")], &[]);
        finish(&mut session);
        session
    };
    let strip = vector::strip_bar(&session, 0, u64::MAX, 1).strips[0];
    assert_eq!(32 * strip.vlmax, 1024);
}

//! The vector machine through the session: functions by hand, going to any cycle, what the charts say, and the worked
//! examples of the reference that are programs. Kernels are in `rvv_kernels`.

use lanescope_core::session::{Session, vocabulary::*};
use lanescope_tests::shorthand::{buffer, counter, finish, float, int, iota};

/// A function by hand with arguments, on a preset with changed settings.
fn open(text: &str, preset: &str, changes: &[(&str, &str)], args: &[(&str, ArgValue)]) -> Session {
    let changes = changes.iter().map(|(id, value)| ((*id).into(), (*value).into())).collect();
    let args = args.iter().map(|(name, value)| Arg { name: (*name).into(), value: value.clone() }).collect();
    let document = Document {
        source: text.into(),
        language: Language::Assembly,
        options: CompileOptions::default(),
        kernel: None,
        launch: Some(Launch { global: [1; 3], local: [1; 3], dynamic_local: 0, args }),
        machine: MachineChoice { preset: preset.into(), changes },
        cycle: 0,
        view: Vec::new(),
        compare: Vec::new(),
    };
    let mut session = Session::open(document, Limits::default());
    assert_eq!(session.compiled().diagnostics, []);
    session.start().expect("it starts");
    session
}

fn doubles(session: &Session, name: &str) -> Vec<f64> {
    let bytes = session.dump(name).expect("there is such a buffer");
    bytes.chunks_exact(8).map(|bytes| f64::from_le_bytes(bytes.try_into().unwrap())).collect()
}

fn measure(session: &Session, id: &str) -> f64 {
    let report = session.report().expect("there is a run");
    report.derived.iter().find(|measure| measure.id == id).unwrap_or_else(|| panic!("no measure {id}")).value
}

/// Y = a * X + Y for any n; loop of 11 instructions as hp_ch4 3.2 has it.
const DAXPY: &str = "
    .globl daxpy
daxpy:                       # a0 = n, a1 = X, a2 = Y, fa0 = a
L:  vsetvli t0, a0, e64, m8, ta, ma
    vle64.v v0, (a1)
    slli    t1, t0, 3
    add     a1, a1, t1
    vfmul.vf v0, v0, fa0
    vle64.v v8, (a2)
    vfadd.vv v8, v0, v8
    sub     a0, a0, t0
    vse64.v v8, (a2)
    add     a2, a2, t1
    bnez    a0, L
    ret
";

fn daxpy(n: u64, preset: &str, changes: &[(&str, &str)]) -> Session {
    let args = [
        ("n", int(n as i64)),
        ("x", iota(n, Type::F64)),
        ("y", buffer(n, Type::F64, Init::Fill(Number::Float(1.0)))),
        ("a", float(2.5)),
    ];
    open(DAXPY, preset, changes, &args)
}

#[test]
fn a_function_takes_its_arguments_by_the_calling_convention() {
    let mut session = daxpy(100, "rvv/textbook", &[]);
    finish(&mut session);
    let expected: Vec<f64> = (0..100).map(|i| 2.5 * f64::from(i) + 1.0).collect();
    assert_eq!(doubles(&session, "y"), expected);
}

#[test]
fn hv15_banks_of_the_register_file_are_told_where_they_hold_up() {
    let run = |changes: &[(&str, &str)]| {
        let mut session = daxpy(100, "rvv/textbook", changes);
        finish(&mut session);
        let slots = session.report().unwrap().slots[Cause::RegisterBank as usize];
        (slots, counter(&session, "register_stalls"), session.report().unwrap().cycles)
    };
    let ports = run(&[]);
    assert_eq!((ports.0, ports.1), (0, 0));
    // One bank with one port: the multiplication, the add with its two operands and the store take turns.
    let one = run(&[("register_file", "banked"), ("register_banks", "1")]);
    assert!(one.0 > 0 && one.1 > 0 && one.2 > ports.2, "{one:?}");
    let many = run(&[
        ("register_file", "banked"),
        ("register_banks", "8"),
        ("bank_reads", "4"),
        ("bank_writes", "4"),
    ]);
    assert_eq!(many, ports);
}

#[test]
fn hv30_sparse_masks_take_less_time_and_leave_the_same_memory() {
    // The store is masked as well: a whole one would take its time anyway.
    let text = include_str!("../core/kernels/masked_subtract.s")
        .replace("vse64.v v8, (a1)", "vse64.v v8, (a1), v0.t");
    let run = |every: usize, changes: &[(&str, &str)]| {
        let values = (0..60).map(|at| Number::Int(i64::from(at % every == 0))).collect();
        let x = buffer(60, Type::F64, Init::List(values));
        let mut session = open(
            &text,
            "rvv/textbook-8-banks",
            changes,
            &[("n", int(60)), ("x", x), ("y", iota(60, Type::F64))],
        );
        finish(&mut session);
        (counter(&session, "sparse_instructions"), session.report().unwrap().cycles, doubles(&session, "x"))
    };
    // One strip with two masked instructions. One of five elements is not below 20 %, one of six is.
    let sparse = [("sparse_below", "20")];
    assert_eq!(run(5, &sparse), run(5, &[]));
    let (whole, few) = (run(6, &[]), run(6, &sparse));
    assert_eq!((whole.0, few.0), (0, 2));
    assert!(few.1 < whole.1, "{} {}", few.1, whole.1);
    assert_eq!(few.2, whole.2);
}

#[test]
fn every_global_function_is_an_entry_and_data_lies_before_the_buffers() {
    let text = "
        .data
    K:  .dword 40
        .text
        .globl first, second
    first:
        li t0, 1
        sd t0, 0(a0)
        ret
    second:
        ld t0, K, t1
        addi t0, t0, 2
        sd t0, 0(a0)
        ret";
    let mut session = open(text, "rvv/textbook", &[], &[("out", buffer(1, Type::I64, Init::Zeros))]);
    let names: Vec<&str> = session.compiled().kernels.iter().map(|kernel| kernel.name.as_str()).collect();
    assert_eq!(names, ["first", "second"]);
    let document = Document { kernel: Some("second".into()), ..session.document() };
    session = Session::open(document, Limits::default());
    session.start().expect("it starts");
    finish(&mut session);
    assert_eq!(session.dump("out").unwrap(), 42u64.to_le_bytes());
}

#[test]
fn pieces_of_any_size_leave_the_same_machine_and_log() {
    for preset in
        ["rvv/textbook", "rvv/textbook-8-banks", "rvv/textbook-dram", "rvv/sx-9", "rvv/short-vector"]
    {
        let mut whole = daxpy(300, preset, &[]);
        finish(&mut whole);
        let whole = whole.report().unwrap();
        for piece in [1, 7, 100] {
            let mut session = daxpy(300, preset, &[]);
            while !session.advance(u64::MAX, piece).complete {}
            assert_eq!(session.report().unwrap(), whole, "{preset} in pieces of {piece}");
        }
    }
}

#[test]
fn forward_back_forward_is_the_same_place() {
    let mut session = daxpy(300, "rvv/cray-8-banks", &[]);
    let cycles = [0, 1, 17, 255, 256, 300, 777];
    let digest = |session: &mut Session, cycle| {
        assert_eq!(session.seek(cycle, u64::MAX).cycle, cycle);
        let report = session.report().unwrap();
        let units = session.snapshot(1).unwrap().units;
        (report.state_digest, report.slots, units)
    };
    let forward: Vec<_> = cycles.iter().map(|cycle| digest(&mut session, *cycle)).collect();
    finish(&mut session);
    for (cycle, seen) in cycles.iter().zip(forward).rev() {
        assert_eq!(digest(&mut session, *cycle), seen, "cycle {cycle}");
    }
}

#[test]
fn a_row_shows_the_instruction_whose_group_enters_in_that_cycle() {
    for preset in ["rvv/textbook", "rvv/textbook-4-lanes", "rvv/cray-16-banks"] {
        let mut session = daxpy(40, preset, &[]);
        finish(&mut session);
        for cycle in 0..session.report().unwrap().cycles {
            session.seek(cycle, u64::MAX);
            for unit in session.snapshot(0).unwrap().units.iter().skip(1) {
                // Nothing is masked off here: where a group enters, lanes work, and nowhere else.
                assert_eq!(unit.cause == Cause::Issued, !unit.active.is_empty(), "{preset}, cycle {cycle}");
                assert!(unit.active.is_empty() || unit.pc.is_some(), "{preset}, cycle {cycle}");
            }
        }
    }
}

#[test]
fn slots_add_up_in_every_cycle() {
    for preset in ["rvv/textbook-4-lanes", "rvv/sx-9"] {
        let mut session = daxpy(200, preset, &[("cores", "2")]);
        while !session.advance(u64::MAX, 13).complete {
            let report = session.report().unwrap();
            assert_eq!(report.slots_total, 2 * report.cycles);
        }
        let report = session.report().unwrap();
        assert_eq!(report.slots_total, 2 * report.cycles);
        assert_eq!(report.slots[Cause::Issued as usize], report.work.instructions);
    }
}

#[test]
fn with_and_without_timing_the_result_and_the_work_are_the_same() {
    for preset in ["rvv/textbook", "rvv/textbook-8-lanes", "rvv/short-vector"] {
        let mut session = daxpy(333, preset, &[]);
        let untimed = session.functional(&mut || true).unwrap().unwrap();
        finish(&mut session);
        let report = session.report().unwrap();
        assert_eq!((untimed.memory_digest, untimed.work), (report.memory_digest, report.work), "{preset}");
    }
}

#[test]
fn what_stops_a_function_is_said_with_element_and_line() {
    let n = ("n", int(40));
    let x = ("x", iota(35, Type::F64));
    let y = ("y", iota(40, Type::F64));
    let mut session = open(DAXPY, "rvv/textbook", &[], &[n, x, y, ("a", float(1.0))]);
    let halt = session.advance(u64::MAX, 10_000).halt.expect("x is too short");
    let Halt::Fault { fault, at } = &halt.halt else { panic!("{halt:#?}") };
    assert_eq!((fault.near.clone(), at.lane, at.pc), (Some(("x".into(), 280)), 3, Some(1)));
    assert_eq!(&DAXPY[halt.span.start as usize..halt.span.end as usize], "vle64.v v0, (a1)");
    let mut session = open("vadd.vv v0, v0, v0\nret", "rvv/textbook", &[], &[]);
    let halt = session.advance(u64::MAX, 10_000).halt.expect("the vector type is not set");
    assert!(
        matches!(&halt.halt, Halt::Illegal { reason, at } if reason.contains("not set") && at.pc == Some(0))
    );
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
    let mut session = open(PIECE, "rvv/textbook", changes, &args);
    finish(&mut session);
    session
}

#[test]
fn we06_in_the_convoy_chart() {
    let session = piece(&[]);
    let chart = session.chart(0, u64::MAX, 100);
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
        let mut session = open(&text, "rvv/textbook", &[("issue", issue)], &args);
        finish(&mut session);
        let expected: Vec<f64> = (0..32).map(|i| 2.0 * f64::from(i)).collect();
        assert_eq!(doubles(&session, "x"), expected, "{issue}");
        session.report().unwrap().cycles
    };
    for issue in ["blocking", "queues"] {
        assert_eq!(run(issue, "fa0"), run(issue, "fa2"), "{issue}");
    }
}

/// hp_ch4 5.1: a scalar access takes a cycle of a load/store unit.
#[test]
fn hv14_scalar_accesses_take_a_cycle_of_a_load_store_unit() {
    let starts = |between: &str, units: &str| {
        let text =
            format!("vsetvli t0, a0, e64, m8, ta, ma\nvle64.v v0, (a1)\n{between}\nvle64.v v8, (a1)\nret");
        let args = [("n", int(32)), ("x", iota(32, Type::F64))];
        let mut session = open(&text, "rvv/textbook", &[("memory_units", units)], &args);
        finish(&mut session);
        let bars = session.chart(0, u64::MAX, 9).bars;
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
        let bars = session.chart(0, u64::MAX, 9).bars;
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
            let text = include_str!("../core/kernels/daxpy_scalar.s");
            let args = [
                ("n", int(n as i64)),
                ("x", iota(n, Type::F64)),
                ("y", iota(n, Type::F64)),
                ("a", float(2.5)),
            ];
            let mut session = open(text, "rvv/textbook", changes, &args);
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
    let groups = cells.iter().filter(|cell| cell.cause == Cause::Issued).count();
    // Three memory instructions of 32 elements on 8 lanes.
    assert_eq!(groups, 3 * 4);
    assert!(cells.iter().all(|cell| cell.cause != Cause::Issued || cell.lanes == LaneMask::first_n(8)));
}

#[test]
fn we09_in_the_strip_bar() {
    let mut session = daxpy(100, "rvv/textbook", &[]);
    finish(&mut session);
    let strips = session.strip_bar(0, u64::MAX, 100).strips;
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
        let mut session = open(text, "rvv/textbook-8-banks", &[], &args);
        finish(&mut session);
        session
    };
    for (stride, cycles, stalls) in [(1, 76, 0), (2, 106, 30), (4, 200, 124)] {
        let session = strided(stride);
        let map = session.bank_map(0, u64::MAX, 1000);
        let first = map.accesses[0].cycle;
        assert_eq!((map.banks, map.accesses.len()), (8, 64));
        assert_eq!(session.chart(0, u64::MAX, 1).bars[0].complete - first, cycles, "stride {stride}");
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
    let mut session = open(text, "rvv/textbook", &[], &args);
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
        let mut session = open(text, "rvv/textbook-8-banks", &[], &args);
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
        open(text, "rvv/textbook", &[("vlen", "512")], &[("n", int(64)), ("x", iota(64, Type::F64))]);
    finish(&mut session);
    assert_eq!(doubles(&session, "x")[0], 2016.0);
    let adds: Vec<u32> = session
        .chart(0, u64::MAX, 100)
        .bars
        .iter()
        .filter(|bar| session.run().unwrap().units[bar.unit as usize].name == "core 0 float add")
        .map(|bar| bar.elements)
        .collect();
    assert_eq!(adds, [32, 16, 8, 4, 2, 1]);
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
    let changes = [("vlen", "512"), ("fp_add_depth", "8"), ("chaining", "flexible")];
    let mut session = open(text, "rvv/textbook", &changes, &[("n", int(64)), ("x", iota(64, Type::F64))]);
    finish(&mut session);
    let expected: Vec<f64> = (0..8).map(|i| (0..8).map(|j| f64::from(i + 8 * j)).sum()).collect();
    assert_eq!(doubles(&session, "x")[..8], expected);
    let bars = session.chart(0, u64::MAX, 100).bars;
    let adds: Vec<u64> = bars[1..8].iter().map(|bar| bar.first - bars[1].first).collect();
    assert_eq!(adds, [0, 8, 16, 24, 32, 40, 48]);
    assert_eq!(bars[7].complete - bars[1].first, 64);
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
    let changes = [("vlen", "512"), ("fp_add_depth", "8"), ("chaining", "flexible")];
    let mut session = open(text, "rvv/textbook", &changes, &[("n", int(64)), ("x", iota(64, Type::F64))]);
    finish(&mut session);
    let expected: Vec<f64> = (0..8).map(|i| (0..8).map(|j| f64::from(i + 8 * j)).sum()).collect();
    assert_eq!(doubles(&session, "x")[..8], expected);
    let bars = session.chart(0, u64::MAX, 100).bars;
    let adds: Vec<u64> = bars[1..8].iter().map(|bar| bar.first - bars[1].first).collect();
    assert_eq!(adds, [0, 8, 16, 24, 32, 40, 48]);
    assert_eq!(bars[7].complete - bars[1].first, 64);
}

#[test]
fn hv26_vector_registers_are_saved_only_after_they_were_written() {
    // One vector instruction, then a scalar loop of 400 instructions and their waiting.
    let text = "
        vsetivli t0, 4, e64, m1, ta, ma
        vid.v v8
        li t1, 200
    1:  addi t1, t1, -1
        bnez t1, 1b
        ret";
    let counts = |time_slice: &str| {
        let args = [("x", iota(1, Type::F64))];
        let mut session = open(text, "rvv/textbook", &[("time_slice", time_slice)], &args);
        finish(&mut session);
        ["context_switches", "context_bytes", "context_bytes_spared"].map(|id| counter(&session, id))
    };
    assert_eq!(counts("0"), [0; 3]);
    // The last instruction issues in cycle 403 of 404; 64 scalar registers have 512 bytes, 32 of 256 bits have 1024.
    assert_eq!(counts("100"), [4, 4 * 512 + 1024, 3 * 1024]);
    assert_eq!(counts("403"), [1, 512 + 1024, 0]);
    assert_eq!(counts("404"), [0; 3]);
}

/// One double of each 16 is multiplied.
fn scale_column(n: u64, preset: &str) -> Session {
    let text = "
        li t2, 128
    L:  vsetvli t0, a0, e64, m8, ta, ma
        vlse64.v v8, (a1), t2
        vfmul.vf v8, v8, fa0
        vsse64.v v8, (a1), t2
        slli t1, t0, 7
        add a1, a1, t1
        sub a0, a0, t0
        bnez a0, L
        ret";
    let args = [("n", int(n as i64)), ("x", iota(16 * n, Type::F64)), ("a", float(2.5))];
    open(text, preset, &[], &args)
}

/// Runs to the end in steps that grow slowly and holds each point against the roofs; gives how many points there are.
fn points_below_the_roof(mut session: Session, name: &str) -> u64 {
    let (mut cycle, mut points) = (0, 0);
    loop {
        cycle += 1 + cycle / 8;
        let complete = session.advance(cycle, u64::MAX).complete;
        let roofs = session.report().and_then(|report| report.roofline()).expect("it has roofs");
        let reached = roofs.reached().unwrap_or(0.0);
        assert!(reached < 1.0 + 1e-9, "{name} at {cycle}: {reached}");
        points += u64::from(reached > 0.0);
        if complete {
            return points;
        }
    }
}

#[test]
fn no_point_of_a_run_is_above_the_roof() {
    let gallery = lanescope_core::session::gallery().into_iter().filter(|item| item.name != "spin_lock");
    let items: Vec<(String, String)> = gallery.map(|item| (item.name, item.source)).collect();
    let presets = lanescope_tests::runs::presets();
    for preset in presets.iter().filter(|preset| preset.starts_with("rvv/")) {
        for (name, source) in &items {
            let document = lanescope_tests::runs::document(source, preset);
            let mut session = Session::open(document, Limits::default());
            session.start().expect("it starts");
            points_below_the_roof(session, &format!("{name} on {preset}"));
        }
        // With long vectors and queues many instructions are under way at once.
        let points = points_below_the_roof(daxpy(4096, preset, &[]), preset);
        assert!(points > 20, "{preset}: {points}");
        points_below_the_roof(daxpy(4096, preset, &[("issue", "queues")]), preset);
        // Far apart, every element brings a line of the vector cache or a burst.
        points_below_the_roof(scale_column(1024, preset), preset);
    }
}

/// What is said of a kernel that goes wrong, on a machine with vectors of 32 floats.
fn said(body: &str, local: u32) -> String {
    let source = format!(
        "// lanescope: global 16\n// lanescope: local {local}\n// lanescope: arg x [24]\n\
         __kernel void k(__global int *x) {{ int i = get_global_id(0); {body} }}"
    );
    let mut session =
        Session::open(lanescope_tests::runs::document(&source, "rvv/textbook"), Limits::default());
    session.start().expect("it starts");
    session.advance(u64::MAX, 1_000_000).halt.expect("it goes wrong").message
}

#[test]
fn an_access_out_of_bounds_names_its_work_item() {
    let store = "write of 4 bytes out of bounds: global address 0x10060, byte 96 of `x`.";
    for (local, element) in [(16, 12), (8, 4), (4, 0)] {
        let message = said("x[2 * i] = i;", local);
        let who = format!("Work-item (12, 0, 0), core 0 front end element {element}, ");
        assert!(message.starts_with(&who) && message.ends_with(store), "{message}");
    }
    // Under a mask, and in the scalar code of an atomic, which goes from element to element.
    for body in [
        "if (i % 3 == 0) x[2 * i] = i;",
        "if (i % 3 == 0) x[2 * i] = x[i % 2] / 3;",
        "atomic_add(&x[2 * i], 1);",
    ] {
        let message = said(body, 8);
        assert!(message.starts_with("Work-item (12, 0, 0), core 0 front end element 4, "), "{message}");
        assert!(message.ends_with(store), "{message}");
    }
}

#[test]
fn an_access_behind_work_group_memory_is_one_in_that_space() {
    let message = said("__local int t[8]; t[3 * get_local_id(0)] = i; x[i] = t[0];", 8);
    assert!(message.starts_with("Work-item (3, 0, 0), core 0 front end element 3, "), "{message}");
    assert!(message.ends_with("write of 4 bytes out of bounds: local address 0x24."), "{message}");
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
    let mut session = open(text, "rvv/textbook", &[], &args);
    finish(&mut session);
    let strips: Vec<u32> = session.strip_bar(0, u64::MAX, 9).strips.iter().map(|strip| strip.vl).collect();
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
        let mut session = open(text, "rvv/textbook", &[], &[("n", int(300))]);
        finish(&mut session);
        session.strip_bar(0, u64::MAX, 9).strips.iter().map(|strip| strip.vl).collect::<Vec<_>>()
    };
    assert_eq!(strips(last_short), [64, 64, 64, 64, 44]);
    assert_eq!(strips(first_short), [44, 64, 64, 64, 64]);
}

#[test]
fn a_masked_instruction_takes_as_long_as_one_without_a_mask() {
    let time = |mask: &str| {
        let text = format!(
            "vsetvli t0, a0, e64, m8, ta, mu\nvle64.v v8, (a1)\nvmfeq.vf v0, v8, fa0\nvle64.v v16, (a1){mask}\n\
             vfadd.vv v8, v8, v16{mask}\nvse64.v v8, (a1){mask}\nret"
        );
        let args = [("n", int(32)), ("x", iota(32, Type::F64)), ("a", float(3.0))];
        let mut session = open(&text, "rvv/textbook", &[("memory", "banked")], &args);
        finish(&mut session);
        (session.report().unwrap().cycles, counter(&session, "flops"), doubles(&session, "x")[3..5].to_vec())
    };
    let (masked, plain) = (time(", v0.t"), time(""));
    assert_eq!((masked.0, masked.1, plain.1), (plain.0, 1, 32));
    assert_eq!((masked.2, plain.2), (vec![6.0, 4.0], vec![6.0, 8.0]));
}

#[test]
fn a_page_walk_that_is_longer_than_the_table_misses_every_time() {
    // 8 pages of 512 doubles, one element of each, twice.
    let text = "vsetvli t0, a0, e64, m8, ta, ma\nvlse64.v v0, (a1), a2\nvlse64.v v8, (a1), a2\nret";
    let misses = |entries: &str| {
        let args = [("n", int(8)), ("x", iota(8 * 512, Type::F64)), ("stride", int(4096))];
        let changes = [("tlb_entries", entries), ("tlb_penalty", "30")];
        let mut session = open(text, "rvv/textbook", &changes, &args);
        finish(&mut session);
        (counter(&session, "tlb_misses"), counter(&session, "access_stalls"))
    };
    assert_eq!(misses("0").0, 0);
    assert_eq!(misses("8").0, 8);
    // Each miss adds its penalty; that of the first element lies before its group.
    assert_eq!(misses("7"), (16, 2 * 7 * 30));
}

#[test]
fn a_vector_cache_shortens_what_it_holds() {
    let text = "vsetvli t0, a0, e64, m8, ta, ma\nvle64.v v0, (a1)\nvle64.v v8, (a1)\nret";
    let args = [("n", int(32)), ("x", iota(32, Type::F64))];
    let mut session = open(text, "rvv/textbook", &[("vector_cache", "4"), ("cache_depth", "3")], &args);
    finish(&mut session);
    let bars = session.chart(0, u64::MAX, 9).bars;
    let life: Vec<u64> = bars.iter().map(|bar| bar.complete - bar.first).collect();
    // 256 bytes are 4 lines of 64: each is missed once, by its first element.
    assert_eq!((counter(&session, "vector_cache_misses"), counter(&session, "vector_cache_hits")), (4, 60));
    assert_eq!(life[1], 32 + 3);
    assert_eq!(counter(&session, "memory_bytes"), 4 * 64);
}

#[test]
fn we47_elements_that_the_registers_hold() {
    let session = {
        let text = "vsetvli t0, zero, e64, m1, ta, ma\nret";
        let mut session = open(text, "rvv/textbook", &[("vlen", "2048")], &[]);
        finish(&mut session);
        session
    };
    let strip = session.strip_bar(0, u64::MAX, 1).strips[0];
    assert_eq!(32 * strip.vlmax, 1024);
}

//! The vector machine through the session: functions by hand, going to any cycle, what stops them, settings of its memory.
//! Charts and worked examples are in `rvv_examples`, kernels in `rvv_kernels`.

use lanescope_core::session::{Session, vocabulary::*};
use lanescope_tests::shorthand::{
    DAXPY, buffer, counter, daxpy, doubles, finish, float, function, int, iota,
};
use lanescope_tests::{runs, vector};

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
        let slots = session.report().unwrap().slots[Cause::REGISTER_BANK.index()];
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
fn a_wrong_setting_is_all_that_is_wrong_with_assembly() {
    let document = Document {
        machine: MachineChoice { preset: "rvv/textbook".into(), changes: vec![("vlen".into(), "99".into())] },
        ..daxpy(1, "rvv/textbook", &[]).document()
    };
    let session = Session::open(document, Limits::default());
    let codes: Vec<&str> = session.compiled().diagnostics.iter().map(|found| &*found.code).collect();
    assert_eq!(codes, ["machine::setting"]);
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
    let mut session = function(text, "rvv/textbook", &[], &[("out", buffer(1, Type::I64, Init::Zeros))]);
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
        let whole = runs::numbers(&whole);
        for piece in [1, 7, 100] {
            let mut session = daxpy(300, preset, &[]);
            while !session.advance(u64::MAX, piece).complete {}
            assert_eq!(runs::numbers(&session), whole, "{preset} in pieces of {piece}");
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
        (session.state_digest(), report.slots, units)
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
                assert_eq!(unit.cause == Cause::ISSUED, !unit.active.is_empty(), "{preset}, cycle {cycle}");
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
        assert_eq!(report.slots[Cause::ISSUED.index()], report.work.instructions);
    }
}

#[test]
fn with_and_without_timing_the_result_and_the_work_are_the_same() {
    for preset in ["rvv/textbook", "rvv/textbook-8-lanes", "rvv/short-vector"] {
        let mut session = daxpy(333, preset, &[]);
        finish(&mut session);
        let (report, digest) = (session.report().unwrap(), session.memory_digest());
        let untimed = session.functional(&mut |_| true).unwrap().unwrap();
        assert_eq!((Some(untimed.memory_digest), untimed.work), (digest, report.work), "{preset}");
    }
}

#[test]
fn what_stops_a_function_is_said_with_element_and_line() {
    let n = ("n", int(40));
    let x = ("x", iota(35, Type::F64));
    let y = ("y", iota(40, Type::F64));
    let mut session = function(DAXPY, "rvv/textbook", &[], &[n, x, y, ("a", float(1.0))]);
    let halt = session.advance(u64::MAX, 10_000).halt.expect("x is too short");
    let Halt::Fault { fault, at } = &halt.halt else { panic!("{halt:#?}") };
    assert_eq!((fault.near.clone(), at.lane, at.pc), (Some(("x".into(), 280)), 3, Some(1)));
    assert_eq!(&DAXPY[halt.span.start as usize..halt.span.end as usize], "vle64.v v0, (a1)");
    let mut session = function("vadd.vv v0, v0, v0\nret", "rvv/textbook", &[], &[]);
    let halt = session.advance(u64::MAX, 10_000).halt.expect("the vector type is not set");
    assert!(
        matches!(&halt.halt, Halt::Illegal { reason, at } if reason.contains("not set") && at.pc == Some(0))
    );
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
        let mut session = function(text, "rvv/textbook", &[("time_slice", time_slice)], &args);
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
    function(text, preset, &[], &args)
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
    for preset in &presets {
        // Every kernel on the first preset of each machine, every other preset with three kernels.
        let first = ["simt/teaching", "rvv/textbook"].contains(&preset.as_str());
        let few = ["saxpy", "spmv", "matmul_tiled"];
        for (name, source) in items.iter().filter(|(name, _)| first || few.contains(&name.as_str())) {
            let document = lanescope_tests::runs::document(source, preset);
            let mut session = Session::open(document, Limits::default());
            session.start().expect("it starts");
            points_below_the_roof(session, &format!("{name} on {preset}"));
        }
    }
    for preset in presets.iter().filter(|preset| preset.starts_with("rvv/")) {
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
fn a_masked_instruction_takes_as_long_as_one_without_a_mask() {
    let time = |mask: &str| {
        let text = format!(
            "vsetvli t0, a0, e64, m8, ta, mu\nvle64.v v8, (a1)\nvmfeq.vf v0, v8, fa0\nvle64.v v16, (a1){mask}\n\
             vfadd.vv v8, v8, v16{mask}\nvse64.v v8, (a1){mask}\nret"
        );
        let args = [("n", int(32)), ("x", iota(32, Type::F64)), ("a", float(3.0))];
        let mut session = function(&text, "rvv/textbook", &[("memory", "banked")], &args);
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
        let mut session = function(text, "rvv/textbook", &changes, &args);
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
    let mut session = function(text, "rvv/textbook", &[("vector_cache", "4"), ("cache_depth", "3")], &args);
    finish(&mut session);
    let bars = vector::chart(&session, 0, u64::MAX, 9).bars;
    let life: Vec<u64> = bars.iter().map(|bar| bar.complete - bar.first).collect();
    // 256 bytes are 4 lines of 64: each is missed once, by its first element.
    assert_eq!((counter(&session, "vector_cache_misses"), counter(&session, "vector_cache_hits")), (4, 60));
    assert_eq!(life[1], 32 + 3);
    assert_eq!(counter(&session, "memory_bytes"), 4 * 64);
}

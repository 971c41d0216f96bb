//! Kernels on the vector machine through the session: how they are strip-mined, what becomes of branches and subscripts,
//! and the worked examples of the reference that are kernels.

use lanescope_core::session::{self, Session, vocabulary::*};
use lanescope_tests::vector;
use lanescope_tests::{
    runs,
    shorthand::{buffer, counter, finish, float, iota, started},
};

/// A kernel on the vector machine.
fn open_kernel(
    text: &str,
    items: u32,
    preset: &str,
    changes: &[(&str, &str)],
    args: &[(&str, ArgValue)],
) -> Session {
    let mut session = started(text, (Language::OpenCl, items), preset, changes, args);
    finish(&mut session);
    session
}

#[test]
fn we14_strides_of_a_kernel() {
    // Work-item k multiplies B[i][k] and D[k][j] of 100 x 100 doubles, row by row; then column by column.
    let text = |b: &str, d: &str| {
        format!(
            "kernel void f(global const double *B, global const double *D, global double *out) {{
                int k = get_global_id(0), i = 3, j = 5; out[k] = B[{b}] * D[{d}]; }}"
        )
    };
    let steps = |text: &str| {
        let matrix = || iota(100 * 100, Type::F64);
        let args = [("B", matrix()), ("D", matrix()), ("out", buffer(16, Type::F64, Init::Zeros))];
        let session = open_kernel(text, 16, "rvv/textbook-16-banks", &[], &args);
        let bars = vector::chart(&session, 0, u64::MAX, 100).bars;
        let map = vector::bank_map(&session, 0, u64::MAX, 1000);
        let step = |bar: &lanescope_core::machines::rvv::charts::ChartBar| {
            let banks: Vec<u32> =
                map.accesses.iter().filter(|access| access.id == bar.id).map(|access| access.bank).collect();
            let steps: Vec<u32> = banks.windows(2).map(|pair| (pair[1] + 16 - pair[0]) % 16).collect();
            assert!(steps.iter().all(|step| *step == steps[0]), "{steps:?}");
            steps[0]
        };
        let accesses = bars.iter().filter(|bar| map.accesses.iter().any(|access| access.id == bar.id));
        accesses.map(step).collect::<Vec<_>>()
    };
    // 8 bytes are a bank further, 800 bytes 100 banks, which is 4 of 16. The result is stored one after another.
    assert_eq!(steps(&text("i * 100 + k", "k * 100 + j")), [1, 4, 1]);
    assert_eq!(steps(&text("k * 100 + i", "j * 100 + k")), [4, 1, 1]);
}

#[test]
fn we09_strips_of_a_kernel_in_both_styles() {
    let text = "kernel void f(global double *x, double a) { int i = get_global_id(0); x[i] = a * x[i]; }";
    let strips = |style| {
        let args = [("x", iota(100, Type::F64)), ("a", float(2.0))];
        let session = open_kernel(text, 100, "rvv/textbook", &[("strips", style)], &args);
        let bars = vector::chart(&session, 0, u64::MAX, 1000).bars;
        let first = bars[0].pc;
        bars.iter().filter(|bar| bar.pc == first).map(|bar| bar.elements).collect::<Vec<_>>()
    };
    assert_eq!(strips("short-last"), [32, 32, 32, 4]);
    assert_eq!(strips("short-first"), [4, 32, 32, 32]);
}

#[test]
fn cores_share_the_channels_of_dram() {
    let text = "kernel void f(global double *x, double a) { int i = get_global_id(0); x[i] = a * x[i]; }";
    let run = |cores: &str, channels: &str| {
        let changes = [("cores", cores), ("channels", channels)];
        let mut document = open_kernel(
            text,
            4096,
            "rvv/textbook-dram",
            &changes,
            &[("x", iota(4096, Type::F64)), ("a", float(2.0))],
        )
        .document();
        if let Some(launch) = &mut document.launch {
            launch.local = [256, 1, 1];
        }
        let mut session = Session::open(document, Limits::default());
        session.start().expect("it starts");
        finish(&mut session);
        let report = session.report().unwrap();
        // Each double is read and written once, in whole bursts; nothing goes over the bus faster than it can.
        assert_eq!(counter(&session, "dram_reads") * 64, 8 * 4096);
        assert_eq!(counter(&session, "dram_writes") * 64, 8 * 4096);
        let rate = report.number("bandwidth").unwrap();
        assert!(rate <= report.peak_gbytes, "{rate} of {}", report.peak_gbytes);
        assert!(session.dram(0, u64::MAX, 10).commands.len() == 10);
        report.cycles
    };
    let (one, two, more) = (run("1", "1"), run("2", "1"), run("2", "4"));
    assert!(two < one && more < two, "{one} {two} {more}");
}

#[test]
fn ha01_instruction_counts_stand_in_one_table() {
    let text = "kernel void f(global float *x, float a) { int i = get_global_id(0); x[i] = a * x[i]; }";
    let args = [("x", iota(16, Type::F32)), ("a", float(2.0))];
    let runs: Vec<(String, lanescope_core::session::Report)> = session::machines()
        .into_iter()
        .filter(|machine| runs::wide_presets().contains(&machine.presets[0].id))
        .map(|machine| {
            let session = open_kernel(text, 16, &machine.presets[0].id, &[], &args);
            (machine.id, session.totals().unwrap())
        })
        .collect();
    let columns: Vec<_> = runs.iter().map(|(name, report)| (name.clone(), report)).collect();
    let table = session::compare(&columns);
    let row = table.rows.iter().find(|row| row.id == "instructions").unwrap();
    let counts: Vec<Option<f64>> =
        runs.iter().map(|(_, report)| Some(report.work.instructions as f64)).collect();
    assert_eq!((row.values.len(), &row.values), (runs.len(), &counts));
    assert!(runs.len() > 1);
}

#[test]
fn we39_fdtd_gathers_by_material() {
    let text = include_str!("../cases/pasted/fdtd.cl");
    let document = lanescope_tests::runs::document(text, "rvv/textbook");
    let session = Session::open(document, Limits::default());
    let lines: Vec<&str> = session.compiled().assembly.lines.iter().map(|line| line.text.trim()).collect();
    let count = |wanted: &str| lines.iter().filter(|line| line.contains(wanted)).count();
    // The coefficients of the material; everything else lies one after another along z, and the guard is the same for a row.
    assert_eq!((count("vluxei") + count("vloxei"), count("vse32.v"), count("v0.t")), (2, 1, 0));
    assert_eq!(count("vle32.v"), 7);
}

/// A row of work-items that each take one element, in groups of `local`.
fn row(local: u32, changes: &[(&str, &str)]) -> Session {
    let source = format!(
        "// lanescope: global {local}\n// lanescope: local {local}\n// lanescope: arg x [{local}] iota\n\
         __kernel void row(__global int *x) {{ int i = get_global_id(0); x[i] = x[i] * 3 + i; }}"
    );
    run_kernel(&source, changes)
}

/// A kernel on the textbook machine with changed settings, run to its end.
fn run_kernel(source: &str, changes: &[(&str, &str)]) -> Session {
    let mut document = lanescope_tests::runs::document(source, "rvv/textbook");
    document.machine.changes = changes.iter().map(|(id, value)| ((*id).into(), (*value).into())).collect();
    let mut session = Session::open(document, Limits::default());
    session.start().unwrap_or_else(|found| panic!("{found:#?}"));
    finish(&mut session);
    session
}

fn integers(session: &Session, name: &str) -> Vec<i32> {
    let bytes = session.dump(name).expect("there is such a buffer");
    bytes.chunks_exact(4).map(|bytes| i32::from_le_bytes(bytes.try_into().unwrap())).collect()
}

/// hp_ch4 4.12: n elements are n / MVL full strips and one of n mod MVL, which is the first or the last.
#[test]
fn kernels_are_strip_mined_in_both_styles() {
    // 256 bits with LMUL 4 are 32 elements of 32 bits.
    const MVL: u32 = 32;
    for n in [1, 31, 32, 33, 63, 64, 65, 100] {
        let full = vec![MVL; (n / MVL) as usize];
        let odd: Vec<u32> = [n % MVL].into_iter().filter(|odd| *odd > 0).collect();
        let styles =
            [("short-last", [full.clone(), odd.clone()].concat()), ("short-first", [odd, full].concat())];
        for (style, wanted) in styles {
            let session = row(n, &[("lmul", "4"), ("strips", style)]);
            let strips = vector::strip_bar(&session, 0, u64::MAX, 100).strips;
            let found: Vec<u32> = strips.iter().map(|strip| strip.vl).collect();
            assert_eq!(found, wanted, "{n} {style}");
            assert!(strips.iter().all(|strip| strip.vlmax == MVL), "{n} {style}");
            let values: Vec<i32> = (0..n as i32).map(|i| 4 * i).collect();
            assert_eq!(integers(&session, "x"), values, "{n} {style}");
        }
    }
}

/// hp_ch4 4.13: what a mask that is empty decides is passed over, or carried out with all elements masked off.
#[test]
fn empty_masks_are_skipped_by_either_instruction_or_not_at_all() {
    let source = "// lanescope: global 64\n// lanescope: local 64\n// lanescope: arg x [64] iota\n\
         __kernel void sides(__global int *x) {\n\
         int i = get_global_id(0), v = x[i];\n\
         if (v > 1000) { v = v * v + 7 * v - 3; x[i] = v ^ (v >> 2); } }";
    let run = |skip: &str| {
        let session = run_kernel(source, &[("skip", skip)]);
        let text: Vec<String> =
            session.compiled().assembly.lines.iter().map(|line| line.text.clone()).collect();
        let has = |name: &str| text.iter().any(|line| line.contains(name));
        let asks = (has("vfirst.m"), has("vcpop.m"));
        assert_eq!(integers(&session, "x"), (0..64).collect::<Vec<i32>>(), "{skip}");
        (asks, session.report().expect("report").work.instructions)
    };
    let (none, first, count) = (run("none"), run("vfirst"), run("vcpop"));
    assert_eq!([none.0, first.0, count.0], [(false, false), (true, false), (false, true)]);
    assert_eq!(first.1, count.1);
    assert!(first.1 < none.1, "nothing is left to do behind an empty mask: {first:?} {none:?}");
}

/// hp_ch4 4.13: two conditions inside each other have four leaves, each with a mask of its own.
#[test]
fn hc14_double_nesting_has_four_masks() {
    let source = "// lanescope: global 64\n// lanescope: local 64\n// lanescope: arg x [64] iota\n\
         // lanescope: arg y [256] zero\n__kernel void leaves(__global int *x, __global int *y) {\n\
         int i = get_global_id(0), v = x[i];\n\
         if (v & 1) { if (v & 2) y[4 * i] = v * 3; else y[4 * i + 1] = v - 7; }\n\
         else { if (v & 4) y[4 * i + 2] = v + 11; else y[4 * i + 3] = -v; } }";
    for skip in ["none", "vfirst", "vcpop"] {
        let session = run_kernel(source, &[("skip", skip)]);
        let stores = session.compiled().assembly.lines.iter();
        let stores = stores.filter(|line| line.text.contains("vss") && line.text.contains("v0.t")).count();
        assert_eq!(stores, 4, "{skip}");
        let expected: Vec<i32> = (0..64)
            .flat_map(|v| match (v & 1, v & 2, v & 4) {
                (1, 2, _) => [v * 3, 0, 0, 0],
                (1, ..) => [0, v - 7, 0, 0],
                (_, _, 4) => [0, 0, v + 11, 0],
                _ => [0, 0, 0, -v],
            })
            .collect();
        assert_eq!(integers(&session, "y"), expected, "{skip}");
    }
}

/// hp_ch4 5.7: float operations count for active elements only.
#[test]
fn only_elements_of_the_mask_count_their_operations() {
    let flops = |body: &str, skip: &str| {
        let source = format!(
            "// lanescope: global 64\n// lanescope: local 64\n// lanescope: arg x [64] iota\n\
             __kernel void f(__global float *x) {{ int i = get_global_id(0); float s = x[i]; {body} x[i] = s; }}"
        );
        counter(&run_kernel(&source, &[("skip", skip)]), "flops")
    };
    for skip in ["none", "vfirst", "vcpop", "sparse"] {
        // A multiplication and an addition in 16 elements; in each of eight as many times as its place says.
        assert_eq!(flops("if (i % 4 == 0) s = s * 0.5f + 1.0f;", skip), 16 * 2, "{skip}");
        assert_eq!(flops("for (int k = 0; k < i % 8; k++) s = s * 0.5f + 1.0f;", skip), 8 * 28 * 2, "{skip}");
        assert_eq!(flops("if (i > 59) s = s / 3.0f; else s = s * s - 2.0f;", skip), 4 + 60 * 2, "{skip}");
    }
}

/// hp_ch4 4.2: the subscript decides how memory is accessed.
#[test]
fn subscripts_become_unit_stride_strided_or_indexed_accesses() {
    let cases = [
        ("x[i]", "vle32.v", "a place in a row"),
        ("x[i + n]", "vle32.v", "the same from another start"),
        ("x[3 * i]", "vlse32.v", "a constant stride"),
        ("x[n * i + 1]", "vlse32.v", "a stride that the launch decides"),
        ("x[i ^ 5]", "vluxei", "no line at all"),
        ("x[at[i]]", "vluxei", "from memory"),
    ];
    for (subscript, wanted, what) in cases {
        let source = format!(
            "__kernel void k(__global int *out, __global const int *x, __global const int *at, int n) {{\n\
             int i = get_global_id(0); out[i] = {subscript}; }}"
        );
        let document = lanescope_tests::runs::document(&source, "rvv/textbook");
        let session = Session::open(document, Limits::default());
        let lines: Vec<String> =
            session.compiled().assembly.lines.iter().map(|line| line.text.clone()).collect();
        let loads: Vec<&str> =
            lines.iter().map(|line| line.trim()).filter(|line| line.starts_with("vl")).collect();
        assert!(loads.last().is_some_and(|load| load.starts_with(wanted)), "{what}: {loads:?}");
        let indexed = loads.iter().any(|load| load.contains("xei"));
        assert_eq!(indexed, wanted == "vluxei", "{what}: {loads:?}");
    }
}

/// More cycles than any kernel of the gallery needs.
const CYCLES: u64 = 2_000_000;

/// Mechanisms of the vector machine that no preset has.
const MECHANISMS: &[&[(&str, &str)]] = &[&[("register_file", "banked")]];

#[test]
fn every_kernel_with_every_mechanism_of_the_vector_machine_equals_the_reference() {
    for item in session::gallery().into_iter().filter(|item| item.name != "spin_lock") {
        let (name, source) = (item.name, item.source);
        for changes in MECHANISMS {
            let mut document = runs::document(&source, "rvv/textbook");
            let change = |(id, value): &(&str, &str)| (id.to_string(), value.to_string());
            document.machine.changes = changes.iter().map(change).collect();
            let mut session = Session::open(document, Limits::default());
            session.start().unwrap_or_else(|found| panic!("{name} with {changes:?}: {found:#?}"));
            let status = session.advance(CYCLES, CYCLES);
            assert!(status.complete && status.halt.is_none(), "{name} with {changes:?}: {status:#?}");
            let check = (0..1000).find_map(|_| session.check(1_000_000)).expect("the reference ends");
            assert!(check.pass, "{name} with {changes:?}: {check:#?}");
            let report = session.report().expect("a run has a report");
            assert_eq!(report.slots.iter().sum::<u64>(), report.slots_total, "{name} with {changes:?}");
        }
    }
}

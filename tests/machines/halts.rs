//! Every halt says the line of the text that it happened in, in words and as data: each kind of halt, on every preset, with
//! timing and without, and in the reference.

use lanescope_core::session::{HaltInfo, Session, vocabulary::*};
use lanescope_tests::runs;

/// Cycles that none of these kernels needs before it halts, except the one that never does.
const CYCLES: u64 = 60_000;

/// Kernels that halt at the line with the mark `HERE`.
const KERNELS: &[(&str, &str)] = &[
    ("a store beyond a buffer", "x[i + 100000] = i; // HERE"),
    ("a load beyond a buffer", "int far = x[i * 100000]; // HERE\n  x[i] = far;"),
    ("an atomic beyond a buffer", "atomic_add(x + 100000, 1); // HERE"),
    (
        "an access that is not aligned",
        "__global char *bytes = (__global char *)x;\n  *(__global int *)(bytes + 4 * i + 1) = 1; // HERE",
    ),
    (
        "work-group memory",
        "__local int t[8];\n  t[i * 100000] = i; // HERE\n  barrier(CLK_LOCAL_MEM_FENCE);\n  x[i] = t[0];",
    ),
    ("an endless loop", "while (x[0] >= 0) // HERE\n    ;"),
];

fn source(body: &str) -> String {
    format!(
        "// lanescope: arg x [256] zeros\n__kernel void k(__global volatile int *x) {{\n  int i = get_global_id(0);\n  {body}\n}}\n"
    )
}

fn session(source: &str, preset: &str) -> Session {
    let limits = Limits { cycles: CYCLES, functional_instructions: 1 << 16, ..Limits::default() };
    Session::open(runs::document(source, preset), limits)
}

fn names_its_line(source: &str, halt: &HaltInfo, run: &str) {
    let line = 1 + source.lines().position(|line| line.contains("HERE")).unwrap() as u32;
    let place = halt.place.as_ref().unwrap_or_else(|| panic!("{run}: {halt:?}"));
    assert_eq!((place.line, place.file.as_deref()), (line, None), "{run}: {halt:?}");
    let text = &source[halt.span.start as usize..halt.span.end as usize];
    assert!(!text.is_empty() && place.column > 1, "{run}: {text}");
    assert!(halt.message.contains(&format!("at line {line}")), "{run}: {}", halt.message);
}

#[test]
fn each_kind_of_halt_says_its_line_on_every_preset() {
    for (what, body) in KERNELS {
        let source = source(body);
        for preset in runs::kernel_presets() {
            let run = format!("{what} on {preset}");
            // What a machine does not take it refuses where that stands.
            if let Some((line, why)) = runs::refused_at(&source, &preset) {
                assert!(source.lines().nth(line - 1).unwrap().contains("HERE"), "{run}: line {line}: {why}");
                assert!(runs::LACKING.iter().any(|machine| preset.starts_with(machine)), "{run}: {why}");
                continue;
            }
            let mut timed = session(&source, &preset);
            timed.start().unwrap_or_else(|found| panic!("{run}: {found:#?}"));
            let halt = timed.advance(u64::MAX, u64::MAX).halt.unwrap_or_else(|| panic!("{run}: no halt"));
            names_its_line(&source, &halt, &run);
            let untimed = session(&source, &preset).functional(&mut |_| true).unwrap().unwrap();
            let halt = untimed.halt.unwrap_or_else(|| panic!("{run}, without timing: no halt"));
            // A limit of instructions has no state of a machine to look at.
            if !matches!(halt.halt, Halt::Limit { .. }) {
                names_its_line(&source, &halt, &format!("{run}, without timing"));
            }
        }
    }
}

/// Lines are counted as line markers count them.
#[test]
fn halts_name_the_file_that_a_line_marker_names() {
    let marked = source("x[i + 100000] = i;").replace("  int i", "#line 70 \"lib/far.h\"\n  int i");
    for preset in runs::kernel_presets() {
        let mut session = session(&marked, &preset);
        session.start().unwrap();
        let halt = session.advance(u64::MAX, u64::MAX).halt.unwrap();
        let place = halt.place.unwrap();
        assert_eq!((place.file.as_deref(), place.line, place.column > 1), (Some("lib/far.h"), 71, true));
        assert!(halt.message.contains("at line 71 of lib/far.h"), "{preset}: {}", halt.message);
    }
}

/// Kernels that store to a read-only region at the line with the mark `HERE`: what a `const` pointer leads to, what the launch
/// says, and a buffer that lies over the end of one that may be written.
const REFUSED: &[(&str, &str, &str)] = &[
    ("a `const` buffer", "", "((__global int *)y)[i] = i; // HERE"),
    ("a buffer that is said to be read-only", "// lanescope: permission x read\n", "x[i] = y[i]; // HERE"),
    (
        "a region that one of its buffers says to be read-only",
        "// lanescope: at x 0x40000\n// lanescope: at y 0x40200\n// lanescope: permission y read\n",
        "x[i] = i; // HERE",
    ),
];

fn with_regions(lines: &str, body: &str) -> String {
    format!(
        "// lanescope: arg x [256] zeros\n// lanescope: arg y [256] iota\n{lines}\
         __kernel void k(__global int *x, __global const int *y) {{\n  int i = get_global_id(0);\n  {body}\n}}\n"
    )
}

#[test]
fn a_store_to_a_read_only_region_halts_on_every_preset() {
    for (what, lines, body) in REFUSED {
        let source = with_regions(lines, body);
        for preset in runs::kernel_presets() {
            let run = format!("{what} on {preset}");
            let mut timed = session(&source, &preset);
            timed.start().unwrap_or_else(|found| panic!("{run}: {found:#?}"));
            let halt = timed.advance(u64::MAX, u64::MAX).halt.unwrap_or_else(|| panic!("{run}: no halt"));
            let untimed = session(&source, &preset).functional(&mut |_| true).unwrap().unwrap();
            let untimed = untimed.halt.unwrap_or_else(|| panic!("{run}, without timing: no halt"));
            for halt in [halt, untimed] {
                names_its_line(&source, &halt, &run);
                assert!(halt.message.contains("to read-only memory"), "{run}: {}", halt.message);
                let buffer = if what.contains("const") { "of `y`" } else { "of `x`" };
                let named = halt.message.contains(buffer) || what.contains("region");
                assert!(named && halt.message.contains("byte "), "{run}: {}", halt.message);
            }
        }
    }
}

#[test]
fn an_atomic_in_a_read_only_region_halts() {
    let source = with_regions("// lanescope: permission x read\n", "atomic_add(x + i, 1); // HERE");
    for preset in runs::atomic_presets() {
        let mut session = session(&source, &preset);
        session.start().unwrap_or_else(|found| panic!("{preset}: {found:#?}"));
        let halt = session.advance(u64::MAX, u64::MAX).halt.unwrap_or_else(|| panic!("{preset}: no halt"));
        names_its_line(&source, &halt, &preset);
        assert!(halt.message.contains("to read-only memory"), "{preset}: {}", halt.message);
    }
}

/// A `const` pointer may lead to memory that another name writes: the region counts, not the name. The reference agrees.
#[test]
fn stores_go_where_the_region_allows_them() {
    let of_both = "// lanescope: at x 0x40000\n// lanescope: at y 0x40200\n";
    for (what, lines) in [
        ("overlapping", of_both.to_string()),
        ("said to be writable", "// lanescope: permission y read-write\n".to_string()),
    ] {
        let source = with_regions(&lines, "((__global int *)y)[i] = i + 1; // HERE");
        for preset in runs::kernel_presets() {
            let mut session = session(&source, &preset);
            session.start().unwrap_or_else(|found| panic!("{what} on {preset}: {found:#?}"));
            let status = session.advance(u64::MAX, u64::MAX);
            assert!(status.complete && status.halt.is_none(), "{what} on {preset}: {:?}", status.halt);
            let check = (0..1000).find_map(|_| session.check(1_000_000)).expect("the reference ends");
            assert!(check.pass, "{what} on {preset}: {:?}", check.remark);
        }
    }
}

/// A machine that is told to cut transfers drops what lies beyond a buffer and runs on to its end; the check says that the results
/// are nobody's.
#[test]
fn accesses_beyond_a_buffer_that_a_machine_cuts_are_said_by_the_check() {
    for (what, body) in &KERNELS[..2] {
        for preset in ["sim_d/author", "sim_d/thesis"] {
            let mut document = runs::document(&source(body), preset);
            document.machine.changes.push(("bounds".into(), "cut".into()));
            let mut session = Session::open(document, Limits::default());
            session.start().unwrap_or_else(|found| panic!("{what} on {preset}: {found:#?}"));
            let status = session.advance(u64::MAX, u64::MAX);
            assert!(status.complete && status.halt.is_none(), "{what} on {preset}: {:?}", status.halt);
            let check = (0..1000).find_map(|_| session.check(1_000_000)).expect("the reference ends");
            let remark = check.remark.unwrap_or_default();
            assert!(
                !check.pass && remark.contains("at line 4: ") && remark.contains(" out of bounds: "),
                "{what} on {preset}: {remark}"
            );
        }
    }
}

/// Ways out of a buffer that need what Sim-D brings to a scratchpad: a table, a tile of a filter, results that are put together.
const STAGED: &[(&str, &str)] = &[
    (
        "a table that is read by an index",
        "// lanescope: global 1024\n// lanescope: arg x int[1024] zeros\n// lanescope: arg t int[16] iota\n\
         __kernel void k(__global int *x, __global const int *t) {\n  int i = get_global_id(0), s = 0;\n\
         for (int j = 0; j < 8; j++)\n    s += t[(i + j) % 16 + (i == 700 ? 16 : 0)]; // HERE\n  x[i] = s;\n}\n",
    ),
    (
        "a filter without a look at the edge",
        "// lanescope: global 64 64\n// lanescope: arg x int[4096] zeros\n// lanescope: arg y int[4096] iota\n\
         __kernel void k(__global int *x, __global const int *y) {\n  int i = get_global_id(0), j = get_global_id(1), s = 0;\n\
         for (int b = 0; b < 3; b++)\n    for (int a = 0; a < 3; a++)\n      s += y[(j + b) * 64 + i + a]; // HERE\n\
         x[j * 64 + i] = s;\n}\n",
    ),
    (
        "structures in a buffer that is too short",
        "// lanescope: global 1024\n// lanescope: arg x int[4000] zeros\n\
         __kernel void k(__global int *x) {\n  int i = get_global_id(0);\n  x[4 * i] = i;\n  x[4 * i + 1] = i;\n  x[4 * i + 2] = i; \n\
         x[4 * i + 3] = i; // LAST\n}\n",
    ),
];

#[test]
fn words_that_lie_beyond_a_buffer_halt_however_they_are_brought() {
    for (what, source) in STAGED {
        for preset in runs::kernel_presets() {
            let run = format!("{what} on {preset}");
            let mut timed = Session::open(runs::document(source, &preset), Limits::default());
            timed.start().unwrap_or_else(|found| panic!("{run}: {found:#?}"));
            let halt = timed.advance(u64::MAX, u64::MAX).halt.unwrap_or_else(|| panic!("{run}: no halt"));
            assert!(halt.message.contains(" out of bounds: "), "{run}: {}", halt.message);
            // Of structures the first word that does not fit is the first of one.
            if source.contains("HERE") {
                names_its_line(source, &halt, &run);
            }
        }
    }
}

/// Text by hand on every machine that runs it, with what its halt says. The line of the halt has the mark `HERE`.
fn by_hand(text: &str, words: &str) {
    let source = format!("# lanescope: arg out int[16] zeros\n .globl f\nf:\n{text}\n ret\n");
    let presets = runs::kernel_presets();
    for preset in presets.iter().filter(|preset| preset.starts_with("rvv/") || preset.starts_with("packed/"))
    {
        let mut document = runs::document(&source, preset);
        document.language = Language::Assembly;
        let run = format!("{text} on {preset}");
        let limits = Limits { cycles: CYCLES, functional_instructions: 1 << 16, ..Limits::default() };
        let mut timed = Session::open(document, limits);
        timed.start().unwrap_or_else(|found| panic!("{run}: {found:#?}"));
        let halt = timed.advance(u64::MAX, u64::MAX).halt.unwrap_or_else(|| panic!("{run}: no halt"));
        assert!(halt.message.contains(words), "{run}: {}", halt.message);
        names_its_line(&source, &halt, &run);
        let untimed = timed.functional(&mut |_| true).unwrap().unwrap();
        let halt = untimed.halt.unwrap_or_else(|| panic!("{run}, without timing: no halt"));
        assert!(halt.message.contains(words), "{run}: {}", halt.message);
    }
}

#[test]
fn system_calls_that_nobody_answers_are_named() {
    by_hand(" li a7, 1\n ecall # HERE", "system call 1,");
    by_hand(" li a7, 64\n ecall # HERE", "system call 64 (`write` on Linux)");
    by_hand(" li a7, -1\n ecall # HERE", "system call -1,");
    by_hand(" li a0, 3\n li a7, 93\n ecall # HERE", "exit status 3");
}

#[test]
fn accesses_to_the_instructions_say_what_is_wrong_with_them() {
    by_hand(" la t0, f\n lw t1, 1(t0) # HERE", "misaligned");
    by_hand(" la t0, f\n ld t1, 4(t0) # HERE", "misaligned");
    by_hand(" la t0, f\n lhu t1, 3(t0) # HERE", "misaligned");
    by_hand(" la t0, f\n sw t1, 0(t0) # HERE", "to read-only memory");
    by_hand(" la t0, f\n sh t1, 1(t0) # HERE", "misaligned");
    by_hand(" la t0, f\n lw t1, 2000(t0) # HERE", "out of bounds");
}

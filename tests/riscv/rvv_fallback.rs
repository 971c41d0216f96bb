//! The scalar fall-back of the vector machine (hp_ch4 4.13, 5.7, HV30): where few elements of a strip go one way of a branch
//! or stay in a loop, scalar code does it for each of them. That results are right for all kernels is tested beside the
//! code generator; here it is when it happens, and what it costs.

use lanescope_core::session::{Session, vocabulary::*};
use lanescope_tests::{
    runs::document,
    shorthand::{counter, doubles, finish, float, int, iota, started},
};

/// n of 64 elements take the branch, here and there (7 has no divisor in common with 64).
const BRANCH: &str = "kernel void f(global double *x, int n, double a) {
    int i = get_global_id(0);
    double v = x[i];
    if (i * 7 % 64 < n) {
        double s = v * a;
        for (int k = 0; k < 20; k++) s = s * 0.5 + a;
        x[i] = s - v;
    }
}";

/// What a run has counted.
#[derive(Debug, PartialEq)]
struct Counts {
    cycles: u64,
    scalars: u64,
    loads: u64,
    stores: u64,
    values: Vec<f64>,
}

/// The branch for n of 64 elements in one strip.
fn branch(n: i64, changes: &[(&str, &str)]) -> Counts {
    let args = [("x", iota(64, Type::F64)), ("n", int(n)), ("a", float(3.0))];
    let mut session = started(BRANCH, (Language::OpenCl, 64), "rvv/textbook-8-banks", changes, &args);
    finish(&mut session);
    counts(&session)
}

fn counts(session: &Session) -> Counts {
    Counts {
        cycles: session.report().expect("a report").cycles,
        scalars: counter(session, "scalar_instructions"),
        loads: counter(session, "loaded_elements"),
        stores: counter(session, "stored_elements"),
        values: doubles(session, "x"),
    }
}

const SPARSE: [(&str, &str); 2] = [("skip", "sparse"), ("memory", "ideal")];
const COUNT: [(&str, &str); 2] = [("skip", "vcpop"), ("memory", "ideal")];

/// 64 elements: 12 are less than 20 %, 13 are not.
#[test]
fn hv30_scalar_code_runs_below_the_share_of_ones_that_is_set() {
    let sparse: Vec<Counts> = (0..=64).map(|n| branch(n, &SPARSE)).collect();
    let turn = sparse[2].scalars - sparse[1].scalars;
    // At least four scalar instructions for each of the twenty turns of the inner loop.
    assert!(turn > 80, "{turn}");
    for n in 1..12 {
        let (now, more) = (&sparse[n], &sparse[n + 1]);
        assert_eq!(more.scalars - now.scalars, turn, "{n}");
        // An element reads its number and its v; it is written into the list, says that it has its turn, and writes its result.
        assert_eq!((more.loads - now.loads, more.stores - now.stores), (2, 3), "{n}");
    }
    for n in 13..64 {
        let (now, more) = (&sparse[n], &sparse[n + 1]);
        assert_eq!((now.scalars, now.cycles), (more.scalars, more.cycles), "{n}");
        // The masked store is all that differs.
        assert_eq!((more.loads - now.loads, more.stores - now.stores), (0, 1), "{n}");
    }
    assert!(sparse[0].scalars < sparse[1].scalars && sparse[13].scalars < sparse[12].scalars);
    for (n, counts) in sparse.iter().enumerate() {
        assert_eq!(counts.values, branch(n as i64, &COUNT).values, "{n}");
    }
}

#[test]
fn hv30_the_share_is_a_setting() {
    let scalars = |below: &'static str, n| {
        let [skip, memory] = SPARSE;
        branch(n, &[skip, memory, ("sparse_below", below)]).scalars
    };
    // 63 of 64 are less than 100 %, 64 are not; one of 64 is not less than 1 %, but less than 2 %.
    assert!(scalars("100", 63) > 63 * 80 && scalars("100", 64) < 200);
    assert!(scalars("1", 1) < scalars("2", 1));
    // 31 and 32 of 64 are on either side of a half.
    assert!(scalars("50", 31) > 31 * 80 && scalars("50", 32) < 200);
}

/// The time of vector code does not depend on the number of elements; that of scalar code is proportional to it (5.7), so
/// that there is a crossover, below 20 % here since an element waits for each of its results.
#[test]
fn hv30_few_elements_take_less_time_than_vector_code_and_many_take_more() {
    let vector = branch(1, &COUNT).cycles;
    assert_eq!(branch(12, &COUNT).cycles, vector);
    let cycles: Vec<u64> = (1..=12).map(|n| branch(n, &SPARSE).cycles).collect();
    let steps: Vec<u64> = cycles.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(steps.iter().all(|step| step.abs_diff(steps[0]) <= 2), "{steps:?}");
    assert!(cycles[0] < vector / 2, "{} {vector}", cycles[0]);
    let crossover = 1 + cycles.iter().take_while(|cycles| **cycles < vector).count();
    assert!((3..=12).contains(&crossover), "{crossover} of 64");
    // Asking costs little where it does not happen.
    let dense = branch(64, &SPARSE).cycles;
    assert!(dense - vector < vector / 50, "{dense} {vector}");
}

/// Of 64 elements 63 leave the loop after two turns and the last one after 400.
#[test]
fn hv30_the_last_elements_of_a_loop_go_on_by_themselves() {
    let text = "kernel void f(global double *x) {
        int i = get_global_id(0), turns = i == 63 ? 400 : 2;
        double s = x[i];
        for (int k = 0; k < turns; k++) s = s * 0.5 + 1.0;
        x[i] = s;
    }";
    let run = |changes: &[(&str, &str)]| {
        let args = [("x", iota(64, Type::F64))];
        let mut session = started(text, (Language::OpenCl, 64), "rvv/textbook-8-banks", changes, &args);
        finish(&mut session);
        counts(&session)
    };
    let (sparse, vector) = (run(&SPARSE), run(&COUNT));
    assert_eq!(sparse.values, vector.values);
    let expected = |start: f64, turns: u32| (0..turns).fold(start, |s, _| s * 0.5 + 1.0);
    assert_eq!((sparse.values[5], sparse.values[63]), (expected(5.0, 2), expected(63.0, 400)));
    // A turn of 64 elements through the multiplier, the adder and the masks, or one of a scalar core.
    assert!(sparse.cycles * 5 < vector.cycles, "{} {}", sparse.cycles, vector.cycles);
}

/// A fault in scalar code is that of the element whose turn it is.
#[test]
fn a_fault_in_the_turn_of_an_element_names_its_work_item() {
    let source = "// lanescope: global 64\n// lanescope: local 32\n// lanescope: arg x [120]\n\
        __kernel void k(__global int *x) { int i = get_global_id(0), v = x[i];\n\
        if (i % 30 == 3) { v = (v + 1) * i - 5; v = v * v + i; x[2 * i] = v; } }";
    for (skip, element) in [("sparse", 31), ("vcpop", 31), ("vfirst", 31)] {
        let mut document = document(source, "rvv/textbook");
        document.machine.changes = vec![("skip".into(), skip.into())];
        let mut session = Session::open(document, Limits::default());
        session.start().expect("it starts");
        let halt = session.advance(u64::MAX, 1_000_000).halt.expect("it goes wrong");
        let who = format!("Work-item (63, 0, 0), core 0 front end element {element}, ");
        assert!(halt.message.starts_with(&who), "{skip}: {}", halt.message);
    }
}

/// Elements that wait for each other must go together: for a lock there is no scalar code.
#[test]
fn a_loop_that_waits_has_no_scalar_code() {
    let listing = |text: &str| {
        let mut document = document(text, "rvv/textbook");
        document.machine.changes = vec![("skip".into(), "sparse".into())];
        let session = Session::open(document, Limits::default());
        let lines = &session.compiled().assembly.lines;
        assert!(!lines.is_empty(), "{:?}", session.compiled().diagnostics);
        lines.iter().any(|line| line.text.contains("vcompress.vm"))
    };
    let text = |body: &str| {
        format!(
            "// lanescope: global 64\n// lanescope: local 64\n// lanescope: arg x [64]\n\
             __kernel void k(__global int *x) {{ int i = get_global_id(0); {body} }}"
        )
    };
    assert!(listing(&text("int n = x[i]; while (n > 0) n = n / 3 - i; x[i] = n;")));
    assert!(!listing(&text("while (atomic_add(&x[i / 8], 1) < 100) ;")));
    assert!(!listing(&text("volatile __global int *flag = x; while (flag[i / 8] == i) ;")));
    // An atomic that nobody repeats waits for nobody; a function of the vector unit alone stays there.
    assert!(listing(&text("if (x[i] > 3) { int old = atomic_add(x, i); x[i] = old * old + i; }")));
    assert!(!listing(&text("if (x[i] > 3) { float f = sin((float)x[i]); x[i] = (int)(f * f * 9.0f); }")));
}

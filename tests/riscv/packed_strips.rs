//! What the strips of packed SIMD cost: instructions of the strip loop for each element, counted from runs. A row of 1,024 work-items
//! and one of 512 differ by the loop alone: (all instructions of one, less all of the other) / 512.

use lanescope_core::session::vocabulary::*;
use lanescope_tests::shorthand::{counter, finish, float, int, iota, started};

/// A kernel, and what `clang -O2 -mavx2` takes for an element of its loop without unrolling.
struct Row {
    name: &'static str,
    text: &'static str,
    clang: f64,
    /// How many times as much is reached.
    reached: f64,
}

/// The goal is 1.5 times as much as clang takes.
const ROWS: &[Row] = &[
    Row {
        name: "product",
        text: "kernel void f(global const float *x, global const float *y, global float *z, int n, float a) {
            int i = get_global_id(0); z[i] = x[i] * y[i]; }",
        clang: 0.75,
        reached: 1.5,
    },
    Row {
        name: "saxpy",
        text: "kernel void f(global const float *x, global float *y, global float *z, int n, float a) {
            int i = get_global_id(0); if (i < n) y[i] = a * x[i] + y[i]; }",
        clang: 0.75,
        reached: 1.5,
    },
    Row {
        name: "stencil with a guard",
        text: "kernel void f(global const float *x, global float *y, global float *z, int n, float a) {
            int i = get_global_id(0); if (i >= 1 && i < n - 1) y[i] = (x[i - 1] + x[i] + x[i + 1]) * a; }",
        clang: 1.1,
        reached: 1.5,
    },
    Row {
        name: "stencil whose border returns",
        text: "kernel void f(global const float *x, global float *y, global float *z, int n, float a) {
            int i = get_global_id(0); if (i == 0 || i == n - 1) return;
            y[i] = (x[i - 1] + x[i] + x[i + 1]) * a; }",
        clang: 1.1,
        reached: 1.5,
    },
    Row {
        name: "choice",
        text: "kernel void f(global const float *x, global const float *y, global float *z, int n, float a) {
            int i = get_global_id(0); z[i] = x[i] > a ? x[i] : y[i]; }",
        clang: 1.1,
        reached: 1.75,
    },
    Row {
        name: "sum of bytes",
        text: "kernel void f(global const uchar *x, global const uchar *y, global uchar *z, int n, float a) {
            int i = get_global_id(0); z[i] = x[i] + y[i]; }",
        clang: 0.19,
        reached: 1.5,
    },
    Row {
        name: "gather",
        text: "kernel void f(global const float *x, global const int *y, global float *z, int n, float a) {
            int i = get_global_id(0); z[i] = x[y[i]]; }",
        clang: 2.6,
        reached: 1.5,
    },
];

/// All instructions of a run.
fn instructions(row: &Row, items: u32, preset: &str) -> u64 {
    let bytes = row.name == "sum of bytes";
    let element = if bytes { Type::I8 } else { Type::F32 };
    let second = if row.name == "gather" { Type::I32 } else { element };
    let args = [
        ("x", iota(1024, element)),
        ("y", iota(1024, second)),
        ("z", iota(1024, element)),
        ("n", int(items.into())),
        ("a", float(100.0)),
    ];
    let mut session = started(row.text, (Language::OpenCl, items), preset, &[], &args);
    finish(&mut session);
    let check = (0..1000).find_map(|_| session.check(1_000_000)).expect("the reference ends");
    assert!(check.pass, "{}: {check:#?}", row.name);
    counter(&session, "packed_instructions") + counter(&session, "scalar_instructions")
}

#[test]
fn strips_of_avx2_take_at_most_so_many_times_the_instructions_of_clang() {
    let mut wrong = vec![];
    for row in ROWS {
        let more = instructions(row, 1024, "packed/avx2") - instructions(row, 512, "packed/avx2");
        let each = more as f64 / 512.0;
        let line = format!("{}: {each:.3}, clang {}, {:.2} times", row.name, row.clang, each / row.clang);
        println!("{line}");
        if each > row.reached * row.clang {
            wrong.push(line);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

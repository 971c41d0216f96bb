//! Quotients that become products with a reciprocal, in texts.

use crate::{
    document::{CompileOptions, Language, Limits},
    ir::{Op, ops::Binary, text, verify::verify},
    lang,
    opt::{
        optimise,
        reciprocal::{PASSES, applies},
    },
};
use alloc::{format, vec::Vec};

/// Quotients and products of floats in a kernel that the pass has gone over.
fn counted(body: &str) -> (usize, usize) {
    let source =
        format!("kernel void k(global float *x, float d, int n) {{ int i = get_global_id(0); {body} }}");
    let front = lang::compile(&source, Language::OpenCl, &CompileOptions::default(), &Limits::default());
    let mut kernel = front.kernels.into_iter().next().unwrap();
    optimise(&mut kernel);
    let changes = applies(&kernel);
    let done: Vec<bool> = PASSES.iter().map(|pass| pass.apply(&mut kernel)).collect();
    let changed = done[0];
    assert_eq!(changes, changed);
    verify(&kernel).unwrap_or_else(|error| panic!("{error}\n{}", text::print(&kernel)));
    let count = |wanted| {
        let of_it = |op: &Op| matches!(op, Op::Binary(found, ..) if *found == wanted);
        kernel.code().listed().filter(|inst| of_it(&inst.op)).count()
    };
    (count(Binary::FDiv), count(Binary::FMul))
}

#[test]
fn a_divisor_that_divides_again_becomes_a_reciprocal() {
    for (body, expected) in [
        ("x[i] = x[i] / d;", (1, 0)),
        ("x[i] = 1.0f / x[i];", (1, 0)),
        ("x[i] = x[i] / 3.0f;", (0, 1)),
        ("x[i] = x[i] / d + x[i + 1] / d;", (1, 2)),
        ("x[i] = x[i] / d + 1.0f / d;", (1, 1)),
        ("for (int j = 0; j < n; j++) x[j] = x[j] / d;", (1, 1)),
        ("for (int j = 0; j < n; j++) x[j] = d / x[j];", (1, 0)),
        ("float s = x[0]; for (int j = 0; j < n; j++) s = x[j] / s + x[j + 1] / s; x[0] = s;", (1, 2)),
    ] {
        assert_eq!(counted(body), expected, "{body}");
    }
}

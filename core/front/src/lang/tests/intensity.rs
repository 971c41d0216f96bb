//! Arithmetic intensity of texts, counted by hand.

use crate::{
    analysis::intensity::Intensity,
    document::{CompileOptions, Language, Limits},
    lang,
};

fn of(source: &str) -> (u32, u32) {
    let front = lang::compile(source, Language::OpenCl, &CompileOptions::default(), &Limits::default());
    let found = Intensity::of(&front.kernels[0]);
    (found.flops, found.bytes)
}

#[test]
fn ha04_static_intensity_of_daxpy_and_saxpy() {
    let axpy = |ty: &str| {
        of(&alloc::format!(
            "kernel void f({ty} a, global const {ty} *x, global {ty} *y) {{ int i = get_global_id(0); y[i] = a * x[i] + y[i]; }}"
        ))
    };
    assert_eq!((axpy("double"), axpy("float")), ((2, 24), (2, 12)));
}

#[test]
fn we34_batch_norm_static_intensity() {
    // Five operations in the text; choosing the larger number is no float operation here.
    let text = "kernel void f(global const float *in, global float *out, float mean, float dev, float scale, float off) {
        int i = get_global_id(0); out[i] = (fmax(in[i], 0.0f) - mean) / dev * scale + off; }";
    assert_eq!(of(text), (4, 8));
}

#[test]
fn we39_fdtd_intensity() {
    // Eight operations for ten reads and a write of four bytes.
    let text = include_str!("../../../../../tests/cases/pasted/fdtd.cl");
    assert_eq!(of(text), (8, 44));
}

#[test]
fn the_innermost_loop_stands_for_the_kernel() {
    let text = "kernel void f(global const float *a, global float *b, int n) {
        int i = get_global_id(0); float sum = b[i];
        for (int k = 0; k < n; k++) sum += a[k] * a[k + i];
        b[i] = sum; }";
    assert_eq!(of(text), (2, 8));
}

//! What the strips of packed SIMD cost: instructions of the strip loop for each element, counted from runs. A row of 1,024 work-items
//! and one of 512 differ by the loop alone: (all instructions of one, less all of the other) / 512.

use alloc::{
    format,
    string::{String, ToString},
};

use lanescope_core::{
    document::{Document, Limits},
    gallery,
    session::Session,
};

/// A kernel, and what `clang -O2 -mavx2` takes for an element of its loop without unrolling.
pub struct Row {
    /// What it is called.
    pub name: &'static str,
    /// The kernel.
    pub text: &'static str,
    /// Types of the elements of `x`, `y` and `z`.
    pub elements: [&'static str; 3],
    /// Instructions of clang.
    pub clang: f64,
    /// How many times as much is reached.
    pub reached: f64,
}

/// The goal is 1.5 times as much as clang takes.
pub const ROWS: &[Row] = &[
    Row {
        name: "product",
        text: "kernel void f(global const float *x, global const float *y, global float *z, int n, float a) {
            int i = get_global_id(0); z[i] = x[i] * y[i]; }",
        elements: ["float", "float", "float"],
        clang: 0.75,
        reached: 1.5,
    },
    Row {
        name: "saxpy",
        text: "kernel void f(global const float *x, global float *y, global float *z, int n, float a) {
            int i = get_global_id(0); if (i < n) y[i] = a * x[i] + y[i]; }",
        elements: ["float", "float", "float"],
        clang: 0.75,
        reached: 1.5,
    },
    Row {
        name: "stencil with a guard",
        text: "kernel void f(global const float *x, global float *y, global float *z, int n, float a) {
            int i = get_global_id(0); if (i >= 1 && i < n - 1) y[i] = (x[i - 1] + x[i] + x[i + 1]) * a; }",
        elements: ["float", "float", "float"],
        clang: 1.1,
        reached: 1.5,
    },
    Row {
        name: "stencil whose border returns",
        text: "kernel void f(global const float *x, global float *y, global float *z, int n, float a) {
            int i = get_global_id(0); if (i == 0 || i == n - 1) return;
            y[i] = (x[i - 1] + x[i] + x[i + 1]) * a; }",
        elements: ["float", "float", "float"],
        clang: 1.1,
        reached: 1.5,
    },
    Row {
        name: "choice",
        text: "kernel void f(global const float *x, global const float *y, global float *z, int n, float a) {
            int i = get_global_id(0); z[i] = x[i] > a ? x[i] : y[i]; }",
        elements: ["float", "float", "float"],
        clang: 1.1,
        reached: 1.75,
    },
    Row {
        name: "sum of bytes",
        text: "kernel void f(global const uchar *x, global const uchar *y, global uchar *z, int n, float a) {
            int i = get_global_id(0); z[i] = x[i] + y[i]; }",
        elements: ["char", "char", "char"],
        clang: 0.19,
        reached: 1.5,
    },
    Row {
        name: "gather",
        text: "kernel void f(global const float *x, global const int *y, global float *z, int n, float a) {
            int i = get_global_id(0); z[i] = x[y[i]]; }",
        elements: ["float", "int", "float"],
        clang: 2.6,
        reached: 1.5,
    },
];

impl Row {
    /// A launch of one group with so many work-items on AVX2.
    pub fn document(&self, items: u32) -> Document {
        let [x, y, z] = self.elements;
        gallery::document_of(format!(
            "// lanescope: machine packed/avx2\n// lanescope: global {items}\n// lanescope: local {items}\n\
             // lanescope: arg x {x}[1024] iota(0, 1)\n// lanescope: arg y {y}[1024] iota(0, 1)\n\
             // lanescope: arg z {z}[1024]\n// lanescope: arg n {items}\n// lanescope: arg a 100.0\n{}",
            self.text
        ))
    }

    /// All instructions of a run.
    ///
    /// # Errors
    /// Why it does not end.
    fn instructions(&self, items: u32) -> Result<u64, String> {
        let mut session = Session::open(self.document(items), Limits::default());
        session.start().map_err(|found| format!("{found:?}"))?;
        let status = session.advance(u64::MAX, 10_000_000);
        if !status.complete || status.halt.is_some() {
            return Err(format!("{status:?}"));
        }
        let report = session.report().ok_or_else(|| "no report".to_string())?;
        let counted = report
            .counters
            .iter()
            .filter(|reading| ["packed_instructions", "scalar_instructions"].contains(&reading.id.as_ref()));
        Ok(counted.map(|reading| reading.value).sum())
    }

    /// Instructions of the strip loop for each element.
    ///
    /// # Errors
    /// Why a run does not end.
    pub fn each(&self) -> Result<f64, String> {
        let more = self.instructions(1024)? - self.instructions(512)?;
        Ok(more as f64 / 512.0)
    }
}

//! Kernels of every construct.

use alloc::vec::Vec;

use super::*;

/// ArchIDs with words of 32 bits, which store an `int`.
const WORDS: &[&str] = &["4w8/8/16/16", "4b16/8/4/8", "4w32/16/64/4", "4w8/8/1/16"];

fn line(items: u32, group: u32) -> ([u32; 3], [u32; 3]) {
    ([items, 1, 1], [group, 1, 1])
}

fn data(count: i32) -> Arg {
    ints((0..count).map(|at| at.wrapping_mul(1_103_515_245).wrapping_add(12345) >> 7))
}

fn reals(count: u32) -> Arg {
    Arg::Bytes((0..count).flat_map(|at| (at as f32 * 0.37 - 9.5).to_le_bytes()).collect())
}

#[test]
fn saxpy() {
    let source = "__kernel void saxpy(__global float *y, __global const float *x, float a, int n) {
        int i = get_global_id(0);
        if (i < n) y[i] = a * x[i] + y[i];
    }";
    let args = [reals(96), reals(96), Arg::Scalar(2.5f32.to_bits().into()), Arg::Scalar(90)];
    everywhere(source, line(96, 32), &args, &["4w8/8/16/16"]);
    everywhere(source, line(96, 16), &args, WORDS);
}

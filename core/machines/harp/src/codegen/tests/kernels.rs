//! Kernels of every construct.

use super::*;

/// ArchIDs of both word sizes and encodings, with few registers and with many.
const WORDS: &[&str] =
    &["4w8/8/16/16", "4b16/8/4/8", "4w32/16/64/4", "4w8/8/1/16", "8w32/32/16/16", "8b8/8/4/16"];

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
    // As many registers as there can be.
    everywhere(source, line(96, 16), &args, &["8w256/8/16/16", "4b256/8/16/16"]);
}

#[test]
fn divergent_ifs_and_nested_ones() {
    let source = "__kernel void branches(__global int *y, __global const int *x) {
        int i = get_global_id(0), v = x[i], r = 0;
        if (v & 1) { r = v * 3; if (v & 2) r += 7; else r -= v; }
        else if (v & 4) { r = v >> 3; if ((v & 8) && i > 5) { r ^= 0x12345678; if (v < 0) r = -r; } }
        else r = v / 7;
        if (i % 3 == 0 || v % 5 == 2) r += i;
        y[i] = r;
    }";
    everywhere(source, line(128, 32), &[data(128), data(128)], &["4w8/8/16/16", "4w32/16/64/4"]);
    everywhere(source, line(128, 1), &[data(128), data(128)], &["4w8/8/1/16"]);
}

#[test]
fn loops_that_lanes_leave_one_by_one() {
    let source = "__kernel void loops(__global int *y, __global const int *x, int n) {
        int i = get_global_id(0), r = 0;
        for (int k = 0; k < n; k++) {
            int v = x[(i + k) & 63];
            if (v % 7 == 3) continue;
            if (v % 11 == 5) break;
            for (int j = 0; j < (v & 7); j++) {
                if (j == i % 5) { r += 100; continue; }
                r += j * v;
                if (r % 13 == 1) break;
                if (r % 97 == 12) { y[i] = r; return; }
            }
            if (r & 1) r += k; else r -= 3;
        }
        do { r = r / 3 + 1; } while (r > i);
        y[i] = r;
    }";
    let args = [data(64), data(64), Arg::Scalar(20)];
    everywhere(source, line(64, 16), &args, WORDS);
    everywhere(source, line(64, 64), &args, &["4w8/8/16/16", "4w32/16/64/4"]);
}

#[test]
fn early_returns_and_switches() {
    let source = "__kernel void cases(__global int *y, __global const int *x, int n) {
        int i = get_global_id(0);
        if (i >= n) return;
        int v = x[i];
        if (v < 0) { y[i] = -1; return; }
        switch (v % 6) {
            case 0: y[i] = 10;
            case 1: v += 5; break;
            case 2: while (v > 100) { v /= 2; if (v % 3 == 0) return; } break;
            case 4: y[i] = v; return;
            default: v = ~v;
        }
        y[i] += v;
    }";
    everywhere(source, line(80, 16), &[data(80), data(80), Arg::Scalar(77)], WORDS);
}

#[test]
fn barriers_and_work_group_memory() {
    let source = "__kernel void reverse(__global int *y, __global const int *x, __local int *t) {
        __local int own[64];
        int l = get_local_id(0), n = get_local_size(0);
        t[l] = x[get_global_id(0)];
        own[l] += l;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int d = 1; d < n; d *= 2) {
            int v = l >= d ? t[l - d] : 0;
            barrier(CLK_LOCAL_MEM_FENCE);
            t[l] += v;
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        y[get_global_id(0)] = t[n - 1 - l] + own[(l + 1) % n];
    }";
    let args = |group: u64| [data(320), data(320), Arg::Local(4 * group)];
    for (group, archs) in [
        (16, &["4w8/8/16/16", "4b16/8/4/8", "4w8/8/1/16", "8w32/32/16/16"][..]),
        (64, &["4w8/8/16/16", "4w8/8/16/4", "4w32/16/64/4"][..]),
        (40, &["4w8/8/16/16", "4w8/8/16/7"][..]),
    ] {
        everywhere(source, line(320, group), &args(group.into()), archs);
    }
}

#[test]
fn two_and_three_dimensions() {
    let source = "__kernel void place(__global int *y) {
        int a = get_global_id(0), b = get_global_id(1), c = get_global_id(2);
        int at = (c * get_global_size(1) + b) * get_global_size(0) + a;
        y[at] = get_local_id(0) + 10 * get_local_id(1) + 100 * get_local_id(2) + 1000 * get_group_id(0)
            + 10000 * get_group_id(1) + 100000 * get_group_id(2) + 1000000 * get_local_size(1) + get_num_groups(1);
    }";
    everywhere(source, ([12, 6, 4], [4, 3, 2]), &[data(288)], &["4w8/8/16/16", "4b16/8/4/8", "4w8/8/16/2"]);
}

#[test]
fn private_arrays_begin_as_zeros_and_are_a_lane_s_own() {
    let source = "__kernel void sort(__global int *y, __global const int *x) {
        int a[8]; short s[6]; char c[5];
        int i = get_global_id(0);
        for (int k = 0; k < 8; k++) a[k] = x[(i * 8 + k) & 63];
        for (int k = 0; k < 6; k++) { s[k] = a[k] * 3; c[k % 5] = a[k]; }
        for (int k = 1; k < 8; k++)
            for (int j = k; j > 0 && a[j - 1] > a[j]; j--) { int t = a[j]; a[j] = a[j - 1]; a[j - 1] = t; }
        y[i] = a[i & 7] ^ s[i % 6] ^ c[i % 5];
    }";
    everywhere(source, line(48, 16), &[data(64), data(64)], WORDS);
}

#[test]
fn constants_and_wide_integers() {
    let source = "__constant int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
    __kernel void wide(__global int *y, __global const int *x, long m) {
        int i = get_global_id(0);
        long a = (long)x[i] * 1000003 + m;
        ulong b = (ulong)a / (ulong)(i + 1);
        y[i] = table[i & 7] * (int)(a >> 20) + (int)b + (a < m) + (int)(a % 7);
    }";
    let args = [data(48), data(48), Arg::Scalar(0x1234_5678_9abc)];
    everywhere(source, line(48, 16), &args, &["4w8/8/16/16", "4w32/16/64/4", "8w32/32/16/16"]);
}

#[test]
fn integers_and_their_edges() {
    let source = "__kernel void edges(__global int *y, __global const int *x) {
        int i = get_global_id(0);
        int a = x[i / 8], b = x[i % 8];
        uint u = a, v = b;
        int r = 0;
        r = r * 3 + a / b; r = r * 3 + a % b; r = r * 3 + (int)(u / v); r = r * 3 + (int)(u % v);
        r = r * 3 + (a >> (b & 31)); r = r * 3 + (int)(u >> (v & 31)); r = r * 3 + (a << (b & 31));
        r = r * 2 + (a < b); r = r * 2 + (a <= b); r = r * 2 + (u < v); r = r * 2 + (u <= v);
        r = r * 2 + (a == b); r = r * 2 + (a != b); r = r * 2 + (a > 7); r = r * 2 + (u > 7);
        r = r * 3 + min(a, b) - max(u, v) + popcount(u) + clz(a) + mul_hi(a, b) + (int)mul_hi(u, v);
        r = r * 3 + (char)a + (uchar)b * (short)a + abs(b);
        y[i] = r;
    }";
    let values = [0, 1, -1, 7, 8, i32::MAX, i32::MIN, -37];
    everywhere(
        source,
        line(64, 16),
        &[data(64), ints(values)],
        &["4w8/8/16/16", "4b16/8/4/8", "8w32/32/16/16"],
    );
}

#[test]
fn reals_and_their_edges() {
    let source = "__kernel void edges(__global float *y, __global const float *x, __global int *z) {
        int i = get_global_id(0);
        float a = x[i / 12], b = x[i % 12];
        y[6 * i] = a + b; y[6 * i + 1] = a * b; y[6 * i + 2] = a / b; y[6 * i + 3] = fmin(a, b); y[6 * i + 4] = fmax(-a, fabs(b));
        y[6 * i + 5] = (float)z[i] + (float)(uint)(z[i] * 77777);
        z[i] = (a < b) + 2 * (a <= b) + 4 * (a == b) + 8 * (a != b) + 16 * (a > b) + 32 * isnan(a) + 64 * (int)a + (int)(uint)b
            + (int)sqrt(fabs(a));
    }";
    let values =
        [0.0, -0.0, 1.0, -1.5, 3e38, -3e38, 1e-44, 4.0e9, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, 2.5e9];
    let values = Arg::Bytes(values.iter().flat_map(|value: &f32| value.to_le_bytes()).collect());
    let args = [reals(6 * 144), values, data(144)];
    everywhere(source, line(144, 16), &args, &["4w8/8/16/16", "4w32/16/64/4", "8w32/32/16/16"]);
}

#[test]
fn harp64_has_double_and_long() {
    let source = "__kernel void wide(__global double *y, __global long *z, __global const double *x, int n) {
        int i = get_global_id(0);
        int k = (i * 77777777) >> 3;
        double a = x[i], s = 0;
        for (int j = 0; j < n + (k & 3); j++) { if (a * j > 3.5) break; s += a / (j + 1); }
        uint u = k; 
        y[i] = s + (double)u + (double)k;
        z[i] = (long)(a * 1e10) + (int)(s * 3) + (k / 7) + (u / 7) + (k < i) + (u > 5) + z[i] / 3 + (long)(k >> 2) + (uint)(k << 3);
    }";
    let doubles = |count: u32| {
        Arg::Bytes((0..count).flat_map(|at| (f64::from(at) * 0.77 - 9.5).to_le_bytes()).collect())
    };
    let args = [doubles(64), doubles(64), doubles(64), Arg::Scalar(9)];
    everywhere(source, line(64, 16), &args, &["8w32/32/16/16", "8b16/8/4/16", "8w8/8/16/2"]);
}

/// Values of less than a word next to each other, from all lanes and warps at once: none gets lost.
#[test]
fn stores_of_less_than_a_word_lose_nothing() {
    let source = "__kernel void narrow(__global uchar *a, __global ushort *b, __global uint *c, __global const int *x) {
        __local uchar t[64];
        int i = get_global_id(0), l = get_local_id(0), n = get_local_size(0);
        t[n - 1 - l] = x[i] + l;
        barrier(CLK_LOCAL_MEM_FENCE);
        a[i] = t[l];
        if (x[i] & 1) b[i ^ 3] = x[i] >> 3; else b[i ^ 3] = i;
        for (int k = 0; k < (x[i] & 3); k++) c[i] += k * i;
    }";
    let bytes = |count: usize| Arg::Bytes([7].repeat(count));
    let args = [bytes(192), bytes(384), data(192), data(192)];
    for (group, archs) in [
        (16, &["4w8/8/16/16", "8w32/32/16/16", "8b8/8/4/16"][..]),
        (48, &["4w8/8/16/16", "4b16/8/4/16", "8w32/32/16/4", "8w32/32/64/3"][..]),
    ] {
        everywhere(source, line(192, group), &args, archs);
    }
}

/// `float` beside words of 8 bytes: sums, products, quotients and conversions at the ends of their ranges, and where `double` would
/// round first.
#[test]
fn float_with_words_of_eight_bytes_is_rounded_once() {
    let source = "__kernel void edges(__global float *y, __global const uint *x, __global double *d, __global const ulong *n) {
        int i = get_global_id(0);
        float a = as_float(x[i / 20]), b = as_float(x[i % 20]);
        y[8 * i] = a + b; y[8 * i + 1] = a - b; y[8 * i + 2] = a * b; y[8 * i + 3] = a / b;
        y[8 * i + 4] = (float)n[i % 12]; y[8 * i + 5] = (float)(long)n[i % 12]; y[8 * i + 6] = fma(a, b, a);
        y[8 * i + 7] = (float)((double)a * (double)b + (double)a);
        d[i] = (double)a + (double)(ulong)b + (double)(long)a;
    }";
    let words = |values: &[u32]| Arg::Bytes(values.iter().flat_map(|value| value.to_le_bytes()).collect());
    let singles = [
        0,
        1 << 31,
        1,
        0x8000_0001,
        0x007f_ffff,
        0x0080_0000,
        0x0080_0001,
        0x3f80_0000,
        0x3f80_0001,
        0xbf7f_ffff,
        0x3380_0000,
        0x3400_0000,
        0x7f7f_ffff,
        0xff7f_ffff,
        0x7f80_0000,
        0xff80_0000,
        0x7fc0_0000,
        0xffa0_0001,
        0x4b7f_ffff,
        0x5f80_0000,
    ];
    let longs: [u64; 12] = [
        0,
        1,
        u64::MAX,
        1 << 63,
        (1 << 63) - 1,
        (1 << 53) + 1,
        (1 << 25) + 1,
        0x8000_0080_0000_0001,
        0x8000_0080_0000_0000,
        0x0200_0001_0000_0001,
        0xffff_ff7f_ffff_ffff,
        0x4000_0040_0000_0001,
    ];
    let longs = Arg::Bytes(longs.iter().flat_map(|value| value.to_le_bytes()).collect());
    let args = [reals(8 * 400), words(&singles), Arg::Bytes([0].repeat(8 * 400)), longs];
    everywhere(source, line(400, 16), &args, &["8w32/32/16/16"]);
}

/// Each group finds zeros, also where it has fewer work-items than a warp has lanes, and where the slots are used again.
#[test]
fn work_group_memory_begins_as_zeros_in_every_group() {
    let source = "__kernel void k(__global int *y) {
        __local int s[37];
        int l = get_local_id(0), n = get_local_size(0), g = get_group_id(0), sum = 0;
        for (int i = l; i < 37; i += n) sum += s[i];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = l; i < 37; i += n) s[i] = 100 + i;
        barrier(CLK_LOCAL_MEM_FENCE);
        y[get_global_id(0)] = sum + s[l];
    }";
    for group in [1, 3, 4, 8, 24] {
        everywhere(source, line(120, group), &[data(120)], &["4w8/8/16/16", "8w32/32/16/4"]);
    }
    everywhere(source, line(120, 4), &[data(120)], &["4w8/8/8/1"]);
}

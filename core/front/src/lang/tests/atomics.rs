//! Atomics on 64 bits, in one work-item: the values are worked out by hand.

use super::*;

#[test]
fn atomics_on_64_bits_in_cuda() {
    let body = "unsigned long long *u = (unsigned long long *)out; long long *s = (long long *)out; double *d = (double *)out;
        u[0] = 1ull << 40; u[1] = 7; s[2] = -7; d[3] = 0.5; u[4] = 5; s[5] = -1; u[6] = 12; d[7] = 1;
        out[16] = (int)(atomicAdd(&u[0], 3ull << 33) >> 38); atomicMin(&u[1], 1ull << 33); atomicMax(&s[2], -5ll);
        atomicAdd(&d[3], 0.25); out[17] = atomicCAS(&u[4], 5ull, 6ull << 32) == 5; atomicMin(&s[5], -(1ll << 34));
        atomicXor(&u[6], (1ull << 63) | 4); atomicExch(&d[7], -2.0);";
    let found = cuda_ints("", body, 18);
    let words = |bits: u64| [bits as u32 as i32, (bits >> 32) as u32 as i32];
    let expected: Vec<i32> = [
        (1 << 40) + (3 << 33),
        7,
        -5i64 as u64,
        0.75f64.to_bits(),
        6 << 32,
        -(1i64 << 34) as u64,
        (1 << 63) | 8,
        (-2.0f64).to_bits(),
    ]
    .into_iter()
    .flat_map(words)
    .chain([4, 1])
    .collect();
    assert_eq!(found, expected);
}

#[test]
fn atomics_on_64_bits_in_opencl() {
    let body = "__global ulong *u = (__global ulong *)out; __global long *s = (__global long *)out;
        u[0] = 1ul << 40; s[1] = -7; u[2] = 5; u[3] = 9; atom_add(&u[0], 1ul << 32); atom_max(&s[1], -5l);
        atom_cmpxchg(&u[2], 5ul, 1ul << 35); out[8] = (int)atom_inc(&u[3]);";
    assert_eq!(ints("", body, 9), [0, 257, -5, -1, 0, 8, 10, 0, 9]);
}

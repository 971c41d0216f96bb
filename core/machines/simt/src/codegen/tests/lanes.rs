//! Kernels whose lanes meet, on machines with warps of several widths.

use lanescope_front::lang;
use lanescope_parts::{
    document::{CompileOptions, Language, Limits},
    opt,
};

use super::*;

/// Bodies in CUDA: `t` is the number in the group, `a` and `b` are words of the work-item's own memory, which end up there again.
const BODIES: &[&str] = &[
    "for (int o = warpSize / 2; o > 0; o /= 2) a += __shfl_down_sync(0xffffffff, a, o);",
    "for (int o = 1; o < 32; o *= 2) { a ^= __shfl_xor_sync(~0u, a, o); b = max(b, __shfl_up_sync(~0u, b, o)); }",
    "a = __shfl_sync(~0u, a, b); b = __shfl_sync(~0u, b, a, 8); a += __shfl_down_sync(~0u, a, b & 7, 16);",
    "a = __shfl_sync(~0u, a, b, 1 << (a & 5)); b ^= __shfl_up_sync(~0u, b, 3, 2 << (b & 3)) + __shfl_down_sync(~0u, a, b, 4 << (a & 3)) + __shfl_xor_sync(~0u, a, b, 1 << (b & 5));",
    "long long v = ((long long)a << 32) | (unsigned)b; v = __shfl_xor_sync(~0u, v, 5); a = v; b = v >> 32;",
    "double v = a * 0.5; v += __shfl_up_sync(~0u, v, 1); a = (int)v; float f = b; b = (int)__shfl_sync(~0u, f, 3);",
    "a = __ballot_sync(~0u, a & 1); b = __any_sync(~0u, b % 40 == 0) + 2 * __all_sync(~0u, b & 3) + 4 * __uni_sync(~0u, t < 40);",
    "a = __match_any_sync(~0u, a & 7); int p; b = __match_all_sync(~0u, (long long)(b & 1), &p) + p;",
    "a = __reduce_add_sync(~0u, a); b = __reduce_max_sync(~0u, b) ^ __reduce_xor_sync(~0u, b);",
    "if (t % 32 < 12) { a = __ballot_sync(0xfff, a & 1); b = __reduce_min_sync(0xfff, b); } else if (t % 32 > 20) a += __shfl_down_sync(0xffe00000, a, 1);",
    "if (t % 5 == 0) return; a = __ballot_sync(~0u, a & 1) + __activemask(); b += __shfl_sync(~0u, b, 2);",
    "if (a & 1) a = __ballot(b & 1); else b = __ballot(a & 2); a += __activemask();",
    "for (int i = 0; i < (a & 7); i++) { b += __ballot(i < (b & 7)); if (b & 64) break; } a = __popc(__ballot(a & 1));",
    "switch (a & 3) { case 0: b += __activemask(); case 1: b ^= __ballot(b & 1); break; case 2: b = __shfl(b, a); default: a = __shfl_xor(a, 1); } b += __any(a & 1);",
    "int n = 0; for (;;) { if (n >= (a & 15)) break; n++; if (b & 1) { b = b / 2 + __ballot(1); continue; } b += __shfl_up(n, 1); } a = __activemask();",
    "__shared__ int s[128]; s[t] = a; __syncwarp(); a = s[t ^ 1]; __syncwarp(); s[t] = b; __syncthreads(); b = s[(t + 32) % blockDim.x];",
    "unsigned m = t & 8 ? 0xff00ff00u : 0x00ff00ffu; a = __shfl_xor_sync(m, a, 3); b = __ballot_sync(m, b & 1);",
    "int n = a & 7; while (__any_sync(~0u, n > 0)) { if (n > 0) { b += n; n--; } }",
    "int n = a & 7; for (;;) { unsigned m = __ballot_sync(~0u, n > 0); if (!m) return; if (n & 1) b += __popc(m); if (n) n--; own[1] = b; }",
    "unsigned m = __ballot_sync(~0u, t % 32 < 13); if (t % 32 < 13) { a += t; __syncwarp(m); b += __shfl_xor_sync(m, a, 1); }",
    "if (a & 1) { if (b & 1) a = 1 + __popc(__ballot(1)); else a = 2; } __syncthreads(); b = __shfl_sync(~0u, b, 0);",
];

/// Bodies in OpenCL C.
const SUB_GROUPS: &[&str] = &[
    "a = sub_group_reduce_add(a); b = sub_group_scan_exclusive_max(b);",
    "a = sub_group_scan_inclusive_add(a & 255); b = sub_group_shuffle_xor(b, 3) + sub_group_broadcast(a, 2);",
    "a = sub_group_any(a % 9 == 0) + 2 * sub_group_all(b & 7) + 4 * get_sub_group_local_id() + 1000 * get_sub_group_id(); sub_group_barrier(CLK_LOCAL_MEM_FENCE);",
    "float f = as_float(a & 0x3fffffff); a = as_int(sub_group_reduce_min(f)); uchar c = b; b = sub_group_shuffle_down(c, 1) + get_sub_group_size();",
];

fn cuda(body: &str) -> String {
    format!(
        "__global__ void k(int *data) {{ int t = threadIdx.x; int *own = data + 128 * (blockIdx.x * blockDim.x + t);
            int a = own[0], b = own[1]; {body} own[0] = a; own[1] = b; }}"
    )
}

fn opencl(lanes: u32, body: &str) -> String {
    format!(
        "__attribute__((intel_reqd_sub_group_size({lanes}))) __kernel void k(__global int *data) {{ __global int *own = data + 128 * get_global_id(0);
            int a = own[0], b = own[1]; {body} own[0] = a; own[1] = b; }}"
    )
}

/// What the interpreter says of the IR as it was written, and the machines of what the passes made of it.
fn compare(source: &str, launch: &Launch, specs: &[Spec]) {
    let front = lang::compile(source, Language::Auto, &CompileOptions::default(), &Limits::default());
    let written = front.kernels.last().unwrap_or_else(|| panic!("{source}\n{:?}", front.diagnostics));
    let (memory, args) = data(launch.items(), 7, &[]);
    let mut expected = memory.clone();
    interp::run(written, launch, &args, &mut expected, &interp::Limits::default())
        .unwrap_or_else(|halt| panic!("{source}\n{halt:?}"));
    let mut kernel = written.clone();
    opt::optimise(&mut kernel);
    for spec in specs {
        let (program, found) = machine(&kernel, spec, launch, &args, memory.clone());
        let lanes = spec.warp_size;
        assert!(found.digest() == expected.digest(), "{lanes} lanes: {source}\n{}", listing(&program));
    }
}

#[test]
fn lanes_do_what_they_do_in_the_reference() {
    let specs = [spec(32, 63, 4), spec(64, 63, 0), spec(32, 20, 32), spec(64, 255, 9)];
    for body in BODIES {
        for group in [32, 64, 96] {
            compare(&cuda(body), &line(192, group), &specs);
        }
        compare(&cuda(body), &line(80, 40), &specs);
    }
}

/// Of a program with warps of 32 the machine's warps of 8 can hold a group of 8.
#[test]
fn narrow_warps_hold_small_groups() {
    for body in BODIES {
        compare(&cuda(body), &line(24, 8), &[spec(8, 63, 4), spec(32, 63, 0)]);
    }
}

#[test]
fn sub_groups_are_parts_of_warps() {
    for body in SUB_GROUPS {
        for (lanes, group) in [(8, 24), (8, 20), (16, 64), (4, 9)] {
            let specs = [spec(lanes, 63, 0), spec(32, 63, 4), spec(64, 63, 4)];
            compare(&opencl(lanes, body), &line(group * 2, group), &specs);
        }
    }
}

/// The order in which the sides of a branch run is a setting; who takes part does not depend on it.
#[test]
fn the_order_of_sides_does_not_matter() {
    let other = Spec { push_order: crate::spec::PushOrder::MajorityFirst, ..spec(32, 63, 0) };
    for body in BODIES {
        compare(&cuda(body), &line(96, 48), core::slice::from_ref(&other));
    }
}

/// The classic sum is five shuffles and five additions, once it is unrolled.
#[test]
fn a_shuffle_is_one_instruction() {
    let body = "\n#pragma unroll\nfor (int o = 16; o > 0; o /= 2) a += __shfl_down_sync(~0u, a, o);";
    let front = lang::compile(&cuda(body), Language::Auto, &CompileOptions::default(), &Limits::default());
    let mut kernel = front.kernels[0].clone();
    opt::optimise(&mut kernel);
    let program = generate(&kernel, &[], &Spec::default()).unwrap();
    let shuffles = program.code.iter().filter(|inst| inst.op == Op::ShflSync);
    assert_eq!(shuffles.map(|inst| inst.src[1]).collect::<Vec<_>>(), [16, 8, 4, 2, 1].map(Operand::Imm));
}

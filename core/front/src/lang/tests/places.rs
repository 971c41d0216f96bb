//! Attributes of HARP's kernels.

use alloc::format;

use super::*;

/// `warp_id` and `lane_id` are no parameters of a kernel, wherever they stand; of a function they are parameters like any other.
#[test]
fn parameters_that_say_a_place_are_passed_by_nobody() {
    let heads = [
        "__attribute__((harp_kernel)) void k(int w __attribute__((warp_id)), __global int *a, __attribute__((lane_id)) int l)",
        "__kernel void k(__global int *a, const uint l __attribute__((__lane_id__)), ushort w __attribute__((warp_id)))",
        "template <int N> __global__ void k(int *a, int w __attribute__((warp_id)), int l __attribute__((lane_id)))",
        "__attribute__((__harp_kernel__)) void k(int w __attribute__((warp_id)), int *a, __attribute__((lane_id)) int l)",
        "template <int N> __attribute__((harp_kernel)) void k(int *a, int w __attribute__((warp_id)), int l __attribute__((lane_id)))",
    ];
    for head in heads {
        let mark = if head.contains("__global__") { "__global__" } else { "__attribute__((harp_kernel))" };
        let instance = format!("\ntemplate {mark} void k<1>(int *);");
        let device = if head.contains("__global int") { "" } else { "__device__ " };
        let end = if head.starts_with("template") { &*instance } else { "" };
        let source = format!(
            "{device}int f(int l __attribute__((lane_id)), int w) {{ return 100 * w + l; }}
{head} {{ for (int i = 0; i < 1; i++) a[f(l, w) % 100 + 32 * w] = f(l, w); }}{end}"
        );
        let kernel = kernel(&source);
        assert_eq!(kernel.params.iter().map(|param| &*param.name).collect::<Vec<_>>(), ["a"], "{source}");
        let out = run(&kernel, [80, 1, 1], [40, 1, 1], &[Arg::Words(vec![7; 128])]);
        // Warps of 32 work-items: the second one of each group has eight.
        let at =
            |at: u32| if (at / 32).is_multiple_of(2) || at % 32 < 8 { 100 * (at / 32) + at % 32 } else { 7 };
        assert_eq!(out[0], (0..128).map(at).collect::<Vec<_>>(), "{source}");
    }
    let asked = "#if __has_attribute(warp_id) && __has_attribute(lane_id) && __has_attribute(harp_kernel)\n";
    kernel(&format!("{asked}__kernel void k(__global int *a) {{ a[0] = 1; }}\n#endif"));
}

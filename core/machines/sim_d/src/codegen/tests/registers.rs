//! Kernels with more values at once than there are registers.

use super::*;

/// A kernel that computes so many values and then uses them from the last to the first.
fn many(count: u32, value: impl Fn(u32) -> String) -> String {
    let values: String = (0..count).map(|at| format!("int v{at} = {};\n", value(at))).collect();
    let uses: String = (0..count).rev().map(|at| format!("s = (s ^ v{at}) * 3;\n")).collect();
    format!(
        "// lanescope: global 1024\n// lanescope: arg in [4096] iota(0, 1)\n// lanescope: arg out [1024]\n\
         // lanescope: arg n 5\n__kernel void k(__global int *out, __global const int *in, int n) {{\n\
         int i = get_global_id(0), s = 0;\n{values}if (in[i] != -1) {{\n{uses}}}\nout[i] = s;\n}}"
    )
}

#[test]
fn simd_c10_vectors_without_a_register_live_in_the_scratchpad() {
    let source = many(70, |at| format!("in[i + {}]", 7 * at));
    check("vectors", &source);
    let program = program(&source);
    assert!(count(&program, "stsplin") >= 6 && count(&program, "ldsplin") >= 6);
}

#[test]
fn simd_c10_scalars_without_a_register_are_computed_as_vectors() {
    let source = many(45, |at| format!("(n + {at}) * (n ^ {})", at * at));
    check("scalars", &source);
}

#[test]
fn a_kernel_that_does_not_fit_is_refused() {
    let (kernel, bound) = prepared("instructions", &many(400, |at| format!("in[i + {at}] / (i + {at})")));
    let error = generate(&kernel, &bound.launch, &bound.args, &bound.memory, &Spec::default()).unwrap_err();
    assert!(error.message.contains("too large for Sim-D"), "{}", error.message);
}

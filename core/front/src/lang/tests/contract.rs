//! Which products and sums are fused where that is asked for. With a = 1 + 2^-12 the product a * a is
//! 1 + 2^-11 + 2^-24: rounded to a float it loses the last part, c = 1 + 2^-11 has all the others.

use super::*;

const SOURCE: &str = "__kernel void test(__global float *out, float a, float c) {
    out[0] = a * a - c;
    out[1] = c - a * a;
    out[2] = -c;
    out[2] += a * a;
    float t = c;
    t -= a * a;
    out[3] = t;
    float product = a * a;
    out[4] = product - c;
    out[5] = mad(a, a, -c);
    out[6] = fma(a, a, -c);
}";

/// What the kernel computes; [`run`] compares it with what it computes after every pass.
fn computed(contract: bool) -> Vec<f32> {
    let options = CompileOptions { defines: vec![], contract };
    let front = compile(SOURCE, Language::OpenCl, &options, &Limits::default());
    assert_eq!(front.diagnostics, vec![]);
    let bits = |value: f32| Arg::Bits(value.to_bits().into());
    let (a, c) = (1.0 + 1.0 / 4096.0, 1.0 + 1.0 / 2048.0);
    let out = run(&front.kernels[0], [1; 3], [1; 3], &[Arg::Words(vec![0; 7]), bits(a), bits(c)]);
    out[0].iter().map(|word| f32::from_bits(*word)).collect()
}

#[test]
fn a_product_is_fused_with_the_sum_of_its_expression_if_that_is_asked_for() {
    let lost = 1.0 / 16_777_216.0;
    assert_eq!(computed(false), [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, lost]);
    assert_eq!(computed(true), [lost, -lost, lost, -lost, 0.0, 0.0, lost]);
}

//! `fma` of `f16` and `f32` by arithmetic on `f64`.
//!
//! The product of two such numbers is exact in `f64`. The sum is rounded to odd: towards zero, and then the last bit is set if
//! it was not exact. Such a number of 53 bits rounds to one of at most 51 as the exact sum does, since it lies on the same side
//! of every number with fewer bits. The error of the sum is exact, too (Knuth's TwoSum).

use super::{
    Features, Pass, Scope,
    writer::{Writer, rewrite},
};
use crate::ir::{Binary, Compare, Convert, Kernel, Op, Type, Value};

/// This pass.
pub const PASS: Pass = Pass {
    name: "fused",
    doc: "Fused multiply-adds become products and sums in double precision.",
    run,
    scope: Scope::Code,
};

fn run(kernel: &mut Kernel, features: &Features) {
    rewrite(kernel, |w, op, ty| match op {
        Op::Fma(a, b, c) if lacking(features, ty) => Some(lowered(w, [*a, *b, *c])),
        _ => None,
    });
}

fn lacking(features: &Features, ty: Type) -> bool {
    let has = match ty {
        Type::F16 => features.fused && features.half,
        Type::F32 => features.fused,
        _ => true,
    };
    // Bits of a `double` are integers of 64 bits, or pairs.
    !has && features.double && (features.long_integers || features.address_bits == 32)
}

fn lowered(w: &mut Writer<'_>, operands: [Value; 3]) -> Op {
    let [a, b, c] = operands.map(|value| w.convert(Convert::FToF, value, Type::F64));
    let product = w.binary(Binary::FMul, a, b);
    let sum = sum_to_odd(w, product, c);
    Op::Convert(Convert::FToF, sum)
}

/// a + b, rounded to odd.
fn sum_to_odd(w: &mut Writer<'_>, a: Value, b: Value) -> Value {
    let sum = w.binary(Binary::FAdd, a, b);
    let error = two_sum_error(w, a, b, sum);
    let zero = w.constant(0, Type::F64);
    let below = w.compare(Compare::FLt, error, zero);
    let above = w.compare(Compare::FLt, zero, error);
    let inexact = w.binary(Binary::Or, below, above);
    // The magnitude was rounded up where the error has the other sign.
    let negative = w.compare(Compare::FLt, sum, zero);
    let rounded_up = w.select(negative, above, below);
    let bits = w.convert(Convert::Bits, sum, Type::I64);
    let less = w.with(Binary::Sub, bits, 1);
    let cut = w.select(rounded_up, less, bits);
    let odd = w.with(Binary::Or, cut, 1);
    let bits = w.select(inexact, odd, bits);
    w.convert(Convert::Bits, bits, Type::F64)
}

/// a + b - sum; a NaN where that has no meaning.
fn two_sum_error(w: &mut Writer<'_>, a: Value, b: Value, sum: Value) -> Value {
    let b_part = w.binary(Binary::FSub, sum, a);
    let a_part = w.binary(Binary::FSub, sum, b_part);
    let b_rest = w.binary(Binary::FSub, b, b_part);
    let a_rest = w.binary(Binary::FSub, a, a_part);
    w.binary(Binary::FAdd, a_rest, b_rest)
}

//! `fma` of `f16` and `f32` by arithmetic on the next format.
//!
//! The product of two such numbers is exact there. The sum is rounded to odd: towards zero, and then the last bit is set if
//! it was not exact. Such a number of 24 or 53 bits rounds to one of at most 22 or 51 as the exact sum does, since it lies on the
//! same side of every number with fewer bits. The error of the sum is exact, too (Knuth's TwoSum).
//!
//! Where there is no next format, `fma` is a function ([`super::functions`]).

use super::{
    Features, Pass, Scope,
    writer::{Writer, rewrite},
};
use crate::ir::{Binary, Compare, Convert, Kernel, Op, Type, Value};

/// This pass.
pub const PASS: Pass = Pass {
    name: "fused",
    doc: "Fused multiply-adds become products and sums in a wider format.",
    scope: Scope::Code(run),
};

fn run(kernel: &mut Kernel, features: &Features) {
    rewrite(kernel, |w, op, ty| match op {
        Op::Fma(a, b, c) => Some(lowered(w, wider(features, ty)?, [*a, *b, *c])),
        _ => None,
    });
}

/// The format to compute an `fma` in that the machine lacks, if there is one.
pub(super) fn wider(features: &Features, ty: Type) -> Option<Type> {
    // Bits of a `double` are integers of 64 bits, or pairs.
    let has_bits = features.long_integers || features.address_bits == 32;
    match ty {
        Type::F16 if !features.fused || !features.half => Some(Type::F32),
        Type::F32 if !features.fused && features.double && has_bits => Some(Type::F64),
        _ => None,
    }
}

fn lowered(w: &mut Writer<'_>, wide: Type, operands: [Value; 3]) -> Op {
    let [a, b, c] = operands.map(|value| w.convert(Convert::FToF, value, wide));
    let product = w.binary(Binary::FMul, a, b);
    let sum = sum_to_odd(w, product, c);
    Op::Convert(Convert::FToF, sum)
}

/// a + b, rounded to odd.
fn sum_to_odd(w: &mut Writer<'_>, a: Value, b: Value) -> Value {
    let sum = w.binary(Binary::FAdd, a, b);
    let error = two_sum_error(w, a, b, sum);
    let ty = w.ty(a);
    let bits_ty = if ty == Type::F64 { Type::I64 } else { Type::I32 };
    let zero = w.constant(0, ty);
    let below = w.compare(Compare::FLt, error, zero);
    let above = w.compare(Compare::FLt, zero, error);
    let inexact = w.binary(Binary::Or, below, above);
    // The magnitude was rounded up where the error has the other sign.
    let negative = w.compare(Compare::FLt, sum, zero);
    let rounded_up = w.select(negative, above, below);
    let bits = w.convert(Convert::Bits, sum, bits_ty);
    let less = w.with(Binary::Sub, bits, 1);
    let cut = w.select(rounded_up, less, bits);
    let odd = w.with(Binary::Or, cut, 1);
    let bits = w.select(inexact, odd, bits);
    w.convert(Convert::Bits, bits, ty)
}

/// a + b - sum; a NaN where that has no meaning.
fn two_sum_error(w: &mut Writer<'_>, a: Value, b: Value, sum: Value) -> Value {
    let b_part = w.binary(Binary::FSub, sum, a);
    let a_part = w.binary(Binary::FSub, sum, b_part);
    let b_rest = w.binary(Binary::FSub, b, b_part);
    let a_rest = w.binary(Binary::FSub, a, a_part);
    w.binary(Binary::FAdd, a_rest, b_rest)
}

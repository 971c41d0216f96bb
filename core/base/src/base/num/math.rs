//! The float functions on bit patterns and on numbers: those of [`elementary`](super::elementary). Half precision goes through
//! single.

use super::{
    elementary::{
        evaluate,
        plain::{Double, Single},
    },
    f16_bits, f16_to_f32, f32_bits, f32_canonical, f32_of, f32_sqrt, f64_canonical, f64_sqrt,
};
use crate::base::{ops::Math, types::Type};

/// A float function on bit patterns. Missing operands count as 0.
pub fn math(op: Math, ty: Type, args: &[u64]) -> u64 {
    let arg = |at: usize| args.get(at).copied().unwrap_or(0);
    match ty {
        Type::F64 => math_f64(op, f64::from_bits(arg(0)), f64::from_bits(arg(1))).to_bits(),
        Type::F16 => f16_bits(math_f32(op, f16_to_f32(arg(0) as u16), f16_to_f32(arg(1) as u16))),
        _ => f32_bits(math_f32(op, f32_of(arg(0)), f32_of(arg(1)))),
    }
}

/// 1 / sqrt(x) of single precision with one rounding: all but the last digit of the quotient in double precision.
fn rsqrt_f32(x: f32) -> f32 {
    (1.0 / libm::sqrt(f64::from(x))) as f32
}

/// A float function; one of a single operand ignores the second.
#[inline]
pub fn math_f32(op: Math, x: f32, y: f32) -> f32 {
    match op {
        // Sign only: the payload of a NaN stays.
        Math::Copysign => x.copysign(y),
        Math::Sqrt => f32_sqrt(x),
        // The same results as those of the general way, which does without double precision.
        Math::Rsqrt => f32_canonical(rsqrt_f32(x)),
        _ => f32_canonical(evaluate(op, Single(x), Single(y)).0),
    }
}

/// A float function; one of a single operand ignores the second.
#[inline]
pub fn math_f64(op: Math, x: f64, y: f64) -> f64 {
    match op {
        Math::Copysign => x.copysign(y),
        Math::Sqrt => f64_sqrt(x),
        _ => f64_canonical(evaluate(op, Double(x), Double(y)).0),
    }
}

//! The float functions: `libm`, the same code on every platform. Half precision goes through single.

use super::{f16_bits, f16_to_f32, f32_bits, f32_canonical, f32_of, f32_sqrt, f64_canonical, f64_sqrt};
use crate::ir::{Math, Type};

/// A float function on bit patterns. Missing operands count as 0.
pub fn math(op: Math, ty: Type, args: &[u64]) -> u64 {
    let arg = |at: usize| args.get(at).copied().unwrap_or(0);
    match ty {
        Type::F64 => math_f64(op, f64::from_bits(arg(0)), f64::from_bits(arg(1))).to_bits(),
        Type::F16 => f16_bits(math_f32(op, f16_to_f32(arg(0) as u16), f16_to_f32(arg(1) as u16))),
        _ => f32_bits(math_f32(op, f32_of(arg(0)), f32_of(arg(1)))),
    }
}

/// 1 / sqrt(x) through double precision, which leaves only the last rounding.
fn rsqrtf(x: f32) -> f32 {
    (1.0 / libm::sqrt(f64::from(x))) as f32
}

fn rsqrt(x: f64) -> f64 {
    1.0 / libm::sqrt(x)
}

/// Declares the functions of one type; those of one operand ignore the second.
macro_rules! functions {
    ($name:ident, $ty:ident, $canonical:ident; $($op:ident = $one:path,)* / $($op2:ident = $two:path,)*) => {
        /// A float function; one of a single operand ignores the second.
        #[inline]
        pub fn $name(op: Math, x: $ty, y: $ty) -> $ty {
            match op {
                // Sign only: the payload of a NaN stays.
                Math::Copysign => x.copysign(y),
                $(Math::$op => $canonical($one(x)),)*
                $(Math::$op2 => $canonical($two(x, y)),)*
            }
        }
    };
}

functions! { math_f32, f32, f32_canonical;
    Sqrt = f32_sqrt,
    Rsqrt = rsqrtf,
    Sin = libm::sinf,
    Cos = libm::cosf,
    Tan = libm::tanf,
    Asin = libm::asinf,
    Acos = libm::acosf,
    Atan = libm::atanf,
    Sinh = libm::sinhf,
    Cosh = libm::coshf,
    Tanh = libm::tanhf,
    Exp = libm::expf,
    Exp2 = libm::exp2f,
    Exp10 = libm::exp10f,
    Expm1 = libm::expm1f,
    Log = libm::logf,
    Log2 = libm::log2f,
    Log10 = libm::log10f,
    Log1p = libm::log1pf,
    Cbrt = libm::cbrtf,
    Floor = libm::floorf,
    Ceil = libm::ceilf,
    Trunc = libm::truncf,
    Round = libm::roundf,
    Rint = libm::rintf,
    Erf = libm::erff,
    Erfc = libm::erfcf,
    /
    Atan2 = libm::atan2f,
    Pow = libm::powf,
    Hypot = libm::hypotf,
    Fmod = libm::fmodf,
}

functions! { math_f64, f64, f64_canonical;
    Sqrt = f64_sqrt,
    Rsqrt = rsqrt,
    Sin = libm::sin,
    Cos = libm::cos,
    Tan = libm::tan,
    Asin = libm::asin,
    Acos = libm::acos,
    Atan = libm::atan,
    Sinh = libm::sinh,
    Cosh = libm::cosh,
    Tanh = libm::tanh,
    Exp = libm::exp,
    Exp2 = libm::exp2,
    Exp10 = libm::exp10,
    Expm1 = libm::expm1,
    Log = libm::log,
    Log2 = libm::log2,
    Log10 = libm::log10,
    Log1p = libm::log1p,
    Cbrt = libm::cbrt,
    Floor = libm::floor,
    Ceil = libm::ceil,
    Trunc = libm::trunc,
    Round = libm::round,
    Rint = libm::rint,
    Erf = libm::erf,
    Erfc = libm::erfc,
    /
    Atan2 = libm::atan2,
    Pow = libm::pow,
    Hypot = libm::hypot,
    Fmod = libm::fmod,
}

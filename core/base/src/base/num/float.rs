//! Single and double precision, typed. Each result that is a NaN is the canonical one: positive, quiet, no payload.

use crate::base::ops::Binary;

/// Declares the arithmetic of one float type.
macro_rules! float {
    ($ty:ident, $nan:expr; $($canonical:ident $add:ident $sub:ident $mul:ident $div:ident $min:ident $max:ident
        $sqrt:ident = $libm_sqrt:path; $binary:ident)*) => {$(
        /// The number itself, or the canonical NaN.
        #[inline(always)]
        pub fn $canonical(a: $ty) -> $ty {
            let bits = a.to_bits();
            $ty::from_bits(if a.is_nan() { $nan } else { bits })
        }

        /// a + b.
        #[inline(always)]
        pub fn $add(a: $ty, b: $ty) -> $ty {
            $canonical(a + b)
        }

        /// a - b.
        #[inline(always)]
        pub fn $sub(a: $ty, b: $ty) -> $ty {
            $canonical(a - b)
        }

        /// a * b.
        #[inline(always)]
        pub fn $mul(a: $ty, b: $ty) -> $ty {
            $canonical(a * b)
        }

        /// a / b, correctly rounded.
        #[inline(always)]
        pub fn $div(a: $ty, b: $ty) -> $ty {
            $canonical(a / b)
        }

        /// The smaller; the other one if one is a NaN; -0 is below +0.
        #[inline(always)]
        pub fn $min(a: $ty, b: $ty) -> $ty {
            let take_a = (a < b) | ((a == b) & a.is_sign_negative()) | b.is_nan();
            $canonical(if take_a { a } else { b })
        }

        /// The larger; the other one if one is a NaN; -0 is below +0.
        #[inline(always)]
        pub fn $max(a: $ty, b: $ty) -> $ty {
            let take_a = (a > b) | ((a == b) & a.is_sign_positive()) | b.is_nan();
            $canonical(if take_a { a } else { b })
        }

        /// Square root, correctly rounded.
        #[inline]
        pub fn $sqrt(a: $ty) -> $ty {
            // The test is on bits: a compiler may take `x is a NaN ? NaN : x` of a square root for `x`.
            let bits = $libm_sqrt(a).to_bits();
            let is_nan = bits << 1 > $ty::INFINITY.to_bits() << 1;
            $ty::from_bits(if is_nan { $nan } else { bits })
        }

        /// A float operation of the IR (integer operations do not come here: they give the first operand).
        #[inline(always)]
        pub(super) fn $binary(op: Binary, a: $ty, b: $ty) -> $ty {
            match op {
                Binary::FAdd => $add(a, b),
                Binary::FSub => $sub(a, b),
                Binary::FMul => $mul(a, b),
                Binary::FDiv => $div(a, b),
                Binary::FMin => $min(a, b),
                Binary::FMax => $max(a, b),
                _ => a,
            }
        }
    )*};
}

float! { f32, 0x7FC0_0000;
    f32_canonical f32_add f32_sub f32_mul f32_div f32_min f32_max f32_sqrt = libm::sqrtf; binary_f32
}
float! { f64, 0x7FF8_0000_0000_0000;
    f64_canonical f64_add f64_sub f64_mul f64_div f64_min f64_max f64_sqrt = libm::sqrt; binary_f64
}

/// a * b + c in single precision, rounded once.
///
/// The product is exact in double precision; the sum is rounded to odd there, which keeps enough to round correctly
/// once more.
#[inline(always)]
pub fn f32_fma(a: f32, b: f32, c: f32) -> f32 {
    f32_canonical(add_round_to_odd(f64::from(a) * f64::from(b), f64::from(c)) as f32)
}

/// a * b + c in double precision, rounded once.
#[inline]
pub fn f64_fma(a: f64, b: f64, c: f64) -> f64 {
    f64_canonical(libm::fma(a, b, c))
}

/// a + b, and where that is not exact the neighbour (of the two around the true sum) whose last bit is 1. Rounding such
/// a number to at least two bits less gives what rounding the true sum gives.
#[inline(always)]
pub(super) fn add_round_to_odd(a: f64, b: f64) -> f64 {
    let sum = a + b;
    let b_part = sum - a;
    let error = (a - (sum - b_part)) + (b - b_part);
    let bits = sum.to_bits();
    // A NaN error (of an infinite sum) is neither below nor above 0.
    let inexact = (error < 0.0) | (error > 0.0);
    let towards_zero = (error.to_bits() ^ bits) >> 63;
    let odd = bits.wrapping_add(1).wrapping_sub(2 * towards_zero);
    f64::from_bits(if inexact & (bits & 1 == 0) { odd } else { bits })
}

//! Is a result to the nearest number exact? The flag for inexact results is then not raised, and the plain functions are as good
//! as those of [`super::rounded`].
//!
//! The error of a sum or product is itself a float and follows from few operations (T. J. Dekker, A Floating-Point Technique for
//! Extending the Available Precision, 1971). None of these functions says yes where the result is not exact. They say no
//! where it is not finite, and where a step on the way could leave the range of the format. They are free of branches, so
//! that loops over lanes become vector code.

use super::rounded::Format;
use crate::base::{ops::Binary, types::Type};

/// A splitting factor of doubles: 2^27 + 1.
const SPLIT: f64 = 134_217_729.0;
/// Between these sizes no step of [`f64_product`] leaves the range of the format, and the error of a product is a float.
const RANGE: core::ops::Range<f64> = 1e-140..1e140;

macro_rules! sum {
    ($name:ident, $ty:ident) => {
        /// Is a + b = sum?
        #[inline(always)]
        pub fn $name(a: $ty, b: $ty, sum: $ty) -> bool {
            let b_part = sum - a;
            (a - (sum - b_part)) + (b - b_part) == 0.0
        }
    };
}

sum!(f32_sum, f32);
sum!(f64_sum, f64);

/// Is a * b = product?
#[inline(always)]
pub fn f32_product(a: f32, b: f32, product: f32) -> bool {
    f64::from(a) * f64::from(b) == f64::from(product)
}

/// Is a * b = product?
#[inline(always)]
pub fn f64_product(a: f64, b: f64, product: f64) -> bool {
    let halves = |x: f64| {
        let big = SPLIT * x;
        let high = big - (big - x);
        (high, x - high)
    };
    let ((a_high, a_low), (b_high, b_low)) = (halves(a), halves(b));
    let error = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
    let within = |x: f64| (x.abs() >= RANGE.start) & (x.abs() <= RANGE.end);
    let zero = (product == 0.0) & (a * b == 0.0) & ((a == 0.0) | (b == 0.0));
    zero | (within(a) & within(b) & (error == 0.0) & (product == a * b))
}

/// Is a / b = quotient?
#[inline(always)]
pub fn f32_quotient(a: f32, b: f32, quotient: f32) -> bool {
    f32_product(quotient, b, a)
}

/// Is a / b = quotient?
#[inline(always)]
pub fn f64_quotient(a: f64, b: f64, quotient: f64) -> bool {
    f64_product(quotient, b, a)
}

/// Is a * b + c = result?
#[inline(always)]
pub fn f32_fused(a: f32, b: f32, c: f32, result: f32) -> bool {
    let (product, c) = (f64::from(a) * f64::from(b), f64::from(c));
    let sum = product + c;
    f64_sum(product, c, sum) & (sum == f64::from(result))
}

/// Is a * b + c = result? Says no also where only the product is not exact.
#[inline(always)]
pub fn f64_fused(a: f64, b: f64, c: f64, result: f64) -> bool {
    let product = a * b;
    let sum = product + c;
    f64_product(a, b, product) & f64_sum(product, c, sum) & (sum == result)
}

/// Does an operation raise no flag that is not there? `known`: an inexact result is no news.
#[inline]
pub fn raises_nothing(format: Format, known: bool, result: u64, exact: impl FnOnce() -> bool) -> bool {
    match format.is_plainly_normal(result) {
        true => known || exact(),
        false => result & !(1 << (format.bits - 1)) == 0 && exact(),
    }
}

/// Is a sum, difference, product or quotient of a type exact? No for other types and operations.
#[inline]
pub fn binary(op: Binary, ty: Type, [a, b]: [u64; 2], result: u64) -> bool {
    match ty {
        Type::F32 => {
            let [a, b, result] = [a, b, result].map(|bits| f32::from_bits(bits as u32));
            match op {
                Binary::FAdd => f32_sum(a, b, result),
                Binary::FSub => f32_sum(a, -b, result),
                Binary::FMul => f32_product(a, b, result),
                Binary::FDiv => f32_quotient(a, b, result),
                _ => false,
            }
        }
        Type::F64 => {
            let [a, b, result] = [a, b, result].map(f64::from_bits);
            match op {
                Binary::FAdd => f64_sum(a, b, result),
                Binary::FSub => f64_sum(a, -b, result),
                Binary::FMul => f64_product(a, b, result),
                Binary::FDiv => f64_quotient(a, b, result),
                _ => false,
            }
        }
        _ => false,
    }
}

/// Is a * b + c of a type exact? No for other types.
#[inline]
pub fn fused(ty: Type, numbers: [u64; 3], result: u64) -> bool {
    match ty {
        Type::F32 => {
            let [a, b, c] = numbers.map(|bits| f32::from_bits(bits as u32));
            f32_fused(a, b, c, f32::from_bits(result as u32))
        }
        Type::F64 => {
            let [a, b, c] = numbers.map(f64::from_bits);
            f64_fused(a, b, c, f64::from_bits(result))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{
        num::rounded::{Flags, Format, Rounding::NearestEven},
        rng::Rng,
    };

    /// Numbers of few bits and of many, large and small, zeros and what is no number.
    fn number(rng: &mut Rng) -> f64 {
        match rng.below(8) {
            0 => 0.0,
            1 => f64::from_bits(rng.next_u64()),
            2 => f64::from(f32::from_bits(rng.next_u64() as u32)),
            3 => rng.below(1 << 53) as f64 / 1024.0,
            4 => -(rng.below(100) as f64) * 0.25,
            _ => rng.below(1000) as f64,
        }
    }

    /// Whether integers say so (IEEE 754): a yes is always right, and small numbers have one.
    #[test]
    fn exact_results_are_those_that_raise_no_flag() {
        let mut rng = Rng::new(5);
        let mut found = 0;
        for turn in 0..200_000 {
            let [a, b, c] = core::array::from_fn(|_| number(&mut rng));
            let bits = |x: f64| x.to_bits();
            let (d, mode) = (Format::DOUBLE, NearestEven);
            let doubles = [
                (f64_sum(a, b, a + b), d.add(mode, bits(a), bits(b))),
                (f64_product(a, b, a * b), d.multiply(mode, bits(a), bits(b))),
                (f64_quotient(a, b, a / b), d.divide(mode, bits(a), bits(b))),
                (f64_fused(a, b, c, libm::fma(a, b, c)), d.fused(mode, bits(a), bits(b), bits(c))),
            ];
            let [a, b, c] = [a as f32, b as f32, c as f32];
            let bits = |x: f32| u64::from(x.to_bits());
            let s = Format::SINGLE;
            let singles = [
                (f32_sum(a, b, a + b), s.add(mode, bits(a), bits(b))),
                (f32_product(a, b, a * b), s.multiply(mode, bits(a), bits(b))),
                (f32_quotient(a, b, a / b), s.divide(mode, bits(a), bits(b))),
                (f32_fused(a, b, c, libm::fmaf(a, b, c)), s.fused(mode, bits(a), bits(b), bits(c))),
            ];
            for (at, (exact, (_, flags))) in doubles.into_iter().chain(singles).enumerate() {
                assert!(!exact || flags == Flags::NONE, "{turn}, {at}: {a} {b} {c}");
                found += usize::from(exact);
            }
            let [a, b] = core::array::from_fn(|_| rng.below(1000) as f64);
            assert!(f64_sum(a, b, a + b) && f64_product(a, b, a * b) && f64_fused(a, b, b, a * b + b));
            let [a, b] = [a as f32, b as f32];
            assert!(f32_sum(a, b, a + b) && f32_product(a, b, a * b) && f32_fused(a, b, b, a * b + b));
        }
        assert!(found > 200_000, "{found}");
    }
}

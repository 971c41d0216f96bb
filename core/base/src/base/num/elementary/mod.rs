//! The elementary functions, written once.
//!
//! Each function is a sequence of additions, products, quotients, square roots, comparisons, selections and operations on
//! bits, in the format of its operands only: the functions of `f32` need no `f64` and no integers of 64 bits. It is written
//! over two traits, [`Real`] and [`Word`], which have two implementations:
//! - [`plain`]: numbers. That is how the interpreter, constant folding and machines that have an instruction for a function
//!   compute it.
//! - `codegen::lower::functions`: instructions of the IR that compute it, for machines that lack it.
//!
//! Both carry out the same operations in the same order, so they agree to the bit. None of the operations is fused.
//!
//! Results are not correctly rounded in all cases; the tests state and check a bound for each function and format (in units
//! in the last place). The sign of zero, infinities and results that are no number are those of C99, annex F. What is no
//! number is canonical.
//!
//! The coefficients of polynomials are near-minimax (Chebyshev interpolation at 300 bits, rounded). Numbers that need more
//! than one format hold are pairs, a number and a smaller one that is added to it (module `pair`).
//!
//! [`fma`] is here for machines that lack it; no function uses it.
//!
//! Deliberately absent: other rounding modes, flags.

mod circular;
mod error;
mod exponential;
mod fused;
mod inverse;
mod logarithm;
mod pair;
pub mod plain;
mod power;
mod reduce;
mod rounding;
#[cfg(test)]
mod tests;

pub use fused::fma;

use core::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Sub};

use crate::base::ops::Math;

/// A value of one of two formats. Which one is a property of the value: code of both formats is of one type, so that a program holds
/// the functions once as code.
pub trait Formatted: Copy {
    /// Is it of `f64`? Else it is of `f32`.
    fn is_double(self) -> bool;

    /// One of two constants, by the format.
    #[inline(always)]
    fn by<T>(self, single: T, double: T) -> T {
        if self.is_double() { double } else { single }
    }

    /// Bits of the fraction: 23 or 52.
    #[inline(always)]
    fn fraction(self) -> u32 {
        self.by(23, 52)
    }

    /// What is added to exponents: 127 or 1023.
    #[inline(always)]
    fn bias(self) -> i64 {
        self.by(127, 1023)
    }
}

/// The bits of a [`Real`] as an integer as wide, or the code that computes it. Arithmetic wraps.
pub trait Word:
    Formatted
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Add<i64, Output = Self>
    + Sub<i64, Output = Self>
    + BitAnd<i64, Output = Self>
{
    /// The answer of a comparison.
    type Mask: Mask;

    /// A constant of the same width.
    fn num(self, value: i64) -> Self;

    /// To the left by fewer bits than there are.
    fn shl(self, by: u32) -> Self;

    /// To the right by fewer bits than there are; zeros come in.
    fn shr(self, by: u32) -> Self;

    /// To the right by fewer bits than there are; copies of the sign come in.
    fn sar(self, by: u32) -> Self;

    /// To the left by a computed number of bits.
    fn shl_by(self, by: Self) -> Self;

    /// To the right by a computed number of bits; zeros come in.
    fn shr_by(self, by: Self) -> Self;

    /// The high half of the product without sign.
    fn mul_high(self, other: Self) -> Self;

    /// The remainder of the division without sign. The divisor is not 0.
    fn rem(self, other: Self) -> Self;

    /// Less, with sign.
    fn lt(self, other: Self) -> Self::Mask;

    /// Less, without sign.
    fn below(self, other: Self) -> Self::Mask;

    /// The first where the mask holds, else the second; both are computed.
    fn pick(mask: Self::Mask, yes: Self, no: Self) -> Self;

    /// Carries out a step `self` times (never if that is not positive) on a word.
    fn times(self, start: Self, step: impl Fn(Self) -> Self) -> Self;
}

/// The answer of a comparison, or the code that computes it.
pub trait Mask: Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> {}

/// A number of one format, or the code that computes it. The second operand of arithmetic may be a constant; it is rounded
/// to the format.
pub trait Real:
    Formatted
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + Add<f64, Output = Self>
    + Sub<f64, Output = Self>
    + Mul<f64, Output = Self>
{
    /// Its bits.
    type Word: Word;

    /// A constant of the same format.
    fn num(self, value: f64) -> Self;

    /// Its bits. Those of a NaN mean nothing.
    fn bits(self) -> Self::Word;

    /// The number with these bits.
    fn of(bits: Self::Word) -> Self;

    /// Without its sign.
    fn abs(self) -> Self;

    /// The square root, correctly rounded.
    fn sqrt(self) -> Self;

    /// Less.
    fn lt(self, other: Self) -> <Self::Word as Word>::Mask;

    /// Less or equal.
    fn le(self, other: Self) -> <Self::Word as Word>::Mask;

    /// Equal.
    fn eq(self, other: Self) -> <Self::Word as Word>::Mask;

    /// The first where the mask holds, else the second; both are computed.
    fn pick(mask: <Self::Word as Word>::Mask, yes: Self, no: Self) -> Self;

    /// The same with several numbers, of which only those that are taken are computed. For the seldom and long way.
    fn choose<const N: usize>(
        mask: <Self::Word as Word>::Mask,
        yes: impl FnOnce() -> [Self; N],
        no: impl FnOnce() -> [Self; N],
    ) -> [Self; N];
}

/// What comparisons of a format answer.
type MaskOf<F> = <<F as Real>::Word as Word>::Mask;

/// A polynomial, its lowest coefficient first.
fn poly<F: Real>(x: F, coefficients: &[f64]) -> F {
    let (last, rest) = coefficients.split_last().unwrap_or((&0.0, &[]));
    rest.iter().rev().fold(x.num(*last), |sum, coefficient| sum * x + *coefficient)
}

/// The bit of the sign, alone.
fn sign<F: Real>(x: F) -> F::Word {
    let bits = x.bits();
    bits & bits.num(bits.by(i64::from(i32::MIN), i64::MIN))
}

/// A number with its sign turned where another one is negative (-0 is).
fn turned<F: Real>(x: F, by: F) -> F {
    F::of(x.bits() ^ sign(by))
}

/// The value of an odd function from that of the magnitude of `x`; the canonical NaN where there is none.
fn odd<F: Real>(value: F, x: F) -> F {
    F::pick(value.eq(value), turned(value, x), x.num(f64::NAN))
}

/// The nearest integer, as a number and as a word. `x` is at most 2 to the width of the fraction, less one.
fn nearest<F: Real>(x: F) -> (F, F::Word) {
    let middle = x.num(x.by(12_582_912.0, 6_755_399_441_055_744.0));
    let moved = x + middle;
    (moved - middle, moved.bits() - middle.bits())
}

/// A word of at most as many bits, signed, as the fraction less one, as a number.
fn real<F: Real>(like: F, word: F::Word) -> F {
    let middle = like.num(like.by(12_582_912.0, 6_755_399_441_055_744.0));
    F::of(middle.bits() + word) - middle
}

/// 2 to a power that is an exponent of ordinary numbers.
fn power_of_two<F: Real>(exponent: F::Word) -> F {
    F::of((exponent + exponent.bias()).shl(exponent.fraction()))
}

/// x 2^exponent with one rounding, for `x` near 1 and exponents as far as twice those of ordinary numbers.
fn scaled<F: Real>(x: F, exponent: F::Word) -> F {
    let half = exponent.sar(1);
    x * power_of_two::<F>(half) * power_of_two::<F>(exponent - half)
}

/// The function of an operation of the IR. Functions of one operand do not look at the second.
pub fn evaluate<F: Real>(op: Math, x: F, y: F) -> F {
    match op {
        Math::Sqrt => x.sqrt(),
        Math::Rsqrt => power::rsqrt(x),
        Math::Sin => circular::sin(x),
        Math::Cos => circular::cos(x),
        Math::Tan => circular::tan(x),
        Math::Asin => inverse::asin(x),
        Math::Acos => inverse::acos(x),
        Math::Atan => inverse::atan(x),
        Math::Sinh => exponential::sinh(x),
        Math::Cosh => exponential::cosh(x),
        Math::Tanh => exponential::tanh(x),
        Math::Exp => exponential::exp(x),
        Math::Exp2 => exponential::exp2(x),
        Math::Exp10 => exponential::exp10(x),
        Math::Expm1 => exponential::expm1(x),
        Math::Log => logarithm::log(x),
        Math::Log2 => logarithm::log2(x),
        Math::Log10 => logarithm::log10(x),
        Math::Log1p => logarithm::log1p(x),
        Math::Cbrt => power::cbrt(x),
        Math::Floor => rounding::floor(x),
        Math::Ceil => rounding::ceil(x),
        Math::Trunc => rounding::trunc(x),
        Math::Round => rounding::round(x),
        Math::Rint => rounding::rint(x),
        Math::Erf => error::erf(x),
        Math::Erfc => error::erfc(x),
        Math::Atan2 => inverse::atan2(x, y),
        Math::Pow => power::pow(x, y),
        Math::Hypot => power::hypot(x, y),
        Math::Fmod => rounding::fmod(x, y),
        Math::Copysign => F::of(x.abs().bits() | sign(y)),
    }
}

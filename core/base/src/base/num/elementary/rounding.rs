//! Rounding to integers, and the remainder of a division.
//!
//! Numbers at and above 2 to the width of the fraction are integers. Below it, adding and taking away that power rounds to
//! the nearest integer.

use super::{Formatted, MaskOf, Real, Word, odd, turned};

/// The magnitude rounded to the nearest integer, halves to even.
fn nearest<F: Real>(magnitude: F) -> F {
    let large = magnitude.num(magnitude.by(8_388_608.0, 4_503_599_627_370_496.0));
    F::pick(magnitude.lt(large), (magnitude + large) - large, magnitude)
}

/// One where the mask holds, else zero.
fn one<F: Real>(like: F, mask: MaskOf<F>) -> F {
    F::pick(mask, like.num(1.0), like.num(0.0))
}

/// The magnitude without what is behind the point.
fn cut<F: Real>(magnitude: F) -> F {
    let rounded = nearest(magnitude);
    rounded - one(magnitude, magnitude.lt(rounded))
}

/// Towards zero.
pub(super) fn trunc<F: Real>(x: F) -> F {
    odd(cut(x.abs()), x)
}

/// The magnitude, with a whole one more if there is something behind the point.
fn filled<F: Real>(magnitude: F) -> F {
    let rounded = nearest(magnitude);
    rounded + one(magnitude, rounded.lt(magnitude))
}

/// Is the bit of the sign set?
fn is_negative<F: Real>(x: F) -> MaskOf<F> {
    x.bits().lt(x.bits().num(0))
}

/// Down.
pub(super) fn floor<F: Real>(x: F) -> F {
    let magnitude = x.abs();
    odd(F::pick(is_negative(x), filled(magnitude), cut(magnitude)), x)
}

/// Up.
pub(super) fn ceil<F: Real>(x: F) -> F {
    let magnitude = x.abs();
    odd(F::pick(is_negative(x), cut(magnitude), filled(magnitude)), x)
}

/// To the nearest integer, halves away from zero.
pub(super) fn round<F: Real>(x: F) -> F {
    let magnitude = x.abs();
    let whole = cut(magnitude);
    let up = x.num(0.5).le(magnitude - whole);
    odd(whole + one(x, up), x)
}

/// To the nearest integer, halves to even.
pub(super) fn rint<F: Real>(x: F) -> F {
    odd(nearest(x.abs()), x)
}

/// The field of the exponent, at least 1, and the significand, so that the number is the significand times 2 to that power
/// times a constant.
pub(super) fn parts<F: Real>(magnitude: F::Word) -> (F::Word, F::Word) {
    let field = magnitude.shr(magnitude.fraction());
    let is_small = field.lt(field.num(1));
    let first = field.num(1).shl(field.fraction());
    let fraction = magnitude & (first - 1);
    let significand = F::Word::pick(is_small, fraction, fraction + first);
    (F::Word::pick(is_small, field.num(1), field), significand)
}

/// x - y trunc(x / y), exactly. The significand of x is moved by eight bits at a time up to its exponent, and each time what
/// is left of it by that of y stays.
pub(super) fn fmod<F: Real>(x: F, y: F) -> F {
    let (a, b) = (x.abs(), y.abs());
    let zero = x.num(0.0);
    let (a_exponent, a_significand) = parts::<F>(a.bits());
    let (exponent, divisor) = parts::<F>(b.bits());
    let divisor = F::Word::pick(b.eq(zero), divisor.num(1), divisor);
    let distance = a_exponent - exponent;
    // A negative distance has a result of its own; shifts must stay in their range.
    let first = a_significand.shl_by(distance & 7).rem(divisor);
    let rest = distance.sar(3).times(first, |rest| rest.shl(8).rem(divisor));
    // As a number: with the first bit of a significand or, where it is missing, less that bit.
    let first = exponent.shl(exponent.fraction());
    let hidden = rest.num(1).shl(rest.fraction());
    let without = F::of(first | rest) - F::of(first);
    let with = F::of(first + rest - hidden);
    let result = F::pick(rest.lt(hidden), without, with);
    let result = turned(F::pick(a.lt(b), a, result), x);
    // Where y is zero or x is infinite, and where one is no number, there is no remainder.
    let infinite = x.num(f64::INFINITY);
    let exists = a.lt(infinite) & zero.lt(b);
    F::pick(exists, result, x.num(f64::NAN))
}

//! Logarithms. A number is m 2^k with m between the root of a half and the root of 2. With f = m - 1 and s = f / (2 + f) the
//! logarithm of m is 2 s + s^3 P(s^2), the series of the inverse hyperbolic tangent; 2 s is also f - s f.

use super::{Real, Word, exponential::ln_2, pair::Pair, poly, real};

/// 2 artanh(s) = 2 s + s^3 P(s^2).
const SINGLE: [f64; 4] =
    [0.666_666_686_534_881_6, 0.400_001_227_855_682_4, 0.285_506_516_695_022_6, 0.233_350_619_673_728_94];
const DOUBLE: [f64; 8] = [
    0.666_666_666_666_666_6,
    0.400_000_000_000_009,
    0.285_714_285_707_881_7,
    0.222_222_223_952_074_86,
    0.181_817_952_675_698_84,
    0.153_862_599_266_824_6,
    0.132_682_326_072_322_5,
    0.130_922_676_911_950_1,
];

/// 2 artanh(s) = 2 s + 2/3 s^3 + s^5 P(s^2).
const TAIL_SINGLE: [f64; 4] =
    [0.400_000_005_960_464_5, 0.285_715_341_567_993_16, 0.222_046_226_263_046_26, 0.191_242_516_040_802];
const TAIL_DOUBLE: [f64; 8] = [
    0.4,
    0.285_714_285_714_293_86,
    0.222_222_222_216_422_46,
    0.181_818_183_384_788_78,
    0.153_845_946_334_251_2,
    0.133_348_225_572_732_74,
    0.117_057_589_176_862_21,
    0.117_281_612_652_425_55,
];

/// k and f of a positive number.
fn split<F: Real>(x: F) -> (F, F) {
    let zero = x.num(0.0);
    let (raise, by) = x.by((33_554_432.0, 25.0), (18_014_398_509_481_984.0, 54.0));
    let is_small = x.lt(x.num(x.by(f64::from(f32::MIN_POSITIVE), f64::MIN_POSITIVE)));
    let raised = F::pick(is_small, x * raise, x).bits();
    let root = x.num(core::f64::consts::FRAC_1_SQRT_2).bits();
    let distance = raised - root;
    let fraction = distance & (distance.num(1).shl(x.fraction()) - 1);
    let exponent = real(x, distance.sar(x.fraction())) - F::pick(is_small, zero + by, zero);
    (exponent, F::of(fraction + root) - 1.0)
}

/// Puts in what logarithms of zero, negative numbers, infinity and NaN are.
fn special<F: Real>(x: F, log: F) -> F {
    let zero = x.num(0.0);
    let infinity = x.num(f64::INFINITY);
    let log = F::pick(x.lt(infinity), log, x);
    let log = F::pick(zero.lt(x), log, x.num(f64::NAN));
    F::pick(x.eq(zero), -infinity, log)
}

/// s (f - z P(z)): what the logarithm of 1 + f is less than f.
fn less<F: Real>(f: F) -> F {
    let s = f / (f + 2.0);
    let z = s * s;
    let rest = z * poly(z, z.by(&SINGLE[..], &DOUBLE[..]));
    s * (f - rest)
}

/// The logarithm of a positive number, and `more`.
fn ln<F: Real>(x: F, more: F) -> F {
    let (exponent, f) = split(x);
    let (high, low) = ln_2(x);
    exponent * high + (f - (less(f) - (exponent * low + more)))
}

pub(super) fn log<F: Real>(x: F) -> F {
    special(x, ln(x, x.num(0.0)))
}

pub(super) fn log1p<F: Real>(x: F) -> F {
    let one = x.num(1.0);
    let more = Pair::sum(one, x);
    let log = special(more.high, ln(more.high, more.low / more.high));
    F::pick(x.eq(x.num(0.0)), x, log)
}

/// k, and the logarithm of m as a pair.
fn parts<F: Real>(x: F) -> (F, Pair<F>) {
    let (exponent, f) = split(x);
    let two = x.num(2.0);
    let sum = Pair::ordered(two, f);
    let s = f / sum.high;
    let product = Pair::product(s, sum.high);
    let s = Pair::new(s, (((f - product.high) - product.low) - s * sum.low) / sum.high);
    let z = s.times(s);
    let tail = z.high * poly(z.high, z.high.by(&TAIL_SINGLE[..], &TAIL_DOUBLE[..]));
    let third = x.by(-1.986_821_551_724_915_5e-08, 3.700_743_415_417_188e-17);
    let factor = Pair::ordered(x.num(2.0 / 3.0), tail);
    let factor = z.times(Pair::new(factor.high, factor.low + third));
    let sum = Pair::ordered(two, factor.high);
    (exponent, s.times(Pair::new(sum.high, sum.low + factor.low)))
}

/// The logarithm of a positive number as a pair, with about 13 more digits.
pub(super) fn ln_pair<F: Real>(x: F) -> Pair<F> {
    let (exponent, log) = parts(x);
    let (high, low) = ln_2(x);
    let sum = Pair::sum(exponent * high, log.high);
    Pair::ordered(sum.high, sum.low + (log.low + exponent * low))
}

pub(super) fn log2<F: Real>(x: F) -> F {
    let (exponent, f) = split(x);
    special(x, exponent + (f - less(f)) * core::f64::consts::LOG2_E)
}

pub(super) fn log10<F: Real>(x: F) -> F {
    let log = ln_pair(x);
    let log = log.by_constant(
        core::f64::consts::LOG10_E,
        x.by(-1.010_304_995_219_257_8e-08, 1.098_319_650_216_765e-17),
    );
    special(x, log.value())
}

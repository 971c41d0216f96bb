//! Sine, cosine and tangent: polynomials up to an eighth of a turn, by the quarter.

use super::{
    MaskOf, Real, Word,
    pair::Pair,
    poly,
    reduce::{Reduced, reduced},
    turned,
};

/// sin(x) = x + x^3 P(x^2).
const SIN_SINGLE: [f64; 4] = [
    -0.166_666_671_633_720_4,
    0.008_333_331_905_305_386,
    -0.000_198_400_826_775_468_89,
    2.724_931_391_639_984_2e-06,
];
const SIN_DOUBLE: [f64; 7] = [
    -0.166_666_666_666_666_66,
    0.008_333_333_333_333_331,
    -0.000_198_412_698_412_650_17,
    2.755_731_921_930_192e-06,
    -2.505_210_621_952_189_5e-08,
    1.605_852_957_226_787_7e-10,
    -7.586_576_588_171_073e-13,
];

/// cos(x) = 1 - x^2 / 2 + x^4 P(x^2).
const COS_SINGLE: [f64; 3] =
    [0.041_666_664_183_139_8, -0.001_388_830_016_367_137_4, 2.454_743_662_383_407_4e-05];
const COS_DOUBLE: [f64; 6] = [
    0.041_666_666_666_666_664,
    -0.001_388_888_888_888_738_2,
    2.480_158_729_874_307e-05,
    -2.755_731_726_000_883_7e-07,
    2.087_614_382_799_313_3e-09,
    -1.138_245_677_806_130_6e-11,
];

/// Sine and cosine of a rest.
fn both<F: Real>(x: Pair<F>) -> (F, F) {
    let Pair { high, low } = x;
    let square = high * high;
    let sin = square * poly(square, square.by(&SIN_SINGLE[..], &SIN_DOUBLE[..]));
    let sin = high + (high * sin + low);
    let cos = square * poly(square, square.by(&COS_SINGLE[..], &COS_DOUBLE[..]));
    let half = square * 0.5;
    let one = high.num(1.0);
    let near = one - half;
    (sin, near + (((one - near) - half) + (square * cos - high * low)))
}

/// Is a bit of the number of quarters set?
fn is_set<F: Real>(quarters: F::Word, bit: i64) -> MaskOf<F> {
    quarters.num(0).lt(quarters & bit)
}

/// The sine after so many more quarter turns, of a magnitude.
fn wave<F: Real>(magnitude: F, more: i64) -> F {
    let Reduced { quarters, rest } = reduced(magnitude);
    let (sin, cos) = both(rest);
    let quarters = quarters + more;
    let value = F::pick(is_set::<F>(quarters, 1), cos, sin);
    F::pick(is_set::<F>(quarters, 2), -value, value)
}

/// Infinity has no place on the circle.
fn finite<F: Real>(x: F, value: F) -> F {
    F::pick(x.abs().lt(x.num(f64::INFINITY)), value, x.num(f64::NAN))
}

pub(super) fn sin<F: Real>(x: F) -> F {
    finite(x, turned(wave(x.abs(), 0), x))
}

pub(super) fn cos<F: Real>(x: F) -> F {
    finite(x, wave(x.abs(), 1))
}

pub(super) fn tan<F: Real>(x: F) -> F {
    let Reduced { quarters, rest } = reduced(x.abs());
    let (sin, cos) = both(rest);
    let odd = is_set::<F>(quarters, 1);
    let value = F::pick(odd, -cos, sin) / F::pick(odd, sin, cos);
    finite(x, turned(value, x))
}

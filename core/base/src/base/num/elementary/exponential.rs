//! Exponential functions: e to a power is 2 to an integer times e to a number of at most half the logarithm of 2, for which a
//! polynomial does.

use super::{Real, Word, nearest, odd, pair::Pair, poly, power_of_two, scaled};

/// The logarithm of 2 in the format of a number: one with so few digits that products with exponents are exact, and the rest.
pub(super) fn ln_2<F: Real>(like: F) -> (f64, f64) {
    like.by(
        (0.693_145_751_953_125, 1.428_606_765_330_187e-06),
        (0.693_147_180_559_890_3, 5.497_923_018_708_371e-14),
    )
}

/// e^x = 1 + x + x^2 P(x).
const SINGLE: [f64; 6] = [
    0.5,
    0.166_666_671_633_720_4,
    0.041_666_463_017_463_684,
    0.008_333_310_484_886_17,
    0.001_393_391_052_260_995,
    0.000_198_912_792_257_033_3,
];
const DOUBLE: [f64; 12] = [
    0.5,
    0.166_666_666_666_666_66,
    0.041_666_666_666_666_68,
    0.008_333_333_333_333_333,
    0.001_388_888_888_887_884_3,
    0.000_198_412_698_412_631_46,
    2.480_158_733_705_335e-05,
    2.755_731_924_762_605_3e-06,
    2.755_726_262_695_636_5e-07,
    2.505_207_065_963_434_3e-08,
    2.091_837_829_687_188_6e-09,
    1.608_678_829_409_026_3e-10,
];

/// x^2 P(x).
fn beyond<F: Real>(x: F) -> F {
    x * x * poly(x, x.by(&SINGLE[..], &DOUBLE[..]))
}

/// Between two limits; NaN stays.
fn limited<F: Real>(x: F, low: f64, high: f64) -> F {
    let (low, high) = (x.num(low), x.num(high));
    let x = F::pick(x.lt(low), low, x);
    F::pick(high.lt(x), high, x)
}

/// 2^exponent e^x for a pair near zero.
fn composed<F: Real>(x: Pair<F>, exponent: F::Word) -> F {
    let x = Pair::ordered(x.high, x.low);
    let sum = Pair::ordered(x.high.num(1.0), x.high);
    scaled(sum.high + (sum.low + (x.low + beyond(x.high))), exponent)
}

/// What is left of x beside a multiple of the logarithm of 2, and the multiple.
fn reduced<F: Real>(x: F) -> (Pair<F>, F::Word) {
    let (high, low) = ln_2(x);
    let (number, word) = nearest(x * core::f64::consts::LOG2_E);
    (Pair::new(x - number * high, -(number * low)), word)
}

/// e^x 2^extra.
fn exp_with<F: Real>(x: Pair<F>, extra: i64) -> F {
    let high = limited(x.high, x.high.by(-105.0, -747.0), x.high.by(91.0, 712.0));
    let low = F::pick(high.eq(x.high), x.low, x.high.num(0.0));
    let (rest, exponent) = reduced(high);
    composed(Pair::new(rest.high, rest.low + low), exponent + extra)
}

/// e to a pair.
pub(super) fn exp_of<F: Real>(x: Pair<F>) -> F {
    exp_with(x, 0)
}

pub(super) fn exp<F: Real>(x: F) -> F {
    let x = limited(x, x.by(-105.0, -747.0), x.by(91.0, 712.0));
    let (rest, exponent) = reduced(x);
    composed(rest, exponent)
}

pub(super) fn exp2<F: Real>(x: F) -> F {
    let x = limited(x, x.by(-151.0, -1076.0), x.by(130.0, 1026.0));
    let (number, exponent) = nearest(x);
    let rest = Pair::product(x - number, x.num(core::f64::consts::LN_2));
    let low = (x - number) * x.by(-1.904_654_212_125_933_6e-09, 2.319_046_813_846_299_6e-17);
    composed(Pair::new(rest.high, rest.low + low), exponent)
}

pub(super) fn exp10<F: Real>(x: F) -> F {
    let x = limited(x, x.by(-46.0, -325.0), x.by(39.5, 310.0));
    let (number, exponent) = nearest(x * core::f64::consts::LOG2_10);
    let (high, low) = x.by(
        (0.301_033_020_019_531_25, -3.024_355_464_731_343e-06),
        (0.301_029_995_663_952_83, 2.836_339_455_104_496_4e-14),
    );
    let rest = Pair::sum(x - number * high, -(number * low));
    let rest = rest.by_constant(
        core::f64::consts::LN_10,
        x.by(-3.197_543_563_260_296_7e-08, -2.170_756_223_382_249_4e-16),
    );
    composed(rest, exponent)
}

/// e^x - 1 for what is not negative, or not very: 2^k (e^r - 2^-k).
fn expm1_of<F: Real>(x: F) -> F {
    let x = limited(x, x.by(-19.0, -40.0), x.by(91.0, 712.0));
    let (rest, exponent) = reduced(x);
    let rest = Pair::ordered(rest.high, rest.low);
    let zero = exponent.num(0);
    let back = zero - F::Word::pick(exponent.lt(zero + 100), exponent, zero + 100);
    let one = x.num(1.0);
    let sum = Pair::sum(one - power_of_two::<F>(back), rest.high);
    scaled(sum.high + (sum.low + (rest.low + beyond(rest.high))), exponent)
}

pub(super) fn expm1<F: Real>(x: F) -> F {
    // The sign of zero.
    F::pick(x.eq(x.num(0.0)), x, expm1_of(x))
}

/// Half of e^x.
fn half_exp<F: Real>(x: F) -> F {
    exp_with(Pair::new(x, x.num(0.0)), -1)
}

pub(super) fn sinh<F: Real>(x: F) -> F {
    let magnitude = x.abs();
    let half = half_exp(magnitude);
    let large = half - x.num(0.25) / half;
    let less = expm1_of(magnitude);
    let small = (less + less / (less + 1.0)) * 0.5;
    odd(F::pick(magnitude.lt(x.num(1.0)), small, large), x)
}

pub(super) fn cosh<F: Real>(x: F) -> F {
    let half = half_exp(x.abs());
    half + x.num(0.25) / half
}

pub(super) fn tanh<F: Real>(x: F) -> F {
    let twice = limited(x.abs(), 0.0, x.by(10.0, 20.0)) * 2.0;
    let less = expm1_of(twice);
    odd(less / (less + 2.0), x)
}

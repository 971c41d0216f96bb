//! Inverse circular functions.

use super::{Real, Word, odd, pair::Pair, poly, sign};

/// atan(x) = x + x^3 P(x^2) up to a half.
const ATAN_SINGLE: [f64; 7] = [
    -0.333_333_343_267_440_8,
    0.199_999_913_573_265_08,
    -0.142_851_710_319_519_04,
    0.110_977_821_052_074_43,
    -0.089_323_051_273_822_78,
    0.066_907_100_379_467_01,
    -0.032_731_864_601_373_67,
];
const ATAN_DOUBLE: [f64; 15] = [
    -0.333_333_333_333_333_3,
    0.199_999_999_999_999_98,
    -0.142_857_142_857_137_24,
    0.111_111_111_110_447_2,
    -0.090_909_090_867_836_31,
    0.076_923_075_375_286_49,
    -0.066_666_628_645_403_7,
    0.058_822_886_375_020_4,
    -0.052_623_852_090_412_045,
    0.047_551_853_754_891_97,
    -0.043_051_905_758_862_95,
    0.038_027_760_298_712_1,
    -0.030_448_468_821_249_745,
    0.018_854_166_886_163_8,
    -0.006_386_700_257_031_096,
];

/// asin(x) = x + x^3 P(x^2) up to a half.
const ASIN_SINGLE: [f64; 6] = [
    0.166_666_656_732_559_2,
    0.075_000_949_203_968_05,
    0.044_599_320_739_507_675,
    0.031_101_727_858_185_768,
    0.017_143_717_035_651_207,
    0.033_700_726_926_326_75,
];
const ASIN_DOUBLE: [f64; 14] = [
    0.166_666_666_666_666_66,
    0.075_000_000_000_001_19,
    0.044_642_857_142_550_19,
    0.030_381_944_475_693_704,
    0.022_372_157_435_623_815,
    0.017_352_816_768_546_473,
    0.013_963_775_787_848_137,
    0.011_566_511_821_890_942,
    0.009_621_402_747_344_83,
    0.009_322_101_501_082_774,
    0.003_035_007_172_726_762_3,
    0.019_579_201_619_744_684,
    -0.019_277_545_928_584_557,
    0.029_635_026_263_548_55,
];

/// A quarter turn as a pair, in the format of a number.
fn quarter<F: Real>(like: F) -> (f64, f64) {
    (core::f64::consts::FRAC_PI_2, like.by(-4.371_138_828_673_793e-08, 6.123_233_995_736_766e-17))
}

/// The arc of a magnitude. Above a half it is an eighth of a turn and the arc of (x - 1) / (x + 1), above 2 a quarter and that
/// of -1 / x.
fn arc<F: Real>(x: F) -> F {
    let [zero, one] = [0.0, 1.0].map(|value| x.num(value));
    let (high, low) = quarter(x);
    let middle = x.num(0.5).lt(x);
    let large = x.num(2.0).lt(x);
    let pick = |small: F, between: F, above: F| F::pick(large, above, F::pick(middle, between, small));
    let t = pick(x, x - one, -one) / pick(one, x + one, x);
    let z = t * t;
    let rest = z * poly(z, z.by(&ATAN_SINGLE[..], &ATAN_DOUBLE[..]));
    let base = pick(zero, x.num(high / 2.0), x.num(high));
    let more = pick(zero, x.num(low / 2.0), x.num(low));
    let sum = Pair::ordered(base, t);
    sum.high + (sum.low + (more + t * rest))
}

pub(super) fn atan<F: Real>(x: F) -> F {
    odd(arc(x.abs()), x)
}

pub(super) fn atan2<F: Real>(y: F, x: F) -> F {
    let (a, b) = (y.abs(), x.abs());
    let [zero, one, infinity] = [0.0, 1.0, f64::INFINITY].map(|value| x.num(value));
    // 0 / 0 is no angle, and infinity / infinity an eighth of a turn.
    let both_zero = a.eq(zero) & b.eq(zero);
    let both_infinite = a.eq(infinity) & b.eq(infinity);
    let ratio = F::pick(both_zero, zero, F::pick(both_infinite, one, a / b));
    let angle = arc(ratio);
    let (high, low) = quarter(x);
    let half = Pair::ordered(x.num(2.0 * high), -angle);
    let back = half.high + (half.low + x.num(2.0 * low));
    let negative = sign(x).lt(x.bits().num(0));
    let magnitude = F::pick(negative, back, angle);
    // A NaN of `x` reaches the ratio.
    odd(magnitude, y)
}

/// x^2 P(x^2) of the inverse sine, from the square.
fn beyond<F: Real>(z: F) -> F {
    z * poly(z, z.by(&ASIN_SINGLE[..], &ASIN_DOUBLE[..]))
}

/// The inverse sine of the root of (1 - x) / 2 as a pair, whose double is the inverse cosine of x.
fn half_arc<F: Real>(magnitude: F) -> Pair<F> {
    let z = (magnitude.num(1.0) - magnitude) * 0.5;
    let root = z.sqrt();
    let square = Pair::product(root, root);
    let rest = ((z - square.high) - square.low) / (root + root);
    let rest = F::pick(z.eq(z.num(0.0)), z, rest);
    Pair::new(root, rest + root * beyond(z))
}

pub(super) fn asin<F: Real>(x: F) -> F {
    let magnitude = x.abs();
    let small = magnitude + magnitude * beyond(x * x);
    let arc = half_arc(magnitude);
    let (high, low) = quarter(x);
    let sum = Pair::ordered(x.num(high), -(arc.high * 2.0));
    let large = sum.high + (sum.low + (x.num(low) - arc.low * 2.0));
    odd(F::pick(magnitude.lt(x.num(0.5)), small, large), x)
}

pub(super) fn acos<F: Real>(x: F) -> F {
    let magnitude = x.abs();
    let (high, low) = quarter(x);
    let sum = Pair::ordered(x.num(high), -x);
    let small = sum.high + (sum.low + (x.num(low) - x * beyond(x * x)));
    let arc = half_arc(magnitude);
    let right = (arc.high + arc.low) * 2.0;
    let sum = Pair::ordered(x.num(2.0 * high), -(arc.high * 2.0));
    let left = sum.high + (sum.low + (x.num(2.0 * low) - arc.low * 2.0));
    let large = F::pick(x.lt(x.num(0.0)), left, right);
    F::pick(magnitude.lt(x.num(0.5)), small, large)
}

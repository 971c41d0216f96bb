//! Powers and roots.

use super::{
    Real, Word, exponential::exp_of, logarithm::ln_pair, pair::Pair, power_of_two, rounding, scaled, turned,
};

/// x^y by the logarithm of x, which is a pair: its error grows with the exponent of the result.
pub(super) fn pow<F: Real>(x: F, y: F) -> F {
    let [zero, one, infinity] = [0.0, 1.0, f64::INFINITY].map(|value| x.num(value));
    let (a, b) = (x.abs(), y.abs());
    // A larger exponent makes zero or infinity of all but 1, too.
    let most = x.num(x.by(1e12, 1e21));
    let limited = turned(F::pick(most.lt(b), most, b), y);
    let log = ln_pair(a);
    let product = Pair::product(limited, log.high);
    let power = exp_of(Pair::new(product.high, product.low + limited * log.low));
    let power = F::pick(a.eq(one), one, power);
    // Zero and infinity to a power.
    let vanishes = F::pick(y.lt(zero), infinity, zero);
    let grows = F::pick(y.lt(zero), zero, infinity);
    let power = F::pick(a.eq(zero), vanishes, F::pick(a.eq(infinity), grows, power));
    // Negative numbers have powers with integers only; odd ones keep the sign.
    let is_whole = rounding::trunc(b).eq(b);
    let half = b * 0.5;
    let is_odd = is_whole & !rounding::trunc(half).eq(half);
    let power = F::pick(is_odd, turned(power, x), power);
    let missing = x.lt(zero) & !is_whole & x.abs().lt(infinity);
    let power = F::pick(missing, x.num(f64::NAN), power);
    let power = F::pick(x.eq(x) & y.eq(y), power, x + y);
    F::pick(x.eq(one) | y.eq(zero), one, power)
}

pub(super) fn hypot<F: Real>(x: F, y: F) -> F {
    let (x, y) = (x.abs(), y.abs());
    let is_less = x.lt(y);
    let (large, small) = (F::pick(is_less, y, x), F::pick(is_less, x, y));
    let infinity = x.num(f64::INFINITY);
    // Numbers above half of the range have no power of two that makes them 1: a smaller one will do.
    let exponent = large.bits().shr(x.fraction()) - x.bias();
    let most = exponent.num(x.bias() - 1);
    let exponent = F::Word::pick(most.lt(exponent), most, exponent);
    let down = power_of_two::<F>(exponent.num(0) - exponent);
    let [a, b] = [large * down, small * down].map(|side| Pair::product(side, side));
    let sum = Pair::ordered(a.high, b.high);
    let low = sum.low + (a.low + b.low);
    let root = (sum.high + low).sqrt();
    let square = Pair::product(root, root);
    let rest = ((sum.high - square.high) - square.low) + low;
    let root = F::pick(root.eq(root.num(0.0)), root, root + rest / (root + root));
    let length = F::pick(x.eq(x) & y.eq(y), scaled(root, exponent), x + y);
    F::pick(x.eq(infinity) | y.eq(infinity), infinity, length)
}

/// The cube root: a third of the exponent, then Halley's iteration, then what the cube still lacks.
pub(super) fn cbrt<F: Real>(x: F) -> F {
    let magnitude = x.abs();
    // Far from 1 the cube would overflow or lose digits: a power of eight is taken out.
    let one = x.num(1.0);
    let [less, more] = x.by([1e-30, 1e30], [1e-290, 1e290]).map(|limit| x.num(limit));
    let far = |small: f64, large: f64| {
        F::pick(magnitude.lt(less), x.num(small), F::pick(more.lt(magnitude), x.num(large), one))
    };
    let (cube_up, up) = x.by((16_777_216.0, 256.0), (18_014_398_509_481_984.0, 262_144.0));
    let a = magnitude * far(cube_up, 1.0 / cube_up);
    let third = a.bits().mul_high(a.bits().num(x.by(0x5555_5556, 0x5555_5555_5555_5556)));
    let mut root = F::of(third + x.by(709_958_130, 0x2A9F_7893_0000_0000));
    for _ in 0..x.by(2, 3) {
        let cube = root * root * root;
        root = root * ((cube + (a + a)) / ((cube + cube) + a));
    }
    let square = Pair::product(root, root);
    let cube = Pair::product(square.high, root);
    let rest = ((a - cube.high) - cube.low) - square.low * root;
    let root = (root + rest / (square.high * 3.0)) * far(1.0 / up, up);
    let ordinary = x.num(0.0).lt(magnitude) & magnitude.lt(x.num(f64::INFINITY));
    F::pick(ordinary, turned(root, x), x + x)
}

/// 1 / sqrt(x). In single precision what the product with the square lacks is added, so that one rounding is left; in double
/// precision there are two.
pub(super) fn rsqrt<F: Real>(x: F) -> F {
    if x.is_double() {
        return x.num(1.0) / x.sqrt();
    }
    // An even power of two is taken out.
    let (raise, by) = (16_777_216.0, 24);
    let is_small = x.lt(x.num(f64::from(f32::MIN_POSITIVE)));
    let bits = F::pick(is_small, x * raise, x).bits();
    let half = (bits - x.num(1.0).bits()).sar(x.fraction() + 1);
    let ordinary = F::of(bits - half.shl(x.fraction() + 1));
    let zero = half.num(0);
    let half = half - F::Word::pick(is_small, zero + by / 2, zero);
    let root = x.num(1.0) / ordinary.sqrt();
    let square = Pair::product(root, root);
    let product = Pair::product(ordinary, square.high);
    let lack = ((x.num(1.0) - product.high) - product.low) - ordinary * square.low;
    let root = root + root * (lack * (lack * 0.375 + 0.5));
    let result = root * power_of_two::<F>(zero - half);
    let has = x.num(0.0).lt(x) & x.lt(x.num(f64::INFINITY));
    F::pick(has, result, x.num(1.0) / x.sqrt())
}

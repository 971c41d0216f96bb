//! The two estimates of seven bits, and conversion with rounding to odd.
//!
//! An estimate is the value in the middle of an interval, rounded to seven bits of fraction: of the reciprocal for 128
//! intervals of a binade, of the reciprocal square root for 64 intervals of each of two binades. The tables are worked out
//! from this when the program is built.

use lanescope_parts::{
    base::num,
    ir::{Convert, Type},
    riscv::hart::arithmetic::fraction_bits,
};

use crate::isa::rounding;

/// Fractions of 1/x in units of 1/128, for x = 1 + (i + 1/2) / 128 and a result between 1/2 and 1.
const RECIPROCALS: [u8; 128] = reciprocals();

const fn reciprocals() -> [u8; 128] {
    let mut table = [0; 128];
    let mut i = 0;
    while i < 128 {
        // 128 (2/x - 1) = 128 (255 - 2i) / (257 + 2i), to the nearest.
        let (over, under) = (128 * (255 - 2 * i as u32), 257 + 2 * i as u32);
        table[i] = ((2 * over + under) / (2 * under)) as u8;
        i += 1;
    }
    table
}

/// Fractions of 1/sqrt(x) in units of 1/128: first for x = 2 + (2j + 1) / 64, then for x = 1 + (j + 1/2) / 64.
const ROOTS: [u8; 128] = roots();

const fn roots() -> [u8; 128] {
    let mut table = [0; 128];
    let mut i = 0;
    while i < 128 {
        let under = 129 + 2 * (i as u64 % 64);
        let square = if i < 64 { 1 << 22 } else { 1 << 23 };
        // 256/sqrt(x) is the root of square / under: the nearest whole number.
        let mut nearest = 128;
        while nearest < 255 && (2 * nearest + 1) * (2 * nearest + 1) * under <= 4 * square {
            nearest += 1;
        }
        table[i] = (nearest - 128) as u8;
        i += 1;
    }
    table
}

/// A float in pieces.
struct Parts {
    negative: bool,
    /// With bias; numbers below the normal ones have 0 or less here, and their fraction without leading zeros.
    exponent: i64,
    /// Behind the point.
    fraction: u64,
}

/// What the estimates know of a type.
struct Layout {
    fraction_bits: u32,
    /// Exponent of infinities and NaNs.
    top: i64,
    sign: u64,
}

impl Layout {
    const fn of(ty: Type) -> Layout {
        let fraction_bits = fraction_bits(ty);
        let exponent_bits = ty.bits() - 1 - fraction_bits;
        Layout { fraction_bits, top: (1 << exponent_bits) - 1, sign: 1 << (ty.bits() - 1) }
    }

    const fn bias(&self) -> i64 {
        self.top >> 1
    }

    const fn infinity(&self) -> u64 {
        (self.top as u64) << self.fraction_bits
    }

    /// The pieces of a number that is neither 0, infinite nor a NaN.
    const fn parts(&self, value: u64) -> Parts {
        let fraction = value & ((1 << self.fraction_bits) - 1);
        let exponent = (value & !self.sign) >> self.fraction_bits;
        let negative = value & self.sign != 0;
        if exponent != 0 {
            return Parts { negative, exponent: exponent as i64, fraction };
        }
        let zeros = fraction.leading_zeros() - (64 - self.fraction_bits);
        let fraction = fraction << (zeros + 1) & ((1 << self.fraction_bits) - 1);
        Parts { negative, exponent: -(zeros as i64), fraction }
    }

    /// The highest `bits` of a fraction.
    const fn index(&self, fraction: u64, bits: u32) -> usize {
        (fraction >> (self.fraction_bits - bits)) as usize
    }
}

/// An estimate of 1/value. Infinite results of tiny numbers are rounded as `mode` says.
pub(super) fn reciprocal(ty: Type, value: u64, mode: u8) -> u64 {
    let layout = Layout::of(ty);
    let (size, sign) = (value & !layout.sign, value & layout.sign);
    if size > layout.infinity() {
        return ty_nan(ty);
    }
    if size == layout.infinity() {
        return sign;
    }
    if size == 0 {
        return sign | layout.infinity();
    }
    let Parts { negative, exponent, fraction } = layout.parts(value);
    if exponent < -1 {
        let stays_finite = match mode {
            rounding::ZERO => true,
            rounding::DOWN => !negative,
            rounding::UP => negative,
            _ => false,
        };
        return sign | (layout.infinity() - u64::from(stays_finite));
    }
    let estimate = u64::from(RECIPROCALS[layout.index(fraction, 7)]) << (layout.fraction_bits - 7);
    let result = 2 * layout.bias() - 1 - exponent;
    if result > 0 {
        return sign | (result as u64) << layout.fraction_bits | estimate;
    }
    // Below the normal numbers the leading one is written out.
    sign | (1 << layout.fraction_bits | estimate) >> (1 - result)
}

/// An estimate of 1/sqrt(value).
pub(super) fn reciprocal_root(ty: Type, value: u64) -> u64 {
    let layout = Layout::of(ty);
    let (size, sign) = (value & !layout.sign, value & layout.sign);
    if size == 0 {
        return sign | layout.infinity();
    }
    if size > layout.infinity() || sign != 0 {
        return ty_nan(ty);
    }
    if size == layout.infinity() {
        return 0;
    }
    let Parts { exponent, fraction, .. } = layout.parts(value);
    let odd = (exponent & 1) as usize;
    let estimate = u64::from(ROOTS[odd * 64 + layout.index(fraction, 6)]) << (layout.fraction_bits - 7);
    let result = (3 * layout.bias() - 1 - exponent) >> 1;
    (result as u64) << layout.fraction_bits | estimate
}

/// The NaN of a type.
const fn ty_nan(ty: Type) -> u64 {
    let layout = Layout::of(ty);
    layout.infinity() | 1 << (layout.fraction_bits - 1)
}

/// A float in a narrower type: the number next to it towards zero, made odd if it is not exact.
pub(super) fn round_to_odd(from: Type, to: Type, value: u64) -> u64 {
    let near = num::convert(Convert::FToF, from, to, value);
    let back = num::convert(Convert::FToF, to, from, near);
    let sign = Layout::of(from).sign;
    let (size, back) = (value & !sign, back & !sign);
    if back == size || size >= Layout::of(from).infinity() {
        return near;
    }
    // Sizes of floats are in the order of their bits.
    let down = if back > size { near - 1 } else { near };
    down | 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn float(bits: u64) -> f64 {
        f64::from_bits(num::convert(Convert::FToF, Type::F32, Type::F64, bits))
    }

    fn single(value: f32) -> u64 {
        value.to_bits().into()
    }

    #[test]
    fn the_tables_are_the_middles_of_their_intervals() {
        for i in 0..128 {
            let half = f64::from(i) + 0.5;
            let fraction = |y: f64| {
                num::math(lanescope_parts::ir::Math::Rint, Type::F64, &[(128.0 * (2.0 * y - 1.0)).to_bits()])
            };
            let reciprocal = 1.0 / (1.0 + half / 128.0);
            assert_eq!(f64::from(RECIPROCALS[i as usize]), f64::from_bits(fraction(reciprocal)), "{i}");
            let x = if i < 64 { 2.0 * (1.0 + half / 64.0) } else { 1.0 + (half - 64.0) / 64.0 };
            let root = 1.0 / num::f64_sqrt(x);
            assert_eq!(f64::from(ROOTS[i as usize]), f64::from_bits(fraction(root)), "{i}");
        }
    }

    #[test]
    fn estimates_are_good_to_seven_bits() {
        let mut value = 1.0e-37;
        while value < 1.0e37 {
            let bits = single(value as f32);
            let exact = float(bits);
            let product = float(reciprocal(Type::F32, bits, 0)) * exact;
            assert!((product - 1.0).abs() <= 1.0 / 128.0, "{value}: {product}");
            let root = float(reciprocal_root(Type::F32, bits));
            assert!((root * root * exact - 1.0).abs() <= 2.0 / 128.0, "{value}: {root}");
            value *= 1.37;
        }
    }

    #[test]
    fn estimates_of_what_is_no_plain_number() {
        let infinity = single(f32::INFINITY);
        let minus = 1 << 31;
        let rec = |bits| reciprocal(Type::F32, bits, 0);
        assert_eq!(
            [rec(0), rec(minus), rec(infinity), rec(minus | infinity)],
            [infinity, minus | infinity, 0, minus]
        );
        assert_eq!(rec(0x7F80_0001), 0x7FC0_0000);
        let root = |bits| reciprocal_root(Type::F32, bits);
        assert_eq!([root(0), root(minus), root(infinity)], [infinity, minus | infinity, 0]);
        assert_eq!([root(single(-1.0)), root(minus | infinity), root(0x7F80_0001)], [0x7FC0_0000; 3]);
    }

    #[test]
    fn tiny_and_huge_numbers() {
        // The largest number whose reciprocal is no longer finite is just below a quarter of the least normal one.
        let least = f32::MIN_POSITIVE.to_bits() >> 2;
        let largest = single(f32::MAX);
        let all = |bits| [0, 1, 2, 3, 4].map(|mode| reciprocal(Type::F32, bits, mode));
        let infinity = single(f32::INFINITY);
        assert_eq!(all(u64::from(least) - 1), [infinity, largest, largest, infinity, infinity]);
        let minus = 1 << 31;
        let negative = all(minus | (u64::from(least) - 1));
        assert_eq!(negative, [infinity, largest, infinity, largest, infinity].map(|bits| minus | bits));
        assert!(float(reciprocal(Type::F32, least.into(), 0)).is_finite());
        // 2^127 gives 2^-127, which is not normal: 255/256 of it.
        let tiny = float(reciprocal(Type::F32, single(1.7014118e38), 0));
        assert_eq!(tiny, 255.0 / 256.0 * f64::from(f32::MIN_POSITIVE) / 2.0);
    }

    #[test]
    fn rounding_to_odd_goes_towards_zero_and_keeps_a_trace() {
        let odd = |value: f64| round_to_odd(Type::F64, Type::F32, value.to_bits());
        assert_eq!(odd(1.5), single(1.5));
        // Between 1 and the next float: the odd one of the two is the upper one.
        assert_eq!(odd(1.0 + 1e-12), 0x3F80_0001);
        assert_eq!(odd(1.0 + 2.0f64.powi(-23) + 1e-12), 0x3F80_0001);
        assert_eq!(odd(-1.0 - 1e-12), 0xBF80_0001);
        assert_eq!(odd(1e300), single(f32::MAX));
        assert_eq!(odd(1e-300), 1);
        assert_eq!(odd(f64::INFINITY), single(f32::INFINITY));
        assert_eq!(odd(f64::NAN), 0x7FC0_0000);
    }
}

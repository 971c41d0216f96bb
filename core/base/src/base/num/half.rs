//! Half precision (IEEE binary16), kept as its 16 bits: conversions, from which the arithmetic follows.

use super::float::add_round_to_odd;

/// The canonical NaN.
const NAN: u16 = 0x7E00;

/// Exact.
#[inline]
pub fn f16_to_f32(half: u16) -> f32 {
    let sign = u32::from(half >> 15) << 31;
    let exponent = u32::from(half >> 10) & 0x1F;
    let fraction = u32::from(half & 0x3FF);
    let magnitude = match (exponent, fraction) {
        // A subnormal is a multiple of 2^-24.
        (0, _) => (fraction as f32 * f32::from_bits((127 - 24) << 23)).to_bits(),
        (0x1F, 0) => 0x7F80_0000,
        (0x1F, _) => return f32::from_bits(0x7FC0_0000),
        _ => (exponent + 127 - 15) << 23 | fraction << 13,
    };
    f32::from_bits(sign | magnitude)
}

/// Exact.
#[inline]
pub fn f16_to_f64(half: u16) -> f64 {
    f64::from(f16_to_f32(half))
}

/// Rounds once, to nearest even; what is too large becomes infinite, what is too small subnormal or zero.
#[inline]
pub fn f16_from_f64(value: f64) -> u16 {
    if value.is_nan() {
        return NAN;
    }
    let bits = value.to_bits();
    let sign = ((bits >> 48) & 0x8000) as u16;
    let exponent = (bits >> 52 & 0x7FF) as i32 - 1023;
    if exponent >= 16 {
        return sign | 0x7C00;
    }
    if exponent < -25 {
        return sign;
    }
    // The significand with its leading one, cut so that the last bit kept has the weight of the half's last bit; a carry
    // of the rounding runs into the exponent as it should.
    let significand = (bits & ((1 << 52) - 1)) | 1 << 52;
    let shift = 42 + (-14 - exponent).max(0) as u32;
    let kept = round_shift(significand, shift);
    let base = if exponent < -14 { 0 } else { ((exponent + 14) as u64) << 10 };
    sign | (base + kept) as u16
}

/// `value >> shift`, rounded to nearest even.
fn round_shift(value: u64, shift: u32) -> u64 {
    let kept = value >> shift;
    let rest = value & ((1 << shift) - 1);
    let half = 1 << (shift - 1);
    kept + u64::from(rest > half || (rest == half && kept & 1 == 1))
}

/// a * b + c, rounded once: the product is exact in double precision, the sum rounded to odd.
#[inline]
pub fn f16_fma(a: u16, b: u16, c: u16) -> u16 {
    f16_from_f64(add_round_to_odd(f16_to_f64(a) * f16_to_f64(b), f16_to_f64(c)))
}

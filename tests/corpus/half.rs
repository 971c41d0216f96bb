//! Numbers of 16 bits, as references read and round them.

/// The value of a half.
pub fn of_half(bits: u16) -> f64 {
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 1023));
    let size = match exponent {
        0 => fraction * 2f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1024.0 + fraction) * 2f64.powi(exponent - 25),
    };
    if bits >> 15 == 1 { -size } else { size }
}

/// The half whose value is nearest, of two as near the one with an even last bit.
pub fn to_half(value: f64) -> u16 {
    let sign = u16::from(value.is_sign_negative()) << 15;
    let size = value.abs();
    if size >= 65520.0 {
        return sign | 0x7c00;
    }
    // The unit of the last place: a power of two, so that the division is exact.
    let exponent = if size < 2f64.powi(-14) { -14 } else { size.log2().floor() as i32 };
    let unit = (size / 2f64.powi(exponent - 10)).round_ties_even() as u16;
    sign | if exponent == -14 && unit < 1024 { unit } else { ((exponent + 15) as u16) * 1024 + (unit - 1024) }
}

/// The largest half that is not above the value.
pub fn half_below(value: f64) -> u16 {
    let all = (0..=0xffffu16).filter(|bits| bits & 0x7c00 != 0x7c00);
    all.filter(|bits| of_half(*bits) <= value)
        .max_by(|a, b| of_half(*a).total_cmp(&of_half(*b)))
        .unwrap_or(0xfc00)
}

/// The smallest half that is not below the value.
pub fn half_above(value: f64) -> u16 {
    half_below(-value) ^ 0x8000
}

/// A float as a bfloat16: the upper half, rounded to the nearest, ties to even.
pub fn to_bfloat(value: f32) -> u16 {
    let bits = value.to_bits();
    ((bits + 0x7fff + (bits >> 16 & 1)) >> 16) as u16
}

/// The value of a bfloat16.
pub fn of_bfloat(bits: u16) -> f32 {
    f32::from_bits(u32::from(bits) << 16)
}

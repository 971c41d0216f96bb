//! Real numbers of a word (HARP 3.4, facts 17 and 18).
//!
//! Words of 4 and 8 bytes are binary32 and binary64. The original tools convert any word to binary64 and back in a way of their own:
//! exponents of 5, 8 or 11 bits, fractions cut, everything with the highest exponent an infinity. That is also what words of other sizes
//! mean here.

use super::arch::Arch;

/// Bits of the fraction of binary64.
const FRACTION: u32 = 52;
/// What is added to the exponent of binary64.
const BIAS: i32 = 1023;

impl Arch {
    /// Bits of the exponent (facts 18).
    const fn exponent_bits(self) -> u32 {
        match self.word_bytes {
            0..4 => 5,
            4..8 => 8,
            _ => 11,
        }
    }

    const fn fraction_bits(self) -> u32 {
        self.bits() - 1 - self.exponent_bits()
    }

    /// The real number that a word is to the original tools.
    pub fn tool_real(self, word: u64) -> f64 {
        let (exponents, fractions) = (self.exponent_bits(), self.fraction_bits());
        let bias = (1 << (exponents - 1)) - 1;
        let most = (1 << exponents) - 1;
        let exponent = (word >> fractions) as i32 & most;
        let fraction = word & ((1 << fractions) - 1);
        let size = match exponent {
            0 => fraction as f64 * power(1 - bias - fractions as i32),
            _ if exponent == most => f64::INFINITY,
            _ => (fraction | 1 << fractions) as f64 * power(exponent - bias - fractions as i32),
        };
        if word >> (self.bits() - 1) & 1 == 1 { -size } else { size }
    }

    /// The word that the original tools make of a real number: the fraction is cut, and what is too large becomes zero.
    /// What is no number has no meaning there; here it is the highest exponent with the highest bit of the fraction.
    pub fn tool_word(self, value: f64) -> u64 {
        let (exponents, fractions) = (self.exponent_bits(), self.fraction_bits());
        let bias = (1 << (exponents - 1)) - 1;
        let infinity = ((1 << exponents) - 1) << fractions;
        if value.is_nan() {
            return infinity | 1 << (fractions - 1);
        }
        if value == 0.0 {
            return 0;
        }
        let sign = u64::from(value.is_sign_negative()) << (self.bits() - 1);
        let bits = value.abs().to_bits();
        let (exponent, fraction) = normal(bits);
        let size = match exponent {
            _ if value.is_infinite() => infinity,
            _ if exponent >= bias => 0,
            _ if exponent <= -bias => subnormal(fraction, exponent + bias - 1 + fractions as i32),
            _ => {
                ((exponent + bias) as u64) << fractions
                    | (fraction & ((1 << FRACTION) - 1)) >> (FRACTION - fractions)
            }
        };
        sign | size
    }

    /// The word of a real number that is rounded once, to the nearest.
    pub fn nearest_word(self, value: f64) -> u64 {
        match self.word_bytes {
            4 if value.is_nan() => 0x7fc0_0000,
            4 => (value as f32).to_bits().into(),
            8 if value.is_nan() => 0x7ff8_0000_0000_0000,
            8 => value.to_bits(),
            _ => self.tool_word(value),
        }
    }

    /// The real number that a word is by the standard.
    pub fn real(self, word: u64) -> f64 {
        match self.word_bytes {
            4 => f32::from_bits(word as u32).into(),
            8 => f64::from_bits(word),
            _ => self.tool_real(word),
        }
    }
}

/// Exponent and fraction (with its first bit) of a positive finite binary64.
fn normal(bits: u64) -> (i32, u64) {
    let (exponent, fraction) = ((bits >> FRACTION) as i32, bits & ((1 << FRACTION) - 1));
    if exponent > 0 {
        return (exponent - BIAS, fraction | 1 << FRACTION);
    }
    let shift = fraction.leading_zeros() - (63 - FRACTION);
    (1 - BIAS - shift as i32, fraction << shift)
}

/// A fraction with its first bit in place 52, moved so that the first bit is in this place, and rounded to the nearest, a tie to
/// the even one.
fn subnormal(fraction: u64, place: i32) -> u64 {
    let down = FRACTION as i32 - place;
    match down {
        ..=0 => fraction,
        1..=63 => {
            let (whole, rest, half) = (fraction >> down, fraction & ((1 << down) - 1), 1u64 << (down - 1));
            whole + u64::from(rest > half || rest == half && whole & 1 == 1)
        }
        _ => 0,
    }
}

/// A power of two: exact, also where binary64 has only small numbers left.
fn power(exponent: i32) -> f64 {
    match exponent {
        -1022..=1023 => f64::from_bits(((exponent + BIAS) as u64) << FRACTION),
        -1074..=-1023 => f64::from_bits(1 << (exponent + 1074)),
        ..-1074 => 0.0,
        _ => f64::INFINITY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arch(text: &str) -> Arch {
        Arch::parse(text).expect(text)
    }

    #[test]
    fn facts_c18_reals_are_cut() {
        let word = arch("4w8/8");
        assert_eq!(word.tool_word(0.1), 0x3dcc_cccc);
        assert_eq!(word.nearest_word(0.1), 0x3dcc_cccd);
        assert_eq!(word.tool_word(1.0 / 3.0), 0x3eaa_aaaa);
        assert_eq!(
            [1.0, -2.5, 0.0, -0.0].map(|value| word.tool_word(value)),
            [0x3f80_0000, 0xc020_0000, 0, 0]
        );
        // A binary exponent of 127 and more: zero with its sign.
        assert_eq!(word.tool_word(power(127)), 0);
        assert_eq!(word.tool_word(-power(127)), 0x8000_0000);
        assert_eq!(word.tool_word(power(126)), 0x7e80_0000);
        assert_eq!(word.tool_word(f64::NEG_INFINITY), 0xff80_0000);
        // Exponents of -127 and less: rounded to the nearest of 2^-149.
        assert_eq!(word.tool_word(power(-127)), 0x0040_0000);
        assert_eq!(word.tool_word(power(-149) * 1.75), 2);
        assert_eq!(word.tool_word(power(-149) * 0.25), 0);
        assert_eq!(word.tool_word(power(-126)), 0x0080_0000);
        let long = arch("8w32/32");
        assert_eq!(long.tool_word(power(1023)), 0);
        assert_eq!(
            [1.0 / 3.0, power(-1074), 1e300].map(|value| long.tool_word(value)),
            [1.0 / 3.0, power(-1074), 1e300].map(f64::to_bits)
        );
    }

    #[test]
    fn facts_c18_the_highest_exponent_is_infinity_and_small_numbers_are_read() {
        let word = arch("4w8/8");
        assert_eq!(word.tool_real(0x7f80_0000), f64::INFINITY);
        assert_eq!(word.tool_real(0xffc1_2345), f64::NEG_INFINITY);
        assert_eq!(word.tool_real(1), power(-149));
        assert_eq!(word.tool_real(0x4f7f_ffff), f64::from(f32::from_bits(0x4f7f_ffff)));
        for bits in [0x3f80_0000u32, 0xc2f6_e979, 0x0040_0000, 0x7eff_ffff, 0x8000_0001] {
            assert_eq!(word.tool_real(bits.into()), f64::from(f32::from_bits(bits)));
            assert_eq!(word.tool_word(f32::from_bits(bits).into()), bits.into());
        }
        // 16 bits: a sign, 5 bits of exponent, 10 of fraction.
        assert_eq!(arch("2w4/2").tool_word(1.5), 0x3e00);
        assert_eq!(arch("2w4/2").tool_real(0xbc00), -1.0);
    }
}

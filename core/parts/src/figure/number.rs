//! Numbers as people read them. Digits are grouped with thin spaces; values of registers and memory follow a radix.

use alloc::{
    format,
    string::{String, ToString},
};

use serde::{Deserialize, Serialize};

use crate::{
    base::num::{
        f16_to_f64,
        plane::{floor, fract, log10},
    },
    ir::Type,
};

/// How the bits of a value are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Radix {
    /// By type: floats as floats, integers as decimals.
    #[default]
    Auto,
    /// Signed decimal.
    Decimal,
    /// Unsigned decimal.
    Unsigned,
    /// Hexadecimal.
    Hex,
    /// IEEE float.
    Float,
    /// Binary.
    Binary,
}

impl Radix {
    /// Every one, in the order of the form.
    pub const ALL: [Radix; 6] =
        [Radix::Auto, Radix::Decimal, Radix::Unsigned, Radix::Hex, Radix::Float, Radix::Binary];

    /// Its name in links and forms.
    pub fn name(self) -> &'static str {
        match self {
            Radix::Auto => "auto",
            Radix::Decimal => "dec",
            Radix::Unsigned => "udec",
            Radix::Hex => "hex",
            Radix::Float => "float",
            Radix::Binary => "bin",
        }
    }

    /// By its name.
    pub fn named(name: &str) -> Option<Radix> {
        Radix::ALL.into_iter().find(|radix| radix.name() == name)
    }
}

/// Stands between groups of three digits: a narrow no-break space.
pub const GROUPS: char = '\u{202F}';

/// `1234567` as `1 234 567` with narrow no-break spaces.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::with_capacity(digits.len() * 2);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(GROUPS);
        }
        out.push(digit);
    }
    out
}

/// A number: whole ones in groups of digits, others with three digits behind the point.
pub fn quantity(value: f64) -> String {
    let whole = fract(value) == 0.0 && (0.0..1e18).contains(&value);
    if whole { grouped(value as u64) } else { format!("{value:.3}") }
}

/// The content of a register that nobody knows the type of: addresses in hexadecimal, small numbers in decimal.
pub fn word(raw: u64, bits: u32) -> String {
    let small = (-0x1000..0x1_0000).contains(&signed(raw, bits));
    value(raw, bits, if small { Radix::Decimal } else { Radix::Hex })
}

/// A share as a percentage with one digit.
pub fn percent(part: u64, whole: u64) -> String {
    if whole == 0 { "–".into() } else { format!("{:.1} %", part as f64 * 100.0 / whole as f64) }
}

/// Simulated time with a fitting unit.
pub fn seconds(s: f64) -> String {
    let (value, unit) = match s {
        s if s < 1e-6 => (s * 1e9, "ns"),
        s if s < 1e-3 => (s * 1e6, "µs"),
        s if s < 1.0 => (s * 1e3, "ms"),
        s => (s, "s"),
    };
    format!("{value:.2} {unit}")
}

/// A rate such as `8 /s` or `10 k/s`.
pub fn rate(per_second: f64) -> String {
    if per_second >= 1000.0 { format!("{} k/s", per_second / 1000.0) } else { format!("{per_second}/s") }
}

/// A value of `bits` bits.
pub fn value(raw: u64, bits: u32, radix: Radix) -> String {
    match radix {
        _ if bits == 1 => (raw & 1).to_string(),
        // There are no floats of 8 bits.
        Radix::Float if bits < 16 => signed(raw, bits).to_string(),
        Radix::Auto | Radix::Decimal => signed(raw, bits).to_string(),
        Radix::Unsigned => raw.to_string(),
        Radix::Hex => format!("{raw:0width$x}", width = bits.div_ceil(4) as usize),
        Radix::Binary => format!("{raw:0width$b}", width = bits as usize),
        Radix::Float => float_bits(raw, bits),
    }
}

/// An element of memory of a type.
pub fn element(raw: u64, ty: Type, unsigned: bool, radix: Radix) -> String {
    let radix = match radix {
        Radix::Auto if ty.is_float() => Radix::Float,
        Radix::Auto if unsigned => Radix::Unsigned,
        Radix::Auto if matches!(ty, Type::Ptr(_)) => Radix::Hex,
        Radix::Auto => Radix::Decimal,
        chosen => chosen,
    };
    value(raw, ty.bytes() * 8, radix)
}

fn signed(raw: u64, bits: u32) -> i64 {
    let shift = 64 - bits.clamp(1, 64);
    ((raw << shift) as i64) >> shift
}

fn float_bits(raw: u64, bits: u32) -> String {
    match bits {
        64 => float(f64::from_bits(raw)),
        16 => float(f16_to_f64(raw as u16)),
        _ => short(f32::from_bits(raw as u32)),
    }
}

/// A 32-bit float in at most about nine characters; what is cut shows as an exponent, never silently.
fn short(x: f32) -> String {
    let plain = x.to_string();
    if plain.len() <= 9 { plain } else { fit(f64::from(x), format!("{x:e}")) }
}

fn float(x: f64) -> String {
    let plain = x.to_string();
    if plain.len() <= 12 { plain } else { fit(x, format!("{x:e}")) }
}

fn fit(x: f64, exact: String) -> String {
    let size = x.abs();
    if (1e-3..1e6).contains(&size) {
        format!("{x:.*}", (6 - (floor(log10(size)) as i32).max(0)).clamp(1, 6) as usize)
    } else if exact.len() <= 9 {
        exact
    } else {
        format!("{x:.3e}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_three() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567), "1\u{202F}234\u{202F}567");
    }

    #[test]
    fn values_follow_the_radix() {
        assert_eq!(value(0xFFFF_FFFF, 32, Radix::Decimal), "-1");
        assert_eq!(value(0xFFFF_FFFF, 32, Radix::Unsigned), "4294967295");
        assert_eq!(value(255, 32, Radix::Hex), "000000ff");
        assert_eq!(value(5, 8, Radix::Binary), "00000101");
        assert_eq!(value(1.5f32.to_bits().into(), 32, Radix::Float), "1.5");
        assert_eq!(value(0x3C00, 16, Radix::Float), "1");
        assert_eq!(value(u64::MAX, 64, Radix::Auto), "-1");
        assert_eq!(value(1, 1, Radix::Hex), "1");
        assert_eq!(value(0xFE, 8, Radix::Float), "-2");
        assert_eq!((word(100, 64), word(0x1_0000, 64)), ("100".into(), "0000000000010000".into()));
    }

    #[test]
    fn elements_follow_their_type() {
        assert_eq!(element(0.25f32.to_bits().into(), Type::F32, false, Radix::Auto), "0.25");
        assert_eq!(element(200, Type::I8, true, Radix::Auto), "200");
        assert_eq!(element(200, Type::I8, false, Radix::Auto), "-56");
    }

    #[test]
    fn long_floats_are_cut_with_care() {
        assert_eq!(value((1.0f32 / 3.0).to_bits().into(), 32, Radix::Float), "0.333333");
        assert_eq!(value(1.234_567_8e-20f32.to_bits().into(), 32, Radix::Float), "1.235e-20");
    }
}

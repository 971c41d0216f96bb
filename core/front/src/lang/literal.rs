//! Literals: spellings of numbers, characters and strings to values with C's types.

use alloc::vec::Vec;
use core::{iter::Peekable, str::Chars};

use super::types::Scalar;
use crate::base::decimal;

/// The value of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Literal {
    /// An integer.
    Int {
        /// Its bits.
        value: u64,
        /// The first type of C's list that holds it.
        ty: Scalar,
    },
    /// A float.
    Float {
        /// Its value (that of an `f` literal is a `float` already).
        value: f64,
        /// `Half`, `Float` or `Double`.
        ty: Scalar,
    },
}

/// Reads a number.
///
/// # Errors
/// A sentence that says what is wrong with it.
pub fn number(text: &str) -> Result<Literal, &'static str> {
    if text.contains('\'') {
        return number(&text.replace('\'', ""));
    }
    let hex = text.starts_with("0x") || text.starts_with("0X");
    let float = match hex {
        true => text.contains(['.', 'p', 'P']),
        false => text.contains(['.', 'e', 'E']) || (text.ends_with(['f', 'F']) && text.len() > 1),
    };
    if float && !hex && !text.contains(['.', 'e', 'E']) {
        return Err("A number with `f` needs a `.` or an exponent: `29.0f`.");
    }
    if float { float_literal(text, hex) } else { int_literal(text, hex) }
}

fn int_literal(text: &str, hex: bool) -> Result<Literal, &'static str> {
    let binary = text.starts_with("0b") || text.starts_with("0B");
    let (digits, radix) = match (hex, binary) {
        (true, _) => (&text[2..], 16),
        (_, true) => (&text[2..], 2),
        _ if text.len() > 1 && text.starts_with('0') => (&text[1..], 8),
        _ => (text, 10),
    };
    let length =
        digits.bytes().position(|byte| !(byte as char).is_digit(radix.max(10))).unwrap_or(digits.len());
    let (digits, suffix) = digits.split_at(length);
    let (unsigned, longs) =
        int_suffix(suffix).ok_or("The end of this number is not a suffix of C (`u`, `l`, `ul`).")?;
    if digits.is_empty() && radix != 8 {
        return Err("This number has no digits.");
    }
    let value = match u64::from_str_radix(if digits.is_empty() { "0" } else { digits }, radix) {
        Ok(value) => value,
        Err(error) if *error.kind() == core::num::IntErrorKind::PosOverflow => {
            return Err("This number does not fit in 64 bits.");
        }
        Err(_) => return Err("A digit of this number is too large for its base (a leading 0 means octal)."),
    };
    let unsigned_too = unsigned || radix != 10;
    let ty = match (value, unsigned, longs) {
        (0..=0x7fff_ffff, false, 0) => Scalar::Int,
        (0..=0xffff_ffff, _, 0) if unsigned_too => Scalar::UInt,
        (0..=0x7fff_ffff_ffff_ffff, false, 2) => Scalar::LongLong,
        (0..=0x7fff_ffff_ffff_ffff, false, _) => Scalar::Long,
        (.., 2) => Scalar::ULongLong,
        _ => Scalar::ULong,
    };
    Ok(Literal::Int { value, ty })
}

/// Unsigned? How often `l`?
fn int_suffix(text: &str) -> Option<(bool, u8)> {
    let lower = text.bytes().map(|byte| byte.to_ascii_lowercase()).collect::<Vec<u8>>();
    match lower.as_slice() {
        b"" => Some((false, 0)),
        b"u" => Some((true, 0)),
        b"l" => Some((false, 1)),
        b"ll" => Some((false, 2)),
        b"ul" | b"lu" => Some((true, 1)),
        b"ull" | b"llu" => Some((true, 2)),
        _ => None,
    }
}

fn float_literal(text: &str, hex: bool) -> Result<Literal, &'static str> {
    const BAD: &str = "This is not a number of C.";
    let (body, ty) = match text.as_bytes().last() {
        Some(b'f' | b'F') => (&text[..text.len() - 1], Scalar::Float),
        Some(b'h' | b'H') => (&text[..text.len() - 1], Scalar::Half),
        Some(b'l' | b'L') => (&text[..text.len() - 1], Scalar::Double),
        _ => (text, Scalar::Double),
    };
    let value = if hex {
        hex_float(&body[2..]).ok_or(BAD)?
    } else if ty == Scalar::Double {
        decimal::f64(body).ok_or(BAD)?
    } else {
        f64::from(decimal::f32(body).ok_or(BAD)?)
    };
    Ok(Literal::Float { value: if ty == Scalar::Double { value } else { f64::from(value as f32) }, ty })
}

/// `1.8p3`: hexadecimal digits with a point and a binary exponent.
fn hex_float(text: &str) -> Option<f64> {
    let (mantissa, exponent) = text.split_once(['p', 'P'])?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let mut power: i64 = exponent.parse::<i64>().ok()?.clamp(-10_000, 10_000);
    let mut bits: u64 = 0;
    for (at, digit) in whole.chars().chain(fraction.chars()).enumerate() {
        let digit = u64::from(digit.to_digit(16)?);
        let behind_point = at >= whole.len();
        if bits >> 59 == 0 {
            bits = bits << 4 | digit;
            power -= if behind_point { 4 } else { 0 };
        } else {
            bits |= u64::from(digit != 0);
            power += if behind_point { 0 } else { 4 };
        }
    }
    Some(scale(bits as f64, power))
}

/// `value` times two to the `power`.
fn scale(mut value: f64, mut power: i64) -> f64 {
    let two_to = |power: i64| f64::from_bits(((power + 1023) as u64) << 52);
    while power != 0 && value != 0.0 && value.is_finite() {
        let step = power.clamp(-1000, 1000);
        value *= two_to(step);
        power -= step;
    }
    value
}

/// The value of a character constant, with its quotes.
pub fn character(text: &str) -> Option<i8> {
    match unescape(text.strip_prefix('\'')?.strip_suffix('\'')?)?.as_slice() {
        [byte] => Some(*byte as i8),
        _ => None,
    }
}

/// The bytes of a string literal, with its quotes.
pub fn string(text: &str) -> Option<Vec<u8>> {
    unescape(text.strip_prefix('"')?.strip_suffix('"')?)
}

fn unescape(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            let mut buffer = [0; 4];
            out.extend_from_slice(c.encode_utf8(&mut buffer).as_bytes());
            continue;
        }
        match chars.next()? {
            '\n' => {}
            'n' => out.push(b'\n'),
            't' => out.push(b'\t'),
            'r' => out.push(b'\r'),
            'a' => out.push(7),
            'b' => out.push(8),
            'f' => out.push(12),
            'v' => out.push(11),
            'x' => out.push(code(&mut chars, 16, 2, 0)?),
            c @ '0'..='7' => out.push(code(&mut chars, 8, 2, c as u32 - '0' as u32)?),
            c @ ('\\' | '\'' | '"' | '?') => out.push(c as u8),
            _ => return None,
        }
    }
    Some(out)
}

/// Up to `most` more digits of a numeric escape behind `start`.
fn code(chars: &mut Peekable<Chars<'_>>, radix: u32, most: usize, start: u32) -> Option<u8> {
    let mut value = start;
    for _ in 0..most {
        let Some(digit) = chars.peek().and_then(|c| c.to_digit(radix)) else { break };
        value = value * radix + digit;
        chars.next();
    }
    u8::try_from(value).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(text: &str) -> (u64, Scalar) {
        match number(text) {
            Ok(Literal::Int { value, ty }) => (value, ty),
            other => panic!("{text}: {other:?}"),
        }
    }

    fn float(text: &str) -> (f64, Scalar) {
        match number(text) {
            Ok(Literal::Float { value, ty }) => (value, ty),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn integers_get_the_first_type_that_holds_them() {
        assert_eq!(int("42"), (42, Scalar::Int));
        assert_eq!(int("2147483647"), (0x7fff_ffff, Scalar::Int));
        assert_eq!(int("2147483648"), (0x8000_0000, Scalar::Long));
        assert_eq!(int("0x80000000"), (0x8000_0000, Scalar::UInt));
        assert_eq!(int("0xffffffffffffffff"), (u64::MAX, Scalar::ULong));
        assert_eq!(int("1u"), (1, Scalar::UInt));
        assert_eq!(int("1UL"), (1, Scalar::ULong));
        assert_eq!(int("1LL"), (1, Scalar::LongLong));
        assert_eq!(int("017"), (15, Scalar::Int));
        assert_eq!(int("0"), (0, Scalar::Int));
        assert_eq!(int("0b101"), (5, Scalar::Int));
    }

    #[test]
    fn floats_have_suffixes_and_bases() {
        assert_eq!(float("1.5"), (1.5, Scalar::Double));
        assert_eq!(float("1.f"), (1.0, Scalar::Float));
        assert_eq!(float("1e3f"), (1000.0, Scalar::Float));
        assert_eq!(float(".5"), (0.5, Scalar::Double));
        assert_eq!(float("0.1f"), (f64::from(0.1f32), Scalar::Float));
        assert_eq!(float("0x1.8p3"), (12.0, Scalar::Double));
        assert_eq!(float("0x1.fffffep127f"), (f64::from(f32::MAX), Scalar::Float));
        assert_eq!(float("0x1.0p-126f"), (f64::from(f32::MIN_POSITIVE), Scalar::Float));
        assert_eq!(float("0x1.fffffffffffffp1023"), (f64::MAX, Scalar::Double));
    }

    #[test]
    fn wrong_numbers_are_explained() {
        for text in ["0x", "08", "1.5.2", "1x", "99999999999999999999", "0x1.8", "1ulx", "1e"] {
            assert!(number(text).is_err(), "{text}");
        }
    }

    #[test]
    fn characters_and_strings() {
        assert_eq!(character("'a'"), Some(97));
        assert_eq!(character(r"'\n'"), Some(10));
        assert_eq!(character(r"'\x41'"), Some(65));
        assert_eq!(character(r"'\0'"), Some(0));
        assert_eq!(character("'ab'"), None);
        assert_eq!(string(r#""a\t\"""#), Some(alloc::vec![97, 9, 34]));
    }
}

//! Numbers: patterns of 32 bits. A dot makes a float, `0x` and a leading zero are those of C.
//!
//! The simulator reads as far as it understands and leaves the rest of the word unread: an exponent, the `f` behind a float.
//! On the last operand that does no harm. It takes no number above 0x7fffffff.

use alloc::format;

use lanescope_parts::{base::decimal, source::Diagnostic};

use super::cursor::Cursor;
use crate::rules::Behaviour;

/// The named constants: of floats the bits, of integers the number.
#[rustfmt::skip]
const CONSTANTS: [(&str, Constant); 13] = [
    ("M_PI_F", Constant::Float(core::f32::consts::PI)),
    ("M_2PI_F", Constant::Float(core::f32::consts::TAU)),
    ("M_E_F", Constant::Float(core::f32::consts::E)),
    ("FLT_MAX", Constant::Float(f32::MAX)),
    ("FLT_MIN", Constant::Float(f32::MIN_POSITIVE)),
    ("FLT_EPSILON", Constant::Float(f32::EPSILON)),
    ("FLT_DIG", Constant::Integer(6)),
    ("FLT_MANT_DIG", Constant::Integer(24)),
    ("FLT_RADIX", Constant::Integer(2)),
    ("FLT_MAX_EXP", Constant::Integer(128)),
    ("FLT_MIN_EXP", Constant::Integer(-125)),
    ("FLT_MAX_10_EXP", Constant::Integer(38)),
    ("FLT_MIN_10_EXP", Constant::Integer(-37)),
];

/// A number with a name.
#[derive(Clone, Copy, Debug)]
enum Constant {
    Float(f32),
    Integer(i32),
}

/// The bits of a named constant, with a minus in front or without.
pub(super) fn constant(name: &str, negative: bool) -> Option<u32> {
    let (_, constant) = CONSTANTS.iter().find(|(known, _)| *known == name)?;
    Some(match (constant, negative) {
        (Constant::Float(value), false) => value.to_bits(),
        (Constant::Float(value), true) => (-value).to_bits(),
        (Constant::Integer(value), false) => *value as u32,
        (Constant::Integer(value), true) => value.wrapping_neg() as u32,
    })
}

/// Does a number begin here, behind a minus if there is one?
pub(super) fn begins(rest: &str) -> bool {
    rest.strip_prefix('.').unwrap_or(rest).starts_with(|c: char| c.is_ascii_digit())
}

/// Reads a number whose minus has been read.
pub(super) fn read(cursor: &mut Cursor<'_>, negative: bool, behaviour: Behaviour) -> Result<u32, Diagnostic> {
    let start = *cursor;
    let float = |digits: &str| {
        let value = decimal::f32(digits).ok_or_else(|| start.mistake(format!("`{digits}` is no number.")))?;
        Ok(if negative { -value } else { value }.to_bits())
    };
    let length = float_length(cursor.rest(), behaviour);
    if length > 0 {
        let bits = float(cursor.take(length).0)?;
        if behaviour == Behaviour::Thesis {
            cursor.take_char('f');
        }
        return Ok(bits);
    }
    let value = unsigned(cursor).ok_or_else(|| start.mistake("This number has more than 64 bits.".into()))?;
    integer(value, negative, behaviour).ok_or_else(|| {
        start.mistake(format!("{value} is more than the assembler reads: {} at most.", most(behaviour)))
    })
}

/// The largest number without a dot.
const fn most(behaviour: Behaviour) -> u64 {
    match behaviour {
        Behaviour::Simulator => i32::MAX as u64,
        Behaviour::Thesis => u32::MAX as u64,
    }
}

/// The bits of a number without a dot.
fn integer(value: u64, negative: bool, behaviour: Behaviour) -> Option<u32> {
    match negative {
        true => (value <= 1 << 31).then(|| (value as u32).wrapping_neg()),
        false => (value <= most(behaviour)).then_some(value as u32),
    }
}

/// Reads an unsigned number with the prefixes of C; `None` if it does not fit 64 bits.
pub(super) fn unsigned(cursor: &mut Cursor<'_>) -> Option<u64> {
    let rest = cursor.rest();
    let hexadecimal = rest.get(..2).is_some_and(|prefix| prefix.eq_ignore_ascii_case("0x"));
    let (skip, radix) = match rest.as_bytes() {
        [_, _, digit, ..] if hexadecimal && digit.is_ascii_hexdigit() => (2, 16),
        [b'0', digit, ..] if digit.is_ascii_digit() => (1, 8),
        _ => (0, 10),
    };
    cursor.take(skip);
    let (digits, _) = cursor.take_while(|c| c.is_digit(radix));
    if digits.is_empty() { Some(0) } else { u64::from_str_radix(digits, radix).ok() }
}

/// The bytes of a number with a dot, or with an exponent where there are such; 0 if there is none.
fn float_length(rest: &str, behaviour: Behaviour) -> usize {
    let digits = |from: usize| {
        let rest = rest.get(from..).unwrap_or("");
        rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())
    };
    let whole = digits(0);
    let dot = rest.get(whole..).is_some_and(|rest| rest.starts_with('.'));
    let mut length = if dot { whole + 1 + digits(whole + 1) } else { whole };
    let mut float = dot && length > 1;
    if behaviour == Behaviour::Thesis && rest.get(length..).is_some_and(|rest| rest.starts_with(['e', 'E'])) {
        let sign = rest.get(length + 1..).is_some_and(|rest| rest.starts_with(['+', '-']));
        let from = length + 1 + usize::from(sign);
        if digits(from) > 0 {
            (length, float) = (from + digits(from), true);
        }
    }
    if float { length } else { 0 }
}

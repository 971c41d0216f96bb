//! Numbers as they are written (facts C1): decimal, octal behind a `0`, hexadecimal behind `0x`, real with a fraction or an `f`.

use alloc::string::String;

/// A number of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// A whole one; what 64 bits with a sign do not hold becomes the nearest that they do.
    Whole(i64),
    /// A real one.
    Real(f64),
}

/// Reads the number at the beginning of a text, with its length in bytes. `upper` lets hexadecimal digits be capitals.
///
/// # Errors
/// What is wrong with it, and its length.
pub fn number(text: &str, upper: bool) -> Result<(Number, usize), (String, usize)> {
    let bytes = text.as_bytes();
    let sign = usize::from(matches!(bytes.first(), Some(b'+' | b'-')));
    let negative = bytes.first() == Some(&b'-');
    let length = bytes[sign..]
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_'))
        .count();
    let (digits, end) = (&text[sign..sign + length], sign + length);
    let wrong = || (alloc::format!("`{}` is no number", &text[..end]), end);
    let whole = |digits: &str, radix: u32| {
        let digit = |one: char| one.to_digit(radix).filter(|_| upper || !one.is_ascii_uppercase());
        let values = digits
            .chars()
            .map(digit)
            .collect::<Option<alloc::vec::Vec<u32>>>()
            .filter(|all| !all.is_empty())?;
        let most = i128::from(i64::MAX) + 1;
        let size = values
            .iter()
            .fold(0, |size: i128, digit| (size * i128::from(radix) + i128::from(*digit)).min(most));
        let value = if negative { -size } else { size };
        Some(Number::Whole(value.clamp(i64::MIN.into(), i64::MAX.into()) as i64))
    };
    let real = |digits: &str| {
        let value = digits.parse::<f64>().ok()?;
        Some(Number::Real(if negative { -value } else { value }))
    };
    let all_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let found = if let Some(digits) = digits.strip_prefix("0x") {
        whole(digits, 16)
    } else if let Some((before, behind)) = digits.split_once('.') {
        Some(digits).filter(|_| all_digits(before) && all_digits(behind)).and_then(real)
    } else if let Some(before) = digits.strip_suffix('f') {
        Some(before).filter(|before| all_digits(before)).and_then(real)
    } else if digits.starts_with('0') {
        whole(digits, 8)
    } else {
        whole(digits, 10)
    };
    found.map(|number| (number, end)).ok_or_else(wrong)
}

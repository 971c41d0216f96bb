//! Decimal numbers as text, to the nearest float (IEEE 754-2019 5.12): what `str::parse` reads, with the same bits.
//!
//! The standard library's reader comes with 12 kB of tables that do not compress, too much for a page whose parts have budgets
//! (`docs/decisions/0033-decimal-numbers.md`). The package `minimal-lexical` in its compact form does without them. It takes digits
//! only; signs, points, exponents and names are read here.

use minimal_lexical::{Float, parse_float};

/// Exponents beyond this lead to zero or infinity, whatever the digits are: no text is that long.
const MOST: i32 = 1 << 28;

/// The nearest `float`, ties to even; beyond its range an infinity. `None` if the text is no decimal number.
#[must_use]
pub fn f32(text: &str) -> Option<f32> {
    number(text, [f32::INFINITY, f32::NAN], |value| -value)
}

/// The nearest `double`, as [`f32()`].
#[must_use]
pub fn f64(text: &str) -> Option<f64> {
    number(text, [f64::INFINITY, f64::NAN], |value| -value)
}

fn number<F: Float>(text: &str, [infinity, nan]: [F; 2], negate: fn(F) -> F) -> Option<F> {
    let negative = text.starts_with('-');
    let body = text.strip_prefix(['-', '+']).unwrap_or(text);
    let named = |name: &str| body.eq_ignore_ascii_case(name);
    let value = if named("inf") || named("infinity") {
        infinity
    } else if named("nan") {
        nan
    } else {
        digits(body)?
    };
    Some(if negative { negate(value) } else { value })
}

/// Digits, with a point among them or beside them, and an exponent.
fn digits<F: Float>(body: &str) -> Option<F> {
    let (mantissa, power) = match body.split_once(['e', 'E']) {
        Some((mantissa, power)) => (mantissa, exponent(power)?),
        None => (body, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.len() + fraction.len() == 0 || !all_digits(whole) || !all_digits(fraction) {
        return None;
    }
    let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
    Some(parse_float(whole.as_bytes().iter(), fraction.as_bytes().iter(), power))
}

/// The power of ten behind an `e`.
fn exponent(text: &str) -> Option<i32> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let power = digits.parse().unwrap_or(MOST).min(MOST);
    Some(if text.starts_with('-') { -power } else { power })
}

#[cfg(test)]
mod tests {
    use alloc::{
        format,
        string::{String, ToString},
    };

    use super::*;
    use crate::base::rng::Rng;

    /// The standard library is the judge: the same texts, the same bits.
    fn same(text: &str) {
        let single = text.parse::<f32>().ok().map(f32::to_bits);
        let double = text.parse::<f64>().ok().map(f64::to_bits);
        assert_eq!((f32(text).map(f32::to_bits), f64(text).map(f64::to_bits)), (single, double), "{text}");
    }

    #[test]
    fn forms_are_those_of_the_standard_library() {
        let good = ["0", "-0", "+1", "1.", ".5", "-.5e1", "1e5", "1E+5", "1e-5", "007", "0.000", "00.10e01"];
        let named = ["inf", "-Infinity", "NaN", "-nan", "INF", "+inf"];
        let bad = [
            "", ".", "+", "-", "e5", "1e", "1e+", "1_0", "0x1", " 1", "1 ", "1.2.3", "--1", "+-1", "1f", "١",
        ];
        good.into_iter().chain(named).chain(bad).for_each(same);
    }

    #[test]
    fn edges_of_the_range_and_halves_are_rounded_to_even() {
        let edges = [
            "3.4028235677973366e38",
            "3.4028235677973365e38",
            "1.7976931348623158e308",
            "1.7976931348623159e308",
            "7.006492321624085e-46",
            "7.006492321624086e-46",
            "2.4703282292062327e-324",
            "2.4703282292062328e-324",
            "16777217",
            "16777219",
            "16777217.000000000000000000000000000000000000000000000001",
            "9007199254740993",
            "9007199254740993.0000000000000000000000000000000000001",
            "1e999999999999",
            "1e-999999999999",
            "0e999999999999",
            "2.2250738585072011e-308",
            "2.2250738585072014e-308",
        ];
        edges.into_iter().for_each(same);
        let long = format!("0.{}1e5000", "0".repeat(4999));
        same(&long);
        same(&format!("{}e-5000", "9".repeat(5000)));
        same(&format!("1{}.5", "0".repeat(800)));
    }

    /// The half of a number of digits, with a digit more: five times it, over ten.
    fn half(digits: &str) -> String {
        let mut carry = 0;
        let mut times_five: String = digits
            .bytes()
            .rev()
            .map(|digit| {
                let value = 5 * u32::from(digit - b'0') + carry;
                carry = value / 10;
                char::from(b'0' + (value % 10) as u8)
            })
            .collect();
        times_five.push(char::from(b'0' + carry as u8));
        times_five.chars().rev().collect()
    }

    /// The middle of two neighbours among the smallest doubles: half of an odd multiple of 2^-1074, with up to 768 digits.
    #[test]
    fn the_last_of_768_digits_decides() {
        for odd in [1u64, 3, 5, 0x1f_ffff_ffff_ffff, 0x10_0000_0000_0001] {
            // Multiples up to 2^53 - 1 are doubles with the bits of the multiple itself.
            let exact = format!("{:.1074}", f64::from_bits(odd));
            let middle = half(&exact.replace('.', ""));
            let middle = middle.trim_start_matches('0');
            assert!(middle.len() <= 768 && middle.ends_with('5'));
            let below = format!("{}4", &middle[..middle.len() - 1]);
            for digits in [middle.to_string(), format!("{middle}0001"), below] {
                let decimals = 1075 + digits.len() - middle.len();
                same(&format!("{digits}e-{decimals}"));
            }
        }
    }

    #[test]
    fn random_numbers_in_all_lengths_are_read_alike() {
        let mut rng = Rng::new(7);
        for _ in 0..20_000 {
            let digits: String = (0..1 + rng.next_u64() % 40)
                .map(|_| char::from(b'0' + (rng.next_u64() % 10) as u8))
                .collect();
            let point = rng.next_u64() as usize % (digits.len() + 1);
            let power = (rng.next_u64() % 700) as i32 - 350;
            same(&format!("{}.{}e{power}", &digits[..point], &digits[point..]));
            same(&f64::from_bits(rng.next_u64()).to_string());
            same(&f32::from_bits(rng.next_u64() as u32).to_string());
        }
    }
}

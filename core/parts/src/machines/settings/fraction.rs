//! Fractions as settings: exact, so that a ratio of clocks or a share of a size is the same on every platform.

use alloc::{
    format,
    string::{String, ToString},
};
use core::cmp::Ordering;

use super::{Setting, SettingKind};

/// A fraction of whole numbers from 0 on, in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    numerator: u64,
    denominator: u64,
}

impl Fraction {
    /// A whole number.
    pub const fn whole(number: u64) -> Fraction {
        Fraction { numerator: number, denominator: 1 }
    }

    /// One number divided by another; by 0 it is as by 1.
    pub const fn new(numerator: u64, denominator: u64) -> Fraction {
        let denominator = if denominator == 0 { 1 } else { denominator };
        let common = common_divisor(numerator, denominator);
        Fraction { numerator: numerator / common, denominator: denominator / common }
    }

    /// Above the line.
    pub const fn numerator(self) -> u64 {
        self.numerator
    }

    /// Below the line; not 0.
    pub const fn denominator(self) -> u64 {
        self.denominator
    }

    /// This share of a number, rounded down; at most the largest number.
    pub fn of(self, number: u64) -> u64 {
        let product = u128::from(self.numerator) * u128::from(number);
        u64::try_from(product / u128::from(self.denominator)).unwrap_or(u64::MAX)
    }

    /// A whole number, `3/4`, or a decimal number such as `0.75`; `None` if it is none of them, or has too many digits.
    fn parse(text: &str) -> Option<Fraction> {
        let digits = |text: &str| {
            let all = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            all.then(|| text.parse::<u64>().ok()).flatten()
        };
        if let Some((above, below)) = text.split_once('/') {
            let below = digits(below.trim()).filter(|below| *below > 0)?;
            return Some(Fraction::new(digits(above.trim())?, below));
        }
        let Some((whole, behind)) = text.split_once('.') else { return digits(text).map(Fraction::whole) };
        let scale = 10u64.checked_pow(u32::try_from(behind.len()).ok()?)?;
        let numerator = digits(whole)?.checked_mul(scale)?.checked_add(digits(behind)?)?;
        Some(Fraction::new(numerator, scale))
    }
}

const fn common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Ord for Fraction {
    fn cmp(&self, other: &Fraction) -> Ordering {
        let product = |a: u64, b: u64| u128::from(a) * u128::from(b);
        product(self.numerator, other.denominator).cmp(&product(other.numerator, self.denominator))
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Setting for Fraction {
    fn kind(min: u64, max: u64) -> SettingKind {
        SettingKind::Fraction { min, max }
    }

    fn show(&self) -> String {
        match self.denominator {
            1 => self.numerator.to_string(),
            denominator => format!("{}/{denominator}", self.numerator),
        }
    }

    fn read(text: &str) -> Option<Fraction> {
        Fraction::parse(&text.trim().replace('_', ""))
    }

    fn fits(&self, min: u64, max: u64) -> bool {
        (Fraction::whole(min)..=Fraction::whole(max)).contains(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_and_fractions_are_exact() {
        for (text, numerator, denominator) in [
            ("0.75", 3, 4),
            ("3/4", 3, 4),
            (" 6 / 8 ", 3, 4),
            ("2.50", 5, 2),
            ("7", 7, 1),
            ("0", 0, 1),
            ("1_000/3", 1000, 3),
        ] {
            let read = Fraction::read(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((read.numerator(), read.denominator()), (numerator, denominator), "{text}");
            assert_eq!(Fraction::read(&read.show()), Some(read));
        }
        assert_eq!(Fraction::read("0.1").map(|tenth| tenth.of(30)), Some(3));
        assert_eq!(Fraction::new(2, 3).of(u64::MAX), 0xAAAA_AAAA_AAAA_AAAA);
    }

    #[test]
    fn what_is_no_fraction_is_refused() {
        let digits = "1".repeat(21);
        for text in ["", ".", "1.", ".5", "1/0", "/2", "1/2/3", "-1", "+1", "1e3", "0.5/2", &digits] {
            assert_eq!(Fraction::read(text), None, "{text}");
        }
    }

    #[test]
    fn the_range_ends_at_its_numbers() {
        for (text, fits) in [("1/2", false), ("1", true), ("7/2", true), ("4", true), ("4.001", false)] {
            assert_eq!(Fraction::read(text).is_some_and(|value| value.fits(1, 4)), fits, "{text}");
        }
    }
}

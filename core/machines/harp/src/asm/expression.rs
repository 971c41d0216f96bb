//! Expressions, which stand in parentheses (facts C4).
//!
//! All operators that are equally tight are taken from the right: `10-3-2` is `10-(3-2)`. Real numbers lose their fraction; there are no
//! labels.
//!
//! Numbers wrap around 64 bits; `>>` keeps the sign.

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::asm::table::{Infix, Operator};

use super::number::{Number, number};

/// How deep parentheses may stand in each other.
pub const MAX_DEPTH: usize = 64;

/// What an operator in front of a number makes of it, or what is wrong.
type Prefix = fn(i64) -> Result<i64, String>;

/// Operators between two numbers: a new one is a row.
pub const BETWEEN: &[Operator<Infix>] = &[
    Operator::new("*", 3, "product", |a, b| Ok(a.wrapping_mul(b))),
    Operator::new("/", 3, "quotient", |a, b| divisor(b).map(|b| a.wrapping_div(b))),
    Operator::new("%", 3, "remainder", |a, b| divisor(b).map(|b| a.wrapping_rem(b))),
    Operator::new("&", 3, "bits of both", |a, b| Ok(a & b)),
    Operator::new("+", 2, "sum", |a, b| Ok(a.wrapping_add(b))),
    Operator::new("-", 2, "difference", |a, b| Ok(a.wrapping_sub(b))),
    Operator::new("|", 2, "bits of either", |a, b| Ok(a | b)),
    Operator::new("^", 2, "bits of one alone", |a, b| Ok(a ^ b)),
    Operator::new("<<", 1, "shift to the left", |a, b| Ok(a.wrapping_shl(b as u32))),
    Operator::new(">>", 1, "shift to the right, with the sign", |a, b| Ok(a.wrapping_shr(b as u32))),
];

/// Operators in front of a number.
pub const BEFORE: &[Operator<Prefix>] = &[
    Operator::new("-", TIGHTEST, "the number with the other sign", |number| Ok(number.wrapping_neg())),
    Operator::new("`", TIGHTEST, "how often two goes into the number", |number| {
        let log = number.checked_ilog2().map(i64::from);
        log.ok_or_else(|| format!("`{number}` is no power of two or more"))
    }),
];

/// How tightly those between numbers bind that take their operands last.
const LOOSEST: u8 = 1;

/// How tightly those in front of a number bind.
const TIGHTEST: u8 = 4;

/// The value of an expression; `value` knows names.
///
/// # Errors
/// What is wrong with it.
pub fn evaluate(text: &str, value: &dyn Fn(&str) -> Option<i64>) -> Result<i64, String> {
    let mut reader = Reader { rest: text.trim(), value, depth: 0 };
    let found = reader.level(LOOSEST)?;
    match reader.rest {
        "" => Ok(found),
        rest => Err(format!("an operator is missing before `{rest}`")),
    }
}

struct Reader<'t> {
    rest: &'t str,
    value: &'t dyn Fn(&str) -> Option<i64>,
    depth: usize,
}

impl Reader<'_> {
    /// Takes a sign away, if it comes next.
    fn take(&mut self, sign: &str) -> bool {
        let after = self.rest.strip_prefix(sign);
        self.rest = after.map_or(self.rest, str::trim_start);
        after.is_some()
    }

    /// Operands and operators that bind so tightly, joined from the right.
    fn level(&mut self, binds: u8) -> Result<i64, String> {
        if binds == TIGHTEST {
            return self.unary();
        }
        let mut row = Vec::new();
        let mut last = self.level(binds + 1)?;
        while let Some(operator) = BETWEEN.iter().find(|row| row.binds == binds && self.take(row.sign)) {
            row.push((last, operator.does));
            last = self.level(binds + 1)?;
        }
        row.into_iter().rev().try_fold(last, |right, (left, does)| does(left, right)).map_err(String::from)
    }

    fn unary(&mut self) -> Result<i64, String> {
        let mut signs = Vec::new();
        while let Some(operator) = BEFORE.iter().find(|row| self.take(row.sign)) {
            signs.push(operator.does);
        }
        let value = self.primary()?;
        signs.into_iter().rev().try_fold(value, |value, does| does(value))
    }

    fn primary(&mut self) -> Result<i64, String> {
        if self.take("(") {
            self.depth += 1;
            if self.depth > MAX_DEPTH {
                return Err(format!("parentheses stand in each other more than {MAX_DEPTH} deep"));
            }
            let value = self.level(LOOSEST)?;
            self.depth -= 1;
            return if self.take(")") { Ok(value) } else { Err("a parenthesis is not closed".into()) };
        }
        if self.rest.starts_with(|first: char| first.is_ascii_digit()) {
            let (found, length) = number(self.rest, true).map_err(|(message, _)| message)?;
            self.rest = self.rest[length..].trim_start();
            return Ok(match found {
                Number::Whole(value) => value,
                Number::Real(value) => value as i64,
            });
        }
        let length = self
            .rest
            .bytes()
            .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.'))
            .count();
        let (name, rest) = self.rest.split_at(length);
        if name.is_empty() {
            return Err(match rest {
                "" => "a number is missing at the end".into(),
                rest => format!("a number is missing before `{rest}`"),
            });
        }
        self.rest = rest.trim_start();
        (self.value)(name).ok_or_else(|| format!("`{name}` is not defined with `.def` before this place"))
    }
}

fn divisor(number: i64) -> Result<i64, &'static str> {
    if number == 0 { Err("a division by 0") } else { Ok(number) }
}

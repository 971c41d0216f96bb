//! Expressions, which stand in parentheses (facts C4).
//!
//! From the loosest: `<< >>`, then `+ - | ^`, then `* / % &`, then `-` and the back-quote (how often two goes into a number) in front. All
//! that are equally tight are taken from the right: `10-3-2` is `10-(3-2)`. Real numbers lose their fraction; there are no labels.
//!
//! Numbers wrap around 64 bits; `>>` keeps the sign.

use alloc::{format, string::String, vec::Vec};

use super::number::{Number, number};

/// How deep parentheses may stand in each other.
pub const MAX_DEPTH: usize = 64;

/// Operators, from the loosest level.
const LEVELS: [&[&str]; 3] = [&["<<", ">>"], &["+", "-", "|", "^"], &["*", "/", "%", "&"]];

/// The value of an expression; `value` knows names.
///
/// # Errors
/// What is wrong with it.
pub fn evaluate(text: &str, value: &dyn Fn(&str) -> Option<i64>) -> Result<i64, String> {
    let mut reader = Reader { rest: text.trim(), value, depth: 0 };
    let found = reader.level(0)?;
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
    /// Takes one of some signs away.
    fn take(&mut self, signs: &[&'static str]) -> Option<&'static str> {
        let found = signs.iter().find(|sign| self.rest.starts_with(**sign))?;
        self.rest = self.rest[found.len()..].trim_start();
        Some(found)
    }

    /// Operands and operators of a level, joined from the right.
    fn level(&mut self, level: usize) -> Result<i64, String> {
        let Some(signs) = LEVELS.get(level) else { return self.unary() };
        let mut row = Vec::new();
        let mut last = self.level(level + 1)?;
        while let Some(sign) = self.take(signs) {
            row.push((last, sign));
            last = self.level(level + 1)?;
        }
        row.into_iter().rev().try_fold(last, |right, (left, sign)| apply(left, sign, right))
    }

    fn unary(&mut self) -> Result<i64, String> {
        let mut signs = Vec::new();
        while let Some(sign) = self.take(&["-", "`"]) {
            signs.push(sign);
        }
        let value = self.primary()?;
        signs.into_iter().rev().try_fold(value, |value, sign| match sign {
            "-" => Ok(value.wrapping_neg()),
            _ => value
                .checked_ilog2()
                .map(i64::from)
                .ok_or_else(|| format!("`{value}` is no power of two or more")),
        })
    }

    fn primary(&mut self) -> Result<i64, String> {
        if self.take(&["("]).is_some() {
            self.depth += 1;
            if self.depth > MAX_DEPTH {
                return Err(format!("parentheses stand in each other more than {MAX_DEPTH} deep"));
            }
            let value = self.level(0)?;
            self.depth -= 1;
            return self.take(&[")"]).map(|_| value).ok_or_else(|| "a parenthesis is not closed".into());
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

fn apply(left: i64, sign: &str, right: i64) -> Result<i64, String> {
    Ok(match sign {
        "<<" => left.wrapping_shl(right as u32),
        ">>" => left.wrapping_shr(right as u32),
        "+" => left.wrapping_add(right),
        "-" => left.wrapping_sub(right),
        "|" => left | right,
        "^" => left ^ right,
        "&" => left & right,
        "*" => left.wrapping_mul(right),
        _ if right == 0 => return Err("a division by 0".into()),
        "/" => left.wrapping_div(right),
        _ => left.wrapping_rem(right),
    })
}

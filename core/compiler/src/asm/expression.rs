//! Expressions of numbers and names: `8*4+x`, `.-start`, `(1<<12)-1`, `n > 3 && !m`.
//!
//! The operators are a [table](super::operators). A name whose address is known only at the end can be added once and subtracted once.

use alloc::{format, string::String, vec::Vec};

use super::{
    lines::{Piece, is_name},
    operators::{BEFORE, BETWEEN, Before, Between},
    quoted::{letter, letter_length, unescape},
    table::Operator,
};
use crate::{base::OrdMap, source::Diagnostic};

/// A value that may depend on the address of a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// A name whose address is added.
    pub symbol: Option<String>,
    /// A name whose address is subtracted; only beside one that is added.
    pub minus: Option<String>,
    /// What is added to them.
    pub constant: i64,
}

impl Value {
    /// A number.
    pub const fn number(constant: i64) -> Value {
        Value { symbol: None, minus: None, constant }
    }

    /// The address of a name.
    pub fn address(name: &str) -> Value {
        Value { symbol: Some(name.into()), ..Value::number(0) }
    }

    /// Is it the same wherever names are?
    pub const fn is_number(&self) -> bool {
        self.symbol.is_none() && self.minus.is_none()
    }

    /// The value with the other sign.
    pub(super) fn negated(self) -> Value {
        let constant = self.constant.wrapping_neg();
        Value { symbol: self.minus, minus: self.symbol, constant }
    }

    /// A name less itself is nothing.
    fn shortened(self) -> Value {
        if self.symbol.is_some() && self.symbol == self.minus { Value::number(self.constant) } else { self }
    }

    /// The sum with another value; `None` if a name would count twice.
    pub(super) fn plus(self, other: Value) -> Option<Value> {
        let one = |a: Option<String>, b: Option<String>| match (a, b) {
            (Some(_), Some(_)) => None,
            (a, b) => Some(a.or(b)),
        };
        Some(
            Value {
                symbol: one(self.symbol, other.symbol)?,
                minus: one(self.minus, other.minus)?,
                constant: self.constant.wrapping_add(other.constant),
            }
            .shortened(),
        )
    }

    /// The difference to another value; `None` if a name would count twice.
    pub(super) fn less(self, other: Value) -> Option<Value> {
        self.plus(other.negated())
    }
}

/// Most parentheses inside one another.
const MAX_DEPTH: u32 = 32;

/// Why an expression with names has no value.
const SUMS_ONLY: &str = "how far names are from each other is known only at the end; such a distance can be added and nothing else.";

/// The number that a value is, where an assembler knows how far names are from each other.
type Known<'a> = &'a dyn Fn(&Value) -> Option<i64>;

/// Reads an expression from its start.
struct Reader<'a> {
    names: &'a Names,
    known: Known<'a>,
    rest: &'a str,
    depth: u32,
    /// Why it has no value, if that can be said.
    why: Option<&'static str>,
}

/// What follows an operator. The GNU assembler leaves out spaces before it reads: `a ! !b` is `a !! b` there.
fn behind<'t>(rest: &'t str, operator: &str) -> Option<&'t str> {
    match operator {
        "!!" => rest.strip_prefix('!')?.trim_start().strip_prefix('!'),
        _ => rest.strip_prefix(operator),
    }
}

impl<'a> Reader<'a> {
    /// Takes a sign away if it comes next.
    fn take(&mut self, sign: &str) -> bool {
        let after = behind(self.rest.trim_start(), sign);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    /// The operator that comes next, and what follows it.
    fn next_operator(&self) -> Option<(&'static Operator<Between>, &'a str)> {
        let rest = self.rest.trim_start();
        let first = rest.bytes().next()?;
        let begin = BETWEEN.iter().filter(|row| row.sign.as_bytes().first() == Some(&first));
        let found = begin.filter_map(|row| Some((row, behind(rest, row.sign)?)));
        found.max_by_key(|(row, _)| row.sign.len())
    }

    /// Values with operators between them that bind at least so tightly, joined from the left.
    fn binary(&mut self, least: u8) -> Option<Value> {
        let mut value = self.unary()?;
        while let Some((operator, after)) = self.next_operator().filter(|(row, _)| row.binds >= least) {
            self.rest = after;
            let right = self.binary(operator.binds + 1)?;
            let joined = combine(operator.does, value, right, self.known);
            value = joined.map_err(|why| self.why = Some(why)).ok()?;
        }
        Some(value)
    }

    fn unary(&mut self) -> Option<Value> {
        let mut signs = Vec::new();
        while let Some(row) = BEFORE.iter().find(|row| self.take(row.sign)) {
            signs.push(row.does);
        }
        let value = if self.take("(") { self.inner()? } else { self.term()? };
        signs.into_iter().rev().try_fold(value, |value, sign| match (sign, number_of(&value, self.known)) {
            (Before::Value(make), _) => Some(make(value)),
            (Before::Number(make), Some(number)) => Some(Value::number(make(number))),
            (Before::Number(_), None) => {
                self.why = Some(SUMS_ONLY);
                None
            }
        })
    }

    fn inner(&mut self) -> Option<Value> {
        self.depth += 1;
        let value = if self.depth > MAX_DEPTH { None } else { self.binary(0) }?;
        self.depth -= 1;
        self.take(")").then_some(value)
    }

    fn term(&mut self) -> Option<Value> {
        let text = self.rest.trim_start();
        let (term, rest) = text.split_at(term_length(text));
        self.rest = rest;
        self.names.term(term)
    }
}

/// The number that a value is, if it is known.
fn number_of(value: &Value, known: Known<'_>) -> Option<i64> {
    if value.is_number() { Some(value.constant) } else { known(value) }
}

/// The value of two others.
///
/// # Errors
/// Names in anything but sums whose distance is not known, a division by zero, a shift too far: a sentence says which.
fn combine(operator: Between, left: Value, right: Value, known: Known<'_>) -> Result<Value, &'static str> {
    if let Some(sum) = (operator.names)(left.clone(), right.clone()) {
        return Ok(sum);
    }
    let (a, b) = number_of(&left, known).zip(number_of(&right, known)).ok_or(SUMS_ONLY)?;
    (operator.numbers)(a, b).map(Value::number)
}

/// Names that stand for values, and how many numbered labels there were so far.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// What was set.
    pub values: OrdMap<String, Value>,
    /// For each numbered label how often it has stood so far.
    pub numbered: OrdMap<String, u32>,
    /// Which text of the program is being read, from 0 on.
    pub unit: usize,
}

impl Names {
    /// The unique name of the numbered label `name` after `ahead` more definitions.
    pub fn numbered(&self, name: &str, ahead: u32) -> String {
        let number = self.numbered.get(name).copied().unwrap_or(0) + ahead;
        match self.unit {
            0 => format!("{name}#{number}"),
            unit => format!("{name}#{number}.{unit}"),
        }
    }

    /// Reads an expression.
    ///
    /// # Errors
    /// It is none.
    pub fn read(&self, piece: &Piece<'_>) -> Result<Value, Diagnostic> {
        self.read_with(piece, &|_| None)
    }

    /// As [`Names::read`], where some values with names are `known` as numbers.
    ///
    /// # Errors
    /// It is none.
    pub fn read_with(
        &self,
        piece: &Piece<'_>,
        known: &dyn Fn(&Value) -> Option<i64>,
    ) -> Result<Value, Diagnostic> {
        let mut reader = Reader { names: self, known, rest: piece.text.trim(), depth: 0, why: None };
        let value = reader.binary(0).filter(|value| value.minus.is_none() || value.symbol.is_some());
        value.filter(|_| reader.rest.trim().is_empty()).ok_or_else(|| unreadable(piece, reader.why))
    }

    /// Reads an expression whose value is known at once.
    ///
    /// # Errors
    /// It is none, or depends on the address of a name.
    pub fn constant(&self, piece: &Piece<'_>) -> Result<i64, Diagnostic> {
        let value = self.read(piece)?;
        match value.symbol {
            None => Ok(value.constant),
            Some(name) => {
                let message = format!("A number is needed here, and `{name}` is not known as one.");
                Err(Diagnostic::error("asm::constant", piece.span, message))
            }
        }
    }

    fn term(&self, text: &str) -> Option<Value> {
        if let Some(number) = number(text) {
            return Some(Value::number(number));
        }
        if let Some(value) = self.values.get(text) {
            return Some(value.clone());
        }
        let digits = text.trim_end_matches(['b', 'f']);
        if digits.len() + 1 == text.len() && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
        {
            return Some(Value::address(&self.numbered(digits, u32::from(text.ends_with('f')))));
        }
        let starts_well = text.starts_with(|c: char| is_name(c) && !c.is_ascii_digit());
        (starts_well && text.chars().all(is_name)).then(|| Value::address(text))
    }
}

fn unreadable(piece: &Piece<'_>, why: Option<&str>) -> Diagnostic {
    let message = format!("`{}` is no number, name, or expression of them.", piece.text);
    match why {
        Some(why) => Diagnostic::error("asm::expression", piece.span, format!("`{}`: {why}", piece.text)),
        None => Diagnostic::error("asm::expression", piece.span, message),
    }
}

fn term_length(text: &str) -> usize {
    match text.strip_prefix('\'') {
        Some(rest) => 1 + letter(rest),
        None => text.find(|c: char| !is_name(c)).unwrap_or(text.len()),
    }
}

/// A number: decimal, `0x`, `0b`, `0` and octal digits, or a character behind a quotation mark.
fn number(text: &str) -> Option<i64> {
    if let Some(rest) = text.strip_prefix('\'') {
        let bytes = unescape(&rest[..letter_length(rest)]);
        return (bytes.len() == 1).then(|| i64::from(bytes[0]));
    }
    let plain = text.replace('_', "");
    if !plain.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let lower = plain.to_ascii_lowercase();
    let (digits, radix) = match lower.get(..2) {
        Some("0x") => (&lower[2..], 16),
        Some("0b") => (&lower[2..], 2),
        Some(start) if start.starts_with('0') => (&lower[1..], 8),
        _ => (&lower[..], 10),
    };
    u64::from_str_radix(digits, radix).ok().map(|value| value as i64)
}

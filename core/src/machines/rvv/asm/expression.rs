//! Expressions of numbers and names: `8*4+x`, `.-start`, `(1<<12)-1`.
//!
//! Operators bind as the GNU assembler has them: `*`, `/`, `%` and shifts first, then `|`, `&` and `^`, then `+` and `-`. A name
//! whose address is known only at the end can be added once and subtracted once.

use alloc::{
    collections::BTreeMap,
    format,
    string::{String, ToString},
    vec::Vec,
};

use super::lines::{Piece, is_name};
use crate::source::Diagnostic;

/// Which part of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Whole,
    /// `%hi`: what `lui` needs so that adding the low part with its sign gives the whole.
    High,
    /// `%lo`: the low 12 bits with their sign.
    Low,
    /// `%pcrel_hi`: as `High`, of the distance from the instruction.
    RelativeHigh,
    /// `%pcrel_lo`: as `Low`, of the distance that the instruction at the name has the upper part of.
    RelativeLow,
}

/// How parts are written.
const PARTS: [(&str, Part); 4] = [
    ("%hi(", Part::High),
    ("%lo(", Part::Low),
    ("%pcrel_hi(", Part::RelativeHigh),
    ("%pcrel_lo(", Part::RelativeLow),
];

impl Part {
    /// The part of a value.
    pub(super) const fn of(self, value: i64) -> i64 {
        match self {
            Part::Whole => value,
            Part::High | Part::RelativeHigh => (value.wrapping_add(0x800) >> 12) & 0xF_FFFF,
            Part::Low | Part::RelativeLow => (value << 52) >> 52,
        }
    }

    /// Is it part of a distance?
    pub(super) const fn is_relative(self) -> bool {
        matches!(self, Part::RelativeHigh | Part::RelativeLow)
    }
}

/// A value that may depend on the address of a name.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Value {
    /// A name whose address is added.
    pub symbol: Option<String>,
    /// A name whose address is subtracted; only beside one that is added.
    pub minus: Option<String>,
    pub constant: i64,
    pub part: Part,
}

impl Value {
    /// A number.
    fn number(constant: i64) -> Value {
        Value { symbol: None, minus: None, constant, part: Part::Whole }
    }

    fn is_number(&self) -> bool {
        self.symbol.is_none() && self.minus.is_none()
    }

    /// The value with the other sign.
    fn negated(self) -> Value {
        let constant = self.constant.wrapping_neg();
        Value { symbol: self.minus, minus: self.symbol, constant, part: self.part }
    }

    /// `None` if a name would count twice.
    fn plus(self, other: Value) -> Option<Value> {
        let one = |a: Option<String>, b: Option<String>| match (a, b) {
            (Some(_), Some(_)) => None,
            (a, b) => Some(a.or(b)),
        };
        Some(Value {
            symbol: one(self.symbol, other.symbol)?,
            minus: one(self.minus, other.minus)?,
            constant: self.constant.wrapping_add(other.constant),
            part: self.part,
        })
    }
}

/// Operators, those that bind least first.
const LEVELS: [&[&str]; 3] = [&["+", "-"], &["|", "&", "^"], &["*", "/", "%", "<<", ">>"]];

/// Most parentheses inside one another.
const MAX_DEPTH: u32 = 32;

/// Reads an expression from its start.
struct Reader<'a> {
    names: &'a Names,
    rest: &'a str,
    depth: u32,
}

impl<'a> Reader<'a> {
    /// Takes the first of these that comes next.
    fn take(&mut self, wanted: &[&'static str]) -> Option<&'static str> {
        let rest = self.rest.trim_start();
        let found = wanted.iter().copied().find(|word| rest.starts_with(*word))?;
        self.rest = &rest[found.len()..];
        Some(found)
    }

    fn binary(&mut self, level: usize) -> Option<Value> {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut value = self.binary(level + 1)?;
        while let Some(operator) = self.take(operators) {
            let right = self.binary(level + 1)?;
            value = combine(operator, value, right)?;
        }
        Some(value)
    }

    fn unary(&mut self) -> Option<Value> {
        let (mut negative, mut inverted) = (false, false);
        while let Some(sign) = self.take(&["-", "+", "~"]) {
            // ~x is -x - 1, so that signs in front of it turn around.
            match sign {
                "-" => negative = !negative,
                "~" if inverted || negative => return None,
                "~" => inverted = true,
                _ => {}
            }
        }
        let value = if self.take(&["("]).is_some() { self.inner()? } else { self.term()? };
        let value = if negative { value.negated() } else { value };
        match inverted {
            true => value.is_number().then(|| Value::number(!value.constant)),
            false => Some(value),
        }
    }

    fn inner(&mut self) -> Option<Value> {
        self.depth += 1;
        let value = if self.depth > MAX_DEPTH { None } else { self.binary(0) }?;
        self.depth -= 1;
        self.take(&[")"])?;
        Some(value)
    }

    fn term(&mut self) -> Option<Value> {
        let text = self.rest.trim_start();
        let (term, rest) = text.split_at(term_length(text));
        self.rest = rest;
        match self.names.term(term)? {
            Term::Number(number) => Some(Value::number(number)),
            Term::Symbol(name) => Some(Value { symbol: Some(name), ..Value::number(0) }),
        }
    }
}

/// `None` for names in anything but sums, and for divisions by zero.
fn combine(operator: &str, left: Value, right: Value) -> Option<Value> {
    match operator {
        "+" => return left.plus(right),
        "-" => return left.plus(right.negated()),
        _ if !left.is_number() || !right.is_number() => return None,
        _ => {}
    }
    let (a, b) = (left.constant, right.constant);
    let shift = u32::try_from(b).ok().filter(|shift| *shift < 64);
    let value = match operator {
        "|" => Some(a | b),
        "&" => Some(a & b),
        "^" => Some(a ^ b),
        "*" => Some(a.wrapping_mul(b)),
        "/" => (b != 0).then(|| a.wrapping_div(b)),
        "%" => (b != 0).then(|| a.wrapping_rem(b)),
        "<<" => shift.map(|shift| a << shift),
        _ => shift.map(|shift| ((a as u64) >> shift) as i64),
    };
    value.map(Value::number)
}

/// Names with a fixed value, and how many numbered labels there were so far.
#[derive(Default)]
pub(super) struct Names {
    pub constants: BTreeMap<String, i64>,
    pub numbered: BTreeMap<String, u32>,
}

impl Names {
    /// The unique name of the numbered label `name` after `ahead` more definitions.
    pub(super) fn numbered(&self, name: &str, ahead: u32) -> String {
        format!("{name}#{}", self.numbered.get(name).copied().unwrap_or(0) + ahead)
    }

    /// Reads an expression.
    pub(super) fn read(&self, piece: &Piece<'_>) -> Result<Value, Diagnostic> {
        let text = piece.text.trim();
        let text = text.strip_suffix("@plt").unwrap_or(text);
        for (prefix, part) in PARTS {
            if let Some(inside) = text.strip_prefix(prefix).and_then(|rest| rest.strip_suffix(')')) {
                let Some(value) = self.sum(inside) else { return Err(unreadable(text, piece)) };
                return match value.symbol {
                    Some(_) => Ok(Value { part, ..value }),
                    None if part.is_relative() => Err(unreadable(text, piece)),
                    None => Ok(Value { constant: part.of(value.constant), ..value }),
                };
            }
        }
        self.sum(text).ok_or_else(|| unreadable(text, piece))
    }

    /// Reads an expression whose value is known at once.
    pub(super) fn constant(&self, piece: &Piece<'_>) -> Result<i64, Diagnostic> {
        let value = self.read(piece)?;
        match value.symbol {
            None => Ok(value.constant),
            Some(name) => {
                let message = format!("A number is needed here, and `{name}` is not known as one.");
                Err(Diagnostic::error("asm::constant", piece.span, message))
            }
        }
    }

    fn sum(&self, text: &str) -> Option<Value> {
        let mut reader = Reader { names: self, rest: text, depth: 0 };
        let value = reader.binary(0)?;
        let whole = reader.rest.trim().is_empty() && (value.minus.is_none() || value.symbol.is_some());
        whole.then_some(value)
    }

    fn term(&self, text: &str) -> Option<Term> {
        if let Some(number) = number(text).or_else(|| self.constants.get(text).copied()) {
            return Some(Term::Number(number));
        }
        let digits = text.trim_end_matches(['b', 'f']);
        if digits.len() + 1 == text.len() && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
        {
            return Some(Term::Symbol(self.numbered(digits, u32::from(text.ends_with('f')))));
        }
        let starts_well = text.starts_with(|c: char| is_name(c) && !c.is_ascii_digit());
        (starts_well && text.chars().all(is_name)).then(|| Term::Symbol(text.to_string()))
    }
}

fn unreadable(text: &str, piece: &Piece<'_>) -> Diagnostic {
    let message = format!("`{text}` is no number, name, or expression of them.");
    Diagnostic::error("asm::expression", piece.span, message)
}

enum Term {
    Number(i64),
    Symbol(String),
}

fn term_length(text: &str) -> usize {
    if let Some(rest) = text.strip_prefix('\'') {
        let inside = if rest.starts_with('\\') { 2 } else { 1 };
        let closing = text.char_indices().skip(1 + inside).find(|(_, c)| *c == '\'');
        return closing.map_or(text.len(), |(at, _)| at + 1);
    }
    text.find(|c: char| !is_name(c)).unwrap_or(text.len())
}

/// A number: decimal, `0x`, `0b`, `0` and octal digits, or a character in quotes.
fn number(text: &str) -> Option<i64> {
    if let Some(inside) = text.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
        let bytes = unescape(inside);
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

/// The bytes of a quoted text.
pub(super) fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        if c != '\\' {
            bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            continue;
        }
        let (byte, length) = escaped(rest);
        bytes.push(byte);
        rest = rest.get(length..).unwrap_or("");
    }
    bytes
}

/// The byte that stands behind a backslash, and how many letters say so: up to three octal digits, `x` and two others, or one
/// letter. Any other letter stands for itself; at the end of the text the backslash does.
fn escaped(text: &str) -> (u8, usize) {
    let digits = |from: usize, most: usize, radix: u32| {
        let digits = text.bytes().skip(from).take(most);
        digits.take_while(|digit| char::from(*digit).is_digit(radix)).count()
    };
    let number = |from: usize, count: usize, radix: u32| {
        u32::from_str_radix(&text[from..from + count], radix).map_or(0, |value| value as u8)
    };
    let octal = digits(0, 3, 8);
    let hexadecimal = digits(1, 2, 16);
    match text.bytes().next() {
        _ if octal > 0 => (number(0, octal, 8), octal),
        Some(b'x' | b'X') if hexadecimal > 0 => (number(1, hexadecimal, 16), 1 + hexadecimal),
        Some(b'n') => (b'\n', 1),
        Some(b't') => (b'\t', 1),
        Some(b'r') => (b'\r', 1),
        Some(b'b') => (8, 1),
        Some(b'f') => (12, 1),
        Some(other) if other.is_ascii() => (other, 1),
        _ => (b'\\', 0),
    }
}

//! Numbers and sums of numbers and names.

use alloc::{
    collections::BTreeMap,
    format,
    string::{String, ToString},
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
}

impl Part {
    /// The part of a value.
    pub(super) const fn of(self, value: i64) -> i64 {
        match self {
            Part::Whole => value,
            Part::High => (value.wrapping_add(0x800) >> 12) & 0xF_FFFF,
            Part::Low => (value << 52) >> 52,
        }
    }
}

/// A value that may depend on the address of a name.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Value {
    pub symbol: Option<String>,
    pub constant: i64,
    pub part: Part,
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
        for (prefix, part) in [("%hi(", Part::High), ("%lo(", Part::Low)] {
            if let Some(inside) = text.strip_prefix(prefix).and_then(|rest| rest.strip_suffix(')')) {
                let Some(value) = self.sum(inside) else { return Err(unreadable(text, piece)) };
                return Ok(match value.symbol {
                    Some(_) => Value { part, ..value },
                    None => Value { constant: part.of(value.constant), ..value },
                });
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
        let mut value = Value { symbol: None, constant: 0, part: Part::Whole };
        let mut rest = text;
        let mut first = true;
        while first || !rest.is_empty() {
            let (negative, term) = sign(rest, first)?;
            let end = term_length(term);
            let (term, after) = term.split_at(end);
            match self.term(term)? {
                Term::Number(number) if negative => value.constant = value.constant.wrapping_sub(number),
                Term::Number(number) => value.constant = value.constant.wrapping_add(number),
                Term::Symbol(name) if !negative && value.symbol.is_none() => value.symbol = Some(name),
                Term::Symbol(_) => return None,
            }
            rest = after.trim_start();
            first = false;
        }
        Some(value)
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
    let message = format!("`{text}` is no number, name, or sum of them.");
    Diagnostic::error("asm::expression", piece.span, message)
}

enum Term {
    Number(i64),
    Symbol(String),
}

/// Takes the signs before a term; behind the first term one must be there.
fn sign(text: &str, first: bool) -> Option<(bool, &str)> {
    let mut rest = text.trim_start();
    let mut negative = false;
    let mut seen = first;
    while let Some(after) = rest.strip_prefix(['+', '-']) {
        negative ^= rest.starts_with('-');
        rest = after.trim_start();
        seen = true;
    }
    seen.then_some((negative, rest))
}

fn term_length(text: &str) -> usize {
    if text.starts_with('\'') {
        let closing = text.char_indices().skip(2).find(|(_, c)| *c == '\'');
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
pub(super) fn unescape(text: &str) -> alloc::vec::Vec<u8> {
    let mut bytes = alloc::vec::Vec::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        let c = match c {
            '\\' => match chars.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some('r') => '\r',
                Some('0') => '\0',
                Some(other) => other,
                None => '\\',
            },
            c => c,
        };
        bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
    }
    bytes
}

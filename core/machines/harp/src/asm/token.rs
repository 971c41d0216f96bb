//! A text as a row of tokens (facts C1, C3).
//!
//! Blanks separate; a comment `/* ... */` is a blank, wherever its end is. A comma stands directly behind a register, a predicate or an
//! immediate, and nowhere else; a semicolon that stands there is no more than that comma.
//!
//! Absent: comments to the end of a line, and what the original makes of a comment that ends with two stars.

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::source::{Diagnostic, Span};

use super::super::isa::roles::is_role;
use super::number::{Number, number};

/// A piece of a text.
#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    /// A name with a colon.
    Label(String),
    /// A name: a directive, a mnemonic or an operand.
    Name(String),
    /// `%r7`.
    Register(u64),
    /// `%fp`, `%sp` or `%ra`.
    NamedRegister(String),
    /// `@p3`, an operand or a guard.
    Predicate(u64),
    /// `?`, behind a guard.
    Question,
    /// `#` and a number.
    Immediate(Number),
    /// A number by itself.
    Number(Number),
    /// What stands in a pair of parentheses, without them.
    Expression(String),
    /// What stands in quotes, as bytes.
    Text(Vec<u8>),
    /// `;` by itself.
    Semicolon,
    /// The end of a line.
    Line,
    /// Something that is nothing; it has been said.
    Wrong,
}

/// Where a token is.
pub type Placed = (Token, Span);

/// Reads a text that begins at `start` of a row of texts.
pub fn tokens(text: &str, start: u32) -> (Vec<Placed>, Vec<Diagnostic>) {
    let mut reader = Reader { text, at: 0, start, found: Vec::new(), said: Vec::new() };
    while reader.at < text.len() {
        reader.next();
    }
    (reader.found, reader.said)
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    start: u32,
    found: Vec<Placed>,
    said: Vec<Diagnostic>,
}

/// Is it the name of a label?
pub fn is_name(text: &str) -> bool {
    let bytes = text.as_bytes();
    let begins = match bytes {
        [b'.', second, ..] => !second.is_ascii_digit(),
        [first, ..] => first.is_ascii_alphabetic() || matches!(first, b'_' | b'.'),
        [] => false,
    };
    begins && bytes.iter().all(|byte| in_name(*byte))
}

/// Is it part of a name?
fn in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.')
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn span(&self, from: usize) -> Span {
        Span::new(from as u32, self.at as u32).behind(self.start)
    }

    fn push(&mut self, token: Token, length: usize) {
        let from = self.at;
        self.at += length;
        self.found.push((token, self.span(from)));
    }

    fn wrong(&mut self, message: String, length: usize) {
        self.push(Token::Wrong, length);
        let span = self.found.last().map_or(Span::NONE, |(_, span)| *span);
        self.said.push(Diagnostic::error("harp::text", span, message));
    }

    fn next(&mut self) {
        let rest = self.rest();
        let bytes = rest.as_bytes();
        let first = bytes[0];
        match first {
            b' ' | b'\t' | b'\r' => self.at += 1,
            b'\n' => self.push(Token::Line, 1),
            b';' => self.push(Token::Semicolon, 1),
            b'?' => self.push(Token::Question, 1),
            b'/' if rest.starts_with("/*") => match rest[2..].find("*/") {
                Some(end) => self.at += end + 4,
                None => self.wrong("a comment has no end".into(), rest.len()),
            },
            b'%' => self.register(rest),
            b'@' => self.predicate(rest),
            b'#' => match number(&rest[1..], false) {
                Ok((number, length)) => self.operand(Token::Immediate(number), length + 1),
                Err((_, length)) => {
                    let message = format!("behind `#` stands a number, not `{}`", &rest[1..1 + length]);
                    self.wrong(message, length + 1);
                }
            },
            b'(' => self.expression(rest),
            b'"' => self.quoted(rest),
            b'+' | b'-' | b'0'..=b'9' => self.number(rest),
            b'.' if bytes.get(1).is_some_and(u8::is_ascii_digit) => {
                let message =
                    "a number has a digit before its point (the original tool leaves the point out)";
                self.wrong(message.into(), 1);
            }
            _ if first.is_ascii_alphabetic() || matches!(first, b'_' | b'.') => {
                let length = bytes.iter().take_while(|byte| in_name(**byte)).count();
                let name = rest[..length].into();
                match bytes.get(length) {
                    Some(b':') => self.push(Token::Label(name), length + 1),
                    _ => self.push(Token::Name(name), length),
                }
            }
            b',' => {
                let message = "a comma stands directly behind a register, a predicate or an immediate";
                self.wrong(message.into(), 1);
            }
            _ => {
                let length = rest.chars().next().map_or(1, char::len_utf8);
                self.wrong(format!("`{}` means nothing here", &rest[..length]), length);
            }
        }
    }

    /// An operand behind which a comma may stand, or a semicolon that counts as one.
    fn operand(&mut self, token: Token, length: usize) {
        self.push(token, length);
        self.at += usize::from(matches!(self.rest().bytes().next(), Some(b',' | b';')));
    }

    fn register(&mut self, rest: &str) {
        let length = 1 + rest[1..].bytes().take_while(|byte| in_name(*byte)).count();
        let name = &rest[1..length];
        match (name, name.strip_prefix('r').and_then(whole)) {
            (name, _) if is_role(name) => self.operand(Token::NamedRegister(name.into()), length),
            (_, Some(number)) => self.operand(Token::Register(number), length),
            _ => self.wrong(format!("`%{name}` is no register"), length),
        }
    }

    fn predicate(&mut self, rest: &str) {
        let length = 1 + rest[1..].bytes().take_while(|byte| in_name(*byte)).count();
        match rest[1..length].strip_prefix('p').and_then(whole) {
            Some(number) => self.operand(Token::Predicate(number), length),
            None => self.wrong(format!("`{}` is no predicate", &rest[..length]), length),
        }
    }

    fn number(&mut self, rest: &str) {
        match number(rest, false) {
            Ok((number, length)) => self.push(Token::Number(number), length),
            Err((message, length)) => self.wrong(message, length.max(1)),
        }
    }

    /// Up to the parenthesis that belongs to the first, which is on the same line.
    fn expression(&mut self, rest: &str) {
        let mut depth = 0_i32;
        let line = rest.lines().next().unwrap_or(rest);
        let end = line.bytes().position(|byte| {
            depth += i32::from(byte == b'(') - i32::from(byte == b')');
            depth == 0
        });
        match end {
            Some(end) => self.push(Token::Expression(rest[1..end].into()), end + 1),
            None => self.wrong("a parenthesis is not closed on its line".into(), line.len()),
        }
    }

    /// A backslash and `n` are a line end; any other character behind a backslash is itself.
    fn quoted(&mut self, rest: &str) {
        let line = rest.lines().next().unwrap_or(rest).as_bytes();
        let (mut text, mut at) = (Vec::new(), 1);
        loop {
            match line.get(at..) {
                Some([b'"', ..]) => return self.push(Token::Text(text), at + 1),
                Some([b'\\', escaped, ..]) => {
                    text.push(if *escaped == b'n' { b'\n' } else { *escaped });
                    at += 2;
                }
                Some([byte, ..]) => {
                    text.push(*byte);
                    at += 1;
                }
                _ => return self.wrong("a text has no end on its line".into(), line.len()),
            }
        }
    }
}

/// A number of digits alone.
fn whole(digits: &str) -> Option<u64> {
    Some(digits)
        .filter(|digits| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit()))?
        .parse()
        .ok()
}

//! Tokens of assembly text.

use alloc::{format, vec::Vec};

use crate::source::{Diagnostic, Span};

/// A token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind<'a> {
    /// A name with its dots: `ld.global.f32`, `%tid.x`, `.reg`.
    Word(&'a str),
    /// A number as written.
    Number(&'a str),
    /// A single character.
    Mark(char),
    /// `;` or the end of a line.
    End,
}

/// A token with its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Token<'a> {
    pub kind: Kind<'a>,
    pub span: Span,
}

/// Cuts a text into tokens.
pub(super) fn tokens<'a>(text: &'a str, diagnostics: &mut Vec<Diagnostic>) -> Vec<Token<'a>> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let rest = &text[at..];
        let kind = match bytes[at] {
            b'\n' | b';' => {
                at += 1;
                Some(Kind::End)
            }
            byte if byte.is_ascii_whitespace() => {
                at += 1;
                None
            }
            _ if rest.starts_with("//") => {
                at += rest.find('\n').unwrap_or(rest.len());
                None
            }
            _ if rest.starts_with("/*") => {
                at += rest.find("*/").map_or(rest.len(), |end| end + 2);
                None
            }
            byte if byte.is_ascii_digit() => {
                at += number_length(&bytes[at..]);
                Some(Kind::Number(&text[start..at]))
            }
            byte if is_word(byte) => {
                at += bytes[at..].iter().take_while(|byte| is_word(**byte)).count();
                Some(Kind::Word(&text[start..at]))
            }
            b',' | b':' | b'[' | b']' | b'(' | b')' | b'{' | b'}' | b'<' | b'>' | b'+' | b'-' | b'@'
            | b'!' | b'=' => {
                at += 1;
                Some(Kind::Mark(char::from(bytes[start])))
            }
            _ => {
                let strange = rest.chars().next().unwrap_or(' ');
                at += strange.len_utf8();
                let span = Span::new(start as u32, at as u32);
                let message = format!("The character `{strange}` means nothing in assembly.");
                diagnostics.push(Diagnostic::error("asm::character", span, message));
                None
            }
        };
        if let Some(kind) = kind {
            tokens.push(Token { kind, span: Span::new(start as u32, at as u32) });
        }
    }
    tokens
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'%' | b'$')
}

/// Digits, letters and points; a sign behind an exponent.
fn number_length(bytes: &[u8]) -> usize {
    let coded = bytes.len() > 1 && bytes[0] == b'0' && bytes[1].is_ascii_alphabetic() && bytes[1] != b'e';
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let sign = matches!(byte, b'+' | b'-') && !coded && at > 0 && matches!(bytes[at - 1], b'e' | b'E');
        if !byte.is_ascii_alphanumeric() && *byte != b'.' && !sign {
            break;
        }
        at += 1;
    }
    at
}

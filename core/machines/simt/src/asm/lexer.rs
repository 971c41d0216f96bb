//! Tokens of assembly text.

use alloc::{format, vec::Vec};

use lanescope_parts::{
    files::{Files, MAX_INCLUDED_BYTES, MAX_INCLUDES},
    source::{Diagnostic, Span},
};

/// A token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum TokenKind<'a> {
    /// A name with its dots: `ld.global.f32`, `%tid.x`, `.reg`.
    Word(&'a str),
    /// A number as written.
    Number(&'a str),
    /// A string with its quotes.
    Text(&'a str),
    /// A single character.
    Mark(char),
    /// `;` or the end of a line.
    End,
}

/// A token with its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Token<'a> {
    pub kind: TokenKind<'a>,
    pub span: Span,
}

/// Most tokens of a program with what it includes.
const MAX_TOKENS: usize = 2_000_000;

/// The word that reads another file of the program.
const INCLUDE: &str = ".include";

/// Cuts a program into tokens. `.include "name"` stands for those of another text, each time anew.
pub(super) fn tokens<'a>(files: &'a Files, diagnostics: &mut Vec<Diagnostic>) -> Vec<Token<'a>> {
    let (mut tokens, mut included) = (Vec::new(), 0);
    let range = |part: usize| {
        let span = files.parts()[part].span;
        (span.start as usize, span.end as usize)
    };
    // Texts that are being read, each with the place where it goes on and its end.
    let mut open = Vec::from([range(0)]);
    while let Some((at, end)) = open.last_mut() {
        if *at >= *end {
            let end = Span::new(*end as u32, *end as u32);
            open.pop();
            // A statement ends with its text.
            tokens.extend((!open.is_empty()).then_some(Token { kind: TokenKind::End, span: end }));
            continue;
        }
        let start = *at;
        let (kind, length) = match token(&files.text()[start..*end]) {
            Ok(found) => found,
            Err(strange) => {
                let span = Span::new(start as u32, (start + strange.len_utf8()) as u32);
                let message = format!("The character `{strange}` means nothing in assembly.");
                diagnostics.push(Diagnostic::error("asm::character", span, message));
                (None, strange.len_utf8())
            }
        };
        *at += length;
        if kind == Some(TokenKind::Word(INCLUDE)) {
            let line = files.text()[*at..*end].lines().next().unwrap_or_default();
            *at += line.len();
            let span = Span::new(start as u32, *at as u32);
            match included_part(files, line, span, [open.len(), tokens.len(), included]) {
                Ok(part) => {
                    included += files.text_of(part).len();
                    open.push(range(part));
                }
                Err(error) => {
                    let gives_up = error.code.starts_with("limit::");
                    diagnostics.push(error);
                    if gives_up {
                        break;
                    }
                }
            }
        } else if let Some(kind) = kind {
            tokens.push(Token { kind, span: Span::new(start as u32, (start + length) as u32) });
        }
    }
    tokens
}

/// The text that the rest of a line names, if it may be read: with so many texts open, so many tokens and so many bytes of
/// included texts so far.
fn included_part(
    files: &Files,
    line: &str,
    span: Span,
    [depth, tokens, bytes]: [usize; 3],
) -> Result<usize, Diagnostic> {
    let name = line.trim_start().strip_prefix('"').and_then(|rest| rest.split_once('"'));
    let found = name.and_then(|(name, _)| files.find(name, span.start));
    let Some(part) = found else {
        let message = format!("No file of this program has the name {}.", line.trim());
        let help = "Write it in quotes, and add the file (a tab of the page; the terminal looks beside the text and in the \
                    folders of -I).";
        return Err(Diagnostic::error("asm::file", span, message).help(help));
    };
    let length = files.text_of(part).len();
    let passed = [
        (depth > MAX_INCLUDES, "limit::include-depth", MAX_INCLUDES),
        (length > MAX_INCLUDED_BYTES - bytes, "limit::included-bytes", MAX_INCLUDED_BYTES),
        // A token has a byte at least, and each text one more at its end.
        (tokens + length + 1 > MAX_TOKENS, "limit::included-tokens", MAX_TOKENS),
    ];
    match passed.into_iter().find(|(passed, ..)| *passed) {
        None => Ok(part),
        Some((_, code, most)) => {
            let name = code.trim_start_matches("limit::");
            Err(Diagnostic::error(code, span, format!("Included files pass limit {name} ({most}).")))
        }
    }
}

/// The token that a text begins with, if it does not begin with what is passed over, and the bytes that this takes.
///
/// # Errors
/// A character that means nothing.
fn token(text: &str) -> Result<(Option<TokenKind<'_>>, usize), char> {
    let bytes = text.as_bytes();
    Ok(match bytes[0] {
        b'\n' | b';' => (Some(TokenKind::End), 1),
        byte if byte.is_ascii_whitespace() => (None, 1),
        _ if text.starts_with("//") => (None, text.find('\n').unwrap_or(text.len())),
        _ if text.starts_with("/*") => (None, text.find("*/").map_or(text.len(), |end| end + 2)),
        b'"' if text_length(bytes).is_some() => {
            let length = text_length(bytes).unwrap_or(1);
            (Some(TokenKind::Text(&text[..length])), length)
        }
        byte if byte.is_ascii_digit() => {
            let length = number_length(bytes);
            (Some(TokenKind::Number(&text[..length])), length)
        }
        byte if is_word(byte) => {
            let length = bytes.iter().take_while(|byte| is_word(**byte)).count();
            (Some(TokenKind::Word(&text[..length])), length)
        }
        b',' | b':' | b'[' | b']' | b'(' | b')' | b'{' | b'}' | b'<' | b'>' | b'+' | b'-' | b'@' | b'!'
        | b'=' => (Some(TokenKind::Mark(char::from(bytes[0]))), 1),
        _ => return Err(text.chars().next().unwrap_or(' ')),
    })
}

/// The bytes of a string, if its end is in its line.
fn text_length(bytes: &[u8]) -> Option<usize> {
    let mut at = 1;
    loop {
        match bytes.get(at)? {
            b'"' => return Some(at + 1),
            b'\n' => return None,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
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

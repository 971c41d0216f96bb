//! What stands behind the name of a macro, of `.irp` and `.irpc`, as the GNU assembler hands it on: blanks stay between two names alone, and a letter behind a
//! quotation mark is its number by then.

use alloc::{string::String, vec::Vec};

use super::{
    lines::{is_name, string_length},
    quoted::{letter, letter_length, unescape},
};

/// Bytes of a letter with both of its quotation marks, of which the second may be missing; 0 if there is none.
pub(super) fn quoted_letter(text: &str) -> usize {
    let Some(rest) = text.strip_prefix('\'') else { return 0 };
    let length = letter(rest);
    if length == 0 { 0 } else { 1 + length }
}

/// The number of a letter behind its quotation mark.
fn number(text: &str) -> Option<u8> {
    let rest = text.strip_prefix('\'')?;
    let bytes = unescape(&rest[..letter_length(rest)]);
    bytes.first().copied().filter(|_| bytes.len() == 1)
}

/// The text without blanks but between names, in quotes, and behind a name in front of quotes.
pub(super) fn scrubbed(text: &str) -> String {
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    let (mut after_name, mut blank) = (false, false);
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let part = match c {
            '"' => string_length(rest.as_bytes()),
            '\'' if quoted_letter(rest) > 0 => quoted_letter(rest),
            _ => c.len_utf8(),
        };
        at += part;
        if c.is_whitespace() {
            blank = true;
            continue;
        }
        let is_letter = part > 1 && c == '\'';
        if blank && after_name && (is_word(c) || is_letter || matches!(c, '"' | '\\')) {
            out.push(' ');
        }
        blank = false;
        after_name = is_word(c);
        match number(rest).filter(|_| is_letter) {
            Some(byte) => out += &alloc::format!("{byte}"),
            None => out += &rest[..part],
        }
    }
    out
}

/// May it be in a name?
fn is_word(c: char) -> bool {
    is_name(c) || !c.is_ascii()
}

/// The parts of a text without blanks that do nothing, each with where it begins: at commas and at the blanks that are left, but not in parentheses and
/// brackets. A text in quotes is a part. A comma at the end has no part behind it.
pub(super) fn parts(text: &str) -> Vec<(usize, &str)> {
    let (mut found, mut at) = (Vec::new(), 0);
    while at < text.len() {
        let length = part_length(&text[at..]);
        found.push((at, &text[at..at + length]));
        at += length;
        at += text[at..].len() - text[at..].trim_start().len();
        at += usize::from(text[at..].starts_with(','));
    }
    found
}

fn part_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    if bytes.first() == Some(&b'"') {
        return string_length(bytes);
    }
    let (mut at, mut depth) = (0, 0u32);
    while at < bytes.len() {
        match bytes[at] {
            b'"' => at += string_length(&bytes[at..]) - 1,
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            b',' | b' ' if depth == 0 => return at,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

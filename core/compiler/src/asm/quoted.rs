//! What stands behind quotation marks: texts in `"`, a letter behind `'`, and the bytes that a backslash begins.

use alloc::vec::Vec;

/// The bytes behind a quotation mark that belong to a letter, such as `,'` or `\n'`: they part nothing. The closing mark may
/// be missing.
pub(super) fn letter(text: &str) -> usize {
    let length = letter_length(text);
    length + usize::from(length > 0 && text[length..].starts_with('\''))
}

/// The bytes of a letter behind a quotation mark, without a closing one. None stands at the end of a line.
pub(super) fn letter_length(text: &str) -> usize {
    match text.strip_prefix('\\') {
        Some(rest) if rest.starts_with('\n') => 0,
        Some(rest) => 1 + escaped(rest).1,
        None => text.chars().next().filter(|c| *c != '\n').map_or(0, char::len_utf8),
    }
}

/// What stands in each of the quoted texts of a row, `"a" "b"`; `None` if something else stands there.
pub fn inside(row: &str) -> Option<Vec<&str>> {
    let (mut found, mut rest) = (Vec::new(), row.trim());
    while !rest.is_empty() {
        rest = rest.strip_prefix('"')?;
        let mut escaped = false;
        let end = rest.find(|c| {
            let ends = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        })?;
        found.push(&rest[..end]);
        rest = rest[end + 1..].trim_start();
    }
    (!found.is_empty()).then_some(found)
}

/// The bytes of a quoted text.
pub fn unescape(text: &str) -> Vec<u8> {
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

/// The byte that stands behind a backslash, and how many letters say so: up to three octal digits (8 and 9 count as such, as in the GNU
/// assembler), `x` and all hexadecimal digits
/// behind it (of which the last two count, as there), or one letter. Any other letter stands for itself; at the end of
/// the text the backslash does.
fn escaped(text: &str) -> (u8, usize) {
    let digits = |from: usize, most: usize, radix: u32| {
        let digits = text.bytes().skip(from).take(most);
        digits.take_while(|digit| char::from(*digit).is_digit(radix)).count()
    };
    let number = |from: usize, count: usize, radix: u32| {
        let digits = text[from..from + count].chars().filter_map(|digit| digit.to_digit(16));
        digits.fold(0u32, |value, digit| value * radix + digit) as u8
    };
    let octal = digits(0, 3, 10);
    let hexadecimal = digits(1, text.len(), 16);
    match text.bytes().next() {
        _ if octal > 0 => (number(0, octal, 8), octal),
        Some(b'x' | b'X') if hexadecimal > 0 => {
            let last = hexadecimal.min(2);
            (number(1 + hexadecimal - last, last, 16), 1 + hexadecimal)
        }
        Some(b'n') => (b'\n', 1),
        Some(b't') => (b'\t', 1),
        Some(b'r') => (b'\r', 1),
        Some(b'b') => (8, 1),
        Some(b'f') => (12, 1),
        Some(other) if other.is_ascii() => (other, 1),
        _ => (b'\\', 0),
    }
}

//! Reading a line of a data section: `id address width height [type [path]]`, with blanks between them and no commas.

use alloc::{format, string::String};

use lanescope_parts::source::Diagnostic;

use super::cursor::Cursor;
use crate::isa::{BUFFERS, Buffer, Contents};

/// Reads a buffer.
pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Buffer, Diagnostic> {
    let start = *cursor;
    let id = number(cursor, "the number of the buffer")?;
    if id as usize >= BUFFERS {
        return Err(start.mistake(format!("The number of a buffer is at most {}.", BUFFERS - 1)));
    }
    let address = number(cursor, "its first byte")?;
    let width = number(cursor, "its width in words")?;
    let height = number(cursor, "its rows")?;
    let contents = contents(cursor)?;
    let file = match contents {
        Some(_) if !cursor.at_end() => Some(path(cursor)?),
        _ => None,
    };
    if !cursor.at_end() {
        return Err(cursor.mistake("The line should end here.".into()));
    }
    let bytes = start.rest().len() - cursor.rest().len();
    let (_, span) = { start }.take(start.rest()[..bytes].trim_end().len());
    let buffer = Buffer { id: id as u8, address, width, height, contents, file, span };
    let end = u64::from(address).saturating_add(buffer.words().saturating_mul(4));
    if end > 1 << 32 {
        let message = format!("Buffer {id} ends at byte {end}, behind the last that has an address.");
        return Err(Diagnostic::error("asm::data", span, message));
    }
    if !address.is_multiple_of(4) {
        let message = format!("Buffer {id} begins at byte {address}, which is no multiple of 4.");
        return Err(Diagnostic::error("asm::data", span, message));
    }
    if buffer.words() == 0 {
        return Err(Diagnostic::error("asm::data", span, format!("Buffer {id} has no words.")));
    }
    Ok(buffer)
}

/// An unsigned number, with blanks or the end of the line behind it.
fn number(cursor: &mut Cursor<'_>, what: &str) -> Result<u32, Diagnostic> {
    cursor.skip_blanks();
    let start = *cursor;
    let wrong = || start.mistake(format!("Here should be {what}: a number below 4294967296."));
    if !cursor.rest().starts_with(|c: char| c.is_ascii_digit()) {
        return Err(wrong());
    }
    let value = super::number::unsigned(cursor);
    let ends = cursor.rest().is_empty() || cursor.rest().starts_with(char::is_whitespace);
    value
        .filter(|_| ends || cursor.rest().starts_with("//"))
        .and_then(|v| u32::try_from(v).ok())
        .ok_or_else(wrong)
}

/// The type: a word of which the first letter counts.
fn contents(cursor: &mut Cursor<'_>) -> Result<Option<Contents>, Diagnostic> {
    if cursor.at_end() {
        return Ok(None);
    }
    let start = *cursor;
    let (word, _) = cursor.word();
    let found = word.chars().next().and_then(Contents::of_letter);
    let wrong =
        || start.mistake("A type begins with `d`, `f` or `n`: decimal text, words, or no file.".into());
    found.map(Some).ok_or_else(wrong)
}

/// A path: in quotes, where a backslash stands before what is meant as it is, or up to the next blank.
fn path(cursor: &mut Cursor<'_>) -> Result<String, Diagnostic> {
    if !cursor.take_char('"') {
        let (word, _) = cursor.take_while(|c| !c.is_whitespace());
        return Ok(word.into());
    }
    let start = *cursor;
    let mut path = String::new();
    let mut escaped = false;
    for (at, c) in start.rest().char_indices() {
        match c {
            '"' if !escaped => {
                cursor.take(at + 1);
                return Ok(path);
            }
            '\\' if !escaped => escaped = true,
            c => {
                path.push(c);
                escaped = false;
            }
        }
    }
    Err(Diagnostic::error("asm::data", start.span(), "The path has no closing quote."))
}

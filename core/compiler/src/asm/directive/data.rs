//! Numbers, texts and files that a directive puts into the program.

use alloc::{format, vec::Vec};

use super::{Done, argument, optional, space::room};
use crate::{
    asm::{
        Assembly, Piece, Statement, Value, Word,
        expand::{no_file, quoted},
        quoted::inside,
        unescape,
    },
    base::{decimal, types::Type},
    source::{Diagnostic, Span},
};

/// Whole numbers of a type.
pub(super) fn integers<I>(text: &mut Assembly<I>, statement: &Statement<'_>, element: Type) -> Done {
    let bytes = element.bytes() as usize;
    text.note_element(element);
    for piece in &statement.operands {
        room(text, piece.span, bytes)?;
        let missing = piece.text.is_empty();
        let (whole, value) = if missing { (true, Value::number(0)) } else { value_of(text, piece)? };
        if value.is_number() {
            check_width(value.constant, bytes, piece.span)?;
        } else if bytes < 4 && value.minus.is_none() || !whole {
            return Err(no_room_for_address(text, &value, piece));
        }
        let number = value.constant.to_le_bytes();
        word(text, value, bytes, piece.span);
        text.sections.add(number.into_iter().take(bytes), piece.span);
    }
    match statement.operands.iter().find(|piece| piece.text.is_empty()) {
        Some(missing) => {
            let message = format!("A number of `{}` is missing at a comma: it is 0.", statement.head.text);
            Err(Diagnostic::warning("asm::data", missing.span, message))
        }
        None => Ok(()),
    }
}

/// An address stands where there is no room for one; or a name that is no address, but has no value yet.
fn no_room_for_address<I>(text: &Assembly<I>, value: &Value, piece: &Piece<'_>) -> Diagnostic {
    let unknown = value.symbol.as_deref().filter(|name| *name != "." && !text.labels.contains_key(*name));
    match unknown {
        Some(name) => {
            let message =
                format!("`{name}` has no value before this place, and an address needs 4 or 8 bytes.");
            let help = format!("Give it a value further above: `.set {name}, 1`.");
            Diagnostic::error("asm::data", piece.span, message).help(help)
        }
        None => Diagnostic::error("asm::data", piece.span, "An address needs 4 or 8 bytes."),
    }
}

/// The value of an operand, and whether it is a whole one. Where only sums of names are read, a distance that is known
/// already is a number.
fn value_of<I>(text: &Assembly<I>, piece: &Piece<'_>) -> Result<(bool, Value), Diagnostic> {
    (text.read_value)(&text.names, piece).or_else(|error| match text.value_so_far(piece) {
        Ok(number) => Ok((true, Value::number(number))),
        Err(_) => Err(error),
    })
}

/// Notes that the next bytes are a value that is known later.
fn word<I>(text: &mut Assembly<I>, value: Value, bytes: usize, span: Span) {
    if !value.is_number() {
        // In front of the bytes, and in their fragment.
        text.sections.add([], span);
        text.words.push(Word { place: text.sections.place(), bytes, value, span });
    }
}

/// Does a number fit into so many bytes, with or without sign?
pub fn fits(value: i64, bytes: usize) -> bool {
    let bits = 8 * bytes as u32;
    bits >= 64 || (-(1i64 << (bits - 1))..1i64 << bits).contains(&value)
}

/// It is an error if a number does not fit into so many bytes.
pub fn check_width(value: i64, bytes: usize, span: Span) -> Done {
    if fits(value, bytes) {
        return Ok(());
    }
    let message = format!("The number {value} does not fit into {} bits.", 8 * bytes);
    Err(Diagnostic::error("asm::data", span, message))
}

/// Real numbers of a type; `read` makes the bytes of one.
pub(super) fn reals<I>(
    text: &mut Assembly<I>,
    statement: &Statement<'_>,
    element: Type,
    read: fn(&str) -> Option<Vec<u8>>,
) -> Done {
    text.note_element(element);
    for piece in &statement.operands {
        let Some(bytes) = read(if piece.text.is_empty() { "0" } else { &piece.text }) else {
            let message = format!("`{}` is no float number.", piece.text);
            return Err(Diagnostic::error("asm::data", piece.span, message));
        };
        room(text, piece.span, bytes.len())?;
        text.sections.add(bytes, piece.span);
    }
    Ok(())
}

/// The bytes of a real number of 32 bits.
pub(super) fn real_of_32_bits(number: &str) -> Option<Vec<u8>> {
    decimal::f32(number).map(|value| value.to_le_bytes().to_vec())
}

/// The bytes of a real number of 64 bits.
pub(super) fn real_of_64_bits(number: &str) -> Option<Vec<u8>> {
    decimal::f64(number).map(|value| value.to_le_bytes().to_vec())
}

/// Texts; with `zero` a byte of 0 ends each.
pub(super) fn texts<I>(text: &mut Assembly<I>, statement: &Statement<'_>, zero: bool) -> Done {
    text.note_element(Type::I8);
    for piece in statement.operands.iter().filter(|piece| !piece.text.is_empty()) {
        // Texts beside each other are one.
        let Some(row) = inside(&piece.text) else {
            return Err(Diagnostic::error("asm::data", piece.span, "Expected a text in quotes."));
        };
        let bytes: Vec<u8> = row.into_iter().flat_map(unescape).collect();
        room(text, piece.span, bytes.len() + 1)?;
        text.sections.add(bytes.into_iter().chain(zero.then_some(0)), piece.span);
    }
    Ok(())
}

/// `.incbin "name", skip, count`: `count` bytes of a file behind the first `skip`; all of them if no count is given.
pub(super) fn file<I>(text: &mut Assembly<I>, statement: &Statement<'_>) -> Done {
    let Some(name) = statement.operands.first() else { return argument(text, statement, 0).map(|_| ()) };
    let (skip, count) = (optional(text, statement, 1)?.unwrap_or(0), optional(text, statement, 2)?);
    let files = text.files.clone();
    let found = quoted(&name.text).and_then(|path| files.bytes(path, name.span.start));
    let Some(bytes) = found else { return Err(no_file(name)) };
    let Some(bytes) = part(bytes, skip, count) else {
        let message = format!(
            "The file {} has {} bytes: what is asked for goes over its ends.",
            name.text,
            bytes.len()
        );
        return Err(Diagnostic::error("asm::file", statement.span(), message));
    };
    room(text, statement.span(), bytes.len())?;
    text.sections.add(bytes.iter().copied(), statement.span());
    Ok(())
}

/// So many bytes behind the first `skip`, or all; `None` if there are fewer.
fn part(bytes: &[u8], skip: i64, count: Option<i64>) -> Option<&[u8]> {
    let rest = bytes.get(usize::try_from(skip).ok()?..)?;
    match count {
        None => Some(rest),
        Some(count) => rest.get(..usize::try_from(count).ok()?),
    }
}

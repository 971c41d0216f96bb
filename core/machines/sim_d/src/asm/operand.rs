//! Reading one operand, whatever its place asks for.

use alloc::{
    format,
    string::{String, ToString},
};

use lanescope_parts::source::{Diagnostic, Span};

use super::{cursor::Cursor, number};
use crate::{
    isa::{Operand, OperandKind, Register},
    rules::Behaviour,
};

/// An operand as it is written: labels are names still.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Written {
    pub what: What,
    pub span: Span,
}

/// What is written.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum What {
    Operand(Operand),
    Label(String),
}

impl What {
    /// Its kind.
    pub const fn kind(&self) -> OperandKind {
        match self {
            What::Operand(operand) => operand.kind(),
            What::Label(_) => OperandKind::Label,
        }
    }
}

/// Reads an operand and the comma behind it.
pub(super) fn read(cursor: &mut Cursor<'_>, behaviour: Behaviour) -> Result<Written, Diagnostic> {
    let start = *cursor;
    let what = one(cursor, behaviour)?;
    let bytes = start.rest().len() - cursor.rest().len();
    let (_, span) = { start }.take(bytes);
    cursor.skip_blanks();
    cursor.take_char(',');
    Ok(Written { what, span })
}

fn one(cursor: &mut Cursor<'_>, behaviour: Behaviour) -> Result<What, Diagnostic> {
    let start = *cursor;
    let negative = cursor.take_char('-');
    if number::begins(cursor.rest()) {
        let bits = number::read(cursor, negative, behaviour)?;
        return Ok(What::Operand(Operand::Immediate(bits)));
    }
    let (word, _) = cursor.word();
    if word.is_empty() {
        return Err(start.mistake("Here should be an operand.".into()));
    }
    if let Some(bits) = number::constant(word, negative) {
        return Ok(What::Operand(Operand::Immediate(bits)));
    }
    if negative {
        return Err(start.mistake(format!("A minus stands before a number; `{word}` is none.")));
    }
    match register(word, cursor).map_err(|message| start.mistake(message))? {
        Some(register) => Ok(What::Operand(Operand::Register(register))),
        None => label(word, behaviour).map_err(|message| start.mistake(message)),
    }
}

/// A name of a place.
fn label(word: &str, behaviour: Behaviour) -> Result<What, String> {
    let hexadecimal =
        word.chars().all(|c| c.is_ascii_digit() || ('a'..='f').contains(&c.to_ascii_lowercase()));
    if hexadecimal && behaviour == Behaviour::Simulator {
        return Err(format!("`{word}` cannot be jumped to: it consists of hexadecimal digits alone."));
    }
    Ok(What::Label(word.to_string()))
}

/// The register that a word names, with what stands behind its dot; `None` if it looks like none.
fn register(word: &str, cursor: &mut Cursor<'_>) -> Result<Option<Register>, String> {
    let special = match word.get(..2) {
        Some("vc") => Some(OperandKind::VectorSpecial),
        Some("sc") => Some(OperandKind::ScalarSpecial),
        _ => None,
    };
    if let Some(kind) = special {
        let number = &word[2..];
        if !number.is_empty() {
            return numbered(kind, number, word);
        }
        if !cursor.take_char('.') {
            return Ok(None);
        }
        let (name, _) = cursor.word();
        if let Some(register) = numbered(kind, name, name)? {
            return Ok(Some(register));
        }
        let name = if name == "ctrl_brk" { "ctrl_break" } else { name };
        let found = kind.special(name).ok_or_else(|| format!("There is no register `{word}.{name}`."))?;
        return Ok(Some(Register::new(kind, found as u8)));
    }
    let kind = match word.get(..1) {
        Some("v") => OperandKind::Vector,
        Some("s") => OperandKind::Scalar,
        Some("p") => OperandKind::Predicate,
        _ => return Ok(None),
    };
    numbered(kind, &word[1..], word)
}

/// The register of a kind with this number, if it is one.
fn numbered(kind: OperandKind, number: &str, word: &str) -> Result<Option<Register>, String> {
    if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(None);
    }
    match number.parse::<usize>() {
        Ok(found) if found < kind.registers() => Ok(Some(Register::new(kind, found as u8))),
        _ => Err(format!("There is no register `{word}`: the last is number {}.", kind.registers() - 1)),
    }
}

/// A kind of operand in words.
pub(super) const fn describe(kind: OperandKind) -> &'static str {
    match kind {
        OperandKind::Vector => "a vector register",
        OperandKind::Scalar => "a scalar register",
        OperandKind::Predicate => "a predicate",
        OperandKind::Immediate => "a number",
        OperandKind::Label => "a label",
        OperandKind::VectorSpecial => "a special vector register",
        OperandKind::ScalarSpecial => "a special scalar register",
    }
}

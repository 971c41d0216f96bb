//! Directives: sections, data, names.

use alloc::{format, vec::Vec};

use super::{
    expression::{Part, Value, unescape},
    lines::{Piece, Statement},
    parser::{Parser, Section},
};
use crate::source::{Diagnostic, Span};

/// Most bytes of data.
const MAX_DATA: usize = 1 << 26;

/// An address in the data section that is known only at the end.
pub(super) struct DataWord {
    pub at: usize,
    pub bytes: usize,
    pub value: Value,
    pub span: Span,
}

/// Directives for linkers and debuggers, which change nothing here.
const SAYS_NOTHING: [&str; 16] = [
    ".type",
    ".size",
    ".option",
    ".attribute",
    ".file",
    ".ident",
    ".loc",
    ".local",
    ".weak",
    ".hidden",
    ".protected",
    ".internal",
    ".variant_cc",
    ".addrsig",
    ".addrsig_sym",
    ".end",
];

type Done = Result<(), Diagnostic>;

/// Carries out a directive.
pub(super) fn run(parser: &mut Parser, statement: &Statement<'_>) -> Done {
    let name: &str = &statement.head.text;
    let operands = &statement.operands;
    match name {
        ".text" => parser.section = Section::Text,
        ".data" | ".rodata" | ".bss" | ".sdata" | ".sbss" => parser.section = Section::Data,
        ".section" => parser.section = section(statement)?,
        ".globl" | ".global" => parser.globals.extend(operands.iter().map(|piece| piece.text.clone().into())),
        ".align" | ".p2align" => {
            let power = argument(parser, statement, 0)?;
            let bytes = u32::try_from(power).ok().and_then(|power| 1u64.checked_shl(power));
            align(parser, statement, bytes.unwrap_or(0))?;
        }
        ".balign" => {
            let bytes = argument(parser, statement, 0)?;
            align(parser, statement, bytes as u64)?;
        }
        ".byte" => integers(parser, statement, 1)?,
        ".half" | ".short" | ".2byte" | ".hword" => integers(parser, statement, 2)?,
        ".word" | ".long" | ".4byte" => integers(parser, statement, 4)?,
        ".dword" | ".quad" | ".8byte" => integers(parser, statement, 8)?,
        ".float" | ".single" => floats(parser, statement, |text| {
            text.parse::<f32>().ok().map(|value| value.to_le_bytes().to_vec())
        })?,
        ".double" => floats(parser, statement, |text| {
            text.parse::<f64>().ok().map(|value| value.to_le_bytes().to_vec())
        })?,
        ".zero" | ".skip" | ".space" => {
            let count = argument(parser, statement, 0)?;
            let byte = if operands.len() > 1 { argument(parser, statement, 1)? } else { 0 };
            repeat(parser, statement, count, &[byte as u8])?;
        }
        ".ascii" => strings(parser, statement, false)?,
        ".asciz" | ".string" => strings(parser, statement, true)?,
        ".fill" => fill(parser, statement)?,
        ".comm" | ".lcomm" => common(parser, statement)?,
        ".equ" | ".set" | ".equiv" => match &**operands {
            [name, value] => {
                let value = parser.value_so_far(value)?;
                parser.names.constants.insert(name.text.clone().into(), value);
            }
            _ => argument(parser, statement, 1).map(|_| ())?,
        },
        _ if SAYS_NOTHING.contains(&name) => {}
        _ if name.starts_with(".cfi_") => {}
        _ => {
            let message = format!("The directive `{name}` is not known.");
            return Err(Diagnostic::error("asm::directive", statement.head.span, message));
        }
    }
    Ok(())
}

/// Does what follows go to another section?
pub(super) fn chooses_section(statement: &Statement<'_>) -> bool {
    matches!(&*statement.head.text, ".text" | ".data" | ".rodata" | ".bss" | ".sdata" | ".sbss" | ".section")
}

fn section(statement: &Statement<'_>) -> Result<Section, Diagnostic> {
    let name = statement.operands.first().map_or("", |piece| &piece.text);
    let name = name.trim_matches('"');
    let is = |prefix: &str| name == prefix || name.starts_with(&format!("{prefix}."));
    if is(".text") {
        Ok(Section::Text)
    } else if [".data", ".rodata", ".bss", ".sdata", ".srodata", ".sbss"].into_iter().any(is) {
        Ok(Section::Data)
    } else if [".note", ".comment", ".eh_frame", ".riscv"].into_iter().any(is) || name.starts_with(".debug_")
    {
        Ok(Section::NotLoaded)
    } else {
        let message = format!("The section `{name}` is neither code nor data.");
        Err(Diagnostic::error("asm::section", statement.span(), message))
    }
}

/// The number at a place of the operands.
fn argument(parser: &Parser, statement: &Statement<'_>, at: usize) -> Result<i64, Diagnostic> {
    match statement.operands.get(at) {
        Some(piece) => parser.names.constant(piece),
        None => {
            let message = format!("`{}` needs a number.", statement.head.text);
            Err(Diagnostic::error("asm::directive", statement.span(), message))
        }
    }
}

/// Puts the same bytes there so many times.
fn repeat(parser: &mut Parser, statement: &Statement<'_>, count: i64, bytes: &[u8]) -> Done {
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    room(parser, statement.span(), count.saturating_mul(bytes.len()))?;
    parser.program.data.extend(core::iter::repeat_n(bytes, count).flatten());
    Ok(())
}

/// `.fill count, bytes, value`: at most eight bytes, of which the upper four are zero.
fn fill(parser: &mut Parser, statement: &Statement<'_>) -> Done {
    let number = |at: usize, missing: i64| match statement.operands.len() > at {
        true => argument(parser, statement, at),
        false => Ok(missing),
    };
    let (bytes, value) = (number(1, 1)?.clamp(0, 8) as usize, number(2, 0)? as u32);
    let count = argument(parser, statement, 0)?;
    repeat(parser, statement, count, &u64::from(value).to_le_bytes()[..bytes])
}

/// `.comm name, bytes, alignment`: a name for zeros in the data section.
fn common(parser: &mut Parser, statement: &Statement<'_>) -> Done {
    let count = argument(parser, statement, 1)?;
    let alignment = if statement.operands.len() > 2 { argument(parser, statement, 2)? } else { 8 };
    let before = core::mem::replace(&mut parser.section, Section::Data);
    let done = align(parser, statement, alignment as u64)
        .and_then(|()| parser.label(&statement.operands[0]))
        .and_then(|()| repeat(parser, statement, count, &[0]));
    parser.section = before;
    done
}

fn align(parser: &mut Parser, statement: &Statement<'_>, bytes: u64) -> Done {
    if !bytes.is_power_of_two() || bytes > 4096 {
        let message = "An alignment is a power of two up to 4096 bytes.";
        return Err(Diagnostic::error("asm::align", statement.span(), message));
    }
    match parser.section {
        Section::Data | Section::NotLoaded => {
            let end = parser.program.data.len().next_multiple_of(bytes as usize);
            parser.program.data.resize(end, 0);
        }
        Section::Text => {
            let count = (bytes as usize).div_ceil(4);
            while !parser.program.code.len().is_multiple_of(count) {
                let nop = Statement {
                    labels: Vec::new(),
                    head: Piece::new("nop", statement.head.span),
                    operands: Vec::new(),
                };
                parser.instruction(&nop)?;
            }
        }
    }
    Ok(())
}

/// Is there room for more data, here?
fn room(parser: &Parser, span: Span, bytes: usize) -> Done {
    if parser.section == Section::Text {
        let message = "Data cannot stand among instructions.";
        return Err(Diagnostic::error("asm::data", span, message).help("Write `.data` before it."));
    }
    if bytes > MAX_DATA - parser.program.data.len().min(MAX_DATA) {
        let message = format!("The data is larger than {MAX_DATA} bytes.");
        return Err(Diagnostic::error("limit::data", span, message));
    }
    Ok(())
}

fn integers(parser: &mut Parser, statement: &Statement<'_>, bytes: usize) -> Done {
    for piece in &statement.operands {
        room(parser, piece.span, bytes)?;
        let value = parser.names.read(piece)?;
        if value.symbol.is_none() {
            check_width(value.constant, bytes, piece.span)?;
        } else if bytes < 4 && value.minus.is_none() || value.part != Part::Whole {
            let message = "An address needs 4 or 8 bytes.";
            return Err(Diagnostic::error("asm::data", piece.span, message));
        }
        let at = parser.program.data.len();
        parser.program.data.extend_from_slice(&value.constant.to_le_bytes()[..bytes]);
        if value.symbol.is_some() {
            parser.words.push(DataWord { at, bytes, value, span: piece.span });
        }
    }
    Ok(())
}

/// A number fits if it does so with or without sign.
pub(super) fn check_width(value: i64, bytes: usize, span: Span) -> Done {
    let bits = 8 * bytes as u32;
    let fits = bits >= 64 || (-(1i64 << (bits - 1))..1i64 << bits).contains(&value);
    if fits {
        return Ok(());
    }
    let message = format!("The number {value} does not fit into {bits} bits.");
    Err(Diagnostic::error("asm::data", span, message))
}

fn floats(parser: &mut Parser, statement: &Statement<'_>, read: fn(&str) -> Option<Vec<u8>>) -> Done {
    for piece in &statement.operands {
        let Some(bytes) = read(&piece.text) else {
            let message = format!("`{}` is no float number.", piece.text);
            return Err(Diagnostic::error("asm::data", piece.span, message));
        };
        room(parser, piece.span, bytes.len())?;
        parser.program.data.extend_from_slice(&bytes);
    }
    Ok(())
}

fn strings(parser: &mut Parser, statement: &Statement<'_>, zero: bool) -> Done {
    for piece in &statement.operands {
        let inside = piece.text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        let Some(inside) = inside else {
            return Err(Diagnostic::error("asm::data", piece.span, "Expected a text in quotes."));
        };
        let bytes = unescape(inside);
        room(parser, piece.span, bytes.len() + 1)?;
        parser.program.data.extend_from_slice(&bytes);
        parser.program.data.extend(zero.then_some(0));
    }
    Ok(())
}

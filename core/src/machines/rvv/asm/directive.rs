//! Directives: sections, data, names.

use alloc::{format, vec::Vec};

use super::{
    parser::{Parser, Word},
    part::{self, Part},
    sections::Kind,
};
use crate::{
    asm::{Statement, Value, unescape},
    source::{Diagnostic, Span},
};

/// Most bytes of data.
const MAX_DATA: usize = 1 << 26;

/// Directives for linkers and debuggers, which change nothing here.
const SAYS_NOTHING: [&str; 18] = [
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
    ".comdat",
    ".print",
];

type Done = Result<(), Diagnostic>;

/// Sections that have a directive of their own.
const OWN: [(&str, Kind); 7] = [
    (".text", Kind::Text),
    (".data", Kind::Data),
    (".rodata", Kind::Data),
    (".bss", Kind::Data),
    (".sdata", Kind::Data),
    (".srodata", Kind::Data),
    (".sbss", Kind::Data),
];

/// Other sections with data.
const DATA: [&str; 3] = [".init_array", ".fini_array", ".got"];

/// Sections that are not in memory.
const NOT_LOADED: [&str; 8] =
    [".note", ".comment", ".eh_frame", ".riscv", ".debug", ".gcc_except_table", ".llvm", ".stab"];

/// Carries out a directive.
pub(super) fn run(parser: &mut Parser, statement: &Statement<'_>) -> Done {
    let name: &str = &statement.head.text;
    let operands = &statement.operands;
    match name {
        _ if chooses_section(statement) => sections(parser, statement)?,
        ".globl" | ".global" => {
            parser.globals.extend(operands.iter().map(|piece| piece.text.clone().into()));
        }
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
        ".word" | ".long" | ".4byte" | ".int" => integers(parser, statement, 4)?,
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
            [name, value] if statement.head.text == ".equiv" => parser.set_once(name, value)?,
            [name, value] => parser.set(&name.text, value)?,
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
    let name: &str = &statement.head.text;
    matches!(name, ".section" | ".pushsection" | ".popsection" | ".previous" | ".subsection")
        || OWN.iter().any(|(own, _)| *own == name)
}

fn sections(parser: &mut Parser, statement: &Statement<'_>) -> Done {
    let name: &str = &statement.head.text;
    let number = |parser: &Parser, at: usize| match statement.operands.len() > at {
        true => argument(parser, statement, at),
        false => Ok(0),
    };
    match name {
        ".previous" => parser.sections.go_back(),
        ".popsection" if !parser.sections.pop() => {
            let message = "There is no `.pushsection` that belongs to this.";
            return Err(Diagnostic::error("asm::section", statement.span(), message));
        }
        ".popsection" => {}
        ".subsection" => {
            let number = number(parser, 0)?;
            parser.sections.choose_number(number);
        }
        ".section" | ".pushsection" => {
            let (name, kind) = named_section(statement)?;
            // `.pushsection name, number`; flags stand in quotes.
            let flags = statement.operands.get(1).is_none_or(|piece| piece.text.starts_with(['"', '@']));
            let number = if flags { 0 } else { number(parser, 1)? };
            if statement.head.text == ".pushsection" {
                parser.sections.push();
            }
            parser.sections.choose(name, number, kind);
        }
        _ => {
            let number = number(parser, 0)?;
            let kind = OWN.iter().find(|(own, _)| *own == name).map_or(Kind::Data, |own| own.1);
            parser.sections.choose(name, number, kind);
        }
    }
    Ok(())
}

/// The name of a section, and what it holds.
fn named_section<'s>(statement: &'s Statement<'_>) -> Result<(&'s str, Kind), Diagnostic> {
    let name = statement.operands.first().map_or("", |piece| &piece.text);
    let name = name.trim_matches('"');
    let is =
        |prefix: &str| name.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    let own = OWN.into_iter().find(|(own, _)| is(own)).map(|(_, kind)| kind);
    let data = DATA.into_iter().find(|prefix| is(prefix)).map(|_| Kind::Data);
    let left_out = || {
        let found = NOT_LOADED.into_iter().find(|prefix| name.starts_with(prefix));
        found.map(|_| Kind::NotLoaded)
    };
    match own.or(data).or_else(left_out).or_else(|| by_flags(statement)) {
        Some(kind) => Ok((name, kind)),
        None => {
            let message = format!("The section `{name}` is neither code nor data.");
            let help =
                "Flags say what a section of any name holds: \"ax\" is code, \"a\" and \"aw\" are data.";
            Err(Diagnostic::error("asm::section", statement.span(), message).help(help))
        }
    }
}

/// What a section holds by its flags: `"ax"` is code, what is loaded otherwise is data.
fn by_flags(statement: &Statement<'_>) -> Option<Kind> {
    let flags = statement.operands.get(1)?.text.strip_prefix('"')?;
    Some(match (flags.contains('a'), flags.contains('x')) {
        (true, true) => Kind::Text,
        (true, false) => Kind::Data,
        (false, _) => Kind::NotLoaded,
    })
}

/// The number at a place of the operands.
fn argument(parser: &Parser, statement: &Statement<'_>, at: usize) -> Result<i64, Diagnostic> {
    match statement.operands.get(at) {
        Some(piece) => parser.value_so_far(piece),
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
    parser.sections.add(core::iter::repeat_n(bytes, count).flatten().copied(), statement.span());
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
    parser.sections.push();
    parser.sections.choose(".bss", 0, Kind::Data);
    let done = align(parser, statement, alignment as u64)
        .and_then(|()| parser.label(&statement.operands[0]))
        .and_then(|()| repeat(parser, statement, count, &[0]));
    parser.sections.pop();
    done
}

fn align(parser: &mut Parser, statement: &Statement<'_>, bytes: u64) -> Done {
    if !bytes.is_power_of_two() || bytes > 4096 {
        let message = "An alignment is a power of two up to 4096 bytes.";
        return Err(Diagnostic::error("asm::align", statement.span(), message));
    }
    room(parser, statement.span(), bytes as usize)?;
    parser.sections.align(bytes, statement.span());
    Ok(())
}

/// Is there room for more data?
fn room(parser: &mut Parser, span: Span, bytes: usize) -> Done {
    if parser.sections.here().kind == Kind::Text {
        parser.take_room(bytes.div_ceil(4), span)?;
    }
    if bytes > MAX_DATA - parser.sections.bytes.min(MAX_DATA) {
        let message = format!("The data is larger than {MAX_DATA} bytes.");
        return Err(Diagnostic::error("limit::data", span, message));
    }
    Ok(())
}

fn integers(parser: &mut Parser, statement: &Statement<'_>, bytes: usize) -> Done {
    for piece in &statement.operands {
        room(parser, piece.span, bytes)?;
        let (part, value) = part::read(&parser.names, piece)?;
        if value.is_number() {
            check_width(value.constant, bytes, piece.span)?;
        } else if bytes < 4 && value.minus.is_none() || part != Part::Whole {
            let message = "An address needs 4 or 8 bytes.";
            return Err(Diagnostic::error("asm::data", piece.span, message));
        }
        let number = value.constant.to_le_bytes();
        word(parser, value, bytes, piece.span);
        parser.sections.add(number.into_iter().take(bytes), piece.span);
    }
    Ok(())
}

/// Notes that the next bytes are a value that is known later.
fn word(parser: &mut Parser, value: Value, bytes: usize, span: Span) {
    if !value.is_number() {
        // In front of the bytes, and in their fragment.
        parser.sections.add([], span);
        parser.words.push(Word { place: parser.sections.place(), bytes, value, span });
    }
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
        parser.sections.add(bytes, piece.span);
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
        parser.sections.add(bytes.into_iter().chain(zero.then_some(0)), piece.span);
    }
    Ok(())
}

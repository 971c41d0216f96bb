//! Directives: sections, data, names.

use alloc::{format, vec::Vec};

use super::{
    Assembly, SectionKind, Statement, Value, Word,
    assembly::Common,
    expand::{no_file, quoted},
    lines::Piece,
    unescape,
};
use crate::{
    base::{decimal, types::Type},
    source::{Diagnostic, Span},
};

/// Most bytes of data.
const MAX_DATA: usize = 1 << 26;

/// Directives for linkers and debuggers, which change nothing here.
const SAYS_NOTHING: [&str; 17] = [
    ".type",
    ".size",
    ".option",
    ".attribute",
    ".file",
    ".ident",
    ".loc",
    ".extern",
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
const OWN: [(&str, SectionKind); 7] = [
    (".text", SectionKind::Text),
    (".data", SectionKind::Data),
    (".rodata", SectionKind::Data),
    (".bss", SectionKind::Data),
    (".sdata", SectionKind::Data),
    (".srodata", SectionKind::Data),
    (".sbss", SectionKind::Data),
];

/// Other sections with data.
const DATA: [&str; 3] = [".init_array", ".fini_array", ".got"];

/// Sections that are not in memory.
const NOT_LOADED: [&str; 7] =
    [".note", ".comment", ".eh_frame", ".debug", ".gcc_except_table", ".llvm", ".stab"];

/// How the names of sections with attributes of an architecture end. They are not in memory either.
const ATTRIBUTES: &str = ".attributes";

/// Carries out a directive.
pub fn run<I>(text: &mut Assembly<I>, statement: &Statement<'_>) -> Done {
    let name: &str = &statement.head.text;
    let operands = &statement.operands;
    match name {
        _ if chooses_section(statement) => sections(text, statement)?,
        ".globl" | ".global" => {
            text.globals.extend(operands.iter().map(|piece| piece.text.clone().into()));
        }
        ".weak" => text.weak.extend(operands.iter().map(|piece| piece.text.clone().into())),
        ".local" => text.locals.extend(operands.iter().map(|piece| piece.text.clone().into())),
        ".align" | ".p2align" => {
            let power = argument(text, statement, 0)?;
            let bytes = u32::try_from(power).ok().and_then(|power| 1u64.checked_shl(power));
            align(text, statement.span(), bytes.unwrap_or(0))?;
        }
        ".balign" => {
            let bytes = argument(text, statement, 0)?;
            align(text, statement.span(), bytes as u64)?;
        }
        ".byte" => integers(text, statement, Type::I8)?,
        ".half" | ".short" | ".2byte" | ".hword" => integers(text, statement, Type::I16)?,
        ".word" | ".long" | ".4byte" | ".int" => integers(text, statement, Type::I32)?,
        ".dword" | ".quad" | ".8byte" => integers(text, statement, Type::I64)?,
        ".float" | ".single" => {
            text.note_element(Type::F32);
            floats(text, statement, |number| decimal::f32(number).map(|value| value.to_le_bytes().to_vec()))?
        }
        ".double" => {
            text.note_element(Type::F64);
            floats(text, statement, |number| decimal::f64(number).map(|value| value.to_le_bytes().to_vec()))?
        }
        ".zero" | ".skip" | ".space" => {
            let count = argument(text, statement, 0)?;
            let byte = if operands.len() > 1 { argument(text, statement, 1)? } else { 0 };
            repeat(text, statement.span(), count, &[byte as u8])?;
        }
        ".ascii" => strings(text, statement, false)?,
        ".asciz" | ".string" => strings(text, statement, true)?,
        ".fill" => fill(text, statement)?,
        ".incbin" => file(text, statement)?,
        ".comm" | ".lcomm" => common(text, statement)?,
        ".equ" | ".set" | ".equiv" => match &**operands {
            [name, value] if statement.head.text == ".equiv" => text.set_once(name, value)?,
            [name, value] => text.set(&name.text, value)?,
            _ => argument(text, statement, 1).map(|_| ())?,
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
pub fn chooses_section(statement: &Statement<'_>) -> bool {
    let name: &str = &statement.head.text;
    matches!(name, ".section" | ".pushsection" | ".popsection" | ".previous" | ".subsection")
        || OWN.iter().any(|(own, _)| *own == name)
}

fn sections<I>(text: &mut Assembly<I>, statement: &Statement<'_>) -> Done {
    let name: &str = &statement.head.text;
    let number = |text: &Assembly<I>, at: usize| match statement.operands.len() > at {
        true => argument(text, statement, at),
        false => Ok(0),
    };
    match name {
        ".previous" => text.sections.go_back(),
        ".popsection" if !text.sections.pop() => {
            let message = "There is no `.pushsection` that belongs to this.";
            return Err(Diagnostic::error("asm::section", statement.span(), message));
        }
        ".popsection" => {}
        ".subsection" => {
            let number = number(text, 0)?;
            text.sections.choose_number(number);
        }
        ".section" | ".pushsection" => {
            let (name, kind) = named_section(statement)?;
            // `.pushsection name, number`; flags stand in quotes.
            let flags = statement.operands.get(1).is_none_or(|piece| piece.text.starts_with(['"', '@']));
            let number = if flags { 0 } else { number(text, 1)? };
            if statement.head.text == ".pushsection" {
                text.sections.push();
            }
            text.sections.choose(name, number, kind);
        }
        _ => {
            let number = number(text, 0)?;
            let kind = OWN.iter().find(|(own, _)| *own == name).map_or(SectionKind::Data, |own| own.1);
            text.sections.choose(name, number, kind);
        }
    }
    Ok(())
}

/// The name of a section, and what it holds.
fn named_section<'s>(statement: &'s Statement<'_>) -> Result<(&'s str, SectionKind), Diagnostic> {
    let name = statement.operands.first().map_or("", |piece| &piece.text);
    let name = name.trim_matches('"');
    let is =
        |prefix: &str| name.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    let own = OWN.into_iter().find(|(own, _)| is(own)).map(|(_, kind)| kind);
    let data = DATA.into_iter().find(|prefix| is(prefix)).map(|_| SectionKind::Data);
    let left_out = || {
        let found = name.ends_with(ATTRIBUTES) || NOT_LOADED.iter().any(|prefix| name.starts_with(prefix));
        found.then_some(SectionKind::NotLoaded)
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
fn by_flags(statement: &Statement<'_>) -> Option<SectionKind> {
    let flags = statement.operands.get(1)?.text.strip_prefix('"')?;
    Some(match (flags.contains('a'), flags.contains('x')) {
        (true, true) => SectionKind::Text,
        (true, false) => SectionKind::Data,
        (false, _) => SectionKind::NotLoaded,
    })
}

/// The number at a place of the operands.
fn argument<I>(text: &Assembly<I>, statement: &Statement<'_>, at: usize) -> Result<i64, Diagnostic> {
    match statement.operands.get(at) {
        Some(piece) => text.value_so_far(piece),
        None => {
            let message = format!("`{}` needs a number.", statement.head.text);
            Err(Diagnostic::error("asm::directive", statement.span(), message))
        }
    }
}

/// Puts the same bytes there so many times.
fn repeat<I>(text: &mut Assembly<I>, span: Span, count: i64, bytes: &[u8]) -> Done {
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    room(text, span, count.saturating_mul(bytes.len()))?;
    text.sections.add(core::iter::repeat_n(bytes, count).flatten().copied(), span);
    Ok(())
}

/// `.fill count, bytes, value`: at most eight bytes, of which the upper four are zero.
fn fill<I>(text: &mut Assembly<I>, statement: &Statement<'_>) -> Done {
    let number = |at: usize, missing: i64| match statement.operands.len() > at {
        true => argument(text, statement, at),
        false => Ok(missing),
    };
    let (bytes, value) = (number(1, 1)?.clamp(0, 8) as usize, number(2, 0)? as u32);
    let count = argument(text, statement, 0)?;
    repeat(text, statement.span(), count, &u64::from(value).to_le_bytes()[..bytes])
}

/// `.incbin "name", skip, count`: `count` bytes of a file behind the first `skip`; all of them if no count is given.
fn file<I>(text: &mut Assembly<I>, statement: &Statement<'_>) -> Done {
    let Some(name) = statement.operands.first() else { return argument(text, statement, 0).map(|_| ()) };
    let number = |at: usize| match statement.operands.len() > at {
        true => argument(text, statement, at).map(Some),
        false => Ok(None),
    };
    let (skip, count) = (number(1)?.unwrap_or(0), number(2)?);
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

/// `.comm name, bytes, alignment`: a name for zeros in the data section, which other texts may announce, too. `.lcomm`, or a name that is
/// said to be local, is for the text alone.
fn common<I>(text: &mut Assembly<I>, statement: &Statement<'_>) -> Done {
    let count = argument(text, statement, 1)?;
    let alignment = if statement.operands.len() > 2 { argument(text, statement, 2)? } else { 8 };
    let name = &statement.operands[0];
    if text.several && statement.head.text == ".comm" && !text.locals.contains(&*name.text) {
        check_align(alignment as u64, statement.span())?;
        let bytes = u64::try_from(count).unwrap_or(u64::MAX);
        let common = Common { bytes, align: alignment as u64, span: name.span };
        return match text.labels.get(&*name.text) {
            Some(_) => text.label(name),
            None => {
                let known = text.commons.get(&*name.text).map_or(common, |known| known.and(common));
                text.commons.insert(name.text.clone().into(), known);
                Ok(())
            }
        };
    }
    zeros(text, statement.span(), (count, alignment), |text| text.label(name))
}

/// Zeros in the data section: so many, at a multiple of an alignment, behind what `label` does.
fn zeros<I>(
    text: &mut Assembly<I>,
    span: Span,
    (count, alignment): (i64, i64),
    label: impl FnOnce(&mut Assembly<I>) -> Done,
) -> Done {
    text.sections.push();
    text.sections.choose(".bss", 0, SectionKind::Data);
    let done = align(text, span, alignment as u64)
        .and_then(|()| label(text))
        .and_then(|()| repeat(text, span, count, &[0]));
    text.sections.pop();
    done
}

/// Gives a place to data that several texts announce.
pub(super) fn place_common<I>(text: &mut Assembly<I>, name: &str, common: Common) -> Done {
    let size = (i64::try_from(common.bytes).unwrap_or(i64::MAX), common.align as i64);
    zeros(text, common.span, size, |text| text.label(&Piece::new(name, common.span)))
}

fn align<I>(text: &mut Assembly<I>, span: Span, bytes: u64) -> Done {
    check_align(bytes, span)?;
    room(text, span, bytes as usize)?;
    text.sections.align(bytes, span);
    Ok(())
}

fn check_align(bytes: u64, span: Span) -> Done {
    if bytes.is_power_of_two() && bytes <= 4096 {
        return Ok(());
    }
    Err(Diagnostic::error("asm::align", span, "An alignment is a power of two up to 4096 bytes."))
}

/// Is there room for more data?
fn room<I>(text: &mut Assembly<I>, span: Span, bytes: usize) -> Done {
    if text.sections.here().kind == SectionKind::Text {
        text.take_room(bytes.div_ceil(4), span)?;
    }
    if bytes > MAX_DATA - text.sections.bytes.min(MAX_DATA) {
        let message = format!("The data is larger than {MAX_DATA} bytes.");
        return Err(Diagnostic::error("limit::data", span, message));
    }
    Ok(())
}

fn integers<I>(text: &mut Assembly<I>, statement: &Statement<'_>, element: Type) -> Done {
    let bytes = element.bytes() as usize;
    text.note_element(element);
    for piece in &statement.operands {
        room(text, piece.span, bytes)?;
        let (whole, value) = value_of(text, piece)?;
        if value.is_number() {
            check_width(value.constant, bytes, piece.span)?;
        } else if bytes < 4 && value.minus.is_none() || !whole {
            let message = "An address needs 4 or 8 bytes.";
            return Err(Diagnostic::error("asm::data", piece.span, message));
        }
        let number = value.constant.to_le_bytes();
        word(text, value, bytes, piece.span);
        text.sections.add(number.into_iter().take(bytes), piece.span);
    }
    Ok(())
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

/// A number fits if it does so with or without sign.
pub fn check_width(value: i64, bytes: usize, span: Span) -> Done {
    let bits = 8 * bytes as u32;
    let fits = bits >= 64 || (-(1i64 << (bits - 1))..1i64 << bits).contains(&value);
    if fits {
        return Ok(());
    }
    let message = format!("The number {value} does not fit into {bits} bits.");
    Err(Diagnostic::error("asm::data", span, message))
}

fn floats<I>(text: &mut Assembly<I>, statement: &Statement<'_>, read: fn(&str) -> Option<Vec<u8>>) -> Done {
    for piece in &statement.operands {
        let Some(bytes) = read(&piece.text) else {
            let message = format!("`{}` is no float number.", piece.text);
            return Err(Diagnostic::error("asm::data", piece.span, message));
        };
        room(text, piece.span, bytes.len())?;
        text.sections.add(bytes, piece.span);
    }
    Ok(())
}

fn strings<I>(text: &mut Assembly<I>, statement: &Statement<'_>, zero: bool) -> Done {
    text.note_element(Type::I8);
    for piece in &statement.operands {
        let inside = piece.text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        let Some(inside) = inside else {
            return Err(Diagnostic::error("asm::data", piece.span, "Expected a text in quotes."));
        };
        let bytes = unescape(inside);
        room(text, piece.span, bytes.len() + 1)?;
        text.sections.add(bytes.into_iter().chain(zero.then_some(0)), piece.span);
    }
    Ok(())
}

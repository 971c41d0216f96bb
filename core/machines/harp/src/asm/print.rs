//! Programs as text: an instruction, an image, an object file.
//!
//! The text of an object assembles to the same object, if its names and its instructions are ones that can be written. What the original
//! prints cannot be read again where numbers are negative (facts C9): it has them as 64 bits in hexadecimal. Here they are decimal.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::ops::Range;

use lanescope_parts::base::OrdMap;

use super::{
    super::isa::{Arch, Decoded, Encoding, Instruction, Kind, little_endian},
    directive::RAW,
    object::{Chunk, EXECUTE, Object, READ, Reference, WRITE},
    pieces::{Piece, may_be_code, pieces},
};

/// Who reads what is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// People and the assembler.
    Own,
    /// Who compares with the original disassembler.
    Harptool,
}

/// An instruction as it is written, with a name in the place of its number if it has one.
pub fn instruction(arch: Arch, one: &Instruction, name: Option<&str>) -> String {
    let guard = one.guard.map_or(String::new(), |guard| format!("@p{guard} ? "));
    let operands = operands(arch, one, name, Style::Own);
    let gap = if operands.is_empty() { "" } else { " " };
    format!("{guard}{}{gap}{}", one.op.row().name, operands.join(", "))
}

/// The line of an instruction as the original disassembler prints it.
fn original(arch: Arch, one: &Instruction, name: Option<&str>) -> String {
    let guard = one.guard.map_or(String::new(), |guard| format!("@p{guard} ? "));
    let operands = operands(arch, one, name, Style::Harptool);
    let operands: String = operands.into_iter().map(|operand| operand + " ").collect();
    format!("\t{guard}{} {operands};", one.op.row().name)
}

fn operands(arch: Arch, one: &Instruction, name: Option<&str>, style: Style) -> Vec<String> {
    let kinds = one.op.row().format.operands().iter();
    let operand = |(at, kind): (usize, &Kind)| match (kind, name, style) {
        (Kind::Immediate, Some(name), _) => name.into(),
        (Kind::Immediate, None, Style::Own) => format!("#{}", arch.signed(one.immediate as u64)),
        (Kind::Immediate, None, Style::Harptool) => format!("#{:#x}", one.immediate),
        (kind, ..) if kind.is_predicate() => format!("@p{}", one.registers[at]),
        _ => format!("%r{}", one.registers[at]),
    };
    kinds.enumerate().map(operand).collect()
}

/// An object as text.
///
/// # Errors
/// What of it cannot be written.
pub fn disassemble(object: &Object, style: Style) -> Result<String, String> {
    let arch = object.arch.complete().ok_or_else(|| object.arch.incomplete())?;
    let mut text = String::new();
    let mut before: Option<&Chunk> = None;
    for (index, chunk) in (0..).zip(&object.chunks) {
        if chunk.name.is_empty() && before.is_some_and(|before| !before.name.is_empty()) {
            return Err(
                "a piece without a name stands behind one that has a name, which no text makes".into()
            );
        }
        let labelled = before.is_none_or(|before| before.name != chunk.name || before.bytes == 0);
        // The first is the entry unless something says otherwise.
        text += &header(chunk, index > 0 && index == object.entry, labelled);
        text += &content(arch, chunk, style)?;
        before = Some(chunk);
    }
    Ok(text)
}

/// A flat image as text. What is no instruction are data, which begin where they are.
pub fn image(arch: Arch, bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return String::new();
    }
    let mut text = String::from(".perm rwx\n.align 0\n");
    let (word, mut was_code) = (usize::from(arch.word_bytes), false);
    for Piece { at, length, instruction: found } in pieces(arch, bytes) {
        // Data behind an instruction would begin at the next multiple of a word.
        if was_code && found.is_none() && at % word != 0 {
            text += ".align 0\n";
        }
        was_code = found.is_some();
        match found {
            Some(one) => text += &format!("\t{}\n", instruction(arch, &one, None)),
            None => data(arch, &bytes[at..at + length], Style::Own)
                .iter()
                .for_each(|(line, _)| text += &format!("{line}\n")),
        }
    }
    text
}

/// What stands before the content of a chunk.
fn header(chunk: &Chunk, is_entry: bool, labelled: bool) -> String {
    let letters = [(READ, "r"), (WRITE, "w"), (EXECUTE, "x")];
    let letters: String =
        letters.into_iter().filter(|(bit, _)| chunk.permission & bit != 0).map(|(_, one)| one).collect();
    let perm = if letters.is_empty() { ".perm".into() } else { format!(".perm {letters}") };
    let align = if chunk.bytes > 0 { format!(".align {}\n", chunk.alignment) } else { String::new() };
    let entry = if is_entry { ".entry\n" } else { "" };
    let global = if chunk.global { ".global\n" } else { "" };
    let label = if labelled && !chunk.name.is_empty() { format!("{}:\n", chunk.name) } else { String::new() };
    format!("{perm}\n{align}{entry}{global}{label}")
}

/// What a chunk holds: instructions if some of it are, with the other bytes between them, else data.
fn content(arch: Arch, chunk: &Chunk, style: Style) -> Result<String, String> {
    let pieces = if may_be_code(chunk) { pieces(arch, &chunk.data) } else { Vec::new() };
    if pieces.iter().any(|piece| piece.instruction.is_some()) {
        return code(arch, chunk, pieces, style);
    }
    all_written(chunk, 0)?;
    let mut text = String::new();
    let mut at = 0;
    while at < chunk.data.len() {
        for (line, length) in data(arch, &chunk.data[at..], style) {
            text += &line;
            text.push('\n');
            at += length;
        }
    }
    // What is not stored is zeros.
    let zeros = chunk.bytes.saturating_sub(at as u64);
    let word = u64::from(arch.word_bytes);
    if zeros >= word {
        text += &format!("\t.space {}\n", zeros / word);
    }
    text += &"\t.byte 0\n".repeat((zeros % word) as usize);
    Ok(text)
}

/// Instructions, of which those that wait for a name have it in the place of the number. Data between them would begin a chunk.
fn code(arch: Arch, chunk: &Chunk, pieces: Vec<Piece>, style: Style) -> Result<String, String> {
    let bytes = &chunk.data;
    if (bytes.len() as u64) < chunk.bytes {
        return Err(format!(
            "in `{}` bytes that are not stored follow instructions, which no text makes",
            chunk.name
        ));
    }
    let waiting: OrdMap<u64, &Reference> = chunk.references.iter().map(|one| (one.next, one)).collect();
    let (mut text, mut named) = (String::new(), 0);
    for Piece { at, length, instruction: found } in pieces {
        let end = at + length;
        let line = match (&found, style) {
            (Some(one), _) => {
                let reference =
                    waiting.get(&(end as u64)).filter(|reference| is_of(arch, reference, one, at..end));
                named += usize::from(reference.is_some());
                let name = reference.map(|reference| reference.name.as_str());
                match style {
                    Style::Own => format!("\t{}", instruction(arch, one, name)),
                    Style::Harptool => original(arch, one, name),
                }
            }
            (None, Style::Own) => {
                let bytes: String = bytes[at..end].iter().map(|byte| format!(" {byte:#04x}")).collect();
                format!("\t{RAW}{bytes}")
            }
            (None, Style::Harptool) => format!("\t.word {:#x}", little_endian(&bytes[at..end])),
        };
        text += &line;
        text.push('\n');
    }
    all_written(chunk, named)?;
    Ok(text)
}

/// Is a reference just what the assembler makes of a name in the place of this instruction's number?
fn is_of(arch: Arch, reference: &Reference, one: &Instruction, at: Range<usize>) -> bool {
    let row = one.op.row();
    let word = usize::from(arch.word_bytes);
    let place = if arch.encoding == Encoding::Word { at.start } else { at.end.saturating_sub(word) };
    row.format.has_immediate()
        && reference.relative == row.is_relative()
        && reference.bits == u64::from(arch.immediate_bits(row.format))
        && reference.at == place as u64
}

/// Have so many of a chunk's references been written, and is this all of them?
fn all_written(chunk: &Chunk, named: usize) -> Result<(), String> {
    if named == chunk.references.len() {
        return Ok(());
    }
    Err(format!(
        "in `{}` names are waited for where no instruction has a number, which no text makes",
        chunk.name
    ))
}

/// The lines of the next data: a word, or bytes where there is none any more, which the original fills with zeros.
fn data(arch: Arch, rest: &[u8], style: Style) -> Vec<(String, usize)> {
    let word = usize::from(arch.word_bytes);
    let length = word.min(rest.len());
    match style {
        Style::Own if length < word => rest.iter().map(|byte| (format!("\t.byte {byte}"), 1)).collect(),
        Style::Own => Vec::from([(format!("\t.word {}", arch.signed(little_endian(&rest[..word]))), word)]),
        Style::Harptool => Vec::from([(format!("\t.word {:#x}", little_endian(&rest[..length])), length)]),
    }
}

/// The instruction that some bytes are, as text, or the lines of data that make these bytes; how many bytes each has.
pub fn lines(arch: Arch, mut bytes: &[u8], is_code: bool) -> Vec<(String, usize)> {
    if let Decoded::Instruction(one, length) = arch.decode(bytes)
        && is_code
    {
        return Vec::from([(instruction(arch, &one, None), length as usize)]);
    }
    let mut lines = Vec::new();
    while !bytes.is_empty() {
        let zeros = bytes.iter().take_while(|byte| **byte == 0).count() / usize::from(arch.word_bytes);
        let next = match zeros {
            0 | 1 => data(arch, bytes, Style::Own),
            zeros => Vec::from([(format!(".space {zeros}"), zeros * usize::from(arch.word_bytes))]),
        };
        for (line, length) in next {
            lines.push((line.trim_start().to_string(), length));
            bytes = &bytes[length..];
        }
    }
    lines
}

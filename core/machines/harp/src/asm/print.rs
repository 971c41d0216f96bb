//! Programs as text: an instruction, an image, an object file.
//!
//! The text of an object assembles to the same object, if its names and its instructions are ones that can be written. What the original
//! prints cannot be read again where numbers are negative (facts C9): it has them as 64 bits in hexadecimal. Here they are decimal.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use super::{
    super::isa::{Arch, Decoded, Instruction, Kind, little_endian},
    object::{Chunk, EXECUTE, Object, READ, Reference, WRITE},
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
pub fn disassemble(object: &Object, style: Style) -> String {
    let Some(arch) = object.arch.complete() else { return String::new() };
    let mut text = String::new();
    let mut before: Option<&Chunk> = None;
    for chunk in &object.chunks {
        let labelled = before.is_none_or(|before| before.name != chunk.name || before.bytes == 0);
        text += &header(chunk, labelled);
        text += &content(arch, chunk, style);
        before = Some(chunk);
    }
    text
}

/// What stands before the content of a chunk.
fn header(chunk: &Chunk, labelled: bool) -> String {
    let letters = [(READ, "r"), (WRITE, "w"), (EXECUTE, "x")];
    let letters: String =
        letters.into_iter().filter(|(bit, _)| chunk.permission & bit != 0).map(|(_, one)| one).collect();
    let perm = if letters.is_empty() { ".perm".into() } else { format!(".perm {letters}") };
    let align = if chunk.bytes > 0 { format!(".align {}\n", chunk.alignment) } else { String::new() };
    let global = if chunk.global { ".global\n" } else { "" };
    let label = if labelled && !chunk.name.is_empty() { format!("{}:\n", chunk.name) } else { String::new() };
    format!("{perm}\n{align}{global}{label}")
}

/// Instructions if the chunk may be executed or waits for names, and data otherwise.
fn content(arch: Arch, chunk: &Chunk, style: Style) -> String {
    let is_code = chunk.permission & EXECUTE != 0 || !chunk.references.is_empty();
    let mut text = String::new();
    let mut at = 0;
    while at < chunk.data.len() {
        let rest = &chunk.data[at..];
        let (line, length) = match arch.decode(rest) {
            Decoded::Instruction(one, length) if is_code && arch.encode(&one) == rest[..length as usize] => {
                let end = (at + length as usize) as u64;
                let name = chunk.references.iter().find(|reference: &&Reference| reference.next == end);
                let name = name.map(|reference| reference.name.as_str());
                let line = match style {
                    Style::Own => format!("\t{}", instruction(arch, &one, name)),
                    Style::Harptool => original(arch, &one, name),
                };
                (line, length as usize)
            }
            _ => data(arch, rest, style),
        };
        text += &line;
        text.push('\n');
        at += length;
    }
    // What is not stored is zeros.
    let zeros = chunk.bytes.saturating_sub(at as u64);
    let word = u64::from(arch.word_bytes);
    if zeros >= word {
        text += &format!("\t.space {}\n", zeros / word);
    }
    text += &"\t.byte 0\n".repeat((zeros % word) as usize);
    text
}

/// A line of data, and its bytes. The original fills the last word with zeros.
fn data(arch: Arch, rest: &[u8], style: Style) -> (String, usize) {
    let word = usize::from(arch.word_bytes);
    let length = word.min(rest.len());
    match style {
        Style::Own if length < word => (format!("\t.byte {}", rest[0]), 1),
        Style::Own => (format!("\t.word {}", arch.signed(little_endian(&rest[..word]))), word),
        Style::Harptool => (format!("\t.word {:#x}", little_endian(&rest[..length])), length),
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
        let (line, length) = match zeros {
            0 | 1 => data(arch, bytes, Style::Own),
            zeros => (format!(".space {zeros}"), zeros * usize::from(arch.word_bytes)),
        };
        lines.push((line.trim_start().to_string(), length));
        bytes = &bytes[length..];
    }
    lines
}

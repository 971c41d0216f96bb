//! The text form of programs, object files and flat images (HARP 4.17, facts C1 to C9).
//!
//! A statement is a line; an instruction may also end with a semicolon. `[@p1 ?] add %r1, %r2, %r3` is an instruction, `name:` a label,
//! `.word 1 2` a directive. An immediate is `#` and a number, a label, a constant of `.def`, or an expression in parentheses. Labels count
//! from the next instruction where the instruction does.
//!
//! A text with nothing but `.object "FILE"` or `.image "FILE"` stands for an object file or a flat image that lies beside it.
//!
//! Each text becomes an [`Object`], all objects of a program one [`Image`]: [`assemble`] and [`link()`], or [`program`] for both.
//! Programs of the original assembler assemble unchanged to the same bytes.
//!
//! The dialect is not that of [`lanescope_parts::asm`]: statements run over lines, everything groups from the right, and where chunks begin
//! decides addresses; so it has a reader of its own. Absent: macros, conditions, files that include files.

mod chunks;
mod directive;
mod expression;
mod hof;
mod labels;
mod link;
mod number;
mod object;
mod parser;
mod pieces;
mod print;
mod stand_in;
#[cfg(test)]
pub(crate) mod tests;
mod token;

use alloc::vec::Vec;

use lanescope_parts::{files::Files, machines::info::AssemblerInfo, source::Diagnostic};

pub use hof::{MAGIC, read as read_object, write as write_object};
pub use labels::data as data_labels;
pub use link::{Image, Named, link};
pub use object::{Chunk, EXECUTE, MAX_BYTES, Object, Placed, READ, Reference, WRITE};
pub use parser::assemble;
pub use print::{
    Style, disassemble, image as print_image, instruction as print_instruction, lines as print_lines,
};
pub use stand_in::{file as stands_for_file, stands_for};

use super::{isa::ArchId, rules::Rules};

/// What is read beside instructions.
pub fn info() -> AssemblerInfo {
    AssemblerInfo::of(directive::DIRECTIVES, expression::BEFORE, expression::BETWEEN)
}

/// The first text by itself as an object: translated, or the object file that it stands for.
pub fn object(files: &Files, arch: ArchId, rules: &Rules) -> (Option<Object>, Vec<Diagnostic>) {
    match stand_in::object(files, arch) {
        Some(Ok(object)) => (Some(object), Vec::new()),
        Some(Err(wrong)) => (None, Vec::from([wrong])),
        None => assemble(files.main(), 0, arch, rules),
    }
}

/// Assembles the units of a program in their order and links them to an image that begins at 0. A text may stand for an object file or a flat image.
pub fn program(files: &Files, arch: ArchId, rules: &Rules) -> (Option<Image>, Vec<Diagnostic>) {
    let (mut objects, mut said) = (Vec::new(), Vec::new());
    for part in files.units() {
        let start = files.parts()[part].span.start;
        let (object, more) = match stand_in::read(files, part, arch) {
            Some(Ok(object)) => (Some(object), Vec::new()),
            Some(Err(wrong)) => (None, Vec::from([wrong])),
            None => assemble(files.text_of(part), start, arch, rules),
        };
        objects.extend(object);
        said.extend(more);
    }
    if said.iter().any(Diagnostic::is_error) {
        return (None, said);
    }
    let (image, more) = link(&objects, 0, rules);
    said.extend(more);
    (image, said)
}

//! The text form of programs (`.sas`), both ways.
//!
//! A line is blank, names a section, or is a line of one: a buffer of main memory (`.data`, with which a text begins) or of a scratchpad
//! (`.sp_data`), or a label, an annotation (`#bound`) or an instruction (`.text`). `//` begins a comment. Commas between operands may
//! be left out.
//!
//! The original assembler leaves out every line in which it finds a mistake, and goes on. Published programs have such
//! lines, and their numbers of cycles come from what is left. So a mistake is a warning here, and the program says how many
//! lines it lost; [`BadLines`] makes each an error. A jump to a name that nothing has is an error always, and so are more
//! instructions than there is memory for, and registers behind the last one.
//!
//! Absent: expressions, macros, files that include files.

mod cursor;
mod data;
mod fold;
mod instruction;
mod number;
mod operand;
mod parser;
mod print;
#[cfg(test)]
mod tests;

use alloc::vec::Vec;

pub use parser::assemble_files;
pub use print::{Line, instruction as print_instruction, lines, register_name, text};

use super::{
    isa::{INSTRUCTIONS, Program},
    rules::{BadLines, Behaviour},
};
use lanescope_parts::{files::Files, source::Diagnostic};

/// How a text is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whose rules count.
    pub behaviour: Behaviour,
    /// What a line with a mistake is.
    pub bad_lines: BadLines,
    /// Most instructions.
    pub instructions: u32,
}

/// As the original does.
impl Default for Options {
    fn default() -> Options {
        Options { behaviour: Behaviour::Simulator, bad_lines: BadLines::Warnings, instructions: INSTRUCTIONS }
    }
}

/// Reads a program of one text; see [`assemble_files`].
pub fn assemble(text: &str, options: Options) -> (Program, Vec<Diagnostic>) {
    assemble_files(&Files::one(text), options)
}

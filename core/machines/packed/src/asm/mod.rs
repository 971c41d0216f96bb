//! The written form: [`lanescope_parts::riscv::asm`] with packed instructions.
//!
//! Textbook style is written as there: `fmul.4D f4, f2, f0` on float registers; `#` before a number is read over. x86 style has the
//! destination first and three operands also in the early generations; the last source may be memory, `off(x5)`; a mask stands
//! behind the destination, `zmm1{k1}{z}`, an index behind the base, `8(x5, ymm2, 4)`. Names may be in capitals, and those of
//! the early generations without the `v`. Lee's machine has its guard in front (`!vp0 vlw4 vv1, (a3)`) or as the last operand, which is
//! how it is printed.

mod check;
mod dialect;
#[cfg(test)]
mod tests;

use alloc::{borrow::Cow, vec::Vec};

use super::isa::{InstructionSet, Program};
pub use lanescope_parts::riscv::asm::{lines, mnemonic, print, print_inst};
use lanescope_parts::{files::Files, riscv::asm, source::Diagnostic};

/// Reads a program of one text; see [`assemble_files`].
pub fn assemble(text: &str, set: impl Into<InstructionSet>) -> (Program, Vec<Diagnostic>) {
    assemble_files(&Files::one(text), set)
}

/// Reads a program for the instructions of a machine, or for a whole generation. It is whole only if no diagnostic is an error.
pub fn assemble_files(files: &Files, set: impl Into<InstructionSet>) -> (Program, Vec<Diagnostic>) {
    let read = files.with_text(&without_number_marks(files.text()));
    let (program, mut diagnostics) = asm::assemble_files(&read);
    diagnostics.extend(check::check(&program, set.into()));
    (program, diagnostics)
}

/// The text with a blank for each `#` directly before a number that is an operand: behind a comma.
fn without_number_marks(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let is_mark = |at: usize| {
        let number = bytes.get(at + 1).is_some_and(|next| next.is_ascii_digit() || *next == b'-');
        let before = text.get(..at).unwrap_or("").trim_end_matches([' ', '\t']);
        let line = before.rsplit('\n').next().unwrap_or("");
        number && line.ends_with(',') && !line.contains('#')
    };
    let marks: Vec<usize> = text.match_indices('#').map(|(at, _)| at).filter(|at| is_mark(*at)).collect();
    if marks.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut read = alloc::string::String::with_capacity(text.len());
    let mut from = 0;
    for at in marks {
        read.push_str(&text[from..at]);
        read.push(' ');
        from = at + 1;
    }
    read.push_str(&text[from..]);
    Cow::Owned(read)
}

//! The written form: [`lanescope_parts::riscv::asm`] with vector instructions.
//!
//! What the textbook writes without a suffix (`vle64 v0, (x5)`, `vfmul v8, v0, fa0`) gets the suffix that its operands ask for.
//! A vector operand may begin at an element (`v8(t1)`). Functions of the C library are linked from a text of our own
//! (`library`).

mod dialect;
mod library;
#[cfg(test)]
mod tests;

use alloc::vec::Vec;

use super::isa::Program;
pub use lanescope_parts::riscv::asm::{lines, mnemonic, print, print_inst};
use lanescope_parts::{files::Files, riscv::asm, source::Diagnostic};

/// Reads a program of one text; see [`assemble_files`].
pub fn assemble(text: &str) -> (Program, Vec<Diagnostic>) {
    asm::assemble(text)
}

/// Reads a program. It is whole only if no diagnostic is an error.
pub fn assemble_files(files: &Files) -> (Program, Vec<Diagnostic>) {
    asm::assemble_files(files)
}

//! The written form: standard RISC-V assembly, as compilers and manuals write it.
//!
//! Read: instructions with ABI or plain register names, pseudo-instructions, labels (also numbered ones, `1:` with `1b`
//! and `1f`), expressions of numbers and names with the GNU assembler's operators, the usual directives for data. What the textbook writes without a suffix
//! (`vle64 v0, (x5)`, `vfmul v8, v0, fa0`) gets the suffix that its operands ask for.
//!
//! Absent: macros, conditional assembly, relocatable output, directives of debuggers (read over).

mod directive;
mod expression;
mod lines;
mod names;
mod operand;
mod parser;
mod print;
mod pseudo;
#[cfg(test)]
mod tests;

pub use names::mnemonic;
pub use parser::assemble;
pub use print::{lines, print, print_inst};
pub(super) use pseudo::load_number;

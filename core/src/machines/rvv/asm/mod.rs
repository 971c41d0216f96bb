//! The written form: standard RISC-V assembly, as compilers and manuals write it.
//!
//! Read: instructions with ABI or plain register names, pseudo-instructions, labels (also numbered ones, `1:` with `1b`
//! and `1f`), expressions of numbers and names with the GNU assembler's operators, the usual directives for data. What the textbook writes without a suffix
//! (`vle64 v0, (x5)`, `vfmul v8, v0, fa0`) gets the suffix that its operands ask for.
//!
//! Macros, conditions and expressions are those of [`crate::asm`]. Branches that do not reach become two instructions. A
//! function of the C library that the text calls and does not have is linked from a text of our own (`library`); any
//! other name that is defined nowhere is an error only when a run comes to it.
//!
//! Absent: relocatable output, storage of threads, directives of debuggers (read over).

mod directive;
mod layout;
mod library;
mod link;
mod names;
mod operand;
mod parser;
mod part;
mod print;
mod pseudo;
mod sections;
#[cfg(test)]
mod tests;

pub use names::mnemonic;
pub use parser::assemble;
pub use print::{lines, print, print_inst};
pub(super) use pseudo::load_number;

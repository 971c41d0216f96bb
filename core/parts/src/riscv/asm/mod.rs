//! The written form: standard RISC-V assembly, as compilers and manuals write it.
//!
//! Read: instructions with ABI or plain register names, pseudo-instructions, labels (also numbered ones, `1:` with `1b`
//! and `1f`), expressions of numbers and names with the GNU assembler's operators, the usual directives for data.
//!
//! Statements, macros, conditions, expressions, directives and sections are those of [`crate::asm`]. Branches that do not
//! reach become two instructions. A function that the text calls and does not have is linked from the texts of the
//! [`Dialect`]; any other name that is defined nowhere is an error only when a run comes to it.
//!
//! The units of a program are linked in their order. What stands behind `.globl` or `.weak`, or is announced by `.comm`, is seen by all of
//! them, any other name by its own text. There a name that is defined nowhere is an error at once, and so is one that is defined twice.
//!
//! Absent: relocatable output, storage of threads, directives of debuggers (read over).

mod compressed;
mod dialect;
pub mod library;
mod link;
mod names;
pub mod operand;
mod parser;
mod part;
mod print;
mod pseudo;

pub use dialect::{Dialect, error, expected};
pub use names::mnemonic;
pub use parser::{Parser, assemble, assemble_files};
pub use print::{lines, print, print_inst};
pub use pseudo::{Pseudo, load_number};

//! The text form of programs, both ways.
//!
//! [`assemble_files`] reads PTX as people write it, as far as the machine goes: `.entry` with `.param`s, `.reg`, `.shared`,
//! `.local` and `.const` declarations, labels, guards, comments, registers of any name. Statements end with `;` or with
//! the line. If every register is named as the machine names them (`%r0`, `%rd0`, `%p0`) and there are enough of them,
//! they are taken as they are; otherwise registers are allocated as for compiled code. No instruction is added (but for
//! spilled registers), removed or moved. `.include "name"` reads another file of the program in its place.
//!
//! [`lines`] writes a program; what it writes reads back to the same program.
//!
//! Words that make no difference here are accepted: `.rn`, `.approx`, `.full`, `.volatile`, `.nc`, cache operators,
//! `.version`, `.target`. `.ftz` is kept. Other words that would make one (`.sat`, directed rounding,
//! vectors) are errors.

mod lexer;
mod mnemonic;
mod parser;
mod pointers;
mod print;
#[cfg(test)]
mod tests;

#[cfg(test)]
pub use parser::assemble;
pub use parser::assemble_files;
pub use print::{Line, lines, text};

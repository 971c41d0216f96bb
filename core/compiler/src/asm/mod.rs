//! The text part of an assembler, which names no instruction set: statements, expressions, macros and conditions.
//!
//! A text goes through an [`Expander`], which hands out one statement after another: what a macro stands for is put in the
//! place of its call, and what a condition leaves out is not seen. The assembler of a machine takes a statement, does what
//! it says, and asks for the next one; conditions ask it for the values of names ([`Symbols`]), so that they know all that
//! stands before them and nothing that stands behind. The meaning of macros, conditions and expressions is that of the GNU
//! assembler.
//!
//! What is read goes into an [`Assembly`]: sections with instructions of any type and data, labels, values of names; the
//! [`directive`]s that every assembler has work on it. When all is read a [`Layout`] says where it lies.
//!
//! `.include` and `.incbin` read other files of the program.
//!
//! A program may have several texts, which are read one after the other ([`Assembly::begin_unit`]) and whose names are then bound to each
//! other ([`Linked`]). Sections of one name lie in the order of the texts.
//!
//! Absent: `.altmacro`, the syntax of other assemblers.

mod assembly;
mod blanks;
mod condition;
pub mod directive;
mod expand;
mod expression;
mod layout;
mod lines;
mod link;
mod macros;
pub mod operators;
mod quoted;
mod sections;
pub mod table;
#[cfg(test)]
mod tests;
mod units;

pub use assembly::{Assembly, ReadValue, Word, assignment};
pub use expand::{Expander, Symbols};
pub use expression::{Names, Value};
pub use layout::Layout;
pub use lines::{Piece, Statement, is_name};
pub use link::{Doubles, Linked, Strength};
pub use quoted::unescape;
pub use sections::{Alignment, Fragment, Place, Section, SectionKind, Sections};
pub use units::{Unit, Units, shown};

//! The instruction set: 62 operations whose widths follow from the ArchID (HARP 3.1, 3.3 to 3.5).
//!
//! [`arch`] says what a machine is, [`ops`] is the table, [`format`] the shapes of operands, [`encoding`] the bytes, `real` the real numbers of a word, [`roles`] registers that are for something, and what calls do with the others.
//!
//! Absent: the numbering of `wspawn`, `split` and `join` of a published decoder, which contradicts itself; RTL-only operations.

pub mod arch;
pub mod encoding;
pub mod format;
pub mod instruction;
pub mod ops;
mod real;
pub mod roles;
#[cfg(test)]
pub(crate) mod tests;

pub use arch::{Arch, ArchId, Encoding};
pub use encoding::{Decoded, Reach, little_endian};
pub use format::{Format, Kind};
pub use instruction::Instruction;
pub use ops::{Class, Flow, Mode, Op, ROWS, Row, Width};
pub use roles::Role;

//! The instruction set: what is written, what it occupies, what it does in a sentence.
//!
//! Instructions exist as text only: there is no binary encoding, and 8 bytes each are what their upload takes. An
//! instruction has at most one destination and three sources. A vector instruction may have one source that is a
//! scalar or an immediate, and it is the second. Names beginning with `s` are scalar, with `i` integer.
//!
//! Absent: scalar float arithmetic, scalar exclusive or, vector integer division, moves from vector to vector and from
//! scalar to scalar, atomics, barriers.
//!
//! Sources: the thesis, and the behaviour of its author's simulator, which decides where they differ.

pub mod operand;
pub mod ops;
pub mod program;
pub mod registers;
pub mod resources;
pub mod suffix;
#[cfg(test)]
mod tests;

pub use operand::{Destination, OperandKind, OperandKinds, Slot};
pub use ops::{Category, Issue, Op, Row};
pub use program::{Bound, Buffer, Checked, Contents, Instruction, Label, Operand, Program, Register};
pub use suffix::{Suffix, Suffixes};

/// Work-items of a work-group: fixed; a group at the edge of a launch has as many.
pub const WORK_ITEMS: usize = 1024;
/// Entries of a work-group's stack of masks.
pub const STACK_ENTRIES: usize = 16;
/// Instructions that the instruction memory of the original holds.
pub const INSTRUCTIONS: u32 = 2048;
/// Bytes of an instruction; they matter for the time of an upload alone.
pub const INSTRUCTION_BYTES: u32 = 8;
/// Buffers of main memory, and as many of a scratchpad.
pub const BUFFERS: usize = 32;

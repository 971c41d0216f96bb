//! The registers that values may have, and code whose registers are chosen.

use alloc::vec::Vec;

use super::line::{Class, Extension, Line, What};

/// The integer or float register that no value has: for addresses of the stack, and for exchanging values.
pub const SPARE: u8 = 31;

/// The registers of a class that values may have.
#[derive(Clone, Debug)]
pub struct File {
    /// Their numbers.
    pub registers: Vec<u8>,
    /// Bytes of one.
    pub bytes: u32,
    /// What its address on the stack must be a multiple of; `None`: none may be there.
    pub align: Option<u32>,
}

/// The registers that values may have.
#[derive(Clone, Debug)]
pub struct Files<X: Extension> {
    /// Those of each class, in the order of [`Class::ALL`].
    pub of: [File; 4],
    /// What an access to whole registers depends on.
    pub whole: X::Whole,
}

impl File {
    /// Registers that hold scalars of 64 bits.
    pub fn of_scalars(registers: impl Iterator<Item = u8>) -> File {
        File { registers: registers.collect(), bytes: 8, align: Some(8) }
    }

    /// All integer registers but `zero`, `ra`, `sp`, `gp`, `tp`, `s11` and [`SPARE`]; first those that functions may overwrite.
    pub fn integers() -> File {
        let first = [10, 11, 12, 13, 14, 15, 16, 17, 5, 6, 7, 28, 29, 30, 8, 9];
        File::of_scalars(first.into_iter().chain(18..27))
    }

    /// All float registers but [`SPARE`].
    pub fn floats() -> File {
        File::of_scalars(0..SPARE)
    }
}

/// The memory of the stack that code has taken already.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// Its first bytes, which are taken.
    pub bytes: u32,
    /// What the stack's address must be a multiple of, a power of two of at least 16.
    pub align: u32,
}

impl Frame {
    /// Nothing, aligned as the calling convention has it.
    pub const EMPTY: Frame = Frame { bytes: 0, align: 16 };
}

/// Code whose registers are chosen.
#[derive(Clone, Debug)]
pub struct Placed<X: Extension> {
    /// The code.
    pub lines: Vec<Line<X>>,
    /// The class of each value.
    pub classes: Vec<Class>,
    /// Number of each value's register among those of its class.
    pub registers: Vec<u32>,
    /// Bytes of stack.
    pub stack: u64,
    /// What the stack's address must be a multiple of.
    pub align: u32,
    /// What the numbers stand for.
    pub files: Files<X>,
}

impl<X: Extension> Placed<X> {
    /// Lines that are there because there are too few registers.
    pub fn spills(&self) -> usize {
        self.lines.iter().filter(|line| matches!(line.what, What::Save(_) | What::Restore(_))).count()
    }
}

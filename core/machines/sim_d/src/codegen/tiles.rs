//! What of main memory lies in the scratchpad from the start of a group on (simd C3), as plain data; and accesses of main
//! memory as a pass sees them that decides what should.

use alloc::vec::Vec;

use lanescope_parts::{
    codegen::sums::Sum,
    ir::{BlockId, Value},
};

/// What a buffer of main memory is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Main {
    /// Memory from an argument's pointer to the end of its buffer, in rows of so many words; in one if that
    /// is 0.
    Argument(u32, u32),
    /// The words of arguments that are scalars.
    Words,
    /// The constant tables.
    Constants,
    /// All memory.
    All,
}

/// Words of a row or a column: a sum of scalars with factors, and a number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offset {
    pub terms: Vec<(Value, i64)>,
    pub number: i64,
}

/// A rectangle of a buffer that a group brings to the scratchpad.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// The buffer.
    pub main: Main,
    /// Columns and rows.
    pub size: [u32; 2],
    /// Its first column and row in the buffer: from each column and each row of the launch to the next, and a number.
    pub steps: [[u32; 2]; 2],
    pub first: [i64; 2],
    /// In the tile, words from each column and each row of the group to the next; none if the tile is the whole buffer, in
    /// which words have the places that they have in the buffer.
    pub factors: Option<[u32; 2]>,
    /// The addresses whose words are in it, with their columns and rows.
    pub reads: Vec<(Value, [Offset; 2])>,
    /// Those of them that are the same in all work-items of a group.
    pub scalars: Vec<Value>,
    /// Are its words results, which are put together here and then sent? The addresses are those of stores then, in their order.
    pub output: bool,
}

impl Tile {
    /// Is the word of an address in it?
    pub fn holds(&self, ptr: Value) -> bool {
        self.reads.iter().any(|(read, _)| *read == ptr)
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> u64 {
        4 * u64::from(self.size[0]) * u64::from(self.size[1])
    }
}

/// An access of main memory, as it is without tiles.
#[derive(Clone, Debug)]
pub struct Access {
    /// The buffer, as one row.
    pub main: Main,
    pub ptr: Value,
    /// Its place in the buffer, in bytes.
    pub sum: Sum,
    pub block: BlockId,
    /// Is it a store, or a load of what others may write?
    pub store: bool,
    /// Is it a store?
    pub writes: bool,
    /// Is the address the same in all work-items of a group?
    pub scalar: bool,
    /// Does each work-item get its word without an index?
    pub line: bool,
    /// What it takes the DRAM, in cycles.
    pub cost: u64,
}

/// A request of memory, as code was written for it.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// Of main memory, or of the scratchpad?
    pub main: bool,
    /// What it takes, in cycles of the DRAM.
    pub cost: u64,
    /// How often a group asks, as far as that is known.
    pub often: u64,
}

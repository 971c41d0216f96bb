//! What an executed instruction was, as far as anybody must know it who decides when it happens.

use alloc::vec::Vec;

use crate::isa::Register;

/// An executed instruction.
#[derive(Clone, Debug, PartialEq)]
pub struct Done {
    /// The instruction, or `None` for a pop that the machine put in by itself because no work-item was on.
    pub at: Option<u32>,
    /// Where it goes on, if it says so itself: a taken jump, a call, a pop. Behind itself otherwise.
    pub jumps: Option<u32>,
    /// Work-items that were on.
    pub lanes: u32,
    /// Is any work-item on behind it?
    pub any_on: bool,
    /// Has the whole group ended? A store that ends the group does it when the store is complete.
    pub ended: bool,
    /// What it asks of memory.
    pub request: Option<GroupTransfer>,
}

/// Words in periods: `words` at the start of each of `periods` periods of `period` words. Every word from the first to the end of
/// the last period's is of the request if its place in its period is below `words`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stride {
    /// First byte.
    pub address: u32,
    /// Words of a period that are moved.
    pub words: u32,
    /// Words from one period to the next.
    pub period: u32,
    /// Periods.
    pub periods: u32,
}

/// Which way words go: seen from the registers, or from the scratchpad where no register takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From memory.
    Read,
    /// To memory.
    Write,
}

/// What stands on the other side of a transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Vector registers, each work-item its words by its place.
    Vectors,
    /// The data register, each work-item the word of its index.
    Indexed,
    /// Scalar registers in a row.
    Scalars,
    /// The slot's scratchpad.
    Scratchpad,
}

/// What a memory instruction asks for: one transfer of the whole group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroupTransfer {
    /// Main memory, by stride.
    Main(Stride, Direction, Side),
    /// Main memory, one burst for each work-item that is on: its byte addresses, in the order of work-items, with these.
    Iterated(Vec<(u16, u32)>, Direction),
    /// The scratchpad, by stride.
    Scratchpad(Stride, Direction, Side),
}

impl GroupTransfer {
    /// The first byte of main memory, or of the scratchpad; 0 if no work-item takes part.
    pub fn first_byte(&self) -> u32 {
        match self {
            GroupTransfer::Main(stride, ..) | GroupTransfer::Scratchpad(stride, ..) => stride.address,
            GroupTransfer::Iterated(asked, _) => asked.first().map_or(0, |(_, address)| *address),
        }
    }

    /// Does it leave main memory alone?
    pub const fn is_scratchpad(&self) -> bool {
        matches!(self, GroupTransfer::Scratchpad(..))
    }
}

/// What an instruction shows to who writes the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// A scalar or a register of one work-item.
    Word {
        /// The register.
        register: Register,
        /// The work-item, of a vector register.
        item: Option<u32>,
        /// Its bits.
        bits: u32,
    },
    /// A predicate or a mask.
    Bits(&'static str, u8, super::Mask),
    /// A number.
    Number(u32),
    /// An instruction that the simulator takes and does not execute.
    NotExecuted,
}

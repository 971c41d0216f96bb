//! Which instruction must wait for which register: two scoreboards, one for each unit (warp) of instructions in order.
//!
//! [`OneBit`] keeps a bit per register; an instruction waits while the bit of a register that it reads or writes is set.
//! [`Coon`] keeps a few entries; write-back clears the entry and that bit in every buffered instruction of the unit.
//! Write-after-read needs no care: issue is in order and registers are read at issue.
//!
//! The contract, in the order of an instruction's life: [`Scoreboard::insert`] into the instruction buffer (refused without
//! room), [`Scoreboard::hazard`] asked while it waits, [`Scoreboard::issue`], [`Scoreboard::release`] at write-back;
//! [`Scoreboard::discard`] if it is thrown out of the buffer.
//!
//! Used by: `simt`: it is the GPU's own.

use serde::Serialize;

mod coon;
mod one_bit;

pub use coon::{Coon, MAX_ENTRIES};
pub use one_bit::{MAX_REGISTERS, OneBit};

use alloc::vec::Vec;

use super::operands::Operands;
use crate::choice;

choice! {
    /// How a core knows that an instruction needs a result that is not there yet.
    pub enum ScoreboardKind {
        /// One busy bit for each register of each warp.
        OneBit = "one-bit",
        /// A few register numbers for each warp, and dependency bits beside each buffered instruction.
        Coon = "coon",
    }
}

/// Who will write the register that an instruction waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Producer {
    /// An instruction of an arithmetic unit.
    Arithmetic,
    /// A memory instruction.
    Memory,
}

fn producer(memory: bool) -> Producer {
    if memory { Producer::Memory } else { Producer::Arithmetic }
}

/// What a buffered instruction carries in a [`Coon`] machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize)]
pub struct Tag {
    /// Entries that it waits for.
    pub waits: u32,
    /// Entries that it holds for its destinations.
    pub holds: u32,
}

/// The scoreboard of one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Scoreboard {
    /// A bit per register.
    OneBit(OneBit),
    /// A few entries.
    Coon(Coon),
}

impl Scoreboard {
    /// An empty one; `entries` counts for [`ScoreboardKind::Coon`].
    pub fn new(kind: ScoreboardKind, entries: u32) -> Scoreboard {
        match kind {
            ScoreboardKind::OneBit => Scoreboard::OneBit(OneBit::default()),
            ScoreboardKind::Coon => Scoreboard::Coon(Coon::new(entries)),
        }
    }

    /// At insertion into the instruction buffer; `None`: no room, try again after a write-back.
    pub fn insert(&mut self, operands: &Operands, producer: Producer) -> Option<Tag> {
        match self {
            Scoreboard::OneBit(_) => Some(Tag::default()),
            Scoreboard::Coon(coon) => coon.insert(operands, producer),
        }
    }

    /// What the oldest buffered instruction waits for.
    #[inline]
    pub fn hazard(&self, operands: &Operands, tag: Tag) -> Option<Producer> {
        match self {
            Scoreboard::OneBit(bits) => bits.hazard(operands),
            Scoreboard::Coon(coon) => coon.hazard(tag),
        }
    }

    /// At issue.
    #[inline]
    pub fn issue(&mut self, operands: &Operands, producer: Producer) {
        if let Scoreboard::OneBit(bits) = self {
            bits.reserve(operands, producer);
        }
    }

    /// At write-back.
    #[inline]
    pub fn release(&mut self, operands: &Operands, tag: Tag) {
        match self {
            Scoreboard::OneBit(bits) => bits.release(operands),
            Scoreboard::Coon(coon) => coon.release(tag.holds),
        }
    }

    /// A buffered instruction is thrown away before it issued.
    pub fn discard(&mut self, tag: Tag) {
        if let Scoreboard::Coon(coon) = self {
            coon.release(tag.holds);
        }
    }

    /// The registers that wait for a result, and who will write them: in the order of their numbers, or of the entries.
    pub fn pending(&self) -> Vec<(u16, Producer)> {
        match self {
            _ if self.is_clear() => Vec::new(),
            Scoreboard::OneBit(bits) => bits.waiting(),
            Scoreboard::Coon(coon) => coon.waiting(),
        }
    }

    /// Is nothing pending?
    pub fn is_clear(&self) -> bool {
        match self {
            Scoreboard::OneBit(bits) => bits.is_clear(),
            Scoreboard::Coon(coon) => coon.is_clear(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_discarded_instruction_gives_its_entries_back() {
        let mut board = Scoreboard::Coon(Coon::new(1));
        let tag = board.insert(&Operands::new([], [1]), Producer::Arithmetic).unwrap();
        assert!(!board.is_clear());
        board.discard(tag);
        assert!(board.is_clear());
    }
}

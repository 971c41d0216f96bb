//! A few entries with register numbers (gpgpu F07): an instruction takes an entry for each register that it writes when it
//! is put into the instruction buffer, and carries a vector with a bit for each older entry that it depends on.

use alloc::vec::Vec;

use serde::Serialize;

use super::{Producer, Tag, producer};
use crate::pipe::operands::Operands;

/// Largest number of entries.
pub const MAX_ENTRIES: usize = 32;

/// A few entries with register ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Coon {
    registers: [u16; MAX_ENTRIES],
    used: u32,
    memory: u32,
    #[serde(skip)]
    size: u32,
}

impl Coon {
    /// A scoreboard of `entries` entries (at most [`MAX_ENTRIES`]).
    pub fn new(entries: u32) -> Coon {
        Coon { registers: [0; MAX_ENTRIES], used: 0, memory: 0, size: entries.min(MAX_ENTRIES as u32) }
    }

    /// Puts an instruction in: compares its registers with the entries and takes an entry for each register it writes.
    /// `None` if there are too few free entries; then nothing changes.
    pub fn insert(&mut self, operands: &Operands, producer: Producer) -> Option<Tag> {
        let free = self.size - self.used.count_ones();
        if operands.writes().len() as u32 > free {
            return None;
        }
        let mut tag = Tag { waits: self.matches(operands), holds: 0 };
        for register in operands.writes() {
            let entry = (!self.used).trailing_zeros();
            self.registers[entry as usize] = *register;
            self.used |= 1 << entry;
            tag.holds |= 1 << entry;
            if producer == Producer::Memory {
                self.memory |= 1 << entry;
            }
        }
        Some(tag)
    }

    fn matches(&self, operands: &Operands) -> u32 {
        let entries = (0..MAX_ENTRIES).filter(|at| self.used >> at & 1 != 0);
        entries
            .filter(|at| operands.all().any(|register| register == self.registers[*at]))
            .fold(0, |waits, at| waits | 1 << at)
    }

    /// Who will write what an instruction waits for.
    pub fn hazard(&self, tag: Tag) -> Option<Producer> {
        match tag.waits {
            0 => None,
            waits if waits & self.memory != 0 => Some(Producer::Memory),
            _ => Some(Producer::Arithmetic),
        }
    }

    /// An instruction writes back, or is thrown out of the buffer before it issued: its entries are free. The caller
    /// clears these bits in every buffered instruction of the warp.
    pub fn release(&mut self, holds: u32) {
        self.used &= !holds;
        self.memory &= !holds;
    }

    /// Is no entry in use?
    pub fn is_clear(&self) -> bool {
        self.used == 0
    }

    /// The registers that have an entry, and who will write them, in the order of the entries.
    pub fn waiting(&self) -> Vec<(u16, Producer)> {
        let used = (0..MAX_ENTRIES).filter(|at| self.used >> at & 1 != 0);
        used.map(|at| (self.registers[at], producer(self.memory >> at & 1 != 0))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn we13_coon_scoreboard_with_three_entries() {
        let mut board = Coon::new(3);
        let program = [
            Operands::new([2], [1]),
            Operands::new([1, 4], [3]),
            Operands::new([6, 7], [5]),
            Operands::new([3, 5], [6]),
        ];
        let i0 = board.insert(&program[0], Producer::Memory).unwrap();
        let i1 = board.insert(&program[1], Producer::Arithmetic).unwrap();
        let i2 = board.insert(&program[2], Producer::Arithmetic).unwrap();
        assert_eq!([i0.waits, i1.waits, i2.waits], [0b000, 0b001, 0b000]);
        assert_eq!([i0.holds, i1.holds, i2.holds], [0b001, 0b010, 0b100]);
        assert_eq!(board.insert(&program[3], Producer::Arithmetic), None);
        assert_eq!(board.hazard(i1), Some(Producer::Memory));

        board.release(i0.holds);
        let i3 = board.insert(&program[3], Producer::Arithmetic).unwrap();
        assert_eq!((i3.waits, i3.holds), (0b110, 0b001));
    }
}

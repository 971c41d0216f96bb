//! Which instruction must wait for which register: the two scoreboards of the two-loop core, one per warp.
//!
//! [`OneBit`] (gpgpu F06) keeps a bit per register, set at issue and cleared at write-back; an instruction waits while
//! the bit of a register that it reads or writes is set. [`Coon`] (gpgpu F07) keeps a few entries with register ids: an
//! instruction takes an entry for each register it writes when it is put into the instruction buffer, and carries a
//! vector with a bit for each older entry that it depends on; write-back clears the entry and that bit in every buffered
//! instruction of the warp. Write-after-read needs no care: issue is in order and registers are read at issue.

use alloc::vec::Vec;

use super::decode::Operands;

/// Largest number of entries of a [`Coon`] scoreboard.
pub const MAX_ENTRIES: usize = 32;
/// Number of register ids that [`OneBit`] can hold.
pub const MAX_REGISTERS: usize = 64 * WORDS;
const WORDS: usize = 16;

/// Who will write the register that an instruction waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Producer {
    /// An instruction of an arithmetic unit.
    Arithmetic,
    /// A memory instruction.
    Memory,
}

/// A bit per register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct OneBit {
    pending: [u64; WORDS],
    /// Of those, the ones that a memory instruction will write.
    memory: [u64; WORDS],
}

impl OneBit {
    /// What an instruction waits for, if it must wait. Memory is named before arithmetic: it is what lasts.
    pub fn hazard(&self, operands: &Operands) -> Option<Producer> {
        let mut found = None;
        for register in operands.all() {
            let (word, bit) = place(register);
            if self.pending[word] & bit != 0 {
                if self.memory[word] & bit != 0 {
                    return Some(Producer::Memory);
                }
                found = Some(Producer::Arithmetic);
            }
        }
        found
    }

    /// An instruction issues: its destinations are pending.
    pub fn reserve(&mut self, operands: &Operands, producer: Producer) {
        for register in operands.writes() {
            let (word, bit) = place(*register);
            self.pending[word] |= bit;
            if producer == Producer::Memory {
                self.memory[word] |= bit;
            }
        }
    }

    /// An instruction writes back.
    pub fn release(&mut self, operands: &Operands) {
        for register in operands.writes() {
            let (word, bit) = place(*register);
            self.pending[word] &= !bit;
            self.memory[word] &= !bit;
        }
    }

    /// Is nothing pending?
    pub fn is_clear(&self) -> bool {
        self.pending == [0; WORDS]
    }

    fn waiting(&self) -> Vec<(u16, Producer)> {
        let is_set = |bits: &[u64; WORDS], register| bits[place(register).0] & place(register).1 != 0;
        let pending = (0..MAX_REGISTERS as u16).filter(|register| is_set(&self.pending, *register));
        pending.map(|register| (register, producer(is_set(&self.memory, register)))).collect()
    }
}

fn producer(memory: bool) -> Producer {
    if memory { Producer::Memory } else { Producer::Arithmetic }
}

fn place(register: u16) -> (usize, u64) {
    (usize::from(register) / 64 % WORDS, 1 << (register % 64))
}

/// What a buffered instruction carries in a [`Coon`] machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Tag {
    /// Entries that it waits for.
    pub waits: u32,
    /// Entries that it holds for its destinations.
    pub holds: u32,
}

/// A few entries with register ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coon {
    registers: [u16; MAX_ENTRIES],
    used: u32,
    memory: u32,
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

    fn waiting(&self) -> Vec<(u16, Producer)> {
        let used = (0..MAX_ENTRIES).filter(|at| self.used >> at & 1 != 0);
        used.map(|at| (self.registers[at], producer(self.memory >> at & 1 != 0))).collect()
    }
}

/// The scoreboard of one warp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scoreboard {
    /// A bit per register.
    OneBit(OneBit),
    /// A few entries.
    Coon(Coon),
}

impl Scoreboard {
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
    fn one_bit_stalls_on_raw_and_waw_and_names_the_producer() {
        let mut board = OneBit::default();
        board.reserve(&Operands::new([2], [1]), Producer::Memory);
        board.reserve(&Operands::new([], [300]), Producer::Arithmetic);
        assert_eq!(board.hazard(&Operands::new([1, 300], [9])), Some(Producer::Memory));
        assert_eq!(board.hazard(&Operands::new([9], [1])), Some(Producer::Memory));
        assert_eq!(board.hazard(&Operands::new([300], [])), Some(Producer::Arithmetic));
        assert_eq!(board.hazard(&Operands::new([2], [3])), None);
        board.release(&Operands::new([], [1]));
        board.release(&Operands::new([], [300]));
        assert!(board.is_clear());
    }

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

    #[test]
    fn a_discarded_instruction_gives_its_entries_back() {
        let mut board = Scoreboard::Coon(Coon::new(1));
        let tag = board.insert(&Operands::new([], [1]), Producer::Arithmetic).unwrap();
        assert!(!board.is_clear());
        board.discard(tag);
        assert!(board.is_clear());
    }
}

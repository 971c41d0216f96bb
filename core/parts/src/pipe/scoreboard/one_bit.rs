//! A busy bit for each register (gpgpu F06): set at issue, cleared at write-back.

use alloc::vec::Vec;

use serde::Serialize;

use super::{Producer, producer};
use crate::pipe::operands::Operands;

/// Number of registers that have a bit.
pub const MAX_REGISTERS: usize = 64 * WORDS;
const WORDS: usize = 16;

/// A bit per register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize)]
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

    /// The registers that wait for a result, and who will write them, in ascending order.
    pub fn waiting(&self) -> Vec<(u16, Producer)> {
        let is_set = |bits: &[u64; WORDS], register| bits[place(register).0] & place(register).1 != 0;
        let pending = (0..MAX_REGISTERS as u16).filter(|register| is_set(&self.pending, *register));
        pending.map(|register| (register, producer(is_set(&self.memory, register)))).collect()
    }
}

fn place(register: u16) -> (usize, u64) {
    (usize::from(register) / 64 % WORDS, 1 << (register % 64))
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
    fn every_register_has_a_bit_of_its_own() {
        let mut board = OneBit::default();
        let last = MAX_REGISTERS as u16 - 1;
        board.reserve(&Operands::new([], [last]), Producer::Memory);
        assert_eq!(board.waiting(), [(last, Producer::Memory)]);
        assert_eq!(board.hazard(&Operands::new([last - 64], [last - 1])), None);
    }
}

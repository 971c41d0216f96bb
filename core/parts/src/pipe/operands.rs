//! The registers that an instruction reads and writes, as numbers: all that dependences need to know of it.
//!
//! Used by: `simt`: it is the GPU's own.

/// Most registers that an instruction names: three sources, a guard, a destination.
const MAX_OPERANDS: usize = 5;

/// Registers by their number; a machine with several files of registers numbers them through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operands {
    registers: [u16; MAX_OPERANDS],
    writes: u8,
    all: u8,
}

impl Operands {
    /// Registers written, then registers read; what is beyond the most that an instruction names is dropped.
    pub fn new(reads: impl IntoIterator<Item = u16>, writes: impl IntoIterator<Item = u16>) -> Operands {
        let mut operands = Operands { registers: [0; MAX_OPERANDS], writes: 0, all: 0 };
        writes.into_iter().for_each(|register| operands.push(register));
        operands.writes = operands.all;
        reads.into_iter().for_each(|register| operands.push(register));
        operands
    }

    fn push(&mut self, register: u16) {
        if let Some(place) = self.registers.get_mut(usize::from(self.all)) {
            *place = register;
            self.all += 1;
        }
    }

    /// The registers that it writes.
    #[inline]
    pub fn writes(&self) -> &[u16] {
        &self.registers[..usize::from(self.writes)]
    }

    /// The registers that it reads or writes.
    #[inline]
    pub fn all(&self) -> impl Iterator<Item = u16> + '_ {
        self.registers[..usize::from(self.all)].iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn operands_keep_writes_apart_from_reads() {
        let operands = Operands::new([1, 2, 3], [9]);
        assert_eq!(operands.writes(), [9]);
        assert_eq!(operands.all().collect::<Vec<_>>(), [9, 1, 2, 3]);
    }

    #[test]
    fn what_is_beyond_the_most_is_dropped() {
        let operands = Operands::new(0..9, []);
        assert_eq!(operands.all().count(), MAX_OPERANDS);
    }
}

//! The clock of the cores and the clock of memory, whose cycles are counted from the same zero.
//!
//! Used by: `simt`, in [`super::system`]; `harp`, `packed` and `rvv`, in [`super::dram`].

use super::NEVER;

/// Two clocks that start together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    core: u64,
    memory: u64,
}

impl Clocks {
    /// By their frequencies in one unit; 0 counts as 1.
    pub fn new(core: u32, memory: u32) -> Clocks {
        Clocks { core: core.max(1).into(), memory: memory.max(1).into() }
    }

    /// Memory cycles that have passed when a core cycle begins.
    pub fn memory_time(self, core: u64) -> u64 {
        core.saturating_mul(self.memory) / self.core
    }

    /// The first memory cycle that does not begin before a core cycle.
    pub fn first_memory_cycle(self, core: u64) -> u64 {
        core.saturating_mul(self.memory).div_ceil(self.core)
    }

    /// The first core cycle that begins when so many memory cycles have passed.
    pub fn core_time(self, memory: u64) -> u64 {
        if memory == NEVER { NEVER } else { memory.saturating_mul(self.core).div_ceil(self.memory) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_core_cycle_sees_what_is_over_when_it_begins() {
        let clocks = Clocks::new(1000, 1200);
        assert_eq!([0, 1, 5, 10].map(|core| clocks.memory_time(core)), [0, 1, 6, 12]);
        assert_eq!([0, 1, 5, 10].map(|core| clocks.first_memory_cycle(core)), [0, 2, 6, 12]);
        assert_eq!([0, 1, 6, 7, NEVER].map(|memory| clocks.core_time(memory)), [0, 1, 5, 6, NEVER]);
    }
}

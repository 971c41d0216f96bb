//! The two clocks: computation has an edge each nanosecond, the DRAM and the scratchpads have their own (facts 2).

use crate::dram::settings::DramPart;

/// Picoseconds of the compute clock.
const COMPUTE_PS: u64 = 1000;

/// The two clocks. Both have their edge 0 at the beginning of the launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// Picoseconds of the DRAM's command clock.
    period: u64,
}

impl Clocks {
    /// With the clock of a part.
    pub const fn new(part: DramPart) -> Clocks {
        Clocks { period: part.period_ps() }
    }

    /// The first edge of the DRAM strictly later than a compute edge: what happens there is seen then.
    pub const fn dram_after(self, edge: u64) -> u64 {
        edge * COMPUTE_PS / self.period + 1
    }

    /// The edges of the DRAM before a compute edge.
    pub const fn dram_before(self, edge: u64) -> u64 {
        (edge * COMPUTE_PS).div_ceil(self.period)
    }

    /// The first compute edge not before an edge of the DRAM.
    pub const fn compute_at(self, edge: u64) -> u64 {
        (edge * self.period).div_ceil(COMPUTE_PS)
    }

    /// The compute cycle in which an edge of the DRAM lies.
    pub const fn cycle_of(self, edge: u64) -> u64 {
        edge * self.period / COMPUTE_PS
    }
}

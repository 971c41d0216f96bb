//! The clocks of a machine with cores and memory channels.

use alloc::vec::Vec;

use crate::base::Clock;

/// The clock of the cores, whose cycles a run counts, and that of the channels if there are some; both in MHz.
pub fn clocks(core_mhz: u32, dram_mhz: Option<u32>) -> Vec<Clock> {
    let core = Clock::of_mhz("core", "cycles", core_mhz.into());
    let dram = dram_mhz.map(|mhz| Clock::of_mhz("dram", "DRAM cycles", mhz.into()));
    [core].into_iter().chain(dram).collect()
}

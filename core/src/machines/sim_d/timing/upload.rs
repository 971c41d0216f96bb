//! How long the upload of a program takes: the closed equation of one read of it, not a run of the controller (facts 7).

use crate::machines::sim_d::{
    dram::{
        bounds::{Alignment, OVERHEAD, bursts, least_issue_delay},
        settings::Part,
    },
    isa::INSTRUCTION_BYTES,
};

/// The clock of a part in megahertz, as times are converted with it: a rounded number.
pub const fn megahertz(part: Part) -> u64 {
    match part {
        Part::Ddr4_3200X16 | Part::Ddr4_3200X8 => 1600,
        Part::Ddr4_1866X16 => 933,
    }
}

/// Compute cycles until a program of so many instructions is in the instruction memory.
pub fn cycles(instructions: usize, part: Part) -> u64 {
    let words = instructions as u64 * u64::from(INSTRUCTION_BYTES) / 4;
    let bursts = bursts(words, Alignment::Aligned);
    let edges = least_issue_delay(&part.standard(), bursts, false, Alignment::Aligned) + OVERHEAD;
    (edges * 1000).div_ceil(megahertz(part))
}

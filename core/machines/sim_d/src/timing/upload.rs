//! How long the upload of a program takes: the closed equation of one read of it, not a run of the controller (facts 7).

use crate::{
    dram::{
        bounds::{Alignment, OVERHEAD, bursts, least_issue_delay},
        settings::DramPart,
    },
    isa::INSTRUCTION_BYTES,
};

/// The clock of a part in megahertz, as times are converted with it: a rounded number.
pub const fn megahertz(part: DramPart) -> u64 {
    match part {
        DramPart::Ddr4_3200X16 | DramPart::Ddr4_3200X8 => 1600,
        DramPart::Ddr4_1866X16 => 933,
    }
}

/// Compute cycles until a program of so many instructions is in the instruction memory.
pub fn cycles(instructions: usize, part: DramPart) -> u64 {
    let words = instructions as u64 * u64::from(INSTRUCTION_BYTES) / 4;
    let bursts = bursts(words, Alignment::Aligned);
    let edges = least_issue_delay(&part.standard(), bursts, false, Alignment::Aligned) + OVERHEAD;
    (edges * 1000).div_ceil(megahertz(part))
}

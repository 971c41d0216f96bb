//! What a person chooses of the DRAM: the part, and refresh (facts 1, 10).

use crate::{
    choice,
    mem::dram::standard::{DDR4_1866_X16, DDR4_3200_X8, DDR4_3200_X16, Standard},
    settings,
};

use super::energy::Energy;

choice! {
    /// A kind of DRAM.
    pub enum DramPart {
        /// DDR4-3200AA, four chips of 16 bits: two bank groups of four banks.
        Ddr4_3200X16 = "ddr4-3200-x16",
        /// DDR4-3200AA, eight chips of 8 bits: four bank groups of four banks.
        Ddr4_3200X8 = "ddr4-3200-x8",
        /// DDR4-1866M, four chips of 16 bits: two bank groups of four banks.
        Ddr4_1866X16 = "ddr4-1866-x16",
    }
}

choice! {
    /// Where neighbouring bursts lie.
    pub enum Mapping {
        /// One after the other in the two banks of a pair, which are of different bank groups.
        Pairs = "pairs",
        /// In one row of one bank, until it ends.
        Rows = "rows",
    }
}

choice! {
    /// When the rows that a rectangle has opened are closed; those of indexes are left open as long as possible always.
    pub enum Precharge {
        /// As soon as the addresses leave them.
        Early = "early",
        /// When another row of the bank is needed, or with the last burst.
        Late = "late",
    }
}

impl DramPart {
    /// Its organisation and timings.
    pub const fn standard(self) -> Standard {
        match self {
            DramPart::Ddr4_3200X16 => DDR4_3200_X16,
            DramPart::Ddr4_3200X8 => DDR4_3200_X8,
            DramPart::Ddr4_1866X16 => DDR4_1866_X16,
        }
    }

    /// Period of the command clock in picoseconds, as simulated.
    pub const fn period_ps(self) -> u64 {
        match self {
            DramPart::Ddr4_3200X16 | DramPart::Ddr4_3200X8 => 625,
            DramPart::Ddr4_1866X16 => 1071,
        }
    }
}

settings! {
    /// The DRAM.
    pub struct Settings {
        group "DRAM" {
            /// The part: timings, banks and bank groups.
            part: DramPart = DramPart::Ddr4_3200X16, source "simd 6.1";
            /// Where neighbouring bursts lie.
            mapping: Mapping = Mapping::Pairs, source "simd 6.2";
            /// When the rows of a rectangle are closed.
            precharge: Precharge = Precharge::Early, source "simd 6.3.4";
            /// Refreshes between requests.
            refresh: bool = true, source "simd 6.3.7";
            /// How far the refresh counter is when the launch begins.
            refresh_start: u32 = 0, range 0..=15000, unit "DRAM cycles", source "facts 14; simd 6.3.7";
            /// Is each command held against the rules of the part, by a judge that shares no code with the controller? The counters
            /// `dram_checked` and `dram_violations` say what it found.
            check_commands: bool = false, source "simd 6.1";
        }
        /// What its commands take.
        part energy: Energy {}
    }
}

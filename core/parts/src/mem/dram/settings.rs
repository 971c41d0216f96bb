//! The settings of a channel, and those of a controller that reorders.

use super::{
    controller::{self, Page, Policy},
    map::{FieldOrder, Map},
    standard::{Name, Standard, Width},
};
use crate::settings;

settings! {
    /// A channel: its kind of DRAM, the order of its addresses, its queue and its clock.
    pub struct Settings {
        group "DRAM" {
            /// The timing table.
            dram: Name = Name::Gddr5, source "gpgpu 5.0";
            /// The order of the address fields.
            dram_map: FieldOrder = FieldOrder::RowBankColumnGroupLine, source "gpgpu 6.6 [F]";
            /// Data bus of a channel: chips side by side.
            dram_width: Width = Width::W64, unit "bits", source "gpgpu 6.6 (two chips of 32 bits)";
            /// Requests that a channel holds; where writes wait apart from reads, so many of each.
            dram_queue: u32 = 32, range 1..=256, unit "requests", source "gpgpu M21 [F]";
            /// Command clock.
            dram_mhz: u32 = 924, range 1..=10000, unit "MHz", source "gpgpu 5.0 [F]";
        }
    }
}

settings! {
    /// What a controller that reorders decides by.
    pub struct Scheduling {
        group "DRAM" {
            /// Which request goes first.
            dram_policy: Policy = Policy::FrFcfs, source "gpgpu M21";
            /// When rows are closed.
            dram_page: Page = Page::Open, source "gpgpu M21";
            /// So many waiting writes are let through before reads.
            dram_drain_high: u32 = 28, range 1..=256, unit "requests", source "gpgpu M21 [F]";
            /// Until so many writes are left.
            dram_drain_low: u32 = 8, range 0..=256, unit "requests", source "gpgpu M21 [F]";
        }
    }
}

impl Settings {
    /// The kind of DRAM.
    pub fn standard(&self) -> Standard {
        self.dram.standard().with_width(self.dram_width.bits())
    }

    /// Where addresses are.
    pub fn map(&self) -> Map {
        Map { order: self.dram_map, hash: false }
    }

    /// The channel with a controller that reorders.
    pub fn controller(&self, scheduling: &Scheduling) -> controller::Config {
        let queue = self.dram_queue;
        controller::Config {
            standard: self.standard(),
            map: self.map(),
            policy: scheduling.dram_policy,
            page: scheduling.dram_page,
            reads: queue,
            writes: queue,
            drain_high: scheduling.dram_drain_high.min(queue),
            drain_low: scheduling.dram_drain_low.min(queue.saturating_sub(1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drain_marks_fit_a_short_queue() {
        let channel = Settings { dram_queue: 4, ..Settings::default() };
        let config = channel.controller(&Scheduling::default());
        assert_eq!([config.reads, config.writes, config.drain_high, config.drain_low], [4, 4, 4, 3]);
    }

    #[test]
    fn a_bus_of_half_the_width_moves_half_the_bytes() {
        let wide = Settings { dram_width: Width::W64, ..Settings::default() }.standard();
        let narrow = Settings { dram_width: Width::W32, ..Settings::default() }.standard();
        assert_eq!(wide.organization.burst_bytes, 2 * narrow.organization.burst_bytes);
    }
}

//! Energy of the DRAM by its commands (simd 5.5.2, 8.6).
//!
//! The thesis publishes energies of whole requests, not of commands. The values of the settings are those that come nearest to its
//! eight requests of a filter of 3 by 3: each is met within 0.4 nJ. What a refresh takes is not published.

use crate::settings;

settings! {
    /// What each command takes.
    pub struct Energy {
        group "Energy" {
            /// Energy of a row that is opened and closed again.
            energy_activate: u32 = 2480, range 0..=1000000, unit "pJ", source "[F] fitted to simd 8.6";
            /// Energy of a burst that is read.
            energy_read: u32 = 729, range 0..=1000000, unit "pJ", source "[F] fitted to simd 8.6";
            /// Energy of a burst that is written.
            energy_write: u32 = 729, range 0..=1000000, unit "pJ", source "[F] as a read";
            /// Energy of a refresh of all banks; no figure of it is published.
            energy_refresh: u32 = 0, range 0..=100000000, unit "pJ", source "[F]";
            /// Energy that the DRAM takes in any cycle of its clock.
            energy_standby: u32 = 44, range 0..=1000000, unit "pJ", source "[F] fitted to simd 8.6";
        }
    }
}

/// Commands of a run, and its length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Rows that were opened.
    pub activates: u64,
    /// Bursts that were read.
    pub reads: u64,
    /// Bursts that were written.
    pub writes: u64,
    /// Refreshes.
    pub refreshes: u64,
    /// Cycles of the DRAM.
    pub cycles: u64,
}

impl Energy {
    /// The energy in picojoules.
    pub fn of(&self, spent: &Spent) -> u64 {
        let terms = [
            (spent.activates, self.energy_activate),
            (spent.reads, self.energy_read),
            (spent.writes, self.energy_write),
            (spent.refreshes, self.energy_refresh),
            (spent.cycles, self.energy_standby),
        ];
        terms.iter().fold(0, |sum, (count, each)| sum.saturating_add(count.saturating_mul(u64::from(*each))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words of a work-group, longest request in cycles, most activates and reads, most nanojoules (simd 8.6: a filter of 3 by 3).
    const PUBLISHED: [([u32; 2], u64, u64, u64, f64); 8] = [
        ([1024, 1], 840, 4, 194, 188.4),
        ([512, 2], 608, 4, 133, 133.8),
        ([256, 4], 496, 6, 103, 112.0),
        ([128, 8], 456, 8, 92, 107.2),
        ([64, 16], 492, 12, 93, 118.9),
        ([32, 32], 560, 20, 107, 152.3),
        ([16, 64], 755, 36, 141, 225.6),
        ([8, 128], 1148, 68, 212, 373.4),
    ];

    #[test]
    fn sd_73_published_energies_of_requests_are_met() {
        for (group, cycles, activates, reads, published) in PUBLISHED {
            let energy = Energy::default().of(&Spent { activates, reads, cycles, ..Spent::default() });
            let away = (energy as f64 / 1000.0 - published).abs();
            assert!(away < 0.4, "{group:?}: {energy} pJ, published {published} nJ");
        }
    }

    #[test]
    fn each_command_has_its_energy() {
        let energy = Energy { energy_write: 3, energy_refresh: 5, ..Energy::default() };
        let spent = Spent { activates: 1, reads: 1, writes: 10, refreshes: 2, cycles: 10 };
        assert_eq!(energy.of(&spent), 2480 + 729 + 30 + 10 + 440);
        assert_eq!(energy.of(&Spent { cycles: u64::MAX, ..spent }), u64::MAX);
    }
}

//! Clocks by name, and the units in which people read times.

use alloc::{borrow::Cow, string::String, vec::Vec};

use serde::{Deserialize, Serialize};

/// A clock of a machine. Its period is a fraction, since a frequency in MHz is rarely a whole number of picoseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    /// Permanent id, such as `core`.
    pub id: String,
    /// Its cycles for people, such as `DRAM cycles`.
    pub cycles: String,
    /// A period has so many picoseconds, ...
    pub picoseconds: u64,
    /// ... divided by this, which is not 0.
    pub parts: u64,
}

/// A unit of time in which a picture counts.
#[derive(Clone, Debug, PartialEq)]
pub struct TimeUnit {
    /// Permanent id: that of a clock, or `ns`.
    pub id: Cow<'static, str>,
    /// Its name on an axis.
    pub label: Cow<'static, str>,
    /// How many of it a cycle of the machine takes.
    pub per_cycle: f64,
}

impl Clock {
    /// A clock of so many MHz, at least one.
    pub fn of_mhz(id: &str, cycles: &str, mhz: u64) -> Clock {
        Clock { id: id.into(), cycles: cycles.into(), picoseconds: 1_000_000, parts: mhz.max(1) }
    }

    /// Cycles of a second.
    pub fn hertz(&self) -> f64 {
        self.parts as f64 * (1e12 / self.picoseconds.max(1) as f64)
    }

    /// Nanoseconds of a cycle.
    pub fn nanoseconds(&self) -> f64 {
        self.picoseconds as f64 / (self.parts.max(1) as f64 * 1000.0)
    }
}

impl TimeUnit {
    /// Cycles of the machine.
    pub const CYCLES: &'static TimeUnit =
        &TimeUnit { id: Cow::Borrowed("core"), label: Cow::Borrowed("cycles"), per_cycle: 1.0 };

    /// The units of a machine with these clocks, whose cycles are those of the first: the clocks' cycles, then nanoseconds.
    pub fn all(clocks: &[Clock]) -> Vec<TimeUnit> {
        let cycle = clocks.first().map_or(1.0, Clock::nanoseconds);
        let of = |clock: &Clock| TimeUnit {
            id: clock.id.clone().into(),
            label: clock.cycles.clone().into(),
            per_cycle: cycle / clock.nanoseconds(),
        };
        let nanoseconds = TimeUnit { id: "ns".into(), label: "ns".into(), per_cycle: cycle };
        clocks.iter().map(of).chain([nanoseconds]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cycle_is_the_same_time_in_every_unit() {
        let clocks = [Clock::of_mhz("core", "cycles", 700), Clock::of_mhz("dram", "DRAM cycles", 924)];
        let units = TimeUnit::all(&clocks);
        let per_cycle: Vec<f64> = units.iter().map(|unit| unit.per_cycle).collect();
        assert_eq!(units.iter().map(|unit| &*unit.id).collect::<Vec<_>>(), ["core", "dram", "ns"]);
        assert!(
            (per_cycle[0], (per_cycle[1] - 1.32).abs() < 1e-12, (per_cycle[2] - 1e3 / 700.0).abs() < 1e-12)
                == (1.0, true, true)
        );
        assert_eq!(TimeUnit::all(&[]).len(), 1);
    }

    #[test]
    fn a_clock_that_stands_still_counts_as_one_mhz() {
        assert_eq!(Clock::of_mhz("core", "cycles", 0).nanoseconds(), 1000.0);
    }
}

//! The arbiter of results (HARP 5.4): of the units that have one, one gives it away in a cycle, the next one round behind that which did last.

use serde::Serialize;

use super::units::UNITS;

/// See the module.
#[derive(Clone, Debug, Serialize)]
pub struct Arbiter {
    last: usize,
}

impl Arbiter {
    /// At the start, when the first unit is the next.
    pub const fn new() -> Arbiter {
        Arbiter { last: UNITS - 1 }
    }

    /// The unit that gives its result away, and how many others have one, of those for which `offers` holds.
    pub fn choose(&mut self, offers: [bool; UNITS]) -> Option<(usize, u64)> {
        let chosen = (1..=UNITS).map(|ahead| (self.last + ahead) % UNITS).find(|unit| offers[*unit])?;
        self.last = chosen;
        Some((chosen, offers.iter().filter(|offer| **offer).count() as u64 - 1))
    }
}

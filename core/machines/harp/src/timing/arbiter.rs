//! The arbiter of results (HARP 5.4): of the units that have one, one gives it away in a cycle, the next one round behind that which did last.

use serde::Serialize;

use super::units::UNITS;

/// See the module.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Arbiter {
    /// The unit that is asked first.
    next: usize,
}

impl Arbiter {
    /// The unit that gives its result away, of those for which `offers` holds, and how many others have one.
    pub fn choose(&mut self, offers: [bool; UNITS]) -> Option<(usize, u64)> {
        let chosen = (0..UNITS).map(|ahead| (self.next + ahead) % UNITS).find(|unit| offers[*unit])?;
        self.next = chosen + 1;
        Some((chosen, offers.iter().filter(|offer| **offer).count() as u64 - 1))
    }
}

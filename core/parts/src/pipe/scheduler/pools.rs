//! Two levels of scheduling: only some units are considered, the others wait until it is their turn (gpgpu W06, W07).
//!
//! Both kinds exist for different ends. An active pool saves energy: the scheduler compares few units, and their operands are
//! near. Fetch groups gain time: groups reach the same long access one after the other instead of all at once, and neighbours
//! share rows and lines.
//!
//! A unit at a barrier counts as stalled like one that waits for memory. Otherwise a pool full of units at a barrier would keep
//! out those that the barrier waits for.

use alloc::vec::Vec;

use serde::Serialize;

use super::{Seen, bits, next_after};

/// The active pool (gpgpu W06).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Pool {
    #[serde(skip)]
    size: u32,
    members: u64,
    /// The unit that entered last.
    entered: u32,
}

impl Pool {
    /// An empty pool with room for so many units.
    pub fn new(size: u32) -> Pool {
        Pool { size: size.max(1), members: 0, entered: 63 }
    }

    /// The units of the pool: stalled and ended ones have left, others have come in round robin.
    pub fn considered(&mut self, seen: &Seen<'_>) -> u64 {
        let able = seen.live & !seen.stalled;
        self.members &= able;
        while self.members.count_ones() < self.size && able & !self.members != 0 {
            self.entered = next_after(self.entered, able & !self.members);
            self.members |= 1 << self.entered;
        }
        self.members
    }
}

/// Fetch groups (gpgpu W07).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Groups {
    #[serde(skip)]
    groups: Vec<u64>,
    current: usize,
}

impl Groups {
    /// Groups of `size` neighbours of the units `mine`.
    pub fn new(size: u32, mine: u64) -> Groups {
        let units: Vec<u32> = bits(mine).collect();
        let set = |units: &[u32]| units.iter().fold(0, |set, unit| set | 1 << unit);
        Groups { groups: units.chunks(size.max(1) as usize).map(set).collect(), current: 0 }
    }

    /// The units of the current group; the next one with a unit that is not stalled when this one has none.
    pub fn considered(&mut self, seen: &Seen<'_>) -> u64 {
        let able = seen.live & !seen.stalled;
        let count = self.groups.len();
        let next =
            (0..count).map(|step| (self.current + step) % count).find(|at| self.groups[*at] & able != 0);
        self.current = next.unwrap_or(self.current);
        self.groups.get(self.current).copied().unwrap_or(0)
    }
}

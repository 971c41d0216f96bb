//! How a recording names sets of lanes.
//!
//! An event has 64 bits for a set. On a machine whose units have at most 64 lanes they are the set's bits. A machine with a
//! wider unit asks its sink for a number for each set ([`Sink::lanes`](super::Sink::lanes)); the log stores equal sets once.

use alloc::{collections::BTreeMap, vec::Vec};

use serde::{Deserialize, Serialize};

use crate::base::{LaneMask, Lanes};

/// A set of lanes in an event: its bits, or its number in the log that it was told to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LaneKey(pub(super) u64);

impl LaneKey {
    /// No lane, on every machine.
    pub const NONE: LaneKey = LaneKey(0);
}

/// For machines whose units all have at most 64 lanes.
impl From<LaneMask> for LaneKey {
    fn from(mask: LaneMask) -> LaneKey {
        LaneKey(mask.0)
    }
}

/// The sets that a log has been told, each once. Number 0 is the empty set.
#[derive(Clone, Debug, Default)]
pub(super) struct LaneSets {
    sets: Vec<Lanes>,
    numbers: BTreeMap<Lanes, u64>,
}

impl LaneSets {
    /// The number of a set, and the bytes that it takes if it is new.
    pub fn number(&mut self, set: &Lanes) -> (LaneKey, usize) {
        if set.is_empty() {
            return (LaneKey::NONE, 0);
        }
        if let Some(number) = self.numbers.get(set) {
            return (LaneKey(*number), 0);
        }
        self.sets.push(set.clone());
        let number = self.sets.len() as u64;
        self.numbers.insert(set.clone(), number);
        (LaneKey(number), set.heap_bytes() + 2 * size_of::<Lanes>() + size_of::<u64>())
    }

    /// The set of a number; the empty one if there is no such number.
    pub fn get(&self, key: LaneKey) -> Lanes {
        let at = key.0.checked_sub(1).and_then(|at| usize::try_from(at).ok());
        at.and_then(|at| self.sets.get(at)).cloned().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_sets_are_stored_once() {
        let mut sets = LaneSets::default();
        let wide = [Lanes::first_n(1024), Lanes::first_n(1000), Lanes::first_n(3)];
        let keys = wide.each_ref().map(|set| sets.number(set));
        assert!(keys.iter().zip(&wide).all(|((key, bytes), set)| *bytes > 0 && sets.get(*key) == *set));
        let again: Vec<Lanes> = wide.iter().map(|set| set.iter().collect()).collect();
        for (set, (key, _)) in again.iter().zip(keys) {
            assert_eq!(sets.number(set), (key, 0));
        }
        assert_eq!(sets.number(&Lanes::NONE), (LaneKey::NONE, 0));
        assert_eq!((sets.get(LaneKey::NONE), sets.get(LaneKey(99))), (Lanes::NONE, Lanes::NONE));
    }
}

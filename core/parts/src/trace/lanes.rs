//! Sets of lanes in events: a key of 64 bits for a set of any size.
//!
//! An event is a few words and is told millions of times. So it holds no [`Lanes`] but a [`LaneKey`]: of a set whose
//! members are all below 64 the key is the set itself, and nobody has to be asked. Of a larger set it is the number that it
//! has in a table ([`LaneSets`]) of whoever listens, where equal sets lie once. A machine with wide units asks for the key
//! with [`Sink::lanes`](super::Sink::lanes) when it tells the event; a key means nothing to another listener.

use alloc::{collections::BTreeMap, vec::Vec};

use crate::base::{Digest, LaneMask, Lanes};

/// The upper 16 bits of a key that is a number. A small set that has just these of its lanes above 47 lies in the table,
/// too.
const MARK: u64 = 0x6B2D;
/// Where the mark begins.
const BELOW: u32 = 48;

/// A set of lanes in an event. Equal sets of one listener have equal keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct LaneKey(pub(super) u64);

impl LaneKey {
    /// No lane.
    pub const NONE: LaneKey = LaneKey(0);

    /// The set itself, if that can be the key.
    fn itself(lanes: &Lanes) -> Option<LaneKey> {
        match lanes.words() {
            [] => Some(LaneKey::NONE),
            [word] => Some(LaneKey(*word)).filter(|key| !key.is_marked()),
            _ => None,
        }
    }

    /// A key for a listener that keeps no table: of a large set, a digest. Two large sets may have the same one, which is as
    /// improbable as for any 48 bits.
    pub fn digest(lanes: &Lanes) -> LaneKey {
        LaneKey::itself(lanes).unwrap_or_else(|| {
            let mut digest = Digest::default();
            lanes.words().iter().for_each(|word| digest.word(*word));
            LaneKey(MARK << BELOW | digest.0 >> (64 - BELOW))
        })
    }

    fn is_marked(self) -> bool {
        self.0 >> BELOW == MARK
    }
}

/// The set itself, for machines whose units have at most 64 lanes.
impl From<LaneMask> for LaneKey {
    #[inline]
    fn from(mask: LaneMask) -> LaneKey {
        LaneKey(mask.0)
    }
}

/// The large sets that a listener has been told, each once.
#[derive(Clone, Debug, Default)]
pub struct LaneSets {
    sets: Vec<Lanes>,
    numbers: BTreeMap<Lanes, u32>,
}

impl LaneSets {
    /// The key of a set, which is in the table from now on if it has to be.
    pub fn key(&mut self, lanes: &Lanes) -> LaneKey {
        LaneKey::itself(lanes).unwrap_or_else(|| {
            let next = self.sets.len() as u32;
            let number = *self.numbers.entry(lanes.clone()).or_insert(next);
            if number == next {
                self.sets.push(lanes.clone());
            }
            LaneKey(MARK << BELOW | u64::from(number))
        })
    }

    /// The set of a key that this table gave, or that is the set itself.
    pub fn lanes(&self, key: LaneKey) -> Lanes {
        let number = (key.0 & !(MARK << BELOW)) as usize;
        let large = self.sets.get(number).filter(|_| key.is_marked());
        large.cloned().unwrap_or_else(|| LaneMask(key.0).into())
    }

    /// No large set?
    pub fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }

    /// Number of large sets.
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> usize {
        self.sets.iter().map(LaneSets::bytes_of).sum()
    }

    /// Bytes that a large set takes: it lies in the list and, with its number, in the tree, whose nodes are half empty.
    pub fn bytes_of(lanes: &Lanes) -> usize {
        4 * size_of::<Lanes>() + lanes.heap_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Small sets, those with the mark among them, and large ones.
    fn some() -> Vec<Lanes> {
        let marked = [MARK << BELOW, MARK << BELOW | 1, MARK << BELOW | 7];
        let small = [0, 1, u64::MAX, 1 << 63].into_iter().chain(marked).map(|word| LaneMask(word).into());
        small.chain([65, 1000, 1024, Lanes::MOST].map(Lanes::first_n)).collect()
    }

    #[test]
    fn every_set_comes_back_and_equal_ones_have_one_key() {
        let mut sets = LaneSets::default();
        let keys: Vec<LaneKey> = some().iter().map(|lanes| sets.key(lanes)).collect();
        let back: Vec<Lanes> = keys.iter().map(|key| sets.lanes(*key)).collect();
        assert_eq!(back, some());
        let bytes = sets.bytes();
        assert_eq!(some().iter().map(|lanes| sets.key(lanes)).collect::<Vec<_>>(), keys);
        assert_eq!(sets.bytes(), bytes, "equal ones lie once");
        for (at, key) in keys.iter().enumerate() {
            assert_eq!(keys.iter().position(|other| other == key), Some(at));
        }
    }

    #[test]
    fn small_sets_are_their_own_keys() {
        let mut sets = LaneSets::default();
        for word in [0, 1, 0xFF, u64::MAX] {
            let mask = LaneMask(word);
            assert_eq!(sets.key(&mask.into()), mask.into());
            assert_eq!(LaneKey::digest(&mask.into()), mask.into());
            assert_eq!(sets.lanes(mask.into()), mask.into());
        }
        assert!(sets.is_empty() && sets.bytes() == 0);
        // A machine that tells masks only never needs the table, whatever the mask.
        let marked = LaneMask(MARK << BELOW | 3);
        assert_eq!(sets.lanes(marked.into()), marked.into());
    }

    #[test]
    fn digests_of_large_sets_are_those_of_their_members() {
        let keys: Vec<LaneKey> = some().iter().map(LaneKey::digest).collect();
        for (at, key) in keys.iter().enumerate() {
            assert_eq!(keys.iter().position(|other| other == key), Some(at));
        }
        assert_eq!(LaneKey::digest(&Lanes::first_n(100)), LaneKey::digest(&(0..100).collect()));
    }
}

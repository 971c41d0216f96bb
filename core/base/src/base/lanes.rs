//! A set of lanes of a unit of any width: up to [`Lanes::MOST`], as a group of work-items or a long vector has them.
//!
//! [`LaneMask`] is what pipelines compute with: 64 lanes in a register. This is what the laboratory's answers hold: a set
//! whose members are all below 64 takes no allocation, and copies of a larger one share its bits.
//!
//! Deliberately absent: arithmetic on sets. A machine with wide units keeps its masks in a form of its own, and makes a
//! set when somebody looks.

use alloc::{sync::Arc, vec::Vec};
use core::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::LaneMask;

/// Bits of a word.
const WORD: u32 = u64::BITS;

/// A set of lanes. Equal sets are equal values, however they were made.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lanes(Bits);

/// The words of a set, lane 0 in bit 0 of the first. The form follows from the set, so that comparing forms compares sets.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Bits {
    /// All members are below 64.
    Few(u64),
    /// Some are not: the last word is not 0.
    Many(Arc<[u64]>),
}

impl Lanes {
    /// Most lanes of a unit; what lies beyond is left out of a set.
    pub const MOST: u32 = 1 << 16;

    /// No lane.
    pub const NONE: Lanes = Lanes(Bits::Few(0));

    /// The lanes whose bits are set; lane 0 is bit 0 of the first word.
    pub fn of_words(words: &[u64]) -> Lanes {
        let words = &words[..words.len().min((Lanes::MOST / WORD) as usize)];
        let used = words.iter().rposition(|word| *word != 0).map_or(0, |last| last + 1);
        Lanes(match &words[..used] {
            [] => Bits::Few(0),
            [word] => Bits::Few(*word),
            many => Bits::Many(many.into()),
        })
    }

    /// The first `lanes` lanes.
    pub fn first_n(lanes: u32) -> Lanes {
        if lanes <= WORD {
            return LaneMask::first_n(lanes).into();
        }
        let lanes = lanes.min(Lanes::MOST);
        let mut words = alloc::vec![u64::MAX; (lanes / WORD) as usize];
        words.extend(Some(LaneMask::first_n(lanes % WORD).0).filter(|word| *word != 0));
        Lanes::of_words(&words)
    }

    /// The words of the set up to its last member; lane 0 is bit 0 of the first.
    pub fn words(&self) -> &[u64] {
        match &self.0 {
            Bits::Few(0) => &[],
            Bits::Few(word) => core::slice::from_ref(word),
            Bits::Many(words) => words,
        }
    }

    /// Is this lane in the set?
    pub fn has(&self, lane: u32) -> bool {
        self.words().get((lane / WORD) as usize).is_some_and(|word| word >> (lane % WORD) & 1 != 0)
    }

    /// How many lanes.
    pub fn count(&self) -> u32 {
        self.words().iter().map(|word| word.count_ones()).sum()
    }

    /// No lane at all?
    pub fn is_empty(&self) -> bool {
        self.0 == Bits::Few(0)
    }

    /// The lowest lane, if there is one.
    pub fn lowest(&self) -> Option<u32> {
        self.iter().next()
    }

    /// The lanes in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        let words = (0u32..).step_by(WORD as usize).zip(self.words());
        words.flat_map(|(first, word)| LaneMask(*word).iter().map(move |lane| first + lane))
    }

    /// Bytes on the heap; copies share them.
    pub fn heap_bytes(&self) -> usize {
        match &self.0 {
            Bits::Few(_) => 0,
            Bits::Many(words) => size_of_val(&**words),
        }
    }
}

impl Default for Lanes {
    fn default() -> Lanes {
        Lanes::NONE
    }
}

impl From<LaneMask> for Lanes {
    fn from(mask: LaneMask) -> Lanes {
        Lanes(Bits::Few(mask.0))
    }
}

/// Lanes from [`Lanes::MOST`] on are left out.
impl FromIterator<u32> for Lanes {
    fn from_iter<T: IntoIterator<Item = u32>>(lanes: T) -> Lanes {
        let mut words = Vec::new();
        for lane in lanes.into_iter().filter(|lane| *lane < Lanes::MOST) {
            let at = (lane / WORD) as usize;
            if words.len() <= at {
                words.resize(at + 1, 0);
            }
            words[at] |= 1 << (lane % WORD);
        }
        Lanes::of_words(&words)
    }
}

/// Lane 0 leftmost, as in the literature, in as many places as the width says; without one, up to the highest member.
impl fmt::Display for Lanes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let used = self
            .words()
            .last()
            .map_or(0, |last| (self.words().len() as u32 - 1) * WORD + WORD - last.leading_zeros());
        let lanes = f.width().map_or(used, |width| width as u32);
        (0..lanes).try_for_each(|lane| f.write_str(if self.has(lane) { "1" } else { "0" }))
    }
}

/// As one number, lane 0 its lowest bit.
impl fmt::LowerHex for Lanes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if f.alternate() { "0x" } else { "" })?;
        let (last, below) = self.words().split_last().unwrap_or((&0, &[]));
        write!(f, "{last:x}")?;
        below.iter().rev().try_for_each(|word| write!(f, "{word:016x}"))
    }
}

impl fmt::Debug for Lanes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Lanes({self:#x})")
    }
}

impl Serialize for Lanes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.words().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Lanes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Lanes, D::Error> {
        Vec::<u64>::deserialize(deserializer).map(|words| Lanes::of_words(&words))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    /// Sets around the edges of a word and of the whole.
    fn some() -> Vec<Vec<u32>> {
        let last = Lanes::MOST - 1;
        let lists: [&[u32]; 7] = [&[], &[0], &[63], &[64], &[0, 63, 64, 127, 128], &[1023], &[0, last]];
        lists.iter().map(|lanes| lanes.to_vec()).collect()
    }

    #[test]
    fn members_come_back_in_order() {
        for lanes in some() {
            let set: Lanes = lanes.iter().rev().copied().collect();
            assert_eq!(set.iter().collect::<Vec<_>>(), lanes);
            assert_eq!((set.count() as usize, set.lowest()), (lanes.len(), lanes.first().copied()));
            for lane in [0, 1, 62, 63, 64, 65, 127, 128, 1023, 1024, Lanes::MOST - 1, Lanes::MOST, u32::MAX] {
                assert_eq!(set.has(lane), lanes.contains(&lane), "{lane} of {lanes:?}");
            }
        }
    }

    #[test]
    fn a_set_is_the_same_however_it_was_made() {
        assert_eq!(Lanes::of_words(&[5, 0, 0]), Lanes::from(LaneMask(5)));
        assert_eq!(Lanes::of_words(&[0; 9]), Lanes::NONE);
        for lanes in [0, 1, 63, 64, 65, 128, 1000, 1024, Lanes::MOST - 1, Lanes::MOST] {
            assert_eq!(Lanes::first_n(lanes), (0..lanes).collect(), "{lanes}");
        }
        assert_eq!(Lanes::first_n(u32::MAX), Lanes::first_n(Lanes::MOST));
        assert_eq!([Lanes::MOST, u32::MAX].into_iter().collect::<Lanes>(), Lanes::NONE);
    }

    #[test]
    fn small_sets_take_no_allocation_and_copies_of_large_ones_share_theirs() {
        assert_eq!((size_of::<Lanes>(), Lanes::first_n(64).heap_bytes()), (2 * size_of::<usize>(), 0));
        let large = Lanes::first_n(1024);
        assert_eq!(large.heap_bytes(), 128);
        assert!(core::ptr::eq(large.words(), large.clone().words()));
    }

    #[test]
    fn it_is_written_with_lane_zero_leftmost_and_as_a_number() {
        let set: Lanes = [0, 2, 65].into_iter().collect();
        assert_eq!(format!("{:4} {:4}", Lanes::first_n(3), Lanes::NONE), "1110 0000");
        assert_eq!(format!("{set}"), format!("101{}1", "0".repeat(62)));
        assert_eq!(
            format!("{set:#x} {:#x} {:x}", Lanes::NONE, Lanes::first_n(8)),
            "0x20000000000000005 0x0 ff"
        );
    }

    #[test]
    fn it_survives_the_way_to_a_page() {
        for lanes in some() {
            let set: Lanes = lanes.into_iter().collect();
            let bytes = postcard::to_allocvec(&set).unwrap();
            assert_eq!(postcard::from_bytes::<Lanes>(&bytes), Ok(set));
        }
    }
}

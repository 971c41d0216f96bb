//! A bit for each work-item of a group.

use core::ops::{BitAnd, BitOr, Not, Range};

use lanescope_parts::base::Lanes;
use serde::{Deserialize, Serialize};

use crate::isa::WORK_ITEMS;

const WORD: usize = u64::BITS as usize;

/// Some of the work-items of a group; work-item `n` is bit `n mod 64` of word `n / 64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mask(pub [u64; WORK_ITEMS / WORD]);

impl Mask {
    /// No work-item.
    pub const NONE: Mask = Mask([0; WORK_ITEMS / WORD]);
    /// Every work-item.
    pub const ALL: Mask = Mask([u64::MAX; WORK_ITEMS / WORD]);

    /// Those for which something holds.
    pub fn of(holds: impl Fn(usize) -> bool) -> Mask {
        let mut mask = Mask::NONE;
        for (at, word) in mask.0.iter_mut().enumerate() {
            *word = (0..WORD).fold(0, |word, bit| word | u64::from(holds(at * WORD + bit)) << bit);
        }
        mask
    }

    /// Is this work-item among them?
    pub const fn has(&self, item: usize) -> bool {
        self.0[item / WORD] >> (item % WORD) & 1 == 1
    }

    /// Those of a range, which ends with the last one at most.
    pub fn range(items: Range<usize>) -> Mask {
        let below = |item: usize, at: usize| match item.saturating_sub(at * WORD) {
            bits @ 0..WORD => (1u64 << bits) - 1,
            _ => u64::MAX,
        };
        Mask(core::array::from_fn(|at| below(items.end, at) & !below(items.start, at)))
    }

    /// How many.
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// None at all?
    pub fn is_empty(&self) -> bool {
        *self == Mask::NONE
    }

    /// These less the others.
    #[must_use]
    pub fn without(self, other: Mask) -> Mask {
        self & !other
    }

    /// The bits of `new` for the work-items of `where_`, else those that it has.
    #[must_use]
    pub fn blend(self, new: Mask, where_: Mask) -> Mask {
        (new & where_) | self.without(where_)
    }

    /// The work-items in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(at, word)| {
            let mut left = *word;
            core::iter::from_fn(move || {
                let bit = left.trailing_zeros() as usize;
                left &= left.checked_sub(1)?;
                Some(at * WORD + bit)
            })
        })
    }

    /// The same set as people look at it.
    pub fn lanes(&self) -> Lanes {
        Lanes::of_words(&self.0)
    }
}

impl BitAnd for Mask {
    type Output = Mask;
    fn bitand(self, other: Mask) -> Mask {
        Mask(core::array::from_fn(|at| self.0[at] & other.0[at]))
    }
}

impl BitOr for Mask {
    type Output = Mask;
    fn bitor(self, other: Mask) -> Mask {
        Mask(core::array::from_fn(|at| self.0[at] | other.0[at]))
    }
}

impl Not for Mask {
    type Output = Mask;
    fn not(self) -> Mask {
        Mask(self.0.map(|word| !word))
    }
}

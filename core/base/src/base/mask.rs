//! A set of lanes in a register: lane `l` is bit `l`. Units of at most 64 lanes compute with it; what people look at holds
//! [`Lanes`](super::Lanes), which have no such end.

use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use serde::{Deserialize, Serialize};

/// The lanes of one warp (strip, wavefront) that something applies to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct LaneMask(pub u64);

impl LaneMask {
    /// No lane.
    pub const NONE: LaneMask = LaneMask(0);

    /// The first `lanes` lanes (at most 64).
    pub const fn first_n(lanes: u32) -> LaneMask {
        LaneMask(if lanes >= 64 { u64::MAX } else { (1 << lanes) - 1 })
    }

    /// Just one lane.
    pub const fn lane(lane: u32) -> LaneMask {
        LaneMask(1 << lane)
    }

    /// Is this lane in the set?
    pub const fn has(self, lane: u32) -> bool {
        self.0 >> lane & 1 != 0
    }

    /// How many lanes.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// No lane at all?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The lowest lane, if there is one.
    pub const fn lowest(self) -> Option<u32> {
        if self.0 == 0 { None } else { Some(self.0.trailing_zeros()) }
    }

    /// These lanes less the others.
    pub const fn without(self, other: LaneMask) -> LaneMask {
        LaneMask(self.0 & !other.0)
    }

    /// The lanes in ascending order.
    pub fn iter(self) -> impl Iterator<Item = u32> {
        let mut rest = self.0;
        core::iter::from_fn(move || {
            let lane = LaneMask(rest).lowest()?;
            rest &= rest - 1;
            Some(lane)
        })
    }
}

impl BitAnd for LaneMask {
    type Output = LaneMask;
    fn bitand(self, other: LaneMask) -> LaneMask {
        LaneMask(self.0 & other.0)
    }
}

impl BitOr for LaneMask {
    type Output = LaneMask;
    fn bitor(self, other: LaneMask) -> LaneMask {
        LaneMask(self.0 | other.0)
    }
}

impl BitAndAssign for LaneMask {
    fn bitand_assign(&mut self, other: LaneMask) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for LaneMask {
    fn bitor_assign(&mut self, other: LaneMask) {
        self.0 |= other.0;
    }
}

impl Not for LaneMask {
    type Output = LaneMask;
    fn not(self) -> LaneMask {
        LaneMask(!self.0)
    }
}

/// Lane 0 leftmost, as in the literature; lanes above the highest member are not shown.
impl fmt::Display for LaneMask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lanes = f.width().unwrap_or(64 - self.0.leading_zeros() as usize);
        (0..lanes as u32)
            .try_for_each(|lane| f.write_str(if lane < 64 && self.has(lane) { "1" } else { "0" }))
    }
}

impl fmt::Debug for LaneMask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LaneMask({:#x})", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{format, vec::Vec};

    #[test]
    fn shows_lane_zero_leftmost() {
        assert_eq!(format!("{:4}", LaneMask(0b0111)), "1110");
    }

    #[test]
    fn iterates_in_ascending_order() {
        assert_eq!(LaneMask(0b1010_0001).iter().collect::<Vec<_>>(), [0, 5, 7]);
        assert_eq!(LaneMask::first_n(64).count(), 64);
    }
}

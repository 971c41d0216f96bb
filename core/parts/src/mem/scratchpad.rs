//! Banked memory on the core (shared, local): which lanes are served together (gpgpu 6.1, features M01 and M02).
//!
//! Consecutive words lie in consecutive banks; a bank serves one word in a pass. In each pass the waiting lanes are
//! looked at in ascending order; a lane is taken if each of its words finds its bank free or, with
//! [`Sharing::Broadcast`], already reading that word. Who is not taken comes again in the next pass. For one-word lanes
//! that makes as many passes as the busiest bank has distinct words.
//!
//! Used by: `simt`: it is the GPU's own.

use alloc::vec::Vec;

use crate::base::LaneMask;

/// Most banks that a scratchpad has.
pub const MAX_BANKS: u32 = 64;

/// Number of banks and bytes of a bank word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Banks {
    /// How many, 1 to [`MAX_BANKS`].
    pub count: u32,
    /// Bytes of a word, at least 1.
    pub width: u32,
}

/// What lanes that name the same word do to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// They are served together: one read is sent to all (and of several writes one survives).
    Broadcast,
    /// One after another: atomic operations, or the strict rule of textbook exercises.
    Exclusive,
}

/// Cuts an access into passes: lane `l` of `active` touches `size` bytes from `addresses[l]`. `out` is emptied first and
/// then holds the lanes of each pass. A lane that needs more words than there are banks gets a pass of its own.
pub fn passes(
    addresses: &[u64],
    active: LaneMask,
    size: u32,
    banks: Banks,
    sharing: Sharing,
    out: &mut Vec<LaneMask>,
) {
    out.clear();
    let mut pending = active & LaneMask::first_n(addresses.len().min(64) as u32);
    while !pending.is_empty() {
        let accepted = one_pass(addresses, pending, size, banks, sharing);
        pending = pending.without(accepted);
        out.push(accepted);
    }
}

/// The lanes that one pass serves; at least one.
fn one_pass(addresses: &[u64], pending: LaneMask, size: u32, banks: Banks, sharing: Sharing) -> LaneMask {
    let count = u64::from(banks.count.clamp(1, MAX_BANKS));
    let width = u64::from(banks.width.max(1));
    let mut taken = 0_u64;
    let mut owner = [0_u64; MAX_BANKS as usize];
    let mut accepted = LaneMask::NONE;
    for lane in pending.iter() {
        let address = addresses[lane as usize];
        let last = address.saturating_add(u64::from(size.max(1)) - 1) / width;
        let words = address / width..=last;
        let free = |word: u64| {
            let bank = (word % count) as usize;
            taken >> bank & 1 == 0 || (sharing == Sharing::Broadcast && owner[bank] == word)
        };
        if accepted.is_empty() || words.clone().all(free) {
            accepted |= LaneMask::lane(lane);
            for word in words {
                let bank = (word % count) as usize;
                taken |= 1 << bank;
                owner[bank] = word;
            }
        }
    }
    accepted
}

#[cfg(test)]
mod tests {
    use super::*;

    const BANKS: Banks = Banks { count: 32, width: 4 };

    fn passes_of(addresses: &[u64], size: u32, sharing: Sharing) -> Vec<LaneMask> {
        let mut out = Vec::new();
        passes(addresses, LaneMask::first_n(addresses.len() as u32), size, BANKS, sharing, &mut out);
        out
    }

    fn strided(words: u64) -> Vec<u64> {
        (0..32).map(|lane| lane * words * 4).collect()
    }

    #[test]
    fn we19_shared_passes() {
        for (stride, wanted) in [(1, 1), (2, 2), (32, 32), (33, 1), (0, 1)] {
            assert_eq!(passes_of(&strided(stride), 4, Sharing::Broadcast).len(), wanted, "stride {stride}");
        }
        let lanes = [0, 4, 128, 128, 132, 8, 256, 12];
        assert_eq!(
            passes_of(&lanes, 4, Sharing::Broadcast),
            [LaneMask(0b1010_0011), LaneMask(0b0001_1100), LaneMask(0b0100_0000)]
        );
    }

    /// gpgpu 6.1: a stride of s words takes gcd(s, 32) passes.
    #[test]
    fn passes_of_a_stride_are_its_common_divisor_with_the_banks() {
        for stride in 1..=64 {
            let gcd = (1..=32).rev().find(|d| stride % d == 0 && 32 % d == 0).unwrap();
            assert_eq!(passes_of(&strided(stride), 4, Sharing::Broadcast).len() as u64, gcd);
        }
    }

    #[test]
    fn atomics_on_one_word_follow_each_other() {
        assert_eq!(passes_of(&strided(0), 4, Sharing::Exclusive).len(), 32);
        assert_eq!(passes_of(&strided(1), 4, Sharing::Exclusive).len(), 1);
    }

    #[test]
    fn two_word_lanes_fill_the_banks_by_halves() {
        assert_eq!(
            passes_of(&strided(2), 8, Sharing::Broadcast),
            [LaneMask(0x0000_FFFF), LaneMask(0xFFFF_0000)]
        );
    }

    #[test]
    fn a_lane_wider_than_all_banks_is_served_alone() {
        let mut out = Vec::new();
        let banks = Banks { count: 1, width: 4 };
        passes(&[0, 8], LaneMask(3), 8, banks, Sharing::Broadcast, &mut out);
        assert_eq!(out, [LaneMask(1), LaneMask(2)]);
    }
}

//! Which memory partition has an address, and which address it has there (gpgpu 6.6, feature M17).
//!
//! Consecutive granules of memory lie in consecutive partitions, whose number need not be a power of two. The same
//! rule spreads the lines of a partition over its second-level slices.
//!
//! Used by: `harp`, `packed`, `rvv`, `simt`.

use crate::settings;

settings! {
    /// How memory is dealt out to channels. What belongs to one channel, such as slices of a cache, makes a partition with it.
    pub struct Settings {
        group "Channels" {
            /// Channels that memory is dealt out over, each with its part of what lies in front of it.
            channels: u32 = 1, range 1..=16, unit "channels", was "partitions", source "[F]";
            /// Bytes that stay in one channel before the next one's turn.
            channel_bytes: u32 = 256, range 32..=4096, unit "bytes", was "partition_bytes", source "gpgpu M17";
        }
    }
}

/// How addresses are dealt out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interleave {
    /// Bytes of a granule, at least 1.
    pub granule: u64,
    /// Number of partitions, at least 1.
    pub parts: u64,
    /// Turns the order of the partitions by higher address bits, so that strides of all partitions spread out.
    pub hash: bool,
}

impl Interleave {
    /// Partition of an address, and its address there.
    pub fn split(&self, address: u64) -> (u32, u64) {
        let (granule, parts) = (self.granule.max(1), self.parts.max(1));
        let (number, offset) = (address / granule, address % granule);
        let (round, place) = (number / parts, number % parts);
        (((place + self.turn(round)) % parts) as u32, round * granule + offset)
    }

    /// The address that [`Interleave::split`] has split.
    pub fn join(&self, part: u32, local: u64) -> u64 {
        let (granule, parts) = (self.granule.max(1), self.parts.max(1));
        let (round, offset) = (local / granule, local % granule);
        let place = (u64::from(part) + parts - self.turn(round)) % parts;
        round.wrapping_mul(parts).wrapping_add(place).wrapping_mul(granule).wrapping_add(offset)
    }

    fn turn(&self, round: u64) -> u64 {
        if self.hash { (round ^ round >> 4 ^ round >> 8 ^ round >> 12) % self.parts.max(1) } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn we22_interleave() {
        let interleave = Interleave { granule: 256, parts: 6, hash: false };
        assert_eq!(interleave.split(0x1234), (0, 820));
        assert_eq!(interleave.join(0, 820), 0x1234);
    }

    #[test]
    fn split_and_join_are_inverse() {
        for hash in [false, true] {
            for parts in [1, 2, 5, 6, 8] {
                let interleave = Interleave { granule: 128, parts, hash };
                for address in (0..200_000).step_by(97) {
                    let (part, local) = interleave.split(address);
                    assert!(u64::from(part) < parts);
                    assert_eq!(interleave.join(part, local), address);
                }
            }
        }
    }

    /// A stride of all partitions stays in one of them, unless the order is turned.
    #[test]
    fn hashing_spreads_strides() {
        for (hash, wanted) in [(false, 1), (true, 4)] {
            let interleave = Interleave { granule: 256, parts: 4, hash };
            let mut seen = [false; 4];
            (0..16).for_each(|i| seen[interleave.split(i * 1024).0 as usize] = true);
            assert_eq!(seen.iter().filter(|s| **s).count(), wanted);
        }
    }
}

//! The coalescer: which lines and sectors the lanes of one access need (gpgpu 6.2, feature M04).
//!
//! Lanes that touch the same line share one block, in whatever order they come; blocks are in the order in which the
//! lowest lane touches them. A lane that straddles a line border is in two blocks. Masked lanes need nothing.
//!
//! Used by: `simt`: it is the GPU's own.

use alloc::vec::Vec;

use serde::Serialize;

use super::MAX_LINE;
use crate::base::LaneMask;

/// How memory is cut: bytes of a line and of a sector, both powers of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grain {
    /// Bytes of a line, at most [`MAX_LINE`].
    pub line: u32,
    /// Bytes of a sector: at least an eighth of a line, at most a line.
    pub sector: u32,
}

impl Grain {
    /// The nearest grain that fits the limits.
    pub fn new(line: u32, sector: u32) -> Grain {
        let line = line.clamp(4, MAX_LINE).next_power_of_two();
        let sector = sector.clamp(line.div_ceil(8), line).next_power_of_two();
        Grain { line, sector }
    }

    /// Every sector of a line.
    pub fn all_sectors(self) -> u8 {
        (0xFF_u32 >> (8 - self.line / self.sector)) as u8
    }

    /// Sectors that are written in full by a write of `bytes`.
    pub fn full_sectors(self, bytes: u128) -> u8 {
        self.sectors_where(|part, whole| part == whole, bytes)
    }

    /// Sectors of which a write of `bytes` writes anything.
    pub fn touched_sectors(self, bytes: u128) -> u8 {
        self.sectors_where(|part, _| part != 0, bytes)
    }

    fn sectors_where(self, test: impl Fn(u128, u128) -> bool, bytes: u128) -> u8 {
        let whole = low_bits(self.sector);
        (0..self.line / self.sector)
            .filter(|index| test(bytes >> (index * self.sector) & whole, whole))
            .fold(0, |mask, index| mask | 1 << index)
    }
}

/// The lowest `count` bits.
fn low_bits(count: u32) -> u128 {
    u128::MAX.checked_shr(128 - count.min(128)).unwrap_or(0)
}

/// A line that lanes need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Block {
    /// First address of the line.
    pub base: u64,
    /// Lanes that touch it.
    pub lanes: LaneMask,
    /// Touched sectors; the first is bit 0.
    pub sectors: u8,
    /// Touched bytes; the first is bit 0.
    pub bytes: u128,
}

/// Cuts an access into blocks: lane `l` of `active` touches `size` bytes (at least one) from `addresses[l]`. `blocks`
/// is emptied first; the caller keeps it, so that nothing is allocated.
pub fn coalesce(addresses: &[u64], active: LaneMask, size: u32, grain: Grain, blocks: &mut Vec<Block>) {
    blocks.clear();
    for lane in active.iter() {
        let Some(&address) = addresses.get(lane as usize) else { break };
        let mut at = address;
        let mut rest = size.max(1);
        while rest > 0 {
            let offset = (at & u64::from(grain.line - 1)) as u32;
            let here = rest.min(grain.line - offset);
            touch(blocks, lane, at - u64::from(offset), offset, here, grain);
            at = at.wrapping_add(u64::from(here));
            rest -= here;
        }
    }
}

/// Notes that a lane needs bytes of the line at `base`.
fn touch(blocks: &mut Vec<Block>, lane: u32, base: u64, offset: u32, size: u32, grain: Grain) {
    // Neighbours mostly share a line: the newest block is the likeliest.
    let at = blocks.iter().rposition(|block| block.base == base).unwrap_or_else(|| {
        blocks.push(Block { base, lanes: LaneMask::NONE, sectors: 0, bytes: 0 });
        blocks.len() - 1
    });
    let block = &mut blocks[at];
    let (first, last) = (offset / grain.sector, (offset + size - 1) / grain.sector);
    block.lanes |= LaneMask::lane(lane);
    block.sectors |= ((2_u32 << last) - (1 << first)) as u8;
    block.bytes |= low_bits(size) << offset;
}

/// The most lanes that name one address: so many atomic operations must follow each other.
pub fn longest_chain(addresses: &[u64], active: LaneMask) -> u32 {
    let at = |lane: u32| addresses.get(lane as usize);
    let equal_from = |lane| active.iter().filter(|&other| other >= lane && at(other) == at(lane)).count();
    active.iter().map(equal_from).max().unwrap_or(0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks_of(address: impl Fn(u64) -> u64, active: LaneMask, size: u32) -> Vec<Block> {
        let addresses: Vec<u64> = (0..32).map(address).collect();
        let mut blocks = Vec::new();
        coalesce(&addresses, active, size, Grain::new(128, 32), &mut blocks);
        blocks
    }

    fn sectors(blocks: &[Block]) -> u32 {
        blocks.iter().map(|block| block.sectors.count_ones()).sum()
    }

    const ALL: LaneMask = LaneMask::first_n(32);

    #[test]
    fn we20_coalescing() {
        for (base, stride, blocks, wanted) in [(0, 4, 1, 4), (4, 4, 2, 5), (0, 128, 32, 32), (640, 0, 1, 1)] {
            let found = blocks_of(|lane| base + lane * stride, ALL, 4);
            assert_eq!((found.len(), sectors(&found)), (blocks, wanted), "base {base} stride {stride}");
        }
    }

    #[test]
    fn lanes_share_a_block_in_any_order() {
        let found = blocks_of(|lane| 256 + (lane ^ 21) * 4, ALL, 4);
        assert_eq!(found, [Block { base: 256, lanes: ALL, sectors: 0b1111, bytes: u128::MAX }]);
    }

    #[test]
    fn a_straddling_lane_is_in_both_lines() {
        let found = blocks_of(|_| 124, LaneMask::lane(3), 8);
        let part = |base, sectors, bytes| Block { base, lanes: LaneMask::lane(3), sectors, bytes };
        assert_eq!(found, [part(0, 0b1000, 0xF << 124), part(128, 0b0001, 0xF)]);
    }

    #[test]
    fn masked_lanes_need_nothing() {
        assert!(blocks_of(|lane| lane * 128, LaneMask::NONE, 4).is_empty());
        assert_eq!(blocks_of(|lane| lane * 128, LaneMask(0b101), 4).len(), 2);
    }

    #[test]
    fn addresses_at_the_end_of_the_space_wrap_around() {
        let found = blocks_of(|_| u64::MAX - 1, LaneMask::lane(0), 4);
        assert_eq!(found.iter().map(|block| block.base).collect::<Vec<_>>(), [u64::MAX - 127, 0]);
    }

    #[test]
    fn full_sectors_are_those_written_to_the_last_byte() {
        let grain = Grain::new(128, 32);
        assert_eq!(grain.full_sectors(low_bits(64)), 0b0011);
        assert_eq!(grain.full_sectors(low_bits(63)), 0b0001);
        assert_eq!(grain.touched_sectors(low_bits(65)), 0b0111);
        assert_eq!(grain.all_sectors(), 0b1111);
    }

    #[test]
    fn chains_are_counted_per_address() {
        assert_eq!(longest_chain(&[8, 4, 8, 8, 4], LaneMask(0b11111)), 3);
        assert_eq!(longest_chain(&[8, 4, 8, 8, 4], LaneMask(0b10010)), 2);
        assert_eq!(longest_chain(&[], LaneMask::NONE), 0);
    }
}

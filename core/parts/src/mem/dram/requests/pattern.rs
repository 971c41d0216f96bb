//! The controller to compare with: fixed patterns of commands for groups of bursts, after the Predator controller
//! (simd 6.6). A pattern serves a group that begins at a multiple of its size, and takes the same time always.

use crate::mem::dram::standard::Standard;

use super::{BURST_WORDS, request::Stride, stride::Bursts};

/// Cycles of a pattern of `n` bursts.
pub fn cycles(standard: &Standard, n: u64) -> u64 {
    let t = &standard.timing;
    let opening = u64::from(t.rcd + t.rrd_s.saturating_sub(t.ccd_s)).saturating_sub(3);
    (u64::from(t.ccd_s) * n + opening).max(u64::from(t.ras + t.rp))
}

/// Groups of `n` bursts, at least one, for a checked rectangle: the stride sequencer makes them as it makes bursts, and
/// like bursts some may have no wanted word.
pub fn groups(stride: &Stride, n: u64) -> u64 {
    Bursts::aligned(*stride, BURST_WORDS * n).count() as u64
}

/// Cycles of a rectangle.
pub fn delay(standard: &Standard, stride: &Stride, n: u64) -> u64 {
    groups(stride, n) * cycles(standard, n)
}

/// Cycles of a tile by the thesis's own count (simd 6.6): words in a row are aligned; of a tile each row has its
/// groups, and there is one more for an alignment that nobody knows. The rectangle must have been checked.
pub fn tile_delay(standard: &Standard, stride: &Stride, n: u64) -> u64 {
    tile_groups(stride, n) * cycles(standard, n)
}

/// Groups of `n` bursts, at least one, of a tile by the thesis's own count.
pub fn tile_groups(stride: &Stride, n: u64) -> u64 {
    let size = BURST_WORDS * n;
    if stride.words == stride.period || stride.periods == 1 {
        return (stride.words * stride.periods).div_ceil(size);
    }
    let row = |row: u64| (row * stride.period % size + stride.words).div_ceil(size);
    (0..stride.periods).map(row).sum::<u64>() + 1
}

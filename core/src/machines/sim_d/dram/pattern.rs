//! The controller to compare with: fixed patterns of commands for groups of bursts, after the Predator controller
//! (simd 6.6). A pattern serves a group that begins at a multiple of its size, and takes the same time always.

use super::{BURST_WORDS, request::Stride, stride::Bursts};
use crate::mem::dram::standard::Standard;

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

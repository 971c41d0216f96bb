//! Where a request may lie of which one offset is not known before the launch.
//!
//! A rectangle that begins before the first column or row of its buffer is cut, and so is one that reaches behind the last: each such
//! offset is a place of its own. Between them, and behind the edge, the rectangle is whole; there its places come round again, as far
//! as the controller can tell, after all rows of all banks.

use alloc::vec::Vec;

use crate::{machines::sim_d::dram::BURST_WORDS, mem::dram::standard::Standard};

/// Words from a place to the next one that has the same bank and the same place in its row.
pub fn period(standard: &Standard) -> u64 {
    let organization = &standard.organization;
    BURST_WORDS * u64::from(organization.bursts) * u64::from(organization.total_banks())
}

/// Offsets along an axis that stand for all: of a rectangle of `size` in a buffer of `room`, of which each step is `words` words. Each
/// of them is less `from`, where the group is. `None` if an offset has too many bits for that.
pub fn offsets(size: u32, room: u32, words: u32, from: u32, period: u64) -> Option<Vec<i32>> {
    let [size, room, words, from] = [size, room, words, from].map(i64::from);
    let period = period as i64;
    let again = period / gcd(words, period);
    let inside = room - size;
    let all = (-size..=0)
        .chain(1..inside.min(again))
        .chain(inside.max(1)..=room)
        .chain(room + 1..=room + again)
        .map(|at| i32::try_from(at - from).ok());
    all.collect()
}

fn gcd(a: i64, b: i64) -> i64 {
    if a == 0 { b } else { gcd(b % a, a) }
}

//! Where a request may lie of which one offset is not known before the launch.
//!
//! A rectangle that begins before the first column or row of its buffer is cut, and so is one that reaches behind the last: each such
//! offset is a place of its own. Between them, and behind the edge, the rectangle is whole; there its places come round again, as far
//! as the controller can tell, after all rows of all banks.

use alloc::vec::Vec;

use lanescope_parts::mem::dram::standard::Standard;

use crate::dram::BURST_WORDS;

/// Words from a place to the next one that has the same bank and the same place in its row.
pub fn period(standard: &Standard) -> u64 {
    let organization = &standard.organization;
    BURST_WORDS * u64::from(organization.bursts) * u64::from(organization.total_banks())
}

/// Offsets along an axis at which a rectangle of `size` is cut by the edges of a buffer of `room`, and the last one inside. Each of
/// them is less `from`, where the group is. `None` if an offset has too many bits for that.
pub fn cut(size: u32, room: u32, from: u32) -> Option<Vec<i32>> {
    let [size, room, from] = [size, room, from].map(i64::from);
    let all = (-size..=0).chain((room - size).max(1)..=room);
    all.map(|at| i32::try_from(at - from).ok()).collect()
}

/// Offsets inside of the buffer that [`cut`] leaves out.
pub fn inside(size: u32, room: u32, from: u32, period: u64) -> Option<Vec<i32>> {
    let [size, room, from] = [size, room, from].map(i64::from);
    (1..(room - size).min(period as i64)).map(|at| i32::try_from(at - from).ok()).collect()
}

/// Those behind the edge until its places come round again, where each step is `words` words.
pub fn behind(room: u32, words: u32, from: u32, period: u64) -> Option<Vec<i32>> {
    let [room, words, from] = [room, words, from].map(i64::from);
    let again = period as i64 / gcd(words, period as i64);
    (room + 1..=room + again).map(|at| i32::try_from(at - from).ok()).collect()
}

fn gcd(a: i64, b: i64) -> i64 {
    if a == 0 { b } else { gcd(b % a, a) }
}

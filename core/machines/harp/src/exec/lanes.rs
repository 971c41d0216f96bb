//! Sets of lanes: a bit for each, lane 0 the lowest.

use alloc::string::String;

/// The lanes of a set in ascending order.
#[derive(Clone, Copy, Debug)]
pub struct Lanes(pub u64);

impl Iterator for Lanes {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let lane = self.0.trailing_zeros() as usize;
        self.0 &= self.0.wrapping_sub(1);
        (lane < 64).then_some(lane)
    }
}

/// The lanes below a number.
pub const fn below(count: u32) -> u64 {
    match count {
        0 => 0,
        1..64 => (1 << count) - 1,
        _ => u64::MAX,
    }
}

/// A set as a row of 0 and 1, lane 0 first (HARP, conventions).
pub fn row(set: u64, lanes: u16) -> String {
    (0..lanes).map(|lane| if set >> lane & 1 == 1 { '1' } else { '0' }).collect()
}

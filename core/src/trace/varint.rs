//! Numbers in as few bytes as they need: seven bits to a byte, the low ones first; signed numbers as zigzag.

use alloc::vec::Vec;

/// Appends a number.
#[inline]
pub fn put(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Takes a number from `at`, which moves behind it. Past the end it gives 0.
#[inline]
pub fn take(bytes: &[u8], at: &mut usize) -> u64 {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let byte = bytes.get(*at).copied().unwrap_or(0);
        *at += 1;
        value |= u64::from(byte & 0x7F) << shift;
        if byte & 0x80 == 0 {
            break;
        }
    }
    value
}

/// The difference `new - old` as a number that is small when the difference is.
#[inline]
pub fn zigzag(new: u64, old: u64) -> u64 {
    let delta = new.wrapping_sub(old) as i64;
    ((delta << 1) ^ (delta >> 63)) as u64
}

/// The new number from the old one and the difference.
#[inline]
pub fn unzigzag(code: u64, old: u64) -> u64 {
    old.wrapping_add((code >> 1) ^ (code & 1).wrapping_neg())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        let numbers = [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX];
        let mut out = Vec::new();
        numbers.iter().for_each(|n| put(&mut out, *n));
        let mut at = 0;
        assert!(numbers.iter().all(|n| take(&out, &mut at) == *n));
        assert_eq!((at, take(&out, &mut at)), (out.len(), 0));
        for (new, old) in [(5, 7), (7, 5), (u64::MAX, 0), (0, u64::MAX), (1 << 63, 0)] {
            assert_eq!(unzigzag(zigzag(new, old), old), new);
        }
        assert!(zigzag(9, 10) < 0x80 && zigzag(0, 63) < 0x80);
    }
}

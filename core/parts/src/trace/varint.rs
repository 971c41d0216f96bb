//! Numbers in as few bytes as they need: seven bits to a byte, the low ones first; signed numbers as zigzag.

use alloc::vec::Vec;

/// Appends a number.
pub fn put(out: &mut Vec<u8>, value: u64) {
    let mut packer = Packer::new(out);
    packer.put(value);
    packer.finish();
}

/// Numbers that are appended one after the other. They gather in a word, so that the list is looked at once for eight bytes and
/// not for each of them.
#[derive(Debug)]
pub struct Packer<'a> {
    out: &'a mut Vec<u8>,
    word: u64,
    bits: u32,
}

impl<'a> Packer<'a> {
    /// Appends to `out`.
    #[inline(always)]
    pub fn new(out: &'a mut Vec<u8>) -> Packer<'a> {
        Packer { out, word: 0, bits: 0 }
    }

    /// Appends a number.
    #[inline(always)]
    pub fn put(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.byte(value as u8 | 0x80);
            value >>= 7;
        }
        self.byte(value as u8);
    }

    /// Appends a byte as it is.
    #[inline(always)]
    pub fn byte(&mut self, byte: u8) {
        self.word |= u64::from(byte) << self.bits;
        self.bits += 8;
        if self.bits == u64::BITS {
            self.out.extend_from_slice(&self.word.to_le_bytes());
            (self.word, self.bits) = (0, 0);
        }
    }

    /// What is left goes to the list, too.
    #[inline(always)]
    pub fn finish(self) {
        let len = self.out.len() + self.bits as usize / 8;
        self.out.extend_from_slice(&self.word.to_le_bytes());
        self.out.truncate(len);
    }
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
        let mut out = alloc::vec![0xFF];
        let mut packer = Packer::new(&mut out);
        packer.byte(0xEE);
        numbers.iter().for_each(|n| packer.put(*n));
        packer.finish();
        // In each number, seven bits to a byte.
        assert_eq!((&out[..2], out.len()), (&[0xFF, 0xEE][..], 2 + 1 + 1 + 1 + 2 + 2 + 5 + 10));
        let mut at = 2;
        assert!(numbers.iter().all(|n| take(&out, &mut at) == *n));
        assert_eq!((at, take(&out, &mut at)), (out.len(), 0));
        for (new, old) in [(5, 7), (7, 5), (u64::MAX, 0), (0, u64::MAX), (1 << 63, 0)] {
            assert_eq!(unzigzag(zigzag(new, old), old), new);
        }
        assert!(zigzag(9, 10) < 0x80 && zigzag(0, 63) < 0x80);
    }
}

//! The instructions of the image, decoded once.
//!
//! Memory may change while a program runs. So each instruction stands beside the word that it was decoded from, and is taken only while
//! this word is what memory has.
//!
//! Absent: instructions of the byte encoding, which begin anywhere, and words that are no power of two of bytes.

use alloc::sync::Arc;

use super::super::isa::{Arch, Decoded, Encoding, little_endian};

/// Words from address 0 on that are decoded ahead, at most: behind them an image has data rather than code.
const MOST: usize = 1 << 14;

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct Program {
    /// By how many bits an address is larger than the number of its word.
    shift: u32,
    words: Arc<[(u64, Decoded)]>,
}

impl Program {
    /// Of an image at address 0.
    pub fn new(arch: Arch, image: &[u8]) -> Program {
        let size = usize::from(arch.word_bytes);
        let has_words = arch.encoding == Encoding::Word && size.is_power_of_two();
        let words = image.chunks_exact(size).take(if has_words { MOST } else { 0 });
        let words = words.map(|word| (little_endian(word), arch.decode(word))).collect();
        Program { shift: size.trailing_zeros(), words }
    }

    /// What lies at an address in memory, if it is what was there at first.
    #[inline]
    pub fn at(&self, address: u64, memory: &[u8]) -> Option<Decoded> {
        let start = usize::try_from(address).ok()?;
        let (word, decoded) = self.words.get(start >> self.shift)?;
        let size = 1 << self.shift;
        let is_same = start % size == 0 && little_endian(memory.get(start..start + size)?) == *word;
        is_same.then_some(*decoded)
    }
}

//! The instructions of the image, decoded once.
//!
//! Memory may change while a program runs. So each instruction stands beside the word that it was decoded from, and is taken only while
//! this word is what memory has. What names a register or predicate that the core lacks is none of them: that is a fault where it is
//! fetched.
//!
//! Absent: instructions of the byte encoding, which begin anywhere, and words that are no power of two of bytes.

use alloc::sync::Arc;

use super::{
    super::isa::{Arch, Decoded, Encoding, Instruction, Kind, little_endian},
    Why,
};

/// Words from address 0 on that are decoded ahead, at most: behind them an image has data rather than code.
const MOST: usize = 1 << 14;

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct Program {
    /// By how many bits an address is larger than the number of its word.
    shift: u32,
    words: Arc<[(u64, Option<Decoded>)]>,
}

impl Program {
    /// Of an image at address 0.
    pub fn new(arch: Arch, image: &[u8]) -> Program {
        let size = usize::from(arch.word_bytes);
        let has_words = arch.encoding == Encoding::Word && size.is_power_of_two();
        let words = image.chunks_exact(size).take(if has_words { MOST } else { 0 });
        let decode = |word: &[u8]| (little_endian(word), checked(arch, arch.decode(word)).ok());
        Program { shift: size.trailing_zeros(), words: words.map(decode).collect() }
    }

    /// What lies at an address in memory, if it is what was there at first.
    #[inline]
    pub fn at(&self, address: u64, memory: &[u8]) -> Option<Decoded> {
        let start = usize::try_from(address).ok()?;
        let (word, decoded) = self.words.get(start >> self.shift)?;
        let size = 1 << self.shift;
        let is_same = little_endian(memory.get(start..start + size)?) == *word;
        decoded.filter(|_| is_same)
    }
}

/// What was decoded, if all registers and predicates that it names are there: fields may hold numbers of more.
pub(super) fn checked(arch: Arch, decoded: Decoded) -> Result<Decoded, Why> {
    if let Decoded::Instruction(one, _) = &decoded {
        check_operands(arch, one)?;
    }
    Ok(decoded)
}

fn check_operands(arch: Arch, one: &Instruction) -> Result<(), Why> {
    if let Some(guard) = one.guard.filter(|guard| u16::from(*guard) >= arch.predicates) {
        return Err(Why::NoPredicate(guard));
    }
    for (kind, number) in one.op.row().format.operands().iter().zip(one.registers()) {
        match kind {
            Kind::To | Kind::From if u16::from(*number) >= arch.registers => {
                return Err(Why::NoRegister(*number));
            }
            Kind::PredicateTo | Kind::PredicateFrom if u16::from(*number) >= arch.predicates => {
                return Err(Why::NoPredicate(*number));
            }
            _ => {}
        }
    }
    Ok(())
}

//! Instructions as bytes, in both encodings (HARP 3.5).
//!
//! A word is, from its highest bit: whether there is a guard, the guard, the operation in 6 bits, the operands, the number in all bits that
//! are left. In the byte encoding each of these has a byte of its own (a guard of 0xff is none), and the number is a word.
//! Bytes of a word lie in memory from the lowest.
//!
//! How wide a number may be follows from what stands before it. The original assembler lets in one bit more than there is and cuts it off
//! (facts 12): [`Reach`] says what a number is to that.

use alloc::vec::Vec;

use super::{
    arch::{Arch, Encoding},
    format::Format,
    instruction::Instruction,
    ops::Op,
};

/// The guard of the byte encoding that is none.
const NO_GUARD: u8 = 0xff;

/// How a number fits into so many bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// It comes back as it is.
    Fits,
    /// Its low bits fit, and what comes back is another number.
    Cut,
    /// The original refuses it.
    TooWide,
}

impl Reach {
    /// What a number is to so many bits with a sign.
    pub const fn of(value: i64, bits: u32) -> Reach {
        match bits {
            64.. => Reach::Fits,
            0 => Reach::TooWide,
            _ if value >= -(1 << (bits - 1)) && value < 1 << (bits - 1) => Reach::Fits,
            63 => Reach::Cut,
            _ if value >= -(1 << bits) && value < 1 << bits => Reach::Cut,
            _ => Reach::TooWide,
        }
    }
}

/// What lies in memory where an instruction should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decoded {
    /// An instruction and its bytes.
    Instruction(Instruction, u32),
    /// A number that is no operation, and bytes to what follows.
    Undefined(u8, u32),
    /// Not enough bytes.
    Short,
}

impl Arch {
    /// Bits of the number of an instruction; 0 if it has none. (HARP 3.5: *i1*, *i2*, *i3*.)
    pub const fn immediate_bits(self, format: Format) -> u32 {
        match (format.has_immediate(), self.encoding) {
            (false, _) => 0,
            (true, Encoding::Byte) => self.bits(),
            (true, Encoding::Word) => {
                self.bits() - (1 + self.guard_bits() + 6 + format.registers() as u32 * self.field_bits())
            }
        }
    }

    /// Bytes of an instruction.
    pub const fn instruction_bytes(self, format: Format) -> u32 {
        match self.encoding {
            Encoding::Word => self.word_bytes as u32,
            Encoding::Byte => {
                let immediate = if format.has_immediate() { self.word_bytes as u32 } else { 0 };
                2 + format.registers() as u32 + immediate
            }
        }
    }

    /// The bytes of an instruction. Numbers are cut to what there is room for.
    pub fn encode(self, one: &Instruction) -> Vec<u8> {
        self.encode_first(one, one.op.row().format.operands().len())
    }

    /// As [`Arch::encode`] with the first operands alone: a word has zeros for the others, bytes end before them (facts C3).
    pub fn encode_first(self, one: &Instruction, operands: usize) -> Vec<u8> {
        let format = one.op.row().format;
        let registers = one.registers().iter().take(operands);
        let immediate = format.has_immediate() && operands == format.operands().len();
        match self.encoding {
            Encoding::Word => {
                let guard = one.guard.map_or(0, |guard| 1 << self.guard_bits() | u64::from(guard));
                let head = guard << 6 | one.op as u64;
                let (field, mut left) = (self.field_bits(), self.bits() - 7 - self.guard_bits());
                let mut word = head << left;
                for register in registers {
                    left -= field;
                    word |= u64::from(*register) << left;
                }
                if immediate {
                    word |= one.immediate as u64 & low(self.immediate_bits(format));
                }
                word.to_le_bytes()[..self.word_bytes.into()].into()
            }
            Encoding::Byte => {
                let head = [one.guard.unwrap_or(NO_GUARD), one.op as u8];
                let number = if immediate { usize::from(self.word_bytes) } else { 0 };
                let number = one.immediate.to_le_bytes().into_iter().take(number);
                head.into_iter().chain(registers.copied()).chain(number).collect()
            }
        }
    }

    /// The instruction at the beginning of some bytes.
    pub fn decode(self, bytes: &[u8]) -> Decoded {
        match self.encoding {
            Encoding::Word => self.decode_word(bytes),
            Encoding::Byte => self.decode_bytes(bytes),
        }
    }

    fn decode_word(self, bytes: &[u8]) -> Decoded {
        let size = self.word_bytes;
        let Some(bytes) = bytes.get(..size.into()) else { return Decoded::Short };
        let word = little_endian(bytes);
        let mut left = self.bits();
        let mut take = |bits: u32| {
            left = left.saturating_sub(bits);
            (word >> left & low(bits)) as u8
        };
        let guarded = take(1) == 1;
        let guard = take(self.guard_bits());
        let code = take(6);
        let Some(op) = Op::numbered(code) else { return Decoded::Undefined(code, size.into()) };
        let format = op.row().format;
        let mut registers = [0; 3];
        registers
            .iter_mut()
            .take(format.registers())
            .for_each(|register| *register = take(self.field_bits()));
        let immediate = match self.immediate_bits(format) {
            0 => 0,
            bits => (word << (64 - bits)) as i64 >> (64 - bits),
        };
        let guard = guarded.then_some(guard);
        Decoded::Instruction(Instruction { guard, op, registers, immediate }, size.into())
    }

    fn decode_bytes(self, bytes: &[u8]) -> Decoded {
        let [guard, code, operands @ ..] = bytes else { return Decoded::Short };
        let Some(op) = Op::numbered(*code) else { return Decoded::Undefined(*code, 2) };
        let format = op.row().format;
        let size = self.instruction_bytes(format);
        let Some(operands) = operands.get(..size as usize - 2) else { return Decoded::Short };
        let (numbers, immediate) = operands.split_at(format.registers());
        let mut registers = [0; 3];
        registers[..numbers.len()].copy_from_slice(numbers);
        let guard = Some(*guard).filter(|guard| *guard != NO_GUARD);
        let immediate = little_endian(immediate) as i64;
        Decoded::Instruction(Instruction { guard, op, registers, immediate }, size)
    }
}

/// So many low bits.
const fn low(bits: u32) -> u64 {
    if bits == 0 { 0 } else { u64::MAX >> (64 - bits) }
}

/// Up to eight bytes as a number, the lowest first.
pub fn little_endian(bytes: &[u8]) -> u64 {
    match *bytes {
        // Nearly all words have as many.
        [a, b, c, d] => u32::from_le_bytes([a, b, c, d]).into(),
        [a, b, c, d, e, f, g, h] => u64::from_le_bytes([a, b, c, d, e, f, g, h]),
        _ => bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte)),
    }
}

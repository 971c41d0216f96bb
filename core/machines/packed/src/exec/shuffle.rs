//! Moves of elements across registers: pure functions on the bytes of registers.

use lanescope_parts::{base::num, riscv::hart::arithmetic::integer};

use super::state::{Value, WIDEST, element, set_element};
use crate::{exec::lane::saturated, isa::Work};

/// Elements of one type in registers of so many bytes.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    /// Bytes of the registers.
    pub register: usize,
    /// Bytes of an element.
    pub element: usize,
}

impl Cut {
    /// Elements of a register: elements have 1, 2, 4 or 8 bytes.
    #[inline]
    pub const fn count(self) -> usize {
        self.register >> self.element.trailing_zeros()
    }

    /// Elements of the blocks that are worked on by themselves: of 128 bits, or of the whole register.
    const fn block(self, blocks: bool) -> usize {
        let bytes = if blocks && self.register > 16 { 16 } else { self.register };
        bytes / self.element
    }

    /// The value whose elements are these.
    fn collect(self, f: impl Fn(usize) -> u64) -> Value {
        let mut value = [0; WIDEST];
        (0..self.count()).for_each(|at| set_element(&mut value, at, self.element, f(at)));
        value
    }

    fn get(self, value: &Value, at: usize) -> u64 {
        element(value, at, self.element)
    }

    /// One element in all places.
    pub fn splat(self, to: u64) -> Value {
        self.collect(|_| to)
    }

    /// Elements of `from` by their numbers in `index`; a number that is too large is 0 or is cut.
    pub fn permute(self, from: &Value, index: &Value, zero: bool) -> Value {
        let count = self.count() as u64;
        self.collect(|at| match self.get(index, at) {
            number if number < count => self.get(from, number as usize),
            _ if zero => 0,
            number => self.get(from, (number % count) as usize),
        })
    }

    /// Elements by numbers of two bits, in blocks of four.
    pub fn permute_number(self, from: &Value, number: u32) -> Value {
        self.collect(|at| {
            let chosen = (number >> (2 * (at % 4)) & 3) as usize;
            self.get(from, at / 4 * 4 + chosen)
        })
    }

    /// As that, but the two upper elements of each block are of another register.
    pub fn shuffle_pair(self, a: &Value, b: &Value, number: u32) -> Value {
        self.collect(|at| {
            let chosen = (number >> (2 * (at % 4)) & 3) as usize;
            self.get(if at % 4 < 2 { a } else { b }, at / 4 * 4 + chosen)
        })
    }

    /// Elements of halves of two registers in turn.
    pub fn unpack(self, a: &Value, b: &Value, high: bool, blocks: bool) -> Value {
        let block = self.block(blocks);
        let start = if high { block / 2 } else { 0 };
        self.collect(|at| {
            let from = at / block * block + start + at % block / 2;
            self.get(if at % 2 == 0 { a } else { b }, from)
        })
    }

    /// Elements twice as wide of two registers one after the other, held in the range.
    pub fn pack(self, a: &Value, b: &Value, signed: bool, blocks: bool) -> Value {
        let wide = 2 * self.element;
        self.collect(|at| {
            let (of_b, place) = self.wide_of(at, blocks);
            let value = num::signed(integer(8 * wide as u32), element(if of_b { b } else { a }, place, wide));
            saturated(value.into(), 8 * self.element as u32, signed).0
        })
    }

    /// For each place of a register of packed elements: which register (b?), and which of its elements twice as wide.
    pub fn wide_of(self, at: usize, blocks: bool) -> (bool, usize) {
        let block = self.block(blocks);
        let (base, inside) = (at / block * block / 2, at % block);
        let of_b = inside >= block / 2;
        (of_b, base + inside - if of_b { block / 2 } else { 0 })
    }

    /// For each place of a sum of neighbours: which register (b?), and the first of the two.
    pub fn pair_of(self, at: usize) -> (bool, usize) {
        let block = self.block(true);
        let (base, inside) = (at / block * block, at % block);
        (inside >= block / 2, base + 2 * (inside % (block / 2)))
    }
}

/// What an instruction that only moves elements makes of its first source `a` and its last one `b`, with its number. `None` of
/// one that does more.
pub fn moved(work: Work, cut: Cut, number: u32, a: &Value, b: &Value) -> Option<Value> {
    Some(match work {
        Work::Permute { index_last: true, zero } => cut.permute(a, b, zero),
        Work::Permute { index_last: false, zero } => cut.permute(b, a, zero),
        Work::PermuteImm => cut.permute_number(b, number),
        Work::ShufflePair => cut.shuffle_pair(a, b, number),
        Work::PermuteHalves => permute_halves(a, b, number),
        Work::Unpack { high, blocks } => cut.unpack(a, b, high, blocks),
        Work::InsertBlock => {
            let mut value = *a;
            let at = 16 * (number as usize % (cut.register / 16).max(1));
            value[at..at + 16].copy_from_slice(&b[..16]);
            value
        }
        _ => return None,
    })
}

/// Halves of two registers of 256 bits by a number of 4 bits for each.
pub fn permute_halves(a: &Value, b: &Value, number: u32) -> Value {
    let mut value = [0; WIDEST];
    for half in 0..2 {
        let chosen = number >> (4 * half) & 15;
        if chosen & 8 == 0 {
            let from = if chosen & 2 == 0 { a } else { b };
            let at = 16 * (chosen & 1) as usize;
            value[16 * half..16 * half + 16].copy_from_slice(&from[at..at + 16]);
        }
    }
    value
}

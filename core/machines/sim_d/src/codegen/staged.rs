//! Code for tiles (simd C3): they are brought to the scratchpad at the start of a group, and read from there; or written there, and
//! sent with the last word.

use lanescope_parts::ir::Value;

use super::{
    code::{Arg, Class, GROUP_X, LID_X, LID_Y, MEM_DATA, MEM_IDX, SD_WORDS},
    finish::SPILLS,
    stage::WORD,
    state::Generator,
    tiles::{Offset, Tile},
};
use crate::isa::Op as M;

impl Generator<'_> {
    /// Brings the tiles.
    pub fn load_tiles(&mut self) {
        for (at, tile) in self.tiles.iter().enumerate().filter(|(_, tile)| !tile.output) {
            let [x, y] = [0, 1].map(|side| self.start_of_tile(tile, side));
            let buffer = self.buffer(tile.main);
            self.ask(true, self.cost_of_bringing(tile));
            self.code.push(M::Ldg2sptile, None, Some(Arg::Number(SPILLS + at as u32)), &[buffer, x, y]);
        }
    }

    /// The first column (0) or row (1) of a group's tile.
    fn start_of_tile(&mut self, tile: &Tile, side: usize) -> Arg {
        let mut sum = Arg::Number(tile.first[side] as u32);
        let sizes = [self.shape.width, self.shape.height()];
        for (place, (step, size)) in tile.steps[side].into_iter().zip(sizes).enumerate() {
            // With one group in a row, all begin at column 0.
            if step == 0 || self.shape.size[place] <= size {
                continue;
            }
            let group = self.code.s(M::Smov, &[Arg::Scalar(GROUP_X + place as u8)]);
            sum = match (sum, step) {
                (Arg::Number(0), 1) => group,
                (Arg::Number(_), 1) => self.code.s(M::Siadd, &[group, sum]),
                (Arg::Number(0), _) => self.code.s(M::Simul, &[group, Arg::Number(step)]),
                _ => {
                    let sum = if let Arg::Number(_) = sum { self.code.s(M::Smov, &[sum]) } else { sum };
                    self.code.s(M::Simad, &[group, Arg::Number(step), sum])
                }
            };
        }
        sum
    }

    /// The word of an address, if that is in a tile.
    pub fn staged(&mut self, ptr: Value, class: Class) -> Option<Arg> {
        let tiles = self.tiles;
        let (at, tile) = tiles.iter().enumerate().find(|(_, tile)| !tile.output && tile.holds(ptr))?;
        let buffer = Arg::Number(SPILLS + at as u32);
        let scalar = tile.factors.is_none() && class == Class::Scalar;
        self.ask(false, if scalar { WORD } else { self.cost_of_tile(tile) });
        let Some(factors) = tile.factors else {
            let (_, sum) = self.base(ptr);
            if scalar {
                let words = ((sum.number as i32) >> 2) as u32;
                let word = self.scalar_words(&sum.terms, words)?;
                return Some(self.scalar_of_tile(buffer, word));
            }
            let index = self.words(&sum);
            return Some(self.indexed_of_tile(buffer, index));
        };
        let (_, [column, row]) = tile.reads.iter().find(|(one, _)| *one == ptr)?;
        if self.is_direct(tile) {
            let [x, y] = [column, row].map(|offset| self.offset(offset, 1));
            return Some(self.code.v(M::Ldsplin, &[buffer, x, y]));
        }
        let index = self.index_in_tile(tile, factors, [column, row]);
        Some(self.indexed_of_tile(buffer, index))
    }

    /// Puts a result into its tile, and sends that behind the last one. Is there a tile for it?
    pub fn put_together(&mut self, ptr: Value, word: Arg) -> bool {
        let Some((at, last)) = self.result_tile(ptr) else { return false };
        let tile = &self.tiles[at];
        let found = tile.reads.iter().find(|(one, _)| *one == ptr);
        let (Some(factors), Some((_, [column, row]))) = (tile.factors, found) else { return false };
        let own = Arg::Number(SPILLS + at as u32);
        let index = self.index_in_tile(tile, factors, [column, row]);
        self.set_special(MEM_IDX, index);
        self.set_special(MEM_DATA, word);
        self.ask(false, self.cost_of_tile(tile));
        self.code.push(M::Stspbidx, None, None, &[own]);
        if last {
            let [x, y] = [0, 1].map(|side| self.start_of_tile(tile, side));
            let buffer = self.buffer(tile.main);
            self.ask(true, self.cost_of_sending(tile));
            self.code.push(M::Stg2sptile, None, Some(own), &[buffer, x, y]);
        }
        true
    }

    /// The index of a work-item's word in a tile: from its column and row in the group, and words besides.
    fn index_in_tile(&mut self, tile: &Tile, factors: [u32; 2], [column, row]: [&Offset; 2]) -> Arg {
        let mut index = None;
        for (place, factor) in [LID_X, LID_Y].into_iter().zip(factors).filter(|(_, factor)| *factor != 0) {
            let place = self.code.v(M::Mov, &[Arg::Vector(place)]);
            index = Some(match index {
                None if factor == 1 => place,
                None => self.code.v(M::Imul, &[place, Arg::Number(factor)]),
                Some(index) => self.code.v(M::Imad, &[place, Arg::Number(factor), index]),
            });
        }
        let mut index = index.unwrap_or(Arg::Number(0));
        for offset in [self.offset(column, 1), self.offset(row, tile.size[0])] {
            index = match (index, offset) {
                (index, Arg::Number(0)) => index,
                (Arg::Number(_), offset) => self.spread(offset),
                (index, offset) => self.code.v(M::Iadd, &[index, offset]),
            };
        }
        index
    }

    /// An offset times a factor: a scalar or a number.
    fn offset(&mut self, offset: &Offset, factor: u32) -> Arg {
        let number = (offset.number as u32).wrapping_mul(factor);
        let mut sum = Arg::Number(number);
        for (value, words) in &offset.terms {
            let (term, words) = (self.scalar(*value), (*words as u32).wrapping_mul(factor));
            sum = match (sum, words) {
                (Arg::Number(0), 1) => term,
                (sum @ Arg::Number(_), 1) => self.code.s(M::Siadd, &[term, sum]),
                (Arg::Number(0), _) => self.code.s(M::Simul, &[term, Arg::Number(words)]),
                (sum, _) => {
                    let sum = if let Arg::Number(_) = sum { self.code.s(M::Smov, &[sum]) } else { sum };
                    self.code.s(M::Simad, &[term, Arg::Number(words), sum])
                }
            };
        }
        sum
    }

    fn indexed_of_tile(&mut self, buffer: Arg, index: Arg) -> Arg {
        self.code.push(M::Movvsp, None, Some(Arg::Vector(MEM_IDX)), &[index]);
        self.code.push(M::Ldspbidx, None, None, &[buffer]);
        self.code.v(M::Mov, &[Arg::Vector(MEM_DATA)])
    }

    /// A word as a scalar.
    fn scalar_of_tile(&mut self, buffer: Arg, word: Arg) -> Arg {
        if self.stride[0] != Some(1) {
            self.code.push(M::Smovssp, None, Some(Arg::Scalar(SD_WORDS)), &[Arg::Number(1)]);
            self.stride[0] = Some(1);
        }
        self.code.s(M::Sldsp, &[buffer, word])
    }
}

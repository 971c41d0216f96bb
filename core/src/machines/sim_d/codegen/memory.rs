//! Loads and stores (simd C2, C4): blocks where neighbouring work-items move neighbouring words, else words
//! by their indexes.
//!
//! Where addresses grow with columns and rows from a scalar on, the region that a group's work-items are in
//! is read or written.
//! A pointer that is an argument and an offset names the argument's buffer; any other the buffer of all
//! memory. Indexes go through a
//! buffer as a whole if it is small enough for that to take less time than a burst for each work-item.
//!
//! Private memory is a buffer of the scratchpad in which the words of all work-items with the same address
//! lie in a row.

use super::{
    addresses::{Region, Sum},
    code::{Arg, GROUP_X, LID_X, LID_Y, MEM_DATA, MEM_IDX, SD_WORDS},
    state::{Generator, Made, Main},
};
use crate::{
    image::BASE,
    ir::{Op, Space, Value},
    machines::sim_d::isa::{Op as M, WORK_ITEMS},
};

/// The scratchpad buffer of private memory.
pub const PRIVATE: u32 = 0;
/// The scratchpad buffer of group memory.
pub const LOCAL: u32 = 1;

/// Bytes of a buffer up to which it takes less time to read all of it than a burst for each work-item.
const SMALL_LOAD: u64 = 1_205_862;
/// The same for writing.
const SMALL_STORE: u64 = 1_436_549;
/// Where an access goes.
#[derive(Clone, Copy)]
enum Place {
    /// Each work-item its word, so many words and rows behind its place in the launch.
    Line(Main, [Arg; 2]),
    /// By an index in a region.
    Region(Main, Region),
    /// By an index in words.
    Index(Main, Arg),
    /// A scratchpad buffer by an index in words.
    Scratchpad(u32, Arg),
}

impl Generator<'_> {
    /// Does it take less time to go through a buffer than to ask for the words of 1,024 work-items (simd C4)?
    fn is_small(&self, main: Main, bytes: u64) -> bool {
        match main {
            Main::Argument(at, _) => self.reach[at as usize] <= bytes,
            Main::Constants | Main::Words => true,
            Main::All => false,
        }
    }

    fn place(&mut self, ptr: Value) -> Made<Place> {
        let space = self.ty(ptr).space().unwrap_or(Space::Global);
        let (argument, mut sum) = self.base(ptr);
        Ok(match (space, argument) {
            (Space::Private, _) => {
                let bytes = self.sum(&sum);
                let row = self.code.v(M::Shl, &[bytes, Arg::Number(WORK_ITEMS.trailing_zeros() - 2)]);
                let item = self.item();
                self.private = true;
                Place::Scratchpad(PRIVATE, self.code.v(M::Iadd, &[row, item]))
            }
            (Space::Local, _) => Place::Scratchpad(LOCAL, self.words(&sum)),
            (_, Some(argument)) => self.argument_place(argument, &sum),
            (Space::Constant, None) => {
                let known =
                    |value: Value| self.kernel.def(value).is_some_and(|inst| matches!(inst.op, Op::Arg(_)));
                if self.layout.constant_bytes == 0 || sum.terms.iter().any(|(value, _)| known(*value)) {
                    return Err(self.refuse("pointer", "it is not known which buffer a pointer points to"));
                }
                Place::Index(Main::Constants, self.words(&sum))
            }
            (Space::Global, None) => {
                sum.number = sum.number.wrapping_sub(BASE as u32);
                let bytes = self.sum(&sum);
                let word = self.code.v(M::Shr, &[bytes, Arg::Number(2)]);
                Place::Index(Main::All, self.code.v(M::And, &[word, Arg::Number(u32::MAX >> 2)]))
            }
        })
    }

    fn argument_place(&mut self, argument: u32, sum: &Sum) -> Place {
        if let Some((pitch, offset)) = self.line(sum) {
            return Place::Line(Main::Argument(argument, pitch), offset);
        }
        let main = Main::Argument(argument, 0);
        let whole = self.reach[argument as usize].min(SMALL_LOAD) / 4;
        let smaller = |region: &Region| u64::from(region.stride[0]) * u64::from(region.stride[2]) < whole;
        match self.region(sum).filter(smaller) {
            Some(region) => Place::Region(main, region),
            None => Place::Index(main, self.words(sum)),
        }
    }

    /// Says what a region is, and which word of it is each work-item's: the place of its first word.
    fn enter(&mut self, region: &Region) -> Arg {
        let specials = [SD_WORDS, SD_WORDS + 1, SD_WORDS + 2].into_iter().zip(region.stride);
        for (special, number) in specials.filter(|_| self.stride != Some(region.stride)) {
            self.code.push(M::Smovssp, None, Some(Arg::Scalar(special)), &[Arg::Number(number)]);
        }
        self.stride = Some(region.stride);
        let (mut first, mut index) = (region.first, None);
        let sides = [(LID_X, GROUP_X, region.factors[0]), (LID_Y, GROUP_X + 1, region.factors[1])];
        for (place, group, factor) in sides.into_iter().filter(|side| side.2 != 0) {
            let group = self.code.s(M::Smov, &[Arg::Scalar(group)]);
            let start = match first {
                Arg::Number(_) => self.code.s(M::Smov, &[first]),
                first => first,
            };
            first = self.code.s(M::Simad, &[group, Arg::Number(factor), start]);
            let place = self.code.v(M::Mov, &[Arg::Vector(place)]);
            index = Some(match index {
                None => self.code.v(M::Imul, &[place, Arg::Number(factor)]),
                Some(index) => self.code.v(M::Imad, &[place, Arg::Number(factor), index]),
            });
        }
        self.set_special(MEM_IDX, index.unwrap_or(Arg::Number(0)));
        first
    }

    /// The number of the work-item in its group.
    pub fn item(&mut self) -> Arg {
        let column = self.code.v(M::Mov, &[Arg::Vector(LID_X)]);
        if self.shape.height() == 1 {
            return column;
        }
        let row = self.code.v(M::Mov, &[Arg::Vector(LID_Y)]);
        self.code.v(M::Imad, &[row, Arg::Number(self.shape.width), column])
    }

    fn set_special(&mut self, special: u8, word: Arg) {
        self.code.push(M::Movvsp, None, Some(Arg::Vector(special)), &[word]);
    }

    /// Loads a word.
    pub fn load(&mut self, ptr: Value) -> Made<Arg> {
        Ok(match self.place(ptr)? {
            Place::Line(main, [x, y]) => {
                let buffer = self.buffer(main);
                self.code.v(M::Ldglin, &[buffer, x, y])
            }
            Place::Index(main, index) => {
                self.set_special(MEM_IDX, index);
                let buffer = self.buffer(main);
                if self.is_small(main, SMALL_LOAD) {
                    self.code.push(M::Ldgbidx, None, None, &[buffer]);
                    self.code.v(M::Mov, &[Arg::Vector(MEM_DATA)])
                } else {
                    self.code.v(M::Ldgidxit, &[buffer])
                }
            }
            Place::Region(main, region) => {
                let (first, buffer) = (self.enter(&region), self.buffer(main));
                self.code.push(M::Ldgcidx, None, None, &[buffer, first]);
                self.code.v(M::Mov, &[Arg::Vector(MEM_DATA)])
            }
            Place::Scratchpad(buffer, index) => {
                self.set_special(MEM_IDX, index);
                self.code.push(M::Ldspbidx, None, None, &[Arg::Number(buffer)]);
                self.code.v(M::Mov, &[Arg::Vector(MEM_DATA)])
            }
        })
    }

    /// Stores a word.
    pub fn store(&mut self, ptr: Value, value: Value) -> Made<()> {
        let word = self.vector(value);
        match self.place(ptr)? {
            Place::Line(main, [x, y]) => {
                let buffer = self.buffer(main);
                self.code.push(M::Stglin, None, Some(word), &[buffer, x, y]);
            }
            Place::Index(main, index) => {
                self.set_special(MEM_IDX, index);
                let buffer = self.buffer(main);
                if self.is_small(main, SMALL_STORE) {
                    self.set_special(MEM_DATA, word);
                    self.code.push(M::Stgbidx, None, None, &[buffer]);
                } else {
                    self.code.push(M::Stgidxit, None, Some(word), &[buffer]);
                }
            }
            Place::Region(main, region) => {
                let (first, buffer) = (self.enter(&region), self.buffer(main));
                self.set_special(MEM_DATA, word);
                self.code.push(M::Stgcidx, None, None, &[buffer, first]);
            }
            Place::Scratchpad(buffer, index) => {
                self.set_special(MEM_IDX, index);
                self.set_special(MEM_DATA, word);
                self.code.push(M::Stspbidx, None, None, &[Arg::Number(buffer)]);
            }
        }
        Ok(())
    }
}

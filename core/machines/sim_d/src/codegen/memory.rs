//! Loads and stores (simd C2, C4): blocks where neighbouring work-items move neighbouring words, else words
//! by their indexes.
//!
//! Where addresses grow with columns and rows from a scalar on, the region that a group's work-items are in
//! is read or written.
//! A pointer that is an argument and an offset names the argument's buffer; any other the buffer of all
//! memory. Indexes go through a
//! buffer as a whole if that takes the DRAM no more time than a burst for each work-item (`cost`).
//!
//! Private memory is a buffer of the scratchpad in which the words of all work-items with the same address
//! lie in a row.

use lanescope_parts::{
    codegen::sums::Sum,
    image::BASE,
    ir::{Op, Space, Value},
};

use super::{
    addresses::Region,
    code::{Arg, Class, GROUP_X, LID_X, LID_Y, MEM_DATA, MEM_IDX, SD_WORDS, TID_X, TID_Y},
    cost,
    settings::IndexMethod,
    state::{Generator, Made},
    tiles::{Access, Main},
};
use crate::{
    dram::request::Stride,
    isa::{Op as M, WORK_ITEMS},
    spec::Spec,
};

/// The scratchpad buffer of private memory.
pub const PRIVATE: u32 = 0;
/// The scratchpad buffer of group memory.
pub const LOCAL: u32 = 1;

/// Where an access goes.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// Each work-item its word, so many words and rows behind its place in the launch.
    Line(Main, [Arg; 2]),
    /// By an index in a region.
    Region(Main, Region),
    /// By an index in words, in a stream over all of the buffer.
    Stream(Main, Arg),
    /// By an index in words, a burst each.
    Each(Main, Arg),
    /// A scratchpad buffer by an index in words.
    Scratchpad(u32, Arg),
}

impl Generator<'_> {
    fn place(&mut self, ptr: Value, write: bool) -> Made<Place> {
        let space = self.ty(ptr).space().unwrap_or(Space::Global);
        let (argument, mut sum) = self.base(ptr);
        if !sum.number.is_multiple_of(4) && sum.terms.iter().all(|(_, factor)| factor.is_multiple_of(4)) {
            return Err(
                self.refuse("access", "its address is no multiple of 4, and there are only whole words")
            );
        }
        Ok(match (space, argument) {
            (Space::Private, _) => {
                let bytes = self.sum(&sum);
                let row = self.code.v(M::Shl, &[bytes, Arg::Number(WORK_ITEMS.trailing_zeros() - 2)]);
                let item = self.item();
                self.private = true;
                Place::Scratchpad(PRIVATE, self.code.v(M::Iadd, &[row, item]))
            }
            (Space::Local, _) => Place::Scratchpad(LOCAL, self.words(&sum)),
            (_, Some(argument)) => self.argument_place(argument, &sum, write),
            (Space::Constant, None) => {
                let known =
                    |value: Value| self.kernel.def(value).is_some_and(|inst| matches!(inst.op, Op::Arg(_)));
                if self.layout.constant_bytes == 0 || sum.terms.iter().any(|(value, _)| known(*value)) {
                    return Err(self.refuse("pointer", "it is not known which buffer a pointer points to"));
                }
                self.indexed_place(Main::Constants, &sum, write)
            }
            (Space::Global, None) => {
                sum.number = sum.number.wrapping_sub(BASE as u32);
                let bytes = self.sum(&sum);
                let word = self.code.v(M::Shr, &[bytes, Arg::Number(2)]);
                Place::Each(Main::All, self.code.v(M::And, &[word, Arg::Number(u32::MAX >> 2)]))
            }
        })
    }

    fn argument_place(&mut self, argument: u32, sum: &Sum, write: bool) -> Place {
        if let Some((pitch, offset)) = self.line(sum) {
            return Place::Line(Main::Argument(argument, pitch), offset);
        }
        let main = Main::Argument(argument, 0);
        let region = match self.spec.compiler.index_method {
            IndexMethod::Iterative => None,
            _ => self.region(sum),
        };
        let other = self.cost_of_index(main, write);
        match region.filter(|region| self.stream_cost(region.stride, write) < other) {
            Some(region) => Place::Region(main, region),
            None => self.indexed_place(main, sum, write),
        }
    }

    fn indexed_place(&mut self, main: Main, sum: &Sum, write: bool) -> Place {
        let index = self.words(sum);
        match self.streams(main, write) {
            true => Place::Stream(main, index),
            false => Place::Each(main, index),
        }
    }

    /// Is a stream over a buffer the better way to words by indexes?
    fn streams(&self, main: Main, write: bool) -> bool {
        let Spec { compiler, timing, .. } = self.spec;
        self.words_of(main)
            .is_some_and(|words| cost::streams(words, write, compiler.index_method, &timing.dram))
    }

    /// What words by indexes take the DRAM that may be anywhere in a buffer.
    fn cost_of_index(&self, main: Main, write: bool) -> u64 {
        let (words, dram) = (self.words_of(main), &self.spec.timing.dram);
        match words.filter(|_| self.streams(main, write)) {
            Some(words) => cost::stream(Stride::line(0, words), write, dram),
            None => cost::iterated(words.unwrap_or(u64::MAX >> 1), write, dram),
        }
    }

    fn stream_cost(&self, [words, period, periods]: [u32; 3], write: bool) -> u64 {
        let [words, period, periods] = [words, period, periods].map(u64::from);
        cost::stream(Stride { address: 0, words, period, periods }, write, &self.spec.timing.dram)
    }

    /// Takes note of an access of main memory: does it write, or read what others may write?
    fn note(&mut self, ptr: Value, place: &Place, store: bool, writes: bool) {
        let (main, line, cost) = match *place {
            Place::Line(main @ Main::Argument(_, pitch), _) => {
                let (width, height) = (self.shape.width, self.shape.height());
                // Rows end with the buffer and the launch.
                let words = self.words_of(main).unwrap_or(u64::MAX).min(WORK_ITEMS as u64) as u32;
                let stride = match pitch {
                    0 => [words, words, 1],
                    _ => [width.min(pitch), pitch, height.min(self.shape.size[1])],
                };
                (main, true, self.stream_cost(stride, store))
            }
            Place::Region(main, region) => (main, false, self.stream_cost(region.stride, store)),
            Place::Line(main, _) | Place::Stream(main, _) | Place::Each(main, _) => {
                (main, false, self.cost_of_index(main, store))
            }
            Place::Scratchpad(buffer, _) => {
                let bytes = if buffer == LOCAL { self.memory.bytes } else { self.layout.private_bytes };
                let often =
                    if buffer == LOCAL { self.shape.sharing().iter().product() } else { WORK_ITEMS as u32 };
                let words = bytes.div_ceil(4) * u64::from(often);
                return self.ask(false, cost::scratchpad(words, words, 1, self.spec.timing.scratchpad_bus));
            }
        };
        self.ask(true, cost);
        let main = if let Main::Argument(at, _) = main { Main::Argument(at, 0) } else { main };
        let (_, sum) = self.base(ptr);
        let is_scalar =
            |(value, factor): &(Value, u32)| factor.is_multiple_of(4) && self.class(*value) == Class::Scalar;
        let scalar = sum.number.is_multiple_of(4) && sum.terms.iter().all(is_scalar);
        self.accesses.push(Access { main, ptr, sum, block: self.block, store, writes, scalar, line, cost });
    }

    /// Says what a region is, and which word of the buffer is each work-item's: the place of the region's first word.
    fn enter(&mut self, region: &Region) -> Arg {
        for (at, number) in region.stride.into_iter().enumerate() {
            if self.stride[at] != Some(number) {
                let special = Arg::Scalar(SD_WORDS + at as u8);
                self.code.push(M::Smovssp, None, Some(special), &[Arg::Number(number)]);
                self.stride[at] = Some(number);
            }
        }
        let (mut first, mut index) = (region.first, None);
        let sides = [(TID_X, GROUP_X, region.factors[0]), (TID_Y, GROUP_X + 1, region.factors[1])];
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
        // Indexes count from the first word of the buffer: places in the launch, not in the group.
        let index = match (index, region.first) {
            (Some(index), Arg::Number(0)) => index,
            (Some(index), first) => self.code.v(M::Iadd, &[index, first]),
            (None, first) => self.spread(first),
        };
        self.set_special(MEM_IDX, index);
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

    pub fn set_special(&mut self, special: u8, word: Arg) {
        self.code.push(M::Movvsp, None, Some(Arg::Vector(special)), &[word]);
    }

    /// Loads a word of a class.
    pub fn load(&mut self, ptr: Value, class: Class, volatile: bool) -> Made<Arg> {
        if let Some(word) = if volatile { None } else { self.staged(ptr, class) } {
            return Ok(word);
        }
        let place = self.place(ptr, false)?;
        self.note(ptr, &place, volatile, false);
        Ok(match place {
            Place::Line(main, [x, y]) => {
                let buffer = self.buffer(main);
                self.code.v(M::Ldglin, &[buffer, x, y])
            }
            Place::Stream(main, index) => {
                self.set_special(MEM_IDX, index);
                let buffer = self.buffer(main);
                self.code.push(M::Ldgbidx, None, None, &[buffer]);
                self.code.v(M::Mov, &[Arg::Vector(MEM_DATA)])
            }
            Place::Each(main, index) => {
                self.set_special(MEM_IDX, index);
                let buffer = self.buffer(main);
                self.code.v(M::Ldgidxit, &[buffer])
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
        if self.put_together(ptr, word) {
            return Ok(());
        }
        let place = self.place(ptr, true)?;
        self.note(ptr, &place, true, true);
        match place {
            Place::Line(main, [x, y]) => {
                let buffer = self.buffer(main);
                self.code.push(M::Stglin, None, Some(word), &[buffer, x, y]);
            }
            Place::Stream(main, index) => {
                self.set_special(MEM_IDX, index);
                let buffer = self.buffer(main);
                self.set_special(MEM_DATA, word);
                self.code.push(M::Stgbidx, None, None, &[buffer]);
            }
            Place::Each(main, index) => {
                self.set_special(MEM_IDX, index);
                let buffer = self.buffer(main);
                self.code.push(M::Stgidxit, None, Some(word), &[buffer]);
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

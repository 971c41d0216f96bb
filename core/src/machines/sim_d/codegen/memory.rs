//! Loads and stores (simd C2, C4): blocks where neighbouring work-items move neighbouring words, else words by their indexes.
//!
//! A pointer that is an argument and an offset names the argument's buffer; any other the buffer of all memory. Indexes go through a
//! buffer as a whole if it is small enough for that to take less time than a burst for each work-item.
//!
//! Private memory is a buffer of the scratchpad in which the words of all work-items with the same address lie in a row.

use alloc::vec::Vec;

use super::{
    code::{Arg, LID_X, LID_Y, MEM_DATA, MEM_IDX},
    state::{Generator, Made, Main},
};
use crate::{
    image::BASE,
    ir::{Binary, Convert, Op, Space, Type, Value, WorkItem},
    machines::sim_d::isa::{Op as M, WORK_ITEMS},
};

/// The scratchpad buffer of private memory.
pub const PRIVATE: u32 = 0;
/// The scratchpad buffer of group memory.
pub const LOCAL: u32 = 1;

/// An offset as far as it is known: terms with factors, and a number.
#[derive(Default)]
struct Sum {
    terms: Vec<(Value, u32)>,
    number: u32,
}

/// Bytes of a buffer up to which it takes less time to read all of it than a burst for each work-item.
const SMALL_LOAD: u64 = 1_205_862;
/// The same for writing.
const SMALL_STORE: u64 = 1_436_549;
/// Most operations of an address that are looked through.
const DEPTH: u32 = 24;

/// Where an access goes.
#[derive(Clone, Copy)]
enum Place {
    /// Each work-item its word, so many words and rows behind its place in the launch.
    Line(Main, [u32; 2]),
    /// By an index in words.
    Index(Main, Arg),
    /// A scratchpad buffer by an index in words.
    Scratchpad(u32, Arg),
}

impl Generator<'_> {
    /// Adds a value times a factor to a sum.
    fn add_to(&self, sum: &mut Sum, value: Value, factor: u32, depth: u32) {
        if let Some(number) = self.number(value) {
            sum.number = sum.number.wrapping_add(number.wrapping_mul(factor));
            return;
        }
        let op = self.kernel.def(value).map(|inst| &inst.op).filter(|_| depth > 0);
        match op {
            Some(Op::Binary(Binary::Add, a, b) | Op::PtrAdd(a, b)) => {
                self.add_to(sum, *a, factor, depth - 1);
                self.add_to(sum, *b, factor, depth - 1);
            }
            Some(Op::Binary(Binary::Sub, a, b)) => {
                self.add_to(sum, *a, factor, depth - 1);
                self.add_to(sum, *b, factor.wrapping_neg(), depth - 1);
            }
            Some(Op::Binary(Binary::Mul, a, b)) if self.number(*b).is_some() => {
                let by = self.number(*b).unwrap_or(1);
                self.add_to(sum, *a, factor.wrapping_mul(by), depth - 1);
            }
            Some(Op::Binary(Binary::Shl, a, b)) if self.number(*b).is_some_and(|by| by < 32) => {
                let by = self.number(*b).unwrap_or(0);
                self.add_to(sum, *a, factor << by, depth - 1);
            }
            Some(Op::Convert(Convert::Bits, a)) if !self.ty(*a).is_float() => {
                self.add_to(sum, *a, factor, depth - 1);
            }
            Some(Op::Convert(Convert::ZExt | Convert::Trunc, a)) if self.ty(*a).bits() >= 32 => {
                self.add_to(sum, *a, factor, depth - 1);
            }
            _ => match sum.terms.iter_mut().find(|(known, _)| *known == value) {
                Some((_, known)) => *known = known.wrapping_add(factor),
                None => sum.terms.push((value, factor)),
            },
        }
    }

    /// The argument whose pointer an address begins with, and what is added to it.
    fn base(&self, ptr: Value) -> (Option<u32>, Sum) {
        let mut sum = Sum::default();
        self.add_to(&mut sum, ptr, 1, DEPTH);
        sum.terms.retain(|(_, factor)| *factor != 0);
        let argument = |value: Value| match self.kernel.def(value).map(|inst| &inst.op) {
            Some(Op::Arg(at)) if matches!(self.ty(value), Type::Ptr(_)) => Some(*at),
            _ => None,
        };
        let mut found = sum.terms.iter().filter_map(|(value, factor)| Some((argument(*value)?, *factor)));
        let base = match (found.next(), found.next()) {
            (Some((at, 1)), None) => Some(at),
            _ => None,
        };
        if base.is_some() {
            sum.terms.retain(|(value, _)| argument(*value).is_none());
        }
        (base, sum)
    }

    /// Is it the column (0) or row (1) of the work-item in the launch?
    fn is_side(&self, value: Value, side: u8) -> bool {
        let place = Op::WorkItem(WorkItem::GlobalId, side);
        self.kernel.def(value).is_some_and(|inst| inst.op == place)
    }

    /// A number, or the argument of this launch.
    fn launched(&self, value: Value) -> Option<u32> {
        let argument = self.argument(value).filter(|_| self.ty(value) == Type::I32);
        let argument = argument.and_then(|(at, _)| self.memory.args.get(at as usize));
        self.number(value).or(argument.map(|arg| *arg as u32))
    }

    /// The length of a row, and the column and row at which the first work-item of a launch is, if neighbours in the launch are
    /// neighbours in memory. The length is a number or an argument, whose value in this launch is the width of the buffer.
    fn line(&self, sum: &Sum) -> Option<(u32, [u32; 2])> {
        let at = sum.terms.iter().position(|(value, factor)| self.is_side(*value, 0) && *factor == 4)?;
        let words = ((sum.number as i32) >> 2) as u32;
        if !sum.number.is_multiple_of(4) {
            return None;
        }
        let others: Vec<(Value, u32)> =
            sum.terms.iter().enumerate().filter(|(n, _)| *n != at).map(|(_, t)| *t).collect();
        if self.shape.size[1] == 1 {
            return others.is_empty().then_some((0, [words, 0]));
        }
        let [(value, factor)] = others[..] else { return None };
        let (row, pitch) = match self.kernel.def(value).map(|inst| &inst.op) {
            Some(Op::Binary(Binary::Mul, a, b)) if factor == 4 => {
                match (self.launched(*a), self.launched(*b)) {
                    (_, Some(pitch)) => (*a, pitch),
                    (Some(pitch), _) => (*b, pitch),
                    _ => return None,
                }
            }
            _ => (value, factor.is_multiple_of(4).then_some(factor / 4)?),
        };
        let mut rows = Sum::default();
        self.add_to(&mut rows, row, 1, DEPTH);
        let plain = matches!(rows.terms[..], [(row, 1)] if self.is_side(row, 1));
        // A row that is shorter than the launch, or a column beside the work-item's, could be that of another row.
        let fits = pitch as i32 > 0 && pitch >= self.shape.global[0] && (words as i32) % (pitch as i32) == 0;
        let more = if fits { (words as i32) / (pitch as i32) } else { 0 };
        (plain && fits && self.shape.global[2] == 1)
            .then(|| (pitch, [0, rows.number.wrapping_add(more as u32)]))
    }

    /// Does it take less time to go through a buffer than to ask for the words of 1,024 work-items (simd C4)?
    fn is_small(&self, main: Main, bytes: u64) -> bool {
        match main {
            Main::Argument(at, _) => self.reach[at as usize] <= bytes,
            Main::Constants | Main::Words => true,
            Main::All => false,
        }
    }

    /// The sum as a vector or a number.
    fn sum(&mut self, sum: &Sum) -> Arg {
        let mut total: Option<Arg> = None;
        for (value, factor) in &sum.terms {
            let term = self.vector(*value);
            total = Some(match (total, factor) {
                (None, 1) => term,
                (None, _) => self.code.v(M::Imul, &[term, Arg::Number(*factor)]),
                (Some(sum), 1) => self.code.v(M::Iadd, &[sum, term]),
                (Some(sum), _) => self.code.v(M::Imad, &[term, Arg::Number(*factor), sum]),
            });
        }
        match (total, sum.number) {
            (Some(total), 0) => total,
            (Some(total), number) => self.code.v(M::Iadd, &[total, Arg::Number(number)]),
            (None, number) => self.spread(Arg::Number(number)),
        }
    }

    /// The words that a sum of bytes is.
    fn words(&mut self, sum: &Sum) -> Arg {
        if sum.number.is_multiple_of(4) && sum.terms.iter().all(|(_, factor)| factor.is_multiple_of(4)) {
            let down = |bytes: u32| ((bytes as i32) >> 2) as u32;
            let terms = sum.terms.iter().map(|(value, factor)| (*value, down(*factor))).collect();
            return self.sum(&Sum { terms, number: down(sum.number) });
        }
        let bytes = self.sum(sum);
        self.code.v(M::Shr, &[bytes, Arg::Number(2)])
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
            (_, Some(argument)) => match self.line(&sum) {
                Some((pitch, offset)) => Place::Line(Main::Argument(argument, pitch), offset),
                None => Place::Index(Main::Argument(argument, 0), self.words(&sum)),
            },
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
                self.code.v(M::Ldglin, &[buffer, Arg::Number(x), Arg::Number(y)])
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
                self.code.push(M::Stglin, None, Some(word), &[buffer, Arg::Number(x), Arg::Number(y)]);
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
            Place::Scratchpad(buffer, index) => {
                self.set_special(MEM_IDX, index);
                self.set_special(MEM_DATA, word);
                self.code.push(M::Stspbidx, None, None, &[Arg::Number(buffer)]);
            }
        }
        Ok(())
    }
}

//! Addresses as sums of terms, and what is known of them (simd C1, C2).

use alloc::vec::Vec;

use lanescope_parts::{
    codegen::sums::{Sum, Words},
    ir::{Binary, Kernel, Op, Type, Value, WorkItem},
};

use super::{
    code::{Arg, Class},
    state::Generator,
};
use crate::isa::Op as M;

/// A region of main memory.
#[derive(Clone, Copy, Debug)]
pub struct Region {
    /// Its first word, less those for the place of the group.
    pub first: Arg,
    /// Words from a column to the next, and from a row to the next.
    pub factors: [u32; 2],
    /// Words of a period, those from a period to the next, and periods.
    pub stride: [u32; 3],
}

impl Words for Generator<'_> {
    fn kernel(&self) -> &Kernel {
        self.kernel
    }

    fn number(&self, value: Value) -> Option<u32> {
        Generator::number(self, value)
    }

    fn launched(&self, value: Value) -> Option<u32> {
        let argument = self.argument(value).filter(|_| self.ty(value) == Type::I32);
        let argument = argument.and_then(|(at, _)| self.memory.args.get(at as usize));
        self.number(value).or(argument.map(|arg| *arg as u32))
    }

    fn is_side(&self, value: Value, side: u8) -> bool {
        let place = Op::WorkItem(WorkItem::GlobalId, side);
        self.kernel.def(value).is_some_and(|inst| inst.op == place)
    }
}

impl Generator<'_> {
    /// A value as a sum.
    pub fn parts(&self, value: Value) -> Sum {
        Sum::of(self, value)
    }

    /// The argument whose pointer an address begins with, and what is added to it.
    pub fn base(&self, ptr: Value) -> (Option<u32>, Sum) {
        let mut sum = self.parts(ptr);
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

    /// What a term of bytes multiplies, and the words that it does so with: a number, or an argument of this
    /// launch.
    pub fn pitch(&self, value: Value, factor: u32) -> Option<(Value, u32)> {
        let words = factor.is_multiple_of(4).then_some(factor / 4)?;
        match self.kernel.def(value).map(|inst| &inst.op) {
            Some(Op::Binary(Binary::Mul, a, b)) => match (self.launched(*a), self.launched(*b)) {
                (_, Some(pitch)) => Some((*a, pitch.wrapping_mul(words))),
                (Some(pitch), _) => Some((*b, pitch.wrapping_mul(words))),
                _ => None,
            },
            _ => Some((value, words)),
        }
    }

    /// Words of terms in bytes that are scalars, and more words.
    pub fn scalar_words(&mut self, terms: &[(Value, u32)], words: u32) -> Option<Arg> {
        if terms
            .iter()
            .any(|(value, factor)| !factor.is_multiple_of(4) || self.class(*value) != Class::Scalar)
        {
            return None;
        }
        let mut sum: Option<Arg> = None;
        for (value, factor) in terms {
            let (term, factor) = (self.scalar(*value), ((*factor as i32) >> 2) as u32);
            sum = Some(match (sum, factor) {
                (None, 1) => term,
                (None, _) => self.code.s(M::Simul, &[term, Arg::Number(factor)]),
                (Some(sum), _) => self.code.s(M::Simad, &[term, Arg::Number(factor), sum]),
            });
        }
        Some(match (sum, words) {
            (None, words) => Arg::Number(words),
            (Some(sum), 0) => sum,
            (Some(sum), words) => self.code.s(M::Siadd, &[sum, Arg::Number(words)]),
        })
    }

    /// Words of main memory that a group's work-items are all among, and the index of each work-item's word
    /// there: a number of words for each
    /// column and each row, from a scalar on.
    pub fn region(&mut self, sum: &Sum) -> Option<Region> {
        let ([mut column, mut row], mut others) = ([0u32; 2], Vec::new());
        for (value, factor) in sum.terms.iter().copied() {
            let (place, words) = self.pitch(value, factor).unwrap_or((value, 0));
            let inside = self.parts(place);
            let side = match inside.terms[..] {
                [(x, 1)] if self.is_side(x, 0) => &mut column,
                [(y, 1)] if self.is_side(y, 1) => &mut row,
                _ => {
                    others.push((value, factor));
                    continue;
                }
            };
            if inside.number != 0 {
                return None;
            }
            *side = side.wrapping_add(words);
        }
        if !sum.number.is_multiple_of(4) || (column | row) >> 20 != 0 {
            return None;
        }
        let (width, height) = (self.shape.width, self.shape.height());
        let words = u64::from(column) * u64::from(width - 1) + 1;
        let stride = match (row, height) {
            (0, _) | (_, 1) => [words, words, 1],
            (row, _) if u64::from(row) >= words => [words, row.into(), height.into()],
            _ => {
                let words = words + u64::from(row) * u64::from(height - 1);
                [words, words, 1]
            }
        };
        let stride = [0, 1, 2].map(|at| u32::try_from(stride[at]).unwrap_or(u32::MAX));
        let first = self.scalar_words(&others, ((sum.number as i32) >> 2) as u32)?;
        Some(Region { first, factors: [column, row], stride })
    }

    /// The length of a row, and the column and row at which the first work-item of a launch is, if neighbours
    /// in the launch are
    /// neighbours in memory. The length is a number or an argument, whose value in this launch is the width
    /// of the buffer.
    pub fn line(&mut self, sum: &Sum) -> Option<(u32, [Arg; 2])> {
        let at = sum.terms.iter().position(|(value, factor)| self.is_side(*value, 0) && *factor == 4)?;
        let words = ((sum.number as i32) >> 2) as u32;
        if !sum.number.is_multiple_of(4) {
            return None;
        }
        let others: Vec<(Value, u32)> =
            sum.terms.iter().enumerate().filter(|(n, _)| *n != at).map(|(_, t)| *t).collect();
        if self.shape.size[1] == 1 {
            let x = self.scalar_words(&others, words)?;
            return Some((0, [x, Arg::Number(0)]));
        }
        let [(value, factor)] = others[..] else { return None };
        let (row, pitch) = self.pitch(value, factor)?;
        let rows = self.parts(row);
        let plain = matches!(rows.terms[..], [(row, 1)] if self.is_side(row, 1));
        // A row that is shorter than the launch, or a column beside the work-item's, could be that of another
        // row.
        let fits = pitch as i32 > 0 && pitch >= self.shape.global[0] && (words as i32) % (pitch as i32) == 0;
        let more = if fits { (words as i32) / (pitch as i32) } else { 0 };
        let y = Arg::Number(rows.number.wrapping_add(more as u32));
        (plain && fits && self.shape.global[2] == 1).then_some((pitch, [Arg::Number(0), y]))
    }

    /// The sum as a vector or a number.
    pub fn sum(&mut self, sum: &Sum) -> Arg {
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
    pub fn words(&mut self, sum: &Sum) -> Arg {
        if sum.number.is_multiple_of(4) && sum.terms.iter().all(|(_, factor)| factor.is_multiple_of(4)) {
            let down = |bytes: u32| ((bytes as i32) >> 2) as u32;
            let terms = sum.terms.iter().map(|(value, factor)| (*value, down(*factor))).collect();
            return self.sum(&Sum { terms, number: down(sum.number) });
        }
        let bytes = self.sum(sum);
        self.code.v(M::Shr, &[bytes, Arg::Number(2)])
    }
}

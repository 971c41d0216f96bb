//! Builtins of vectors to instructions: each component for itself, or what only makes sense for all together.

use alloc::vec::Vec;

use super::super::builtins::Action;
use super::super::typed::Expr;
use super::super::types::TypeId;
use super::row::Row;
use super::*;
use crate::ir::{Binary, Compare, Convert};

impl<'a> Lower<'a> {
    /// What a builtin gives that takes or makes a vector: a row, of one value if it makes none.
    pub(super) fn row_builtin(&mut self, action: Action, args: &'a [Expr], expr: &'a Expr) -> Row {
        let span = expr.span;
        if let Action::SinCos | Action::Modf | Action::Fract = action {
            return self.row_with_pointers(action, args, span);
        }
        let rows: Vec<Row> = args.iter().map(|arg| self.row(arg)).collect();
        let (from, to) = (args[0].ty, expr.ty);
        match action {
            Action::Any => alloc::vec![self.sign_bits(&rows[0], Binary::Or, span)],
            Action::All => alloc::vec![self.sign_bits(&rows[0], Binary::And, span)],
            Action::Dot => alloc::vec![self.dot(&rows[0], &rows[1], span)],
            Action::Cross => self.cross(&rows[0], &rows[1], span),
            Action::Length(fast) => alloc::vec![self.length(&rows[0], fast, span)],
            Action::Distance(fast) => {
                let pairs = rows[0].iter().zip(&rows[1]);
                let between: Row = pairs.map(|(a, b)| self.two(Binary::FSub, *a, *b, span)).collect();
                alloc::vec![self.length(&between, fast, span)]
            }
            Action::Normalize(fast) => self.normalize(&rows[0], fast, span),
            Action::Shuffle => self.shuffled(&rows, span),
            Action::Bits if self.component(from).bytes() != self.component(to).bytes() => {
                self.repacked(&rows[0], from, to, span)
            }
            _ => {
                let (from, of) = (self.component(from), self.component(to));
                let count = self.components(to);
                let each = |at: usize| {
                    let values: Vec<Value> = rows.iter().map(|row| row[at.min(row.len() - 1)]).collect();
                    self.computed(action, &values, from, of, span)
                };
                (0..count).map(each).collect()
            }
        }
    }

    fn row_with_pointers(&mut self, action: Action, args: &'a [Expr], span: Span) -> Row {
        let row = self.row(&args[0]);
        let targets = self.targets(&args[1], args[0].ty);
        let ty = super::super::types::scalar(self.component(args[0].ty));
        let pairs = row.into_iter().zip(targets);
        pairs.map(|(x, target)| self.with_pointers(action, x, &[target], ty, span)).collect()
    }

    /// 1 if the sign bits of all numbers, joined by an operation, are 1.
    fn sign_bits(&mut self, row: &[Value], join: Binary, span: Span) -> Value {
        let joined = row[1..].iter().fold(row[0], |joined, value| self.two(join, joined, *value, span));
        let truth = self.is_negative(joined, span);
        self.b.emit(Op::Convert(Convert::ZExt, truth), Type::I32, span)
    }

    /// `shuffle`: of each number in the mask the low bits choose a component, by halving what is left to choose from.
    fn shuffled(&mut self, rows: &[Row], span: Span) -> Row {
        let Some((mask, sources)) = rows.split_last() else { return Row::new() };
        // Vectors of 3 are followed by a component that means nothing.
        let from = |this: &mut Self, row: &Row| {
            let mut row = row.clone();
            let zero = this.like(row[0], 0, span);
            row.resize(row.len().next_power_of_two(), zero);
            row
        };
        let all: Row = sources.iter().flat_map(|row| from(self, row)).collect();
        mask.iter().map(|number| self.picked(&all, *number, span)).collect()
    }

    /// One of a power of two of values, by the low bits of a number.
    fn picked(&mut self, all: &[Value], number: Value, span: Span) -> Value {
        if let Some(at) = self.b.kernel.constant(number) {
            return all[at as usize & (all.len() - 1)];
        }
        let (mut left, mut bit) = (all.to_vec(), 1u64);
        while left.len() > 1 {
            let (one, zero) = (self.like(number, bit, span), self.like(number, 0, span));
            let set = self.two(Binary::And, number, one, span);
            let set = self.test(Compare::Ne, set, zero, span);
            left = left.chunks(2).map(|pair| self.choose(set, pair[1], pair[0], span)).collect();
            bit <<= 1;
        }
        left[0]
    }

    /// The bits of a row as numbers of another width, the first in the lowest bits, as they lie in memory.
    fn repacked(&mut self, row: &[Value], from: TypeId, to: TypeId, span: Span) -> Row {
        let (from, to) = (self.component(from), self.component(to));
        let (narrow, wide) = (from.bytes().min(to.bytes()), from.bytes().max(to.bytes()));
        let integer = |bytes| match bytes {
            1 => Type::I8,
            2 => Type::I16,
            4 => Type::I32,
            _ => Type::I64,
        };
        let (small, large) = (integer(narrow), integer(wide));
        let count = (wide / narrow) as usize;
        let bits = |this: &mut Self, value: Value, ty: Type| match this.b.kernel.ty(value) == ty {
            true => value,
            false => this.b.emit(Op::Convert(Convert::Bits, value), ty, span),
        };
        let row: Row = row.iter().map(|value| bits(self, *value, integer(from.bytes()))).collect();
        let at = |this: &mut Self, index: usize| {
            this.b.constant(u64::from(narrow) * 8 * index as u64, large, span)
        };
        let packed: Row = match from.bytes() > to.bytes() {
            true => {
                let mut parts = Row::new();
                for value in row {
                    for index in 0..count {
                        let by = at(self, index);
                        let part = self.two(Binary::ShrU, value, by, span);
                        parts.push(self.b.emit(Op::Convert(Convert::Trunc, part), small, span));
                    }
                }
                parts
            }
            false => {
                let mut joined = Row::new();
                for parts in row.chunks(count) {
                    let mut whole = self.b.constant(0, large, span);
                    for (index, part) in parts.iter().enumerate() {
                        let part = self.b.emit(Op::Convert(Convert::ZExt, *part), large, span);
                        let by = at(self, index);
                        let part = self.two(Binary::Shl, part, by, span);
                        whole = self.two(Binary::Or, whole, part, span);
                    }
                    joined.push(whole);
                }
                joined
            }
        };
        packed.into_iter().map(|value| bits(self, value, to.ir())).collect()
    }
}

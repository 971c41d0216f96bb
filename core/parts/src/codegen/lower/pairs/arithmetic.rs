//! Arithmetic and comparison of pairs of words.

use super::{Pair, Words};
use crate::ir::{Binary, Compare, Convert, Op, Type, Unary, Value};

impl Words<'_, '_> {
    pub(super) fn unary(&mut self, op: Unary, a: Pair) -> Pair {
        match op {
            Unary::Neg => {
                let zero = self.number(0);
                self.binary(Binary::Sub, zero, a)
            }
            Unary::Clz => self.zeros(op, a.high, a.low),
            Unary::Ctz => self.zeros(op, a.low, a.high),
            Unary::PopCount => {
                let [low, high] = [a.low, a.high].map(|word| self.count(op, word));
                let low = self.w.binary(Binary::Add, low, high);
                Pair { low, high: self.w.constant(0, Type::I32) }
            }
            _ => {
                let [low, high] = [a.low, a.high].map(|word| self.w.emit(Op::Unary(op, word), Type::I32));
                Pair { low, high }
            }
        }
    }

    /// Counts bits of a word.
    fn count(&mut self, op: Unary, word: Value) -> Value {
        let counted = match self.counts {
            true => Op::Unary(op, word),
            false => super::super::expand::count(&mut self.w, op, word),
        };
        self.w.emit(counted, Type::I32)
    }

    /// Zeros of the word that is counted first, and of the other if that one is all zeros.
    fn zeros(&mut self, op: Unary, first: Value, second: Value) -> Pair {
        let all = self.w.compare_with(Compare::Eq, first, 0);
        let [first, second] = [first, second].map(|word| self.count(op, word));
        let more = self.w.with(Binary::Add, second, 32);
        let low = self.w.select(all, more, first);
        Pair { low, high: self.w.constant(0, Type::I32) }
    }

    pub(super) fn binary(&mut self, op: Binary, a: Pair, b: Pair) -> Pair {
        use Binary::*;
        match op {
            Add => {
                let low = self.w.binary(Add, a.low, b.low);
                let carry = self.w.compare(Compare::LtU, low, a.low);
                self.carried(op, low, carry, a.high, b.high)
            }
            Sub => {
                let low = self.w.binary(Sub, a.low, b.low);
                let borrow = self.w.compare(Compare::LtU, a.low, b.low);
                self.carried(op, low, borrow, a.high, b.high)
            }
            Mul => self.product(a, b),
            Shl | ShrU | ShrS => self.shifted(op, a, b.low),
            MinS | MinU | MaxS | MaxU => {
                let less = if matches!(op, MinS | MaxS) { Compare::LtS } else { Compare::LtU };
                let (first, second) = if matches!(op, MinS | MinU) { (a, b) } else { (b, a) };
                let condition = self.compare(less, first, second);
                let condition = self.w.emit(condition, Type::Bool);
                self.choose(condition, a, b)
            }
            // And, or, exclusive or.
            _ => {
                let low = self.w.binary(op, a.low, b.low);
                Pair { low, high: self.w.binary(op, a.high, b.high) }
            }
        }
    }

    /// The high words of a sum or difference, and the carry or borrow of the low ones.
    fn carried(&mut self, op: Binary, low: Value, carry: Value, a: Value, b: Value) -> Pair {
        let high = self.w.binary(op, a, b);
        let carry = self.w.convert(Convert::ZExt, carry, Type::I32);
        Pair { low, high: self.w.binary(op, high, carry) }
    }

    fn product(&mut self, a: Pair, b: Pair) -> Pair {
        let low = self.w.binary(Binary::Mul, a.low, b.low);
        let high = match self.products {
            true => self.w.binary(Binary::MulHiU, a.low, b.low),
            false => {
                let high = super::super::expand::high_of_halves(&mut self.w, false, a.low, b.low);
                self.w.emit(high, Type::I32)
            }
        };
        let cross = self.w.binary(Binary::Mul, a.low, b.high);
        let high = self.w.binary(Binary::Add, high, cross);
        let cross = self.w.binary(Binary::Mul, a.high, b.low);
        Pair { low, high: self.w.binary(Binary::Add, high, cross) }
    }

    /// Amounts count modulo 64; shifts of words take them modulo 32.
    pub(super) fn shifted(&mut self, op: Binary, a: Pair, by: Value) -> Pair {
        let far = self.w.with(Binary::And, by, 32);
        let far = self.w.compare_with(Compare::Ne, far, 0);
        // 31 less the amount: with the one step before, no shift is by 32.
        let rest = self.w.with(Binary::Xor, by, 31);
        if op == Binary::Shl {
            let low = self.w.binary(op, a.low, by);
            let high = self.w.binary(op, a.high, by);
            let over = self.w.with(Binary::ShrU, a.low, 1);
            let over = self.w.binary(Binary::ShrU, over, rest);
            let high = self.w.binary(Binary::Or, high, over);
            let zero = self.w.constant(0, Type::I32);
            return Pair { low: self.w.select(far, zero, low), high: self.w.select(far, low, high) };
        }
        let low = self.w.binary(Binary::ShrU, a.low, by);
        let high = self.w.binary(op, a.high, by);
        let over = self.w.with(Binary::Shl, a.high, 1);
        let over = self.w.binary(Binary::Shl, over, rest);
        let low = self.w.binary(Binary::Or, low, over);
        let fill = match op {
            Binary::ShrS => self.w.with(op, a.high, 31),
            _ => self.w.constant(0, Type::I32),
        };
        Pair { low: self.w.select(far, high, low), high: self.w.select(far, fill, high) }
    }

    /// The high words decide, and the low ones where they are equal.
    pub(super) fn compare(&mut self, op: Compare, a: Pair, b: Pair) -> Op {
        let (high, low, join) = match op {
            Compare::Ne => (Compare::Ne, Compare::Ne, Binary::Or),
            Compare::LtS | Compare::LeS => {
                let low = if op == Compare::LtS { Compare::LtU } else { Compare::LeU };
                return self.ordered(Compare::LtS, low, a, b);
            }
            Compare::LtU | Compare::LeU => return self.ordered(Compare::LtU, op, a, b),
            _ => (Compare::Eq, Compare::Eq, Binary::And),
        };
        let high = self.w.compare(high, a.high, b.high);
        let low = self.w.compare(low, a.low, b.low);
        Op::Binary(join, high, low)
    }

    fn ordered(&mut self, high: Compare, low: Compare, a: Pair, b: Pair) -> Op {
        let less = self.w.compare(high, a.high, b.high);
        let equal = self.w.compare(Compare::Eq, a.high, b.high);
        let low = self.w.compare(low, a.low, b.low);
        let low = self.w.binary(Binary::And, equal, low);
        Op::Binary(Binary::Or, less, low)
    }

    pub(super) fn choose(&mut self, condition: Value, a: Pair, b: Pair) -> Pair {
        let low = self.w.select(condition, a.low, b.low);
        Pair { low, high: self.w.select(condition, a.high, b.high) }
    }
}

//! Floats and pairs of words.
//!
//! To an integer: the float is divided by 2^32 and cut, which gives the high word, and what that leaves is the low one; both
//! steps are exact. From an integer to a `double`: the words are exact, and so is the high one times 2^32, so only their sum is
//! rounded. To a `float`: the highest 32 bits, of which the last also stands for all behind them, are rounded to 24 and moved back
//! by a power of two.

use super::{super::half::BOUND, Pair, Words};
use crate::ir::{Binary, Compare, Convert, Op, Space, Type, Unary, Value};

/// Exponents are counted from here, and these are the bits of a fraction.
const fn format(ty: Type) -> (u64, u64) {
    if matches!(ty, Type::F64) { (1023, 52) } else { (127, 23) }
}

impl Words<'_, '_> {
    /// 2 to a power.
    fn power(&mut self, exponent: i64, ty: Type) -> Value {
        let (bias, fraction) = format(ty);
        self.w.constant(bias.wrapping_add_signed(exponent) << fraction, ty)
    }

    /// A float to an integer: cut and saturated, 0 for a NaN.
    pub(super) fn cut_float(&mut self, signed: bool, a: Value) -> Pair {
        let a = if self.w.ty(a) == Type::F16 { self.w.convert(Convert::FToF, a, Type::F32) } else { a };
        let ty = self.w.ty(a);
        if !signed {
            return self.cut(a);
        }
        let size = self.w.emit(Op::Unary(Unary::FAbs, a), ty);
        let size = self.cut(size);
        let zero = self.w.constant(0, ty);
        let negative = self.w.compare(Compare::FLt, a, zero);
        let turned = self.unary(Unary::Neg, size);
        let ordinary = self.choose(negative, turned, size);
        let limit = self.power(63, ty);
        let above = self.w.compare(Compare::FLe, limit, a);
        let most = self.number(i64::MAX as u64);
        let result = self.choose(above, most, ordinary);
        let limit = self.w.emit(Op::Unary(Unary::FNeg, limit), ty);
        let below = self.w.compare(Compare::FLt, a, limit);
        let least = self.number(1 << 63);
        self.choose(below, least, result)
    }

    /// Without sign.
    fn cut(&mut self, a: Value) -> Pair {
        let ty = self.w.ty(a);
        let part = self.power(-32, ty);
        let scaled = self.w.binary(Binary::FMul, a, part);
        let high = self.w.convert(Convert::FToU, scaled, Type::I32);
        let whole = self.w.convert(Convert::UToF, high, ty);
        let unit = self.power(32, ty);
        let whole = self.w.binary(Binary::FMul, whole, unit);
        let rest = self.w.binary(Binary::FSub, a, whole);
        let low = self.w.convert(Convert::FToU, rest, Type::I32);
        let limit = self.power(64, ty);
        let above = self.w.compare(Compare::FLe, limit, a);
        let most = self.number(u64::MAX);
        self.choose(above, most, Pair { low, high })
    }

    /// An integer to a float, rounded to nearest even.
    pub(super) fn float_of(&mut self, signed: bool, a: Pair, ty: Type) -> Op {
        if ty == Type::F64 {
            let op = if signed { Convert::SToF } else { Convert::UToF };
            let high = self.w.convert(op, a.high, ty);
            let low = self.w.convert(Convert::UToF, a.low, ty);
            let unit = self.power(32, ty);
            let high = self.w.binary(Binary::FMul, high, unit);
            return Op::Binary(Binary::FAdd, high, low);
        }
        if ty == Type::F16 {
            return self.half_of(signed, a);
        }
        let negative = self.w.compare_with(Compare::LtS, a.high, 0);
        if !signed {
            return self.rounded(a, ty);
        }
        let turned = self.unary(Unary::Neg, a);
        let size = self.choose(negative, turned, a);
        let size = self.rounded(size, ty);
        let size = self.w.emit(size, ty);
        let turned = self.w.emit(Op::Unary(Unary::FNeg, size), ty);
        Op::Select(negative, turned, size)
    }

    /// What is farther from zero than [`BOUND`] becomes an infinity anyway; the rest is in the low word.
    fn half_of(&mut self, signed: bool, a: Pair) -> Op {
        let (bound, least) = (self.number(BOUND), self.number(BOUND.wrapping_neg()));
        if !signed {
            let near = self.binary(Binary::MinU, a, bound);
            return Op::Convert(Convert::UToF, near.low);
        }
        let near = self.binary(Binary::MinS, a, bound);
        let near = self.binary(Binary::MaxS, near, least);
        Op::Convert(Convert::SToF, near.low)
    }

    fn rounded(&mut self, a: Pair, ty: Type) -> Op {
        let zeros = self.unary(Unary::Clz, a).low;
        let first = self.shifted(Binary::Shl, a, zeros);
        let more = self.w.compare_with(Compare::Ne, first.low, 0);
        let more = self.w.convert(Convert::ZExt, more, Type::I32);
        let digits = self.w.binary(Binary::Or, first.high, more);
        let digits = self.w.convert(Convert::UToF, digits, ty);
        // 2 to the power of 32 less the zeros.
        let (bias, fraction) = format(ty);
        let most = self.w.constant(bias + 32, Type::I32);
        let exponent = self.w.binary(Binary::Sub, most, zeros);
        let field = self.w.with(Binary::Shl, exponent, fraction);
        let power = self.w.convert(Convert::Bits, field, ty);
        Op::Binary(Binary::FMul, digits, power)
    }

    /// The address of the slot for bits, and that of its high word.
    fn through(&mut self) -> Option<[Value; 2]> {
        let slot = self.bits?;
        let low = self.w.emit(Op::Slot(slot), Type::Ptr(Space::Private));
        Some([low, self.behind(low)])
    }

    /// The words of a `double`.
    pub(super) fn words_of(&mut self, a: Value) -> Pair {
        let Some([ptr, behind]) = self.through() else { return self.number(0) };
        self.w.effect(Op::Store { ptr, value: a, volatile: false });
        let [low, high] = [ptr, behind].map(|ptr| self.w.emit(Op::Load { ptr, volatile: false }, Type::I32));
        Pair { low, high }
    }

    /// The `double` of these words.
    pub(super) fn double_of(&mut self, a: Pair) -> Op {
        let Some([ptr, behind]) = self.through() else { return Op::Const(0) };
        for (ptr, value) in [(ptr, a.low), (behind, a.high)] {
            self.w.effect(Op::Store { ptr, value, volatile: false });
        }
        Op::Load { ptr, volatile: false }
    }
}

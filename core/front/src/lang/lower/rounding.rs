//! `convert_T` to instructions: roundings and saturation (OpenCL C 1.2, 6.2.3).

use super::super::builtins::Rounding;
use super::*;
use crate::ir::{Binary, Compare, Convert, Math, Unary};

impl<'a> Lower<'a> {
    /// `convert_T`: integers from floats saturate in any case.
    pub(super) fn rounded(
        &mut self,
        value: Value,
        from: Scalar,
        to: Scalar,
        rounding: Rounding,
        saturates: bool,
        span: Span,
    ) -> Value {
        let math = match rounding {
            Rounding::TowardsZero => None,
            Rounding::Nearest => Some(Math::Rint),
            Rounding::Up => Some(Math::Ceil),
            Rounding::Down => Some(Math::Floor),
        };
        let mut value = value;
        if from.is_float() && !to.is_float() {
            if let Some(math) = math {
                value = self.b.emit(Op::Math(math, alloc::vec![value]), from.ir(), span);
            }
        } else if saturates && !from.is_float() && !to.is_float() {
            value = self.clamped(value, from, to, span);
        }
        let directed = rounding != Rounding::Nearest && to.is_float();
        match directed {
            true if !from.is_float() => self.float_of_integer(value, [from, to], rounding, span),
            true if to.bytes() < from.bytes() => self.float_of_float(value, [from, to], rounding, span),
            _ => self.convert_scalar(value, from, to, span),
        }
    }

    /// An integer as a float. What has more bits than the float is cut off; if the direction is away from zero and something was
    /// lost, the next float follows, whose bits are 1 more. A `half` is rounded by way of a `float`, in the same direction.
    fn float_of_integer(
        &mut self,
        value: Value,
        [from, to]: [Scalar; 2],
        rounding: Rounding,
        span: Span,
    ) -> Value {
        let (digits, int) = match to {
            Scalar::Double => (53, Type::I64),
            _ => (24, Type::I32),
        };
        let bits = u64::from(from.bytes()) * 8;
        if to == Scalar::Half {
            let single = self.float_of_integer(value, [from, Scalar::Float], rounding, span);
            return self.float_of_float(single, [Scalar::Float, to], rounding, span);
        }
        if bits <= digits {
            return self.convert_scalar(value, from, to, span);
        }
        let negative = match from.is_signed() {
            true => self.is_negative(value, span),
            false => self.b.constant(0, Type::Bool, span),
        };
        let minus = self.one(Unary::Neg, value, span);
        let size = self.choose(negative, minus, value, span);
        let (zero, one, spare) =
            (self.like(value, 0, span), self.like(value, 1, span), self.like(value, bits - digits, span));
        let leading = self.one(Unary::Clz, size, span);
        let lost = self.two(Binary::Sub, spare, leading, span);
        let lost = self.two(Binary::MaxS, lost, zero, span);
        let above = self.two(Binary::Shl, one, lost, span);
        let mask = self.two(Binary::Sub, above, one, span);
        let rest = self.two(Binary::And, size, mask, span);
        let kept = self.two(Binary::Xor, size, rest, span);
        let near = self.convert_scalar(kept, from.unsigned(), to, span);
        let is_exact = self.test(Compare::Eq, rest, zero, span);
        let near_bits = self.b.emit(Op::Convert(Convert::Bits, near), int, span);
        let next = self.like(near_bits, 1, span);
        let next = self.two(Binary::Add, near_bits, next, span);
        let next = self.b.emit(Op::Convert(Convert::Bits, next), to.ir(), span);
        let far = self.choose(is_exact, near, next, span);
        let (of_positive, of_negative) = match rounding {
            Rounding::Up => (far, near),
            Rounding::Down => (near, far),
            _ => (near, near),
        };
        let of_negative = self.one(Unary::FNeg, of_negative, span);
        self.choose(negative, of_negative, of_positive, span)
    }

    /// A float as one of a smaller type: where the nearest lies on the wrong side, its neighbour, whose bits differ by 1.
    fn float_of_float(
        &mut self,
        value: Value,
        [from, to]: [Scalar; 2],
        rounding: Rounding,
        span: Span,
    ) -> Value {
        let nearest = self.convert_scalar(value, from, to, span);
        let ty = if to == Scalar::Half { Type::I16 } else { Type::I32 };
        let back = self.convert_scalar(nearest, to, from, span);
        let bits = self.b.emit(Op::Convert(Convert::Bits, nearest), ty, span);
        let (one, minus) = (self.like(bits, 1, span), self.like(bits, u64::MAX, span));
        // The sign is that of the value itself: a nearest 0 has it too.
        let is_negative = self.is_negative(bits, span);
        let (wrong, step) = match rounding {
            Rounding::Nearest => return nearest,
            Rounding::TowardsZero => {
                let (size, own) = (self.one(Unary::FAbs, back, span), self.one(Unary::FAbs, value, span));
                (self.test(Compare::FLt, own, size, span), minus)
            }
            Rounding::Up => {
                (self.test(Compare::FLt, back, value, span), self.choose(is_negative, minus, one, span))
            }
            Rounding::Down => {
                (self.test(Compare::FLt, value, back, span), self.choose(is_negative, one, minus, span))
            }
        };
        let neighbour = self.two(Binary::Add, bits, step, span);
        let neighbour = self.b.emit(Op::Convert(Convert::Bits, neighbour), to.ir(), span);
        self.choose(wrong, neighbour, nearest, span)
    }

    /// An integer moved into the range of another type, still as its own type.
    fn clamped(&mut self, value: Value, from: Scalar, to: Scalar, span: Span) -> Value {
        let range = |ty: Scalar| {
            let bits = ty.ir().bits();
            match ty.is_signed() {
                true => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
                false => (0, (1i128 << bits) - 1),
            }
        };
        let ((own_low, own_high), (low, high)) = (range(from), range(to));
        let (min, max) = match from.is_signed() {
            true => (Binary::MinS, Binary::MaxS),
            false => (Binary::MinU, Binary::MaxU),
        };
        let mut value = value;
        if low > own_low {
            let low = self.like(value, low as u64, span);
            value = self.two(max, value, low, span);
        }
        if high < own_high {
            let high = self.like(value, high as u64, span);
            value = self.two(min, value, high, span);
        }
        value
    }
}

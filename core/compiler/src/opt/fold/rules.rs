//! The rules: for each kind of operation what it may become. `None` means that no rule fits.

use super::{Folder, Simple};
use crate::{
    base::num,
    ir::{Binary, Compare, Convert, Math, Op, Type, Unary, Value},
};

impl Folder<'_> {
    pub(super) fn rule(&mut self, op: &Op, ty: Type) -> Option<Simple> {
        match op {
            Op::Unary(op, a) => self.unary(*op, *a),
            Op::Binary(op, a, b) if self.constant_on_left(*a, *b) && commutes(*op) => {
                Some(Simple::Op(Op::Binary(*op, *b, *a)))
            }
            Op::Binary(op, a, b) if ty.is_float() => self.float(*op, ty, *a, *b),
            Op::Binary(op, a, b) => {
                self.same_operands(*op, ty, *a, *b).or_else(|| self.integer(*op, ty, *a, *b))
            }
            Op::Compare(op, a, b) => self.compare(*op, *a, *b),
            Op::Select(condition, a, b) => self.select(ty, *condition, *a, *b),
            Op::Convert(op, a) => self.convert(*op, ty, *a),
            Op::PtrAdd(ptr, bytes) => self.pointer(*ptr, *bytes),
            _ => None,
        }
    }

    fn constant_on_left(&self, a: Value, b: Value) -> bool {
        self.kernel.constant(a).is_some() && self.kernel.constant(b).is_none()
    }

    fn unary(&mut self, op: Unary, a: Value) -> Option<Simple> {
        match (op, self.op(a)?.clone()) {
            (Unary::Neg, Op::Unary(Unary::Neg, x))
            | (Unary::Not, Op::Unary(Unary::Not, x))
            | (Unary::FNeg, Op::Unary(Unary::FNeg, x)) => Some(Simple::Value(x)),
            (Unary::FAbs, Op::Unary(Unary::FAbs, _)) => Some(Simple::Value(a)),
            (Unary::FAbs, Op::Unary(Unary::FNeg, x)) => Some(Simple::Op(Op::Unary(Unary::FAbs, x))),
            (Unary::Neg, Op::Binary(Binary::Sub, x, y)) => Some(Simple::Op(Op::Binary(Binary::Sub, y, x))),
            (Unary::Not, Op::Compare(compare, x, y)) => {
                let (compare, x, y) = opposite(compare, x, y)?;
                Some(Simple::Op(Op::Compare(compare, x, y)))
            }
            _ => None,
        }
    }

    /// Integer operations of a value with itself.
    fn same_operands(&mut self, op: Binary, ty: Type, a: Value, b: Value) -> Option<Simple> {
        if a != b {
            return None;
        }
        match op {
            Binary::Sub | Binary::Xor => Some(Simple::Value(self.constant(0, ty))),
            Binary::And | Binary::Or | Binary::MinS | Binary::MaxS | Binary::MinU | Binary::MaxU => {
                Some(Simple::Value(a))
            }
            _ => None,
        }
    }

    /// Integer operations with a constant on the right, and of two conditions.
    fn integer(&mut self, op: Binary, ty: Type, a: Value, b: Value) -> Option<Simple> {
        let Some(c) = self.kernel.constant(b) else { return self.of_conditions(op, ty, a, b) };
        let (zero, ones) = (0, ty.mask());
        let value = |value| Some(Simple::Value(value));
        match op {
            Binary::Add | Binary::Sub | Binary::Or | Binary::Xor if c == zero => value(a),
            Binary::And | Binary::MinU if c == ones => value(a),
            Binary::Or | Binary::MaxU if c == ones => value(b),
            Binary::And | Binary::Mul | Binary::MulHiS | Binary::MulHiU | Binary::MinU if c == zero => {
                value(b)
            }
            Binary::MaxU if c == zero => value(a),
            Binary::Xor if c == ones => Some(Simple::Op(Op::Unary(Unary::Not, a))),
            Binary::Mul | Binary::DivU | Binary::DivS if c == 1 => value(a),
            Binary::RemU | Binary::RemS if c == 1 => value(self.constant(0, ty)),
            Binary::Shl | Binary::ShrS | Binary::ShrU if c & u64::from(ty.bits() - 1) == 0 => value(a),
            Binary::Sub => {
                let negative = self.constant(c.wrapping_neg(), ty);
                Some(Simple::Op(Op::Binary(Binary::Add, a, negative)))
            }
            Binary::Mul | Binary::DivU if c.is_power_of_two() => {
                let shift = if op == Binary::Mul { Binary::Shl } else { Binary::ShrU };
                let amount = self.constant(c.trailing_zeros().into(), ty);
                Some(Simple::Op(Op::Binary(shift, a, amount)))
            }
            Binary::RemU if c.is_power_of_two() => {
                let mask = self.constant(c - 1, ty);
                Some(Simple::Op(Op::Binary(Binary::And, a, mask)))
            }
            Binary::Add | Binary::Mul | Binary::And | Binary::Or | Binary::Xor => {
                self.join_constants(op, ty, a, c)
            }
            _ => None,
        }
    }

    /// (x op c1) op c2 is x op (c1 op c2).
    fn join_constants(&mut self, op: Binary, ty: Type, a: Value, c2: u64) -> Option<Simple> {
        let Op::Binary(inner, x, c1) = *self.op(a)? else { return None };
        let c1 = self.kernel.constant(c1).filter(|_| inner == op)?;
        let joined = self.constant(num::binary(op, ty, c1, c2), ty);
        Some(Simple::Op(Op::Binary(op, x, joined)))
    }

    /// Logic on two widened conditions is logic on conditions, widened.
    fn of_conditions(&mut self, op: Binary, ty: Type, a: Value, b: Value) -> Option<Simple> {
        let logic = matches!(op, Binary::And | Binary::Or | Binary::Xor);
        let (x, y) = (self.widened_condition(a)?, self.widened_condition(b)?);
        if !logic || ty == Type::Bool {
            return None;
        }
        let narrow = self.make(Op::Binary(op, x, y), Type::Bool);
        Some(Simple::Op(Op::Convert(Convert::ZExt, narrow)))
    }

    /// The condition that a value is the zero extension of.
    fn widened_condition(&self, value: Value) -> Option<Value> {
        match self.op(value)? {
            Op::Convert(Convert::ZExt, x) if self.kernel.ty(*x) == Type::Bool => Some(*x),
            _ => None,
        }
    }

    fn float(&mut self, op: Binary, ty: Type, a: Value, b: Value) -> Option<Simple> {
        let c = self.kernel.constant(b)?;
        let one = num::convert(Convert::UToF, Type::I32, ty, 1);
        let minus_zero = 1 << (ty.bits() - 1);
        let unchanged = match op {
            Binary::FMul | Binary::FDiv => c == one,
            Binary::FAdd => c == minus_zero,
            Binary::FSub => c == 0,
            _ => false,
        };
        if unchanged && self.is_canonical(a) {
            return Some(Simple::Value(a));
        }
        // Division by a power of two rounds as multiplication by its reciprocal does.
        let reciprocal = num::binary(Binary::FDiv, ty, one, c);
        if op == Binary::FDiv && is_power_of_two(ty, c) && is_power_of_two(ty, reciprocal) {
            let reciprocal = self.constant(reciprocal, ty);
            return Some(Simple::Op(Op::Binary(Binary::FMul, a, reciprocal)));
        }
        None
    }

    /// Is the value a number or the canonical NaN, because it was computed?
    fn is_canonical(&self, value: Value) -> bool {
        match self.op(value) {
            Some(Op::Binary(..) | Op::Fma(..)) => true,
            Some(Op::Convert(op, _)) => *op != Convert::Bits,
            Some(Op::Math(op, _)) => *op != Math::Copysign,
            _ => false,
        }
    }

    fn compare(&mut self, op: Compare, a: Value, b: Value) -> Option<Simple> {
        let ty = self.kernel.ty(a);
        if a == b && !ty.is_float() {
            let holds = matches!(op, Compare::Eq | Compare::LeS | Compare::LeU);
            return Some(Simple::Value(self.constant(holds.into(), Type::Bool)));
        }
        let symmetric = matches!(op, Compare::Eq | Compare::Ne | Compare::FEq | Compare::FNe);
        if symmetric && self.constant_on_left(a, b) {
            return Some(Simple::Op(Op::Compare(op, b, a)));
        }
        let c = self.kernel.constant(b)?;
        match op {
            Compare::Eq | Compare::Ne => self.compare_equal(op == Compare::Eq, ty, a, c),
            Compare::LtU if c == 0 => Some(Simple::Value(self.constant(0, Type::Bool))),
            Compare::LeU if c == ty.mask() => Some(Simple::Value(self.constant(1, Type::Bool))),
            Compare::LtU if c == 1 => {
                let zero = self.constant(0, ty);
                Some(Simple::Op(Op::Compare(Compare::Eq, a, zero)))
            }
            _ => None,
        }
    }

    /// Is `a` equal to the constant `c` (or not)?
    fn compare_equal(&mut self, equal: bool, ty: Type, a: Value, c: u64) -> Option<Simple> {
        let op = if equal { Compare::Eq } else { Compare::Ne };
        if ty == Type::Bool {
            return Some(self.condition(a, (c == 1) == equal));
        }
        match *self.op(a)? {
            // (Machines compare conditions and full registers, nothing between.)
            Op::Convert(Convert::ZExt, x) if matches!(self.kernel.ty(x), Type::Bool | Type::I32) => {
                let narrow = self.kernel.ty(x);
                if c & !narrow.mask() != 0 {
                    return Some(Simple::Value(self.constant((!equal).into(), Type::Bool)));
                }
                let c = self.constant(c, narrow);
                Some(Simple::Op(Op::Compare(op, x, c)))
            }
            // Adding a constant and comparing is comparing with the difference.
            Op::Binary(Binary::Add, x, c1) => {
                let c1 = self.kernel.constant(c1)?;
                let difference = self.constant(c.wrapping_sub(c1), ty);
                Some(Simple::Op(Op::Compare(op, x, difference)))
            }
            _ => None,
        }
    }

    /// A condition, or its opposite.
    fn condition(&mut self, value: Value, as_it_is: bool) -> Simple {
        if as_it_is { Simple::Value(value) } else { Simple::Op(Op::Unary(Unary::Not, value)) }
    }

    fn select(&mut self, ty: Type, condition: Value, a: Value, b: Value) -> Option<Simple> {
        if a == b {
            return Some(Simple::Value(a));
        }
        if let Some(c) = self.kernel.constant(condition) {
            return Some(Simple::Value(if c != 0 { a } else { b }));
        }
        if let Some(Op::Unary(Unary::Not, inner)) = self.op(condition) {
            return Some(Simple::Op(Op::Select(*inner, b, a)));
        }
        match (self.kernel.constant(a), self.kernel.constant(b)) {
            (Some(1), Some(0)) if ty == Type::Bool => Some(Simple::Value(condition)),
            (Some(0), Some(1)) if ty == Type::Bool => Some(Simple::Op(Op::Unary(Unary::Not, condition))),
            (Some(1), Some(0)) if ty.is_int() => Some(Simple::Op(Op::Convert(Convert::ZExt, condition))),
            (None, Some(0)) if ty == Type::Bool => Some(Simple::Op(Op::Binary(Binary::And, condition, a))),
            (Some(1), None) if ty == Type::Bool => Some(Simple::Op(Op::Binary(Binary::Or, condition, b))),
            _ => None,
        }
    }

    fn convert(&mut self, op: Convert, ty: Type, a: Value) -> Option<Simple> {
        let Op::Convert(inner, x) = *self.op(a)? else { return None };
        let from = self.kernel.ty(x);
        let simpler = match (op, inner) {
            (Convert::Bits, Convert::Bits) if from == ty => return Some(Simple::Value(x)),
            (Convert::Trunc, Convert::ZExt | Convert::SExt) if from == ty => return Some(Simple::Value(x)),
            // Wide enough to keep the value is narrow enough to extend less.
            (Convert::Trunc, Convert::ZExt | Convert::SExt) if from.bits() < ty.bits() => inner,
            (Convert::Trunc, Convert::ZExt | Convert::SExt | Convert::Trunc) if from != Type::Bool => {
                Convert::Trunc
            }
            (Convert::ZExt, Convert::ZExt) | (Convert::SExt, Convert::ZExt) => Convert::ZExt,
            (Convert::SExt, Convert::SExt) => Convert::SExt,
            (Convert::Bits, Convert::Bits) => Convert::Bits,
            // Machines convert from full registers.
            (Convert::UToF | Convert::SToF, Convert::ZExt) if from.bits() >= 32 => Convert::UToF,
            (Convert::SToF, Convert::SExt) if from.bits() >= 32 => Convert::SToF,
            _ => return None,
        };
        Some(Simple::Op(Op::Convert(simpler, x)))
    }

    /// Constant distances from one pointer add up.
    fn pointer(&mut self, ptr: Value, bytes: Value) -> Option<Simple> {
        let c2 = self.kernel.constant(bytes)?;
        if c2 == 0 {
            return Some(Simple::Value(ptr));
        }
        let Op::PtrAdd(base, c1) = *self.op(ptr)? else { return None };
        let c1 = self.kernel.constant(c1)?;
        let sum = self.constant(c1.wrapping_add(c2), Type::I64);
        Some(Simple::Op(Op::PtrAdd(base, sum)))
    }
}

/// Does the order of the operands not matter?
pub(crate) fn commutes(op: Binary) -> bool {
    matches!(
        op,
        Binary::Add
            | Binary::Mul
            | Binary::MulHiS
            | Binary::MulHiU
            | Binary::And
            | Binary::Or
            | Binary::Xor
            | Binary::MinS
            | Binary::MaxS
            | Binary::MinU
            | Binary::MaxU
            | Binary::FAdd
            | Binary::FMul
            | Binary::FMin
            | Binary::FMax
    )
}

/// The comparison that holds when this one does not. Float order has none: a NaN fails both.
fn opposite(op: Compare, a: Value, b: Value) -> Option<(Compare, Value, Value)> {
    match op {
        Compare::Eq => Some((Compare::Ne, a, b)),
        Compare::Ne => Some((Compare::Eq, a, b)),
        Compare::LtS => Some((Compare::LeS, b, a)),
        Compare::LeS => Some((Compare::LtS, b, a)),
        Compare::LtU => Some((Compare::LeU, b, a)),
        Compare::LeU => Some((Compare::LtU, b, a)),
        Compare::FEq => Some((Compare::FNe, a, b)),
        Compare::FNe => Some((Compare::FEq, a, b)),
        Compare::FLt | Compare::FLe => None,
    }
}

/// Is this float a normal power of two?
fn is_power_of_two(ty: Type, bits: u64) -> bool {
    let fraction_bits = match ty {
        Type::F16 => 10,
        Type::F32 => 23,
        _ => 52,
    };
    let exponent = (bits & (ty.mask() >> 1)) >> fraction_bits;
    let largest = (ty.mask() >> 1) >> fraction_bits;
    bits & ((1 << fraction_bits) - 1) == 0 && exponent != 0 && exponent != largest
}

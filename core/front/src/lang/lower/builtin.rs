//! Builtins to instructions: places, memory, integers, conversions. (Floats are in [`super::math`].)

use super::super::builtins::{Action, Rmw};
use super::super::typed::{Expr, ExprKind};
use super::super::types::SIZE;
use super::place::Addr;
use super::*;
use crate::base::num;
use crate::ir::{AtomicOp, Binary, Compare, Convert, Unary, WorkItem};
use alloc::vec::Vec;

impl<'a> Lower<'a> {
    pub(super) fn builtin(&mut self, action: Action, args: &'a [Expr], expr: &'a Expr) -> Value {
        let span = expr.span;
        if let Action::Print(call) = action {
            return self.print(call, args, expr);
        }
        if action != Action::Nothing && args.iter().any(|arg| self.is_vector(arg.ty)) {
            return match self.row_builtin(action, args, expr).as_slice() {
                [value] => *value,
                _ => self.dummy(expr.ty, span),
            };
        }
        match action {
            Action::Place(item) => {
                let id = self.place_in(item, args, span);
                self.widened(id, expr)
            }
            Action::LinearId(local) => {
                let id = self.linear_id(local, span);
                self.widened(id, expr)
            }
            Action::Zero => self.dummy(expr.ty, span),
            Action::Barrier | Action::Fence | Action::Nothing => {
                let effects = args.iter().filter(|arg| !matches!(arg.kind, ExprKind::Const(_)));
                effects.for_each(|arg| self.discard(arg));
                match action {
                    Action::Barrier => self.b.effect(Op::Barrier, span),
                    Action::Fence => self.b.effect(Op::Fence, span),
                    _ => {}
                }
                self.dummy(expr.ty, span)
            }
            Action::Prefetch => {
                let values: Vec<Value> = args.iter().map(|arg| self.value(arg)).collect();
                // Other memory is near.
                if self.b.kernel.ty(values[0]) == Type::Ptr(ir::Space::Global) {
                    self.b.effect(Op::Prefetch(values[0]), span);
                }
                self.dummy(expr.ty, span)
            }
            Action::Clock => self.b.emit(Op::Clock, Type::I64, span),
            Action::Lanes(what, who) => self.lanes(what, who, args, expr),
            Action::Rmw(rmw) => self.atomic(rmw, args, expr),
            Action::CompareExchange => {
                let values: Vec<Value> = args.iter().map(|arg| self.value(arg)).collect();
                let ty = self.ir(expr.ty, None);
                self.b.emit(Op::CompareExchange(values[0], values[1], values[2]), ty, span)
            }
            Action::Read => {
                let ptr = self.value(&args[0]);
                self.load(Addr::Pointer(ptr), expr.ty, false, span)
            }
            Action::SinCos | Action::SinCosBoth | Action::Modf | Action::Fract => {
                let (x, ty) = (self.value(&args[0]), args[0].ty);
                let targets: Vec<Addr> = args[1..].iter().map(|arg| Addr::Pointer(self.value(arg))).collect();
                self.with_pointers(action, x, &targets, ty, span)
            }
            Action::Any
            | Action::All
            | Action::Dot
            | Action::Length(_)
            | Action::Distance(_)
            | Action::Normalize(_) => self.row_builtin(action, args, expr)[0],
            _ => {
                let values: Vec<Value> = args.iter().map(|arg| self.value(arg)).collect();
                let from = args.first().map_or(Scalar::Int, |arg| self.scalar(arg.ty));
                self.computed(action, &values, from, self.scalar(expr.ty), span)
            }
        }
    }

    /// An `i32` place as the type of the expression.
    fn widened(&mut self, id: Value, expr: &Expr) -> Value {
        match expr.ty == SIZE {
            true => self.b.emit(Op::Convert(Convert::ZExt, id), Type::I64, expr.span),
            false => id,
        }
    }

    /// A place in a dimension that may only be known when the kernel runs.
    fn place_in(&mut self, item: WorkItem, args: &'a [Expr], span: Span) -> Value {
        let none = match item {
            WorkItem::GlobalId | WorkItem::LocalId | WorkItem::GroupId => 0,
            WorkItem::GlobalSize | WorkItem::LocalSize | WorkItem::NumGroups => 1,
        };
        if let ExprKind::Const(dimension) = args[0].kind {
            return match dimension {
                0..=2 => self.b.emit(Op::WorkItem(item, dimension as u8), Type::I32, span),
                _ => self.b.constant(none, Type::I32, span),
            };
        }
        let dimension = self.value(&args[0]);
        let mut value = self.b.constant(none, Type::I32, span);
        for at in 0..3u8 {
            let this = self.b.constant(u64::from(at), Type::I32, span);
            let equal = self.b.emit(Op::Compare(Compare::Eq, dimension, this), Type::Bool, span);
            let place = self.b.emit(Op::WorkItem(item, at), Type::I32, span);
            value = self.b.emit(Op::Select(equal, place, value), Type::I32, span);
        }
        value
    }

    pub(super) fn linear_id(&mut self, local: bool, span: Span) -> Value {
        let (id, size) = match local {
            true => (WorkItem::LocalId, WorkItem::LocalSize),
            false => (WorkItem::GlobalId, WorkItem::GlobalSize),
        };
        let mut linear = self.b.emit(Op::WorkItem(id, 2), Type::I32, span);
        for dimension in [1, 0] {
            let size = self.b.emit(Op::WorkItem(size, dimension), Type::I32, span);
            let rows = self.two(Binary::Mul, linear, size, span);
            let id = self.b.emit(Op::WorkItem(id, dimension), Type::I32, span);
            linear = self.two(Binary::Add, rows, id, span);
        }
        linear
    }

    fn atomic(&mut self, rmw: Rmw, args: &'a [Expr], expr: &'a Expr) -> Value {
        let (found, span) = (self.scalar(expr.ty), expr.span);
        let ptr = self.value(&args[0]);
        let value = match args.get(1) {
            Some(value) => self.value(value),
            None => self.b.constant(1, found.ir(), span),
        };
        let signed = found.is_signed();
        let op = match rmw {
            Rmw::Add if found.is_float() => AtomicOp::FAdd,
            Rmw::Add | Rmw::Increment => AtomicOp::Add,
            Rmw::Sub | Rmw::Decrement => AtomicOp::Sub,
            Rmw::Min if signed => AtomicOp::MinS,
            Rmw::Min => AtomicOp::MinU,
            Rmw::Max if signed => AtomicOp::MaxS,
            Rmw::Max => AtomicOp::MaxU,
            Rmw::And => AtomicOp::And,
            Rmw::Or => AtomicOp::Or,
            Rmw::Xor => AtomicOp::Xor,
            Rmw::Exchange => AtomicOp::Exchange,
            Rmw::IncWrap => AtomicOp::IncWrap,
            Rmw::DecWrap => AtomicOp::DecWrap,
        };
        self.b.emit(Op::Atomic(op, ptr, value), found.ir(), span)
    }

    pub(super) fn two(&mut self, op: Binary, a: Value, b: Value, span: Span) -> Value {
        let ty = self.b.kernel.ty(a);
        self.b.emit(Op::Binary(op, a, b), ty, span)
    }

    pub(super) fn one(&mut self, op: Unary, a: Value, span: Span) -> Value {
        let ty = self.b.kernel.ty(a);
        self.b.emit(Op::Unary(op, a), ty, span)
    }

    pub(super) fn test(&mut self, op: Compare, a: Value, b: Value, span: Span) -> Value {
        self.b.emit(Op::Compare(op, a, b), Type::Bool, span)
    }

    pub(super) fn choose(&mut self, condition: Value, yes: Value, no: Value, span: Span) -> Value {
        let ty = self.b.kernel.ty(yes);
        self.b.emit(Op::Select(condition, yes, no), ty, span)
    }

    /// An integer constant of the type of another value.
    pub(super) fn like(&mut self, other: Value, bits: u64, span: Span) -> Value {
        let ty = self.b.kernel.ty(other);
        self.b.constant(bits, ty, span)
    }

    /// What is computed from values alone: arguments of type `from`, result of type `to`.
    pub(super) fn computed(
        &mut self,
        action: Action,
        v: &[Value],
        from: Scalar,
        to: Scalar,
        span: Span,
    ) -> Value {
        let signed = from.is_signed();
        let pick = |float, s, u| match (from.is_float(), signed) {
            (true, _) => float,
            (_, true) => s,
            _ => u,
        };
        match action {
            Action::Unary(op) => {
                let value = self.one(op, v[0], span);
                self.convert_scalar(value, from.unsigned(), to, span)
            }
            Action::Add => self.two(pick(Binary::FAdd, Binary::Add, Binary::Add), v[0], v[1], span),
            Action::Sub => self.two(pick(Binary::FSub, Binary::Sub, Binary::Sub), v[0], v[1], span),
            Action::Mul => self.two(pick(Binary::FMul, Binary::Mul, Binary::Mul), v[0], v[1], span),
            Action::Div => self.two(pick(Binary::FDiv, Binary::DivS, Binary::DivU), v[0], v[1], span),
            Action::Min => self.two(pick(Binary::FMin, Binary::MinS, Binary::MinU), v[0], v[1], span),
            Action::Max => self.two(pick(Binary::FMax, Binary::MaxS, Binary::MaxU), v[0], v[1], span),
            Action::Clamp => {
                let low = self.two(pick(Binary::FMax, Binary::MaxS, Binary::MaxU), v[0], v[1], span);
                self.two(pick(Binary::FMin, Binary::MinS, Binary::MinU), low, v[2], span)
            }
            Action::Mad => {
                let product = self.two(pick(Binary::FMul, Binary::Mul, Binary::Mul), v[0], v[1], span);
                self.two(pick(Binary::FAdd, Binary::Add, Binary::Add), product, v[2], span)
            }
            Action::MulHi => self.two(pick(Binary::MulHiU, Binary::MulHiS, Binary::MulHiU), v[0], v[1], span),
            Action::MadHi => {
                let high = self.two(pick(Binary::MulHiU, Binary::MulHiS, Binary::MulHiU), v[0], v[1], span);
                self.two(Binary::Add, high, v[2], span)
            }
            Action::Abs if from.is_float() => self.one(Unary::FAbs, v[0], span),
            Action::Abs if signed => {
                let negative = self.one(Unary::Neg, v[0], span);
                self.two(Binary::MaxS, v[0], negative, span)
            }
            Action::Abs => v[0],
            Action::Bits if from.ir() == to.ir() => v[0],
            Action::Bits => self.b.emit(Op::Convert(Convert::Bits, v[0]), to.ir(), span),
            Action::Convert(rounding, saturates) => self.rounded(v[0], from, to, rounding, saturates, span),
            Action::Upsample => {
                let (high, low) = (self.convert_scalar(v[0], from, to, span), to.unsigned());
                let low = self.convert_scalar(v[1], from.unsigned(), low, span);
                let by = self.b.constant(u64::from(from.bytes()) * 8, to.ir(), span);
                let high = self.two(Binary::Shl, high, by, span);
                self.two(Binary::Or, high, low, span)
            }
            Action::Select => {
                let condition = match self.b.kernel.ty(v[2]) {
                    Type::Bool => v[2],
                    _ => self.is_not_zero(v[2], span),
                };
                self.choose(condition, v[1], v[0], span)
            }
            Action::Half32(high) => {
                let mut bits = self.b.emit(Op::Convert(Convert::Bits, v[0]), Type::I64, span);
                if high {
                    let by = self.b.constant(32, Type::I64, span);
                    bits = self.two(Binary::ShrU, bits, by, span);
                }
                self.b.emit(Op::Convert(Convert::Trunc, bits), Type::I32, span)
            }
            Action::Mul24
            | Action::Rotate
            | Action::FindFirst
            | Action::ReverseBits
            | Action::AbsDiff
            | Action::AddSat
            | Action::SubSat
            | Action::HalfAdd
            | Action::RoundedHalfAdd
            | Action::BitSelect => self.integer(action, v, signed, span),
            _ => self.float_computed(action, v, from.ir(), span),
        }
    }

    fn integer(&mut self, action: Action, v: &[Value], signed: bool, span: Span) -> Value {
        let shift_right = if signed { Binary::ShrS } else { Binary::ShrU };
        match action {
            Action::Mul24 => {
                let by = self.like(v[0], 8, span);
                let mut low = |value| {
                    let up = self.two(Binary::Shl, value, by, span);
                    self.two(shift_right, up, by, span)
                };
                let (a, b) = (low(v[0]), low(v[1]));
                self.two(Binary::Mul, a, b, span)
            }
            Action::Rotate => {
                let back = self.one(Unary::Neg, v[1], span);
                let (left, right) =
                    (self.two(Binary::Shl, v[0], v[1], span), self.two(Binary::ShrU, v[0], back, span));
                self.two(Binary::Or, left, right, span)
            }
            Action::FindFirst => {
                let (zero, one) = (self.like(v[0], 0, span), self.like(v[0], 1, span));
                let is_zero = self.test(Compare::Eq, v[0], zero, span);
                let position = self.one(Unary::Ctz, v[0], span);
                let counted = self.two(Binary::Add, position, one, span);
                let value = self.choose(is_zero, zero, counted, span);
                match self.b.kernel.ty(value) {
                    Type::I64 => self.b.emit(Op::Convert(Convert::Trunc, value), Type::I32, span),
                    _ => value,
                }
            }
            Action::ReverseBits => self.reverse_bits(v[0], span),
            Action::AbsDiff => {
                let (min, max) =
                    if signed { (Binary::MinS, Binary::MaxS) } else { (Binary::MinU, Binary::MaxU) };
                let (low, high) = (self.two(min, v[0], v[1], span), self.two(max, v[0], v[1], span));
                self.two(Binary::Sub, high, low, span)
            }
            Action::AddSat | Action::SubSat => self.saturated(action == Action::AddSat, v, signed, span),
            Action::HalfAdd | Action::RoundedHalfAdd => {
                let one = self.like(v[0], 1, span);
                let differing = self.two(Binary::Xor, v[0], v[1], span);
                let half = self.two(shift_right, differing, one, span);
                let (gather, join) = match action {
                    Action::HalfAdd => (Binary::And, Binary::Add),
                    _ => (Binary::Or, Binary::Sub),
                };
                let common = self.two(gather, v[0], v[1], span);
                self.two(join, common, half, span)
            }
            _ => {
                let others = self.one(Unary::Not, v[2], span);
                let (a, b) =
                    (self.two(Binary::And, v[0], others, span), self.two(Binary::And, v[1], v[2], span));
                self.two(Binary::Or, a, b, span)
            }
        }
    }

    /// Swaps halves, then halves of halves, down to single bits.
    fn reverse_bits(&mut self, value: Value, span: Span) -> Value {
        let bits = u64::from(self.b.kernel.ty(value).bits());
        let (mut value, mut width) = (value, bits / 2);
        while width > 0 {
            // Ones in the lower half of each pair of fields.
            let mask = u64::MAX / ((1 << width) + 1);
            let (mask, by) = (self.like(value, mask, span), self.like(value, width, span));
            let low = self.two(Binary::And, value, mask, span);
            let up = self.two(Binary::Shl, low, by, span);
            let shifted = self.two(Binary::ShrU, value, by, span);
            let down = self.two(Binary::And, shifted, mask, span);
            value = self.two(Binary::Or, up, down, span);
            width /= 2;
        }
        value
    }

    fn saturated(&mut self, adds: bool, v: &[Value], signed: bool, span: Span) -> Value {
        let (a, b) = (v[0], v[1]);
        let result = self.two(if adds { Binary::Add } else { Binary::Sub }, a, b, span);
        if !signed {
            let (overflows, limit) = match adds {
                true => (self.test(Compare::LtU, result, a, span), self.like(a, u64::MAX, span)),
                false => (self.test(Compare::LtU, a, b, span), self.like(a, 0, span)),
            };
            return self.choose(overflows, limit, result, span);
        }
        // The sign is wrong where the result differs from a in sign and (add) b too, or (subtract) b differs from a.
        let flipped = self.two(Binary::Xor, a, result, span);
        let other = self.two(Binary::Xor, b, if adds { result } else { a }, span);
        let wrong = self.two(Binary::And, flipped, other, span);
        let zero = self.like(a, 0, span);
        let overflows = self.test(Compare::LtS, wrong, zero, span);
        let bits = u64::from(self.b.kernel.ty(a).bits());
        let (sign, largest) = (self.like(a, bits - 1, span), self.like(a, (1 << (bits - 1)) - 1, span));
        let sign = self.two(Binary::ShrS, a, sign, span);
        let limit = self.two(Binary::Xor, sign, largest, span);
        self.choose(overflows, limit, result, span)
    }

    /// A float constant.
    pub(super) fn float(&mut self, value: f64, ty: Type, span: Span) -> Value {
        let bits = match ty {
            Type::F64 => value.to_bits(),
            ty => num::convert(Convert::FToF, Type::F64, ty, value.to_bits()),
        };
        self.b.constant(bits, ty, span)
    }
}

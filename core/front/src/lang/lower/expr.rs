//! Expressions to instructions.

use super::super::check::{Conversion, conversion};
use super::super::typed::{Change, Expr, ExprKind, Place, PlaceKind, Storage, Update, VarRef};
use super::super::types::{BOOL, TypeKind};
use super::contract::Signs;
use super::place::Addr;
use super::*;
use crate::ir::{Binary, Compare, Convert, Target, Terminator, Unary};

/// Most nodes of an operand that is computed although it may not be needed.
const CHEAP: u32 = 6;

impl<'a> Lower<'a> {
    /// The value of a scalar or pointer expression (any value for one that has none).
    pub(super) fn value(&mut self, expr: &'a Expr) -> Value {
        self.depth += 1;
        self.deepen();
        let value =
            if self.room(expr.span) { self.value_inside(expr) } else { self.dummy(expr.ty, expr.span) };
        self.depth -= 1;
        value
    }

    fn value_inside(&mut self, expr: &'a Expr) -> Value {
        let span = expr.span;
        if expr.ty.is_error() {
            return self.dummy(expr.ty, span);
        }
        match &expr.kind {
            ExprKind::Const(bits) => {
                let ty = self.ir(expr.ty, None);
                self.b.constant(*bits, ty, span)
            }
            ExprKind::Null => self.dummy(expr.ty, span),
            ExprKind::Load(place) => {
                let addr = self.addr(place);
                if let PlaceKind::Bits(_, bits) = &place.kind {
                    return self.read_bits(addr, *bits, place.ty, place.is_volatile, span);
                }
                self.load(addr, place.ty, place.is_volatile, span)
            }
            ExprKind::Address(place) => {
                let addr = self.addr(place);
                self.pointer(addr, span)
            }
            ExprKind::Unary(op, operand) => {
                let ty = self.ir(expr.ty, None);
                let operand = self.value(operand);
                self.b.emit(Op::Unary(*op, operand), ty, span)
            }
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, expr),
            ExprKind::Compare(op, left, right) => self.compare(*op, left, right, span),
            ExprKind::Logical { is_or, left, right } => self.logical(*is_or, left, right, span),
            ExprKind::Conditional(condition, yes, no) => self.conditional(condition, yes, no, expr),
            ExprKind::Convert(operand) => self.convert(operand, expr),
            ExprKind::Offset { pointer, index, stride } => {
                let pointer = self.value(pointer);
                let index = self.value(index);
                self.offset(pointer, index, *stride, span)
            }
            ExprKind::Distance { left, right, stride } => {
                let (left, right) = (self.value(left), self.value(right));
                let left = self.b.emit(Op::Convert(Convert::Bits, left), Type::I64, span);
                let right = self.b.emit(Op::Convert(Convert::Bits, right), Type::I64, span);
                let bytes = self.b.emit(Op::Binary(Binary::Sub, left, right), Type::I64, span);
                let stride = self.b.constant((*stride).max(1), Type::I64, span);
                self.b.emit(Op::Binary(Binary::DivS, bytes, stride), Type::I64, span)
            }
            ExprKind::Assign(place, value) => {
                let value = self.value(value);
                let addr = self.addr(place);
                if let PlaceKind::Bits(_, bits) = &place.kind {
                    return self.write_bits(addr, *bits, (value, place.ty), place.is_volatile, span);
                }
                self.store(addr, place.ty, value, place.is_volatile, span);
                value
            }
            ExprKind::Update(update) => self.update(update, span),
            ExprKind::Comma(before, last) => {
                before.iter().for_each(|expr| self.discard(expr));
                self.value(last)
            }
            ExprKind::Compound(var, init, value) => {
                self.compound(*var, init, span);
                self.value(value)
            }
            ExprKind::Swizzle(value, at) => self.swizzled(value, at, span)[0],
            // Only parts of an initial value are: see `initialise`.
            ExprKind::Bits(_, value) => self.value(value),
            // A vector is no value: see `row`.
            ExprKind::Row(_) => self.dummy(super::super::types::ERROR, span),
            ExprKind::Call(function, args, order) => self.call_value(*function, (args, *order), expr),
            ExprKind::Builtin(action, args) => self.builtin(*action, args, expr),
        }
    }

    fn binary(&mut self, op: Binary, left: &'a Expr, right: &'a Expr, expr: &'a Expr) -> Value {
        let (ty, span) = (self.ir(expr.ty, None), expr.span);
        if let Some(row) = self.contracted(op, left, right, span) {
            return row[0];
        }
        let (left, right) = (self.value(left), self.value(right));
        self.b.emit(Op::Binary(op, left, right), ty, span)
    }

    fn compare(&mut self, op: Compare, left: &'a Expr, right: &'a Expr, span: Span) -> Value {
        let (mut left, mut right) = match (&left.kind, &right.kind) {
            (_, ExprKind::Null) => {
                let left = self.value(left);
                let ty = self.b.kernel.ty(left);
                (left, self.b.constant(0, ty, span))
            }
            (ExprKind::Null, _) => {
                let right = self.value(right);
                let ty = self.b.kernel.ty(right);
                (self.b.constant(0, ty, span), right)
            }
            _ => (self.value(left), self.value(right)),
        };
        let (a, b) = (self.b.kernel.ty(left), self.b.kernel.ty(right));
        let ordered = !matches!(op, Compare::Eq | Compare::Ne);
        if a.space().is_some() && (a != b || ordered) {
            left = self.b.emit(Op::Convert(Convert::Bits, left), Type::I64, span);
            right = self.b.emit(Op::Convert(Convert::Bits, right), Type::I64, span);
        }
        self.b.emit(Op::Compare(op, left, right), Type::Bool, span)
    }

    fn logical(&mut self, is_or: bool, left: &'a Expr, right: &'a Expr, span: Span) -> Value {
        if self.is_cheap(right) {
            let (left, right) = (self.value(left), self.value(right));
            let op = if is_or { Binary::Or } else { Binary::And };
            return self.b.emit(Op::Binary(op, left, right), Type::Bool, span);
        }
        let left = self.value(left);
        let (rest, join) = (self.b.create_block(), self.b.create_block());
        let result = self.b.block_param(join, Type::Bool);
        let decided = Target { block: join, args: alloc::vec![left] };
        let go_on = Target { block: rest, args: alloc::vec![] };
        let (yes, no) = if is_or { (decided, go_on) } else { (go_on, decided) };
        self.b.terminate(Terminator::Branch(left, yes, no), span);
        self.b.switch_to(rest);
        let right = self.value(right);
        self.b.terminate(Terminator::Jump(Target { block: join, args: alloc::vec![right] }), span);
        self.b.switch_to(join);
        result
    }

    /// Ends the block: goes to `yes` if the condition holds.
    pub(super) fn branch_on(&mut self, condition: &'a Expr, yes: BlockId, no: BlockId) {
        let span = condition.span;
        match &condition.kind {
            ExprKind::Unary(Unary::Not, inner) if inner.ty == BOOL => self.branch_on(inner, no, yes),
            ExprKind::Logical { is_or, left, right } if !self.is_cheap(right) => {
                let rest = self.b.create_block();
                if *is_or {
                    self.branch_on(left, yes, rest);
                } else {
                    self.branch_on(left, rest, no);
                }
                self.b.switch_to(rest);
                self.branch_on(right, yes, no);
            }
            _ => {
                let condition = self.value(condition);
                self.b.branch(condition, yes, no, span);
            }
        }
    }

    /// Writes out both ways of a condition and goes on where they meet.
    pub(super) fn two_ways(&mut self, condition: &'a Expr, span: Span, mut way: impl FnMut(&mut Self, bool)) {
        let (yes, no, join) = (self.b.create_block(), self.b.create_block(), self.b.create_block());
        self.branch_on(condition, yes, no);
        for (block, which) in [(yes, true), (no, false)] {
            self.b.switch_to(block);
            way(self, which);
            self.b.jump(join, span);
        }
        self.b.switch_to(join);
    }

    fn conditional(&mut self, condition: &'a Expr, yes: &'a Expr, no: &'a Expr, expr: &'a Expr) -> Value {
        let span = expr.span;
        if self.types().kind(expr.ty) == TypeKind::Void {
            self.two_ways(condition, span, |this, which| this.discard(if which { yes } else { no }));
            return self.dummy(expr.ty, span);
        }
        if self.is_cheap(yes) && self.is_cheap(no) {
            let condition = self.value(condition);
            let (yes, no) = (self.value(yes), self.value(no));
            let (yes, no) = self.same_space(yes, no, span);
            let ty = self.b.kernel.ty(yes);
            let chosen = self.b.emit(Op::Select(condition, yes, no), ty, span);
            if let Type::Ptr(_) = ty {
                let behind = self.behind(yes).or(self.behind(no));
                self.set_behind(chosen, behind);
            }
            return chosen;
        }
        let home = self.temporary(expr.ty, span);
        let to = Addr::Home { home, offset: 0 };
        let mut known = None;
        self.two_ways(condition, span, |this, which| {
            let value = this.value(if which { yes } else { no });
            known = Some(this.one_way(home, (value, expr.ty), known.take()));
            this.store(to, expr.ty, value, false, span);
        });
        let value = self.load(to, expr.ty, false, span);
        self.set_behind(value, known.unwrap_or_default());
        value
    }

    /// Two pointers that a selection chooses from must point into the same memory.
    fn same_space(&mut self, yes: Value, no: Value, span: Span) -> (Value, Value) {
        let (a, b) = (self.b.kernel.ty(yes), self.b.kernel.ty(no));
        if a == b {
            return (yes, no);
        }
        let null = |this: &Self, value| this.b.kernel.constant(value) == Some(0);
        if null(self, no) {
            return (yes, self.b.constant(0, a, span));
        }
        if null(self, yes) {
            return (self.b.constant(0, b, span), no);
        }
        let message = "The two pointers point into different memories.";
        let help = "Write an `if` and use each pointer in its own branch.";
        self.fail(Diagnostic::error("type::pointer-space", span, message).help(help));
        (yes, yes)
    }

    fn convert(&mut self, operand: &'a Expr, expr: &'a Expr) -> Value {
        let span = expr.span;
        match (self.types().kind(operand.ty), self.types().kind(expr.ty)) {
            (_, TypeKind::Void) => {
                self.discard(operand);
                self.dummy(expr.ty, span)
            }
            (TypeKind::Scalar(from), TypeKind::Scalar(to)) => {
                let value = self.value(operand);
                self.convert_scalar(value, from, to, span)
            }
            (TypeKind::Pointer(_), TypeKind::Pointer(to)) => {
                let value = self.value(operand);
                let from = self.b.kernel.ty(value).space();
                if let (Some(to), Some(from)) = (to.space, from)
                    && to != from
                {
                    let message = alloc::format!(
                        "This points to {} memory, but a pointer to {} memory is expected.",
                        from.name(),
                        to.name()
                    );
                    self.fail(Diagnostic::error("type::pointer-space", span, message));
                }
                if let TypeKind::Pointer(given) = self.types().kind(operand.ty) {
                    self.reread(value, given.to, to.to);
                }
                value
            }
            (TypeKind::Pointer(_), TypeKind::Scalar(to)) => {
                let value = self.value(operand);
                let bits = self.b.emit(Op::Convert(Convert::Bits, value), Type::I64, span);
                self.convert_scalar(bits, Scalar::ULong, to, span)
            }
            (TypeKind::Scalar(from), TypeKind::Pointer(_)) => {
                let value = self.value(operand);
                let bits = self.convert_scalar(value, from, Scalar::ULong, span);
                let ty = self.ir(expr.ty, None);
                self.b.emit(Op::Convert(Convert::Bits, bits), ty, span)
            }
            _ => self.value(operand),
        }
    }

    pub(super) fn convert_scalar(&mut self, value: Value, from: Scalar, to: Scalar, span: Span) -> Value {
        match conversion(from, to) {
            Conversion::Same => value,
            Conversion::One(op) => self.b.emit(Op::Convert(op, value), to.ir(), span),
            Conversion::Test => self.is_not_zero(value, span),
            Conversion::BoolToFloat => {
                let wide = self.b.emit(Op::Convert(Convert::ZExt, value), Type::I32, span);
                self.b.emit(Op::Convert(Convert::UToF, wide), to.ir(), span)
            }
        }
    }

    /// Pointer plus index times stride.
    fn offset(&mut self, pointer: Value, index: Value, stride: u64, span: Span) -> Value {
        let ty = self.b.kernel.ty(pointer);
        let bytes = match self.b.kernel.constant(index) {
            Some(0) => return pointer,
            Some(index) => self.b.constant(index.wrapping_mul(stride), Type::I64, span),
            None if stride == 1 => index,
            None => {
                let stride = self.b.constant(stride, Type::I64, span);
                self.b.emit(Op::Binary(Binary::Mul, index, stride), Type::I64, span)
            }
        };
        let moved = self.b.emit(Op::PtrAdd(pointer, bytes), ty, span);
        self.moves(pointer, moved, self.b.kernel.constant(bytes));
        moved
    }

    fn update(&mut self, update: &'a Update, span: Span) -> Value {
        let Place { ty, is_volatile, .. } = update.place;
        let factors = match update.step {
            Change::Binary(op) => self.factors(op, &update.operand),
            Change::Pointer(_) => None,
        };
        let operands = match factors {
            Some(factors) => factors.map(|factor| self.value(factor)),
            None => [self.value(&update.operand); 2],
        };
        let addr = self.addr(&update.place);
        let bits = if let PlaceKind::Bits(_, bits) = &update.place.kind { Some(*bits) } else { None };
        let old = match bits {
            Some(bits) => self.read_bits(addr, bits, ty, is_volatile, span),
            None => self.load(addr, ty, is_volatile, span),
        };
        let new = match update.step {
            Change::Pointer(stride) => self.offset(old, operands[0], stride, span),
            Change::Binary(op) => {
                let (place, computed) = (self.scalar(ty), self.scalar(update.operand.ty));
                let wide = self.convert_scalar(old, place, computed, span);
                let result = match (factors, operands) {
                    (Some(_), [a, b]) => {
                        let signs = Signs { product: op == Binary::FSub, addend: false };
                        self.fused([a, b, wide], signs, span)
                    }
                    (None, [operand, _]) => self.b.emit(Op::Binary(op, wide, operand), computed.ir(), span),
                };
                self.convert_scalar(result, computed, place, span)
            }
        };
        let new = match bits {
            Some(bits) => self.write_bits(addr, bits, (new, ty), is_volatile, span),
            None => {
                self.store(addr, ty, new, is_volatile, span);
                new
            }
        };
        if update.value_before { old } else { new }
    }

    /// Does computing it cost next to nothing, and have no effect, and cannot fail?
    pub(super) fn is_cheap(&self, expr: &Expr) -> bool {
        let mut budget = CHEAP;
        self.costs(expr, &mut budget)
    }

    fn costs(&self, expr: &Expr, budget: &mut u32) -> bool {
        if *budget == 0 {
            return false;
        }
        *budget -= 1;
        match &expr.kind {
            ExprKind::Const(_) | ExprKind::Null => true,
            ExprKind::Load(place) => !place.is_volatile && self.is_register(place),
            ExprKind::Address(place) => matches!(place.kind, PlaceKind::Var(_)),
            ExprKind::Unary(_, a) => self.costs(a, budget),
            ExprKind::Convert(a) => {
                *budget += 1;
                self.types().as_scalar(a.ty).is_some() && self.costs(a, budget)
            }
            ExprKind::Binary(op, a, b) => {
                let slow =
                    matches!(op, Binary::DivS | Binary::DivU | Binary::RemS | Binary::RemU | Binary::FDiv);
                !slow && self.costs(a, budget) && self.costs(b, budget)
            }
            ExprKind::Compare(_, a, b) => self.costs(a, budget) && self.costs(b, budget),
            ExprKind::Logical { left, right, .. } => self.costs(left, budget) && self.costs(right, budget),
            ExprKind::Builtin(super::super::builtins::Action::Place(_), args) => {
                args.iter().all(|arg| matches!(arg.kind, ExprKind::Const(_)))
            }
            _ => false,
        }
    }

    /// Is it a scalar that will be in a register?
    fn is_register(&self, place: &Place) -> bool {
        match &place.kind {
            PlaceKind::Var(var @ VarRef::Local(_)) => {
                let var = self.var(*var);
                var.storage == Storage::Private && !var.escapes && self.types().as_struct(var.ty).is_none()
            }
            _ => false,
        }
    }
}

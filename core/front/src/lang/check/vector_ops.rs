//! Operators on vectors of OpenCL C (OpenCL C 1.2, 6.3).
//!
//! Both operands of an operator have the same type; a scalar among them becomes a vector of equal components
//! (6.2.6), as if it had been written so.

use alloc::{boxed::Box, format, vec};

use super::super::ast::{BinaryOp, UnaryOp};
use super::super::builtins::Action;
use super::super::typed::Place;
use super::super::types::{Scalar, Vector, scalar, vector};
use super::*;
use crate::ir::{self, Compare};

impl Checker<'_> {
    /// Operands of one vector type: a scalar beside a vector becomes one. `None` if that has been reported.
    pub(super) fn alike(
        &mut self,
        op: BinaryOp,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Option<(Expr, Expr, Vector)> {
        let (a, b) = (self.as_vector(left.ty), self.as_vector(right.ty));
        let shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
        match (a, b) {
            (Some(a), Some(b)) if a == b => Some((left, right, a)),
            // Of the amount of a shift only the low bits count, which every conversion keeps.
            (Some(a), Some(b)) if shift && a.len == b.len && !a.of.is_float() && !b.of.is_float() => {
                let right = self.as_type(right, vector(a));
                Some((left, right, a))
            }
            (Some(to), None) => {
                let right = self.widened(op, right, to, shift)?;
                Some((left, right, to))
            }
            (None, Some(to)) if !shift => {
                let left = self.widened(op, left, to, false)?;
                Some((left, right, to))
            }
            _ => {
                let message = format!(
                    "`{}` cannot be applied to {} and {}.",
                    op.text(),
                    self.show(left.ty),
                    self.show(right.ty)
                );
                let help = match (a, b) {
                    (Some(to), Some(from)) if to.len == from.len => {
                        format!(
                            "Convert one of them: `convert_{}(…)`.",
                            self.program.types.show(left.ty, self.names)
                        )
                    }
                    _ => "Both operands need as many components.".into(),
                };
                self.hint("type::operands", span, message, help);
                None
            }
        }
    }

    /// A scalar operand beside a vector. Its type must not be above that of the components (OpenCL C 1.2, 6.2.6); a
    /// constant only has to fit.
    fn widened(&mut self, op: BinaryOp, value: Expr, to: Vector, shift: bool) -> Option<Expr> {
        let Some(from) = self.program.types.as_scalar(value.ty) else {
            self.bad_operands(op, value.ty, vector(to), value.span);
            return None;
        };
        let constant = self.fold(&value).is_some_and(|bits| fits(from, to.of, bits));
        let above = match (from.is_float(), to.of.is_float()) {
            (true, false) => true,
            (false, true) => false,
            // Of the amount of a shift only the low bits count.
            (false, false) if shift => false,
            _ => from.unsigned() > to.of.unsigned(),
        };
        if above && !constant {
            let (name, of) = (self.show(value.ty), to.of.name());
            let message = format!("{name} holds more than a component of {}.", self.show(vector(to)));
            self.hint("type::operands", value.span, message, format!("Convert it first: `({of})…`."));
            return None;
        }
        Some(self.splat(value, to))
    }

    /// An operator between operands of which one is a vector.
    pub(super) fn vector_binary(&mut self, op: BinaryOp, left: Expr, right: Expr, span: Span) -> Expr {
        if left.ty.is_error() || right.ty.is_error() {
            return self.nothing(span);
        }
        let Some((left, right, of)) = self.alike(op, left, right, span) else { return self.nothing(span) };
        let ty = vector(of);
        if let BinaryOp::LogicalAnd | BinaryOp::LogicalOr = op {
            let (left, right) = (self.truth(left, of), self.truth(right, of));
            let both = if op == BinaryOp::LogicalAnd { ir::Binary::And } else { ir::Binary::Or };
            let ty = left.ty;
            let kind = ExprKind::Binary(both, Box::new(left), Box::new(right));
            return self.mask(Expr { kind, ty, span }, of);
        }
        if let Some(binary) = ops::arithmetic(op, of.of) {
            return Expr { kind: ExprKind::Binary(binary, Box::new(left), Box::new(right)), ty, span };
        }
        match ops::comparison(op, Some(of.of)) {
            Some((compare, swapped)) => {
                let (left, right) = if swapped { (right, left) } else { (left, right) };
                let found = self.compared(compare, left, right, of, span);
                self.mask(found, of)
            }
            None => self.bad_operands(op, ty, ty, span),
        }
    }

    /// Two vectors of one type compared: one `bool` for each component.
    pub(super) fn compared(&self, op: Compare, left: Expr, right: Expr, of: Vector, span: Span) -> Expr {
        let kind = ExprKind::Compare(op, Box::new(left), Box::new(right));
        Expr { kind, ty: vector(Vector { of: Scalar::Bool, ..of }), span }
    }

    /// Of each component: is it not 0?
    pub(super) fn truth(&self, value: Expr, of: Vector) -> Expr {
        let (op, span) = (if of.of.is_float() { Compare::FNe } else { Compare::Ne }, value.span);
        let zero = self.zeros(of, span);
        self.compared(op, value, zero, of, span)
    }

    /// Of each component: is its sign bit set?
    pub(super) fn sign_bits(&self, value: Expr, of: Vector) -> Expr {
        let (signed, span) = (Vector { of: of.of.mask(), ..of }, value.span);
        let value = self.as_type(value, vector(signed));
        let zero = self.zeros(signed, span);
        self.compared(Compare::LtS, value, zero, of, span)
    }

    fn zeros(&self, of: Vector, span: Span) -> Expr {
        let zero = Expr { kind: ExprKind::Const(0), ty: scalar(of.of), span };
        self.as_type(zero, vector(of))
    }

    /// The integers that stand for answers: -1 and 0, as wide as what was asked about (OpenCL C 1.2, 6.3.d).
    pub(super) fn mask(&self, answers: Expr, about: Vector) -> Expr {
        self.as_type(answers, vector(Vector { of: about.of.mask(), ..about }))
    }

    pub(super) fn vector_unary(&mut self, op: UnaryOp, value: Expr, of: Vector, span: Span) -> Expr {
        let ty = value.ty;
        let unary = match (op, of.of.is_float()) {
            (UnaryOp::Not, float) => {
                let compare = if float { Compare::FEq } else { Compare::Eq };
                let zero = self.zeros(of, span);
                let found = self.compared(compare, value, zero, of, span);
                return self.mask(found, of);
            }
            (UnaryOp::Plus, _) => return Expr { span, ..value },
            (UnaryOp::Minus, true) => ir::Unary::FNeg,
            (UnaryOp::Minus, false) => ir::Unary::Neg,
            (_, false) => ir::Unary::Not,
            (_, true) => {
                self.error("type::operands", span, "`~` needs integers.");
                return self.nothing(span);
            }
        };
        Expr { kind: ExprKind::Unary(unary, Box::new(value)), ty, span }
    }

    /// `?:` with a vector as the condition: of each component its sign bit chooses (OpenCL C 1.2, 6.3.i).
    pub(super) fn vector_conditional(&mut self, condition: Expr, yes: Expr, no: Expr, span: Span) -> Expr {
        let Some(asked) = self.as_vector(condition.ty) else { return self.nothing(span) };
        if yes.ty.is_error() || no.ty.is_error() {
            return self.nothing(span);
        }
        let (yes, no) = match (self.as_vector(yes.ty), self.as_vector(no.ty)) {
            // Two scalars become vectors as long as the condition.
            (None, None) => {
                let both = self.program.types.as_scalar(yes.ty).zip(self.program.types.as_scalar(no.ty));
                let Some((a, b)) = both else {
                    let message = format!(
                        "Numbers are expected here, not {} and {}.",
                        self.show(yes.ty),
                        self.show(no.ty)
                    );
                    self.error("type::operands", span, message);
                    return self.nothing(span);
                };
                let to = Vector { of: if a == b { a } else { a.common(b) }, ..asked };
                (self.splat(yes, to), self.splat(no, to))
            }
            _ => (yes, no),
        };
        let Some((yes, no, of)) = self.alike_values(yes, no, span) else { return self.nothing(span) };
        if asked.of.is_float() || (asked.len, asked.of.bytes()) != (of.len, of.of.bytes()) {
            let wanted = self.program.types.show(vector(Vector { of: of.of.mask(), ..of }), self.names);
            let message = format!(
                "The condition for {} is a `{wanted}`, not {}.",
                self.show(vector(of)),
                self.show(condition.ty)
            );
            self.hint("type::operands", condition.span, message, format!("Write `convert_{wanted}(…)`."));
            return self.nothing(span);
        }
        let condition = self.sign_bits(condition, asked);
        let kind = ExprKind::Builtin(Action::Select, vec![no, yes, condition]);
        Expr { kind, ty: vector(of), span }
    }

    /// Two values that `?:` chooses from, of which one is a vector.
    pub(super) fn alike_values(&mut self, yes: Expr, no: Expr, span: Span) -> Option<(Expr, Expr, Vector)> {
        let (a, b) = (self.as_vector(yes.ty), self.as_vector(no.ty));
        match (a, b) {
            (Some(a), Some(b)) if a == b => Some((yes, no, a)),
            (Some(to), None) => {
                let no = self.widened(BinaryOp::Add, no, to, false)?;
                Some((yes, no, to))
            }
            (None, Some(to)) => {
                let yes = self.widened(BinaryOp::Add, yes, to, false)?;
                Some((yes, no, to))
            }
            _ => {
                let message =
                    format!("`?:` cannot choose between {} and {}.", self.show(yes.ty), self.show(no.ty));
                self.error("type::operands", span, message);
                None
            }
        }
    }

    /// What a vector is changed by: `v op= value`. `None` if that has been reported.
    pub(super) fn vector_operand(
        &mut self,
        op: BinaryOp,
        place: &Place,
        value: Expr,
        span: Span,
    ) -> Option<(ir::Binary, Expr)> {
        let of = self.as_vector(place.ty)?;
        let placeholder = Expr { kind: ExprKind::Const(0), ty: place.ty, span };
        let (_, value, _) = self.alike(op, placeholder, value, span)?;
        match ops::arithmetic(op, of.of) {
            Some(binary) => Some((binary, value)),
            None => {
                self.bad_operands(op, place.ty, value.ty, span);
                None
            }
        }
    }
}

/// Does a constant keep its value as a component? A float may be rounded.
fn fits(from: Scalar, to: Scalar, bits: u64) -> bool {
    if from.is_float() {
        return to.is_float();
    }
    if to.is_float() {
        return true;
    }
    let value = match from.is_signed() {
        true => i128::from(crate::base::num::signed(from.ir(), bits)),
        false => i128::from(bits),
    };
    let width = to.bytes() * 8;
    let (least, most) = match to.is_signed() {
        true => (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1),
        // A constant such as -1 or ~0 means the bits.
        false => (-(1i128 << (width - 1)), (1i128 << width) - 1),
    };
    (least..=most).contains(&value)
}

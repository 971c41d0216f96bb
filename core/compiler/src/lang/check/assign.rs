//! Assignments, and the operators that read a place and write it again.

use alloc::boxed::Box;

use super::{
    super::{
        ast::BinaryOp,
        typed::{Change, Place, PlaceKind, Update},
        types::{INT, LONG, Space, TypeKind, scalar},
    },
    expr::Operand,
    *,
};
use crate::ir;

impl Checker<'_> {
    /// A place that can be written; anything else is reported.
    fn writable(&mut self, expr: &ast::Expr) -> Option<Place> {
        let place = match self.operand(expr) {
            Operand::Place(place) => place,
            Operand::Value(value) => {
                if !value.ty.is_error() {
                    self.error("type::place", expr.span, "This is a value: nothing can be assigned to it.");
                }
                return None;
            }
        };
        if place.ty.is_error() {
            return None;
        }
        if place.is_const {
            let help = match self.space_of(&place) {
                Some(Space::Constant) => "Constant memory is read-only.",
                _ => "Remove `const` from its declaration if it is to change.",
            };
            self.hint("type::const", expr.span, "This is `const`: nothing can be assigned to it.", help);
            return None;
        }
        if let PlaceKind::Components(_, at) = &place.kind
            && super::super::swizzle::repeats(at)
        {
            let help = "Name each component once.";
            self.hint("type::component", expr.span, "A component occurs twice: nothing can be assigned.", help);
            return None;
        }
        if matches!(self.program.types.kind(place.ty), TypeKind::Array { .. }) {
            let help = "Assign to its elements.";
            self.hint("type::place", expr.span, "An array cannot be assigned to as a whole.", help);
            return None;
        }
        Some(place)
    }

    pub(super) fn assign(
        &mut self,
        op: Option<BinaryOp>,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Expr {
        let place = self.writable(left);
        let value = self.expr(right);
        let Some(place) = place else { return self.nothing(span) };
        if value.ty.is_error() {
            return self.nothing(span);
        }
        let ty = place.ty;
        match op {
            None => {
                let value = self.convert(value, ty);
                if value.ty.is_error() {
                    return self.nothing(span);
                }
                Expr { kind: ExprKind::Assign(Box::new(place), Box::new(value)), ty, span }
            }
            Some(op) => self.update(place, op, value, false, span),
        }
    }

    pub(super) fn step(&mut self, up: bool, prefix: bool, operand: &ast::Expr, span: Span) -> Expr {
        let Some(place) = self.writable(operand) else { return self.nothing(span) };
        let one = Expr { kind: ExprKind::Const(1), ty: INT, span };
        let op = if up { BinaryOp::Add } else { BinaryOp::Sub };
        self.update(place, op, one, !prefix, span)
    }

    fn update(&mut self, place: Place, op: BinaryOp, value: Expr, value_before: bool, span: Span) -> Expr {
        let ty = place.ty;
        let (step, operand) = match self.program.types.kind(ty) {
            TypeKind::Pointer(pointer) if matches!(op, BinaryOp::Add | BinaryOp::Sub) => {
                let index = self.convert(value, LONG);
                let index = match op {
                    BinaryOp::Sub => self.simple_unary(ir::Unary::Neg, index, span),
                    _ => index,
                };
                (Change::Pointer(self.stride(pointer.to, span)), index)
            }
            TypeKind::Vector(_) => match self.vector_operand(op, &place, value, span) {
                Some((binary, operand)) => (Change::Binary(binary), operand),
                None => return self.nothing(span),
            },
            TypeKind::Scalar(left) => {
                let Some(right) = self.program.types.as_scalar(value.ty) else {
                    return self.bad_operands(op, ty, value.ty, span);
                };
                let shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
                let mut common = if shift { left.promoted() } else { left.common(right) };
                if self.narrows(left, common, op, &value) {
                    common = left;
                }
                let Some(binary) = ops::arithmetic(op, common) else {
                    return self.bad_operands(op, ty, value.ty, span);
                };
                (Change::Binary(binary), self.make_convert(value, scalar(common)))
            }
            _ => return self.bad_operands(op, ty, value.ty, span),
        };
        if operand.ty.is_error() {
            return self.nothing(span);
        }
        Expr { kind: ExprKind::Update(Box::new(Update { place, step, operand, value_before })), ty, span }
    }
}

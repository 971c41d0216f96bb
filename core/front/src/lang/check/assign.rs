//! Assignments, and the operators that read a place and write it again.

use alloc::{boxed::Box, format, vec, vec::Vec};

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
    fn writable(&mut self, operand: Operand, span: Span) -> Option<Place> {
        let place = match self.as_place(operand) {
            Operand::Place(place) => place,
            Operand::Value(value) => {
                if !value.ty.is_error() {
                    self.error("type::place", span, "This is a value: nothing can be assigned to it.");
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
            self.hint("type::const", span, "This is `const`: nothing can be assigned to it.", help);
            return None;
        }
        if let PlaceKind::Components(_, at) = &place.kind
            && super::super::swizzle::repeats(at)
        {
            let help = "Name each component once.";
            self.hint("type::component", span, "A component occurs twice: nothing can be assigned.", help);
            return None;
        }
        if matches!(self.program.types.kind(place.ty), TypeKind::Array { .. }) {
            let help = "Assign to its elements.";
            self.hint("type::place", span, "An array cannot be assigned to as a whole.", help);
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
    ) -> Operand {
        let (at, operand) = (left.span, self.operand(left));
        let is_struct = self.program.types.as_struct(operand.ty()).is_some();
        if let (Some(op), true) = (op, is_struct) {
            let pair = vec![(operand, at), (self.operand(right), right.span)];
            return match self.overloaded(&format!("{}=", op.text()), pair, span) {
                Ok(result) => result,
                Err(pair) => Operand::Value(self.no_operator(op, &pair, span)),
            };
        }
        if op.is_none() && is_struct && self.methods(operand.ty(), "operator=").is_some() {
            let right = (self.operand_for(right, operand.ty()), right.span);
            // Where no function takes an object of the class, it is copied.
            let copies = right.0.ty() == operand.ty() && !self.assigns_own(operand.ty());
            if !copies {
                return match self.overloaded("=", vec![(operand, at), right], span) {
                    Ok(result) => result,
                    Err(_) => Operand::Value(self.nothing(span)),
                };
            }
            let place = self.writable(operand, at);
            let value = self.value_of(right.0, right.1);
            return Operand::Value(self.assigned(place, None, value, span));
        }
        let place = self.writable(operand, at);
        let to = place.as_ref().map_or(ERROR, |place| place.ty);
        let value = self.operand_for(right, to);
        let value = self.value_of(value, right.span);
        Operand::Value(self.assigned(place, op, value, span))
    }

    /// Has a class an `operator=` that takes its own objects?
    fn assigns_own(&self, ty: TypeId) -> bool {
        let takes = |id: &FunctionId| {
            self.parameters(*id).get(1).is_some_and(|(param, by_reference)| match by_reference {
                true => self.program.types.as_pointer(*param).is_some_and(|to| to.to == ty),
                false => *param == ty,
            })
        };
        self.methods(ty, "operator=").is_some_and(|(_, ids)| ids.iter().any(takes))
    }

    /// Reports that a struct is changed by an operator that nobody has given a meaning.
    fn no_operator(&mut self, op: BinaryOp, operands: &[(Operand, Span)], span: Span) -> Expr {
        if !operands.iter().any(|(operand, _)| operand.ty().is_error()) {
            let shown: Vec<_> = operands.iter().map(|(operand, _)| self.show(operand.ty())).collect();
            let message = format!("`{}=` cannot be applied to {}.", op.text(), shown.join(" and "));
            let help = match self.dialect {
                Dialect::Cuda => format!("Write a function `__device__ … operator{}=(…)` for it.", op.text()),
                Dialect::OpenCl => "Assign to its members.".into(),
            };
            self.hint("type::operands", span, message, help);
        }
        self.nothing(span)
    }

    fn assigned(&mut self, place: Option<Place>, op: Option<BinaryOp>, value: Expr, span: Span) -> Expr {
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
            Some(op) => {
                let value = self.as_number(value);
                self.update(place, op, value, false, span)
            }
        }
    }

    pub(super) fn step(&mut self, up: bool, prefix: bool, operand: &ast::Expr, span: Span) -> Operand {
        let (at, mut operand) = (operand.span, self.operand(operand));
        if self.program.types.as_struct(operand.ty()).is_some() {
            let mut operands = vec![(operand, at)];
            // The one behind its operand takes an `int` that means nothing (C++17 16.5.7).
            let zero = Expr { kind: ExprKind::Const(0), ty: INT, span };
            operands.extend((!prefix).then_some((Operand::Value(zero), span)));
            operands = match self.overloaded(if up { "++" } else { "--" }, operands, span) {
                Ok(result) => return result,
                Err(operands) => operands,
            };
            operand = operands.swap_remove(0).0;
        }
        Operand::Value(self.stepped(up, prefix, operand, at, span))
    }

    fn stepped(&mut self, up: bool, prefix: bool, operand: Operand, at: Span, span: Span) -> Expr {
        let Some(place) = self.writable(operand, at) else { return self.nothing(span) };
        if self.as_vector(place.ty).is_some_and(|of| of.of.is_float()) {
            let (op, sign) = if up { ("++", "+") } else { ("--", "-") };
            let message = format!("`{op}` cannot be applied to {}.", self.show(place.ty));
            self.hint("type::operands", span, message, format!("Write `{sign}= 1`."));
            return self.nothing(span);
        }
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
                if shift {
                    self.check_shift(&value, common);
                }
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

//! Assignments, and the operators that read a place and write it again.

use alloc::{boxed::Box, format, vec, vec::Vec};

use super::{
    super::{
        ast::BinaryOp,
        typed::{Change, Place, PlaceKind, Update},
        types::{BOOL, INT, LIST, LONG, Space, TypeKind, scalar},
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
        if self.holds_const(place.ty) {
            let help = "Assign to its other members, one by one.";
            let message = "This has a member that is `const`: nothing can be assigned to all of it.";
            self.hint("type::const", span, message, help);
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
        if let PlaceKind::Var(var) = &place.kind {
            self.var_mut(*var).is_kept = false;
        }
        Some(place)
    }

    /// Is a member of an object, or of one in it, `const`?
    fn holds_const(&self, ty: TypeId) -> bool {
        let found = self.program.types.as_struct(ty);
        found.is_some_and(|found| {
            found.fields.iter().any(|field| field.is_const || self.holds_const(field.ty))
        })
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
        if let (Some(sign), true) = (op, self.program.types.is_enum(operand.ty())) {
            let pair = vec![(operand, at), (self.operand(right), right.span)];
            let mut pair = match self.overloaded(&format!("{}=", sign.text()), pair, span) {
                Ok(result) => return result,
                Err(pair) => pair.into_iter(),
            };
            let place = pair.next().and_then(|(operand, at)| self.writable(operand, at));
            let value = pair.next().map(|(operand, at)| self.value_of(operand, at));
            let value = value.unwrap_or_else(|| self.nothing(span));
            return Operand::Value(self.assigned(place, op, value, span));
        }
        if op.is_none() && is_struct && self.methods(operand.ty(), "operator=").is_some() {
            let ty = operand.ty();
            let ids = self.methods(ty, "operator=").map_or(vec![], |(_, ids)| ids);
            let pair = [(operand, at), (self.operand(right), right.span)];
            // A list that no function takes is an object of the class.
            let is_object = pair[1].0.ty() == LIST && !self.one_takes(&ids, &pair);
            let [(operand, at), mut right] = pair;
            if is_object {
                let list = self.value_of(right.0, right.1);
                right.0 = Operand::Value(self.convert(list, ty));
            }
            // Where no function takes an object of the class, it is copied.
            if right.0.ty() != ty || self.assigns_own(ty) {
                return match self.overloaded("=", vec![(operand, at), right], span) {
                    Ok(result) => result,
                    Err(_) => Operand::Value(self.nothing(span)),
                };
            }
            if self.assigns_members(operand.ty()) {
                return self.assign_members((operand, at), right, span);
            }
            let place = self.writable(operand, at);
            let value = self.value_of(right.0, right.1);
            return Operand::Value(self.assigned(place, None, value, span));
        }
        if op.is_none() && is_struct && self.assigns_members(operand.ty()) {
            let right = (self.operand_for(right, operand.ty()), right.span);
            return self.assign_members((operand, at), right, span);
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

    /// Is a member of a struct assigned by a function?
    fn assigns_members(&mut self, ty: TypeId) -> bool {
        if let Some(known) = self.classes.assigned.get(&ty) {
            return *known;
        }
        let found = self.program.types.as_struct(ty).filter(|found| !found.is_union).cloned();
        let assigns = found.is_some_and(|found| {
            found.fields.into_iter().any(|field| {
                let mut of = field.ty;
                while let TypeKind::Array { of: element, .. } = self.program.types.kind(of) {
                    of = element;
                }
                self.assigns_own(of) || self.assigns_members(of)
            })
        });
        self.classes.assigned.insert(ty, assigns);
        assigns
    }

    /// `x = y` member by member (C++17 15.8.2): the place of `x`.
    fn assign_members(&mut self, left: (Operand, Span), right: (Operand, Span), span: Span) -> Operand {
        let Some(place) = self.writable(left.0, left.1) else { return Operand::Value(self.nothing(span)) };
        let ty = place.ty;
        let right = match right.0.ty() == ty {
            true => right.0,
            false => {
                let value = self.value_of(right.0, right.1);
                Operand::Value(self.convert(value, ty))
            }
        };
        let Operand::Place(right) = self.placed(right, span) else {
            return Operand::Value(self.nothing(span));
        };
        // The right side comes first.
        let pointer = self.changed(right, span, |this, from| {
            this.changed(place, span, |this, to| {
                let mut steps = vec![];
                this.assign_parts(&to, &Place { is_const: true, ..from }, &mut steps);
                let last = Box::new(steps.pop().unwrap_or_else(|| this.nothing(span)));
                let ty = last.ty;
                Expr { kind: ExprKind::Comma(steps, last), ty, span }
            })
        });
        self.deref(pointer, span)
    }

    fn assign_parts(&mut self, to: &Place, from: &Place, steps: &mut Vec<Expr>) {
        let (ty, span) = (to.ty, to.span);
        if steps.len() >= super::class::MAX_MADE {
            let most = super::class::MAX_MADE;
            let message = format!("More than {most} members would be assigned here (limit struct-copy).");
            return self.error("limit::struct-copy", span, message);
        }
        if self.assigns_own(ty) {
            let pair = [to, from].map(|place| (Operand::Place(place.clone()), span));
            steps.push(match self.overloaded("=", pair.into(), span) {
                Ok(Operand::Place(Place { kind: PlaceKind::Deref(call), .. }) | Operand::Value(call)) => call,
                _ => self.nothing(span),
            });
            return;
        }
        let parts: Vec<(u64, TypeId)> = match self.program.types.kind(ty) {
            TypeKind::Array { of, len } => {
                let count = len.unwrap_or(0).min(super::class::MAX_MADE as u64 + 1);
                (0..count).map(|at| (at * self.program.types.bytes(of), of)).collect()
            }
            _ if self.assigns_members(ty) => {
                let found = self.program.types.as_struct(ty);
                found.map_or(vec![], |found| {
                    found.fields.iter().map(|field| (field.offset, field.ty)).collect()
                })
            }
            _ => {
                let value = Box::new(self.load(from.clone(), span));
                return steps.push(Expr { kind: ExprKind::Assign(Box::new(to.clone()), value), ty, span });
            }
        };
        for (offset, ty) in parts {
            let [to, from] = [to, from].map(|whole| Place {
                kind: PlaceKind::Member(Box::new(whole.clone()), offset),
                ty,
                ..*whole
            });
            self.assign_parts(&to, &from, steps);
        }
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
        let types = &self.program.types;
        if types.as_struct(operand.ty()).is_some() || types.is_enum(operand.ty()) {
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
        if place.ty == BOOL && self.dialect == Dialect::Cuda {
            let op = if up { "++" } else { "--" };
            self.error("type::operands", span, format!("`{op}` cannot be applied to `bool`."));
            return self.nothing(span);
        }
        let one = Expr { kind: ExprKind::Const(1), ty: INT, span };
        let op = if up { BinaryOp::Add } else { BinaryOp::Sub };
        self.update(place, op, one, !prefix, span)
    }

    fn update(&mut self, place: Place, op: BinaryOp, value: Expr, value_before: bool, span: Span) -> Expr {
        let ty = place.ty;
        if self.program.types.is_enum(ty) {
            // What it is computed in becomes no enumeration by itself.
            return self.bad_operands(op, ty, value.ty, span);
        }
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
                let promoted = self.promoted_place(&place).and_then(|ty| self.program.types.as_scalar(ty));
                let left = promoted.unwrap_or(left);
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

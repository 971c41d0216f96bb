//! Vectors of OpenCL C: literals and components (OpenCL C 1.2, 6.1.6 and 6.1.7).

use alloc::{boxed::Box, format, vec, vec::Vec};

use super::super::ast::ExprKind as Syntax;
use super::super::swizzle;
use super::super::typed::{Init, Place, PlaceKind};
use super::super::types::{BOOL, INT, LONG, Scalar, Vector, scalar, vector};
use super::expr::{Operand, local_place};
use super::*;
use crate::ir;

impl Checker<'_> {
    pub(super) fn as_vector(&self, ty: TypeId) -> Option<Vector> {
        self.program.types.as_vector(ty)
    }

    /// A vector of equal components. A variable of type `bool` counts as all bits set (OpenCL C 1.2, 6.2.2); the answers of
    /// comparisons are `int`s.
    pub(super) fn splat(&mut self, value: Expr, to: Vector) -> Expr {
        let span = value.span;
        let answer = matches!(
            value.kind,
            ExprKind::Compare(..) | ExprKind::Logical { .. } | ExprKind::Unary(..) | ExprKind::Const(_)
        );
        let value = match value.ty == BOOL && !answer {
            true => {
                let number = self.make_convert(value, INT);
                self.simple_unary(ir::Unary::Neg, number, span)
            }
            false => value,
        };
        let value = self.make_convert(value, scalar(to.of));
        self.as_type(value, vector(to))
    }

    /// The same value as another type, by a conversion that lowering knows.
    pub(super) fn as_type(&self, value: Expr, ty: TypeId) -> Expr {
        let span = value.span;
        match value.ty.is_error() || value.ty == ty {
            true => value,
            false => Expr { kind: ExprKind::Convert(Box::new(value)), ty, span },
        }
    }

    /// `(float4)…`: of one value, or of parts in parentheses.
    pub(super) fn vector_cast(&mut self, to: Vector, operand: &ast::Expr, span: Span) -> Expr {
        let Syntax::Comma(parts) = &operand.kind else {
            let value = self.expr(operand);
            let value = match self.as_vector(value.ty) {
                Some(from) if from.of == to.of && from.len < to.len => {
                    return self.row(to, vec![value], span);
                }
                Some(from) if from != to => {
                    let bits = self.program.types.bytes(value.ty) == u64::from(to.bytes());
                    self.not_the_vector(&value, to, bits);
                    return self.nothing(span);
                }
                _ => self.convert(value, vector(to)),
            };
            return Expr { span, ..value };
        };
        let parts = parts.iter().map(|part| self.expr(part)).collect();
        self.row(to, parts, span)
    }

    /// A vector of its parts.
    fn row(&mut self, to: Vector, parts: Vec<Expr>, span: Span) -> Expr {
        let mut count = 0;
        let mut converted = Vec::with_capacity(parts.len());
        for part in parts {
            let (part, len) = self.piece(part, to.of);
            if part.ty.is_error() {
                return self.nothing(span);
            }
            count += usize::from(len);
            converted.push(part);
        }
        if count != usize::from(to.len) {
            let message = format!("{} components are given for {}.", count, self.show(vector(to)));
            let help = format!("Give all {}, or one scalar for all of them.", to.len);
            self.hint("type::components", span, message, help);
            return self.nothing(span);
        }
        Expr { kind: ExprKind::Row(converted), ty: vector(to), span }
    }

    /// A part of a vector of this type, with the number of its components.
    pub(super) fn piece(&mut self, part: Expr, of: Scalar) -> (Expr, u8) {
        match self.as_vector(part.ty) {
            Some(found) if found.of == of => (part, found.len),
            Some(found) => {
                self.not_the_vector(&part, Vector { of, ..found }, false);
                (self.nothing(part.span), 1)
            }
            None => (self.convert(part, scalar(of)), 1),
        }
    }

    /// Reports a vector in the place of another one.
    pub(super) fn not_the_vector(&mut self, value: &Expr, to: Vector, bits: bool) {
        let ty = self.program.types.show(vector(to), self.names);
        let message = format!("`{ty}` is expected here, not {}.", self.show(value.ty));
        let same = self.as_vector(value.ty).is_some_and(|from| from.len == to.len);
        let help = match (same, bits) {
            (true, true) => format!("Write `convert_{ty}(…)` for the numbers, `as_{ty}(…)` for the bits."),
            (true, false) => {
                format!("Write `convert_{ty}(…)`: vectors are not converted without being asked.")
            }
            (false, true) => format!("Write `as_{ty}(…)` for the bits."),
            (false, false) => "Choose components, such as `.xy`, or write a vector of several parts.".into(),
        };
        self.hint("type::mismatch", value.span, message, help);
    }

    /// `v.name`
    pub(super) fn components(&mut self, base: Operand, name: Symbol, name_span: Span, span: Span) -> Operand {
        let Some(of) = self.as_vector(base.ty()) else { return Operand::Value(self.nothing(span)) };
        match swizzle::components(self.names.text(name), of) {
            Ok(at) => self.chosen(base, of, at, span),
            Err((message, help)) => {
                self.hint("type::component", name_span, message, help);
                Operand::Value(self.nothing(span))
            }
        }
    }

    /// Components of a vector by their numbers.
    fn chosen(&mut self, base: Operand, of: Vector, at: Vec<u8>, span: Span) -> Operand {
        let ty = match at.len() {
            1 => scalar(of.of),
            len => vector(Vector { of: of.of, len: len as u8 }),
        };
        let place = match base {
            Operand::Value(value) | Operand::Place(Place { kind: PlaceKind::Value(value), .. }) => {
                return Operand::Value(Expr { kind: ExprKind::Swizzle(Box::new(value), at), ty, span });
            }
            Operand::Place(place) => place,
        };
        let Place { is_const, is_volatile, .. } = place;
        let (place, at) = match place.kind {
            PlaceKind::Components(inner, before) => {
                let at =
                    at.iter().map(|at| before.get(usize::from(*at)).copied().unwrap_or(u8::MAX)).collect();
                (*inner, at)
            }
            _ => (place, at),
        };
        let exists = self.as_vector(place.ty).is_some_and(|whole| at[0] < whole.len);
        let kind = match at.as_slice() {
            [one] if exists => PlaceKind::Member(Box::new(place), u64::from(*one) * u64::from(of.of.bytes())),
            _ => PlaceKind::Components(Box::new(place), at),
        };
        Operand::Place(Place { kind, ty, is_const, is_volatile, span })
    }

    /// Is it part of a vector? Then it has no address (OpenCL C 1.2, 6.1.7).
    pub(super) fn is_in_vector(&self, place: &Place) -> bool {
        match &place.kind {
            PlaceKind::Components(..) => true,
            PlaceKind::Member(base, _) => self.as_vector(base.ty).is_some(),
            _ => false,
        }
    }

    /// `v[i]`, which OpenCL C does not have but its compilers do.
    pub(super) fn component_at(&mut self, base: Operand, index: Expr, span: Span) -> Operand {
        let Some(of) = self.as_vector(base.ty()) else { return Operand::Value(self.nothing(span)) };
        let is_integer = self.program.types.as_scalar(index.ty).is_some_and(|found| !found.is_float());
        if let (Some(bits), true) = (self.fold(&index), is_integer) {
            return match u8::try_from(bits).ok().filter(|at| *at < of.len) {
                Some(at) => self.chosen(base, of, vec![at], span),
                None => {
                    let message =
                        format!("{} has the components 0 to {}.", self.show(vector(of)), of.len - 1);
                    self.error("type::component", index.span, message);
                    Operand::Value(self.nothing(span))
                }
            };
        }
        let pointer = match base {
            Operand::Place(place)
                if !matches!(place.kind, PlaceKind::Components(..) | PlaceKind::Value(_)) =>
            {
                self.address(place, scalar(of.of), span)
            }
            base => {
                let value = self.value_of(base, span);
                let at = self.nameless(value.ty, true, span);
                let address = self.address(local_place(at, value.ty, span), scalar(of.of), span);
                let init = Box::new(Init { parts: vec![(0, value)], zero: false });
                let ty = address.ty;
                Expr { kind: ExprKind::Compound(at, init, Box::new(address)), ty, span }
            }
        };
        let pointer = self.offset(pointer, index, false, span);
        self.deref(pointer, span)
    }

    /// An offset as it is counted in memory.
    pub(super) fn as_offset(&mut self, value: Expr) -> Option<Expr> {
        let is_integer = self.program.types.as_scalar(value.ty).is_some_and(|found| !found.is_float());
        is_integer.then(|| self.make_convert(value, LONG))
    }
}

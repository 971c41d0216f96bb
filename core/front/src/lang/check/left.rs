//! Values that are places, too: in C++ an assignment, `++x`, a conditional of two places and a comma in front of one can be written to,
//! referred to and pointed at. They stay values where a value is asked for, so that most texts cost nothing.

use alloc::{boxed::Box, vec};

use super::super::typed::{Init, Place, PlaceKind, Update};
use super::super::types::Pointer;
use super::expr::{Operand, local_place};
use super::*;

impl Checker<'_> {
    /// May the place that this value is be written? `None` if it is no place.
    pub(super) fn left_side(&self, value: &Expr) -> Option<bool> {
        if self.dialect != Dialect::Cuda {
            return None;
        }
        let inside = |value: &Expr| match &value.kind {
            ExprKind::Load(place) if !is_bits(place) => Some(!place.is_const),
            _ => self.left_side(value),
        };
        match &value.kind {
            ExprKind::Assign(place, _) if !is_bits(place) => Some(!place.is_const),
            ExprKind::Update(update) if !update.value_before && !is_bits(&update.place) => {
                Some(!update.place.is_const)
            }
            ExprKind::Comma(_, last) => inside(last),
            ExprKind::Conditional(_, yes, no) if yes.ty == no.ty => {
                // Both must be places.
                let (yes, no) = (inside(yes)?, inside(no)?);
                Some(yes && no)
            }
            _ => None,
        }
    }

    /// The place of an operand that is one, or is a value that is one.
    pub(super) fn as_place(&mut self, operand: Operand) -> Operand {
        let value = match operand {
            Operand::Value(value) => value,
            place => return place,
        };
        let Some(is_free) = self.left_side(&value) else { return Operand::Value(value) };
        let (ty, span) = (value.ty, value.span);
        let pointer = self.pointer_to(value);
        if pointer.ty.is_error() {
            return Operand::Value(pointer);
        }
        let is_volatile = self.program.types.as_pointer(pointer.ty).is_some_and(|to| to.is_volatile);
        Operand::Place(Place { kind: PlaceKind::Deref(pointer), ty, is_const: !is_free, is_volatile, span })
    }

    /// A pointer to the place that a value is.
    fn pointer_to(&mut self, value: Expr) -> Expr {
        let (ty, span) = (value.ty, value.span);
        match value.kind {
            ExprKind::Load(place) => self.address(*place, ty, span),
            ExprKind::Assign(place, value) => self.changed(*place, span, |_, place| Expr {
                kind: ExprKind::Assign(Box::new(place), value),
                ty,
                span,
            }),
            ExprKind::Update(update) => {
                let update = *update;
                self.changed(update.place.clone(), span, |_, place| {
                    let kind = ExprKind::Update(Box::new(Update { place, ..update }));
                    Expr { kind, ty, span }
                })
            }
            ExprKind::Comma(before, last) => {
                let last = self.pointer_to(*last);
                let ty = last.ty;
                Expr { kind: ExprKind::Comma(before, Box::new(last)), ty, span }
            }
            ExprKind::Conditional(condition, yes, no) => {
                let (yes, no) = (self.pointer_to(*yes), self.pointer_to(*no));
                let fixed = [&yes, &no]
                    .map(|pointer| self.program.types.as_pointer(pointer.ty).is_some_and(|to| to.is_const));
                // Both are `const` if one is.
                let [yes, no] = [yes, no].map(|pointer| match fixed {
                    [true, false] | [false, true] => self.only_read(pointer),
                    _ => pointer,
                });
                self.conditional(*condition, yes, no, span)
            }
            _ => self.nothing(span),
        }
    }

    /// A pointer to what it points at, which is not written through it.
    fn only_read(&mut self, pointer: Expr) -> Expr {
        let Some(to) = self.program.types.as_pointer(pointer.ty) else { return pointer };
        let ty = self.program.types.pointer(Pointer { is_const: true, ..to });
        let span = pointer.span;
        Expr { kind: ExprKind::Convert(Box::new(pointer)), ty, span }
    }

    /// A place is found once, changed, and pointed at.
    pub(super) fn changed(
        &mut self,
        place: Place,
        span: Span,
        change: impl FnOnce(&mut Self, Place) -> Expr,
    ) -> Expr {
        let (to, is_const, is_volatile) = (place.ty, place.is_const, place.is_volatile);
        let address = self.address(place, to, span);
        let pointer = address.ty;
        let at = self.nameless(pointer, false, span);
        let load =
            || Expr { kind: ExprKind::Load(Box::new(local_place(at, pointer, span))), ty: pointer, span };
        let again = Place { kind: PlaceKind::Deref(load()), ty: to, is_const, is_volatile, span };
        let kind = ExprKind::Comma(vec![change(self, again)], Box::new(load()));
        let both = Expr { kind, ty: pointer, span };
        let init = Init { parts: vec![(0, address)], zero: false };
        Expr { kind: ExprKind::Compound(at, Box::new(init), Box::new(both)), ty: pointer, span }
    }
}

/// Is it a bit-field, which nothing can point at?
fn is_bits(place: &Place) -> bool {
    matches!(place.kind, PlaceKind::Bits(..))
}

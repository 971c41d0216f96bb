//! Addresses of places, and references to them.

use alloc::{boxed::Box, vec};

use super::super::typed::{Init, Place, PlaceKind, Storage};
use super::super::types::{LIST, Pointer, Space, TypeId, TypeKind};
use super::expr::{Operand, local_place};
use super::*;

impl Checker<'_> {
    /// A pointer to a place, or to its first element of type `to`.
    pub(super) fn address(&mut self, place: Place, to: TypeId, span: Span) -> Expr {
        if let PlaceKind::Bits(..) = place.kind {
            let help = "Copy it into a variable.";
            self.hint(
                "type::place",
                span,
                "A bit-field has no address, and no reference is bound to it.",
                help,
            );
            return self.nothing(span);
        }
        let (is_const, is_volatile) = (place.is_const, place.is_volatile);
        let space = self.space_of(&place);
        self.mark_escaping(&place);
        let ty = self.program.types.pointer(Pointer { to, space, is_const, is_volatile });
        self.not_too_deep(to, ty, span);
        Expr { kind: ExprKind::Address(Box::new(place)), ty, span }
    }

    pub(super) fn space_of(&self, place: &Place) -> Option<Space> {
        match &place.kind {
            PlaceKind::Var(var) => Some(match self.var(*var).storage {
                Storage::Private => Space::Private,
                Storage::Local | Storage::DynamicLocal => Space::Local,
                Storage::Constant(_) => Space::Constant,
                Storage::Supplied(space, _) => space,
            }),
            PlaceKind::Deref(pointer) => self.program.types.as_pointer(pointer.ty)?.space,
            PlaceKind::Member(base, _) | PlaceKind::Bits(base, _) | PlaceKind::Components(base, _) => {
                self.space_of(base)
            }
            PlaceKind::Value(_) => Some(Space::Private),
        }
    }

    fn mark_escaping(&mut self, place: &Place) {
        match &place.kind {
            PlaceKind::Var(var) => self.var_mut(*var).escapes = true,
            PlaceKind::Member(base, _) | PlaceKind::Bits(base, _) | PlaceKind::Components(base, _) => {
                self.mark_escaping(base)
            }
            PlaceKind::Deref(_) | PlaceKind::Value(_) => {}
        }
    }

    /// A pointer to the place that a reference is bound to.
    pub(super) fn reference_to(&mut self, operand: Operand, span: Span) -> Expr {
        match self.as_place(operand) {
            Operand::Place(place) => {
                let to = place.ty;
                self.address(place, to, span)
            }
            Operand::Value(value) => {
                if !value.ty.is_error() {
                    let help = "Give the value a name first, and pass the variable.";
                    self.hint(
                        "type::reference",
                        span,
                        "A reference cannot be bound to a value without a place.",
                        help,
                    );
                }
                self.nothing(span)
            }
        }
    }

    /// What a reference is bound to. One to a `const`, or (`&&`) to values, also takes a value, which gets a place of its own.
    pub(super) fn bound(&mut self, operand: Operand, (ty, takes_values): (TypeId, bool), span: Span) -> Expr {
        let operand = match (operand, self.program.types.as_pointer(ty)) {
            (Operand::Place(place), Some(to)) if self.derives(place.ty, to.to) => {
                Operand::Place(self.base_place(place, to.to))
            }
            (operand, _) => operand,
        };
        let Some(to) = self.program.types.as_pointer(ty).filter(|to| to.is_const || takes_values) else {
            return self.reference_to(operand, span);
        };
        if takes_values && operand.ty() == to.to && self.stays(&operand) {
            let message = "A reference to values (`&&`) is not bound to something that keeps its place.";
            self.hint("type::reference", span, message, "Write `std::move(…)` around it.");
            return self.nothing(span);
        }
        let is_bits = matches!(&operand, Operand::Place(Place { kind: PlaceKind::Bits(..), .. }));
        let is_its = operand.ty() == to.to || self.derives(operand.ty(), to.to);
        if takes_values && is_its && !to.is_const && self.is_const(&operand) {
            let message = "What is `const` cannot be given to a reference that may change it (`&&`).";
            self.error("type::const", span, message);
            return self.nothing(span);
        }
        if !is_bits && matches!(&operand, Operand::Place(place) if self.is_like(place.ty, to.to)) {
            return self.reference_to(operand, span);
        }
        let is_array = matches!(self.program.types.kind(to.to), TypeKind::Array { .. });
        let operand = match operand {
            Operand::Value(list) if is_array && list.ty == LIST => {
                let items = self.list_of(&list).to_vec();
                self.listed(to.to, &items, span)
            }
            operand => operand,
        };
        let operand = match operand {
            // A list for an array is a nameless array.
            Operand::Value(Expr { kind: ExprKind::Compound(at, init, object), ty, .. })
                if is_array && ty == to.to =>
            {
                if let ExprKind::Load(place) = object.kind {
                    let address = self.address(*place, to.to, span);
                    let ty = address.ty;
                    return Expr { kind: ExprKind::Compound(at, init, Box::new(address)), ty, span };
                }
                return self.nothing(span);
            }
            operand => operand,
        };
        let value = self.value_of(operand, span);
        // A value of a derived class stays whole: whoever has the reference may know what it is.
        let derives = self.derives(value.ty, to.to);
        let value = if derives { value } else { self.convert(value, to.to) };
        let made = if derives { value.ty } else { to.to };
        let at = self.nameless(made, true, span);
        let place = local_place(at, made, span);
        let place = if derives { self.base_place(place, to.to) } else { place };
        let address = self.address(place, to.to, span);
        let ty = if value.ty.is_error() { value.ty } else { address.ty };
        let init = Init { parts: vec![(0, value)], zero: false };
        Expr { kind: ExprKind::Compound(at, Box::new(init), Box::new(address)), ty, span }
    }

    /// A place behind a cast to `T &&`.
    pub(super) fn given_up(&mut self, ty: &ast::TypeSyntax, place: &ast::Expr) -> Operand {
        let gives_up = self.describe(&ty.specifiers, &ty.declarator).takes_values;
        match self.operand(place) {
            Operand::Place(Place { kind: PlaceKind::Deref(pointer), ty, is_const, is_volatile, span })
                if gives_up =>
            {
                let kind = PlaceKind::Deref(super::overload::given_up(pointer));
                Operand::Place(Place { kind, ty, is_const, is_volatile, span })
            }
            operand => operand,
        }
    }
}

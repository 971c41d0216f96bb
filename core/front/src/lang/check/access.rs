//! From one place to another: what a pointer points at, elements, members.

use alloc::{boxed::Box, format, string::ToString, vec, vec::Vec};

use super::super::typed::{Place, PlaceKind};
use super::super::types::{Field, NAMELESS, Space, TypeKind, VOID, scalar};
use super::expr::Operand;
use super::*;
use crate::base::suggest::suggest;

/// Most functions `operator->` in a row.
const MAX_ARROWS: usize = 16;

impl Checker<'_> {
    pub(super) fn deref(&mut self, pointer: Expr, span: Span) -> Operand {
        if pointer.ty.is_error() {
            return Operand::Value(self.nothing(span));
        }
        let Some(target) = self.program.types.as_pointer(pointer.ty) else {
            let message = format!("`*` and `[…]` need a pointer or an array, not {}.", self.show(pointer.ty));
            self.error("type::pointer", pointer.span, message);
            return Operand::Value(self.nothing(span));
        };
        if target.to == VOID {
            let help = "Cast it to a pointer to what is there.";
            self.hint("type::pointer", pointer.span, "A `void` pointer cannot be followed.", help);
            return Operand::Value(self.nothing(span));
        }
        let ty = if matches!(self.program.types.kind(target.to), TypeKind::Struct(_)) {
            self.complete(target.to, span)
        } else {
            target.to
        };
        let is_const = target.is_const || target.space == Some(Space::Constant);
        let kind = PlaceKind::Deref(pointer);
        Operand::Place(Place { kind, ty, is_const, is_volatile: target.is_volatile, span })
    }

    pub(super) fn index(&mut self, base: &ast::Expr, index: &ast::Expr, span: Span) -> Operand {
        let of_address = core::mem::take(&mut self.here.of_address);
        let mut operand = self.operand(base);
        if self.program.types.as_struct(operand.ty()).is_some() {
            let pair = vec![(operand, base.span), (self.operand(index), index.span)];
            match self.overloaded("[]", pair, span) {
                Ok(result) => return result,
                Err(mut pair) => operand = pair.swap_remove(0).0,
            }
        }
        if self.as_vector(operand.ty()).is_some() {
            let index = self.expr(index);
            return self.component_at(operand, index, span);
        }
        let (mut base, index) = (self.value_of(operand, base.span), self.expr(index));
        let mut index = self.as_number(index);
        if self.program.types.as_pointer(base.ty).is_none()
            && self.program.types.as_pointer(index.ty).is_some()
        {
            core::mem::swap(&mut base, &mut index);
        }
        if base.ty.is_error() || index.ty.is_error() {
            return Operand::Value(self.nothing(span));
        }
        if self.program.types.as_pointer(base.ty).is_none() {
            let message = format!("{} has no elements: only pointers and arrays have.", self.show(base.ty));
            self.error("type::pointer", base.span, message);
            return Operand::Value(self.nothing(span));
        }
        let pointer = self.offset(base, index, false, span);
        self.check_subscript(&pointer, of_address);
        self.deref(pointer, span)
    }

    /// Reports a constant subscript that is outside of its array. An address may be that of the end.
    fn check_subscript(&mut self, element: &Expr, of_address: bool) {
        let ExprKind::Offset { pointer, index, .. } = &element.kind else { return };
        let ExprKind::Address(array) = &pointer.kind else { return };
        let TypeKind::Array { len: Some(len), .. } = self.program.types.kind(array.ty) else { return };
        let Some(at) = self.fold(index).map(|bits| bits as i64) else { return };
        let inside = u64::try_from(at).is_ok_and(|at| at < len || (of_address && at == len));
        if inside || self.here.unreached > 0 {
            return;
        }
        let text = self.source.get(pointer.span.start as usize..pointer.span.end as usize);
        let name = match text.filter(|text| !text.is_empty() && !text.contains('\n')) {
            Some(text) => format!("`{text}`"),
            None => "the array".to_string(),
        };
        let elements = if len == 1 { "element" } else { "elements" };
        let message = format!("Index {at} is outside of {name}, which has {len} {elements}.");
        let help = match len {
            0 => "An array without elements cannot be read or written.".to_string(),
            1 => "The only index is 0.".to_string(),
            _ => format!("Its indices are 0 to {}.", len - 1),
        };
        self.report.push(Diagnostic::warning("type::index-outside", index.span, message).help(help));
    }

    pub(super) fn member(
        &mut self,
        base: &ast::Expr,
        name: Symbol,
        name_span: Span,
        arrow: bool,
        span: Span,
    ) -> Operand {
        if let Some(value) = self.cuda_place(base, name, name_span, span) {
            return Operand::Value(value);
        }
        let operand = match arrow {
            true => {
                let pointer = self.operand(base);
                self.behind_arrow(pointer, base.span, span)
            }
            false => self.operand(base),
        };
        self.member_of(operand, name, name_span, arrow, span)
    }

    /// What stands in front of `->` points at: objects with an `operator->` give what points there (C++17 16.5.6).
    pub(super) fn behind_arrow(&mut self, mut operand: Operand, at: Span, span: Span) -> Operand {
        for _ in 0..MAX_ARROWS {
            match self.overloaded("->", vec![(operand, at)], at) {
                Ok(next) => operand = next,
                Err(mut own) => {
                    let pointer = match own.pop() {
                        Some((own, at)) => self.value_of(own, at),
                        None => self.nothing(at),
                    };
                    return self.deref(pointer, span);
                }
            }
        }
        let message = format!("More than {MAX_ARROWS} functions `operator->` follow each other here.");
        self.error("limit::arrows", at, message);
        Operand::Value(self.nothing(span))
    }

    /// One of so many members of an object, or elements of an array, that get names (C++17 11.5).
    pub(super) fn element_of(&mut self, object: &ast::Expr, at: usize, count: usize, span: Span) -> Operand {
        let operand = self.operand(object);
        let Operand::Place(place) = self.as_place(operand) else { return Operand::Value(self.nothing(span)) };
        if place.ty.is_error() {
            return Operand::Value(self.nothing(span));
        }
        let (len, part) = match self.program.types.kind(place.ty) {
            TypeKind::Array { of, len } => {
                let offset = self.program.types.bytes(of) * at as u64;
                let element = Field { name: NAMELESS, ty: of, offset, is_const: false, bits: None };
                (len.unwrap_or(0), Some(element))
            }
            TypeKind::Struct(_) => {
                let fields = self.program.types.as_struct(place.ty).map_or(&[][..], |found| &found.fields);
                let nameless = fields.iter().any(|field| field.name == NAMELESS);
                let part = fields.get(at).filter(|_| !nameless);
                (fields.len() as u64, part.cloned())
            }
            _ => (0, None),
        };
        let Some(part) = part.filter(|_| len == count as u64) else {
            let message = format!("{count} names cannot be given to the parts of {}.", self.show(place.ty));
            let help =
                "Write one name for each member of a struct, or `auto &[…]` for each element of an array.";
            self.hint("type::binding", span, message, help);
            return Operand::Value(self.nothing(span));
        };
        Operand::Place(field_place(place, &part, span))
    }

    /// A member of an object.
    pub(super) fn member_of(
        &mut self,
        operand: Operand,
        name: Symbol,
        name_span: Span,
        arrow: bool,
        span: Span,
    ) -> Operand {
        let place = match self.as_place(operand) {
            Operand::Place(place) => place,
            Operand::Value(value) => {
                let (ty, span) = (value.ty, value.span);
                Place { kind: PlaceKind::Value(value), ty, is_const: true, is_volatile: false, span }
            }
        };
        if place.ty.is_error() {
            return Operand::Value(self.nothing(span));
        }
        if self.as_vector(place.ty).is_some() {
            return self.components(Operand::Place(place), name, name_span, span);
        }
        if self.program.types.as_struct(place.ty).is_none() {
            self.no_member(&place, arrow, name, name_span);
            return Operand::Value(self.nothing(span));
        }
        let Some(path) = self.member_path(place.ty, name) else {
            let text = self.names.text(name);
            if let Some((shared, entity @ (Entity::Var(_) | Entity::Constant(..)))) =
                self.of_class(place.ty, text)
            {
                let found = self.meant(Some(entity), shared, name_span);
                return self.found_behind(place, found, span);
            }
            let message = format!("{} has no member `{text}`.", self.show(place.ty));
            let error = Diagnostic::error("name::unknown", name_span, message);
            let members = self.members_of(place.ty);
            let near = suggest(text, members.iter().map(|member| self.names.text(*member)));
            self.report.push(match near {
                Some(near) => error.help(format!("Did you mean `{near}`?")),
                None => error,
            });
            return Operand::Value(self.nothing(span));
        };
        let object = place.ty;
        let owner = path.iter().rev().nth(1).map_or(place.ty, |around| around.ty);
        self.may_use_of(object, owner, name, name_span);
        Operand::Place(path.into_iter().fold(place, |place, field| field_place(place, &field, span)))
    }

    /// What belongs to a class and to none of its objects, behind what finds the object all the same.
    fn found_behind(&mut self, object: Place, found: Operand, span: Span) -> Operand {
        let object = match object.kind {
            PlaceKind::Value(value) => Operand::Value(value),
            _ => Operand::Place(object),
        };
        if !self.finding_acts(&object) {
            return found;
        }
        match found {
            Operand::Place(place) if self.program.types.as_scalar(place.ty).is_none() => {
                let to = place.ty;
                let address = self.address(place, to, span);
                let address = self.behind_object(object, span, address);
                self.deref(address, span)
            }
            found => {
                let value = self.value_of(found, span);
                Operand::Value(self.behind_object(object, span, value))
            }
        }
    }

    /// The members that lead to the one of this name, those without a name first.
    pub(super) fn member_path(&self, ty: TypeId, name: Symbol) -> Option<Vec<Field>> {
        let fields = &self.program.types.as_struct(ty)?.fields;
        if let Some(field) = fields.iter().find(|field| field.name == name) {
            return Some(vec![field.clone()]);
        }
        fields.iter().filter(|field| field.name == NAMELESS).find_map(|field| {
            let rest = self.member_path(field.ty, name)?;
            Some([vec![field.clone()], rest].concat())
        })
    }

    fn no_member(&mut self, place: &Place, arrow: bool, name: Symbol, span: Span) {
        let pointer = self.program.types.as_pointer(place.ty);
        let message = format!("{} has no members.", self.show(place.ty));
        let error = Diagnostic::error("type::member", span, message);
        let to_struct = pointer.is_some_and(|pointer| self.program.types.as_struct(pointer.to).is_some());
        self.report.push(match !arrow && to_struct {
            true => error.help(format!("It is a pointer: write `->{}`.", self.text(name))),
            false => error,
        });
    }
}

/// The place of a member of an object.
fn field_place(object: Place, field: &Field, span: Span) -> Place {
    let (is_const, is_volatile) = (field.is_const || object.is_const, object.is_volatile);
    let held = field.bits.map_or(field.ty, |bits| scalar(bits.unit));
    let kind = PlaceKind::Member(Box::new(object), field.offset);
    let whole = Place { kind, ty: held, is_const, is_volatile, span };
    match field.bits {
        Some(bits) => {
            Place { kind: PlaceKind::Bits(Box::new(whole), bits), ty: field.ty, is_const, is_volatile, span }
        }
        None => whole,
    }
}

//! Lambdas (C++17 8.1.5): objects of classes of their own, whose members are the variables that they capture.
//!
//! In the function of such a class a captured variable is a member of its object; one that is referred to is a pointer there.
//! What has one place for all work-items of a group is referred to in any case.

use alloc::{boxed::Box, format, string::String, vec, vec::Vec};

use super::super::ast::Lambda;
use super::super::typed::{Init, Place, PlaceKind, Storage};
use super::super::types::{Member, TypeKind};
use super::expr::{Operand, local_place};
use super::template::{name_of, parameters};
use super::*;

impl Checker<'_> {
    /// The object that a lambda is.
    pub(super) fn lambda(&mut self, lambda: &Lambda, span: Span) -> Expr {
        let (Some(member), Some(around)) = (&lambda.function.member, self.here.function) else {
            self.error("type::lambda", span, "A lambda can only be written in a function.");
            return self.nothing(span);
        };
        let (mut members, mut values, mut bound) = (vec![], vec![], vec![]);
        for name in &lambda.uses {
            let Some(entity) = self.captured_as(lambda, *name, &mut members, &mut values, span) else {
                continue;
            };
            bound.push((*name, entity));
        }
        for (name, at, refers, value) in &lambda.captures {
            let Some(value) = value else { continue };
            let operand = self.operand(value);
            let entity = self.capture(*name, operand, *refers, &mut members, &mut values, *at);
            bound.push((*name, entity));
        }
        // `auto f = …` looks at it twice.
        let ty = match self.classes.closures.get(&(member.class, around)).copied() {
            Some(known) => known,
            None => {
                let (id, ty) = self.program.types.declare_struct(Some(member.class), false);
                self.program.types.structs[id.0 as usize].args = String::from("()");
                self.program.types.complete_struct(id, members, 1);
                self.program.types.give_address(id);
                self.classes.closures.insert((member.class, around), ty);
                self.lambda_function(lambda, ty, bound);
                ty
            }
        };
        let fields = self.program.types.as_struct(ty).map_or(vec![], |found| found.fields.clone());
        let offsets = fields.iter().map(|field| field.offset);
        let parts: Vec<(u64, Expr)> = offsets.zip(values).filter(|(_, value)| !value.ty.is_error()).collect();
        let at = self.nameless(ty, true, span);
        let load = Expr { kind: ExprKind::Load(Box::new(local_place(at, ty, span))), ty, span };
        Expr { kind: ExprKind::Compound(at, Box::new(Init { parts, zero: false }), Box::new(load)), ty, span }
    }

    /// Checks what a lambda does, where these names are its members.
    fn lambda_function(&mut self, lambda: &Lambda, ty: TypeId, bound: Vec<(Symbol, Entity)>) {
        let (Some(member), Some(around)) = (&lambda.function.member, self.here.function) else { return };
        self.scopes.open();
        self.scopes.bind(member.class, Entity::Type(ty));
        bound.into_iter().for_each(|(name, entity)| self.scopes.bind(name, entity));
        self.scopes.open();
        let (depth, horizon) = (self.here.depth, self.here.horizon);
        let here = core::mem::replace(&mut self.here, Here { depth, horizon, ..Here::default() });
        let (name, place) = name_of(&lambda.function);
        let head = self.head(&lambda.function, parameters(&lambda.function));
        let title = format!("lambda in {}", self.program.functions[around.index()].title);
        let function = self.new_function(name, title, place);
        self.give_head(function, head);
        self.program.functions[function.index()].items = vec![self.scopes.item];
        self.classes.lambdas.insert(ty, (name, function));
        self.body(function, &lambda.function);
        self.here = here;
        self.scopes.close();
        self.scopes.close();
    }

    /// What a name of the function around is in the lambda; `None` if it is what it is outside.
    fn captured_as(
        &mut self,
        lambda: &Lambda,
        name: Symbol,
        members: &mut Vec<Member>,
        values: &mut Vec<Expr>,
        span: Span,
    ) -> Option<Entity> {
        let entity = self.scopes.find(name)?.clone();
        let is_local = matches!(entity, Entity::Var(VarRef::Local(_)) | Entity::Captured(..));
        if !is_local {
            return None;
        }
        let mut shared = false;
        if let Entity::Var(VarRef::Local(at)) = entity {
            let var = &self.here.vars[at as usize];
            if let Some(bits) = var.constant {
                return Some(Entity::Constant(bits, var.ty));
            }
            shared = var.storage != Storage::Private;
        }
        let listed = lambda.captures.iter().find(|(own, .., value)| *own == name && value.is_none());
        let of_object = self.text(name) == "this" && lambda.default.is_some();
        let refers = match (listed, lambda.default) {
            _ if shared || (of_object && listed.is_none()) => true,
            (Some((_, _, refers, _)), _) => *refers,
            (None, Some(refers)) => refers,
            (None, None) => return Some(Entity::Outside),
        };
        let operand = self.name(name, span);
        Some(self.capture(name, operand, refers, members, values, span))
    }

    /// One more member of the object.
    fn capture(
        &mut self,
        name: Symbol,
        operand: Operand,
        refers: bool,
        members: &mut Vec<Member>,
        values: &mut Vec<Expr>,
        span: Span,
    ) -> Entity {
        let is_array = matches!(self.program.types.kind(operand.ty()), TypeKind::Array { .. });
        // A copy of what is constant is constant, also in a lambda that may change its object.
        let is_const = !refers && matches!(&operand, Operand::Place(place) if place.is_const);
        let value = match refers {
            true => self.reference_to(operand, span),
            false => self.value_of(operand, span),
        };
        if is_array && !refers {
            let message =
                format!("The lambda would copy the array `{}`, which is not supported.", self.text(name));
            let help = format!("Capture it by reference: `&{}`.", self.text(name));
            self.hint("unsupported::lambda", span, message, help);
        }
        // A pointer that is kept says no memory: that is known where it is used.
        let ty = match self.program.types.as_pointer(value.ty) {
            Some(pointer) => {
                self.program.types.pointer(super::super::types::Pointer { space: None, ..pointer })
            }
            None => value.ty,
        };
        members.push(Member { name, ty, is_const, align: 1 });
        values.push(if value.ty.is_error() { value } else { Expr { ty, ..value } });
        Entity::Captured(members.len() - 1, refers)
    }

    /// A variable that the lambda at hand has captured.
    pub(super) fn captured(&mut self, at: usize, refers: bool, span: Span) -> Operand {
        let object = self.var_place(VarRef::Local(0), span);
        let field = self.program.types.as_struct(object.ty).and_then(|found| found.fields.get(at).cloned());
        let Some(field) = field else { return Operand::Value(self.nothing(span)) };
        let is_const = object.is_const || field.is_const;
        let kind = PlaceKind::Member(Box::new(object), field.offset);
        let place = Place { kind, ty: field.ty, is_const, is_volatile: false, span };
        if !refers {
            return Operand::Place(place);
        }
        let pointer = Expr { kind: ExprKind::Load(Box::new(place)), ty: field.ty, span };
        self.deref(pointer, span)
    }
}

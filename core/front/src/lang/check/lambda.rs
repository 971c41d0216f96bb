//! Lambdas (C++17 8.1.5): objects of classes of their own, whose members are the variables that they capture.
//!
//! In the function of such a class a captured variable is a member of its object; one that is referred to is a pointer there.
//! The variables in the brackets come first; where the body names others, they become members as it is read, and the value
//! that each gets is made in the function around. Where only the type of a variable matters nothing is captured, and a
//! constant is known without that. What has one place for all work-items of a group is referred to in any case.

mod generic;

use alloc::{boxed::Box, format, string::String, vec, vec::Vec};

use super::super::ast::Lambda;
use super::super::typed::{Init, Place, PlaceKind, Storage};
use super::super::types::{Member, Pointer, StructId, TypeKind};
use super::expr::{Operand, local_place};
use super::template::{name_of, parameters};
use super::*;

/// Lambdas whose bodies are being checked, one in another, and all that have been looked at.
#[derive(Debug, Default)]
pub(super) struct Lambdas {
    pub open: Vec<Open>,
    /// By the lambda, the function around, and whose value it is a part of: many functions are given the same default argument.
    known: OrdMap<(Symbol, FunctionId, Option<Giver>), Closure>,
    giver: Option<Giver>,
    /// How many instances of lambdas with `auto` parameters are being looked at, one for the sake of another.
    pub instances: u32,
    /// Those with `auto` parameters, by the types that they have.
    generic: generic::Generic,
}

/// Who gives a value that stands elsewhere in the text than the function that uses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Giver {
    /// A function that has a default argument.
    Function(FunctionId),
    /// A class that says what a member is.
    Class(TypeId),
}

/// The class of a lambda, and what it captures.
#[derive(Clone, Debug)]
struct Closure {
    ty: TypeId,
    id: StructId,
    captures: Vec<Capture>,
}

/// What becomes a member of a lambda.
#[derive(Clone, Debug)]
struct Capture {
    name: Symbol,
    /// Does the member refer to it?
    refers: bool,
    /// Is there one of it for all work-items of a group?
    is_shared: bool,
    /// Where in the brackets it has a value of its own.
    own: Option<usize>,
    span: Span,
}

/// A lambda whose body is being checked.
#[derive(Debug)]
pub(super) struct Open {
    closure: Closure,
    /// The values of the members.
    values: Vec<Expr>,
    /// What happens to variables that are not in the brackets.
    default: Option<bool>,
    /// What the names of variables of the function around are in it.
    names: OrdMap<Symbol, Entity>,
    /// The function around.
    outer: Here,
    span: Span,
}

impl Checker<'_> {
    /// The object that a lambda is.
    pub(super) fn lambda(&mut self, lambda: &Lambda, span: Span) -> Expr {
        let (Some(member), Some(around)) = (&lambda.function.member, self.here.function) else {
            self.error("type::lambda", span, "A lambda can only be written in a function.");
            return self.nothing(span);
        };
        // `auto f = …` looks at it twice.
        let key = (member.class, around, self.lambdas.giver);
        let (ty, values) = match self.lambdas.known.get(&key).cloned() {
            Some(Closure { ty, captures, .. }) => {
                let again = captures.iter().map(|capture| self.value_for(lambda, capture).0);
                (ty, again.collect())
            }
            None => {
                let made = self.closure(lambda, member.class, around, span);
                let Some(Open { closure, values, .. }) = made else { return self.nothing(span) };
                let ty = closure.ty;
                self.lambdas.known.insert(key, closure);
                (ty, values)
            }
        };
        if self.program.types.too_large(ty) || self.program.types.bytes(ty) > MAX_OBJECT {
            let message = "This lambda is too large or nested too deep (limits object-bytes, type-depth, type-members).";
            self.error("limit::bytes", span, message);
            return self.nothing(span);
        }
        let fields = self.program.types.as_struct(ty).map_or(&[][..], |found| &found.fields);
        let offsets = fields.iter().map(|field| field.offset);
        let parts: Vec<(u64, Expr)> = offsets.zip(values).filter(|(_, value)| !value.ty.is_error()).collect();
        let at = self.nameless(ty, true, span);
        let load = Expr { kind: ExprKind::Load(Box::new(local_place(at, ty, span))), ty, span };
        Expr { kind: ExprKind::Compound(at, Box::new(Init { parts, zero: false }), Box::new(load)), ty, span }
    }

    /// Is what is looked at in a lambda, a default argument or the value of a member, which may stand in a class?
    pub(super) fn is_within_class(&self) -> bool {
        self.lambdas.giver.is_some() || !self.lambdas.open.is_empty() || self.lambdas.instances > 0
    }

    /// Checks what belongs to a value that someone gives.
    pub(super) fn given_by<T>(&mut self, giver: Giver, check: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.lambdas.giver.replace(giver);
        let checked = check(self);
        self.lambdas.giver = before;
        checked
    }

    /// A lambda that is looked at for the first time: its class, and the values of its members.
    fn closure(&mut self, lambda: &Lambda, class: Symbol, around: FunctionId, span: Span) -> Option<Open> {
        let (id, ty) = self.program.types.declare_struct(Some(class), false);
        self.program.types.structs[id.0 as usize].args = String::from("()");
        self.program.types.complete_struct(id, vec![], 1);
        self.program.types.give_address(id);
        let mut open = Open {
            closure: Closure { ty, id, captures: vec![] },
            values: vec![],
            default: lambda.default,
            names: OrdMap::new(),
            outer: Here::default(),
            span,
        };
        self.brackets(lambda, &mut open);
        match lambda.generic.is_empty() {
            true => self.lambda_function(lambda, class, around, open),
            false => Some(self.generic_lambda(lambda, class, around, open)),
        }
    }

    /// Captures what stands in the brackets.
    fn brackets(&mut self, lambda: &Lambda, open: &mut Open) {
        for (at, (name, span, refers, value)) in lambda.captures.iter().enumerate() {
            if open.names.contains_key(name) {
                let message = format!("`{}` is captured twice.", self.text(*name));
                self.error("name::redefined", *span, message);
                continue;
            }
            let own = value.as_ref().map(|_| at);
            let mut constant = None;
            if own.is_none() {
                let Some(entity) = self.variable_named(*name, *span) else { continue };
                // That a constant has a copy does not make its value less known.
                constant = self.constant_of(&entity).filter(|_| !refers);
            }
            let capture = Capture { name: *name, refers: *refers, is_shared: false, own, span: *span };
            let value = self.value_for(lambda, &capture);
            let member = self.add(open, capture, value);
            open.names.insert(*name, constant.unwrap_or(member));
        }
    }

    /// The variable that brackets name. What cannot be captured is reported.
    fn variable_named(&mut self, name: Symbol, span: Span) -> Option<Entity> {
        let found = self.scopes.find(name);
        if matches!(found, Some(Entity::Var(VarRef::Local(_)) | Entity::Part(..) | Entity::Captured(..))) {
            let entity = self.resolve(name)?;
            if !self.is_shared(&entity) {
                return Some(entity);
            }
        }
        let text = self.text(name);
        let (message, help) = match self.scopes.find(name) {
            None if text == "this" => (
                "There is no object here: `this` cannot be captured.".into(),
                "Only functions of classes have one, without `static`.",
            ),
            None => (
                format!("There is no variable `{text}` here that a lambda could capture."),
                "Declare it above, or give it a value in the brackets: `x = 1`.",
            ),
            Some(_) => (
                format!("`{text}` is not a variable of one work-item: a lambda does not capture it."),
                "Leave it out of the brackets: what it means outside it means inside, too.",
            ),
        };
        self.hint("type::capture", span, message, help);
        None
    }

    /// Is it a variable of which there is one for all work-items of a group?
    fn is_shared(&self, entity: &Entity) -> bool {
        match (entity, self.lambdas.open.last()) {
            (Entity::Var(VarRef::Local(at)), _) => self.here.vars[*at as usize].storage != Storage::Private,
            (Entity::Captured(at, _), Some(open)) => open.closure.captures[*at].is_shared,
            _ => false,
        }
    }

    /// What is known to be a constant.
    pub(super) fn constant_of(&self, entity: &Entity) -> Option<Entity> {
        match entity {
            Entity::Constant(..) => Some(entity.clone()),
            Entity::Var(var) => {
                let var = self.var(*var);
                var.constant.map(|bits| Entity::Constant(bits, var.ty))
            }
            _ => None,
        }
    }

    /// The value that a member gets, in the function around, and whether the member is `const`.
    fn value_for(&mut self, lambda: &Lambda, capture: &Capture) -> (Expr, bool) {
        let own = capture.own.and_then(|at| lambda.captures.get(at)?.3.as_ref());
        let operand = match own {
            Some(value) => self.operand(value),
            None => self.name(capture.name, capture.span),
        };
        self.taken(operand, capture)
    }

    /// What a member takes of a variable, or of a value of its own.
    fn taken(&mut self, operand: Operand, capture: &Capture) -> (Expr, bool) {
        let Capture { name, refers, own, span, .. } = *capture;
        let is_array = matches!(self.program.types.kind(operand.ty()), TypeKind::Array { .. });
        // A copy of what is constant is constant, also in a lambda that may change its object; a new variable is not.
        let is_const =
            !refers && own.is_none() && matches!(&operand, Operand::Place(place) if place.is_const);
        let value = match refers {
            true => self.reference_to(operand, span),
            false => self.value_of(operand, span),
        };
        if is_array && !refers && own.is_none() {
            let message =
                format!("The lambda would copy the array `{}`, which is not supported.", self.text(name));
            let help = format!("Capture it by reference: `&{}`.", self.text(name));
            self.hint("unsupported::lambda", span, message, help);
        }
        // A pointer that is kept says no memory: that is known where it is used.
        let ty = match self.program.types.as_pointer(value.ty) {
            Some(pointer) => self.program.types.pointer(Pointer { space: None, ..pointer }),
            None => value.ty,
        };
        (Expr { ty, ..value }, is_const)
    }

    /// One more member of a lambda: what its name is in the body.
    fn add(&mut self, open: &mut Open, capture: Capture, (value, is_const): (Expr, bool)) -> Entity {
        let (at, refers) = (open.values.len(), capture.refers);
        let member = Member { is_const, ..Member::of(capture.name, value.ty) };
        self.program.types.add_member(open.closure.id, member);
        open.closure.captures.push(capture);
        open.values.push(value);
        Entity::Captured(at, refers)
    }

    /// A parameter cannot have the name of what is captured.
    fn check_parameters(&mut self, lambda: &Lambda, open: &Open) {
        let params = parameters(&lambda.function).iter();
        for (name, span) in params.filter_map(|param| param.declarator.name) {
            if open.names.contains_key(&name) {
                let message = format!("`{}` is captured: no parameter can have this name.", self.text(name));
                self.error("name::redefined", span, message);
            }
        }
    }

    /// Checks what a lambda does.
    fn lambda_function(
        &mut self,
        lambda: &Lambda,
        class: Symbol,
        around: FunctionId,
        mut open: Open,
    ) -> Option<Open> {
        let (ty, params) = (open.closure.ty, parameters(&lambda.function));
        self.check_parameters(lambda, &open);
        let around_it = self.names_around_lambda(params);
        let (depth, horizon) = (self.here.depth, self.here.horizon);
        open.outer = core::mem::replace(&mut self.here, Here { depth, horizon, ..Here::default() });
        self.scopes.open();
        self.scopes.lambdas += 1;
        self.scopes.bind(class, Entity::Type(ty));
        // What has a value of its own is a variable that the function around does not have.
        for (at, capture) in
            open.closure.captures.iter().enumerate().filter(|(_, capture)| capture.own.is_some())
        {
            self.scopes.bind(capture.name, Entity::Captured(at, capture.refers));
        }
        self.lambdas.open.push(open);
        self.scopes.open();
        let (name, place) = name_of(&lambda.function);
        let head = self.head(&lambda.function, params);
        let title = format!("lambda in {}", self.program.functions[around.index()].title);
        let function = self.new_function(name, title, place);
        self.give_head(function, head);
        self.declare_inner_defaults(function, params, around_it);
        self.program.functions[function.index()].items = vec![self.scopes.item];
        self.classes.lambdas.insert(ty, (name, function));
        self.body(function, &lambda.function);
        self.scopes.close();
        self.scopes.close();
        self.scopes.lambdas -= 1;
        let mut open = self.lambdas.open.pop()?;
        self.here = core::mem::take(&mut open.outer);
        Some(open)
    }

    /// What the name of a variable of the function around is in the lambda at hand, which captures it if need be.
    pub(super) fn around(&mut self, name: Symbol) -> Entity {
        let only_type = self.here.unevaluated > 0;
        let Some(mut open) = self.lambdas.open.pop() else { return Entity::Outside };
        let known = open.names.get(&name).filter(|_| !only_type).cloned();
        let entity = known.unwrap_or_else(|| {
            core::mem::swap(&mut self.here, &mut open.outer);
            self.scopes.lambdas -= 1;
            let entity = match only_type {
                true => self.typed_as(name, open.span),
                false => self.captured_as(name, &mut open),
            };
            self.scopes.lambdas += 1;
            core::mem::swap(&mut self.here, &mut open.outer);
            entity
        });
        self.lambdas.open.push(open);
        entity
    }

    /// What a name of the function at hand is in a lambda in it, which is none at hand now.
    fn captured_as(&mut self, name: Symbol, open: &mut Open) -> Entity {
        let entity = self.resolve(name).unwrap_or(Entity::Outside);
        let (constant, is_shared) = (self.constant_of(&entity), self.is_shared(&entity));
        let is_object = self.text(name) == "this";
        let inside = match (constant, open.default) {
            (Some(constant), _) => constant,
            (None, None) if !is_shared => Entity::Outside,
            _ if matches!(entity, Entity::Outside) => Entity::Outside,
            (None, default) => {
                let refers = is_shared || is_object || default == Some(true);
                let capture = Capture { name, refers, is_shared, own: None, span: open.span };
                let operand = self.meant(Some(entity), name, open.span);
                let taken = self.taken(operand, &capture);
                self.add(open, capture, taken)
            }
        };
        open.names.insert(name, inside.clone());
        inside
    }

    /// The same where only its type matters.
    fn typed_as(&mut self, name: Symbol, span: Span) -> Entity {
        let entity = self.unevaluated(|this| this.resolve(name));
        if let Some(constant) = entity.as_ref().and_then(|entity| self.constant_of(entity)) {
            return constant;
        }
        match self.unevaluated(|this| this.meant(entity, name, span)) {
            Operand::Value(value) => Entity::Typed { ty: value.ty, is_const: false, is_reference: false },
            Operand::Place(Place { kind, ty, is_const, .. }) => {
                Entity::Typed { ty, is_const, is_reference: matches!(kind, PlaceKind::Deref(_)) }
            }
        }
    }

    /// A place that nothing happens to: it has this type.
    pub(super) fn typed(&mut self, ty: TypeId, is_const: bool, is_reference: bool, span: Span) -> Operand {
        let to = Pointer { to: ty, space: None, is_const, is_volatile: false };
        let pointer = Expr { kind: ExprKind::Null, ty: self.program.types.pointer(to), span };
        let target = Place { kind: PlaceKind::Deref(pointer), ty, is_const, is_volatile: false, span };
        Operand::Place(match is_reference {
            true => target,
            false => Place { kind: PlaceKind::Member(Box::new(target.clone()), 0), ..target },
        })
    }

    /// A variable that the lambda at hand has captured.
    pub(super) fn captured(&mut self, at: usize, refers: bool, span: Span) -> Operand {
        if self.here.vars.is_empty() {
            self.error("type::capture", span, "The parameters of a lambda cannot use what it captures.");
            return Operand::Value(self.nothing(span));
        }
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

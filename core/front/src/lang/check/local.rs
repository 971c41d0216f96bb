//! Declarations inside of functions: variables and references.

use alloc::{vec, vec::Vec};

use super::super::ast::{Base, Declaration, Declared, InitItem, Specifiers};
use super::super::typed::{Init, Place, PlaceKind, Stmt, Storage};
use super::super::types::{Pointer, Space, TypeKind};
use super::decl::Described;
use super::expr::Operand;
use super::*;

impl Checker<'_> {
    pub(super) fn local_declaration(&mut self, declaration: &Declaration, out: &mut Vec<Stmt>) {
        let specifiers = &declaration.specifiers;
        let is_auto = matches!(specifiers.base, Base::Auto);
        let base = if is_auto { Described::of(ERROR) } else { self.base(specifiers) };
        if let (Base::Struct(spec), Dialect::Cuda) = (&specifiers.base, self.dialect)
            && let (Some(tag), Some(_)) = (spec.tag, &spec.members)
        {
            self.scopes.bind(tag, Entity::Type(base.ty));
            self.local_class(base.ty, spec);
        }
        let mut told: Option<TypeId> = None;
        for declared in &declaration.names {
            let Some((name, span)) = declared.declarator.name else { continue };
            let errors = self.report.errors();
            let base = match is_auto {
                true => Described::of(self.auto_type(declared.init.as_ref(), span)),
                false => base,
            };
            if is_auto && declared.declarator.derivation.is_empty() && self.report.errors() == errors {
                self.one_auto(*told.get_or_insert(base.ty), base.ty, span);
            }
            let described = self.derive(base, specifiers, &declared.declarator);
            if specifiers.is_typedef {
                self.name_type(name, described, span);
                continue;
            }
            // `auto *p` and `auto p` both take the pointer that they are given.
            let described = match is_auto {
                true => Described {
                    ty: self.auto_pointer(base.ty, specifiers, &declared.declarator),
                    ..described
                },
                false => described,
            };
            self.local(specifiers, declared, described, name, span, out);
        }
    }

    /// All names of a declaration with `auto` must have one type (C++17 10.1.7.4, paragraph 7).
    fn one_auto(&mut self, first: TypeId, ty: TypeId, span: Span) {
        if first != ty && !first.is_error() && !ty.is_error() {
            let message = format!("`auto` is {} here, and {} in front.", self.show(ty), self.show(first));
            self.hint("type::auto", span, message, "Declare each of them by itself.");
        }
    }

    fn local(
        &mut self,
        specifiers: &Specifiers,
        declared: &Declared,
        described: Described,
        name: Symbol,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        // Where there is no such type it may be no declaration: `retrun x;`.
        if described.ty.is_error() && declared.init.is_none() && self.scopes.find(name).is_some() {
            return;
        }
        let var = self.here.vars.len() as u32;
        let mut ty = described.ty;
        let dynamic = specifiers.is_extern
            && described.space == Some(Space::Local)
            && matches!(self.program.types.kind(ty), TypeKind::Array { len: None, .. });
        let storage = match described.space {
            Some(Space::Local) if dynamic => Storage::DynamicLocal,
            Some(Space::Local) => Storage::Local,
            Some(Space::Constant) => Storage::Constant(vec![]),
            Some(Space::Global) => {
                self.error(
                    "type::address-space",
                    span,
                    "A variable of a function cannot be in global memory.",
                );
                Storage::Private
            }
            _ => Storage::Private,
        };
        if specifiers.is_static && !described.is_const && storage == Storage::Private {
            let help = "Remove `static`; data that outlives a call belongs into a buffer.";
            self.hint("unsupported::static", span, "Static variables in functions are not supported.", help);
        }
        if specifiers.is_extern && !dynamic {
            self.error(
                "unsupported::extern",
                span,
                "`extern` is only supported for `extern __shared__ T name[]`.",
            );
        }
        self.here.vars.push(Var {
            name,
            ty,
            storage,
            is_const: described.is_const,
            is_volatile: described.is_volatile,
            constant: None,
            escapes: false,
            is_reference: described.is_reference,
            takes_values: described.takes_values,
            is_kept: false,
            source_type: String::new(),
            span,
        });
        if described.is_reference {
            return self.local_reference(specifiers, declared, var, (name, span), out);
        }
        // The name is visible in its own initial value, as in C.
        self.bind(name, span, Entity::Var(VarRef::Local(var)));
        let mut init = declared.init.as_ref().map(|init| self.initialiser_of(Some((var, 0)), &mut ty, init));
        if init.is_none() && self.is_active(ty) {
            let shared =
                matches!(self.here.vars[var as usize].storage, Storage::Local | Storage::DynamicLocal);
            if shared {
                let message = "Memory of a work-group cannot hold objects that a constructor makes.";
                let help = "Give the class a constructor `= default`, without initial values, and assign to the object.";
                self.hint("type::constructor", span, message, help);
            } else {
                let mut parts = vec![];
                self.default_parts((ty, 0), (Some((var, 0)), false), &mut parts, span);
                init = Some(Init { parts, zero: false });
            }
        }
        if !dynamic {
            ty = self.complete(ty, span);
        }
        let size = self.program.types.bytes(ty);
        if !self.within("object-bytes", size, MAX_OBJECT, span) {
            ty = ERROR;
        }
        self.here.vars[var as usize].ty = ty;
        if let (true, Some(init)) = (specifiers.is_constexpr, &init)
            && let Some(bytes) = self.table_of(ty, init)
        {
            self.here.tables.insert(var, bytes);
        }
        self.finish_local(init, var, out);
    }

    fn finish_local(&mut self, init: Option<Init>, var: u32, out: &mut Vec<Stmt>) {
        let Var { ty, storage, is_const, is_volatile, span, .. } = self.here.vars[var as usize].clone();
        match (storage, &init) {
            (Storage::Local | Storage::DynamicLocal, Some(_)) => {
                let help = "Assign to it in the kernel, and put a barrier behind that.";
                self.hint(
                    "type::initialiser",
                    span,
                    "Memory of a work-group cannot have an initial value.",
                    help,
                );
            }
            (Storage::Constant(_), Some(init)) => {
                let bytes = self.constant_bytes(ty, init).unwrap_or_default();
                let var = &mut self.here.vars[var as usize];
                (var.storage, var.is_const) = (Storage::Constant(bytes), true);
            }
            (Storage::Constant(_), None) => {
                self.error("type::initialiser", span, "A constant needs an initial value.");
            }
            (Storage::Private, None) if is_const && self.needs_value(ty) => {
                self.error("type::initialiser", span, "A constant needs an initial value.");
            }
            (Storage::Private, _) => {
                let scalar = self.program.types.as_scalar(ty).filter(|_| is_const && !is_volatile);
                let constant =
                    init.as_ref().filter(|_| scalar.is_some()).and_then(|init| self.init_value(init));
                self.here.vars[var as usize].constant = constant;
                out.push(Stmt::Declare { var, init, span });
            }
            _ => {}
        }
    }

    /// Is there nothing in a constant of this type that a constructor or a member says (C++17 11.6, paragraph 7)? What holds nothing needs
    /// nothing.
    fn needs_value(&self, ty: TypeId) -> bool {
        self.dialect == Dialect::Cuda && !self.is_active(ty) && self.program.types.first_leaf(ty).is_some()
    }

    /// Is it a bit-field of a variable of this function, not of what something refers to?
    fn is_own_bits(&self, place: &Place) -> bool {
        let PlaceKind::Bits(unit, _) = &place.kind else { return false };
        let mut of = unit;
        while let PlaceKind::Member(outer, _) = &of.kind {
            of = outer;
        }
        matches!(of.kind, PlaceKind::Var(VarRef::Local(_)))
    }

    /// `T &name = place;`
    fn local_reference(
        &mut self,
        specifiers: &Specifiers,
        declared: &Declared,
        var: u32,
        (name, span): (Symbol, Span),
        out: &mut Vec<Stmt>,
    ) {
        let Var { ty: to, mut is_const, takes_values, .. } = self.here.vars[var as usize];
        let is_auto = matches!(specifiers.base, Base::Auto);
        let (place, at) = match &declared.init {
            Some(ast::Init::Expr(expr)) => (self.operand(expr), expr.span),
            Some(ast::Init::Values(values, _)) if values.len() == 1 => {
                (self.operand(&values[0]), values[0].span)
            }
            Some(ast::Init::List(items, at)) if !is_auto => (self.referred_by_list(to, items, *at), *at),
            _ => {
                if !to.is_error() {
                    self.error("type::reference", span, "A reference needs something to refer to.");
                }
                self.here.vars[var as usize].ty = ERROR;
                return self.bind(name, span, Entity::Var(VarRef::Local(var)));
            }
        };
        let place = match self.as_place(place) {
            // What becomes another type by that is a value of its own (C++17 11.6.3).
            Operand::Place(place) if (is_const || takes_values) && self.becomes_another(place.ty, to) => {
                Operand::Value(self.value_of(Operand::Place(place), at))
            }
            // A name for a bit-field of a copy is a copy of it, which nobody writes.
            Operand::Place(place) if takes_values && self.is_own_bits(&place) => {
                is_const = true;
                let number = self
                    .program
                    .types
                    .as_scalar(place.ty)
                    .map(|found| super::super::types::scalar(found.promoted()));
                if self.promoted_place(&place).is_some_and(|to| number.is_some_and(|number| number != to)) {
                    let message = "A name cannot stand for a bit-field that is promoted to another type than its number.";
                    self.hint("unsupported::bit-field", span, message, "Say the member itself.");
                }
                Operand::Value(self.value_of(Operand::Place(place), at))
            }
            place => place,
        };
        let value = match place {
            // One to a `const` also takes a value, which gets a place of its own.
            Operand::Value(value) if (is_const || takes_values) && !to.is_error() => {
                let pointer = Pointer { to, space: Some(Space::Private), is_const, is_volatile: false };
                let pointer = self.program.types.pointer(pointer);
                self.bound(Operand::Value(value), (pointer, takes_values), at)
            }
            Operand::Place(place) if self.derives(place.ty, to) => {
                let place = self.base_place(place, to);
                self.reference_to(Operand::Place(place), at)
            }
            place => self.reference_to(place, at),
        };
        self.here.vars[var as usize].ty = match self.program.types.as_pointer(value.ty) {
            Some(found) => {
                self.program.types.pointer(Pointer { is_const: found.is_const || is_const, ..found })
            }
            None => value.ty,
        };
        self.bind(name, span, Entity::Var(VarRef::Local(var)));
        out.push(Stmt::Declare { var, init: Some(Init { parts: vec![(0, value)], zero: false }), span });
    }

    /// Is it another number or object as the type of a reference, and not a part of one?
    fn becomes_another(&self, from: TypeId, to: TypeId) -> bool {
        let types = &self.program.types;
        let is_one = |ty: TypeId| types.as_scalar(ty).is_some() || types.as_struct(ty).is_some();
        from != to && is_one(to) && !self.is_like(from, to) && !self.derives(from, to)
    }

    /// What a list in braces is for a reference: the one thing in it, if that is of the type, or else an object of the type that it makes
    /// (C++17 11.6.4).
    fn referred_by_list(&mut self, to: TypeId, items: &[InitItem], span: Span) -> Operand {
        if let [InitItem { init: ast::Init::Expr(only), designators }] = items
            && designators.is_empty()
            && !matches!(only.kind, ast::ExprKind::Text(_))
        {
            let ty = self.unevaluated(|this| this.operand(only)).ty();
            if ty == to || self.derives(ty, to) {
                return self.operand(only);
            }
        }
        Operand::Value(self.open_list(items, span))
    }
}

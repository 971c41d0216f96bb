//! How objects of classes are made: by constructors, by what members say of themselves, or by nothing at all.

use super::super::init::{Home, as_bits};
use super::super::lambda::Giver;
use super::*;

impl Checker<'_> {
    /// An object of these values. Only a constructor that is not `explicit` makes one without being asked.
    pub(in crate::lang::check) fn construct(
        &mut self,
        ty: TypeId,
        mut args: Operands,
        explicit: bool,
        span: Span,
    ) -> Expr {
        if let [(only, _)] = args.as_slice()
            && only.ty() == ty
        {
            let (only, at) = args.remove(0);
            return self.value_of(only, at);
        }
        let (name, ids) = self.constructors(ty, explicit);
        let is_template = self.templates.any(name);
        if let [(only, _)] = args.as_slice()
            && !is_template
            && self.program.types.as_struct(only.ty()).is_some()
            && self.converts_to(only.ty(), ty, explicit)
            && !self.one_takes(&ids, &args)
        {
            // What `operator T()` makes is copied.
            let (only, at) = args.remove(0);
            let value = self.value_of(only, at);
            return self.user_conversion(value, ty, explicit).unwrap_or_else(|value| value);
        }
        if self.copies_base(ty, &args, explicit, span) {
            let (derived, at) = args.remove(0);
            let value = self.value_of(derived, at);
            return self.base_value(value, ty);
        }
        if let Some(base) = self.classes.inherits.get(&ty).copied().filter(|_| !args.is_empty()) {
            let count = args.len();
            if !ids.iter().any(|id| self.takes(*id, count)) {
                return self.made_over((ty, base), args, explicit, span);
            }
            if self.constructors(base, explicit).1.iter().any(|id| self.takes(*id, count)) {
                let message = "A constructor of a base beside one of the class with as many parameters is not supported.";
                let help = "Write the constructor in this class, and call that of the base in its list.";
                self.hint("unsupported::class", span, message, help);
                return self.nothing(span);
            }
        }
        let takes = is_template || ids.iter().any(|id| self.takes(*id, args.len()));
        if args.is_empty() && !takes && self.classes.made.get(&ty) != Some(&false) {
            return self.made_value(ty, span);
        }
        if args.iter().any(|(arg, _)| arg.ty().is_error()) {
            return self.nothing(span);
        }
        if ids.is_empty() && !is_template {
            let message = format!("{} has no constructor for this.", self.show(ty));
            let help = "A constructor that a kernel uses must be marked `__device__`.";
            self.hint("type::constructor", span, message, help);
            return self.nothing(span);
        }
        self.templates.owner = Some(ty);
        match self.choose(&ids, &[name], None, &args, span) {
            Choice::Function(id) => {
                // A constructor has the name of its class.
                let own = self.text(name).rsplit("::").next().and_then(|own| self.names.find(own));
                self.may_use(ty, own.unwrap_or(name), span);
                self.call_function(id, args, span)
            }
            _ => self.nothing(span),
        }
    }

    /// Is an object of a derived class copied as one of this class: does no constructor, of the class or of a base that it takes them of,
    /// take it in a nearer way (C++17 16.3.1.3)?
    fn copies_base(&mut self, ty: TypeId, args: &Operands, explicit: bool, span: Span) -> bool {
        let [(only, _)] = args.as_slice() else { return false };
        if !self.derives(only.ty(), ty) {
            return false;
        }
        let mut classes = vec![ty];
        while let Some(base) = self.classes.inherits.get(&classes[classes.len() - 1]) {
            classes.push(*base);
        }
        let given = [self.given(only)];
        classes.into_iter().all(|class| {
            let (name, mut ids) = self.constructors(class, explicit);
            self.templates.owner = Some(class);
            let (made, _) = self.instances(&[name], &[], Some(&given), span);
            ids.extend(made.into_iter().map(|(_, id)| id).filter(|id| explicit || !self.is_explicit(*id)));
            ids.into_iter().all(|id| !self.is_nearer_than_base(id, args, ty))
        })
    }

    /// An object of a class without a constructor of the text: what members say of themselves, zero elsewhere.
    pub(in crate::lang::check) fn made_value(&mut self, ty: TypeId, span: Span) -> Expr {
        let mut parts = vec![];
        if ty.is_error() || self.here.function.is_none() {
            return self.nothing(span);
        }
        let at = self.nameless(ty, true, span);
        self.default_parts((ty, 0), (Some((at, 0)), true), &mut parts, span);
        let load = Expr { kind: ExprKind::Load(Box::new(local_place(at, ty, span))), ty, span };
        Expr { kind: ExprKind::Compound(at, Box::new(Init { parts, zero: true }), Box::new(load)), ty, span }
    }

    /// The values that an object has where no parts are given, from an offset on. Of one with a home members may use those before them; of
    /// one that is `made` no constructor has to make it any more.
    pub(in crate::lang::check) fn default_parts(
        &mut self,
        (ty, offset): (TypeId, u64),
        (home, made): (Home, bool),
        parts: &mut Vec<(u64, Expr)>,
        span: Span,
    ) {
        // A constructor has made all of it, or it is a copy.
        let is_whole = |(at, value): &(u64, Expr)| *at == offset && value.ty == ty;
        if !self.is_active(ty) || parts.iter().any(is_whole) {
            return;
        }
        if parts.len() > MAX_MADE {
            let message =
                format!("More than {MAX_MADE} objects and values would be made here (limit struct-copy).");
            return self.error("limit::struct-copy", span, message);
        }
        if let TypeKind::Array { of, len } = self.program.types.kind(ty) {
            let step = self.program.types.bytes(of);
            for at in 0..len.unwrap_or(0) {
                self.default_parts((of, offset + at * step), (home, false), parts, span);
                if step == 0 || parts.len() > MAX_MADE {
                    return;
                }
            }
            return;
        }
        let whole = offset..offset + self.program.types.bytes(ty);
        if !made && self.has_constructors(ty) && self.classes.made.get(&ty) == Some(&false) {
            // An empty base may lie here, too.
            let is_its = |(at, value): &(u64, Expr)| {
                whole.contains(at) && (value.ty == ty || !self.is_empty(value.ty))
            };
            if !parts.iter().any(is_its) {
                let value = self.construct(ty, vec![], true, span);
                parts.push((offset, value));
            }
            return;
        }
        let Some(mut found) = self.program.types.as_struct(ty).cloned() else { return };
        // Of the members of a union one has a value at most, and only if no other has been given one.
        if found.is_union {
            let given = parts.iter().any(|(at, _)| whole.contains(at));
            found.fields.retain(|field| !given && self.value_of_member(ty, field.name).is_some());
        }
        self.empty_bases((ty, offset), home, parts, span);
        for field in found.fields {
            self.default_member((ty, offset), &field, home, parts, span);
        }
    }

    /// The bases of an object that take no room, as far as nothing has made them.
    fn empty_bases(
        &mut self,
        (ty, offset): (TypeId, u64),
        home: Home,
        parts: &mut Vec<(u64, Expr)>,
        span: Span,
    ) {
        for base in self.classes.bases.get(&ty).cloned().unwrap_or_default() {
            let is_its = |(at, value): &(u64, Expr)| *at == offset && value.ty == base;
            if self.is_empty(base) && !parts.iter().any(is_its) {
                self.default_parts((base, offset), (home, false), parts, span);
            }
        }
    }

    /// Is it a class without members?
    fn is_empty(&self, ty: TypeId) -> bool {
        self.program.types.as_struct(ty).is_some_and(|found| found.fields.is_empty())
    }

    /// The value that a class gives a member.
    fn value_of_member(&self, ty: TypeId, name: Symbol) -> Option<&InitSyntax> {
        let inits = self.classes.inits.get(&ty)?;
        inits.iter().find(|(known, _)| *known == name).map(|(_, init)| init)
    }

    /// The same for a member of an object.
    fn default_member(
        &mut self,
        (ty, offset): (TypeId, u64),
        field: &types::Field,
        home: Home,
        parts: &mut Vec<(u64, Expr)>,
        span: Span,
    ) {
        let init = self.value_of_member(ty, field.name).cloned();
        let at = offset + field.offset;
        let whole = at..at + self.program.types.bytes(field.ty);
        let is_its = |(at, value): &(u64, Expr)| match (field.bits, &value.kind) {
            (Some(own), ExprKind::Bits(bits, _)) => *at == whole.start && *bits == own,
            (Some(_), _) | (None, ExprKind::Bits(..)) => false,
            // A base without members is where the first member is.
            (None, _) => whole.contains(at) && (value.ty == field.ty || !self.is_empty(value.ty)),
        };
        match init {
            // What the list for the member leaves out is what its class says.
            Some(_) if parts.iter().any(is_its) => {
                self.default_parts((field.ty, at), (home, false), parts, span)
            }
            Some(_)
                if self.classes.defaults.0 >= MAX_DEFAULTS.0 || self.classes.defaults.1 >= MAX_DEFAULTS.1 =>
            {
                let message = format!(
                    "Values of members ask for each other more than {} deep, or too often, here (limit member-values).",
                    MAX_DEFAULTS.0
                );
                self.error("limit::member-values", span, message);
            }
            Some(init) => {
                self.classes.defaults = (self.classes.defaults.0 + 1, self.classes.defaults.1 + 1);
                // Its names mean what they mean in the class.
                let inner = self.scopes.suspend();
                self.scopes.open();
                self.bind_class(self.class_of(ty));
                if let Some(around) = self.classes.around.get(&ty).cloned() {
                    self.bind_around(&around);
                }
                if let (Some((var, base)), Some(name)) = (home, self.names.find("this")) {
                    self.scopes.bind(name, Entity::Part(var, base + offset, ty));
                }
                let before = parts.len();
                self.given_by(Giver::Class(ty), |this| {
                    this.member_parts((field.ty, at), home, &init, parts);
                });
                as_bits(field.bits, &mut parts[before..]);
                self.scopes.close();
                self.scopes.resume(inner);
                self.classes.defaults.0 -= 1;
            }
            None => self.default_parts((field.ty, at), (home, false), parts, span),
        }
    }

    /// The values that an initial value gives a member.
    pub(in crate::lang::check) fn member_parts(
        &mut self,
        (mut ty, offset): (TypeId, u64),
        home: Home,
        init: &InitSyntax,
        parts: &mut Vec<(u64, Expr)>,
    ) {
        let span = super::super::init::init_span(init);
        let home = home.map(|(var, base)| (var, base + offset));
        let made = self.initialiser_of(home, &mut ty, init);
        if made.zero {
            let mut leaves = vec![];
            self.program.types.leaves(ty, 0, &mut |at, leaf| {
                leaves.push((at, leaf));
                leaves.len() <= MAX_MADE
            });
            if leaves.len() > MAX_MADE {
                let message = format!("More than {MAX_MADE} values would be set here (limit struct-copy).");
                return self.error("limit::struct-copy", span, message);
            }
            for (at, leaf) in leaves {
                let is_pointer = self.program.types.as_pointer(leaf).is_some();
                let kind = if is_pointer { ExprKind::Null } else { ExprKind::Const(0) };
                parts.push((offset + at, Expr { kind, ty: leaf, span }));
            }
        }
        parts.extend(made.parts.into_iter().map(|(at, value)| (offset + at, value)));
    }

    /// What a constructor does before its body: the object, and the values of its members.
    pub(in crate::lang::check) fn object_of(&mut self, member: &Member, span: Span) -> Vec<Stmt> {
        let ty = self.here.result.unwrap_or(ERROR);
        let var = self.here.vars.len() as u32;
        let this = self.names.find("this");
        self.here.vars.push(Var::private(this.unwrap_or(Symbol(u32::MAX)), ty, span));
        self.here.object = Some(var);
        let mut stmts = vec![Stmt::Declare { var, init: None, span }];
        let own = self.last(member.class);
        if let [(name, at, init)] = member.inits.as_slice()
            && *name == own
        {
            let value = self.direct(ty, init, *at);
            self.set(var, vec![(0, value)], &mut stmts);
        } else {
            self.members_in_turn(ty, var, member, span, &mut stmts);
        }
        if let Some(this) = this {
            self.scopes.bind(this, Entity::Var(VarRef::Local(var)));
        }
        stmts
    }

    /// The values of the members, in the order of the class: one may use those before it.
    fn members_in_turn(&mut self, ty: TypeId, var: u32, member: &Member, span: Span, stmts: &mut Vec<Stmt>) {
        let fields = self.program.types.as_struct(ty).map(|found| found.fields.clone()).unwrap_or_default();
        for (name, at, _) in &member.inits {
            if self.member_path(ty, *name).is_none() && self.base_named(ty, *name).is_none() {
                let message = format!("{} has no member `{}` of its own.", self.show(ty), self.text(*name));
                self.error("name::unknown", *at, message);
            }
        }
        let bases = self.classes.bases.get(&ty).cloned().unwrap_or_default();
        let at_base = |base: &TypeId| {
            fields.iter().position(|field| field.ty == *base && field.name == types::NAMELESS)
        };
        // Bases come first, in the order of the class.
        let last = bases.iter().filter_map(at_base).max();
        for base in &bases {
            match at_base(base) {
                Some(at) => self.member_in_turn((ty, var), &fields[at], member, span, stmts),
                None => self.empty_base_in_turn((ty, var), *base, member, span, stmts),
            }
        }
        for field in fields.iter().skip(last.map_or(0, |last| last + 1)) {
            self.member_in_turn((ty, var), field, member, span, stmts);
        }
    }

    /// A base that takes no room is made, too.
    fn empty_base_in_turn(
        &mut self,
        (ty, var): (TypeId, u32),
        base: TypeId,
        member: &Member,
        span: Span,
        stmts: &mut Vec<Stmt>,
    ) {
        let given: Vec<_> =
            member.inits.iter().filter(|(name, ..)| self.base_named(ty, *name) == Some(base)).collect();
        let mut parts = vec![];
        match given.as_slice() {
            [] => self.default_parts((base, 0), (Some((var, 0)), false), &mut parts, span),
            [(_, _, init)] => self.of_object(var, |this| {
                this.member_parts((base, 0), Some((var, 0)), init, &mut parts);
            }),
            [_, (_, at, _), ..] => {
                let message = format!("The base {} is set twice.", self.show(base));
                self.error("name::redefined", *at, message);
            }
        }
        let made = parts.into_iter().map(|(_, value)| value).filter(|value| !value.ty.is_error());
        stmts.extend(made.map(Stmt::Expr));
    }

    /// The value of one member.
    fn member_in_turn(
        &mut self,
        (ty, var): (TypeId, u32),
        field: &types::Field,
        member: &Member,
        span: Span,
        stmts: &mut Vec<Stmt>,
    ) {
        let is_meant = |name: Symbol| match field.name {
            types::NAMELESS => self.base_named(ty, name) == Some(field.ty),
            own => own == name,
        };
        let given: Vec<_> = member.inits.iter().filter(|(name, ..)| is_meant(*name)).collect();
        let mut parts = vec![];
        // Of a member without a name its members are set.
        let is_inside = |name: Symbol| {
            let path = (field.name == types::NAMELESS).then(|| self.member_path(field.ty, name)).flatten();
            path.filter(|_| given.is_empty() && self.base_named(ty, name).is_none())
        };
        let inside: Vec<(Vec<types::Field>, &InitSyntax)> =
            member.inits.iter().filter_map(|(name, _, init)| Some((is_inside(*name)?, init))).collect();
        let is_base = self.derives(ty, field.ty);
        match (given.first(), given.get(1)) {
            (Some((_, _, init)), None) => {
                let home = Some((var, 0));
                self.of_object(var, |this| {
                    this.member_parts((field.ty, field.offset), home, init, &mut parts);
                });
                as_bits(field.bits, &mut parts);
            }
            (None, _) if !inside.is_empty() && !is_base => {
                for (path, init) in inside {
                    let offset = field.offset + path.iter().map(|step| step.offset).sum::<u64>();
                    let Some(last) = path.last() else { continue };
                    let before = parts.len();
                    let home = Some((var, 0));
                    self.of_object(var, |this| {
                        this.member_parts((last.ty, offset), home, init, &mut parts);
                    });
                    as_bits(last.bits, &mut parts[before..]);
                }
                let whole = (field.ty, field.offset);
                self.default_parts(whole, (Some((var, 0)), false), &mut parts, span);
            }
            (_, Some((_, at, _))) => {
                let message = format!("The member `{}` is set twice.", self.text(field.name));
                self.error("name::redefined", *at, message);
            }
            _ => self.default_member((ty, 0), field, Some((var, 0)), &mut parts, span),
        }
        self.set(var, parts, stmts);
    }

    /// Looks at a value in the list of a constructor, where `this` is the object that is being made.
    fn of_object(&mut self, var: u32, look: impl FnOnce(&mut Self)) {
        self.scopes.open();
        if let Some(this) = self.names.find("this") {
            self.scopes.bind(this, Entity::Var(VarRef::Local(var)));
        }
        look(self);
        self.scopes.close();
    }

    /// Sets parts of a variable.
    fn set(&mut self, var: u32, parts: Vec<(u64, Expr)>, stmts: &mut Vec<Stmt>) {
        let ty = self.here.vars[var as usize].ty;
        for (offset, value) in parts.into_iter().filter(|(_, value)| !value.ty.is_error()) {
            let (part, span) = (value.ty, value.span);
            let whole = local_place(var, ty, span);
            let kind = PlaceKind::Member(Box::new(whole), offset);
            let (place, value) = match value.kind {
                ExprKind::Bits(bits, value) => {
                    let unit = Place { kind, ty: types::scalar(bits.unit), ..local_place(var, ty, span) };
                    (PlaceKind::Bits(Box::new(unit), bits), *value)
                }
                _ => (kind, value),
            };
            let place = Place { kind: place, ty: part, is_const: false, is_volatile: false, span };
            stmts.push(Stmt::Expr(Expr {
                kind: ExprKind::Assign(Box::new(place), Box::new(value)),
                ty: part,
                span,
            }));
        }
    }

    /// An object of the values that an initial value has.
    fn direct(&mut self, ty: TypeId, init: &InitSyntax, span: Span) -> Expr {
        let mut made = ty;
        let init = self.initialiser(&mut made, init);
        match init.parts.into_iter().next() {
            Some((0, value)) if value.ty == ty => value,
            _ => self.nothing(span),
        }
    }

    /// What `return;` returns in a constructor.
    pub(in crate::lang::check) fn object_value(&self, span: Span) -> Option<Expr> {
        let ty = self.here.result?;
        let place = Box::new(local_place(self.here.object?, ty, span));
        Some(Expr { kind: ExprKind::Load(place), ty, span })
    }
}

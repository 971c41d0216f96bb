//! Classes: their functions, and how their objects are made (C++17 clauses 12, 15 and 16.5).
//!
//! A function of a class is found by the class's name in front of its own, and takes its object as the first argument; one without
//! an object leaves that out. A constructor returns the object that it makes: so every way of making one is a value.

mod conversion;
mod generic;
mod object;

pub(super) use generic::Generics;

use alloc::{boxed::Box, format, rc::Rc, vec, vec::Vec};

use super::super::ast::{Init as InitSyntax, Member, Role, StructSpec};
use super::super::typed::{Init, Place, PlaceKind, Stmt};
use super::super::types::{self, NULLPTR, TypeKind, VOID};
use super::call::Operands;
use super::defaults::Around;
use super::expr::{Operand, local_place};
use super::overload::Choice;
use super::*;

/// Most objects that one declaration makes by constructors, and most values that it gives members.
pub(super) const MAX_MADE: usize = 1024;

/// How deep values of members may make objects whose members have such values, and how often in a text.
const MAX_DEFAULTS: (u32, u32) = (16, 1 << 16);

/// What is known of the classes of a text.
#[derive(Default)]
pub(super) struct Classes {
    /// The functions that belong to classes, without what constructors give the members.
    pub members: OrdMap<FunctionId, Member>,
    /// The functions of classes of blocks.
    pub local: OrdMap<TypeId, Vec<(Symbol, Vec<FunctionId>)>>,
    /// What lambdas do, by the types that they have.
    pub lambdas: OrdMap<TypeId, (Symbol, FunctionId)>,
    /// `operator T()` of a class.
    pub conversions: OrdMap<TypeId, Vec<FunctionId>>,
    /// What members are if no constructor says it.
    pub(super) inits: OrdMap<TypeId, Vec<(Symbol, InitSyntax)>>,
    /// Classes with constructors, and whether they have the implicit one without arguments all the same.
    made: OrdMap<TypeId, bool>,
    /// Classes whose objects have to be made, even without initial values.
    active: crate::base::OrdSet<TypeId>,
    /// Is a member of this struct assigned by a function? As far as it has been asked.
    pub assigned: OrdMap<TypeId, bool>,
    /// What classes are made of.
    pub bases: OrdMap<TypeId, Vec<TypeId>>,
    /// Classes of blocks with values of members, and what names mean in the function around.
    pub around: OrdMap<TypeId, Rc<Around>>,
    /// Such classes that have been read while the class around them has not.
    pub in_function: Vec<TypeId>,
    /// Classes that take the constructors of a base.
    pub inherits: OrdMap<TypeId, TypeId>,
    /// The names of members that only functions of their class may use.
    pub closed: OrdMap<TypeId, Vec<Symbol>>,
    /// The names of bases that classes make public.
    pub opened: OrdMap<TypeId, Vec<Symbol>>,
    /// Classes that take the assignments of a base.
    pub assigns: crate::base::OrdSet<TypeId>,
    /// Classes whose objects may have members of a derived class in the bytes behind their own (no POD, C++03).
    pub open: crate::base::OrdSet<TypeId>,
    /// Is a function declared, and not defined?
    pub declares_only: bool,
    /// How many classes are getting their members at this moment.
    pub making: u32,
    /// How deep values of members are being made, and how many there have been.
    defaults: (u32, u32),
}

impl<'a> Checker<'a> {
    /// Takes note of what makes the objects of a class that has its members.
    pub(super) fn note_class(&mut self, ty: TypeId, spec: &StructSpec) {
        let declared = spec.members.iter().flatten().filter(|members| !members.specifiers.is_static);
        let inits: Vec<(Symbol, InitSyntax)> = declared
            .flat_map(|members| &members.names)
            .filter_map(|declared| Some((declared.declarator.name?.0, declared.init.clone()?)))
            .collect();
        let fields = self.program.types.as_struct(ty).map(|found| found.fields.clone()).unwrap_or_default();
        let bases = self.classes.bases.get(&ty).into_iter().flatten();
        let inner = fields.iter().map(|field| field.ty).chain(bases.copied()).any(|ty| self.is_active(ty));
        if !inits.is_empty() || inner || (spec.has_constructors && !spec.has_default) {
            self.classes.active.insert(ty);
        }
        if spec.has_constructors || spec.inherits {
            self.classes.made.insert(ty, spec.has_default || !spec.has_constructors);
        }
        if !spec.opened.is_empty() {
            self.classes.opened.insert(ty, spec.opened.clone());
        }
        if !spec.closed.is_empty() {
            self.classes.closed.insert(ty, spec.closed.clone());
        }
        if !inits.is_empty() && self.here.function.is_some() {
            self.classes.in_function.push(ty);
        }
        self.classes.inits.insert(ty, inits);
        let is_plain = |field: &types::Field| !self.classes.open.contains(&field.ty);
        let has_values = !self.classes.inits.get(&ty).is_none_or(|inits| inits.is_empty());
        if spec.is_open
            || spec.has_constructors
            || has_values
            || !spec.bases.is_empty()
            || !fields.iter().all(is_plain)
        {
            self.classes.open.insert(ty);
        }
    }

    /// Takes note of a function that belongs to a class.
    pub(super) fn note_member(&mut self, id: FunctionId, member: &Member) {
        let Member { class, role, is_explicit, is_deleted, .. } = *member;
        let noted = Member { class, role, is_explicit, is_deleted, inits: vec![] };
        let before = self.classes.members.insert(id, noted);
        if member.role == Role::Conversion
            && before.is_none()
            && let Some(ty) = self.scopes.find_tag(member.class)
        {
            self.classes.conversions.entry(ty).or_default().push(id);
        }
        // What the class says of it is said where it is declared.
        if let Some(before) = before.filter(|before| before.is_explicit || before.is_deleted) {
            self.classes.members.insert(id, before);
        }
    }

    /// Do objects of this type have to be made, even if no initial value is given?
    pub(super) fn is_active(&self, mut ty: TypeId) -> bool {
        while let TypeKind::Array { of, .. } = self.program.types.kind(ty) {
            ty = of;
        }
        self.classes.active.contains(&ty)
    }

    /// Does the class have constructors? Then no list of values gives its members.
    pub(super) fn has_constructors(&self, ty: TypeId) -> bool {
        self.classes.made.contains_key(&ty)
    }

    /// The functions of a name that a class has.
    pub(super) fn methods(&self, ty: TypeId, name: &str) -> Option<(Symbol, Vec<FunctionId>)> {
        if let Some((symbol, id)) = self.classes.lambdas.get(&ty) {
            return (name == "operator()").then(|| (*symbol, vec![*id]));
        }
        let (owner, symbol, entity) = self.of_class_from(ty, name)?;
        match entity {
            // A class has an assignment of its own.
            Entity::Function(ids)
                if owner == ty || name != "operator=" || self.classes.assigns.contains(&ty) =>
            {
                Some((symbol, ids))
            }
            _ => None,
        }
    }

    /// The class among one and its bases that has these functions.
    fn owner_among(&self, ty: TypeId, name: Symbol) -> TypeId {
        let last = self.text(self.last(name));
        let has = |ty: &TypeId| self.of_this_class(*ty, last).is_some_and(|(symbol, _)| symbol == name);
        self.classes.lineage(ty).find(has).unwrap_or(VOID)
    }

    fn constructors(&self, ty: TypeId, explicit: bool) -> (Symbol, Vec<FunctionId>) {
        let none = (Symbol(u32::MAX), vec![]);
        let Some(tag) = self.program.types.as_struct(ty).and_then(|found| found.name) else { return none };
        let name =
            self.text(tag).split('<').next().and_then(|name| name.rsplit("::").next()).unwrap_or_default();
        let Some((symbol, mut ids)) = self.methods(ty, name) else { return (tag, vec![]) };
        ids.retain(|id| explicit || !self.is_explicit(*id));
        (symbol, ids)
    }

    /// Is it a constructor or a conversion that has to be asked for?
    fn is_explicit(&self, id: FunctionId) -> bool {
        self.classes.members.get(&id).is_some_and(|member| member.is_explicit)
    }

    /// Reports that a function of no class uses what is `private` or `protected` in one (C++17 14).
    pub(super) fn may_use(&mut self, ty: TypeId, name: Symbol, span: Span) {
        self.may_use_of(ty, ty, name, span);
    }

    /// The same of an object of a class that is derived from that: `using` may have made the name public on the way.
    pub(super) fn may_use_of(&mut self, object: TypeId, ty: TypeId, name: Symbol, span: Span) {
        let has =
            |of: &OrdMap<TypeId, Vec<Symbol>>, ty| of.get(&ty).is_some_and(|names| names.contains(&name));
        let mut way = self.classes.lineage(object).take_while(|class| *class != ty);
        let is_closed = has(&self.classes.closed, ty) && !way.any(|class| has(&self.classes.opened, class));
        let Some(id) = self.here.function.filter(|_| is_closed && !self.is_within_class()) else { return };
        let own = self.program.functions[id.index()].name;
        if self.spaces.is_type(self.spaces.home(own)) || self.classes.members.contains_key(&id) {
            return;
        }
        let message = format!("`{}` is private in {}.", self.text(name), self.show(ty));
        self.hint(
            "type::private",
            span,
            message,
            "Use a function of the class, or put `public:` in front of it.",
        );
    }

    /// Does a function of a class work without an object?
    pub(super) fn is_static(&self, id: FunctionId) -> bool {
        self.classes.members.get(&id).is_some_and(|member| member.role == Role::Static)
    }

    /// Is it a name that a class declares?
    pub(super) fn is_of_class(&self, name: Symbol) -> bool {
        self.spaces.is_type(self.spaces.home(name))
    }

    /// The object that the function at hand works on.
    fn this(&self, span: Span) -> Option<ast::Expr> {
        let this = self.names.find("this")?;
        let kind = ast::ExprKind::Name(this);
        self.scopes.find(this).map(|_| ast::Expr { kind, span, depth: 1 })
    }

    /// The object at hand as one of a class that it is, or derives from.
    fn object_as(&mut self, ty: TypeId, span: Span) -> Option<Operand> {
        let this = self.this(span)?;
        match self.operand(&this) {
            Operand::Place(place) if place.ty == ty => Some(Operand::Place(place)),
            Operand::Place(place) if self.derives(place.ty, ty) => {
                Some(Operand::Place(self.base_place(place, ty)))
            }
            _ => None,
        }
    }

    /// A name of a class that is no function, type or constant: a member of the object at hand.
    pub(super) fn own_member(&mut self, name: Symbol, span: Span) -> Option<Operand> {
        let home = self.spaces.home(name);
        if !self.spaces.is_type(home) {
            return None;
        }
        let member = self.last(name);
        let Some(this) = self.this(span) else {
            let message = format!("`{}` is a member of an object, and there is none here.", self.text(name));
            self.error("type::object", span, message);
            return Some(Operand::Value(self.nothing(span)));
        };
        let object = self.operand(&this);
        let object = match object {
            // `B::x`: the class may have an `x` of its own.
            Operand::Place(place) => match self.base_of_space(place.ty, home) {
                Some(base) => Operand::Place(self.base_place(place, base)),
                None => Operand::Place(place),
            },
            object => object,
        };
        Some(self.member_of(object, member, span, false, span))
    }

    /// Calls functions of a class by their name alone: on the object at hand, if there is one.
    pub(super) fn call_own(
        &mut self,
        name: Symbol,
        explicit: Option<&[ast::TemplateArg]>,
        args: &[ast::Expr],
        place: Span,
        span: Span,
    ) -> Expr {
        let found = match self.resolve(name) {
            Some(Entity::Function(ids)) => Some((name, ids)),
            // A function of a base that is an instance of a template.
            _ => self.function_of_base(name, place),
        };
        let Some((name, ids)) = found else {
            return self.call_object(
                &ast::Expr { kind: ast::ExprKind::Name(name), span: place, depth: 1 },
                args,
                span,
            );
        };
        // Functions that are all `static` need no object, which a lambda may not have.
        let is_static =
            !ids.is_empty() && !self.templates.any(name) && ids.iter().all(|id| self.is_static(*id));
        let object = match self.this(place).filter(|_| !is_static) {
            Some(this) => self.operand(&this),
            None if ids.is_empty() || ids.iter().any(|id| self.is_static(*id)) => {
                Operand::Value(Expr { kind: ExprKind::Const(0), ty: VOID, span: place })
            }
            None => {
                let message = format!("`{}` needs an object, and there is none here.", self.text(name));
                self.hint("type::object", place, message, "Write the object and `.` in front of it.");
                return self.nothing(span);
            }
        };
        let owner = if object.ty() == VOID { self.owner_of(name) } else { object.ty() };
        self.call_method((name, ids), (object, owner, explicit), args, place, span)
    }

    fn function_of_base(&mut self, name: Symbol, place: Span) -> Option<(Symbol, Vec<FunctionId>)> {
        let object = self.this(place)?;
        let own = self.unevaluated(|this| this.operand(&object)).ty();
        // Of a name that the class takes from a base (`using B<T>::f`) only the object tells what it is.
        let owner = match self.owner_among(own, name) {
            VOID => own,
            owner => owner,
        };
        self.methods(owner, self.text(self.last(name)))
    }

    /// What is to be done about a name that only a base of the object at hand has, which a template does not look into.
    pub(super) fn hidden_in_base(&mut self, text: &str, span: Span) -> Option<String> {
        let (object, name) = (self.this(span)?, self.names.find(text)?);
        let ty = self.unevaluated(|this| this.operand(&object)).ty();
        let has = self.program.types.as_struct(ty).is_some()
            && (self.methods(ty, text).is_some() || self.member_path(ty, name).is_some());
        has.then(|| {
            format!(
                "Write `this->{text}`: a base that depends on parameters of a template is not looked into."
            )
        })
    }

    /// `object.function(…)`
    pub(super) fn call_member(
        &mut self,
        callee: &ast::Expr,
        explicit: Option<&[ast::TemplateArg]>,
        args: &[ast::Expr],
        span: Span,
    ) -> Expr {
        let ast::ExprKind::Member { base, name, name_span, arrow } = &callee.kind else {
            return self.nothing(span);
        };
        let mut object = self.operand(base);
        if *arrow {
            object = self.behind_arrow(object, base.span, base.span);
        }
        let ty = object.ty();
        if ty.is_error() {
            return self.nothing(span);
        }
        if let Some(methods) = self.methods(ty, self.text(*name)) {
            return self.call_method(methods, (object, ty, explicit), args, callee.span, span);
        }
        if self.program.types.as_struct(ty).is_some() && !self.members_of(ty).contains(name) {
            let message = format!("{} has no function `{}`.", self.show(ty), self.text(*name));
            let help = "A function that a kernel calls must be marked `__device__`.";
            self.hint("name::unknown", *name_span, message, help);
            return self.nothing(span);
        }
        self.call_object(callee, args, span)
    }

    fn call_method(
        &mut self,
        (name, ids): (Symbol, Vec<FunctionId>),
        (object, owner, explicit): (Operand, TypeId, Option<&[ast::TemplateArg]>),
        args: &[ast::Expr],
        place: Span,
        span: Span,
    ) -> Expr {
        let mut operands = vec![(self.placed(object, place), place)];
        operands.extend(args.iter().map(|arg| (self.operand(arg), arg.span)));
        let among = self.owner_among(owner, name);
        self.templates.owner = Some(if among == VOID { owner } else { among });
        match self.choose(&ids, &[name], explicit, &operands, place) {
            Choice::Function(id) => {
                self.may_use_of(owner, among, self.last(name), place);
                let object = if self.is_static(id) { Some(operands.remove(0)) } else { None };
                let value = self.call_function(id, operands, span);
                match object {
                    Some((object, at)) => self.behind_object(object, at, value),
                    None => value,
                }
            }
            _ => self.nothing(span),
        }
    }

    /// Does something happen where an object is found?
    pub(super) fn finding_acts(&self, object: &Operand) -> bool {
        match object {
            Operand::Place(place) => !is_found_only(place),
            Operand::Value(value) => !is_read_only(value),
        }
    }

    /// A call of a function without an object behind what finds the object all the same, if that does something.
    pub(super) fn behind_object(&mut self, object: Operand, at: Span, call: Expr) -> Expr {
        if !self.finding_acts(&object) {
            return call;
        }
        let before = match object {
            Operand::Place(place) => {
                let to = place.ty;
                self.address(place, to, at)
            }
            Operand::Value(value) => value,
        };
        let (ty, span) = (call.ty, call.span);
        Expr { kind: ExprKind::Comma(vec![before], Box::new(call)), ty, span }
    }

    /// A call of something that is no function: an object with `operator()`.
    pub(super) fn call_object(&mut self, callee: &ast::Expr, args: &[ast::Expr], span: Span) -> Expr {
        let object = self.operand(callee);
        if object.ty().is_error() {
            return self.nothing(span);
        }
        if self.is_generic(object.ty()) {
            return self.call_generic(object, args, callee.span, span);
        }
        if let Some(methods) = self.methods(object.ty(), "operator()") {
            let ty = object.ty();
            return self.call_method(methods, (object, ty, None), args, callee.span, span);
        }
        let message = format!("{} is no function, and has no `operator()`.", self.show(object.ty()));
        self.error("type::call", callee.span, message);
        self.nothing(span)
    }

    /// An object that is only a value gets a place, so that functions can work on it.
    pub(super) fn placed(&mut self, object: Operand, span: Span) -> Operand {
        let is_const = self.is_const(&object);
        match self.as_place(object) {
            Operand::Value(value)
                if self.program.types.as_struct(value.ty).is_some() && self.here.function.is_some() =>
            {
                let ty = value.ty;
                let at = self.nameless(ty, true, span);
                let address = self.address(local_place(at, ty, span), ty, span);
                let to = address.ty;
                let init = Box::new(Init { parts: vec![(0, value)], zero: false });
                let pointer = Expr { kind: ExprKind::Compound(at, init, Box::new(address)), ty: to, span };
                Operand::Place(Place {
                    kind: PlaceKind::Deref(pointer),
                    ty,
                    is_const,
                    is_volatile: false,
                    span,
                })
            }
            object => object,
        }
    }
}

/// Does nothing happen where a place is found?
fn is_found_only(place: &Place) -> bool {
    match &place.kind {
        PlaceKind::Var(_) => true,
        PlaceKind::Deref(pointer) => is_read_only(pointer),
        PlaceKind::Member(object, _) | PlaceKind::Bits(object, _) | PlaceKind::Components(object, _) => {
            is_found_only(object)
        }
        PlaceKind::Value(value) => is_read_only(value),
    }
}

/// Does nothing happen where a value is computed?
fn is_read_only(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Const(_) | ExprKind::Null => true,
        ExprKind::Load(place) | ExprKind::Address(place) => is_found_only(place),
        ExprKind::Convert(value) => is_read_only(value),
        ExprKind::Offset { pointer, index, .. } => is_read_only(pointer) && is_read_only(index),
        ExprKind::Binary(_, left, right) => is_read_only(left) && is_read_only(right),
        _ => false,
    }
}

//! Templates of classes and their instances (C++17 17.7 and 17.8.1).
//!
//! An instance is a class of its own, with an item of its own. It is made when its type is first named: its members are laid
//! out and its functions declared; the body of a function is checked when the function is used. What the names of the class mean
//! in it is kept, and holds again wherever one of its functions is looked at.

mod matching;

use alloc::{format, string::String, vec, vec::Vec};

use super::super::super::ast::{
    AliasTemplate, ClassTemplate, ExprKind as Syntax, Function, Template, TemplateArg, TemplateArgKind,
    TemplateParam, TemplateParamKind, TypePath,
};
use super::super::decl::Described;
use super::super::deduce::{Arg, Reason, Slot};
use super::super::function::signature;
use super::super::template::{Instance, name_of, parameters};
use super::*;

/// How deep instances of classes may ask for each other, while they are made.
const MAX_NESTED_CLASSES: u32 = 48;
/// Most characters of the arguments of an instance in its name.
const MAX_SHOWN: usize = 400;

/// A class with arguments.
struct ClassInstance {
    /// What the parameters of the template, or of the specialisation, stand for.
    args: Vec<Arg>,
    /// The name of the template, and its arguments.
    whole: (Symbol, Vec<Arg>),
    item: u32,
    names: Vec<(Symbol, Entity)>,
    tags: Vec<(Symbol, TypeId)>,
}

/// The templates of classes and types, and what has become of them.
#[derive(Default)]
pub(in crate::lang::check) struct Generics<'a> {
    templates: Vec<(&'a ClassTemplate, u32)>,
    instances: Vec<ClassInstance>,
    known: OrdMap<(Symbol, Vec<Arg>), TypeId>,
    /// The instances that types are, or belong to.
    of: OrdMap<TypeId, usize>,
    /// The templates that tags belong to.
    tags: OrdMap<Symbol, usize>,
    /// What other declarations say of the parameters of templates, by the names of these.
    defaults: Vec<(Symbol, &'a [TemplateParam])>,
    /// Templates of names of types.
    pub aliases: OrdMap<Symbol, &'a AliasTemplate>,
    /// Functions that are defined behind their class, with the parameters of the template.
    behind: Vec<(&'a [TemplateParam], &'a Function)>,
    /// Friends of instances that are declared once the class that is being made around them has its members: their parameters may be of it.
    friends: Vec<(&'a Function, usize)>,
    /// Items that are wrong and concern whoever uses a class of this template.
    wrong: Vec<(Symbol, u32)>,
    nested: u32,
    /// Is the first of two specialisations the more special one? As far as it has been asked.
    nearer: OrdMap<(usize, usize), bool>,
}

impl<'a> Checker<'a> {
    /// Takes a template of classes in.
    pub(in crate::lang::check) fn class_template(&mut self, syntax: &'a ClassTemplate) {
        let tag = syntax.spec.tag.unwrap_or(syntax.name);
        let item = self.scopes.item;
        let at = match self.generics.tags.get(&tag).copied() {
            Some(known) => {
                if self.generics.templates[known].0.spec.members.is_some() {
                    if syntax.spec.members.is_some() {
                        let message = format!("The class `{}` is defined twice.", self.text(tag));
                        self.error("name::redefined", syntax.spec.span, message);
                    }
                    self.generics.defaults.push((syntax.name, &syntax.params));
                    return;
                }
                let before = core::mem::replace(&mut self.generics.templates[known], (syntax, item));
                self.generics.defaults.push((syntax.name, &before.0.params));
                known
            }
            None => {
                self.generics.templates.push((syntax, item));
                self.generics.templates.len() - 1
            }
        };
        self.generics.tags.insert(tag, at);
        for function in &syntax.functions {
            if let Some(member) = &function.member {
                self.generics.tags.insert(member.class, at);
            }
        }
        if syntax.args.is_some() {
            self.too_late(syntax, at);
        }
    }

    /// Reports a specialisation behind an instance that it would have been (C++17 17.7.3, paragraph 6).
    fn too_late(&mut self, syntax: &'a ClassTemplate, at: usize) {
        let made = self.generics.known.iter().filter(|((name, _), _)| *name == syntax.name);
        let made: Vec<(Vec<Arg>, TypeId)> = made.map(|((_, whole), ty)| (whole.clone(), *ty)).collect();
        for (whole, ty) in made {
            let meant = self.most_special(syntax.name, &whole, syntax.spec.span);
            let class =
                self.generics.of.get(&ty).copied().filter(|_| meant.is_some_and(|(meant, _)| meant == at));
            let Some(class) = class else { continue };
            let title = format!("{}{}", self.text(syntax.name), self.show_args(&whole));
            let message = format!("`{title}` is used above: it is too late for a specialisation.");
            self.error("name::redefined", syntax.spec.span, message);
            let user = self.generics.instances[class].item;
            self.program.uses.pairs.insert((user, self.scopes.item));
        }
    }

    /// Is it the name of a template of classes?
    pub(in crate::lang::check) fn is_class_template(&self, name: Symbol) -> bool {
        self.generics.templates.iter().any(|(template, _)| template.name == name)
    }

    /// Is a template the definition of a function of a class that is one, behind the class? Takes note of it.
    pub(in crate::lang::check) fn is_defined_behind(&mut self, syntax: &'a Template) -> bool {
        let of = syntax.function.member.as_ref().and_then(|member| self.generics.tags.get(&member.class));
        let own = of.is_some_and(|at| self.generics.templates[*at].0.params.len() == syntax.params.len());
        if own {
            self.generics.behind.push((&syntax.params, &syntax.function));
        }
        own
    }

    /// The same for a function of a specialisation without parameters.
    pub(in crate::lang::check) fn is_defined_behind_special(&mut self, function: &'a Function) -> bool {
        let Some(member) = &function.member else { return false };
        let Some(at) = self.generics.tags.get(&member.class).copied() else { return false };
        if !self.generics.templates[at].0.params.is_empty() {
            let message = "A specialisation of a single function of a class is not supported.";
            let help = "Specialise the class, or choose with `if constexpr` in the function.";
            self.hint("unsupported::template", name_of(function).1, message, help);
            self.generics.wrong.push((member.class, self.scopes.item));
            return true;
        }
        self.generics.behind.push((&[], function));
        true
    }

    /// The definition of a function of an instance that stands behind its class. The scope of the instance is open.
    pub(in crate::lang::check) fn defined_behind(
        &mut self,
        id: FunctionId,
        class: usize,
        function: &'a Function,
    ) -> Option<(&'a [TemplateParam], &'a Function)> {
        let name = name_of(function).0;
        for (params, other) in self.generics.behind.clone() {
            if name_of(other).0 != name || other.body.is_none() {
                continue;
            }
            self.scopes.open();
            let args = self.class_args(Some(class));
            params.iter().zip(args).for_each(|(param, arg)| self.bind_arg(param, arg));
            self.report.mute();
            let head = self.head(other, parameters(other));
            self.report.unmute();
            self.scopes.close();
            if signature(&head.vars) == signature(self.parameter_vars(id)) {
                return Some((params, other));
            }
        }
        None
    }

    /// The arguments of a template that the class on whose behalf a function is chosen has.
    pub(in crate::lang::check) fn outer_args(&self, at: usize) -> Vec<Arg> {
        let tag = self.templates.function(at).member.as_ref().map(|member| member.class);
        match tag.and_then(|tag| self.generics.tags.get(&tag)) {
            Some(_) => self.class_args(self.class_of_owner()),
            None => vec![],
        }
    }

    /// The instance of the class on whose behalf a function is chosen.
    pub(in crate::lang::check) fn class_of_owner(&self) -> Option<usize> {
        self.class_of(self.templates.owner?)
    }

    /// What the parameters of the template of a class stand for.
    pub(in crate::lang::check) fn class_args(&self, class: Option<usize>) -> Vec<Arg> {
        class.map_or(vec![], |class| self.generics.instances[class].args.clone())
    }

    /// The instance that a type is, or belongs to.
    pub(in crate::lang::check) fn class_of(&self, ty: TypeId) -> Option<usize> {
        self.generics.of.get(&ty).copied()
    }

    /// The names of an instance mean what they mean in it.
    pub(in crate::lang::check) fn bind_class(&mut self, class: Option<usize>) {
        let Some(class) = class else { return };
        let ClassInstance { names, tags, .. } = &self.generics.instances[class];
        let (names, tags) = (names.clone(), tags.clone());
        names.into_iter().for_each(|(name, entity)| self.scopes.bind(name, entity));
        tags.into_iter().for_each(|(tag, ty)| self.scopes.bind_tag(tag, ty));
    }

    /// What a class, or an instance of one, has under a name.
    pub(in crate::lang::check) fn of_class(&self, ty: TypeId, name: &str) -> Option<(Symbol, Entity)> {
        self.of_class_from(ty, name).map(|(_, symbol, entity)| (symbol, entity))
    }

    /// The same with the class that has it: this one or a base.
    pub(in crate::lang::check) fn of_class_from(
        &self,
        ty: TypeId,
        name: &str,
    ) -> Option<(TypeId, Symbol, Entity)> {
        self.classes.lineage(ty).find_map(|ty| {
            let (symbol, entity) = self.of_this_class(ty, name)?;
            Some((ty, symbol, entity))
        })
    }

    /// What a class itself has under a name.
    pub(in crate::lang::check) fn of_this_class(&self, ty: TypeId, name: &str) -> Option<(Symbol, Entity)> {
        let tag = self.program.types.as_struct(ty)?.name?;
        let symbol = self.names.find(&format!("{}::{name}", self.text(tag)))?;
        let local = self.classes.local.get(&ty).into_iter().flatten();
        if let Some((_, ids)) = local.into_iter().find(|(name, _)| *name == symbol) {
            return Some((symbol, Entity::Function(ids.clone())));
        }
        let class = self.generics.of.get(&ty).map(|class| &self.generics.instances[*class]);
        let own = class.and_then(|class| {
            let entity = class.names.iter().rev().find(|(own, _)| *own == symbol);
            let tag = || class.tags.iter().find(|(own, _)| *own == symbol);
            entity.map(|(_, entity)| entity.clone()).or_else(|| Some(Entity::Type(tag()?.1)))
        });
        let other = || self.scopes.find(symbol).cloned();
        let tag = || self.scopes.find_tag(symbol).map(Entity::Type);
        Some((symbol, own.or_else(other).or_else(tag)?))
    }

    /// The class that a function belongs to by its name, where there is no object.
    pub(in crate::lang::check) fn owner_of(&self, name: Symbol) -> TypeId {
        let prefix = self.spaces.prefix(self.spaces.home(name));
        let tag = prefix.strip_suffix("::").and_then(|tag| self.names.find(tag));
        tag.and_then(|tag| self.scopes.find_tag(tag)).unwrap_or(VOID)
    }

    /// A type that is found by way of others.
    pub(in crate::lang::check) fn path_type(&mut self, path: &TypePath) -> Described {
        let head = match &path.args {
            Some(args) => self.instance_type(path.head, args, path.span),
            None => {
                let base = ast::Base::Named(path.head, path.span);
                self.base(&ast::Specifiers { base, span: path.span, ..ast::Specifiers::default() })
            }
        };
        path.members.iter().fold(head, |outer, member| self.inner_type(outer.ty, *member, path.span))
    }

    fn inner_type(&mut self, ty: TypeId, name: Symbol, span: Span) -> Described {
        if ty.is_error() {
            return Described::of(ERROR);
        }
        match self.of_class(ty, self.names.text(name)) {
            Some((_, Entity::Type(ty))) => Described::of(ty),
            Some((_, Entity::Qualified(ty, quals))) => Described::with(ty, quals),
            Some((_, Entity::Reference(ty, quals))) => {
                Described { is_reference: true, ..Described::with(ty, quals) }
            }
            _ => {
                let message = format!("{} has no type `{}`.", self.show(ty), self.text(name));
                self.error("name::unknown", span, message);
                Described::of(ERROR)
            }
        }
    }

    /// A member of a type, as an argument of a template: it is a type, too.
    pub(in crate::lang::check) fn member_type(
        &mut self,
        path: &TypePath,
        name: Symbol,
        span: Span,
    ) -> Described {
        let ty = self.path_type(path).ty;
        self.inner_type(ty, name, span)
    }

    /// `Vec<float>::size`
    pub(in crate::lang::check) fn static_member(
        &mut self,
        path: &TypePath,
        name: Symbol,
        span: Span,
    ) -> Operand {
        let ty = self.path_type(path).ty;
        if ty.is_error() {
            return Operand::Value(self.nothing(span));
        }
        match self.of_class(ty, self.names.text(name)) {
            Some((symbol, entity)) => self.meant(Some(entity), symbol, span),
            // A member of the object at hand that a base has.
            None if let Some(object) = self.object_as(ty, span)
                && self.members_of(ty).contains(&name) =>
            {
                self.member_of(object, name, span, false, span)
            }
            None => {
                let message = format!(
                    "{} has no `{}` that is found without an object.",
                    self.show(ty),
                    self.text(name)
                );
                self.error("name::unknown", span, message);
                Operand::Value(self.nothing(span))
            }
        }
    }

    /// `Vec<float>::make(1)`
    pub(in crate::lang::check) fn call_static(
        &mut self,
        (path, name): (&TypePath, Symbol),
        explicit: Option<&[TemplateArg]>,
        args: &[ast::Expr],
        place: Span,
        span: Span,
    ) -> Expr {
        let ty = self.path_type(path).ty;
        if ty.is_error() {
            return self.nothing(span);
        }
        match self.of_class(ty, self.names.text(name)) {
            Some((symbol, Entity::Function(ids))) => {
                let needs_none = !ids.is_empty() && ids.iter().all(|id| self.is_static(*id));
                let object = self.object_as(ty, place).filter(|_| !needs_none);
                let none = Expr { kind: ExprKind::Const(0), ty: VOID, span: place };
                let object = (object.unwrap_or(Operand::Value(none)), ty, explicit);
                self.call_method((symbol, ids), object, args, place, span)
            }
            Some((_, Entity::Type(ty) | Entity::Qualified(ty, _))) => self.call_type(ty, args, span),
            _ => {
                let message = format!("{} has no function `{}`.", self.show(ty), self.text(name));
                let help = "A function that a kernel calls must be marked `__device__`.";
                self.hint("name::unknown", place, message, help);
                self.nothing(span)
            }
        }
    }

    /// The arguments in `<…>` of a template of classes or types, with those that it has by itself.
    fn whole_args(
        &mut self,
        name: Symbol,
        params: &'a [TemplateParam],
        args: &[TemplateArg],
    ) -> Result<Vec<Arg>, Reason> {
        let args = &*self.spread_args(args);
        if args.len() > params.len() && !params.iter().any(|param| param.is_pack) {
            return Err(format!("it has {} parameters", params.len()));
        }
        let mut slots: Vec<Slot> = vec![None; params.len()];
        for (number, param) in params.iter().enumerate() {
            let own = |params: &'a [TemplateParam]| Some((params.get(number)?.default.as_ref()?, params));
            let default = || {
                let mut others = self.generics.defaults.iter().filter(|(of, _)| *of == name);
                own(params).or_else(|| others.find_map(|(_, params)| own(params)))
            };
            let arg = match (args.get(number), default()) {
                _ if param.is_pack => {
                    self.written_pack(params, number, args.get(number..).unwrap_or_default(), &slots)?
                }
                (Some(arg), _) => self.written(params, number, arg, &slots)?,
                (None, Some((arg, params))) => {
                    if !self.has_room_for(arg.span, arg.span) {
                        return Err(String::new());
                    }
                    let known = slots.clone();
                    self.inside(params, &known, |this| this.written(params, number, arg, &known))?
                }
                (None, None) => {
                    let shown = param.name.map(|name| format!("`{}`", self.names.text(name)));
                    let shown = shown.unwrap_or_else(|| format!("{}", number + 1));
                    return Err(format!("what its parameter {shown} stands for is not told"));
                }
            };
            slots[number] = Some((arg, true));
        }
        Ok(slots.into_iter().flatten().map(|(arg, _)| arg).collect())
    }

    /// `Vec<float, 4>`
    fn instance_type(&mut self, name: Symbol, args: &[TemplateArg], span: Span) -> Described {
        if self.generics.nested >= MAX_NESTED_CLASSES {
            let message = format!(
                "Instances of classes ask for each other more than {MAX_NESTED_CLASSES} deep here (limit template-classes)."
            );
            let help = "End the recursion with a specialisation.";
            self.hint("limit::template-classes", span, message, help);
            return Described::of(ERROR);
        }
        self.generics.nested += 1;
        let described = self.told_instance(name, args, span);
        self.generics.nested -= 1;
        described
    }

    fn told_instance(&mut self, name: Symbol, args: &[TemplateArg], span: Span) -> Described {
        // In a specialisation its name is that of the template.
        let name = self.generics.tags.get(&name).map_or(name, |at| self.generics.templates[*at].0.name);
        let primary =
            self.generics.templates.iter().find(|(class, _)| class.name == name && class.args.is_none());
        let alias = self.generics.aliases.get(&name).copied();
        let params = match (primary, alias) {
            (Some((class, _)), _) => &class.params,
            (None, Some(alias)) => &alias.params,
            (None, None) => {
                match self.resolve(name) {
                    Some(Entity::Unread) => self.report_unread(name, span),
                    _ => self.error(
                        "name::unknown",
                        span,
                        format!("There is no template `{}`.", self.text(name)),
                    ),
                }
                return Described::of(ERROR);
            }
        };
        let item = primary.map(|(_, item)| *item);
        let whole = match self.whole_args(name, params, args) {
            Ok(whole) => whole,
            Err(reason) => {
                if !reason.is_empty() {
                    let message = format!("These are no arguments of `{}`: {reason}.", self.text(name));
                    self.error("type::arguments", span, message);
                }
                return Described::of(ERROR);
            }
        };
        if let (Some(alias), None) = (alias, item) {
            if !self.has_room_for(alias.ty.span, span) {
                return Described::of(ERROR);
            }
            let slots: Vec<Slot> = whole.iter().map(|arg| Some((*arg, true))).collect();
            let names_functions = self.templates.names_functions;
            let described = self.inside(params, &slots, |this| {
                this.templates.names_functions = names_functions;
                this.describe(&alias.ty.specifiers, &alias.ty.declarator)
            });
            return described;
        }
        self.uses(item);
        Described::of(self.class_instance(name, whole, span))
    }

    fn class_instance(&mut self, name: Symbol, whole: Vec<Arg>, span: Span) -> TypeId {
        let key = (name, whole);
        if let Some(ty) = self.generics.known.get(&key).copied() {
            let item = self.generics.of.get(&ty).map(|class| self.generics.instances[*class].item);
            self.uses(item);
            return ty;
        }
        if !self.has_room(self.generics.instances.len(), span) {
            return ERROR;
        }
        let Some((template, args)) = self.most_special(name, &key.1, span) else { return ERROR };
        let (syntax, declared) = self.generics.templates[template];
        if !self.has_room_for(syntax.span, span) {
            return ERROR;
        }
        let tag = syntax.spec.tag.unwrap_or(name);
        let (id, ty) = self.program.types.declare_struct(Some(tag), syntax.spec.is_union);
        let shown = self.show_args(&key.1);
        let title = format!("{}{shown}", self.text(name));
        self.program.types.structs[id.0 as usize].args = shown;
        let item = self.templates.next_item;
        self.templates.next_item += 1;
        self.report.add_instance(item, &title, span, self.scopes.item);
        self.program.uses.pairs.insert((item, declared));
        self.uses(Some(item));
        let class = self.generics.instances.len();
        let names = vec![(tag, Entity::Type(ty))];
        let tags = vec![(tag, ty)];
        for (tag, wrong) in self.generics.wrong.clone() {
            if tag == name {
                self.program.uses.pairs.insert((item, wrong));
            }
        }
        self.generics.known.insert(key.clone(), ty);
        self.generics.of.insert(ty, class);
        let instance = ClassInstance { args: args.clone(), whole: key, item, names, tags };
        self.generics.instances.push(instance);
        self.outermost(|this| {
            this.enter(item);
            this.bind_class(Some(class));
            syntax.params.iter().zip(args).for_each(|(param, arg)| this.bind_arg(param, arg));
            if let Some(members) = &syntax.spec.members {
                this.complete_struct(ty, &syntax.spec, members);
            }
            let tags = this.scopes.here().1;
            for (_, inner) in &tags {
                this.generics.of.insert(*inner, class);
            }
            let (friends, own): (Vec<&'a Function>, Vec<&'a Function>) =
                syntax.functions.iter().partition(|function| function.member.is_none());
            this.generics.friends.extend(friends.into_iter().map(|friend| (friend, class)));
            let functions: Vec<(Symbol, FunctionId)> =
                own.into_iter().map(|function| this.declare_method(function, class)).collect();
            for (name, id) in functions {
                let ids = match this.scopes.find_here(name) {
                    Some(Entity::Function(ids)) => [&ids[..], &[id]].concat(),
                    _ => vec![id],
                };
                this.scopes.bind(name, Entity::Function(ids));
            }
            let (names, tags) = this.scopes.here();
            let known = &mut this.generics.instances[class];
            (known.names, known.tags) = (names, tags);
        });
        self.declare_friends();
        ty
    }

    /// Declares the friends that wait, unless a class is being made: each is a function of the namespace around its class.
    pub(in crate::lang::check) fn declare_friends(&mut self) {
        while self.classes.making == 0
            && let Some((friend, class)) = self.generics.friends.pop()
        {
            self.outermost(|this| {
                this.enter(this.generics.instances[class].item);
                this.bind_class(Some(class));
                let (name, id) = this.declare_method(friend, class);
                this.scopes.bind_function(name, id);
            });
        }
    }

    /// Declares a function of an instance, whose scope is open.
    fn declare_method(&mut self, function: &'a Function, class: usize) -> (Symbol, FunctionId) {
        let (name, span) = name_of(function);
        let ClassInstance { item: of, whole, .. } = &self.generics.instances[class];
        let (of, item) = (*of, self.templates.next_item);
        self.templates.next_item += 1;
        let last = self.text(self.last(name));
        let last = last.rsplit("::").next().unwrap_or(last);
        let title = format!("{}{}::{last}", self.text(whole.0), self.show_args(&whole.1));
        self.report.add_instance(item, &title, span, of);
        let outer = self.scopes.item;
        self.enter(item);
        self.scopes.open();
        let head = self.head(function, parameters(function));
        self.scopes.close();
        let id = self.new_function(name, title, span);
        self.give_head(id, head);
        self.declare_defaults(id, parameters(function), vec![], Some(class));
        if let Some(member) = &function.member {
            self.note_member(id, member);
        }
        self.program.functions[id.index()].items = vec![item];
        self.program.uses.pairs.insert((item, of));
        self.enter(outer);
        self.templates.add((usize::MAX, Some(class)), function, vec![], (id, item));
        (name, id)
    }

    /// A function of an instance of which only its body tells the result, or what a call with constants comes to.
    pub(in crate::lang::check) fn deduced_result(&mut self, id: FunctionId, place: Span) {
        let Some(at) = self.templates.by_function.get(&id).copied() else { return };
        let Instance { syntax, class, defined, .. } = self.templates.instances[at];
        let folds = syntax.specifiers.is_constexpr && syntax.body.is_some();
        let deduces = class.is_some() && super::super::function::deduces(syntax);
        if !defined && (folds || deduces) {
            self.ask(id, place);
            self.outermost(|this| this.define(at));
        }
    }

    /// `<float, 4>`; arguments of arguments may be left out.
    pub(in crate::lang::check) fn show_args(&self, args: &[Arg]) -> String {
        let shown: Vec<String> = self.flat(args).into_iter().map(|arg| self.show_arg(arg)).collect();
        let shown = shown.join(", ");
        match shown.char_indices().nth(MAX_SHOWN) {
            Some((end, _)) => format!("<{}…>", &shown[..end]),
            None => format!("<{shown}>"),
        }
    }
}

//! Templates of functions and their instances (C++17 17.8).
//!
//! A template means nothing until something asks for an instance: a call, a launch in host code, `template …;`. For each
//! list of arguments there is one instance, an ordinary function with a name such as `f<float, 4>` and an item of its
//! own: what is wrong in it does not touch other instances. Its head is made when a call is looked at, its body behind
//! all items of the text; the names of the parameters are then types and constants in a scope around it.
//!
//! What an instance calls is looked up as C++ does it (17.6.4): functions that the text declares behind the template are
//! only seen by calls with a struct among their arguments. A specialisation takes the place of an instance.
//!
//! How many instances there are, and how deep they ask for each other, is limited, since templates can compute.

use alloc::{format, string::String, vec, vec::Vec};

use super::super::ast::{self, Derivation, Function, ParamDecl, TemplateArg, TemplateParam};
use super::deduce::{Arg, Given, Reason};
use super::outline::outline;
use super::*;
use crate::base::OrdMap;

/// Most instances of templates in a text.
pub const MAX_INSTANCES: usize = 1024;

/// How deep instances may ask for others, whatever the limit `template_depth` allows: those whose results are deduced lie on the stack.
pub const MOST_DEPTH: u64 = 500;

/// How deep the heads of templates may ask for other instances, while they are looked at.
const MAX_NESTED_HEADS: u32 = 16;

/// Most bytes of source in the bodies of all instances together.
pub const MAX_INSTANCE_TEXT: u64 = 1 << 23;

/// Instances, each with its template, and why other templates have none.
pub(super) type Found = (Vec<(usize, FunctionId)>, Vec<(Span, Reason)>);

/// A template of functions.
pub(super) struct Template<'a> {
    pub name: Symbol,
    /// Its definition, or else a declaration.
    pub syntax: &'a ast::Template,
    /// What parameters stand for if nothing tells, with the parameters that they can name.
    pub defaults: Vec<Option<(&'a TemplateArg, &'a [TemplateParam])>>,
    /// All its declarations: each may give parameters of the function values.
    pub declared: Vec<&'a ast::Template>,
    /// The item of `syntax`.
    pub item: u32,
    /// The item that declares it first.
    pub first: u32,
    /// Equal for equal templates.
    pub outline: String,
    pub instances: OrdMap<Vec<Arg>, usize>,
    /// Launches that do not tell which instance they mean.
    pub unclear: Vec<Span>,
}

/// A template with its arguments.
pub(super) struct Instance<'a> {
    pub template: usize,
    /// The instance of a class that it belongs to.
    pub class: Option<usize>,
    /// The function as the template, or the class, declares it.
    pub syntax: &'a Function,
    pub args: Vec<Arg>,
    pub id: FunctionId,
    pub item: u32,
    /// The specialisation that stands in its place.
    pub special: Option<&'a Function>,
    /// Is its body wanted?
    pub asked: bool,
    pub depth: u32,
    /// Has its body been checked?
    pub defined: bool,
}

/// Every template of a text, and what has become of them.
pub(super) struct Templates<'a> {
    pub list: Vec<Template<'a>>,
    pub instances: Vec<Instance<'a>>,
    pub by_function: OrdMap<FunctionId, usize>,
    /// The instances that are asked for, in this order.
    pub asked: Vec<usize>,
    pub next_item: u32,
    /// How many heads are being looked at, one for the sake of another.
    pub nested: u32,
    /// Have they been nested too deep? Then no head asks for another any more.
    pub tangled: bool,
    /// Bytes of source in the bodies that are asked for.
    pub text: u64,
    /// The class on whose behalf functions are chosen.
    pub owner: Option<TypeId>,
    /// Lists of arguments that parameters stand for that are packs.
    pub packs: Vec<Vec<Arg>>,
    /// Their numbers.
    pub numbers: OrdMap<Vec<Arg>, u32>,
    /// May the type that is looked at be one of functions, which only parameters of templates have?
    pub names_functions: bool,
}

impl<'a> Templates<'a> {
    /// None yet; items of instances begin at this one.
    pub fn new(next_item: u32) -> Templates<'a> {
        Templates {
            list: vec![],
            instances: vec![],
            by_function: OrdMap::new(),
            asked: vec![],
            next_item,
            nested: 0,
            tangled: false,
            text: 0,
            owner: None,
            packs: vec![],
            numbers: OrdMap::new(),
            names_functions: false,
        }
    }

    /// Takes note of an instance of a template, or of a function of an instance of a class, and gives its number.
    pub fn add(
        &mut self,
        (template, class): (usize, Option<usize>),
        syntax: &'a Function,
        args: Vec<Arg>,
        (id, item): (FunctionId, u32),
    ) -> usize {
        let number = self.instances.len();
        let (special, asked, depth, defined) = (None, false, 0, false);
        self.instances.push(Instance {
            template,
            class,
            syntax,
            args,
            id,
            item,
            special,
            asked,
            depth,
            defined,
        });
        self.by_function.insert(id, number);
        number
    }

    /// The parameters of a template in `<…>`.
    pub fn params(&self, at: usize) -> &'a [TemplateParam] {
        &self.list[at].syntax.params
    }

    /// The function of a template.
    pub fn function(&self, at: usize) -> &'a Function {
        &self.list[at].syntax.function
    }

    /// What a parameter stands for if nothing tells, with the parameters that this can name.
    pub fn default(&self, at: usize, number: usize) -> Option<(&'a TemplateArg, &'a [TemplateParam])> {
        self.list[at].defaults.get(number).copied().flatten()
    }

    /// Does a declaration of a template give a parameter of its function a value?
    pub fn gives(&self, at: usize, number: usize) -> bool {
        let gives = |declared: &&ast::Template| {
            parameters(&declared.function).get(number).is_some_and(|param| param.default.is_some())
        };
        self.list[at].declared.iter().any(gives)
    }

    /// The template of an instance.
    pub fn template_of(&self, id: FunctionId) -> Option<usize> {
        let template = self.instances[*self.by_function.get(&id)?].template;
        (template < self.list.len()).then_some(template)
    }

    /// Are there templates of this name?
    pub fn any(&self, name: Symbol) -> bool {
        self.list.iter().any(|template| template.name == name)
    }
}

/// The parameters of a function.
pub(super) fn parameters(function: &Function) -> &[ParamDecl] {
    match function.declarator.derivation.first() {
        Some(Derivation::Function(params, _)) => params,
        _ => &[],
    }
}

/// The name of a function, and where it is.
pub(super) fn name_of(function: &Function) -> (Symbol, Span) {
    function.declarator.name.unwrap_or((Symbol(u32::MAX), function.span))
}

impl<'a> Checker<'a> {
    /// Takes a template in. Its declarations are one template with its definition.
    pub(super) fn template(&mut self, syntax: &'a ast::Template) {
        if self.is_defined_behind(syntax) {
            return;
        }
        let (name, span) = name_of(&syntax.function);
        let (outline, item) = (outline(syntax, self.names), self.scopes.item);
        let own = syntax.params.iter().map(|param| param.default.as_ref().map(|arg| (arg, &*syntax.params)));
        let known = self.templates.list.iter().position(|old| old.name == name && old.outline == outline);
        let Some(at) = known else {
            self.templates.list.push(Template {
                name,
                syntax,
                declared: vec![syntax],
                defaults: own.collect(),
                item,
                first: item,
                outline,
                instances: OrdMap::new(),
                unclear: vec![],
            });
            self.scopes.bind_template(name);
            return;
        };
        let known = &mut self.templates.list[at];
        known.declared.push(syntax);
        known.defaults.iter_mut().zip(own).for_each(|(old, new)| *old = old.or(new));
        let twice = known.syntax.function.body.is_some() && syntax.function.body.is_some();
        if syntax.function.body.is_some() && !twice {
            (known.syntax, known.item) = (syntax, item);
        }
        if twice {
            self.defined_twice(name, span, "One of them is enough.");
        }
    }

    /// Is something that is declared by an item seen by a call with these types? In an instance that is so if it stands in
    /// front of the template, or a struct is among the types.
    fn is_seen(&self, item: u32, given: &[Given]) -> bool {
        let is_struct = |mut ty: TypeId| {
            while let Some(pointer) = self.program.types.as_pointer(ty) {
                ty = pointer.to;
            }
            self.program.types.as_struct(ty).is_some()
        };
        self.here.horizon.is_none_or(|horizon| item <= horizon)
            || given.iter().any(|given| given.ty.is_some_and(is_struct))
    }

    /// Those of the functions that a call sees; all if that is none, and no template has its name (`alone`).
    pub(super) fn seen_functions(&self, ids: &[FunctionId], given: &[Given], alone: bool) -> Vec<FunctionId> {
        let first = |id: &FunctionId| self.program.functions[id.index()].items.first().copied();
        let is_seen = |id: &&FunctionId| first(id).is_none_or(|item| self.is_seen(item, given));
        let seen: Vec<FunctionId> = ids.iter().filter(is_seen).copied().collect();
        if seen.is_empty() && alone { ids.to_vec() } else { seen }
    }

    /// The instances that the templates of a name have for such a call, each with its template; and why others have none.
    pub(super) fn instances(
        &mut self,
        names: &[Symbol],
        explicit: &[TemplateArg],
        given: Option<&[Given]>,
        place: Span,
    ) -> Found {
        let owner = self.templates.owner.take();
        let nested = self.templates.nested;
        if nested >= MAX_NESTED_HEADS || (self.templates.tangled && nested > 0) {
            self.templates.tangled = true;
            let message = format!(
                "The heads of templates ask for each other more than {MAX_NESTED_HEADS} deep here (limit template-heads)."
            );
            self.error("limit::template-heads", place, message);
            return (vec![], vec![]);
        }
        self.templates.nested += 1;
        let (mut found, mut refused) = (vec![], vec![]);
        let count = self.templates.list.iter().filter(|template| names.contains(&template.name)).count();
        for at in 0..self.templates.list.len() {
            let Template { name: own, first, .. } = self.templates.list[at];
            if !names.contains(&own) || !(count == 1 || self.is_seen(first, given.unwrap_or_default())) {
                continue;
            }
            if self.templates.function(at).member.is_some() && owner.is_none() {
                continue;
            }
            self.templates.owner = owner;
            let mut functions = self.program.functions.iter();
            let alone = count == 1 && functions.all(|function| !names.contains(&function.name));
            let made = self.deduced((at, alone), explicit, given);
            self.templates.owner = owner;
            match made.and_then(|args| self.instance(at, args, alone, place)) {
                Ok(id) => found.push((at, id)),
                Err(reason) => refused.push((name_of(self.templates.function(at)).1, reason)),
            }
        }
        self.templates.owner = None;
        self.templates.nested -= 1;
        (found, refused)
    }

    /// The instance with these arguments. What is wrong with its head is said if no other function can be meant.
    fn instance(
        &mut self,
        at: usize,
        args: Vec<Arg>,
        alone: bool,
        place: Span,
    ) -> Result<FunctionId, Reason> {
        let Template { name, syntax, item: declared, ref instances, .. } = self.templates.list[at];
        if let Some(known) = instances.get(&args) {
            return Ok(self.templates.instances[*known].id);
        }
        let own = self.templates.instances.iter().filter(|instance| instance.template != usize::MAX);
        let count = own.count();
        if !self.has_room(count, place) {
            return Err(String::new());
        }
        let class = self.class_of_owner();
        let outer = self.outer_args(at).len();
        let (function, item) = (&syntax.function, self.templates.next_item);
        self.templates.next_item += 1;
        let title = format!("{}{}", self.text(name), self.show_args(&args[outer..]));
        self.report.add_instance(item, &title, place, self.scopes.item);
        let errors = self.report.errors();
        let head = self.outermost(|this| {
            this.enter(item);
            if !alone {
                this.report.mute();
            }
            this.bind_class(class);
            syntax.params.iter().zip(&args).for_each(|(param, arg)| this.bind_arg(param, *arg));
            let head = this.head(function, parameters(function));
            if !alone {
                this.report.unmute();
            }
            head
        });
        if self.report.errors() > errors {
            self.uses(alone.then_some(item));
            return Err(if alone { String::new() } else { format!("`{title}` makes no sense") });
        }
        let id = self.new_function(name, title, name_of(function).1);
        self.give_head(id, head);
        for declared in self.templates.list[at].declared.clone() {
            // Each declaration has names of its own for the parameters of the template.
            let bound = declared.params.iter().zip(args.iter().copied()).collect();
            self.declare_defaults(id, parameters(&declared.function), bound, class);
        }
        if let Some(member) = &function.member {
            self.note_member(id, member);
        }
        let made = &mut self.program.functions[id.index()];
        (made.items, made.is_kernel) = (vec![item], false);
        self.program.uses.pairs.insert((item, declared));
        let number = self.templates.add((at, class), function, args.clone(), (id, item));
        self.templates.list[at].instances.insert(args, number);
        // Only its body tells what it returns.
        if super::function::deduces(function) {
            self.ask(id, place);
            self.outermost(|this| this.define(number));
        }
        Ok(id)
    }

    /// May there be one more instance beside so many?
    pub(super) fn has_room(&mut self, count: usize, place: Span) -> bool {
        if count >= MAX_INSTANCES {
            let message = format!(
                "The text needs more than {MAX_INSTANCES} instances of templates (limit template-instances)."
            );
            self.error("limit::template-instances", place, message);
        }
        count < MAX_INSTANCES
    }

    /// May a text be looked at once more, as an instance?
    pub(super) fn has_room_for(&mut self, text: Span, place: Span) -> bool {
        self.templates.text += u64::from(text.end.saturating_sub(text.start));
        let fits = self.templates.text <= MAX_INSTANCE_TEXT;
        if !fits {
            let message = format!(
                "The instances of templates have more than {MAX_INSTANCE_TEXT} bytes of source together (limit template-text)."
            );
            self.error("limit::template-text", place, message);
        }
        fits
    }

    /// The function is used: if it is an instance, its body is wanted.
    pub(super) fn ask(&mut self, id: FunctionId, place: Span) {
        let Some(at) = self.templates.by_function.get(&id).copied() else { return };
        let (depth, from) = (self.here.depth + 1, self.scopes.item);
        let instance = &mut self.templates.instances[at];
        if instance.asked {
            return;
        }
        let title = self.program.functions[id.index()].title.clone();
        if depth > self.template_depth {
            let message = format!(
                "Instances of templates ask for each other more than {} deep here, at `{title}` (limit `template_depth`).",
                self.template_depth
            );
            let help = "End the recursion with `if constexpr`, or with a specialisation.";
            self.hint("limit::template-depth", place, message, help);
            return;
        }
        let text = instance.syntax.span;
        if !self.has_room_for(text, place) {
            return;
        }
        let instance = &mut self.templates.instances[at];
        (instance.asked, instance.depth) = (true, depth);
        self.report.add_instance(instance.item, &title, place, from);
        self.templates.asked.push(at);
        let is_kernel = self.templates.instances[at].syntax.specifiers.is_kernel;
        self.program.functions[id.index()].is_kernel = is_kernel;
    }

    /// Checks the bodies of all instances that are asked for, and of those that these ask for.
    pub(super) fn define_instances(&mut self) {
        let mut next = 0;
        while let Some(at) = self.templates.asked.get(next).copied() {
            next += 1;
            self.define(at);
        }
    }

    /// Checks the body of an instance.
    pub(super) fn define(&mut self, at: usize) {
        if core::mem::replace(&mut self.templates.instances[at].defined, true) {
            return;
        }
        let Instance { template, class, ref args, id, item, special, depth, syntax, .. } =
            self.templates.instances[at];
        let args = args.clone();
        let known = self.templates.list.get(template);
        let (mut params, declared) =
            known.map_or((&[][..], item), |known| (&*known.syntax.params, known.item));
        let mut function = special.or(known.map(|known| &known.syntax.function)).unwrap_or(syntax);
        self.enter(item);
        self.scopes.open();
        self.bind_class(class);
        if let (None, Some(class)) = (&function.body, class)
            && let Some(behind) = self.defined_behind(id, class, function)
        {
            (params, function) = behind;
        }
        if special.is_none() {
            let args = if template < self.templates.list.len() { args } else { self.class_args(class) };
            params.iter().zip(args).for_each(|(param, arg)| self.bind_arg(param, arg));
        }
        if function.body.is_some() {
            let horizon = if special.is_some() { item } else { declared };
            let horizon = Some(horizon).filter(|_| class.is_none());
            self.here = Here { depth, horizon, ..Here::default() };
            self.body(id, function);
        }
        self.scopes.close();
    }

    /// Gives the name of a parameter of a template its meaning.
    pub(super) fn bind_arg(&mut self, param: &TemplateParam, arg: Arg) {
        let Some(name) = param.name else { return };
        let meaning = self.meaning_of(arg);
        self.scopes.bind(name, meaning);
    }

    fn meaning_of(&mut self, arg: Arg) -> Entity {
        match arg {
            Arg::Type(ty, quals) => Entity::of_type(ty, quals),
            Arg::Reference(ty, quals) => Entity::Reference(ty, quals),
            Arg::Value(bits, ty) => Entity::Constant(bits, ty),
            Arg::Instance(id) => Entity::Function(vec![id]),
            Arg::Function(function) => match self.resolve(function) {
                Some(Entity::Function(ids)) => Entity::Function(ids),
                _ => Entity::Unread,
            },
            Arg::Pack(_) => {
                let elements = self.elements(arg);
                Entity::Pack(elements.into_iter().map(|arg| self.meaning_of(arg)).collect())
            }
        }
    }

    /// Does something in a scope of its own inside of the outermost one, away from the function at hand.
    pub(super) fn outermost<T>(&mut self, act: impl FnOnce(&mut Self) -> T) -> T {
        let inner = self.scopes.suspend();
        let names_functions = core::mem::take(&mut self.templates.names_functions);
        let (here, seen) = (core::mem::take(&mut self.here), core::mem::take(&mut self.seen));
        let item = self.scopes.item;
        self.scopes.open();
        let done = act(self);
        self.scopes.close();
        self.scopes.resume(inner);
        self.enter(item);
        (self.here, self.seen) = (here, seen);
        self.templates.names_functions = names_functions;
        done
    }

    /// Looks at a type that may be one of functions.
    pub(super) fn naming_functions<T>(&mut self, look: impl FnOnce(&mut Self) -> T) -> T {
        let before = core::mem::replace(&mut self.templates.names_functions, true);
        let found = look(self);
        self.templates.names_functions = before;
        found
    }
}

//! Lambdas with `auto` parameters (C++17 8.1.5.1): the function of such a class is a template, of which each call asks for an instance.
//!
//! The object is made before any instance is, so that it captures whatever variable of the function around the body names, whether an
//! instance needs it or not. What the names around the lambda mean is kept, and holds again in each instance. A capture by copy of an
//! array is left out: who needs it is told so.

use alloc::{rc::Rc, string::String};

use super::super::deduce::{Arg, Given, Match, Slot};
use super::super::scope::Meanings;
use super::*;

/// The lambdas with `auto` parameters of a text.
#[derive(Debug, Default)]
pub(in crate::lang::check) struct Generic {
    of: OrdMap<TypeId, Known>,
    /// How many instances there are of all of them.
    count: usize,
}

/// One of them.
#[derive(Debug)]
struct Known {
    lambda: Rc<Lambda>,
    /// What is called so in it.
    names: Meanings<Entity>,
    tags: Meanings<TypeId>,
    /// The function around, for messages, and its item.
    title: String,
    item: u32,
    instances: OrdMap<Vec<Arg>, FunctionId>,
}

impl Checker<'_> {
    /// Takes note of a lambda with `auto` parameters whose object is being made.
    pub(super) fn generic_lambda(
        &mut self,
        lambda: &Lambda,
        class: Symbol,
        around: FunctionId,
        mut open: Open,
    ) -> Open {
        self.check_parameters(lambda, &open);
        let this = self.names.find("this");
        for name in lambda.named.iter().copied().chain(this) {
            let found = self.scopes.find(name);
            let is_variable = matches!(
                found,
                Some(Entity::Var(VarRef::Local(_)) | Entity::Part(..) | Entity::Captured(..))
            );
            if is_variable && !open.names.contains_key(&name) && !self.copies_array(name, &open) {
                self.captured_as(name, &mut open);
            }
        }
        let (mut names, tags) = self.scopes.inner();
        for (name, entity) in &mut names {
            if let Entity::Var(VarRef::Local(_))
            | Entity::Part(..)
            | Entity::Captured(..)
            | Entity::Typed { .. } = entity
            {
                let known = open.names.get(name).cloned().or_else(|| self.constant_of(entity));
                *entity = known.unwrap_or(Entity::Outside);
            }
        }
        let own = open.closure.captures.iter().enumerate().filter(|(_, capture)| capture.own.is_some());
        names.extend(own.map(|(at, capture)| (capture.name, Entity::Captured(at, capture.refers))));
        names.push((class, Entity::Type(open.closure.ty)));
        let title = format!("lambda in {}", self.program.functions[around.index()].title);
        let (lambda, item) = (Rc::new(lambda.clone()), self.scopes.item);
        let known = Known { lambda, names, tags, title, item, instances: OrdMap::new() };
        self.lambdas.generic.of.insert(open.closure.ty, known);
        open
    }

    /// Would a variable that is captured without being named in the brackets be an array that is copied?
    fn copies_array(&mut self, name: Symbol, open: &Open) -> bool {
        let Some(Entity::Var(var)) = self.scopes.find(name).cloned() else { return false };
        let var = self.var(var);
        let is_array = matches!(self.program.types.kind(var.ty), TypeKind::Array { .. });
        is_array && open.default != Some(true) && var.storage == Storage::Private
    }

    /// Is it a lambda whose function is a template?
    pub(in crate::lang::check) fn is_generic(&self, ty: TypeId) -> bool {
        self.lambdas.generic.of.contains_key(&ty)
    }

    /// A call of such a lambda.
    pub(in crate::lang::check) fn call_generic(
        &mut self,
        object: Operand,
        args: &[ast::Expr],
        place: Span,
        span: Span,
    ) -> Expr {
        let ty = object.ty();
        let mut operands = vec![(self.placed(object, place), place)];
        operands.extend(args.iter().map(|arg| (self.operand(arg), arg.span)));
        if operands.iter().any(|(operand, _)| operand.ty().is_error()) {
            return self.nothing(span);
        }
        let given: Vec<Given> = operands[1..].iter().map(|(operand, _)| self.given(operand)).collect();
        match self.lambda_instance(ty, &given, place) {
            Some(id) => self.call_function(id, operands, span),
            None => self.nothing(span),
        }
    }

    /// The function that a lambda is for such arguments.
    fn lambda_instance(&mut self, ty: TypeId, given: &[Given], place: Span) -> Option<FunctionId> {
        let lambda = Rc::clone(&self.lambdas.generic.of.get(&ty)?.lambda);
        let params = parameters(&lambda.function).get(1..).unwrap_or_default();
        let least = params.iter().take_while(|param| param.default.is_none()).count();
        if !(least..=params.len()).contains(&given.len()) {
            let message = format!("This lambda takes {} arguments, not {}.", params.len(), given.len());
            self.error("type::arguments", place, message);
            return None;
        }
        let mut slots: Vec<Slot> = vec![None; lambda.generic.len()];
        for (param, given) in params.iter().zip(given) {
            if let Err(reason) = self.unify_param((&lambda.generic, Match::Call), param, *given, &mut slots) {
                self.error("type::arguments", place, format!("This lambda does not take that: {reason}."));
                return None;
            }
        }
        let args: Vec<Arg> = slots.into_iter().flatten().map(|(arg, _)| arg).collect();
        if args.len() < lambda.generic.len() {
            let help = "Write the type in front of the value: `T{ … }`.";
            self.hint(
                "type::arguments",
                place,
                "Nothing tells the type of a parameter of this lambda.",
                help,
            );
            return None;
        }
        let known = self.lambdas.generic.of.get(&ty)?.instances.get(&args).copied();
        known.or_else(|| self.new_lambda_instance(ty, &lambda, args, place))
    }

    fn new_lambda_instance(
        &mut self,
        ty: TypeId,
        lambda: &Lambda,
        args: Vec<Arg>,
        place: Span,
    ) -> Option<FunctionId> {
        let depth = self.here.depth + 1;
        let known = self.lambdas.generic.of.get(&ty)?;
        let (names, tags, outer) = (known.names.clone(), known.tags.clone(), known.item);
        let title = format!("{}{}", known.title, self.show_args(&args));
        if depth > self.template_depth {
            let message = format!(
                "Instances of templates ask for each other more than {} deep here, at `{title}` (limit `template_depth`).",
                self.template_depth
            );
            self.error("limit::template-depth", place, message);
            return None;
        }
        if !self.has_room(self.lambdas.generic.count, place)
            || !self.has_room_for(lambda.function.span, place)
        {
            return None;
        }
        self.lambdas.generic.count += 1;
        let item = self.templates.next_item;
        self.templates.next_item += 1;
        self.report.add_instance(item, &title, place, self.scopes.item);
        self.program.uses.pairs.insert((item, outer));
        self.uses(Some(item));
        let (name, span) = name_of(&lambda.function);
        Some(self.outermost(|this| {
            this.enter(item);
            names.into_iter().for_each(|(name, entity)| this.scopes.bind(name, entity));
            tags.into_iter().for_each(|(tag, ty)| this.scopes.bind_tag(tag, ty));
            lambda.generic.iter().zip(&args).for_each(|(param, arg)| this.bind_arg(param, *arg));
            this.scopes.open();
            let head = this.head(&lambda.function, parameters(&lambda.function));
            let function = this.new_function(name, title, span);
            this.give_head(function, head);
            let around = this.names_around_lambda(parameters(&lambda.function));
            this.declare_inner_defaults(function, parameters(&lambda.function), around);
            this.program.functions[function.index()].items = vec![item];
            if let Some(known) = this.lambdas.generic.of.get_mut(&ty) {
                known.instances.insert(args, function);
            }
            this.here = Here { depth, ..Here::default() };
            this.lambdas.instances += 1;
            this.body(function, &lambda.function);
            this.lambdas.instances -= 1;
            this.scopes.close();
            function
        }))
    }
}

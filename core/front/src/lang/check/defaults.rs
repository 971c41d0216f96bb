//! Default arguments (C++17 11.3.6): what a parameter is if a call does not tell. Their names mean what they mean where they
//! are declared; they are evaluated in each call.

use alloc::{format, rc::Rc, vec::Vec};

use super::super::ast::{self, ParamDecl, TemplateParam};
use super::call::Operands;
use super::deduce::Arg;
use super::expr::Operand;
use super::lambda::Giver;
use super::scope::Meanings;
use super::*;

/// How deep default arguments may ask for others.
const MAX_DEPTH: u32 = 16;

/// Most bytes of source in the default arguments of all calls of a text together.
const MAX_TEXT: u64 = 1 << 22;

/// Names and tags of a function, with their meanings.
pub(super) type Around = (Meanings<Entity>, Meanings<TypeId>);

/// The value of a parameter, and the arguments of the template that it may name, by the names in its declaration.
type Value<'a> = (Rc<ast::Expr>, Rc<[(&'a TemplateParam, Arg)]>);

/// Of each parameter the value that its declarations give.
#[derive(Debug, Default)]
pub(super) struct Defaults<'a> {
    values: Vec<Option<Value<'a>>>,
    /// The instance of a class that the function belongs to.
    class: Option<usize>,
    /// What names mean in the function around it, if there is one.
    around: Rc<Around>,
}

impl<'a> Checker<'a> {
    /// Takes note of the default arguments of a declaration.
    pub(super) fn declare_defaults(
        &mut self,
        id: FunctionId,
        params: &[ParamDecl],
        template: Vec<(&'a TemplateParam, Arg)>,
        class: Option<usize>,
    ) {
        if params.iter().all(|param| param.default.is_none()) {
            return;
        }
        let known = self.defaults.entry(id).or_default();
        known.values.resize(params.len(), None);
        known.class = class;
        let (mut twice, template) = (None, Rc::from(template));
        for (known, param) in known.values.iter_mut().zip(params) {
            let new = param.default.as_ref();
            twice = twice.or(new.filter(|_| known.is_some()));
            *known = known.take().or_else(|| Some((Rc::new(new?.clone()), Rc::clone(&template))));
        }
        let (first, values) = (known.values.iter().position(Option::is_some), known.values.clone());
        if let Some(value) = twice {
            self.error(
                "type::default-argument",
                value.span,
                "This parameter already has a default argument.",
            );
        }
        let missing = |at: &usize| values[*at].is_none();
        if let Some(at) = (first.unwrap_or(0)..values.len()).find(missing) {
            let message = "A parameter behind one with a default argument needs one, too.";
            self.error("type::default-argument", params[at].span, message);
        }
    }

    /// The same of a function in another one, with what names mean there.
    pub(super) fn declare_inner_defaults(
        &mut self,
        id: FunctionId,
        params: &[ParamDecl],
        around: Rc<Around>,
    ) {
        self.declare_defaults(id, params, Vec::new(), None);
        if let Some(known) = self.defaults.get_mut(&id) {
            known.around = around;
        }
    }

    /// The same for one lambda, if it has default arguments.
    pub(super) fn names_around_lambda(&self, params: &[ParamDecl]) -> Rc<Around> {
        match params.iter().any(|param| param.default.is_some()) {
            true => Rc::new(self.names_around()),
            false => Rc::default(),
        }
    }

    /// What the names of the function at hand mean to default arguments of functions in it, and to the values of members of its classes: its
    /// types and constants, but none of its variables.
    pub(super) fn names_around(&self) -> Around {
        let (mut names, tags) = self.scopes.inner();
        for (name, entity) in &mut names {
            let is_variable = matches!(
                entity,
                Entity::Var(VarRef::Local(_))
                    | Entity::Part(..)
                    | Entity::Captured(..)
                    | Entity::Typed { .. }
            );
            if is_variable {
                let own = if self.scopes.is_around(*name) { None } else { self.constant_of(entity) };
                *entity = own.unwrap_or(Entity::Outside);
            }
        }
        (names, tags)
    }

    /// How many arguments a call of a function must have at least.
    pub(super) fn least(&self, id: FunctionId) -> usize {
        let count = self.parameters(id).len();
        let known = self.defaults.get(&id).and_then(|known| known.values.iter().position(Option::is_some));
        known.map_or(count, |known| known.min(count))
    }

    /// May a call of a function have so many arguments?
    pub(super) fn takes(&self, id: FunctionId, args: usize) -> bool {
        (self.least(id)..=self.parameters(id).len()).contains(&args)
    }

    /// The arguments of a call with those that it leaves out.
    pub(super) fn with_defaults(&mut self, id: FunctionId, mut args: Operands, span: Span) -> Operands {
        while let Some((value, template)) =
            self.defaults.get(&id).and_then(|known| known.values.get(args.len())?.clone())
        {
            self.given.1 += u64::from(value.span.end.saturating_sub(value.span.start)) + 1;
            if self.given.0 >= MAX_DEPTH || self.given.1 > MAX_TEXT {
                let message = format!(
                    "Default arguments ask for each other more than {MAX_DEPTH} deep, or have more than {MAX_TEXT} bytes of source in all calls together (limit default-arguments)."
                );
                self.error("limit::default-arguments", span, message);
                args.push((Operand::Value(self.nothing(span)), span));
                continue;
            }
            let known = self.defaults.get(&id);
            let class = known.and_then(|known| known.class);
            let around = known.map(|known| known.around.clone()).unwrap_or_default();
            let inner = self.scopes.suspend();
            self.scopes.open();
            self.bind_class(class);
            template.iter().for_each(|(param, arg)| self.bind_arg(param, *arg));
            self.bind_around(&around);
            self.given.0 += 1;
            let value = self.given_by(Giver::Function(id), |this| this.operand(&value));
            self.given.0 -= 1;
            args.push((value, span));
            self.scopes.close();
            self.scopes.resume(inner);
        }
        args
    }

    /// The names of a function around mean what they mean there.
    pub(super) fn bind_around(&mut self, (names, tags): &Around) {
        names.iter().for_each(|(name, entity)| self.scopes.bind(*name, entity.clone()));
        tags.iter().for_each(|(tag, ty)| self.scopes.bind_tag(*tag, *ty));
    }
}

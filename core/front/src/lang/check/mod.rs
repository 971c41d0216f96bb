//! The checker: the tree to the [typed tree](super::typed).
//!
//! It gives every name a meaning and every expression a type, writes out C's conversions, and reports what means
//! nothing. What has been reported gets the type [`ERROR`], which fits everywhere, so that one mistake is one message.
//!
//! Where a `double` is only a detour (an operation of two floats whose result becomes a `float` again), the operation
//! is done in `float` at once: the 53 bits of a `double` are enough for the second rounding to change nothing.

mod access;
mod asked;
mod assign;
mod base;
mod call;
mod call_builtin;
mod class;
mod constant;
mod convert;
mod decl;
mod deduce;
mod defaults;
mod evaluate;
mod expr;
mod flow;
mod function;
mod init;
mod labels;
mod lambda;
mod lanes;
mod left;
mod listed;
mod local;
mod local_class;
mod named;
mod operator;
mod ops;
mod outline;
mod overflow;
mod overload;
mod pack;
mod print;
mod qualified;
mod range;
mod record;
mod reference;
mod scope;
mod special;
mod stmt;
mod switch;
mod tags;
mod template;
mod vector;
mod vector_call;
mod vector_ops;

use alloc::{format, string::String, vec::Vec};

pub use constant::{Conversion, conversion};
use scope::{Entity, Scopes};

use super::ast::{self, Item};
use super::names::{Names, Symbol};
use super::parser::Parsed;
use super::report::Report;
use super::spaces::{SpaceId, Spaces};
use super::token::Dialect;
use super::typed::{self, Expr, ExprKind, FunctionId, Order, Program, Var, VarRef};
use super::types::{ERROR, TypeId};
use crate::base::OrdMap;
use crate::document::Limits;
use crate::printed::Call;
use crate::source::{Diagnostic, Span};

/// Largest object in bytes that a text may declare.
pub const MAX_OBJECT: u64 = 1 << 28;

/// Largest constant table in bytes.
pub const MAX_TABLE: u64 = 1 << 22;

/// Checks a whole text.
pub fn check<'a>(
    (parsed, source, dialect): (&'a Parsed, &'a str, Dialect),
    names: &'a Names,
    limits: &Limits,
    report: &'a mut Report,
) -> Program {
    let items = &parsed.items;
    let mut checker = Checker {
        dialect,
        source,
        names,
        template_depth: limits.template_depth.min(template::MOST_DEPTH) as u32,
        constexpr_steps: limits.constexpr_steps,
        passed: None,
        report,
        program: Program {
            print_words: (limits.printf_bytes.min(u32::MAX.into()) / 4, 0),
            ..Program::default()
        },
        spaces: &parsed.spaces,
        scopes: Scopes::new(&parsed.spaces),
        unread: OrdMap::new(),
        defaults: OrdMap::new(),
        given: (0, 0),
        here: Here::default(),
        seen: Vec::new(),
        templates: template::Templates::new(items.len() as u32),
        classes: class::Classes::default(),
        lambdas: lambda::Lambdas::default(),
        lists: Vec::new(),
        prints: OrdMap::new(),
        generics: class::Generics::default(),
        tables: constant::Tables::new(),
        tags_to_come: crate::base::OrdSet::new(),
    };
    for (at, item) in items.iter().enumerate() {
        checker.enter(at as u32);
        checker.item(item);
    }
    checker.define_instances();
    checker.kernels_without_instance();
    checker.find_recursion();
    checker.uses_of_calls();
    checker.name_kernels();
    checker.report.about(None);
    checker.program
}

/// The function at hand.
#[derive(Debug, Default)]
struct Here {
    function: Option<FunctionId>,
    vars: Vec<Var>,
    result: Option<TypeId>,
    /// Does the first `return` say what the result is?
    deduces: bool,
    /// Has it said so?
    deduced: bool,
    calls: Vec<(FunctionId, Span)>,
    uses: Vec<u32>,
    /// The object that a constructor makes.
    object: Option<u32>,
    loops: u32,
    switches: u32,
    labels: labels::Labels,
    /// How the loop that follows is unrolled.
    unroll: Option<crate::ir::Unroll>,
    /// Is the address of the element taken that the next subscript names?
    of_address: bool,
    /// How many conditions around this place never hold.
    unreached: u32,
    /// What `using namespace` names in the blocks around this place.
    directives: Vec<SpaceId>,
    /// How many instances of templates wait for this one.
    depth: u32,
    /// The item of the template that this is an instance of: functions that are declared behind it are not seen.
    horizon: Option<u32>,
    /// How many operands around this place are looked at only for their types.
    unevaluated: u32,
    /// The bytes of variables that are `constexpr`.
    tables: constant::Tables,
}

struct Checker<'a> {
    dialect: Dialect,
    source: &'a str,
    names: &'a Names,
    /// How deep instances may ask for others.
    template_depth: u32,
    /// Most statements and expressions that one constant takes.
    constexpr_steps: u64,
    /// The last call of a `constexpr` function that passed a limit, and which.
    passed: Option<(Span, String)>,
    report: &'a mut Report,
    program: Program,
    spaces: &'a Spaces,
    scopes: Scopes<'a>,
    /// The items that could not be read and seem to declare a name.
    unread: OrdMap<Symbol, Vec<u32>>,
    /// What the parameters of functions are if a call does not tell.
    defaults: OrdMap<FunctionId, defaults::Defaults<'a>>,
    /// How deep default arguments are being evaluated, and bytes of source in all that have been.
    given: (u32, u64),
    here: Here,
    /// Unsupported things that have been reported of the item at hand: once is enough.
    seen: Vec<(&'static str, Symbol)>,
    templates: template::Templates<'a>,
    classes: class::Classes,
    lambdas: lambda::Lambdas,
    /// Lists in braces whose type what they are for will tell.
    lists: Vec<Vec<ast::InitItem>>,
    /// The calls of `printf`, with their numbers in the text.
    prints: OrdMap<Call, u32>,
    generics: class::Generics<'a>,
    /// The bytes of objects outside of functions that are `constexpr`.
    tables: constant::Tables,
    /// Enumerations that are declared, and may still be defined.
    tags_to_come: crate::base::OrdSet<TypeId>,
}

impl<'a> Checker<'a> {
    /// What follows belongs to this item.
    fn enter(&mut self, item: u32) {
        self.scopes.item = item;
        self.report.about(Some(item));
        self.seen.clear();
    }

    fn item(&mut self, item: &'a Item) {
        match item {
            Item::Function(function) => self.function(function),
            Item::Declaration(declaration) => self.global_declaration(declaration),
            Item::Template(template) => self.template(template),
            Item::Class(class) => self.class_template(class),
            Item::Alias(alias) => drop(self.generics.aliases.insert(alias.name, alias)),
            Item::Specialisation(function) => self.specialisation(function),
            Item::Instantiation(function) => self.instantiation(function),
            Item::Launched(launched) => self.launched(launched),
            Item::Assert(condition, message) => {
                let errors = self.report.errors();
                match self.holds(condition) {
                    // No kernel names it: it concerns them all.
                    Some(false) => {
                        self.report.about(None);
                        self.does_not_hold(condition, *message);
                    }
                    // What it asks for may only be known to the host.
                    _ => self.unread(self.report.errors() > errors && self.dialect == Dialect::Cuda),
                }
            }
            Item::Host(names) => names.iter().for_each(|name| self.scopes.bind(*name, Entity::Host)),
            Item::Unread { names, quiet } => {
                self.unread(*quiet);
                let item = self.scopes.item;
                names.iter().for_each(|name| self.unread.entry(*name).or_default().push(item));
                let free: Vec<Symbol> =
                    names.iter().copied().filter(|name| self.scopes.find(*name).is_none()).collect();
                free.into_iter().for_each(|name| self.scopes.bind(name, Entity::Unread));
            }
        }
    }

    /// The item at hand could not be read; what may be host code is not worth a word until a kernel uses it.
    fn unread(&mut self, quiet: bool) {
        if quiet {
            self.program.uses.quiet.insert(self.scopes.item);
        }
    }

    /// The item at hand names what another one declares.
    fn uses(&mut self, item: Option<u32>) {
        self.program.uses.pairs.extend(item.map(|item| (self.scopes.item, item)));
    }

    /// The meaning of a name that the item at hand uses. (Which of several functions it uses, the call decides.)
    fn resolve(&mut self, name: Symbol) -> Option<Entity> {
        let entity = self.scopes.find(name)?.clone();
        if matches!(entity, Entity::Var(VarRef::Local(_)) | Entity::Part(..) | Entity::Captured(..))
            && self.scopes.is_around(name)
        {
            return Some(self.around(name));
        }
        if !matches!(entity, Entity::Function(_)) {
            self.uses(self.scopes.item_of(name));
        }
        Some(entity)
    }

    /// The struct of a tag that the item at hand uses.
    fn resolve_tag(&mut self, tag: Symbol) -> Option<TypeId> {
        self.uses(self.scopes.item_of_tag(tag));
        self.scopes.find_tag(tag)
    }

    /// The items of a function use those of the functions that it calls.
    fn uses_of_calls(&mut self) {
        let Program { functions, uses, .. } = &mut self.program;
        for function in functions.iter() {
            for (callee, _) in &function.calls {
                let to = &functions[callee.index()].items;
                uses.pairs.extend(function.items.iter().flat_map(|from| to.iter().map(|to| (*from, *to))));
            }
        }
    }

    /// Checks what is reached only if `can_be`: what cannot be is not worth a warning.
    fn reached<T>(&mut self, can_be: bool, check: impl FnOnce(&mut Self) -> T) -> T {
        self.here.unreached += u32::from(!can_be);
        let checked = check(self);
        self.here.unreached -= u32::from(!can_be);
        checked
    }

    /// Checks an operand of which only the type matters: it uses no variable (C++17 8, paragraph 8).
    fn unevaluated<T>(&mut self, check: impl FnOnce(&mut Self) -> T) -> T {
        self.here.unevaluated += 1;
        let checked = self.reached(false, check);
        self.here.unevaluated -= 1;
        checked
    }

    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.report.push(Diagnostic::error(code, span, message));
    }

    fn hint(&mut self, code: &'static str, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.report.push(Diagnostic::error(code, span, message).help(help));
    }

    /// Is a size within a limit? Otherwise reports it.
    fn within(&mut self, limit: &str, bytes: u64, most: u64, span: Span) -> bool {
        if bytes > most {
            self.error("limit::bytes", span, format!("This has more than {most} bytes (limit {limit})."));
        }
        bytes <= most
    }

    fn text(&self, symbol: Symbol) -> &str {
        self.names.text(symbol)
    }

    fn show(&self, ty: TypeId) -> String {
        format!("`{}`", self.program.types.show(ty, self.names))
    }

    /// A value that has been reported.
    fn nothing(&self, span: Span) -> Expr {
        Expr { kind: ExprKind::Const(0), ty: ERROR, span }
    }

    fn var(&self, var: VarRef) -> &Var {
        match var {
            VarRef::Local(at) => &self.here.vars[at as usize],
            VarRef::Global(at) => &self.program.globals[at as usize],
        }
    }

    fn var_mut(&mut self, var: VarRef) -> &mut Var {
        match var {
            VarRef::Local(at) => &mut self.here.vars[at as usize],
            VarRef::Global(at) => &mut self.program.globals[at as usize],
        }
    }

    /// Reports something unsupported, once for each name in an item.
    fn unsupported(&mut self, code: &'static str, name: Symbol, span: Span, message: &str, help: &str) {
        if self.seen.contains(&(code, name)) {
            return;
        }
        self.seen.push((code, name));
        self.hint(code, span, message, help);
    }

    /// Kernels of namespaces are called without these, as far as that is a name of their own.
    fn name_kernels(&mut self) {
        let short = |function: &typed::Function| {
            let prefix = self.spaces.prefix(self.spaces.home(function.name));
            String::from(function.title.strip_prefix(prefix).unwrap_or(&function.title))
        };
        let kernels = self.program.functions.iter().enumerate().filter(|(_, function)| function.is_kernel);
        let names: Vec<(usize, String)> = kernels.map(|(at, function)| (at, short(function))).collect();
        let mut count: OrdMap<&str, u32> = OrdMap::new();
        names.iter().for_each(|(_, name)| *count.entry(name).or_default() += 1);
        for (at, name) in &names {
            if count.get(name.as_str()) == Some(&1) {
                self.program.functions[*at].title = name.clone();
            }
        }
    }

    /// Every function that calls itself, over others or not, is an error: no machine needs a stack of calls.
    fn find_recursion(&mut self) {
        let count = self.program.functions.len();
        let mut state = alloc::vec![0u8; count];
        for root in 0..count {
            // Depth first, with an own stack: (function, next call to look at).
            let mut stack = alloc::vec![(root, 0usize)];
            while let Some((at, next)) = stack.last_mut() {
                if state[*at] == 2 {
                    stack.pop();
                    continue;
                }
                state[*at] = 1;
                let Some((callee, span)) = self.program.functions[*at].calls.get(*next).copied() else {
                    state[*at] = 2;
                    stack.pop();
                    continue;
                };
                *next += 1;
                let caller = *at;
                match state[callee.index()] {
                    0 => stack.push((callee.index(), 0)),
                    1 => self.recursion(caller, callee, span),
                    _ => {}
                }
            }
        }
    }

    fn recursion(&mut self, caller: usize, callee: FunctionId, span: Span) {
        self.report.about(self.program.functions[caller].items.last().copied());
        if self.program.functions[caller].is_constexpr {
            // As a constant it may be well.
            self.program.uses.quiet.extend(self.program.functions[caller].items.iter().copied());
        }
        let name = &self.program.functions[callee.index()].title;
        let message = format!("`{name}` calls itself here: recursion is not supported.");
        self.hint(
            "unsupported::recursion",
            span,
            message,
            "Use a loop, with an array as the stack if need be.",
        );
        self.program.functions[caller].calls.retain(|(_, place)| *place != span);
    }
}

//! The checker: the tree to the [typed tree](super::typed).
//!
//! It gives every name a meaning and every expression a type, writes out C's conversions, and reports what means
//! nothing. What has been reported gets the type [`ERROR`], which fits everywhere, so that one mistake is one message.
//!
//! Where a `double` is only a detour (an operation of two floats whose result becomes a `float` again), the operation
//! is done in `float` at once: the 53 bits of a `double` are enough for the second rounding to change nothing.

mod assign;
mod call;
mod constant;
mod convert;
mod decl;
mod expr;
mod function;
mod init;
mod ops;
mod overload;
mod scope;
mod stmt;

use alloc::{format, string::String, vec::Vec};

pub use constant::{Conversion, conversion};
use scope::{Entity, Scopes};

use super::ast::{self, Item};
use super::names::{Names, Symbol};
use super::report::Report;
use super::token::Dialect;
use super::typed::{Expr, ExprKind, FunctionId, Program, Var, VarRef};
use super::types::{ERROR, TypeId};
use crate::source::{Diagnostic, Span};

/// Largest object in bytes that a text may declare.
pub const MAX_OBJECT: u64 = 1 << 28;

/// Largest constant table in bytes.
pub const MAX_TABLE: u64 = 1 << 22;

/// Checks a whole text.
pub fn check(items: &[Item], source: &str, dialect: Dialect, names: &Names, report: &mut Report) -> Program {
    let mut checker = Checker {
        dialect,
        source,
        names,
        report,
        program: Program::default(),
        scopes: Scopes::default(),
        here: Here::default(),
        seen: Vec::new(),
    };
    for item in items {
        checker.item(item);
    }
    checker.find_recursion();
    checker.program
}

/// The function at hand.
#[derive(Debug, Default)]
struct Here {
    function: Option<FunctionId>,
    vars: Vec<Var>,
    result: Option<TypeId>,
    calls: Vec<(FunctionId, Span)>,
    uses: Vec<u32>,
    loops: u32,
    switches: u32,
    /// How the loop that follows is unrolled.
    unroll: Option<crate::ir::Unroll>,
}

struct Checker<'a> {
    dialect: Dialect,
    source: &'a str,
    names: &'a Names,
    report: &'a mut Report,
    program: Program,
    scopes: Scopes,
    here: Here,
    /// Unsupported things that have been reported: once is enough.
    seen: Vec<(&'static str, Symbol)>,
}

impl Checker<'_> {
    fn item(&mut self, item: &Item) {
        match item {
            Item::Function(function) => self.function(function),
            Item::Declaration(declaration) => self.global_declaration(declaration),
            Item::Host(name) => self.scopes.bind(*name, Entity::Host),
            Item::Unread { name, diagnostics } => {
                self.scopes.bind(*name, Entity::Unread(diagnostics.clone()))
            }
        }
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

    /// Reports something unsupported, once for each name in a text.
    fn unsupported(&mut self, code: &'static str, name: Symbol, span: Span, message: &str, help: &str) {
        if self.seen.contains(&(code, name)) {
            return;
        }
        self.seen.push((code, name));
        self.hint(code, span, message, help);
    }

    /// Every function that calls itself, over others or not, is an error: all functions are inlined.
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
        let name = self.text(self.program.functions[callee.index()].name);
        let message = format!("`{name}` calls itself here: recursion is not supported.");
        self.hint(
            "unsupported::recursion",
            span,
            message,
            "Use a loop, with an array as the stack if need be.",
        );
        self.program.functions[caller].broken = true;
        self.program.functions[callee.index()].broken = true;
        self.program.functions[caller].calls.retain(|(_, place)| *place != span);
    }
}

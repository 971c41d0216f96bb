//! Statements and declarations inside functions.

use alloc::{format, vec, vec::Vec};

use super::super::ast::StmtKind;
use super::super::typed::Stmt;
use super::super::types::{BOOL, TypeKind, VOID};
use super::*;

impl Checker<'_> {
    /// Statements in a row, in the scope that is open.
    pub(super) fn stmts(&mut self, stmts: &[ast::Stmt]) -> Vec<Stmt> {
        let mut out = Vec::with_capacity(stmts.len());
        stmts.iter().for_each(|stmt| self.stmt(stmt, &mut out));
        out
    }

    /// Statements in a scope of their own.
    fn scoped(&mut self, stmts: &[ast::Stmt]) -> Vec<Stmt> {
        self.scopes.open();
        let directives = self.here.directives.len();
        let out = self.stmts(stmts);
        self.here.directives.truncate(directives);
        self.scopes.close();
        out
    }

    /// The body of a loop or a branch.
    fn part(&mut self, stmt: &ast::Stmt) -> Vec<Stmt> {
        match &stmt.kind {
            StmtKind::Block(stmts) => self.scoped(stmts),
            _ => self.scoped(core::slice::from_ref(stmt)),
        }
    }

    fn round(&mut self, body: &ast::Stmt) -> Vec<Stmt> {
        self.here.loops += 1;
        let body = self.part(body);
        self.here.loops -= 1;
        body
    }

    pub(super) fn stmt(&mut self, stmt: &ast::Stmt, out: &mut Vec<Stmt>) {
        match &stmt.kind {
            StmtKind::Empty => {}
            StmtKind::Unread => self.unread_statement(stmt.span, out),
            StmtKind::Using(space) => self.here.directives.push(*space),
            StmtKind::Expr(expr) => {
                let value = self.expr(expr);
                out.push(Stmt::Expr(value));
            }
            StmtKind::Declaration(declaration) => self.local_declaration(declaration, out),
            StmtKind::Block(stmts) => {
                let block = self.scoped(stmts);
                out.push(Stmt::Block(block));
            }
            StmtKind::If(condition, yes, no) => {
                let condition = self.condition(condition);
                let known = self.fold(&condition);
                let yes = self.reached(known != Some(0), |this| this.part(yes));
                let no = no.as_deref().map_or(vec![], |no| {
                    self.reached(known.is_none_or(|known| known == 0), |this| this.part(no))
                });
                out.push(Stmt::If { condition, yes, no });
            }
            StmtKind::IfConstexpr(condition, yes, no) => {
                let Some(holds) = self.constant_truth(condition, "The condition of `if constexpr`") else {
                    return;
                };
                let part = if holds { Some(yes) } else { no.as_ref() };
                out.extend(part.map(|part| Stmt::Block(self.part(part))));
            }
            StmtKind::StaticAssert(condition, message) => self.static_assert(condition, *message),
            StmtKind::While(condition, body) => {
                let unroll = self.here.unroll.take();
                let condition = Some(self.condition(condition));
                let body = self.round(body);
                out.push(Stmt::Loop {
                    condition,
                    step: None,
                    body,
                    test_first: true,
                    unroll,
                    span: stmt.span,
                });
            }
            StmtKind::DoWhile(body, condition) => {
                let unroll = self.here.unroll.take();
                let body = self.round(body);
                let condition = Some(self.condition(condition));
                out.push(Stmt::Loop {
                    condition,
                    step: None,
                    body,
                    test_first: false,
                    unroll,
                    span: stmt.span,
                });
            }
            StmtKind::For { init, condition, step, body } => {
                let unroll = self.here.unroll.take();
                self.scopes.open();
                let mut block = vec![];
                if let Some(init) = init {
                    self.stmt(init, &mut block);
                }
                let condition = condition.as_ref().map(|condition| self.condition(condition));
                let step = step.as_ref().map(|step| self.expr(step));
                let body = self.round(body);
                block.push(Stmt::Loop { condition, step, body, test_first: true, unroll, span: stmt.span });
                self.scopes.close();
                out.push(Stmt::Block(block));
            }
            StmtKind::Range(array, stmts) => {
                let unroll = self.here.unroll.take();
                let ty = self.operand(array).ty();
                let is_array = matches!(self.program.types.kind(ty), TypeKind::Array { len: Some(_), .. });
                let walk = if is_array { None } else { self.iterated(ty, stmts, array.span) };
                if !is_array && walk.is_none() {
                    if !ty.is_error() {
                        let message = format!(
                            "`for` with `:` takes an array, or a class with `begin` and `end`, not {}.",
                            self.show(ty)
                        );
                        self.hint("type::range", array.span, message, "Write a loop with an index.");
                    }
                    return;
                }
                self.here.unroll = unroll;
                let block = self.scoped(walk.as_deref().unwrap_or(stmts));
                out.push(Stmt::Block(block));
            }
            StmtKind::Unroll(unroll, body) => {
                self.here.unroll = Some(*unroll);
                self.stmt(body, out);
            }
            StmtKind::UnrollBy(name, span, body) => {
                self.here.unroll = self.turns(*name, *span);
                self.stmt(body, out);
            }
            StmtKind::Switch(value, body) => self.switch(value, body, stmt.span, out),
            StmtKind::Case(_) | StmtKind::Default => {
                let help = "Put it directly into the block of a `switch`.";
                self.hint("type::case", stmt.span, "This label is in no `switch`.", help);
            }
            StmtKind::Break => {
                if self.here.loops + self.here.switches == 0 {
                    self.error("type::break", stmt.span, "There is no loop or `switch` to leave here.");
                }
                out.push(Stmt::Break(stmt.span));
            }
            StmtKind::Continue => {
                if self.here.loops == 0 {
                    self.error("type::continue", stmt.span, "There is no loop to continue here.");
                }
                out.push(Stmt::Continue(stmt.span));
            }
            StmtKind::Goto(name, span) => {
                let label = self.here.labels.go_to(*name, *span);
                out.push(Stmt::Goto(label, stmt.span));
            }
            StmtKind::Label(name, span, behind) => {
                let label = self.label_here(*name, *span);
                out.push(Stmt::Label(label, *span));
                behind.iter().for_each(|stmt| self.stmt(stmt, out));
            }
            StmtKind::Return(value) => self.return_statement(value.as_ref(), stmt.span, out),
        }
    }

    /// Nothing more is said of a function because of a statement that could not be read: it counts as a `return`.
    fn unread_statement(&mut self, span: Span, out: &mut Vec<Stmt>) {
        if core::mem::take(&mut self.here.deduces) {
            self.here.result = Some(ERROR);
        }
        let returns = self.here.object.is_none() && self.here.result.is_some_and(|result| result != VOID);
        let value = returns.then(|| self.nothing(span));
        out.push(Stmt::Return(value, span));
    }

    fn return_statement(&mut self, value: Option<&ast::Expr>, span: Span, out: &mut Vec<Stmt>) {
        let is_first = core::mem::take(&mut self.here.deduces);
        if is_first {
            self.here.deduced = true;
            self.here.result = Some(match value {
                None => VOID,
                Some(value) => {
                    let value = self.expr(value);
                    if self.unknown_list(&value) { ERROR } else { self.told_by(&value) }
                }
            });
        }
        let result = self.here.result.unwrap_or(VOID);
        let value = match (value, result) {
            (None, _) if self.here.object.is_some() => self.object_value(span),
            (Some(value), _) if self.here.object.is_some() => {
                self.error("type::return", value.span, "A constructor returns nothing.");
                None
            }
            (None, VOID) => None,
            (None, _) => {
                self.error("type::return", span, "This function must return a value.");
                None
            }
            (Some(value), VOID) => {
                let value = self.expr(value);
                if value.ty != VOID && !value.ty.is_error() {
                    self.error(
                        "type::return",
                        value.span,
                        "This function returns nothing: its type is `void`.",
                    );
                }
                Some(value)
            }
            (Some(value), result) => {
                let by_reference =
                    self.here.function.is_some_and(|id| self.program.functions[id.index()].by_reference);
                let operand = self.operand_for(value, result);
                let value = match by_reference {
                    true => self.reference_to(operand, value.span),
                    false => self.value_of(operand, value.span),
                };
                if self.here.deduced
                    && !is_first
                    && !self.is_like(self.told_by(&value), result)
                    && !value.ty.is_error()
                    && !result.is_error()
                {
                    let message = format!(
                        "The first `return` returns {}, this one {}.",
                        self.show(result),
                        self.show(value.ty)
                    );
                    self.hint("type::auto", value.span, message, "Write the type of the result, or a cast.");
                }
                Some(self.convert(value, result))
            }
        };
        out.push(Stmt::Return(value, span));
    }

    /// A condition, as `bool`.
    pub(super) fn condition(&mut self, expr: &ast::Expr) -> Expr {
        let value = self.asked(expr);
        self.convert(value, BOOL)
    }

    /// How a loop is unrolled whose number of turns is the value of this constant.
    fn turns(&mut self, name: Symbol, span: Span) -> Option<crate::ir::Unroll> {
        let turns = match self.resolve(name) {
            Some(Entity::Constant(bits, _)) => Some(bits),
            Some(Entity::Var(var)) => self.var(var).constant,
            _ => None,
        };
        let turns = turns.and_then(|turns| u32::try_from(turns).ok());
        if turns.is_none() {
            let message = "The number of `#pragma unroll` is no constant: the loop stays as it is.";
            self.report.push(Diagnostic::warning("preproc::unroll", span, message));
        }
        turns.filter(|turns| *turns > 1).map(crate::ir::Unroll::Times)
    }

    /// Does a condition hold that must be a constant?
    fn constant_truth(&mut self, condition: &ast::Expr, what: &str) -> Option<bool> {
        let value = self.condition(condition);
        if value.ty.is_error() {
            return None;
        }
        let known = self.fold(&value);
        if known.is_none() {
            let message = format!("{what} must be a constant.");
            self.no_constant(Diagnostic::error("type::constant", condition.span, message));
        }
        Some(known? != 0)
    }

    pub(super) fn static_assert(&mut self, condition: &ast::Expr, message: Option<Symbol>) {
        if self.holds(condition) == Some(false) {
            self.does_not_hold(condition, message);
        }
    }

    /// Does an assertion hold? Nothing if that cannot be known.
    pub(super) fn holds(&mut self, condition: &ast::Expr) -> Option<bool> {
        self.constant_truth(condition, "What `static_assert` asks for")
    }

    pub(super) fn does_not_hold(&mut self, condition: &ast::Expr, message: Option<Symbol>) {
        let said = message.map_or("", |message| self.names.text(message)).trim_matches('"');
        let message = match said {
            "" => "This assertion does not hold.".into(),
            said => format!("This assertion does not hold: {said}"),
        };
        self.error("type::static-assert", condition.span, message);
    }

    /// The value of a condition, before it becomes a `bool`.
    pub(super) fn asked(&mut self, expr: &ast::Expr) -> Expr {
        if let ast::ExprKind::Assign(None, ..) = expr.kind {
            let message = "This assigns; to compare, write `==`.";
            let warning = Diagnostic::warning("type::assignment", expr.span, message);
            self.report.push(warning.help("Write `(a = b) != 0` if it is meant."));
        }
        self.expr(expr)
    }
}

//! `switch`: its arms and labels.

use alloc::{vec, vec::Vec};

use super::super::ast::StmtKind;
use super::super::typed::{Arm, Stmt};
use super::*;

impl Checker<'_> {
    pub(super) fn switch(&mut self, value: &ast::Expr, body: &ast::Stmt, span: Span, out: &mut Vec<Stmt>) {
        let value = self.expr(value);
        let value = self.as_number(value);
        let value = self.promoted(value);
        let integer = self.program.types.as_scalar(value.ty).is_some_and(|scalar| !scalar.is_float());
        if !integer && !value.ty.is_error() {
            self.error("type::switch", value.span, "`switch` needs an integer.");
        }
        let StmtKind::Block(stmts) = &body.kind else {
            return self.error("type::switch", body.span, "The body of a `switch` must be a block.");
        };
        self.scopes.open();
        self.here.switches += 1;
        let mut arms: Vec<Arm> = vec![];
        for stmt in stmts {
            let (label, default) = match &stmt.kind {
                StmtKind::Case(label) => (Some(label), false),
                StmtKind::Default => (None, true),
                _ => {
                    self.arm_statement(stmt, &mut arms);
                    continue;
                }
            };
            if arms.last().is_none_or(|arm| !arm.body.is_empty()) {
                arms.push(Arm::default());
            }
            let label = label.and_then(|label| self.label(label, value.ty, &arms));
            if default && arms.iter().any(|arm| arm.is_default) {
                self.error("type::case", stmt.span, "This `switch` already has a `default`.");
            }
            if let Some(arm) = arms.last_mut() {
                arm.values.extend(label);
                arm.is_default |= default;
            }
        }
        self.here.switches -= 1;
        self.scopes.close();
        self.none_passed_over(&arms);
        if !value.ty.is_error() {
            out.push(Stmt::Switch { value, arms, span });
        }
    }

    /// No label leads past the initial value of a variable that is known behind it (C++17 9.7).
    fn none_passed_over(&mut self, arms: &[Arm]) {
        let behind = arms.split_last().map_or(&[][..], |(_, before)| before);
        let declared = behind.iter().flat_map(|arm| &arm.body).find_map(|stmt| match stmt {
            Stmt::Declare { var, init: Some(_), span } => Some((*var, *span)),
            _ => None,
        });
        if let Some((var, span)) = declared.filter(|_| self.dialect == Dialect::Cuda) {
            let name = self.here.vars[var as usize].name;
            let message = format!("A later label leads past the initial value of `{}`.", self.text(name));
            self.hint("type::case", span, message, "Put what belongs to this label in braces.");
        }
    }

    fn arm_statement(&mut self, stmt: &ast::Stmt, arms: &mut Vec<Arm>) {
        let mut checked = vec![];
        self.stmt(stmt, &mut checked);
        if arms.is_empty() && checked.iter().any(Stmt::has_label) {
            // Only a `goto` leads there.
            arms.push(Arm::default());
        }
        match arms.last_mut() {
            Some(arm) => arm.body.append(&mut checked),
            // A declaration before the first label is legal; its initial value is never executed.
            None => {
                if !matches!(stmt.kind, StmtKind::Declaration(_)) {
                    let warning = Diagnostic::warning(
                        "type::unreachable",
                        stmt.span,
                        "No label leads to this statement.",
                    );
                    self.report.push(warning);
                }
            }
        }
    }

    fn label(&mut self, label: &ast::Expr, ty: TypeId, arms: &[Arm]) -> Option<(u64, Span)> {
        let value = self.expr(label);
        let types = &self.program.types;
        let value = match types.as_scalar(value.ty) {
            Some(scalar) if scalar.is_float() => {
                self.error(
                    "type::constant",
                    label.span,
                    "The value of a `case` must be an integer constant.",
                );
                return None;
            }
            Some(_) if types.is_apart(value.ty) => self.make_convert(value, ty),
            _ => self.convert(value, ty),
        };
        let bits = self.fold(&value);
        if bits.is_none() && !value.ty.is_error() {
            self.error("type::constant", label.span, "The value of a `case` must be an integer constant.");
        }
        let bits = bits?;
        let twice = arms.iter().flat_map(|arm| &arm.values).find(|(other, _)| *other == bits);
        if let Some((_, first)) = twice {
            let error = Diagnostic::error("type::case", label.span, "This value is already in the `switch`.");
            self.report.push(error.label(*first, "here"));
        }
        Some((bits, label.span))
    }
}

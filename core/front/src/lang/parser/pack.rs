//! Packs: parameters of templates and functions that stand for any number (C++17 17.5.3), and what is written once for all of them.
//!
//! Which names of a pattern are packs is known when an instance is made. So a pattern `f(a)...` keeps the names of all its tokens,
//! but for those of patterns in it.

use alloc::{boxed::Box, vec::Vec};

use super::*;
use crate::lang::ast::{BinaryOp, ExprKind, Fold, TemplateArg, TemplateArgKind};

impl Parser<'_> {
    /// `...` behind what began at a token: the names of its tokens.
    pub(super) fn dots_behind(&mut self, start: usize) -> Option<Vec<Symbol>> {
        if self.dialect != Dialect::Cuda || !self.at(Punct::Ellipsis) {
            return None;
        }
        let names = self.names_from(start);
        self.advance();
        self.spreads.push((start, self.at));
        Some(names)
    }

    /// The names of the tokens from one to the cursor, but for those of patterns.
    pub(super) fn names_from(&self, start: usize) -> Vec<Symbol> {
        let inner = self.spreads.iter().rev().take_while(|(_, end)| *end > start);
        let inner: Vec<_> = inner.filter(|(_, end)| *end <= self.at).collect();
        let is_own = |at: &usize| !inner.iter().any(|(from, end)| (*from..*end).contains(at));
        let mut names: Vec<Symbol> =
            (start..self.at).filter(is_own).filter_map(|at| self.tokens[at].name()).collect();
        crate::base::order::sort(&mut names);
        names.dedup();
        names
    }

    /// An expression that began at a token, or one for each element of packs.
    pub(super) fn spread(&mut self, start: usize, expr: Expr) -> Parse<Expr> {
        let Some(names) = self.dots_behind(start) else { return Ok(expr) };
        let (span, depth) = (expr.span.to(self.last), expr.depth);
        self.node(ExprKind::Spread(Box::new(expr), names), span, depth)
    }

    /// The same of an argument of a template.
    pub(super) fn spread_arg(&mut self, start: usize, arg: TemplateArg) -> TemplateArg {
        let Some(names) = self.dots_behind(start) else { return arg };
        let span = arg.span.to(self.last);
        TemplateArg { kind: TemplateArgKind::Spread(Box::new(arg), names), span }
    }

    /// Does the operator at the cursor stand in front of the `...` of a fold?
    pub(super) fn begins_fold(&self) -> bool {
        let is_operator = match self.ahead(0).kind {
            Tok::Punct(punct) => punct == Punct::Comma || expr::binary(punct).is_some(),
            _ => false,
        };
        is_operator && self.dialect == Dialect::Cuda && self.ahead(1).is(Punct::Ellipsis)
    }

    /// `(... op pack)`, behind the bracket.
    pub(super) fn left_fold(&mut self, open: Span) -> Parse<Expr> {
        self.advance();
        let op = self.fold_operator()?;
        let right = Some(self.fold_operand()?);
        self.folded(open, Fold { op, left: None, right })
    }

    /// What stands behind the left operand of a fold, which began at a token.
    pub(super) fn rest_of_fold(&mut self, open: Span, start: usize, left: Expr) -> Parse<Expr> {
        let left = Some((left, self.names_from(start)));
        let op = self.fold_operator()?;
        self.advance();
        if self.at(Punct::RParen) {
            return self.folded(open, Fold { op, left, right: None });
        }
        let place = self.peek().span;
        if self.fold_operator()? != op {
            let message = "Both operators of a fold must be the same.";
            self.report.push(Diagnostic::error("parse::expected", place, message));
            return Err(Stop);
        }
        let right = Some(self.fold_operand()?);
        self.folded(open, Fold { op, left, right })
    }

    fn fold_operator(&mut self) -> Parse<Option<BinaryOp>> {
        let op = match self.peek().kind {
            Tok::Punct(Punct::Comma) => None,
            Tok::Punct(punct) => match expr::binary(punct) {
                Some((op, _)) => Some(op),
                None => return Err(self.expected("an operator between two operands", "in this fold")),
            },
            _ => return Err(self.expected("an operator between two operands", "in this fold")),
        };
        self.advance();
        Ok(op)
    }

    fn fold_operand(&mut self) -> Parse<(Expr, Vec<Symbol>)> {
        let start = self.at;
        let operand = self.nested(Self::unary)?;
        Ok((operand, self.names_from(start)))
    }

    fn folded(&mut self, open: Span, fold: Fold) -> Parse<Expr> {
        let end = self.expect(Punct::RParen, "to close the fold")?;
        let sides = [&fold.left, &fold.right].into_iter().flatten();
        let depth = sides.map(|(side, _)| side.depth).max().unwrap_or(0);
        self.node(ExprKind::Fold(Box::new(fold)), open.to(end), depth)
    }

    /// `...(T)` behind `sizeof`.
    pub(super) fn size_of_pack(&mut self, start: Span) -> Parse<Expr> {
        let first = self.at;
        self.advance();
        self.expect(Punct::LParen, "behind `sizeof...`")?;
        let Some((name, _)) = self.name() else { return Err(self.expected("the name of a pack", "here")) };
        self.advance();
        self.spreads.push((first, self.at));
        let end = self.expect(Punct::RParen, "behind the name")?;
        self.node(ExprKind::SizeofPack(name), start.to(end), 0)
    }
}

//! The heads of `if`, `switch` and `while`: a value, or a declaration whose variable is the value (C++17 9.4), and in front of it
//! perhaps a statement of its own. In the tree these are blocks.

use alloc::{boxed::Box, vec, vec::Vec};

use super::*;
use crate::lang::ast::{Declaration, ExprKind, Stmt, StmtKind};

impl Parser<'_> {
    /// The head of `if` or `switch`: its value, which may be that of a variable that it declares, and what stands before it.
    pub(super) fn head(&mut self, context: &str) -> Parse<(Vec<Stmt>, Expr)> {
        self.expect(Punct::LParen, context)?;
        let mut before = vec![];
        if self.dialect == Dialect::Cuda && self.has_first_part() {
            let start = self.peek().span;
            let kind = match self.begins_declaration() {
                true => StmtKind::Declaration(self.local_declaration()),
                false => self.expression_statement()?,
            };
            before.push(Stmt { kind, span: start.to(self.last) });
        }
        let value = match self.declared_value()? {
            Some((declaration, value)) => {
                before.push(declaration);
                value
            }
            None => self.expression()?,
        };
        self.expect(Punct::RParen, "to close the parenthesis")?;
        Ok((before, value))
    }

    /// Is there a `;` before the parenthesis closes that is open at the cursor?
    pub(super) fn has_first_part(&self) -> bool {
        let mut depth = 0usize;
        for token in &self.tokens[self.at..] {
            match token.kind {
                Tok::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace) => depth += 1,
                Tok::Punct(Punct::RParen) if depth == 0 => return false,
                Tok::Punct(Punct::RParen | Punct::RBracket | Punct::RBrace) => {
                    depth = depth.saturating_sub(1)
                }
                Tok::Punct(Punct::Semi) if depth == 0 => return true,
                Tok::Punct(Punct::Semi) | Tok::End => return false,
                _ => {}
            }
        }
        false
    }

    /// `T name = value` as a condition: the declaration, and the variable as an expression.
    pub(super) fn declared_value(&mut self) -> Parse<Option<(Stmt, Expr)>> {
        if self.dialect != Dialect::Cuda || !self.begins_declaration() {
            return Ok(None);
        }
        let mut specifiers = self.specifiers()?;
        let declared = self.declared(&mut specifiers)?;
        let Some((name, span)) = declared.declarator.name else { return Ok(None) };
        let span = specifiers.span.to(span);
        let declaration = Declaration { specifiers, names: vec![declared], span };
        let value = Expr { kind: ExprKind::Name(name), span, depth: 1 };
        Ok(Some((Stmt { kind: StmtKind::Declaration(declaration), span }, value)))
    }

    /// `while (…)`, behind its first word. With a declaration it is a loop without end that the variable leaves.
    pub(super) fn while_statement(&mut self) -> Parse<StmtKind> {
        self.expect(Punct::LParen, "behind `while`")?;
        let Some((declaration, value)) = self.declared_value()? else {
            let condition = self.expression()?;
            self.expect(Punct::RParen, "to close the parenthesis")?;
            return Ok(StmtKind::While(condition, self.boxed()?));
        };
        self.expect(Punct::RParen, "to close the parenthesis")?;
        let span = value.span;
        let stmt = |kind| Stmt { kind, span };
        let leave = Box::new(stmt(StmtKind::Break));
        let test = StmtKind::If(value, Box::new(stmt(StmtKind::Empty)), Some(leave));
        let body = StmtKind::Block(vec![declaration, stmt(test), *self.boxed()?]);
        Ok(StmtKind::For { init: None, condition: None, step: None, body: Box::new(stmt(body)) })
    }
}

/// A statement behind others, with which it is one.
pub(super) fn after(mut before: Vec<Stmt>, kind: StmtKind) -> StmtKind {
    let Some(span) = before.first().map(|first| first.span) else { return kind };
    before.push(Stmt { kind, span });
    StmtKind::Block(before)
}

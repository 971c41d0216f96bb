//! `for (T x : object)` over a class with `begin` and `end` (C++17 9.5.4).

use alloc::{boxed::Box, format, vec, vec::Vec};

use super::super::ast::{
    Base, BinaryOp, Declaration, Declared, ExprKind as Syntax, Init, Stmt, StmtKind, UnaryOp,
};
use super::*;

impl Checker<'_> {
    /// The loop over an object, from the one over the indices of an array that the parser has written; `None` if the class cannot be
    /// walked through.
    pub(super) fn iterated(&self, ty: TypeId, stmts: &[Stmt], place: Span) -> Option<Vec<Stmt>> {
        let [second, Stmt { kind: StmtKind::For { init: Some(init), body, .. }, span }] = stmts else {
            return None;
        };
        let (StmtKind::Declaration(second_of), StmtKind::Declaration(counter), StmtKind::Block(parts)) =
            (&second.kind, &init.kind, &body.kind)
        else {
            return None;
        };
        let [Stmt { kind: StmtKind::Declaration(each), .. }, body] = parts.as_slice() else { return None };
        self.methods(ty, "begin").and(self.methods(ty, "end"))?;
        let [begin, end] = ["begin", "end"].map(|word| self.names.find(word));
        let all = second_of.names.first()?.declarator.name?.0;
        let at = counter.names.first()?.declarator.name?.0;
        let last = self.names.find(&format!("end of{}", self.text(at).strip_prefix("at of")?))?;
        let expr = |kind, depth| ast::Expr { kind, span: place, depth };
        let name = |symbol| Box::new(expr(Syntax::Name(symbol), 1));
        let call = |function| {
            let member = Syntax::Member { base: name(all), name: function, name_span: place, arrow: false };
            expr(Syntax::Call(Box::new(expr(member, 2)), vec![]), 3)
        };
        let own = |symbol, value| {
            let mut declaration: Declaration = counter.clone();
            declaration.specifiers.base = Base::Auto;
            if let Some(Declared { declarator, init }) = declaration.names.first_mut() {
                (declarator.name, *init) = (Some((symbol, place)), Some(Init::Expr(value)));
            }
            Stmt { kind: StmtKind::Declaration(declaration), span: *span }
        };
        let mut each = each.clone();
        each.names.first_mut()?.init = Some(Init::Expr(expr(Syntax::Unary(UnaryOp::Deref, name(at)), 2)));
        let each = Stmt { kind: StmtKind::Declaration(each), span: *span };
        let turns = StmtKind::For {
            init: None,
            condition: Some(expr(Syntax::Binary(name(at), vec![(BinaryOp::Ne, *name(last))]), 2)),
            step: Some(expr(Syntax::Step { up: true, prefix: true, operand: name(at) }, 2)),
            body: Box::new(Stmt { kind: StmtKind::Block(vec![each, body.clone()]), span: *span }),
        };
        let turns = Stmt { kind: turns, span: *span };
        Some(vec![second.clone(), own(at, call(begin?)), own(last, call(end?)), turns])
    }
}

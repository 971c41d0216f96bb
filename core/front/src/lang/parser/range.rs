//! `for (T x : array)` (C++17 9.5.4), written out as a loop over the indices of the array.

use alloc::{boxed::Box, format, vec, vec::Vec};

use super::*;
use crate::lang::ast::{
    Base, BinaryOp, Declaration, Declarator, Declared, Derivation, ExprKind, Init, Specifiers, Stmt, StmtKind,
};
use crate::lang::types::Scalar;

impl Parser<'_> {
    /// Does `(declaration : …)` stand at the cursor?
    pub(super) fn at_range(&self) -> bool {
        let mut depth = 0usize;
        let mut questions = 0usize;
        for token in &self.tokens[self.at..] {
            match token.kind {
                Tok::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace) => depth += 1,
                Tok::Punct(Punct::RParen | Punct::RBracket | Punct::RBrace) if depth <= 1 => return false,
                Tok::Punct(Punct::RParen | Punct::RBracket | Punct::RBrace) => depth -= 1,
                Tok::Punct(Punct::Question) => questions += 1,
                Tok::Punct(Punct::Colon) if depth == 1 && questions == 0 => return true,
                Tok::Punct(Punct::Semi | Punct::Assign) | Tok::End => return false,
                _ => {}
            }
        }
        false
    }

    /// The loop, at its parenthesis. The array gets a second name, since its expression is evaluated once.
    pub(super) fn range_statement(&mut self) -> Parse<StmtKind> {
        self.expect(Punct::LParen, "behind `for`")?;
        let specifiers = self.specifiers()?;
        let (mut declarator, parts) = match self.at_binding(&specifiers) {
            true => self.bound_names()?,
            false => (self.declarator()?, vec![]),
        };
        let Some((_, span)) = declarator.name else {
            return Err(self.expected("a name", "in the head of `for`"));
        };
        self.expect(Punct::Colon, "behind the name")?;
        let array = self.expression()?;
        self.expect(Punct::RParen, "to close the head of `for`")?;
        if parts.is_empty() {
            self.declare_as(&mut declarator, crate::lang::spaces::What::Other);
        }
        let element_of = Declared { declarator, init: None };
        let mut elements = self.bindings(element_of, parts);
        let body = *self.boxed()?;
        let place = array.span;
        for word in ["begin", "end"] {
            self.names.intern(word);
        }
        let [all, at, _] =
            ["all", "at", "end"].map(|word| self.names.intern(&format!("{word} of for:{}", span.start)));
        let expr = |kind, depth| Expr { kind, span: place, depth };
        let name = |symbol| Box::new(expr(ExprKind::Name(symbol), 1));
        let element = || Box::new(expr(ExprKind::Index(name(all), name(at)), 2));
        let size = |of| expr(ExprKind::SizeofExpr(of), 3);
        let count =
            expr(ExprKind::Binary(Box::new(size(name(all))), vec![(BinaryOp::Div, size(element()))]), 4);
        let below = expr(ExprKind::Binary(name(at), vec![(BinaryOp::Lt, count)]), 5);
        let step = expr(ExprKind::Step { up: true, prefix: true, operand: name(at) }, 2);
        let zero = expr(ExprKind::Int(0, Scalar::ULong), 1);
        let own = |specifiers: Specifiers, declarator: Declarator, value: Expr| {
            let names = vec![Declared { declarator, init: Some(Init::Expr(value)) }];
            let declaration = Declaration { specifiers, names, span };
            Stmt { kind: StmtKind::Declaration(declaration), span }
        };
        let of = |base| Specifiers { base, span: place, ..Specifiers::default() };
        let named = |symbol, derivation: Vec<Derivation>| Declarator {
            name: Some((symbol, place)),
            derivation,
            span: place,
            ..Declarator::default()
        };
        let second = own(
            of(Base::Auto),
            named(all, vec![Derivation::Reference(place, self.dialect == Dialect::Cuda)]),
            array.clone(),
        );
        let counter = own(of(Base::Scalar(Scalar::ULong)), named(at, vec![]), zero);
        if let Some(first) = elements.first_mut() {
            first.init = Some(Init::Expr(*element()));
        }
        let each = Declaration { specifiers, names: elements, span };
        let each = Stmt { kind: StmtKind::Declaration(each), span };
        let round = Box::new(Stmt { kind: StmtKind::Block(vec![each, body]), span });
        let turns = StmtKind::For {
            init: Some(Box::new(counter)),
            condition: Some(below),
            step: Some(step),
            body: round,
        };
        Ok(StmtKind::Range(array, vec![second, Stmt { kind: turns, span }]))
    }
}

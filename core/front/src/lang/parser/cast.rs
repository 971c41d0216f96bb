//! Values made of a type: casts in all their forms, objects by their parts, and what is asked of a type (`sizeof`).

use alloc::{boxed::Box, vec, vec::Vec};

use super::*;
use crate::lang::ast::{Base, Derivation, ExprKind, Init, InitItem, Specifiers, TypeSyntax, UnaryOp};

impl Parser<'_> {
    pub(super) fn begins_cast(&mut self) -> bool {
        let Some(symbol) = self.peek_second().name() else { return false };
        match Keyword::of(symbol, self.dialect) {
            Some(keyword) => specifiers::begins_type(keyword) && !self.begins_values_at(self.at + 2),
            None => self.is_type_at(self.at + 1) && !self.begins_values_at(self.behind_type(self.at + 1)),
        }
    }

    /// Do values in parentheses begin at a token, and no `(*)` of a type?
    fn begins_values_at(&self, at: usize) -> bool {
        let next = |distance: usize| self.tokens[(at + distance).min(self.tokens.len() - 1)];
        next(0).is(Punct::LParen) && !(next(1).is(Punct::Star) && next(2).is(Punct::RParen))
    }

    pub(super) fn cast(&mut self) -> Parse<Expr> {
        let start = (self.at, self.last);
        let open = self.expect(Punct::LParen, "here")?;
        let ty = self.type_syntax()?;
        if self.dialect == Dialect::Cuda && self.at(Punct::LBrace) {
            // `(T{ a, b }.x)`: a value in parentheses.
            (self.at, self.last) = start;
            return self.postfix();
        }
        self.expect(Punct::RParen, "behind the type")?;
        if self.at(Punct::LBrace) {
            let literal = self.literal(ty, open)?;
            return self.postfix_of(literal);
        }
        // What follows the parenthesis of `(float4)(a, b)` belongs to the whole vector.
        let is_vector = matches!(ty.specifiers.base, Base::Vector(_)) && ty.declarator.derivation.is_empty();
        let is_literal = is_vector && self.at(Punct::LParen) && !self.begins_cast();
        let operand = if is_literal { self.primary()? } else { self.unary()? };
        let (span, depth) = (open.to(operand.span), operand.depth);
        let cast = self.cast_node(ty, operand, span, depth)?;
        if is_literal { self.postfix_of(cast) } else { Ok(cast) }
    }

    /// Does `(` with a type behind it come next?
    pub(super) fn at_type_in_parentheses(&mut self) -> bool {
        self.at(Punct::LParen) && {
            let second = self.peek_second();
            second.name().is_some_and(|name| match Keyword::of(name, self.dialect) {
                Some(keyword) => specifiers::begins_type(keyword),
                None => self.is_type_at(self.at + 1),
            })
        }
    }

    pub(super) fn size_of(&mut self) -> Parse<Expr> {
        let start = self.advance().span;
        if self.dialect == Dialect::Cuda && self.at(Punct::Ellipsis) {
            return self.size_of_pack(start);
        }
        if self.at_type_in_parentheses() {
            self.advance();
            let ty = self.type_syntax()?;
            let end = self.expect(Punct::RParen, "behind the type")?;
            return self.node(ExprKind::SizeofType(Box::new(ty)), start.to(end), 0);
        }
        let operand = self.nested(Self::unary)?;
        let (span, depth) = (start.to(operand.span), operand.depth);
        self.node(ExprKind::SizeofExpr(Box::new(operand)), span, depth)
    }

    pub(super) fn align_of(&mut self) -> Parse<Expr> {
        let start = self.advance().span;
        self.expect(Punct::LParen, "behind `alignof`")?;
        let ty = self.type_syntax()?;
        let end = self.expect(Punct::RParen, "behind the type")?;
        self.node(ExprKind::AlignofType(Box::new(ty)), start.to(end), 0)
    }

    /// `static_cast<T>(a)`
    pub(super) fn named_cast(&mut self) -> Parse<Expr> {
        let start = self.advance().span;
        self.expect(Punct::Lt, "behind the cast")?;
        let ty = self.in_brackets(Self::type_syntax)?;
        self.expect(Punct::Gt, "behind the type")?;
        self.cast_operand(start, ty)
    }

    /// `int(a)`, `T{ a, b }`
    pub(super) fn functional_cast(&mut self) -> Parse<Expr> {
        let specifiers: Specifiers = self.specifiers()?;
        let span = specifiers.span;
        if self.at(Punct::Scope) {
            return Err(self.expected("`(` or `{`", "behind the type"));
        }
        let ty = TypeSyntax { specifiers, declarator: Default::default(), span };
        if self.at(Punct::LBrace) {
            return self.literal(ty, span);
        }
        if matches!(ty.specifiers.base, Base::Path(_)) && self.at(Punct::LParen) {
            let values = self.in_brackets(Self::init_values)?;
            let span = span.to(self.last);
            let items = match values {
                Init::Values(mut values, _) if values.len() == 1 => {
                    let only = values.remove(0);
                    let depth = only.depth;
                    return self.cast_node(ty, only, span, depth);
                }
                Init::Values(values, _) => values.into_iter().map(Init::Expr).collect(),
                _ => Vec::new(),
            };
            let items = items.into_iter().map(|init| InitItem { designators: vec![], init }).collect();
            return self.node(ExprKind::Compound(Box::new(ty), items), span, self.depth);
        }
        // `int()`
        if self.at(Punct::LParen) && self.ahead(1).is(Punct::RParen) {
            self.advance();
            let span = span.to(self.advance().span);
            return self.node(ExprKind::Compound(Box::new(ty), vec![]), span, 0);
        }
        self.cast_operand(span, ty)
    }

    /// A value of a type by its parts in braces, which come next.
    pub(super) fn literal(&mut self, ty: TypeSyntax, start: Span) -> Parse<Expr> {
        let items = self.nested(Self::init_list)?;
        let span = start.to(self.last);
        self.node(ExprKind::Compound(Box::new(ty), items), span, self.depth)
    }

    fn cast_operand(&mut self, start: Span, ty: TypeSyntax) -> Parse<Expr> {
        self.expect(Punct::LParen, "before the value to convert")?;
        let operand = self.nested(|this| this.in_brackets(Self::expression))?;
        let end = self.expect(Punct::RParen, "behind the value to convert")?;
        let depth = operand.depth;
        self.cast_node(ty, operand, start.to(end), depth)
    }

    /// `(T)x`. To a reference it is the place of `x`, seen as a `T`: `*(T *)&x`.
    pub(super) fn cast_node(&mut self, ty: TypeSyntax, operand: Expr, span: Span, depth: u16) -> Parse<Expr> {
        let mut to = ty.clone();
        let mut steps = to.declarator.derivation.iter_mut();
        let Some(reference) = steps.find(|step| matches!(step, Derivation::Reference(..))) else {
            return self.node(ExprKind::Cast(Box::new(ty), Box::new(operand)), span, depth);
        };
        let gives_up = matches!(reference, Derivation::Reference(_, true));
        *reference = Derivation::Pointer { is_const: false, space: None };
        let address = self.node(ExprKind::Unary(UnaryOp::Address, Box::new(operand)), span, depth)?;
        let depth = address.depth;
        let pointer = self.node(ExprKind::Cast(Box::new(to), Box::new(address)), span, depth)?;
        let depth = pointer.depth;
        let place = self.node(ExprKind::Unary(UnaryOp::Deref, Box::new(pointer)), span, depth)?;
        if !gives_up {
            return Ok(place);
        }
        let depth = place.depth;
        self.node(ExprKind::GivenUp(Box::new(ty), Box::new(place)), span, depth)
    }
}

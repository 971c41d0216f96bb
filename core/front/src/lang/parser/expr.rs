//! Expressions, by precedence climbing.

use alloc::{boxed::Box, string::String, vec, vec::Vec};

use super::lookup::Found;
use super::*;
use crate::lang::ast::{BinaryOp, CHAIN, ExprKind, TypePath, UnaryOp};
use crate::lang::spaces::What;
use crate::lang::types::Scalar;

/// Level of a binary operator (higher binds tighter).
pub(super) fn binary(punct: Punct) -> Option<(BinaryOp, u8)> {
    Some(match punct {
        Punct::OrOr => (BinaryOp::LogicalOr, 1),
        Punct::AndAnd => (BinaryOp::LogicalAnd, 2),
        Punct::Pipe => (BinaryOp::Or, 3),
        Punct::Caret => (BinaryOp::Xor, 4),
        Punct::Amp => (BinaryOp::And, 5),
        Punct::EqEq => (BinaryOp::Eq, 6),
        Punct::Ne => (BinaryOp::Ne, 6),
        Punct::Lt => (BinaryOp::Lt, 7),
        Punct::Gt => (BinaryOp::Gt, 7),
        Punct::Le => (BinaryOp::Le, 7),
        Punct::Ge => (BinaryOp::Ge, 7),
        Punct::Shl => (BinaryOp::Shl, 8),
        Punct::Shr => (BinaryOp::Shr, 8),
        Punct::Plus => (BinaryOp::Add, 9),
        Punct::Minus => (BinaryOp::Sub, 9),
        Punct::Star => (BinaryOp::Mul, 10),
        Punct::Slash => (BinaryOp::Div, 10),
        Punct::Percent => (BinaryOp::Rem, 10),
        _ => return None,
    })
}

/// The operator of an assignment: `None` for `=`.
fn assignment(punct: Punct) -> Option<Option<BinaryOp>> {
    Some(match punct {
        Punct::Assign => None,
        Punct::PlusAssign => Some(BinaryOp::Add),
        Punct::MinusAssign => Some(BinaryOp::Sub),
        Punct::StarAssign => Some(BinaryOp::Mul),
        Punct::SlashAssign => Some(BinaryOp::Div),
        Punct::PercentAssign => Some(BinaryOp::Rem),
        Punct::AmpAssign => Some(BinaryOp::And),
        Punct::PipeAssign => Some(BinaryOp::Or),
        Punct::CaretAssign => Some(BinaryOp::Xor),
        Punct::ShlAssign => Some(BinaryOp::Shl),
        Punct::ShrAssign => Some(BinaryOp::Shr),
        _ => return None,
    })
}

fn unary(punct: Punct) -> Option<UnaryOp> {
    Some(match punct {
        Punct::Plus => UnaryOp::Plus,
        Punct::Minus => UnaryOp::Minus,
        Punct::Bang => UnaryOp::Not,
        Punct::Tilde => UnaryOp::Complement,
        Punct::Star => UnaryOp::Deref,
        Punct::Amp => UnaryOp::Address,
        _ => return None,
    })
}

impl Parser<'_> {
    /// A node over children of at most this depth.
    pub(super) fn node(&mut self, kind: ExprKind, span: Span, below: u16) -> Parse<Expr> {
        if below >= MAX_DEPTH {
            return Err(self.too_deep());
        }
        Ok(Expr { kind, span, depth: below + 1 })
    }

    fn leaf(&mut self, kind: ExprKind) -> Parse<Expr> {
        let span = self.advance().span;
        Ok(Expr { kind, span, depth: 1 })
    }

    /// A whole expression, with commas.
    pub(super) fn expression(&mut self) -> Parse<Expr> {
        let first = self.assignment()?;
        if !self.at(Punct::Comma) || self.begins_fold() {
            return Ok(first);
        }
        let (mut span, mut depth) = (first.span, first.depth);
        let mut parts = vec![first];
        while !self.begins_fold() && self.take(Punct::Comma) {
            let part = self.assignment()?;
            (span, depth) = (span.to(part.span), depth.max(part.depth));
            parts.push(part);
        }
        self.node(ExprKind::Comma(parts), span, depth)
    }

    /// An expression without commas.
    pub(super) fn assignment(&mut self) -> Parse<Expr> {
        self.nested(|this| {
            let left = this.conditional()?;
            let Tok::Punct(punct) = this.peek().kind else { return Ok(left) };
            let Some(op) = assignment(punct) else { return Ok(left) };
            this.advance();
            let right = if op.is_none() { this.value()? } else { this.assignment()? };
            let (span, depth) = (left.span.to(right.span), left.depth.max(right.depth));
            this.node(ExprKind::Assign(op, Box::new(left), Box::new(right)), span, depth)
        })
    }

    /// An expression without commas, or a list of values in braces (in CUDA texts).
    pub(super) fn value(&mut self) -> Parse<Expr> {
        if self.dialect != Dialect::Cuda || !self.at(Punct::LBrace) {
            return self.assignment();
        }
        let open = self.peek().span;
        let items = self.nested(Self::init_list)?;
        self.node(ExprKind::List(items), open.to(self.last), self.depth)
    }

    /// The same, or one for each element of packs.
    pub(super) fn spread_value(&mut self) -> Parse<Expr> {
        let start = self.at;
        let value = self.value()?;
        self.spread(start, value)
    }

    /// What stands behind `return`.
    pub(super) fn whole_value(&mut self) -> Parse<Expr> {
        if self.at(Punct::LBrace) { self.value() } else { self.expression() }
    }

    /// An expression without commas and assignments.
    pub(super) fn conditional(&mut self) -> Parse<Expr> {
        let condition = self.binary(1)?;
        if !self.take(Punct::Question) {
            return Ok(condition);
        }
        self.nested(|this| {
            let yes = this.expression()?;
            this.expect(Punct::Colon, "behind the second operand of `?:`")?;
            let no = this.assignment()?;
            let span = condition.span.to(no.span);
            let depth = condition.depth.max(yes.depth).max(no.depth);
            this.node(ExprKind::Conditional(Box::new(condition), Box::new(yes), Box::new(no)), span, depth)
        })
    }

    fn binary(&mut self, lowest: u8) -> Parse<Expr> {
        let first = self.unary()?;
        let (mut span, mut depth, mut rest) = (first.span, first.depth, vec![]);
        while let Some((op, level)) = self.binary_operator() {
            if level < lowest {
                break;
            }
            self.advance();
            let right = self.nested(|this| this.binary(level + 1))?;
            (span, depth) = (span.to(right.span), depth.max(right.depth));
            rest.push((op, right));
        }
        match rest.len().min(CHAIN) as u16 {
            0 => Ok(first),
            pieces => {
                let below = depth.saturating_add(pieces - 1);
                self.node(ExprKind::Binary(Box::new(first), rest), span, below)
            }
        }
    }

    fn binary_operator(&mut self) -> Option<(BinaryOp, u8)> {
        let token = self.peek();
        let Tok::Punct(punct) = token.kind else { return None };
        let closes = matches!(punct, Punct::Shr | Punct::Gt);
        if self.begins_fold() {
            return None;
        }
        if closes && (self.in_angles || self.closes_launch().is_some()) {
            return None;
        }
        binary(punct)
    }

    /// The tokens of `>>>` at the cursor, with spaces or without.
    pub(super) fn closes_launch(&self) -> Option<usize> {
        let is = |distance: usize, punct| self.ahead(distance).is(punct);
        match () {
            () if is(0, Punct::Shr) && is(1, Punct::Gt) => Some(2),
            () if is(0, Punct::Gt) && is(1, Punct::Shr) => Some(2),
            () if is(0, Punct::Gt) && is(1, Punct::Gt) && is(2, Punct::Gt) => Some(3),
            () => None,
        }
    }

    pub(super) fn unary(&mut self) -> Parse<Expr> {
        let token = self.peek();
        match token.kind {
            Tok::Punct(Punct::PlusPlus | Punct::MinusMinus) => {
                self.advance();
                let operand = self.nested(Self::unary)?;
                let (span, depth) = (token.span.to(operand.span), operand.depth);
                let up = token.is(Punct::PlusPlus);
                self.node(ExprKind::Step { up, prefix: true, operand: Box::new(operand) }, span, depth)
            }
            Tok::Punct(Punct::LParen) if self.begins_cast() => self.nested(Self::cast),
            Tok::Punct(punct) => match unary(punct) {
                Some(op) => {
                    self.advance();
                    let operand = self.nested(Self::unary)?;
                    let (span, depth) = (token.span.to(operand.span), operand.depth);
                    self.node(ExprKind::Unary(op, Box::new(operand)), span, depth)
                }
                None => self.postfix(),
            },
            _ if self.keyword() == Some(Keyword::Sizeof) => self.size_of(),
            _ if self.keyword() == Some(Keyword::Alignof) => self.align_of(),
            _ => self.postfix(),
        }
    }

    pub(super) fn postfix(&mut self) -> Parse<Expr> {
        let primary = self.primary()?;
        self.postfix_of(primary)
    }

    /// Calls, indices, members and steps behind an expression.
    pub(super) fn postfix_of(&mut self, mut expr: Expr) -> Parse<Expr> {
        loop {
            let token = self.peek();
            let Tok::Punct(punct) = token.kind else { return Ok(expr) };
            expr = match punct {
                Punct::LParen => {
                    self.advance();
                    let args = self.in_brackets(Self::arguments)?;
                    let end = self.expect(Punct::RParen, "to close the arguments")?;
                    let depth = args.iter().map(|arg| arg.depth).max().unwrap_or(0).max(expr.depth);
                    let span = expr.span.to(end);
                    self.node(ExprKind::Call(Box::new(expr), args), span, depth)?
                }
                Punct::LBracket => {
                    self.advance();
                    let index = self.in_brackets(Self::expression)?;
                    let end = self.expect(Punct::RBracket, "behind the index")?;
                    let (span, depth) = (expr.span.to(end), expr.depth.max(index.depth));
                    self.node(ExprKind::Index(Box::new(expr), Box::new(index)), span, depth)?
                }
                Punct::Dot | Punct::Arrow => {
                    self.advance();
                    let said = self.take_keyword(Keyword::Template);
                    let (class, name, name_span) = self.member_name()?;
                    let mut arrow = punct == Punct::Arrow;
                    if let Some(class) = class {
                        (expr, arrow) = (self.as_base(expr, class, arrow)?, false);
                    }
                    let Some(name) = name else {
                        expr = self.conversion_of(expr, arrow)?;
                        continue;
                    };
                    let (span, depth) = (expr.span.to(name_span), expr.depth);
                    // `(&a)->b` is `a.b`, so that `this->b` takes no address.
                    if let (ExprKind::Unary(UnaryOp::Address, _), true) = (&expr.kind, arrow)
                        && let ExprKind::Unary(_, object) = expr.kind
                    {
                        (expr, arrow) = (*object, false);
                    }
                    let member = ExprKind::Member { base: Box::new(expr), name, name_span, arrow };
                    let member = self.node(member, span, depth)?;
                    if self.at(Punct::Lt) && (said || self.classes.generic.contains(&name)) {
                        let args = self.template_args()?;
                        let (span, depth) = (span.to(self.last), member.depth);
                        self.node(ExprKind::MemberInstance(Box::new(member), args), span, depth)?
                    } else {
                        member
                    }
                }
                Punct::PlusPlus | Punct::MinusMinus => {
                    self.advance();
                    let (span, depth) = (expr.span.to(token.span), expr.depth);
                    let up = punct == Punct::PlusPlus;
                    self.node(ExprKind::Step { up, prefix: false, operand: Box::new(expr) }, span, depth)?
                }
                _ => return Ok(expr),
            };
        }
    }

    /// What a pointer in front of `->` points at.
    fn pointed_at(&mut self, object: Expr, arrow: bool) -> Parse<Expr> {
        let (span, depth) = (object.span, object.depth);
        match arrow {
            true => self.node(ExprKind::Unary(UnaryOp::Deref, Box::new(object)), span, depth),
            false => Ok(object),
        }
    }

    /// The object in front of `.B::member`, as a `B`.
    fn as_base(&mut self, object: Expr, class: TypePath, arrow: bool) -> Parse<Expr> {
        let object = self.pointed_at(object, arrow)?;
        let (span, depth) = (object.span.to(class.span), object.depth);
        self.node(ExprKind::AsBase(Box::new(object), Box::new(class)), span, depth)
    }

    /// `a.operator T()`, at the type.
    fn conversion_of(&mut self, object: Expr, arrow: bool) -> Parse<Expr> {
        let object = self.pointed_at(object, arrow)?;
        let ty = self.conversion_type()?;
        self.expect(Punct::LParen, "behind the type")?;
        let end = self.expect(Punct::RParen, "behind `(`")?;
        let (span, depth) = (object.span.to(end), object.depth);
        self.node(ExprKind::Conversion(Box::new(object), Box::new(ty)), span, depth)
    }

    /// The object of the function that stands around the cursor.
    fn this_object(&mut self, span: Span) -> Parse<Expr> {
        let this = self.names.intern("this");
        self.node(ExprKind::Name(this), span, 0)
    }

    fn arguments(&mut self) -> Parse<Vec<Expr>> {
        let mut args = vec![];
        if self.at(Punct::RParen) {
            return Ok(args);
        }
        loop {
            args.push(self.spread_value()?);
            if !self.take(Punct::Comma) {
                return Ok(args);
            }
        }
    }

    pub(super) fn primary(&mut self) -> Parse<Expr> {
        let token = self.peek();
        match token.kind {
            Tok::Number(text) => {
                let kind = self.number(text, token.span);
                self.leaf(kind)
            }
            Tok::Char(text) => {
                let value = literal::character(self.names.text(text)).unwrap_or_else(|| {
                    let message = "A character constant has exactly one character.";
                    self.report.push(Diagnostic::error("lex::character", token.span, message));
                    0
                });
                // C gives it the type `int`, C++ the type `char`.
                self.leaf(match self.dialect {
                    Dialect::OpenCl => ExprKind::Int(u64::from(i32::from(value) as u32), Scalar::Int),
                    Dialect::Cuda => ExprKind::Int(u64::from(value as u8), Scalar::Char),
                })
            }
            Tok::Text(text) => self.text(text, token.span),
            Tok::Punct(Punct::LParen) if self.ahead(1).is(Punct::LBrace) => {
                let message = "Statements in parentheses (an extension of GNU C) are not supported.";
                let help = "Write a function, or the statements themselves.";
                Err(self.unsupported("unsupported::statement", token.span, message, help))
            }
            Tok::Punct(Punct::LParen) => {
                self.advance();
                if self.dialect == Dialect::Cuda && self.at(Punct::Ellipsis) {
                    return self.in_brackets(|this| this.left_fold(token.span));
                }
                let start = self.at;
                let mut inner = self.in_brackets(Self::expression)?;
                if self.begins_fold() {
                    return self.in_brackets(|this| this.rest_of_fold(token.span, start, inner));
                }
                let end = self.expect(Punct::RParen, "to close the parenthesis")?;
                inner.span = token.span.to(end);
                // `(f)(a)` means what `f` alone means, whatever `a` is.
                if let (ExprKind::Name(name), true) = (&inner.kind, self.at(Punct::LParen)) {
                    inner.kind = ExprKind::Functions { targets: vec![*name], exact: true };
                }
                Ok(inner)
            }
            Tok::Punct(Punct::LBracket) if self.dialect == Dialect::Cuda => self.nested(Self::lambda),
            Tok::Punct(Punct::Scope) => {
                self.advance();
                match self.keyword() {
                    Some(Keyword::Operator) => self.operator_of_space(OUTERMOST, token.span),
                    _ => self.primary(),
                }
            }
            Tok::Name(_) => self.word(),
            _ => Err(self.expected("an expression", "here")),
        }
    }

    fn number(&mut self, text: Symbol, span: Span) -> ExprKind {
        match literal::number(self.names.text(text)) {
            Ok(literal::Literal::Int { value, ty }) => {
                ExprKind::Int(value, if self.dialect == Dialect::OpenCl { ty.in_opencl() } else { ty })
            }
            Ok(literal::Literal::Float { value, ty }) => ExprKind::Float(value, ty),
            Err(message) => {
                self.report.push(Diagnostic::error("lex::number", span, message));
                ExprKind::Int(0, Scalar::Int)
            }
        }
    }

    /// A string; neighbours are joined.
    fn text(&mut self, first: Symbol, start: Span) -> Parse<Expr> {
        self.advance();
        let mut whole = first;
        while let Tok::Text(more) = self.peek().kind {
            self.advance();
            let mut joined = String::from(self.names.text(whole).trim_end_matches('"'));
            joined.push_str(self.names.text(more).strip_prefix('"').unwrap_or_default());
            whole = self.names.intern(&joined);
        }
        self.node(ExprKind::Text(whole), start.to(self.last), 0)
    }

    fn word(&mut self) -> Parse<Expr> {
        let token = self.peek();
        let Some((symbol, _)) = self.name() else { return self.keyword_expression() };
        let next = self.peek_second();
        if self.dialect == Dialect::Cuda && self.names.text(symbol) == "this" {
            let object = self.leaf(ExprKind::Name(symbol))?;
            return self.node(ExprKind::Unary(UnaryOp::Address, Box::new(object)), token.span, 1);
        }
        if next.is(Punct::Shl) && self.ahead(2).is(Punct::Lt) && !self.ahead(2).space {
            let message = "A kernel cannot launch another kernel.";
            let help = "Launch both from host code, one after the other.";
            return Err(self.unsupported("unsupported::dynamic-parallelism", token.span, message, help));
        }
        if self.is_operator_behind(self.at + 1) && self.names_type(symbol) {
            return self.operator_of_base();
        }
        if self.is_operator_behind(self.at + 1)
            && let Some(space) = self.space_named(symbol)
        {
            self.advance();
            self.advance();
            return self.operator_of_space(space, token.span);
        }
        if let Some(name) = self.own_name(symbol) {
            return self.leaf(ExprKind::Text(name));
        }
        if let Some(read) = self.member_of_type() {
            return read;
        }
        if next.is(Punct::Lt)
            && let Some(read) = self.template_name(symbol, token.span)
        {
            return read;
        }
        if next.is(Punct::LBrace) && self.dialect == Dialect::Cuda && self.is_type_name(symbol) {
            return self.functional_cast();
        }
        if self.dialect == Dialect::OpenCl && self.names.text(symbol) == "vec_step" {
            return self.vec_step();
        }
        if let Found::Foreign(_) = self.find(symbol) {
            return Err(self.foreign_name());
        }
        let kind = match self.targets(symbol, token.span) {
            (targets, false) if targets.len() == 1 => ExprKind::Name(targets[0]),
            (targets, exact) => ExprKind::Functions { targets, exact },
        };
        self.leaf(kind)
    }

    /// `__func__`: the name of the function, as a string (C++17 11.4.1). That of a lambda is `operator()`.
    fn own_name(&mut self, name: Symbol) -> Option<Symbol> {
        if !matches!(self.names.text(name), "__func__" | "__FUNCTION__") || self.local(name).is_some() {
            return None;
        }
        let whole = self.names.text(self.function?);
        let start = match whole.find("operator") {
            Some(sign) if whole[..sign].is_empty() || whole[..sign].ends_with("::") => sign,
            _ => whole.rfind("::").map_or(0, |colons| colons + 2),
        };
        let text = alloc::format!("\"{}\"", &whole[start..]);
        Some(self.names.intern(&text))
    }

    /// `B::operator()(a)`: a function of this object as one of `B`.
    pub(super) fn operator_of_base(&mut self) -> Parse<Expr> {
        let start = self.peek().span;
        let (class, name, name_span) = self.member_name()?;
        let mut object = self.this_object(start)?;
        if let Some(class) = class {
            object = self.as_base(object, class, false)?;
        }
        let Some(name) = name else { return self.conversion_of(object, false) };
        let (span, depth) = (start.to(name_span), object.depth);
        self.node(ExprKind::Member { base: Box::new(object), name, name_span, arrow: false }, span, depth)
    }

    /// `n::operator+`, behind the namespace.
    fn operator_of_space(&mut self, space: SpaceId, start: Span) -> Parse<Expr> {
        let place = self.advance().span;
        let (name, span) = self.operator_sign(place, false)?;
        let targets = self.spaces.qualified(space, name).map_or(vec![name], |meaning| meaning.targets);
        self.node(ExprKind::Functions { targets, exact: true }, start.to(span), 0)
    }

    /// The symbols of what a name of an expression stands for, and whether it says which functions are meant: then the
    /// arguments of a call add none.
    pub(super) fn targets(&mut self, name: Symbol, span: Span) -> (Vec<Symbol>, bool) {
        match self.find(name) {
            Found::Known(meaning) if meaning.what == What::Function => {
                let targets = meaning.targets.iter().map(|target| self.unhidden(name, *target)).collect();
                (targets, self.is_path(name))
            }
            Found::Known(meaning) => (vec![self.only(name, &meaning, span)], false),
            Found::Plain(plain) => (vec![self.unhidden(name, plain)], false),
            Found::Foreign(_) => (vec![name], false),
        }
    }

    /// `vec_step(T)`; that of a value is a call like others.
    fn vec_step(&mut self) -> Parse<Expr> {
        let name = self.peek();
        let callee = name.name().map_or(ExprKind::Null, ExprKind::Name);
        let callee = self.leaf(callee)?;
        if !self.at_type_in_parentheses() {
            return Ok(callee);
        }
        self.advance();
        let ty = self.type_syntax()?;
        let end = self.expect(Punct::RParen, "behind the type")?;
        self.node(ExprKind::VecStep(Box::new(ty)), name.span.to(end), 0)
    }

    fn keyword_expression(&mut self) -> Parse<Expr> {
        match self.keyword() {
            Some(Keyword::True) => self.leaf(ExprKind::Int(1, Scalar::Bool)),
            Some(Keyword::False) => self.leaf(ExprKind::Int(0, Scalar::Bool)),
            Some(Keyword::Nullptr) => self.leaf(ExprKind::Null),
            Some(Keyword::Cast) => self.named_cast(),
            Some(Keyword::Operator) if self.dialect == Dialect::Cuda => {
                if self.peek_second().name().is_some() {
                    return self.operator_of_base();
                }
                let start = self.advance().span;
                let (name, span) = self.operator_sign(start, true)?;
                let (targets, exact) = self.targets(name, span);
                self.node(ExprKind::Functions { targets, exact }, span, 0)
            }
            // `n::template f<T>(a)`
            Some(Keyword::Template) if self.peek_second().name().is_some() => {
                self.advance();
                self.word()
            }
            Some(Keyword::New | Keyword::Delete) => {
                let span = self.peek().span;
                let help = "Pass a buffer to the kernel, or use a local array of fixed length.";
                let message = "Memory cannot be allocated inside a kernel.";
                Err(self.unsupported("unsupported::allocation", span, message, help))
            }
            Some(keyword) if specifiers::begins_type(keyword) => self.functional_cast(),
            _ => Err(self.expected("an expression", "here")),
        }
    }
}

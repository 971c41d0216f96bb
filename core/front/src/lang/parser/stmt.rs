//! Statements.

use alloc::{boxed::Box, vec, vec::Vec};

use super::heads::after;
use super::template::Generic;
use super::*;
use crate::base::suggest::suggest;
use crate::lang::ast::{Declaration, Declarator, Declared, Stmt, StmtKind};
use crate::lang::spaces::What;

/// First part, condition and step of a `for`.
type ForHead = (Option<Box<Stmt>>, Option<Expr>, Option<Expr>);

impl Parser<'_> {
    /// `{ … }`: every statement in it that can be read.
    pub(super) fn block(&mut self) -> Parse<Vec<Stmt>> {
        let open = self.expect(Punct::LBrace, "to begin a block")?;
        self.scoped(|this| {
            let mut stmts = vec![];
            while !this.at(Punct::RBrace) {
                let function = this.begins_function();
                if this.peek().kind == Tok::End || function {
                    this.next_item = function.then_some(this.at);
                    return Err(this.unclosed(open));
                }
                let start = this.peek().span;
                match this.statement() {
                    Ok(stmt) => {
                        stmts.push(stmt);
                        this.garbled = false;
                    }
                    // The end of the text, or of this function, has been come to in an inner block.
                    Err(Stop) if this.next_item.is_some() => return Err(Stop),
                    Err(Stop) if this.peek().kind == Tok::End => return Err(this.unclosed(open)),
                    Err(Stop) => {
                        this.synchronise();
                        stmts.push(Stmt { kind: StmtKind::Unread, span: start.to(this.last) });
                    }
                }
            }
            this.advance();
            Ok(stmts)
        })
    }

    /// Says that the block that begins at `open` has no end. The blocks around it have none either.
    fn unclosed(&mut self, open: Span) -> Stop {
        let error = Diagnostic::error("parse::unclosed", open, "This block is never closed.");
        self.syntax_error(error.help("Add the missing `}`."));
        self.garbled = true;
        Stop
    }

    /// Does a function begin at the cursor? There is none in a block: the block has no end.
    fn begins_function(&mut self) -> bool {
        let token = self.peek();
        if !token.line_start || !self.at_type() {
            return false;
        }
        if token.name().is_some_and(|name| self.begins_kernel(name)) {
            return true;
        }
        let mut at = self.at;
        while self.tokens[at].name().is_some() || self.tokens[at].is(Punct::Star) {
            at += 1;
        }
        let named = self.tokens[at - 1].name().is_some_and(|name| Keyword::of(name, self.dialect).is_none());
        let open = at > self.at + 1 && named && self.tokens[at].is(Punct::LParen);
        open && self.tokens[self.behind_group(at)].is(Punct::LBrace)
    }

    /// A word that is almost one that begins a statement: says so and passes over the statement.
    fn misspelt(&mut self) -> Option<StmtKind> {
        let (name, span) = self.name()?;
        if !self.ahead(1).is(Punct::LParen) {
            return None;
        }
        let word = self.names.text(name);
        let near = suggest(word, ["for", "while", "if", "switch"].into_iter())?;
        let behind = self.behind_group(self.at + 1);
        let next = self.tokens[behind];
        if !next.is(Punct::LBrace) && (next.line_start || next.name().is_none()) {
            return None;
        }
        let error = Diagnostic::error("name::unknown", span, format!("There is no statement `{word}`."));
        self.syntax_error(error.help(format!("Did you mean `{near}`?")));
        self.at = behind;
        self.report.mute();
        let read = self.boxed();
        self.report.unmute();
        if read.is_err() && self.next_item.is_none() {
            self.synchronise();
        }
        Some(StmtKind::Empty)
    }

    fn statement(&mut self) -> Parse<Stmt> {
        self.nested(|this| {
            let start = this.peek().span;
            let kind = this.statement_kind()?;
            Ok(Stmt { kind, span: start.to(this.last) })
        })
    }

    pub(super) fn boxed(&mut self) -> Parse<Box<Stmt>> {
        Ok(Box::new(self.scoped(Self::statement)?))
    }

    /// Goes behind attributes in front of a statement, which change nothing there. Those of a declaration are a part of it.
    fn skip_attributes(&mut self) {
        let start = self.at;
        while self.keyword() == Some(Keyword::Attribute) && self.ahead(1).is(Punct::LParen) {
            self.at = self.behind_group(self.at + 1);
        }
        if self.at > start && self.begins_declaration() {
            self.at = start;
        }
    }

    fn statement_kind(&mut self) -> Parse<StmtKind> {
        self.skip_attributes();
        if let Tok::Unroll(unroll) = self.peek().kind {
            self.advance();
            return Ok(StmtKind::Unroll(unroll, Box::new(self.statement()?)));
        }
        if let Tok::UnrollBy(name) = self.peek().kind {
            let span = self.advance().span;
            let name = self.target(name, span);
            return Ok(StmtKind::UnrollBy(name, span, Box::new(self.statement()?)));
        }
        if self.at(Punct::LBrace) {
            return Ok(StmtKind::Block(self.block()?));
        }
        if self.take(Punct::Semi) {
            return Ok(StmtKind::Empty);
        }
        if let Some(passed) = self.misspelt() {
            return Ok(passed);
        }
        match self.keyword() {
            Some(Keyword::If) => self.scoped(Self::if_statement),
            Some(Keyword::While) => {
                self.advance();
                self.scoped(Self::while_statement)
            }
            Some(Keyword::Do) => self.do_statement(),
            Some(Keyword::For) => {
                self.advance();
                self.scoped(Self::for_statement)
            }
            Some(Keyword::Switch) => {
                self.advance();
                self.scoped(|this| {
                    let (before, value) = this.head("behind `switch`")?;
                    Ok(after(before, StmtKind::Switch(value, this.boxed()?)))
                })
            }
            Some(Keyword::Case) => {
                self.advance();
                let value = self.conditional()?;
                self.expect(Punct::Colon, "behind the value of `case`")?;
                Ok(StmtKind::Case(value))
            }
            Some(Keyword::Default) => {
                self.advance();
                self.expect(Punct::Colon, "behind `default`")?;
                Ok(StmtKind::Default)
            }
            Some(Keyword::Break) => self.simple(StmtKind::Break, "`break`"),
            Some(Keyword::Continue) => self.simple(StmtKind::Continue, "`continue`"),
            Some(Keyword::Return) => self.return_statement(),
            Some(Keyword::Goto) => self.goto_statement(),
            Some(Keyword::Else) => {
                let span = self.advance().span;
                // Its `if` may have been too deep.
                if !self.gave_up {
                    let message = "There is no `if` for this `else`.";
                    self.report.push(Diagnostic::error("parse::else", span, message));
                }
                Err(Stop)
            }
            Some(Keyword::StaticAssert) => self.static_assert(),
            Some(Keyword::Using) => self.using(),
            Some(Keyword::Namespace) if self.at_namespace_alias() => {
                self.namespace_alias()?;
                Ok(StmtKind::Empty)
            }
            _ if self.begins_declaration() => Ok(StmtKind::Declaration(self.local_declaration())),
            _ => self.expression_statement(),
        }
    }

    /// A declaration in a block. If it cannot be read its names stay known, so that they are not reported wherever they
    /// are used.
    pub(super) fn local_declaration(&mut self) -> Declaration {
        let start = self.at;
        let read = self.specifiers().and_then(|specifiers| match self.at_binding(&specifiers) {
            true => self.binding(specifiers),
            false => self.declaration(specifiers),
        });
        read.unwrap_or_else(|Stop| {
            self.synchronise();
            self.unread(start)
        })
    }

    /// The names that the tokens from `start` to the cursor seem to declare, with a type that is an error.
    fn unread(&mut self, start: usize) -> Declaration {
        let mut declaration = Declaration { span: self.tokens[start].span, ..Declaration::default() };
        let (mut depth, mut declares) = (0usize, true);
        for at in start..self.at {
            let (token, next) = (self.tokens[at], self.tokens[(at + 1).min(self.tokens.len() - 1)]);
            let ends = [Punct::Assign, Punct::Semi, Punct::Comma, Punct::LBracket];
            match token.kind {
                Tok::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace) => depth += 1,
                Tok::Punct(Punct::RParen | Punct::RBracket | Punct::RBrace) => {
                    depth = depth.saturating_sub(1)
                }
                Tok::Punct(Punct::Comma) if depth == 0 => declares = true,
                Tok::Name(name) if depth == 0 && declares && ends.into_iter().any(|end| next.is(end)) => {
                    declares = false;
                    let declarator = Declarator {
                        name: Some((name, token.span)),
                        span: token.span,
                        ..Declarator::default()
                    };
                    self.declare(name, What::Other);
                    declaration.names.push(Declared { declarator, init: None });
                }
                _ => {}
            }
        }
        declaration
    }

    fn simple(&mut self, kind: StmtKind, what: &str) -> Parse<StmtKind> {
        self.advance();
        self.expect_semi(what)?;
        Ok(kind)
    }

    pub(super) fn expression_statement(&mut self) -> Parse<StmtKind> {
        if let Some((name, span)) = self.name() {
            let text = self.names.text(name);
            if matches!(text, "asm" | "__asm" | "__asm__") {
                let help = "Write it in C, or paste assembly of the machine as its own text.";
                let message = "Inline assembly is not supported.";
                return Err(self.unsupported("unsupported::assembly", span, message, help));
            }
            if self.ahead(1).is(Punct::Colon) {
                self.advance();
                self.advance();
                let ends = self.at(Punct::RBrace);
                let behind = if ends { None } else { Some(Box::new(self.statement()?)) };
                return Ok(StmtKind::Label(name, span, behind));
            }
        }
        let expr = self.expression()?;
        self.expect_semi("this statement")?;
        Ok(StmtKind::Expr(expr))
    }

    /// A type, or two names in a row (the first must then be an unknown type).
    pub(super) fn begins_declaration(&mut self) -> bool {
        let Some((symbol, _)) = self.name() else {
            let is_aligned = self.keyword() == Some(Keyword::Align);
            return is_aligned || self.at_type() && !self.begins_value();
        };
        let plain = |token: Token| token.name().is_some_and(|name| Keyword::of(name, self.dialect).is_none());
        if self.ahead(1).is(Punct::Lt) && self.generic(symbol).is_some_and(|what| what != Generic::Functions)
        {
            let behind = self.behind_angles(self.at + 1, self.tokens.len() - 1);
            return self.is_type_at(self.at) && !self.begins_parts(behind);
        }
        let (second, third, fourth) = (self.ahead(1), self.ahead(2), self.ahead(3));
        if self.is_foreign(symbol) {
            return true;
        }
        if self.is_type_at(self.at) {
            // `T{ … }.f();`
            let is_list = self.dialect == Dialect::Cuda && second.is(Punct::LBrace);
            return !is_list && !second.is(Punct::LParen) || self.declares_array();
        }
        let starred = || {
            let ends = [Punct::Assign, Punct::Semi, Punct::Comma, Punct::LBracket];
            second.is(Punct::Star) && plain(third) && ends.into_iter().any(|punct| fourth.is(punct))
        };
        plain(second) || starred()
    }

    /// `int(x)` is a value, `void (*f)` is not.
    fn begins_value(&self) -> bool {
        let word = self.ahead(0).name().and_then(|name| Keyword::of(name, self.dialect));
        if word == Some(Keyword::Attribute) {
            return false;
        }
        if word == Some(Keyword::Decltype) {
            let next = self.tokens[self.behind_group(self.at + 1)];
            return next.is(Punct::LParen) || next.is(Punct::LBrace);
        }
        if word == Some(Keyword::Typename) {
            // `typename T::Load(a).f();`
            let open = self.behind_type(self.at + 1);
            let next = self.tokens[self.behind_group(open).min(self.tokens.len() - 1)];
            let goes_on = next.is(Punct::Dot) || next.is(Punct::Arrow);
            return goes_on && (self.tokens[open].is(Punct::LParen) || self.tokens[open].is(Punct::LBrace));
        }
        let of_members =
            matches!(word, Some(Keyword::Struct | Keyword::Class | Keyword::Union | Keyword::Enum));
        let is_list = self.dialect == Dialect::Cuda && !of_members && self.ahead(1).is(Punct::LBrace);
        is_list || self.ahead(1).is(Punct::LParen) && !self.ahead(2).is(Punct::Star) && !self.declares_array()
    }

    /// `T (&a)[3]`, `T (*a)[3]`: a type, and a name for arrays.
    fn declares_array(&self) -> bool {
        let is = |distance: usize, punct| self.ahead(distance).is(punct);
        let refers = is(2, Punct::Star)
            || self.dialect == Dialect::Cuda && (is(2, Punct::Amp) || is(2, Punct::AndAnd));
        is(1, Punct::LParen)
            && refers
            && self.ahead(3).name().is_some()
            && is(4, Punct::RParen)
            && is(5, Punct::LBracket)
    }

    fn parenthesised(&mut self, context: &str) -> Parse<Expr> {
        self.expect(Punct::LParen, context)?;
        let expr = self.expression()?;
        self.expect(Punct::RParen, "to close the parenthesis")?;
        Ok(expr)
    }

    fn if_statement(&mut self) -> Parse<StmtKind> {
        self.advance();
        let fixed = self.take_keyword(Keyword::Constexpr);
        let (before, condition) = self.head("behind `if`")?;
        let empty = self.at(Punct::Semi).then(|| self.peek().span);
        let yes = self.boxed()?;
        if let (Some(span), false) = (empty, self.keyword() == Some(Keyword::Else)) {
            let message = "This `;` is all that the `if` decides about.";
            let warning = Diagnostic::warning("parse::empty-if", span, message);
            self.report.push(warning.help("Remove the `;`, or write `{}` if nothing is to be done."));
        }
        let no = if self.take_keyword(Keyword::Else) { Some(self.boxed()?) } else { None };
        let chosen = match fixed {
            true => StmtKind::IfConstexpr(condition, yes, no),
            false => StmtKind::If(condition, yes, no),
        };
        Ok(after(before, chosen))
    }

    fn do_statement(&mut self) -> Parse<StmtKind> {
        self.advance();
        let body = self.boxed()?;
        if !self.take_keyword(Keyword::While) {
            return Err(self.expected("`while`", "behind the body of `do`"));
        }
        let condition = self.parenthesised("behind `while`")?;
        self.expect_semi("`do … while (…)`")?;
        Ok(StmtKind::DoWhile(body, condition))
    }

    fn for_statement(&mut self) -> Parse<StmtKind> {
        let open = self.at;
        if self.dialect == Dialect::Cuda && self.at_range() {
            return self.range_statement();
        }
        let (init, condition, step) = match self.for_head() {
            Ok(head) => head,
            // The head was reported; its loop is read all the same.
            Err(Stop) if self.tokens[open].is(Punct::LParen) => {
                self.at = self.behind_group(open);
                let names = StmtKind::Declaration(self.unread(open + 1));
                (Some(Box::new(Stmt { kind: names, span: self.tokens[open].span })), None, None)
            }
            Err(Stop) => return Err(Stop),
        };
        Ok(StmtKind::For { init, condition, step, body: self.boxed()? })
    }

    fn for_head(&mut self) -> Parse<ForHead> {
        self.expect(Punct::LParen, "behind `for`")?;
        let start = self.peek().span;
        let init = if self.take(Punct::Semi) {
            None
        } else if self.begins_declaration() {
            let specifiers = self.specifiers()?;
            Some(StmtKind::Declaration(self.for_declaration(specifiers)?))
        } else {
            let expr = self.expression()?;
            self.expect(Punct::Semi, "behind the first part of `for`")?;
            Some(StmtKind::Expr(expr))
        };
        let init = init.map(|kind| Box::new(Stmt { kind, span: start.to(self.last) }));
        let condition = if self.at(Punct::Semi) { None } else { Some(self.expression()?) };
        self.expect(Punct::Semi, "behind the condition of `for`")?;
        let step = if self.at(Punct::RParen) { None } else { Some(self.expression()?) };
        self.expect(Punct::RParen, "to close the head of `for`")?;
        Ok((init, condition, step))
    }

    fn for_declaration(
        &mut self,
        specifiers: crate::lang::ast::Specifiers,
    ) -> Parse<crate::lang::ast::Declaration> {
        let declaration = self.declaration(specifiers)?;
        if !self.tokens[..self.at].last().is_some_and(|token| token.is(Punct::Semi)) {
            return Err(Stop);
        }
        Ok(declaration)
    }

    fn goto_statement(&mut self) -> Parse<StmtKind> {
        self.advance();
        let next = self.peek().span;
        let Some((name, span)) = self.name() else {
            if self.at(Punct::Star) {
                let help = "Write a `switch` with a `goto` in each `case`.";
                let message = "A `goto` to a computed place is not supported.";
                return Err(self.unsupported("unsupported::goto", next, message, help));
            }
            return Err(self.expected("a label", "behind `goto`"));
        };
        self.advance();
        self.expect_semi("`goto`")?;
        Ok(StmtKind::Goto(name, span))
    }

    fn return_statement(&mut self) -> Parse<StmtKind> {
        self.advance();
        let value =
            if self.at(Punct::Semi) || self.at(Punct::RBrace) { None } else { Some(self.whole_value()?) };
        self.expect_semi("`return`")?;
        Ok(StmtKind::Return(value))
    }
}

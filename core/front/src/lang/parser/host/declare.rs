//! Declarations of host code: types of variables, sizes of `dim3`, types that have names, and functions.

use super::*;
use crate::lang::ast::{Declaration, Specifiers};

/// Most variables that one declaration declares.
const MAX_DECLARED: usize = 64;
/// Most tokens of an initial value or of a list of parameters that are looked through.
const MAX_PASSED: usize = 256;

/// What a variable is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    /// What it is, points to or consists of.
    pub scalar: Scalar,
    pub shape: Shape,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Value,
    Pointer,
    Array,
}

/// A function `T f(A a, B b) { return body; }`.
#[derive(Debug)]
pub(super) struct HostFunction {
    /// The parameters, with their types if they are numbers.
    pub params: Vec<(Symbol, Option<Scalar>)>,
    pub body: Expr,
}

/// Names of parameters, with the types of those that are numbers.
type Parameters = Vec<(Symbol, Option<Scalar>)>;

impl Parser<'_> {
    /// The variables of a declaration `dim3 a(2, 3), b = c, d;`, at the first name. Parameters of a function have no value.
    pub(super) fn dims(&mut self, at: usize) {
        self.at = at;
        let mut names = Vec::new();
        while let Some(word) = self.tokens[self.at].name() {
            let (name, span) = (self.host_name(word), self.tokens[self.at].span);
            self.at += 1;
            let value = match self.tokens[self.at].kind {
                Tok::Punct(Punct::LParen | Punct::LBrace) => self.bracketed_dim(),
                Tok::Punct(Punct::Assign) => {
                    self.at += 1;
                    let start = self.at;
                    match self.at(Punct::LBrace) {
                        true => self.bracketed_dim(),
                        false => {
                            self.value_at(start).and_then(|value| fold::dim(value, self.not_read(start)))
                        }
                    }
                }
                _ => Ok([1; 3]),
            };
            // The next variable may take its size from this one.
            self.set(name, value.map(HostValue::Dim));
            names.push((name, span));
            if !self.take(Punct::Comma) {
                break;
            }
        }
        if !self.at(Punct::Semi) {
            names
                .into_iter()
                .for_each(|(name, span)| self.set(name, Err(HostUnknown { span, why: Why::RunTime })));
        }
    }

    /// `(x, y, z)` or `{x, y, z}`, and on to what is behind it.
    fn bracketed_dim(&mut self) -> Folded<[u32; 3]> {
        let open = self.at;
        let value = self.dim_arguments(open);
        self.at = self.behind_bracket(open);
        value
    }

    /// The place behind the bracket that closes the one at `open`, or the end of the text.
    fn behind_bracket(&self, open: usize) -> usize {
        let mut depth = 0;
        for (at, token) in self.tokens.iter().enumerate().skip(open) {
            match token.kind {
                Tok::Punct(Punct::LParen | Punct::LBrace) => depth += 1,
                Tok::Punct(Punct::RParen | Punct::RBrace) => depth -= 1,
                _ => {}
            }
            if depth == 0 || token.kind == Tok::End {
                return at + usize::from(token.kind != Tok::End);
            }
        }
        open
    }

    /// `(x, y, z)` or `{x, y, z}` of a `dim3`, at its bracket.
    pub(super) fn dim_arguments(&mut self, at: usize) -> Folded<[u32; 3]> {
        self.at = at + 1;
        let mut sizes = Vec::new();
        while !self.at(Punct::RParen) && !self.at(Punct::RBrace) {
            let start = self.at;
            sizes.push(self.assignment().map_err(|Stop| self.not_read(start))?);
            if !self.take(Punct::Comma) {
                break;
            }
        }
        let whole = self.not_read(at);
        self.folder(|folder| folder.dim_of(&sizes, whole))
    }

    /// Keeps the types that a `typedef` names.
    pub(in crate::lang::parser) fn record_types(&mut self, declaration: &Declaration) {
        let known = self.type_of(&declaration.specifiers).filter(|_| declaration.specifiers.is_typedef);
        for declared in &declaration.names {
            if let (Some((name, _)), Some(known)) = (declared.declarator.name, known) {
                let is_pointer = !declared.declarator.derivation.is_empty();
                self.host.types.insert(name, if is_pointer { (8, None) } else { known });
            }
        }
    }

    fn type_of(&self, specifiers: &Specifiers) -> Option<(u32, Option<Scalar>)> {
        match &specifiers.base {
            Base::Scalar(scalar) => Some((scalar.bytes(), Some(*scalar))),
            Base::Named(name, _) => self.host.types.get(name).copied(),
            _ => None,
        }
    }

    /// The type of numbers at a place, and the place behind it.
    fn number_type(&mut self, at: usize) -> Option<(Scalar, usize)> {
        let other = |token: &Token| {
            let keyword = token.name().and_then(|name| Keyword::of(name, self.dialect));
            matches!(keyword, Some(Keyword::Struct | Keyword::Union | Keyword::Enum | Keyword::Typedef))
        };
        let words = &self.tokens[at..(at + 4).min(self.tokens.len())];
        if words.iter().any(other) {
            return None;
        }
        self.at = at;
        if !self.at_type() {
            return None;
        }
        let specifiers = self.specifiers().ok()?;
        let (_, scalar) = self.type_of(&specifiers)?;
        Some((scalar?, self.at)).filter(|(_, behind)| *behind > at)
    }

    /// A declaration of numbers, or of pointers to numbers: keeps what they are. Those without `=` have no value. Returns the place of
    /// the first name.
    pub(super) fn declared_numbers(&mut self, at: usize) -> Option<usize> {
        let (scalar, first) = self.number_type(at)?;
        let mut place = first;
        for _ in 0..MAX_DECLARED {
            let (name, stars) = self.declared_name(place)?;
            let Some(symbol) = self.token(name).name().map(|word| self.host_name(word)) else { break };
            let next = self.token(name + 1);
            let shape = match (stars, next.is(Punct::LBracket)) {
                (0, false) => Some(Shape::Value),
                (1, false) => Some(Shape::Pointer),
                (0, true) => Some(Shape::Array),
                _ => None,
            };
            match shape {
                Some(shape) => self.host.kinds.insert(symbol, Kind { scalar, shape }),
                None => self.host.kinds.remove(&symbol),
            };
            if !next.is(Punct::Assign) {
                self.set(symbol, Err(HostUnknown { span: self.token(name).span, why: Why::RunTime }));
            }
            match self.next_declared(name + 1) {
                Some(next) => place = next,
                None => break,
            }
        }
        Some(first)
    }

    /// The place of a name behind stars, and how many stars there are.
    fn declared_name(&self, mut at: usize) -> Option<(usize, u32)> {
        let mut stars = 0;
        loop {
            let token = self.token(at);
            let keyword = token.name().and_then(|name| Keyword::of(name, self.dialect));
            match keyword {
                Some(Keyword::Const | Keyword::Restrict) => {}
                _ if token.is(Punct::Star) => stars += 1,
                _ => return Some((at, stars)),
            }
            at += 1;
            if at >= self.tokens.len() {
                return None;
            }
        }
    }

    /// The place behind the comma that ends a variable of a declaration, if there is one.
    fn next_declared(&self, start: usize) -> Option<usize> {
        let mut depth = 0_u32;
        for (at, token) in self.tokens.iter().enumerate().skip(start).take(MAX_PASSED) {
            match token.kind {
                Tok::Punct(Punct::LParen | Punct::LBrace | Punct::LBracket) => depth += 1,
                Tok::Punct(Punct::RParen | Punct::RBrace | Punct::RBracket) => {
                    depth = depth.checked_sub(1)?
                }
                Tok::Punct(Punct::Comma) if depth == 0 => return Some(at + 1),
                Tok::Punct(Punct::Semi) | Tok::End => return None,
                _ => {}
            }
        }
        None
    }

    /// Keeps the functions among the tokens of an item that the host may call.
    pub(in crate::lang::parser) fn record_functions(&mut self, start: usize, end: usize) {
        let next = self.at;
        self.quietly(next, |this| {
            let open = (start + 1..end).find(|at| this.tokens[*at].is(Punct::LParen));
            if let Some(open) = open {
                this.record_function(open - 1);
            }
        });
    }

    /// Keeps the function whose name is at a place, if it is defined there and only returns something.
    pub(super) fn record_function(&mut self, at: usize) {
        let Some(name) = self.tokens[at].name().map(|word| self.host_name(word)) else { return };
        let Some((params, body)) = self.function_parameters(at + 1) else { return };
        let word = self.token(body + 1).name().and_then(|name| Keyword::of(name, self.dialect));
        if !self.token(body).is(Punct::LBrace) {
            return;
        }
        self.at = body + 2;
        let read = match word {
            Some(Keyword::Return) => self.assignment().ok(),
            _ => None,
        };
        match read.filter(|_| self.take(Punct::Semi) && self.at(Punct::RBrace)) {
            Some(body) => self.host.functions.insert(name, HostFunction { params, body }),
            None => self.host.functions.remove(&name),
        };
    }

    /// The names of a list of parameters, with the types of those that are numbers, and the place behind its bracket.
    fn function_parameters(&mut self, open: usize) -> Option<(Parameters, usize)> {
        let (mut params, mut start, mut depth) = (Vec::new(), open + 1, 0_u32);
        for at in open..(open + MAX_PASSED).min(self.tokens.len()) {
            match self.tokens[at].kind {
                Tok::Punct(Punct::LParen | Punct::LBrace | Punct::LBracket) => depth += 1,
                Tok::Punct(Punct::RParen | Punct::RBrace | Punct::RBracket) => {
                    depth = depth.checked_sub(1)?
                }
                Tok::Punct(Punct::Comma) if depth == 1 => {}
                Tok::Punct(Punct::Semi) | Tok::End => return None,
                _ => continue,
            }
            let ends = depth == 0 || (depth == 1 && self.tokens[at].is(Punct::Comma));
            if ends && at > start {
                params.push((start, at));
                start = at + 1;
            }
            if depth == 0 {
                // Most brackets are those of calls: only what may be a definition is read.
                if !self.token(at + 1).is(Punct::LBrace) {
                    return None;
                }
                let named = |this: &mut Self, (start, end): (usize, usize)| {
                    let name = this.tokens[end - 1].name().map(|word| this.host_name(word))?;
                    let number = this.number_type(start).filter(|(_, behind)| *behind + 1 == end);
                    Some((name, number.map(|(scalar, _)| scalar)))
                };
                let params = params.into_iter().map(|param| named(self, param)).collect::<Option<_>>()?;
                return Some((params, at + 1));
            }
        }
        None
    }

    /// `name[] = {&a, &b}`: the arguments of a launch as the runtime's functions take them.
    pub(super) fn record_list(&mut self, at: usize, name: Symbol) -> usize {
        let close = (at + 2..at + 4).find(|at| self.token(*at).is(Punct::RBracket));
        let Some(close) = close.filter(|close| {
            self.token(close + 1).is(Punct::Assign) && self.token(close + 2).is(Punct::LBrace)
        }) else {
            return at + 1;
        };
        self.at = close + 3;
        let parts = self.listed(|this| this.token(this.at).is(Punct::RBrace));
        let variables = parts.iter().map(|part| target(part.as_ref().ok()?)).collect::<Option<Vec<_>>>();
        match variables {
            Some(variables) => self.host.lists.insert(name, variables),
            None => self.host.lists.remove(&name),
        };
        at + 1
    }

    /// What a value becomes where it is stored in a variable.
    pub(super) fn converted(&self, name: Symbol, value: HostValue) -> HostValue {
        match self.host.kinds.get(&name) {
            Some(Kind { scalar, shape: Shape::Value }) => fold::to_scalar(value, *scalar),
            _ => value,
        }
    }
}

//! Lambdas of host code that a kernel is given: `k<<<…>>>([=] __device__ (int i) { … })`, also over a variable.
//!
//! Each becomes a class whose members are the variables of the host that it copies, with `operator()`, written in tokens and read like
//! one of the text. So its members are arguments of the kernel, and have the values that host code gives the variables. What refers to
//! variables (`[&]`), captures objects, or has `auto` parameters is left alone: the launch then does not tell its kernel.

use alloc::{format, string::String, vec, vec::Vec};

use super::declare::{Kind, Shape};
use super::*;
use crate::front::HostMember;
use crate::lang::spaces::OUTERMOST;

/// Most lambdas of a text that become classes.
const MAX_LAMBDAS: usize = 256;

/// A lambda as a class.
#[derive(Clone, Debug)]
pub(super) struct HostLambda {
    pub tag: Symbol,
    /// The variables that it copies, each with what it is.
    captured: Vec<(Symbol, Kind)>,
}

/// The lambdas that kernels are given, and the classes among them that have not been read.
#[derive(Debug, Default)]
pub(in crate::lang::parser) struct HostLambdas {
    /// By the token that they begin at.
    known: OrdMap<usize, Option<HostLambda>>,
    /// Tokens of classes.
    waiting: Vec<Vec<Token>>,
}

/// Where the parts of a lambda are: from a token to the one behind.
struct Parts {
    captures: (usize, usize),
    params: Option<(usize, usize)>,
    is_mutable: bool,
    /// `-> T`
    result: Option<(usize, usize)>,
    body: (usize, usize),
}

impl Parser<'_> {
    /// The lambda that an argument of a launch is, which begins at a token: written there, or where the variable is declared.
    pub(super) fn lambda_given(&mut self, start: usize) -> Option<HostLambda> {
        if self.token(start).is(Punct::LBracket) {
            return self.host_lambda(start);
        }
        let name = self.token(start).name()?;
        let alone = self.token(start + 1).is(Punct::Comma) || self.token(start + 1).is(Punct::RParen);
        let is_its = |at: &usize| {
            self.token(*at).name() == Some(name)
                && self.token(at + 1).is(Punct::Assign)
                && self.token(at + 2).is(Punct::LBracket)
        };
        let declared = (0..start).rev().find(is_its).filter(|_| alone)?;
        self.host_lambda(declared + 2)
    }

    fn host_lambda(&mut self, first: usize) -> Option<HostLambda> {
        if let Some(known) = self.lambdas.known.get(&first) {
            return known.clone();
        }
        let made = match self.lambdas.waiting.len() < MAX_LAMBDAS {
            true => self.lambda_class(first),
            false => None,
        };
        self.lambdas.known.insert(first, made.clone());
        made
    }

    fn lambda_class(&mut self, first: usize) -> Option<HostLambda> {
        let parts = self.lambda_parts(first)?;
        let captured = self.host_captures(&parts)?;
        let tag = self.names.intern(&format!("lambda<{first}>"));
        let span = self.tokens[first].span;
        let mut class: Vec<Token> = vec![];
        let plain = |kind| Token { kind, span, line_start: false, space: true, painted: false };
        let word = |this: &mut Self, text: &str| plain(Tok::Name(this.names.intern(text)));
        class.push(word(self, "struct"));
        class.extend([plain(Tok::Name(tag)), plain(Tok::Punct(Punct::LBrace))]);
        for (name, kind) in &captured {
            for part in spelling(kind.scalar).split(' ') {
                class.push(word(self, part));
            }
            class.extend((kind.shape == Shape::Pointer).then(|| plain(Tok::Punct(Punct::Star))));
            class.extend([plain(Tok::Name(*name)), plain(Tok::Punct(Punct::Semi))]);
        }
        for text in ["__device__", "auto", "operator"] {
            class.push(word(self, text));
        }
        let brackets = [Punct::LParen, Punct::RParen].map(|punct| plain(Tok::Punct(punct)));
        class.extend(brackets);
        match parts.params {
            Some((from, to)) => class.extend_from_slice(&self.tokens[from..to]),
            None => class.extend(brackets),
        }
        if !parts.is_mutable {
            class.push(word(self, "const"));
        }
        if let Some((from, to)) = parts.result {
            class.extend_from_slice(&self.tokens[from..to]);
        }
        class.extend_from_slice(&self.tokens[parts.body.0..parts.body.1]);
        class.extend([Punct::RBrace, Punct::Semi].map(|punct| plain(Tok::Punct(punct))));
        class.push(plain(Tok::End));
        self.lambdas.waiting.push(class);
        Some(HostLambda { tag, captured })
    }

    fn lambda_parts(&self, first: usize) -> Option<Parts> {
        let mut at = self.behind_group(first);
        let captures = (first + 1, at - 1);
        let mut is_mutable = false;
        let mut words = |at: &mut usize| {
            while let Some(name) = self.token(*at).name() {
                is_mutable |= self.names.text(name) == "mutable";
                *at += 1;
            }
        };
        words(&mut at);
        let mut params = None;
        if self.token(at).is(Punct::LParen) {
            params = Some((at, self.behind_group(at)));
            at = self.behind_group(at);
            words(&mut at);
        }
        let mut result = None;
        if self.token(at).is(Punct::Arrow) {
            let from = at;
            while !self.token(at).is(Punct::LBrace) {
                at += 1;
                if at > from + 32 {
                    return None;
                }
            }
            result = Some((from, at));
        }
        let is_auto = |at: usize| self.tokens[at].name().is_some_and(|name| self.names.text(name) == "auto");
        if !self.token(at).is(Punct::LBrace) || params.is_some_and(|(from, to)| (from..to).any(is_auto)) {
            return None;
        }
        let body = (at, self.behind_group(at));
        Some(Parts { captures, params, is_mutable, result, body })
    }

    /// The variables of host code that a lambda copies; `None` if it captures something else.
    fn host_captures(&self, parts: &Parts) -> Option<Vec<(Symbol, Kind)>> {
        let inside = &self.tokens[parts.captures.0..parts.captures.1];
        let (mut captured, mut copies_all) = (vec![], false);
        for part in inside.split(|token| token.is(Punct::Comma)) {
            match part {
                [] => {}
                [only] if only.is(Punct::Assign) => copies_all = true,
                [only] => captured.push(self.copied_variable(only.name()?)?),
                _ => return None,
            }
        }
        if copies_all {
            for at in parts.body.0..parts.body.1 {
                let before = self.tokens[at - 1];
                let is_member =
                    [Punct::Dot, Punct::Arrow, Punct::Scope].into_iter().any(|sign| before.is(sign));
                let Some(name) = self.tokens[at].name().filter(|_| !is_member) else { continue };
                let is_param = parts.params.is_some_and(|(from, to)| {
                    self.tokens[from..to].iter().any(|token| token.name() == Some(name))
                });
                if is_param || captured.iter().any(|(known, _)| *known == name) {
                    continue;
                }
                captured.extend(self.copied_variable(name));
            }
        }
        Some(captured)
    }

    /// A variable of host code that is a number or a pointer to some. What stands outside of functions is no such variable.
    fn copied_variable(&self, name: Symbol) -> Option<(Symbol, Kind)> {
        let kind = *self.host.kinds.get(&self.host_name(name))?;
        let is_outside = matches!(self.find(name), lookup::Found::Known(_));
        (!is_outside && kind.shape != Shape::Array).then_some((name, kind))
    }

    /// What host code knows of the variables that a lambda copies.
    pub(super) fn captured_values(&self, lambda: &HostLambda, arg: usize) -> Vec<HostMember> {
        let value = |(name, _): &(Symbol, Kind)| {
            let value = self.host.vars.get(name)?.ok()?;
            let value = launch::host_arg(self.converted(*name, value), Span::NONE).ok()?;
            Some(HostMember { arg, name: String::from(self.names.text(*name)), value })
        };
        lambda.captured.iter().filter_map(value).collect()
    }

    /// Reads the classes of the lambdas that the item at hand has given to kernels.
    pub(in crate::lang::parser) fn host_lambdas(&mut self, items: &mut Vec<Item>) {
        for class in core::mem::take(&mut self.lambdas.waiting) {
            self.report.about(Some(items.len() as u32));
            let outer = (self.at, self.last, core::mem::replace(&mut self.space, OUTERMOST));
            self.at = self.tokens.len();
            self.tokens.extend(class);
            match self.scoped_item() {
                Ok(item) => {
                    items.push(item);
                    self.class_functions(items);
                }
                Err(Stop) => {
                    self.classes.forget();
                    items.push(Item::Unread { names: vec![], quiet: false });
                }
            }
            (self.at, self.last, self.space) = outer;
            (self.depth, self.next_item) = (0, None);
        }
    }
}

/// A type in the words of C++.
fn spelling(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::UChar => "unsigned char",
        Scalar::UShort => "unsigned short",
        Scalar::UInt => "unsigned int",
        Scalar::ULong => "unsigned long",
        other => other.name(),
    }
}

//! `__VA_OPT__(…)`: what stands in it counts where a macro is given more arguments than it names (C23 6.10.5.1, C++20 15.6.1).

use alloc::vec::Vec;

use super::{Macro, Preprocessor};
use crate::lang::token::{Punct, Token};
use crate::source::Span;

impl Preprocessor<'_> {
    /// The replacement with each `__VA_OPT__(…)` as its contents, or as nothing, and then without a `##` beside it. `None` if
    /// there is none.
    pub(super) fn without_options(
        &mut self,
        definition: &Macro,
        arguments: &[Vec<Token>],
        span: Span,
    ) -> Option<Vec<Token>> {
        let body = definition.body.as_slice();
        let word = definition.variadic.then(|| self.names.intern("__VA_OPT__"))?;
        let begins = |at: usize| {
            body[at].name() == Some(word) && body.get(at + 1).is_some_and(|next| next.is(Punct::LParen))
        };
        (0..body.len()).find(|at| begins(*at))?;
        let more = arguments.last().is_some_and(|rest| !rest.is_empty());
        let more = more && arguments.last().is_some_and(|rest| !self.expand_alone(rest, span).is_empty());
        let (mut out, mut at): (Vec<Token>, usize) = (Vec::new(), 0);
        while at < body.len() {
            if !begins(at) {
                out.push(body[at]);
                at += 1;
                continue;
            }
            let first = at + 2;
            let last = first + length(&body[first..]);
            at = last + 1;
            if more {
                out.extend(&body[first..last.min(body.len())]);
            } else if out.last().is_some_and(|token| token.is(Punct::HashHash)) {
                out.pop();
            } else if body.get(at).is_some_and(|token| token.is(Punct::HashHash)) {
                at += 1;
            }
        }
        Some(out)
    }
}

/// How many tokens stand in front of the parenthesis that closes one.
fn length(tokens: &[Token]) -> usize {
    let mut depth = 0usize;
    let closes = |token: &Token| {
        if token.is(Punct::LParen) {
            depth += 1;
        } else if token.is(Punct::RParen) {
            if depth == 0 {
                return true;
            }
            depth -= 1;
        }
        false
    };
    tokens.iter().position(closes).unwrap_or(tokens.len())
}

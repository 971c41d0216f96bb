//! Loops of host code: what stands in a loop has the values of its first turn. So the step of a `for` is looked at behind
//! its body, where a variable that it changes loses its value.
//!
//! Where a body without braces holds a statement with braces, it ends at the first `;` or with these braces, whichever is
//! first: then a variable may lose its value too early, but never keeps a wrong one.

use alloc::vec::Vec;
use core::ops::Range;

use super::*;

/// Most tokens of the brackets behind a `for`. One with more is not looked into: its variables lose their values at once.
const MAX_HEADER: usize = 256;

/// A `for` whose end has not come.
#[derive(Debug)]
struct Open {
    /// Where its step is.
    step: Range<usize>,
    body: Body,
}

/// How far a `for` has been read.
#[derive(Debug, PartialEq, Eq)]
enum Body {
    /// Not to its step.
    Ahead,
    /// Neither a `;` nor a brace has come yet.
    Begins,
    /// It has braces, inside so many others.
    Braces(usize),
}

/// The loops around a place.
#[derive(Debug, Default)]
pub(super) struct Loops {
    open: Vec<Open>,
    /// Braces that are open.
    depth: usize,
}

impl Loops {
    /// What comes at a place: a step, which is passed over and counts when its body has ended, or what tells where a body ends. Gives the place to look at.
    pub(super) fn pass(&mut self, parser: &mut Parser<'_>, at: usize) -> usize {
        if let Some(last) = self.open.last_mut()
            && last.body == Body::Ahead
            && at >= last.step.start
        {
            last.body = Body::Begins;
            return last.step.end.max(at);
        }
        match parser.tokens[at].kind {
            Tok::Punct(Punct::LBrace) => {
                let begun = self.open.iter_mut().rev().take_while(|open| open.body == Body::Begins);
                begun.for_each(|open| open.body = Body::Braces(self.depth));
                self.depth += 1;
            }
            Tok::Punct(Punct::RBrace) => {
                self.depth = self.depth.saturating_sub(1);
                self.end(parser, &Body::Braces(self.depth));
            }
            Tok::Punct(Punct::Semi) => self.end(parser, &Body::Begins),
            _ => self.open.extend(parser.loop_at(at)),
        }
        at
    }

    /// Ends the innermost loops that have got so far: now their steps count.
    fn end(&mut self, parser: &mut Parser<'_>, body: &Body) {
        while let Some(open) = self.open.pop_if(|open| open.body == *body) {
            let mut at = open.step.start;
            while at < open.step.end {
                at = parser.host_token(at).max(at + 1);
            }
        }
    }
}

impl Parser<'_> {
    /// The `for` at a place, if it has a step.
    fn loop_at(&self, at: usize) -> Option<Open> {
        let is_for = self.tokens[at].name().is_some_and(|name| self.names.text(name) == "for");
        if !is_for || !self.tokens.get(at + 1)?.is(Punct::LParen) {
            return None;
        }
        let (mut depth, mut parts) = (0_u32, Vec::new());
        for (at, token) in self.tokens.iter().enumerate().skip(at + 1).take(MAX_HEADER) {
            match token.kind {
                Tok::Punct(Punct::LParen | Punct::LBrace | Punct::LBracket) => depth += 1,
                Tok::Punct(Punct::RParen | Punct::RBrace | Punct::RBracket) => {
                    depth = depth.saturating_sub(1)
                }
                Tok::Punct(Punct::Semi) if depth == 1 => parts.push(at + 1),
                _ => {}
            }
            if depth == 0 {
                let [_, step] = parts[..] else { return None };
                return Some(Open { step: step..at, body: Body::Ahead });
            }
        }
        None
    }
}

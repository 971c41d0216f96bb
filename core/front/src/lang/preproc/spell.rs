//! `#` and `##`: text that becomes one token.

use alloc::{format, string::String, vec, vec::Vec};

use super::{MAX_BYTES, Preprocessor};
use crate::lang::{
    lexer::lex,
    token::{Punct, Tok, Token},
};
use crate::source::Span;

impl Preprocessor<'_> {
    /// Counts text that `#` or `##` makes; is there room for it?
    fn spells(&mut self, bytes: usize, span: Span) -> bool {
        self.spelt = self.spelt.saturating_add(bytes);
        if self.spelt <= MAX_BYTES {
            return true;
        }
        let message = format!("`#` and `##` make more than {MAX_BYTES} bytes of text (limit macro-text).");
        self.give_up("limit::macro-text", span, message);
        false
    }

    /// `#`: the argument as a string.
    pub(super) fn stringize(&mut self, tokens: &[Token], here: Token) -> Token {
        // Each byte may become two, and a space may stand before each token.
        let bytes = tokens.iter().map(|token| 2 * self.spelling(token).len() + 1).sum();
        if !self.spells(bytes, here.span) {
            return here;
        }
        let mut text = String::from("\"");
        for (at, token) in tokens.iter().enumerate() {
            if at > 0 && (token.space || token.line_start) {
                text.push(' ');
            }
            let quoted = matches!(token.kind, Tok::Text(_) | Tok::Char(_));
            for c in self.spelling(token).chars() {
                if quoted && matches!(c, '"' | '\\') {
                    text.push('\\');
                }
                text.push(c);
            }
        }
        text.push('"');
        Token { kind: Tok::Text(self.names.intern(&text)), ..here }
    }

    pub(super) fn spelling(&self, token: &Token) -> &str {
        match token.kind {
            Tok::Name(symbol) | Tok::Number(symbol) | Tok::Char(symbol) | Tok::Text(symbol) => {
                self.names.text(symbol)
            }
            Tok::Punct(punct) => punct.text(),
            Tok::Unroll(_) | Tok::UnrollBy(_) | Tok::Bad(_) | Tok::End => "",
        }
    }

    /// `##`: the last token so far and the first of `right` become one. A comma before absent variadic arguments
    /// vanishes.
    pub(super) fn paste(&mut self, out: &mut Vec<Token>, right: Vec<Token>, variadic: bool, span: Span) {
        if variadic && out.last().is_some_and(|token| token.is(Punct::Comma)) {
            if right.is_empty() {
                out.pop();
            }
            out.extend(right);
            return;
        }
        let Some((first, rest)) = right.split_first() else { return };
        let Some(left) = out.pop() else {
            out.extend(right);
            return;
        };
        if !self.spells(self.spelling(&left).len() + self.spelling(first).len(), span) {
            return;
        }
        let text = format!("{}{}", self.spelling(&left), self.spelling(first));
        let mut made = lex(&text, self.names, &mut Vec::new());
        if made.len() != 1 || matches!(made[0].kind, Tok::Bad(_)) {
            self.error("preproc::paste", span, format!("`##` makes `{text}`, which is not one token."));
            made = vec![left, *first];
        }
        out.extend(made.into_iter().map(|token| Token {
            span,
            line_start: false,
            space: left.space,
            ..token
        }));
        out.extend(rest);
    }
}

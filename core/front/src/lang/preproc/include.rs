//! `#include`: another text of the program is read in its place, as often as it is included, unless it says `#pragma once`.

use alloc::{format, vec::Vec};

use super::{MAX_TOKENS, Preprocessor, Reading, predefined};
use crate::{
    files::{MAX_INCLUDED_BYTES, MAX_INCLUDES},
    lang::{lexer::lex, library, token::Token},
    source::{Diagnostic, Span},
};

/// What an `#include` names.
#[derive(Clone, Copy)]
enum Header<'t> {
    /// In `"`: it may lie beside the file that asks.
    Quoted(&'t str),
    /// In `<` and `>`.
    Angled(&'t str),
}

impl Header<'_> {
    fn of(text: &str) -> Option<Header<'_>> {
        if let Some(rest) = text.strip_prefix('"') {
            return Some(Header::Quoted(rest.split_once('"')?.0));
        }
        Some(Header::Angled(text.strip_prefix('<')?.split_once('>')?.0))
    }
}

impl Preprocessor<'_> {
    /// `#include "name"` or `#include <name>`, or macros that become one of them.
    pub(super) fn include(&mut self, span: Span, rest: &[Token]) {
        let (Some(first), Some(last)) = (rest.first(), rest.last()) else {
            return self.error("preproc::expected", span, "A header name is expected after `#include`.");
        };
        let whole = span.to(last.span);
        let text = match first.name() {
            Some(_) => {
                let tokens = self.expand_alone(rest, span);
                tokens.iter().map(|token| self.spelling(token)).collect()
            }
            // In a header of the language tokens have no place.
            None if first.span == Span::NONE => rest.iter().map(|token| self.spelling(token)).collect(),
            None => self.line_text(rest),
        };
        let Some(header) = Header::of(&text) else {
            let message = format!("`{text}` names no header, so that nothing is read.");
            let help =
                "Write `#include \"name\"` or `#include <name>`, or a macro that stands for one of them.";
            return self.report.push(Diagnostic::warning("preproc::include", whole, message).help(help));
        };
        let part = match header {
            Header::Angled(name) => self.files.find_from_top(name),
            Header::Quoted(name) => self.files.find(name, span.start),
        };
        match (part, header) {
            (Some(part), _) if self.is_read(part) => {}
            (Some(part), _) => self.enter(part, whole),
            (None, Header::Angled(name) | Header::Quoted(name)) if self.enter_library(name) => {}
            // What headers of C and CUDA say is known where it belongs to the language, which assembly does not read.
            (None, Header::Angled(_)) if self.comments.is_none() => {}
            (None, Header::Quoted(name)) if self.comments.is_none() && predefined::is_known_header(name) => {}
            (None, _) => {
                let message = format!("{text} is not read: no file of this program has the name.");
                let help = "Add the file (a tab of the page; the terminal looks beside the text and in the folders of -I), \
                            or paste what is needed of it into the text.";
                self.report.push(Diagnostic::warning("preproc::include", whole, message).help(help));
            }
        }
    }

    /// Has a file that is read once been read? The same file may have several names: then it says the same.
    fn is_read(&self, part: usize) -> bool {
        let says = |known: &usize| *known == part || self.files.text_of(*known) == self.files.text_of(part);
        self.once.iter().any(says)
    }

    /// Can this header be included, as far as that is known?
    pub(super) fn has_header(&self, text: &str) -> bool {
        match Header::of(text) {
            Some(Header::Angled(name) | Header::Quoted(name)) => {
                self.files.find_from_top(name).is_some()
                    || library::header(name, self.dialect).is_some()
                    || predefined::is_known_header(name)
            }
            None => false,
        }
    }

    /// Begins with another text. This one goes on behind it.
    fn enter(&mut self, part: usize, span: Span) {
        let text = self.files.text_of(part);
        self.included_bytes = self.included_bytes.saturating_add(text.len());
        if self.outer.len() >= MAX_INCLUDES {
            let message =
                format!("Files include each other more than {MAX_INCLUDES} deep (limit include-depth).");
            self.give_up("limit::include-depth", span, message);
            return;
        }
        if self.included_bytes > MAX_INCLUDED_BYTES {
            let message =
                format!("More than {MAX_INCLUDED_BYTES} bytes of files are included (limit included-bytes).");
            self.give_up("limit::included-bytes", span, message);
            return;
        }
        let start = self.files.parts()[part].span.start;
        let entered = &self.files.parts()[part];
        self.report.add_included(entered.span, &entered.name, span);
        let known = self.pending.len();
        let mut tokens = lex(text, self.names, &mut self.pending);
        let bad = self.pending[known..].iter_mut().flat_map(|bad| &mut bad.labels);
        bad.for_each(|label| label.span = label.span.behind(start));
        tokens.iter_mut().for_each(|token| token.span = token.span.behind(start));
        self.copied += tokens.len();
        if self.copied > MAX_TOKENS {
            let message =
                format!("Included files have more than {MAX_TOKENS} tokens (limit included-tokens).");
            self.give_up("limit::included-tokens", span, message);
            return;
        }
        self.begin(tokens);
    }

    /// Begins with a header of the language, if there is one of the name. Its tokens have no place.
    fn enter_library(&mut self, name: &str) -> bool {
        let Some(text) = library::header(name, self.dialect).filter(|_| self.comments.is_none()) else {
            return false;
        };
        if !self.library.contains(&text) {
            self.library.push(text);
            let tokens = self.without_places(text);
            self.begin(tokens);
        }
        true
    }

    /// The tokens of a text of the library.
    pub(super) fn without_places(&mut self, text: &str) -> Vec<Token> {
        let mut tokens = lex(text, self.names, &mut self.pending);
        tokens.iter_mut().for_each(|token| token.span = Span::NONE);
        tokens
    }

    fn begin(&mut self, tokens: Vec<Token>) {
        let reading = Reading { tokens, at: 0, conditions: self.conditions.len() };
        self.outer.push(core::mem::replace(&mut self.reading, reading));
    }

    /// Ends a text; says whether another one goes on behind it.
    pub(super) fn leave(&mut self) -> bool {
        if let Some(open) = self.conditions.get(self.reading.conditions) {
            let message = "This condition is never closed.";
            let error = Diagnostic::error("preproc::unclosed", open.span, message).help("Add `#endif`.");
            self.report.push(error);
            self.conditions.truncate(self.reading.conditions);
        }
        match self.outer.pop() {
            Some(reading) => self.reading = reading,
            None => return false,
        }
        true
    }
}

//! `#include`: another text of the program is read in its place, as often as it is included, unless it says `#pragma once`.

use alloc::format;

use super::{MAX_TOKENS, Preprocessor, Reading, predefined};
use crate::{
    files::{MAX_INCLUDED_BYTES, MAX_INCLUDES},
    lang::{
        lexer::lex,
        token::{Punct, Token},
    },
    source::{Diagnostic, Span},
};

impl Preprocessor<'_> {
    /// `#include "name"` or `#include <name>`.
    pub(super) fn include(&mut self, span: Span, rest: &[Token]) {
        let (Some(first), Some(last)) = (rest.first(), rest.last()) else {
            return self.error("preproc::expected", span, "A header name is expected after `#include`.");
        };
        let text = self.line_text(rest);
        let whole = span.to(last.span);
        let angled = first.is(Punct::Lt);
        let part = match angled {
            true => text[1..].split_once('>').and_then(|(name, _)| self.files.find_from_top(name)),
            false => self.files.find(text.trim_matches('"'), span.start),
        };
        match part {
            Some(part) if self.once.contains(&part) => {}
            Some(part) => self.enter(part, whole),
            None if angled || predefined::is_known_header(text.trim_matches('"')) => {}
            None => {
                let message = format!("{text} is not read: no file of this program has the name.");
                let help = "Add the file (a tab of the page; the terminal looks beside the text and in the folders of -I), \
                            or paste what the kernel needs from it above the kernel.";
                self.report.push(Diagnostic::warning("preproc::include", whole, message).help(help));
            }
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

//! The preprocessor on assembly (`.S`). A text with the same lines comes out: those that directives and conditions leave as they are
//! stay letter by letter, so that what the assembler says of them has its place; others are empty or are written anew. What
//! an `#include` brings stands in its line, with `;` between the statements.
//!
//! A line that begins with `#` and no directive is a comment, as for the C preprocessor.

use alloc::{string::String, vec, vec::Vec};
use core::iter::once;

use super::{Preprocessor, start};
use crate::document::Define;
use crate::files::Files;
use crate::lang::{
    names::Names,
    report::Report,
    token::{Dialect, Punct, Tok, Token},
};
use crate::source::{Diagnostic, Span};

/// What is known of `#` in assembly.
#[derive(Debug, Default)]
pub(super) struct Comments {
    /// Where comments begin that look like directives.
    hashes: Vec<u32>,
    /// Places from where on the text is read, or is not.
    switches: Vec<(u32, bool)>,
}

impl Preprocessor<'_> {
    /// Is a `#` that begins no directive a comment?
    pub(super) fn note_comment(&mut self, word: Span) -> bool {
        let Some(comments) = &mut self.comments else { return false };
        comments.hashes.push(word.start);
        true
    }

    /// Notes whether what follows a directive is read.
    pub(super) fn note_activity(&mut self, directive: Span) {
        let active = self.active();
        if let Some(comments) = &mut self.comments {
            comments.switches.push((directive.start, active));
        }
    }
}

/// A token, and whether a macro made it.
type Placed = (Token, bool);

/// Runs the preprocessor on the main text of a program in assembly: the text that the assembler reads, and what there is to say.
pub fn preprocess(files: &Files, defines: &[Define]) -> (String, Vec<Diagnostic>) {
    let files = &files.with_text(&without_block_comments(files.text()));
    let (mut names, mut report) = (Names::new(), Report::default());
    let own = Define { name: "__ASSEMBLER__".into(), value: Some("1".into()) };
    let defines: Vec<Define> = once(own).chain(defines.iter().cloned()).collect();
    let mut preprocessor = start(files, Dialect::OpenCl, &defines, &mut names, &mut report);
    preprocessor.comments = Some(Comments::default());
    let lines = Lines::of(files.main());
    let mut raw = vec![Vec::new(); lines.count()];
    for token in &preprocessor.reading.tokens {
        raw[lines.at(token.span.start)].push(*token);
    }
    let (mut placed, mut line) = (vec![Vec::<Placed>::new(); lines.count()], 0);
    loop {
        let made = preprocessor.frames.iter().any(|frame| frame.at < frame.tokens.len());
        let token = preprocessor.next_expanded();
        if token.kind == Tok::End {
            break;
        }
        if !made {
            line = lines.at(preprocessor.place_in_main(token.span.start)).max(line);
        }
        placed[line].push((token, made));
    }
    let comments = preprocessor.comments.take().unwrap_or_default();
    let mut text = String::with_capacity(files.main().len());
    for (line, (raw, placed)) in raw.iter().zip(&placed).enumerate() {
        let same = placed.iter().map(|(token, _)| (token.kind, token.span));
        let as_it_is = match raw[..] {
            [] => placed.is_empty() && comments.active_at(lines.start(line)),
            [hash, word, ..] if hash.is(Punct::Hash) => {
                placed.is_empty() && comments.hashes.contains(&word.span.start)
            }
            _ => same.eq(raw.iter().map(|token| (token.kind, token.span))),
        };
        match as_it_is {
            true => text.push_str(lines.text(line)),
            false => preprocessor.write(placed, &mut text),
        }
        text.push('\n');
    }
    (text, report.into_lists().into_iter().flat_map(|(_, list)| list).collect())
}

impl Comments {
    fn active_at(&self, place: u32) -> bool {
        let before = self.switches.iter().rev().find(|(at, _)| *at < place);
        before.is_none_or(|(_, active)| *active)
    }
}

impl Preprocessor<'_> {
    /// The place in the main text where the text with this place is included.
    fn place_in_main(&self, mut at: u32) -> u32 {
        let end = self.files.main().len() as u32;
        while at > end {
            match self.report.included_by(at) {
                Some(by) if by.start < at => at = by.start,
                _ => return 0,
            }
        }
        at
    }

    /// Writes tokens as one line.
    fn write(&self, placed: &[Placed], text: &mut String) {
        let (mut first, mut comment) = (true, false);
        for (token, made) in placed {
            let begins = token.line_start && !made;
            comment = (comment && !begins) || (!made && token.is(Punct::Hash));
            if comment {
                continue;
            }
            if !core::mem::take(&mut first) {
                text.push_str(match begins {
                    true => " ; ",
                    false if token.space || token.line_start => " ",
                    false => "",
                });
            }
            match token.kind {
                Tok::Bad(_) => {
                    let range = token.span.start as usize..token.span.end as usize;
                    text.push_str(self.files.text().get(range).unwrap_or_default());
                }
                _ => text.push_str(self.spelling(token)),
            }
        }
    }
}

/// The lines of a text.
struct Lines<'a> {
    text: &'a str,
    starts: Vec<u32>,
}

impl<'a> Lines<'a> {
    fn of(text: &'a str) -> Lines<'a> {
        let behind = text.match_indices('\n').map(|(at, _)| at as u32 + 1);
        let mut starts: Vec<u32> = once(0).chain(behind).collect();
        // No line begins behind the last line break.
        starts.pop_if(|start| *start as usize == text.len() && *start > 0);
        Lines { text, starts }
    }

    fn count(&self) -> usize {
        self.starts.len()
    }

    fn start(&self, line: usize) -> u32 {
        self.starts[line]
    }

    /// The line of a place.
    fn at(&self, place: u32) -> usize {
        self.starts.partition_point(|start| *start <= place).saturating_sub(1)
    }

    fn text(&self, line: usize) -> &'a str {
        self.text[self.starts[line] as usize..].lines().next().unwrap_or_default()
    }
}

/// The text with spaces in place of comments that may be longer than a line.
fn without_block_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = match c {
            '/' if rest.starts_with("/*") && rest[2..].contains("*/") => {
                let length = rest[2..].find("*/").map_or(rest.len(), |at| at + 4);
                let space = |byte: u8| if byte == b'\n' { '\n' } else { ' ' };
                out.extend(rest[..length].bytes().map(space));
                rest = &rest[length..];
                continue;
            }
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '"' => string_length(rest),
            _ => c.len_utf8(),
        };
        out.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    out
}

/// The bytes of a string, which ends with its line at the latest.
fn string_length(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\n' => return at,
            '"' if !escaped => return at + 1,
            _ => escaped = c == '\\' && !escaped,
        }
    }
    text.len()
}

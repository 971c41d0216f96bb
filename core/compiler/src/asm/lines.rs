//! Cuts a text into lines of one statement each, and these into labels, a name and operands. Comments go.

use alloc::{
    borrow::Cow,
    string::{String, ToString},
    vec::Vec,
};

use super::quoted::letter;
use crate::source::Span;

/// A part of a statement with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece<'a> {
    /// What is written.
    pub text: Cow<'a, str>,
    /// Where.
    pub span: Span,
}

impl<'a> Piece<'a> {
    /// A text that stands for what is written at a place.
    pub fn new(text: impl Into<Cow<'a, str>>, span: Span) -> Piece<'a> {
        Piece { text: text.into(), span }
    }
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement<'a> {
    /// The names in front of it.
    pub labels: Vec<Piece<'a>>,
    /// Mnemonic or directive; empty if there are only labels.
    pub head: Piece<'a>,
    /// What follows, cut at commas.
    pub operands: Vec<Piece<'a>>,
}

impl<'a> Statement<'a> {
    /// From the name to the end.
    pub fn span(&self) -> Span {
        self.operands.last().map_or(self.head.span, |last| self.head.span.to(last.span))
    }

    /// The labels alone.
    pub(super) fn only_labels(self) -> Statement<'a> {
        Statement { head: Piece::new("", self.head.span), operands: Vec::new(), ..self }
    }
}

/// The text of one statement, without comments.
#[derive(Clone, Debug)]
pub(super) struct Line<'a> {
    pub text: Cow<'a, str>,
    place: Place,
}

/// Where the text of a line is.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// It begins at this byte of the person's text.
    From(u32),
    /// It was made; this is the place that the person can see.
    Made(Span),
}

/// The lines of a text that a person wrote, which begins at `first`.
pub(super) fn lines(text: &str, first: u32) -> Vec<Line<'_>> {
    let line = |(start, text)| Line { text, place: Place::From(first + start as u32) };
    pieces(text).into_iter().map(line).collect()
}

/// The lines of a text that was made, which all have one place.
pub(super) fn made_lines<'a>(text: &str, span: Span) -> Vec<Line<'a>> {
    let line = |(_, text): (usize, Cow<'_, str>)| Line {
        text: Cow::Owned(text.into_owned()),
        place: Place::Made(span),
    };
    pieces(text).into_iter().map(line).collect()
}

/// Cuts at line ends and semicolons: where each piece begins, and what it is without comments. Empty ones are left out.
fn pieces(text: &str) -> Vec<(usize, Cow<'_, str>)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let (mut at, mut start) = (0, 0);
    let mut comments: Vec<(usize, usize)> = Vec::new();
    while at < bytes.len() {
        let rest = &bytes[at..];
        match rest[0] {
            b'"' => at += string_length(rest) - 1,
            b'\'' => at += letter(&text[at + 1..]),
            b'\n' | b';' => {
                found.extend(piece(text, start, at, &mut comments));
                start = at + 1;
            }
            _ => {
                if let Some(length) = comment_length(rest) {
                    comments.push((at, at + length));
                    at += length - 1;
                }
            }
        }
        at += 1;
    }
    found.extend(piece(text, start, bytes.len(), &mut comments));
    found
}

/// One piece. A comment inside it becomes blanks, so that all else keeps its place.
fn piece<'a>(
    text: &'a str,
    start: usize,
    end: usize,
    comments: &mut Vec<(usize, usize)>,
) -> Option<(usize, Cow<'a, str>)> {
    let mut end = end.max(start);
    if comments.last().is_some_and(|last| last.1 >= end) {
        end = comments.pop().map_or(end, |last| last.0);
    }
    let part = text.get(start..end)?;
    let inside = core::mem::take(comments);
    if part.trim().is_empty() {
        return None;
    }
    if inside.is_empty() {
        return Some((start, Cow::Borrowed(part)));
    }
    let mut whole = String::new();
    let mut from = start;
    for (begin, stop) in inside {
        whole += &text[from..begin];
        whole.extend(core::iter::repeat_n(' ', stop - begin));
        from = stop;
    }
    whole += &text[from..end];
    (!whole.trim().is_empty()).then_some((start, Cow::Owned(whole)))
}

/// The bytes of a comment that begins here, without the end of its line.
fn comment_length(rest: &[u8]) -> Option<usize> {
    let until = |end: &[u8], from: usize| {
        let inside = rest.get(from..).unwrap_or(&[]);
        inside.windows(end.len()).position(|window| window == end)
    };
    if rest.starts_with(b"/*") {
        return Some(until(b"*/", 2).map_or(rest.len(), |length| length + 4));
    }
    let begins = rest[0] == b'#' || rest.starts_with(b"//");
    begins.then(|| until(b"\n", 0).unwrap_or(rest.len()))
}

/// The bytes of a quoted text, up to its closing mark or the end of the line.
pub(super) fn string_length(rest: &[u8]) -> usize {
    let mut at = 1;
    while at < rest.len() {
        match rest[at] {
            b'"' => return at + 1,
            b'\n' => return at,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    rest.len()
}

/// The ends of the parts of a text that `parts` at places outside quotes and parentheses.
pub(super) fn cuts(text: &str, parts: impl Fn(u8) -> bool) -> Vec<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut depth, mut found) = (0, 0u32, Vec::new());
    while at < bytes.len() {
        match bytes[at] {
            b'"' => at += string_length(&bytes[at..]) - 1,
            b'\'' => at += letter(&text[at + 1..]),
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            other if depth == 0 && parts(other) => found.push(at),
            _ => {}
        }
        at += 1;
    }
    found
}

impl<'a> Line<'a> {
    /// The place of the whole line.
    pub(super) fn span(&self) -> Span {
        self.piece(0, self.text.len()).span
    }

    /// The part `start..end` without the blanks around it.
    fn piece(&self, start: usize, end: usize) -> Piece<'a> {
        let part = self.text.get(start..end).unwrap_or("");
        let start = start + part.len() - part.trim_start().len();
        let end = start + part.trim().len();
        let text = match &self.text {
            Cow::Borrowed(text) => Cow::Borrowed(text.get(start..end).unwrap_or("")),
            Cow::Owned(_) => Cow::Owned(part.trim().to_string()),
        };
        let span = match self.place {
            Place::From(byte) => Span::new(byte + start as u32, byte + end as u32),
            Place::Made(span) => span,
        };
        Piece { text, span }
    }

    /// Where the statement's name begins and ends, behind the labels, whose parts come first.
    fn head(&self) -> (Vec<(usize, usize)>, usize, usize) {
        let (mut labels, mut start) = (Vec::new(), 0);
        loop {
            let rest = &self.text[start..];
            let begin = start + rest.len() - rest.trim_start().len();
            let name = self.text[begin..].find(|c: char| !is_name(c) && c != '\\' && c != '@');
            let end = begin + name.unwrap_or(self.text.len() - begin);
            let after = self.text[end..].trim_start();
            if end > begin && after.starts_with(':') {
                labels.push((begin, end));
                start = self.text.len() - after.len() + 1;
                continue;
            }
            let end = self.text[begin..].find(char::is_whitespace).map_or(self.text.len(), |at| begin + at);
            return (labels, begin, end);
        }
    }

    /// The name of the statement alone.
    pub(super) fn name(&self) -> &str {
        let (_, begin, end) = self.head();
        &self.text[begin..end]
    }

    /// What stands behind the name, in one piece.
    pub(super) fn rest(&self) -> Piece<'a> {
        self.piece(self.head().2, self.text.len())
    }

    /// The whole line, in its own words.
    pub(super) fn whole(&self) -> Piece<'a> {
        self.piece(0, self.text.len())
    }

    /// The statement.
    pub(super) fn statement(&self) -> Statement<'a> {
        let (labels, begin, end) = self.head();
        let labels = labels.into_iter().map(|(from, to)| self.piece(from, to)).collect();
        let mut operands = Vec::new();
        let mut from = end;
        for comma in cuts(&self.text[end..], |byte| byte == b',') {
            operands.push(self.piece(from, end + comma));
            from = end + comma + 1;
        }
        let last = self.piece(from, self.text.len());
        // Behind a comma something is missing where nothing stands.
        if !last.text.is_empty() || !operands.is_empty() {
            operands.push(last);
        }
        Statement { labels, head: self.piece(begin, end), operands }
    }
}

/// May this character be in a name?
pub fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$')
}

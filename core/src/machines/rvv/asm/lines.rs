//! Cuts a text into statements: labels, a name, operands. Comments go.

use alloc::{borrow::Cow, vec::Vec};

use crate::source::Span;

/// A part of a statement with its place.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Piece<'a> {
    pub text: Cow<'a, str>,
    pub span: Span,
}

impl<'a> Piece<'a> {
    /// The part `start..end` of a text without the blanks around it.
    fn cut(text: &'a str, start: usize, end: usize) -> Piece<'a> {
        let part = text.get(start..end).unwrap_or("");
        let start = start + part.len() - part.trim_start().len();
        let part = part.trim();
        Piece { text: Cow::Borrowed(part), span: Span::new(start as u32, (start + part.len()) as u32) }
    }

    pub(super) fn new(text: impl Into<Cow<'a, str>>, span: Span) -> Piece<'a> {
        Piece { text: text.into(), span }
    }
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Statement<'a> {
    pub labels: Vec<Piece<'a>>,
    /// Mnemonic or directive; empty if there are only labels.
    pub head: Piece<'a>,
    pub operands: Vec<Piece<'a>>,
}

impl Statement<'_> {
    /// From the name to the end.
    pub(super) fn span(&self) -> Span {
        self.operands.last().map_or(self.head.span, |last| self.head.span.to(last.span))
    }
}

/// All statements of a text.
pub(super) fn statements(text: &str) -> Vec<Statement<'_>> {
    let mut found = Vec::new();
    let mut cutter = Cutter { text, start: 0, ends: Vec::new() };
    let bytes = text.as_bytes();
    let (mut at, mut depth, mut quoted) = (0, 0u32, false);
    while at < bytes.len() {
        let rest = &bytes[at..];
        if quoted {
            quoted = rest[0] != b'"' && rest[0] != b'\n';
            at += if rest[0] == b'\\' { 2 } else { 1 };
            continue;
        }
        match rest[0] {
            b'"' => quoted = true,
            b'\'' => at += letter(&text[at + 1..]),
            b'#' => at = cutter.comment(at, b"\n"),
            b'/' if rest.starts_with(b"//") => at = cutter.comment(at, b"\n"),
            b'/' if rest.starts_with(b"/*") => at = cutter.comment(at, b"*/"),
            b'\n' | b';' => {
                cutter.finish(at, &mut found);
                depth = 0;
            }
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => cutter.ends.push((at, at + 1)),
            _ => {}
        }
        at += 1;
    }
    cutter.finish(bytes.len(), &mut found);
    found
}

/// The bytes behind a quotation mark that belong to a letter, such as `,'` or `\n'`: they part nothing.
fn letter(text: &str) -> usize {
    let skipped = if text.starts_with('\\') { 1 } else { 0 };
    let Some(c) = text[skipped..].chars().next().filter(|c| *c != '\n') else { return 0 };
    let end = skipped + c.len_utf8();
    if text[end..].starts_with('\'') { end + 1 } else { 0 }
}

struct Cutter<'a> {
    text: &'a str,
    /// First byte of the statement.
    start: usize,
    /// Commas and comments in it: where one begins and ends.
    ends: Vec<(usize, usize)>,
}

impl<'a> Cutter<'a> {
    /// Leaves a comment out; gives the place of its last byte (of a line comment: of the byte before the line's end).
    fn comment(&mut self, at: usize, end: &[u8]) -> usize {
        let bytes = &self.text.as_bytes()[at..];
        let inside = if end.len() == 2 { 2 } else { 0 };
        let found = bytes.get(inside..).unwrap_or(&[]).windows(end.len()).position(|window| window == end);
        let length = match found {
            Some(length) if end.len() == 2 => inside + length + 2,
            Some(length) => length,
            None => bytes.len(),
        };
        self.ends.push((at, at + length));
        at + length - 1
    }

    fn finish(&mut self, end: usize, found: &mut Vec<Statement<'a>>) {
        let mut pieces = Vec::new();
        let mut start = self.start;
        for (from, to) in self.ends.drain(..).chain([(end, end)]) {
            let comma = self.text.as_bytes().get(from) == Some(&b',');
            let piece = Piece::cut(self.text, start, from);
            if comma || !piece.text.is_empty() {
                pieces.push(piece);
            }
            start = to;
        }
        self.start = end + 1;
        if pieces.is_empty() {
            return;
        }
        let mut head = pieces.remove(0);
        let mut labels = Vec::new();
        while let Some((label, rest)) = self.split_label(&head) {
            labels.push(label);
            head = rest;
        }
        let from = head.span.start as usize;
        let name = head.text.find(char::is_whitespace).unwrap_or(head.text.len());
        let first = Piece::cut(self.text, from + name, head.span.end as usize);
        let head = Piece::cut(self.text, from, from + name);
        if !first.text.is_empty() {
            pieces.insert(0, first);
        }
        found.push(Statement { labels, head, operands: pieces });
    }

    fn split_label(&self, piece: &Piece<'a>) -> Option<(Piece<'a>, Piece<'a>)> {
        let length = piece.text.find(|c: char| !is_name(c)).filter(|length| *length > 0)?;
        let after = piece.text[length..].trim_start();
        if !after.starts_with(':') {
            return None;
        }
        let (start, end) = (piece.span.start as usize, piece.span.end as usize);
        let colon = end - after.len();
        Some((Piece::cut(self.text, start, start + length), Piece::cut(self.text, colon + 1, end)))
    }
}

/// May this character be in a name?
pub(super) fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$')
}

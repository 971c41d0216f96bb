//! Where things are in the person's text, and what we have to say about them.
//!
//! A [`Span`] is a range of bytes of the text as it was pasted (after macro expansion a token keeps the span of the
//! place that the person can see). A [`Diagnostic`] is one plain sentence, labels that point at text, and a hint.

use alloc::{borrow::Cow, string::String, vec::Vec};

use serde::{Deserialize, Serialize};

/// A range of bytes of the source text. `Span::NONE` stands for "no place".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// No place in the text (generated code).
    pub const NONE: Span = Span { start: u32::MAX, end: u32::MAX };

    /// The bytes `start..end`.
    pub const fn new(start: u32, end: u32) -> Span {
        Span { start, end }
    }

    /// Does this point nowhere?
    pub const fn is_none(self) -> bool {
        self.start == u32::MAX
    }

    /// The smallest span that covers both.
    pub fn to(self, other: Span) -> Span {
        match (self.is_none(), other.is_none()) {
            (true, _) => other,
            (_, true) => self,
            _ => Span { start: self.start.min(other.start), end: self.end.max(other.end) },
        }
    }
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Severity {
    /// Nothing can run.
    Error,
    /// It runs, but probably not as meant.
    Warning,
    /// Additional information.
    Note,
}

/// A place in the text with a remark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The remark; may be empty for the main place.
    pub text: String,
}

/// One thing we have to say about the text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// How bad.
    pub severity: Severity,
    /// A short permanent name, such as `parse::expected` or `limit::macro-depth`.
    pub code: Cow<'static, str>,
    /// One plain sentence.
    pub message: String,
    /// Places; the first is the main one.
    pub labels: Vec<Label>,
    /// What the person can do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error at `span`.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, code, span, message)
    }

    /// A warning at `span`.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Warning, code, span, message)
    }

    fn new(severity: Severity, code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        let labels =
            if span.is_none() { Vec::new() } else { alloc::vec![Label { span, text: String::new() }] };
        Diagnostic { severity, code: Cow::Borrowed(code), message: message.into(), labels, help: None }
    }

    /// Adds a place with a remark.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Adds a hint.
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help = Some(text.into());
        self
    }

    /// The main place, or `Span::NONE`.
    pub fn span(&self) -> Span {
        self.labels.first().map_or(Span::NONE, |label| label.span)
    }

    /// Does it stop the kernel from running?
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Program text whose lines know where they come from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Listing {
    /// The lines.
    pub lines: Vec<ListingLine>,
}

/// A line of a listing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ListingLine {
    /// The text.
    pub text: String,
    /// The source it comes from (may be `Span::NONE`).
    pub span: Span,
    /// The instruction that it is, in assembly.
    pub pc: Option<u32>,
}

/// Line starts of a text, to turn byte offsets into lines and columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineIndex {
    starts: Vec<u32>,
}

impl LineIndex {
    /// Reads the text once.
    pub fn new(text: &str) -> LineIndex {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at as u32 + 1);
        LineIndex { starts: core::iter::once(0).chain(breaks).collect() }
    }

    /// Line of a byte offset, counted from 0.
    pub fn line(&self, offset: u32) -> u32 {
        self.starts.partition_point(|start| *start <= offset) as u32 - 1
    }

    /// Line and column of a byte offset, both counted from 1, the column in characters of `text`.
    pub fn line_column(&self, text: &str, offset: u32) -> (u32, u32) {
        let line = self.line(offset);
        let start = self.starts[line as usize] as usize;
        let end = (offset as usize).min(text.len());
        let column = text.get(start..end).map_or(0, |before| before.chars().count());
        (line + 1, column as u32 + 1)
    }

    /// Number of lines.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// A text has at least one line.
    pub fn is_empty(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_from_one() {
        let text = "ab\nµc\n";
        let index = LineIndex::new(text);
        assert_eq!(index.line_column(text, 0), (1, 1));
        assert_eq!(index.line_column(text, 5), (2, 2));
        assert_eq!(index.line_column(text, 99), (3, 1));
    }

    #[test]
    fn spans_join() {
        assert_eq!(Span::new(3, 4).to(Span::new(1, 2)), Span::new(1, 4));
        assert_eq!(Span::NONE.to(Span::new(1, 2)), Span::new(1, 2));
    }
}

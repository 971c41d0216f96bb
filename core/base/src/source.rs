//! Where things are in the person's text, and what we have to say about them.
//!
//! A [`Span`] is a range of bytes of the text as it was pasted (after macro expansion a token keeps the span of the
//! place that the person can see). A [`Diagnostic`] is one plain sentence, labels that point at text, and a hint.

use alloc::{borrow::Cow, format, string::String, vec::Vec};

use core::ops::Range;

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

    /// The same range in a text that begins at this offset.
    pub fn behind(self, offset: u32) -> Span {
        Span { start: self.start.saturating_add(offset), end: self.end.saturating_add(offset) }
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
    /// Id of a preset with which this would not be said, if one is known.
    pub preset: Option<alloc::boxed::Box<str>>,
}

/// Most bytes of a sentence: a name in it may be as long as the text.
const SENTENCE_BYTES: usize = 1500;

/// A sentence without its middle, if it is too long to be read.
fn shortened(text: String) -> String {
    if text.len() <= SENTENCE_BYTES {
        return text;
    }
    let half = SENTENCE_BYTES / 2;
    let head = text.char_indices().map(|(at, _)| at).take_while(|at| *at <= half).last().unwrap_or(0);
    let tail = (text.len() - half..text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
    format!("{} … {}", &text[..head], &text[tail..])
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

    /// A note at `span`.
    pub fn note(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Note, code, span, message)
    }

    fn new(severity: Severity, code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        let labels =
            if span.is_none() { Vec::new() } else { alloc::vec![Label { span, text: String::new() }] };
        Diagnostic {
            severity,
            code: Cow::Borrowed(code),
            message: shortened(message.into()),
            labels,
            help: None,
            preset: None,
        }
    }

    /// Adds a place with a remark.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: shortened(text.into()) });
        self
    }

    /// Adds a hint.
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help = Some(shortened(text.into()));
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
    /// The addresses of its bytes, if it has some and the machine says where.
    pub bytes: Option<Range<u64>>,
}

impl ListingLine {
    /// A line of which nobody says where its bytes are.
    pub const fn new(text: String, span: Span, pc: Option<u32>) -> ListingLine {
        ListingLine { text, span, pc, bytes: None }
    }
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

/// A place as a person says it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextPlace {
    /// The file, where a line marker names one.
    pub file: Option<String>,
    /// The line, counted from 1 in its file.
    pub line: u32,
    /// The column in characters, counted from 1.
    pub column: u32,
}

/// A part of a text that comes from one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The file, where a line marker names one.
    pub file: Option<String>,
    /// The number of its first line in that file.
    pub first_line: u32,
    /// Where it is in the text.
    pub span: Span,
}

/// Where the parts of a text come from: the line markers `# 12 "file.cl"` and `#line 12 "file.cl"` say it. (C99 6.10.4;
/// the first form is what preprocessors write.)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origins(Vec<Origin>);

impl Origins {
    /// Reads the markers of a text. Without markers it is one part.
    pub fn of(text: &str) -> Origins {
        let mut parts = alloc::vec![Origin { file: None, first_line: 1, span: Span::new(0, 0) }];
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            let behind = at + line.len() as u32;
            if let Some((number, file)) = marker(line) {
                let file = file.or_else(|| parts.last().and_then(|part| part.file.clone()));
                parts.push(Origin { file, first_line: number, span: Span::new(behind, behind) });
            } else if let Some(last) = parts.last_mut() {
                last.span.end = behind;
            }
            at = behind;
        }
        Origins(parts)
    }

    /// A text in which no line is a marker, such as assembly.
    pub fn plain(text: &str) -> Origins {
        let span = Span::new(0, text.len() as u32);
        Origins(alloc::vec![Origin { file: None, first_line: 1, span }])
    }

    /// Texts that lie in a row: the name of each if it has one, what it says, and where it begins.
    pub fn of_row<'t>(
        texts: impl Iterator<Item = (Option<&'t str>, &'t str, u32)>,
        markers: bool,
    ) -> Origins {
        let read = if markers { Origins::of } else { Origins::plain };
        let mut parts = Vec::new();
        for (name, text, start) in texts {
            parts.extend(read(text).0.into_iter().map(|origin| Origin {
                file: origin.file.or_else(|| name.map(String::from)),
                span: origin.span.behind(start),
                ..origin
            }));
        }
        Origins(parts)
    }

    /// The part that an offset is in.
    pub fn at(&self, offset: u32) -> &Origin {
        let behind = self.0.partition_point(|part| part.span.start <= offset);
        &self.0[behind.saturating_sub(1)]
    }

    /// An offset as a person says it.
    pub fn place(&self, text: &str, offset: u32) -> TextPlace {
        let part = self.at(offset);
        let bytes = text.as_bytes();
        let end = (offset as usize).min(bytes.len());
        let before = &bytes[(part.span.start as usize).min(end)..end];
        let breaks = before.iter().filter(|byte| **byte == b'\n').count() as u32;
        let start = end - before.iter().rev().take_while(|byte| **byte != b'\n').count();
        let column = text.get(start..end).map_or(0, |line| line.chars().count()) as u32;
        let line = part.first_line.saturating_add(breaks);
        TextPlace { file: part.file.clone(), line, column: column + 1 }
    }
}

/// The number of the line behind a marker, and the file if it names one.
fn marker(line: &str) -> Option<(u32, Option<String>)> {
    let rest = line.trim().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").map_or(rest, str::trim_start);
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = rest.split_at(digits);
    let named = rest.trim_start().strip_prefix('"').and_then(|rest| rest.split_once('"'));
    match (rest.trim(), named) {
        ("", _) => Some((number.parse().ok()?, None)),
        (_, Some((file, _))) => Some((number.parse().ok()?, Some(file.into()))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_say_where_lines_come_from() {
        let text = "a\n# 7 \"x.h\" 1 3\nb\nµc\n#line 3\nd\n  #  line 40 \"k.cl\"\ne # 1 \"no\"\n#pragma x\nf";
        let origins = Origins::of(text);
        let place = |word: &str| {
            let TextPlace { file, line, column } = origins.place(text, text.find(word).unwrap() as u32);
            (file.unwrap_or_default(), line, column)
        };
        assert_eq!(place("a"), (String::new(), 1, 1));
        assert_eq!(place("b"), ("x.h".into(), 7, 1));
        assert_eq!(place("c\n"), ("x.h".into(), 8, 2));
        assert_eq!(place("d\n"), ("x.h".into(), 3, 1));
        assert_eq!(place("e #"), ("k.cl".into(), 40, 1));
        assert_eq!(origins.place(text, text.len() as u32).line, 42);
        assert_eq!(Origins::plain(text).place(text, 30).line, LineIndex::new(text).line(30) + 1);
        assert_eq!(Origins::of("").place("", 9), TextPlace { file: None, line: 1, column: 1 });
    }

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

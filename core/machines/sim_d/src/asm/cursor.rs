//! A place in a line of text that moves on as parts are read. Blanks and a comment may stand before every part.

use lanescope_parts::source::{Diagnostic, Span};

/// The rest of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'t> {
    rest: &'t str,
    /// Where the rest begins in the row of texts.
    at: u32,
}

impl<'t> Cursor<'t> {
    /// At the start of a line that begins at a place.
    pub fn new(line: &'t str, at: u32) -> Cursor<'t> {
        Cursor { rest: line, at }
    }

    /// What has not been read.
    pub const fn rest(&self) -> &'t str {
        self.rest
    }

    /// Moves on by some bytes, and gives them with their place.
    pub fn take(&mut self, bytes: usize) -> (&'t str, Span) {
        let (taken, rest) = self.rest.split_at(bytes);
        let span = Span::new(self.at, self.at + bytes as u32);
        self.rest = rest;
        self.at = span.end;
        (taken, span)
    }

    /// Moves on over blanks, and over a comment to the end of the line.
    pub fn skip_blanks(&mut self) {
        let blanks = self.rest.len() - self.rest.trim_start().len();
        self.take(blanks);
        if self.rest.starts_with("//") {
            self.take(self.rest.len());
        }
    }

    /// Is nothing left but blanks and a comment?
    pub fn at_end(&mut self) -> bool {
        self.skip_blanks();
        self.rest.is_empty()
    }

    /// Reads a character, if it is the next one.
    pub fn take_char(&mut self, wanted: char) -> bool {
        let found = self.rest.starts_with(wanted);
        if found {
            self.take(wanted.len_utf8());
        }
        found
    }

    /// Reads letters, digits and underscores, as many as there are.
    pub fn word(&mut self) -> (&'t str, Span) {
        self.take_while(|c| c.is_ascii_alphanumeric() || c == '_')
    }

    /// Reads characters while they are such.
    pub fn take_while(&mut self, such: impl Fn(char) -> bool) -> (&'t str, Span) {
        let end = self.rest.find(|c| !such(c)).unwrap_or(self.rest.len());
        self.take(end)
    }

    /// The place of what is left, without blanks at its end; at least a character wide where there is one.
    pub fn span(&self) -> Span {
        Span::new(self.at, self.at + self.rest.trim_end().len() as u32)
    }

    /// A mistake at what comes next.
    pub fn mistake(&self, message: alloc::string::String) -> Diagnostic {
        let next = self.rest.find([' ', '\t', ',']).unwrap_or(self.rest.trim_end().len());
        Diagnostic::error("asm::operand", Span::new(self.at, self.at + next as u32), message)
    }
}

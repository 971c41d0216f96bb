//! The lines of all texts of a program. The compiler counts them in one row, and so do marks and figures, so that a line of
//! any text is one number; the editor shows one text and counts its own.

use std::ops::Range;

use lanescope_core::session::vocabulary::{Files, LineIndex, Span};

/// See the module. Lines are counted from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Texts {
    files: Files,
    index: LineIndex,
}

/// A place as a person says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The line in the row of all texts.
    pub row: u32,
    /// The line in its text, from 0.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// The name of the text; empty for the main one.
    pub file: String,
}

impl Default for Texts {
    fn default() -> Texts {
        Texts::new(Files::default())
    }
}

impl Texts {
    /// The texts of a program.
    pub fn new(files: Files) -> Texts {
        let index = LineIndex::new(files.text());
        Texts { files, index }
    }

    /// All texts in one row.
    pub fn files(&self) -> &Files {
        &self.files
    }

    /// The lines of all texts.
    pub fn index(&self) -> &LineIndex {
        &self.index
    }

    /// The number of the text of this name.
    pub fn part(&self, name: &str) -> Option<usize> {
        self.files.parts().iter().position(|part| part.name == name)
    }

    /// The lines of a text in the row.
    pub fn lines(&self, part: usize) -> Range<u32> {
        let span = self.files.parts()[part].span;
        self.index.line(span.start)..self.index.line(span.end) + 1
    }

    /// The text that a line of the row is in.
    pub fn part_of(&self, row: u32) -> usize {
        let parts = self.files.parts();
        parts.partition_point(|part| self.index.line(part.span.start) <= row).saturating_sub(1)
    }

    /// The line of a text of this name, for a line of the row that is in it.
    pub fn in_text(&self, name: &str, row: u32) -> Option<u32> {
        let lines = self.lines(self.part(name)?);
        lines.contains(&row).then(|| row - lines.start)
    }

    /// The line of the row, for a line of the text of this name.
    pub fn in_row(&self, name: &str, line: u32) -> Option<u32> {
        Some(self.lines(self.part(name)?).start + line)
    }

    /// A span's place; `None` if it has none.
    pub fn spot(&self, span: Span) -> Option<Spot> {
        if span.is_none() {
            return None;
        }
        let (line, column) = self.index.line_column(self.files.text(), span.start);
        Some(Spot { column, ..self.of_line(line - 1) })
    }

    /// The place of a line of the row.
    pub fn of_line(&self, row: u32) -> Spot {
        let part = self.part_of(row);
        let file = if part == 0 { String::new() } else { self.files.parts()[part].name.clone() };
        Spot { row, line: row.saturating_sub(self.lines(part).start), column: 1, file }
    }

    /// What a line of the row says, without blanks around it.
    pub fn line(&self, row: u32) -> &str {
        self.files.text().lines().nth(row as usize).unwrap_or_default().trim()
    }
}

impl Spot {
    /// The line as people count, behind the file if it is not in the main text.
    pub fn name(&self) -> String {
        match self.file.as_str() {
            "" => (self.line + 1).to_string(),
            file => format!("{file}:{}", self.line + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_texts_and_of_the_row_find_each_other() {
        let texts = Texts::new(Files::new(("k.cl", "a\nb\n"), [("x.h", "c"), ("y.h", "\nµd")], []));
        assert_eq!((texts.lines(0), texts.lines(1), texts.lines(2)), (0..3, 3..4, 4..6));
        assert_eq!([0, 2, 3, 4, 5, 99].map(|row| texts.part_of(row)), [0, 0, 1, 2, 2, 2]);
        assert_eq!(
            (texts.in_text("y.h", 5), texts.in_text("y.h", 3), texts.in_text("no", 0)),
            (Some(1), None, None)
        );
        assert_eq!((texts.in_row("y.h", 1), texts.in_row("k.cl", 1)), (Some(5), Some(1)));
        let at = texts.files().text().find('d').unwrap() as u32;
        let spot = texts.spot(Span::new(at, at + 1)).unwrap();
        assert_eq!((spot.row, spot.line, spot.column, spot.name()), (5, 1, 2, "y.h:2".into()));
        assert_eq!((texts.of_line(1).name(), texts.line(5), texts.line(9)), ("2".into(), "µd", ""));
        assert_eq!(texts.spot(Span::NONE), None);
    }
}

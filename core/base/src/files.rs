//! The files of a program as the compiler reads them: all texts in one row, the main one first, with a line end between
//! each two. So a place in any of them is one number ([`Span`]), a line of any of them is one number too, and whoever
//! knows one text only needs to know nothing of files. A program of one text is that text.
//!
//! Files find each other by name. `#include "x.h"` and the assembler's `.include` look beside the file that asks, then
//! from the top of the document; `#include <x.h>` from the top only. Names have slashes and no `.` or `..` inside them.
//! Texts that are assembled by themselves and then linked are the units of a program. The row does not say their order: that is a list
//! of its own, so that a text keeps its place when a unit moves.
//!
//! Who has files on a disk puts them into the document under the names by which they are asked for
//! (`document::asked`); the core finds them here and nowhere else.
//!
//! Deliberately absent: files that are found by a part of their name, and names that differ in case.

use alloc::{string::String, sync::Arc, vec::Vec};
use core::ops::Range;

use serde::{Deserialize, Serialize};

use crate::source::{Origins, Span};

/// How deep files may include each other.
pub const MAX_INCLUDES: usize = 100;
/// Bytes of included files that are read of a program, each as often as it is included.
pub const MAX_INCLUDED_BYTES: usize = 64 << 20;

/// A text of a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceText {
    /// Its name; that of the main text may be empty.
    pub name: String,
    /// Where it is in the row of all texts.
    pub span: Span,
}

/// See the module. Clones share everything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Files {
    text: Arc<str>,
    parts: Arc<[SourceText]>,
    /// The texts that are units, in the order in which they are linked; there is at least one.
    units: Arc<[u32]>,
    data: Arc<[(String, Vec<u8>)]>,
}

impl Default for Files {
    fn default() -> Files {
        Files::one("")
    }
}

impl Files {
    /// A program of one text.
    pub fn one(text: &str) -> Files {
        let span = Span::new(0, text.len() as u32);
        let parts = [SourceText { name: String::new(), span }].into();
        Files { text: text.into(), parts, units: [0].into(), data: [].into() }
    }

    /// A program of several files: the main text with its name, the texts beside it, and what is no text.
    pub fn new<'t>(
        main: (&'t str, &'t str),
        texts: impl IntoIterator<Item = (&'t str, &'t str)>,
        data: impl IntoIterator<Item = (&'t str, &'t [u8])>,
    ) -> Files {
        let (mut text, mut parts) = (String::new(), Vec::new());
        for (name, part) in core::iter::once(main).chain(texts) {
            if !parts.is_empty() {
                text.push('\n');
            }
            let start = text.len() as u32;
            text += part;
            parts.push(SourceText { name: name.into(), span: Span::new(start, text.len() as u32) });
        }
        let data = data.into_iter().map(|(name, bytes)| (name.into(), bytes.into())).collect();
        Files { text: text.into(), parts: parts.into(), units: [0].into(), data }
    }

    /// The same program with the texts of these names as its units, in this order. A name that no text has is left out; without a text
    /// the main one is the only unit.
    #[must_use]
    pub fn with_units<'t>(&self, names: impl IntoIterator<Item = &'t str>) -> Files {
        let number = |name: &str| self.parts.iter().position(|part| part.name == name);
        let mut units: Vec<u32> = names.into_iter().filter_map(number).map(|at| at as u32).collect();
        if units.is_empty() {
            units.push(0);
        }
        Files { units: units.into(), ..self.clone() }
    }

    /// The same program with all texts as its units, in the order of the row.
    #[must_use]
    pub fn with_all_units(&self) -> Files {
        Files { units: (0..self.parts.len() as u32).collect(), ..self.clone() }
    }

    /// The same files with another row of texts, in which every place is where it was; as they are if it has another length.
    #[must_use]
    pub fn with_text(&self, text: &str) -> Files {
        let text = if text.len() == self.text.len() { text.into() } else { self.text.clone() };
        Files { text, ..self.clone() }
    }

    /// The texts alone.
    #[must_use]
    pub fn without_data(&self) -> Files {
        Files { data: [].into(), ..self.clone() }
    }

    /// All texts in one row.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The main text.
    pub fn main(&self) -> &str {
        self.text_of(0)
    }

    /// The text of a part.
    pub fn text_of(&self, part: usize) -> &str {
        &self.text[range(self.parts[part].span)]
    }

    /// The texts in their order; the first is the main one.
    pub fn parts(&self) -> &[SourceText] {
        &self.parts
    }

    /// The numbers of the texts that are assembled by themselves, in the order in which they are linked.
    pub fn units(&self) -> impl ExactSizeIterator<Item = usize> {
        self.units.iter().map(|unit| *unit as usize)
    }

    /// The number of the text that a place is in; places behind all texts are in the last.
    pub fn part_at(&self, offset: u32) -> usize {
        self.parts.partition_point(|part| part.span.start <= offset).saturating_sub(1)
    }

    /// The text that a file at a place means by a name in quotes: beside it, else from the top.
    pub fn find(&self, name: &str, from: u32) -> Option<usize> {
        let find = |name: String| self.parts.iter().position(|part| !name.is_empty() && part.name == name);
        find(self.beside(name, from)).or_else(|| self.find_from_top(name))
    }

    /// The text of this name, seen from the top of the document.
    pub fn find_from_top(&self, name: &str) -> Option<usize> {
        let name = joined("", name);
        self.parts.iter().position(|part| !name.is_empty() && part.name == name)
    }

    /// The bytes of a file, text or not, that a file at a place means by a name in quotes.
    pub fn bytes(&self, name: &str, from: u32) -> Option<&[u8]> {
        let data = |name: String| self.data.iter().find(|(known, _)| *known == name);
        let found = data(self.beside(name, from)).or_else(|| data(joined("", name)));
        let text = || self.find(name, from).map(|part| self.text_of(part).as_bytes());
        found.map(|(_, bytes)| bytes.as_slice()).or_else(text)
    }

    /// From which files the lines come, where line markers (which C has) may say otherwise. The main text has no name here.
    pub fn origins(&self, markers: bool) -> Origins {
        let name = |at: usize| (at > 0).then(|| self.parts[at].name.as_str());
        let texts = (0..self.parts.len()).map(|at| (name(at), self.text_of(at), self.parts[at].span.start));
        Origins::of_row(texts, markers)
    }

    fn beside(&self, name: &str, from: u32) -> String {
        joined(folder(&self.parts[self.part_at(from)].name), name)
    }
}

/// The bytes of a text that a span covers.
fn range(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}

/// The folder that a file is in; empty at the top.
pub fn folder(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// A name that is written in a file of a folder, as one name. `..` stays in front where it leads out of the document.
pub fn joined(folder: &str, name: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(name.split(['/', '\\'])) {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_lie_in_a_row_and_find_each_other() {
        let texts = [("lib/a.h", "aa"), ("b.h", ""), ("lib/b.h", "b")];
        let files = Files::new(("", "main"), texts, [("lib/t.bin", &[0, 200][..])]);
        assert_eq!((files.text(), files.main()), ("main\naa\n\nb", "main"));
        let starts: Vec<u32> = files.parts().iter().map(|part| part.span.start).collect();
        assert_eq!(starts, [0, 5, 8, 9]);
        assert_eq!([0, 4, 5, 7, 8, 9, 99].map(|offset| files.part_at(offset)), [0, 0, 1, 1, 2, 3, 3]);
        // Beside first, then from the top.
        assert_eq!(
            (files.find("b.h", 0), files.find("b.h", 5), files.find_from_top("b.h")),
            (Some(2), Some(3), Some(2))
        );
        assert_eq!(
            (files.find("lib/a.h", 5), files.find("../b.h", 5), files.find("./lib//../b.h", 0)),
            (Some(1), Some(2), Some(2))
        );
        assert_eq!((files.find("a.h", 0), files.find("", 0), files.find("..", 0)), (None, None, None));
        assert_eq!((files.bytes("t.bin", 5), files.bytes("b.h", 5)), (Some(&[0, 200][..]), Some(&b"b"[..])));
        assert_eq!((files.bytes("lib/t.bin", 5), files.bytes("t.bin", 0)), (Some(&[0, 200][..]), None));
    }

    #[test]
    fn units_are_texts_in_an_order_of_their_own() {
        let files = Files::new(("a.s", "a"), [("x.inc", "x"), ("b.s", "b")], [("t.bin", &[0][..])]);
        let units = |files: &Files| files.units().collect::<Vec<_>>();
        assert_eq!(units(&files), [0]);
        assert_eq!(units(&files.with_units(["b.s", "a.s"])), [2, 0]);
        assert_eq!(units(&files.with_units(["t.bin", "none"])), [0]);
        assert_eq!(units(&files.with_all_units()), [0, 1, 2]);
        assert_eq!(files.with_units(["b.s"]).text(), files.text());
    }

    #[test]
    fn a_program_of_one_text_is_that_text() {
        for files in [Files::one("main"), Files::new(("", "main"), [], [])] {
            assert_eq!((files.text(), files.parts().len()), ("main", 1));
        }
    }

    #[test]
    fn names_are_joined() {
        assert_eq!(joined("a/b", "../c.h"), "a/c.h");
        assert_eq!(joined("a", "../../x/./y.h"), "../x/y.h");
        assert_eq!(joined("", "..\\x.h"), "../x.h");
        assert_eq!(joined("a", "/b"), "a/b");
    }
}

//! The files of a document: what they are, which ones a text asks for, and what can be wrong with them.

use alloc::{format, string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use super::{Document, Language, Limits};
use crate::{
    files::{Files, joined},
    source::{Diagnostic, Span},
};

/// A file beside the main text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct File {
    /// Its name, with folders in front of it if it is in one: `lib/vector.h`. No two files have the same.
    pub name: String,
    /// What is in it.
    pub contents: Contents,
}

/// What is in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Contents {
    /// Text, which may be included and edited.
    Text(String),
    /// Anything else.
    Bytes(Vec<u8>),
}

impl Contents {
    /// The bytes of a file of the disk: a text if they are one.
    pub fn of(bytes: Vec<u8>) -> Contents {
        match String::from_utf8(bytes) {
            Ok(text) if !text.contains('\0') => Contents::Text(text),
            Ok(text) => Contents::Bytes(text.into_bytes()),
            Err(error) => Contents::Bytes(error.into_bytes()),
        }
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Contents::Text(text) => text.as_bytes(),
            Contents::Bytes(bytes) => bytes,
        }
    }

    /// The text, if it is one.
    pub fn text(&self) -> Option<&str> {
        match self {
            Contents::Text(text) => Some(text),
            Contents::Bytes(_) => None,
        }
    }
}

impl Document {
    /// Its files as the compiler reads them. [`check`] says whether they are in order.
    pub fn program(&self) -> Files {
        self.program_with(&[])
    }

    /// The same, with texts for units in binary form: their names and what they are as assembly.
    pub fn program_with(&self, binaries: &[(String, String)]) -> Files {
        let texts = self.files.iter().filter_map(|file| Some((file.name.as_str(), file.contents.text()?)));
        let texts = texts.chain(binaries.iter().map(|(name, text)| (name.as_str(), text.as_str())));
        let data = self.files.iter().filter(|file| file.contents.text().is_none());
        let data = data.map(|file| (file.name.as_str(), file.contents.bytes()));
        Files::new((&self.name, &self.source), texts, data).with_units(self.units.iter().map(String::as_str))
    }

    /// Are there texts that are linked with the main one?
    pub fn is_linked(&self) -> bool {
        self.units.iter().any(|unit| *unit != self.name)
    }

    /// Is the main text a unit?
    pub fn has_main(&self) -> bool {
        self.units.is_empty() || self.units.contains(&self.name)
    }

    /// The units that are no texts: programs in the binary form of a machine.
    pub fn binary_units(&self) -> impl Iterator<Item = &File> {
        let files = self.units.iter().filter(|unit| **unit != self.name).filter_map(|unit| self.file(unit));
        files.filter(|file| file.contents.text().is_none())
    }

    /// The text of this name.
    pub fn text_of(&self, name: &str) -> Option<&str> {
        if name == self.name { Some(&self.source) } else { self.file(name)?.contents.text() }
    }
}

/// A file that a text asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The name as it is written.
    pub name: String,
    /// May it lie beside the text that asks?
    pub beside: bool,
    /// Is it a program in binary form, which is no text whatever is in it?
    pub binary: bool,
}

/// The files that a text asks for, whatever its conditions say, in their order and each once: what somebody with a disk
/// looks for before the core compiles. Lines inside comments are looked past.
pub fn asked(text: &str, language: Language) -> Vec<Asked> {
    let mut found = Vec::new();
    let mut in_comment = false;
    for line in text.lines() {
        if !in_comment {
            let asked = match language {
                Language::Assembly => assembly_asks(line),
                _ => c_asks(line),
            };
            found.extend(asked.filter(|asked| !found.contains(asked)));
        }
        in_comment = comment_goes_on(line, in_comment);
    }
    found
}

/// `#include "name"` or `#include <name>`, or `#define M "name"`, for `#include M` may ask by it.
fn c_asks(line: &str) -> Option<Asked> {
    let rest = line.trim().strip_prefix('#')?.trim_start();
    match rest.strip_prefix("define") {
        Some(rest) => header(rest.trim_start().split_once([' ', '\t'])?.1),
        None => header(rest.strip_prefix("include")?),
    }
}

/// `"name"` or `<name>`.
fn header(text: &str) -> Option<Asked> {
    let text = text.trim_start();
    let (name, beside) = match text.strip_prefix('"') {
        Some(quoted) => (quoted.split_once('"')?.0, true),
        None => (text.strip_prefix('<')?.split_once('>')?.0, false),
    };
    Some(Asked { name: name.into(), beside, binary: false })
}

/// `.include "name"`, `.incbin "name"`, `.object "name"` or `.image "name"`, behind labels too.
fn assembly_asks(line: &str) -> Option<Asked> {
    let words = [(".include", false), (".incbin", false), (".object", true), (".image", true)];
    let (at, binary) =
        words.iter().find_map(|(word, binary)| Some((line.find(word)? + word.len(), *binary)))?;
    let name = line[at..].trim_start().strip_prefix('"')?.split_once('"')?.0;
    Some(Asked { name: name.into(), beside: true, binary })
}

/// Is a comment open at the end of a line? Strings and line comments are looked past.
fn comment_goes_on(line: &str, open: bool) -> bool {
    let (mut open, mut quote, mut rest) = (open, false, line);
    while let Some(c) = rest.chars().next() {
        let length = match (open, quote, c) {
            (true, ..) if rest.starts_with("*/") => {
                open = false;
                2
            }
            (false, true, '\\') => 1 + rest.chars().nth(1).map_or(0, char::len_utf8),
            (false, _, '"') => {
                quote = !quote;
                1
            }
            (false, false, _) if rest.starts_with("//") => return false,
            (false, false, _) if rest.starts_with("/*") => {
                open = true;
                2
            }
            _ => c.len_utf8(),
        };
        rest = &rest[length..];
    }
    open
}

/// What is wrong with the files of a document: their sizes, their number, their names.
pub fn check(document: &Document, limits: &Limits) -> Vec<Diagnostic> {
    let texts = document.files.iter().filter_map(|file| file.contents.text());
    let text_bytes = texts.fold(document.source.len() as u64, |sum, text| sum + text.len() as u64);
    let all = document.files.iter().map(|file| file.contents.bytes().len() + file.name.len());
    let bytes = all.fold(document.console.len() as u64, |sum, bytes| sum + bytes as u64);
    // Places in the row of all texts, with those behind it, are numbers of 32 bits.
    let source_bytes = limits.source_bytes.min(u64::from(u32::MAX / 2));
    let sizes = [
        ("limit::source-bytes", "source_bytes", "the texts have", "bytes", text_bytes, source_bytes),
        ("limit::file-bytes", "file_bytes", "the files have", "bytes", bytes, limits.file_bytes),
        ("limit::files", "files", "there are", "files", document.files.len() as u64, limits.files),
    ];
    let large = sizes.into_iter().filter(|(.., size, most)| size > most);
    let mut wrong: Vec<Diagnostic> = large
        .map(|(code, limit, have, unit, size, most)| {
            Diagnostic::error(code, Span::NONE, format!("{have} {size} {unit}; limit `{limit}` is {most}"))
        })
        .collect();
    if wrong.is_empty() {
        wrong.extend(
            document.files.iter().enumerate().filter_map(|(at, file)| wrong_name(document, at, &file.name)),
        );
        wrong.extend((0..document.units.len()).filter_map(|at| wrong_unit(document, at)));
    }
    wrong
}

fn wrong_unit(document: &Document, at: usize) -> Option<Diagnostic> {
    let name = &document.units[at];
    let message = if *name != document.name && document.file(name).is_none() {
        format!("`{name}` is to be linked, and the program has no file of this name")
    } else if document.units[..at].contains(name) {
        format!("`{name}` is to be linked twice")
    } else {
        return None;
    };
    Some(Diagnostic::error("document::unit", Span::NONE, message))
}

fn wrong_name(document: &Document, at: usize, name: &str) -> Option<Diagnostic> {
    let before = document.files[..at].iter().map(|file| &file.name).chain([&document.name]);
    let message = if let Err(message) = checked_name(name) {
        message
    } else if before.into_iter().any(|other| *other == name) {
        format!("there are two files `{name}`")
    } else {
        return None;
    };
    Some(Diagnostic::error("document::file-name", Span::NONE, message))
}

/// A name that a file can have.
///
/// # Errors
/// A sentence that says why it cannot have this one.
pub fn checked_name(name: &str) -> Result<(), String> {
    if name.is_empty() {
        return Err("a file beside the main text needs a name".into());
    }
    if joined("", name) != name || name.contains(['"', '<', '>']) || name.chars().any(char::is_control) {
        return Err(format!(
            "`{name}` is no name of a file: it has an empty part, a sign that names do not have, or `.` inside"
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::MachineChoice;

    fn document(files: &[(&str, &str)]) -> Document {
        let file = |(name, text): &(&str, &str)| File {
            name: (*name).into(),
            contents: Contents::Text((*text).into()),
        };
        Document {
            files: files.iter().map(file).collect(),
            ..Document::new("main".into(), MachineChoice { preset: String::new(), changes: Vec::new() })
        }
    }

    #[test]
    fn what_texts_ask_for_is_found() {
        let names = |text: &str, language| {
            asked(text, language).into_iter().map(|asked| (asked.name, asked.beside)).collect::<Vec<_>>()
        };
        let text = "  # include \"a b.h\" // x\n#include<x/y.h>\n/*\n#include \"no.h\"\n*/\n// #include \"no.h\"\n\
                    #include NAME\n#define NAME \"m.h\"\n#include \"a b.h\"\nchar *s = \"/*\"; // /*\n#include \"z.h\"";
        let wanted =
            [("a b.h".into(), true), ("x/y.h".into(), false), ("m.h".into(), true), ("z.h".into(), true)];
        assert_eq!(names(text, Language::Auto), wanted);
        let text = "a: .include \"m.inc\"\n .incbin \"t.bin\", 4\n#include \"no.h\"\n";
        assert_eq!(names(text, Language::Assembly), [("m.inc".into(), true), ("t.bin".into(), true)]);
        let text = "/*\n.object \"no.hof\"\n*/\n.object \"a.hof\"\n .image \"b.bin\"\n";
        let binary: Vec<_> =
            asked(text, Language::Assembly).into_iter().filter(|asked| asked.binary).collect();
        assert_eq!(binary.iter().map(|asked| asked.name.as_str()).collect::<Vec<_>>(), ["a.hof", "b.bin"]);
    }

    #[test]
    fn wrong_files_are_told() {
        let said = |document: &Document, limits: &Limits| {
            check(document, limits).into_iter().map(|wrong| wrong.message).collect::<Vec<_>>()
        };
        let limits = Limits::default();
        assert_eq!(said(&document(&[("a.h", ""), ("../b/c d.h", "")]), &limits), [""; 0]);
        assert_eq!(said(&document(&[("a.h", ""), ("a.h", "")]), &limits), ["there are two files `a.h`"]);
        let mut same = document(&[("k.cl", "")]);
        same.name = "k.cl".into();
        assert_eq!(said(&same, &limits), ["there are two files `k.cl`"]);
        for name in ["a//b", "./a", "a/../b", "/a", "a\"", "a\nb", "<a>", "a\\b", ""] {
            assert_eq!(said(&document(&[(name, "")]), &limits).len(), 1, "{name:?}");
        }
        let mut linked = document(&[("a.s", "")]);
        linked.units = ["", "a.s", "b.s", "a.s"].map(String::from).into();
        assert_eq!(linked.program().units().collect::<Vec<_>>(), [0, 1, 1]);
        let wrong = [
            "`b.s` is to be linked, and the program has no file of this name",
            "`a.s` is to be linked twice",
        ];
        assert_eq!(said(&linked, &limits), wrong);
        let small = Limits { source_bytes: 5, file_bytes: 5, files: 1, ..Limits::default() };
        let said = said(&document(&[("a", "12"), ("b", "1234")]), &small);
        assert_eq!(said[0], "the texts have 10 bytes; limit `source_bytes` is 5");
        assert_eq!(said[1], "the files have 8 bytes; limit `file_bytes` is 5");
        assert_eq!(said[2], "there are 2 files; limit `files` is 1");
    }
}

//! `#include` in the terminal: files are found beside the file that asks and in the folders of `-I`, and written into the
//! text, with line markers, so that messages name the file and a link holds everything. What is not found stays as it is:
//! the compiler knows the headers of CUDA and C, and warns about others.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    Failure,
    files::{self, Budget},
};

/// How deep files may include each other.
const MAX_DEPTH: usize = 100;

/// The text of a file with the files that it includes, all together within `budget`.
///
/// # Errors
/// A file includes itself without end, cannot be read, or the budget is passed.
pub fn inlined(name: &str, text: String, folders: &[PathBuf], budget: &Budget) -> Result<String, Failure> {
    let mut inliner = Inliner { folders, budget, open: Vec::new(), included: Vec::new(), out: String::new() };
    inliner.file(Path::new(name), &text)?;
    Ok(if inliner.included.is_empty() { text } else { inliner.out })
}

struct Inliner<'a> {
    folders: &'a [PathBuf],
    budget: &'a Budget,
    /// The files that are being written, the innermost last.
    open: Vec<PathBuf>,
    /// Every file that was included; its index makes the name of its guard.
    included: Vec<PathBuf>,
    out: String,
}

impl Inliner<'_> {
    fn file(&mut self, path: &Path, text: &str) -> Result<(), Failure> {
        self.open.push(identity(path));
        if self.open.len() > MAX_DEPTH {
            let message = "files include each other more than 100 deep (limit include-depth)";
            return Err(format!("{}: {message}", path.display()).into());
        }
        self.marker(1, path);
        let mut in_comment = false;
        for (at, line) in text.lines().enumerate() {
            let found = if in_comment { None } else { asked(line).and_then(|asked| self.find(path, asked)) };
            match found {
                Some(found) => {
                    self.include(&found)?;
                    self.marker(at + 2, path);
                }
                None => self.line(line),
            }
            in_comment = comment_goes_on(line, in_comment);
        }
        self.open.pop();
        Ok(())
    }

    /// Writes a file. `#pragma once` becomes a guard of its own. A guarded file that is being written is not written
    /// again inside itself: its guard would leave nothing of it.
    fn include(&mut self, path: &Path) -> Result<(), Failure> {
        let text = String::from_utf8_lossy(&files::read(path, self.budget)?).into_owned();
        let once = text.lines().any(|line| directive(line) == Some("pragma once"));
        let this = identity(path);
        if (once || has_guard(&text)) && self.open.contains(&this) {
            return Ok(());
        }
        let number = self.included.iter().position(|known| *known == this).unwrap_or_else(|| {
            self.included.push(this);
            self.included.len() - 1
        });
        if !once {
            return self.file(path, &text);
        }
        let guard = format!("LANESCOPE_INCLUDED_{number}");
        self.line(&format!("#ifndef {guard}"));
        self.line(&format!("#define {guard}"));
        self.file(path, &text)?;
        self.line("#endif");
        Ok(())
    }

    /// The file that an `#include` means: beside the file that asks (for quoted names), then in the folders of `-I`.
    fn find(&self, from: &Path, asked: Asked) -> Option<PathBuf> {
        let (Asked::Quoted(name) | Asked::Angled(name)) = asked;
        let beside = match asked {
            Asked::Quoted(_) => from.parent(),
            Asked::Angled(_) => None,
        };
        let folders = beside.into_iter().chain(self.folders.iter().map(PathBuf::as_path));
        folders.map(|folder| folder.join(name)).find(|path| path.is_file())
    }

    fn line(&mut self, line: &str) {
        self.out += line;
        self.out.push('\n');
    }

    fn marker(&mut self, line: usize, path: &Path) {
        self.line(&format!("# {line} \"{}\"", path.display()));
    }
}

/// The same for every way to write the path of a file.
fn identity(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.into())
}

/// How a file is named.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Asked<'t> {
    Quoted(&'t str),
    Angled(&'t str),
}

/// What a line with a directive says behind its `#`, without space around it.
fn directive(line: &str) -> Option<&str> {
    line.trim().strip_prefix('#').map(str::trim_start)
}

/// Do the directives of a text begin with `#ifndef X` and `#define X`?
fn has_guard(text: &str) -> bool {
    let mut directives = text.lines().filter_map(directive);
    let name = directives.next().and_then(|first| first.strip_prefix("ifndef")).map(str::trim);
    let defined = directives.next().and_then(|second| second.strip_prefix("define"));
    name.is_some_and(|name| defined.is_some_and(|defined| defined.split_whitespace().next() == Some(name)))
}

/// The file that a line includes.
fn asked(line: &str) -> Option<Asked<'_>> {
    let rest = directive(line)?.strip_prefix("include")?.trim_start();
    match rest.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"').map(|(name, _)| Asked::Quoted(name)),
        None => rest.strip_prefix('<')?.split_once('>').map(|(name, _)| Asked::Angled(name)),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_are_found() {
        assert_eq!(asked("  # include \"a b.h\" // x"), Some(Asked::Quoted("a b.h")));
        assert_eq!(asked("#include<x/y.h>"), Some(Asked::Angled("x/y.h")));
        assert_eq!(asked("// #include \"a.h\""), None);
        assert_eq!(asked("#include NAME"), None);
    }

    #[test]
    fn guards_are_found() {
        assert!(has_guard("// x\n#ifndef A_H\n# define A_H 1\nint a;\n#endif"));
        assert!(
            !has_guard("#define A_H\n#ifndef A_H\n")
                && !has_guard("#ifndef A\n#define B\n")
                && !has_guard("")
        );
    }

    #[test]
    fn comments_go_on_over_lines() {
        assert!(comment_goes_on("a /* b", false) && comment_goes_on("\"", true));
        assert!(!comment_goes_on("a */ b", true) && !comment_goes_on("\"/*\" // /*", false));
        assert!(comment_goes_on("'µ' \"\\\"/*\" /* x */ /*", false));
    }
}

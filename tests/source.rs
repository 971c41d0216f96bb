//! The project's own Rust source as data: code without comments, strings and test modules, and the module paths it names.

use std::{fs, path::Path};

use crate::bless::project;

/// A source file.
pub struct File {
    /// Its path in the project, with forward slashes.
    pub path: String,
    /// Its text.
    pub text: String,
    /// The same with comments, the insides of strings, and unit tests blanked out; lines stay where they are.
    pub code: String,
}

/// A place in the source and what is there.
#[derive(Debug, PartialEq, Eq)]
pub struct Found {
    /// File and line, as `path:line`.
    pub place: String,
    /// What was found.
    pub what: String,
}

/// Every Rust file of the core: of all the crates below `core`.
pub fn core() -> Vec<File> {
    files("core").into_iter().filter(|file| file.path.contains("/src/")).collect()
}

/// Every Rust file below a folder of the project, in order of paths.
pub fn files(folder: &str) -> Vec<File> {
    let mut paths = Vec::new();
    collect(&project(folder), folder, &mut paths);
    paths.sort();
    paths.into_iter().map(|path| read(&path)).collect()
}

fn collect(folder: &Path, name: &str, paths: &mut Vec<String>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let child = format!("{name}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            collect(&entry.path(), &child, paths);
        } else if child.ends_with(".rs") {
            paths.push(child);
        }
    }
}

fn read(path: &str) -> File {
    let text = fs::read_to_string(project(path)).unwrap_or_default();
    let code = without_tests(&plain_code(&text));
    File { path: path.into(), text, code }
}

impl File {
    /// Is this a file of unit tests?
    pub fn is_test(&self) -> bool {
        self.path.ends_with("/tests.rs") || self.path.contains("/tests/")
    }

    /// The file with its unit tests as code.
    pub fn with_tests(&self) -> File {
        File { path: self.path.clone(), text: self.text.clone(), code: plain_code(&self.text) }
    }

    /// Places where a word stands in the code (as a whole word where it begins or ends with a letter).
    pub fn find(&self, word: &str) -> Vec<Found> {
        let places = self.code.match_indices(word).filter(|(at, _)| is_whole(&self.code, *at, word));
        places.map(|(at, _)| self.found(at, word)).collect()
    }

    /// The crate that the file belongs to: `core/parts` for `core/parts/src/mem/map.rs`.
    pub fn package(&self) -> &str {
        self.path.split_once("/src/").map_or("", |(package, _)| package)
    }

    /// The module path of the file as the laboratory names it: `core/src/a/b.rs` is `a::b`, `core/src/a/mod.rs` is `a`, and
    /// `core/machines/rvv/src/a.rs` is `machines::rvv::a`.
    pub fn module(&self) -> Vec<&str> {
        let (package, inner) = self.path.split_once("/src/").unwrap_or(("", self.path.as_str()));
        let parts = inner.trim_end_matches(".rs").split('/');
        let machine = package.strip_prefix("core/machines/").into_iter().flat_map(|id| ["machines", id]);
        machine.chain(parts.filter(|part| !matches!(*part, "mod" | "lib" | "main"))).collect()
    }

    /// Every path that begins with `start` (such as `crate::`), with braces taken apart: `crate::{a::b, c}` gives `a::b`
    /// and `c`.
    pub fn paths(&self, start: &str) -> Vec<Found> {
        let begins = self.code.match_indices(start).filter(|(at, _)| is_whole(&self.code, *at, start));
        let trees = begins.flat_map(|(at, _)| {
            expand(&self.code[at + start.len()..]).into_iter().map(move |path| (at, path))
        });
        trees.map(|(at, path)| self.found(at, &path)).collect()
    }

    /// Every path into the core that the file names, as the laboratory names it: a machine's `crate::isa` is `machines::rvv::isa`, and
    /// its `lanescope_parts::ir` is `ir`.
    pub fn core_paths(&self) -> Vec<Found> {
        let mut own = self.paths("crate::");
        if let Some(id) = self.package().strip_prefix("core/machines/") {
            own.iter_mut().for_each(|found| found.what = format!("machines::{id}::{}", found.what));
        }
        own.extend(self.paths("lanescope_parts::"));
        own
    }

    fn found(&self, at: usize, what: &str) -> Found {
        let line = self.code[..at].matches('\n').count() + 1;
        Found { place: format!("{}:{line}", self.path), what: what.into() }
    }
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn is_whole(code: &str, at: usize, word: &str) -> bool {
    let (before, after) = (code[..at].chars().next_back(), code[at + word.len()..].chars().next());
    let open = word.starts_with(is_name) && before.is_some_and(is_name);
    let close = word.ends_with(is_name) && after.is_some_and(is_name);
    !open && !close
}

/// The paths that a use tree begins: its text up to the end of the tree.
fn expand(text: &str) -> Vec<String> {
    if !text.starts_with('{') {
        let end = text.find(|c| !is_name(c) && c != ':').unwrap_or(text.len());
        let (path, rest) = text.split_at(end);
        return match path.strip_suffix("::") {
            Some(head) if rest.starts_with('{') => {
                expand(rest).into_iter().map(|tail| format!("{head}::{tail}")).collect()
            }
            _ => vec![path.trim_end_matches(':').to_string()],
        };
    }
    split_braces(text)
        .into_iter()
        .flat_map(|part| expand(part.trim()))
        .filter(|path| !path.is_empty())
        .collect()
}

/// The parts of `{a, b::{c, d}, e}…` that stand between top-level commas.
fn split_braces(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 1, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 || depth == 1 && c == ',' {
            parts.push(&text[start.min(at)..at]);
            start = at + 1;
        }
        if depth == 0 {
            break;
        }
    }
    parts
}

/// Cuts off the unit tests: everything from `#[cfg(test)]` and a `mod tests` with a body on.
fn without_tests(code: &str) -> String {
    let begin = code.match_indices("#[cfg(test)]").find(|(at, mark)| {
        let rest = code[at + mark.len()..].trim_start();
        // Other tests may use what it has.
        let rest = rest.strip_prefix("pub(super) ").unwrap_or(rest);
        rest.starts_with("mod ")
            && rest.find('{').is_some_and(|open| rest.find(';').is_none_or(|end| open < end))
    });
    begin.map_or(code, |(at, _)| &code[..at]).to_string()
}

/// Where the reader is in the text.
enum State {
    Code,
    Line,
    Block(u32),
    Text,
    Raw(usize),
}

/// The text with comments and the insides of strings and character literals as spaces.
fn plain_code(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let (mut out, mut state, mut at) = (String::with_capacity(text.len()), State::Code, 0);
    while at < chars.len() {
        let (next, taken, keep) = step(state, &chars[at..]);
        for c in &chars[at..(at + taken).min(chars.len())] {
            out.push(if keep || *c == '\n' { *c } else { ' ' });
        }
        (state, at) = (next, at + taken);
    }
    out
}

/// From a state: the next one, how many characters that takes, and whether they are code.
fn step(state: State, rest: &[char]) -> (State, usize, bool) {
    let at = |n: usize| rest.get(n).copied().unwrap_or('\0');
    match state {
        State::Code => step_code(rest),
        State::Line if at(0) == '\n' => (State::Code, 1, true),
        State::Line => (State::Line, 1, false),
        State::Block(depth) if at(0) == '/' && at(1) == '*' => (State::Block(depth + 1), 2, false),
        State::Block(1) if at(0) == '*' && at(1) == '/' => (State::Code, 2, false),
        State::Block(depth) if at(0) == '*' && at(1) == '/' => (State::Block(depth - 1), 2, false),
        State::Block(depth) => (State::Block(depth), 1, false),
        State::Text if at(0) == '\\' => (State::Text, 2, false),
        State::Text if at(0) == '"' => (State::Code, 1, true),
        State::Text => (State::Text, 1, false),
        State::Raw(n) if at(0) == '"' && (1..=n).all(|i| at(i) == '#') => (State::Code, 1 + n, true),
        State::Raw(n) => (State::Raw(n), 1, false),
    }
}

fn step_code(rest: &[char]) -> (State, usize, bool) {
    let at = |n: usize| rest.get(n).copied().unwrap_or('\0');
    match (at(0), at(1)) {
        ('/', '/') => (State::Line, 2, false),
        ('/', '*') => (State::Block(1), 2, false),
        ('"', _) => (State::Text, 1, true),
        ('r', '#' | '"') => {
            let marks = rest[1..].iter().take_while(|c| **c == '#').count();
            if at(1 + marks) == '"' { (State::Raw(marks), 2 + marks, true) } else { (State::Code, 1, true) }
        }
        ('\'', '\\') => {
            let end = rest[2..].iter().skip(1).position(|c| *c == '\'').map_or(rest.len(), |n| n + 4);
            (State::Code, end, false)
        }
        ('\'', _) if at(2) == '\'' => (State::Code, 3, false),
        _ => (State::Code, 1, true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> File {
        File { path: "core/src/a/b.rs".into(), text: text.into(), code: without_tests(&plain_code(text)) }
    }

    #[test]
    fn comments_strings_and_tests_are_no_code() {
        let text = "let a = \"unsafe \\\" x\"; // unsafe\n/* unsafe /* x */ unsafe */ let b = '\"'; r#\"unsafe\"#;\n\
                    #[cfg(test)]\nmod tests { unsafe }";
        assert_eq!(file(text).find("unsafe"), []);
        assert_eq!(file(text).with_tests().find("unsafe").len(), 1);
        assert_eq!(file("x\nunsafe {}").find("unsafe")[0].place, "core/src/a/b.rs:2");
        assert_eq!(file("fn f<'a>(x: &'a str) { not_unsafe() }").find("unsafe"), []);
    }

    #[test]
    fn use_trees_are_taken_apart() {
        let found = file("use crate::{a::{b, C}, d};\nfn f() { crate::e::F::g() }").paths("crate::");
        let paths: Vec<&str> = found.iter().map(|found| found.what.as_str()).collect();
        assert_eq!(paths, ["a::b", "a::C", "d", "e::F::g"]);
    }

    #[test]
    fn files_know_their_module() {
        assert_eq!(file("").module(), ["a", "b"]);
    }
}

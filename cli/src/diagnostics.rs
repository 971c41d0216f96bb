//! Diagnostics on standard error, in the style of rustc.

use std::{
    io::{self, IsTerminal, Write},
    path::Path,
};

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use lanescope_core::session::vocabulary::{
    Diagnostic, Document, File, Label, Language, Origin, Origins, Severity, Span, TextPlace,
};

use crate::{Failure, include};

/// The texts of a program, which know from which files their lines come.
pub struct Text {
    name: String,
    source: String,
    origins: Origins,
    /// The name of the main text in the program.
    main: String,
    /// Files in binary form, for which texts stand that nobody wrote.
    binaries: Vec<String>,
}

impl Text {
    /// The texts of a document whose main text has this path, with those of units in binary form.
    pub fn of(path: &str, document: &Document, binaries: &[(String, String)]) -> Text {
        let files = document.program_with(binaries);
        let origins = files.origins(document.language != Language::Assembly);
        let is_bytes = |file: &&File| file.contents.text().is_none();
        let binaries = document.files.iter().filter(is_bytes).map(|file| file.name.clone()).collect();
        let main = document.name.clone();
        Text { name: path.into(), source: files.text().into(), origins, main, binaries }
    }

    /// `file:line:column` of a span, if it has a place; of a file in binary form, which has no lines, its name.
    pub fn place(&self, span: Span) -> Option<String> {
        let TextPlace { file, line, column } =
            (!span.is_none()).then(|| self.origins.place(&self.source, span.start))?;
        let path = self.path(file.as_deref());
        let is_binary = self.binary(file.as_deref().unwrap_or(&self.main)).is_some();
        Some(if is_binary { path } else { format!("{path}:{line}:{column}") })
    }

    /// The file in binary form that a text stands for.
    fn binary(&self, text: &str) -> Option<&str> {
        self.binaries.iter().find(|name| include::stand_in(name) == text).map(String::as_str)
    }

    /// Where a file of the program is: beside the main text if it is there, else as the program calls it. A text that stands for a file
    /// in binary form is that file.
    fn path(&self, file: Option<&str>) -> String {
        let Some(file) = file else { return self.name.clone() };
        let file = self.binary(file).unwrap_or(file);
        let beside = Path::new(&self.name).with_file_name(file);
        if beside.is_file() { beside.display().to_string() } else { file.into() }
    }
}

/// Prints all of them.
pub fn print(text: &Text, diagnostics: &[Diagnostic]) {
    let renderer = if io::stderr().is_terminal() { Renderer::styled() } else { Renderer::plain() };
    for diagnostic in diagnostics {
        put(&format!("{}\n", render(&renderer, text, diagnostic)));
    }
}

/// A line on standard error. What is said may quote a name of a link, which must not steer the terminal.
pub fn say(line: &str) {
    put(&line.chars().map(visible).collect::<String>());
}

/// If nobody can read it, there is nobody to tell.
fn put(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// A control character as its picture.
fn visible(c: char) -> char {
    match c {
        '\n' | '\t' => c,
        '\x7F' => '␡',
        '\0'..' ' => char::from_u32(0x2400 + u32::from(c)).unwrap_or(char::REPLACEMENT_CHARACTER),
        c if c.is_control() => char::REPLACEMENT_CHARACTER,
        c => c,
    }
}

/// The failure that errors lead to: a limit if one of them says so.
pub fn failure(diagnostics: &[Diagnostic]) -> Failure {
    let is_limit = |diagnostic: &Diagnostic| diagnostic.is_error() && diagnostic.code.starts_with("limit::");
    if diagnostics.iter().any(is_limit) { Failure::LimitReported } else { Failure::Reported }
}

fn render(renderer: &Renderer, text: &Text, diagnostic: &Diagnostic) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let title = level.primary_title(diagnostic.message.as_str()).id(diagnostic.code.as_ref());
    let mut group = annotate_snippets::Group::with_title(title);
    let labels: Vec<&Label> = diagnostic.labels.iter().filter(|label| !label.span.is_none()).collect();
    for (at, origin) in origins(text, &labels).into_iter().enumerate() {
        group = group.element(snippet(text, origin, &labels, at == 0));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    renderer.render(&[group]).to_string()
}

/// The parts of the text that labels point at, the main one first.
fn origins<'t>(text: &'t Text, labels: &[&Label]) -> Vec<&'t Origin> {
    let mut origins: Vec<&Origin> = Vec::new();
    for origin in labels.iter().map(|label| text.origins.at(label.span.start)) {
        if !origins.contains(&origin) {
            origins.push(origin);
        }
    }
    origins
}

/// A part of the text with the labels that point at it.
fn snippet<'t>(
    text: &'t Text,
    origin: &'t Origin,
    labels: &[&'t Label],
    is_main: bool,
) -> Snippet<'t, annotate_snippets::Annotation<'t>> {
    let whole = range(&text.source, origin.span.start as usize, origin.span.end as usize);
    let part = &text.source[whole.clone()];
    let path = text.path(origin.file.as_deref());
    let mut snippet = Snippet::source(part).path(path).line_start(origin.first_line as usize);
    let here = labels.iter().enumerate().filter(|(_, label)| text.origins.at(label.span.start) == origin);
    for (at, label) in here {
        let kind = if at == 0 && is_main { AnnotationKind::Primary } else { AnnotationKind::Context };
        let behind = |offset: u32| (offset as usize).saturating_sub(whole.start);
        let range = range(part, behind(label.span.start), behind(label.span.end));
        snippet = snippet.annotation(kind.span(range).label(label.text.as_str()));
    }
    snippet
}

/// A span cut to the text and to character borders.
fn range(source: &str, start: usize, end: usize) -> std::ops::Range<usize> {
    let border = |mut at: usize| {
        at = at.min(source.len());
        while !source.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = border(start);
    start..border(end).max(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_code_place_and_help() {
        let diagnostic = Diagnostic::error("name::unknown", Span::new(4, 6), "There is no `xy`.")
            .help("Did you mean `x`?");
        let text = |source: &str| {
            let (name, source) = ("k.cl".into(), source.to_string());
            render(
                &Renderer::plain(),
                &Text {
                    name,
                    origins: Origins::of(&source),
                    source,
                    main: String::new(),
                    binaries: Vec::new(),
                },
                &diagnostic,
            )
        };
        let text = text("int xy;\n");
        assert!(text.starts_with("error[name::unknown]: There is no `xy`."), "{text}");
        assert!(
            text.contains("k.cl:1:5") && text.contains("^^") && text.contains("help: Did you mean `x`?"),
            "{text}"
        );
    }
}

//! Diagnostics on standard error, in the style of rustc.

use std::io::{self, IsTerminal, Write};

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use lanescope_core::session::vocabulary::{Diagnostic, Severity};

use crate::Failure;

/// Prints all of them.
pub fn print(name: &str, source: &str, diagnostics: &[Diagnostic]) {
    let renderer = if io::stderr().is_terminal() { Renderer::styled() } else { Renderer::plain() };
    for diagnostic in diagnostics {
        say(&format!("{}\n", render(&renderer, name, source, diagnostic)));
    }
}

/// A line on standard error. If nobody can read it, there is nobody to tell.
pub fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// The failure that errors lead to: a limit if one of them says so.
pub fn failure(diagnostics: &[Diagnostic]) -> Failure {
    let is_limit = |diagnostic: &Diagnostic| diagnostic.is_error() && diagnostic.code.starts_with("limit::");
    if diagnostics.iter().any(is_limit) { Failure::LimitReported } else { Failure::Reported }
}

fn render(renderer: &Renderer, name: &str, source: &str, diagnostic: &Diagnostic) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let title = level.primary_title(diagnostic.message.as_str()).id(diagnostic.code.as_ref());
    let mut group = annotate_snippets::Group::with_title(title);
    let labels: Vec<_> = diagnostic.labels.iter().filter(|label| !label.span.is_none()).collect();
    if !labels.is_empty() {
        let mut snippet = Snippet::source(source).path(name);
        for (at, label) in labels.iter().enumerate() {
            let kind = if at == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
            let range = range(source, label.span.start as usize, label.span.end as usize);
            snippet = snippet.annotation(kind.span(range).label(label.text.as_str()));
        }
        group = group.element(snippet);
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    renderer.render(&[group]).to_string()
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
    use lanescope_core::session::vocabulary::Span;

    #[test]
    fn shows_code_place_and_help() {
        let diagnostic = Diagnostic::error("name::unknown", Span::new(4, 6), "There is no `xy`.")
            .help("Did you mean `x`?");
        let text = render(&Renderer::plain(), "k.cl", "int xy;\n", &diagnostic);
        assert!(text.starts_with("error[name::unknown]: There is no `xy`."), "{text}");
        assert!(
            text.contains("k.cl:1:5") && text.contains("^^") && text.contains("help: Did you mean `x`?"),
            "{text}"
        );
    }
}

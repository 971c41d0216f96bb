//! Cases of the front end: a text, a line of dashes (in a comment, so that the file stays a text of its language), and
//! behind it what the front end says and the IR that it makes, before any pass. `cargo xtask bless` writes it.

use std::fmt::Write;

use lanescope_core::{
    document::{CompileOptions, Language, Limits},
    ir::text,
    lang,
    source::{Diagnostic, LineIndex},
};
use lanescope_tests::bless;

const LINE: &str = "\n// ----------\n";

#[test]
fn the_front_end_makes() {
    bless::cases("tests/cases/lang", LINE, |_, source| outcome(source));
}

fn outcome(source: &str) -> String {
    let front = lang::compile(source, Language::Auto, &CompileOptions::default(), &Limits::default());
    let mut out = String::new();
    for diagnostic in &front.diagnostics {
        said(&mut out, source, diagnostic);
    }
    for launch in &front.launches {
        let (global, local, dynamic) = (launch.global, launch.local, launch.dynamic_local);
        writeln!(out, "launch {}: global {global:?} local {local:?} dynamic {dynamic:?}", launch.kernel)
            .unwrap();
    }
    for kernel in &front.kernels {
        out += &text::print(kernel);
    }
    out
}

fn said(out: &mut String, source: &str, diagnostic: &Diagnostic) {
    let index = LineIndex::new(source);
    let kind = if diagnostic.is_error() { "error" } else { "warning" };
    writeln!(out, "{kind}[{}]: {}", diagnostic.code, diagnostic.message).unwrap();
    for label in &diagnostic.labels {
        let (line, start) = index.line_column(source, label.span.start);
        let (_, end) = index.line_column(source, label.span.end);
        writeln!(out, "  {line}:{start}-{end} {}", label.text).unwrap();
    }
    if let Some(help) = &diagnostic.help {
        writeln!(out, "  help: {help}").unwrap();
    }
}

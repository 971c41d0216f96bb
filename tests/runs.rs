//! Every gallery kernel on every preset, run to its end: one line of numbers each, the same on every platform.

use lanescope_core::session::{self, Session, vocabulary::*};

/// No gallery kernel needs as many cycles on any preset, except those that never end.
const CYCLES: u64 = 400_000;

/// A line for each run: kernel, preset, cycles, and digests of memory, machine state and event log.
pub fn all() -> String {
    let presets: Vec<String> =
        session::machines().into_iter().flat_map(|machine| machine.presets).map(|preset| preset.id).collect();
    let mut lines = String::new();
    for item in session::gallery() {
        for preset in &presets {
            lines += &format!("{} {preset} {}\n", item.name, run(document(&item.source, preset)));
        }
    }
    lines
}

/// A document of this text on this preset.
pub fn document(source: &str, preset: &str) -> Document {
    Document {
        source: source.into(),
        language: Language::Auto,
        options: CompileOptions::default(),
        kernel: None,
        launch: None,
        machine: MachineChoice { preset: preset.into(), changes: Vec::new() },
        cycle: 0,
        view: Vec::new(),
    }
}

fn run(document: Document) -> String {
    let mut session = Session::open(document, Limits { cycles: CYCLES, ..Limits::default() });
    if let Err(diagnostics) = session.start() {
        return diagnostics.iter().map(|diagnostic| diagnostic.code.as_ref()).collect::<Vec<_>>().join(" ");
    }
    let status = session.advance(CYCLES, CYCLES);
    let end = if status.halt.is_some() { "halted" } else { "ended" };
    let Some(report) = session.report() else {
        return "no report".into();
    };
    format!(
        "{end} {} {:016x} {:016x} {:016x}",
        report.cycles, report.memory_digest, report.state_digest, report.log_digest
    )
}

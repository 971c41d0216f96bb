//! The analysis against the author's tool, the thesis's worked examples, and the machine.

mod author;
mod flow;
mod holds;
pub mod kernels;
mod refreshes;
mod theorems;
mod thesis;

use alloc::{string::String, sync::Arc, vec::Vec};

use lanescope_parts::source::Diagnostic;

use super::{marks::Given, plan::Plan, report::Report};
use crate::{asm::assemble, exec::Launch, spec::Spec, timing::settings::Settings};

/// The report of a program.
pub fn report(source: &str, size: [u32; 2], width: u32, settings: &Settings) -> Arc<Report> {
    analysed(source, Launch { size, width }, settings).unwrap_or_else(|error| panic!("{error:?}\n{source}"))
}

/// The same, or what is wrong.
pub fn analysed(source: &str, launch: Launch, settings: &Settings) -> Result<Arc<Report>, Diagnostic> {
    let spec = Spec { timing: settings.clone(), ..Spec::default() };
    let (program, diagnostics) = assemble(source, spec.options());
    assert!(diagnostics.is_empty(), "{diagnostics:?}\n{source}");
    let mut plan = Plan::new(Arc::new(program), launch, &spec, &Given::default())?;
    loop {
        plan.advance(1 << 20)?;
        if let Some(report) = plan.report() {
            return Ok(report.clone());
        }
    }
}

/// So many vector additions.
pub fn vectors(count: usize) -> String {
    "add v1, v2, v3\n".repeat(count)
}

/// The cycles of phases.
pub fn cycles(phases: &[super::phases::Phase]) -> Vec<u64> {
    phases.iter().map(|phase| phase.cycles).collect()
}

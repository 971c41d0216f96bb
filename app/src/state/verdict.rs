//! What the page says of the text beside its heading: whether it compiles, and whether its run halts.

use lanescope_core::session::vocabulary::{Diagnostic, Severity};

use super::State;
use crate::text;

/// How it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Nobody knows yet.
    Open,
    /// It runs, as far as is known.
    Good,
    /// It does not compile, or its run halts.
    Bad,
}

impl State {
    /// See the module; in words. Nothing is said where the notice says it.
    pub fn verdict(&self, diagnostics: &[Diagnostic]) -> (Tone, String) {
        let count =
            |severity: Severity| diagnostics.iter().filter(|known| known.severity == severity).count();
        let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
        match self.halted_in() {
            _ if self.stale() && self.build.broken => (Tone::Bad, String::new()),
            _ if self.stale() => (Tone::Open, text::STALE.to_string()),
            _ if errors > 0 => (Tone::Bad, text::problems(errors, warnings)),
            Some(cycle) => (Tone::Bad, text::halted_in(cycle, warnings)),
            None => (Tone::Good, text::problems(errors, warnings)),
        }
    }
}

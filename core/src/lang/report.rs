//! Where every stage puts what it has to say.

use alloc::vec::Vec;

use crate::source::Diagnostic;

/// Most errors that are kept: nobody reads more, and a broken paste can cause very many.
pub const MAX_ERRORS: usize = 50;

/// A list of diagnostics without repetitions and without flood.
#[derive(Clone, Debug, Default)]
pub struct Report {
    list: Vec<Diagnostic>,
    errors: usize,
    muted: u32,
}

impl Report {
    /// Adds one, unless the report is muted or full or has it already.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.errors += usize::from(diagnostic.is_error());
        let same = |old: &Diagnostic| old.code == diagnostic.code && old.span() == diagnostic.span();
        if self.muted == 0 && self.list.len() < MAX_ERRORS && !self.list.iter().any(same) {
            self.list.push(diagnostic);
        }
    }

    /// Number of errors so far, the muted ones and repetitions included.
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// From here on nothing is kept, until [`Report::unmute`]; calls nest.
    pub fn mute(&mut self) {
        self.muted += 1;
    }

    /// Ends what [`Report::mute`] began.
    pub fn unmute(&mut self) {
        self.muted = self.muted.saturating_sub(1);
    }

    /// All of them, in the order of the text; those without a place first.
    pub fn into_list(mut self) -> Vec<Diagnostic> {
        self.list.sort_by_key(|diagnostic| diagnostic.span().start.wrapping_add(1));
        self.list
    }
}

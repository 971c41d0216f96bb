//! The run as a file: whether one is being written, and how far it is. Its bytes are not here: who writes the page's files
//! collects them.

use lanescope_core::session::Format;

use super::State;
use crate::protocol::{Ask, Exported};

/// See the module.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Exporting {
    /// Number of the file that was asked for last.
    number: u32,
    /// The one that is being written.
    pub now: Option<Writing>,
}

/// A file that is being written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Writing {
    /// Its format.
    pub format: Format,
    /// Bytes that are there.
    pub bytes: u64,
    /// How much is done, in thousandths.
    pub thousandths: u32,
}

impl State {
    pub(super) fn export(&mut self, format: Format) {
        self.exporting.number += 1;
        self.exporting.now = Some(Writing { format, bytes: 0, thousandths: 0 });
    }

    pub(super) fn told_export(&mut self, told: &Exported) {
        if told.number == self.exporting.number && self.exporting.now.is_some() {
            let Exported { format, bytes, thousandths, last, .. } = *told;
            self.exporting.now = (!last).then_some(Writing { format, bytes, thousandths });
        }
    }
}

/// Begins and stops files.
pub(super) fn asks(before: &State, now: &State) -> Option<Ask> {
    let number = now.exporting.number;
    match now.exporting.now {
        Some(Writing { format, .. }) if before.exporting.number != number => {
            Some(Ask::Export(number, format))
        }
        None if before.exporting.now.is_some() => Some(Ask::ExportStop),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(number: u32, bytes: u64, last: bool) -> Exported {
        Exported { number, format: Format::Csv, piece: Vec::new(), bytes, thousandths: 500, last }
    }

    #[test]
    fn a_file_is_asked_for_once_and_tells_how_far_it_is() {
        let (idle, mut state) = (State::default(), State::default());
        state.export(Format::Csv);
        assert_eq!(asks(&idle, &state), Some(Ask::Export(1, Format::Csv)));
        assert_eq!(asks(&state, &state), None);
        state.told_export(&told(1, 70, false));
        assert_eq!(state.exporting.now.map(|now| (now.bytes, now.thousandths)), Some((70, 500)));
        // Another takes its place; what is still told of the first is no news.
        let before = state.clone();
        state.export(Format::Json);
        assert_eq!(asks(&before, &state), Some(Ask::Export(2, Format::Json)));
        state.told_export(&told(1, 90, true));
        assert_eq!(state.exporting.now.map(|now| now.bytes), Some(0));
        state.told_export(&told(2, 90, true));
        assert_eq!(state.exporting.now, None);
    }

    #[test]
    fn a_file_ends_when_it_is_stopped_and_when_the_document_changes() {
        for ends in [|state: &mut State| state.exporting.now = None, |state: &mut State| state.rebuild(true)]
        {
            let mut state = State::default();
            state.export(Format::Csv);
            let before = state.clone();
            ends(&mut state);
            assert_eq!(asks(&before, &state), Some(Ask::ExportStop));
            state.told_export(&told(1, 70, false));
            assert_eq!(state.exporting.now, None);
        }
    }
}

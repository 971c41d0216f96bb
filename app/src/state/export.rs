//! The run as a file: whether one is being written, and how far it is. Its bytes are not here: who writes the page's files
//! collects them.

use lanescope_core::session::{Format, WHOLE};

use super::{Notice, State};
use crate::{
    protocol::{Ask, Exported, Rest},
    text,
};

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
    /// The cycles that are written: first, and one past the last.
    pub cycles: (u64, u64),
    /// Bytes that are there.
    pub bytes: u64,
    /// How much is done, in thousandths.
    pub thousandths: u32,
}

impl State {
    /// The cycles of the run that the timeline shows, if they are not all; none of the run that is not known yet.
    pub fn cycles_shown(&self) -> Option<(u64, u64)> {
        let (from, to) = self.window_cycles();
        let to = to.min(self.status.frontier);
        (from < to && (from, to) != (0, self.status.frontier)).then_some((from, to))
    }

    pub(super) fn export(&mut self, format: Format, cycles: (u64, u64)) {
        self.exporting.number += 1;
        self.exporting.now = Some(Writing { format, cycles, bytes: 0, thousandths: 0 });
    }

    pub(super) fn told_export(&mut self, told: &Exported) {
        let Some(now) = self.exporting.now.filter(|_| told.number == self.exporting.number) else { return };
        let Exported { bytes, thousandths, rest, .. } = *told;
        self.exporting.now = (rest == Rest::More).then_some(Writing { bytes, thousandths, ..now });
        if let Rest::TooLong(limit) = rest {
            let cycles = Some(now.cycles).filter(|cycles| *cycles != WHOLE);
            let text = text::export_too_long(limit, now.format, cycles);
            self.notice = Some(Notice { text, bad: true });
        }
    }
}

/// Begins and stops files.
pub(super) fn asks(before: &State, now: &State) -> Option<Ask> {
    let number = now.exporting.number;
    match now.exporting.now {
        Some(Writing { format, cycles, .. }) if before.exporting.number != number => {
            Some(Ask::Export(number, format, cycles))
        }
        None if before.exporting.now.is_some() => Some(Ask::ExportStop),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(number: u32, bytes: u64, rest: Rest) -> Exported {
        Exported { number, format: Format::Csv, piece: Vec::new(), bytes, thousandths: 500, rest }
    }

    #[test]
    fn a_file_is_asked_for_once_and_tells_how_far_it_is() {
        let (idle, mut state) = (State::default(), State::default());
        state.export(Format::Csv, WHOLE);
        assert_eq!(asks(&idle, &state), Some(Ask::Export(1, Format::Csv, WHOLE)));
        assert_eq!(asks(&state, &state), None);
        state.told_export(&told(1, 70, Rest::More));
        assert_eq!(state.exporting.now.map(|now| (now.bytes, now.thousandths)), Some((70, 500)));
        // Another takes its place; what is still told of the first is no news.
        let before = state.clone();
        state.export(Format::Json, (3, 9));
        assert_eq!(asks(&before, &state), Some(Ask::Export(2, Format::Json, (3, 9))));
        state.told_export(&told(1, 90, Rest::Whole));
        assert_eq!(state.exporting.now.map(|now| now.bytes), Some(0));
        state.told_export(&told(2, 90, Rest::Whole));
        assert_eq!(state.exporting.now, None);
    }

    #[test]
    fn a_file_that_is_too_long_says_what_to_do() {
        for (cycles, words) in [(WHOLE, "the cycles that are shown"), ((5, 8), "fewer cycles")] {
            let mut state = State::default();
            state.export(Format::Perfetto, cycles);
            state.told_export(&told(1, 70, Rest::TooLong(64)));
            let notice = state.notice.expect("it says so");
            assert!(state.exporting.now.is_none() && notice.bad);
            for part in ["export_bytes", "64", words, "lanescope trace FILE --out run.perfetto"] {
                assert!(notice.text.contains(part), "{part}: {}", notice.text);
            }
            assert_eq!(notice.text.contains("--cycles 5..8"), cycles == (5, 8));
        }
    }

    #[test]
    fn the_cycles_shown_are_those_of_the_window_that_are_known() {
        let mut state = State::default();
        state.status.frontier = 100;
        for (window, shown) in [
            (None, None),
            (Some((0.0, 101.0)), None),
            (Some((20.5, 30.0)), Some((20, 51))),
            (Some((90.0, 30.0)), Some((90, 100))),
            (Some((100.0, 4.0)), None),
        ] {
            state.panes.window = window;
            assert_eq!(state.cycles_shown(), shown, "{window:?}");
        }
    }

    #[test]
    fn a_file_ends_when_it_is_stopped_and_when_the_document_changes() {
        for ends in [|state: &mut State| state.exporting.now = None, |state: &mut State| state.rebuild(true)]
        {
            let mut state = State::default();
            state.export(Format::Csv, WHOLE);
            let before = state.clone();
            ends(&mut state);
            assert_eq!(asks(&before, &state), Some(Ask::ExportStop));
            state.told_export(&told(1, 70, Rest::More));
            assert_eq!(state.exporting.now, None);
        }
    }
}

//! The run as a file: whether one is being written, and how far it is. Its bytes are not here: who writes the page's files
//! collects them.

use lanescope_core::session::{Format, WHOLE, vocabulary::Limits};

use super::{Notice, State};
use crate::{
    protocol::{Ask, Exported},
    text,
};

/// Bytes up to which a file stays as it is; a longer one is packed with gzip.
pub const PLAIN: u64 = 16 << 20;

/// See the module.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Exporting {
    /// Number of the file that was asked for last.
    number: u32,
    /// The one that is being written.
    pub now: Option<Writing>,
    /// Are files written to disk as they are made, instead of being kept by the browser until they are whole?
    pub on_disk: bool,
}

/// What became of a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Saved {
    /// It is there.
    Whole,
    /// It was left off: packed, it would be longer than limit `export_bytes`.
    TooLong,
    /// It was left off for this reason.
    Failed(String),
    /// The person chose no place for it.
    Nowhere,
}

/// A file that is being written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Writing {
    /// Its format.
    pub format: Format,
    /// The cycles that are written: first, and one past the last.
    pub cycles: (u64, u64),
    /// Is it written to disk as it is made?
    pub on_disk: bool,
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
        let on_disk = self.exporting.on_disk;
        self.exporting.now = Some(Writing { format, cycles, on_disk, bytes: 0, thousandths: 0 });
    }

    pub(super) fn told_export(&mut self, told: &Exported) {
        let Some(now) = self.exporting.now.filter(|_| told.number == self.exporting.number) else { return };
        let Exported { bytes, thousandths, .. } = *told;
        self.exporting.now = Some(Writing { bytes, thousandths, ..now });
    }

    pub(super) fn saved(&mut self, number: u32, saved: Saved) {
        let Some(now) = self.exporting.now.filter(|_| number == self.exporting.number) else { return };
        self.exporting.now = None;
        let text = match saved {
            Saved::Whole if now.cycles == WHOLE && !self.status.complete => {
                let text = text::export_of_a_part(self.status.frontier);
                self.notice = Some(Notice { text, bad: false });
                return;
            }
            Saved::Whole | Saved::Nowhere => return,
            Saved::TooLong => {
                let cycles = Some(now.cycles).filter(|cycles| *cycles != WHOLE);
                text::export_too_long(Limits::default().export_bytes, now.format, cycles)
            }
            Saved::Failed(why) => text::export_failed(&why),
        };
        self.notice = Some(Notice { text, bad: true });
    }
}

/// Begins and stops files.
pub(super) fn asks(before: &State, now: &State) -> Option<Ask> {
    let number = now.exporting.number;
    match now.exporting.now {
        Some(Writing { format, cycles, on_disk, .. }) if before.exporting.number != number => {
            Some(Ask::Export { number, format, cycles, on_disk })
        }
        None if before.exporting.now.is_some() => Some(Ask::ExportStop),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(number: u32, bytes: u64) -> Exported {
        Exported { number, format: Format::Csv, piece: Vec::new(), bytes, thousandths: 500, whole: false }
    }

    fn ask(number: u32, format: Format, cycles: (u64, u64)) -> Option<Ask> {
        Some(Ask::Export { number, format, cycles, on_disk: false })
    }

    #[test]
    fn a_file_is_asked_for_once_and_tells_how_far_it_is() {
        let (idle, mut state) = (State::default(), State::default());
        state.export(Format::Csv, WHOLE);
        assert_eq!(asks(&idle, &state), ask(1, Format::Csv, WHOLE));
        assert_eq!(asks(&state, &state), None);
        state.told_export(&told(1, 70));
        assert_eq!(state.exporting.now.map(|now| (now.bytes, now.thousandths)), Some((70, 500)));
        // Another takes its place; what is still told of the first is no news.
        let before = state.clone();
        state.export(Format::Json, (3, 9));
        assert_eq!(asks(&before, &state), ask(2, Format::Json, (3, 9)));
        state.told_export(&told(1, 90));
        state.saved(1, Saved::Whole);
        assert_eq!(state.exporting.now.map(|now| now.bytes), Some(0));
        state.saved(2, Saved::Whole);
        assert_eq!((state.exporting.now, state.notice), (None, None));
    }

    #[test]
    fn a_file_of_a_run_without_an_end_says_how_far_it_goes() {
        for complete in [false, true] {
            let mut state = State::default();
            (state.status.complete, state.status.frontier) = (complete, 20_000_000);
            state.export(Format::Csv, WHOLE);
            state.saved(1, Saved::Whole);
            assert_eq!(
                state.notice.is_some_and(|notice| notice.text.contains("20\u{202f}000\u{202f}000")),
                !complete
            );
        }
    }

    #[test]
    fn a_file_that_is_too_long_says_what_to_do() {
        for (cycles, words) in [(WHOLE, "the cycles that are shown"), ((5, 8), "fewer cycles")] {
            let mut state = State::default();
            state.export(Format::Perfetto, cycles);
            state.saved(1, Saved::TooLong);
            let notice = state.notice.expect("it says so");
            assert!(state.exporting.now.is_none() && notice.bad);
            for part in
                ["export_bytes", words, "lanescope trace FILE --out run.perfetto.gz", text::EXPORT_ON_DISK]
            {
                assert!(notice.text.contains(part), "{part}: {}", notice.text);
            }
            assert_eq!(notice.text.contains("--cycles 5..8"), cycles == (5, 8));
        }
    }

    #[test]
    fn a_file_that_cannot_be_written_says_why_and_one_without_a_place_says_nothing() {
        let mut state =
            State { exporting: Exporting { on_disk: true, ..Exporting::default() }, ..State::default() };
        state.export(Format::Csv, WHOLE);
        assert!(state.exporting.now.is_some_and(|now| now.on_disk));
        state.saved(1, Saved::Nowhere);
        assert_eq!((state.exporting.now, &state.notice), (None, &None));
        state.export(Format::Csv, WHOLE);
        state.saved(2, Saved::Failed("no room".into()));
        assert!(state.notice.is_some_and(|notice| notice.bad && notice.text.contains("no room")));
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
            state.told_export(&told(1, 70));
            assert_eq!(state.exporting.now, None);
        }
    }
}

//! A file that is being written, part by part.

use alloc::{boxed::Box, string::String, vec::Vec};
use core::{
    fmt::{self, Debug, Formatter},
    ops::Range,
};

use super::{Names, Out};
use crate::trace::{Causes, Log, Sites, event::EventRow, track::Run};

/// The run that a file is about, and its words.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The words.
    pub names: Names,
    /// The machine's causes.
    pub causes: Causes,
    /// The machine's places, which events name.
    pub sites: Sites,
    /// The kinds of its events: the shared rows, then the machine's own.
    pub rows: Vec<EventRow>,
    /// Number of units.
    pub units: usize,
    /// Number of issue slots.
    pub slots: usize,
    /// The first cycle that the file is about.
    pub begin: u64,
    /// One past the last one.
    pub end: u64,
    /// One past the last cycle of which events are in it: further than `end` where a run halts, for what it told of the cycle in
    /// which it halted belongs to it.
    pub until: u64,
}

impl Subject {
    /// Is what happens in this cycle in the file?
    pub(super) fn has(&self, cycle: u64) -> bool {
        (self.begin..self.until).contains(&cycle)
    }

    /// The part of a state that is in the file.
    fn clipped(&self, state: Run) -> Run {
        Run { from: state.from.max(self.begin), to: state.to.min(self.end), ..state }
    }

    /// The name of a track: units, then slots.
    pub(super) fn track_name(&self, track: usize) -> &str {
        let name = match track.checked_sub(self.units) {
            None => self.names.units.get(track),
            Some(slot) => self.names.slots.get(slot),
        };
        name.map_or("", String::as_str)
    }
}

/// What a part of a file is written from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileSection {
    /// The states of these tracks (units, then slots), one track after the other.
    Tracks(Range<usize>),
    /// The events that are no states, in the order of time.
    Events,
}

/// A format: what its parts are, and what is written at each place of them.
pub trait Writer {
    /// The parts in the order of the file; at least one.
    fn parts(&self, run: &Subject) -> Vec<FileSection>;

    /// A part begins.
    fn begin(&mut self, _part: usize, _run: &Subject, _out: &mut Out) {}

    /// A track begins.
    fn track(&mut self, _track: usize, _run: &Subject, _out: &mut Out) {}

    /// The next state of a track; `log` has its lanes.
    fn state(&mut self, _track: usize, _state: &Run, _log: &Log, _run: &Subject, _out: &mut Out) {}

    /// The next events of a part: those of `log`.
    fn events(&mut self, _part: usize, _log: &Log, _run: &Subject, _out: &mut Out) {}

    /// A part ends.
    fn end(&mut self, _part: usize, _run: &Subject, _out: &mut Out) {}
}

/// A file that is being written.
pub struct File {
    run: Subject,
    writer: Box<dyn Writer>,
    parts: Vec<FileSection>,
    /// Where the file is: the part, the track in it, and the cycle of the track.
    part: usize,
    track: usize,
    cycle: u64,
    begun: bool,
}

/// Shown without its writer: that has no state that anybody would want to read.
impl Debug for File {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let place = (self.part, self.track, self.cycle);
        f.debug_struct("File").field("parts", &self.parts).field("place", &place).finish()
    }
}

impl File {
    /// A file of which nothing is written yet.
    pub fn new(writer: Box<dyn Writer>, run: Subject) -> File {
        let parts = writer.parts(&run);
        File { cycle: run.begin, run, writer, parts, part: 0, track: 0, begun: false }
    }

    /// What it wants to be told next: of tracks those that are not written yet, the first ones of which are enough, in whole; of
    /// events a piece of the run that begins where the last one ended. `None` when all is written.
    pub fn wants(&mut self, out: &mut Out) -> Option<FileSection> {
        loop {
            let part = self.parts.get(self.part)?.clone();
            if !core::mem::replace(&mut self.begun, true) {
                self.writer.begin(self.part, &self.run, out);
                self.track = if let FileSection::Tracks(tracks) = &part { tracks.start } else { 0 };
            }
            match part {
                FileSection::Tracks(tracks) if self.track >= tracks.end => self.finish(out),
                FileSection::Tracks(tracks) => return Some(FileSection::Tracks(self.track..tracks.end)),
                FileSection::Events => return Some(FileSection::Events),
            }
        }
    }

    fn finish(&mut self, out: &mut Out) {
        self.writer.end(self.part, &self.run, out);
        (self.part, self.begun) = (self.part + 1, false);
    }

    /// Writes what a log has of the part that is wanted; `last` if it is the last one of the part. Of tracks it stops when about
    /// `room` bytes were written, and is called again with the same log. Is all of the log written?
    pub fn take(&mut self, (log, last): (&Log, bool), room: u64, out: &mut Out) -> bool {
        match self.parts.get(self.part) {
            Some(FileSection::Tracks(tracks)) => {
                self.tracks(log, tracks.end.min(log.tracks().end), room, out)
            }
            Some(FileSection::Events) => {
                self.writer.events(self.part, log, &self.run, out);
                if last {
                    self.finish(out);
                }
                true
            }
            None => true,
        }
    }

    fn tracks(&mut self, log: &Log, end: usize, room: u64, out: &mut Out) -> bool {
        let full = out.written().saturating_add(room);
        while self.track < end {
            let Some(runs) = log.units.iter().chain(&log.slots).nth(self.track) else { return true };
            if self.cycle == self.run.begin {
                self.writer.track(self.track, &self.run, out);
            }
            for state in runs.runs(self.cycle, self.run.end).map(|state| self.run.clipped(state)) {
                self.writer.state(self.track, &state, log, &self.run, out);
                self.cycle = state.to;
                let stops = out.written() >= full || !out.is_wanted();
                if stops && self.cycle < self.run.end {
                    return !out.is_wanted();
                }
            }
            (self.track, self.cycle) = (self.track + 1, self.run.begin);
        }
        true
    }

    /// How much of it is written, in thousandths, if the part that it wants is told up to a cycle. To tell tracks counts as half
    /// of the work, to write them as the other half.
    pub fn thousandths(&self, told: u64) -> u32 {
        let Subject { begin, end, .. } = self.run;
        let share = |cycle: u64| {
            let done = cycle.min(end).saturating_sub(begin) * 1000;
            done.checked_div(end.saturating_sub(begin)).unwrap_or(0)
        };
        let of_part = match self.parts.get(self.part) {
            None => return 1000,
            Some(FileSection::Events) => share(told),
            Some(FileSection::Tracks(tracks)) => {
                let written = (self.track.max(tracks.start) - tracks.start) as u64 * 1000 + share(self.cycle);
                let written = written / (tracks.len() as u64).max(1);
                if written > 0 { 500 + written / 2 } else { share(told) / 2 }
            }
        };
        ((self.part as u64 * 1000 + of_part) / self.parts.len() as u64) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::export::tests::{example, subject, written};

    /// Writes down what it is told.
    struct Witness;

    impl Writer for Witness {
        fn parts(&self, run: &Subject) -> Vec<FileSection> {
            Vec::from([
                FileSection::Tracks(0..0),
                FileSection::Tracks(0..run.units + run.slots),
                FileSection::Events,
            ])
        }

        fn begin(&mut self, part: usize, _: &Subject, out: &mut Out) {
            out.text(format_args!("begin {part}\n"));
        }

        fn track(&mut self, track: usize, run: &Subject, out: &mut Out) {
            out.text(format_args!("track {}\n", run.track_name(track)));
        }

        fn state(&mut self, track: usize, state: &Run, _: &Log, _: &Subject, out: &mut Out) {
            out.text(format_args!("{track}: {} to {}\n", state.from, state.to));
        }

        fn events(&mut self, _: usize, log: &Log, _: &Subject, out: &mut Out) {
            out.text(format_args!("events to {}\n", log.end()));
        }

        fn end(&mut self, part: usize, _: &Subject, out: &mut Out) {
            out.text(format_args!("end {part}\n"));
        }
    }

    const WHOLE: &str = "begin 0\nend 0\nbegin 1\ntrack warp \"0\"\n0: 0 to 2\n0: 2 to 3\n0: 3 to 9\ntrack scheduler 0\n\
                         1: 0 to 2\n1: 2 to 9\nend 1\nbegin 2\nevents to 9\nend 2\n";

    #[test]
    fn parts_are_told_in_order_and_written_in_slices() {
        for room in [0, 1, 30, u64::MAX] {
            let (mut calls, mut parts) = (0, 0);
            let text = written(File::new(Box::new(Witness), subject(&example())), |file, out| {
                while let Some(part) = file.wants(out) {
                    parts += 1;
                    assert_eq!(part == FileSection::Events, parts == 2);
                    calls += 1;
                    while !file.take((&example(), true), room, out) {
                        calls += 1;
                    }
                }
            });
            assert_eq!(String::from_utf8(text).unwrap(), WHOLE, "{room}");
            assert!((calls > 2) == (room < 100), "{room}: {calls} calls");
        }
    }

    #[test]
    fn progress_grows_to_the_whole() {
        let mut before = 0;
        written(File::new(Box::new(Witness), subject(&example())), |file, out| {
            while file.wants(out).is_some() {
                for told in [0, 5, 9] {
                    assert!(file.thousandths(told) >= before);
                    before = file.thousandths(told);
                }
                while !file.take((&example(), true), 1, out) {
                    assert!(file.thousandths(9) >= before);
                    before = file.thousandths(9);
                }
            }
            assert_eq!(file.thousandths(0), 1000);
        });
    }
}

//! A run, or some cycles of it, as a file that is written in slices.
//!
//! An export has a machine of its own, which runs from the last keyframe in front of its cycles again: the session may be moved, or be gone, meanwhile. Nothing
//! of a file is kept: it goes out piece by piece. Who gives it up drops it.

use alloc::{boxed::Box, string::String};
use core::fmt::{self, Debug, Formatter};

use super::{data::Format, facade::Session};
use crate::{
    run::Replay,
    trace::{
        Log,
        export::{self, File, Names, Out, Subject, Writer},
    },
};

/// Bytes that are written in one slice, about.
const ROOM: u64 = 256 << 10;

/// All cycles of a run.
pub const WHOLE: (u64, u64) = (0, u64::MAX);

/// What a slice of an export was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slice {
    /// The run was run again for some cycles.
    Told,
    /// Something was written.
    Written,
    /// All is written, or the receiver wants no more.
    Done,
}

/// A file that is being written.
pub struct Exporting {
    file: File,
    run: Box<dyn Replay>,
    /// What was told and is not written yet.
    log: Option<Log>,
    bytes: u64,
    wanted: bool,
}

/// Shown without its machine.
impl Debug for Exporting {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exporting").field("file", &self.file).field("bytes", &self.bytes).finish()
    }
}

impl Exporting {
    /// A file about the run that `run` tells again.
    pub(super) fn new(writer: Box<dyn Writer>, subject: Subject, run: Box<dyn Replay>) -> Exporting {
        let file = File::new(writer, subject);
        Exporting { file, run, log: None, bytes: 0, wanted: true }
    }

    /// Goes on by one slice: at most `budget` cycles that are run again, or some bytes, which go to `out`. When `out` says `false`,
    /// the file ends.
    pub fn advance(&mut self, budget: u64, out: &mut dyn FnMut(&[u8]) -> bool) -> Slice {
        let mut out = Out::new(out);
        let slice = if self.wanted { self.slice(budget, &mut out) } else { Slice::Done };
        out.flush();
        self.bytes += out.written();
        self.wanted = self.wanted && out.is_wanted();
        if self.wanted { slice } else { Slice::Done }
    }

    fn slice(&mut self, budget: u64, out: &mut Out) -> Slice {
        if let Some(log) = &self.log {
            if self.file.take((log, !self.run.is_telling()), ROOM, out) {
                self.log = None;
            }
            return Slice::Written;
        }
        if !self.run.is_telling() {
            let Some(part) = self.file.wants(out) else { return Slice::Done };
            self.run.begin(part);
        }
        self.log = self.run.go_on(budget);
        Slice::Told
    }

    /// Bytes that were written until now.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// How much is done, in thousandths.
    pub fn thousandths(&self) -> u32 {
        self.file.thousandths(self.run.cycle())
    }

    /// Writes all that is left.
    pub(super) fn finish(mut self, out: &mut dyn FnMut(&[u8]) -> bool) {
        while self.advance(u64::MAX, out) != Slice::Done {}
    }
}

impl Session {
    /// Begins to write the cycles `from..to` up to the frontier as a file. `None` if there are none.
    pub fn exporting(&self, format: Format, cycles: (u64, u64)) -> Option<Exporting> {
        let writer: Box<dyn Writer> = match format {
            Format::Json => Box::new(export::chrome::Chrome::default()),
            Format::Perfetto => Box::new(export::perfetto::Perfetto::default()),
            Format::Kanata => Box::new(export::kanata::Kanata::default()),
            Format::Csv => Box::new(export::csv::Csv),
        };
        self.export_by(writer, cycles)
    }

    /// Writes the cycles `from..to` up to the frontier, piece by piece, to `out`, until all is written or `out` says `false`.
    /// They are run again for it. Nothing is written if there are none.
    pub fn export(&self, format: Format, cycles: (u64, u64), out: &mut dyn FnMut(&[u8]) -> bool) {
        if let Some(exporting) = self.exporting(format, cycles) {
            exporting.finish(out);
        }
    }

    /// Is there a run of a machine that has such events?
    pub fn has_events(&self, id: &str) -> bool {
        self.place_of(id).is_some()
    }

    fn place_of(&self, id: &str) -> Option<usize> {
        self.running()?.summary().rows().iter().position(|row| row.id == id)
    }

    /// Writes the events of a kind, by its id, in the cycles `from..to` as comma-separated values, piece by piece, to `out`, until
    /// all are written or `out` says `false`. These cycles are run again for it. Nothing is written if there is no such kind.
    pub fn export_events(&self, id: &str, cycles: (u64, u64), out: &mut dyn FnMut(&[u8]) -> bool) {
        let place = self.place_of(id);
        let exporting =
            place.and_then(|place| self.export_by(Box::new(export::events::Events(place)), cycles));
        if let Some(exporting) = exporting {
            exporting.finish(out);
        }
    }

    fn export_by(&self, writer: Box<dyn Writer>, (from, to): (u64, u64)) -> Option<Exporting> {
        let (running, run) = (self.running()?, self.run()?);
        let end = to.min(running.frontier());
        if from > 0 && from >= end {
            return None;
        }
        let lines = self.compiled().assembly.lines.iter();
        let names = Names {
            title: self.signature().map_or_else(String::new, |signature| signature.name.clone()),
            units: run.units.iter().map(|unit| unit.name.clone()).collect(),
            slots: run.slots.clone(),
            instructions: lines.filter_map(|line| Some((line.pc?, line.text.trim().into()))).collect(),
        };
        let summary = running.summary();
        let subject = Subject {
            names,
            causes: summary.causes().clone(),
            sites: running.sites(),
            rows: summary.rows().to_vec(),
            units: summary.units(),
            slots: summary.slots(),
            begin: from,
            end,
            // Where a run is over there is nothing behind it: the file has all that was told.
            until: if running.complete() && end == running.frontier() { u64::MAX } else { end },
        };
        Some(Exporting::new(writer, subject, running.replay((from, to))))
    }
}

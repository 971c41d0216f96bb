//! File formats of a run, so that other people's viewers can open it. `docs/formats.md` says what each holds.
//!
//! A file is written while the run is run again ([`Replay`]): formats in the order of time piece by piece, formats that have
//! one track after another with as many tracks at a time as memory has room for.

pub mod chrome;
pub mod csv;
pub mod events;
pub mod kanata;
pub mod perfetto;
#[cfg(test)]
mod tests;
mod told;

use alloc::{string::String, vec::Vec};
use core::{fmt, ops::Range};

use super::{Causes, Log, event::EventRow, track::Track};

/// Bytes of a piece.
const PIECE: usize = 64 << 10;

/// The words of a log: a log itself has only numbers.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// The kernel's name.
    pub title: String,
    /// Names of the units.
    pub units: Vec<String>,
    /// Names of the issue slots.
    pub slots: Vec<String>,
    /// Text of the instructions by pc.
    pub instructions: Vec<String>,
}

impl Names {
    fn instruction(&self, pc: u64) -> &str {
        self.instructions.get(pc as usize).map_or("?", String::as_str)
    }
}

/// A run that can be told again.
pub trait Replay {
    /// The machine's causes.
    fn causes(&self) -> &Causes;
    /// The kinds of its events: the shared rows, then the machine's own.
    fn rows(&self) -> &[EventRow];
    /// Numbers of units and of issue slots.
    fn sizes(&self) -> (usize, usize);
    /// One past its last cycle.
    fn end(&self) -> u64;
    /// Some of these tracks (units, then slots) over the whole run: the first one and those behind it that there is room for.
    fn tracks(&self, tracks: Range<usize>) -> Log;
    /// Hands over the events that are no states, in logs of one part of the run after the other, until `each` says `false`.
    fn events(&self, each: &mut dyn FnMut(&Log) -> bool);
}

/// A log of a whole run.
impl Replay for Log {
    fn causes(&self) -> &Causes {
        Log::causes(self)
    }

    fn rows(&self) -> &[EventRow] {
        Log::rows(self)
    }

    fn sizes(&self) -> (usize, usize) {
        (self.units.len(), self.slots.len())
    }

    fn end(&self) -> u64 {
        Log::end(self)
    }

    fn tracks(&self, tracks: Range<usize>) -> Log {
        self.clone().of_tracks(tracks)
    }

    fn events(&self, each: &mut dyn FnMut(&Log) -> bool) {
        each(self);
    }
}

/// The runs of one track, with the log that has it.
struct Traced<'a> {
    log: &'a Log,
    runs: &'a Track,
}

/// Hands over some tracks of a run one after another, with their places, until `each` says `false`.
fn each_track(run: &dyn Replay, tracks: Range<usize>, mut each: impl FnMut(usize, Traced) -> bool) {
    let Range { mut start, end } = tracks;
    while start < end {
        let log = run.tracks(start..end);
        for at in log.tracks() {
            let track = log.units.iter().chain(&log.slots).nth(at);
            if track.is_some_and(|runs| !each(at, Traced { log: &log, runs })) {
                return;
            }
        }
        start = log.tracks().end.max(start + 1);
    }
}

/// Where a file goes, in pieces; the receiver can say that it wants no more.
pub struct Out<'a> {
    piece: Vec<u8>,
    receiver: &'a mut dyn FnMut(&[u8]) -> bool,
    wanted: bool,
}

impl<'a> Out<'a> {
    /// An empty file.
    pub fn new(receiver: &'a mut dyn FnMut(&[u8]) -> bool) -> Out<'a> {
        Out { piece: Vec::with_capacity(PIECE), receiver, wanted: true }
    }

    /// Does the receiver want more?
    pub fn is_wanted(&self) -> bool {
        self.wanted
    }

    /// Appends bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.piece.extend_from_slice(bytes);
        if self.piece.len() >= PIECE {
            self.flush();
        }
    }

    /// Appends text.
    pub fn text(&mut self, text: fmt::Arguments) {
        struct Writer<'b, 'a>(&'b mut Out<'a>);
        impl fmt::Write for Writer<'_, '_> {
            fn write_str(&mut self, text: &str) -> fmt::Result {
                self.0.bytes(text.as_bytes());
                Ok(())
            }
        }
        // Writing into memory cannot fail.
        let _ = fmt::write(&mut Writer(self), text);
    }

    fn flush(&mut self) {
        if self.wanted && !self.piece.is_empty() {
            self.wanted = (self.receiver)(&self.piece);
        }
        self.piece.clear();
    }
}

/// The end of the file.
impl Drop for Out<'_> {
    fn drop(&mut self) {
        self.flush();
    }
}

/// A text between quotation marks for JSON.
struct Json<'a>(&'a str);

impl fmt::Display for Json<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for c in self.0.chars() {
            match c {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                c if u32::from(c) < 0x20 => write!(f, "\\u{:04x}", u32::from(c))?,
                c => write!(f, "{c}")?,
            }
        }
        f.write_str("\"")
    }
}

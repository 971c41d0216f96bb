//! File formats of a run, so that other people's viewers can open it. `docs/formats.md` says what each holds.
//!
//! A file is written while the run is run again. It has [`FileSection`]s, which are told one after the other: some in the order of time,
//! piece by piece, some track after track, with as many tracks at a time as memory has room for. A [`File`] says what it wants to
//! be told next, and writes as much of it in one go as it is asked to; so a file of any length can be written in slices, and be
//! given up between two of them.

pub mod chrome;
pub mod csv;
pub mod events;
mod file;
pub mod kanata;
pub mod perfetto;
#[cfg(test)]
mod tests;
mod told;

use alloc::{string::String, vec::Vec};
use core::fmt;

pub use file::{File, FileSection, Subject, Writer};

use crate::base::OrdMap;

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
    pub instructions: OrdMap<u32, String>,
}

impl Names {
    fn instruction(&self, pc: u64) -> &str {
        u32::try_from(pc).ok().and_then(|pc| self.instructions.get(&pc)).map_or("?", String::as_str)
    }
}

/// Where a file goes, in pieces; the receiver can say that it wants no more.
pub struct Out<'a> {
    piece: Vec<u8>,
    receiver: &'a mut dyn FnMut(&[u8]) -> bool,
    wanted: bool,
    /// Bytes until now.
    written: u64,
}

impl<'a> Out<'a> {
    /// Nothing is written yet.
    pub fn new(receiver: &'a mut dyn FnMut(&[u8]) -> bool) -> Out<'a> {
        Out { piece: Vec::with_capacity(PIECE), receiver, wanted: true, written: 0 }
    }

    /// Bytes that were appended until now.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// Does the receiver want more?
    pub fn is_wanted(&self) -> bool {
        self.wanted
    }

    /// Appends bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.piece.extend_from_slice(bytes);
        self.written += bytes.len() as u64;
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

    /// Hands over what is not handed over yet.
    pub fn flush(&mut self) {
        if self.wanted && !self.piece.is_empty() {
            self.wanted = (self.receiver)(&self.piece);
        }
        self.piece.clear();
    }
}

/// The last piece.
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

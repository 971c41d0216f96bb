//! How a text is cut into chunks (facts C5). This decides all addresses.
//!
//! A chunk ends at a label, at `.align`, `.perm`, `.entry` and `.global`, and where data follows instructions or the reverse. Data are
//! aligned to a word unless `.align` said something; instructions are not aligned. A chunk has the name of the last label, also if that
//! named a chunk before. A label with nothing behind it makes a chunk of no bytes, which takes a waiting `.align` with it.
//! `.global` and `.entry` hold until something was emitted and then a label, `.perm` or `.align` comes.

use alloc::{string::String, vec::Vec};

use super::{
    super::isa::Arch,
    object::{Chunk, MAX_BYTES, Object, Placed, READ, Reference},
};

/// A directive that holds for what follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Off,
    Waiting,
    Used,
}

impl Mark {
    fn used(&mut self) {
        *self = if *self == Mark::Off { Mark::Off } else { Mark::Used };
    }

    fn settle(&mut self) {
        *self = if *self == Mark::Waiting { Mark::Waiting } else { Mark::Off };
    }
}

/// A text that is being cut.
#[derive(Debug)]
pub struct Cutter {
    arch: Arch,
    chunks: Vec<Chunk>,
    /// The chunk that goes on, and whether instructions stand in it.
    open: Option<(bool, Chunk)>,
    name: String,
    /// Has nothing been emitted since the last label?
    bare: bool,
    align: Option<u64>,
    permission: u64,
    global: Mark,
    entry: Mark,
    entry_chunk: u64,
    bytes: u64,
}

impl Cutter {
    /// Before the first line.
    pub const fn new(arch: Arch) -> Cutter {
        Cutter {
            arch,
            chunks: Vec::new(),
            open: None,
            name: String::new(),
            bare: false,
            align: None,
            permission: READ,
            global: Mark::Off,
            entry: Mark::Off,
            entry_chunk: 0,
            bytes: 0,
        }
    }

    fn close(&mut self) {
        self.chunks.extend(self.open.take().map(|(_, chunk)| chunk));
    }

    fn settle(&mut self) {
        self.global.settle();
        self.entry.settle();
    }

    /// A chunk with what holds now.
    fn begin(&mut self, alignment: u64) -> Chunk {
        if self.entry != Mark::Off {
            self.entry_chunk = self.chunks.len() as u64;
        }
        let (name, global) = (self.name.clone(), self.global != Mark::Off);
        Chunk { name, alignment, permission: self.permission, global, ..Chunk::default() }
    }

    fn empty(&mut self) {
        if self.bare {
            let chunk = self.begin(0);
            self.chunks.push(chunk);
            self.align = None;
        }
    }

    /// A label.
    pub fn label(&mut self, name: String) {
        self.close();
        self.empty();
        self.settle();
        (self.name, self.bare) = (name, true);
    }

    /// `.align`.
    pub fn align(&mut self, alignment: u64) {
        self.close();
        self.settle();
        self.align = Some(alignment);
    }

    /// `.perm`.
    pub fn permit(&mut self, permission: u64) {
        self.close();
        self.settle();
        self.permission = permission;
    }

    /// `.global`.
    pub fn global(&mut self) {
        self.close();
        self.global = Mark::Waiting;
    }

    /// `.entry`.
    pub fn entry(&mut self) {
        self.close();
        self.entry = Mark::Waiting;
    }

    /// Is there room for so many bytes more?
    pub const fn has_room(&self, bytes: u64) -> bool {
        bytes <= MAX_BYTES - self.bytes
    }

    /// Bytes of an instruction or of data, for which [`Cutter::has_room`], and the immediate in them that waits for a name. The places of
    /// both count from the first of these bytes.
    pub fn emit(&mut self, placed: Placed, bytes: &[u8], reference: Option<Reference>) {
        let is_code = placed.is_code;
        if self.open.as_ref().is_none_or(|(open, _)| *open != is_code) {
            self.close();
            let usual = if is_code { 0 } else { self.arch.word_bytes.into() };
            let alignment = self.align.take().unwrap_or(usual);
            self.open = Some((is_code, self.begin(alignment)));
        }
        let Some((_, chunk)) = &mut self.open else { return };
        let from = chunk.bytes;
        chunk.places.push(Placed { at: from + placed.at, ..placed });
        chunk.data.extend_from_slice(bytes);
        chunk.bytes += bytes.len() as u64;
        chunk.references.extend(reference.map(|one| Reference {
            next: from + one.next,
            at: from + one.at,
            ..one
        }));
        self.bytes += bytes.len() as u64;
        self.bare = false;
        self.global.used();
        self.entry.used();
    }

    /// The end of the text.
    pub fn finish(mut self) -> Object {
        self.close();
        self.empty();
        Object { arch: self.arch.id(), entry: self.entry_chunk, chunks: self.chunks }
    }
}

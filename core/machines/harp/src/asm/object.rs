//! What one text becomes: chunks of bytes with names, and places in them that wait for names (facts C5 to C7).

use alloc::{string::String, vec::Vec};

use lanescope_parts::{ir::Type, source::Span};

use super::super::isa::ArchId;

/// Permission of a chunk: it may be read.
pub const READ: u64 = 1;
/// Permission of a chunk: it may be written.
pub const WRITE: u64 = 2;
/// Permission of a chunk: it may be executed.
pub const EXECUTE: u64 = 4;

/// Most bytes of a chunk, of an object and of an image.
pub const MAX_BYTES: u64 = 16 << 20;

/// A text in binary form, not linked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// The machines that it is for.
    pub arch: ArchId,
    /// Index of the chunk with which a program begins, as `.entry` says. The original linker does not ask.
    pub entry: u64,
    /// The chunks in order.
    pub chunks: Vec<Chunk>,
}

impl Object {
    /// A flat image, of which only the machine is known: it may all be instructions.
    pub fn flat(arch: ArchId, bytes: &[u8]) -> Object {
        let chunk = Chunk {
            permission: READ | WRITE | EXECUTE,
            data: bytes.into(),
            bytes: bytes.len() as u64,
            ..Chunk::default()
        };
        let chunks = if bytes.is_empty() { Vec::new() } else { Vec::from([chunk]) };
        Object { arch, entry: 0, chunks }
    }
}

/// A run of instructions or of data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chunk {
    /// The last label before it.
    pub name: String,
    /// Its address is a multiple of this, unless it is 0.
    pub alignment: u64,
    /// [`READ`], [`WRITE`], [`EXECUTE`].
    pub permission: u64,
    /// Is its name known to other texts?
    pub global: bool,
    /// Its address; 0 as long as it has none.
    pub address: u64,
    /// Its bytes.
    pub data: Vec<u8>,
    /// Bytes that it has in memory: those behind its data are zeros.
    pub bytes: u64,
    /// Places in it that wait for names, in ascending order.
    pub references: Vec<Reference>,
    /// Where its instructions and data come from. Object files have none.
    pub places: Vec<Placed>,
}

/// Where an instruction or a piece of data comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Its first byte: in its chunk, or its address in an image.
    pub at: u64,
    /// Its place in the texts.
    pub span: Span,
    /// Is it an instruction?
    pub is_code: bool,
    /// The type of the numbers that a directive puts there, if one says it.
    pub element: Option<Type>,
}

/// An immediate that waits for a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The name.
    pub name: String,
    /// Does it count from the next instruction?
    pub relative: bool,
    /// Where the next instruction is in the chunk.
    pub next: u64,
    /// Where the word that holds the immediate is in the chunk (in the byte encoding: the immediate itself).
    pub at: u64,
    /// Bits of the immediate.
    pub bits: u64,
    /// Where the name stands.
    pub span: Span,
}

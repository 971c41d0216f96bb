//! Object files (facts C7): words from the lowest byte, texts that end with a zero and are filled up to a word.
//!
//! A file is `HARP` with the ArchID, the index of the entry, the number of chunks, where each begins, and the chunks. What stands in a file
//! is not believed: a number that leads out of it is an error.

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::source::Span;

use super::{
    super::isa::{ArchId, little_endian},
    object::{Chunk, MAX_BYTES, Object, Reference},
};

/// How an object file begins.
pub const MAGIC: &str = "HARP";
/// Flag of a chunk: its name is global. Flag of a reference: it counts from the next instruction.
const FLAG: u64 = 1;

/// An object as a file.
pub fn write(object: &Object) -> Vec<u8> {
    let mut to = Writer { word: object.arch.word_bytes.into(), bytes: Vec::new() };
    to.text(&format!("{MAGIC}{}", object.arch));
    to.number(object.entry);
    to.number(object.chunks.len() as u64);
    let table = to.bytes.len();
    object.chunks.iter().for_each(|_| to.number(0));
    for (index, chunk) in object.chunks.iter().enumerate() {
        let offset = to.bytes.len() as u64;
        let entry = table + index * to.word;
        to.bytes[entry..entry + to.word].copy_from_slice(&offset.to_le_bytes()[..to.word]);
        to.text(&chunk.name);
        let (size, stored, references) =
            (chunk.bytes, chunk.data.len() as u64, chunk.references.len() as u64);
        for value in
            [chunk.alignment, chunk.permission, chunk.global.into(), chunk.address, size, stored, references]
        {
            to.number(value);
        }
        for one in &chunk.references {
            to.text(&one.name);
            [one.relative.into(), one.next, one.at, one.bits].into_iter().for_each(|value| to.number(value));
        }
        to.bytes.extend_from_slice(&chunk.data);
        to.fill();
    }
    to.bytes
}

struct Writer {
    word: usize,
    bytes: Vec<u8>,
}

impl Writer {
    fn fill(&mut self) {
        self.bytes.resize(self.bytes.len().next_multiple_of(self.word), 0);
    }

    fn number(&mut self, value: u64) {
        self.bytes.extend_from_slice(&value.to_le_bytes()[..self.word]);
    }

    fn text(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
        self.bytes.push(0);
        self.fill();
    }
}

/// Reads an object file.
///
/// # Errors
/// A sentence that says why it is none.
pub fn read(bytes: &[u8]) -> Result<Object, String> {
    let mut from = Reader { bytes, word: 1, at: 0 };
    let head = from.text().filter(|head| head.starts_with(MAGIC));
    let head = head.ok_or_else(|| format!("an object file begins with `{MAGIC}` and an ArchID"))?;
    let arch = ArchId::parse(&head[MAGIC.len()..])?;
    from.word = arch.word_bytes.into();
    from.fill();
    from.body(arch).ok_or_else(|| "the object file is cut off, or larger than objects are".into())
}

struct Reader<'t> {
    bytes: &'t [u8],
    word: usize,
    at: usize,
}

impl Reader<'_> {
    fn fill(&mut self) {
        self.at = self.at.next_multiple_of(self.word);
    }

    fn number(&mut self) -> Option<u64> {
        let end = self.at.checked_add(self.word)?;
        let value = little_endian(self.bytes.get(self.at..end)?);
        self.at = end;
        Some(value)
    }

    fn text(&mut self) -> Option<String> {
        let rest = self.bytes.get(self.at..)?;
        let length = rest.iter().position(|byte| *byte == 0)?;
        let text = core::str::from_utf8(&rest[..length]).ok()?.into();
        self.at += length + 1;
        self.fill();
        Some(text)
    }

    fn body(&mut self, arch: ArchId) -> Option<Object> {
        let (entry, count) = (self.number()?, self.number()?);
        let mut offsets = Vec::new();
        for _ in 0..count {
            offsets.push(self.number()?);
        }
        // Chunks may lie on each other: what all of them take is bounded by itself.
        let (mut chunks, mut room) = (Vec::new(), MAX_BYTES);
        for offset in offsets {
            self.at = usize::try_from(offset).ok()?;
            let begin = self.at;
            let chunk = self.chunk()?;
            room = room.checked_sub(chunk.bytes.max(self.at.saturating_sub(begin) as u64))?;
            chunks.push(chunk);
        }
        Some(Object { arch, entry, chunks })
    }

    fn chunk(&mut self) -> Option<Chunk> {
        let name = self.text()?;
        let mut values = [0; 7];
        for value in &mut values {
            *value = self.number()?;
        }
        let [alignment, permission, flags, address, bytes, stored, count] = values;
        let mut references = Vec::new();
        for _ in 0..count {
            let name = self.text()?;
            let [flags, next, at, bits] = [self.number()?, self.number()?, self.number()?, self.number()?];
            let relative = flags & FLAG != 0;
            references.push(Reference { name, relative, next, at, bits, span: Span::NONE });
        }
        let end = self.at.checked_add(usize::try_from(stored).ok()?)?;
        let data = self.bytes.get(self.at..end).filter(|_| stored <= bytes && bytes <= MAX_BYTES)?.into();
        self.at = end;
        let global = flags & FLAG != 0;
        Some(Chunk {
            name,
            alignment,
            permission,
            global,
            address,
            data,
            bytes,
            references,
            places: Vec::new(),
        })
    }
}

//! Object files (facts C7): words from the lowest byte, texts that end with a zero and are filled up to a word.
//!
//! A file is `HARP` with the ArchID, the index of the entry, the number of chunks, where each begins, and the chunks. What stands in a file
//! is not believed: a number that leads out of it is an error.

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::source::Span;

use super::{
    super::isa::{ArchId, little_endian},
    object::{Chunk, MAX_BYTES, Object, Reference},
    token::is_name,
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
    let arch =
        from.arch().unwrap_or_else(|| Err(format!("an object file begins with `{MAGIC}` and an ArchID")))?;
    from.word = arch.word_bytes.into();
    from.fill();
    from.body(arch)
}

/// Does a file begin as an object file does? A text may begin with the same letters.
pub fn is_object(bytes: &[u8]) -> bool {
    Reader { bytes, word: 1, at: 0 }.arch().is_some_and(|arch| arch.is_ok())
}

struct Reader<'t> {
    bytes: &'t [u8],
    word: usize,
    at: usize,
}

fn cut() -> String {
    "the object file is cut off, or larger than objects are".into()
}

impl<'t> Reader<'t> {
    /// The ArchID behind the first letters, if those are an object file's.
    fn arch(&mut self) -> Option<Result<ArchId, String>> {
        let head = self.text().ok()?.strip_prefix(MAGIC.as_bytes())?;
        core::str::from_utf8(head).ok().map(ArchId::parse)
    }

    fn fill(&mut self) {
        self.at = self.at.next_multiple_of(self.word);
    }

    fn number(&mut self) -> Result<u64, String> {
        let end = self.at.checked_add(self.word).ok_or_else(cut)?;
        let value = little_endian(self.bytes.get(self.at..end).ok_or_else(cut)?);
        self.at = end;
        Ok(value)
    }

    fn text(&mut self) -> Result<&'t [u8], String> {
        let rest = self.bytes.get(self.at..).ok_or_else(cut)?;
        let length = rest.iter().position(|byte| *byte == 0).ok_or_else(cut)?;
        self.at += length + 1;
        self.fill();
        Ok(&rest[..length])
    }

    /// A name that a text can have.
    fn name(&mut self) -> Result<String, String> {
        let bytes = self.text()?;
        let name = core::str::from_utf8(bytes).ok().filter(|name| is_name(name));
        name.map(String::from).ok_or_else(|| {
            let shown = String::from_utf8_lossy(bytes);
            format!("the object file is damaged: `{}` is no name", shown.escape_debug())
        })
    }

    fn body(&mut self, arch: ArchId) -> Result<Object, String> {
        let (entry, count) = (self.number()?, self.number()?);
        let mut offsets = Vec::new();
        for _ in 0..count {
            offsets.push(self.number()?);
        }
        if entry > 0 && entry >= count {
            return Err(format!(
                "the object file is damaged: its entry is piece {entry} of {count} (from 0 on)"
            ));
        }
        // Chunks may lie on each other: what all of them take is bounded by itself.
        let (mut chunks, mut room) = (Vec::new(), MAX_BYTES);
        for offset in offsets {
            self.at = usize::try_from(offset).map_err(|_| cut())?;
            let begin = self.at;
            let chunk = self.chunk()?;
            let taken = chunk.bytes.max(self.at.saturating_sub(begin) as u64);
            room = room.checked_sub(taken).ok_or_else(cut)?;
            chunks.push(chunk);
        }
        Ok(Object { arch, entry, chunks })
    }

    fn chunk(&mut self) -> Result<Chunk, String> {
        // Only what stands in front of the first label has no name.
        let is_bare = self.bytes.get(self.at) == Some(&0);
        let name = if is_bare { self.text().map(|_| String::new())? } else { self.name()? };
        let mut values = [0; 7];
        for value in &mut values {
            *value = self.number()?;
        }
        let [alignment, permission, flags, address, bytes, stored, count] = values;
        let mut references = Vec::new();
        for _ in 0..count {
            let one = self.reference()?;
            let end = one.at.checked_add(self.word as u64);
            if one.next > bytes
                || end.is_none_or(|end| end > bytes)
                || !(1..=8 * self.word as u64).contains(&one.bits)
            {
                return Err(format!(
                    "the object file is damaged: the place for `{}` lies outside of `{name}`",
                    one.name
                ));
            }
            references.push(one);
        }
        let end =
            usize::try_from(stored).ok().and_then(|stored| self.at.checked_add(stored)).ok_or_else(cut)?;
        let data = self.bytes.get(self.at..end).filter(|_| stored <= bytes && bytes <= MAX_BYTES);
        let data = data.ok_or_else(cut)?.into();
        self.at = end;
        let global = flags & FLAG != 0;
        Ok(Chunk {
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

    fn reference(&mut self) -> Result<Reference, String> {
        let name = self.name()?;
        let [flags, next, at, bits] = [self.number()?, self.number()?, self.number()?, self.number()?];
        Ok(Reference { name, relative: flags & FLAG != 0, next, at, bits, span: Span::NONE })
    }
}

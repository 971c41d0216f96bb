//! Objects become an image (facts C6).
//!
//! Chunks lie one after the other in the order of objects, each at a multiple of its alignment; zeros fill what is between. A name means
//! the last chunk that bears it: of those of the same object that are not global, else of the global ones of all objects ([`Linked`]). A program begins
//! with the first chunk of the first object, whatever `.entry` says.

use alloc::{format, string::String, sync::Arc, vec::Vec};
use core::ops::Range;

use lanescope_parts::{
    asm::{Doubles, Linked, Strength},
    source::{Diagnostic, Span},
};

use super::{
    super::{
        codegen::Entry,
        isa::{ArchId, Encoding, Reach, little_endian},
        rules::Rules,
    },
    object::{Chunk, MAX_BYTES, Object, Placed, Reference},
};

/// A chunk that has a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The name.
    pub name: String,
    /// Its addresses.
    pub at: Range<u64>,
}

/// Memory as a program begins with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    /// The machines that it is for.
    pub arch: ArchId,
    /// Address of the first byte.
    pub base: u64,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Addresses of instructions and data in ascending order, with their places in the texts.
    pub places: Vec<Placed>,
    /// Names of chunks, in the order of addresses.
    pub names: Vec<Named>,
    /// What a launch must know of it, if it is a compiled kernel.
    pub entry: Option<Arc<Entry>>,
}

impl Image {
    /// A flat image, of which nothing else is known.
    pub const fn flat(arch: ArchId, bytes: Vec<u8>) -> Image {
        Image { arch, base: 0, bytes, places: Vec::new(), names: Vec::new(), entry: None }
    }

    /// Where an address comes from in the texts.
    pub fn span(&self, address: u64) -> Span {
        let at = self.places.binary_search_by_key(&address, |placed| placed.at);
        at.map_or(Span::NONE, |at| self.places[at].span)
    }
}

/// Links objects to an image that begins at an address.
pub fn link(objects: &[Object], base: u64, rules: &Rules) -> (Option<Image>, Vec<Diagnostic>) {
    let wrong = |message: String| (None, Vec::from([Diagnostic::error("harp::link", Span::NONE, message)]));
    let Some(first) = objects.first() else { return wrong("there is nothing to link".into()) };
    let mut arch = first.arch;
    for object in objects {
        if object.arch.complete().is_none() {
            return wrong(object.arch.incomplete());
        }
        // What one of them does not say another may.
        arch = match arch.with(object.arch) {
            Some(both) => both,
            None => {
                return wrong(format!("objects for `{arch}` and for `{}` do not go together", object.arch));
            }
        };
    }
    let Some(addresses) = places(objects, base) else {
        return wrong(format!(
            "an image has at most {MAX_BYTES} bytes, and its addresses are numbers of 64 bits"
        ));
    };
    let names = names(objects, &addresses);
    let mut image = Image { base, ..Image::flat(arch, Vec::new()) };
    let mut said = Vec::new();
    for (unit, (object, addresses)) in objects.iter().zip(&addresses).enumerate() {
        for (chunk, address) in object.chunks.iter().zip(addresses) {
            image.bytes.resize((address - base) as usize, 0);
            image.bytes.extend_from_slice(&chunk.data);
            image.bytes.resize((address - base + chunk.bytes) as usize, 0);
            image.places.extend(chunk.places.iter().map(|one| Placed { at: address + one.at, ..*one }));
            if !chunk.name.is_empty() {
                image.names.push(Named { name: chunk.name.clone(), at: *address..*address + chunk.bytes });
            }
            for reference in &chunk.references {
                let found = names
                    .find(unit, &reference.name)
                    .copied()
                    .ok_or_else(|| names.undefined(&reference.name, reference.span));
                let start = (address - base + reference.at) as usize;
                let word = image
                    .bytes
                    .get_mut(start..)
                    .and_then(|rest| rest.get_mut(..object.arch.word_bytes.into()));
                let done = found.and_then(|found| bind(reference, found, *address, object.arch, word, rules));
                said.extend(done.err());
            }
        }
    }
    let usable = !said.iter().any(Diagnostic::is_error);
    (usable.then_some(image), said)
}

/// The addresses of all chunks, object by object; `None` if there is no room for them.
fn places(objects: &[Object], base: u64) -> Option<Vec<Vec<u64>>> {
    let mut end = base;
    let mut place = |chunk: &Chunk| {
        let start = match chunk.alignment {
            0 => end,
            alignment => end.checked_next_multiple_of(alignment)?,
        };
        end = start.checked_add(chunk.bytes)?;
        (end - base <= MAX_BYTES && chunk.data.len() as u64 <= chunk.bytes).then_some(start)
    };
    objects.iter().map(|object| object.chunks.iter().map(&mut place).collect()).collect()
}

/// The addresses of the names of all chunks.
fn names(objects: &[Object], addresses: &[Vec<u64>]) -> Linked<u64> {
    let mut names = Linked::new(Doubles::Last);
    for (unit, (object, addresses)) in objects.iter().zip(addresses).enumerate() {
        for (chunk, address) in
            object.chunks.iter().zip(addresses).filter(|(chunk, _)| !chunk.name.is_empty())
        {
            let strength = if chunk.global { Strength::Global } else { Strength::Local };
            let span = chunk.places.first().map_or(Span::NONE, |placed| placed.span);
            // Where the last one counts nothing is wrong.
            let _ = names.define(unit, &chunk.name, strength, *address, span);
        }
    }
    names
}

/// Puts an address into the immediate that waits for it. A warning is an `Err`, too.
fn bind(
    reference: &Reference,
    target: u64,
    chunk: u64,
    id: ArchId,
    word: Option<&mut [u8]>,
    rules: &Rules,
) -> Result<(), Diagnostic> {
    let Reference { name, relative, next, bits, span, .. } = reference;
    let error = |message: String| Err(Diagnostic::error("harp::link", *span, message));
    let (Some(word), true) = (word, (1..=u64::from(id.word_bytes) * 8).contains(bits)) else {
        return error(format!("the reference to `{name}` lies outside of its chunk"));
    };
    let value = if *relative { target.wrapping_sub(chunk.wrapping_add(*next)) } else { target } as i64;
    let mask = u64::MAX >> (64 - bits);
    let cut = (little_endian(word) & !mask) | (value as u64 & mask);
    let bytes = word.len();
    word.copy_from_slice(&cut.to_le_bytes()[..bytes]);
    let what = if *relative { "is so many bytes away" } else { "has this address" };
    match Reach::of(value, *bits as u32) {
        Reach::Fits => Ok(()),
        Reach::Cut if *relative || value >= 0 => match (id.encoding, rules.cut_immediates) {
            (Encoding::Byte, _) => Ok(()),
            (Encoding::Word, true) => {
                let message = format!(
                    "`{name}` {what}: {value}, which has more than {bits} bits: the instruction gets another number"
                );
                Err(Diagnostic::warning("harp::immediate", *span, message))
            }
            (Encoding::Word, false) => {
                error(format!("`{name}` {what}: {value}, which does not fit into {bits} bits"))
            }
        },
        _ => error(format!("`{name}` {what}: {value}, which does not fit into {bits} bits")),
    }
}

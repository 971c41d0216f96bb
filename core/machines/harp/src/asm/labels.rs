//! The names that a program gives to its data, as whoever looks into memory asks for them.

use alloc::vec::Vec;

use lanescope_parts::{
    base::OrdSet,
    image::{BASE, DataLabel},
    ir::Type,
};

use super::link::{Image, Named};

/// The names of data. A name means the last piece that bears it, and nothing behind that piece. Where no directive says what its numbers
/// are, as in an object file, they are words of the machine, or bytes where words do not fill it.
pub fn data(image: &Image) -> Vec<DataLabel> {
    let word = image.arch.word_bytes;
    let (mut known, mut labels) = (OrdSet::default(), Vec::new());
    // A label with nothing behind it names what follows there.
    let mut behind: Option<&Named> = None;
    for named in image.names.iter().rev() {
        if !named.at.is_empty() {
            behind = Some(named);
        }
        let end =
            behind.filter(|next| next.at.start == named.at.start).map_or(named.at.end, |next| next.at.end);
        let found = image.places.binary_search_by_key(&named.at.start, |placed| placed.at);
        let placed = found.ok().map(|at| image.places[at]).filter(|placed| !placed.is_code);
        if let (true, Some(placed)) = (known.insert(&named.name), placed) {
            let element = placed.element.or_else(|| word_type(word, end - named.at.start));
            labels.push(DataLabel {
                name: named.name.clone(),
                address: BASE + named.at.start,
                end: Some(BASE + end),
                element: element.unwrap_or(Type::I8),
            });
        }
    }
    labels.reverse();
    labels
}

/// The type of words that fill so many bytes.
fn word_type(word: u8, bytes: u64) -> Option<Type> {
    let is_word = |known: &Type| known.bytes() == u32::from(word) && bytes.is_multiple_of(word.into());
    [Type::I16, Type::I32, Type::I64].into_iter().find(is_word)
}

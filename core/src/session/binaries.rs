//! Units in binary form: what is run of them is their disassembly, so that places, listings and marks in them are those of a text.
//!
//! Disassembly comes back to the same bytes; the document keeps the bytes alone. The text is as long as it takes, up to limit `source_bytes`.

use alloc::{format, string::String, vec::Vec};

use super::registry;
use crate::{
    document::{Document, File, Language, Limits},
    source::{Diagnostic, Span},
};

/// Bytes of text that a byte of code takes at least, as `.word 0x` and eight digits do: more is not made of a file than a text may be.
const SHORTEST: u64 = 4;

/// The names of the units of a document that are no texts, with what they are in the assembly of its machine.
///
/// # Errors
/// The machine has no binary form, or this is none.
pub fn texts(document: &Document, limits: &Limits) -> Result<Vec<(String, String)>, Vec<Diagnostic>> {
    if document.language != Language::Assembly {
        return Ok(Vec::new());
    }
    let passed = |bytes: u64| {
        let most = limits.source_bytes;
        let message = format!(
            "as text the files in binary form have {bytes} bytes or more; limit `source_bytes` is {most}"
        );
        Vec::from([Diagnostic::error("limit::source-bytes", Span::NONE, message)])
    };
    let bytes = document.binary_units().map(|file| file.contents.bytes().len() as u64).sum::<u64>();
    if bytes.saturating_mul(SHORTEST) > limits.source_bytes {
        return Err(passed(bytes.saturating_mul(SHORTEST)));
    }
    let mut all = Vec::new();
    for file in document.binary_units() {
        all.push((file.name.clone(), text(document, file)?));
    }
    let bytes = all.iter().map(|(_, text)| text.len() as u64).sum::<u64>();
    if bytes <= limits.source_bytes { Ok(all) } else { Err(passed(bytes)) }
}

/// A file as assembly.
fn text(document: &Document, file: &File) -> Result<String, Vec<Diagnostic>> {
    let name = &file.name;
    let machine = registry::of(&document.machine.preset)
        .ok_or_else(|| Vec::from([registry::unknown(&document.machine.preset)]))?;
    let wrong = |mut found: Vec<Diagnostic>| {
        found.iter_mut().for_each(|one| one.message = format!("`{name}`: {}", one.message));
        found
    };
    match machine.disassemble(&document.machine, file.contents.bytes()).map_err(wrong)? {
        Some(listing) => Ok(listing.lines.into_iter().map(|line| line.text + "\n").collect()),
        None => {
            let message =
                format!("`{name}` is no text, and {} has no binary form", document.machine.machine());
            Err(Vec::from([Diagnostic::error("binary::none", Span::NONE, message)]))
        }
    }
}

//! The gallery: kernels that come with the laboratory, in the order in which one would teach them (`kernels/order.txt`). Each
//! is a file of `kernels/`, found there when the core is built, whose header has title, launch, data and what to look at (`docs/howto/add-a-kernel.md`). Kernels run on every
//! machine; programs in assembly run on the machine that their header names.

use alloc::{string::String, vec::Vec};

use crate::{
    document::{Document, Language, MachineChoice},
    launch::header,
};

/// The preset of a document that names none.
pub const DEFAULT_PRESET: &str = "simt/teaching";

include!(concat!(env!("OUT_DIR"), "/kernels.rs"));
include!(concat!(env!("OUT_DIR"), "/programs.rs"));

/// A kernel of the gallery with what its header says.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// Permanent name.
    pub name: &'static str,
    /// Title for people.
    pub title: String,
    /// What to look at.
    pub look: String,
    /// The text.
    pub source: &'static str,
    /// The machine that the header proposes.
    pub machine: Option<MachineChoice>,
    /// The language, if the text alone does not say it.
    pub language: Language,
}

/// Every kernel, in teaching order.
pub fn items() -> Vec<Item> {
    KERNELS.iter().map(|(name, source)| item(name, source, Language::Auto)).collect()
}

/// Every program in assembly, in teaching order.
pub fn programs() -> Vec<Item> {
    PROGRAMS.iter().map(|(name, source)| item(name, source, Language::Assembly)).collect()
}

fn item(name: &'static str, source: &'static str, language: Language) -> Item {
    let (header, _) = header::parse(source);
    Item { name, title: header.title, look: header.look, source, machine: proposed(source), language }
}

/// The machine that the header of a text proposes, with the settings that it changes; `None` if it names no machine.
pub fn proposed(source: &str) -> Option<MachineChoice> {
    let (header, _) = header::parse(source);
    header.machine.map(|preset| MachineChoice { preset, changes: header.changes })
}

/// A document of a kernel or program of the gallery; `None` if there is none of this name.
pub fn document(name: &str) -> Option<Document> {
    let kernels = KERNELS.iter().map(|known| (known, Language::Auto));
    let mut all = kernels.chain(PROGRAMS.iter().map(|known| (known, Language::Assembly)));
    let ((_, source), language) = all.find(|((known, _), _)| *known == name)?;
    Some(Document { language, ..document_of((*source).into()) })
}

/// A document of any text, with everything else as its header proposes, or else the default.
pub fn document_of(source: String) -> Document {
    let (header, _) = header::parse(&source);
    let preset = header.machine.unwrap_or_else(|| DEFAULT_PRESET.into());
    Document::new(source, MachineChoice { preset, changes: header.changes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kernel_has_a_header_without_mistakes() {
        for (name, source) in KERNELS.iter().chain(PROGRAMS) {
            let (header, diagnostics) = header::parse(source);
            assert_eq!(diagnostics, [], "{name}");
            assert!(!header.title.is_empty() && !header.look.is_empty(), "{name}");
            // A program by hand may begin alone, without a launch.
            let sizes = [header.global.or(header.groups).is_some(), header.local.is_some()];
            assert!(sizes[0] == sizes[1] && (sizes[0] || header.machine.is_some()), "{name}");
        }
    }

    #[test]
    fn names_are_unique() {
        let names: Vec<&str> = KERNELS.iter().chain(PROGRAMS).map(|(name, _)| *name).collect();
        for (at, name) in names.iter().enumerate() {
            assert!(!names[..at].contains(name), "{name}");
        }
    }

    #[test]
    fn the_order_names_files_only() {
        let order = include_str!("../kernels/order.txt");
        let all = || KERNELS.iter().chain(PROGRAMS);
        order.lines().for_each(|line| assert!(all().any(|(name, _)| *name == line), "{line}"));
        assert_eq!(all().next().map(|(name, _)| *name), order.lines().next());
    }
}

//! The gallery: kernels that come with the laboratory, in the order in which one would teach them. Each is a file of
//! `kernels/` whose header has title, launch, data and what to look at (`docs/howto/add-a-kernel.md`). Kernels run on every
//! machine; programs in assembly run on the machine that their header names.

use alloc::{string::String, vec::Vec};

use crate::{
    document::{CompileOptions, Document, Language, MachineChoice},
    launch::header,
};

/// The preset of a document that names none.
pub const DEFAULT_PRESET: &str = "simt/teaching";

/// Declares the kernels: permanent name and file ending.
macro_rules! kernels {
    ($($name:literal . $ending:literal,)+) => {
        /// Name and text of every kernel, in teaching order.
        pub const KERNELS: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../kernels/", $name, ".", $ending))),)+];
    };
}

kernels! {
    "saxpy"."cl",
    "strided_copy"."cl",
    "permuted_copy"."cu",
    "if_else"."cl",
    "nested"."cu",
    "early_break"."cl",
    "mandelbrot"."cl",
    "transpose_naive"."cl",
    "transpose_tiled"."cl",
    "reduce_interleaved"."cu",
    "reduce_sequential"."cl",
    "prefix_sum"."cl",
    "matmul_tiled"."cu",
    "stencil2d"."cu",
    "spmv"."cl",
    "nbody_step"."cu",
    "histogram"."cl",
    "bfs_level"."cu",
    "bitonic_sort"."cl",
    "spin_lock"."cu",
}

/// Declares the programs in assembly: permanent name.
macro_rules! programs {
    ($($name:literal,)+) => {
        /// Name and text of every program in assembly, in teaching order.
        pub const PROGRAMS: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../kernels/", $name, ".s"))),)+];
    };
}

programs! {
    "daxpy_scalar",
    "daxpy_vector",
    "column_scale",
    "masked_subtract",
    "sparse_add",
}

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
    let machine = header.machine.map(|preset| MachineChoice { preset, changes: header.changes });
    Item { name, title: header.title, look: header.look, source, machine, language }
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
    Document {
        source,
        language: Language::Auto,
        options: CompileOptions::default(),
        kernel: None,
        launch: None,
        machine: MachineChoice {
            preset: header.machine.unwrap_or_else(|| DEFAULT_PRESET.into()),
            changes: header.changes,
        },
        cycle: 0,
        view: Vec::new(),
        compare: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;

    #[test]
    fn every_kernel_has_a_header_without_mistakes() {
        for (name, source) in KERNELS.iter().chain(PROGRAMS) {
            let (header, diagnostics) = header::parse(source);
            assert_eq!(diagnostics, [], "{name}");
            assert!(!header.title.is_empty() && !header.look.is_empty(), "{name}");
            assert!(header.global.or(header.groups).is_some() && header.local.is_some(), "{name}");
        }
    }

    #[test]
    fn names_are_unique() {
        let names: Vec<&str> = KERNELS.iter().chain(PROGRAMS).map(|(name, _)| *name).collect();
        for (at, name) in names.iter().enumerate() {
            assert!(!names[..at].contains(name), "{name}");
        }
    }

    /// What else lies in the folder, such as an editor's copy, is no kernel.
    #[test]
    fn every_file_is_in_the_table() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/kernels");
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let (name, ending) = (path.file_stem(), path.extension());
            let [name, ending] = [name, ending].map(|part| part.and_then(|part| part.to_str()).unwrap_or(""));
            let table = match ending {
                "cl" | "cu" => KERNELS,
                "s" => PROGRAMS,
                _ => continue,
            };
            assert!(table.iter().any(|(known, _)| *known == name), "{name}.{ending}");
        }
    }
}

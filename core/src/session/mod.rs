//! The façade: everything that a user interface asks of the laboratory goes through here.
//!
//! A [`Session`] holds one [`Document`], what the compiler made of it, and one run of it. Time travel is keyframes and
//! re-execution: the machine at any cycle is a clone of the nearest earlier keyframe, run up to that cycle.
//!
//! Everything takes and returns plain data, so that it can cross to a worker. Nothing here blocks for long: what may
//! take time ([`Session::advance`], [`Session::seek`], [`Session::check`]) works in slices with a budget of cycles or
//! instructions and is called again until it says that it is done.

mod binaries;
mod check;
mod compare;
pub mod compile;
pub mod data;
mod decisions;
mod exporting;
mod facade;
mod figures;
mod halts;
mod host;
pub mod panels;
mod questions;
pub mod reader;
mod recording;
mod report;
mod results;
mod room;
pub mod studies;
#[cfg(test)]
mod tests;
pub mod vocabulary;
mod words;

use crate::document::MachineChoice;
use alloc::{
    string::{String, ToString},
    vec::Vec,
};

pub use compare::{ComparedRow, Comparison, RowGroup, compare};
pub use data::*;
pub use exporting::{Exporting, Slice, WHOLE};
pub use facade::Session;
pub use figures::Sketch;

pub use crate::{base::order, figure, printed, run::Excerpt};
/// The number of kinds of events that several machines have: the first ones of each list.
pub const SHARED_EVENTS: usize = crate::trace::SHARED.len();
pub use crate::report::{
    formulas::harmonic_mean,
    models::{Input, Model, Output, evaluate, models},
};

use crate::{
    base::num,
    document::{self, Document},
    gallery as kernels,
    ir::{Convert, Type},
    machines::{counters::Reading, registry},
    run::Registered,
    source::Diagnostic,
};

/// Every machine of the registry, with the laboratory's panels behind its own.
pub fn machines() -> Vec<MachineInfo> {
    let with_panels = |registered: &&'static dyn Registered| {
        let mut machine = registered.info();
        let tabs = figure::panel::infos(panels::TABS, &machine.causes);
        let studies = studies::infos(&machine.causes).into_iter().chain(registered.own_studies());
        machine.panels.extend(tabs.into_iter().chain(studies));
        machine
    };
    registry::MACHINES.iter().map(with_panels).collect()
}

/// Every kernel of the gallery, in teaching order.
pub fn gallery() -> Vec<GalleryItem> {
    kernels::items().into_iter().map(gallery_item).collect()
}

/// Every program in assembly of the gallery, in teaching order: it runs on the machine that it proposes.
pub fn programs() -> Vec<GalleryItem> {
    kernels::programs().into_iter().map(gallery_item).collect()
}

fn gallery_item(item: kernels::Item) -> GalleryItem {
    GalleryItem {
        name: item.name.into(),
        title: item.title,
        doc: item.look,
        source: item.source.into(),
        machine: item.machine,
        language: item.language,
    }
}

/// A document of this text, with the machine that its header proposes, or else the default one.
pub fn document_of(source: String) -> Document {
    kernels::document_of(source)
}

/// The machine that the header of a text proposes; `None` if it names none.
pub fn proposed_machine(source: &str) -> Option<document::MachineChoice> {
    kernels::proposed(source)
}

/// The main text of a program in assembly behind the C preprocessor (as of a `.S` file), with the same lines, and what there is to
/// say of it.
pub fn preprocessed(document: &Document) -> (String, Vec<Diagnostic>) {
    reader::assembly(&document.program(), &document.options.defines)
}

/// The listing of instructions in the binary form of the machine of a preset; `None` if it has none, or if they are no whole number
/// of words.
///
/// # Errors
/// What is wrong with the choice.
pub fn disassemble(choice: &MachineChoice, binary: &[u8]) -> Result<Option<Listing>, Vec<Diagnostic>> {
    let choice = registry::renamed(choice.clone());
    match registry::of(&choice.preset) {
        Some(machine) => machine.disassemble(&choice, binary),
        None => Err(Vec::from([registry::unknown(&choice.preset)])),
    }
}

/// The text that stands for a program in binary form of a preset's machine, which lies beside it as a file of this name; `None` if
/// the machine does not begin with such a file.
pub fn stands_for(preset: &str, name: &str, binary: &[u8]) -> Option<String> {
    registry::of(preset)?.stands_for(name, binary)
}

/// The main text of a document, translated by itself, as an object file of its machine, with what there is to say of it. Nothing at
/// all if the machine has no object files.
pub fn object(document: &Document) -> (Option<Vec<u8>>, Vec<Diagnostic>) {
    let choice = registry::renamed(document.machine.clone());
    match registry::of(&choice.preset) {
        Some(machine) => machine.object(&choice, &document.program()),
        None => (None, Vec::from([registry::unknown(&choice.preset)])),
    }
}

/// The files of data that a text in the assembly of a preset's machine names.
pub fn data_files(preset: &str, text: &str) -> Vec<String> {
    registry::of(preset).map(|machine| machine.data_files(text)).unwrap_or_default()
}

/// Counts of a run on a preset's machine by names of the machine's own, made of its counters. A dot in a name goes into a block.
pub fn own_counts(preset: &str, counters: &[Reading]) -> Vec<(&'static str, u64)> {
    let value =
        |id: &&str| counters.iter().find(|counter| counter.id == **id).map_or(0, |counter| counter.value);
    registry::own_counts(preset).iter().map(|(name, ids)| (*name, ids.iter().map(value).sum())).collect()
}

/// The ids of what a person can decide about lines of a kernel for the compiler of a preset's machine.
pub fn compiler_decides(preset: &str) -> &'static [&'static str] {
    registry::compiler_decides(preset)
}

/// What a person can decide about lines of a program, for a compiler or for a study: machines with the ids that they know.
pub fn decisions() -> Vec<(String, &'static str)> {
    let of = |machine: MachineInfo| {
        let own = registry::of(&machine.id).map(|own| own.own_decisions()).unwrap_or_default();
        own.into_iter().map(move |id| (machine.id.clone(), id)).collect::<Vec<_>>()
    };
    machines().into_iter().flat_map(of).collect()
}

/// Every instruction of a machine; empty if there is no such machine.
pub fn ops(machine: &str) -> Vec<OpInfo> {
    registry::of(machine).map(|machine| machine.ops()).unwrap_or_default()
}

/// What a machine's assembler reads beside instructions, if that is in tables.
pub fn assembler(machine: &str) -> AssemblerInfo {
    registry::of(machine).map(|machine| machine.assembler()).unwrap_or_default()
}

/// A scalar as text: integers in decimal, floats in the shortest form that reads back as the same bits.
pub fn show_number(bits: u64, element: Type, unsigned: bool) -> String {
    let shift = 64 - element.bits();
    match element {
        Type::F32 => alloc::format!("{:?}", f32::from_bits(bits as u32)),
        Type::F64 => alloc::format!("{:?}", f64::from_bits(bits)),
        Type::F16 => {
            alloc::format!(
                "{:?}",
                f32::from_bits(num::convert(Convert::FToF, Type::F16, Type::F32, bits) as u32)
            )
        }
        _ if unsigned => (bits & element.mask()).to_string(),
        _ => ((bits << shift) as i64 >> shift).to_string(),
    }
}

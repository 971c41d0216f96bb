//! The catalogue: everything that a user interface must know of machines, kernels and lessons before anything runs.
//!
//! A program that is made with one machine (a worker of the page) or with none (the page itself) cannot ask the registry.
//! So the catalogue is made once, by a program that has all machines, and shipped as one file beside the others
//! ([`Catalog::pack`]). Texts of kernels and lessons are in it, too: whoever has the file needs no second copy.
//!
//! A [`Shelf`] is what links are read with: the catalogue, or the tables of this program ([`Here`]).

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use crate::{
    document::{Document, MachineChoice},
    gallery,
    lessons::{self, Lesson},
    machines::{info::CorrectionInfo, registry},
    session::{self, GalleryItem, MachineInfo, OpInfo},
};

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Catalog {
    /// Is all of it here, or only what the first picture needs ([`Catalog::brief`], [`Catalog::linked`])?
    pub whole: bool,
    /// The machines, in the order of the registry.
    pub machines: Vec<MachineInfo>,
    /// The gallery: kernels, then programs in assembly.
    pub gallery: Vec<GalleryItem>,
    /// The lessons, in teaching order.
    pub lessons: Vec<Lesson>,
    /// The instructions of each machine, by its id.
    pub ops: Vec<(String, Vec<OpInfo>)>,
}

impl Catalog {
    /// What this program has. The catalogue that is shipped comes from a program with all machines.
    pub fn of_this_program() -> Catalog {
        let machines = session::machines();
        let ops = machines.iter().map(|machine| (machine.id.clone(), session::ops(&machine.id))).collect();
        let gallery = session::gallery().into_iter().chain(session::programs()).collect();
        Catalog { whole: true, machines, gallery, lessons: lessons::lessons(), ops }
    }

    /// What a page needs until the first picture is there, a fifth of the whole: names and values of all machines, and the first
    /// kernel of the gallery. Sentences, the other kernels, lessons and instructions are left out.
    pub fn brief(&self) -> Catalog {
        Catalog { gallery: self.gallery.iter().take(1).cloned().collect(), ..self.names() }
    }

    /// What a page needs instead that begins with a link that names a kernel of the gallery, or a lesson.
    pub fn linked(&self) -> Catalog {
        Catalog { gallery: self.gallery.clone(), lessons: self.lessons.clone(), ..self.names() }
    }

    /// Names and values of all machines.
    fn names(&self) -> Catalog {
        let mut machines = self.machines.clone();
        for machine in &mut machines {
            machine.events = Vec::new();
            for preset in &mut machine.presets {
                (preset.doc, preset.source) = Default::default();
            }
            for setting in &mut machine.settings {
                (setting.doc, setting.source) = Default::default();
            }
            for panel in &mut machine.panels {
                (panel.help, panel.legend) = Default::default();
            }
        }
        Catalog { whole: false, machines, ..Catalog::default() }
    }

    /// The catalogue as a file: postcard.
    pub fn pack(&self) -> Vec<u8> {
        // Plain data without maps or unsized sequences: packing it cannot fail.
        postcard::to_allocvec(self).unwrap_or_default()
    }

    /// Reads a file; `None` if it is none, or one of another build.
    pub fn unpack(bytes: &[u8]) -> Option<Catalog> {
        match postcard::take_from_bytes(bytes) {
            Ok((catalog, [])) => Some(catalog),
            _ => None,
        }
    }

    /// The machine that a preset belongs to; `None` if there is no such preset.
    pub fn machine(&self, preset: &str) -> Option<&MachineInfo> {
        self.machines.iter().find(|machine| machine.presets.iter().any(|known| known.id == preset))
    }

    /// The presets of all machines, machine by machine.
    pub fn presets(&self) -> Vec<Vec<String>> {
        let ids = |machine: &MachineInfo| machine.presets.iter().map(|preset| preset.id.clone()).collect();
        self.machines.iter().map(ids).collect()
    }
}

/// Where links find what they name.
pub trait Shelf {
    /// A document of a kernel or program of the gallery; `None` if there is none of this name.
    fn document(&self, name: &str) -> Option<Document>;

    /// The document of a lesson; `None` if there is none of this name.
    fn lesson(&self, name: &str) -> Option<Document>;

    /// The choice with the names that settings have now, in place of those that they had before.
    fn renamed(&self, choice: MachineChoice) -> MachineChoice;

    /// What has been corrected in a preset, in the order of time.
    fn corrections(&self, preset: &str) -> Vec<CorrectionInfo>;
}

/// The tables of this program.
#[derive(Clone, Copy, Debug)]
pub struct Here;

impl Shelf for Here {
    fn document(&self, name: &str) -> Option<Document> {
        gallery::document(name)
    }

    fn lesson(&self, name: &str) -> Option<Document> {
        lessons::lesson(name).map(|lesson| lesson.document)
    }

    fn renamed(&self, choice: MachineChoice) -> MachineChoice {
        registry::renamed(choice)
    }

    fn corrections(&self, preset: &str) -> Vec<CorrectionInfo> {
        registry::corrections(preset)
    }
}

/// An empty shelf: enough for links that hold their document, and settings keep the names that they have there.
impl Shelf for () {
    fn document(&self, _: &str) -> Option<Document> {
        None
    }

    fn lesson(&self, _: &str) -> Option<Document> {
        None
    }

    fn renamed(&self, choice: MachineChoice) -> MachineChoice {
        choice
    }

    fn corrections(&self, _: &str) -> Vec<CorrectionInfo> {
        Vec::new()
    }
}

impl Shelf for Catalog {
    fn document(&self, name: &str) -> Option<Document> {
        let item = self.gallery.iter().find(|item| item.name == name)?;
        let usual = || MachineChoice { preset: gallery::DEFAULT_PRESET.into(), changes: Vec::new() };
        let machine = item.machine.clone().unwrap_or_else(usual);
        Some(Document { language: item.language, ..Document::new(item.source.clone(), machine) })
    }

    fn lesson(&self, name: &str) -> Option<Document> {
        self.lessons.iter().find(|lesson| lesson.name == name).map(|lesson| lesson.document.clone())
    }

    fn renamed(&self, choice: MachineChoice) -> MachineChoice {
        match self.machine(&choice.preset) {
            Some(machine) => registry::renamed_by(choice, &machine.settings),
            None => choice,
        }
    }

    fn corrections(&self, preset: &str) -> Vec<CorrectionInfo> {
        let presets = self.machines.iter().flat_map(|machine| &machine.presets);
        presets.filter(|known| known.id == preset).flat_map(|known| known.corrections.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::share;

    #[test]
    fn the_file_holds_what_this_program_has() {
        let catalog = Catalog::of_this_program();
        let bytes = catalog.pack();
        assert_eq!(Catalog::unpack(&bytes), Some(catalog));
        assert_eq!(Catalog::unpack(&bytes[..bytes.len() - 1]), None);
        assert_eq!(Catalog::unpack(&[bytes, Vec::from([0])].concat()), None);
    }

    #[test]
    fn the_brief_catalogue_opens_an_empty_page_and_every_saved_document() {
        let (whole, brief) = (Catalog::of_this_program(), Catalog::of_this_program().brief());
        assert!(whole.whole && !brief.whole);
        assert_eq!(brief.gallery[..], whole.gallery[..1]);
        assert_eq!(brief.presets(), whole.presets());
        for preset in brief.presets().concat() {
            assert_eq!(brief.corrections(&preset), whole.corrections(&preset));
        }
        for (brief, whole) in brief.machines.iter().zip(&whole.machines) {
            let names = |machine: &MachineInfo| {
                let settings = machine.settings.iter();
                settings.map(|row| (row.id.clone(), row.was.clone(), row.kind.clone())).collect::<Vec<_>>()
            };
            assert_eq!(names(brief), names(whole));
            assert_eq!(brief.causes, whole.causes);
        }
        assert!(brief.pack().len() * 3 < whole.pack().len());
    }

    #[test]
    fn links_open_with_the_catalogue_as_with_the_tables() {
        let whole = Catalog::of_this_program();
        let linked = whole.linked();
        assert!(!linked.whole && linked.pack().len() * 3 < whole.pack().len() * 2);
        [whole, linked].iter().for_each(links_open);
    }

    fn links_open(catalog: &Catalog) {
        for item in &catalog.gallery {
            assert_eq!(catalog.document(&item.name), Here.document(&item.name), "{}", item.name);
        }
        for lesson in &catalog.lessons {
            assert_eq!(catalog.lesson(&lesson.name), Here.lesson(&lesson.name), "{}", lesson.name);
        }
        for link in ["#ex=saxpy&m=rvv/textbook", "#lesson=chaining", "#ex=no-such-kernel", "#lesson=none"] {
            assert_eq!(share::read(link, catalog), share::read(link, &Here));
        }
    }

    #[test]
    fn links_know_the_same_corrections_with_the_catalogue_as_with_the_tables() {
        let catalog = Catalog::of_this_program();
        let presets = catalog.presets().concat();
        assert!(presets.iter().any(|preset| !Here.corrections(preset).is_empty()));
        for preset in presets {
            assert_eq!(catalog.corrections(&preset), Here.corrections(&preset), "{preset}");
        }
        for item in &catalog.gallery {
            let document = Here.document(&item.name).unwrap();
            assert_eq!(share::write(&document, &catalog), share::encode(&document));
        }
    }

    #[test]
    fn settings_are_renamed_by_the_catalogue_as_by_the_tables() {
        let catalog = Catalog::of_this_program();
        let old = |machine: &MachineInfo| {
            let was = machine.settings.iter().flat_map(|row| &row.was);
            let changes = was.map(|was| (was.clone(), String::from("1"))).collect();
            MachineChoice { preset: machine.presets[0].id.clone(), changes }
        };
        let choices: Vec<MachineChoice> = catalog.machines.iter().map(old).collect();
        assert!(choices.iter().any(|choice| !choice.changes.is_empty()));
        for choice in choices {
            assert_eq!(catalog.renamed(choice.clone()), Here.renamed(choice));
        }
        let unknown = MachineChoice { preset: "x/y".into(), changes: Vec::from([("a".into(), "b".into())]) };
        assert_eq!(catalog.renamed(unknown.clone()), unknown);
    }
}

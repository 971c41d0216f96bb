//! The document changes: edits one by one, steps of undo, another document in its place.

use std::rc::Rc;

use lanescope_core::{
    catalog::Shelf,
    session::{
        Region, proposed_machine,
        vocabulary::{Contents, Document, File, MachineChoice},
    },
};

use super::{
    Checking, Edit, Notice, Panes, State,
    history::History,
    launch,
    program::{self, Taken},
    trail::Trail,
};
use crate::text;

impl State {
    pub(super) fn edit(&mut self, edit: Edit, now: f64) {
        let mut doc = (*self.doc).clone();
        let typed = matches!(edit, Edit::Text(..));
        let mut replaced = matches!(edit, Edit::Example(_));
        let known = match edit.clone() {
            Edit::Text(name, text) => {
                let known = program::set_text(&mut doc, &name, text);
                let pasted = program::replaced(&self.doc.source, &doc.source);
                self.take_machine(&mut doc, pasted);
                if pasted && self.panes.lesson.is_some() && !doc.source.contains("lanescope:") {
                    // Another text of the lesson's kernel is given what that one was.
                    doc.launch = Some(self.launch());
                }
                if pasted {
                    self.begin_anew();
                }
                known
            }
            Edit::Language(language) => set(&mut doc.language, language),
            Edit::Defines(defines) => set(&mut doc.options.defines, defines),
            Edit::Contract(on) => set(&mut doc.options.contract, on),
            Edit::Kernel(name) => {
                doc.launch = None;
                set(&mut doc.kernel, Some(name))
            }
            Edit::Example(name) => self.example(&mut doc, &name),
            Edit::Files(files) => {
                let name = files.first().map(|file| file.name.clone()).unwrap_or_default();
                let taken = program::take(&mut doc, files);
                replaced = taken == Taken::Opened;
                self.take_machine(&mut doc, replaced);
                self.say_taken(taken, &name, &doc);
                taken != Taken::Nothing
            }
            Edit::AddFile => {
                let name = program::free_name(&doc);
                self.panes.file.clone_from(&name);
                doc.files.push(File { name, contents: Contents::Text(String::new()) });
                true
            }
            Edit::RenameFile(old, new) => self.rename_file(&mut doc, &old, &new),
            Edit::RemoveFile(name) => {
                program::remove(&mut doc, &name);
                true
            }
            Edit::LinkFile(name) => program::link(&mut doc, &name),
            Edit::UnlinkFile(name) => program::unlink(&mut doc, &name),
            Edit::ChooseMain(name) => program::choose_main(&mut doc, &name),
            Edit::Preset(preset) => {
                doc.machine.changes.clear();
                set(&mut doc.machine.preset, preset)
            }
            Edit::Compare(machine) => {
                doc.compare.push(machine);
                doc.compare.len() <= super::beside::MOST
            }
            Edit::CompareWith(at, preset) => match doc.compare.get_mut(at) {
                Some(machine) => set(machine, MachineChoice { preset, changes: Vec::new() }),
                None => false,
            },
            Edit::CompareNone => set(&mut doc.compare, Vec::new()),
            Edit::Uncompare(at) => {
                let known = at < doc.compare.len();
                doc.compare.retain({
                    let mut index = 0..;
                    move |_| index.next() != Some(at)
                });
                known
            }
            Edit::Setting(id, value) => {
                doc.machine.changes.retain(|(known, _)| *known != id);
                if self.preset_value(&id).as_deref() != Some(value.as_str()) {
                    doc.machine.changes.push((id, value));
                }
                true
            }
            Edit::ResetSetting(id) => {
                doc.machine.changes.retain(|(known, _)| *known != id);
                true
            }
            Edit::ResetSettings => {
                doc.machine.changes.clear();
                true
            }
            Edit::Global(dimension, n) => set(
                &mut doc.launch,
                Some(launch::changed(self.launch(), |launch| launch.global[dimension % 3] = n)),
            ),
            Edit::Local(dimension, n) => set(
                &mut doc.launch,
                Some(launch::changed(self.launch(), |launch| launch.local[dimension % 3] = n)),
            ),
            Edit::Size(id, value) => set(
                &mut doc.launch,
                Some(launch::changed(self.launch(), |launch| launch::set_size(launch, id, value))),
            ),
            Edit::DynamicLocal(bytes) => set(
                &mut doc.launch,
                Some(launch::changed(self.launch(), |launch| launch.dynamic_local = bytes)),
            ),
            Edit::Arg(name, part) => set(
                &mut doc.launch,
                Some(launch::changed(self.launch(), |launch| launch::set_part(launch, name, part))),
            ),
            Edit::ResetLaunch => set(&mut doc.launch, None),
        };
        if !known || doc == *self.doc {
            return;
        }
        self.history.note(&self.doc, &edit, now);
        let others = doc.compare != self.doc.compare;
        self.doc = Rc::new(doc);
        if others {
            // The own run stays as it is.
            return self.reopen_beside();
        }
        if replaced {
            self.show_new_document();
        }
        self.rebuild(typed);
    }

    /// Shows a file that was renamed under its new name. False if it cannot have it, which is said.
    fn rename_file(&mut self, doc: &mut Document, old: &str, new: &str) -> bool {
        let open = self.open_file() == old;
        match program::rename(doc, old, new) {
            Ok(()) if open => self.panes.file = new.trim().into(),
            Ok(()) => {}
            Err(reason) => self.notice = Some(Notice { text: reason, bad: true }),
        }
        *doc != *self.doc
    }

    /// Says what became of files, of which one has this name, and shows one that was added.
    fn say_taken(&mut self, taken: Taken, name: &str, doc: &Document) {
        let (text, bad) = match taken {
            Taken::Opened => (text::file_opened(&doc.name), false),
            Taken::Added => {
                if program::has(doc, name) {
                    self.panes.file = name.into();
                }
                (text::FILES_ADDED.into(), false)
            }
            Taken::Nothing => (text::file_unreadable(name), true),
        };
        self.notice = Some(Notice { text, bad });
    }

    /// Puts a kernel of the gallery into the document, on the machine that it proposes. False if there is none of this name.
    fn example(&self, doc: &mut Document, name: &str) -> bool {
        let Some(item) = self.catalog.gallery.iter().find(|item| item.name == name) else { return false };
        doc.source = item.source.clone();
        (doc.name, doc.files, doc.choices) = (String::new(), Vec::new(), Vec::new());
        doc.kernel = None;
        doc.launch = None;
        doc.language = item.language;
        doc.options = Default::default();
        // What there is to see was chosen on the machine that the kernel proposes.
        if let Some(machine) = &item.machine {
            doc.machine = machine.clone();
        }
        true
    }

    /// The value that the preset gives a setting.
    pub fn preset_value(&self, id: &str) -> Option<String> {
        let machine = self.machine()?;
        let preset = machine.presets.iter().find(|preset| preset.id == self.doc.machine.preset)?;
        preset.values.iter().find(|(known, _)| known == id).map(|(_, value)| value.clone())
    }

    /// The value of a setting now.
    pub fn setting(&self, id: &str) -> Option<String> {
        let changed = self.doc.machine.changes.iter().find(|(known, _)| known == id);
        changed.map(|(_, value)| value.clone()).or_else(|| self.preset_value(id))
    }

    pub(super) fn travel(&mut self, back: bool) {
        let step = if back { History::undo } else { History::redo };
        if let Some(doc) = step(&mut self.history, &self.doc) {
            self.doc = doc;
            self.rebuild(false);
        }
    }

    pub(super) fn open(&mut self, document: Document) {
        // It may come from an older release.
        let renamed = |choice| self.catalog.renamed(choice);
        let (machine, compare) = (renamed(document.machine), document.compare);
        let document = Document { machine, compare: compare.into_iter().map(renamed).collect(), ..document };
        self.history.push(&self.doc);
        self.show_new_document();
        let lesson = self.panes.lesson.take();
        self.panes.restore(&document.view);
        let opened = core::mem::replace(&mut self.panes.lesson, lesson);
        self.go_to_lesson(opened);
        self.tutoring.line = None;
        self.goal = document.cycle;
        self.doc = Rc::new(Document { view: Vec::new(), cycle: 0, ..document });
        self.rebuild(false);
    }

    /// Nothing of the old document's pictures is kept.
    fn show_new_document(&mut self) {
        self.opened += 1;
        self.panes = Panes {
            first_row: 0,
            unit: 0,
            lane: 0,
            offset: 0,
            turned: Vec::new(),
            file: String::new(),
            ..self.panes.clone()
        };
        self.panes.region = Region::Buffer(0);
        self.begin_anew();
    }

    /// Places in the old run are none in the next.
    fn begin_anew(&mut self) {
        self.panes.window = None;
        (self.goal, self.wish) = (0, None);
        self.hover = None;
        self.picked = None;
        self.bookmarks = [None; 10];
        self.trail = Trail::default();
    }

    /// Takes the machine that the header of the main text names: of a text that is new, and where that line has changed. Else it is
    /// as the person chose it.
    fn take_machine(&mut self, doc: &mut Document, fresh: bool) {
        let Some(wanted) = proposed_machine(&doc.source) else { return };
        if self.catalog.machines.is_empty()
            || !fresh && proposed_machine(&self.doc.source).as_ref() == Some(&wanted)
        {
            return;
        }
        let wanted = self.catalog.renamed(wanted);
        match self.catalog.machine(&wanted.preset) {
            Some(_) => doc.machine = wanted,
            None if fresh => {
                self.notice = Some(Notice { text: text::no_such_machine(&wanted.preset), bad: true });
            }
            // It is being typed.
            None => {}
        }
    }

    pub(super) fn rebuild(&mut self, typed: bool) {
        self.build.wanted += 1;
        self.build.typed = typed;
        self.build.broken = false;
        self.play.on = false;
        self.finding = None;
        self.check = Checking::No;
        if self.exporting.now.take().is_some() {
            self.notice = Some(Notice { text: text::EXPORT_LEFT.into(), bad: false });
        }
        self.reopen_beside();
    }

    /// An empty page starts with the first kernel of the gallery.
    pub(super) fn begin(&mut self) {
        if self.doc.source.is_empty() && self.history.can() == (false, false) {
            let mut doc = (*self.doc).clone();
            if let Some(first) = self.catalog.gallery.first().map(|item| item.name.clone()) {
                self.example(&mut doc, &first);
                self.doc = Rc::new(doc);
            }
            self.rebuild(false);
        }
    }
}

fn set<T>(place: &mut T, value: T) -> bool {
    *place = value;
    true
}

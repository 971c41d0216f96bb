//! The reducer.

use std::rc::Rc;

use lanescope_core::{
    catalog::Shelf,
    session::vocabulary::{Contents, Document, File, MachineChoice},
};

use super::{
    Action, Build, Checking, Edit, Mark, Notice, Panes, Shared, SourceMap, State, launch,
    program::{self, Taken},
    trail::Trail,
    view::{ListingKind, Section},
};
use crate::{
    protocol::{END, Frame, STUDIES, TUTOR, Told},
    text,
};

impl State {
    /// The page after something has happened.
    pub fn apply(&mut self, action: Action) {
        match action {
            Action::Edit(edit, now) => self.edit(edit, now),
            Action::Undo => self.travel(true),
            Action::Redo => self.travel(false),
            Action::OpenDocument(document) => self.open(*document),
            Action::Compile => self.rebuild(false),
            Action::Told(told) => self.told(*told),
            Action::Catalog(catalog) => self.catalog = Shared::new(*catalog),
            Action::Begin => self.begin(),
            Action::Loading(machine) => self.loading.push(machine),
            Action::Loaded(machine) => self.loading.retain(|known| *known != machine),
            Action::WorkerLost(machine, reason) => self.worker_lost(&machine, &reason),

            Action::Seek(cycle) => self.jump(cycle),
            Action::Scrub(cycle) => {
                self.trail.drag(self.cursor());
                self.seek(cycle);
            }
            Action::Back => self.retrace(Trail::back),
            Action::Onward => self.retrace(Trail::onward),
            Action::Step(by) => self.seek(self.cursor().saturating_add_signed(by)),
            Action::TogglePlay => self.toggle_play(),
            Action::ToEnd => {
                let known = self.comparing() && self.runs() && self.all_complete();
                self.jump(if known { self.reach() } else { END })
            }
            Action::Stop => self.stop(),
            Action::Find(kind, any) => {
                self.play.on = false;
                // What was selected before does not explain what is found.
                self.picked = None;
                self.finding = Some((kind, (!any).then_some(self.panes.unit)));
            }
            Action::Faster(steps) => self.play.faster(steps),
            Action::Tick(milliseconds) => self.tick(milliseconds),
            Action::Bookmark(digit) => self.bookmark(digit),
            Action::ForgetBookmark(digit) => self.bookmarks[usize::from(digit % 10)] = None,

            Action::Lesson(event) => self.tutor(event),
            Action::Study(change) => self.study(change),
            Action::Pace(pace) => self.panes.pace = pace,
            Action::Time(unit) => self.panes.time = unit,
            Action::BesideSize(columns, rows) => self.beside_size = (columns, rows),

            Action::Panel(place, id) => self.panes.open(place, &id),
            Action::Split(split) => self.panes.split = split,
            Action::Window(window) => self.panes.window = window,
            Action::Zoom(factor, around) => self.zoom(factor, around),
            Action::Pan(cycles) => self.pan(cycles),
            Action::Scroll(rows, most) => self.scroll(rows, most),
            Action::TimelineSize(columns, rows) => self.panes.timeline_size = (columns, rows),
            Action::StripSize(columns) => self.panes.strip_size = columns,
            Action::Unit(unit) => self.select(unit),
            Action::NextUnit(by) => self.select_next(by),
            Action::AllUnits(on) => {
                self.panes.all_units = on;
                self.list_rows();
            }
            Action::Lane(lane) => self.panes.lane = lane,
            Action::Radix(radix) => self.panes.radix = radix,
            Action::ElementBits(bits) => self.panes.element_bits = bits,
            Action::Region(region) => (self.panes.region, self.panes.offset) = (region, 0),
            Action::Turn(panel, first) => {
                if let Some(info) = self.panels().iter().find(|info| info.id == panel).cloned() {
                    self.panes.turn(&info, first);
                }
            }
            Action::Listing(kind) => self.panes.listing = kind,
            Action::Pass(pass) => self.pass = pass.map(|pass| (pass, Shared::default())),
            Action::Section(section) => {
                let at = match section {
                    Section::Listing => 0,
                    Section::Launch => 1,
                };
                self.panes.folded[at] = !self.panes.folded[at];
            }

            Action::Hover(mark) => self.hover = mark,
            Action::Pick(mark) => self.pick(mark),
            Action::HoverLine(line) => self.hover = line.and_then(|line| self.line_mark(line)),
            Action::Caret(line) => self.picked = self.line_mark(line),
            Action::OpenFile(name) => self.panes.file = name,
            Action::Check => self.check = Checking::Running,
            Action::Export(format) => self.export = Some((format, self.export.map_or(0, |(_, n)| n + 1))),

            Action::Dialog(dialog) => self.dialog = dialog,
            Action::Notice(notice) => self.notice = notice.map(|(text, bad)| Notice { text, bad }),
            Action::Theme(theme) => (self.prefs.theme, self.theme) = (theme, None),
            Action::Visit(embed, theme) => {
                self.embed = embed;
                self.theme = theme.or(self.theme);
            }
            Action::SystemDark(dark) => self.system_dark = dark,
            Action::SingleKeys(on) => self.prefs.single_keys = on,
        }
    }

    fn edit(&mut self, edit: Edit, now: f64) {
        let mut doc = (*self.doc).clone();
        let typed = matches!(edit, Edit::Text(..));
        let mut replaced = matches!(edit, Edit::Example(_));
        let known = match edit.clone() {
            Edit::Text(name, text) => program::set_text(&mut doc, &name, text),
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

    fn travel(&mut self, back: bool) {
        let step = if back { History::undo } else { History::redo };
        if let Some(doc) = step(&mut self.history, &self.doc) {
            self.doc = doc;
            self.rebuild(false);
        }
    }

    fn open(&mut self, document: Document) {
        // It may come from an older release.
        let renamed = |choice| self.catalog.renamed(choice);
        let (machine, compare) = (renamed(document.machine), document.compare);
        let document = Document { machine, compare: compare.into_iter().map(renamed).collect(), ..document };
        self.history.push(&self.doc);
        self.show_new_document();
        self.tutoring.forget();
        self.panes.restore(&document.view);
        self.goal = document.cycle;
        self.doc = Rc::new(Document { view: Vec::new(), cycle: 0, ..document });
        self.rebuild(false);
    }

    /// Nothing of the old document's pictures is kept.
    fn show_new_document(&mut self) {
        self.opened += 1;
        self.panes = Panes {
            window: None,
            first_row: 0,
            unit: 0,
            lane: 0,
            offset: 0,
            turned: Vec::new(),
            file: String::new(),
            ..self.panes.clone()
        };
        self.panes.region = lanescope_core::session::Region::Buffer(0);
        (self.goal, self.wish) = (0, None);
        self.hover = None;
        self.picked = None;
        self.bookmarks = [None; 10];
        self.trail = Trail::default();
    }

    fn rebuild(&mut self, typed: bool) {
        self.build.wanted += 1;
        self.build.typed = typed;
        self.build.broken = false;
        self.play.on = false;
        self.finding = None;
        self.check = Checking::No;
        self.reopen_beside();
    }

    fn told(&mut self, told: Told) {
        match told {
            Told::Opened { ticket, .. } if ticket != self.build.wanted => {}
            Told::Opened { ticket, compiled, run } => {
                let map = SourceMap::new(self.doc.program(), &compiled);
                let (run, problems) = match run {
                    Ok(run) => {
                        self.goal = self.wish.take().unwrap_or(self.goal);
                        (Some(Shared::new(run)), Vec::new())
                    }
                    Err(problems) => {
                        (self.play.on, self.finding, self.check) = (false, None, Checking::No);
                        (None, problems)
                    }
                };
                self.build = Build {
                    have: Some(ticket),
                    machine: self.machine().map(|machine| machine.id.clone()),
                    compiled: Some(Shared::new(*compiled)),
                    run,
                    problems: Shared::new(problems),
                    map: Shared::new(map),
                    ..self.build.clone()
                };
                self.forget_run();
            }
            Told::Progress { ticket, .. } if Some(ticket) != self.build.have => {}
            Told::Progress { status, strip, .. } => {
                self.status = status;
                self.strip = Shared::new(strip);
            }
            Told::Frame(frame) => self.show(*frame),
            Told::Found(found) if self.runs() && self.finding.is_some() => self.found(found),
            Told::Found(_) => {}
            // What was asked of a run that is gone, or was stopped, is no answer.
            Told::Checked(check) if self.runs() && self.check == Checking::Running => {
                self.check = Checking::Done(Shared::new(check));
            }
            Told::Checked(_) => {}
            Told::Ir(pass, listing) => {
                if self.pass.as_ref().is_some_and(|(wanted, _)| *wanted == pass) {
                    self.pass = Some((pass, Shared::new(listing)));
                }
            }
            Told::Aside(TUTOR, told) => self.told_tutor(*told),
            Told::Aside(STUDIES, told) => self.told_study(*told),
            Told::Aside(at, told) => self.told_beside(at, *told),
            // Studies have desks of their own, and the rest is for the post.
            Told::Study { .. } | Told::Wanted(..) | Told::Ran(..) => {}
            Told::Exported(..) | Told::Ready | Told::Broken(_) => {}
        }
    }

    fn forget_run(&mut self) {
        let units = self.units();
        self.status = super::no_status();
        self.strip = Shared::new(lanescope_core::session::Strip::default());
        self.busy = Vec::new();
        self.list_rows();
        self.figures.clear();
        self.frame = None;
        self.pass = None;
        self.totals = None;
        self.panes.unit = self.panes.unit.min(units.saturating_sub(1));
        self.panes.first_row = self.panes.first_row.min(units.saturating_sub(1));
    }

    fn show(&mut self, mut frame: Frame) {
        if Some(frame.view.ticket) != self.build.have {
            return;
        }
        let newest = frame.view.cycle == self.goal;
        // A longer run that it is compared with goes on.
        let beyond = self.comparing() && frame.status.complete && self.goal <= self.reach();
        // The run ended (or was stopped) before the cycle that was asked for.
        if newest && frame.status.cycle != self.goal && !beyond {
            self.goal = frame.status.cycle;
        }
        self.status = frame.status.clone();
        let strip = frame.strip.take();
        self.take_figures(&mut frame);
        self.totals = frame.totals.take().map(Shared::new).or(self.totals.take());
        self.strip = strip.map(Shared::new).unwrap_or_else(|| self.strip.clone());
        if let Some(busy) = frame.busy.take() {
            self.busy = busy;
            self.list_rows();
        }
        self.frame = Some(Shared::new(frame));
        if self.at_end() {
            self.play.on = false;
        }
    }

    /// Nothing is sent again by itself: not to the worker that broke, and not to those whose runs stand beside its own.
    fn worker_lost(&mut self, machine: &str, reason: &str) {
        self.loading.retain(|known| known != machine);
        self.build.broken = true;
        self.play.on = false;
        if self.doc.machine.machine() == machine || self.build.machine.as_deref() == Some(machine) {
            self.build.run = None;
            self.finding = None;
            self.check = Checking::No;
        }
        self.lose_beside(machine);
        self.studying.lost();
        self.notice = Some(Notice { text: text::worker_lost(reason), bad: true });
    }

    /// An empty page starts with the first kernel of the gallery.
    fn begin(&mut self) {
        if self.doc.source.is_empty() && self.history.can() == (false, false) {
            let mut doc = (*self.doc).clone();
            if let Some(first) = self.catalog.gallery.first().map(|item| item.name.clone()) {
                self.example(&mut doc, &first);
                self.doc = Rc::new(doc);
            }
            self.rebuild(false);
        }
    }

    /// Goes to a cycle that is not beside this one, which is remembered.
    pub(super) fn jump(&mut self, cycle: u64) {
        let from = self.cursor();
        if cycle.abs_diff(from) > 1 {
            self.trail.leave(from);
        }
        self.seek(cycle);
    }

    fn retrace(&mut self, way: fn(&mut Trail, u64) -> Option<u64>) {
        let from = self.cursor();
        match way(&mut self.trail, from) {
            Some(cycle) => self.seek(cycle),
            None => self.notice = Some(Notice { text: text::NO_TRAIL.into(), bad: false }),
        }
    }

    fn seek(&mut self, cycle: u64) {
        match self.runs() {
            true => self.goal = if self.all_complete() { cycle.min(self.reach()) } else { cycle },
            false => self.wish = Some(cycle),
        }
        self.finding = None;
        // A line of the text says nothing about the new cycle.
        self.picked = self.picked.filter(|mark| !matches!(mark, Mark::Line(_)));
        if self.at_end() {
            self.play.on = false;
        }
        self.follow();
    }

    fn toggle_play(&mut self) {
        if self.play.on {
            self.play.on = false;
        } else if self.build.run.is_some() || self.stale() && !self.build.broken {
            if self.at_end() {
                self.jump(0);
            }
            self.play.start();
        }
    }

    fn stop(&mut self) {
        self.play.on = false;
        self.wish = None;
        self.finding = None;
        if self.check == Checking::Running {
            self.check = Checking::No;
        }
        self.stops += 1;
    }

    /// Would a tick of so many milliseconds move the cursor?
    pub fn due(&self, milliseconds: f64) -> bool {
        let mut play = self.play;
        play.on && self.settled() && self.all_settled() && play.tick(milliseconds) > 0
    }

    fn tick(&mut self, milliseconds: f64) {
        if self.play.on && self.settled() && self.all_settled() {
            let due = self.play.tick(milliseconds);
            if due > 0 {
                self.seek(self.cursor().saturating_add(due));
            }
        }
    }

    fn bookmark(&mut self, digit: u8) {
        let slot = usize::from(digit % 10);
        match self.bookmarks[slot] {
            Some(cycle) => self.jump(cycle),
            None => {
                self.bookmarks[slot] = Some(self.cursor());
                self.notice = Some(Notice { text: text::bookmarked(digit, self.cursor()), bad: false });
            }
        }
    }

    fn pick(&mut self, mark: Option<Mark>) {
        self.picked = mark;
        match mark {
            Some(Mark::Line(line)) => {
                let spot = self.build.map.texts.of_line(line);
                self.sought = (spot.line, self.sought.1 + 1);
                self.panes.file = spot.file;
            }
            Some(Mark::Unit(unit) | Mark::Cell(unit, ..)) => self.panes.unit = unit,
            Some(Mark::Lane(unit, lane)) => (self.panes.unit, self.panes.lane) = (unit, lane),
            _ => {}
        }
        if let Some(Mark::Cell(_, cycle, ..)) = mark {
            self.jump(cycle);
        }
    }

    /// A line of the open text as marks count; none while the text is new to the compiler.
    fn line_mark(&self, line: u32) -> Option<Mark> {
        self.build.map.texts.in_row(self.open_file(), line).map(Mark::Line)
    }

    pub(super) fn units(&self) -> u32 {
        self.build.run.as_ref().map_or(0, |run| run.units.len() as u32)
    }

    /// The listing that is open.
    pub fn shows_ir(&self) -> bool {
        self.panes.listing == ListingKind::Ir
    }
}

use super::history::History;

fn set<T>(place: &mut T, value: T) -> bool {
    *place = value;
    true
}

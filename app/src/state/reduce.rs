//! The reducer: one arm for each action. What takes more than a line is beside it: edits of the document ([`super::edits`]), the
//! cursor ([`super::cursor`]), answers of workers ([`super::hear`]).

use super::{
    Action, Checking, Mark, Notice, Shared, State,
    trail::Trail,
    view::{ListingKind, Section},
};
use crate::protocol::END;

impl State {
    /// The page after something has happened.
    pub fn apply(&mut self, action: Action) {
        let before = self.doc.clone();
        self.act(action);
        self.forget_verdict_on(&before);
    }

    fn act(&mut self, action: Action) {
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
            Action::ToEnd if self.halted_in().is_some() && !self.comparing() => self.jump_to_halt(),
            Action::ToEnd => {
                let known = self.comparing() && self.runs() && self.all_complete();
                self.jump(if known { self.reach() } else { END })
            }
            Action::ToHalt => self.jump_to_halt(),
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
            Action::BesidePanel(id) => self.panes.beside = id,
            Action::Time(unit) => self.panes.time = unit,
            Action::BesideSize(columns, rows) => self.beside_size = (columns, rows),

            Action::Panel(place, id) => self.open_panel(place, &id),
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
            Action::Marker(panel, at) => self.panes.mark(&panel, at),
            Action::LookInto(panel, path) => self.panes.look_into(&panel, &path),
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
            Action::Export(format, cycles) => self.export(format, cycles),
            Action::ExportStop => self.exporting.now = None,
            Action::ExportOnDisk(on) => self.exporting.on_disk = on,
            Action::Saved(number, saved) => self.saved(number, saved),

            Action::Dialog(dialog) => (self.dialog, self.tutoring.forgetting) = (dialog, None),
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

    pub(super) fn pick(&mut self, mark: Option<Mark>) {
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
    pub(super) fn line_mark(&self, line: u32) -> Option<Mark> {
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

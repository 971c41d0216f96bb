//! What the page knows, as plain data, and how it changes: one reducer.
//!
//! [`State::apply`] takes an [`Action`] and is the only thing that changes a [`State`]. It touches no browser and asks
//! nobody: what the worker should be asked follows from the state alone (`asks` compares two states), and so
//! does what the screen shows. Time comes in as an argument.

pub mod action;
pub mod address;
mod answer;
pub mod beside;
mod cursor;
mod edits;
pub mod export;
mod halt;
mod hear;
pub mod history;
pub mod isa;
pub mod launch;
pub mod lesson;
pub mod mark;
mod outbox;
pub mod play;
pub mod prefs;
pub mod program;
pub mod recording;
mod reduce;
pub mod shared;
pub mod source_map;
pub mod study;
pub mod tabs;
pub mod texts;
pub mod time;
pub mod trail;
pub mod tutoring;
pub mod verdict;
pub mod view;
pub mod why;
mod window;

use std::rc::Rc;

pub use action::{Action, ArgPart, Edit};
pub use address::Address;
pub use answer::Answer;
pub use beside::Beside;
pub use export::Exporting;
use lanescope_core::{
    catalog::Catalog,
    session::{
        Check, Compiled, EventKind, Figure, Found, Listing, MachineInfo, OpInfo, PanelInfo, Report, Run,
        Status, Strip,
        figure::panel::Place,
        vocabulary::{Causes, Diagnostic, Document, Launch, MachineChoice},
    },
};
pub use mark::{Lit, Mark};
pub use outbox::asks;
pub use play::Play;
pub use prefs::{Prefs, Theme};
pub use recording::Recording;
pub use shared::Shared;
pub use source_map::SourceMap;
pub use study::Studying;
pub use tutoring::Tutoring;
pub use view::Panes;

use crate::{
    format::grouped,
    protocol::{END, Frame},
    state::{history::History, trail::Trail},
    text,
};

/// The whole page.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// What the person made. Its cycle and view are only filled in by [`State::document`].
    pub doc: Rc<Document>,
    /// For undo and redo.
    pub history: History,
    /// What there is to choose from; empty until it has come.
    pub catalog: Shared<Catalog>,
    /// The machines whose workers are being loaded.
    pub loading: Vec<String>,
    /// What the worker made of the document.
    pub build: Build,
    /// How far the run is.
    pub status: Status,
    /// Seconds that the rest of the run takes, about, once that is known.
    pub seconds: Option<u32>,
    /// The whole-run strip.
    pub strip: Shared<Strip>,
    /// The units that have had work, as last sent.
    pub busy: Vec<u32>,
    /// The units that have a row: those with work, or all.
    pub rows: Shared<Vec<u32>>,
    /// The figures of panels that are open, as last sent.
    pub figures: Vec<Answer>,
    /// The last frame.
    pub frame: Option<Shared<Frame>>,
    /// The cycle that the person wants to see; [`END`] for the end.
    pub goal: u64,
    /// The cycle that was asked for while the run of this document was not there yet; it becomes the goal with that run.
    pub wish: Option<u64>,
    /// Where the cursor was before it jumped.
    pub trail: Trail,
    /// Playing, and how fast.
    pub play: Play,
    /// Waiting for the next event of a kind.
    pub finding: Option<(EventKind, Option<u32>)>,
    /// Comparison with the reference.
    pub check: Checking,
    /// IR after a chosen pass, if not the last.
    pub pass: Option<(u32, Shared<Listing>)>,
    /// Which panes are open, and what they show.
    pub panes: Panes,
    /// What the pointer is on.
    pub hover: Option<Mark>,
    /// What was selected: the inspector shows it.
    pub picked: Option<Mark>,
    /// The line of the open text that the person wants to see in the editor, and how many such wishes there were.
    pub sought: (u32, u32),
    /// A dialog over the page.
    pub dialog: Option<Dialog>,
    /// One sentence for the person.
    pub notice: Option<Notice>,
    /// Cycles that were marked with the digit keys.
    pub bookmarks: [Option<u64>; 10],
    /// What stays from visit to visit.
    pub prefs: Prefs,
    /// Is this the reduced page that other sites show?
    pub embed: bool,
    /// The theme that the address asks for, for this visit.
    pub theme: Option<Theme>,
    /// The lesson that is open and its question.
    pub tutoring: Tutoring,
    /// Studies and what became of them.
    pub studying: Studying,
    /// The numbers at the frontier, while they are asked for.
    pub totals: Option<Shared<Report>>,
    /// The runs that this one is compared with.
    pub beside: Vec<Beside>,
    /// Their ticket: goes up when they begin anew.
    pub beside_ticket: u32,
    /// Columns and rows that each of their pictures has room for.
    pub beside_size: (u32, u32),
    /// Goes up when another document takes the place of this one.
    pub opened: u32,
    /// Does the system wish for a dark page?
    pub system_dark: bool,
    /// Number of the next stop request.
    pub stops: u32,
    /// The run as a file.
    pub exporting: Exporting,
}

/// What the worker made of the document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Build {
    /// Goes up with every change of the document that the compiler or the machine sees.
    pub wanted: u32,
    /// The ticket of what is below.
    pub have: Option<u32>,
    /// The id of the machine that it is for.
    pub machine: Option<String>,
    /// Changed by typing: wait until the hand rests.
    pub typed: bool,
    /// What the compiler found.
    pub compiled: Option<Shared<Compiled>>,
    /// The run.
    pub run: Option<Shared<Run>>,
    /// What is wrong with launch or settings.
    pub problems: Shared<Vec<Diagnostic>>,
    /// Which source line belongs to which instructions.
    pub map: Shared<SourceMap>,
    /// The worker broke on this ticket: do not send it again by itself.
    pub broken: bool,
}

/// Comparison with the reference interpreter.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Checking {
    /// Not asked for.
    #[default]
    No,
    /// Under way.
    Running,
    /// Done.
    Done(Shared<Check>),
}

/// A dialog over the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// The gallery.
    Gallery,
    /// The lessons.
    Lessons,
    /// The machine's settings.
    Settings,
    /// What the view in a place shows.
    About(usize),
    /// The machine's instructions.
    Isa,
    /// The link.
    Share,
    /// What the page is and how to use it.
    Help,
    /// The shortcuts.
    Keys,
    /// The command palette.
    Palette,
    /// Go to a cycle.
    GoTo,
    /// Earlier documents.
    Recent,
}

/// One sentence for the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The sentence.
    pub text: String,
    /// Does it report a fault?
    pub bad: bool,
}

impl Default for State {
    fn default() -> State {
        State {
            doc: Rc::new(empty_document()),
            history: History::default(),
            catalog: Shared::default(),
            loading: Vec::new(),
            build: Build::default(),
            status: no_status(),
            seconds: None,
            strip: Shared::new(Strip::default()),
            busy: Vec::new(),
            rows: Shared::default(),
            figures: Vec::new(),
            frame: None,
            goal: 0,
            wish: None,
            trail: Trail::default(),
            play: Play::default(),
            finding: None,
            check: Checking::No,
            pass: None,
            panes: Panes::default(),
            hover: None,
            picked: None,
            sought: (0, 0),
            dialog: None,
            notice: None,
            bookmarks: [None; 10],
            prefs: Prefs::default(),
            embed: false,
            theme: None,
            tutoring: Tutoring::default(),
            studying: Studying::default(),
            totals: None,
            beside: Vec::new(),
            beside_ticket: 0,
            beside_size: (0, 0),
            opened: 0,
            system_dark: false,
            stops: 0,
            exporting: Exporting::default(),
        }
    }
}

impl State {
    /// The document as a link should hold it: with the cycle and what is open.
    pub fn document(&self) -> Document {
        let launch = self.doc.launch.clone();
        Document { cycle: self.cursor(), view: self.panes.save(), launch, ..(*self.doc).clone() }
    }

    /// Is the page dark?
    pub fn dark(&self) -> bool {
        match self.theme.unwrap_or(self.prefs.theme) {
            Theme::System => self.system_dark,
            Theme::Light => false,
            Theme::Dark => true,
        }
    }

    /// Where the cursor is or will be: the goal, or the wish for the run that comes. [`END`] for the end.
    fn target(&self) -> u64 {
        self.wish.unwrap_or(self.goal)
    }

    /// The cycle under the cursor. While the end is on its way, that is the cycle of which everything else on the screen tells.
    pub fn cursor(&self) -> u64 {
        let shown = || self.frame.as_ref().map_or(0, |frame| frame.status.cycle);
        Some(self.target()).filter(|cycle| *cycle != END).unwrap_or_else(shown)
    }

    /// The cycle under the cursor and how far the run is, in words. The cycle of a document is no place in a run while nothing
    /// can run.
    pub fn whereabouts(&self) -> (String, String) {
        match self.build.run {
            Some(_) => (grouped(self.cursor()), text::progress(&self.status)),
            None if self.answered() => (String::new(), text::NO_RUN.into()),
            None => (String::new(), String::new()),
        }
    }

    /// Seconds that the rest of the run takes, about, while it is recorded and that is known.
    pub fn to_go(&self) -> Option<u32> {
        self.seconds.filter(|_| matches!(self.recording(), Recording::Growing(_)))
    }

    /// Is the frame on the screen the one that was asked for?
    pub fn settled(&self) -> bool {
        self.wish.is_none()
            && self.frame.as_ref().is_some_and(|frame| {
                Some(frame.view.ticket) == self.build.have
                    && (frame.view.cycle == self.goal || frame.status.cycle == self.goal)
            })
    }

    /// Is there something to wait for that a stop would end?
    pub fn busy(&self) -> bool {
        let onward = !self.settled() && self.target() > self.status.cycle;
        self.build.run.is_some() && onward || self.finding.is_some()
    }

    /// Is the cursor at the end of a run that is wholly known?
    pub fn at_end(&self) -> bool {
        let known = self.wish.is_none() && self.status.complete && self.all_complete();
        known && self.cursor() >= self.reach()
    }

    /// Has a worker answered, or will none? Then it is time to load what the first picture does not need.
    pub fn answered(&self) -> bool {
        self.build.have.is_some() || self.build.broken
    }

    /// Does what is shown belong to an older text than the one in the editor?
    pub fn stale(&self) -> bool {
        self.build.have != Some(self.build.wanted)
    }

    /// The name of the text or file that the editor shows.
    pub fn open_file(&self) -> &str {
        let wanted = self.panes.file.as_str();
        // A program in binary form has no main text.
        let first = || self.doc.units.first().filter(|_| !self.doc.has_main() && self.doc.source.is_empty());
        if self.doc.file(wanted).is_some() { wanted } else { first().unwrap_or(&self.doc.name) }
    }

    /// The launch that is meant now, completed as far as is known.
    pub fn launch(&self) -> Launch {
        let completed = self.build.compiled.as_ref().map(|compiled| &compiled.launch);
        launch::meant(completed, self.doc.launch.as_ref().filter(|_| self.stale() || completed.is_none()))
    }

    /// Is the run of this document there? Until then what is shown answers no question about it.
    pub fn runs(&self) -> bool {
        self.build.run.is_some() && !self.stale()
    }

    /// The machine of the chosen preset.
    pub fn machine(&self) -> Option<&MachineInfo> {
        self.catalog.machine(&self.doc.machine.preset)
    }

    /// The machine of what is on the screen: the one that was chosen before, until the worker of another one has compiled the
    /// document.
    pub fn shown_machine(&self) -> Option<&MachineInfo> {
        let shown = self.build.machine.as_ref();
        let known = shown.and_then(|id| self.catalog.machines.iter().find(|machine| machine.id == *id));
        known.or(self.machine())
    }

    /// The machine whose worker the page waits for.
    pub fn awaited(&self) -> Option<&MachineInfo> {
        self.machine().filter(|machine| self.loading.contains(&machine.id))
    }

    /// The causes of the machine on the screen; the shared ones until it is known.
    pub fn causes(&self) -> &Causes {
        self.shown_machine().map_or(&Causes::SHARED, |machine| &machine.causes)
    }

    /// The panels that the machine on the screen declares, and the laboratory's; none until it is known.
    pub fn panels(&self) -> &[PanelInfo] {
        self.shown_machine().map_or(&[], |machine| &machine.panels)
    }

    /// The panel in a place: the chosen one; if the machine has no such panel the one whose row says that it shows there; or
    /// else the first that is in neither place.
    pub fn panel(&self, place: usize) -> Option<&PanelInfo> {
        let chosen = self.panes.panels.get(place)?;
        let panels = self.panels();
        let free = |panel: &&PanelInfo| self.panes.panels.iter().all(|id| panel.id != *id);
        let known = panels.iter().find(|panel| panel.id == *chosen);
        let usual = if place == 0 { Place::First } else { Place::Second };
        known
            .or_else(|| panels.iter().filter(free).find(|panel| panel.shows(usual)))
            .or_else(|| panels.iter().filter(free).nth(place))
            .or(panels.first())
    }

    /// The panels that show.
    pub fn open_panels(&self) -> impl Iterator<Item = &PanelInfo> {
        (0..if self.panes.split { 2 } else { 1 }).filter_map(|place| self.panel(place))
    }

    /// Is a panel on the screen?
    pub fn shows(&self, id: &str) -> bool {
        self.open_panels().any(|panel| panel.id == id)
    }

    /// Opens a panel in a place; if the other place has it already, they swap.
    fn open_panel(&mut self, place: usize, id: &str) {
        // From now on both are chosen: one that showed by itself stays where it is.
        let shown =
            [0, 1].map(|place| self.panel(place).map_or_else(String::new, |panel| panel.id.to_string()));
        self.panes.panels = shown;
        self.panes.open(place, id);
    }

    /// The panel that shows each of the runs that are compared.
    pub fn panel_beside(&self) -> Option<&PanelInfo> {
        outbox::beside(self.panels(), &self.panes.beside)
    }

    /// The picture of the own run, while runs are compared.
    pub fn picture(&self) -> Option<Shared<Figure>> {
        let panel = self.panel_beside()?;
        let known = self.figures.iter().find(|answer| answer.panel == panel.id);
        known.map(|answer| answer.figure.clone())
    }

    /// Takes the figures that a frame brings.
    fn take_figures(&mut self, frame: &mut Frame) {
        for (panel, figure) in std::mem::take(&mut frame.figures) {
            let known = self.figures.iter().position(|answer| answer.panel == panel);
            let known = known.map(|at| self.figures.swap_remove(at));
            let asked = frame.view.figures.iter().find(|(id, _)| *id == panel);
            let question = asked.map(|(_, question)| question.clone()).unwrap_or_default();
            self.figures.push(Answer::new(panel, question, frame.status.cycle, figure, known));
        }
    }

    /// Every instruction of the machine on the screen.
    pub fn ops(&self) -> &[OpInfo] {
        let machine = self.shown_machine().map(|machine| machine.id.as_str());
        let known = self.catalog.ops.iter().find(|(id, _)| Some(id.as_str()) == machine);
        known.map_or(&[], |(_, ops)| ops)
    }

    /// Every diagnostic: of the text, the launch and the settings.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let text =
            self.build.compiled.as_ref().map(|compiled| compiled.diagnostics.clone()).unwrap_or_default();
        let more = self.build.problems.iter().filter(|problem| !text.contains(problem)).cloned();
        text.iter().cloned().chain(more).collect()
    }

    /// What the run found at its next event, in the reducer's words.
    pub(crate) fn found(&mut self, found: Found) {
        let any = self.finding.take().is_some_and(|(_, unit)| unit.is_none());
        match found {
            Found::At { cycle, unit } => {
                self.jump(cycle);
                if let Some(unit) = unit.filter(|_| any) {
                    self.select(unit);
                }
            }
            Found::NotYet | Found::Never => {
                self.notice = Some(Notice { text: crate::text::NO_MORE_EVENTS.into(), bad: false });
            }
        }
    }
}

/// A document without text on the first machine.
pub fn empty_document() -> Document {
    let machine = MachineChoice { preset: "simt/teaching".into(), changes: Vec::new() };
    Document::new(String::new(), machine)
}

fn no_status() -> Status {
    Status { cycle: 0, frontier: 0, complete: false, halt: None, groups: None }
}

#[cfg(test)]
mod tests;

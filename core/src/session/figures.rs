//! Answers for panels: the machine's own look at a [`Scene`], those of the laboratory at the session.

use alloc::{format, string::String, sync::Arc, vec::Vec};
use core::cell::{Cell, RefCell};

use super::{Session, panels, recording};
use crate::{
    figure::{Code, Figure, PanelInfo, Question, Takes, panel},
    files::Files,
    machines::{
        UnitInfo,
        family::Dimensions,
        panels::{MachinePanel, Scene, follow},
    },
    run::{Cursor, Excerpt, Running},
    source::Listing,
    trace::{
        Causes, Log, Summary,
        window::{self, Timeline},
    },
};

/// What to say of a coarse figure: while the cycles are being recorded, and if they will not be.
const MEANWHILE: &str = "Coarse for a moment: these cycles are being recorded.";
const AFAR: &str = "Of a run this long the columns are as wide as they are kept. Zoom in to see more.";

/// Cycles that are recorded at once where an instruction is looked for.
const FOLLOWED: u64 = 1 << 14;

/// What can be answered at once.
#[derive(Clone, Debug, PartialEq)]
pub struct Sketch {
    /// The figure, if there is one: exact, or for the time being coarse.
    pub figure: Option<Figure>,
    /// Is there no more to come? If there is, [`Session::refine`] makes it.
    pub exact: bool,
}

/// What to say if the events on the way to a cycle cannot all be recorded.
fn too_many_bytes(cycle: u64) -> String {
    format!("what happens on the way to cycle {cycle} takes more bytes than limit `log_bytes`")
}

/// What to say if nothing runs.
const NO_RUN: &str = "This fills once a kernel compiles and its run begins.";

impl Session {
    /// Every panel: the machine's, then the laboratory's.
    pub fn panels(&self) -> Vec<PanelInfo> {
        let causes = &self.bench().map_or(Causes::SHARED, |bench| bench.causes());
        let own = self.machine_panels().map_or(Vec::new(), |table| panel::infos(table, causes));
        own.into_iter().chain(panel::infos(panels::TABS, causes)).chain(panels::fixed(causes)).collect()
    }

    /// The answer of a panel at the cursor; `None` if there is no panel of this id. The cycles that it shows are recorded if
    /// they are not yet, which takes its time.
    pub fn figure(&self, panel: &str, question: &Question) -> Option<Figure> {
        self.answer(panel, question, None)
    }

    /// The answers of panels at the cursor as far as they can be given at once: coarse ones, or none, where cycles must be
    /// recorded first. [`Session::refine`] records them.
    pub fn sketches(&self, asked: &[(&str, &Question)]) -> Vec<Sketch> {
        self.wanted.borrow_mut().clear();
        let sketch = |(panel, question): &(&str, &Question)| {
            let wanted = self.wanted.borrow().len();
            let missing = Cell::new(false);
            let figure = self.answer(panel, question, Some(&missing)).filter(|_| !missing.get());
            Sketch { figure, exact: self.wanted.borrow().len() == wanted }
        };
        asked.iter().map(sketch).collect()
    }

    /// Records what the last sketches want, at most `budget` cycles in this call. Is all of it there? Then ask again.
    pub fn refine(&self, budget: u64) -> bool {
        let Some(run) = self.running() else { return true };
        let mut wanted = self.wanted.borrow_mut();
        if let Some(last) = wanted.last()
            && run.prepare(last, budget)
        {
            wanted.retain(|wanted| run.recorded(wanted).is_none());
        }
        wanted.is_empty()
    }

    fn answer(&self, panel: &str, question: &Question, missing: Option<&Cell<bool>>) -> Option<Figure> {
        let own = self.machine_panels().into_iter().flatten().find(|known| known.about.id == panel);
        let Some(own) = own else { return Some((panels::find(panel)?.answer)(self, question)) };
        let (Some(run), Some(bench)) = (self.running(), self.bench()) else {
            return Some(Figure::empty(NO_RUN));
        };
        let (units, code, listing) = (self.shown_units(), self.code(), &self.compiled().assembly);
        let (dimensions, settings) = (bench.dimensions(), bench.settings());
        let (files, wanted) = (&self.prepared.files, &self.wanted);
        let scene = Shown { run, dimensions, settings, units, code, listing, files, missing, wanted };
        let figure = (own.answer)(&scene, question);
        if !figure.coarse {
            return Some(figure);
        }
        let why = if self.wanted.borrow().is_empty() { AFAR } else { MEANWHILE };
        Some(figure.with_remark(why))
    }

    /// The instruction `pc` that a unit issues for the `nth` time, from 1 on, followed through the machine; the run has been made as
    /// far as that should be looked for.
    ///
    /// # Errors
    /// A sentence: the unit does not issue it so often, or what happens on the way takes more bytes than recordings may.
    pub fn follow(&self, unit: u32, pc: u32, nth: u64) -> Result<Figure, String> {
        let (Some(run), Some(bench)) = (self.running(), self.bench()) else { return Err(NO_RUN.into()) };
        let (mut from, end, mut left) = (0, run.frontier(), nth.max(1));
        while from < end {
            let log = run.record(&Excerpt::all(from, end.min(from + FOLLOWED)));
            // One that takes too many bytes ends before.
            let to = log.end().min(from + FOLLOWED);
            if to <= from {
                return Err(too_many_bytes(from));
            }
            if let Some((id, cycle)) = follow::find(&log, (from, to), (unit, pc), &mut left) {
                let last = end.min(cycle + follow::AROUND);
                let around = run.record(&Excerpt::all(cycle.saturating_sub(follow::AROUND), last));
                if around.end() < last {
                    return Err(too_many_bytes(last));
                }
                let (units, code, listing) = (self.shown_units(), self.code(), &self.compiled().assembly);
                let (dimensions, settings) = (bench.dimensions(), bench.settings());
                let (files, wanted, missing) = (&self.prepared.files, &self.wanted, None);
                let scene = Shown { run, dimensions, settings, units, code, listing, files, missing, wanted };
                return Ok(follow::course(&scene, &around, id));
            }
            from = to;
        }
        let times = if nth <= 1 { String::from("at all") } else { format!("{nth} times") };
        Err(format!("unit {unit} does not issue instruction {pc} {times} in {end} cycles"))
    }

    /// What the answer of a panel depends on; nothing if there is no such panel.
    pub fn takes(&self, panel: &str) -> &'static [Takes] {
        let own = self.machine_panels().into_iter().flatten().find(|known| known.about.id == panel);
        own.map(|panel| panel.about.takes)
            .or_else(|| panels::find(panel).map(|panel| panel.about.takes))
            .unwrap_or_default()
    }

    fn machine_panels(&self) -> Option<&'static [MachinePanel]> {
        self.bench().map(|bench| bench.panels())
    }
}

/// The run of a session for panels of its machine.
pub(super) struct Shown<'a> {
    pub run: &'a dyn Running,
    pub dimensions: Dimensions,
    pub settings: Vec<(String, String)>,
    pub units: &'a [UnitInfo],
    pub code: &'a Code,
    pub listing: &'a Listing,
    pub files: &'a Files,
    /// For a sketch: is something missing without which there is no figure at all?
    pub missing: Option<&'a Cell<bool>>,
    /// What must be recorded for a better one.
    pub wanted: &'a RefCell<Vec<Excerpt>>,
}

impl Shown<'_> {
    /// Notes what a sketch would need. Is it not to be recorded now?
    fn wants(&self, wanted: &Excerpt) -> bool {
        let wants = self.missing.is_some() && self.run.recorded(wanted).is_none();
        if wants {
            self.wanted.borrow_mut().push(wanted.clone());
        }
        wants
    }
}

impl Scene for Shown<'_> {
    fn cursor(&self) -> &dyn Cursor {
        self.run
    }

    fn recording(&self, from: u64, to: u64) -> Arc<Log> {
        let to = to.min(from.saturating_add(recording::DETAILED));
        let wanted = Excerpt::all(from, to);
        if self.wants(&wanted) {
            self.missing.inspect(|missing| missing.set(true));
            return Arc::new(Log::new(self.run.summary().causes().clone(), &[], 0, 0));
        }
        self.run.record(&wanted)
    }

    fn rows(&self, from: u64, to: u64, columns: u32, units: &[u32]) -> Timeline {
        let wanted = || recording::wanted(self.run, (from, to), columns, units);
        if recording::takes_recording(self.run, (from, to), columns) && self.wants(&wanted()) {
            let rows = window::rows_of(self.run.summary(), from, to, columns, units);
            return Timeline { coarse: true, ..rows };
        }
        recording::rows(self.run, (from, to), columns, units)
    }

    fn summary(&self) -> &Summary {
        self.run.summary()
    }

    fn dimensions(&self) -> Dimensions {
        self.dimensions.clone()
    }

    fn settings(&self) -> &[(String, String)] {
        &self.settings
    }

    fn units(&self) -> &[UnitInfo] {
        self.units
    }

    fn code(&self) -> &Code {
        self.code
    }

    fn listing(&self) -> &Listing {
        self.listing
    }

    fn ended(&self) -> Option<u64> {
        (self.run.complete() && self.run.halt().is_none()).then(|| self.run.frontier())
    }

    fn history(&self, counter: &str) -> Vec<(u64, u64)> {
        let last = self.run.final_counters();
        let Some(at) = last.iter().position(|reading| reading.id == counter) else { return Vec::new() };
        panels::over_time(self.run.history(), at, (self.run.frontier(), last[at].value))
    }

    fn counters_before(&self, cycle: u64, counters: &[&str]) -> (u64, Vec<u64>) {
        let (last, (cycle, values)) = (self.run.final_counters(), self.run.counters_before(cycle));
        let place = |counter: &&str| last.iter().position(|reading| reading.id == **counter);
        let value = |counter| place(counter).and_then(|at| values.get(at).copied()).unwrap_or(0);
        (cycle, counters.iter().map(value).collect())
    }

    fn shown(&self, panel: &str) -> Option<Figure> {
        self.run.shown(panel, self.files)
    }
}

//! The session itself.

use alloc::{format, string::String, vec::Vec};
use core::cell::{OnceCell, RefCell};

use super::{
    check::Checking,
    compile::{self, Prepared},
    data::*,
    halts::Reference,
    room::with_room,
    words::{Text, halt_info, with_whereabouts},
};
use crate::{
    document::{Document, Limits},
    figure::Code,
    image::{Console, Memory},
    ir::Kernel,
    launch::bind::{Bound, bind_behind},
    machines::{Halt, UnitInfo, family::Signature, registry, studies::Data},
    run::{Bench, Excerpt, Running},
    source::{Diagnostic, Span},
};

/// One document, compiled, and one run of it.
#[derive(Debug)]
pub struct Session {
    document: Document,
    pub(super) limits: Limits,
    pub(super) prepared: Prepared,
    pub(super) started: Option<Started>,
    /// The end of a run without timing.
    pub(super) untimed: Option<Ended>,
    pub(super) checking: Option<Checking>,
    /// How the reference ends where the machine has found that work-items wait for ever. Asked once in a run.
    pub(super) ends: OnceCell<Option<Reference>>,
    /// The cycles that sketches want to be recorded.
    pub(super) wanted: RefCell<Vec<Excerpt>>,
}

/// What is known from the start of a run.
#[derive(Debug)]
pub(super) struct Started {
    pub run: Run,
    /// The units by the names that figures give them.
    shown: Vec<UnitInfo>,
    pub initial: Memory,
}

/// How a run without timing ended.
#[derive(Debug)]
pub(super) struct Ended {
    pub memory: Memory,
    pub halted: bool,
    /// What only the machine has to say of it.
    pub details: Vec<(String, Data)>,
}

impl Session {
    /// Compiles a document. This never fails: what is wrong is in [`Compiled::diagnostics`].
    pub fn open(document: Document, limits: Limits) -> Session {
        Session::open_while(document, limits, &mut || true)
    }

    /// The same for who has a clock: a run that a compiler makes for the document (a profile) asks `go_on` now and then, and ends with
    /// an error where that says `false`.
    pub fn open_while(document: Document, limits: Limits, go_on: &mut dyn FnMut() -> bool) -> Session {
        let document = Document { machine: registry::renamed(document.machine), ..document };
        let prepared = compile::compile_while(&document, &limits, go_on);
        Session {
            document,
            limits,
            prepared,
            started: None,
            untimed: None,
            checking: None,
            ends: OnceCell::new(),
            wanted: RefCell::default(),
        }
    }

    /// What the compiler found.
    pub fn compiled(&self) -> &Compiled {
        &self.prepared.compiled
    }

    /// The document with its launch completed and the cycle under the cursor: what a link should hold.
    pub fn document(&self) -> Document {
        let launch = self.compiled().chosen.map(|_| self.compiled().launch.clone());
        let cycle = if self.started.is_some() { self.status().cycle } else { self.document.cycle };
        let launch = launch.or(self.document.launch.clone());
        Document { launch, cycle, ..self.document.clone() }
    }

    /// The instructions of the program, as figures show them.
    pub(super) fn code(&self) -> &Code {
        &self.prepared.code
    }

    /// What a launch of the program must give.
    pub(super) fn signature(&self) -> Option<&Signature> {
        self.prepared.signature.as_ref()
    }

    /// The chosen kernel after optimisation; `None` for assembly and on errors.
    pub(super) fn kernel(&self) -> Option<&Kernel> {
        self.prepared.kernel.as_ref().map(|(_, optimised)| optimised)
    }

    /// All texts that were compiled, in one row.
    pub(super) fn source(&self) -> &str {
        self.prepared.files.text()
    }

    /// The texts, for halts in words.
    pub(super) fn words(&self) -> Text<'_> {
        let once = self
            .prepared
            .signature
            .as_ref()
            .is_some_and(|signature| signature.grid == crate::launch::Grid::Nothing);
        Text::of(&self.prepared.files, self.document.language).once(once)
    }

    /// The units by the names that figures give them.
    pub(super) fn shown_units(&self) -> &[UnitInfo] {
        self.started.as_ref().map_or(&[], |started| &started.shown)
    }

    /// The IR of the chosen kernel after a pass (index of [`Compiled::passes`]); empty if there is no such pass.
    pub fn ir_after(&self, pass: usize) -> Listing {
        let Prepared { kernel, passes, .. } = &self.prepared;
        kernel.as_ref().map(|(kernel, _)| compile::ir_after(kernel, passes, pass)).unwrap_or_default()
    }

    /// The checked tree of the front end as text; empty for assembly.
    pub fn tree(&self) -> String {
        self.prepared.tree.clone()
    }

    /// Every setting of the machine with its value.
    pub fn settings(&self) -> Vec<(String, String)> {
        self.prepared.bench.as_ref().map(|bench| bench.settings()).unwrap_or_default()
    }

    /// Builds memory, program and machine, at cycle 0. A run that was there is dropped.
    ///
    /// # Errors
    /// What is wrong with the text, the launch or the settings.
    pub fn start(&mut self) -> Result<&Run, Vec<Diagnostic>> {
        (self.started, self.checking, self.untimed) = (None, None, None);
        self.ends.take();
        self.wanted.get_mut().clear();
        let (bound, local_bytes) = self.bind()?;
        let given = bound.memory.clone();
        let is_open = self.signature().is_some_and(|signature| signature.open);
        let limits = self.limits.clone();
        let again = bound.clone();
        let bench = self.bench_mut()?;
        if let Err(error) = bench.start(bound, &limits) {
            let kernel = self.prepared.kernel.as_ref().map(|(_, kernel)| kernel);
            let machine = &self.document.machine.preset;
            return Err(Vec::from([with_room(error, machine, kernel, &again, &limits)]));
        }
        let bench = self.bench_mut()?;
        let dimensions = bench.dimensions();
        let units = bench.run().map(|run| run.units()).unwrap_or_default();
        let counters = bench.run().map(|run| run.counters()).unwrap_or_default();
        // A program by hand may have declared buffers that the launch does not know.
        let declared = bench.run().filter(|_| is_open).map(|run| run.memory().clone());
        let initial = declared.unwrap_or(given);
        let (slots, clocks) = (dimensions.slot_names(), dimensions.clocks);
        let run = Run { units, clocks, slots, counters, buffers: initial.buffers().to_vec(), local_bytes };
        let shown = UnitInfo::shown(&run.units);
        Ok(&self.started.insert(Started { run, shown, initial }).run)
    }

    /// As [`Session::start`], for a run that steps through every cycle instead of jumping over those in which nothing can
    /// happen. It is the same run, only slower; it is there to show that.
    ///
    /// # Errors
    /// As [`Session::start`].
    pub fn start_ticking(&mut self) -> Result<(), Vec<Diagnostic>> {
        self.start()?;
        self.bench_mut()?.tick();
        Ok(())
    }

    /// As [`Session::start`], for a run with keyframes that are at first so many cycles apart. Nothing that the session answers
    /// depends on it.
    ///
    /// # Errors
    /// As [`Session::start`].
    pub fn start_with_keyframes(&mut self, interval: u64) -> Result<(), Vec<Diagnostic>> {
        self.start()?;
        self.bench_mut()?.keyframes(interval);
        Ok(())
    }

    /// Checks the launch and builds memory. Also the bytes of work-group memory that the launch adds.
    pub(super) fn bind(&self) -> Result<(Bound, u32), Vec<Diagnostic>> {
        let blockers = &self.prepared.blockers;
        let Some(signature) = self.prepared.signature.as_ref().filter(|_| blockers.is_empty()) else {
            return Err(blockers.clone());
        };
        let launch = &self.compiled().launch;
        let mut bound = bind_behind(
            &signature.data,
            launch,
            &signature.params,
            &signature.grid,
            signature.required_local,
            &self.limits,
        )?;
        bound.console = Console::new(&self.document.console, self.limits.console_bytes);
        let kernel = self.prepared.kernel.as_ref().map(|(_, kernel)| kernel);
        let local = kernel.map_or(0, |kernel| {
            let layout = crate::ir::layout::Layout::new(kernel);
            layout.group_memory(kernel, &bound.args, bound.launch.dynamic_local).bytes
        });
        Ok((bound, u32::try_from(local).unwrap_or(u32::MAX)))
    }

    pub(super) fn bench_mut(&mut self) -> Result<&mut (dyn Bench + 'static), Vec<Diagnostic>> {
        self.prepared.bench.as_deref_mut().ok_or(self.prepared.blockers.clone())
    }

    pub(super) fn bench(&self) -> Option<&dyn Bench> {
        self.prepared.bench.as_deref()
    }

    pub(super) fn running(&self) -> Option<&dyn Running> {
        self.prepared.bench.as_ref()?.run().filter(|_| self.started.is_some())
    }

    fn running_mut(&mut self) -> Option<&mut dyn Running> {
        let started = self.started.is_some();
        self.prepared.bench.as_mut()?.run_mut().filter(|_| started)
    }

    /// What stays the same during the run; `None` before [`Session::start`].
    pub fn run(&self) -> Option<&Run> {
        self.started.as_ref().map(|started| &started.run)
    }

    /// Most bytes of memory that the machine of this run has taken until now, with the copies of it that time travel needs:
    /// what limit `machine_bytes` bounds. It is worked out from the settings, not measured. 0 without a run.
    pub fn machine_bytes(&self) -> u64 {
        let started = self.prepared.bench.as_ref().filter(|_| self.started.is_some());
        started.map_or(0, |bench| bench.machine_bytes())
    }

    /// Moves the cursor forward to `until` (or to the end of the run), at most `budget` cycles in this call.
    pub fn advance(&mut self, until: u64, budget: u64) -> Status {
        if let Some(run) = self.running_mut()
            && until > run.cycle()
        {
            run.seek(until, budget);
        }
        self.status()
    }

    /// Moves the cursor to `cycle`, forward or back (or to the end of the run if that is earlier). Simulates at most
    /// `budget` cycles in this call: it is there when [`Status::cycle`] equals `cycle` or the run is complete and the
    /// cursor is at the frontier.
    pub fn seek(&mut self, cycle: u64, budget: u64) -> Status {
        if let Some(run) = self.running_mut() {
            run.seek(cycle, budget);
        }
        self.status()
    }

    /// Simulates at most `budget` cycles beyond the frontier and leaves the cursor where it is.
    pub fn extend(&mut self, budget: u64) -> Status {
        if let Some(run) = self.running_mut() {
            run.extend(budget);
        }
        self.status()
    }

    /// How far the run is.
    pub fn status(&self) -> Status {
        let Some(run) = self.running() else {
            return Status { cycle: 0, frontier: 0, complete: false, halt: None, groups: None };
        };
        Status {
            cycle: run.cycle(),
            frontier: run.frontier(),
            complete: run.complete(),
            halt: run.halt().map(|halt| self.in_words(halt)),
            groups: run.groups(),
        }
    }

    pub(super) fn in_words(&self, halt: &Halt) -> HaltInfo {
        let lines = &self.compiled().assembly.lines;
        let span_of = |pc| lines.iter().find(|line| line.pc == Some(pc)).map_or(Span::NONE, |line| line.span);
        let units = self.run().map_or(&[][..], |run| &run.units);
        let text = self.words();
        let halt = &self.with_origin(halt, span_of);
        let mut info = halt_info(halt, &text, units, span_of);
        match (halt, self.running().filter(|run| run.cycle() == run.frontier())) {
            (Halt::Limit { .. }, Some(run)) => {
                with_whereabouts(info, &text, units, &run.snapshot(0).units, span_of)
            }
            _ => {
                if let Some(reason) = self.reason(halt) {
                    info.message = format!("{} {reason}", info.message);
                }
                info
            }
        }
    }
}

//! The session itself.

use alloc::{string::String, sync::Arc, vec::Vec};
use core::cell::RefCell;

use super::{
    bench::{Bench, Running},
    check::{self, Checking},
    compile::{self, Prepared},
    data::*,
    recording, report,
    room::with_room,
    words::{Text, halt_info, with_whereabouts},
};
use crate::{
    document::{Document, Limits},
    figure::Code,
    image::{Console, Memory},
    ir::{Kernel, Type},
    launch::bind::{Bound, bind_behind},
    machines::{
        Halt, Role, StackColumn, UnitInfo,
        registry::{self, Signature, Untimed},
    },
    source::{Diagnostic, Span},
    trace::{Log, window},
};

/// Instructions of units between two looks at the limit, in a run without timing.
const UNTIMED_SLICE: u64 = 1 << 20;

/// One document, compiled, and one run of it.
#[derive(Debug)]
pub struct Session {
    document: Document,
    limits: Limits,
    prepared: Prepared,
    started: Option<Started>,
    /// The end of a run without timing.
    untimed: Option<Ended>,
    checking: Option<Checking>,
    /// The cycles that sketches want to be recorded.
    pub(super) wanted: RefCell<Vec<(u64, u64)>>,
}

/// What is known from the start of a run.
#[derive(Debug)]
struct Started {
    run: Run,
    /// The units by the names that figures give them.
    shown: Vec<UnitInfo>,
    initial: Memory,
}

/// How a run without timing ended.
#[derive(Debug)]
struct Ended {
    memory: Memory,
    halted: bool,
}

impl Session {
    /// Compiles a document. This never fails: what is wrong is in [`Compiled::diagnostics`].
    pub fn open(document: Document, limits: Limits) -> Session {
        let document = Document { machine: registry::renamed(document.machine), ..document };
        let prepared = compile::compile(&document, &limits);
        Session {
            document,
            limits,
            prepared,
            started: None,
            untimed: None,
            checking: None,
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
    fn words(&self) -> Text<'_> {
        Text::of(&self.prepared.files, self.document.language)
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

    /// Memory at the cursor, or at the end of a run without timing.
    fn outcome(&self) -> Option<&Memory> {
        match &self.untimed {
            Some(ended) => Some(&ended.memory),
            None => self.running().map(|run| run.memory()),
        }
    }

    /// Element type of a buffer of the launch, and whether it is unsigned.
    pub fn element(&self, buffer: &str) -> Option<(Type, bool)> {
        let buffer = self.outcome()?.buffers().iter().find(|known| known.name == buffer)?;
        Some((buffer.element, buffer.unsigned))
    }

    /// Builds memory, program and machine, at cycle 0. A run that was there is dropped.
    ///
    /// # Errors
    /// What is wrong with the text, the launch or the settings.
    pub fn start(&mut self) -> Result<&Run, Vec<Diagnostic>> {
        (self.started, self.checking, self.untimed) = (None, None, None);
        self.wanted.get_mut().clear();
        let (bound, local_bytes) = self.bind()?;
        let initial = bound.memory.clone();
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
        let (slots, clocks) = (dimensions.slot_names(), dimensions.clocks);
        let run = Run { units, clocks, slots, buffers: initial.buffers().to_vec(), local_bytes };
        let shown = named(&run.units);
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
    fn bind(&self) -> Result<(Bound, u32), Vec<Diagnostic>> {
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

    fn bench_mut(&mut self) -> Result<&mut (dyn Bench + 'static), Vec<Diagnostic>> {
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
            return Status { cycle: 0, frontier: 0, complete: false, halt: None };
        };
        Status {
            cycle: run.cycle(),
            frontier: run.frontier(),
            complete: run.complete(),
            halt: run.halt().map(|halt| self.in_words(halt)),
        }
    }

    fn in_words(&self, halt: &Halt) -> HaltInfo {
        let lines = &self.compiled().assembly.lines;
        let span_of = |pc| lines.iter().find(|line| line.pc == Some(pc)).map_or(Span::NONE, |line| line.span);
        let units = self.run().map_or(&[][..], |run| &run.units);
        let text = self.words();
        let info = halt_info(halt, &text, units, span_of);
        match (halt, self.running().filter(|run| run.cycle() == run.frontier())) {
            (Halt::Limit { .. }, Some(run)) => {
                with_whereabouts(info, &text, units, &run.snapshot(0).units, span_of)
            }
            _ => info,
        }
    }

    /// Where the next event of a unit (of any unit if `None`) after the cursor is.
    pub fn next_event(&self, kind: EventKind, unit: Option<u32>) -> Found {
        self.running().map_or(Found::Never, |run| run.next_event(kind, unit))
    }

    /// The state at the cursor, with registers and access of the selected unit.
    pub fn snapshot(&self, unit: u32) -> Option<Snapshot> {
        Some(self.running()?.snapshot(unit))
    }

    /// What each unit that has an instruction to execute holds at the cursor.
    pub fn held(&self) -> Vec<Held> {
        self.running().map_or(Vec::new(), |run| run.held())
    }

    /// Units x cycles.
    pub fn timeline(&self, window: &Window) -> Timeline {
        let Window { from, to, columns, first_unit, .. } = *window;
        let Some(run) = self.running() else { return Timeline::nothing(from, first_unit) };
        let units: Vec<u32> = window.chosen(run.summary().units()).collect();
        let first_unit = first_unit.min(run.summary().units() as u32);
        Timeline { first_unit, ..self.rows(from, to, columns, &units) }
    }

    /// Chosen units x cycles `from..to`: a row for each of `units`, in this order.
    pub fn rows(&self, from: u64, to: u64, columns: u32, units: &[u32]) -> Timeline {
        self.running()
            .map_or(Timeline::nothing(from, 0), |run| recording::rows(run, (from, to), columns, units))
    }

    /// The units that have had work so far.
    pub fn busy(&self) -> Vec<u32> {
        self.running().map_or(Vec::new(), |run| run.summary().busy())
    }

    /// The whole run so far in at most `columns` columns: slots by cause, and functional units where there are some; where it
    /// ends, and whether the run does. What has had no work at all is left out.
    pub fn strip(&self, columns: u32) -> Strip {
        let Some(run) = self.running() else { return Strip::default() };
        recording::strip(run, columns, &self.functional_units())
    }

    /// The units behind the front ends; none on machines whose units are picked by schedulers.
    fn functional_units(&self) -> Vec<u32> {
        let units = self.run().map_or(&[][..], |run| &run.units);
        let functional = (0u32..).zip(units).filter(|(_, unit)| unit.role == Role::Functional);
        functional.map(|(at, _)| at).collect()
    }

    /// The columns of a unit's stack; none without a run, or on machines without one.
    pub fn stack(&self) -> &'static [StackColumn] {
        self.running().map_or(&[], |run| run.stack())
    }

    /// DRAM commands of the cycles `from..to`, at most `limit` of them.
    pub fn dram(&self, from: u64, to: u64, limit: u32) -> DramWindow {
        let dimensions = self.prepared.bench.as_ref().map(|bench| bench.dimensions()).unwrap_or_default();
        let nothing = DramWindow {
            channels: dimensions.channels,
            banks: dimensions.banks,
            commands: Vec::new(),
            cut: false,
        };
        let Some(run) = self.running() else { return nothing };
        let to = to.min(run.frontier());
        window::dram(&run.record(from, to), from, to, limit, dimensions.channels, dimensions.banks)
    }

    /// A recording with every event of the cycles `from..to`, as far as they have been simulated: that part of the run is run
    /// again. `None` without a run. It ends earlier when it passes limit `log_bytes`.
    pub fn record(&self, from: u64, to: u64) -> Option<Arc<Log>> {
        self.running().map(|run| run.record(from, to))
    }

    /// A digest of every event up to the frontier, for which the whole run is run again; 0 without a run.
    pub fn fingerprint(&self) -> u64 {
        self.running().map_or(0, |run| run.fingerprint())
    }

    /// Contents of memory at the cursor.
    pub fn contents(&self, region: Region, offset: u64, bytes: u64) -> Contents {
        let nothing = Contents { offset, bytes: Vec::new(), changed: Vec::new() };
        let (Some(run), Some(started)) = (self.running(), &self.started) else { return nothing };
        match region {
            Region::Buffer(at) if (at as usize) < started.run.buffers.len() => {
                let now = run.memory().copy_out(at as usize, offset, bytes);
                let before = started.initial.copy_out(at as usize, offset, bytes);
                let changed = now.iter().zip(&before).map(|(now, before)| now != before).collect();
                Contents { offset, bytes: now, changed }
            }
            Region::Buffer(_) => nothing,
            Region::Local(unit) => {
                let all = run.local_memory(unit);
                let from = usize::try_from(offset).unwrap_or(usize::MAX).min(all.len());
                let to = from.saturating_add(usize::try_from(bytes).unwrap_or(usize::MAX)).min(all.len());
                let bytes = all[from..to].to_vec();
                // Work-group memory starts as zeros.
                let changed = bytes.iter().map(|byte| *byte != 0).collect();
                Contents { offset, bytes, changed }
            }
        }
    }

    /// The numbers of the run at the cursor.
    pub fn report(&self) -> Option<Report> {
        let bench = self.prepared.bench.as_ref()?;
        Some(report::at_cursor(self.running()?, &bench.dimensions(), self.prepared.intensity))
    }

    /// The numbers of the run at the frontier, wherever the cursor is.
    pub fn totals(&self) -> Option<Report> {
        let bench = self.prepared.bench.as_ref()?;
        Some(report::at_frontier(self.running()?, &bench.dimensions(), self.prepared.intensity))
    }

    /// Compares the result with the reference interpreter's, at most `budget` instructions of it in this call. `None`:
    /// not ready, call again (or the run has not ended).
    pub fn check(&mut self, budget: u64) -> Option<Check> {
        let under_way = self.checking.take();
        let (memory, halted) = match (&self.untimed, self.running()) {
            (Some(ended), _) => (&ended.memory, ended.halted),
            (None, Some(run)) if run.complete() => (run.final_memory(), run.halt().is_some()),
            _ => return None,
        };
        if halted {
            return Some(check::impossible(
                "The run did not come to its end, so there is no result to compare.",
            ));
        }
        let Some((kernel, _)) = &self.prepared.kernel else {
            return Some(check::impossible(
                "Assembly has no reference: the interpreter runs kernels in OpenCL C and CUDA.",
            ));
        };
        let text = self.words();
        let mut checking = match under_way {
            Some(checking) => checking,
            None => {
                let (bound, _) = self.bind().ok()?;
                Checking::new(kernel, bound, self.limits.interpreter_steps, &text)
            }
        };
        let answer = checking.advance(budget, kernel, memory, &text);
        self.checking = Some(checking);
        answer
    }

    /// Executes the whole kernel without timing, on a machine of its own, for as long as `go_on`, which is asked now and
    /// then, says `true`. `None`: it was given up.
    ///
    /// # Errors
    /// As [`Session::start`].
    pub fn functional(
        &mut self,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Functional>, Vec<Diagnostic>> {
        (self.checking, self.untimed) = (None, None);
        let (bound, _) = self.bind()?;
        let mut run = self.bench_mut()?.untimed(bound).map_err(|error| Vec::from([error]))?;
        let Some(halt) = finish(run.as_mut(), self.limits.functional_instructions, go_on) else {
            return Ok(None);
        };
        self.untimed = Some(Ended { memory: run.memory().clone(), halted: halt.is_some() });
        Ok(Some(Functional {
            work: run.work(),
            memory_digest: run.memory().digest(),
            halt: halt.map(|halt| self.in_words(&halt)),
        }))
    }

    /// All bytes of a buffer at the cursor (after [`Session::functional`]: at its end); `None` if there is no buffer of
    /// this name.
    pub fn dump(&self, buffer: &str) -> Option<Vec<u8>> {
        let memory = self.outcome()?;
        let at = memory.buffers().iter().position(|known| known.name == buffer)?;
        Some(memory.copy_out(at, 0, u64::MAX))
    }

    /// The instructions of the program in the binary form of its machine; `None` if it has none.
    pub fn binary(&self) -> Option<Vec<u8>> {
        self.bench()?.binary()
    }

    /// What the program has written to its console at the cursor (after [`Session::functional`]: at its end).
    pub fn console(&self) -> Option<&[u8]> {
        Some(self.outcome()?.console()?.output())
    }
}

/// On a machine of one core the core goes without saying.
fn named(units: &[UnitInfo]) -> Vec<UnitInfo> {
    let alone = units.iter().all(|unit| unit.core == 0);
    let name = |unit: &UnitInfo| if alone { unit.in_core() } else { unit.name.clone() };
    units.iter().map(|unit| UnitInfo { name: name(unit), ..unit.clone() }).collect()
}

/// Runs to the end or the limit of instructions; `None` if `go_on` says `false`.
fn finish(run: &mut dyn Untimed, limit: u64, go_on: &mut dyn FnMut() -> bool) -> Option<Option<Halt>> {
    while run.work().instructions < limit {
        match run.advance(UNTIMED_SLICE.min(limit - run.work().instructions)) {
            Ok(true) => return Some(None),
            Ok(false) if go_on() => {}
            Ok(false) => return None,
            Err(halt) => return Some(Some(halt)),
        }
    }
    Some(Some(Halt::Limit { limit: "functional_instructions".into(), value: limit }))
}

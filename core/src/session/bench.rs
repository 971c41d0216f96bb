//! One machine with its settings, programs and run, behind an interface that names no machine: the session talks to a
//! [`Bench`], and [`Workbench`] is one for any [`Family`].

use alloc::{boxed::Box, string::String, sync::Arc, vec::Vec};
use core::{
    fmt::{self, Debug, Formatter},
    ops::Range,
};

use super::{
    data::{Held, Snapshot},
    recorder::Excerpt,
    runner::{Replay, Runner},
};
use crate::{
    codegen::lower::Features,
    document::{Limits, MachineChoice},
    figure::Figure,
    files::Files,
    image::{DataLabel, Memory},
    ir::Kernel,
    launch::{Launch, bind::Bound},
    machines::{
        Access, Halt, Machine, Near, Occupancy, PartSlots, Parts, Registers, Seat, StackColumn, UnitInfo,
        UnitState, WellKnown, Work,
        chassis::settings::Division,
        counters::Reading,
        family::{Dimensions, Family, Signature, Untimed},
        footprint,
        panels::MachinePanel,
        registry::{Visitor, configure, select, unknown},
        settings::Settings,
        studies::{Analysis, Asked, Data, Decision},
    },
    opt::reciprocal,
    source::{Diagnostic, Listing},
    trace::{
        Causes, Log, Summary,
        columns::Columns,
        window::{EventKind, Found},
    },
};

/// Longest log and run that the log's own numbers can hold.
const MOST_LOG_BYTES: u64 = 1 << 31;
const MOST_CYCLES: u64 = u32::MAX as u64;

/// A configured machine.
pub trait Bench {
    /// Every setting with its value.
    fn settings(&self) -> Vec<(String, String)>;
    /// Sizes that do not change.
    fn dimensions(&self) -> Dimensions;
    /// The causes that its units and issue slots can have.
    fn causes(&self) -> Causes;
    /// The panels that show the machine.
    fn panels(&self) -> &'static [MachinePanel];
    /// What the machine has of the operations of the IR.
    fn features(&self) -> Features;
    /// Does the machine's compiler use what is not exact for this kernel?
    fn approximates(&self, kernel: &Kernel) -> bool;
    /// See [`Family::departs`].
    fn departs(&self) -> Option<&'static str>;
    /// Compiles the program of an optimised kernel, with what a person has decided about its lines.
    fn generate(&mut self, kernel: &Kernel, decisions: &[Decision]) -> Result<(), Diagnostic>;
    /// Fits the program to a launch, if its code has the launch's sizes in it.
    fn fit(&mut self, launch: &Bound) -> Result<(), Diagnostic>;
    /// Is the program another one for each launch?
    fn fits(&self) -> bool;
    /// Reads programs from assembly; returns what a launch of each must give.
    fn assemble(&mut self, files: &Files) -> (Vec<Signature>, Vec<Diagnostic>);
    /// Chooses one of the assembled programs.
    fn choose(&mut self, program: usize);
    /// See [`Family::remarks`].
    fn remarks(&self, launch: &Launch) -> Vec<Diagnostic>;
    /// The program as text.
    fn listing(&self) -> Listing;
    /// The program in the machine's binary form.
    fn binary(&self) -> Option<Vec<u8>>;
    /// See [`Family::line_bytes`].
    fn line_bytes(&self) -> Option<Vec<Range<usize>>>;
    /// The names that a program by hand gives to its data.
    fn labels(&self) -> Vec<DataLabel>;
    /// Bytes of an instruction, if the machine says them.
    fn instruction_bytes(&self) -> Option<u32>;
    /// Remarks on the program.
    fn facts(&self) -> Vec<(String, String)>;
    /// Begins a study of the machine's own; `None` if it has no such one.
    fn study(&self, id: &str, launch: Bound, asked: &Asked) -> Option<Result<Box<dyn Analysis>, Diagnostic>>;
    /// Starts a run at cycle 0, if the machine is not too large.
    fn start(&mut self, launch: Bound, limits: &Limits) -> Result<(), Diagnostic>;
    /// The run steps through every cycle from now on.
    fn tick(&mut self);
    /// Before the first cycle: keyframes are at first so many cycles apart.
    fn keyframes(&mut self, interval: u64);
    /// Most bytes of the host's memory that the machine of the run has taken until now, with its copies.
    fn machine_bytes(&self) -> u64;
    /// A run without timing.
    fn untimed(&self, launch: Bound) -> Result<Box<dyn Untimed>, Diagnostic>;
    /// The run, if one was started.
    fn run(&self) -> Option<&dyn Running>;
    /// The run, to move it.
    fn run_mut(&mut self) -> Option<&mut dyn Running>;
}

/// Shown without what is in it: with that, every program would hold the code that writes the whole state of a machine.
impl Debug for dyn Bench {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("Bench")
    }
}

/// A run with its recording and its cursor.
pub trait Running {
    /// See [`Runner::seek`].
    fn seek(&mut self, cycle: u64, budget: u64);
    /// See [`Runner::extend`].
    fn extend(&mut self, budget: u64);
    /// The cycle under the cursor.
    fn cycle(&self) -> u64;
    /// The furthest cycle simulated.
    fn frontier(&self) -> u64;
    /// Is the whole run known?
    fn complete(&self) -> bool;
    /// Why it cannot go on.
    fn halt(&self) -> Option<&Halt>;
    /// What is known of the run without looking at it again.
    fn summary(&self) -> &Summary;
    /// See [`Runner::recorded`].
    fn recorded(&self, wanted: &Excerpt) -> Option<Arc<Log>>;
    /// See [`Runner::prepare`].
    fn prepare(&self, wanted: &Excerpt, budget: u64) -> bool;
    /// See [`Runner::record`].
    fn record(&self, wanted: &Excerpt) -> Arc<Log>;
    /// See [`Runner::next_event`].
    fn next_event(&self, kind: EventKind, unit: Option<u32>) -> Found;
    /// See [`Runner::fingerprint`].
    fn fingerprint(&self) -> u64;
    /// See [`Runner::replay`].
    fn replay(&self, cycles: (u64, u64)) -> Box<dyn Replay>;
    /// Memory at the cursor.
    fn memory(&self) -> &Memory;
    /// Memory at the frontier.
    fn final_memory(&self) -> &Memory;
    /// Work-group memory at the cursor.
    fn local_memory(&self, unit: u32) -> Vec<u8>;
    /// The units.
    fn units(&self) -> Vec<UnitInfo>;

    /// The columns of a unit's stack.
    fn stack(&self) -> &'static [StackColumn];
    /// The state at the cursor.
    fn snapshot(&self, unit: u32) -> Snapshot;
    /// What each unit does in the cycle that begins at the cursor.
    fn states(&self) -> Vec<UnitState>;
    /// What a unit does; `None` if there is no such unit.
    fn state(&self, unit: u32) -> Option<UnitState>;
    /// The registers of a unit; `None` if there is no such unit.
    fn registers(&self, unit: u32) -> Option<Registers>;
    /// See [`Machine::foreseen`].
    fn foreseen(&self, unit: u32) -> Option<Registers>;
    /// The memory access that a unit's next instruction makes, or that it made last.
    fn access(&self, unit: u32) -> Option<Access>;
    /// See [`Machine::occupancy`].
    fn occupancy(&self) -> Option<Occupancy>;
    /// See [`Machine::parts`].
    fn parts(&self, near: &Near) -> Option<Parts>;
    /// See [`Machine::seat`].
    fn seat(&self, seat: Seat) -> Option<String>;
    /// See [`Machine::shown`], at the frontier.
    fn shown(&self, panel: &str, files: &Files) -> Option<Figure>;
    /// What the units with an instruction hold at the cursor.
    fn held(&self) -> Vec<Held>;
    /// The numbers at the cursor.
    fn numbers(&self) -> Numbers;
    /// A digest of the machine's whole state at the cursor.
    fn digest(&self) -> u64;
    /// The numbers at the frontier.
    fn final_numbers(&self) -> Numbers;
    /// The counters at the frontier.
    fn final_counters(&self) -> Vec<Reading>;
    /// See [`Machine::details`], at the frontier.
    fn details(&self, files: &Files) -> Vec<(String, Data)>;
    /// See [`Machine::groups`], at the frontier.
    fn groups(&self) -> Option<(u64, u64)>;
    /// See [`Runner::history`].
    fn history(&self) -> &Columns<u64>;
    /// See [`Runner::counters_before`].
    fn counters_before(&self, cycle: u64) -> (u64, Vec<u64>);
}

/// What a machine counts.
#[derive(Clone, Debug)]
pub struct Numbers {
    /// Work done.
    pub work: Work,
    /// Issue slots by cause, as the machine's list has them.
    pub slots: Vec<u64>,
    /// Slots by cause of each part that has any.
    pub slot_parts: Vec<PartSlots>,
    /// Every counter.
    pub counters: Vec<Reading>,
    /// Those that mean the same on every machine.
    pub well_known: WellKnown,
}

/// A bench of the machine that a choice names.
///
/// # Errors
/// Everything that is wrong with the choice.
pub fn open(choice: &MachineChoice) -> Result<Box<dyn Bench>, Vec<Diagnostic>> {
    struct Open<'a>(&'a MachineChoice);
    impl Visitor for Open<'_> {
        type Out = Result<Box<dyn Bench>, Vec<Diagnostic>>;
        fn visit<F: Family>(self) -> Self::Out {
            let spec = configure::<F>(self.0)?;
            Ok(Box::new(Workbench::<F> {
                spec,
                programs: Vec::new(),
                chosen: 0,
                runner: None,
                parts_bytes: 0,
            }))
        }
    }
    select(&choice.preset, Open(choice)).unwrap_or_else(|| Err(Vec::from([unknown(&choice.preset)])))
}

/// A bench of one family.
#[derive(Debug)]
struct Workbench<F: Family> {
    spec: F::Spec,
    programs: Vec<F::Program>,
    chosen: usize,
    runner: Option<Runner<F::Running>>,
    /// The bound of the parts of its machine.
    parts_bytes: u64,
}

impl<F: Family> Workbench<F> {
    fn program(&self) -> Result<&F::Program, Diagnostic> {
        let missing = || {
            Diagnostic::error("session::no-program", crate::source::Span::NONE, "there is no program to run")
        };
        self.programs.get(self.chosen).ok_or_else(missing)
    }
}

impl<F: Family> Bench for Workbench<F> {
    fn settings(&self) -> Vec<(String, String)> {
        self.spec.all()
    }

    fn dimensions(&self) -> Dimensions {
        F::dimensions(&self.spec)
    }

    fn causes(&self) -> Causes {
        F::Running::CAUSES
    }

    fn panels(&self) -> &'static [MachinePanel] {
        F::panels()
    }

    fn features(&self) -> Features {
        F::FEATURES
    }

    fn approximates(&self, kernel: &Kernel) -> bool {
        F::code(&self.spec).division == Division::Reciprocal && reciprocal::applies(kernel)
    }

    fn departs(&self) -> Option<&'static str> {
        F::departs(&self.spec)
    }

    fn generate(&mut self, kernel: &Kernel, decisions: &[Decision]) -> Result<(), Diagnostic> {
        self.programs = Vec::from([F::compile_decided(kernel, &self.spec, decisions)?]);
        Ok(())
    }

    fn fit(&mut self, launch: &Bound) -> Result<(), Diagnostic> {
        if let Some(fitted) = F::fit(self.program()?, &self.spec, launch)? {
            self.programs[self.chosen] = fitted;
        }
        Ok(())
    }

    fn fits(&self) -> bool {
        F::FITS
    }

    fn assemble(&mut self, files: &Files) -> (Vec<Signature>, Vec<Diagnostic>) {
        let (programs, diagnostics) = F::assemble(files, &self.spec);
        self.programs = programs;
        (self.programs.iter().map(F::signature).collect(), diagnostics)
    }

    fn choose(&mut self, program: usize) {
        self.chosen = program;
    }

    fn remarks(&self, launch: &Launch) -> Vec<Diagnostic> {
        self.program().map(|program| F::remarks(program, launch)).unwrap_or_default()
    }

    fn listing(&self) -> Listing {
        self.program().map(F::listing).unwrap_or_default()
    }

    fn binary(&self) -> Option<Vec<u8>> {
        F::binary(self.program().ok()?)
    }

    fn line_bytes(&self) -> Option<Vec<Range<usize>>> {
        F::line_bytes(self.program().ok()?)
    }

    fn labels(&self) -> Vec<DataLabel> {
        self.program().map(F::labels).unwrap_or_default()
    }

    fn instruction_bytes(&self) -> Option<u32> {
        F::INSTRUCTION_BYTES
    }

    fn facts(&self) -> Vec<(String, String)> {
        self.program().map(F::facts).unwrap_or_default()
    }

    fn study(&self, id: &str, launch: Bound, asked: &Asked) -> Option<Result<Box<dyn Analysis>, Diagnostic>> {
        let study = F::studies().iter().find(|study| study.about.id == id)?;
        Some(self.program().and_then(|program| (study.begin)(program, &self.spec, launch, asked)))
    }

    fn start(&mut self, launch: Bound, limits: &Limits) -> Result<(), Diagnostic> {
        let program = self.program()?;
        let parts = F::parts(program, &self.spec, &launch);
        let room = footprint::room(&parts, limits.machine_bytes)?;
        let mut machine = F::start(program, &self.spec, launch)?;
        machine.bound_under_way(room, limits.machine_bytes);
        let slots = F::dimensions(&self.spec).slot_names().len();
        let (cycles, bytes) = (limits.cycles.min(MOST_CYCLES), limits.log_bytes.min(MOST_LOG_BYTES));
        self.parts_bytes = footprint::total(&parts);
        self.runner = Some(Runner::new(machine, slots, cycles, bytes));
        Ok(())
    }

    fn tick(&mut self) {
        if let Some(runner) = &mut self.runner {
            runner.tick();
        }
    }

    fn keyframes(&mut self, interval: u64) {
        if let Some(runner) = &mut self.runner {
            runner.keyframes(interval);
        }
    }

    fn machine_bytes(&self) -> u64 {
        let under_way = self.runner.as_ref().map_or(0, |runner| runner.head().under_way_bytes());
        self.parts_bytes.saturating_add(under_way).saturating_mul(footprint::COPIES)
    }

    fn untimed(&self, launch: Bound) -> Result<Box<dyn Untimed>, Diagnostic> {
        Ok(Box::new(F::untimed(self.program()?, &self.spec, launch)?))
    }

    fn run(&self) -> Option<&dyn Running> {
        self.runner.as_ref().map(|runner| runner as &dyn Running)
    }

    fn run_mut(&mut self) -> Option<&mut dyn Running> {
        self.runner.as_mut().map(|runner| runner as &mut dyn Running)
    }
}

impl<M: Machine + 'static> Running for Runner<M> {
    fn seek(&mut self, cycle: u64, budget: u64) {
        Runner::seek(self, cycle, budget);
    }

    fn extend(&mut self, budget: u64) {
        Runner::extend(self, budget);
    }

    fn cycle(&self) -> u64 {
        self.machine().cycle()
    }

    fn frontier(&self) -> u64 {
        Runner::frontier(self)
    }

    fn complete(&self) -> bool {
        Runner::complete(self)
    }

    fn halt(&self) -> Option<&Halt> {
        Runner::halt(self)
    }

    fn summary(&self) -> &Summary {
        Runner::summary(self)
    }

    fn recorded(&self, wanted: &Excerpt) -> Option<Arc<Log>> {
        Runner::recorded(self, wanted)
    }

    fn prepare(&self, wanted: &Excerpt, budget: u64) -> bool {
        Runner::prepare(self, wanted, budget)
    }

    fn record(&self, wanted: &Excerpt) -> Arc<Log> {
        Runner::record(self, wanted)
    }

    fn next_event(&self, kind: EventKind, unit: Option<u32>) -> Found {
        Runner::next_event(self, kind, unit)
    }

    fn fingerprint(&self) -> u64 {
        Runner::fingerprint(self)
    }

    fn replay(&self, cycles: (u64, u64)) -> Box<dyn Replay> {
        Runner::replay(self, cycles)
    }

    fn memory(&self) -> &Memory {
        self.machine().memory()
    }

    fn final_memory(&self) -> &Memory {
        self.head().memory()
    }

    fn local_memory(&self, unit: u32) -> Vec<u8> {
        if self.has(unit) { self.machine().local_memory(unit) } else { Vec::new() }
    }

    fn units(&self) -> Vec<UnitInfo> {
        self.machine().units()
    }

    fn stack(&self) -> &'static [StackColumn] {
        M::STACK
    }

    fn snapshot(&self, unit: u32) -> Snapshot {
        let machine = self.machine();
        let unit = if self.has(unit) { unit } else { 0 };
        Snapshot {
            cycle: machine.cycle(),
            units: self.states(),
            registers: machine.registers(unit),
            access: machine.access(unit, self.ahead()),
            waits: machine.waits(unit),
        }
    }

    fn states(&self) -> Vec<UnitState> {
        let machine = self.machine();
        let state = |(unit, cause)| UnitState { cause, ..machine.unit(unit, self.ahead()) };
        (0u32..).zip(self.causes()).map(state).collect()
    }

    fn state(&self, unit: u32) -> Option<UnitState> {
        self.has(unit).then(|| self.machine().unit(unit, self.ahead()))
    }

    fn registers(&self, unit: u32) -> Option<Registers> {
        self.has(unit).then(|| self.machine().registers(unit))
    }

    fn foreseen(&self, unit: u32) -> Option<Registers> {
        self.has(unit).then(|| self.machine().foreseen(unit)).flatten()
    }

    fn access(&self, unit: u32) -> Option<Access> {
        self.has(unit).then(|| self.machine().access(unit, self.ahead())).flatten()
    }

    fn occupancy(&self) -> Option<Occupancy> {
        self.machine().occupancy()
    }

    fn parts(&self, near: &Near) -> Option<Parts> {
        self.machine().parts(near, self.ahead())
    }

    fn seat(&self, seat: Seat) -> Option<String> {
        self.machine().seat(seat)
    }

    fn shown(&self, panel: &str, files: &Files) -> Option<Figure> {
        self.head().shown(panel, files)
    }

    fn held(&self) -> Vec<Held> {
        let machine = self.machine();
        let one = |unit| {
            let state = machine.unit(unit, self.ahead());
            state.pc?;
            let access = machine.access(unit, self.ahead());
            Some(Held { unit, state, scoreboard: machine.pending(unit), access })
        };
        (0..self.summary().units() as u32).filter_map(one).collect()
    }

    fn numbers(&self) -> Numbers {
        Numbers::of(self.machine())
    }

    fn digest(&self) -> u64 {
        self.machine().digest()
    }

    fn final_numbers(&self) -> Numbers {
        Numbers::of(self.head())
    }

    fn final_counters(&self) -> Vec<Reading> {
        self.head().counters()
    }

    fn details(&self, files: &Files) -> Vec<(String, Data)> {
        self.head().details(files)
    }

    fn groups(&self) -> Option<(u64, u64)> {
        self.head().groups()
    }

    fn history(&self) -> &Columns<u64> {
        Runner::history(self)
    }

    fn counters_before(&self, cycle: u64) -> (u64, Vec<u64>) {
        Runner::counters_before(self, cycle)
    }
}

impl Numbers {
    fn of<M: Machine>(machine: &M) -> Numbers {
        Numbers {
            work: machine.work(),
            slots: machine.slots(),
            slot_parts: machine.slot_parts(),
            counters: machine.counters(),
            well_known: machine.well_known(),
        }
    }
}

impl<M: Machine> Runner<M> {
    fn has(&self, unit: u32) -> bool {
        (unit as usize) < self.summary().units()
    }
}

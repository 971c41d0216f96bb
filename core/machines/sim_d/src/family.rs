//! What the registry asks of Sim-D.
//!
//! A kernel is compiled for a launch, whose sizes are numbers in the code: until there is one, a compiled kernel is the kernel itself, and
//! its listing is empty. A program by hand takes the columns and rows of a launch, which the machine cuts into groups; its buffers
//! are those that it declares, and an argument with the number of a buffer is what that begins with.

use alloc::{
    format,
    string::{String, ToString},
    sync::Arc,
    vec::Vec,
};

use lanescope_parts::{
    base::Clock,
    codegen::lower::Features,
    document::Limits,
    files::Files,
    image::Memory,
    ir::Kernel,
    launch::{Grid, Launch, bind::Bound},
    machines::{
        SlotKind,
        chassis::settings::{Code, Division},
        family::{Dimensions, Family, OwnCount, Signature, SlotGroup, SlotPart, Watch},
        footprint::Footprint,
        given::Given,
        info::OpInfo,
        panels::MachinePanel,
        preset::Preset,
        studies::{Begin, Study},
    },
    opt::reciprocal,
    source::{Diagnostic, Listing, ListingLine, Span},
};

use super::{
    asm, codegen, footprint,
    functional::Functional,
    isa::{
        Contents, Destination, INSTRUCTION_BYTES, OperandKind, OperandKinds, Program, Row, Slot, ops::ROWS,
        resources::resources,
    },
    launch::{Argument, LaunchOptions, prepare, remarks},
    machine::SimD,
    spec::{PRESETS, Spec},
    timing::{counters, settings::Settings as Timing},
    views,
};

/// Sim-D in the registry.
#[derive(Clone, Copy, Debug)]
pub struct HardRealTime;

/// What is launched.
#[derive(Clone, Debug)]
pub enum Function {
    /// A program by hand, with the files that its buffers name.
    Text(Arc<Program>, Arc<Files>),
    /// A kernel, and its program for the launch that it was fitted to last.
    Kernel(Arc<Kernel>, Option<Arc<Program>>),
}

/// What a launch begins with.
#[derive(Debug)]
pub struct Begun {
    /// The program.
    pub program: Arc<Program>,
    /// Columns, rows and groups.
    pub launch: super::exec::Launch,
    /// Memory with all buffers.
    pub memory: Memory,
}

impl Function {
    fn program(&self) -> Option<&Arc<Program>> {
        match self {
            Function::Text(program, _) => Some(program),
            Function::Kernel(_, program) => program.as_ref(),
        }
    }

    /// The program, launch and memory of a bound launch.
    ///
    /// # Errors
    /// The launch does not fit.
    pub fn begin(&self, spec: &Spec, launch: Bound) -> Result<Begun, Diagnostic> {
        match self {
            Function::Text(program, files) => by_hand(program, files, spec, &launch),
            Function::Kernel(kernel, _) => compiled(kernel, spec, launch),
        }
    }

    /// The program and launch of a bound launch, for who runs nothing: files of data need not be there.
    ///
    /// # Errors
    /// The launch does not fit.
    pub fn begin_without_data(
        &self,
        spec: &Spec,
        launch: Bound,
    ) -> Result<(Arc<Program>, super::exec::Launch), Diagnostic> {
        let Begun { program, launch, .. } = match self {
            Function::Text(program, files) => {
                let mut program = Program::clone(program);
                program.buffers.iter_mut().for_each(|buffer| buffer.contents = Some(Contents::Nothing));
                by_hand(&Arc::new(program), files, spec, &launch)?
            }
            Function::Kernel(..) => self.begin(spec, launch)?,
        };
        Ok((program, launch))
    }
}

impl Family for HardRealTime {
    type Spec = Spec;
    type Program = Function;
    type Running = SimD;
    type Untimed = Functional;

    const ID: &'static str = "sim_d";

    const NAME: &'static str = "Sim-D (hard real time)";

    const DOC: &'static str = "Work-groups in phases that compute or wait for one transfer, and a memory controller whose requests have bounds.";

    const INSTRUCTIONS: &'static str = "instructions of groups";

    const PRESETS: &'static [Preset] = PRESETS;

    /// Operations are taken apart for a launch, when its sizes are known.
    const FEATURES: Features = codegen::FEATURES;

    const FITS: bool = true;

    const OWN_COUNTS: &'static [OwnCount] = counters::OWN;

    fn panels() -> &'static [MachinePanel] {
        views::PANELS
    }

    fn studies() -> &'static [Study<Begin<Function, Spec>>] {
        super::studies::STUDIES
    }

    fn ops() -> Vec<OpInfo> {
        ROWS.iter().map(op_info).collect()
    }

    fn check(spec: &Spec) -> Result<(), String> {
        let Timing { warp_lanes: lanes, special_units, .. } = spec.timing;
        let wrong = |id: &str, value: u32| format!("setting `{id}` takes a power of two, not `{value}`");
        match (lanes.is_power_of_two(), special_units.is_power_of_two()) {
            (false, _) => Err(wrong("warp_lanes", lanes)),
            (_, false) => Err(wrong("special_units", special_units)),
            _ => Ok(()),
        }
    }

    fn code(spec: &Spec) -> &Code {
        &spec.code
    }

    /// The kernel waits for its launch.
    fn compile(given: &Given<'_, Spec>) -> Result<Function, Diagnostic> {
        let mut kernel = given.kernel.clone();
        if given.spec.code.division == Division::Reciprocal {
            for pass in &reciprocal::PASSES {
                pass.apply(&mut kernel);
            }
        }
        Self::generate(&given.with_kernel(&kernel))
    }

    fn generate(given: &Given<'_, Spec>) -> Result<Function, Diagnostic> {
        Ok(Function::Kernel(Arc::new(given.kernel.clone()), None))
    }

    fn fit(
        function: &Function,
        spec: &Spec,
        launch: &Bound,
        _: &mut Watch,
    ) -> Result<Option<Function>, Diagnostic> {
        let Function::Kernel(kernel, _) = function else { return Ok(None) };
        let program = compiled(kernel, spec, launch.clone())?.program;
        Ok(Some(Function::Kernel(kernel.clone(), Some(program))))
    }

    fn assemble(files: &Files, spec: &Spec) -> (Vec<Function>, Vec<Diagnostic>) {
        let (program, diagnostics) = asm::assemble_files(files, spec.options());
        if program.instructions.is_empty() || diagnostics.iter().any(Diagnostic::is_error) {
            return (Vec::new(), diagnostics);
        }
        let function = Function::Text(Arc::new(program), Arc::new(files.clone()));
        (Vec::from([function]), diagnostics)
    }

    fn data_files(text: &str) -> Vec<String> {
        let (program, _) = asm::assemble(text, asm::Options::default());
        let named = program.buffers.into_iter().filter(|buffer| buffer.contents != Some(Contents::Nothing));
        named.filter_map(|buffer| buffer.file).collect()
    }

    fn remarks(function: &Function, launch: &Launch) -> Vec<Diagnostic> {
        match function {
            Function::Text(program, files) => remarks(program, files, launch),
            Function::Kernel(..) => Vec::new(),
        }
    }

    fn signature(function: &Function) -> Signature {
        let kernel = match function {
            Function::Kernel(kernel, _) => Some(kernel),
            Function::Text(..) => None,
        };
        Signature {
            name: kernel.map_or("main", |kernel| &kernel.name).into(),
            params: kernel.map(|kernel| kernel.params.clone()).unwrap_or_default(),
            grid: if kernel.is_some() { Grid::WorkItems } else { Grid::Cut },
            required_local: kernel.and_then(|kernel| kernel.required_local),
            open: kernel.is_none(),
            data: Vec::new(),
        }
    }

    fn listing(function: &Function) -> Listing {
        let Some(program) = function.program() else { return Listing::default() };
        let span = |at: u32| program.instructions.get(at as usize).map_or(Span::NONE, |one| one.span);
        let line = |asm::Line { text, at }| {
            let first = |at: u32| u64::from(at) * u64::from(INSTRUCTION_BYTES);
            let bytes = at.map(|at| first(at)..first(at) + u64::from(INSTRUCTION_BYTES));
            ListingLine { bytes, ..ListingLine::new(text, at.map_or(Span::NONE, span), at) }
        };
        Listing { lines: asm::lines(program).into_iter().map(line).collect() }
    }

    fn facts(function: &Function) -> Vec<(String, String)> {
        let Some(program) = function.program() else { return Vec::new() };
        let count = program.instructions.len();
        let used = resources(program);
        let rows = [
            ("instructions", count),
            ("bytes of code, 8 for each instruction", count * INSTRUCTION_BYTES as usize),
            ("vector registers", used.vectors),
            ("scalar registers", used.scalars),
            ("predicate registers", used.predicates),
            ("entries of the stack of masks", used.stack),
            ("bytes of the scratchpad", used.scratchpad),
            ("lines that were left out because of a mistake", program.dropped as usize),
        ];
        let rows = rows.into_iter().map(|(name, value)| (name.into(), value.to_string()));
        rows.chain(program.facts.iter().cloned()).collect()
    }

    fn start(function: &Function, spec: &Spec, launch: Bound) -> Result<SimD, Diagnostic> {
        let Begun { program, launch, memory } = function.begin(spec, launch)?;
        Ok(SimD::new(program, launch, memory, spec))
    }

    fn untimed(function: &Function, spec: &Spec, launch: Bound) -> Result<Functional, Diagnostic> {
        let Begun { program, launch, memory } = function.begin(spec, launch)?;
        Ok(Functional::new(program, launch, memory, spec))
    }

    fn parts(function: &Function, spec: &Spec, _: &Bound) -> Vec<Footprint> {
        let none = Program::default();
        footprint::parts(function.program().map_or(&none, |program| program), spec).into()
    }

    fn dimensions(spec: &Spec) -> Dimensions {
        let decoder = SlotPart {
            name: "decoder".into(),
            kind: SlotKind::Instructions,
            slots: Vec::from(["pipeline".into()]),
        };
        let part = spec.timing.dram.part;
        let standard = part.standard();
        let mhz = 1_000_000 / part.period_ps();
        Dimensions {
            slots: Vec::from([SlotGroup { name: "pipeline".into(), parts: Vec::from([decoder]) }]),
            clocks: Vec::from([
                Clock::of_mhz("core", "cycles", 1000),
                Clock {
                    id: "dram".into(),
                    cycles: "DRAM cycles".into(),
                    picoseconds: part.period_ps(),
                    parts: 1,
                },
            ]),
            channels: 1,
            banks: standard.organization.total_banks() as u16,
            flops_per_cycle: 2 * u64::from(spec.timing.warp_lanes),
            memory_mb: 16 * mhz,
            word_banks: 0,
            rows_close: false,
        }
    }
}

/// The first of some errors, with the others.
fn joined(errors: Vec<Diagnostic>) -> Diagnostic {
    let mut errors = errors.into_iter();
    let first = errors.next();
    let first =
        first.unwrap_or_else(|| Diagnostic::error("launch::fit", Span::NONE, "the launch does not fit"));
    errors.fold(first, |first, next| Diagnostic {
        message: format!("{} {}", first.message, next.message),
        ..first
    })
}

/// A program by hand. Memory is checked by the parts of the machine, work-items by the launch.
fn by_hand(program: &Arc<Program>, files: &Files, spec: &Spec, bound: &Bound) -> Result<Begun, Diagnostic> {
    let argument = |at: usize, buffer: &lanescope_parts::image::Buffer| {
        let number = buffer.name.parse().map_err(|_| {
            let message = format!("Argument `{}` is no number of a buffer.", buffer.name);
            Diagnostic::error("launch::argument", Span::NONE, message)
        })?;
        let bytes = bound.memory.copy_out(at, 0, buffer.bytes);
        Ok(Argument { buffer: number, contents: Contents::Words, bytes })
    };
    let arguments = bound.memory.buffers().iter().enumerate().map(|(at, buffer)| argument(at, buffer));
    let [width, ..] = bound.launch.local;
    let chosen = LaunchOptions {
        size: [bound.launch.global[0], bound.launch.global[1]],
        width: (width > 0).then_some(width),
        arguments: arguments.collect::<Result<_, Diagnostic>>()?,
    };
    let limits = Limits { memory_bytes: u64::MAX, work_items: u64::MAX, ..Limits::default() };
    let (launch, mut memory) = prepare(program, files, &chosen, spec, &limits).map_err(joined)?;
    if program.shows() {
        // Its address is that of no buffer, for no access reaches it.
        memory.attach(bound.console.clone());
    }
    Ok(Begun { program: program.clone(), launch, memory })
}

/// A kernel.
fn compiled(kernel: &Kernel, spec: &Spec, bound: Bound) -> Result<Begun, Diagnostic> {
    let Bound { launch, args, mut memory, .. } = bound;
    let compiled = codegen::generate(kernel, (&launch, &args), &memory, spec)?;
    let program = compiled.bind(&mut memory, &args).map_err(|message| {
        Diagnostic::error("launch::fit", Span::NONE, message).help("choose smaller buffers")
    })?;
    Ok(Begun { program: Arc::new(program), launch: compiled.launch, memory })
}

/// An instruction as it is written: `a|b` is one of both, what may be left out stands in brackets.
fn op_info(row: &Row) -> OpInfo {
    let suffixes: Vec<&str> = row.suffixes.list().iter().map(|(name, _)| *name).collect();
    let suffix = match (suffixes.is_empty(), row.suffixes.optional()) {
        (true, _) => String::new(),
        (_, true) => format!("[.{}]", suffixes.join("|")),
        _ => format!(".{}", suffixes.join("|")),
    };
    let first = match row.destination {
        Destination::Nothing => None,
        Destination::Written(kinds) | Destination::Stored(kinds) => Some(written(kinds)),
        Destination::Scratchpad => Some("number".into()),
    };
    let source = |slot: &Slot| {
        let text = written(slot.kinds);
        if slot.optional { format!("[{text}]") } else { text }
    };
    let operands: Vec<String> = first.into_iter().chain(row.sources.iter().map(source)).collect();
    let gap = if operands.is_empty() { "" } else { " " };
    OpInfo {
        syntax: format!("{}{suffix}{gap}{}", row.name, operands.join(", ")),
        class: format!("{:?}", row.category),
        doc: row.does.trim().into(),
    }
}

/// The kinds of an operand, as registers are written.
fn written(kinds: OperandKinds) -> String {
    let names = [
        (OperandKind::Vector, "v"),
        (OperandKind::Scalar, "s"),
        (OperandKind::Predicate, "p"),
        (OperandKind::Immediate, "number"),
        (OperandKind::Label, "label"),
        (OperandKind::VectorSpecial, "vc"),
        (OperandKind::ScalarSpecial, "sc"),
    ];
    let some: Vec<&str> = names.iter().filter(|(kind, _)| kinds.has(*kind)).map(|(_, name)| *name).collect();
    some.join("|")
}

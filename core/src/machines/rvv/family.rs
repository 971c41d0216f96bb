//! What the registry asks of the vector machine.

use alloc::{
    format,
    string::{String, ToString},
    sync::Arc,
    vec::Vec,
};

use super::{
    asm, codegen,
    exec::{Hart, threads},
    footprint,
    functional::Functional,
    isa::{Arg, Inst, Op, Program, Row, TEXT},
    machine::Vector,
    spec::{MemoryModel, PRESETS, Spec},
    timing::Unit,
    views,
};
use crate::{
    codegen::lower::Features,
    files::Files,
    image::Memory,
    ir::{Kernel, Param},
    launch::{Grid, bind::Bound},
    machines::{
        Halt, SlotKind,
        chassis::{clocks::clocks, settings::Code},
        footprint::Part,
        info::OpInfo,
        panels::MachinePanel,
        preset::Preset,
        registry::{Dimensions, Family, Signature, SlotGroup, SlotPart},
    },
    riscv::{abi, binary},
    source::{Diagnostic, Listing, ListingLine, Span},
};

/// The vector machine in the registry.
#[derive(Clone, Copy, Debug)]
pub struct Rvv;

/// A function of a program: what a launch calls.
#[derive(Clone, Debug)]
pub struct Function {
    program: Arc<Program>,
    name: String,
    entry: u64,
    /// The parameters of a compiled kernel.
    params: Vec<Param>,
}

impl Family for Rvv {
    type Spec = Spec;
    type Program = Function;
    type Running = Vector;
    type Untimed = Functional;

    const ID: &'static str = "rvv";

    const NAME: &'static str = "Vector machine (RISC-V V)";

    const DOC: &'static str = "One instruction for a whole vector: elements stream through pipelined units, lane by lane, and chain.";

    const INSTRUCTIONS: &'static str = "scalar and vector instructions";

    const PRESETS: &'static [Preset] = PRESETS;

    const FEATURES: Features = Features { calls: false, ..Features::ALL };

    const INSTRUCTION_BYTES: Option<u32> = Some(4);

    fn panels() -> &'static [MachinePanel] {
        views::PANELS
    }

    fn ops() -> Vec<OpInfo> {
        Op::rows().map(op_info).collect()
    }

    fn check(spec: &Spec) -> Result<(), String> {
        if spec.vlen.is_power_of_two() {
            return Ok(());
        }
        Err(format!("setting `vlen` takes a power of two, not `{}`", spec.vlen))
    }

    fn code(spec: &Spec) -> &Code {
        &spec.code
    }

    fn generate(kernel: &Kernel, spec: &Spec) -> Result<Function, Diagnostic> {
        let program = codegen::generate(kernel, spec)?;
        let (name, params) = (kernel.name.clone(), kernel.params.clone());
        Ok(Function { program: Arc::new(program), name, entry: TEXT, params })
    }

    fn assemble(files: &Files, _: &Spec) -> (Vec<Function>, Vec<Diagnostic>) {
        let (program, diagnostics) = asm::assemble_files(files);
        if program.code.is_empty() || diagnostics.iter().any(Diagnostic::is_error) {
            return (Vec::new(), diagnostics);
        }
        (functions(program), diagnostics)
    }

    fn signature(function: &Function) -> Signature {
        let kernel = function.program.kernel.as_ref();
        Signature {
            name: function.name.clone(),
            params: function.params.clone(),
            grid: Grid::WorkItems,
            required_local: kernel.and_then(|kernel| kernel.required_local),
            open: kernel.is_none(),
            data: function.program.data.clone(),
        }
    }

    fn listing(function: &Function) -> Listing {
        listing(&function.program)
    }

    fn binary(function: &Function) -> Option<Vec<u8>> {
        Some(binary::bytes(&function.program))
    }

    fn disassemble(binary: &[u8]) -> Option<Listing> {
        Some(listing(&binary::program(binary)?))
    }

    fn facts(function: &Function) -> Vec<(String, String)> {
        let code = &function.program.code;
        let vector = code.iter().filter(|inst| inst.class().is_vector()).count() as u64;
        let mut rows = Vec::from([("instructions", code.len() as u64), ("vector instructions", vector)]);
        if let Some(kernel) = &function.program.kernel {
            rows.extend([
                ("work-group memory in bytes", kernel.local_bytes),
                ("memory of a work-item in bytes", kernel.item_bytes),
            ]);
        }
        rows.into_iter().map(|(name, value)| (name.into(), value.to_string())).collect()
    }

    fn start(function: &Function, spec: &Spec, launch: Bound) -> Result<Vector, Diagnostic> {
        let (harts, memory) = begin(function, spec, launch)?;
        Ok(Vector::new(function.program.clone(), spec, harts, memory))
    }

    fn untimed(function: &Function, spec: &Spec, launch: Bound) -> Result<Functional, Diagnostic> {
        let (harts, memory) = begin(function, spec, launch)?;
        Ok(Functional::new(function.program.clone(), spec.lanes, harts, memory))
    }

    fn parts(function: &Function, spec: &Spec, _: &Bound) -> Vec<Part> {
        footprint::parts(&function.program, spec).into()
    }

    fn dimensions(spec: &Spec) -> Dimensions {
        let unit = |core: &str, (unit, number): (Unit, u32)| {
            let name = match unit.count(spec) {
                1 => String::from(unit.name()),
                _ => format!("{} {number}", unit.name()),
            };
            SlotPart { kind: SlotKind::ElementGroups, slots: Vec::from([format!("{core} {name}")]), name }
        };
        let group = |name: String| {
            let units = Unit::all(spec).map(|each| unit(&name, each));
            SlotGroup { parts: core::iter::once(SlotPart::front_end(&name)).chain(units).collect(), name }
        };
        let per_cycle = u64::from(spec.chip.cores) * u64::from(spec.lanes);
        let pipes = per_cycle * u64::from(spec.memory_units) * 8;
        let banks = spec.banked.bytes_per_cycle();
        let banked = spec.memory == MemoryModel::Banked;
        let dram = spec.memory == MemoryModel::Dram;
        let clock = u64::from(spec.chip.clock_mhz);
        let standard = spec.channel.standard();
        let bus = u64::from(spec.home.channels) * standard.peak_mb(spec.channel.dram_mhz);
        Dimensions {
            slots: (0..spec.chip.cores).map(|core| format!("core {core}")).map(group).collect(),
            clocks: clocks(spec.chip.clock_mhz, dram.then_some(spec.channel.dram_mhz)),
            channels: if dram { spec.home.channels as u16 } else { 0 },
            banks: if dram { standard.organization.total_banks() as u16 } else { 0 },
            word_banks: if banked { spec.banked.banks } else { 0 },
            // A multiplier also does multiply-adds, which are two.
            flops_per_cycle: per_cycle * u64::from(spec.fp_add_units + 2 * spec.fp_mul_units),
            // Each lane of a load/store unit moves a double word in a cycle, each bank a word in its busy time, each
            // channel a burst in the cycles of one.
            memory_mb: match spec.memory {
                MemoryModel::Ideal => clock * pipes,
                MemoryModel::Banked => clock * pipes.min(banks),
                MemoryModel::Dram => bus.min(clock * pipes),
            },
        }
    }
}

/// A program as text.
fn listing(program: &Program) -> Listing {
    let span = |pc: u32| program.code.get(pc as usize).map_or(Span::NONE, |inst| inst.span);
    let line =
        |(text, pc): (String, Option<u32>)| ListingLine { text, span: pc.map_or(Span::NONE, span), pc };
    Listing { lines: asm::lines(program).into_iter().map(line).collect() }
}

/// The threads of a launch, and memory with what they need.
fn begin(function: &Function, spec: &Spec, launch: Bound) -> Result<(Vec<Hart>, Memory), Diagnostic> {
    let Bound { launch, args, types, local_args, mut memory, console } = launch;
    let call = abi::Call {
        program: &function.program,
        entry: function.entry,
        params: &types,
        args: &args,
        local_args: &local_args,
        launch: &launch,
        stack_bytes: spec.stack_bytes.into(),
    };
    let harts = threads(&call, spec, &mut memory).map_err(|halt| {
        let message = match halt {
            Halt::Limit { limit, value } => format!("the launch passes limit `{limit}` ({value})"),
            other => format!("the launch cannot be started: {other:?}"),
        };
        Diagnostic::error("launch::fit", Span::NONE, message).help("choose smaller groups or fewer cores")
    })?;
    if function.program.kernel.is_none()
        && spec.console_at > 0
        && !memory.attach(console.at(spec.console_at.into()))
    {
        let message = format!("memory lies at {:#x}, where the console should be", spec.console_at);
        let error = Diagnostic::error("launch::console", Span::NONE, message);
        return Err(error.help("set `console_at` to another address, or to 0 for none"));
    }
    Ok((harts, memory))
}

/// Every global function of a program, in the order of the text; without one, the start of the text under its first name.
fn functions(program: Program) -> Vec<Function> {
    let program = Arc::new(program);
    let function = |name: &str, entry| Function {
        program: program.clone(),
        name: name.into(),
        entry,
        params: Vec::new(),
    };
    let globals =
        program.symbols.iter().filter(|symbol| symbol.global && program.pc(symbol.address).is_some());
    let found: Vec<Function> = globals.map(|symbol| function(&symbol.name, symbol.address)).collect();
    if found.is_empty() { Vec::from([function(program.label(0).unwrap_or("main"), TEXT)]) } else { found }
}

/// An instruction in its first form.
fn op_info(row: &Row) -> OpInfo {
    let form = row.forms.first().copied();
    let inst = form.map(|form| Inst::new(row.op, form, Span::NONE));
    let args = inst.map_or(&[][..], |inst| inst.form.row().args);
    let operands: Vec<&str> = args.iter().filter_map(|arg| operand(*arg)).collect();
    let name = inst.map_or_else(|| row.mnemonic.into(), |inst| asm::mnemonic(&inst));
    let gap = if operands.is_empty() { "" } else { " " };
    OpInfo {
        syntax: format!("{name}{gap}{}", operands.join(", ")),
        class: format!("{:?}", row.class),
        doc: row.doc.trim().into(),
    }
}

const fn operand(arg: Arg) -> Option<&'static str> {
    Some(match arg {
        Arg::Xd | Arg::Fd => "rd",
        Arg::Vd => "vd",
        Arg::X1 | Arg::F1 => "rs1",
        Arg::V1 => "vs1",
        Arg::X2 | Arg::F2 => "rs2",
        Arg::V2 => "vs2",
        Arg::F3 => "rs3",
        Arg::Imm12 | Arg::Upper | Arg::Shift6 | Arg::Shift5 | Arg::Uimm5 | Arg::Simm5 => "number",
        Arg::Load | Arg::Store => "offset(rs1)",
        Arg::Address => "(rs1)",
        Arg::Branch | Arg::Jump => "label",
        Arg::Csr => "csr",
        Arg::Type11 | Arg::Type10 => "eSEW, mLMUL, ta, ma",
        Arg::Mask => "v0.t",
        Arg::Carry => "v0",
        Arg::Rounding => return None,
    })
}

//! What the registry asks of the vector machine.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use lanescope_parts::{
    codegen::lower::Features,
    files::Files,
    image::{DataLabel, Memory},
    launch::{Grid, bind::Bound},
    machines::{
        SlotKind,
        chassis::{clocks::clocks, settings::Code},
        family::{Dimensions, Family, Signature, SlotGroup, SlotPart},
        footprint::Footprint,
        given::Given,
        info::OpInfo,
        panels::MachinePanel,
        preset::Preset,
    },
    riscv::{binary, function},
    source::{Diagnostic, Listing, Span},
};

use super::{
    asm, codegen,
    exec::{Hart, threads},
    footprint,
    functional::Functional,
    isa::{Arg, Inst, Op, Row, V},
    machine::Vector,
    spec::{MemoryModel, PRESETS, Spec},
    timing::Unit,
    views,
};
use crate::isa::ArgNames;
use crate::isa::VectorClass;

/// The vector machine in the registry.
#[derive(Clone, Copy, Debug)]
pub struct Rvv;

/// What a launch calls.
type Function = function::Function<V>;

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

    const LINKS: bool = true;

    const FEATURES: Features = Features { calls: false, lanes: false, ..Features::ALL };

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

    fn generate(given: &Given<'_, Spec>) -> Result<Function, Diagnostic> {
        let Given { kernel, spec, .. } = *given;
        let program = codegen::generate(kernel, spec)?;
        Ok(Function::of_kernel(program, &kernel.name, &kernel.params))
    }

    fn assemble(files: &Files, _: &Spec) -> (Vec<Function>, Vec<Diagnostic>) {
        let (program, diagnostics) = asm::assemble_files(files);
        if program.code.is_empty() || diagnostics.iter().any(Diagnostic::is_error) {
            return (Vec::new(), diagnostics);
        }
        (Function::all_of(program), diagnostics)
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
        function::listing(&function.program, asm::lines(&function.program))
    }

    fn binary(function: &Function) -> Option<Vec<u8>> {
        Some(binary::bytes(&function.program))
    }

    fn disassemble(binary: &[u8], _: &Spec) -> Option<Result<Listing, String>> {
        let program = binary::program::<V>(binary);
        let listing = program.map(|program| function::listing(&program, asm::lines(&program)));
        Some(listing.ok_or_else(|| format!("{} bytes are no whole number of words", binary.len())))
    }

    fn labels(function: &Function) -> Vec<DataLabel> {
        function.labels()
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

    fn parts(function: &Function, spec: &Spec, _: &Bound) -> Vec<Footprint> {
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

/// The threads of a launch, and memory with what they need.
fn begin(function: &Function, spec: &Spec, launch: Bound) -> Result<(Vec<Hart>, Memory), Diagnostic> {
    let (stack_bytes, console_at) = (spec.stack_bytes.into(), spec.console_at.into());
    function.begin(launch, stack_bytes, console_at, |call, memory| threads(call, spec, memory))
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

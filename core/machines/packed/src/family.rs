//! What the registry asks of the packed SIMD machine.

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
        chassis::{clocks::clocks, settings::Code},
        family::{Dimensions, Family, Signature, SlotGroup, SlotPart},
        footprint::Footprint,
        given::Given,
        info::OpInfo,
        panels::MachinePanel,
        preset::{Correction, Preset},
    },
    riscv::function,
    source::{Diagnostic, Listing, Span},
};

use super::{
    asm, codegen,
    exec::{Hart, threads},
    footprint,
    functional::Functional,
    isa::{Arg, Inst, Op, P, Row},
    machine::Packed,
    spec::{CORRECTIONS, MemoryModel, PRESETS, Spec},
    views,
};
use crate::isa::ArgNames;
use crate::isa::PackedClass;

/// The packed SIMD machine in the registry.
#[derive(Clone, Copy, Debug)]
pub struct PackedSimd;

/// What a launch calls.
type Function = function::Function<P>;

impl Family for PackedSimd {
    type Spec = Spec;
    type Program = Function;
    type Running = Packed;
    type Untimed = Functional;

    const ID: &'static str = "packed";

    const NAME: &'static str = "Packed SIMD (multimedia)";

    const DOC: &'static str = "Registers of a fixed width, and instructions whose names say how they are cut into elements: from MMX to AMX.";

    const INSTRUCTIONS: &'static str = "scalar and packed instructions";

    const PRESETS: &'static [Preset] = PRESETS;

    const LINKS: bool = true;

    const CORRECTIONS: &'static [Correction] = CORRECTIONS;

    const FEATURES: Features = codegen::FEATURES;

    fn panels() -> &'static [MachinePanel] {
        views::PANELS
    }

    fn ops() -> Vec<OpInfo> {
        Op::rows().map(op_info).collect()
    }

    fn check(spec: &Spec) -> Result<(), String> {
        if spec.tile_row_bytes.is_multiple_of(4) {
            return Ok(());
        }
        Err(format!("setting `tile_row_bytes` takes a multiple of 4, not `{}`", spec.tile_row_bytes))
    }

    fn code(spec: &Spec) -> &Code {
        &spec.code
    }

    fn generate(given: &Given<'_, Spec>) -> Result<Function, Diagnostic> {
        let Given { kernel, spec, .. } = *given;
        let codegen::Compiled { program, remarks } = codegen::generate(kernel, spec)?;
        Ok(Function { remarks, ..Function::of_kernel(program, &kernel.name, &kernel.params) })
    }

    fn assemble(files: &Files, spec: &Spec) -> (Vec<Function>, Vec<Diagnostic>) {
        let (program, diagnostics) = asm::assemble_files(files, spec.instructions());
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

    fn labels(function: &Function) -> Vec<DataLabel> {
        function.labels()
    }

    fn facts(function: &Function) -> Vec<(String, String)> {
        let code = &function.program.code;
        let packed = code.iter().filter(|inst| inst.class().is_packed()).count() as u64;
        let rows = [
            ("instructions", code.len() as u64),
            ("packed instructions", packed),
            ("bytes of code, 4 for each instruction", 4 * code.len() as u64),
        ];
        let rows = rows.into_iter().map(|(name, value)| (name.into(), value.to_string()));
        rows.chain(function.remarks.iter().cloned()).collect()
    }

    fn start(function: &Function, spec: &Spec, launch: Bound) -> Result<Packed, Diagnostic> {
        let (harts, memory) = begin(function, spec, launch)?;
        Ok(Packed::new(function.program.clone(), spec, harts, memory))
    }

    fn untimed(function: &Function, spec: &Spec, launch: Bound) -> Result<Functional, Diagnostic> {
        let (harts, memory) = begin(function, spec, launch)?;
        Ok(Functional::new(function.program.clone(), harts, memory))
    }

    fn parts(function: &Function, spec: &Spec, _: &Bound) -> Vec<Footprint> {
        footprint::parts(&function.program, spec).into()
    }

    fn dimensions(spec: &Spec) -> Dimensions {
        let group = |name: String| SlotGroup { parts: Vec::from([SlotPart::front_end(&name)]), name };
        let cores = u64::from(spec.chip.cores);
        let dram = spec.main_memory == MemoryModel::Dram;
        let standard = spec.channel.standard();
        let bus = u64::from(spec.home.channels) * standard.peak_mb(spec.channel.dram_mhz);
        // A core moves a whole register in a cycle.
        let ports = u64::from(spec.chip.clock_mhz) * cores * u64::from(spec.generation.bytes().max(8));
        Dimensions {
            slots: (0..spec.chip.cores).map(|core| format!("core {core}")).map(group).collect(),
            clocks: clocks(spec.chip.clock_mhz, dram.then_some(spec.channel.dram_mhz)),
            channels: if dram { spec.home.channels as u16 } else { 0 },
            banks: if dram { standard.organization.total_banks() as u16 } else { 0 },
            flops_per_cycle: cores * spec.flops_per_core(),
            memory_mb: if dram { bus } else { ports },
            word_banks: 0,
        }
    }
}

/// The threads of a launch, and memory with what they need.
fn begin(function: &Function, spec: &Spec, launch: Bound) -> Result<(Vec<Option<Hart>>, Memory), Diagnostic> {
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
        Arg::X1 | Arg::F1 => "rs1",
        Arg::X2 | Arg::F2 => "rs2",
        Arg::F3 => "rs3",
        Arg::Imm12 | Arg::Upper | Arg::Shift6 | Arg::Shift5 | Arg::Uimm5 | Arg::Number => "number",
        Arg::Load | Arg::Store | Arg::Place => "offset(rs1)",
        Arg::Address => "(rs1)",
        Arg::Branch | Arg::Jump => "label",
        Arg::Csr => "csr",
        Arg::Vd | Arg::NarrowD | Arg::Wd => "vd",
        Arg::V1 | Arg::Narrow1 | Arg::W1 => "vs1",
        Arg::V2 | Arg::W2 => "vs2",
        Arg::V3 | Arg::W3 => "vs3",
        Arg::Amount => "rs1 or number",
        Arg::Kd => "kd",
        Arg::K1 => "k1",
        Arg::K2 => "k2",
        Arg::Indexed => "offset(rs1, vs2, scale)",
        Arg::Rows => "offset(rs1, rs2)",
        Arg::Td => "td",
        Arg::T1 => "t1",
        Arg::T2 => "t2",
        Arg::T3 => "t3",
        Arg::Pd => "pd",
        Arg::P1 => "p1",
        Arg::P2 => "p2",
        Arg::Guarded | Arg::Rounding => return None,
    })
}

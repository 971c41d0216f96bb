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
    launch::bind::Bound,
    machines::{
        chassis::settings::Code,
        family::{Dimensions, Family, Signature, SlotGroup, SlotPart},
        footprint::Footprint,
        given::Given,
        info::{AssemblerInfo, OpInfo},
        panels::MachinePanel,
        preset::{Correction, Preset},
    },
    riscv::{
        function,
        info::{self, op_info},
    },
    source::{Diagnostic, Listing},
};

use super::{
    asm, codegen,
    exec::{Hart, threads},
    footprint,
    functional::Functional,
    isa::{Op, P, PArg, PackedClass},
    machine::Packed,
    spec::{CORRECTIONS, PRESETS, Spec},
    timing::memory::main_memory,
    views,
};

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

    const EXCHANGES: bool = true;

    fn panels() -> &'static [MachinePanel] {
        views::PANELS
    }

    fn ops() -> Vec<OpInfo> {
        Op::rows().map(|row| op_info(row, operand)).collect()
    }

    fn assembler() -> AssemblerInfo {
        info::assembler()
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
        Function::read(asm::assemble_files(files, spec.instructions()))
    }

    fn signature(function: &Function) -> Signature {
        function.signature()
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
        Ok(Functional::new(function.program.clone(), 1, harts, memory))
    }

    fn parts(function: &Function, spec: &Spec, _: &Bound) -> Vec<Footprint> {
        footprint::parts(&function.program, spec).into()
    }

    fn dimensions(spec: &Spec) -> Dimensions {
        let group = |name: String| SlotGroup { parts: Vec::from([SlotPart::front_end(&name)]), name };
        let cores = u64::from(spec.chip.cores);
        // A core moves a whole register in a cycle; where there is DRAM that is what moves least.
        let ports = u64::from(spec.chip.clock_mhz) * cores * u64::from(spec.generation.bytes().max(8));
        let memory = Dimensions::of_memory(&main_memory(spec), spec.chip.clock_mhz);
        Dimensions {
            slots: (0..spec.chip.cores).map(|core| format!("core {core}")).map(group).collect(),
            flops_per_cycle: cores * spec.flops_per_core(),
            memory_mb: if memory.channels > 0 { memory.memory_mb } else { ports },
            ..memory
        }
    }
}

/// The threads of a launch, and memory with what they need.
fn begin(function: &Function, spec: &Spec, launch: Bound) -> Result<(Vec<Option<Hart>>, Memory), Diagnostic> {
    let (stack_bytes, console_at) = (spec.stack_bytes.into(), spec.console_at.into());
    function.begin(launch, stack_bytes, console_at, |call, memory| threads(call, spec, memory))
}

/// The operands of packed instructions, as they are written.
fn operand(arg: PArg) -> Option<&'static str> {
    Some(match arg {
        PArg::Number => "number",
        PArg::Place => "offset(rs1)",
        PArg::Vd | PArg::NarrowD | PArg::Wd => "vd",
        PArg::V1 | PArg::Narrow1 | PArg::W1 => "vs1",
        PArg::V2 | PArg::W2 => "vs2",
        PArg::V3 | PArg::W3 => "vs3",
        PArg::Amount => "rs1 or number",
        PArg::Kd => "kd",
        PArg::K1 => "k1",
        PArg::K2 => "k2",
        PArg::Indexed => "offset(rs1, vs2, scale)",
        PArg::Rows => "offset(rs1, rs2)",
        PArg::Td => "td",
        PArg::T1 => "t1",
        PArg::T2 => "t2",
        PArg::T3 => "t3",
        PArg::Pd => "pd",
        PArg::P1 => "p1",
        PArg::P2 => "p2",
        PArg::Guarded => return None,
    })
}

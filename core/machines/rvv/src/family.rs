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
    launch::bind::Bound,
    machines::{
        SlotKind,
        chassis::settings::Code,
        family::{Dimensions, Family, Signature, SlotGroup, SlotPart},
        footprint::Footprint,
        given::Given,
        info::{AssemblerInfo, OpInfo},
        panels::MachinePanel,
        preset::Preset,
    },
    riscv::{
        binary, function,
        info::{self, op_info},
    },
    source::{Diagnostic, Listing},
};

use super::{
    asm, codegen,
    exec::{Hart, threads},
    footprint,
    functional::Functional,
    isa::{Op, V, VArg, VectorClass},
    machine::Vector,
    spec::{PRESETS, Spec},
    timing::{Unit, memory::main_memory},
    views,
};

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

    const FEATURES: Features = Features { calls: false, lanes: false, prefetches: false, ..Features::ALL };

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
        Function::read(asm::assemble_files(files))
    }

    fn signature(function: &Function) -> Signature {
        function.signature()
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
        Ok(Functional::new(function.program.clone(), spec.lanes, harts.into_iter().map(Some), memory))
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
        // Each lane of a load/store unit moves a double word in a cycle.
        let pipes = per_cycle * u64::from(spec.memory_units) * 8;
        let memory = Dimensions::of_memory(&main_memory(spec), spec.chip.clock_mhz);
        Dimensions {
            slots: (0..spec.chip.cores).map(|core| format!("core {core}")).map(group).collect(),
            // A multiplier also does multiply-adds, which are two.
            flops_per_cycle: per_cycle * u64::from(spec.fp_add_units + 2 * spec.fp_mul_units),
            memory_mb: memory.memory_mb.min(u64::from(spec.chip.clock_mhz) * pipes),
            ..memory
        }
    }
}

/// The threads of a launch, and memory with what they need.
fn begin(function: &Function, spec: &Spec, launch: Bound) -> Result<(Vec<Hart>, Memory), Diagnostic> {
    let (stack_bytes, console_at) = (spec.stack_bytes.into(), spec.console_at.into());
    function.begin(launch, stack_bytes, console_at, |call, memory| threads(call, spec, memory))
}

/// The operands of the vector unit, as they are written.
fn operand(arg: VArg) -> Option<&'static str> {
    Some(match arg {
        VArg::Vd => "vd",
        VArg::V1 => "vs1",
        VArg::V2 => "vs2",
        VArg::Simm5 => "number",
        VArg::Type11 | VArg::Type10 => "eSEW, mLMUL, ta, ma",
        VArg::Mask => "v0.t",
        VArg::Carry => "v0",
    })
}

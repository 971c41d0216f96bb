//! What the registry asks of the SIMT machine.

use alloc::{
    format,
    string::{String, ToString},
    sync::Arc,
    vec::Vec,
};

use lanescope_parts::{
    analysis::uniformity::Uniformity,
    codegen::lower::Features,
    files::Files,
    image::{Digest, Memory},
    ir::{Param, Type, cfg::Cfg, layout::GroupMemory},
    launch::{Grid, bind::Bound},
    machines::{
        Halt, SlotKind, Work,
        chassis::{clocks::clocks, settings::Code},
        family::{Dimensions, Family, Signature, SlotGroup, SlotPart, Untimed},
        footprint::Footprint,
        given::Given,
        info::OpInfo,
        panels::MachinePanel,
        preset::{Correction, Preset},
    },
    source::{Diagnostic, Listing, ListingLine, Span},
};

use super::{
    asm, codegen,
    exec::LaunchState,
    footprint,
    functional::Functional,
    isa::{
        Program, Ty,
        ops::{Row, Syntax as Operands, TABLE, Word},
        program::ParamSlot,
    },
    spec::{CORRECTIONS, PRESETS, Spec},
    timing::Gpu,
    views,
};

/// The SIMT machine in the registry.
#[derive(Clone, Copy, Debug)]
pub struct Simt;

/// What to do about a group that is too large.
const FIT: &str = "choose smaller groups, or raise the setting of what is short";

impl Family for Simt {
    type Spec = Spec;
    type Program = Program;
    type Running = Gpu;
    type Untimed = Functional;

    const ID: &'static str = "simt";

    const NAME: &'static str = "GPU (SIMT)";

    const DOC: &'static str =
        "Warps of threads in lock-step on the lanes of a core; a stack remembers where branches split them.";

    const INSTRUCTIONS: &'static str = "warp instructions";

    const PRESETS: &'static [Preset] = PRESETS;

    const CORRECTIONS: &'static [Correction] = CORRECTIONS;

    const FEATURES: Features = Features { calls: false, ..Features::ALL };

    fn panels() -> &'static [MachinePanel] {
        views::PANELS
    }

    fn ops() -> Vec<OpInfo> {
        TABLE.iter().map(op_info).collect()
    }

    fn code(spec: &Spec) -> &Code {
        &spec.code
    }

    fn generate(given: &Given<'_, Spec>) -> Result<Program, Diagnostic> {
        let Given { kernel, spec, .. } = *given;
        let uniformity = Uniformity::new(kernel, &Cfg::new(kernel));
        let uniform: Vec<bool> = kernel.block_ids().map(|block| !uniformity.diverges(block)).collect();
        codegen::generate(kernel, &uniform, spec)
    }

    fn assemble(files: &Files, spec: &Spec) -> (Vec<Program>, Vec<Diagnostic>) {
        asm::assemble_files(files, spec)
    }

    fn signature(program: &Program) -> Signature {
        Signature {
            name: program.name.clone(),
            params: program.params.iter().map(param).collect(),
            grid: Grid::WorkItems,
            required_local: program.required_local,
            open: false,
            data: Vec::new(),
        }
    }

    fn listing(program: &Program) -> Listing {
        let span = |pc: u32| program.code.get(pc as usize).map_or(Span::NONE, |inst| inst.span);
        let last = codegen::final_reads(program);
        let note = |pc: u32| match last.get(pc as usize) {
            Some(list) if !list.is_empty() => {
                let names: Vec<String> = list.iter().map(ToString::to_string).collect();
                format!("  // last read of {}", names.join(", "))
            }
            _ => String::new(),
        };
        let line = |line: asm::Line| ListingLine {
            span: line.pc.map_or(Span::NONE, span),
            text: line.text + &line.pc.map_or(String::new(), note),
            pc: line.pc,
            bytes: None,
        };
        Listing { lines: asm::lines(program).into_iter().map(line).collect() }
    }

    fn facts(program: &Program) -> Vec<(String, String)> {
        let registers = program.registers;
        let rows = [
            ("instructions", program.code.len() as u64),
            ("32-bit registers of a thread", registers.words().into()),
            ("predicates of a thread", registers.p.into()),
            ("shared memory of a group in bytes", program.shared_bytes.into()),
            ("local memory of a thread in bytes", program.local_bytes.into()),
        ];
        rows.map(|(name, value)| (name.into(), value.to_string())).into()
    }

    fn start(program: &Program, spec: &Spec, launch: Bound) -> Result<Gpu, Diagnostic> {
        lanes_fit(program, spec, &launch)?;
        let state = launch_state(program, spec, &launch);
        Gpu::new(program.clone(), spec, state, launch.memory)
            .map_err(|message| Diagnostic::error("launch::fit", Span::NONE, message).help(FIT))
    }

    fn untimed(program: &Program, spec: &Spec, launch: Bound) -> Result<Functional, Diagnostic> {
        lanes_fit(program, spec, &launch)?;
        let state = launch_state(program, spec, &launch);
        Ok(Functional::new(Arc::new(program.clone()), state, launch.memory))
    }

    fn parts(program: &Program, spec: &Spec, launch: &Bound) -> Vec<Footprint> {
        footprint::parts(program, spec, &launch_state(program, spec, launch))
    }

    fn dimensions(spec: &Spec) -> Dimensions {
        let group = |core| SlotGroup {
            name: format!("core {core}"),
            parts: (0..spec.schedulers)
                .map(|scheduler| SlotPart {
                    name: format!("scheduler {scheduler}"),
                    kind: SlotKind::Instructions,
                    slots: Vec::from([format!("core {core} scheduler {scheduler}")]),
                })
                .collect(),
        };
        let dram = spec.mem.channel.standard();
        let banks = dram.organization.total_banks();
        Dimensions {
            slots: (0..spec.chip.cores).map(group).collect(),
            clocks: clocks(spec.chip.clock_mhz, Some(spec.mem.channel.dram_mhz)),
            channels: spec.home.channels as u16,
            banks: banks as u16,
            // hp_ch4 HA15: processors x lanes of their float units x 2.
            flops_per_cycle: 2
                * u64::from(spec.chip.cores)
                * u64::from(spec.fp_units)
                * u64::from(spec.simd_width),
            memory_mb: u64::from(spec.home.channels) * dram.peak_mb(spec.mem.channel.dram_mhz),
            word_banks: 0,
            rows_close: false,
        }
    }
}

impl Untimed for Functional {
    fn advance(&mut self, budget: u64) -> Result<bool, Halt> {
        Functional::advance(self, budget)
    }

    fn memory(&self) -> &Memory {
        Functional::memory(self)
    }

    fn work(&self) -> Work {
        Functional::work(self)
    }

    fn contents(&self, digest: &mut Digest) {
        Functional::contents(self, digest);
    }
}

/// Do lanes that meet lie in one warp of the machine? Its warps have several of the program's warps, or hold a whole group.
fn lanes_fit(program: &Program, spec: &Spec, launch: &Bound) -> Result<(), Diagnostic> {
    let (lanes, own, items) = (program.warp(), spec.warp_size, launch.launch.group_items());
    let Some(inst) = program.meeting() else { return Ok(()) };
    if own.is_multiple_of(lanes) || items <= own.into() {
        return Ok(());
    }
    let message = format!(
        "Lanes of a warp of {lanes} work-items meet here, but the machine's warps have {own}, and a group has {items}."
    );
    let help = format!(
        "Choose groups of at most {own} work-items, or a machine with warps of a multiple of {lanes} (the setting `warp_size`); in OpenCL C smaller sub-groups help, too."
    );
    Err(Diagnostic::error("simt::lanes", inst.span, message).help(help))
}

/// What all warps of a launch share.
fn launch_state(program: &Program, spec: &Spec, bound: &Bound) -> LaunchState {
    let Bound { launch, args, local_args, .. } = bound;
    let is_local = |at: usize| local_args.get(at).copied().unwrap_or(false);
    let group = GroupMemory::place(program.shared_bytes.into(), launch.dynamic_local, args, is_local);
    let bytes = u32::try_from(group.bytes).unwrap_or(u32::MAX);
    LaunchState::new(program, spec, launch.groups(), launch.local, &group.args, bytes)
}

fn op_info(row: &Row) -> OpInfo {
    let word = match row.word {
        Word::Nothing => "",
        Word::Cmp => ".CMP",
        Word::Space => ".SPACE",
        Word::SpaceAtom => ".SPACE.OP",
        Word::SpaceCas => ".SPACE.cas",
        Word::SpaceLevel => ".global.LEVEL",
        Word::Math => ".FUNCTION",
        Word::Shuffle => ".FROM",
        Word::Vote => ".VOTE",
    };
    let types = |types: &[Ty]| match types {
        [] => String::new(),
        [one] => format!(".{one}"),
        many => format!(".{{{}}}", many.iter().map(Ty::to_string).collect::<Vec<_>>().join(",")),
    };
    let mask = if row.op.has_mask() { ", mask" } else { "" };
    let operands =
        format!("{}{}", operands(row.syntax), if row.syntax == Operands::Mask { "" } else { mask });
    let gap = if operands.is_empty() { "" } else { " " };
    OpInfo {
        syntax: format!("{}{word}{}{}{gap}{operands}", row.mnemonic, types(row.types), types(row.from)),
        class: format!("{:?}", row.class),
        doc: row.doc.trim().into(),
    }
}

fn operands(syntax: Operands) -> &'static str {
    match syntax {
        Operands::Unary | Operands::Move | Operands::Convert | Operands::Count => "d, a",
        Operands::Binary | Operands::Shift | Operands::Wide => "d, a, b",
        Operands::Field | Operands::Ternary | Operands::WideMad => "d, a, b, c",
        Operands::Select => "d, a, b, p",
        Operands::Compare => "p, a, b",
        Operands::Function => "d, a[, b]",
        Operands::Load => "d, [a+offset]",
        Operands::Address => "[a+offset]",
        Operands::Store | Operands::Reduce => "[a+offset], b",
        Operands::Atomic => "d, [a+offset], b",
        Operands::CompareSwap => "d, [a+offset], b, c",
        Operands::Branch => "label",
        Operands::Barrier => "number",
        Operands::Shuffle => "d, a, b, c",
        Operands::Vote | Operands::Match => "d, a",
        Operands::Answer => "d",
        Operands::Mask => "mask",
        Operands::Nothing => "",
    }
}

/// The parameter of an assembly program: what its type and space say.
fn param(slot: &ParamSlot) -> Param {
    let scalar = slot.ty.ir();
    let (ty, element) = match slot.space {
        Some(space) => (Type::Ptr(space.ir()), slot.element.map_or(Type::I32, Ty::ir)),
        None => (scalar, scalar),
    };
    Param {
        unsigned: matches!(slot.ty, Ty::U8 | Ty::U16 | Ty::U32 | Ty::U64),
        source_type: format!(".{}", slot.ty),
        ..Param::new(&slot.name, ty, element)
    }
}

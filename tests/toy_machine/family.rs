//! What the registry asks.

use lanescope_core::{
    codegen::lower::Features,
    files::Files,
    launch::{Grid, bind::Bound},
    machines::{
        chassis::{clocks::clocks, settings::Code},
        family::{Dimensions, Family, Signature, SlotGroup, SlotPart},
        footprint::Footprint,
        given::Given,
        info::OpInfo,
        panels::MachinePanel,
        preset::{self, Preset},
        studies::{Begin, Study},
    },
    source::{Diagnostic, Listing, ListingLine, Span},
};

use super::{
    exec::{Inst, OPS, Program, Unit, assemble},
    machine::{Spec, Toy},
    views,
};

/// The machine as the registry would have it.
#[derive(Debug)]
pub struct ToyMachine;

impl Family for ToyMachine {
    type Spec = Spec;
    type Program = Program;
    type Running = Toy;
    type Untimed = Unit;

    const ID: &'static str = "toy";

    const NAME: &'static str = "Toy";

    const DOC: &'static str = "One accumulator, and memory that it waits for.";

    const INSTRUCTIONS: &'static str = "instructions";

    const PRESETS: &'static [Preset] = &preset::rows([
        Preset { id: "slow", name: "Slow", doc: "A word takes four cycles.", source: "[F]", changes: &[] },
        Preset {
            id: "fast",
            name: "Fast",
            doc: "A word takes one cycle.",
            source: "[F]",
            changes: &[("word_latency", "1")],
        },
    ]);

    const FEATURES: Features = Features::ALL;

    fn ops() -> Vec<OpInfo> {
        let row = |(_, name, doc): &(_, &str, &str)| {
            let (syntax, class) = (format!("{name} number"), "any".into());
            OpInfo { syntax, class, doc: (*doc).into() }
        };
        OPS.iter().map(row).collect()
    }

    fn panels() -> &'static [MachinePanel] {
        views::PANELS
    }

    fn studies() -> &'static [Study<Begin<Program, Spec>>] {
        views::STUDIES
    }

    fn code(spec: &Spec) -> &Code {
        &spec.code
    }

    fn generate(given: &Given<'_, Spec>) -> Result<Program, Diagnostic> {
        let message = format!("kernel `{}`: the toy machine has no compiler", given.kernel.name);
        Err(Diagnostic::error("toy::kernel", Span::NONE, message))
    }

    fn assemble(files: &Files, _: &Spec) -> (Vec<Program>, Vec<Diagnostic>) {
        let (program, diagnostics) = assemble(files.text());
        let usable = diagnostics.is_empty() && !program.is_empty();
        (usable.then(|| program.into()).into_iter().collect(), diagnostics)
    }

    fn signature(_: &Program) -> Signature {
        let (name, params, grid, data) = ("main".into(), Vec::new(), Grid::Nothing, Vec::new());
        Signature { name, params, grid, required_local: None, open: true, data }
    }

    fn listing(program: &Program) -> Listing {
        let line = |(pc, inst): (u32, &Inst)| ListingLine::new(inst.text(), inst.span, Some(pc));
        Listing { lines: (0..).zip(program.iter()).map(line).collect() }
    }

    fn start(program: &Program, spec: &Spec, launch: Bound) -> Result<Toy, Diagnostic> {
        Ok(Toy::new(Self::untimed(program, spec, launch)?, spec))
    }

    fn untimed(program: &Program, _: &Spec, launch: Bound) -> Result<Unit, Diagnostic> {
        let missing = || Diagnostic::error("toy::launch", Span::NONE, "the launch names no buffer of words");
        let base = *launch.args.first().ok_or_else(missing)?;
        Ok(Unit { program: program.clone(), memory: launch.memory, base, pc: 0, accumulator: 0 })
    }

    fn parts(_: &Program, _: &Spec, _: &Bound) -> Vec<Footprint> {
        vec![Footprint { what: "units", bytes: size_of::<Toy>() as u64, lower: &[], raise: &[] }]
    }

    fn dimensions(_: &Spec) -> Dimensions {
        let slots = vec![SlotGroup { name: "core 0".into(), parts: vec![SlotPart::front_end("core 0")] }];
        Dimensions { slots, clocks: clocks(1000, None), memory_mb: 4000, ..Dimensions::default() }
    }
}

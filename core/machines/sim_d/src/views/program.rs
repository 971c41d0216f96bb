//! The program, launch and settings of a run, for panels that analyse it before they look at what it did.

use alloc::string::String;

use lanescope_parts::machines::{Registers, panels::Scene, settings::Settings as _};

use crate::{
    asm,
    exec::Launch,
    isa::{Op, Program, registers::SCALAR_SPECIALS},
    spec::Spec,
};

/// How the machine is set.
pub fn spec(scene: &dyn Scene) -> Spec {
    let mut spec = Spec::default();
    for (id, value) in scene.settings() {
        // Values that a machine runs with are values that it takes.
        let _ = spec.set(id, value);
    }
    spec
}

/// The launch, as the registers of any slot have it.
pub fn launch(registers: &Registers) -> Option<Launch> {
    let class = registers.class("launch")?;
    let value = |name: &str| {
        let at = SCALAR_SPECIALS.iter().position(|known| known.name == name)?;
        u32::try_from(class.value(at, 0, 0)?).ok()
    };
    Some(Launch { size: [value("dim_x")?, value("dim_y")?], width: value("wg_width")? })
}

/// The program, read from its listing: each instruction has the place in the source text that it has there.
pub fn program(scene: &dyn Scene, spec: &Spec) -> Program {
    let listing = scene.listing();
    let text: String = listing.lines.iter().flat_map(|line| [line.text.as_str(), "\n"]).collect();
    let mut program = asm::assemble(&text, spec.options()).0;
    for line in &listing.lines {
        if let Some(one) = line.pc.and_then(|pc| program.instructions.get_mut(pc as usize)) {
            one.span = line.span;
        }
    }
    // A compiled program has no instruction behind the store with which its groups end.
    if let Some(last) = program.instructions.last_mut() {
        last.exits |=
            matches!(last.op, Op::Stglin | Op::Stgbidx | Op::Stgcidx | Op::Stgidxit | Op::Stg2sptile);
    }
    program
}

/// All three; nothing without a program.
pub fn launched(scene: &dyn Scene) -> Option<(Program, Launch, Spec)> {
    let spec = spec(scene);
    let program = program(scene, &spec);
    let launch = launch(&scene.cursor().registers(0)?)?;
    (!program.instructions.is_empty()).then_some((program, launch, spec))
}

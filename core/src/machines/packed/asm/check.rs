//! What the tables alone do not say: is an instruction one of the machine's generation, and can it be restricted?

use alloc::{format, vec::Vec};

use crate::{
    machines::packed::isa::{Elem, Family, Generation, Inst, Program, Work},
    source::Diagnostic,
};

/// The mistakes of a program that is meant for a generation.
pub fn check(program: &Program, generation: Generation) -> Vec<Diagnostic> {
    program.code.iter().filter_map(|inst| foreign(inst, generation).or_else(|| unfit(inst))).collect()
}

/// An instruction that the generation does not have.
fn foreign(inst: &Inst, generation: Generation) -> Option<Diagnostic> {
    if generation.has(inst) {
        return None;
    }
    let first = Generation::of(inst)?;
    let message =
        format!("This is an instruction of {}; the machine is {}.", first.title(), generation.title());
    let help = format!("Set `generation` to `{}` for it.", first.name());
    Some(Diagnostic::error("asm::generation", inst.span, message).help(help))
}

/// The gathers and scatters of a program that is meant for a machine without any.
pub fn without_gathers(program: &Program) -> Vec<Diagnostic> {
    let error = |inst: &Inst| {
        let message = "The machine has no gathers and no scatters.";
        let help = "Set `gathers` to `on` for them, or load and store the elements one by one.";
        Diagnostic::error("asm::gathers", inst.span, message).help(help)
    };
    program.code.iter().filter(|inst| inst.is_indexed()).map(error).collect()
}

/// A mask where there can be none, or none where there must be one.
fn unfit(inst: &Inst) -> Option<Diagnostic> {
    let (op, form) = inst.packed()?;
    let x86 = op.first().family() == Family::X86;
    let whole = matches!(
        op.work(),
        Work::MoveOne
            | Work::PermuteHalves
            | Work::InsertBlock
            | Work::ExtractBlock
            | Work::Insert
            | Work::Extract
            | Work::Masks(_)
            | Work::MaskNot
            | Work::MaskMove
            | Work::MaskTest
    );
    let message = if inst.masked && x86 && (form.elem == Elem::No || whole) {
        "A mask register cannot restrict this instruction: it does not work element by element."
    } else if matches!(op.work(), Work::Scatter(_)) && !inst.masked {
        "A scatter needs a mask register other than `k0` behind its address, such as `{k1}`."
    } else {
        return None;
    };
    Some(Diagnostic::error("asm::mask", inst.span, message))
}

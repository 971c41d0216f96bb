//! What the tables alone do not say: is an instruction one of the machine's, and can it be restricted?

use alloc::{format, vec::Vec};

use lanescope_parts::source::Diagnostic;

use crate::isa::PackedInst;
use crate::isa::{
    Elem, Family, Generation, GuardedInst, Inst, InstructionSet, Program, Shape, Work, is_wide_enough,
};

/// The mistakes of a program that is meant for a machine with these instructions.
pub fn check(program: &Program, set: InstructionSet) -> Vec<Diagnostic> {
    let mistake = |inst: &Inst| foreign(inst, set).or_else(|| unfit(inst)).or_else(|| same_tiles(inst));
    program.code.iter().filter_map(mistake).collect()
}

/// An instruction that the machine does not have.
fn foreign(inst: &Inst, set: InstructionSet) -> Option<Diagnostic> {
    let generation = set.generation;
    if generation.has(inst) {
        let setting = set.switched_off(inst)?;
        let message = format!("The machine has no such instruction: `{setting}` is off.");
        let help = format!("Set `{setting}` to `on` for it.");
        return Some(Diagnostic::error("asm::generation", inst.span, message).help(help));
    }
    let (op, form) = inst.packed()?;
    if !is_wide_enough(op, form, inst.width) {
        let message =
            format!("There is no such instruction on registers of {} bits.", 8 * u32::from(inst.width));
        return Some(Diagnostic::error("asm::width", inst.span, message));
    }
    let first = Generation::of(inst)?;
    let message =
        format!("This is an instruction of {}; the machine is {}.", first.title(), generation.title());
    let help = format!("Set `generation` to `{}` for it.", first.name());
    Some(Diagnostic::error("asm::generation", inst.span, message).help(help))
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
    let to_memory = form.shape.stores() || matches!(op.work(), Work::Scatter(_));
    let message = if inst.masked && x86 && (form.elem == Elem::No || whole) {
        "A mask register cannot restrict this instruction: it does not work element by element."
    } else if matches!(op.work(), Work::Scatter(_)) && !inst.masked {
        "A scatter needs a mask register other than `k0` behind its address, such as `{k1}`."
    } else if x86 && inst.guard().is_some_and(|guard| guard.flag) && to_memory {
        "Elements in memory that a mask leaves out stay as they are: there is no `{z}` here."
    } else {
        return None;
    };
    Some(Diagnostic::error("asm::mask", inst.span, message))
}

/// A product of tiles that are not three different ones.
fn same_tiles(inst: &Inst) -> Option<Diagnostic> {
    let (_, form) = inst.packed()?;
    let same = inst.rd == inst.rs1 || inst.rd == inst.rs2 || inst.rs1 == inst.rs2;
    let message = "The three tiles of a product must be different ones.";
    (form.shape == Shape::T3 && same).then(|| Diagnostic::error("asm::tile", inst.span, message))
}

//! The instructions that a machine has: those of its generation, less what is switched off (hp_ch4 HS08).

use super::{Arg, Generation, Inst, Work};
use crate::isa::{ArgNames, PackedInst};

/// A generation, and which parts of it are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstructionSet {
    /// The generation.
    pub generation: Generation,
    /// Are its gathers and scatters there?
    pub gathers: bool,
    /// Are its mask registers there, or its predicates?
    pub masks: bool,
}

/// All of a generation.
impl From<Generation> for InstructionSet {
    fn from(generation: Generation) -> InstructionSet {
        InstructionSet { generation, gathers: true, masks: true }
    }
}

impl InstructionSet {
    /// Has it this instruction? Those of RV64G are in all.
    pub fn has(self, inst: &Inst) -> bool {
        self.generation.has(inst) && self.switched_off(inst).is_none()
    }

    /// The setting without which an instruction of the generation would be there.
    pub fn switched_off(self, inst: &Inst) -> Option<&'static str> {
        if !self.gathers && gathers(inst) {
            return Some("gathers");
        }
        (!self.masks && names_mask(inst)).then_some("masks")
    }

    /// Can it gather?
    pub fn has_gathers(self) -> bool {
        self.gathers && self.generation.has_gather()
    }

    /// Has it mask registers?
    pub fn has_masks(self) -> bool {
        self.masks && self.generation.has_masks()
    }
}

/// Does an instruction go to memory element by element?
fn gathers(inst: &Inst) -> bool {
    inst.packed().is_some_and(|(op, _)| matches!(op.work(), Work::Gather(_) | Work::Scatter(_)))
}

/// Does an instruction read or write a mask register or a predicate?
fn names_mask(inst: &Inst) -> bool {
    let is_mask = |arg: &Arg| matches!(*arg, Arg::Kd | Arg::K1 | Arg::K2 | Arg::Pd | Arg::P1 | Arg::P2);
    inst.packed().is_some() && (inst.masked || inst.form.row().args.iter().any(is_mask))
}

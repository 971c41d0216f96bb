//! Inserting and removing instructions of a program: branch targets and labels follow.

use lanescope_parts::codegen::edit::{self, Jumping};

use crate::{Program, isa::Inst};

/// A new version of a program's code.
pub(super) type Edit = edit::Edit<Inst>;

impl Jumping for Inst {
    fn target_mut(&mut self) -> Option<&mut u32> {
        if self.is_branch() { Some(&mut self.target) } else { None }
    }
}

/// Writes the new code to the program.
pub(super) fn finish(edit: Edit, program: &mut Program) {
    let (code, places) = edit.finish();
    let moved = |pc: u32| places.get(pc as usize).copied().unwrap_or(pc);
    program.labels.iter_mut().for_each(|label| label.0 = moved(label.0));
    program.code = code;
}

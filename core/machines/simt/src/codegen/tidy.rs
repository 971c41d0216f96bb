//! Removes what allocation made useless: moves of a register to itself, jumps to the next instruction, and conditional
//! branches around a jump.

use alloc::vec;

use super::edit::{self, Edit};
use crate::{
    Program,
    isa::{Guard, Inst, Op},
};

/// Tidies until nothing changes.
pub(super) fn tidy(program: &mut Program) {
    loop {
        let inverted = invert(program);
        let before = program.code.len();
        remove(program);
        if !inverted && program.code.len() == before {
            return;
        }
    }
}

fn is_useless(inst: &Inst, at: usize) -> bool {
    match inst.op {
        Op::Mov => inst.dst == inst.src[0],
        Op::Bra | Op::BraUni => inst.target as usize == at + 1,
        _ => false,
    }
}

fn remove(program: &mut Program) {
    let mut edit = Edit::new(program.code.len());
    for (at, inst) in program.code.iter().enumerate() {
        if is_useless(inst, at) {
            edit.drop(at);
        } else {
            edit.keep(at, *inst);
        }
    }
    edit::finish(edit, program);
}

/// `@p bra A; bra.uni B; A:` becomes `@!p bra B; A:`, unless somebody else jumps to the second branch.
fn invert(program: &mut Program) -> bool {
    let mut changed = false;
    // Inverting exchanges the targets of two branches: what is gone to stays the same.
    let mut targeted = vec![false; program.code.len() + 1];
    for inst in program.code.iter().filter(|inst| inst.is_branch()) {
        targeted.get_mut(inst.target as usize).into_iter().for_each(|place| *place = true);
    }
    for at in 0..program.code.len().saturating_sub(1) {
        let (first, second) = (program.code[at], program.code[at + 1]);
        let around = first.is_branch()
            && first.target as usize == at + 2
            && second.is_branch()
            && second.guard.is_none()
            && second.target as usize != at + 2;
        if let (Some(Guard { pred, negate }), true, false) = (first.guard, around, targeted[at + 1]) {
            let guard = Some(Guard { pred, negate: !negate });
            program.code[at] = Inst { guard, target: second.target, ..first };
            program.code[at + 1].target = at as u32 + 2;
            changed = true;
        }
    }
    changed
}

//! The guard `if (i < n)`: where `i` is the work-item's place and those that fail it have nothing more to do, the elements
//! that go on are the first of the strip. Then the vector length is shortened instead of masking everything behind.

use super::{
    facts::Facts,
    variability::{Variability, is_place},
};
use crate::ir::{BlockId, Compare, Kernel, Op, Target, Terminator, Value};

/// A guard.
#[derive(Clone, Copy, Debug)]
pub struct Guard {
    /// Do elements go on where the condition holds?
    pub live_if: bool,
    /// The work-item's place: element 0 has this, the next one 1 more.
    pub place: Value,
    /// What the place is compared with, the same for all.
    pub bound: Value,
    /// Is the place that equals the bound among those that go on?
    pub inclusive: bool,
    /// Does the comparison take both as signed numbers?
    pub signed: bool,
}

/// The first guard on the way that all elements go from the entry, if there is one.
pub fn find(facts: &Facts) -> Option<(BlockId, Guard)> {
    let Facts { kernel, flow, .. } = facts;
    let mut block = BlockId(0);
    for _ in 0..kernel.blocks.len() {
        let (yes, no) = match &kernel.blocks[block.index()].term {
            Terminator::Branch(condition, yes, no) => {
                if let Some(guard) = guard(facts, *condition, yes, no) {
                    return Some((block, guard));
                }
                if !facts.variability.is_scalar(*condition) {
                    break;
                }
                (yes, no)
            }
            Terminator::Jump(to) => (to, to),
            Terminator::Return(_) => break,
        };
        let next = match (is_dead(kernel, yes), is_dead(kernel, no)) {
            (true, false) => no,
            (false, true) => yes,
            _ if yes.block == no.block => yes,
            _ => break,
        };
        let alone = flow.cfg.preds[next.block.index()].len() == 1;
        if !alone || flow.loops.innermost[next.block.index()].is_some() {
            break;
        }
        block = next.block;
    }
    None
}

/// Does nothing happen from here to the end?
pub(super) fn is_dead(kernel: &Kernel, target: &Target) -> bool {
    let mut at = target.block;
    for _ in 0..kernel.blocks.len() {
        let block = &kernel.blocks[at.index()];
        match &block.term {
            Terminator::Return(_) if block.insts.is_empty() => return true,
            Terminator::Jump(to) if block.insts.is_empty() => at = to.block,
            _ => return false,
        }
    }
    false
}

fn guard(facts: &Facts, condition: Value, yes: &Target, no: &Target) -> Option<Guard> {
    let kernel = &facts.kernel;
    let live_if = match (is_dead(kernel, yes), is_dead(kernel, no)) {
        (false, true) => true,
        (true, false) => false,
        _ => return None,
    };
    let Op::Compare(op, a, b) = kernel.def(condition)?.op else { return None };
    let is_less = matches!(op, Compare::LtS | Compare::LtU);
    let signed = matches!(op, Compare::LtS | Compare::LeS);
    if !is_less && !matches!(op, Compare::LeS | Compare::LeU) {
        return None;
    }
    // i < n goes on, or n <= i does not.
    let (place, bound, inclusive) = if live_if { (a, b, !is_less) } else { (b, a, is_less) };
    let fits = is_place(kernel, place)
        && facts.variability.of(place) == Variability::Affine
        && facts.variability.is_scalar(bound);
    fits.then_some(Guard { live_if, place, bound, inclusive, signed })
}

//! Hoisting: what both sides of a branch begin with is computed once, in front of it.
//!
//! Pure operations and loads take part. A load may be reached by nothing that changes memory on either side before it, and
//! runs on both sides, so that it faults if and only if it did. Where the lanes of a warp part at the branch, the access is
//! made once and not twice.
//!
//! What stands on different lines belongs to the line of the branch then. Deliberately absent: what only one side computes,
//! and sides that other ways reach, too.

use alloc::vec::Vec;

use super::{
    Pass,
    edit::Rename,
    gvn::{is_pure, ordered},
    licm::homes,
};
use crate::ir::{BlockId, Inst, InstId, Kernel, Op, Terminator, Type, Value, cfg::Cfg};

/// This pass.
pub const PASS: Pass = Pass {
    name: "hoist",
    doc: "What both sides of a branch begin with is computed once, in front of it.",
    run,
};

/// Most instructions of a side that are looked at: keeps long blocks quick.
const LOOKED_AT: usize = 128;

fn run(kernel: &mut Kernel) -> bool {
    let cfg = Cfg::new(kernel);
    let mut code = Code { home: homes(kernel), rename: Rename::new(kernel), kernel };
    let mut changed = false;
    // Inner branches come first: what their sides have in common may be common to the outer ones'.
    for id in cfg.rpo.iter().rev().copied() {
        let Terminator::Branch(_, one, other) = &code.kernel.blocks[id.index()].term else { continue };
        let sides = [one.block, other.block];
        let only = |side: &BlockId| cfg.preds[side.index()] == [id] && *side != id;
        if sides[0] != sides[1] && sides.iter().all(only) {
            changed |= code.hoist(id, sides);
        }
    }
    code.rename.apply(code.kernel);
    changed
}

struct Code<'k> {
    kernel: &'k mut Kernel,
    /// The block that defines each value.
    home: Vec<BlockId>,
    rename: Rename,
}

impl Code<'_> {
    /// Moves what two sides have in common to the end of the block in front of them.
    fn hoist(&mut self, above: BlockId, [left, right]: [BlockId; 2]) -> bool {
        let (mut at, mut written, mut moved) = (0, false, false);
        while let Some(one) = self.inst(left, at) {
            match self.computes(left, one, &mut written).and_then(|what| self.find(right, &what)) {
                Some(other) => {
                    self.kernel.blocks[left.index()].insts.remove(at);
                    let other = self.kernel.blocks[right.index()].insts.remove(other);
                    self.merge(above, one, other);
                    moved = true;
                }
                None => at += 1,
            }
        }
        moved
    }

    /// Where a side computes something.
    fn find(&mut self, side: BlockId, what: &(Op, Type)) -> Option<usize> {
        let (mut at, mut written) = (0, false);
        while let Some(inst) = self.inst(side, at) {
            if self.computes(side, inst, &mut written).as_ref() == Some(what) {
                return Some(at);
            }
            at += 1;
        }
        None
    }

    /// The instruction at a place of a side, if it is looked at.
    fn inst(&self, side: BlockId, at: usize) -> Option<InstId> {
        self.kernel.blocks[side.index()].insts.get(at).filter(|_| at < LOOKED_AT).copied()
    }

    /// What an instruction of a side computes, if it may move in front of it. `written` says whether an instruction before
    /// it may have changed memory.
    fn computes(&mut self, side: BlockId, inst: InstId, written: &mut bool) -> Option<(Op, Type)> {
        let Inst { op, result, .. } = &mut self.kernel.insts[inst.index()];
        op.for_each_operand(|value| *value = self.rename.get(*value));
        let may = is_pure(op) || (matches!(op, Op::Load { volatile: false, .. }) && !*written);
        *written |= op.has_effect();
        let own = |value: &Value| self.home[value.index()] == side;
        let result = result.filter(|_| may && !op.operands().iter().any(own))?;
        Some((ordered(op.clone()), self.kernel.values[result.index()].ty))
    }

    /// Puts one of two instructions that compute the same at the end of a block, for both.
    fn merge(&mut self, above: BlockId, one: InstId, other: InstId) {
        let [kept, gone] = [one, other].map(|inst| &self.kernel.insts[inst.index()]);
        let same_line = kept.span == gone.span;
        if let (Some(kept), Some(gone)) = (kept.result, gone.result) {
            self.rename.replace(gone, kept);
            self.home[kept.index()] = above;
        }
        let above = &mut self.kernel.blocks[above.index()];
        above.insts.push(one);
        if !same_line {
            self.kernel.insts[one.index()].span = above.term_span;
        }
    }
}

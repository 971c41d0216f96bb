//! Global value numbering: of two instructions that compute the same from the same operands, the one that is dominated
//! by the other goes.
//!
//! Only pure operations take part; loads are the business of [`super::forward`].

use alloc::vec::Vec;

use super::{Pass, edit::Rename, fold};
use crate::{
    base::OrdMap,
    ir::{BlockId, Compare, InstId, Kernel, Op, Type, Value, cfg::Cfg, dom::DomTree},
};

/// This pass.
pub const PASS: Pass = Pass { name: "gvn", doc: "What is computed already is not computed again.", run };

fn run(kernel: &mut Kernel) -> bool {
    let dom = DomTree::dominators(&Cfg::new(kernel));
    let mut rename = Rename::new(kernel);
    // What is known, and the block that computes it. A walk down the dominator tree never comes back to a subtree, so
    // that an entry from outside the way to the current block can be overwritten.
    let mut known: OrdMap<(Op, Type), (Value, BlockId)> = OrdMap::new();
    let mut changed = false;
    for id in dom.preorder().iter().copied() {
        let insts = core::mem::take(&mut kernel.blocks[id.index()].insts);
        let mut keep = |inst: &InstId| {
            let inst = &mut kernel.insts[inst.index()];
            inst.op.for_each_operand(|value| *value = rename.get(*value));
            let Some(result) = inst.result.filter(|_| is_pure(&inst.op)) else { return true };
            let key = (ordered(inst.op.clone()), kernel.values[result.index()].ty);
            match known.get(&key) {
                Some((value, at)) if dom.dominates(*at, id) => {
                    rename.replace(result, *value);
                    changed = true;
                    false
                }
                _ => {
                    known.insert(key, (result, id));
                    true
                }
            }
        };
        let kept: Vec<InstId> = insts.into_iter().filter(&mut keep).collect();
        kernel.blocks[id.index()].insts = kept;
    }
    rename.apply(kernel);
    changed
}

/// Does the operation depend on nothing but its operands, and do nothing but give a result?
pub(super) fn is_pure(op: &Op) -> bool {
    !op.has_effect() && !matches!(op, Op::Load { .. })
}

/// Operands whose order does not matter in ascending order.
pub(super) fn ordered(op: Op) -> Op {
    match op {
        Op::Binary(op, a, b) if fold::commutes(op) => Op::Binary(op, a.min(b), a.max(b)),
        Op::Compare(op @ (Compare::Eq | Compare::Ne | Compare::FEq | Compare::FNe), a, b) => {
            Op::Compare(op, a.min(b), a.max(b))
        }
        op => op,
    }
}

//! Where work-items that were led apart meet again, and tails: what only some of a group's work-items come to behind the border of a region.
//!
//! Regions are run by the whole group (see `regions`). Where a branch of one way separates work-items, for instance by an
//! early `return`, and those that go on come to a block that another way leads to as well, that block begins a region
//! that not all of them enter:
//!
//! ```text
//! if (n > 3) { ...; barrier(...); ... } else if (get_local_id(0) == 3) return;
//! x[i] = ...
//! ```
//!
//! Here such a way gets a copy of what lies before it and the place where all its work-items are together again: a tail
//! of its own, in its own region, under its masks. A barrier in a tail stays one that not all come to, and is refused.

use alloc::{vec, vec::Vec};

use super::{normal::NormalForm, regions::heads};
use crate::{
    analysis::uniformity::{Uniformity, Waiting},
    base::OrdMap,
    codegen::control::ControlFlow,
    ir::{BlockId, InstId, Kernel, Value, ValueDef, ValueInfo},
};

/// Most tails that are copied, and most instructions that the copies may add to a kernel. What needs more is refused as a
/// divergent barrier is.
const MOST_TAILS: usize = 32;
const MOST_COPIED: usize = 4096;

/// Gives tails of their own to all ways that need them.
pub fn own_tails(normal: &mut NormalForm) {
    let mut left = MOST_COPIED;
    for _ in 0..MOST_TAILS {
        let Some((edges, tail)) = next_tail(normal) else { return };
        let size = |block: &BlockId| normal.kernel.blocks[block.index()].insts.len() + 1;
        let Some(rest) = left.checked_sub(tail.iter().map(size).sum()) else { return };
        left = rest;
        let copies = normal.copy(&tail);
        for block in edges {
            for target in normal.kernel.blocks[block.index()].term.targets_mut() {
                target.block = copies.get(&target.block).copied().unwrap_or(target.block);
            }
        }
    }
}

/// Lets work-items that a branch or a loop has led apart come together in a block of their own, where otherwise they would
/// meet in one that others come to as well: behind the border of their region, or in a `case` that several ways lead to.
pub fn meet_early(normal: &mut NormalForm) {
    let flow = ControlFlow::new(&normal.kernel);
    let uniform = Uniformity::waiting(&normal.kernel, &flow.cfg, Waiting::ForTheTurn);
    let head = heads(normal, &flow.cfg, &flow.loops);
    for from in flow.cfg.rpo.iter().copied().filter(|block| uniform.is_convergent(*block)) {
        let Some(to) = meeting_place(&flow, &uniform, from) else { continue };
        let is_border = head[to.index()] == to;
        let all_come = flow.dom.parent(to).is_none_or(|before| flow.turn.dominates(to, before));
        let is_header = flow.loops.loops.iter().any(|l| l.header == to);
        if flow.dom.dominates(from, to) || is_header || all_come && !is_border {
            continue;
        }
        let preds = &flow.cfg.preds[to.index()];
        // What a way shares with another part of the same branch is gathered with that part.
        let reached = before(&flow, from, Some(to));
        let all = |above: &BlockId| {
            preds.iter().filter(|pred| reached.contains(pred)).all(|pred| flow.dom.dominates(*above, *pred))
        };
        let root = core::iter::successors(Some(from), |block| flow.dom.parent(*block)).find(all);
        let root = root.filter(|root| !flow.dom.dominates(*root, to)).unwrap_or(from);
        // Some may have been gathered for another branch.
        let comes = |pred: &BlockId| {
            let mut targets = normal.kernel.blocks[pred.index()].term.targets();
            flow.dom.dominates(root, *pred) && targets.any(|target| target.block == to)
        };
        let ways: Vec<BlockId> = preds.iter().copied().filter(comes).collect();
        if ways.len() > 1 {
            normal.gather(&ways, to);
        }
    }
}

/// The first block to which all work-items come together again that were together at the end of `from`; `None` if they
/// stay together there, or never meet.
fn meeting_place(flow: &ControlFlow, uniform: &Uniformity, from: BlockId) -> Option<BlockId> {
    let next = flow.turn.parent(from)?;
    if !uniform.diverges(from) && uniform.is_convergent(next) {
        return None;
    }
    core::iter::successors(Some(next), |block| flow.turn.parent(*block))
        .find(|block| uniform.is_convergent(*block))
}

/// The blocks that enter a tail that others enter too, and the blocks of the tail.
fn next_tail(normal: &NormalForm) -> Option<(Vec<BlockId>, Vec<BlockId>)> {
    if !normal.behind_barrier.contains(&true) {
        return None;
    }
    let flow = ControlFlow::new(&normal.kernel);
    let uniform = Uniformity::waiting(&normal.kernel, &flow.cfg, Waiting::ForTheTurn);
    let head = heads(normal, &flow.cfg, &flow.loops);
    let convergent = flow.cfg.rpo.iter().copied().filter(|block| uniform.is_convergent(*block));
    for from in convergent.filter(|block| uniform.diverges(*block)) {
        let end = meeting_place(&flow, &uniform, from);
        let behind = before(&flow, from, end);
        let (ours, tail): (Vec<_>, Vec<_>) =
            behind.into_iter().partition(|block| flow.dom.dominates(from, *block));
        let is_cut = tail.iter().any(|block| head[block.index()] == *block);
        // A tail that leads back to the branch is a loop around it.
        let is_loop = tail.iter().any(|block| flow.dom.dominates(*block, from));
        if is_cut && !is_loop {
            return Some((ours, tail));
        }
    }
    None
}

/// The block and what can be reached from it before `end`, or before the end of the kernel.
fn before(flow: &ControlFlow, from: BlockId, end: Option<BlockId>) -> Vec<BlockId> {
    let mut seen = vec![false; flow.cfg.succs.len()];
    let mut found = vec![from];
    seen[from.index()] = true;
    let mut at = 0;
    while let Some(block) = found.get(at).copied() {
        at += 1;
        for to in flow.cfg.succs[block.index()].iter().copied().filter(|to| Some(*to) != end) {
            if !core::mem::replace(&mut seen[to.index()], true) {
                found.push(to);
            }
        }
    }
    found
}

impl NormalForm {
    /// Copies blocks with all that they define. Jumps among them stay among the copies; nothing jumps to these yet.
    fn copy(&mut self, blocks: &[BlockId]) -> OrdMap<BlockId, BlockId> {
        let next = self.kernel.blocks.len() as u32;
        let copies: OrdMap<_, _> = blocks.iter().copied().zip((next..).map(BlockId)).collect();
        let mut values = OrdMap::new();
        for block in blocks {
            let mut copy = self.kernel.blocks[block.index()].clone();
            let id = copies[block];
            for (at, param) in copy.params.iter_mut().enumerate() {
                *param =
                    new_value(&mut self.kernel, &mut values, *param, ValueDef::BlockParam(id, at as u32));
            }
            for inst in &mut copy.insts {
                let new = InstId(self.kernel.insts.len() as u32);
                let mut copied = self.kernel.insts[inst.index()].clone();
                copied.result = copied
                    .result
                    .map(|value| new_value(&mut self.kernel, &mut values, value, ValueDef::Inst(new)));
                self.kernel.insts.push(copied);
                *inst = new;
            }
            self.kernel.blocks.push(copy);
            self.behind_barrier.push(self.behind_barrier[block.index()]);
        }
        for id in copies.values() {
            let block = &mut self.kernel.blocks[id.index()];
            let rename = |value: &mut Value| *value = values.get(value).copied().unwrap_or(*value);
            block.insts.iter().for_each(|inst| self.kernel.insts[inst.index()].op.for_each_operand(rename));
            block.term.for_each_operand(rename);
            for target in block.term.targets_mut() {
                target.block = copies.get(&target.block).copied().unwrap_or(target.block);
            }
        }
        copies
    }
}

/// A new value in place of one that is copied.
fn new_value(kernel: &mut Kernel, values: &mut OrdMap<Value, Value>, old: Value, def: ValueDef) -> Value {
    let ty = kernel.ty(old);
    kernel.values.push(ValueInfo { ty, def });
    let new = Value(kernel.values.len() as u32 - 1);
    values.insert(old, new);
    new
}

//! Requests that all work-items of a group make together (simd C7).
//!
//! A store with which several ways of a branch end is one store where they meet: the ways pass the word, and the group asks
//! once. A load under a branch that not all work-items take alike can go before it, so that every group makes the same
//! requests whatever its data say: a word outside a buffer is not moved, so that no such load ends a run. What the bounds of
//! worst cases gain by that, groups may lose that would not have asked at all.
//!
//! Absent: stores under one side of a branch alone, which stay there.

use alloc::{vec, vec::Vec};

use crate::{
    analysis::uniformity::{Uniformity, Waiting},
    codegen::gather::jump,
    ir::{
        Block, BlockId, Inst, InstId, Kernel, Op, Space, Terminator, Type, Value, ValueDef, ValueInfo,
        cfg::Cfg, dom::DomTree, loops::Loops,
    },
};

/// Operations of an address that are looked through.
const DEPTH: u32 = 16;

/// Can an operation be carried out elsewhere, and as often as one likes?
fn is_pure(op: &Op) -> bool {
    matches!(
        op,
        Op::Const(_)
            | Op::Arg(_)
            | Op::Slot(_)
            | Op::WorkItem(..)
            | Op::Unary(..)
            | Op::Binary(..)
            | Op::Compare(..)
            | Op::Convert(..)
            | Op::Select(..)
            | Op::PtrAdd(..)
            | Op::Fma(..)
            | Op::Math(..)
    )
}

/// A store to main memory with which a block ends.
#[derive(Clone, Copy)]
struct Last {
    block: BlockId,
    inst: InstId,
    ptr: Value,
    value: Value,
}

fn last_store(kernel: &Kernel, block: BlockId) -> Option<Last> {
    let insts = &kernel.blocks[block.index()].insts;
    let last = insts.iter().rev().find(|id| !is_pure(&kernel.insts[id.index()].op))?;
    match kernel.insts[last.index()].op {
        Op::Store { ptr, value, volatile: false } if kernel.ty(ptr) == Type::Ptr(Space::Global) => {
            Some(Last { block, inst: *last, ptr, value })
        }
        _ => None,
    }
}

/// Are two values computed alike from the same values?
fn alike(kernel: &Kernel, a: Value, b: Value, depth: u32) -> bool {
    if a == b {
        return true;
    }
    let (Some(x), Some(y)) = (kernel.def(a), kernel.def(b)) else { return false };
    if depth == 0 || !is_pure(&x.op) || kernel.ty(a) != kernel.ty(b) {
        return false;
    }
    let (from, to) = (x.op.operands(), y.op.operands());
    let same = from.len() == to.len() && from.iter().zip(&to).all(|(a, b)| alike(kernel, *a, *b, depth - 1));
    let mut like = y.op.clone();
    let mut old = from.iter();
    like.for_each_operand(|value| *value = old.next().copied().unwrap_or(*value));
    same && like == x.op
}

/// What is known of the ways of a kernel.
struct Ways {
    cfg: Cfg,
    dom: DomTree,
    loops: Loops,
    uniform: Uniformity,
}

impl Ways {
    fn new(kernel: &Kernel) -> Ways {
        let cfg = Cfg::new(kernel);
        let dom = DomTree::dominators(&cfg);
        let loops = Loops::new(&cfg, &dom);
        let uniform = Uniformity::waiting(kernel, &cfg, Waiting::Either);
        Ways { cfg, dom, loops, uniform }
    }

    /// Is a value there in all of some blocks?
    fn reaches(&self, kernel: &Kernel, value: Value, blocks: &[BlockId]) -> bool {
        let home = match kernel.values[value.index()].def {
            ValueDef::BlockParam(block, _) => Some(block),
            ValueDef::Inst(inst) => {
                kernel.block_ids().find(|block| kernel.blocks[block.index()].insts.contains(&inst))
            }
        };
        home.is_some_and(|home| blocks.iter().all(|block| home != *block && self.dom.dominates(home, *block)))
    }

    /// Do work-items take different ways to some blocks?
    fn part(&self, blocks: &[BlockId]) -> bool {
        let Some(first) = blocks.first() else { return false };
        let mut at = *first;
        while !blocks.iter().all(|block| self.dom.dominates(at, *block)) {
            let Some(parent) = self.dom.parent(at) else { return false };
            at = parent;
        }
        self.uniform.diverges(at)
    }
}

/// Lets ways that end with a store of a word to the same place meet before it. Says whether any do.
pub fn join_stores(kernel: &mut Kernel) -> bool {
    let mut changed = false;
    loop {
        let ways = Ways::new(kernel);
        let Some(group) = group(kernel, &ways) else { return changed };
        join(kernel, &ways, &group);
        changed = true;
    }
}

/// Blocks that go on at the same place, behind a store to the same place.
fn group(kernel: &Kernel, ways: &Ways) -> Option<Vec<Last>> {
    let target = |block: BlockId| match &kernel.blocks[block.index()].term {
        Terminator::Jump(to) => Some(Some(to.block)),
        Terminator::Return(None) => Some(None),
        _ => None,
    };
    let stores: Vec<Last> = ways.cfg.rpo.iter().filter_map(|block| last_store(kernel, *block)).collect();
    stores.iter().enumerate().find_map(|(at, first)| {
        let to = target(first.block)?;
        let back = to.is_some_and(|to| ways.dom.dominates(to, first.block));
        let like = |one: &&Last| {
            let place = ways.loops.innermost[one.block.index()] == ways.loops.innermost[first.block.index()];
            let same =
                kernel.ty(one.value) == kernel.ty(first.value) && alike(kernel, one.ptr, first.ptr, DEPTH);
            target(one.block) == Some(to) && place && same
        };
        let group: Vec<Last> = stores[at..].iter().filter(like).copied().collect();
        let blocks: Vec<BlockId> = group.iter().map(|one| one.block).collect();
        let able =
            group.len() > 1 && !back && ways.part(&blocks) && copies(kernel, ways, first.ptr, &blocks, DEPTH);
        able.then_some(group)
    })
}

/// Can a value be computed behind all of some blocks?
fn copies(kernel: &Kernel, ways: &Ways, value: Value, blocks: &[BlockId], depth: u32) -> bool {
    ways.reaches(kernel, value, blocks)
        || kernel.def(value).is_some_and(|inst| {
            depth > 0
                && is_pure(&inst.op)
                && inst.op.operands().iter().all(|one| copies(kernel, ways, *one, blocks, depth - 1))
        })
}

fn param(kernel: &mut Kernel, block: BlockId, ty: Type) -> Value {
    let at = kernel.blocks[block.index()].params.len() as u32;
    let value = Value(kernel.values.len() as u32);
    kernel.values.push(ValueInfo { ty, def: ValueDef::BlockParam(block, at) });
    kernel.blocks[block.index()].params.push(value);
    value
}

fn join(kernel: &mut Kernel, ways: &Ways, group: &[Last]) {
    let Some(first) = group.first() else { return };
    let blocks: Vec<BlockId> = group.iter().map(|one| one.block).collect();
    let old = kernel.blocks[first.block.index()].clone();
    let new = BlockId(kernel.blocks.len() as u32);
    let term_span = old.term_span;
    let term = Terminator::Return(None);
    kernel.blocks.push(Block { params: vec![], insts: vec![], term, term_span, unroll: None });
    let word = param(kernel, new, kernel.ty(first.value));
    if let Terminator::Jump(to) = &old.term {
        let types: Vec<Type> = to.args.iter().map(|arg| kernel.ty(*arg)).collect();
        let args = types.into_iter().map(|ty| param(kernel, new, ty)).collect();
        kernel.blocks[new.index()].term = jump(to.block, args);
    }
    let ptr = copy(kernel, ways, first.ptr, &blocks, new);
    let Inst { span, .. } = kernel.insts[first.inst.index()];
    let store = InstId(kernel.insts.len() as u32);
    kernel.insts.push(Inst { op: Op::Store { ptr, value: word, volatile: false }, result: None, span });
    kernel.blocks[new.index()].insts.push(store);
    for one in group {
        let block = &mut kernel.blocks[one.block.index()];
        block.insts.retain(|inst| *inst != one.inst);
        let mut args = vec![one.value];
        if let Terminator::Jump(to) = &block.term {
            args.extend(&to.args);
        }
        block.term = jump(new, args);
    }
}

/// A value behind some blocks: itself, or a copy.
fn copy(kernel: &mut Kernel, ways: &Ways, value: Value, blocks: &[BlockId], to: BlockId) -> Value {
    let Some(inst) = kernel.def(value).filter(|_| !ways.reaches(kernel, value, blocks)).cloned() else {
        return value;
    };
    let mut op = inst.op.clone();
    let from = op.operands();
    let new: Vec<Value> = from.iter().map(|one| copy(kernel, ways, *one, blocks, to)).collect();
    let mut next = new.into_iter();
    op.for_each_operand(|value| *value = next.next().unwrap_or(*value));
    let id = InstId(kernel.insts.len() as u32);
    let result = Value(kernel.values.len() as u32);
    kernel.values.push(ValueInfo { ty: kernel.ty(value), def: ValueDef::Inst(id) });
    kernel.insts.push(Inst { op, result: Some(result), ..inst });
    kernel.blocks[to.index()].insts.push(id);
    result
}

/// Lets loads go before branches that not all work-items take alike. Says whether any do.
pub fn hoist_loads(kernel: &mut Kernel) -> bool {
    let ways = Ways::new(kernel);
    let mut changed = false;
    // Inner branches come first.
    for block in ways.dom.preorder().iter().rev().copied() {
        let Some(parent) = ways.dom.parent(block) else { continue };
        let alone = ways.cfg.preds[block.index()] == [parent] && ways.uniform.diverges(parent);
        if alone && ways.loops.innermost[block.index()] == ways.loops.innermost[parent.index()] {
            let (up, stay) = split(kernel, block);
            changed |= !up.is_empty();
            kernel.blocks[parent.index()].insts.extend(up);
            kernel.blocks[block.index()].insts = stay;
        }
    }
    changed
}

/// The loads of a block that may go up with what their addresses are computed from, and what stays.
fn split(kernel: &Kernel, block: BlockId) -> (Vec<InstId>, Vec<InstId>) {
    let insts = &kernel.blocks[block.index()].insts;
    let mut goes = vec![false; insts.len()];
    let place = |value: Value| match kernel.values[value.index()].def {
        ValueDef::Inst(inst) => insts.iter().position(|one| *one == inst),
        ValueDef::BlockParam(..) => None,
    };
    let is_here = |value: Value| matches!(kernel.values[value.index()].def, ValueDef::BlockParam(home, _) if home == block);
    for (at, id) in insts.iter().enumerate() {
        let op = &kernel.insts[id.index()].op;
        let Op::Load { ptr, volatile: false } = *op else {
            if is_pure(op) {
                continue;
            }
            break;
        };
        let shared = !matches!(kernel.ty(ptr), Type::Ptr(Space::Private));
        // All that the address comes from, from the last to the first.
        let (mut needs, mut next, mut able) = (vec![at], 0, shared);
        while let Some(one) = needs.get(next).copied() {
            next += 1;
            let op = &kernel.insts[insts[one].index()].op;
            able &= one == at || goes[one] || is_pure(op);
            for operand in op.operands().iter().filter(|_| !goes[one]) {
                able &= !is_here(*operand);
                needs.extend(place(*operand).filter(|place| !needs.contains(place)));
            }
        }
        if able {
            needs.into_iter().for_each(|one| goes[one] = true);
        }
    }
    let of = |up: bool| insts.iter().zip(&goes).filter(|(_, goes)| **goes == up).map(|(id, _)| *id).collect();
    (of(true), of(false))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{text, verify::verify};

    /// Work-items with an even number store a word, the others another one, to the same place.
    const SIDES: &str = "kernel k(out: ptr.global i32, in: ptr.global i32) {
        b0:
          v0: ptr.global = arg 0
          v1: ptr.global = arg 1
          v2: i32 = global_id 0
          v3: i32 = const 1
          v4: i32 = and v2, v3
          v5: i32 = const 0
          v6: bool = eq v4, v5
          branch v6, b1, b2
        b1:
          v7: i32 = load v1
          store v0, v7
          return
        b2:
          store v0, v3
          return
    }";

    fn kernel() -> Kernel {
        text::parse(SIDES).unwrap_or_else(|error| panic!("{error:?}"))
    }

    fn count(kernel: &Kernel, block: u32, is: impl Fn(&Op) -> bool) -> usize {
        kernel.blocks[block as usize].insts.iter().filter(|id| is(&kernel.insts[id.index()].op)).count()
    }

    #[test]
    fn simd_c7_sides_that_store_to_the_same_place_store_once() {
        let mut kernel = kernel();
        assert!(join_stores(&mut kernel));
        verify(&kernel).unwrap_or_else(|error| panic!("{error:?}"));
        let stores: Vec<usize> =
            (0..4).map(|b| count(&kernel, b, |op| matches!(op, Op::Store { .. }))).collect();
        assert_eq!(stores, [0, 0, 0, 1]);
        assert!(!join_stores(&mut kernel));
    }

    #[test]
    fn simd_c7_a_load_under_a_branch_goes_before_it() {
        let mut kernel = kernel();
        assert!(hoist_loads(&mut kernel));
        verify(&kernel).unwrap_or_else(|error| panic!("{error:?}"));
        let loads = [0, 1].map(|block| count(&kernel, block, |op| matches!(op, Op::Load { .. })));
        assert_eq!(loads, [1, 0]);
        assert!(!hoist_loads(&mut kernel));
    }
}

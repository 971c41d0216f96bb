//! Loop-invariant code motion: what is the same in every turn of a loop is computed before it.
//!
//! Only pure operations move: none of them can fault, so that computing one that would not have been reached is
//! harmless. Deliberately absent: moving loads, which could fault or see other memory.

use alloc::{vec, vec::Vec};

use super::{Pass, gvn::is_pure};
use crate::ir::{
    Block, BlockId, InstId, Kernel, Target, Terminator, Value, ValueDef, cfg::Cfg, dom::DomTree, loops::Loops,
};

/// This pass.
pub const PASS: Pass =
    Pass { name: "licm", doc: "What is the same in every turn of a loop is computed before it.", run };

fn run(kernel: &mut Kernel) -> bool {
    let mut changed = add_preheaders(kernel);
    let cfg = Cfg::new(kernel);
    let dom = DomTree::dominators(&cfg);
    let loops = Loops::new(&cfg, &dom);
    if loops.loops.is_empty() {
        return changed;
    }
    let preheaders: Vec<Option<BlockId>> =
        loops.loops.iter().enumerate().map(|(at, _)| preheader(&cfg, &loops, at)).collect();
    let mut home = homes(kernel);
    // Definitions come before uses, so that an operand has moved before its user is looked at.
    for id in cfg.rpo.iter().copied().filter(|id| loops.innermost[id.index()].is_some()) {
        for inst in core::mem::take(&mut kernel.blocks[id.index()].insts) {
            let to = destination(kernel, inst, id, &loops, &preheaders, &home);
            kernel.blocks[to.index()].insts.push(inst);
            if let Some(result) = kernel.insts[inst.index()].result {
                home[result.index()] = to;
            }
            changed |= to != id;
        }
    }
    changed
}

/// The block that defines each value.
pub(super) fn homes(kernel: &Kernel) -> Vec<BlockId> {
    let mut home = vec![BlockId(0); kernel.values.len()];
    for (id, block) in kernel.block_ids().zip(&kernel.blocks) {
        block.params.iter().for_each(|value| home[value.index()] = id);
        let results = block.insts.iter().filter_map(|inst| kernel.insts[inst.index()].result);
        results.for_each(|value| home[value.index()] = id);
    }
    home
}

/// The block that an instruction of `block` moves to: before the outermost loop in which no operand is defined.
fn destination(
    kernel: &Kernel,
    inst: InstId,
    block: BlockId,
    loops: &Loops,
    preheaders: &[Option<BlockId>],
    home: &[BlockId],
) -> BlockId {
    let inst = &kernel.insts[inst.index()];
    if !is_pure(&inst.op) {
        return block;
    }
    let operands = inst.op.operands();
    let mut to = block;
    while let Some(around) = loops.innermost[to.index()] {
        let defined_inside = |value: &Value| loops.contains(around, home[value.index()]);
        match preheaders[around] {
            Some(before) if !operands.iter().any(defined_inside) => to = before,
            _ => break,
        }
    }
    to
}

/// The block before a loop that goes nowhere else.
fn preheader(cfg: &Cfg, loops: &Loops, at: usize) -> Option<BlockId> {
    let mut outside = outside(cfg, loops, at);
    let only = outside.next()?;
    (outside.next().is_none() && cfg.succs[only.index()].len() == 1).then_some(only)
}

/// The predecessors of a loop's header from outside.
fn outside<'a>(cfg: &'a Cfg, loops: &'a Loops, at: usize) -> impl Iterator<Item = BlockId> + 'a {
    let header = loops.loops[at].header;
    cfg.preds[header.index()].iter().copied().filter(move |pred| !loops.contains(at, *pred))
}

/// Gives every loop that has none a block before it.
fn add_preheaders(kernel: &mut Kernel) -> bool {
    let cfg = Cfg::new(kernel);
    let loops = Loops::new(&cfg, &DomTree::dominators(&cfg));
    let mut changed = false;
    for at in (0..loops.loops.len()).filter(|at| preheader(&cfg, &loops, *at).is_none()) {
        let header = loops.loops[at].header;
        let outside: Vec<BlockId> = outside(&cfg, &loops, at).collect();
        add_preheader(kernel, header, &outside);
        changed = true;
    }
    changed
}

/// A new block between `outside` and `header`, which passes on what it is passed.
fn add_preheader(kernel: &mut Kernel, header: BlockId, outside: &[BlockId]) {
    let new = BlockId(kernel.blocks.len() as u32);
    let Block { params, term_span, .. } = kernel.blocks[header.index()].clone();
    let types: Vec<_> = params.iter().map(|value| kernel.ty(*value)).collect();
    let term = Terminator::Jump(Target { block: header, args: vec![] });
    kernel.blocks.push(Block { params: vec![], insts: vec![], term, term_span, unroll: None });
    for (ty, at) in types.into_iter().zip(0..) {
        let value = super::edit::new_value(kernel, ty, ValueDef::BlockParam(new, at));
        let block = &mut kernel.blocks[new.index()];
        block.params.push(value);
        block.term.targets_mut().for_each(|target| target.args.push(value));
    }
    for pred in outside {
        let targets = kernel.blocks[pred.index()].term.targets_mut();
        targets.filter(|target| target.block == header).for_each(|target| target.block = new);
    }
}

//! Leads those work-items that go another way to an operation of lanes first, so that all of a group come to it.
//!
//! ```text
//! if (c) { A; r = operation; B } else { C }
//! ```
//!
//! becomes
//!
//! ```text
//! active = c;
//! if (active) { A }
//! r = operation, in which only those take part who are active;
//! if (active) { B } else { C }
//! ```
//!
//! It works where one branch alone decides whether the operation is run, which all work-items come to, and where both are in one loop. One operation
//! is done at a time: behind it, its branch is the one that decides of the next.

use alloc::vec::Vec;

use super::{
    super::{
        cells::{add_cell, empty, into_cells},
        steps::Steps,
    },
    Exchange, MARKED, Part,
};
use crate::{
    analysis::uniformity::{Uniformity, Waiting},
    ir::{
        Block, BlockId, Compare, InstId, Kernel, Op, SlotId, Target, Terminator, Type,
        cfg::Cfg,
        dom::{DomTree, control_dependence},
        loops::Loops,
    },
};

/// Leads all work-items to the first operation of a block, and rewrites it. Says whether that could be done.
pub(super) fn gather(kernel: &mut Kernel, block: BlockId) -> bool {
    let Some((branch, side)) = decider(kernel, block) else { return false };
    let operation = alone(kernel, block);
    let order = Cfg::new(kernel).rpo;
    let number = |of| order.iter().position(|block| *block == of).map(|at| BlockId(at as u32));
    let Some((branch, operation)) = number(branch).zip(number(operation)) else { return false };
    into_cells(kernel);
    let active = add_cell(kernel, "active", Type::I32);
    let other = lead(kernel, (branch, side), operation, active);
    let Terminator::Jump(Target { block: behind, .. }) = kernel.blocks[operation.index()].term else {
        return false;
    };
    let mut exchange = Exchange::new(kernel);
    exchange.block(operation, Part::Active(active));
    let Exchange { mut rename, .. } = exchange;
    rename.apply(kernel);
    part(kernel, operation, active, [behind, other]);
    true
}

/// The one branch that decides whether a block is run, and which of its ways leads there, if all work-items come to it.
fn decider(kernel: &Kernel, block: BlockId) -> Option<(BlockId, usize)> {
    let cfg = Cfg::new(kernel);
    let (dom, post) = (DomTree::dominators(&cfg), DomTree::post_dominators(&kernel.blocks, &cfg));
    let loops = Loops::new(&cfg, &dom);
    let deciding = control_dependence(&cfg, &post);
    let [branch] = deciding[block.index()][..] else { return None };
    let is_in_loop = loops.innermost[branch.index()] == loops.innermost[block.index()];
    let uniform = Uniformity::waiting(kernel, &cfg, Waiting::Either);
    if !is_in_loop || !uniform.is_convergent(branch) || branch == block {
        return None;
    }
    let mut ways = kernel.blocks[branch.index()].term.targets().map(|target| target.block);
    ways.position(|way| post.dominates(block, way)).map(|side| (branch, side))
}

/// Gives the first operation of a block a block of its own, and tells which.
fn alone(kernel: &mut Kernel, block: BlockId) -> BlockId {
    let is_of_lanes = |id: &InstId| matches!(kernel.insts[id.index()].op, Op::Lane(..));
    let [own, behind] = [0, 1].map(|more| BlockId(kernel.blocks.len() as u32 + more));
    let before = &kernel.blocks[block.index()];
    let at = before.insts.iter().position(is_of_lanes).unwrap_or(0);
    let span = before.term_span;
    let before = &mut kernel.blocks[block.index()];
    let mut insts = before.insts.split_off(at);
    let rest = insts.split_off(1);
    let term = core::mem::replace(&mut before.term, jump(own));
    kernel.blocks.push(Block { insts, ..empty(jump(behind), span) });
    kernel.blocks.push(Block { insts: rest, ..empty(term, span) });
    own
}

const fn to(block: BlockId) -> Target {
    Target { block, args: Vec::new() }
}

const fn jump(block: BlockId) -> Terminator {
    Terminator::Jump(to(block))
}

/// Both ways of a branch say which they are, and the other one leads to the operation. Gives the block that it led to.
fn lead(
    kernel: &mut Kernel,
    (branch, side): (BlockId, usize),
    operation: BlockId,
    active: SlotId,
) -> BlockId {
    let span = kernel.blocks[branch.index()].term_span;
    let mut term = kernel.blocks[branch.index()].term.clone();
    let mut other = operation;
    for (way, target) in term.targets_mut().enumerate() {
        let said = BlockId(kernel.blocks.len() as u32);
        let led = core::mem::replace(&mut target.block, said);
        let next = match way == side {
            true => led,
            false => {
                other = led;
                operation
            }
        };
        kernel.blocks.push(empty(jump(next), span));
        let mut steps = Steps::new(kernel, span);
        let ptr = steps.slot(active);
        let value = steps.number(if way == side { MARKED } else { 0 });
        steps.store(ptr, value);
        steps.append_to(said);
    }
    kernel.blocks[branch.index()].term = term;
    other
}

/// Those who are active go one way at the end of a block, the others another one.
fn part(kernel: &mut Kernel, block: BlockId, active: SlotId, [yes, no]: [BlockId; 2]) {
    let span = kernel.blocks[block.index()].term_span;
    let mut steps = Steps::new(kernel, span);
    let (active, none) = (steps.active(active), steps.number(0));
    let takes_part = steps.test(Compare::Ne, active, none);
    steps.branch(block, takes_part, yes, no);
}

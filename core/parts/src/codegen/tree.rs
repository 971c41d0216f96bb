//! Where blocks stand: the tree of dominators, as a stack of masks wants it.
//!
//! A block that one other alone leads to stands where that one ends. One where ways meet stands behind everything else that its
//! dominator dominates, and a block behind a loop stands behind that loop.

use alloc::{vec, vec::Vec};

use crate::{
    base::order,
    ir::{BlockId, Kernel, Terminator, cfg::Cfg, dom::DomTree, loops::Loops},
};

/// See the module.
pub struct Tree {
    /// The loops.
    pub loops: Loops,
    /// Dominators.
    pub dom: DomTree,
    /// The blocks in which ways meet behind each block, in order.
    pub merges: Vec<Vec<BlockId>>,
    /// The blocks behind each loop, in order.
    pub exits: Vec<Vec<BlockId>>,
    /// Does the block stand where its only predecessor ends?
    pub inline: Vec<bool>,
    /// Is the block nothing but the end of the work-item? Then it stands wherever it is jumped to.
    pub ends: Vec<bool>,
    /// The loop whose header each block is.
    pub headed: Vec<Option<usize>>,
}

impl Tree {
    /// Of a kernel.
    pub fn new(kernel: &Kernel, cfg: &Cfg) -> Tree {
        let dom = DomTree::dominators(cfg);
        let loops = Loops::new(cfg, &dom);
        let count = kernel.blocks.len();
        let mut tree = Tree {
            merges: vec![vec![]; count],
            exits: vec![vec![]; loops.loops.len()],
            inline: vec![false; count],
            headed: vec![None; count],
            ends: kernel
                .blocks
                .iter()
                .map(|block| block.insts.is_empty() && block.term == Terminator::Return(None))
                .collect(),
            loops,
            dom,
        };
        for (at, one) in tree.loops.loops.iter().enumerate() {
            tree.headed[one.header.index()] = Some(at);
        }
        for block in cfg.rpo.iter().copied() {
            let Some(parent) = tree.dom.parent(block).filter(|_| !tree.ends[block.index()]) else { continue };
            let forward = cfg.preds[block.index()].iter().filter(|pred| !tree.dom.dominates(block, **pred));
            let left = |at: &usize| tree.loops.contains(*at, parent) && !tree.loops.contains(*at, block);
            // Outer loops come first.
            match (0..tree.loops.loops.len()).find(left) {
                Some(outermost) => tree.exits[outermost].push(block),
                None if forward.count() == 1 => tree.inline[block.index()] = true,
                None => tree.merges[parent.index()].push(block),
            }
        }
        let place = |block: &BlockId| cfg.position[block.index()];
        tree.merges.iter_mut().chain(&mut tree.exits).for_each(|list| order::sort_by_key(list, place));
        tree
    }

    /// The loop that a jump goes back to the header of.
    pub fn back(&self, from: BlockId, to: BlockId) -> Option<usize> {
        self.headed[to.index()].filter(|at| self.loops.contains(*at, from))
    }
}

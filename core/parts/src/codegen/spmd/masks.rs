//! How the blocks of a region become straight code under masks.
//!
//! The blocks of a region stand so that each comes before its successors, that what a block dominates follows it without
//! a gap, and that the blocks of each loop are together (which goes before the second rule). A branch on a scalar is a
//! branch of the machine: all elements that come to it go the same way, and the code of the other way is jumped over.
//! A branch on a vector is none: both ways are carried out, each under the mask of the elements that go it. Where the code
//! goes on from the end of a block says `waits`.
//!
//! The mask of a block is that of another one wherever the same elements must come to both: behind a scalar branch, and
//! where everything that a divergent branch has separated meets again. Otherwise it is made of the masks of the ways that
//! lead to it. So it is also where code may come to the block after it has waited, though no element does. A loop that elements leave in different turns goes on while the mask of its latch is not empty.

use alloc::{vec, vec::Vec};

use super::facts::Facts;
use crate::{
    codegen::control::ControlFlow,
    ir::{BlockId, Terminator},
};

/// Whose mask a block is under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mask {
    /// Every element of the strip takes part.
    Full,
    /// The one that this block makes.
    Of(BlockId),
}

/// How a block makes a mask of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Own {
    /// It has none.
    None,
    /// It is one way of the branch at the end of its predecessor.
    Way,
    /// The ways that lead to it add their masks.
    Join,
    /// It is the header of a loop: the elements that are still in it.
    Loop,
}

/// When the mask that a block is under is the right one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// Always: the block makes the mask, and it is empty where no element came.
    Own,
    /// When code comes to the block on one of the edges that lead to it.
    Edge,
    /// When this block has been carried out.
    Behind(BlockId),
}

/// The order of a region's blocks, and their masks.
#[derive(Clone)]
pub struct Masks {
    /// Its blocks in the order of the code.
    pub order: Vec<BlockId>,
    /// Place of each block in `order`.
    pub position: Vec<Option<usize>>,
    mask: Vec<Mask>,
    own: Vec<Own>,
    /// Is the branch at the end of each block one of the machine?
    pub real: Vec<bool>,
    /// Do elements leave each loop in different turns?
    pub divergent: Vec<bool>,
    /// When the mask of each block is the right one.
    pub basis: Vec<Basis>,
}

impl Masks {
    /// Orders the blocks of a region. The branch of `shortened` is made by a shorter vector length. The masks are to be
    /// found.
    pub fn new(facts: &Facts, head: BlockId, shortened: Option<BlockId>) -> Masks {
        let Facts { kernel, flow, regions, variability, .. } = facts;
        let blocks: Vec<BlockId> = regions.blocks(&flow.dom, head).collect();
        let count = kernel.blocks.len();
        let mut masks = Masks {
            order: vec![],
            position: vec![None; count],
            mask: vec![Mask::Full; count],
            own: vec![Own::None; count],
            real: vec![false; count],
            divergent: vec![],
            basis: vec![Basis::Own; count],
        };
        masks.place(flow, &blocks, None);
        for block in &blocks {
            masks.real[block.index()] = match &kernel.blocks[block.index()].term {
                Terminator::Branch(condition, ..) => {
                    variability.is_scalar(*condition) || shortened == Some(*block)
                }
                _ => true,
            };
        }
        masks
    }

    /// Finds the masks of all blocks and the loops that elements leave in different turns. The blocks of `join` collect
    /// theirs from the ways that lead to them.
    pub fn find_masks(&mut self, flow: &ControlFlow, head: BlockId, join: &[bool]) {
        self.mask.fill(Mask::Full);
        self.own.fill(Own::None);
        self.basis.fill(Basis::Own);
        self.divergent = vec![false; flow.loops.loops.len()];
        for at in 1..self.order.len() {
            let block = self.order[at];
            self.find_mask(flow, block, join[block.index()]);
            self.decide_loops(flow, block, head);
        }
    }

    /// The mask of a block.
    pub fn mask(&self, block: BlockId) -> Mask {
        let mut mask = self.mask[block.index()];
        while let Mask::Of(maker) = mask {
            if self.mask[maker.index()] == mask {
                break;
            }
            mask = self.mask[maker.index()];
        }
        mask
    }

    /// How a block makes its mask, if it does.
    pub fn own(&self, block: BlockId) -> Own {
        if self.mask(block) == Mask::Of(block) { self.own[block.index()] } else { Own::None }
    }

    /// Is the block in the region?
    pub fn contains(&self, block: BlockId) -> bool {
        self.position[block.index()].is_some()
    }

    /// Lists blocks in order; where one of an inner loop comes, the whole loop does.
    fn place(&mut self, flow: &ControlFlow, blocks: &[BlockId], around: Option<usize>) {
        let inside = |at: usize, block: BlockId| flow.loops.contains(at, block);
        for block in blocks.iter().copied() {
            if around.is_some_and(|at| !inside(at, block)) || self.contains(block) {
                continue;
            }
            let mut inner = flow.loops.innermost[block.index()];
            while let Some(at) =
                inner.filter(|at| flow.loops.loops[*at].parent != around && Some(*at) != around)
            {
                inner = flow.loops.loops[at].parent;
            }
            match inner.filter(|at| Some(*at) != around) {
                Some(at) => self.place(flow, blocks, Some(at)),
                None => self.push(block),
            }
        }
    }

    fn push(&mut self, block: BlockId) {
        self.position[block.index()] = Some(self.order.len());
        self.order.push(block);
    }

    fn find_mask(&mut self, flow: &ControlFlow, block: BlockId, join: bool) {
        let preds: Vec<BlockId> = self.before(flow, block);
        let masks: Vec<Mask> = preds.iter().map(|pred| self.mask(*pred)).collect();
        let leaves_loop = preds.iter().any(|pred| self.left_loops(flow, *pred, block).next().is_some());
        let is_header = flow.loops.loops.iter().any(|l| l.header == block);
        let same = masks.windows(2).all(|pair| pair[0] == pair[1]);
        let all_real = preds.iter().all(|pred| self.real[pred.index()]);
        let own = Mask::Of(block);
        let (mask, own, basis) = match masks.first() {
            None => (Mask::Full, Own::None, Basis::Own),
            Some(_) if is_header => (own, Own::Loop, Basis::Own),
            Some(_) if join => (own, Own::Join, Basis::Own),
            Some(mask) if same && all_real && !leaves_loop => (*mask, Own::None, Basis::Edge),
            Some(_) => match self.equivalent(flow, block) {
                Some(before) => (self.mask(before), Own::None, Basis::Behind(before)),
                None if preds.len() == 1 && !leaves_loop => (own, Own::Way, Basis::Behind(preds[0])),
                None => (own, Own::Join, Basis::Own),
            },
        };
        self.mask[block.index()] = mask;
        self.own[block.index()] = own;
        self.basis[block.index()] = basis;
    }

    /// The predecessors in the region that come before the block.
    pub fn before(&self, flow: &ControlFlow, block: BlockId) -> Vec<BlockId> {
        let at = self.position[block.index()];
        let preds = flow.cfg.preds[block.index()].iter().copied();
        preds.filter(|pred| self.contains(*pred) && self.position[pred.index()] < at).collect()
    }

    /// The loops with divergent exits that an edge leaves, from the inside out.
    pub fn left_loops<'a>(
        &'a self,
        flow: &'a ControlFlow,
        from: BlockId,
        to: BlockId,
    ) -> impl Iterator<Item = usize> + 'a {
        let around =
            core::iter::successors(flow.loops.innermost[from.index()], |at| flow.loops.loops[*at].parent);
        around.filter(move |at| self.divergent[*at] && !flow.loops.contains(*at, to))
    }

    /// A block before, from which exactly the same elements come to this one.
    fn equivalent(&self, flow: &ControlFlow, block: BlockId) -> Option<BlockId> {
        let innermost = &flow.loops.innermost;
        let mut at = flow.dom.parent(block);
        while let Some(before) = at.filter(|before| self.contains(*before)) {
            if innermost[before.index()] == innermost[block.index()] && flow.turn.dominates(block, before) {
                return Some(before);
            }
            at = flow.dom.parent(before);
        }
        None
    }

    /// When the last block of a loop has its mask: do all elements go together? Then the header has the mask of the
    /// preheader.
    fn decide_loops(&mut self, flow: &ControlFlow, block: BlockId, head: BlockId) {
        let mut around = flow.loops.innermost[block.index()];
        while let Some(at) = around {
            let l = &flow.loops.loops[at];
            around = l.parent;
            if l.latches != [block] || !self.contains(l.header) || l.header == head {
                continue;
            }
            let mask = Mask::Of(l.header);
            let together = l.blocks.iter().all(|block| {
                let leaves = flow.cfg.succs[block.index()].iter().any(|to| !flow.loops.contains(at, *to));
                !leaves || self.real[block.index()] && self.mask(*block) == mask
            });
            if together && self.mask(block) == mask {
                let before = self.before(flow, l.header);
                self.mask[l.header.index()] = before.first().map_or(Mask::Full, |pred| self.mask(*pred));
            } else {
                self.divergent[at] = true;
            }
        }
    }

    /// What the mask of a block guards: the blocks of its loop that it dominates.
    pub fn guarded(&self, flow: &ControlFlow, block: BlockId) -> Vec<BlockId> {
        let around = flow.loops.innermost[block.index()];
        let inside = |other: &BlockId| around.is_none_or(|at| flow.loops.contains(at, *other));
        let below = self.order.iter().copied().filter(|other| flow.dom.dominates(block, *other));
        below.filter(inside).collect()
    }

    /// Is an edge the way back of a loop whose elements all stay together?
    pub fn goes_round(&self, flow: &ControlFlow, from: BlockId, to: BlockId) -> bool {
        let back = flow.loops.loops.iter().position(|l| l.header == to && l.latches == [from]);
        back.is_some_and(|at| !self.divergent[at])
    }
}

/// Is an edge the way back of a loop?
pub fn is_latch(flow: &ControlFlow, from: BlockId, to: BlockId) -> bool {
    flow.loops.loops.iter().any(|l| l.header == to && l.latches == [from])
}

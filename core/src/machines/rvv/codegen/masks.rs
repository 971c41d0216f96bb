//! How the blocks of a region become straight code under masks.
//!
//! The blocks of a region stand so that each comes before its successors, that what a block dominates follows it without
//! a gap, and that the blocks of each loop are together (which goes before the second rule). A branch on a scalar is a
//! branch of the machine: all elements that come to it go the same way, and the code of the other way is jumped over.
//! A branch on a vector is none: both ways are carried out, each under the mask of the elements that go it. So from
//! the end of a block the code goes on at the next block in order that does not lie on the other way of a scalar branch.
//!
//! The mask of a block is that of another one wherever the same elements must come to both: behind a scalar branch, and
//! where everything that a divergent branch has separated meets again. Otherwise it is made of the masks of the ways that
//! lead to it. A loop that elements leave in different turns goes on while the mask of its latch is not empty.

use alloc::{vec, vec::Vec};

use super::{generate::Flow, kinds::Kinds, regions::Regions};
use crate::ir::{BlockId, Kernel, Terminator};

/// Whose mask a block is under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mask {
    /// Every element of the strip takes part.
    Full,
    /// The one that this block makes.
    Of(BlockId),
}

/// How a block makes a mask of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Own {
    /// It has none.
    None,
    /// It is one way of the branch at the end of its predecessor.
    Way,
    /// The ways that lead to it add their masks.
    Join,
    /// It is the header of a loop: the elements that are still in it.
    Loop,
}

/// The plan of a region.
pub(super) struct Plan {
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
}

impl Plan {
    /// Plans a region. The branch of `shortened` is made by a shorter vector length.
    pub fn new(
        kernel: &Kernel,
        flow: &Flow,
        regions: &Regions,
        kinds: &Kinds,
        head: BlockId,
        shortened: Option<BlockId>,
    ) -> Plan {
        let blocks: Vec<BlockId> = regions.blocks(&flow.dom, head).collect();
        let count = kernel.blocks.len();
        let mut plan = Plan {
            order: vec![],
            position: vec![None; count],
            mask: vec![Mask::Full; count],
            own: vec![Own::None; count],
            real: vec![false; count],
            divergent: vec![false; flow.loops.loops.len()],
        };
        plan.place(flow, &blocks, None);
        for block in &blocks {
            plan.real[block.index()] = match &kernel.blocks[block.index()].term {
                Terminator::Branch(condition, ..) => kinds.is_scalar(*condition) || shortened == Some(*block),
                _ => true,
            };
        }
        for at in 1..plan.order.len() {
            plan.find_mask(flow, plan.order[at]);
            plan.decide_loops(flow, plan.order[at], head);
        }
        plan
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
    fn place(&mut self, flow: &Flow, blocks: &[BlockId], around: Option<usize>) {
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

    fn find_mask(&mut self, flow: &Flow, block: BlockId) {
        let own = |plan: &mut Plan, own: Own| {
            plan.own[block.index()] = own;
            Mask::Of(block)
        };
        let preds: Vec<BlockId> = self.before(flow, block);
        let masks: Vec<Mask> = preds.iter().map(|pred| self.mask(*pred)).collect();
        let leaves_loop = preds.iter().any(|pred| self.left_loops(flow, *pred, block).next().is_some());
        let is_header = flow.loops.loops.iter().any(|l| l.header == block);
        let same = masks.windows(2).all(|pair| pair[0] == pair[1]);
        let all_real = preds.iter().all(|pred| self.real[pred.index()]);
        self.mask[block.index()] = match masks.first() {
            None => Mask::Full,
            Some(_) if is_header => own(self, Own::Loop),
            Some(mask) if same && all_real && !leaves_loop => *mask,
            Some(_) => match self.equivalent(flow, block) {
                Some(mask) => mask,
                None if preds.len() == 1 && !leaves_loop => own(self, Own::Way),
                None => own(self, Own::Join),
            },
        };
    }

    /// The predecessors in the region that come before the block.
    pub fn before(&self, flow: &Flow, block: BlockId) -> Vec<BlockId> {
        let at = self.position[block.index()];
        let preds = flow.cfg.preds[block.index()].iter().copied();
        preds.filter(|pred| self.contains(*pred) && self.position[pred.index()] < at).collect()
    }

    /// The loops with divergent exits that an edge leaves, from the inside out.
    pub fn left_loops<'a>(
        &'a self,
        flow: &'a Flow,
        from: BlockId,
        to: BlockId,
    ) -> impl Iterator<Item = usize> + 'a {
        let around =
            core::iter::successors(flow.loops.innermost[from.index()], |at| flow.loops.loops[*at].parent);
        around.filter(move |at| self.divergent[*at] && !flow.loops.contains(*at, to))
    }

    /// The mask of a block before, from which exactly the same elements come to this one.
    fn equivalent(&self, flow: &Flow, block: BlockId) -> Option<Mask> {
        let innermost = &flow.loops.innermost;
        let mut at = flow.dom.parent(block);
        while let Some(before) = at.filter(|before| self.contains(*before)) {
            if innermost[before.index()] == innermost[block.index()] && flow.post.dominates(block, before) {
                return Some(self.mask(before));
            }
            at = flow.dom.parent(before);
        }
        None
    }

    /// When the last block of a loop has its mask: do all elements go together? Then the header has the mask of the
    /// preheader.
    fn decide_loops(&mut self, flow: &Flow, block: BlockId, head: BlockId) {
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

    /// Where what a block collects from several ways begins: the end of the closest block before that is carried out
    /// as often; `None` for the start of the strip.
    pub fn start(&self, flow: &Flow, block: BlockId) -> Option<BlockId> {
        let innermost = &flow.loops.innermost;
        let mut at = flow.dom.parent(block);
        while let Some(before) = at.filter(|before| self.contains(*before)) {
            if innermost[before.index()] == innermost[block.index()] {
                return Some(before);
            }
            at = flow.dom.parent(before);
        }
        None
    }

    /// The block at which code goes on from `from`, where everything that `skip` dominates is passed over. `None`: the
    /// strip ends.
    pub fn next(
        &self,
        flow: &Flow,
        kernel: &Kernel,
        from: BlockId,
        skip: Option<BlockId>,
    ) -> Option<BlockId> {
        let start = self.position[from.index()]? + 1;
        self.order[start.min(self.order.len())..].iter().copied().find(|block| {
            // Behind a loop wait the elements that have left it before.
            let waits = self.left_loops(flow, from, *block).next().is_some();
            !skip.is_some_and(|skip| flow.dom.dominates(skip, *block) && !waits)
                && !self.excluded(flow, kernel, from, *block)
        })
    }

    /// Does `block` lie on the other way of a scalar branch that `from` lies on one way of?
    fn excluded(&self, flow: &Flow, kernel: &Kernel, from: BlockId, block: BlockId) -> bool {
        let mut at = flow.dom.parent(block);
        while let Some(branch) = at.filter(|branch| self.contains(*branch)) {
            let inner = flow.loops.innermost[branch.index()];
            let same_turn = inner.is_none_or(|l| {
                !self.divergent[l] || flow.loops.contains(l, from) && flow.loops.contains(l, block)
            });
            let ways: Vec<BlockId> =
                kernel.blocks[branch.index()].term.targets().map(|target| target.block).collect();
            if self.real[branch.index()] && same_turn && ways.len() == 2 {
                let of = |block| ways.iter().position(|way| flow.dom.dominates(*way, block));
                if let (Some(a), Some(b)) = (of(from), of(block))
                    && a != b
                {
                    return true;
                }
            }
            at = flow.dom.parent(branch);
        }
        false
    }
}

//! Which blocks wait while others are carried out.
//!
//! A branch on a vector sends elements to two blocks, but the code can go on only at one of them: the other waits. So
//! from the end of a block the code goes on at the first, in the order of the plan, of the blocks that its elements go to
//! and the blocks that wait; what remains of these waits further. A branch on a scalar adds only the block that it takes.
//! (The idea is that of partial linearisation of control flow.)
//!
//! The blocks that may wait are found once for each block, so where ways meet they are those of all ways together. A
//! block that waits on some of these ways only is *uncertain*: code may come to it though no element does, and must
//! pass over it then.
//!
//! - While all elements of a mask are in one block, nothing waits but what waited where the mask was made.
//! - While a loop runs that elements leave in different turns, all that stands behind its exits waits.

use alloc::{vec, vec::Vec};

use super::{
    facts::Facts,
    masks::{Mask, Masks, Own, is_latch},
};
use crate::{
    base::OrdSet,
    codegen::control::ControlFlow,
    ir::{BlockId, Target},
};

/// Places in the order of a masks.
type Places = OrdSet<usize>;

/// What waits in a region.
#[derive(Clone, Default)]
pub struct Waits {
    /// The places that may wait while a block is carried out, by block.
    of: Vec<Places>,
    /// The blocks that are carried out while a place waits.
    during: Vec<Vec<BlockId>>,
    uncertain: Places,
    /// What waited on the first way that leads to a block, by block.
    first: Vec<Option<Places>>,
}

impl Waits {
    /// Follows all ways through a region. With `one_by_one`, elements may leave what a mask guards in one go to all the
    /// blocks behind it.
    pub fn new(facts: &Facts, masks: &Masks, one_by_one: bool) -> Waits {
        let Facts { kernel, flow, regions, .. } = facts;
        let none = vec![Places::new(); kernel.blocks.len()];
        let during = vec![vec![]; masks.order.len()];
        let mut waits =
            Waits { of: none, during, uncertain: Places::new(), first: vec![None; kernel.blocks.len()] };
        for block in masks.order.iter().copied() {
            waits.settle(flow, masks, block);
            let target = |target: &Target| target.block;
            let ways: Vec<BlockId> = kernel.blocks[block.index()].term.targets().map(target).collect();
            if ways.iter().any(|to| masks.goes_round(flow, block, *to)) {
                continue;
            }
            if matches!(masks.own(block), Own::Way | Own::Join) {
                let behind =
                    if one_by_one { exits(flow, masks, &masks.guarded(flow, block)) } else { Places::new() };
                waits.leave(masks, block, behind, false);
            }
            let on = ways.into_iter().filter(|to| !regions.leaves(block, *to) && !is_latch(flow, block, *to));
            let places: Places = on.filter_map(|to| masks.position[to.index()]).collect();
            match masks.real[block.index()] && !places.is_empty() {
                true => places.into_iter().for_each(|at| waits.leave(masks, block, [at].into(), true)),
                false => waits.leave(masks, block, places, true),
            }
        }
        waits
    }

    /// What waits while a block is carried out, when all ways to it have been followed.
    fn settle(&mut self, flow: &ControlFlow, masks: &Masks, block: BlockId) {
        let mut here = core::mem::take(&mut self.of[block.index()]);
        match masks.mask(block) {
            Mask::Full => here.clear(),
            Mask::Of(maker) if maker != block => {
                here.retain(|at| self.of[maker.index()].contains(at));
            }
            Mask::Of(_) => {}
        }
        let header_of = flow.loops.loops.iter().position(|l| l.header == block);
        if let Some(at) = header_of.filter(|at| masks.divergent[*at]) {
            here.extend(exits(flow, masks, &flow.loops.loops[at].blocks));
        }
        here.iter().for_each(|at| self.during[*at].push(block));
        self.of[block.index()] = here;
    }

    /// Goes on from a block whose elements go to some others.
    fn leave(&mut self, masks: &Masks, block: BlockId, to: Places, certain: bool) {
        let mut rest = self.of[block.index()].clone();
        rest.extend(to);
        let Some(next) = rest.pop_first().map(|at| masks.order[at].index()) else { return };
        if certain {
            match &self.first[next] {
                Some(first) => {
                    self.uncertain.extend(first.without(&rest).chain(rest.without(first)).copied())
                }
                None => self.first[next] = Some(rest.clone()),
            }
        }
        self.of[next].extend(rest);
    }

    /// The first of the places that wait at a block and of those in `to`.
    pub fn next(&self, block: BlockId, to: impl Iterator<Item = usize>) -> Option<usize> {
        self.of[block.index()].first().copied().into_iter().chain(to).min()
    }

    /// The blocks that are carried out while the block at a place waits.
    pub fn during(&self, at: usize) -> &[BlockId] {
        self.during.get(at).map_or(&[], Vec::as_slice)
    }

    /// May the code come to a place though no element does?
    pub fn is_uncertain(&self, at: usize) -> bool {
        self.uncertain.contains(&at)
    }
}

/// The places of the region that edges lead to from some blocks to others.
pub fn exits(flow: &ControlFlow, masks: &Masks, blocks: &[BlockId]) -> Places {
    let inside: OrdSet<BlockId> = blocks.iter().copied().collect();
    let succs = blocks.iter().flat_map(|block| flow.cfg.succs[block.index()].iter());
    let last = blocks.iter().filter_map(|block| masks.position[block.index()]).max();
    let places = succs.filter(|to| !inside.contains(to)).filter_map(|to| masks.position[to.index()]);
    places.filter(|at| Some(*at) > last).collect()
}

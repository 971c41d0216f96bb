//! The plan of a region: its masks, and where code goes on. Blocks whose mask may be wrong because something was carried
//! out while they waited collect it from the ways that lead to them; then everything is planned again.

use alloc::{vec, vec::Vec};

use super::{
    facts::Facts,
    masks::{Basis, Masks},
    waits::{Waits, exits},
};
use crate::{codegen::control::ControlFlow, ir::BlockId};

/// The plan of a region.
#[derive(Clone)]
pub struct Plan {
    /// The order of its blocks, and their masks.
    pub masks: Masks,
    waits: Waits,
    starts: Vec<Option<BlockId>>,
}

impl Plan {
    /// Plans a region. The branch of `shortened` is made by a shorter vector length. With `one_by_one`, scalar code may
    /// carry out what a mask guards.
    pub fn new(facts: &Facts, head: BlockId, shortened: Option<BlockId>, one_by_one: bool) -> Plan {
        let (kernel, flow) = (&facts.kernel, &facts.flow);
        let count = kernel.blocks.len();
        let masks = Masks::new(facts, head, shortened);
        let mut plan = Plan { masks, waits: Waits::default(), starts: vec![None; count] };
        let mut join = vec![false; count];
        loop {
            plan.masks.find_masks(flow, head, &join);
            plan.waits = Waits::new(facts, &plan.masks, one_by_one);
            let wrong = plan.without_basis(flow);
            if wrong.is_empty() {
                break;
            }
            wrong.into_iter().for_each(|block| join[block.index()] = true);
        }
        plan.starts = kernel.block_ids().map(|block| plan.find_start(flow, block)).collect();
        plan
    }

    /// The blocks that wait while something is carried out behind which their masks may be wrong.
    fn without_basis(&self, flow: &ControlFlow) -> Vec<BlockId> {
        let right = |at: usize, block: BlockId| match self.masks.basis[block.index()] {
            Basis::Own => true,
            Basis::Edge => self.waits.during(at).is_empty(),
            Basis::Behind(before) => {
                self.waits.during(at).iter().all(|other| flow.dom.dominates(before, *other))
            }
        };
        let blocks = self.masks.order.iter().copied().enumerate();
        blocks.filter(|(at, block)| !right(*at, *block)).map(|(_, block)| block).collect()
    }

    /// Where what a block collects from several ways begins: the end of the closest block before it and before all that
    /// is carried out while it waits, which is carried out as often; `None` for the start of the strip.
    fn find_start(&self, flow: &ControlFlow, block: BlockId) -> Option<BlockId> {
        let place = self.masks.position[block.index()]?;
        let innermost = &flow.loops.innermost;
        let meanwhile = self.waits.during(place);
        let all = |before: BlockId| meanwhile.iter().all(|other| flow.dom.dominates(before, *other));
        let mut before = core::iter::successors(flow.dom.parent(block), |at| flow.dom.parent(*at))
            .take_while(|before| self.masks.contains(*before));
        before.find(|before| innermost[before.index()] == innermost[block.index()] && all(*before))
    }

    /// Where what a block collects from several ways begins: at the end of a block, or (`None`) of the strip's start.
    pub fn start(&self, block: BlockId) -> Option<BlockId> {
        self.starts[block.index()]
    }

    /// The block at which code goes on from the end of `from`, whose elements go to some blocks. `None`: the strip ends.
    pub fn next(&self, from: BlockId, to: &[BlockId]) -> Option<BlockId> {
        let places = to.iter().filter_map(|to| self.masks.position[to.index()]);
        self.waits.next(from, places).map(|at| self.masks.order[at])
    }

    /// The block at which code goes on when the elements of some blocks, of which `first` is the first, have left them all.
    pub fn behind(&self, flow: &ControlFlow, first: BlockId, blocks: &[BlockId]) -> Option<BlockId> {
        let exits = exits(flow, &self.masks, blocks).into_iter();
        self.waits.next(first, exits).map(|at| self.masks.order[at])
    }

    /// May code come to a block though no element does, because it waited on another way?
    pub fn is_uncertain(&self, block: BlockId) -> bool {
        self.masks.position[block.index()].is_some_and(|at| self.waits.is_uncertain(at))
    }
}

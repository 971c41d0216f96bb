//! The ways between blocks of a region: which values elements take along, which parameters only some of them change, and
//! what must be passed over when no element comes.

use alloc::{vec, vec::Vec};

use super::{facts::Facts, masks::Own, plan::Plan};
use crate::ir::{BlockId, Op, Target, Value};

impl Facts {
    /// The block of the plan's region in which a value is defined.
    pub fn home_in(&self, plan: &Plan, value: Value) -> Option<BlockId> {
        self.kept.home(value).filter(|home| plan.masks.contains(*home))
    }

    /// The outermost divergent loop of the region that has a value but not the block that reads it. What the value was
    /// when each element left that loop is what the block needs.
    pub fn left_loop(&self, plan: &Plan, value: Value, block: BlockId) -> Option<usize> {
        let home = self.home_in(plan, value)?;
        let outside = plan.masks.left_loops(&self.flow, home, block);
        outside.filter(|at| !self.stays(value, *at)).last()
    }

    /// The vectors that elements take out of loops on the way between two blocks, each with the outermost loop that it is
    /// taken out of.
    pub fn left_values(&self, plan: &Plan, from: BlockId, to: BlockId) -> Vec<(Value, usize)> {
        let left: Vec<usize> = plan.masks.left_loops(&self.flow, from, to).collect();
        let known =
            |value: Value| self.home_in(plan, value).is_some_and(|home| self.flow.dom.dominates(home, from));
        let mut values = vec![];
        for (depth, at) in left.iter().enumerate() {
            let outer = &left[depth + 1..];
            let goes_further = |value| outer.iter().any(|outer| self.escapes(*outer).contains(&value));
            let taken = self.escapes(*at).iter().copied();
            let taken =
                taken.filter(|value| self.is_vector(*value) && !goes_further(*value) && known(*value));
            values.extend(taken.map(|value| (value, *at)));
        }
        values
    }

    /// Must a parameter keep its value in elements that do not come on this way?
    pub fn is_partial(&self, plan: &Plan, from: BlockId, to: BlockId, param: Value) -> bool {
        if let Some(at) = self.flow.loop_of_header(to) {
            let escapes = plan.masks.divergent[at] && self.escapes(at).contains(&param);
            return escapes && self.flow.loops.loops[at].latches == [from];
        }
        let left_behind = plan.masks.left_loops(&self.flow, from, to).next().is_some();
        let first = plan
            .masks
            .before(&self.flow, to)
            .into_iter()
            .min_by_key(|pred| plan.masks.position[pred.index()]);
        left_behind || plan.masks.mask(from) != plan.masks.mask(to) && first != Some(from)
    }

    /// Is there nothing to do on the way to a block?
    pub fn is_bare(&self, plan: &Plan, from: BlockId, target: &Target) -> bool {
        let leaves = plan.masks.left_loops(&self.flow, from, target.block).next().is_some();
        let plain = !self.regions.leaves(from, target.block) && target.args.is_empty() && !leaves;
        plain && plan.masks.own(target.block) == Own::None
    }

    /// Must a block not be carried out when its mask is empty? What it guards (`below`) then goes wrong if it is a loop, which
    /// may never end; a scalar load, which no mask guards; or what the elements that are elsewhere have done already.
    pub fn needs_elements(&self, plan: &Plan, block: BlockId, below: &[BlockId]) -> bool {
        let is_header = |other: &BlockId| self.flow.loop_of_header(*other).is_some();
        let loads = |other: &BlockId| {
            let mut insts = self.kernel.blocks[other.index()].insts.iter();
            insts.any(|inst| {
                let inst = &self.kernel.insts[inst.index()];
                let scalar = inst.result.is_some_and(|value| self.variability.is_scalar(value));
                matches!(inst.op, Op::Load { .. }) && scalar
            })
        };
        plan.is_uncertain(block) || below.iter().any(|other| is_header(other) || loads(other))
    }
}

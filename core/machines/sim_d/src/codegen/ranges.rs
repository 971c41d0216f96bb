//! Between which numbers columns, rows and counters of loops are where a block is executed.
//!
//! A branch on the way to a block says something of those who take it: comparisons of a work-item's column or row with
//! numbers of the launch are followed, also those that `and`, `or` and `not` join.

use lanescope_parts::{
    codegen::tree::Tree,
    ir::{Binary, BlockId, Compare, Op, Terminator, Type, Unary, Value, ValueDef, cfg::Cfg},
};

use super::{state::Generator, tiles::Sum};
use crate::isa::Bound;

/// The least number and the largest.
pub type Range = [i64; 2];

/// Numbers that are far from where additions wrap.
const SMALL: i64 = 1 << 29;
/// Turns of a loop of which nothing is known.
const TURNS: u64 = 8;
/// Most times that a block is thought to be executed.
const OFTEN: u64 = 1 << 20;
/// Conditions in each other that are followed.
const DEPTH: u32 = 8;

/// What passes know of the kernel's way.
pub struct Course<'t> {
    pub tree: &'t Tree,
    pub cfg: &'t Cfg,
}

impl Generator<'_> {
    /// Column and row of the work-items that execute a block.
    pub fn sides(&self, course: &Course<'_>, block: BlockId) -> [Range; 2] {
        let mut ranges = self.shape.size.map(|size| [0, i64::from(size) - 1]);
        // What is no more than unequal to a number may say something when the others have been heard.
        for _ in 0..2 {
            let mut at = block;
            while let Some(parent) = course.tree.dom.parent(at) {
                if let Terminator::Branch(condition, yes, no) = &self.kernel.blocks[parent.index()].term
                    && yes.block != no.block
                    && course.cfg.preds[at.index()].len() == 1
                {
                    self.narrow(*condition, yes.block == at, &mut ranges, DEPTH);
                }
                at = parent;
            }
        }
        ranges
    }

    fn narrow(&self, condition: Value, holds: bool, ranges: &mut [Range; 2], depth: u32) {
        let Some(inst) = self.kernel.def(condition).filter(|_| depth > 0) else { return };
        match inst.op {
            Op::Compare(op, a, b) => self.narrow_by(op, (a, b), holds, ranges),
            Op::Unary(Unary::Not, a) => self.narrow(a, !holds, ranges, depth - 1),
            Op::Binary(op @ (Binary::And | Binary::Or), a, b)
                if self.ty(condition) == Type::Bool && holds == (op == Binary::And) =>
            {
                self.narrow(a, holds, ranges, depth - 1);
                self.narrow(b, holds, ranges, depth - 1);
            }
            _ => {}
        }
    }

    /// A column (0) or row (1) of the work-item plus a number, or a number.
    fn placed(&self, value: Value) -> Option<(Option<u8>, i64)> {
        if self.ty(value).bits() != 32 || self.ty(value).is_float() {
            return None;
        }
        let mut sum = Sum::default();
        self.add_to(&mut sum, value, 1, DEPTH);
        let (mut side, mut number) = (None, i64::from(sum.number as i32));
        for (term, factor) in sum.terms.iter().filter(|(_, factor)| *factor != 0) {
            match (self.launched(*term), [0, 1].into_iter().find(|at| self.is_side(*term, *at))) {
                (Some(word), _) => {
                    number = number.checked_add(i64::from(word as i32) * i64::from(*factor as i32))?;
                }
                (None, Some(at)) if side.is_none() && *factor == 1 => side = Some(at),
                _ => return None,
            }
        }
        (number.abs() < SMALL).then_some((side, number))
    }

    fn narrow_by(&self, op: Compare, (a, b): (Value, Value), holds: bool, ranges: &mut [Range; 2]) {
        let (Some(x), Some(y)) = (self.placed(a), self.placed(b)) else { return };
        // `side + by` compared with a number: `turned` where the number stands first.
        let (side, limit, by, turned) = match (x, y) {
            ((Some(side), by), (None, number)) => (side, number - by, by, false),
            ((None, number), (Some(side), by)) => (side, number - by, by, true),
            _ => return,
        };
        let range = &mut ranges[usize::from(side)];
        let below = |range: &mut Range, limit: i64| range[1] = range[1].min(limit);
        let above = |range: &mut Range, limit: i64| range[0] = range[0].max(limit);
        let strict = matches!(op, Compare::LtS | Compare::LtU);
        match (op, holds, turned) {
            (Compare::Eq, true, _) | (Compare::Ne, false, _) => {
                below(range, limit);
                above(range, limit);
            }
            (Compare::Eq, false, _) | (Compare::Ne, true, _) => {
                let [low, high] = *range;
                *range = [low + i64::from(low == limit), high - i64::from(high == limit)];
            }
            // Without signs, what is below a number is not negative.
            (Compare::LtU | Compare::LeU, true, false) if limit + by >= 0 => {
                above(range, -by);
                below(range, limit - i64::from(strict));
            }
            (Compare::LtU | Compare::LeU, false, false) if limit + by >= 0 && by + range[0] >= 0 => {
                above(range, limit + i64::from(!strict));
            }
            (Compare::LtS | Compare::LeS, _, _) => match (holds, turned) {
                (true, false) => below(range, limit - i64::from(strict)),
                (false, false) => above(range, limit + i64::from(!strict)),
                (true, true) => above(range, limit + i64::from(strict)),
                (false, true) => below(range, limit - i64::from(!strict)),
            },
            _ => {}
        }
    }

    /// How often a loop goes on behind a test that is known, and the block of that test.
    pub fn rounds(&self, tree: &Tree, at: usize) -> Option<(u32, BlockId)> {
        tree.loops.loops[at].blocks.iter().find_map(|block| {
            if tree.loops.innermost[block.index()] != Some(at) {
                return None;
            }
            match self.outcomes[block.index()]? {
                Bound::Branch { taken, not_taken, .. } => Some((taken.max(not_taken), *block)),
                Bound::Value(_) => None,
            }
        })
    }

    /// How often a block is executed, as far as it is known: a branch is thought to be taken.
    pub fn often(&self, tree: &Tree, block: BlockId) -> u64 {
        let mut at = tree.loops.innermost[block.index()];
        let mut often = 1u64;
        while let Some(one) = at {
            let turns = self.rounds(tree, one).map_or(TURNS, |(turns, _)| turns.into());
            often = often.saturating_mul(turns.max(1)).min(OFTEN);
            at = tree.loops.loops[one].parent;
        }
        often
    }

    /// Between which numbers a scalar is in a block, if it is a number of the launch or counts the turns of a loop.
    pub fn numbers(&self, course: &Course<'_>, value: Value, block: BlockId) -> Option<Range> {
        if let Some(word) = self.launched(value) {
            return Some([i64::from(word as i32); 2]);
        }
        let ValueDef::BlockParam(header, _) = self.kernel.values[value.index()].def else { return None };
        let tree = course.tree;
        let at = tree.headed[header.index()]?;
        let (first, step) = self.counts(tree, at, value)?;
        let (rounds, test) = self.rounds(tree, at)?;
        // In the turns behind a test at their beginning the last number is not met.
        let inside = tree.loops.contains(at, block) && block != header && test == header;
        let last = i64::from(rounds).checked_sub(i64::from(inside))?.max(0).checked_mul(step)?;
        let ends = [first, first.checked_add(last)?];
        let range = [ends[0].min(ends[1]), ends[0].max(ends[1])];
        (range.iter().all(|end| end.abs() < SMALL)).then_some(range)
    }
}

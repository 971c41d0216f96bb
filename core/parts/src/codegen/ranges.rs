//! Between which numbers columns, rows and counters of loops are where a block is executed.
//!
//! A branch on the way to a block says something of those who take it: comparisons of a work-item's column or row with
//! numbers of the launch are followed, also those that `and`, `or` and `not` join.

use super::{
    sums::{Sum, Words},
    tree::Tree,
    trips::{self, Trip},
};
use crate::ir::{Binary, BlockId, Compare, Op, Terminator, Type, Unary, Value, ValueDef, cfg::Cfg};

/// The least number and the largest.
pub type Range = [i64; 2];

/// Numbers that are far from where additions wrap.
const SMALL: i64 = 1 << 29;
/// Conditions in each other that are followed.
const DEPTH: u32 = 8;

/// What is known of the kernel's way.
#[derive(Clone, Copy)]
pub struct Course<'t> {
    /// Where blocks stand.
    pub tree: &'t Tree,
    /// How they follow each other.
    pub cfg: &'t Cfg,
    /// What is known of the branch at the end of each.
    pub trips: &'t [Option<Trip>],
}

impl Course<'_> {
    /// See [`trips::rounds`].
    pub fn rounds(&self, at: usize) -> Option<(u32, BlockId)> {
        trips::rounds(self.tree, self.trips, at)
    }

    /// See [`trips::often`].
    pub fn often(&self, block: BlockId) -> u64 {
        trips::often(self.tree, self.trips, block)
    }

    /// Column and row of the work-items that execute a block, of a launch of so many columns and rows.
    pub fn sides(&self, words: &impl Words, size: [u32; 2], block: BlockId) -> [Range; 2] {
        let mut ranges = size.map(|size| [0, i64::from(size) - 1]);
        // What is no more than unequal to a number may say something when the others have been heard.
        for _ in 0..2 {
            let mut at = block;
            while let Some(parent) = self.tree.dom.parent(at) {
                if let Terminator::Branch(condition, yes, no) = &words.kernel().blocks[parent.index()].term
                    && yes.block != no.block
                    && self.cfg.preds[at.index()].len() == 1
                {
                    narrow(words, *condition, yes.block == at, &mut ranges, DEPTH);
                }
                at = parent;
            }
        }
        ranges
    }

    /// Between which numbers a scalar is in a block, if it is a number of the launch or counts the turns of a loop.
    pub fn numbers(&self, words: &impl Words, value: Value, block: BlockId) -> Option<Range> {
        if let Some(word) = words.launched(value) {
            return Some([i64::from(word as i32); 2]);
        }
        let ValueDef::BlockParam(header, _) = words.kernel().values[value.index()].def else { return None };
        let tree = self.tree;
        let at = tree.headed[header.index()]?;
        let (first, step) = trips::counts(words, tree, at, value)?;
        let (rounds, test) = self.rounds(at)?;
        // In the turns behind a test at their beginning the last number is not met.
        let inside = tree.loops.contains(at, block) && block != header && test == header;
        let last = i64::from(rounds).checked_sub(i64::from(inside))?.max(0).checked_mul(step)?;
        let ends = [first, first.checked_add(last)?];
        let range = [ends[0].min(ends[1]), ends[0].max(ends[1])];
        (range.iter().all(|end| end.abs() < SMALL)).then_some(range)
    }
}

/// What is known where a condition holds, or does not.
fn narrow(words: &impl Words, condition: Value, holds: bool, ranges: &mut [Range; 2], depth: u32) {
    let Some(inst) = words.kernel().def(condition).filter(|_| depth > 0) else { return };
    match inst.op {
        Op::Compare(op, a, b) => narrow_by(words, op, (a, b), holds, ranges),
        Op::Unary(Unary::Not, a) => narrow(words, a, !holds, ranges, depth - 1),
        Op::Binary(op @ (Binary::And | Binary::Or), a, b)
            if words.kernel().ty(condition) == Type::Bool && holds == (op == Binary::And) =>
        {
            narrow(words, a, holds, ranges, depth - 1);
            narrow(words, b, holds, ranges, depth - 1);
        }
        _ => {}
    }
}

/// A column (0) or row (1) of the work-item plus a number, or a number.
fn placed(words: &impl Words, value: Value) -> Option<(Option<u8>, i64)> {
    if words.kernel().ty(value).bits() != 32 || words.kernel().ty(value).is_float() {
        return None;
    }
    let sum = Sum::within(words, value, DEPTH);
    let (mut side, mut number) = (None, i64::from(sum.number as i32));
    for (term, factor) in sum.terms.iter().filter(|(_, factor)| *factor != 0) {
        match (words.launched(*term), [0, 1].into_iter().find(|at| words.is_side(*term, *at))) {
            (Some(word), _) => {
                number = number.checked_add(i64::from(word as i32) * i64::from(*factor as i32))?;
            }
            (None, Some(at)) if side.is_none() && *factor == 1 => side = Some(at),
            _ => return None,
        }
    }
    (number.abs() < SMALL).then_some((side, number))
}

/// The same of a comparison.
fn narrow_by(words: &impl Words, op: Compare, (a, b): (Value, Value), holds: bool, ranges: &mut [Range; 2]) {
    let (Some(x), Some(y)) = (placed(words, a), placed(words, b)) else { return };
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

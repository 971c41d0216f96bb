//! Branches at the bounds of data, and what must hold in a strip so that none of its work-items takes the way of the border:
//! `if (i < n)`, `if (x == 0 || x == width - 1)`, early returns.
//!
//! Most strips lie whole inside. There such a branch goes one way for all, and is none ([`Facts::assuming`]). Whether a strip does,
//! a machine finds out before it: the condition is taken apart into comparisons of a line (a value that grows by the same amount
//! from work-item to work-item) with a number that is the same in all. How many work-items from the first one on fulfil such a
//! comparison is the distance between both, divided by the amount.
//!
//! A comparison is as the kernel has it, to the bit. Until a line reaches its limit it cannot wrap; one that is beyond its limit
//! can, and then has room only to the last number of its type, or holds anew behind that. Lines of 64 bits must be made of ids and
//! small numbers.

use alloc::vec::Vec;

use super::{
    facts::Facts,
    guard::is_dead,
    trust,
    variability::{Level, Variability, is_place},
};
use crate::{
    base::{OrdSet, order},
    ir::{Binary, BlockId, Compare, Convert, Op, Terminator, Type, Unary, Value},
};

/// What must hold in all work-items of a strip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// A bool that is the same along a row is this.
    Same(Value, bool),
    /// A line is on this side of a limit.
    Bound(Bound),
}

impl Need {
    /// May work-items fulfil it that come behind some which do not?
    pub const fn comes_later(&self) -> bool {
        !matches!(self, Need::Same(..) | Need::Bound(Bound { side: Side::Until { wraps: false, .. }, .. }))
    }
}

/// A comparison of a line with a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The value that grows from work-item to work-item.
    pub line: Value,
    /// By how much; not 0.
    pub step: i64,
    /// What it is compared with.
    pub limit: Value,
    /// Does the comparison take both as signed numbers?
    pub signed: bool,
    /// Where it holds.
    pub side: Side,
}

/// Where a comparison holds, in the direction in which the line goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Until the line reaches the limit, or has passed it (`inclusive`).
    Until {
        /// Does it hold at the limit?
        inclusive: bool,
        /// May the line wrap after that, so that it holds again?
        wraps: bool,
    },
    /// From where the line reaches the limit, or has passed it.
    From {
        /// Does it hold at the limit?
        inclusive: bool,
        /// May the line wrap after that?
        wraps: bool,
    },
    /// Everywhere but at the limit.
    Except,
}

/// The branches of a region that go one way in strips that lie whole inside.
#[derive(Clone, Debug)]
pub struct Inside {
    /// For each of them, whether it goes the way of a condition that holds.
    pub ways: Vec<(BlockId, bool)>,
    /// What must hold for that.
    pub needs: Vec<Need>,
    /// Has a row nothing more to do behind the first work-item for which that does not hold?
    pub ends: bool,
}

/// How deep in a condition is looked.
const DEPTH: u32 = 8;

/// Finds the branches at the bounds of data in a region.
pub fn find(facts: &Facts, head: BlockId) -> Option<Inside> {
    let Facts { kernel, flow, regions, .. } = facts;
    let mut inside = Inside { ways: Vec::new(), needs: Vec::new(), ends: true };
    let mut reached: OrdSet<BlockId> = [head].into();
    let order = flow.cfg.rpo.iter().copied().filter(|block| regions.head[block.index()] == head);
    for block in order {
        if !reached.contains(&block) {
            continue;
        }
        let term = &kernel.blocks[block.index()].term;
        let mut way = None;
        if let Terminator::Branch(condition, yes, no) = term {
            let parts = !facts.variability.is_scalar(*condition) && yes.block != no.block;
            way = parts
                .then(|| Search { facts, head }.way(*condition, [is_dead(kernel, yes), is_dead(kernel, no)]))
                .flatten();
            if let Some((wanted, needs)) = &way {
                inside.ways.push((block, *wanted));
                let (live, other) = if *wanted { (yes, no) } else { (no, yes) };
                inside.ends &= is_dead(kernel, other)
                    && !needs.iter().any(Need::comes_later)
                    && does_all_behind(facts, head, live.block);
                inside.needs.extend(
                    needs.iter().filter(|need| !inside.needs.contains(need)).copied().collect::<Vec<_>>(),
                );
            }
        }
        for (at, target) in term.targets().enumerate() {
            let taken = way.as_ref().is_none_or(|(wanted, _)| *wanted == (at == 0));
            if taken && !regions.leaves(block, target.block) {
                reached.insert(target.block);
            }
        }
    }
    // What is the same along a row is asked first, then what skips work-items.
    order::sort_by_key(&mut inside.needs, |need| match need {
        Need::Same(..) => 0,
        Need::Bound(Bound { side: Side::From { .. }, .. }) => 1,
        Need::Bound(_) => 2,
    });
    (!inside.ways.is_empty()).then_some(inside)
}

/// Do work-items of a region do nothing that shows unless they come to a block from the only one before it?
fn does_all_behind(facts: &Facts, head: BlockId, live: BlockId) -> bool {
    let Facts { kernel, flow, regions, .. } = facts;
    let shows = |block: BlockId| {
        let body = &kernel.blocks[block.index()];
        let leaves = body.term.targets().any(|to| regions.leaves(block, to.block));
        leaves || body.insts.iter().any(|id| is_seen(facts, &kernel.insts[id.index()].op))
    };
    let mut others = flow
        .cfg
        .rpo
        .iter()
        .copied()
        .filter(|block| regions.head[block.index()] == head && !flow.dom.dominates(live, *block));
    flow.cfg.preds[live.index()].len() == 1 && !others.any(shows)
}

/// Does it change something, or may an access of some work-items go wrong?
fn is_seen(facts: &Facts, op: &Op) -> bool {
    let apart = matches!(op, Op::Load { ptr, .. } if !facts.variability.is_scalar(*ptr));
    apart || op.has_effect()
}

/// Takes conditions of a region apart.
struct Search<'f> {
    facts: &'f Facts,
    head: BlockId,
}

impl Search<'_> {
    /// The way of a branch that strips inside take, and what that needs. `dead`: has the way of a condition that holds, and the
    /// other one, nothing to do?
    fn way(&self, condition: Value, dead: [bool; 2]) -> Option<(bool, Vec<Need>)> {
        let of = |wanted: bool| {
            let mut needs = Vec::new();
            self.take_apart(condition, wanted, DEPTH, &mut needs).then_some((wanted, needs))
        };
        match dead {
            [false, true] => of(true),
            [true, false] => of(false),
            _ => match (of(true), of(false)) {
                (Some(yes), Some(no)) => Some(if self.is_usual(&yes.1) { yes } else { no }),
                (yes, no) => yes.or(no),
            },
        }
    }

    /// Of a comparison and its opposite: is this what most work-items fulfil? Numbers in a text are small, and arguments are sizes.
    fn is_usual(&self, needs: &[Need]) -> bool {
        needs.iter().all(|need| match need {
            Need::Same(..) => true,
            Need::Bound(bound) => {
                let from = matches!(bound.side, Side::From { .. });
                from == self.facts.kernel.constant(bound.limit).is_some()
            }
        })
    }

    /// Adds what is needed so that a bool is as wanted in all work-items. Says whether that can be asked.
    fn take_apart(&self, value: Value, wanted: bool, depth: u32, needs: &mut Vec<Need>) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        if self.facts.variability.is_scalar(value) && self.is_early(value) {
            needs.push(Need::Same(value, wanted));
            return true;
        }
        let kernel = &self.facts.kernel;
        let Some(inst) = kernel.def(value) else { return false };
        let number = |value: Value| kernel.constant(value);
        let mut both = |a: Value, b: Value| {
            self.take_apart(a, wanted, depth, needs) && self.take_apart(b, wanted, depth, needs)
        };
        match inst.op {
            Op::Binary(Binary::And, a, b) if wanted => both(a, b),
            Op::Binary(Binary::Or, a, b) if !wanted => both(a, b),
            Op::Select(a, b, no) if wanted && number(no) == Some(0) => both(a, b),
            Op::Select(a, yes, b) if !wanted && number(yes).is_some_and(|bits| bits & 1 == 1) => both(a, b),
            Op::Unary(Unary::Not, a) if kernel.ty(a) == Type::Bool => {
                self.take_apart(a, !wanted, depth, needs)
            }
            Op::Convert(Convert::ZExt, a) if kernel.ty(a) == Type::Bool => {
                self.take_apart(a, wanted, depth, needs)
            }
            // A bool as a number that is compared with 0.
            Op::Compare(op @ (Compare::Ne | Compare::Eq), a, zero)
                if number(zero) == Some(0) && self.is_bool(a, depth) =>
            {
                self.take_apart(a, wanted == (op == Compare::Ne), depth, needs)
            }
            Op::Compare(op, a, b) => match self.bound(op, a, b, wanted) {
                Some(bound) => {
                    needs.push(Need::Bound(bound));
                    true
                }
                None => false,
            },
            _ => false,
        }
    }

    /// Is a number made of bools, so that it is 0 or 1?
    fn is_bool(&self, value: Value, depth: u32) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        match self.facts.kernel.def(value).map(|inst| &inst.op) {
            Some(Op::Convert(Convert::ZExt, a)) => self.facts.kernel.ty(*a) == Type::Bool,
            Some(Op::Binary(Binary::And | Binary::Or, a, b)) => {
                self.is_bool(*a, depth) && self.is_bool(*b, depth)
            }
            _ => false,
        }
    }

    /// Is a value known before the region's first strip, or when a strip begins?
    fn is_early(&self, value: Value) -> bool {
        let Facts { kernel, uniform, kept, regions, variability, .. } = self.facts;
        let before = || {
            kept.home(value).is_some_and(|home| {
                let passed = home == self.head && kernel.blocks[home.index()].params.contains(&value);
                regions.head[home.index()] != self.head || passed
            })
        };
        variability.level(value) < Level::Block || uniform.is_uniform(value) && before()
    }

    fn bound(&self, op: Compare, a: Value, b: Value, wanted: bool) -> Option<Bound> {
        let Facts { kernel, variability, .. } = self.facts;
        let turned = variability.of(a) != Variability::Affine;
        let (line, limit) = if turned { (b, a) } else { (a, b) };
        let ty = kernel.ty(line);
        let step = self.facts.distance(line)?;
        let fits = variability.of(line) == Variability::Affine
            && variability.level(line) < Level::Block
            && variability.is_scalar(limit)
            && self.is_early(limit)
            && (1..=FARTHEST).contains(&step.abs());
        // Is it line < limit (or line <= limit), or the other way round?
        let signed = matches!(op, Compare::LtS | Compare::LeS);
        let (below, inclusive) = match op {
            Compare::LtS | Compare::LtU => (!turned, false),
            Compare::LeS | Compare::LeU => (!turned, true),
            Compare::Eq | Compare::Ne => (false, false),
            _ => return None,
        };
        // not a < b is a >= b.
        let (below, inclusive) = if wanted { (below, inclusive) } else { (!below, !inclusive) };
        let is_small = trust::size(kernel, line, trust::DEPTH).is_some_and(|size| size <= i32::MAX as u64);
        let never_wraps = if signed { is_small } else { is_place(kernel, line) };
        if !fits || !matches!(ty, Type::I32 | Type::I64) || ty == Type::I64 && !is_small {
            return None;
        }
        let side = match op {
            Compare::Eq | Compare::Ne => {
                let differs = (op == Compare::Ne) == wanted;
                (differs && step.abs() == 1).then_some(Side::Except)?
            }
            _ if ty == Type::I64 && !never_wraps => return None,
            _ if below == (step > 0) => Side::Until { inclusive, wraps: !never_wraps },
            _ => Side::From { inclusive, wraps: !never_wraps },
        };
        Some(Bound { line, step, limit, signed, side })
    }
}

/// The longest step of a line that is compared.
const FARTHEST: i64 = 1 << 24;

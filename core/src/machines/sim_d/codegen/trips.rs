//! How often a loop turns, where that is known before the launch begins (simd C12): the analysis of worst
//! cases asks for it.
//!
//! Known are loops that count by a number from a number, or an argument of this launch, and compare with
//! another such.

use super::{state::Generator, tiles::Sum};
use crate::{
    base::num,
    codegen::tree::Tree,
    ir::{BlockId, Compare, Op, Value, ValueDef},
    machines::sim_d::isa::Bound,
};

/// Most turns that are counted.
const MOST: u32 = 1 << 20;

/// What a loop counts by.
struct Counter {
    first: i64,
    step: i64,
    /// Is the number that is asked for the next one?
    next: bool,
}

impl Generator<'_> {
    /// What is known of the branch at the end of a block, which is taken where its condition is false.
    pub fn outcomes(&self, tree: &Tree, from: BlockId, condition: Value) -> Option<Bound> {
        let term = &self.kernel.blocks[from.index()].term;
        let at = tree.loops.innermost[from.index()]?;
        let mut stays = term.targets().map(|to| tree.loops.contains(at, to.block));
        let (yes, no) = (stays.next()?, stays.next()?);
        let each_turn = tree.loops.loops[at].latches.iter().all(|latch| tree.dom.dominates(from, *latch));
        if yes == no || !each_turn {
            return None;
        }
        let turns = self.turns(tree, at, condition, yes)?;
        Some(match yes {
            true => Bound::Branch { taken: 1, not_taken: turns, start: 1 },
            false => Bound::Branch { taken: turns, not_taken: 1, start: 0 },
        })
    }

    /// How often a condition is as wanted before it is not.
    fn turns(&self, tree: &Tree, at: usize, condition: Value, wanted: bool) -> Option<u32> {
        let Op::Compare(op, a, b) = self.kernel.def(condition)?.op else { return None };
        let bits = |value: Value| self.launched(value).map(|word| num::signed(self.ty(value), word.into()));
        let (counter, other, turned) = match (self.counter(tree, at, a), self.counter(tree, at, b)) {
            (Some(counter), _) => (counter, bits(b)?, false),
            (_, Some(counter)) => (counter, bits(a)?, true),
            _ => return None,
        };
        let mut value = counter.first;
        for turn in 0..MOST {
            let asked = if counter.next { value.wrapping_add(counter.step) } else { value } as i32;
            let pair = if turned { (other as i32, asked) } else { (asked, other as i32) };
            if compares(op, pair)? != wanted {
                return Some(turn);
            }
            value = i64::from((value as i32).wrapping_add(counter.step as i32));
        }
        None
    }

    /// From which number on and by how much a value counts that each turn of a loop begins with.
    pub fn counts(&self, tree: &Tree, at: usize, value: Value) -> Option<(i64, i64)> {
        self.counter(tree, at, value)
            .filter(|counter| !counter.next)
            .map(|counter| (counter.first, counter.step))
    }

    /// What a value counts by, if it is a counter of a loop.
    fn counter(&self, tree: &Tree, at: usize, value: Value) -> Option<Counter> {
        let header = tree.loops.loops[at].header;
        let added = |value: Value| match (self.parts(value), self.kernel.values[value.index()].def) {
            (Sum { terms, number }, ValueDef::Inst(_)) => match terms[..] {
                [(x, 1)] => Some((x, i64::from(number as i32))),
                _ => None,
            },
            _ => None,
        };
        let (param, next) = match self.kernel.values[value.index()].def {
            ValueDef::BlockParam(..) => (value, false),
            ValueDef::Inst(_) => (added(value)?.0, true),
        };
        let ValueDef::BlockParam(block, number) = self.kernel.values[param.index()].def else { return None };
        if block != header || self.ty(param).bits() != 32 {
            return None;
        }
        let (mut first, mut step) = (None, None);
        for from in self.kernel.block_ids() {
            for target in self.kernel.blocks[from.index()].term.targets().filter(|to| to.block == header) {
                let arg = target.args[number as usize];
                let (slot, new) = match tree.loops.contains(at, from) {
                    true => (&mut step, added(arg).filter(|(x, _)| *x == param)?.1),
                    false => (&mut first, i64::from(self.launched(arg)? as i32)),
                };
                if slot.is_some_and(|old| old != new) {
                    return None;
                }
                *slot = Some(new);
            }
        }
        let counter = Counter { first: first?, step: step?, next };
        let same = !next || added(value).is_some_and(|(_, by)| by == counter.step);
        same.then_some(counter)
    }
}

/// A comparison of words; `None` of floats.
fn compares(op: Compare, (a, b): (i32, i32)) -> Option<bool> {
    let (x, y) = (a as u32, b as u32);
    Some(match op {
        Compare::Eq => a == b,
        Compare::Ne => a != b,
        Compare::LtS => a < b,
        Compare::LeS => a <= b,
        Compare::LtU => x < y,
        Compare::LeU => x <= y,
        _ => return None,
    })
}

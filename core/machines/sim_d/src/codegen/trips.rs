//! How often a loop turns, where that is known before the launch begins (simd C12): the analysis of worst
//! cases asks for it.
//!
//! What is known, [`counted`] says, which the pass that writes loops out asks, too.

use alloc::{vec, vec::Vec};

use lanescope_parts::{
    codegen::{
        counted::{self, Limits},
        tree::Tree,
    },
    ir::{BlockId, Kernel, Terminator, Value, ValueDef},
};

use super::{state::Generator, tiles::Sum};
use crate::isa::Bound;

/// Most turns that are counted, and how many loops of a kernel may have as many.
const MOST: (usize, u64) = (1 << 20, 4);

/// What a loop counts by.
struct Counter {
    first: i64,
    step: i64,
    /// Is the number that is asked for the next one?
    next: bool,
}

/// What is known of the branch at the end of each block, which is taken where its condition is false.
pub fn outcomes(kernel: &Kernel, tree: &Tree, args: &[u64]) -> Vec<Option<Bound>> {
    let mut outcomes = vec![None; kernel.blocks.len()];
    let mut limits = Limits::loops(MOST.0, MOST.1);
    for block in kernel.block_ids() {
        outcomes[block.index()] = outcome(kernel, tree, args, block, &mut limits);
    }
    outcomes
}

/// The same of one block, if its branch leaves the innermost loop around it and each turn asks it.
fn outcome(kernel: &Kernel, tree: &Tree, args: &[u64], from: BlockId, limits: &mut Limits) -> Option<Bound> {
    let Terminator::Branch(condition, yes, no) = &kernel.blocks[from.index()].term else { return None };
    let at = tree.loops.innermost[from.index()]?;
    let one = &tree.loops.loops[at];
    let [yes, no] = [yes, no].map(|to| tree.loops.contains(at, to.block));
    let each_turn = one.latches.iter().all(|latch| tree.dom.dominates(from, *latch));
    if yes == no || !each_turn {
        return None;
    }
    let turns = counted::turns(kernel, one, args, (*condition, yes), limits)? as u32;
    Some(match yes {
        true => Bound::Branch { taken: 1, not_taken: turns, start: 1 },
        false => Bound::Branch { taken: turns, not_taken: 1, start: 0 },
    })
}

impl Generator<'_> {
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

//! How often loops turn, and what they count by, where that is known before a launch begins (simd C12).
//!
//! How often a condition holds, [`counted`] says, which the pass that writes loops out asks, too.

use alloc::{vec, vec::Vec};

use super::{
    counted::{self, Limits},
    sums::{Sum, Words},
    tree::Tree,
};
use crate::ir::{BlockId, Kernel, Terminator, Value, ValueDef};

/// Most turns that are counted, and how many loops of a kernel may have as many.
const MOST: (usize, u64) = (1 << 20, 4);
/// Turns of a loop of which nothing is known.
const TURNS: u64 = 8;
/// Most times that a block is thought to be executed.
const OFTEN: u64 = 1 << 20;

/// A branch that leaves its innermost loop, and that every turn asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trip {
    /// How often the loop goes on behind it before it is left.
    pub turns: u32,
    /// Does the loop go on where the condition holds?
    pub while_true: bool,
}

/// What is known of the branch at the end of each block, of a launch with arguments.
pub fn trips(kernel: &Kernel, tree: &Tree, args: &[u64]) -> Vec<Option<Trip>> {
    let mut trips = vec![None; kernel.blocks.len()];
    let mut limits = Limits::loops(MOST.0, MOST.1);
    for block in kernel.block_ids() {
        trips[block.index()] = trip(kernel, tree, args, block, &mut limits);
    }
    trips
}

fn trip(kernel: &Kernel, tree: &Tree, args: &[u64], from: BlockId, limits: &mut Limits) -> Option<Trip> {
    let Terminator::Branch(condition, yes, no) = &kernel.blocks[from.index()].term else { return None };
    let at = tree.loops.innermost[from.index()]?;
    let one = &tree.loops.loops[at];
    let [while_true, while_false] = [yes, no].map(|to| tree.loops.contains(at, to.block));
    let each_turn = one.latches.iter().all(|latch| tree.dom.dominates(from, *latch));
    if while_true == while_false || !each_turn {
        return None;
    }
    let turns = counted::turns(kernel, one, args, (*condition, while_true), limits)? as u32;
    Some(Trip { turns, while_true })
}

/// How often a loop goes on behind a test that is known, at least once, and the block of that test.
pub fn rounds(tree: &Tree, trips: &[Option<Trip>], at: usize) -> Option<(u32, BlockId)> {
    tree.loops.loops[at].blocks.iter().find_map(|block| {
        let own = tree.loops.innermost[block.index()] == Some(at);
        let trip = trips[block.index()].filter(|_| own)?;
        Some((trip.turns.max(1), *block))
    })
}

/// How often a block is executed, as far as it is known: a branch is thought to be taken.
pub fn often(tree: &Tree, trips: &[Option<Trip>], block: BlockId) -> u64 {
    let mut at = tree.loops.innermost[block.index()];
    let mut often = 1u64;
    while let Some(one) = at {
        let turns = rounds(tree, trips, one).map_or(TURNS, |(turns, _)| turns.into());
        often = often.saturating_mul(turns).min(OFTEN);
        at = tree.loops.loops[one].parent;
    }
    often
}

/// From which number on and by how much a value counts that each turn of a loop begins with.
pub fn counts(words: &impl Words, tree: &Tree, at: usize, value: Value) -> Option<(i64, i64)> {
    let (kernel, header) = (words.kernel(), tree.loops.loops[at].header);
    let added = |value: Value| match (Sum::of(words, value), kernel.values[value.index()].def) {
        (Sum { terms, number }, ValueDef::Inst(_)) => match terms[..] {
            [(x, 1)] => Some((x, i64::from(number as i32))),
            _ => None,
        },
        _ => None,
    };
    let ValueDef::BlockParam(block, number) = kernel.values[value.index()].def else { return None };
    if block != header || kernel.ty(value).bits() != 32 {
        return None;
    }
    let (mut first, mut step) = (None, None);
    for from in kernel.block_ids() {
        for target in kernel.blocks[from.index()].term.targets().filter(|to| to.block == header) {
            let arg = target.args[number as usize];
            let (slot, new) = match tree.loops.contains(at, from) {
                true => (&mut step, added(arg).filter(|(x, _)| *x == value)?.1),
                false => (&mut first, i64::from(words.launched(arg)? as i32)),
            };
            if slot.is_some_and(|old| old != new) {
                return None;
            }
            *slot = Some(new);
        }
    }
    first.zip(step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        codegen::{ranges::Course, sums::tests::Plain},
        ir::{cfg::Cfg, text},
    };

    /// Columns 0 to 9 below the argument 6 turn 5 times, from 3 on by 2.
    const KERNEL: &str = "kernel k(out: ptr.global i32, n: i32) {
b0:
  v0: ptr.global = arg 0
  v1: i32 = arg 1
  v2: i32 = const 3
  v3: i32 = const 2
  v4: i32 = global_id 0
  v5: bool = lt.s v4, v1
  branch v5, b5, b4
b1(v6: i32):
  v7: i32 = const 13
  v8: bool = lt.s v6, v7
  branch v8, b2, b3
b2:
  store v0, v6
  v9: i32 = add v6, v3
  jump b1(v9)
b3:
  jump b4
b4:
  return
b5:
  jump b1(v2)
}
";

    #[test]
    fn a_loop_has_its_turns_its_counter_and_what_they_say_of_blocks() {
        let kernel = text::parse(KERNEL).unwrap_or_else(|error| panic!("{error:?}"));
        let (cfg, args) = (Cfg::new(&kernel), [0, 6]);
        let tree = Tree::new(&kernel, &cfg);
        let trips = trips(&kernel, &tree, &args);
        let [head, body, behind] = [1, 2, 3].map(BlockId);
        // 3, 5, 7, 9 and 11 are below 13.
        assert_eq!(trips[1], Some(Trip { turns: 5, while_true: true }));
        assert!(trips.iter().enumerate().all(|(at, trip)| trip.is_none() || at == 1));
        assert_eq!(rounds(&tree, &trips, 0), Some((5, head)));
        assert_eq!([head, body, behind].map(|block| often(&tree, &trips, block)), [5, 5, 1]);
        let words = Plain { kernel: &kernel, args: &args };
        let (counter, bound) = (Value(6), Value(1));
        assert_eq!(counts(&words, &tree, 0, counter), Some((3, 2)));
        assert_eq!(counts(&words, &tree, 0, Value(9)), None, "it is the next one");
        let course = Course { tree: &tree, cfg: &cfg, trips: &trips };
        // The last number is met by the test alone.
        assert_eq!(course.numbers(&words, counter, body), Some([3, 11]));
        assert_eq!(course.numbers(&words, counter, head), Some([3, 13]));
        assert_eq!(course.numbers(&words, bound, body), Some([6, 6]));
        // Ten columns are launched, and six of them go on.
        assert_eq!(course.sides(&words, [10, 2], head), [[0, 5], [0, 1]]);
        assert_eq!(course.sides(&words, [10, 2], BlockId(0)), [[0, 9], [0, 1]]);
    }
}

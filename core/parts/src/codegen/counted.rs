//! How often a loop turns, where that is known when a launch begins: the numbers that its condition depends on are followed
//! from turn to turn.
//!
//! Known are numbers, the arguments of the launch, and what is computed of these; a value that a turn hands to the next is known if
//! it was known before the loop. What is loaded is not, nor what differs between work-items.

use alloc::vec::Vec;

use crate::{
    base::num,
    ir::{Kernel, Op, Value, ValueDef, loops::Loop},
};

/// Deepest computation that is followed.
const DEPTH: u32 = 24;
/// Most values that are followed.
const MOST_VALUES: usize = 64;

/// How far loops are followed: no text takes long because of its numbers.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Most turns of a loop.
    pub turns: usize,
    /// Most numbers in all turns of all loops that are asked for; what was worked out is taken off.
    pub numbers: u64,
}

impl Limits {
    /// So many turns of a loop, however many numbers these need (at most 64 in a turn).
    pub const fn turns(turns: usize) -> Limits {
        Limits { turns, numbers: u64::MAX }
    }

    /// So many turns of a loop, and so many such loops with a counter and an end.
    pub const fn loops(turns: usize, loops: u64) -> Limits {
        // The counter, where it begins, the step, the next one, the end, the comparison; the last turn is not taken, but asked for.
        Limits { turns, numbers: 6 * (turns as u64 + 1) * loops }
    }
}

/// How often the condition of a branch in a loop is as wanted before it is not, if every turn asks for it once. `None` if that is
/// not known, or within the limits does not come.
pub fn turns(
    kernel: &Kernel,
    one: &Loop,
    args: &[u64],
    (condition, wanted): (Value, bool),
    limits: &mut Limits,
) -> Option<usize> {
    let mut found = Followed { kernel, one, args, values: Vec::new() };
    let condition = found.follow(condition, DEPTH)?;
    let mut numbers: Vec<u64> = found.values.iter().map(|followed| followed.first).collect();
    let mut before = numbers.clone();
    for turn in 0..=limits.turns {
        limits.numbers = limits.numbers.checked_sub(numbers.len() as u64)?;
        for (at, followed) in found.values.iter().enumerate() {
            if let How::Computed(from) = &followed.how {
                numbers[at] = found.computed(followed.value, from, |place| numbers[place])?;
            }
        }
        if (numbers[condition] & 1 == 1) != wanted {
            return Some(turn);
        }
        let mut same = true;
        before.clone_from(&numbers);
        for (at, followed) in found.values.iter().enumerate() {
            let How::Handed(from) = &followed.how else { continue };
            numbers[at] = agreed(from.iter().map(|from| before[*from]))?;
            same &= numbers[at] == before[at];
        }
        if same {
            // All further turns are as this one.
            return None;
        }
    }
    None
}

/// The values that a condition depends on.
struct Followed<'k> {
    kernel: &'k Kernel,
    one: &'k Loop,
    args: &'k [u64],
    /// Each computed value behind those that it is computed of.
    values: Vec<One>,
}

struct One {
    value: Value,
    how: How,
    /// Its number, or that in the first turn.
    first: u64,
}

enum How {
    /// It is the same in all turns.
    Known,
    /// The end of a turn hands one of these, which are equal, to the next.
    Handed(Vec<usize>),
    /// Each turn computes it of these.
    Computed(Vec<usize>),
}

impl Followed<'_> {
    /// The place of a value among those that are followed; `None` if it cannot be.
    fn follow(&mut self, value: Value, depth: u32) -> Option<usize> {
        if let Some(at) = self.values.iter().position(|one| one.value == value) {
            return Some(at);
        }
        let depth = depth.checked_sub(1)?;
        match self.kernel.values[value.index()].def {
            ValueDef::BlockParam(block, number) if block == self.one.header => {
                self.handed(value, number as usize, depth)
            }
            ValueDef::BlockParam(..) => None,
            ValueDef::Inst(inst) => {
                let operands = self.kernel.insts[inst.index()].op.operands();
                let from: Vec<usize> =
                    operands.into_iter().map(|operand| self.follow(operand, depth)).collect::<Option<_>>()?;
                let all_known = from.iter().all(|at| matches!(self.values[*at].how, How::Known));
                let first = self.computed(value, &from, |place| self.values[place].first)?;
                self.add(value, if all_known { How::Known } else { How::Computed(from) }, first)
            }
        }
    }

    /// A parameter of the loop's first block: what it is in the first turn is known before the loop.
    fn handed(&mut self, value: Value, number: usize, depth: u32) -> Option<usize> {
        let (mut before, mut back) = (Vec::new(), Vec::new());
        for from in self.kernel.block_ids() {
            let list = if self.one.blocks.contains(&from) { &mut back } else { &mut before };
            let targets = self.kernel.blocks[from.index()].term.targets();
            list.extend(targets.filter(|to| to.block == self.one.header).map(|to| to.args[number]));
        }
        let mut firsts = Vec::new();
        for value in before {
            let at = self.follow(value, depth)?;
            firsts.push(matches!(self.values[at].how, How::Known).then_some(self.values[at].first)?);
        }
        let first = agreed(firsts.into_iter())?;
        // It may be handed on by way of itself: its place comes first.
        let at = self.add(value, How::Handed(Vec::new()), first)?;
        let from = back.into_iter().map(|value| self.follow(value, depth)).collect::<Option<_>>()?;
        self.values[at].how = How::Handed(from);
        Some(at)
    }

    fn add(&mut self, value: Value, how: How, first: u64) -> Option<usize> {
        if self.values.len() == MOST_VALUES {
            return None;
        }
        self.values.push(One { value, how, first });
        Some(self.values.len() - 1)
    }

    /// What an instruction computes of the numbers of its operands, which stand at these places.
    fn computed(&self, value: Value, from: &[usize], number: impl Fn(usize) -> u64) -> Option<u64> {
        let at = |operand: usize| from.get(operand).map(|place| number(*place));
        let ty = |value: Value| self.kernel.ty(value);
        Some(match self.kernel.def(value)?.op {
            Op::Const(bits) => bits,
            Op::Arg(arg) if ty(value).space().is_none() => self.args.get(arg as usize)? & ty(value).mask(),
            Op::Unary(op, a) => num::unary(op, ty(a), at(0)?),
            Op::Binary(op, a, _) => num::binary(op, ty(a), at(0)?, at(1)?),
            Op::Compare(op, a, _) => u64::from(num::compare(op, ty(a), at(0)?, at(1)?)),
            Op::Convert(op, a) => num::convert(op, ty(a), ty(value), at(0)?),
            _ => return None,
        })
    }
}

/// The number that all of them are.
fn agreed(mut numbers: impl Iterator<Item = u64>) -> Option<u64> {
    let first = numbers.next()?;
    numbers.all(|one| one == first).then_some(first)
}

#[cfg(test)]
mod tests {
    use alloc::{format, string::String};

    use super::*;
    use crate::ir::{Terminator, cfg::Cfg, dom::DomTree, loops::Loops, text};

    /// Turns of the loop at `b1` whose numbers `x` and `y` begin with `first` and the argument 20, and go on as `turn` says.
    fn counted(first: u64, turn: &str, compare: &str, next: &str) -> Option<usize> {
        within(first, turn, compare, next, &mut Limits::turns(100))
    }

    fn within(first: u64, turn: &str, compare: &str, next: &str, limits: &mut Limits) -> Option<usize> {
        let source = format!(
            "kernel k(out: ptr.global i32, n: i32) {{
b0:
  v0: ptr.global = arg 0
  v1: i32 = arg 1
  v2: i32 = const {first}
  v3: i32 = const 1
  v20: i32 = const 4
  v21: i32 = div.s v1, v20
  jump b1(v2, v1)
b1(v4: i32, v5: i32):
{turn}
  v6: bool = {compare}
  branch v6, b2, b3
b2:
  v8: i32 = add v4, v3
  jump b1({next})
b3:
  store v0, v5
  return
}}
"
        );
        let kernel = text::parse(&source).unwrap_or_else(|error| panic!("{error:?}"));
        let cfg = Cfg::new(&kernel);
        let loops = Loops::new(&cfg, &DomTree::dominators(&cfg));
        let one = &loops.loops[0];
        let Terminator::Branch(condition, ..) = &kernel.blocks[one.header.index()].term else {
            panic!("a branch")
        };
        turns(&kernel, one, &[0, 20], (*condition, true), limits)
    }

    #[test]
    fn an_end_may_be_computed_of_arguments() {
        // From 0 and 2 by ones to 20 / 4.
        assert_eq!(counted(0, "", "lt.s v4, v21", "v8, v5"), Some(5));
        assert_eq!(counted(2, "", "lt.s v4, v21", "v8, v5"), Some(3));
        assert_eq!(counted(5, "", "lt.s v4, v21", "v8, v5"), Some(0));
    }

    #[test]
    fn numbers_may_depend_on_each_other() {
        // Both change places: 0 and 20, 20 and 0: the first is below the second only once.
        assert_eq!(counted(0, "", "lt.s v4, v5", "v5, v4"), Some(1));
        // Halves of 20 until none is left: 20, 10, 5, 2, 1.
        let halves = "  v9: i32 = const 2\n  v10: i32 = div.s v5, v9\n  v11: i32 = const 0";
        assert_eq!(counted(0, halves, "lt.s v11, v5", "v8, v10"), Some(5));
    }

    #[test]
    fn what_does_not_end_or_is_not_known_has_no_number() {
        assert_eq!(counted(0, "", "lt.s v4, v1", "v4, v5"), None);
        // From -296 to 20 are more turns than are counted.
        assert_eq!(counted(u64::from(-296i32 as u32), "", "lt.s v4, v1", "v8, v5"), None);
        assert_eq!(counted(0, "  v9: i32 = load v0", "lt.s v4, v9", "v8, v5"), None);
    }

    /// Each of these values is twice the one before: what they are made of is a number of ways that doubles with each, and each
    /// is looked at once.
    #[test]
    fn a_long_computation_is_followed_once_or_not_at_all() {
        let chain = |length: u32| -> String {
            let line = |at: u32| {
                let from = if at == 0 { 4 } else { 99 + at };
                format!("  v{}: i32 = add v{from}, v{from}\n", 100 + at)
            };
            (0..length).map(line).collect()
        };
        // 2^20 times the counter is below 20 in the turn with 0 alone.
        assert_eq!(counted(0, &chain(20), "lt.s v119, v1", "v8, v5"), Some(1));
        assert_eq!(counted(0, &chain(40), "lt.s v139, v1", "v8, v5"), None);
    }

    /// A counter from 0 to 20 asks 21 times for six numbers: itself, its beginning, the step, the next one, the end, the comparison.
    #[test]
    fn all_loops_together_have_a_limit() {
        let once = 21 * 6;
        let ask = |limits: &mut Limits| within(0, "", "lt.s v4, v1", "v8, v5", limits);
        assert_eq!(ask(&mut Limits { turns: 20, numbers: once }), Some(20));
        assert_eq!(ask(&mut Limits { turns: 19, numbers: once }), None);
        assert_eq!(ask(&mut Limits { turns: 20, numbers: once - 1 }), None);
        let mut twice = Limits::loops(20, 2);
        assert_eq!([ask(&mut twice), ask(&mut twice), ask(&mut twice)], [Some(20), Some(20), None]);
    }
}

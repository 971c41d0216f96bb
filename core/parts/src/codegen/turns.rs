//! Loops whose turns are known when a launch begins, written out (simd C5): one turn stands behind the other, and nothing
//! counts, compares and jumps any more. Words of scratchpads that a turn reads as scalars are then at places which are
//! numbers.
//!
//! A loop is written out if it has one end alone, which every turn asks for once, and is small. Of an innermost loop that is too
//! large for that, eight, four or two turns stand behind each other if their number divides all turns: then only the first of them asks for the end.
//! Whether that takes less time is for who asks to find out: a longer program takes longer to upload.
//!
//! Absent: turns that are left over, and several words of a scratchpad read by one request.

use alloc::{vec, vec::Vec};

use crate::{
    codegen::{
        counted::{self, Limits},
        gather::gather,
    },
    ir::{
        BlockId, Kernel, Op, Terminator, Value, ValueDef, ValueInfo,
        cfg::Cfg,
        dom::DomTree,
        loops::{Loop, Loops},
    },
    opt::{Pass, blocks, dead, fold, gvn, unroll::copy},
};

/// Most turns of a loop that is written out, and of one of which some are.
const MOST_TURNS: usize = 64;
const MOST_COUNTED: usize = 1 << 14;
/// Turns that stand behind each other.
const SOME: [usize; 3] = [8, 4, 2];
/// Most instructions of a kernel with all turns.
const MOST_INSTRUCTIONS: usize = 600;
/// What tidies up behind it.
const TIDY: [Pass; 6] = [blocks::PASS, fold::PASS, gvn::PASS, fold::PASS, blocks::PASS, dead::PASS];

/// How a loop ends.
#[derive(Clone, Copy)]
struct End {
    /// The block whose branch leaves it.
    test: BlockId,
    /// What the condition is that stays in it.
    stays: bool,
    /// How often it does.
    turns: usize,
}

/// A loop that was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Laid {
    /// Its turns.
    pub turns: usize,
    /// How many of them stand behind each other: all, if it is no loop any more.
    pub together: usize,
}

/// Which loops are written out, and how far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turns {
    /// Small ones as a whole, and of others eight, four or two turns behind each other.
    AsFits,
    /// Small ones as a whole; others stay.
    Whole,
    /// Of innermost ones so many turns behind each other, where that divides all of them.
    Together(usize),
}

/// Writes loops out, from the inside out, of a launch with arguments; of those that are left some turns behind each other.
pub fn unroll(kernel: &mut Kernel, args: &[u64], turns: Turns) -> Vec<Laid> {
    let one_size;
    let (whole, sizes): (bool, &[usize]) = match turns {
        Turns::AsFits => (true, &SOME),
        Turns::Whole => (true, &[]),
        Turns::Together(count) => {
            one_size = [count];
            (false, &one_size)
        }
    };
    let mut done = Vec::new();
    each(kernel, |kernel, cfg, dom, loops, at| {
        if !whole {
            return false;
        }
        let one = &loops.loops[at];
        let end = end(kernel, cfg, dom, (one, MOST_TURNS), args).filter(|end| fits(kernel, one, end.turns));
        let Some(end) = end else { return false };
        lay_out(kernel, cfg, one, end);
        done.push(Laid { turns: end.turns, together: end.turns });
        true
    });
    let mut some = Vec::new();
    each(kernel, |kernel, cfg, dom, loops, at| {
        let one = &loops.loops[at];
        let outer = loops.loops.iter().any(|other| other.parent == Some(at));
        if outer || some.contains(&one.header) {
            return false;
        }
        let Some(end) = end(kernel, cfg, dom, (one, MOST_COUNTED), args) else { return false };
        let fit = |together: &usize| {
            end.turns > *together && end.turns % together == 0 && fits(kernel, one, together - 1)
        };
        let Some(together) = sizes.iter().copied().find(fit) else { return false };
        lay_some(kernel, one, end, together);
        some.push(one.header);
        done.push(Laid { turns: end.turns, together });
        true
    });
    if !done.is_empty() {
        TIDY.iter().for_each(|pass| {
            pass.apply(kernel);
        });
    }
    done
}

/// Asks of each loop, from the inside out, whether it was changed; then all are looked at anew.
fn each(kernel: &mut Kernel, mut change: impl FnMut(&mut Kernel, &Cfg, &DomTree, &Loops, usize) -> bool) {
    let mut refused = Vec::new();
    loop {
        let cfg = Cfg::new(kernel);
        let dom = DomTree::dominators(&cfg);
        let loops = Loops::new(&cfg, &dom);
        // Outer loops come first.
        let new = |at: &usize| !refused.contains(&loops.loops[*at].header);
        let Some(at) = (0..loops.loops.len()).rev().find(new) else { return };
        if !change(kernel, &cfg, &dom, &loops, at) {
            refused.push(loops.loops[at].header);
        }
    }
}

fn fits(kernel: &Kernel, one: &Loop, turns: usize) -> bool {
    let size = |blocks: &mut dyn Iterator<Item = BlockId>| -> usize {
        blocks.map(|block| kernel.blocks[block.index()].insts.len() + 1).sum()
    };
    let turn = size(&mut one.blocks.iter().copied());
    turns <= MOST_TURNS
        && size(&mut kernel.block_ids()).saturating_add(turn.saturating_mul(turns)) <= MOST_INSTRUCTIONS
}

/// The end of a loop that has only one, if it is known when it comes.
fn end(kernel: &Kernel, cfg: &Cfg, dom: &DomTree, (one, most): (&Loop, usize), args: &[u64]) -> Option<End> {
    let leaves = |block: &&BlockId| cfg.succs[block.index()].iter().any(|to| !one.blocks.contains(to));
    let mut tests = one.blocks.iter().filter(leaves);
    let (test, None) = (*tests.next()?, tests.next()) else { return None };
    let Terminator::Branch(condition, yes, no) = &kernel.blocks[test.index()].term else { return None };
    let stays = match [yes, no].map(|to| one.blocks.contains(&to.block)) {
        [true, false] => true,
        [false, true] => false,
        _ => return None,
    };
    if !one.latches.iter().all(|latch| dom.dominates(test, *latch)) {
        return None;
    }
    let turns = counted::turns(kernel, one, args, (*condition, stays), &mut Limits::turns(most))?;
    Some(End { test, stays, turns })
}

/// Writes all turns of a loop one behind the other.
fn lay_out(kernel: &mut Kernel, cfg: &Cfg, one: &Loop, end: End) {
    pass_out(kernel, cfg, one, end);
    let mut turns: Vec<_> = vec![one.blocks.iter().map(|block| (*block, *block)).collect()];
    for _ in 0..end.turns {
        turns.push(copy(kernel, &one.blocks));
    }
    for (at, turn) in turns.iter().enumerate() {
        let test = &mut kernel.blocks[turn[&end.test].index()];
        if let Terminator::Branch(_, yes, no) = test.term.clone() {
            let stays = at < end.turns;
            test.term = Terminator::Jump(if stays == end.stays { yes } else { no });
        }
        let Some(next) = turns.get(at + 1).map(|next| next[&one.header]) else { continue };
        for latch in one.latches.iter().map(|latch| turn[latch]) {
            let targets = kernel.blocks[latch.index()].term.targets_mut();
            targets.filter(|to| to.block == turn[&one.header]).for_each(|to| to.block = next);
        }
    }
}

/// Writes some turns of a loop one behind the other, whose number divides all turns: only the first asks whether there are more.
fn lay_some(kernel: &mut Kernel, one: &Loop, end: End, together: usize) {
    let mut turns: Vec<_> = vec![one.blocks.iter().map(|block| (*block, *block)).collect()];
    for _ in 1..together {
        turns.push(copy(kernel, &one.blocks));
    }
    for (at, turn) in turns.iter().enumerate() {
        let test = &mut kernel.blocks[turn[&end.test].index()];
        if let (Terminator::Branch(_, yes, no), 1..) = (test.term.clone(), at) {
            test.term = Terminator::Jump(if end.stays { yes } else { no });
        }
        let next = turns[(at + 1) % together][&one.header];
        for latch in one.latches.iter().map(|latch| turn[latch]) {
            let targets = kernel.blocks[latch.index()].term.targets_mut();
            targets.filter(|to| to.block == turn[&one.header]).for_each(|to| to.block = next);
        }
    }
}

/// Lets values of a loop leave it as arguments of the block behind it alone.
fn pass_out(kernel: &mut Kernel, cfg: &Cfg, one: &Loop, end: End) {
    let out = |kernel: &Kernel| {
        let mut targets = kernel.blocks[end.test.index()].term.targets();
        targets.find(|to| !one.blocks.contains(&to.block)).map(|to| to.block)
    };
    let Some(behind) = out(kernel) else { return };
    if cfg.preds[behind.index()].len() > 1 {
        gather(kernel, &[end.test], behind);
    }
    let Some(behind) = out(kernel) else { return };
    let mut inside: Vec<Value> = Vec::new();
    for block in one.blocks.iter().map(|block| &kernel.blocks[block.index()]) {
        inside.extend(&block.params);
        inside.extend(block.insts.iter().filter_map(|inst| kernel.insts[inst.index()].result));
    }
    let others: Vec<BlockId> = kernel.block_ids().filter(|block| !one.blocks.contains(block)).collect();
    for value in inside {
        let mut param = None;
        for block in &others {
            rename(kernel, *block, value, (behind, &mut param));
        }
        if param.is_some() {
            let targets = kernel.blocks[end.test.index()].term.targets_mut();
            targets.filter(|to| to.block == behind).for_each(|to| to.args.push(value));
        }
    }
}

/// Lets a block read a parameter of another one in the place of a value; the parameter is made when it is needed first.
fn rename(kernel: &mut Kernel, block: BlockId, value: Value, (behind, param): (BlockId, &mut Option<Value>)) {
    let insts = kernel.blocks[block.index()].insts.clone();
    let reads = |op: &Op| op.operands().contains(&value);
    let mut read = insts.iter().any(|inst| reads(&kernel.insts[inst.index()].op));
    kernel.blocks[block.index()].term.clone().for_each_operand(|one| read |= *one == value);
    if !read {
        return;
    }
    let new = *param.get_or_insert_with(|| {
        let at = kernel.blocks[behind.index()].params.len() as u32;
        let new = Value(kernel.values.len() as u32);
        kernel.values.push(ValueInfo { ty: kernel.ty(value), def: ValueDef::BlockParam(behind, at) });
        kernel.blocks[behind.index()].params.push(new);
        new
    });
    let change = |one: &mut Value| {
        if *one == value {
            *one = new;
        }
    };
    for inst in insts {
        kernel.insts[inst.index()].op.for_each_operand(change);
    }
    kernel.blocks[block.index()].term.for_each_operand(change);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{text, verify::verify};

    /// The sum of the numbers below an argument, whose test stands at the beginning of each turn.
    const SUM: &str = "kernel k(out: ptr.global i32, n: i32) {
b0:
  v0: ptr.global = arg 0
  v1: i32 = arg 1
  v2: i32 = const 0
  v3: i32 = const 1
  jump b1(v2, v2)
b1(v4: i32, v5: i32):
  v6: bool = lt.s v4, v1
  branch v6, b2, b3
b2:
  v7: i32 = add v5, v4
  v8: i32 = add v4, v3
  jump b1(v8, v7)
b3:
  store v0, v5
  return
}
";

    #[test]
    fn simd_c5_turns_that_an_argument_says_are_written_out() {
        let mut kernel = text::parse(SUM).unwrap_or_else(|error| panic!("{error:?}"));
        assert_eq!(unroll(&mut kernel, &[0, 5], Turns::AsFits), [Laid { turns: 5, together: 5 }]);
        verify(&kernel).unwrap_or_else(|error| panic!("{error:?}"));
        let cfg = Cfg::new(&kernel);
        assert!(Loops::new(&cfg, &DomTree::dominators(&cfg)).loops.is_empty());
        // 0 + 1 + 2 + 3 + 4, unless an argument is a number here: the sum is known.
        let stored = kernel.blocks[0].insts.iter().find_map(|inst| match kernel.insts[inst.index()].op {
            Op::Store { value, .. } => Some(value),
            _ => None,
        });
        assert_eq!(stored.and_then(|value| kernel.constant(value)), Some(10));
    }

    /// 65 turns are too many, and 64 are not; of 72 turns eight stand behind each other, and nine times there are more.
    #[test]
    fn simd_c5_of_a_loop_of_too_many_turns_some_are_written_out() {
        let laid_as = |turns: u64, wanted: Turns| {
            let mut kernel = text::parse(SUM).unwrap_or_else(|error| panic!("{error:?}"));
            let laid = unroll(&mut kernel, &[0, turns], wanted);
            verify(&kernel).unwrap_or_else(|error| panic!("{error:?}"));
            let cfg = Cfg::new(&kernel);
            let loops = Loops::new(&cfg, &DomTree::dominators(&cfg)).loops.len();
            (laid, loops)
        };
        let laid = |turns| laid_as(turns, Turns::AsFits);
        assert_eq!(laid(64), (vec![Laid { turns: 64, together: 64 }], 0));
        assert_eq!(laid(65), (vec![], 1));
        assert_eq!(laid(66), (vec![Laid { turns: 66, together: 2 }], 1));
        assert_eq!(laid(72), (vec![Laid { turns: 72, together: 8 }], 1));
        assert_eq!(laid((1 << 14) + 2), (vec![], 1));
        // What is asked for alone: a whole loop stays if only three of its turns are wanted, and a long one if all are.
        assert_eq!(laid_as(12, Turns::Together(3)), (vec![Laid { turns: 12, together: 3 }], 1));
        assert_eq!(laid_as(12, Turns::Together(5)), (vec![], 1));
        assert_eq!(laid_as(12, Turns::Whole), (vec![Laid { turns: 12, together: 12 }], 0));
        assert_eq!(laid_as(66, Turns::Whole), (vec![], 1));
    }
}

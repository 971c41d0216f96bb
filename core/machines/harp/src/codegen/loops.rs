//! Loops that lanes leave one by one (HARP 4.10), and loops with several ways back (HARP 4.9, Algorithm 1).
//!
//! A loop is *uniform* if each of its exits is a branch on which lanes agree and which every turn passes: then it needs no management. Any
//! other loop is run as long as one lane wants to:
//!
//! ```text
//! P: live = 1; out = 0        before the loop
//! H: live ? header : N        the turn, for lanes that are in it
//! an edge that leaves by exit i: live = 0; out = i; goto N
//! an edge back to the header: goto N
//! N: lane_or(live) ? H : D
//! D: goto the exit that `out` says
//! ```
//!
//! `break`, `continue`, `return` and exits of several loops at once are all edges that leave. Values need no care: a lane that has left
//! keeps its registers. Inner loops come first, so that a dispatch of theirs that leaves an outer loop is an exit of that.
//!
//! `lane_or` asks the live lanes of the warp through one word of it: all clear it, those that want to go on set it, all read
//! it (4.10, "over live lanes"). That costs six instructions where a row of a word for each lane costs 7 + 6L, and lanes that wait on the
//! stack have no flag that could be stale. Lanes of a warp are in lock step, so nothing can come between.

use alloc::{collections::BTreeMap, vec::Vec};

use lanescope_parts::ir::{BlockId, dom::DomTree, loops::Loops};

use super::{
    super::isa::Op,
    code::{Block, Choice, Code, End},
    emit::Emitter,
    frame::Framed,
};

/// A loop by its blocks.
struct Loop {
    header: usize,
    latches: Vec<usize>,
    blocks: Vec<usize>,
}

/// The loops of the code, inner ones first.
fn loops(code: &Code) -> Vec<Loop> {
    let cfg = code.flow();
    let found = Loops::new(&cfg, &DomTree::dominators(&cfg));
    let numbers = |list: &[BlockId]| list.iter().map(|block| block.index()).collect();
    let own = |one: &lanescope_parts::ir::loops::Loop| Loop {
        header: one.header.index(),
        latches: numbers(&one.latches),
        blocks: numbers(&one.blocks),
    };
    found.loops.iter().rev().map(own).collect()
}

/// The edges that leave a loop: from where, and to where.
fn exits(code: &Code, one: &Loop) -> Vec<(usize, usize)> {
    let of = |block: &usize| {
        let block = *block;
        code.blocks[block].end.targets().map(move |to| (block, to))
    };
    one.blocks.iter().flat_map(of).filter(|(_, to)| !one.blocks.contains(to)).collect()
}

/// Do lanes leave a loop together?
fn is_uniform(code: &Code, one: &Loop, exits: &[(usize, usize)]) -> bool {
    let dominators = DomTree::dominators(&code.flow());
    exits.iter().all(|(from, _)| {
        let agrees = match code.blocks[*from].end {
            End::Branch { choice, .. } => choice == Choice::None,
            _ => true,
        };
        let always = one
            .latches
            .iter()
            .all(|latch| dominators.dominates(BlockId(*from as u32), BlockId(*latch as u32)));
        agrees && always
    })
}

/// Makes loops uniform and gives each one way back. `certain` are the branches on which lanes agree whatever the policy chose.
pub(super) fn normalise(emit: &mut Emitter, certain: &[bool]) {
    // The branches of uniform loops that leave them are not managed.
    let sure = |block: usize| certain.get(block).copied().unwrap_or(false);
    let mut done: Vec<usize> = Vec::new();
    loop {
        let Some(one) = loops(&emit.code).into_iter().find(|one| !done.contains(&one.header)) else { return };
        let exits = exits(&emit.code, &one);
        for (from, _) in &exits {
            if let End::Branch { choice, .. } = &mut emit.code.blocks[*from].end
                && sure(*from)
            {
                *choice = Choice::None;
            }
        }
        done.push(one.header);
        if is_uniform(&emit.code, &one, &exits) {
            single_latch(emit, &one);
        } else {
            let header = guarded(emit, &one, &exits);
            done.push(header);
        }
    }
}

/// Algorithm 1: a loop with several ways back gets one.
fn single_latch(emit: &mut Emitter, one: &Loop) {
    if one.latches.len() < 2 {
        return;
    }
    let span = emit.code.blocks[one.header].span;
    let latch = emit.code.add(Block::empty(one.header, span));
    for block in &one.latches {
        emit.code.blocks[*block].end.redirect(one.header, latch);
    }
}

/// The loop of lanes that leave one by one. Returns its header.
fn guarded(emit: &mut Emitter, one: &Loop, exits: &[(usize, usize)]) -> usize {
    emit.span = emit.code.blocks[one.header].span;
    let span = emit.span;
    let [before, header, latch] = [one.header; 3].map(|to| emit.code.add(Block::empty(to, span)));
    // Who came from outside comes by `before` now; the blocks of the loop go to `latch`.
    for at in 0..before {
        let to = if one.blocks.contains(&at) { latch } else { before };
        emit.code.blocks[at].end.redirect(one.header, to);
    }
    let mut numbers: BTreeMap<usize, i64> = BTreeMap::new();
    for (_, to) in exits {
        let next = numbers.len() as i64;
        numbers.entry(*to).or_insert(next);
    }
    emit.block = before;
    let live = emit.truth(true);
    let out = emit.number(0);
    emit.code.blocks[before].end = End::Jump(header);
    emit.code.blocks[header].end =
        End::Branch { on: live, yes: one.header, no: latch, choice: Choice::Split };
    for (from, to) in exits {
        let leave = emit.code.add(Block::empty(latch, span));
        emit.block = leave;
        let zero = emit.number(0);
        emit.line(None, Op::Rtop, [live, zero, 0], 0);
        emit.line(None, Op::Ldi, [out, 0, 0], numbers[to]);
        emit.code.blocks[*from].end.redirect(*to, leave);
    }
    emit.block = latch;
    let any = lane_or(emit, live);
    let dispatch = dispatch(emit, out, &numbers);
    emit.code.blocks[latch].end = End::Branch { on: any, yes: header, no: dispatch, choice: Choice::None };
    header
}

/// Is a predicate true in any live lane of the warp?
fn lane_or(emit: &mut Emitter, live: u32) -> u32 {
    let flag = emit.framed(Framed::Flag);
    let (zero, one) = (emit.number(0), emit.number(1));
    emit.store(None, zero, flag, 0);
    emit.store(Some(live), one, flag, 0);
    let any = emit.load(flag, 0);
    emit.test(Op::Rtop, any)
}

/// A block that goes on at the exit whose number a value is.
fn dispatch(emit: &mut Emitter, out: u32, numbers: &BTreeMap<usize, i64>) -> usize {
    let span = emit.span;
    let mut targets = numbers.iter();
    let Some((last, _)) = targets.next() else {
        // Nobody leaves: the loop never ends, and nothing is behind it.
        return emit.block;
    };
    let mut rest = *last;
    for (to, number) in targets {
        let test = emit.code.add(Block::empty(rest, span));
        emit.block = test;
        let left = emit.with(Op::Subi, out, *number as u64);
        let on = emit.test(Op::Iszero, left);
        emit.code.blocks[test].end = End::Branch { on, yes: *to, no: rest, choice: Choice::Split };
        rest = test;
    }
    rest
}

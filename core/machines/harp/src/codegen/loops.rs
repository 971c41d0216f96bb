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

use alloc::vec::Vec;

use lanescope_parts::ir::{BlockId, dom::DomTree, loops::Loops};

use super::{
    super::isa::Op,
    code::{Block, Choice, Code, End, Reg},
    dispatch::Gathered,
    emit::Emitter,
    frame::Framed,
    structure::leaving,
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

/// What is done about loops that lanes leave together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Forms {
    /// They are run like those that lanes leave one by one, so that they have one way out.
    pub one_way_out: bool,
    /// They get one way back.
    pub one_way_back: bool,
}

impl Forms {
    /// As they are, with one way back.
    #[cfg(test)]
    pub const USUAL: Forms = Forms { one_way_out: false, one_way_back: true };
}

/// Makes loops uniform and gives each one way back. `certain` are the branches on which lanes agree whatever the policy chose.
pub(super) fn normalise(emit: &mut Emitter, certain: &[bool], forms: Forms) {
    // The branches of uniform loops that leave them are not managed.
    let sure = |block: usize| certain.get(block).copied().unwrap_or(false);
    let mut done: Vec<usize> = Vec::new();
    loop {
        let Some(one) = loops(&emit.code).into_iter().find(|one| !done.contains(&one.header)) else { return };
        let exits = leaving(&emit.code, &one.blocks);
        for (from, _) in &exits {
            if let End::Branch { choice, .. } = &mut emit.code.blocks[*from].end
                && sure(*from)
            {
                *choice = Choice::None;
            }
        }
        done.push(one.header);
        let of_kernel = exits.iter().any(|(from, _)| emit.code.site(*from).is_some());
        if is_uniform(&emit.code, &one, &exits) && !(forms.one_way_out && of_kernel) {
            if forms.one_way_back {
                single_latch(emit, &one);
            }
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
    let gathered = Gathered::new(emit, exits);
    emit.block = before;
    let live = emit.truth(true);
    emit.line(None, Op::Ldi, [gathered.out, 0, 0], 0);
    emit.code.blocks[before].end = End::Jump(header);
    emit.code.blocks[header].end =
        End::Branch { on: live, yes: one.header, no: latch, choice: Choice::Split, site: None };
    for edge in exits {
        gathered.lead(emit, *edge, latch, |emit| {
            let zero = emit.number(0);
            emit.line(None, Op::Rtop, [live, zero, 0], 0);
        });
    }
    emit.block = latch;
    let any = lane_or(emit, live);
    // A loop that nobody leaves is uniform, so there is an exit.
    let exit = gathered.dispatch(emit).unwrap_or(header);
    emit.code.blocks[latch].end =
        End::Branch { on: any, yes: header, no: exit, choice: Choice::None, site: None };
    header
}

/// Is a predicate true in any live lane of the warp?
fn lane_or(emit: &mut Emitter, live: Reg) -> Reg {
    let any = any(emit, live);
    emit.test(Op::Rtop, any)
}

/// The same as a number: 1 or 0, in all live lanes.
pub(super) fn any(emit: &mut Emitter, live: Reg) -> Reg {
    let flag = emit.framed(Framed::Flag);
    let (zero, one) = (emit.number(0), emit.number(1));
    emit.store(None, zero, flag, 0);
    emit.store(Some(live), one, flag, 0);
    emit.load(flag, 0)
}

//! Algorithms 3 and 4 as the thesis prints them (HARP 4.9): where `join` goes, with all that is wrong there.
//!
//! It is for looking at: the [verifier](super::verify) refuses what it gets wrong, with both stacks, and the graphs show where the edges went.
//! The reference says what is wrong, and this is what has just these faults:
//!
//! 1. The search for edges to redirect begins at the two ways of the branch. So one that leads to the meeting point itself stays as it is.
//! 2. It goes on through the meeting point, and round a loop outside of the branch's region.
//! 3. That the new block leads to the old one is said nowhere; here it does, since it lies in front of it.
//! 4. A new block does not count as one that has a `join`: the next branch that meets there puts its own in front of that one.
//! 5. Nobody asks whether all ways to the block come from the branch.

use alloc::{string::String, vec, vec::Vec};

use super::{
    code::{Block, Code},
    split::{BEFORE, Flow, NEVER, id, is_split},
};

/// Gives every branch that is split a `join`, which need not be right.
///
/// # Errors
/// Why there is none, in a sentence without its end, and the block.
pub(super) fn insert(code: &mut Code) -> Result<(), (usize, String)> {
    let mut flow = Flow::new(code);
    let branches: Vec<usize> = flow.cfg.rpo.iter().map(|block| block.index()).collect();
    let mut occupied = vec![false; code.blocks.len()];
    for branch in branches {
        if !is_split(code, branch) {
            continue;
        }
        let Some(meet) = flow.post.parent(id(branch)).map(|block| block.index()) else {
            return Err((branch, NEVER.into()));
        };
        if flow.dominators.dominates(id(meet), id(branch)) {
            return Err((branch, BEFORE.into()));
        }
        if occupied.get(meet) == Some(&false) {
            (code.blocks[meet].join, occupied[meet]) = (Some(branch), true);
            continue;
        }
        // A second `join` at the beginning of a block that counts as free is a block in front of it, for all that lead there.
        let all = meet >= occupied.len();
        let leading = if all { leading(code, meet) } else { redirected(code, branch, meet) };
        let span = code.blocks[meet].span;
        let new = code.add(Block::empty(meet, span));
        (code.blocks[new].join, code.blocks[new].owner) = (Some(branch), code.site(branch));
        leading.into_iter().for_each(|block| code.blocks[block].end.redirect(meet, new));
        flow = Flow::new(code);
    }
    Ok(())
}

/// All blocks that lead to one.
fn leading(code: &Code, to: usize) -> Vec<usize> {
    let leads = |block: &usize| code.blocks[*block].end.targets().any(|target| target == to);
    (0..code.blocks.len()).filter(leads).collect()
}

/// The blocks that algorithm 4 finds: those that lead to the meeting point, of all that can be reached from the ways of the branch.
fn redirected(code: &Code, branch: usize, meet: usize) -> Vec<usize> {
    let mut seen = vec![false; code.blocks.len()];
    let mut work: Vec<usize> = code.blocks[branch].end.targets().collect();
    let mut found = Vec::new();
    while let Some(block) = work.pop() {
        if core::mem::replace(&mut seen[block], true) {
            continue;
        }
        let mut targets = code.blocks[block].end.targets();
        found.extend(targets.any(|target| target == meet).then_some(block));
        work.extend(code.blocks[block].end.targets());
    }
    found
}

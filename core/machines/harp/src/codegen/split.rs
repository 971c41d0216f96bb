//! `split` and `join` (HARP 4.9): Algorithms 3 and 4 in their corrected form.
//!
//! For each branch that is to be split, outer ones first: where its ways meet again gets a `join` of its own. That is the immediate
//! post-dominator, if only ways from the branch lead there and no other branch has its `join` in it; otherwise a new block before
//! it, to which the edges of the branch's region are redirected.
//!
//! A region into which somebody jumps from outside would pop what was not pushed; [`structure`](super::structure) has made sure that there is none.

use alloc::{string::String, vec::Vec};

use lanescope_parts::ir::{BlockId, cfg::Cfg, dom::DomTree};

use super::code::{Block, Choice, Code, End};

/// Gives every branch that is split its `join`.
///
/// # Errors
/// Why it cannot be, in a sentence without its end, and the block.
pub(super) fn insert(code: &mut Code) -> Result<(), (usize, String)> {
    let mut done: Vec<usize> = Vec::new();
    loop {
        let flow = Flow::new(code);
        let open = |block: &usize| !done.contains(block) && is_split(code, *block);
        let Some(branch) = flow.cfg.rpo.iter().map(|block| block.index()).find(open) else { return Ok(()) };
        let Some(meet) = flow.post.parent(id(branch)).map(BlockId::index) else {
            return Err((branch, "lanes that part at this branch never meet again".into()));
        };
        if flow.dominators.dominates(id(meet), id(branch)) {
            return Err((
                branch,
                "lanes that part at this branch meet before it (dominating reconvergence)".into(),
            ));
        }
        let region = region(code, branch, meet);
        if flow.side_entry(&region, branch).is_some() {
            return Err((branch, "lanes of other branches come between those that part at this one".into()));
        }
        join(code, &flow, &region, branch, meet);
        done.push(branch);
    }
}

/// Is the branch of a block split?
pub(super) fn is_split(code: &Code, block: usize) -> bool {
    matches!(code.blocks[block].end, End::Branch { choice: Choice::Split | Choice::Predicate, .. })
}

const fn id(block: usize) -> BlockId {
    BlockId(block as u32)
}

/// What is known of the code as it is.
pub(super) struct Flow {
    pub cfg: Cfg,
    pub dominators: DomTree,
    pub post: DomTree,
}

impl Flow {
    pub fn new(code: &Code) -> Flow {
        let shape = code.shape();
        let cfg = Cfg::of(&shape);
        Flow { dominators: DomTree::dominators(&cfg), post: DomTree::post_dominators(&shape, &cfg), cfg }
    }

    /// A block of a region that its branch does not dominate, and to which a block leads that it does.
    pub fn side_entry(&self, region: &[usize], branch: usize) -> Option<usize> {
        let own = |block: usize| self.dominators.dominates(id(branch), id(block));
        let reached = |block: &usize| {
            self.cfg.preds[*block]
                .iter()
                .any(|pred| own(pred.index()) && (region.contains(&pred.index()) || pred.index() == branch))
        };
        region.iter().copied().filter(|block| !own(*block)).find(reached)
    }
}

/// The blocks between a branch and where its ways meet.
pub(super) fn region(code: &Code, branch: usize, meet: usize) -> Vec<usize> {
    let mut region: Vec<usize> = Vec::new();
    let mut work: Vec<usize> = code.blocks[branch].end.targets().collect();
    while let Some(block) = work.pop() {
        if block != meet && !region.contains(&block) {
            region.push(block);
            work.extend(code.blocks[block].end.targets());
        }
    }
    region
}

/// Gives a branch its `join`.
fn join(code: &mut Code, flow: &Flow, region: &[usize], branch: usize, meet: usize) {
    let inside = |block: usize| block == branch || region.contains(&block);
    let (mine, others): (Vec<usize>, Vec<usize>) =
        flow.cfg.preds[meet].iter().map(|pred| pred.index()).partition(|pred| inside(*pred));
    let place = if code.blocks[meet].join.is_none() && others.is_empty() && meet != 0 {
        meet
    } else {
        let span = code.blocks[meet].span;
        let new = code.add(Block::empty(meet, span));
        mine.iter().for_each(|pred| code.blocks[*pred].end.redirect(meet, new));
        new
    };
    code.blocks[place].join = Some(branch);
}

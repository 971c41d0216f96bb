//! `split` and `join` (HARP 4.9): Algorithms 3 and 4 in their corrected form. As they are printed they are in the module `literal`.
//!
//! For each branch that is to be split, outer ones first: where its ways meet again gets a `join` of its own. That is the immediate
//! post-dominator, if only ways from the branch lead there and no other branch has its `join` in it; otherwise (or always, as a setting
//! says) a new block before it, to which the edges of the branch's region are redirected.
//!
//! A region into which somebody jumps from outside would pop what was not pushed; [`structure`](super::structure) has made sure that there is none.

use alloc::{string::String, vec, vec::Vec};

use lanescope_parts::ir::{BlockId, cfg::Cfg, dom::DomTree};

use super::{
    super::spec::Insertion,
    code::{Block, Choice, Code, End},
};

/// Gives every branch that is split its `join`.
///
/// A new block comes between blocks of a region and where they meet, on every way between them. So which of the old blocks
/// dominates or post-dominates which stays as it was, and the order of branches too; what changes is kept along: where the blocks
/// of the region meet, and who leads there.
///
/// # Errors
/// Why it cannot be, in a sentence without its end, and the block.
pub(super) fn insert(code: &mut Code, insertion: Insertion) -> Result<(), (usize, String)> {
    let reuses = insertion == Insertion::Reuse;
    let flow = Flow::new(code);
    let meeting = |block| flow.post.parent(id(block)).map(BlockId::index);
    let mut meets = Meets {
        of: (0..code.blocks.len()).map(meeting).collect(),
        preds: flow.cfg.preds.iter().map(|preds| preds.iter().map(|pred| pred.index()).collect()).collect(),
    };
    for branch in flow.cfg.rpo.iter().map(|block| block.index()) {
        if !is_split(code, branch) {
            continue;
        }
        let Some(meet) = meets.of[branch] else {
            return Err((branch, NEVER.into()));
        };
        let old = meet < flow.cfg.preds.len();
        if old && flow.dominators.dominates(id(meet), id(branch)) {
            return Err((branch, BEFORE.into()));
        }
        let region = Region::new(code, branch, meet);
        if flow.side_entry(&region, branch).is_some() {
            return Err((branch, "lanes of other branches come between those that part at this one".into()));
        }
        meets.join(code, &region, branch, (meet, reuses));
    }
    Ok(())
}

/// What is wrong with a branch whose ways do not meet.
pub(super) const NEVER: &str = "lanes that part at this branch never meet again";

/// The same where they meet at a block that every way to the branch goes through.
pub(super) const BEFORE: &str = "lanes that part at this branch meet before it (dominating reconvergence)";

/// What new blocks change.
struct Meets {
    /// Where the ways of a block meet again.
    of: Vec<Option<usize>>,
    /// The blocks that lead to a block.
    preds: Vec<Vec<usize>>,
}

impl Meets {
    /// Gives a branch its `join`: where its ways meet, if that may be, or in a new block.
    fn join(&mut self, code: &mut Code, region: &Region, branch: usize, (meet, reuses): (usize, bool)) {
        let inside = |block: &usize| *block == branch || region.holds(*block);
        let (mine, others): (Vec<usize>, Vec<usize>) = self.preds[meet].iter().copied().partition(inside);
        if reuses && code.blocks[meet].join.is_none() && others.is_empty() && meet != 0 {
            code.blocks[meet].join = Some(branch);
            return;
        }
        let span = code.blocks[meet].span;
        let new = code.add(Block::empty(meet, span));
        (code.blocks[new].join, code.blocks[new].owner) = (Some(branch), code.site(branch));
        mine.iter().for_each(|pred| code.blocks[*pred].end.redirect(meet, new));
        for block in region.blocks.iter().chain([&branch]) {
            if self.of[*block] == Some(meet) {
                self.of[*block] = Some(new);
            }
        }
        self.of.push(Some(meet));
        self.preds[meet] = others;
        self.preds[meet].push(new);
        self.preds.push(mine);
    }
}

/// Is the branch of a block split?
pub(super) fn is_split(code: &Code, block: usize) -> bool {
    matches!(code.blocks[block].end, End::Branch { choice: Choice::Split | Choice::Predicate, .. })
}

pub(super) const fn id(block: usize) -> BlockId {
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
    pub fn side_entry(&self, region: &Region, branch: usize) -> Option<usize> {
        // Blocks that are new since lie on ways that are inside.
        let own =
            |block: usize| block >= self.cfg.preds.len() || self.dominators.dominates(id(branch), id(block));
        let reached = |block: &usize| {
            let leads = |pred: usize| own(pred) && (region.holds(pred) || pred == branch);
            self.cfg.preds[*block].iter().any(|pred| leads(pred.index()))
        };
        region.blocks.iter().copied().filter(|block| !own(*block)).find(reached)
    }
}

/// The blocks between a branch and where its ways meet.
pub(super) struct Region {
    /// They, each once.
    pub blocks: Vec<usize>,
    inside: Vec<bool>,
}

impl Region {
    /// Of a branch, whose ways meet again at `meet`.
    pub fn new(code: &Code, branch: usize, meet: usize) -> Region {
        let mut region = Region { blocks: Vec::new(), inside: vec![false; code.blocks.len()] };
        let mut work: Vec<usize> = code.blocks[branch].end.targets().collect();
        while let Some(block) = work.pop() {
            if block != meet && !region.inside[block] {
                region.inside[block] = true;
                region.blocks.push(block);
                work.extend(code.blocks[block].end.targets());
            }
        }
        region
    }

    /// Is the block one of them?
    pub fn holds(&self, block: usize) -> bool {
        self.inside[block]
    }
}

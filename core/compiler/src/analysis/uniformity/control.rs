//! The part of divergence that goes through control flow.

use alloc::{vec, vec::Vec};

use crate::base::{OrdMap, OrdSet, order};
use crate::ir::{
    BlockId, Kernel, Value,
    cfg::Cfg,
    dom::{DomTree, control_dependence},
    loops::Loops,
};

use super::rounds::Rounds;

/// What the divergent branches found so far mean for blocks and values.
pub(super) struct Control<'c> {
    cfg: &'c Cfg,
    post: DomTree,
    rounds: Rounds,
    /// For each block the blocks that are directly control-dependent on its branch.
    decides: Vec<Vec<BlockId>>,
    /// For each value the cycles that it is defined in and used outside of.
    escapes: Vec<Vec<usize>>,
    pub divergent: Vec<bool>,
    pub convergent: Vec<bool>,
    /// For each block the sets of blocks from which ways that one divergent branch has separated come to it.
    meetings: Vec<Vec<Vec<BlockId>>>,
    /// Do work-items leave the cycle in different turns?
    uneven: Vec<bool>,
    /// For each block the last branch that it was found to depend on. (A set for each branch would be made anew thousands of
    /// times, each as large as the code below it.)
    dependent_on: Vec<Option<BlockId>>,
}

impl Control<'_> {
    pub fn new<'c>(kernel: &Kernel, cfg: &'c Cfg) -> Control<'c> {
        let dom = DomTree::dominators(cfg);
        let post = DomTree::post_dominators(&kernel.blocks, cfg);
        let rounds = Rounds::new(cfg, Loops::new(cfg, &dom));
        let blocks = kernel.blocks.len();
        let mut decides = vec![vec![]; blocks];
        for (block, branches) in kernel.block_ids().zip(control_dependence(cfg, &post)) {
            branches.iter().for_each(|branch| decides[branch.index()].push(block));
        }
        Control {
            cfg,
            post,
            decides,
            escapes: escapes(kernel, cfg, &rounds),
            divergent: vec![false; blocks],
            convergent: vec![true; blocks],
            meetings: vec![vec![]; blocks],
            uneven: vec![false; rounds.all.len()],
            dependent_on: vec![None; blocks],
            rounds,
        }
    }

    /// Ways that a divergent branch separates meet at this block: for each such branch the blocks that they come from.
    pub fn meetings(&self, block: BlockId) -> &[Vec<BlockId>] {
        &self.meetings[block.index()]
    }

    /// Is the value used outside a loop that work-items leave in different turns?
    pub fn is_seen_late(&self, value: Value) -> bool {
        self.escapes[value.index()].iter().any(|at| self.uneven[*at])
    }

    /// Takes note that the branch of a block is divergent. Says whether that is news.
    pub fn diverge(&mut self, branch: BlockId) -> bool {
        if core::mem::replace(&mut self.divergent[branch.index()], true) {
            return false;
        }
        self.mark_dependent(branch);
        self.mark_joins(branch);
        true
    }

    /// The blocks that depend on the branch, directly or through other branches, are not run together; loops that they
    /// leave are left in different turns.
    fn mark_dependent(&mut self, branch: BlockId) {
        let mut work = vec![branch];
        while let Some(block) = work.pop() {
            self.mark_exits(branch, block);
            for dependent in &self.decides[block.index()] {
                self.convergent[dependent.index()] = false;
                if self.dependent_on[dependent.index()].replace(branch) != Some(branch) {
                    work.push(*dependent);
                }
            }
        }
    }

    /// The cycles around both `branch` and `block` that `block` may leave.
    fn mark_exits(&mut self, branch: BlockId, block: BlockId) {
        for at in self.rounds.around(block).to_vec() {
            let leaves = self.cfg.succs[block.index()].iter().any(|succ| self.rounds.leaves(at, block, *succ));
            let uneven = leaves && self.rounds.contains(at, branch);
            if uneven && !core::mem::replace(&mut self.uneven[at], true) {
                self.mark_late_joins(at);
            }
        }
    }

    /// Finds where ways from the branch meet: each way carries the name of the block where it began, and a block that
    /// is reached under two names is a meeting point, from which a new way begins. Ways end at the post-dominator and at
    /// jumps back; two that jump back to one header meet there.
    fn mark_joins(&mut self, branch: BlockId) {
        let (cfg, end) = (self.cfg, self.post.parent(branch));
        let mut ways = Ways { cfg, open: OrdMap::new(), met: OrdSet::new(), came: vec![], back: vec![] };
        for succ in &cfg.succs[branch.index()] {
            ways.arrive(branch, *succ, *succ);
        }
        self.follow(ways, end);
    }

    /// Finds where ways out of a loop meet that work-items go in different turns: one for each edge that leaves it. A branch that
    /// all take together separates them, too, if some have gone before.
    fn mark_late_joins(&mut self, at: usize) {
        let (cfg, header) = (self.cfg, self.rounds.all[at].header);
        let outside = |block: &BlockId| !self.rounds.contains(at, *block);
        let mut behind = core::iter::successors(self.post.parent(header), |block| self.post.parent(*block));
        let end = behind.find(outside);
        let mut ways = Ways { cfg, open: OrdMap::new(), met: OrdSet::new(), came: vec![], back: vec![] };
        for from in &self.rounds.all[at].blocks {
            let leaves = cfg.succs[from.index()].iter().filter(|to| outside(to));
            leaves.for_each(|to| ways.arrive(*from, *to, *from));
        }
        self.follow(ways, end);
    }

    /// Follows ways to their end and takes note where they meet.
    fn follow(&mut self, mut ways: Ways<'_>, end: Option<BlockId>) {
        // In reverse post-order every way to a block has arrived when its turn comes.
        while let Some((_, (block, name))) = ways.open.pop_first() {
            if Some(block) != end {
                let succs = &self.cfg.succs[block.index()];
                succs.iter().for_each(|succ| ways.arrive(block, *succ, name));
            }
        }
        for (to, from) in ways.meetings() {
            let known = &mut self.meetings[to.index()];
            if !known.contains(&from) {
                known.push(from);
            }
        }
    }
}

/// The ways from a branch.
struct Ways<'c> {
    cfg: &'c Cfg,
    /// Those that are open, by the position of the block that they have come to: its name and the way's.
    open: OrdMap<u32, (BlockId, BlockId)>,
    /// The blocks that were reached under two names.
    met: OrdSet<BlockId>,
    /// Where they came to, and from where.
    came: Vec<(BlockId, BlockId)>,
    /// Where jumps back lead to, the names that they bring, and from where.
    back: Vec<(BlockId, BlockId, BlockId)>,
}

impl Ways<'_> {
    /// A way arrives at `to` from `from`. (A jump back to a block that does not dominate, of an irreducible graph,
    /// counts as one to a header.)
    fn arrive(&mut self, from: BlockId, to: BlockId, name: BlockId) {
        let (Some(at), here) = (self.cfg.position[to.index()], self.cfg.position[from.index()]) else {
            return;
        };
        if Some(at) <= here {
            self.back.push((to, name, from));
            return;
        }
        self.came.push((to, from));
        let (_, other) = *self.open.entry(at).or_insert((to, name));
        if other != name {
            self.met.insert(to);
            self.open.insert(at, (to, to));
        }
    }

    /// Where ways meet, and the blocks that they come from.
    fn meetings(mut self) -> Vec<(BlockId, Vec<BlockId>)> {
        let came = self.came.iter().filter(|(to, _)| self.met.contains(to)).copied();
        let mut edges: Vec<_> = came.collect();
        order::sort(&mut self.back);
        for same in self.back.chunk_by(|a, b| a.0 == b.0) {
            if same.iter().any(|(_, name, _)| *name != same[0].1) {
                edges.extend(same.iter().map(|(to, _, from)| (*to, *from)));
            }
        }
        order::sort(&mut edges);
        edges.dedup();
        let groups = edges.chunk_by(|a, b| a.0 == b.0);
        groups.map(|edges| (edges[0].0, edges.iter().map(|(_, from)| *from).collect())).collect()
    }
}

/// For each value the cycles that it is defined in and used outside of. What has no operands is the same in every turn.
fn escapes(kernel: &Kernel, cfg: &Cfg, rounds: &Rounds) -> Vec<Vec<usize>> {
    let mut home = vec![None; kernel.values.len()];
    for id in cfg.rpo.iter().copied() {
        let block = &kernel.blocks[id.index()];
        let insts = block.insts.iter().map(|inst| &kernel.insts[inst.index()]);
        let results = insts.filter(|inst| !inst.op.operands().is_empty()).filter_map(|inst| inst.result);
        results.chain(block.params.iter().copied()).for_each(|value| home[value.index()] = Some(id));
    }
    let mut escapes: Vec<Vec<usize>> = vec![vec![]; kernel.values.len()];
    let mut used = |value: Value, by: BlockId| {
        let Some(home) = home[value.index()] else { return };
        for at in rounds.around(home).iter().filter(|at| rounds.leaves(**at, home, by)) {
            if !escapes[value.index()].contains(at) {
                escapes[value.index()].push(*at);
            }
        }
    };
    for id in cfg.rpo.iter().copied() {
        let block = &kernel.blocks[id.index()];
        for inst in &block.insts {
            kernel.insts[inst.index()].op.operands().into_iter().for_each(|value| used(value, id));
        }
        let mut term = block.term.clone();
        if let crate::ir::Terminator::Branch(condition, ..) = &term {
            used(*condition, id);
        }
        // What is passed to a block outside the loop is used there.
        for target in term.targets_mut() {
            target.args.iter().for_each(|value| used(*value, target.block));
        }
    }
    escapes
}

//! The part of divergence that goes through control flow.

use alloc::{vec, vec::Vec};

use crate::base::{OrdSet, order};
use crate::ir::{
    Block, BlockId, Kernel, Op, Terminator, Value,
    cfg::Cfg,
    dom::{DomTree, control_dependence},
    loops::Loops,
};

use super::Waiting;

/// What the divergent branches found so far mean for blocks and values.
pub(super) struct Control<'c> {
    cfg: &'c Cfg,
    /// Where work-items wait that a branch has separated, in each way of waiting that may be.
    posts: Vec<DomTree>,
    /// The blocks with barriers: work-items wait there, too.
    barriers: Vec<BlockId>,
    /// For each block the blocks that are directly control-dependent on its branch.
    decides: Vec<Vec<BlockId>>,
    lives: Lives,
    pub divergent: Vec<bool>,
    pub convergent: Vec<bool>,
    /// For each block the sets of blocks from which ways that one divergent branch has separated come to it.
    meetings: Vec<Vec<Vec<BlockId>>>,
    /// Is the block between the ends of some jump back? Then it may be in a cycle.
    in_cycles: Vec<bool>,
    /// The cycles that work-items were found to leave in different turns, behind the places where they wait.
    rounds: OrdSet<[Vec<BlockId>; 2]>,
    /// Is the value used outside of such a cycle?
    late: Vec<bool>,
    /// The blocks that depend on a branch; those in which work-items wait; that they come to; that are in a cycle.
    dependent: Marks,
    waits: Marks,
    after: Marks,
    inside: Marks,
    /// Room for the ways of one branch at a time.
    ways: Ways,
}

/// A set of blocks that is emptied at once: one for each branch would be made anew thousands of times.
#[derive(Default)]
struct Marks {
    /// The time at which each block was put into it last.
    last: Vec<u32>,
    /// Counts how often it was emptied, from 1: 0 is never.
    time: u32,
}

impl Marks {
    fn new(blocks: usize) -> Marks {
        Marks { last: vec![0; blocks], time: 1 }
    }

    fn clear(&mut self) {
        self.time += 1;
    }

    fn contains(&self, block: BlockId) -> bool {
        self.last[block.index()] == self.time
    }

    /// Says whether it was not there.
    fn insert(&mut self, block: BlockId) -> bool {
        core::mem::replace(&mut self.last[block.index()], self.time) != self.time
    }
}

impl Control<'_> {
    pub fn new<'c>(kernel: &Kernel, cfg: &'c Cfg, waiting: Waiting) -> Control<'c> {
        let dom = DomTree::dominators(cfg);
        let post = DomTree::post_dominators(&kernel.blocks, cfg);
        let loops = Loops::new(cfg, &dom);
        let blocks = kernel.blocks.len();
        let mut decides = vec![vec![]; blocks];
        let mut depend = |cfg: &Cfg, post: &DomTree| {
            for (block, branches) in kernel.block_ids().zip(control_dependence(cfg, post)) {
                branches.iter().for_each(|branch| decides[branch.index()].push(block));
            }
        };
        depend(cfg, &post);
        let mut posts = vec![post];
        if waiting != Waiting::ForAll {
            let (code, turns) = turns(kernel, cfg, &loops, &posts[0]);
            posts.push(DomTree::post_dominators(&code, &turns));
            depend(&turns, &posts[1]);
        }
        if waiting == Waiting::ForTheTurn {
            posts.remove(0);
        }
        let waits = |id: &BlockId| {
            kernel.blocks[id.index()].insts.iter().any(|inst| kernel.insts[inst.index()].op == Op::Barrier)
        };
        Control {
            cfg,
            posts,
            barriers: cfg.rpo.iter().copied().filter(waits).collect(),
            decides,
            lives: Lives::new(kernel, cfg),
            divergent: vec![false; blocks],
            convergent: vec![true; blocks],
            meetings: vec![vec![]; blocks],
            in_cycles: in_cycles(cfg),
            rounds: OrdSet::new(),
            late: vec![false; kernel.values.len()],
            dependent: Marks::new(blocks),
            waits: Marks::new(blocks),
            after: Marks::new(blocks),
            inside: Marks::new(blocks),
            ways: Ways::new(blocks),
        }
    }

    /// Ways that a divergent branch separates meet at this block: for each such branch the blocks that they come from.
    pub fn meetings(&self, block: BlockId) -> &[Vec<BlockId>] {
        &self.meetings[block.index()]
    }

    /// Is the value used outside a cycle that work-items leave in different turns?
    pub fn is_seen_late(&self, value: Value) -> bool {
        self.late[value.index()]
    }

    /// Takes note that the branch of a block is divergent. Says whether that is news.
    pub fn diverge(&mut self, branch: BlockId) -> bool {
        if core::mem::replace(&mut self.divergent[branch.index()], true) {
            return false;
        }
        self.mark_dependent(branch);
        for end in self.posts.iter().map(|post| post.parent(branch)).collect::<Vec<_>>() {
            self.mark_joins(branch, end);
            if self.in_cycles[branch.index()] {
                self.mark_round(branch, end, end.into_iter().collect());
                self.mark_round(branch, end, end.into_iter().chain(self.barriers.iter().copied()).collect());
            }
        }
        true
    }

    /// The blocks that depend on the branch, directly or through other branches, are not run together.
    fn mark_dependent(&mut self, branch: BlockId) {
        let mut work = vec![branch];
        self.dependent.clear();
        while let Some(block) = work.pop() {
            for dependent in &self.decides[block.index()] {
                self.convergent[dependent.index()] = false;
                if self.dependent.insert(*dependent) {
                    work.push(*dependent);
                }
            }
        }
    }

    /// Finds where ways from the branch meet: each way carries the name of the block where it began, and a block that
    /// is reached under two names is a meeting point, from which a new way begins. Ways end at the post-dominator and at
    /// jumps back; two that jump back to one header meet there.
    fn mark_joins(&mut self, branch: BlockId, end: Option<BlockId>) {
        let cfg = self.cfg;
        cfg.succs[branch.index()].iter().for_each(|succ| self.ways.arrive(cfg, branch, *succ, *succ));
        self.follow(end);
    }

    /// Work-items that have come from the branch to its end, or to a barrier, wait there while others may come to the branch again: what the
    /// cycle defines and what is used outside of it is then of different turns. Ways out of the cycle, one for each edge that leaves it,
    /// separate them too, even if all that are left take them together.
    fn mark_round(&mut self, branch: BlockId, end: Option<BlockId>, waits: Vec<BlockId>) {
        let cfg = self.cfg;
        let round = self.round(branch, &waits);
        if round.is_empty() || !self.rounds.insert([waits, round.clone()]) {
            return;
        }
        let inside = &self.inside;
        for value in round.iter().flat_map(|block| &self.lives.defined[block.index()]) {
            let mut used = self.lives.used[value.index()].iter();
            self.late[value.index()] |= used.any(|by| !inside.contains(*by));
        }
        for from in &round {
            let leaves = cfg.succs[from.index()].iter().filter(|to| !inside.contains(**to));
            leaves.for_each(|to| self.ways.arrive(cfg, *from, *to, *from));
        }
        self.follow(end);
    }

    /// The blocks of all cycles through a branch that go through none of these, in order; none if there is no such cycle.
    fn round(&mut self, branch: BlockId, waits: &[BlockId]) -> Vec<BlockId> {
        let Control { cfg, waits: waiting, after, inside, .. } = self;
        waiting.clear();
        waits.iter().for_each(|block| _ = waiting.insert(*block));
        let found = reached(&cfg.succs, branch, after, |block| !waiting.contains(block));
        if !found.contains(&branch) {
            return Vec::new();
        }
        let mut round = reached(&cfg.preds, branch, inside, |block| after.contains(block));
        order::sort(&mut round);
        round
    }

    /// Follows the ways to their end and takes note where they meet.
    fn follow(&mut self, end: Option<BlockId>) {
        let cfg = self.cfg;
        // In reverse post-order every way to a block has arrived when its turn comes.
        while let Some((at, name)) = self.ways.open.pop_first() {
            let block = cfg.rpo[at];
            if Some(block) != end {
                cfg.succs[block.index()].iter().for_each(|succ| self.ways.arrive(cfg, block, *succ, name));
            }
        }
        for (to, from) in self.ways.meetings() {
            // If two of these blocks bring different values, so do the same two of more blocks.
            let known = &mut self.meetings[to.index()];
            if !known.iter().any(|more| is_within(&from, more)) {
                known.retain(|less| !is_within(less, &from));
                known.push(from);
            }
        }
    }
}

/// The blocks and the graph of one turn of each loop: what jumps back goes on behind the loop instead, where all meet who have left it, or
/// ends. `post` are the kernel's post-dominators.
pub fn turns(kernel: &Kernel, cfg: &Cfg, loops: &Loops, post: &DomTree) -> (Vec<Block>, Cfg) {
    let (mut code, mut turns) = (kernel.blocks.clone(), cfg.clone());
    for (at, l) in loops.loops.iter().enumerate() {
        let mut after = core::iter::successors(post.parent(l.header), |block| post.parent(*block));
        let behind = after.find(|block| !loops.contains(at, *block));
        for latch in &l.latches {
            let succs = &mut turns.succs[latch.index()];
            turns.preds[l.header.index()].retain(|pred| pred != latch);
            succs.retain(|succ| *succ != l.header);
            match behind {
                Some(behind) => {
                    succs.push(behind);
                    turns.preds[behind.index()].push(*latch);
                }
                None => code[latch.index()].term = Terminator::Return(None),
            }
        }
    }
    (code, turns)
}

/// Open ways, by the position of the block that they have come to: the name of each. They only go on to higher positions, so that the first one
/// is looked for from where the last one was.
#[derive(Default)]
struct Open {
    names: Vec<Option<BlockId>>,
    from: usize,
    until: usize,
}

impl Open {
    /// The name of the way that has come to a position; a new one has this name.
    fn entry(&mut self, at: usize, name: BlockId) -> &mut BlockId {
        (self.from, self.until) =
            if self.from == self.until { (at, at + 1) } else { (self.from.min(at), self.until.max(at + 1)) };
        self.names[at].get_or_insert(name)
    }

    fn pop_first(&mut self) -> Option<(usize, BlockId)> {
        while self.from < self.until {
            let at = self.from;
            self.from += 1;
            if let Some(name) = self.names[at].take() {
                return Some((at, name));
            }
        }
        None
    }
}

/// The ways from a branch.
#[derive(Default)]
struct Ways {
    open: Open,
    /// The blocks that were reached under two names.
    met: Marks,
    /// Where they came to, and from where.
    came: Vec<(BlockId, BlockId)>,
    /// Where jumps back lead to, the names that they bring, and from where.
    back: Vec<(BlockId, BlockId, BlockId)>,
}

impl Ways {
    fn new(blocks: usize) -> Ways {
        let open = Open { names: vec![None; blocks], ..Open::default() };
        Ways { open, met: Marks::new(blocks), ..Ways::default() }
    }

    /// A way arrives at `to` from `from`. (A jump back to a block that does not dominate, of an irreducible graph,
    /// counts as one to a header.)
    fn arrive(&mut self, cfg: &Cfg, from: BlockId, to: BlockId, name: BlockId) {
        let (Some(at), here) = (cfg.position[to.index()], cfg.position[from.index()]) else {
            return;
        };
        if Some(at) <= here {
            self.back.push((to, name, from));
            return;
        }
        self.came.push((to, from));
        let known = self.open.entry(at as usize, name);
        if *known != name {
            *known = to;
            self.met.insert(to);
        }
    }

    /// Where ways meet, and the blocks that they come from. Nothing is left for the next branch.
    fn meetings(&mut self) -> Vec<(BlockId, Vec<BlockId>)> {
        let came = self.came.drain(..).filter(|(to, _)| self.met.contains(*to));
        let mut edges: Vec<_> = came.collect();
        self.met.clear();
        order::sort(&mut self.back);
        for same in self.back.chunk_by(|a, b| a.0 == b.0) {
            if same.iter().any(|(_, name, _)| *name != same[0].1) {
                edges.extend(same.iter().map(|(to, _, from)| (*to, *from)));
            }
        }
        self.back.clear();
        order::sort(&mut edges);
        edges.dedup();
        let groups = edges.chunk_by(|a, b| a.0 == b.0);
        groups.map(|edges| (edges[0].0, edges.iter().map(|(_, from)| *from).collect())).collect()
    }
}

/// Are all of these blocks among the others? Both are in order.
fn is_within(some: &[BlockId], others: &[BlockId]) -> bool {
    let mut others = others.iter();
    some.len() <= others.len() && some.iter().all(|block| others.any(|other| other == block))
}

/// Which blocks are between the ends of a jump back, in reverse post-order: all that are in cycles, and more.
fn in_cycles(cfg: &Cfg) -> Vec<bool> {
    let mut marks = vec![false; cfg.succs.len()];
    // How many blocks from here on, backwards, are between the ends.
    let mut left = 0;
    for (at, block) in cfg.rpo.iter().enumerate().rev() {
        let to = cfg.succs[block.index()].iter().filter_map(|to| cfg.position[to.index()]);
        let back = to.map(|to| (at + 1).saturating_sub(to as usize)).max();
        left = left.max(back.unwrap_or(0));
        marks[block.index()] = left > 0;
        left = left.saturating_sub(1);
    }
    marks
}

/// The blocks that one comes to from another in a step or more, going through those that are within alone.
fn reached(
    next: &[Vec<BlockId>],
    from: BlockId,
    seen: &mut Marks,
    within: impl Fn(BlockId) -> bool,
) -> Vec<BlockId> {
    let (mut found, mut work) = (vec![], next[from.index()].clone());
    seen.clear();
    while let Some(block) = work.pop() {
        if within(block) && seen.insert(block) {
            found.push(block);
            work.extend(&next[block.index()]);
        }
    }
    found
}

/// Where values are defined and used.
struct Lives {
    /// The values of each block. What has no operands is the same in every turn and is left out.
    defined: Vec<Vec<Value>>,
    /// The blocks that use each value; what is passed to a block is used there.
    used: Vec<Vec<BlockId>>,
}

impl Lives {
    fn new(kernel: &Kernel, cfg: &Cfg) -> Lives {
        let mut defined = vec![vec![]; kernel.blocks.len()];
        let mut used: Vec<Vec<BlockId>> = vec![vec![]; kernel.values.len()];
        let mut add = |value: Value, by: BlockId| {
            if used[value.index()].last() != Some(&by) {
                used[value.index()].push(by);
            }
        };
        for id in cfg.rpo.iter().copied() {
            let block = &kernel.blocks[id.index()];
            defined[id.index()].extend(&block.params);
            for inst in block.insts.iter().map(|inst| &kernel.insts[inst.index()]) {
                let operands = inst.op.operands();
                if !operands.is_empty() {
                    defined[id.index()].extend(inst.result);
                }
                operands.into_iter().for_each(|value| add(value, id));
            }
            if let Terminator::Branch(condition, ..) = &block.term {
                add(*condition, id);
            }
            for target in block.term.targets() {
                target.args.iter().for_each(|value| add(*value, target.block));
            }
        }
        Lives { defined, used }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        base::rng::Rng,
        ir::tests::graph::{random_graph, reach},
    };

    /// Blocks that `from` comes to by one step or more, without going through `avoid`.
    fn steps(cfg: &Cfg, from: BlockId, avoid: BlockId) -> Vec<bool> {
        let ways: Vec<Vec<bool>> = cfg.succs[from.index()].iter().map(|to| reach(cfg, *to, avoid)).collect();
        (0..cfg.succs.len()).map(|at| ways.iter().any(|way| way[at])).collect()
    }

    /// By the definition: a block is in a cycle if it comes to itself, and in one through a branch if each comes to the other.
    #[test]
    fn cycles_of_random_graphs_agree_with_the_definition() {
        let (mut rng, mut found) = (Rng::new(7), [0; 2]);
        for _ in 0..300 {
            let kernel = random_graph(&mut rng);
            let cfg = Cfg::new(&kernel);
            let nowhere = BlockId(u32::MAX);
            let cyclic = |block: &BlockId| steps(&cfg, *block, nowhere)[block.index()];
            let marks = in_cycles(&cfg);
            let mut control = Control::new(&kernel, &cfg, Waiting::ForAll);
            assert!(cfg.rpo.iter().all(|block| marks[block.index()] || !cyclic(block)));
            // Without a cycle nothing goes back.
            assert_eq!(marks.contains(&true), cfg.rpo.iter().any(cyclic));
            for (branch, wait) in cfg.rpo.iter().flat_map(|a| cfg.rpo.iter().map(move |b| (*a, *b))) {
                let after = steps(&cfg, branch, wait);
                let through =
                    |block: &BlockId| after[block.index()] && steps(&cfg, *block, wait)[branch.index()];
                let is_there = after[branch.index()];
                let expected: Vec<BlockId> =
                    kernel.block_ids().filter(|one| is_there && through(one)).collect();
                found[usize::from(is_there)] += 1;
                assert_eq!(control.round(branch, &[wait]), expected);
            }
        }
        assert!(found.iter().all(|count| *count > 500), "{found:?}");
    }

    #[test]
    fn sets_of_blocks_that_hold_others() {
        let set = |blocks: &[u32]| blocks.iter().map(|block| BlockId(*block)).collect::<Vec<_>>();
        let within = |some: &[u32], others: &[u32]| is_within(&set(some), &set(others));
        assert!(within(&[], &[2]) && within(&[1, 3], &[1, 2, 3]) && within(&[4, 9], &[4, 9]));
        assert!(!within(&[1, 4], &[1, 2, 3]) && !within(&[0], &[1, 2]) && !within(&[1, 2], &[1]));
    }
}

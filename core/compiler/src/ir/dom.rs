//! Dominators, post-dominators and control dependence.
//!
//! A block dominates another if every path from the entry to that one goes through it; it post-dominates another if
//! every path from that one to the exit goes through it. The exit is one virtual block behind every `Return`; a block
//! from which no `Return` can be reached (an endless loop) has an extra edge to it, so that post-dominators exist
//! everywhere (gpgpu C01).
//!
//! The trees are found by iterating over the blocks in reverse post-order until nothing changes, which takes two rounds
//! on the graphs that structured source gives.

use alloc::{vec, vec::Vec};

use super::{
    Block, BlockId, Terminator,
    cfg::{Cfg, reverse_post_order},
};
use crate::base::order;

/// A tree of dominators or of post-dominators. Blocks that cannot be reached from the entry are in neither.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DomTree {
    parent: Vec<Option<BlockId>>,
    /// When a walk through the tree enters and leaves each block; `(0, 0)` for blocks outside.
    interval: Vec<(u32, u32)>,
    preorder: Vec<BlockId>,
}

impl DomTree {
    /// The dominators; the root is the entry.
    pub fn dominators(cfg: &Cfg) -> DomTree {
        DomTree::new(&cfg.rpo, &cfg.preds, cfg.succs.len())
    }

    /// The post-dominators; the root is the virtual exit.
    pub fn post_dominators(code: &[Block], cfg: &Cfg) -> DomTree {
        let blocks = cfg.succs.len();
        let exit = BlockId(blocks as u32);
        let mut to_exit: Vec<BlockId> = cfg
            .rpo
            .iter()
            .copied()
            .filter(|block| matches!(code[block.index()].term, Terminator::Return(_)))
            .collect();
        let mut before: Vec<Vec<BlockId>> = cfg.preds.clone();
        before.push(to_exit.clone());
        let mut leaves = vec![false; blocks + 1];
        reverse_post_order(&before, exit).iter().for_each(|block| leaves[block.index()] = true);
        to_exit.extend(cfg.rpo.iter().filter(|block| !leaves[block.index()]));
        order::sort(&mut to_exit);

        let mut after: Vec<Vec<BlockId>> = cfg.succs.clone();
        after.push(vec![]);
        to_exit.iter().for_each(|block| after[block.index()].push(exit));
        before[exit.index()] = to_exit;
        DomTree::new(&reverse_post_order(&before, exit), &after, blocks + 1)
    }

    /// The tree of a graph whose nodes are `order` (reverse post-order, the root first).
    fn new(order: &[BlockId], preds: &[Vec<BlockId>], nodes: usize) -> DomTree {
        let mut position = vec![usize::MAX; nodes];
        order.iter().enumerate().for_each(|(at, block)| position[block.index()] = at);
        // Parents by position; the root is its own.
        let mut parent = vec![usize::MAX; order.len()];
        if let Some(root) = parent.first_mut() {
            *root = 0;
        }
        let mut changed = true;
        while changed {
            changed = false;
            for (at, block) in order.iter().enumerate().skip(1) {
                let known = preds[block.index()]
                    .iter()
                    .map(|pred| position[pred.index()])
                    .filter(|at| *at != usize::MAX && parent[*at] != usize::MAX);
                let new = known.reduce(|a, b| common_ancestor(&parent, a, b)).unwrap_or(usize::MAX);
                changed |= parent[at] != new;
                parent[at] = new;
            }
        }
        DomTree::from_parents(order, &parent, nodes)
    }

    fn from_parents(order: &[BlockId], parent: &[usize], nodes: usize) -> DomTree {
        let mut children = vec![vec![]; order.len()];
        let mut tree = DomTree { parent: vec![None; nodes], interval: vec![(0, 0); nodes], preorder: vec![] };
        for (at, block) in order.iter().enumerate().skip(1) {
            children[parent[at]].push(at);
            tree.parent[block.index()] = Some(order[parent[at]]);
        }
        let mut stack = if order.is_empty() { vec![] } else { vec![(0, 0)] };
        let mut time = 0;
        while let Some((at, next)) = stack.last_mut() {
            let block = order[*at];
            if *next == 0 {
                time += 1;
                tree.interval[block.index()].0 = time;
                tree.preorder.push(block);
            }
            if let Some(child) = children[*at].get(*next) {
                *next += 1;
                stack.push((*child, 0));
                continue;
            }
            // A leaf is entered once only: what is left of its children is nothing.
            tree.interval[block.index()].1 = time;
            stack.pop();
        }
        tree
    }

    /// The closest other block that (post-)dominates this one; `None` at the root, and where only the virtual exit
    /// post-dominates.
    pub fn parent(&self, block: BlockId) -> Option<BlockId> {
        let virtual_exit = self.parent.len() as u32 - 1;
        let parent = self.parent[block.index()]?;
        // Only in a tree of post-dominators the last node is the exit and the root.
        let is_exit = parent.0 == virtual_exit && self.preorder.first() == Some(&parent);
        (!is_exit).then_some(parent)
    }

    /// Does `a` (post-)dominate `b`? Every block does so itself.
    pub fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        let ((enter, leave), (at, _)) = (self.interval[a.index()], self.interval[b.index()]);
        enter <= at && at <= leave && enter > 0
    }

    /// The blocks of the tree, each before those below it. (In a tree of post-dominators the first is the virtual exit,
    /// whose number is the number of blocks.)
    pub fn preorder(&self) -> &[BlockId] {
        &self.preorder
    }
}

fn common_ancestor(parent: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        if a > b {
            a = parent[a];
        } else {
            b = parent[b];
        }
    }
    a
}

/// The dominance frontier of each block: where its dominance just ends. There values of several ways meet.
pub fn frontiers(cfg: &Cfg, dom: &DomTree) -> Vec<Vec<BlockId>> {
    let mut frontiers: Vec<Vec<BlockId>> = vec![vec![]; cfg.succs.len()];
    for block in cfg.rpo.iter().copied().filter(|block| cfg.preds[block.index()].len() > 1) {
        for pred in &cfg.preds[block.index()] {
            let mut at = Some(*pred);
            while at != dom.parent(block) {
                let Some(runner) = at else { break };
                let frontier = &mut frontiers[runner.index()];
                if frontier.last() != Some(&block) {
                    frontier.push(block);
                }
                at = dom.parent(runner);
            }
        }
    }
    frontiers
}

/// For each block the blocks whose branch decides directly whether it runs: those from which one way must lead through
/// it and another may miss it.
pub fn control_dependence(cfg: &Cfg, post: &DomTree) -> Vec<Vec<BlockId>> {
    let mut depends: Vec<Vec<BlockId>> = vec![vec![]; cfg.succs.len()];
    for branch in cfg.rpo.iter().copied().filter(|block| cfg.succs[block.index()].len() > 1) {
        let end = post.parent(branch);
        for succ in &cfg.succs[branch.index()] {
            let mut at = Some(*succ);
            while at != end {
                let Some(block) = at else { break };
                let list = &mut depends[block.index()];
                if list.last() != Some(&branch) {
                    list.push(branch);
                }
                at = post.parent(block);
            }
        }
    }
    depends
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        base::rng::Rng,
        ir::tests::graph::{graph, random_graph, reach},
    };

    fn parents(tree: &DomTree, blocks: usize) -> Vec<Option<u32>> {
        (0..blocks as u32).map(|b| tree.parent(BlockId(b)).map(|p| p.0)).collect()
    }

    fn trees(edges: &[&[u32]]) -> (Vec<Option<u32>>, Vec<Option<u32>>) {
        let kernel = graph(edges);
        let cfg = Cfg::new(&kernel);
        let (dom, post) = (DomTree::dominators(&cfg), DomTree::post_dominators(&kernel.blocks, &cfg));
        (parents(&dom, edges.len()), parents(&post, edges.len()))
    }

    #[test]
    fn a_diamond_meets_at_its_join() {
        let (dom, post) = trees(&[&[1, 2], &[3], &[3], &[]]);
        assert_eq!(dom, [None, Some(0), Some(0), Some(0)]);
        assert_eq!(post, [Some(3), Some(3), Some(3), None]);
    }

    #[test]
    fn a_loop_is_left_at_its_header() {
        let (dom, post) = trees(&[&[1], &[2, 3], &[1], &[]]);
        assert_eq!(dom, [None, Some(0), Some(1), Some(1)]);
        assert_eq!(post, [Some(1), Some(3), Some(1), None]);
    }

    /// The blocks of an endless loop have the virtual exit behind them; so has the branch that may enter it.
    #[test]
    fn c01_endless_loops_have_post_dominators() {
        let (dom, post) = trees(&[&[1, 3], &[2], &[1], &[]]);
        assert_eq!(dom, [None, Some(0), Some(1), Some(0)]);
        assert_eq!(post, [None, None, None, None]);
    }

    #[test]
    fn two_returns_meet_only_at_the_virtual_exit() {
        let (_, post) = trees(&[&[1, 2], &[], &[]]);
        assert_eq!(post, [None, None, None]);
    }

    #[test]
    fn control_dependence_of_a_loop_and_an_if() {
        // 0 -> 1; 1: loop header -> 2 or 5; 2: if -> 3 or 4; 3 -> 4; 4 -> 1; 5 returns.
        let kernel = graph(&[&[1], &[2, 5], &[3, 4], &[4], &[1], &[]]);
        let cfg = Cfg::new(&kernel);
        let depends = control_dependence(&cfg, &DomTree::post_dominators(&kernel.blocks, &cfg));
        let on = |block: usize| depends[block].iter().map(|b| b.0).collect::<Vec<_>>();
        assert_eq!(
            [on(0), on(1), on(2), on(3), on(4), on(5)],
            [vec![], vec![1], vec![1], vec![2], vec![1], vec![]]
        );
    }

    #[test]
    fn a_frontier_is_where_dominance_ends() {
        let kernel = graph(&[&[1], &[2, 5], &[3, 4], &[4], &[1], &[]]);
        let cfg = Cfg::new(&kernel);
        let frontiers = frontiers(&cfg, &DomTree::dominators(&cfg));
        let of = |block: usize| frontiers[block].iter().map(|b| b.0).collect::<Vec<_>>();
        assert_eq!(
            [of(0), of(1), of(2), of(3), of(4), of(5)],
            [vec![], vec![1], vec![1], vec![4], vec![1], vec![]]
        );
    }

    /// By the definition: `a` dominates `b` if `b` cannot be reached without `a`.
    #[test]
    fn random_graphs_agree_with_the_definition() {
        let mut rng = Rng::new(5);
        for _ in 0..300 {
            let kernel = random_graph(&mut rng);
            let cfg = Cfg::new(&kernel);
            let dom = DomTree::dominators(&cfg);
            let post = DomTree::post_dominators(&kernel.blocks, &cfg);
            for a in kernel.block_ids().filter(|b| cfg.is_reachable(*b)) {
                let from_entry = reach(&cfg, BlockId(0), a);
                for b in kernel.block_ids().filter(|b| cfg.is_reachable(*b)) {
                    assert_eq!(dom.dominates(a, b), a == b || !from_entry[b.index()]);
                    let always_leaves = |c: BlockId| {
                        reach(&cfg, c, BlockId(u32::MAX))
                            .iter()
                            .zip(&cfg.succs)
                            .any(|(r, s)| *r && s.is_empty())
                    };
                    let around = reach(&cfg, b, a);
                    let escapes = kernel
                        .block_ids()
                        .any(|c| around[c.index()] && (cfg.succs[c.index()].is_empty() || !always_leaves(c)));
                    assert_eq!(post.dominates(a, b), a == b || !escapes);
                }
            }
        }
    }
}

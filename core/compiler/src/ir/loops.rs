//! Natural loops: a header that dominates the blocks which jump back to it, and what lies between.
//!
//! Two back edges to one header make one loop. Cycles without a dominating header (what `goto` into the middle of
//! a loop makes) are no loops here; the pass [`entries`](crate::opt::entries) gives them one.

use alloc::{vec, vec::Vec};

use super::{BlockId, cfg::Cfg, dom::DomTree};
use crate::base::order;

/// A loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// Its only entry.
    pub header: BlockId,
    /// The blocks that jump back to the header.
    pub latches: Vec<BlockId>,
    /// All its blocks in reverse post-order, those of inner loops too; the header is first.
    pub blocks: Vec<BlockId>,
    /// The loop around it, an index of [`Loops::loops`].
    pub parent: Option<usize>,
    /// 1 for an outermost loop.
    pub depth: u32,
}

/// The loops of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loops {
    /// Outer loops before inner ones.
    pub loops: Vec<Loop>,
    /// The innermost loop of each block.
    pub innermost: Vec<Option<usize>>,
}

impl Loops {
    /// Finds the loops.
    pub fn new(cfg: &Cfg, dom: &DomTree) -> Loops {
        let mut found = Loops { loops: vec![], innermost: vec![None; cfg.succs.len()] };
        // From the inside out: a header comes after the headers around it in reverse post-order.
        for header in cfg.rpo.iter().rev().copied() {
            let back = cfg.preds[header.index()].iter().copied().filter(|pred| dom.dominates(header, *pred));
            let mut latches: Vec<BlockId> = back.collect();
            order::sort(&mut latches);
            latches.dedup();
            if !latches.is_empty() {
                found.add(cfg, header, latches);
            }
        }
        found.outermost_first();
        found.fill(cfg);
        found
    }

    /// How many loops a block is in.
    pub fn depth(&self, block: BlockId) -> u32 {
        self.innermost[block.index()].map_or(0, |at| self.loops[at].depth)
    }

    /// Is the block in this loop or one inside it?
    pub fn contains(&self, at: usize, block: BlockId) -> bool {
        let mut inner = self.innermost[block.index()];
        while let Some(this) = inner.filter(|this| *this != at) {
            inner = self.loops[this].parent;
        }
        inner.is_some()
    }

    /// The blocks in reverse post-order, but each loop in one piece: what comes behind a loop stands behind all of it.
    pub fn in_pieces(&self, cfg: &Cfg) -> Vec<BlockId> {
        let place = |block: BlockId| cfg.position[block.index()].unwrap_or(u32::MAX);
        let way = |block: &BlockId| {
            let around = |at: &usize| self.loops[*at].parent;
            let loops = core::iter::successors(self.innermost[block.index()], around);
            let mut way: Vec<u32> = loops.map(|at| place(self.loops[at].header)).collect();
            way.reverse();
            way.push(place(*block));
            way
        };
        let mut blocks = cfg.rpo.clone();
        order::sort_by_key(&mut blocks, way);
        blocks
    }

    /// Adds the loop of a header and walks back from its latches; an inner loop is skipped as a whole.
    fn add(&mut self, cfg: &Cfg, header: BlockId, latches: Vec<BlockId>) {
        let this = self.loops.len();
        self.loops.push(Loop { header, latches: latches.clone(), blocks: vec![], parent: None, depth: 0 });
        let mut work = latches;
        while let Some(block) = work.pop() {
            match self.outermost(block) {
                Some(inner) if inner == this => {}
                Some(inner) => {
                    self.loops[inner].parent = Some(this);
                    work.extend(&cfg.preds[self.loops[inner].header.index()]);
                }
                None => {
                    self.innermost[block.index()] = Some(this);
                    if block != header {
                        work.extend(&cfg.preds[block.index()]);
                    }
                }
            }
        }
        self.innermost[header.index()] = Some(this);
    }

    fn outermost(&self, block: BlockId) -> Option<usize> {
        let mut at = self.innermost[block.index()]?;
        while let Some(parent) = self.loops[at].parent {
            at = parent;
        }
        Some(at)
    }

    /// Turns the order of finding (inner first) round.
    fn outermost_first(&mut self) {
        self.loops.reverse();
        let last = self.loops.len().saturating_sub(1);
        let turn = |at: &mut usize| *at = last - *at;
        self.innermost.iter_mut().flatten().for_each(turn);
        self.loops.iter_mut().filter_map(|l| l.parent.as_mut()).for_each(turn);
        for at in 0..self.loops.len() {
            self.loops[at].depth = 1 + self.loops[at].parent.map_or(0, |parent| self.loops[parent].depth);
        }
    }

    /// Lists the blocks of each loop.
    fn fill(&mut self, cfg: &Cfg) {
        for block in &cfg.rpo {
            let mut at = self.innermost[block.index()];
            while let Some(this) = at {
                self.loops[this].blocks.push(*block);
                at = self.loops[this].parent;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::text;

    /// A nest: 1 is the header of the outer loop (1 to 5), 2 of an inner one (2, 3), 4 loops on itself.
    const NEST: &str = "kernel k() {
        b0:
          v0: bool = const true
          jump b1
        b1:
          branch v0, b2, b6
        b2:
          branch v0, b3, b4
        b3:
          branch v0, b2, b5
        b4:
          branch v0, b4, b5
        b5:
          jump b1
        b6:
          return
    }";

    #[test]
    fn nested_loops_are_found_from_the_outside_in() {
        let kernel = text::parse(NEST).unwrap();
        let cfg = Cfg::new(&kernel);
        let loops = Loops::new(&cfg, &DomTree::dominators(&cfg));
        let headers: Vec<u32> = loops.loops.iter().map(|l| l.header.0).collect();
        assert_eq!(headers[0], 1);
        let of = |header: u32| loops.loops.iter().find(|l| l.header.0 == header).unwrap();
        let blocks = |header| {
            let mut blocks: Vec<u32> = of(header).blocks.iter().map(|b| b.0).collect();
            order::sort(&mut blocks);
            blocks
        };
        assert_eq!([blocks(1), blocks(2), blocks(4)], [vec![1, 2, 3, 4, 5], vec![2, 3], vec![4]]);
        assert_eq!([of(1).depth, of(2).depth, of(4).depth], [1, 2, 2]);
        assert_eq!(of(1).latches, [BlockId(5)]);
        let depths: Vec<u32> = kernel.block_ids().map(|b| loops.depth(b)).collect();
        assert_eq!(depths, [0, 1, 2, 2, 2, 1, 0]);
        assert!(loops.contains(0, BlockId(3)) && !loops.contains(0, BlockId(6)));
    }

    /// The way out of the loop is the first way of its branch, so that plain reverse post-order puts it before the rest.
    #[test]
    fn what_comes_behind_a_loop_stands_behind_all_of_it() {
        let kernel = text::parse(
            "kernel k() {
            b0:
              v0: bool = const true
              jump b1
            b1:
              branch v0, b3, b2
            b2:
              jump b1
            b3:
              return
            }",
        )
        .unwrap();
        let cfg = Cfg::new(&kernel);
        let order = |blocks: &[BlockId]| blocks.iter().map(|block| block.0).collect::<Vec<_>>();
        assert_eq!(order(&cfg.rpo), [0, 1, 3, 2]);
        let loops = Loops::new(&cfg, &DomTree::dominators(&cfg));
        assert_eq!(order(&loops.in_pieces(&cfg)), [0, 1, 2, 3]);
    }
}

//! The cycles that work-items may go round a different number of times.
//!
//! A loop is one, with all that jumps back to its header. If several blocks do, each jump back is a cycle of its own beside it: in
//! `do { while (a) …; … } while (b)` both loops may begin in one block, and work-items that have left the inner one wait, inside the
//! outer one, for those that go on.

use alloc::{vec, vec::Vec};

use crate::base::{OrdSet, order};
use crate::ir::{
    BlockId,
    cfg::Cfg,
    loops::{Loop, Loops},
};

/// Most jumps back to one header that are looked at one by one.
const MOST: usize = 32;

/// A cycle.
pub(super) struct Round {
    pub header: BlockId,
    /// Its blocks, in reverse post-order.
    pub blocks: Vec<BlockId>,
    /// Are its jumps back so many that any of its blocks may be left by some while others go round?
    pub many: bool,
}

/// All cycles.
pub(super) struct Rounds {
    pub all: Vec<Round>,
    /// For each block the cycles that it is in.
    around: Vec<Vec<usize>>,
}

impl Rounds {
    pub fn new(cfg: &Cfg, loops: Loops) -> Rounds {
        let mut rounds = Rounds { all: vec![], around: vec![vec![]; cfg.succs.len()] };
        for Loop { header, latches, blocks, .. } in loops.loops {
            let (whole, many) = (blocks.len(), latches.len() > MOST);
            rounds.add(Round { header, blocks, many });
            if latches.len() > 1 && !many {
                let each = latches.into_iter().map(|latch| cycle(cfg, header, latch));
                each.filter(|blocks| blocks.len() < whole)
                    .for_each(|blocks| rounds.add(Round { header, blocks, many }));
            }
        }
        rounds
    }

    fn add(&mut self, round: Round) {
        round.blocks.iter().for_each(|block| self.around[block.index()].push(self.all.len()));
        self.all.push(round);
    }

    /// The cycles that a block is in.
    pub fn around(&self, block: BlockId) -> &[usize] {
        &self.around[block.index()]
    }

    /// Is the block in this cycle?
    pub fn contains(&self, at: usize, block: BlockId) -> bool {
        self.around(block).contains(&at)
    }

    /// Do work-items leave a cycle on the way from one of its blocks to another block?
    pub fn leaves(&self, at: usize, from: BlockId, to: BlockId) -> bool {
        !self.contains(at, to) || self.all[at].many && from != to
    }
}

/// The blocks from which one jump back to a header can be reached without it.
fn cycle(cfg: &Cfg, header: BlockId, latch: BlockId) -> Vec<BlockId> {
    let mut seen: OrdSet<BlockId> = OrdSet::new();
    seen.insert(header);
    let mut work = vec![latch];
    while let Some(block) = work.pop() {
        if seen.insert(block) {
            work.extend(&cfg.preds[block.index()]);
        }
    }
    let mut blocks: Vec<BlockId> = seen.iter().copied().collect();
    order::sort_by_key(&mut blocks, |block| cfg.position[block.index()]);
    blocks
}

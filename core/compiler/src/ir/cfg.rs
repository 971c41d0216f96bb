//! The control-flow graph: who goes where, in which order blocks are best visited.

use alloc::{vec, vec::Vec};

use super::{Block, BlockId, Kernel};

/// Edges and orders of a kernel's blocks. Made once; out of date as soon as a terminator changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cfg {
    /// Successors of each block, in the order of its terminator (a branch to one block twice lists it twice).
    pub succs: Vec<Vec<BlockId>>,
    /// Predecessors of each block, among those that can be reached.
    pub preds: Vec<Vec<BlockId>>,
    /// The blocks that can be reached from the entry, in reverse post-order: each before its successors, but for the
    /// edges that close a loop.
    pub rpo: Vec<BlockId>,
    /// Position of each block in `rpo`; `None` if it cannot be reached.
    pub position: Vec<Option<u32>>,
}

impl Cfg {
    /// The graph of a kernel, without its functions.
    pub fn new(kernel: &Kernel) -> Cfg {
        Cfg::of(&kernel.blocks)
    }

    /// The graph of the blocks of a kernel or a function.
    pub fn of(blocks: &[Block]) -> Cfg {
        let succs: Vec<Vec<BlockId>> =
            blocks.iter().map(|block| block.term.targets().map(|to| to.block).collect()).collect();
        let rpo = reverse_post_order(&succs, BlockId(0));
        let mut position = vec![None; succs.len()];
        let mut preds = vec![vec![]; succs.len()];
        for (at, block) in rpo.iter().enumerate() {
            position[block.index()] = Some(at as u32);
            for succ in &succs[block.index()] {
                preds[succ.index()].push(*block);
            }
        }
        Cfg { succs, preds, rpo, position }
    }

    /// Can the block be reached from the entry?
    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.position[block.index()].is_some()
    }
}

/// Depth first from `root`, the last successor first, so that the order reads as the source does.
pub(super) fn reverse_post_order(succs: &[Vec<BlockId>], root: BlockId) -> Vec<BlockId> {
    let mut order = vec![];
    if succs.is_empty() {
        return order;
    }
    let mut seen = vec![false; succs.len()];
    // A block with the number of its successors that are still to be visited.
    let mut stack = vec![(root, succs[root.index()].len())];
    seen[root.index()] = true;
    while let Some((block, rest)) = stack.last_mut() {
        let block = *block;
        let Some(next) = rest.checked_sub(1) else {
            order.push(block);
            stack.pop();
            continue;
        };
        *rest = next;
        let succ = succs[block.index()][next];
        if !seen[succ.index()] {
            seen[succ.index()] = true;
            stack.push((succ, succs[succ.index()].len()));
        }
    }
    order.reverse();
    order
}

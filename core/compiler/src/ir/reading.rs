//! Puts the blocks of a kernel or a function in reading order and takes out those that nothing reaches (what stands behind
//! `return` or an endless loop).
//!
//! Reading order is reverse postorder in which the first target of a branch comes before the second: `then` before
//! `else` before what follows, the body of a loop before its exit.

use alloc::{vec, vec::Vec};

use super::{Block, BlockId, ValueDef, ValueInfo};

/// Puts blocks in reading order; `values` are those of the same code.
pub fn arrange(blocks: &mut Vec<Block>, values: &mut [ValueInfo]) {
    let order = reading_order(blocks);
    let mut numbers = vec![BlockId(0); blocks.len()];
    for (number, old) in order.iter().enumerate() {
        numbers[old.index()] = BlockId(number as u32);
    }
    let mut old: Vec<_> = core::mem::take(blocks).into_iter().map(Some).collect();
    *blocks = order.iter().filter_map(|id| old[id.index()].take()).collect();
    let targets = blocks.iter_mut().flat_map(|block| block.term.targets_mut());
    targets.for_each(|target| target.block = numbers[target.block.index()]);
    for value in values {
        if let ValueDef::BlockParam(block, _) = &mut value.def {
            *block = numbers[block.index()];
        }
    }
}

fn reading_order(blocks: &[Block]) -> Vec<BlockId> {
    let mut reached = vec![false; blocks.len()];
    let mut order = Vec::with_capacity(blocks.len());
    // Blocks on the way, each with how many of its targets have been followed.
    let mut stack = vec![(BlockId(0), 0usize)];
    reached[0] = true;
    while let Some((block, followed)) = stack.last_mut() {
        match blocks[block.index()].term.targets().rev().nth(*followed) {
            Some(target) => {
                *followed += 1;
                if !core::mem::replace(&mut reached[target.block.index()], true) {
                    stack.push((target.block, 0));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

//! Puts the blocks in reading order and takes out those that nothing reaches (what stands behind `return` or an
//! endless loop).
//!
//! Reading order is reverse postorder in which the first target of a branch comes before the second: `then` before
//! `else` before what follows, the body of a loop before its exit.

use alloc::{vec, vec::Vec};

use crate::ir::{BlockId, Kernel, ValueDef};

/// The kernel with its blocks in reading order.
pub fn tidy(mut kernel: Kernel) -> Kernel {
    let order = reading_order(&kernel);
    let mut numbers = vec![BlockId(0); kernel.blocks.len()];
    for (number, old) in order.iter().enumerate() {
        numbers[old.index()] = BlockId(number as u32);
    }
    let mut blocks: Vec<_> = core::mem::take(&mut kernel.blocks).into_iter().map(Some).collect();
    kernel.blocks = order.iter().filter_map(|old| blocks[old.index()].take()).collect();
    let targets = kernel.blocks.iter_mut().flat_map(|block| block.term.targets_mut());
    targets.for_each(|target| target.block = numbers[target.block.index()]);
    for value in &mut kernel.values {
        if let ValueDef::BlockParam(block, _) = &mut value.def {
            *block = numbers[block.index()];
        }
    }
    kernel
}

fn reading_order(kernel: &Kernel) -> Vec<BlockId> {
    let mut reached = vec![false; kernel.blocks.len()];
    let mut order = Vec::with_capacity(kernel.blocks.len());
    // Blocks on the way, each with how many of its targets have been followed.
    let mut stack = vec![(BlockId(0), 0usize)];
    reached[0] = true;
    while let Some((block, followed)) = stack.last_mut() {
        match kernel.blocks[block.index()].term.targets().rev().nth(*followed) {
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

//! Blocks that nothing reaches (what stands behind `return` or an endless loop) are taken out.

use alloc::{vec, vec::Vec};

use crate::ir::{Block, BlockId, Kernel, ValueDef};

/// The kernel without unreachable blocks.
pub fn tidy(mut kernel: Kernel) -> Kernel {
    let mut reached = vec![false; kernel.blocks.len()];
    let mut stack = vec![BlockId(0)];
    while let Some(block) = stack.pop() {
        if !core::mem::replace(&mut reached[block.index()], true) {
            stack.extend(kernel.blocks[block.index()].term.targets().map(|target| target.block));
        }
    }
    let mut next = 0;
    let numbers: Vec<BlockId> = reached
        .iter()
        .map(|reached| {
            next += u32::from(*reached);
            BlockId(next.saturating_sub(1))
        })
        .collect();
    let blocks = core::mem::take(&mut kernel.blocks).into_iter().zip(&reached);
    kernel.blocks =
        blocks.filter(|(_, reached)| **reached).map(|(block, _)| renumbered(block, &numbers)).collect();
    for value in &mut kernel.values {
        if let ValueDef::BlockParam(block, _) = &mut value.def {
            *block = numbers[block.index()];
        }
    }
    kernel
}

fn renumbered(mut block: Block, numbers: &[BlockId]) -> Block {
    for target in block.term.targets_mut() {
        target.block = numbers[target.block.index()];
    }
    block
}

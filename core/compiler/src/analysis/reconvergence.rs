//! Where the lanes that a branch has separated meet again: the immediate post-dominator of its block, the earliest
//! place that all of them are sure to reach (gpgpu C01).

use alloc::vec::Vec;

use crate::ir::{BlockId, Kernel, Terminator, cfg::Cfg, dom::DomTree};

/// For each block that ends in a branch, the block where its two ways meet; `None` if that is the exit (or if the block
/// ends otherwise).
pub fn reconvergence(kernel: &Kernel, cfg: &Cfg) -> Vec<Option<BlockId>> {
    let post = DomTree::post_dominators(&kernel.blocks, cfg);
    let meet = |id: BlockId| match kernel.blocks[id.index()].term {
        Terminator::Branch(..) => post.parent(id),
        Terminator::Jump(_) | Terminator::Return(_) => None,
    };
    kernel.block_ids().map(meet).collect()
}

//! The control flow of a kernel for code generators: its graph, dominator and post-dominator trees, and loops.

use crate::{
    analysis::uniformity::turns,
    ir::{BlockId, Kernel, cfg::Cfg, dom::DomTree, loops::Loops},
};

/// Graph, dominators, post-dominators and loops of one kernel.
pub struct ControlFlow {
    /// Predecessors, successors and reverse post-order.
    pub cfg: Cfg,
    /// Dominators.
    pub dom: DomTree,
    /// Post-dominators.
    pub post: DomTree,
    /// Post-dominators of one turn of each loop: where those meet who take its turns together.
    pub turn: DomTree,
    /// Natural loops.
    pub loops: Loops,
}

impl ControlFlow {
    /// Of a kernel.
    pub fn new(kernel: &Kernel) -> ControlFlow {
        let cfg = Cfg::new(kernel);
        let dom = DomTree::dominators(&cfg);
        let post = DomTree::post_dominators(&kernel.blocks, &cfg);
        let loops = Loops::new(&cfg, &dom);
        let (code, one) = turns(kernel, &cfg, &loops, &post);
        let turn = DomTree::post_dominators(&code, &one);
        ControlFlow { cfg, dom, post, turn, loops }
    }

    /// The loop that a block is the header of.
    pub fn loop_of_header(&self, block: BlockId) -> Option<usize> {
        self.loops.loops.iter().position(|l| l.header == block)
    }
}

//! Regions: the pieces of a kernel between barriers.
//!
//! The work-items of a group run a region strip by strip; only when the last strip is done does the group go on to the
//! next region. So a barrier is nothing but a border between regions. A region has one entry, its head; heads are the
//! entry, the blocks behind barriers, the headers of loops around them, and every block that two regions lead to. A
//! jump from one region to another (or back to its own head) must be taken by the whole group: it is decided by scalar
//! values. Where this is not so, the kernel is refused, and made anew with one barrier for all ([`crate::opt::meeting`]).

use alloc::{format, vec::Vec};

use super::normal::NormalForm;
use crate::{
    analysis::uniformity::Uniformity,
    codegen::target::{TargetMachine, refusal},
    ir::{BlockId, cfg::Cfg, dom::DomTree, loops::Loops},
    source::Diagnostic,
};

/// The regions of a kernel.
#[derive(Clone)]
pub struct Regions {
    /// The head of each block's region; its own number for heads and for blocks that cannot be reached.
    pub head: Vec<BlockId>,
    /// The heads in order.
    pub heads: Vec<BlockId>,
}

/// The head of each block's region.
pub(super) fn heads(normal: &NormalForm, cfg: &Cfg, loops: &Loops) -> Vec<BlockId> {
    let mut is_head = normal.behind_barrier.clone();
    is_head[0] = true;
    for l in &loops.loops {
        is_head[l.header.index()] |= l.blocks.iter().any(|b| normal.behind_barrier[b.index()]);
    }
    let mut head = assign(cfg, &mut is_head);
    // A loop whose jump back comes from another region begins a region.
    while let Some(header) = cfg.rpo.iter().find(|block| {
        let mut preds = cfg.preds[block.index()].iter();
        !is_head[block.index()] && preds.any(|pred| head[pred.index()] != head[block.index()])
    }) {
        is_head[header.index()] = true;
        head = assign(cfg, &mut is_head);
    }
    head
}

impl Regions {
    /// Cuts a kernel into regions.
    ///
    /// # Errors
    /// `divergent-barrier` if work-items of a group may come to a barrier on different ways.
    pub fn new(
        normal: &NormalForm,
        cfg: &Cfg,
        loops: &Loops,
        uniform: &Uniformity,
        target: &dyn TargetMachine,
    ) -> Result<Regions, Diagnostic> {
        let head = heads(normal, cfg, loops);
        let heads = cfg.rpo.iter().copied().filter(|block| head[block.index()] == *block).collect();
        let regions = Regions { head, heads };
        regions.check(normal, cfg, uniform, target)?;
        Ok(regions)
    }

    /// The blocks of a region, what each dominates behind it, in reverse post-order where that leaves a choice.
    pub fn blocks<'a>(&'a self, dom: &'a DomTree, head: BlockId) -> impl Iterator<Item = BlockId> + 'a {
        dom.preorder().iter().copied().filter(move |block| self.head[block.index()] == head)
    }

    /// Does a jump leave the region (or begin it anew)?
    pub fn leaves(&self, from: BlockId, to: BlockId) -> bool {
        self.head[to.index()] == to || self.head[from.index()] != self.head[to.index()]
    }

    fn check(
        &self,
        normal: &NormalForm,
        cfg: &Cfg,
        uniform: &Uniformity,
        target: &dyn TargetMachine,
    ) -> Result<(), Diagnostic> {
        if self.heads.len() < 2 {
            return Ok(());
        }
        for block in cfg.rpo.iter().copied() {
            let leaves = cfg.succs[block.index()].iter().any(|to| self.leaves(block, *to));
            if leaves && (!uniform.is_convergent(block) || uniform.diverges(block)) {
                let kernel = &normal.kernel;
                let message = format!(
                    "Kernel `{}`: work-items of a group may come to this barrier on different ways.",
                    kernel.name
                );
                let span = kernel.blocks[block.index()].term_span;
                let help = format!(
                    "The {} needs barriers, and the loops and branches around them, to be run by the whole group. \
                     An early `return` before a barrier can become a condition around the work.",
                    target.noun()
                );
                return Err(refusal(target, "divergent-barrier", span, message).help(help));
            }
        }
        Ok(())
    }
}

/// The head of each block, by those of the blocks before it. Blocks that two regions lead to become heads.
fn assign(cfg: &Cfg, is_head: &mut [bool]) -> Vec<BlockId> {
    let mut head: Vec<BlockId> = (0..is_head.len() as u32).map(BlockId).collect();
    for block in cfg.rpo.iter().copied() {
        let before = |pred: &&BlockId| cfg.position[pred.index()] < cfg.position[block.index()];
        let mut heads = cfg.preds[block.index()].iter().filter(before).map(|pred| head[pred.index()]);
        let first = heads.next();
        is_head[block.index()] |= heads.any(|other| Some(other) != first);
        if let Some(first) = first.filter(|_| !is_head[block.index()]) {
            head[block.index()] = first;
        }
    }
    head
}

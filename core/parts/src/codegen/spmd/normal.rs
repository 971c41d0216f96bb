//! The normal form in which the later stages take a kernel.
//!
//! - A barrier is a border between blocks: the block behind it is marked.
//! - Every loop has one block before its header (the preheader, which goes nowhere else) and one that jumps back to it
//!   (the latch), so that the elements that stay in a loop are those of one mask.
//! - No edge leads from a block with several successors to one with several predecessors: where ways meet, each way
//!   comes from a block of its own, which is where the moves of the way are.
//!
//! Graphs with a loop that has two entries are refused; optimised kernels have none.

use alloc::{format, vec, vec::Vec};

use crate::{
    base::OrdSet,
    codegen::{
        gather::{gather, jump},
        target::{TargetMachine, refusal},
    },
    ir::{Block, BlockId, Kernel, Op, Target, Terminator, cfg::Cfg, dom::DomTree, loops::Loops},
    source::{Diagnostic, Span},
};

/// A kernel in normal form.
pub struct NormalForm {
    /// The kernel.
    pub kernel: Kernel,
    /// Is there a barrier before the first instruction of the block?
    pub behind_barrier: Vec<bool>,
}

/// Brings a kernel into normal form.
///
/// # Errors
/// `irreducible` if a loop has two entries.
pub fn normal_form(kernel: &Kernel, target: &dyn TargetMachine) -> Result<NormalForm, Diagnostic> {
    let mut normal = NormalForm { kernel: kernel.clone(), behind_barrier: vec![false; kernel.blocks.len()] };
    normal.split_at_barriers();
    check_reducible(&normal.kernel, target)?;
    normal.simplify_loops();
    normal.split_critical_edges();
    Ok(normal)
}

fn check_reducible(kernel: &Kernel, target: &dyn TargetMachine) -> Result<(), Diagnostic> {
    let cfg = Cfg::new(kernel);
    let dom = DomTree::dominators(&cfg);
    for from in &cfg.rpo {
        for to in &cfg.succs[from.index()] {
            if cfg.position[to.index()] <= cfg.position[from.index()] && !dom.dominates(*to, *from) {
                let message = format!("Kernel `{}` has a loop with two entries.", kernel.name);
                let span = kernel.blocks[from.index()].term_span;
                return Err(refusal(target, "irreducible", span, message)
                    .help("Masks follow the structure of loops: jump into the loop only at its start."));
            }
        }
    }
    Ok(())
}

impl NormalForm {
    /// Adds a block and gives its number.
    fn add(&mut self, term: Terminator, span: Span) -> BlockId {
        self.kernel.blocks.push(Block { params: vec![], insts: vec![], term, term_span: span, unroll: None });
        self.behind_barrier.push(false);
        BlockId(self.kernel.blocks.len() as u32 - 1)
    }

    fn split_at_barriers(&mut self) {
        let mut at = 0;
        while at < self.kernel.blocks.len() {
            let insts = &self.kernel.blocks[at].insts;
            let is_barrier = |id: &crate::ir::InstId| self.kernel.insts[id.index()].op == Op::Barrier;
            if let Some(place) = insts.iter().position(is_barrier) {
                let block = &mut self.kernel.blocks[at];
                let rest = block.insts.split_off(place);
                let span = self.kernel.insts[rest[0].index()].span;
                let block = &mut self.kernel.blocks[at];
                let term = core::mem::replace(&mut block.term, Terminator::Return(None));
                let term_span = core::mem::replace(&mut block.term_span, span);
                let behind = self.add(term, term_span);
                self.kernel.blocks[behind.index()].insts = rest[1..].to_vec();
                self.behind_barrier[behind.index()] = true;
                self.kernel.blocks[at].term = jump(behind, vec![]);
            }
            at += 1;
        }
    }

    fn simplify_loops(&mut self) {
        let cfg = Cfg::new(&self.kernel);
        let dom = DomTree::dominators(&cfg);
        for l in Loops::new(&cfg, &dom).loops {
            let latches: OrdSet<BlockId> = l.latches.iter().copied().collect();
            let preds: OrdSet<BlockId> = cfg.preds[l.header.index()].iter().copied().collect();
            let (back, forth): (Vec<_>, Vec<_>) = preds.into_iter().partition(|pred| latches.contains(pred));
            for side in [back, forth] {
                let edges: usize = side.iter().map(|from| self.edges(*from, l.header)).sum();
                let leads_elsewhere =
                    side.iter().any(|from| self.kernel.blocks[from.index()].term.targets().count() > 1);
                if edges > 1 || leads_elsewhere {
                    self.gather(&side, l.header);
                }
            }
        }
    }

    fn edges(&self, from: BlockId, to: BlockId) -> usize {
        self.kernel.blocks[from.index()].term.targets().filter(|target| target.block == to).count()
    }

    /// Leads the edges from some blocks to one through a new block.
    pub fn gather(&mut self, from: &[BlockId], to: BlockId) {
        gather(&mut self.kernel, from, to);
        self.behind_barrier.push(false);
    }

    fn split_critical_edges(&mut self) {
        let cfg = Cfg::new(&self.kernel);
        let mut count = vec![0; self.kernel.blocks.len()];
        cfg.preds.iter().enumerate().for_each(|(block, preds)| count[block] = preds.len());
        for from in cfg.rpo.iter().copied().filter(|block| cfg.succs[block.index()].len() > 1) {
            for side in 0..2 {
                let block = &self.kernel.blocks[from.index()];
                let (span, target) = (block.term_span, block.term.targets().nth(side).cloned());
                if let Some(target) = target.filter(|target| count[target.block.index()] > 1) {
                    let middle = self.add(Terminator::Jump(target), span);
                    let mut targets = self.kernel.blocks[from.index()].term.targets_mut();
                    if let Some(target) = targets.nth(side) {
                        *target = Target { block: middle, args: vec![] };
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        codegen::spmd::tests::Bare,
        ir::{text, verify::verify},
    };

    const LOOP: &str = "kernel k() {
        b0:
          v0: bool = const true
          v1: i32 = const 1
          branch v0, b1(v1), b3
        b1(v2: i32):
          barrier
          branch v0, b1(v2), b2
        b2:
          branch v0, b1(v1), b3
        b3:
          return
    }";

    #[test]
    fn the_normal_form_is_a_kernel_and_has_its_properties() {
        let normal = normal_form(&text::parse(LOOP).unwrap(), &Bare).unwrap();
        let kernel = &normal.kernel;
        verify(kernel).unwrap_or_else(|error| panic!("{error:?}"));
        let cfg = Cfg::new(kernel);
        let loops = Loops::new(&cfg, &DomTree::dominators(&cfg));
        assert_eq!((loops.loops.len(), loops.loops[0].latches.len()), (1, 1));
        assert_eq!(cfg.preds[loops.loops[0].header.index()].len(), 2);
        for from in &cfg.rpo {
            for to in &cfg.succs[from.index()] {
                assert!(cfg.succs[from.index()].len() == 1 || cfg.preds[to.index()].len() == 1);
            }
        }
        assert_eq!(normal.behind_barrier.iter().filter(|behind| **behind).count(), 1);
    }
}

//! Liveness: which values are still needed where (gpgpu C13).
//!
//! A value is live from its definition to its last use. Block parameters are defined at the top of their block; the
//! arguments of a jump are used at the end of the block that jumps. Deliberately absent: the divergence rule for
//! registers that a whole warp shares (sibling arms of a divergent branch count as one after the other); it is the
//! business of machines that have such registers.

use alloc::{vec, vec::Vec};

use crate::{
    base::BitSet,
    ir::{BlockId, Kernel, cfg::Cfg},
};

/// The values (by number) that are live at the ends of each block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Liveness {
    /// At the top of each block, without the block's parameters.
    pub live_in: Vec<BitSet>,
    /// Behind the terminator of each block.
    pub live_out: Vec<BitSet>,
}

impl Liveness {
    /// Goes backwards through the blocks until nothing changes.
    pub fn new(kernel: &Kernel, cfg: &Cfg) -> Liveness {
        let empty = BitSet::new(kernel.values.len());
        let blocks = kernel.blocks.len();
        let mut live =
            Liveness { live_in: vec![empty.clone(); blocks], live_out: vec![empty.clone(); blocks] };
        let mut waiting = vec![true; blocks];
        let mut work: Vec<BlockId> = cfg.rpo.clone();
        while let Some(id) = work.pop() {
            waiting[id.index()] = false;
            let mut now = live.live_out[id.index()].clone();
            block(kernel, id, &mut now);
            if !live.live_in[id.index()].union(&now) {
                continue;
            }
            for pred in &cfg.preds[id.index()] {
                live.live_out[pred.index()].union(&now);
                if !core::mem::replace(&mut waiting[pred.index()], true) {
                    work.push(*pred);
                }
            }
        }
        live
    }
}

/// Turns what is live behind a block into what is live before it.
fn block(kernel: &Kernel, id: BlockId, live: &mut BitSet) {
    let block = &kernel.blocks[id.index()];
    block.term.clone().for_each_operand(|value| live.add(value.index()));
    for inst in block.insts.iter().rev() {
        let inst = &kernel.insts[inst.index()];
        inst.result.iter().for_each(|value| live.remove(value.index()));
        inst.op.operands().iter().for_each(|value| live.add(value.index()));
    }
    block.params.iter().for_each(|value| live.remove(value.index()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::text;

    #[test]
    fn a_loop_keeps_what_its_next_turn_needs() {
        let text = "kernel k(out: ptr.global i32) {
        b0:
          v0: i32 = const 0
          v1: i32 = const 1
          v2: ptr.global = arg 0
          jump b1(v0)
        b1(v3: i32):
          v4: bool = lt.s v3, v1
          branch v4, b2, b3
        b2:
          v5: i32 = add v3, v1
          jump b1(v5)
        b3:
          store v2, v3
          return
        }";
        let kernel = text::parse(text).unwrap();
        let live = Liveness::new(&kernel, &Cfg::new(&kernel));
        let list = |set: &BitSet| set.iter().collect::<Vec<_>>();
        assert_eq!(list(&live.live_in[0]), []);
        assert_eq!(list(&live.live_out[0]), [1, 2], "the argument is used up by the jump");
        assert_eq!(list(&live.live_in[1]), [1, 2], "a parameter is defined at the top");
        assert_eq!(list(&live.live_in[2]), [1, 2, 3]);
        assert_eq!(list(&live.live_in[3]), [2, 3]);
        assert_eq!(list(&live.live_out[3]), []);
    }
}

//! Joining edges: several edges into a block go through one new block.

use alloc::{vec, vec::Vec};

use crate::ir::{
    Block, BlockId, Kernel, Target, Terminator, Value, ValueDef, ValueInfo, cfg::Cfg, dom::DomTree,
    loops::Loops,
};

/// Leads the edges from some blocks to one through a new block.
pub fn gather(kernel: &mut Kernel, from: &[BlockId], to: BlockId) {
    let block = BlockId(kernel.blocks.len() as u32);
    let types: Vec<_> = kernel.blocks[to.index()].params.iter().map(|param| kernel.ty(*param)).collect();
    let first = kernel.values.len() as u32;
    let infos = types.into_iter().enumerate();
    kernel.values.extend(infos.map(|(at, ty)| ValueInfo { ty, def: ValueDef::BlockParam(block, at as u32) }));
    let params: Vec<Value> = (first..kernel.values.len() as u32).map(Value).collect();
    let term_span = kernel.blocks[to.index()].term_span;
    let term = jump(to, params.clone());
    kernel.blocks.push(Block { params, insts: vec![], term, term_span, unroll: None });
    for pred in from {
        let targets = kernel.blocks[pred.index()].term.targets_mut();
        targets.filter(|target| target.block == to).for_each(|target| target.block = block);
    }
}

/// Gives an outer loop back edges of its own: jumps from an inner loop straight to the outer header go through a new block of the
/// outer loop instead, and so leave the inner loop by an exit.
pub fn gather_outer_latches(kernel: &mut Kernel) {
    let cfg = Cfg::new(kernel);
    let loops = Loops::new(&cfg, &DomTree::dominators(&cfg));
    for (at, one) in loops.loops.iter().enumerate() {
        let within = |latch: &&BlockId| loops.innermost[latch.index()] != Some(at);
        let inner: Vec<BlockId> = one.latches.iter().filter(within).copied().collect();
        if !inner.is_empty() {
            gather(kernel, &inner, one.header);
        }
    }
}

/// A jump with arguments.
pub fn jump(to: BlockId, args: Vec<Value>) -> Terminator {
    Terminator::Jump(Target { block: to, args })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{text, verify::verify};

    /// The inner loop (b2) goes back to the header of the outer one (b1) by itself.
    const NESTED: &str = "kernel k() {
        b0:
          v0: bool = const true
          v1: i32 = const 1
          jump b1(v1)
        b1(v2: i32):
          branch v0, b2, b3
        b2:
          branch v0, b2, b1(v2)
        b3:
          return
    }";

    #[test]
    fn a_jump_from_an_inner_loop_to_the_outer_header_gets_a_block_of_the_outer_loop() {
        let mut kernel = text::parse(NESTED).unwrap();
        gather_outer_latches(&mut kernel);
        verify(&kernel).unwrap_or_else(|error| panic!("{error:?}"));
        let cfg = Cfg::new(&kernel);
        let loops = Loops::new(&cfg, &DomTree::dominators(&cfg));
        assert_eq!(loops.loops[0].latches, [BlockId(4)]);
        assert_eq!((loops.innermost[4], loops.innermost[2]), (Some(0), Some(1)));
    }
}

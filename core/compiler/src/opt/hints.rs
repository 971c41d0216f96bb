//! Takes away what a kernel says of memory that it will read, for machines without an instruction for it: the address need not be worked
//! out there.

use crate::ir::{Block, Inst, Kernel, Op};

/// See the module.
pub fn without_prefetches(kernel: &mut Kernel) {
    drop_from(&mut kernel.blocks, &kernel.insts);
    for function in &mut kernel.functions {
        drop_from(&mut function.blocks, &function.insts);
    }
}

fn drop_from(blocks: &mut [Block], insts: &[Inst]) {
    for block in blocks {
        block.insts.retain(|id| !matches!(insts[id.index()].op, Op::Prefetch(_)));
    }
}

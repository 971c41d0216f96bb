//! Arithmetic intensity as the text says it (hp_ch4 HA04): float operations and bytes of global memory in the innermost
//! code that touches global memory, each instruction counted once.
//!
//! What a run moves is less if a cache keeps some of it, and more if whole lines come for parts of them.
//!
//! Deliberately absent: trip counts (the deepest loops stand for the kernel), branches (both sides count).

use crate::ir::{Binary, BlockId, Kernel, Math, Op, Space, cfg::Cfg, dom::DomTree, loops::Loops};

/// What the innermost code does once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Intensity {
    /// Float operations; a fused multiply-add is two.
    pub flops: u32,
    /// Bytes loaded from and stored to global memory.
    pub bytes: u32,
}

impl Intensity {
    /// Of a kernel.
    pub fn of(kernel: &Kernel) -> Intensity {
        let cfg = Cfg::new(kernel);
        let loops = Loops::new(&cfg, &DomTree::dominators(&cfg));
        let blocks = || {
            let reachable = kernel.block_ids().filter(|block| cfg.is_reachable(*block));
            reachable.map(|block| (loops.depth(block), block_intensity(kernel, block)))
        };
        let deepest = blocks().filter(|(_, block)| block.bytes > 0).map(|(depth, _)| depth).max();
        let sum = |sum: Intensity, (_, block): (u32, Intensity)| Intensity {
            flops: sum.flops.saturating_add(block.flops),
            bytes: sum.bytes.saturating_add(block.bytes),
        };
        blocks().filter(|(depth, _)| Some(*depth) == deepest).fold(Intensity::default(), sum)
    }
}

fn block_intensity(kernel: &Kernel, block: BlockId) -> Intensity {
    let mut found = Intensity::default();
    for inst in kernel.blocks.get(block.index()).iter().flat_map(|block| &block.insts) {
        let inst = &kernel.insts[inst.index()];
        let global = |ptr| kernel.ty(ptr).space() == Some(Space::Global);
        let bytes = |value: Option<_>| value.map_or(0, |value| kernel.ty(value).bytes());
        found.flops += flops(&inst.op);
        found.bytes += match inst.op {
            Op::Load { ptr, .. } if global(ptr) => bytes(inst.result),
            Op::Store { ptr, value, .. } if global(ptr) => bytes(Some(value)),
            Op::Atomic(_, ptr, _) | Op::CompareExchange(ptr, ..) if global(ptr) => 2 * bytes(inst.result),
            _ => 0,
        };
    }
    found
}

const fn flops(op: &Op) -> u32 {
    match op {
        Op::Binary(Binary::FAdd | Binary::FSub | Binary::FMul | Binary::FDiv, ..) => 1,
        Op::Math(Math::Sqrt, _) => 1,
        Op::Fma(..) => 2,
        _ => 0,
    }
}

//! Takes away what a kernel [prints](crate::printed), for machines that have no atomic operations: the records' room, and the stores into
//! the buffer. What a call evaluates stays as far as it does something else.

use alloc::vec::Vec;

use crate::{
    base::OrdSet,
    ir::{Block, Inst, Kernel, Op, Value},
};

/// Does the kernel print?
pub fn prints(kernel: &Kernel) -> bool {
    kernel.params.iter().any(|param| param.prints.is_some())
}

/// See the module.
pub fn silence(kernel: &mut Kernel) {
    let Some(at) = kernel.params.iter().position(|param| param.prints.is_some()) else { return };
    let buffer = Op::Arg(at as u32);
    hush(&buffer, &mut kernel.blocks, &mut kernel.insts);
    for function in &mut kernel.functions {
        hush(&buffer, &mut function.blocks, &mut function.insts);
    }
}

/// The front end names the buffer anew in each call, and works out addresses in it from there on.
fn hush(buffer: &Op, blocks: &mut [Block], insts: &mut [Inst]) {
    let mut inside: OrdSet<Value> = OrdSet::new();
    for block in blocks {
        let mut kept = Vec::with_capacity(block.insts.len());
        for id in block.insts.drain(..) {
            let inst = &mut insts[id.index()];
            let leads = match &inst.op {
                Op::PtrAdd(pointer, _) => inside.contains(pointer),
                op => op == buffer,
            };
            if let (true, Some(result)) = (leads, inst.result) {
                inside.insert(result);
            }
            match &inst.op {
                Op::Atomic(_, pointer, _) if inside.contains(pointer) => inst.op = Op::Const(0),
                Op::Store { ptr, .. } if inside.contains(ptr) => continue,
                _ => {}
            }
            kept.push(id);
        }
        block.insts = kept;
    }
}

//! How a kernel uses its arguments, as far as a look at its optimised IR tells: which buffers it reads and writes, in
//! how many dimensions it asks for ids, and which numbers it multiplies. Only defaults depend on it, never a result.

use alloc::{vec, vec::Vec};

use crate::ir::{Kernel, Op, Value, WorkItem};

/// What a look at a kernel found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Number of dimensions that it asks for (at least 1).
    pub dimensions: usize,
    /// For each parameter: is it a buffer that is read (by a plain load)?
    pub read: Vec<bool>,
    /// For each parameter: is it a number that is a factor of a product?
    pub factor: Vec<bool>,
}

impl Usage {
    /// Looks at every instruction once.
    pub fn of(kernel: &Kernel) -> Usage {
        let count = kernel.params.len();
        let mut usage = Usage { dimensions: 1, read: vec![false; count], factor: vec![false; count] };
        for inst in kernel.blocks.iter().flat_map(|block| &block.insts) {
            usage.look(kernel, &kernel.insts[inst.index()].op);
        }
        usage
    }

    fn look(&mut self, kernel: &Kernel, op: &Op) {
        match op {
            Op::WorkItem(WorkItem::GlobalId | WorkItem::LocalId | WorkItem::GroupId, dimension) => {
                self.dimensions = self.dimensions.max(usize::from(*dimension) + 1);
            }
            Op::Load { ptr, .. } => mark(&mut self.read, origin(kernel, *ptr)),
            Op::Binary(crate::ir::Binary::Mul, a, b) => {
                mark(&mut self.factor, origin(kernel, *a));
                mark(&mut self.factor, origin(kernel, *b));
            }
            _ => {}
        }
    }
}

fn mark(list: &mut [bool], at: Option<u32>) {
    if let Some(flag) = at.and_then(|at| list.get_mut(at as usize)) {
        *flag = true;
    }
}

/// The argument that a value is, or points into: back through address arithmetic and conversions. A pointer that
/// passes through a block parameter has no known origin.
fn origin(kernel: &Kernel, value: Value) -> Option<u32> {
    let mut value = value;
    loop {
        match kernel.def(value)?.op {
            Op::Arg(arg) => return Some(arg),
            Op::PtrAdd(from, _) | Op::Convert(_, from) => value = from,
            _ => return None,
        }
    }
}

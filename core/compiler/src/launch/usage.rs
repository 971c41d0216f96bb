//! How a kernel uses its arguments, as far as a look at its optimised IR tells: which buffers it reads and writes, in
//! how many dimensions it asks for ids, and which numbers it multiplies. Only defaults depend on it, never a result.

use alloc::{vec, vec::Vec};

use super::range::unconverted;
use crate::ir::{Binary, Kernel, Op, Terminator, Value, ValueDef, WorkItem};

/// What a look at a kernel found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Number of dimensions that it asks for (at least 1).
    pub dimensions: usize,
    /// For each parameter: is it a buffer that is read (by a plain load)?
    pub read: Vec<bool>,
    /// For each parameter: is it a buffer whose elements bound loops in pairs (row pointers)?
    pub rows: Vec<bool>,
    /// For each parameter: is it a buffer whose elements say where stores go?
    pub scatter: Vec<bool>,
    /// For each parameter: is it a number that is a factor of a product?
    pub factor: Vec<bool>,
}

impl Usage {
    /// Looks at every instruction once.
    pub fn of(kernel: &Kernel) -> Usage {
        let count = kernel.params.len();
        let mut usage = Usage {
            dimensions: 1,
            read: vec![false; count],
            rows: vec![false; count],
            scatter: vec![false; count],
            factor: vec![false; count],
        };
        for inst in kernel.blocks.iter().flat_map(|block| &block.insts) {
            usage.look(kernel, &kernel.insts[inst.index()].op);
        }
        for block in &kernel.blocks {
            if let Terminator::Branch(condition, ..) = block.term {
                mark(&mut usage.rows, row_pointers(kernel, condition));
            }
        }
        usage
    }

    fn look(&mut self, kernel: &Kernel, op: &Op) {
        match op {
            Op::WorkItem(WorkItem::GlobalId | WorkItem::LocalId | WorkItem::GroupId, dimension) => {
                self.dimensions = self.dimensions.max(usize::from(*dimension) + 1);
            }
            Op::Store { ptr, .. } => mark(&mut self.scatter, index_from(kernel, *ptr)),
            Op::Load { ptr, .. } => mark(&mut self.read, origin(kernel, *ptr)),
            Op::Binary(Binary::Mul, a, b) => {
                mark(&mut self.factor, origin(kernel, *a));
                mark(&mut self.factor, origin(kernel, *b));
            }
            _ => {}
        }
    }
}

/// The buffer that a loaded value comes from.
fn loaded(kernel: &Kernel, value: Value) -> Option<u32> {
    match kernel.def(unconverted(kernel, value))?.op {
        Op::Load { ptr, .. } => origin(kernel, ptr),
        _ => None,
    }
}

/// The buffer whose elements are the index of a pointer.
fn index_from(kernel: &Kernel, ptr: Value) -> Option<u32> {
    let Op::PtrAdd(_, offset) = kernel.def(ptr)?.op else { return None };
    let index = match kernel.def(offset)?.op {
        Op::Binary(Binary::Mul | Binary::Shl, index, _) => index,
        _ => offset,
    };
    loaded(kernel, index)
}

/// The buffer whose elements are both the start and the end of a loop with this condition.
fn row_pointers(kernel: &Kernel, condition: Value) -> Option<u32> {
    let Op::Compare(_, variable, end) = kernel.def(condition)?.op else { return None };
    let buffer = loaded(kernel, end)?;
    let ValueDef::BlockParam(block, at) = kernel.values[unconverted(kernel, variable).index()].def else {
        return None;
    };
    let targets = kernel.blocks.iter().flat_map(|from| from.term.targets());
    let starts = targets.filter(|to| to.block == block).filter_map(|to| to.args.get(at as usize));
    let is_start = |start: &Value| match kernel.def(*start).map(|inst| &inst.op) {
        Some(Op::Binary(Binary::Add, a, b)) => {
            [a, b].into_iter().any(|part| loaded(kernel, *part) == Some(buffer))
        }
        _ => loaded(kernel, *start) == Some(buffer),
    };
    starts.into_iter().any(is_start).then_some(buffer)
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

//! Address patterns: what the addresses of a strip's elements have in common, and which memory they count from.
//!
//! An access to one address is scalar, one to addresses in a line is a unit-stride or strided access, any other one a gather
//! or scatter. Pointers into buffers are addresses. Those into work-group memory, private memory and constant tables count
//! from the start of that memory, whose address a machine adds.

use super::{facts::Facts, variability::Variability};
use crate::ir::{BlockId, Convert, Kernel, Op, Space, Value};

/// What the addresses of a strip's elements have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// The same for all.
    Same,
    /// The same distance from element to element.
    Line,
    /// The sum of a scalar and a vector.
    Sum(Value, Value),
    /// Any.
    Each,
}

/// What a pointer counts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Base {
    /// Nothing: it is an address.
    None,
    /// The memory of the work-group.
    Local,
    /// The memory of the work-item.
    Private,
    /// The constant tables of the kernel.
    Tables,
    /// The constant tables or nothing: that shows when it is used.
    Constant,
}

impl Facts {
    /// The pattern of a pointer that a block uses.
    pub fn pattern(&self, ptr: Value, block: BlockId) -> Pattern {
        match self.variability.of(ptr) {
            Variability::Scalar => Pattern::Same,
            Variability::Affine => Pattern::Line,
            Variability::Vector => self.scalar_part(ptr, block).unwrap_or(Pattern::Each),
        }
    }

    /// A pointer as the sum of a scalar and a vector, if it is made as one in the block.
    fn scalar_part(&self, ptr: Value, block: BlockId) -> Option<Pattern> {
        let here = self.kept.home(ptr) == Some(block);
        match self.kernel.def(ptr).filter(|_| here)?.op {
            Op::PtrAdd(part, rest) if self.variability.is_scalar(part) && self.is_vector(rest) => {
                Some(Pattern::Sum(part, rest))
            }
            _ => None,
        }
    }

    /// What a pointer counts from.
    pub fn base(&self, ptr: Value) -> Base {
        match self.kernel.ty(ptr).space() {
            Some(Space::Local) => Base::Local,
            Some(Space::Private) => Base::Private,
            Some(Space::Constant) if self.layout.constant_bytes > 0 => constant_base(&self.kernel, ptr),
            _ => Base::None,
        }
    }
}

/// What a pointer of constant space is derived from.
fn constant_base(kernel: &Kernel, mut ptr: Value) -> Base {
    loop {
        match kernel.def(ptr).map(|inst| &inst.op) {
            Some(Op::PtrAdd(base, _)) => ptr = *base,
            Some(Op::Convert(Convert::Bits, from)) if kernel.ty(*from).space() == Some(Space::Constant) => {
                ptr = *from;
            }
            Some(Op::Slot(_)) => return Base::Tables,
            Some(Op::Arg(_)) => return Base::None,
            _ => return Base::Constant,
        }
    }
}

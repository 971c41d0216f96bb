//! Forwarding within a block: a load from where the block has just stored or loaded becomes that value.
//!
//! What is known is forgotten at the first access that may change it: a store to the same space that is not provably
//! elsewhere, an atomic, a call, a barrier or a fence (at the last two private memory excepted: nobody else has it). Volatile accesses are left
//! alone.

use alloc::{vec, vec::Vec};

use super::{Pass, edit::Rename};
use crate::ir::{InstId, Kernel, Op, Space, Type, Value};

/// This pass.
pub const PASS: Pass =
    Pass { name: "forward", doc: "What a block has just stored or loaded is not loaded again.", run };

/// How many places are remembered at most: keeps long blocks quick.
const KNOWN: usize = 32;

fn run(kernel: &mut Kernel) -> bool {
    let mut rename = Rename::new(kernel);
    let mut changed = false;
    for at in 0..kernel.blocks.len() {
        let mut memory = Memory { known: vec![] };
        let insts = core::mem::take(&mut kernel.blocks[at].insts);
        let kept = insts.into_iter().filter(|inst| {
            let op = &mut kernel.insts[inst.index()].op;
            op.for_each_operand(|value| *value = rename.get(*value));
            let forwarded = memory.access(kernel, *inst);
            if let (Some(value), Some(result)) = (forwarded, kernel.insts[inst.index()].result) {
                rename.replace(result, value);
                changed = true;
            }
            forwarded.is_none()
        });
        let kept: Vec<InstId> = kept.collect();
        kernel.blocks[at].insts = kept;
    }
    rename.apply(kernel);
    changed
}

/// A place in memory: a pointer and a constant distance from it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Location {
    base: Value,
    offset: i64,
    ty: Type,
    space: Space,
}

/// What the block knows of memory, oldest first.
struct Memory {
    known: Vec<(Location, Value)>,
}

impl Memory {
    /// Takes note of an instruction. For a load whose value is known, that value.
    fn access(&mut self, kernel: &Kernel, inst: InstId) -> Option<Value> {
        let inst = &kernel.insts[inst.index()];
        match (&inst.op, inst.result) {
            (Op::Load { ptr, volatile: false }, Some(result)) => {
                let location = Location::new(kernel, *ptr, kernel.ty(result));
                let known = self.known.iter().find(|(known, _)| *known == location).map(|(_, value)| *value);
                if known.is_none() {
                    self.remember(location, result);
                }
                known
            }
            (Op::Store { ptr, value, volatile }, _) => {
                let location = Location::new(kernel, *ptr, kernel.ty(*value));
                self.known.retain(|(known, _)| known.is_apart(&location));
                if !volatile {
                    self.remember(location, *value);
                }
                None
            }
            (Op::Atomic(_, ptr, _) | Op::CompareExchange(ptr, ..), _) => {
                let space = kernel.ty(*ptr).space();
                self.known.retain(|(known, _)| Some(known.space) != space);
                None
            }
            (Op::Barrier | Op::Fence | Op::Load { volatile: true, .. }, _) => {
                self.known.retain(|(known, _)| known.space == Space::Private);
                None
            }
            // It may write anywhere, through a pointer to private memory too.
            (Op::Call(..), _) => {
                self.known.clear();
                None
            }
            _ => None,
        }
    }

    fn remember(&mut self, location: Location, value: Value) {
        if self.known.len() == KNOWN {
            self.known.remove(0);
        }
        self.known.push((location, value));
    }
}

impl Location {
    fn new(kernel: &Kernel, ptr: Value, ty: Type) -> Location {
        let space = kernel.ty(ptr).space().unwrap_or(Space::Global);
        if let Some(Op::PtrAdd(base, offset)) = kernel.def(ptr).map(|inst| &inst.op)
            && let Some(offset) = kernel.constant(*offset)
        {
            return Location { base: *base, offset: offset as i64, ty, space };
        }
        Location { base: ptr, offset: 0, ty, space }
    }

    /// Have the two surely no byte in common?
    fn is_apart(&self, other: &Location) -> bool {
        let distance = i128::from(self.offset) - i128::from(other.offset);
        let bytes = if distance < 0 { self.ty.bytes() } else { other.ty.bytes() };
        self.space != other.space || (self.base == other.base && distance.unsigned_abs() >= bytes.into())
    }
}

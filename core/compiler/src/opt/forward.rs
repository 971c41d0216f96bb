//! Forwarding: a load from where the work-item has stored or loaded on every way here becomes that value.
//!
//! What is known at the end of a block is known in those that it dominates, as far as nothing on the ways between may
//! change it. It is forgotten at the first access that may: a store to the same space that is not provably elsewhere, an
//! atomic, a call, a barrier or a fence (at the last two private memory excepted: nobody else has it). Volatile accesses
//! are left alone.
//!
//! Deliberately absent: values that come from several blocks and would have to be joined.

use alloc::{vec, vec::Vec};

use super::{Pass, edit::Rename};
use crate::ir::{BlockId, InstId, Kernel, Op, SlotId, Space, Type, Value, cfg::Cfg, dom::DomTree};

/// This pass.
pub const PASS: Pass =
    Pass { name: "forward", doc: "What has been stored or loaded already is not loaded again.", run };

/// How many places are remembered at most: keeps long blocks quick.
const KNOWN: usize = 32;

/// Most blocks that are looked at between a block and the one that dominates it: keeps large loops quick.
const BETWEEN: usize = 256;

fn run(kernel: &mut Kernel) -> bool {
    let cfg = Cfg::new(kernel);
    let dom = DomTree::dominators(&cfg);
    let mut rename = Rename::new(kernel);
    let mut changed = false;
    let changes = changes(kernel);
    let mut ways = Ways { cfg: &cfg, seen: vec![BlockId(0); kernel.blocks.len()] };
    // What is known at the end of each block.
    let mut ends: Vec<Memory> = vec![Memory::default(); kernel.blocks.len()];
    for id in cfg.rpo.iter().copied() {
        let mut memory = dom.parent(id).map(|above| ends[above.index()].clone()).unwrap_or_default();
        if let (Some(above), false) = (dom.parent(id), memory.known.is_empty()) {
            match ways.between(above, id) {
                Some(blocks) => {
                    let insts = blocks.iter().flat_map(|block| &changes[block.index()]);
                    insts.for_each(|inst| memory.change(kernel, *inst));
                }
                None => memory.known.clear(),
            }
        }
        let insts = core::mem::take(&mut kernel.blocks[id.index()].insts);
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
        kernel.blocks[id.index()].insts = kept;
        ends[id.index()] = memory;
    }
    rename.apply(kernel);
    changed
}

/// The instructions of each block that may change memory.
fn changes(kernel: &Kernel) -> Vec<Vec<InstId>> {
    let may_change = |inst: &&InstId| kernel.insts[inst.index()].op.has_effect();
    kernel.blocks.iter().map(|block| block.insts.iter().filter(may_change).copied().collect()).collect()
}

/// Finds what lies on the ways from one block to another.
struct Ways<'a> {
    cfg: &'a Cfg,
    /// The last block for whose sake each block was met. (The entry has none.)
    seen: Vec<BlockId>,
}

impl Ways<'_> {
    /// The blocks on the ways from `above`, which dominates `to`, without coming back to it; `to` itself is one of them
    /// if it is in a loop. `None` if they are too many.
    fn between(&mut self, above: BlockId, to: BlockId) -> Option<Vec<BlockId>> {
        let mut found: Vec<BlockId> = vec![];
        let mut at = to;
        let mut next = 0;
        loop {
            for pred in self.cfg.preds[at.index()].iter().copied().filter(|pred| *pred != above) {
                if core::mem::replace(&mut self.seen[pred.index()], to) != to {
                    found.push(pred);
                }
            }
            if found.len() > BETWEEN {
                return None;
            }
            let Some(block) = found.get(next) else { return Some(found) };
            at = *block;
            next += 1;
        }
    }
}

/// A place in memory: a pointer and a constant distance from it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Location {
    base: Value,
    offset: i64,
    ty: Type,
    space: Space,
}

/// What is known of memory, oldest first.
#[derive(Clone, Default)]
struct Memory {
    known: Vec<(Location, Value)>,
}

impl Memory {
    /// Takes note of an instruction. For a load whose value is known, that value.
    fn access(&mut self, kernel: &Kernel, id: InstId) -> Option<Value> {
        let inst = &kernel.insts[id.index()];
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
                self.change(kernel, id);
                if !volatile {
                    self.remember(Location::new(kernel, *ptr, kernel.ty(*value)), *value);
                }
                None
            }
            _ => {
                self.change(kernel, id);
                None
            }
        }
    }

    /// Forgets what an instruction may change.
    fn change(&mut self, kernel: &Kernel, inst: InstId) {
        match &kernel.insts[inst.index()].op {
            Op::Store { ptr, value, .. } => {
                let location = Location::new(kernel, *ptr, kernel.ty(*value));
                self.known.retain(|(known, _)| known.is_apart(&location, kernel));
            }
            Op::Atomic(_, ptr, _) | Op::CompareExchange(ptr, ..) => {
                let space = kernel.ty(*ptr).space();
                self.known.retain(|(known, _)| Some(known.space) != space);
            }
            Op::Barrier | Op::Fence | Op::Lane(..) | Op::Load { volatile: true, .. } => {
                self.known.retain(|(known, _)| known.space == Space::Private);
            }
            // It may write anywhere, through a pointer to private memory too.
            Op::Call(..) => self.known.clear(),
            _ => {}
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
    fn is_apart(&self, other: &Location, kernel: &Kernel) -> bool {
        if self.space != other.space {
            return true;
        }
        if self.base != other.base {
            return self.slot(kernel).zip(other.slot(kernel)).is_some_and(|(one, other)| one != other);
        }
        let distance = i128::from(self.offset) - i128::from(other.offset);
        let bytes = if distance < 0 { self.ty.bytes() } else { other.ty.bytes() };
        distance.unsigned_abs() >= bytes.into()
    }

    /// The slot that it lies in as a whole. (Dynamic ones are all the same memory.)
    fn slot(&self, kernel: &Kernel) -> Option<SlotId> {
        let Op::Slot(id) = kernel.def(self.base)?.op else { return None };
        let slot = &kernel.slots[id.index()];
        let end = self.offset.checked_add(self.ty.bytes().into())?;
        (!slot.dynamic && self.offset >= 0 && end <= i64::from(slot.bytes)).then_some(id)
    }
}

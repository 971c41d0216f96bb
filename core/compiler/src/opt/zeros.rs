//! Zeros: a loop that sets a private array to zero from end to end becomes one store for each place of the array that the
//! kernel names, if it names all of them by constants. Promotion makes values of the array then.
//!
//! Such a loop is what the front end writes for `float v[64] = {0}`: a counter of bytes that starts at 0, a test, a store of
//! a zero. Other loops are left alone.

use alloc::vec::Vec;

use super::{
    Pass,
    edit::{keep_blocks, new_inst, use_counts},
    promote::{Access, accesses},
};
use crate::ir::{
    Binary, BlockId, Compare, Inst, InstId, Kernel, Op, SlotId, Space, Terminator, Type, Value, ValueDef,
    cfg::Cfg,
};

/// This pass.
pub const PASS: Pass =
    Pass { name: "zeros", doc: "Loops that set arrays with known subscripts to zero become stores.", run };

fn run(kernel: &mut Kernel) -> bool {
    let ordered = keep_blocks(kernel, &Cfg::new(kernel).rpo);
    let (cfg, uses) = (Cfg::new(kernel), use_counts(kernel));
    let found: Vec<Zeros> =
        kernel.block_ids().filter_map(|header| Zeros::find(kernel, &cfg, &uses, header)).collect();
    if found.is_empty() {
        return ordered;
    }
    let addresses: Vec<InstId> = found.iter().map(|zeros| zeros.address).collect();
    let accesses = accesses(kernel, &addresses);
    let mut changed = ordered;
    for zeros in found {
        let named = accesses.get(&zeros.slot).map(Vec::as_slice);
        if let Some(places) = named.and_then(|accesses| zeros.places(accesses)) {
            zeros.write_out(kernel, &places);
            changed = true;
        }
    }
    changed
}

/// A loop that sets a part of a private slot to zero.
#[derive(Clone, Copy, Debug)]
struct Zeros {
    header: BlockId,
    /// The instruction that computes where a turn writes.
    address: InstId,
    slot: SlotId,
    /// Bytes of the slot: from and to.
    from: i64,
    to: i64,
}

impl Zeros {
    /// The loop of a header that does this and nothing else.
    fn find(kernel: &Kernel, cfg: &Cfg, uses: &[u32], header: BlockId) -> Option<Zeros> {
        let block = &kernel.blocks[header.index()];
        let &[counter] = block.params.as_slice() else { return None };
        let Terminator::Branch(more, round, _) = &block.term else { return None };
        let Op::Compare(Compare::LtU, left, end) = kernel.def(*more)?.op else { return None };
        let (round, bytes) = (round.block, i64::try_from(kernel.constant(end)?).ok()?);
        let before = match *cfg.preds[header.index()].as_slice() {
            [before, latch] | [latch, before] if latch == round && before != round => before,
            _ => return None,
        };
        // The counter is used by the test, the address and the step alone.
        if left != counter || uses[counter.index()] != 3 || cfg.preds[round.index()] != [header] {
            return None;
        }
        let start = kernel.blocks[before.index()].term.targets().find(|to| to.block == header)?;
        let Terminator::Jump(again) = &kernel.blocks[round.index()].term else { return None };
        let Op::Binary(Binary::Add, stepped, step) = kernel.def(*again.args.first()?)?.op else {
            return None;
        };
        let mut stores = kernel.blocks[round.index()].insts.iter().map(|id| &kernel.insts[id.index()].op);
        let op = stores.find(|op| op.has_effect())?;
        let Op::Store { ptr, value, volatile: false } = *op else { return None };
        let ValueDef::Inst(address) = kernel.values[ptr.index()].def else { return None };
        let Op::PtrAdd(base, distance) = kernel.insts[address.index()].op else { return None };
        let turns = |block: BlockId| kernel.blocks[block.index()].insts.iter();
        let effects = turns(header).chain(turns(round));
        let effects = effects.filter(|id| kernel.insts[id.index()].op.has_effect()).count();
        let unit = i64::from(kernel.ty(value).bytes());
        let fits = effects == 1
            && bytes % unit == 0
            && uses[ptr.index()] == 1
            && (stepped, distance) == (counter, counter)
            && kernel.constant(*start.args.first()?) == Some(0)
            && kernel.constant(step) == Some(unit as u64)
            && kernel.constant(value) == Some(0);
        let (slot, from) = place(kernel, base)?;
        fits.then_some(Zeros { header, address, slot, from, to: from.checked_add(bytes)? })
    }

    /// The places that the kernel names and that are set to zero, each once. `None` if one of them is only half in.
    fn places(&self, accesses: &[Access]) -> Option<Vec<(i64, Type)>> {
        let mut places = Vec::new();
        for access in accesses {
            let end = access.offset.saturating_add(access.ty.bytes().into());
            match (access.offset >= self.from && end <= self.to, end <= self.from || access.offset >= self.to)
            {
                (true, _) if !places.contains(&(access.offset, access.ty)) => {
                    places.push((access.offset, access.ty));
                }
                (true, _) | (_, true) => {}
                _ => return None,
            }
        }
        Some(places)
    }

    /// Stores instead of the loop.
    fn write_out(self, kernel: &mut Kernel, places: &[(i64, Type)]) {
        let span = kernel.insts[self.address.index()].span;
        let make = |kernel: &mut Kernel, op: Op, ty: Type| -> Value {
            let (inst, value) = new_inst(kernel, op, ty, span);
            kernel.blocks[self.header.index()].insts.push(inst);
            value
        };
        let private = Type::Ptr(Space::Private);
        let base = make(kernel, Op::Slot(self.slot), private);
        for (offset, ty) in places.iter().copied() {
            let offset = make(kernel, Op::Const(offset as u64), Type::I64);
            let ptr = make(kernel, Op::PtrAdd(base, offset), private);
            let value = make(kernel, Op::Const(0), ty);
            kernel.insts.push(Inst { op: Op::Store { ptr, value, volatile: false }, result: None, span });
            let store = InstId(kernel.insts.len() as u32 - 1);
            kernel.blocks[self.header.index()].insts.push(store);
        }
        let header = &mut kernel.blocks[self.header.index()];
        if let Terminator::Branch(_, _, exit) = &header.term {
            header.term = Terminator::Jump(exit.clone());
        }
    }
}

/// The private slot that an address is in, with its constant distance from the start.
fn place(kernel: &Kernel, mut ptr: Value) -> Option<(SlotId, i64)> {
    let mut distance = 0i64;
    loop {
        match kernel.def(ptr)?.op {
            Op::PtrAdd(base, more) => {
                distance = distance.checked_add(kernel.constant(more)? as i64)?;
                ptr = base;
            }
            Op::Slot(slot) if kernel.slots[slot.index()].space == Space::Private => {
                return Some((slot, distance));
            }
            _ => return None,
        }
    }
}

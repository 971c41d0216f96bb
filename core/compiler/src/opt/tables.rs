//! Tables: a private array that is filled with constants before it is read, and not written afterwards, becomes constant
//! memory. `const int step[4] = {1, -1, 8, -8};` with a subscript that only a run knows is one: no work-item has to write
//! it, and all of them read the same.
//!
//! A store that fills it comes before every load on every way, and no two of them share a byte. What none of them fills is
//! 0, as private memory is. An access beyond the array, which C leaves open, meets other memory than before.
//!
//! Deliberately absent: tables of which an address is stored, passed on or compared, and those that a loop fills.

use alloc::{vec, vec::Vec};

use super::{Pass, edit::keep_blocks};
use crate::{
    base::order,
    ir::{
        BlockId, InstId, Kernel, Op, SlotId, Space, Terminator, Type, Value,
        cfg::Cfg,
        dom::DomTree,
        layout::{CONSTANT_LIMIT, Layout},
    },
};

/// This pass.
pub const PASS: Pass = Pass {
    name: "tables",
    doc: "Private arrays of constants that are only read become constant memory.",
    run,
};

/// Most blocks that fill one table, or read it: keeps the comparison of all with all quick.
const BLOCKS: usize = 64;

fn run(kernel: &mut Kernel) -> bool {
    let ordered = keep_blocks(kernel, &Cfg::new(kernel).rpo);
    let dom = DomTree::dominators(&Cfg::new(kernel));
    let mut constants = Layout::new(kernel).constant_bytes;
    let mut changed = ordered;
    for (at, table) in Table::find(kernel).into_iter().enumerate() {
        let slot = &kernel.slots[at];
        let end = constants.next_multiple_of(slot.align.max(1).into()) + u64::from(slot.bytes);
        if end <= CONSTANT_LIMIT && table.is_one(&dom, slot.bytes) {
            table.make(kernel, SlotId(at as u32));
            constants = end;
            changed = true;
        }
    }
    changed
}

/// What fills a private slot and what reads it.
#[derive(Clone, Debug, Default)]
struct Table {
    /// The constants that are stored: where, and how many bytes of what.
    fills: Vec<Fill>,
    /// For each block that fills it the place of its last store.
    filled: Vec<(BlockId, usize)>,
    /// For each block that reads it the place of its first load.
    read: Vec<(BlockId, usize)>,
    /// Pointers into it.
    pointers: Vec<Value>,
    /// Is it read where only a run knows?
    searched: bool,
    /// Is it used in another way?
    escaped: bool,
}

/// A store of a constant to a place that is known.
#[derive(Clone, Copy, Debug)]
struct Fill {
    inst: InstId,
    offset: i64,
    bits: u64,
    bytes: u32,
}

impl Table {
    /// Of each slot, by its number, what is done with it. Blocks are in reverse post-order: definitions come before uses.
    fn find(kernel: &Kernel) -> Vec<Table> {
        let mut tables = vec![Table::default(); kernel.slots.len()];
        // A pointer into a slot, and the distance from its start if that is known.
        let mut places: Vec<Option<(SlotId, Option<i64>)>> = vec![None; kernel.values.len()];
        for (block, code) in kernel.block_ids().zip(&kernel.blocks) {
            for (at, id) in code.insts.iter().copied().enumerate() {
                let inst = &kernel.insts[id.index()];
                let derived = match inst.op {
                    Op::Slot(slot) if kernel.slots[slot.index()].space == Space::Private => {
                        Some((slot, Some(0)))
                    }
                    Op::PtrAdd(ptr, offset) => places[ptr.index()].map(|(slot, start)| {
                        let offset = kernel.constant(offset).map(|offset| offset as i64);
                        (slot, start.zip(offset).and_then(|(start, offset)| start.checked_add(offset)))
                    }),
                    _ => None,
                };
                if let (Some((slot, _)), Some(result)) = (derived, inst.result) {
                    places[result.index()] = derived;
                    tables[slot.index()].pointers.push(result);
                    continue;
                }
                for value in inst.op.operands() {
                    let Some((slot, start)) = places[value.index()] else { continue };
                    tables[slot.index()].access(kernel, id, (value, start), (block, at));
                }
            }
            let returned = if let Terminator::Return(value) = &code.term { value.as_ref() } else { None };
            let passed = code.term.targets().flat_map(|target| &target.args).chain(returned);
            for (slot, _) in passed.filter_map(|value| places[value.index()]) {
                tables[slot.index()].escaped = true;
            }
        }
        tables
    }

    /// Takes note of an instruction at `at` that uses a pointer into the slot.
    fn access(
        &mut self,
        kernel: &Kernel,
        inst: InstId,
        (pointer, start): (Value, Option<i64>),
        at: (BlockId, usize),
    ) {
        match kernel.insts[inst.index()].op {
            Op::Load { volatile: false, .. } => {
                self.searched |= start.is_none();
                if self.read.last().is_none_or(|(block, _)| *block != at.0) {
                    self.read.push(at);
                }
            }
            Op::Store { ptr, value, volatile: false } if ptr == pointer && value != pointer => {
                match start.zip(kernel.constant(value)) {
                    Some((offset, bits)) => {
                        let bytes = kernel.ty(value).bytes();
                        self.fills.push(Fill { inst, offset, bits, bytes });
                        match self.filled.last_mut() {
                            Some((block, last)) if *block == at.0 => *last = at.1,
                            _ => self.filled.push(at),
                        }
                    }
                    None => self.escaped = true,
                }
            }
            _ => self.escaped = true,
        }
    }

    /// Is this slot, of so many bytes, a table?
    fn is_one(&self, dom: &DomTree, bytes: u32) -> bool {
        let before = |fill: &(BlockId, usize), read: &(BlockId, usize)| match fill.0 == read.0 {
            true => fill.1 < read.1,
            false => dom.dominates(fill.0, read.0),
        };
        let few = self.filled.len() <= BLOCKS && self.read.len() <= BLOCKS;
        let ordered =
            |table: &Table| table.read.iter().all(|read| table.filled.iter().all(|fill| before(fill, read)));
        self.searched
            && !self.escaped
            && !self.fills.is_empty()
            && few
            && ordered(self)
            && self.is_apart(bytes)
    }

    /// Does each store lie inside of the slot, and does none share a byte with another?
    fn is_apart(&self, bytes: u32) -> bool {
        let mut fills = self.fills.clone();
        order::sort_by_key(&mut fills, |fill| fill.offset);
        let mut end = 0;
        fills.iter().all(|fill| {
            let begins = fill.offset >= end;
            end = fill.offset.saturating_add(fill.bytes.into());
            begins
        }) && end <= i64::from(bytes)
    }

    /// Makes the slot constant memory.
    fn make(&self, kernel: &mut Kernel, id: SlotId) {
        let slot = &mut kernel.slots[id.index()];
        slot.space = Space::Constant;
        slot.init = vec![0; slot.bytes as usize];
        for fill in &self.fills {
            let at = fill.offset as usize;
            let bytes = fill.bytes as usize;
            slot.init[at..at + bytes].copy_from_slice(&fill.bits.to_le_bytes()[..bytes]);
        }
        for value in &self.pointers {
            kernel.values[value.index()].ty = Type::Ptr(Space::Constant);
        }
        let mut filled: Vec<InstId> = self.fills.iter().map(|fill| fill.inst).collect();
        order::sort(&mut filled);
        for (block, _) in &self.filled {
            kernel.blocks[block.index()].insts.retain(|inst| filled.binary_search(inst).is_err());
        }
    }
}

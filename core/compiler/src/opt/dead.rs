//! Dead code: instructions whose result nobody needs, stores to private memory that nobody reads, and block parameters that
//! only feed each other, go. What is left is numbered in the order of the text.

use alloc::{vec, vec::Vec};

use super::{
    Pass,
    edit::{compact, retain_params},
};
use crate::ir::{BlockId, Kernel, Op, SlotId, Space, Terminator, Value, ValueDef};

/// This pass.
pub const PASS: Pass = Pass {
    name: "dead",
    doc: "Instructions, block parameters and private memory that nobody needs go.",
    run,
};

fn run(kernel: &mut Kernel) -> bool {
    let stores = drop_stores(kernel);
    let needed = needed(kernel);
    let before: usize = kernel.blocks.iter().map(|block| block.insts.len()).sum();
    for block in &mut kernel.blocks {
        block.insts.retain(|inst| {
            let inst = &kernel.insts[inst.index()];
            inst.op.has_effect() || inst.result.is_some_and(|value| needed[value.index()])
        });
    }
    let after: usize = kernel.blocks.iter().map(|block| block.insts.len()).sum();
    let params = retain_params(kernel, |value| needed[value.index()]);
    compact(kernel);
    stores || before != after || params
}

/// Drops the stores to private slots that are nowhere read and whose address goes nowhere else. Says whether there were
/// any.
fn drop_stores(kernel: &mut Kernel) -> bool {
    let unread = unread(kernel);
    if !unread.contains(&true) {
        return false;
    }
    let mut dropped = false;
    for at in 0..kernel.blocks.len() {
        let mut insts = core::mem::take(&mut kernel.blocks[at].insts);
        let before = insts.len();
        insts.retain(|inst| match kernel.insts[inst.index()].op {
            Op::Store { ptr, .. } => !slot_of(kernel, ptr).is_some_and(|slot| unread[slot.index()]),
            _ => true,
        });
        dropped |= insts.len() != before;
        kernel.blocks[at].insts = insts;
    }
    dropped
}

/// The private slots that the code at hand does nothing with but write to them.
fn unread(kernel: &Kernel) -> Vec<bool> {
    let mut written = vec![false; kernel.slots.len()];
    let mut read = vec![false; kernel.slots.len()];
    let mark = |value: &Value, list: &mut Vec<bool>| {
        if let Some(slot) = slot_of(kernel, *value) {
            list[slot.index()] = true;
        }
    };
    for block in &kernel.blocks {
        for op in block.insts.iter().map(|inst| &kernel.insts[inst.index()].op) {
            match op {
                Op::Store { ptr, value, volatile: false } => {
                    mark(ptr, &mut written);
                    mark(value, &mut read);
                }
                // What becomes of this address is seen where it is used.
                Op::PtrAdd(..) => {}
                op => op.operands().iter().for_each(|value| mark(value, &mut read)),
            }
        }
        block.term.clone().for_each_operand(|value| mark(value, &mut read));
    }
    written.iter().zip(read).map(|(written, read)| *written && !read).collect()
}

/// The private slot that an address is in, with whatever distance from its start.
fn slot_of(kernel: &Kernel, mut ptr: Value) -> Option<SlotId> {
    loop {
        match kernel.def(ptr)?.op {
            Op::PtrAdd(base, _) => ptr = base,
            Op::Slot(slot) => return (kernel.slots[slot.index()].space == Space::Private).then_some(slot),
            _ => return None,
        }
    }
}

/// The values that effects, branches and returns need, directly or through others.
fn needed(kernel: &Kernel) -> Vec<bool> {
    let mut incoming: Vec<Vec<(BlockId, usize)>> = vec![vec![]; kernel.blocks.len()];
    let mut work: Vec<Value> = vec![];
    for (id, block) in (0..).map(BlockId).zip(&kernel.blocks) {
        if let Terminator::Branch(value, ..) | Terminator::Return(Some(value)) = block.term {
            work.push(value);
        }
        for (at, target) in block.term.targets().enumerate() {
            incoming[target.block.index()].push((id, at));
        }
        let effects =
            block.insts.iter().map(|inst| &kernel.insts[inst.index()].op).filter(|op| op.has_effect());
        work.extend(effects.flat_map(|op| op.operands()));
    }
    let mut needed = vec![false; kernel.values.len()];
    while let Some(value) = work.pop() {
        if core::mem::replace(&mut needed[value.index()], true) {
            continue;
        }
        match kernel.values[value.index()].def {
            ValueDef::Inst(inst) => work.extend(kernel.insts[inst.index()].op.operands()),
            ValueDef::BlockParam(block, at) => {
                work.extend(incoming[block.index()].iter().filter_map(|(from, edge)| {
                    let target = kernel.blocks[from.index()].term.targets().nth(*edge)?;
                    target.args.get(at as usize)
                }));
            }
        }
    }
    needed
}

//! What several passes need to change a kernel.

use alloc::{vec, vec::Vec};

use crate::ir::{BlockId, Inst, InstId, Kernel, Op, Terminator, Type, Value, ValueDef, ValueInfo};
use crate::source::Span;

/// Values that stand for others. Replacements may form chains.
#[derive(Clone, Debug)]
pub(super) struct Rename(Vec<Value>);

impl Rename {
    /// Every value stands for itself.
    pub fn new(kernel: &Kernel) -> Rename {
        Rename((0..kernel.values.len() as u32).map(Value).collect())
    }

    /// From now on `new` is used in place of `old`.
    pub fn replace(&mut self, old: Value, new: Value) {
        self.grow(old);
        self.0[old.index()] = self.get(new);
    }

    /// What is used in place of a value.
    pub fn get(&mut self, value: Value) -> Value {
        self.grow(value);
        let mut root = value;
        while self.0[root.index()] != root {
            root = self.0[root.index()];
        }
        // Shortens the chain for the next time.
        let mut at = value;
        while at != root {
            at = core::mem::replace(&mut self.0[at.index()], root);
        }
        root
    }

    /// Values made since [`Rename::new`] stand for themselves.
    fn grow(&mut self, value: Value) {
        let known = self.0.len() as u32;
        self.0.extend((known..=value.0).map(Value));
    }

    /// Replaces every operand of the kernel.
    pub fn apply(&mut self, kernel: &mut Kernel) {
        for block in &mut kernel.blocks {
            for inst in &block.insts {
                kernel.insts[inst.index()].op.for_each_operand(|value| *value = self.get(*value));
            }
            block.term.for_each_operand(|value| *value = self.get(*value));
        }
    }
}

/// A new value.
pub(super) fn new_value(kernel: &mut Kernel, ty: Type, def: ValueDef) -> Value {
    kernel.values.push(ValueInfo { ty, def });
    Value(kernel.values.len() as u32 - 1)
}

/// A new instruction with a result, which no block lists yet.
pub(super) fn new_inst(kernel: &mut Kernel, op: Op, ty: Type, span: Span) -> (InstId, Value) {
    let inst = InstId(kernel.insts.len() as u32);
    let value = new_value(kernel, ty, ValueDef::Inst(inst));
    kernel.insts.push(Inst { op, result: Some(value), span });
    (inst, value)
}

/// A new parameter of a block; the jumps to it must pass one more argument.
pub(super) fn new_param(kernel: &mut Kernel, block: BlockId, ty: Type) -> Value {
    let at = kernel.blocks[block.index()].params.len() as u32;
    let value = new_value(kernel, ty, ValueDef::BlockParam(block, at));
    kernel.blocks[block.index()].params.push(value);
    value
}

/// Removes the parameters of each block for which `keep` is false, and the arguments passed for them.
pub(super) fn retain_params(kernel: &mut Kernel, keep: impl Fn(Value) -> bool) -> bool {
    let kept: Vec<Vec<bool>> =
        kernel.blocks.iter().map(|block| block.params.iter().map(|value| keep(*value)).collect()).collect();
    let changed = kept.iter().flatten().any(|keep| !keep);
    if !changed {
        return false;
    }
    for (block, kept) in kernel.blocks.iter_mut().zip(&kept) {
        retain(&mut block.params, kept);
    }
    for block in &mut kernel.blocks {
        block.term.targets_mut().for_each(|target| retain(&mut target.args, &kept[target.block.index()]));
    }
    number_params(kernel);
    true
}

fn retain<T>(list: &mut Vec<T>, kept: &[bool]) {
    let mut kept = kept.iter();
    list.retain(|_| kept.next().copied().unwrap_or(true));
}

/// Makes the definitions of block parameters agree with where they are.
fn number_params(kernel: &mut Kernel) {
    for (id, block) in (0..).map(BlockId).zip(&kernel.blocks) {
        for (at, value) in block.params.iter().enumerate() {
            kernel.values[value.index()].def = ValueDef::BlockParam(id, at as u32);
        }
    }
}

/// Keeps the blocks of `order` (the entry first), in that order. Nothing that is kept jumps to one that is not.
pub(super) fn keep_blocks(kernel: &mut Kernel, order: &[BlockId]) -> bool {
    let same = order.len() == kernel.blocks.len() && order.iter().zip(0..).all(|(block, at)| block.0 == at);
    if same {
        return false;
    }
    let mut number = vec![BlockId(0); kernel.blocks.len()];
    order.iter().zip(0..).for_each(|(block, at)| number[block.index()] = BlockId(at));
    let mut old: Vec<_> = core::mem::take(&mut kernel.blocks).into_iter().map(Some).collect();
    kernel.blocks = order.iter().filter_map(|block| old[block.index()].take()).collect();
    for block in &mut kernel.blocks {
        block.term.targets_mut().for_each(|target| target.block = number[target.block.index()]);
    }
    number_params(kernel);
    true
}

/// Drops the instructions, values and slots that no block needs and numbers the others in the order of the text. (Slots
/// only if there are no functions, which have them in common.)
pub(super) fn compact(kernel: &mut Kernel) {
    let numbers_slots = kernel.functions.is_empty();
    let mut values = Numbering::new(kernel.values.len());
    let mut slots = Numbering::new(kernel.slots.len());
    let mut insts = Vec::with_capacity(kernel.insts.len());
    let mut infos = Vec::with_capacity(kernel.values.len());
    for (id, block) in (0..).map(BlockId).zip(&mut kernel.blocks) {
        for (at, value) in block.params.iter().enumerate() {
            values.add(value.0);
            let ty = kernel.values[value.index()].ty;
            infos.push(ValueInfo { ty, def: ValueDef::BlockParam(id, at as u32) });
        }
        for inst in &mut block.insts {
            let new = InstId(insts.len() as u32);
            let old = &kernel.insts[core::mem::replace(inst, new).index()];
            if let Some(value) = old.result {
                values.add(value.0);
                infos.push(ValueInfo { ty: kernel.values[value.index()].ty, def: ValueDef::Inst(new) });
            }
            if let Op::Slot(slot) = old.op {
                slots.add(slot.0);
            }
            insts.push(old.clone());
        }
    }
    let value = |value: &mut Value| value.0 = values.get(value.0);
    for inst in &mut insts {
        inst.op.for_each_operand(value);
        inst.result.iter_mut().for_each(value);
        if let (Op::Slot(slot), true) = (&mut inst.op, numbers_slots) {
            slot.0 = slots.get(slot.0);
        }
    }
    for block in &mut kernel.blocks {
        block.params.iter_mut().for_each(value);
        block.term.for_each_operand(value);
    }
    if numbers_slots {
        kernel.slots = slots.order.iter().map(|slot| kernel.slots[*slot as usize].clone()).collect();
    }
    kernel.insts = insts;
    kernel.values = infos;
}

/// Drops the slots that no code of the kernel names; the others keep their order.
pub(super) fn drop_slots(kernel: &mut Kernel) {
    let mut number = vec![None; kernel.slots.len()];
    for inst in kernel.codes().flat_map(|code| code.listed()) {
        if let Op::Slot(slot) = inst.op {
            number[slot.index()] = Some(0);
        }
    }
    number.iter_mut().flatten().zip(0..).for_each(|(number, at)| *number = at);
    let mut named = number.iter().map(Option::is_some);
    kernel.slots.retain(|_| named.next() == Some(true));
    let functions = kernel.functions.iter_mut().flat_map(|function| &mut function.insts);
    for inst in kernel.insts.iter_mut().chain(functions) {
        if let Op::Slot(slot) = &mut inst.op {
            slot.0 = number.get(slot.index()).copied().flatten().unwrap_or(0);
        }
    }
}

/// Numbers in the order in which they are first met.
struct Numbering {
    new: Vec<Option<u32>>,
    order: Vec<u32>,
}

impl Numbering {
    fn new(len: usize) -> Numbering {
        Numbering { new: vec![None; len], order: vec![] }
    }

    fn add(&mut self, old: u32) {
        let next = self.order.len() as u32;
        if self.new[old as usize].is_none() {
            self.new[old as usize] = Some(next);
            self.order.push(old);
        }
    }

    fn get(&self, old: u32) -> u32 {
        self.new[old as usize].unwrap_or(0)
    }
}

/// How often each value is used as an operand.
pub(super) fn use_counts(kernel: &Kernel) -> Vec<u32> {
    let mut counts = vec![0; kernel.values.len()];
    for block in &kernel.blocks {
        for inst in &block.insts {
            kernel.insts[inst.index()].op.operands().iter().for_each(|value| counts[value.index()] += 1);
        }
        if let Terminator::Branch(value, ..) | Terminator::Return(Some(value)) = &block.term {
            counts[value.index()] += 1;
        }
        block.term.targets().flat_map(|target| &target.args).for_each(|value| counts[value.index()] += 1);
    }
    counts
}

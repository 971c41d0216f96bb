//! Inlining: every function is written out where it is called, until there is none left.
//!
//! What is written out has private slots of its own, one for the result among them: promotion turns them into values. The
//! function's other slots and the arguments of the launch are the kernel's. Instructions of a function keep their places in
//! the text; those that have none (they put arguments where the function wants them) take that of the call.
//!
//! The size of the whole is limited by the front end (`ir_instructions`). Deliberately absent: a choice of what is worth
//! it. A machine that has calls keeps them all ([`super::passes`]).

use alloc::vec::Vec;

use super::{
    Pass,
    edit::{Rename, drop_slots, new_inst},
};
use crate::{
    base::OrdMap,
    ir::{
        Block, BlockId, Function, FunctionId, Inst, InstId, Kernel, Op, Slot, SlotId, Space, Target,
        Terminator, Type, Value, ValueDef, ValueInfo, reading,
    },
    source::Span,
};

/// This pass.
pub const PASS: Pass = Pass { name: "inline", doc: "Functions are written out where they are called.", run };

fn run(kernel: &mut Kernel) -> bool {
    if kernel.functions.is_empty() {
        return false;
    }
    // A function calls only those before it: what is written out has no calls.
    for id in kernel.function_ids() {
        kernel.within(id, write_out_calls);
    }
    write_out_calls(kernel);
    kernel.functions.clear();
    drop_slots(kernel);
    true
}

/// Writes out every call of the code at hand.
fn write_out_calls(kernel: &mut Kernel) {
    let mut rename = Rename::new(kernel);
    let mut at = 0;
    // What stands behind a call goes to a new block, which comes up in its turn.
    while let Some(block) = kernel.blocks.get(at) {
        let is_call = |id: &InstId| kernel.insts[id.index()].op.callee().is_some();
        if let Some(call) = block.insts.iter().position(is_call) {
            write_out(kernel, BlockId(at as u32), call, &mut rename);
        }
        at += 1;
    }
    rename.apply(kernel);
    let Kernel { blocks, values, .. } = kernel;
    reading::arrange(blocks, values);
}

/// Writes out the call that is instruction `at` of a block.
fn write_out(kernel: &mut Kernel, block: BlockId, at: usize, rename: &mut Rename) {
    let before = &mut kernel.blocks[block.index()];
    let mut rest = before.insts.split_off(at);
    let call = rest.remove(0);
    let Inst { op: Op::Call(callee, args), result, span } = kernel.insts[call.index()].clone() else {
        return;
    };
    let before = &mut kernel.blocks[block.index()];
    let (term, term_span) =
        (core::mem::replace(&mut before.term, Terminator::Return(None)), before.term_span);
    let exit = BlockId(kernel.blocks.len() as u32);
    kernel.blocks.push(Block { params: Vec::new(), insts: Vec::new(), term, term_span, unroll: None });
    let home = result.map(|value| (value, result_slot(kernel, kernel.ty(value))));
    Copy::new(kernel, (callee, &args), (block, exit), home.map(|(_, slot)| slot), span).carry_out(rename);
    if let Some((value, slot)) = home {
        let (address, ptr) = new_inst(kernel, Op::Slot(slot), Type::Ptr(Space::Private), span);
        let load = Inst { op: Op::Load { ptr, volatile: false }, result: Some(value), span };
        kernel.insts[call.index()] = load;
        kernel.blocks[exit.index()].insts.extend([address, call]);
    }
    kernel.blocks[exit.index()].insts.extend(rest);
}

/// A slot for the result of a call.
fn result_slot(kernel: &mut Kernel, ty: Type) -> SlotId {
    let (name, bytes) = ("(unnamed)".into(), ty.bytes());
    let (space, init) = (Space::Private, Vec::new());
    kernel.slots.push(Slot { name, space, bytes, align: bytes, element: ty, dynamic: false, init });
    SlotId(kernel.slots.len() as u32 - 1)
}

/// A function on its way into the place of a call.
struct Copy<'k> {
    kernel: &'k mut Kernel,
    function: Function,
    args: &'k [Value],
    /// The block that the function's entry continues, and the one where its returns go.
    enter: BlockId,
    exit: BlockId,
    result: Option<SlotId>,
    span: Span,
    /// What the function's values and private slots are here.
    values: Vec<Value>,
    slots: OrdMap<SlotId, SlotId>,
    /// What is added to the number of a block, but for the entry.
    blocks: u32,
}

impl<'k> Copy<'k> {
    fn new(
        kernel: &'k mut Kernel,
        (callee, args): (FunctionId, &'k [Value]),
        (enter, exit): (BlockId, BlockId),
        result: Option<SlotId>,
        span: Span,
    ) -> Copy<'k> {
        let function = kernel.functions[callee.index()].clone();
        let first = kernel.values.len() as u32;
        let values = (first..).map(Value).take(function.values.len()).collect();
        let blocks = kernel.blocks.len() as u32 - 1;
        Copy { kernel, function, args, enter, exit, result, span, values, slots: OrdMap::new(), blocks }
    }

    fn carry_out(mut self, rename: &mut Rename) {
        let insts = self.kernel.insts.len() as u32;
        for ValueInfo { ty, def } in core::mem::take(&mut self.function.values) {
            let def = match def {
                ValueDef::Inst(inst) => ValueDef::Inst(InstId(insts + inst.0)),
                ValueDef::BlockParam(block, at) => ValueDef::BlockParam(self.block_id(block), at),
            };
            self.kernel.values.push(ValueInfo { ty, def });
        }
        for inst in core::mem::take(&mut self.function.insts) {
            self.inst(inst, rename);
        }
        for (block, id) in core::mem::take(&mut self.function.blocks).into_iter().zip(0..) {
            self.block(block, BlockId(id), insts);
        }
    }

    fn value(&self, value: Value) -> Value {
        self.values[value.index()]
    }

    fn block_id(&self, block: BlockId) -> BlockId {
        if block.0 == 0 { self.enter } else { BlockId(self.blocks + block.0) }
    }

    fn span(&self, span: Span) -> Span {
        if span.is_none() { self.span } else { span }
    }

    fn inst(&mut self, mut inst: Inst, rename: &mut Rename) {
        inst.op.for_each_operand(|value| *value = self.values[value.index()]);
        inst.result = inst.result.map(|value| self.value(value));
        inst.span = self.span(inst.span);
        match (&mut inst.op, inst.result) {
            (Op::Slot(slot), _) => *slot = self.slot(*slot),
            (Op::Param(at), Some(result)) => {
                if let Some(arg) = self.args.get(*at as usize) {
                    rename.replace(result, *arg);
                }
            }
            _ => {}
        }
        self.kernel.insts.push(inst);
    }

    /// A private slot anew; what work-group and constants have in common is the kernel's.
    fn slot(&mut self, slot: SlotId) -> SlotId {
        let slots = &mut self.kernel.slots;
        if slots[slot.index()].space != Space::Private {
            return slot;
        }
        *self.slots.entry(slot).or_insert_with(|| {
            slots.push(slots[slot.index()].clone());
            SlotId(slots.len() as u32 - 1)
        })
    }

    fn block(&mut self, mut block: Block, id: BlockId, insts: u32) {
        let is_param = |inst: &InstId| matches!(self.kernel.insts[inst.index()].op, Op::Param(_));
        let listed = block.insts.iter().map(|inst| InstId(insts + inst.0));
        let mut listed: Vec<InstId> = listed.filter(|inst| !is_param(inst)).collect();
        block.params.iter_mut().for_each(|value| *value = self.values[value.index()]);
        block.term.for_each_operand(|value| *value = self.values[value.index()]);
        let numbers: Vec<BlockId> = block.term.targets().map(|target| self.block_id(target.block)).collect();
        block.term.targets_mut().zip(numbers).for_each(|(target, number)| target.block = number);
        let term_span = self.span(block.term_span);
        if let Terminator::Return(value) = block.term {
            if let (Some(value), Some(slot)) = (value, self.result) {
                let (address, ptr) =
                    new_inst(self.kernel, Op::Slot(slot), Type::Ptr(Space::Private), term_span);
                let store = Op::Store { ptr, value, volatile: false };
                self.kernel.insts.push(Inst { op: store, result: None, span: term_span });
                listed.extend([address, InstId(self.kernel.insts.len() as u32 - 1)]);
            }
            block.term = Terminator::Jump(Target { block: self.exit, args: Vec::new() });
        }
        if id.0 == 0 {
            let enter = &mut self.kernel.blocks[self.enter.index()];
            enter.insts.extend(listed);
            (enter.term, enter.term_span) = (block.term, term_span);
        } else {
            self.kernel.blocks.push(Block { insts: listed, term_span, ..block });
        }
    }
}

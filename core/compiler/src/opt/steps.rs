//! New instructions in a row, step by step: a block takes them when the row is complete.

use alloc::vec::Vec;

use super::edit::new_inst;
use crate::{
    ir::{
        Binary, BlockId, Compare, Convert, Inst, InstId, Kernel, Op, SlotId, Target, Terminator, Type, Value,
        ValueDef,
    },
    source::Span,
};

/// See the module.
pub(super) struct Steps<'k> {
    pub kernel: &'k mut Kernel,
    /// The instructions so far.
    pub insts: Vec<InstId>,
    /// Their place in the text.
    pub span: Span,
}

impl Steps<'_> {
    /// An empty row.
    pub const fn new(kernel: &mut Kernel, span: Span) -> Steps<'_> {
        Steps { kernel, insts: Vec::new(), span }
    }

    /// Appends what is written to a block, and begins anew.
    pub fn append_to(&mut self, block: BlockId) {
        self.kernel.blocks[block.index()].insts.append(&mut self.insts);
    }

    /// Appends what is written to a block, which ends with a branch, and begins anew.
    pub fn branch(&mut self, block: BlockId, condition: Value, yes: BlockId, no: BlockId) {
        self.append_to(block);
        let to = |block| Target { block, args: Vec::new() };
        self.kernel.blocks[block.index()].term = Terminator::Branch(condition, to(yes), to(no));
    }

    /// An instruction with a result.
    pub fn emit(&mut self, op: Op, ty: Type) -> Value {
        let (inst, value) = new_inst(self.kernel, op, ty, self.span);
        self.insts.push(inst);
        value
    }

    /// An instruction whose result is a value that there is already.
    pub fn emit_to(&mut self, op: Op, value: Value) {
        let inst = InstId(self.kernel.insts.len() as u32);
        self.kernel.insts.push(Inst { op, result: Some(value), span: self.span });
        self.kernel.values[value.index()].def = ValueDef::Inst(inst);
        self.insts.push(inst);
    }

    /// An instruction without a result.
    pub fn effect(&mut self, op: Op) {
        let inst = InstId(self.kernel.insts.len() as u32);
        self.kernel.insts.push(Inst { op, result: None, span: self.span });
        self.insts.push(inst);
    }

    pub fn number(&mut self, bits: u64) -> Value {
        self.emit(Op::Const(bits), Type::I32)
    }

    pub fn two(&mut self, op: Binary, a: Value, b: Value) -> Value {
        let ty = self.kernel.ty(a);
        self.emit(Op::Binary(op, a, b), ty)
    }

    pub fn with(&mut self, op: Binary, a: Value, bits: u64) -> Value {
        let bits = self.number(bits);
        self.two(op, a, bits)
    }

    pub fn test(&mut self, op: Compare, a: Value, b: Value) -> Value {
        self.emit(Op::Compare(op, a, b), Type::Bool)
    }

    pub fn choose(&mut self, condition: Value, a: Value, b: Value) -> Value {
        let ty = self.kernel.ty(a);
        self.emit(Op::Select(condition, a, b), ty)
    }

    pub fn convert(&mut self, how: Convert, value: Value, ty: Type) -> Value {
        self.emit(Op::Convert(how, value), ty)
    }

    /// The address of a slot.
    pub fn slot(&mut self, slot: SlotId) -> Value {
        let space = self.kernel.slots[slot.index()].space;
        self.emit(Op::Slot(slot), Type::Ptr(space))
    }

    /// What is so many bytes behind an address.
    pub fn offset(&mut self, ptr: Value, bytes: u64) -> Value {
        let (bytes, ty) = (self.emit(Op::Const(bytes), Type::I64), self.kernel.ty(ptr));
        self.emit(Op::PtrAdd(ptr, bytes), ty)
    }

    pub fn load(&mut self, ptr: Value, ty: Type) -> Value {
        self.emit(Op::Load { ptr, volatile: false }, ty)
    }

    pub fn store(&mut self, ptr: Value, value: Value) {
        self.effect(Op::Store { ptr, value, volatile: false });
    }

    /// A value as a cell holds it whose type is that of the value, or an integer with at least as many bits.
    pub fn held(&mut self, value: Value, cell: Type) -> Value {
        match self.kernel.ty(value) {
            ty if ty == cell => value,
            Type::F16 => {
                let bits = self.convert(Convert::Bits, value, Type::I16);
                self.convert(Convert::ZExt, bits, cell)
            }
            _ => self.convert(Convert::ZExt, value, cell),
        }
    }

    /// The other way: the last instruction that makes a value of a type of what a cell held.
    pub fn given(&mut self, held: Value, ty: Type) -> Op {
        match ty {
            Type::Bool => {
                let cell = self.kernel.ty(held);
                Op::Compare(Compare::Ne, held, self.emit(Op::Const(0), cell))
            }
            Type::F16 => Op::Convert(Convert::Bits, self.convert(Convert::Trunc, held, Type::I16)),
            _ => Op::Convert(Convert::Trunc, held),
        }
    }
}

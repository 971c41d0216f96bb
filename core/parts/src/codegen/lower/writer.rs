//! Writing instructions in place of others.

use alloc::vec::Vec;

use crate::{
    ir::{Binary, BlockId, Compare, Convert, Inst, InstId, Kernel, Op, Type, Value, ValueDef, ValueInfo},
    source::Span,
};

/// Writes instructions before the one that is being replaced.
pub(super) struct Writer<'k> {
    pub kernel: &'k mut Kernel,
    insts: Vec<InstId>,
    span: Span,
}

/// Gives every instruction with a result a chance to become another operation, which may be told in several steps: `f` writes
/// what goes before and gives the operation that has the result.
pub(super) fn rewrite(kernel: &mut Kernel, f: impl Fn(&mut Writer<'_>, &Op, Type) -> Option<Op>) {
    for block in kernel.block_ids() {
        let old = core::mem::take(&mut kernel.blocks[block.index()].insts);
        let mut writer = Writer { kernel, insts: Vec::with_capacity(old.len()), span: Span::NONE };
        for id in old {
            let Inst { op, result, span } = writer.kernel.insts[id.index()].clone();
            writer.span = span;
            let ty = result.map(|value| writer.kernel.ty(value));
            if let Some(new) = ty.and_then(|ty| f(&mut writer, &op, ty)) {
                writer.kernel.insts[id.index()].op = new;
            }
            writer.insts.push(id);
        }
        let insts = writer.insts;
        kernel.blocks[block.index()].insts = insts;
    }
}

impl<'k> Writer<'k> {
    /// A writer that has written nothing yet.
    pub fn new(kernel: &'k mut Kernel, span: Span) -> Writer<'k> {
        Writer { kernel, insts: Vec::new(), span }
    }

    /// What has been written goes to the end of a block.
    pub fn finish(self, block: BlockId) {
        self.kernel.blocks[block.index()].insts.extend(self.insts);
    }

    pub fn ty(&self, value: Value) -> Type {
        self.kernel.ty(value)
    }

    /// The operation that makes a value, if one does.
    pub fn op(&self, value: Value) -> Option<Op> {
        self.kernel.def(value).map(|inst| inst.op.clone())
    }

    /// An instruction with a result.
    pub fn emit(&mut self, op: Op, ty: Type) -> Value {
        let inst = InstId(self.kernel.insts.len() as u32);
        self.kernel.values.push(ValueInfo { ty, def: ValueDef::Inst(inst) });
        let value = Value(self.kernel.values.len() as u32 - 1);
        self.kernel.insts.push(Inst { op, result: Some(value), span: self.span });
        self.insts.push(inst);
        value
    }

    /// An instruction without a result.
    pub fn effect(&mut self, op: Op) {
        let inst = InstId(self.kernel.insts.len() as u32);
        self.kernel.insts.push(Inst { op, result: None, span: self.span });
        self.insts.push(inst);
    }

    pub fn constant(&mut self, bits: u64, ty: Type) -> Value {
        self.emit(Op::Const(bits & ty.mask()), ty)
    }

    pub fn binary(&mut self, op: Binary, a: Value, b: Value) -> Value {
        let ty = self.ty(a);
        self.emit(Op::Binary(op, a, b), ty)
    }

    /// With a constant as the second operand.
    pub fn with(&mut self, op: Binary, a: Value, bits: u64) -> Value {
        let ty = self.ty(a);
        let b = self.constant(bits, ty);
        self.binary(op, a, b)
    }

    pub fn compare(&mut self, op: Compare, a: Value, b: Value) -> Value {
        self.emit(Op::Compare(op, a, b), Type::Bool)
    }

    /// With a constant as the second operand.
    pub fn compare_with(&mut self, op: Compare, a: Value, bits: u64) -> Value {
        let ty = self.ty(a);
        let b = self.constant(bits, ty);
        self.compare(op, a, b)
    }

    pub fn select(&mut self, condition: Value, a: Value, b: Value) -> Value {
        let ty = self.ty(a);
        self.emit(Op::Select(condition, a, b), ty)
    }

    /// A conversion; none if the value has the type already.
    pub fn convert(&mut self, op: Convert, a: Value, ty: Type) -> Value {
        if self.ty(a) == ty { a } else { self.emit(Op::Convert(op, a), ty) }
    }
}

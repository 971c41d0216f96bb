//! Folding: operations on constants become constants, and operations become cheaper ones that give the same bits.
//!
//! The rules are in `rules`, one function for each kind of operation. Constants stand on the right of commutative
//! operations afterwards. Every rule is exact, for every input: floats are not reassociated, and `x + 0.0` stays (it is
//! not `x` for -0).

mod rules;

pub(super) use rules::commutes;

use alloc::vec::Vec;

use super::{
    Pass,
    edit::{Rename, new_inst},
};
use crate::{
    base::num,
    ir::{BlockId, InstId, Kernel, Op, Terminator, Type, Unary, Value, cfg::Cfg},
    source::Span,
};

/// This pass.
pub const PASS: Pass =
    Pass { name: "fold", doc: "Constant operations are carried out, others become cheaper ones.", run };

fn run(kernel: &mut Kernel) -> bool {
    let order = Cfg::new(kernel).rpo;
    let rename = Rename::new(kernel);
    let mut folder = Folder { kernel, rename, insts: Vec::new(), span: Span::NONE, changed: false };
    for block in order {
        folder.block(block);
    }
    let Folder { kernel, mut rename, changed, .. } = folder;
    rename.apply(kernel);
    changed
}

/// What an operation becomes.
enum Simple {
    /// Another value.
    Value(Value),
    /// Another operation, which may become simpler still.
    Op(Op),
}

struct Folder<'k> {
    kernel: &'k mut Kernel,
    rename: Rename,
    /// The instructions of the current block so far.
    insts: Vec<InstId>,
    /// Where the current instruction comes from.
    span: Span,
    changed: bool,
}

impl Folder<'_> {
    fn block(&mut self, block: BlockId) {
        for inst in core::mem::take(&mut self.kernel.blocks[block.index()].insts) {
            self.instruction(inst);
        }
        self.kernel.blocks[block.index()].insts = core::mem::take(&mut self.insts);
        self.terminator(block);
    }

    fn instruction(&mut self, id: InstId) {
        let inst = &mut self.kernel.insts[id.index()];
        inst.op.for_each_operand(|value| *value = self.rename.get(*value));
        let (op, Some(result)) = (inst.op.clone(), inst.result) else { return self.insts.push(id) };
        self.span = inst.span;
        let ty = self.kernel.ty(result);
        match self.simplify(op, ty) {
            Simple::Value(value) => {
                self.rename.replace(result, value);
                self.changed = true;
            }
            Simple::Op(op) => {
                let inst = &mut self.kernel.insts[id.index()];
                if inst.op != op {
                    inst.op = op;
                    self.changed = true;
                }
                self.insts.push(id);
            }
        }
    }

    /// A branch on `not c` becomes one on `c` the other way round.
    fn terminator(&mut self, block: BlockId) {
        let rename = &mut self.rename;
        self.kernel.blocks[block.index()].term.for_each_operand(|value| *value = rename.get(*value));
        while let Terminator::Branch(condition, ..) = self.kernel.blocks[block.index()].term
            && let Some(Op::Unary(Unary::Not, inner)) = self.op(condition)
        {
            let inner = *inner;
            if let Terminator::Branch(condition, yes, no) = &mut self.kernel.blocks[block.index()].term {
                *condition = inner;
                core::mem::swap(yes, no);
                self.changed = true;
            }
        }
    }

    /// Applies rules until none fits.
    fn simplify(&mut self, mut op: Op, ty: Type) -> Simple {
        // Each rule makes an operation simpler, so this ends; the bound only guards against a mistake in the rules.
        for _ in 0..16 {
            if let Some(bits) = self.evaluate(&op, ty) {
                return Simple::Op(Op::Const(bits));
            }
            match self.rule(&op, ty) {
                Some(Simple::Op(simpler)) => op = simpler,
                Some(value) => return value,
                None => break,
            }
        }
        Simple::Op(op)
    }

    /// The result of an operation on constants.
    fn evaluate(&self, op: &Op, ty: Type) -> Option<u64> {
        let constant = |value: &Value| self.kernel.constant(*value);
        let operand_ty = |value: &Value| self.kernel.ty(*value);
        match op {
            Op::Unary(op, a) => Some(num::unary(*op, ty, constant(a)?)),
            Op::Binary(op, a, b) => Some(num::binary(*op, ty, constant(a)?, constant(b)?)),
            Op::Compare(op, a, b) => {
                Some(num::compare(*op, operand_ty(a), constant(a)?, constant(b)?).into())
            }
            Op::Convert(op, a) => Some(num::convert(*op, operand_ty(a), ty, constant(a)?)),
            Op::Fma(a, b, c) => Some(num::fma(ty, constant(a)?, constant(b)?, constant(c)?)),
            Op::Math(op, args) => {
                let args: Option<Vec<u64>> = args.iter().map(constant).collect();
                Some(num::math(*op, ty, &args?))
            }
            _ => None,
        }
    }

    /// The operation that defines a value.
    fn op(&self, value: Value) -> Option<&Op> {
        self.kernel.def(value).map(|inst| &inst.op)
    }

    /// A new operation before the current one, simplified like any other.
    fn make(&mut self, op: Op, ty: Type) -> Value {
        match self.simplify(op, ty) {
            Simple::Value(value) => value,
            Simple::Op(op) => {
                let (inst, value) = new_inst(self.kernel, op, ty, self.span);
                self.insts.push(inst);
                value
            }
        }
    }

    fn constant(&mut self, bits: u64, ty: Type) -> Value {
        self.make(Op::Const(bits & ty.mask()), ty)
    }
}

//! Loads, stores and atomic operations.

use lanescope_parts::{
    codegen::patterns::Address,
    ir::{AtomicOp, Type, Value},
};

use super::Result;
use crate::{
    codegen::{
        emit::{bits, exact, memory, signed, unsigned},
        generate::Generator,
    },
    isa::{Atom, Detail, Inst, Op, Operand, Ty},
};

impl Generator<'_> {
    /// An access without its data operands.
    pub(super) fn access(&mut self, op: Op, ty: Ty, ptr: Value) -> Inst {
        let Address { base, offset } = self.patterns.address(ptr);
        let (base, offset) = match base {
            Some(base) => (self.register(base), offset),
            None if i32::try_from(offset).is_ok() => (Operand::Imm(0), offset),
            None => (Operand::Imm(offset as u64), 0),
        };
        Inst {
            space: self.patterns.space(ptr).into(),
            src: [base, Operand::None, Operand::None],
            offset: offset as i32,
            ..Inst::new(op, ty, self.emit.span)
        }
    }

    pub(super) fn load(&mut self, ty: Ty, ptr: Value) -> Operand {
        let inst = self.access(Op::Ld, ty, ptr);
        let dst = Operand::Reg(self.emit.reg(ty.bank()));
        self.emit.push(Inst { dst, ..inst });
        dst
    }

    pub(super) fn store(&mut self, ty: Type, ptr: Value, value: Value) -> Result<()> {
        if ty == Type::Bool {
            return Err(self.unsupported("a condition cannot be stored"));
        }
        let inst = self.access(Op::St, memory(ty), ptr);
        let value = self.value(value);
        self.emit.push(Inst { src: [inst.src[0], value, Operand::None], ..inst });
        Ok(())
    }

    pub(super) fn atomic(&mut self, op: AtomicOp, ptr: Value, value: Value, needed: bool) -> Result {
        let ty = self.kernel.ty(value);
        let (s, u, b) = (signed(ty), unsigned(ty), bits(ty));
        let (atom, ty) = match op {
            AtomicOp::Add | AtomicOp::Sub => (Atom::Add, u),
            AtomicOp::MinS => (Atom::Min, s),
            AtomicOp::MaxS => (Atom::Max, s),
            AtomicOp::MinU => (Atom::Min, u),
            AtomicOp::MaxU => (Atom::Max, u),
            AtomicOp::And => (Atom::And, b),
            AtomicOp::Or => (Atom::Or, b),
            AtomicOp::Xor => (Atom::Xor, b),
            AtomicOp::Exchange => (Atom::Exch, b),
            AtomicOp::IncWrap => (Atom::Inc, u),
            AtomicOp::DecWrap => (Atom::Dec, u),
            AtomicOp::FAdd => (Atom::Add, exact(ty, false)),
        };
        let mut value = self.value(value);
        if op == AtomicOp::Sub {
            value = self.emit.fresh(Op::Neg, s, &[value]);
        }
        let reduce = !needed && atom != Atom::Exch;
        let inst = self.access(if reduce { Op::Red } else { Op::Atom }, ty, ptr);
        let dst = if reduce { Operand::None } else { Operand::Reg(self.emit.reg(ty.bank())) };
        let src = [inst.src[0], value, Operand::None];
        self.emit.push(Inst { dst, src, detail: Detail::Atom(atom), ..inst });
        Ok(dst)
    }
}

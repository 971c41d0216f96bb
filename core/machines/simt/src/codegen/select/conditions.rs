//! Conditions: comparisons, operations on single bits, and the choice between two values.

use lanescope_parts::ir::{Binary, Compare, Type, Value};

use super::Result;
use crate::{
    codegen::{
        emit::{bits, exact, moved, signed, unsigned},
        generate::Generator,
    },
    isa::{Cmp, Op, Operand, Ty},
};

impl Generator<'_> {
    /// Operations on conditions: one bit, so a sum is an exclusive or and a product an and.
    pub(super) fn logic(&mut self, op: Binary, a: Operand, b: Operand) -> Result {
        let op = match op {
            Binary::And | Binary::Mul | Binary::MinU | Binary::MaxS => Op::And,
            Binary::Or | Binary::MaxU | Binary::MinS => Op::Or,
            Binary::Xor | Binary::Add | Binary::Sub => Op::Xor,
            _ => return Err(self.unsupported("this operation on conditions")),
        };
        Ok(self.emit.fresh(op, Ty::Pred, &[a, b]))
    }

    pub(super) fn compare(&mut self, op: Compare, a: Value, b: Value) -> Operand {
        let ty = self.kernel.ty(a);
        let (a, b) = (self.value(a), self.value(b));
        if ty == Type::Bool {
            return self.compare_conditions(op, a, b);
        }
        let (s, u, w, f) = (signed(ty), unsigned(ty), bits(ty), exact(ty, false));
        let (cmp, on) = match op {
            Compare::Eq => (Cmp::Eq, w),
            Compare::Ne => (Cmp::Ne, w),
            Compare::LtS => (Cmp::Lt, s),
            Compare::LeS => (Cmp::Le, s),
            Compare::LtU => (Cmp::Lt, u),
            Compare::LeU => (Cmp::Le, u),
            Compare::FEq => (Cmp::Eq, f),
            Compare::FNe => (Cmp::Neu, f),
            Compare::FLt => (Cmp::Lt, f),
            Compare::FLe => (Cmp::Le, f),
        };
        let (a, b) = if on.is_signed() { (self.extended(a, ty), self.extended(b, ty)) } else { (a, b) };
        match (a, b) {
            // A constant is written last, as people do.
            (Operand::Imm(_), Operand::Reg(_)) => self.emit.compare(swapped(cmp), on, b, a),
            _ => self.emit.compare(cmp, on, a, b),
        }
    }

    /// As one-bit numbers: true is 1 unsigned and -1 signed.
    fn compare_conditions(&mut self, op: Compare, a: Operand, b: Operand) -> Operand {
        let (op, negated, other) = match op {
            Compare::Eq | Compare::FEq => {
                let differs = self.emit.fresh(Op::Xor, Ty::Pred, &[a, b]);
                return self.emit.fresh(Op::Not, Ty::Pred, &[differs]);
            }
            Compare::Ne | Compare::FNe => return self.emit.fresh(Op::Xor, Ty::Pred, &[a, b]),
            Compare::LtU | Compare::FLt => (Op::And, a, b),
            Compare::LeU | Compare::FLe => (Op::Or, a, b),
            Compare::LtS => (Op::And, b, a),
            Compare::LeS => (Op::Or, b, a),
        };
        let not = self.emit.fresh(Op::Not, Ty::Pred, &[negated]);
        self.emit.fresh(op, Ty::Pred, &[not, other])
    }

    pub(super) fn select_value(&mut self, condition: Value, a: Value, b: Value) -> Operand {
        let ty = self.kernel.ty(a);
        let (condition, negated) = self.patterns.condition(condition);
        let (a, b) = if negated { (b, a) } else { (a, b) };
        let src = [self.value(a), self.value(b), self.value(condition)];
        self.select_operand(ty, src)
    }

    /// `src[2] ? src[0] : src[1]`.
    pub(in crate::codegen) fn select_operand(
        &mut self,
        ty: Type,
        [a, b, condition]: [Operand; 3],
    ) -> Operand {
        match ty {
            Type::Bool => self.emit.select_predicate(condition, a, b),
            _ => self.emit.fresh(Op::Selp, moved(ty), &[a, b, condition]),
        }
    }
}

/// The comparison with its operands in the other order.
const fn swapped(cmp: Cmp) -> Cmp {
    match cmp {
        Cmp::Lt => Cmp::Gt,
        Cmp::Le => Cmp::Ge,
        Cmp::Gt => Cmp::Lt,
        Cmp::Ge => Cmp::Le,
        Cmp::Ltu => Cmp::Gtu,
        Cmp::Leu => Cmp::Geu,
        Cmp::Gtu => Cmp::Ltu,
        Cmp::Geu => Cmp::Leu,
        other => other,
    }
}

//! Arithmetic on integers and floats.
//!
//! Integers narrower than 32 bits are held zero-extended and computed in 32 bits: operations that look at the sign
//! extend it first, operations that may carry into the upper bits cut the result.

use lanescope_parts::ir::{self, Binary, Type, Unary, Value};

use super::Result;
use crate::{
    codegen::{
        emit::{bits, exact, signed, unsigned},
        generate::Generator,
    },
    isa::{Bank, Detail, Inst, Op, Operand, Reg, Ty},
};

impl Generator<'_> {
    /// Division by 2 to the power of `exponent` rounds towards zero: a negative dividend is first raised by the divisor
    /// less one.
    pub(super) fn divide_by_power(&mut self, op: Binary, a: Value, exponent: u32) -> Operand {
        let ty = self.kernel.ty(a);
        let (s, u, w) = (signed(ty), unsigned(ty), bits(ty));
        let a = self.value(a);
        let by = Operand::Imm(exponent.into());
        let low = Operand::Imm((1u64 << exponent) - 1);
        match op {
            _ if exponent == 0 && matches!(op, Binary::DivS | Binary::DivU) => a,
            Binary::DivU => self.emit.fresh(Op::Shr, u, &[a, by]),
            Binary::RemU => self.emit.fresh(Op::And, w, &[a, low]),
            _ => {
                let sign = self.emit.fresh(Op::Shr, s, &[a, Operand::Imm(u64::from(ty.bits() - 1))]);
                let bias = self.emit.fresh(Op::And, w, &[sign, low]);
                let raised = self.emit.fresh(Op::Add, s, &[a, bias]);
                if op == Binary::DivS {
                    return self.emit.fresh(Op::Shr, s, &[raised, by]);
                }
                let kept = Operand::Imm(!((1u64 << exponent) - 1) & ty.mask());
                let multiple = self.emit.fresh(Op::And, w, &[raised, kept]);
                self.emit.fresh(Op::Sub, s, &[a, multiple])
            }
        }
    }

    pub(super) fn unary(&mut self, op: Unary, a: Value) -> Result {
        let ty = self.kernel.ty(a);
        let a = self.value(a);
        Ok(match (op, ty) {
            (Unary::Neg, Type::Bool) => a,
            (Unary::Not, _) => {
                let result = self.emit.fresh(Op::Not, bits(ty), &[a]);
                self.narrow(result, ty)
            }
            (Unary::Neg, _) => {
                let result = self.emit.fresh(Op::Neg, signed(ty), &[a]);
                self.narrow(result, ty)
            }
            (Unary::FNeg, _) => self.emit.fresh(Op::FNeg, exact(ty, false), &[a]),
            (Unary::FAbs, _) => self.emit.fresh(Op::FAbs, exact(ty, false), &[a]),
            (Unary::PopCount | Unary::Clz | Unary::Ctz, Type::Bool) => {
                return Err(self.unsupported("the bits of a condition cannot be counted"));
            }
            (Unary::PopCount, _) => self.count(Op::Popc, ty, a),
            (Unary::Clz, _) => {
                let zeros = self.count(Op::Clz, ty, a);
                match ty.bits() {
                    8 | 16 => {
                        let above = Operand::Imm(u64::from(32 - ty.bits()));
                        self.emit.fresh(Op::Sub, Ty::S32, &[zeros, above])
                    }
                    _ => zeros,
                }
            }
            (Unary::Ctz, _) => {
                // A one just above the type stops the count there.
                let stop = Operand::Imm(1u64.checked_shl(ty.bits()).unwrap_or(0));
                let stopped = if ty.bits() < 32 { self.emit.fresh(Op::Or, Ty::B32, &[a, stop]) } else { a };
                let reversed = self.emit.fresh(Op::Brev, bits(ty), &[stopped]);
                self.count(Op::Clz, ty, reversed)
            }
        })
    }

    /// A count of bits: 32 bits wide, so extended for 64-bit results.
    fn count(&mut self, op: Op, ty: Type, a: Operand) -> Operand {
        let dst = self.emit.reg(Bank::R);
        self.emit.write(op, bits(ty), dst, &[a]);
        let count = Operand::Reg(dst);
        if ty.bits() == 64 { self.emit.convert(Op::Cvt, Ty::U64, Ty::U32, count) } else { count }
    }

    /// Cuts a 32-bit result to a narrow type.
    pub(in crate::codegen) fn narrow(&mut self, value: Operand, ty: Type) -> Operand {
        match ty {
            Type::I8 | Type::I16 => self.emit.convert(Op::Cvt, Ty::U32, exact(ty, false), value),
            _ => value,
        }
    }

    /// Extends the sign of a narrow value to 32 bits.
    pub(super) fn extended(&mut self, value: Operand, ty: Type) -> Operand {
        match (ty, value) {
            (Type::I8 | Type::I16, Operand::Imm(bits)) => {
                Operand::Imm(lanescope_parts::base::num::signed(ty, bits) as u32 as u64)
            }
            (Type::I8 | Type::I16, _) => self.emit.convert(Op::Cvt, Ty::S32, exact(ty, true), value),
            _ => value,
        }
    }

    pub(super) fn binary(&mut self, op: Binary, a: Value, b: Value) -> Result {
        let ty = self.kernel.ty(a);
        if matches!(op, Binary::Shl | Binary::ShrS | Binary::ShrU) && ty != Type::Bool {
            return Ok(self.shift(op, ty, a, b));
        }
        let (a, b) = (self.value(a), self.value(b));
        if ty == Type::Bool {
            return self.logic(op, a, b);
        }
        let (s, u, w, f) = (signed(ty), unsigned(ty), bits(ty), exact(ty, false));
        let narrow = ty.bits() < 32;
        let looks_at_sign =
            matches!(op, Binary::MulHiS | Binary::DivS | Binary::RemS | Binary::MinS | Binary::MaxS);
        let (a, b) = if looks_at_sign { (self.extended(a, ty), self.extended(b, ty)) } else { (a, b) };
        let (machine, on) = match op {
            Binary::Add => (Op::Add, s),
            Binary::Sub => (Op::Sub, s),
            Binary::Mul => (Op::Mul, s),
            // The product of narrow factors fits into 32 bits; its high half is shifted down below.
            Binary::MulHiS | Binary::MulHiU if narrow => (Op::Mul, s),
            Binary::MulHiS => (Op::MulHi, s),
            Binary::MulHiU => (Op::MulHi, u),
            Binary::DivS => (Op::Div, s),
            Binary::DivU => (Op::Div, u),
            Binary::RemS => (Op::Rem, s),
            Binary::RemU => (Op::Rem, u),
            Binary::And => (Op::And, w),
            Binary::Or => (Op::Or, w),
            Binary::Xor => (Op::Xor, w),
            Binary::MinS => (Op::Min, s),
            Binary::MaxS => (Op::Max, s),
            Binary::MinU => (Op::Min, u),
            Binary::MaxU => (Op::Max, u),
            Binary::FAdd => (Op::FAdd, f),
            Binary::FSub => (Op::FSub, f),
            Binary::FMul => (Op::FMul, f),
            Binary::FDiv => (Op::FDiv, f),
            Binary::FMin => (Op::FMin, f),
            Binary::FMax => (Op::FMax, f),
            Binary::Shl | Binary::ShrS | Binary::ShrU => {
                return Err(self.unsupported("a condition cannot be shifted"));
            }
        };
        let result = self.emit.fresh(machine, on, &[a, b]);
        Ok(match op {
            Binary::MulHiS | Binary::MulHiU if narrow => {
                let high = self.emit.fresh(Op::Shr, u, &[result, Operand::Imm(ty.bits().into())]);
                self.narrow(high, ty)
            }
            Binary::And | Binary::Or | Binary::Xor | Binary::MinU | Binary::MaxU | Binary::RemU => result,
            _ if ty.is_float() => result,
            _ => self.narrow(result, ty),
        })
    }

    /// The IR takes shift amounts modulo the width; the machine does not.
    fn shift(&mut self, op: Binary, ty: Type, a: Value, amount: Value) -> Operand {
        let width = ty.bits();
        let a = self.value(a);
        let below = self.patterns.is_below(amount, width);
        let amount = self.patterns.amount(amount);
        let amount = match self.value(amount) {
            Operand::Imm(bits) => Operand::Imm(bits & u64::from(width - 1)),
            other => {
                let wide = self.kernel.ty(amount).bits() == 64;
                let narrow = if wide { self.emit.convert(Op::Cvt, Ty::U32, Ty::U64, other) } else { other };
                let mask = Operand::Imm(u64::from(width - 1));
                if below { narrow } else { self.emit.fresh(Op::And, Ty::B32, &[narrow, mask]) }
            }
        };
        let result = match op {
            Binary::Shl => self.emit.fresh(Op::Shl, bits(ty), &[a, amount]),
            Binary::ShrS => {
                let a = self.extended(a, ty);
                self.emit.fresh(Op::Shr, signed(ty), &[a, amount])
            }
            _ => return self.emit.fresh(Op::Shr, unsigned(ty), &[a, amount]),
        };
        self.narrow(result, ty)
    }

    pub(super) fn math(&mut self, op: ir::Math, ty: Ty, src: &[Operand]) -> Operand {
        use ir::Math;
        let machine = match op {
            Math::Sqrt => Op::Sqrt,
            Math::Rsqrt => Op::Rsqrt,
            Math::Sin => Op::Sin,
            Math::Cos => Op::Cos,
            Math::Exp2 => Op::Ex2,
            Math::Log2 => Op::Lg2,
            Math::Floor => Op::Floor,
            Math::Ceil => Op::Ceil,
            Math::Trunc => Op::Trunc,
            Math::Rint => Op::Rint,
            _ => {
                let dst: Reg = self.emit.reg(ty.bank());
                let inst = self.emit.inst(Op::Math, ty, Operand::Reg(dst), src);
                self.emit.push(Inst { detail: Detail::Math(op), ..inst });
                return Operand::Reg(dst);
            }
        };
        self.emit.fresh(machine, ty, src)
    }
}

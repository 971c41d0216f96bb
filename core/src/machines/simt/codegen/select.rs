//! Instruction selection: what each operation of the IR is in machine instructions.
//!
//! Integers narrower than 32 bits are held zero-extended and computed in 32 bits: operations that look at the sign
//! extend it first, operations that may carry into the upper bits cut the result.

use alloc::format;

use super::{
    emit::{bits, exact, memory, moved, signed, unsigned},
    generate::Generator,
};
use crate::{
    codegen::patterns::{Address, Factor, Pattern},
    ir::{self, AtomicOp, Binary, Compare, InstId, Type, Unary, Value},
    machines::simt::isa::{Atom, Bank, Cmp, Detail, Inst, Op, Operand, Reg, Ty},
    source::Diagnostic,
};

type Result<T = Operand> = core::result::Result<T, Diagnostic>;

impl Generator<'_> {
    /// Emits what an instruction of the IR becomes.
    pub(super) fn select(&mut self, id: InstId) -> Result<()> {
        let kernel = self.kernel;
        let inst = &kernel.insts[id.index()];
        let needed = inst.result.is_some_and(|value| self.needed[value.index()]);
        if !needed && !inst.op.has_effect() {
            return Ok(());
        }
        self.emit.span = inst.span;
        let result = match self.patterns.of(id) {
            Pattern::Constant(bits) => Operand::Imm(bits),
            Pattern::Same(a) => self.register(a),
            Pattern::Given => return Ok(()),
            Pattern::Mad { a, b, c } => {
                let ty = signed(inst.result.map_or(Type::I64, |v| kernel.ty(v)));
                let src = [self.value(a), self.factor(b), self.addend(&inst.op, c)];
                self.emit.fresh(Op::Mad, ty, &src)
            }
            Pattern::Power(op, a, exponent) => self.divide_by_power(op, a, exponent),
            Pattern::Wide { a, b, c, signed } => {
                let c = c.map(|c| self.addend(&inst.op, c));
                self.wide(a, b, c, signed)
            }
            Pattern::Reciprocal(a) => {
                let (ty, a) = (exact(kernel.ty(a), false), self.value(a));
                self.emit.fresh(Op::Rcp, ty, &[a])
            }
            Pattern::SignedLoad { from, ptr } => self.load(exact(from, true), ptr),
            Pattern::NarrowStore { ty, ptr, value } => return self.store(ty, ptr, value),
            Pattern::Plain => match self.plain(&inst.op, inst.result)? {
                Some(result) => result,
                None => return Ok(()),
            },
        };
        if let Some(value) = inst.result {
            self.values[value.index()] = result;
        }
        Ok(())
    }

    fn wide(&mut self, a: Value, b: Factor, c: Option<Operand>, signed: bool) -> Operand {
        let ty = if signed { Ty::S32 } else { Ty::U32 };
        let (a, b) = (self.value(a), self.factor(b));
        let dst = self.emit.reg(Bank::D);
        match c {
            None => self.emit.write(Op::MulWide, ty, dst, &[a, b]),
            Some(c) => self.emit.write(Op::MadWide, ty, dst, &[a, b, c]),
        }
        Operand::Reg(dst)
    }

    fn factor(&mut self, factor: Factor) -> Operand {
        match factor {
            Factor::Value(value) => self.value(value),
            Factor::Constant(bits) => Operand::Imm(bits),
        }
    }

    /// What is added to a product: of a pointer, the part in its register.
    fn addend(&mut self, op: &ir::Op, value: Value) -> Operand {
        if matches!(op, ir::Op::PtrAdd(..)) { self.register(value) } else { self.value(value) }
    }

    /// Division by 2 to the power of `exponent` rounds towards zero: a negative dividend is first raised by the divisor
    /// less one.
    fn divide_by_power(&mut self, op: Binary, a: Value, exponent: u32) -> Operand {
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

    /// An operation on its own; `None` if it has no result.
    fn plain(&mut self, op: &ir::Op, result: Option<Value>) -> Result<Option<Operand>> {
        let ty = result.map_or(Type::I32, |value| self.kernel.ty(value));
        let operand = match op {
            ir::Op::Const(_) | ir::Op::Slot(_) | ir::Op::Arg(_) | ir::Op::WorkItem(..) => return Ok(None),
            ir::Op::Unary(op, a) => self.unary(*op, *a)?,
            ir::Op::Binary(op, a, b) => self.binary(*op, *a, *b)?,
            ir::Op::Compare(op, a, b) => self.compare(*op, *a, *b),
            ir::Op::Select(condition, a, b) => self.select_value(*condition, *a, *b),
            ir::Op::Convert(op, a) => self.convert(*op, *a, ty)?,
            ir::Op::Fma(a, b, c) => {
                let src = [self.value(*a), self.value(*b), self.value(*c)];
                self.emit.fresh(Op::Fma, exact(ty, false), &src)
            }
            ir::Op::Math(op, args) => {
                let src: alloc::vec::Vec<Operand> = args.iter().map(|a| self.value(*a)).collect();
                self.math(*op, exact(ty, false), &src)
            }
            ir::Op::PtrAdd(a, b) => {
                // Where the constant part did not fit beside the register, it is in it.
                let moved = self.patterns.constant(*a).is_none() && self.patterns.constant(*b).is_none();
                let a = if moved { self.register(*a) } else { self.value(*a) };
                let src = [a, self.value(*b)];
                self.emit.fresh(Op::Add, Ty::S64, &src)
            }
            ir::Op::Load { ptr, .. } => self.load(memory(ty), *ptr),
            ir::Op::Store { ptr, value, .. } => {
                self.store(self.kernel.ty(*value), *ptr, *value)?;
                return Ok(None);
            }
            ir::Op::Atomic(op, ptr, value) => {
                let needed = result.is_some_and(|value| self.needed[value.index()]);
                self.atomic(*op, *ptr, *value, needed)?
            }
            ir::Op::CompareExchange(ptr, expected, new) => {
                let ty = bits(self.kernel.ty(*expected));
                let (expected, new) = (self.value(*expected), self.value(*new));
                let inst = self.access(Op::AtomCas, ty, *ptr);
                let dst = Operand::Reg(self.emit.reg(ty.bank()));
                self.emit.push(Inst { dst, src: [inst.src[0], expected, new], ..inst });
                dst
            }
            ir::Op::Barrier => {
                self.emit.push(Inst::new(Op::BarSync, Ty::Pred, self.emit.span));
                return Ok(None);
            }
            ir::Op::Fence => {
                self.emit.push(Inst::new(Op::Membar, Ty::Pred, self.emit.span));
                return Ok(None);
            }
            ir::Op::Call(..) | ir::Op::Param(_) => return Err(self.unsupported("a call of a function")),
        };
        Ok(Some(operand))
    }

    /// An access without its data operands.
    fn access(&mut self, op: Op, ty: Ty, ptr: Value) -> Inst {
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

    fn load(&mut self, ty: Ty, ptr: Value) -> Operand {
        let inst = self.access(Op::Ld, ty, ptr);
        let dst = Operand::Reg(self.emit.reg(ty.bank()));
        self.emit.push(Inst { dst, ..inst });
        dst
    }

    fn store(&mut self, ty: Type, ptr: Value, value: Value) -> Result<()> {
        if ty == Type::Bool {
            return Err(self.unsupported("a condition cannot be stored"));
        }
        let inst = self.access(Op::St, memory(ty), ptr);
        let value = self.value(value);
        self.emit.push(Inst { src: [inst.src[0], value, Operand::None], ..inst });
        Ok(())
    }

    fn atomic(&mut self, op: AtomicOp, ptr: Value, value: Value, needed: bool) -> Result {
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

    fn unary(&mut self, op: Unary, a: Value) -> Result {
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
    pub(super) fn narrow(&mut self, value: Operand, ty: Type) -> Operand {
        match ty {
            Type::I8 | Type::I16 => self.emit.convert(Op::Cvt, Ty::U32, exact(ty, false), value),
            _ => value,
        }
    }

    /// Extends the sign of a narrow value to 32 bits.
    fn extended(&mut self, value: Operand, ty: Type) -> Operand {
        match (ty, value) {
            (Type::I8 | Type::I16, Operand::Imm(bits)) => {
                Operand::Imm(crate::base::num::signed(ty, bits) as u32 as u64)
            }
            (Type::I8 | Type::I16, _) => self.emit.convert(Op::Cvt, Ty::S32, exact(ty, true), value),
            _ => value,
        }
    }

    fn binary(&mut self, op: Binary, a: Value, b: Value) -> Result {
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

    /// Operations on conditions: one bit, so a sum is an exclusive or and a product an and.
    fn logic(&mut self, op: Binary, a: Operand, b: Operand) -> Result {
        let op = match op {
            Binary::And | Binary::Mul | Binary::MinU | Binary::MaxS => Op::And,
            Binary::Or | Binary::MaxU | Binary::MinS => Op::Or,
            Binary::Xor | Binary::Add | Binary::Sub => Op::Xor,
            _ => return Err(self.unsupported("this operation on conditions")),
        };
        Ok(self.emit.fresh(op, Ty::Pred, &[a, b]))
    }

    fn compare(&mut self, op: Compare, a: Value, b: Value) -> Operand {
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

    fn select_value(&mut self, condition: Value, a: Value, b: Value) -> Operand {
        let ty = self.kernel.ty(a);
        let (condition, negated) = self.patterns.condition(condition);
        let (a, b) = if negated { (b, a) } else { (a, b) };
        let src = [self.value(a), self.value(b), self.value(condition)];
        self.select_operand(ty, src)
    }

    /// `src[2] ? src[0] : src[1]`.
    pub(super) fn select_operand(&mut self, ty: Type, [a, b, condition]: [Operand; 3]) -> Operand {
        match ty {
            Type::Bool => self.emit.select_predicate(condition, a, b),
            _ => self.emit.fresh(Op::Selp, moved(ty), &[a, b, condition]),
        }
    }

    fn math(&mut self, op: ir::Math, ty: Ty, src: &[Operand]) -> Operand {
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

    pub(super) fn unsupported(&self, what: &str) -> Diagnostic {
        Diagnostic::error(
            "simt::unsupported",
            self.emit.span,
            format!("The SIMT machine cannot do this: {what}."),
        )
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

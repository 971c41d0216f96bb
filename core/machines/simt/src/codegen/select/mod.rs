//! Instruction selection: what each operation of the IR is in machine instructions.
//!
//! Here is the choice among patterns, and what is a single instruction; `arithmetic`, `conditions` and `memory` have the
//! operations that become several or depend on the type, `lanes` those of the lanes of a warp.

mod arithmetic;
mod conditions;
mod lanes;
mod memory;

use alloc::format;

use lanescope_parts::{
    codegen::patterns::{Factor, Pattern},
    ir::{self, InstId, Type, Value},
    source::Diagnostic,
};

use super::{
    emit::{bits, exact, memory, signed},
    generate::Generator,
};
use crate::isa::{Bank, CacheLevel, Detail, Inst, Op, Operand, Special, Ty};

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
            ir::Op::Prefetch(ptr) => {
                let inst = self.access(Op::Prefetch, Ty::Pred, *ptr);
                self.emit.push(Inst { detail: Detail::Level(CacheLevel::First), ..inst });
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
            ir::Op::Clock => self.emit.fresh(Op::Mov, Ty::U64, &[Operand::Special(Special::Clock64)]),
            ir::Op::Lane(op, args) => return Ok(self.lanes(*op, args)),
            ir::Op::Call(..) | ir::Op::Param(_) => return Err(self.unsupported("a call of a function")),
        };
        Ok(Some(operand))
    }

    pub(super) fn unsupported(&self, what: &str) -> Diagnostic {
        Diagnostic::error(
            "simt::unsupported",
            self.emit.span,
            format!("The SIMT machine cannot do this: {what}."),
        )
    }
}

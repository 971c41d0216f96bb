//! Which operations of the IR one instruction does together, and which values need a register at all.
//!
//! The target of these patterns has registers of 32 and of 64 bits and holds narrower integers zero-extended; its instructions
//! take constants as operands and a constant offset beside an address, and multiply and add in one, also 32-bit factors to a
//! 64-bit sum. The constant part of a pointer is not in its register but kept beside it, to become
//! the offset of an access. A multiplication (or shift by a constant) whose only use is an addition becomes a
//! multiply-add; of sign- or zero-extended factors, a wide one. Division by a power of two becomes shifts. Integer
//! arithmetic wraps, so all of these are exact; float operations are never joined.
//!
//! `products` finds the multiply-adds, `address` the constant parts of pointers, and `needed` what the instructions read.

use alloc::{vec, vec::Vec};

use crate::ir::{Binary, BlockId, Convert, InstId, Kernel, Op, Type, Unary, Value, ValueDef, layout::Layout};

mod address;
mod needed;
mod products;

pub use address::Address;
pub use products::Factor;

/// What an operation of the IR becomes.
#[derive(Clone, Debug, PartialEq)]
pub enum Pattern {
    /// Nothing: a constant, written where it is used.
    Constant(u64),
    /// Nothing: the register of another value.
    Same(Value),
    /// An argument or a position in the grid: read once at the start of the code.
    Given,
    /// a * b + c.
    Mad {
        /// A factor.
        a: Value,
        /// The other one.
        b: Factor,
        /// What is added.
        c: Value,
    },
    /// Division or remainder by a power of two, of which this is the exponent.
    Power(Binary, Value, u32),
    /// 64-bit product of two 32-bit factors, plus something.
    Wide {
        /// A factor of 32 bits.
        a: Value,
        /// The other one.
        b: Factor,
        /// What is added, of 64 bits.
        c: Option<Value>,
        /// Have the factors a sign?
        signed: bool,
    },
    /// 1 / a.
    Reciprocal(Value),
    /// A narrow load that extends the sign.
    SignedLoad {
        /// The type in memory.
        from: Type,
        /// Where.
        ptr: Value,
    },
    /// A store of the low bits of a wider value.
    NarrowStore {
        /// The type in memory.
        ty: Type,
        /// Where.
        ptr: Value,
        /// What, with more bits than that.
        value: Value,
    },
    /// What it is.
    Plain,
}

/// Answers questions about one kernel.
pub struct Patterns<'a> {
    /// The kernel.
    pub kernel: &'a Kernel,
    /// Where its memory is.
    pub layout: &'a Layout,
    uses: Vec<u32>,
    /// The last instruction that reads each value.
    user: Vec<Option<InstId>>,
    /// The block of each value's instruction.
    home: Vec<Option<BlockId>>,
}

impl<'a> Patterns<'a> {
    /// Of a kernel.
    pub fn new(kernel: &'a Kernel, layout: &'a Layout) -> Patterns<'a> {
        let count = kernel.values.len();
        let (mut uses, mut user, mut home) = (vec![0; count], vec![None; count], vec![None; count]);
        for (at, block) in kernel.blocks.iter().enumerate() {
            for id in &block.insts {
                let inst = &kernel.insts[id.index()];
                for value in inst.op.operands() {
                    uses[value.index()] += 1;
                    user[value.index()] = Some(*id);
                }
                if let Some(result) = inst.result {
                    home[result.index()] = Some(BlockId(at as u32));
                }
            }
            block.term.clone().for_each_operand(|value| uses[value.index()] += 1);
        }
        Patterns { kernel, layout, uses, user, home }
    }

    fn op(&self, value: Value) -> Option<&'a Op> {
        match self.kernel.values[value.index()].def {
            ValueDef::Inst(inst) => Some(&self.kernel.insts[inst.index()].op),
            ValueDef::BlockParam(..) => None,
        }
    }

    /// The operation behind a value that nobody else uses, if it is in the block of its user `by`. (One that was moved
    /// out of a loop is not brought back.)
    fn only_use(&self, value: Value, by: Value) -> Option<&'a Op> {
        let joined = self.uses[value.index()] == 1 && self.home[value.index()] == self.home[by.index()];
        if joined { self.op(value) } else { None }
    }

    /// Is this a narrow load that is only read to extend its sign to 32 bits? Then the load does that.
    fn loads_sign(&self, value: Value) -> bool {
        let narrow = matches!(self.kernel.ty(value), Type::I8 | Type::I16);
        let loaded = matches!(self.op(value), Some(Op::Load { .. }));
        let user = self.user[value.index()].map(|inst| &self.kernel.insts[inst.index()]);
        narrow
            && loaded
            && self.uses[value.index()] == 1
            && user.is_some_and(|user| {
                matches!(user.op, Op::Convert(Convert::SExt, _))
                    && user.result.is_some_and(|v| self.kernel.ty(v) == Type::I32)
            })
    }

    /// The bits of a value that is known now: constants and addresses of slots.
    pub fn constant(&self, value: Value) -> Option<u64> {
        match self.op(value)? {
            Op::Const(bits) => Some(*bits),
            Op::Slot(slot) => Some(self.layout.offsets[slot.index()]),
            Op::Convert(Convert::Bits, a) => self.constant(*a),
            Op::PtrAdd(a, b) => Some(self.constant(*a)?.wrapping_add(self.constant(*b)?)),
            _ => None,
        }
    }

    /// What the operation of an instruction becomes.
    pub fn of(&self, inst: InstId) -> Pattern {
        let inst = &self.kernel.insts[inst.index()];
        let Some(result) = inst.result else { return self.effect(&inst.op) };
        if let Some(bits) = self.constant(result) {
            return Pattern::Constant(bits);
        }
        let ty = self.kernel.ty(result);
        match &inst.op {
            Op::Arg(_) | Op::WorkItem(..) => Pattern::Given,
            Op::Convert(convert, a) => self.convert(*convert, *a, ty),
            Op::Load { ptr, .. } if self.loads_sign(result) => Pattern::SignedLoad { from: ty, ptr: *ptr },
            Op::Binary(Binary::Mul, a, b) if ty == Type::I64 => {
                self.wide(*a, *b, None).unwrap_or(Pattern::Plain)
            }
            Op::Binary(Binary::Shl, a, b) if ty == Type::I64 => {
                self.wide_shift(*a, *b, None).unwrap_or(Pattern::Plain)
            }
            Op::Binary(Binary::Add, a, b) if matches!(ty, Type::I32 | Type::I64) => {
                self.add(result, *a, *b, ty)
            }
            Op::PtrAdd(a, b) => match self.moved_constant(*a, *b) {
                Some((rest, _)) => Pattern::Same(rest),
                None => self.add(result, *a, *b, Type::I64),
            },
            Op::Binary(op @ (Binary::DivS | Binary::DivU | Binary::RemS | Binary::RemU), a, b)
                if matches!(ty, Type::I32 | Type::I64) =>
            {
                match self.constant(*b) {
                    Some(bits) if bits.is_power_of_two() && bits >> (ty.bits() - 1) == 0 => {
                        Pattern::Power(*op, *a, bits.trailing_zeros())
                    }
                    _ => Pattern::Plain,
                }
            }
            Op::Binary(Binary::FDiv, a, b) if self.is_one(*a, ty) => Pattern::Reciprocal(*b),
            _ => Pattern::Plain,
        }
    }

    fn effect(&self, op: &Op) -> Pattern {
        match op {
            Op::Store { ptr, value, .. } => match self.op(*value) {
                Some(Op::Convert(Convert::Trunc, wide)) if self.kernel.ty(*wide).bits() <= 32 => {
                    Pattern::NarrowStore { ty: self.kernel.ty(*value), ptr: *ptr, value: *wide }
                }
                _ => Pattern::Plain,
            },
            _ => Pattern::Plain,
        }
    }

    fn convert(&self, convert: Convert, a: Value, to: Type) -> Pattern {
        let from = self.kernel.ty(a);
        let same_bank = (from.bits() == 64) == (to.bits() == 64) && from != Type::Bool && to != Type::Bool;
        match convert {
            Convert::Bits if same_bank => Pattern::Same(a),
            // Narrow values are held zero-extended.
            Convert::ZExt if same_bank => Pattern::Same(a),
            Convert::SExt if self.loads_sign(a) => Pattern::Same(a),
            _ => Pattern::Plain,
        }
    }

    fn is_one(&self, value: Value, ty: Type) -> bool {
        match ty {
            Type::F32 => self.constant(value) == Some(1f32.to_bits().into()),
            Type::F64 => self.constant(value) == Some(1f64.to_bits()),
            _ => false,
        }
    }

    /// Is a shift amount below the width already?
    pub fn is_below(&self, amount: Value, width: u32) -> bool {
        match self.op(amount) {
            Some(Op::Binary(Binary::And, a, b)) => {
                [a, b].iter().any(|value| self.constant(**value).is_some_and(|bits| bits < width.into()))
            }
            _ => false,
        }
    }

    /// The condition of a branch without negations, and whether there was an odd number of them.
    pub fn condition(&self, condition: Value) -> (Value, bool) {
        match self.op(condition) {
            Some(Op::Unary(Unary::Not, a)) => {
                let (value, negated) = self.condition(*a);
                (value, !negated)
            }
            _ => (condition, false),
        }
    }
}

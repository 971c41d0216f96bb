//! Which operations of the IR one instruction does together, and which values need a register at all.
//!
//! The target of these patterns has registers of 32 and of 64 bits and holds narrower integers zero-extended; its instructions
//! take constants as operands and a constant offset beside an address, and multiply and add in one, also 32-bit factors to a
//! 64-bit sum. The constant part of a pointer is not in its register but kept beside it, to become
//! the offset of an access. A multiplication (or shift by a constant) whose only use is an addition becomes a
//! multiply-add; of sign- or zero-extended factors, a wide one. Division by a power of two becomes shifts. Integer
//! arithmetic wraps, so all of these are exact; float operations are never joined.

use alloc::{vec, vec::Vec};

use crate::ir::{
    Binary, BlockId, Convert, InstId, Kernel, Op, Space, Terminator, Type, Unary, Value, ValueDef,
    layout::Layout,
};

/// What an operation of the IR becomes.
#[derive(Clone, Debug, PartialEq)]
pub enum Pattern {
    /// Nothing: a constant, written where it is used.
    Constant(u64),
    /// Nothing: the register of another value.
    Same(Value),
    /// A fixed question: an argument or a position, answered at the start.
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

/// A factor of a wide product.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Factor {
    /// A value.
    Value(Value),
    /// A constant.
    Constant(u64),
}

impl Factor {
    /// The value, if it is one.
    fn value(self) -> Option<Value> {
        if let Factor::Value(value) = self { Some(value) } else { None }
    }
}

/// An address as an operand: base plus constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Address {
    /// The value whose register is the part that is not constant.
    pub base: Option<Value>,
    /// The constant part.
    pub offset: i64,
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

    /// A sum: a multiply-add, if one side is a product that nobody else needs.
    fn add(&self, sum: Value, a: Value, b: Value, ty: Type) -> Pattern {
        for (product, rest) in [(a, b), (b, a)] {
            let found = match self.only_use(product, sum) {
                Some(Op::Binary(Binary::Mul, x, y)) => {
                    let wide = (ty == Type::I64).then(|| self.wide(*x, *y, Some(rest))).flatten();
                    let factor = |v: Value| self.constant(v).map_or(Factor::Value(v), Factor::Constant);
                    Some(wide.unwrap_or(Pattern::Mad { a: *x, b: factor(*y), c: rest }))
                }
                Some(Op::Binary(Binary::Shl, x, y)) if ty == Type::I64 => self.wide_shift(*x, *y, Some(rest)),
                Some(Op::Binary(Binary::Shl, x, y)) => self.constant(*y).map(|amount| {
                    let factor = Factor::Constant(1 << (amount & u64::from(ty.bits() - 1)));
                    Pattern::Mad { a: *x, b: factor, c: rest }
                }),
                _ => None,
            };
            if let Some(found) = found {
                return found;
            }
        }
        Pattern::Plain
    }

    /// The 32-bit value that was extended to this one.
    fn extended(&self, value: Value) -> Option<(Value, bool)> {
        match self.op(value)? {
            Op::Convert(Convert::SExt, a) if self.kernel.ty(*a) == Type::I32 => Some((*a, true)),
            Op::Convert(Convert::ZExt, a) if self.kernel.ty(*a) == Type::I32 => Some((*a, false)),
            _ => None,
        }
    }

    fn wide(&self, a: Value, b: Value, c: Option<Value>) -> Option<Pattern> {
        let (a, b) = if self.constant(a).is_some() { (b, a) } else { (a, b) };
        let (a, signed) = self.extended(a)?;
        let b = match self.constant(b) {
            Some(bits) => constant_factor(bits, signed)?,
            None => match self.extended(b)? {
                (b, also) if also == signed => Factor::Value(b),
                _ => return None,
            },
        };
        Some(Pattern::Wide { a, b, c, signed })
    }

    fn wide_shift(&self, a: Value, amount: Value, c: Option<Value>) -> Option<Pattern> {
        let (a, signed) = self.extended(a)?;
        let b = constant_factor(1u64.checked_shl(self.constant(amount)? as u32)?, signed)?;
        Some(Pattern::Wide { a, b, c, signed })
    }

    /// A pointer as an operand of an access.
    pub fn address(&self, ptr: Value) -> Address {
        match self.constant(ptr) {
            Some(bits) => Address { base: None, offset: bits as i64 },
            None => Address { base: Some(ptr), offset: self.offset(ptr).into() },
        }
    }

    /// What must be added to the register of a value to give the value: the constant part of a pointer.
    pub fn offset(&self, value: Value) -> i32 {
        match self.op(value) {
            _ if self.constant(value).is_some() => 0,
            Some(Op::PtrAdd(a, b)) => match self.moved_constant(*a, *b) {
                Some((_, offset)) => offset,
                None if self.constant(*a).is_none() && self.constant(*b).is_none() => self.offset(*a),
                None => 0,
            },
            Some(Op::Convert(Convert::Bits, a)) if self.kernel.ty(*a).bits() == 64 => self.offset(*a),
            _ => 0,
        }
    }

    /// A pointer sum with a constant: the value whose register is the rest, and the whole constant part, if it fits.
    fn moved_constant(&self, a: Value, b: Value) -> Option<(Value, i32)> {
        let (rest, constant) = match (self.constant(a), self.constant(b)) {
            (_, Some(bits)) => (a, bits as i64),
            (Some(bits), _) => (b, bits as i64),
            _ => return None,
        };
        let whole = constant.checked_add(self.offset(rest).into())?;
        Some((rest, i32::try_from(whole).ok()?))
    }

    /// The values that the instruction made of an operation reads.
    pub fn operands(&self, inst: InstId) -> Vec<Value> {
        let op = &self.kernel.insts[inst.index()].op;
        match self.of(inst) {
            Pattern::Constant(_) | Pattern::Given => vec![],
            Pattern::Same(a) | Pattern::Reciprocal(a) | Pattern::Power(_, a, _) => vec![a],
            Pattern::Mad { a, b, c } => [Some(a), b.value(), Some(c)].into_iter().flatten().collect(),
            Pattern::Wide { a, b, c, .. } => [Some(a), b.value(), c].into_iter().flatten().collect(),
            Pattern::SignedLoad { ptr, .. } => self.address(ptr).base.into_iter().collect(),
            Pattern::NarrowStore { ptr, value, .. } => {
                self.address(ptr).base.into_iter().chain([value]).collect()
            }
            Pattern::Plain => match op {
                Op::Load { ptr, .. } => self.address(*ptr).base.into_iter().collect(),
                Op::Store { ptr, value, .. } | Op::Atomic(_, ptr, value) => {
                    self.address(*ptr).base.into_iter().chain([*value]).collect()
                }
                Op::CompareExchange(ptr, a, b) => {
                    self.address(*ptr).base.into_iter().chain([*a, *b]).collect()
                }
                Op::Binary(Binary::Shl | Binary::ShrS | Binary::ShrU, a, n) => vec![*a, self.amount(*n)],
                other => other.operands(),
            },
        }
    }

    /// A shift amount without the extension to the width of what is shifted.
    pub fn amount(&self, amount: Value) -> Value {
        self.extended(amount).map_or(amount, |(narrow, _)| narrow)
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

    /// The values that some instruction needs.
    pub fn needed(&self) -> Vec<bool> {
        let mut needed = vec![false; self.kernel.values.len()];
        let mut work: Vec<Value> = vec![];
        for block in &self.kernel.blocks {
            for inst in block.insts.iter().filter(|inst| self.kernel.insts[inst.index()].op.has_effect()) {
                work.extend(self.operands(*inst));
            }
            if let Terminator::Branch(condition, ..) = block.term {
                work.push(self.condition(condition).0);
            }
        }
        let preds = predecessors(self.kernel);
        while let Some(value) = work.pop() {
            if core::mem::replace(&mut needed[value.index()], true) {
                continue;
            }
            match self.kernel.values[value.index()].def {
                ValueDef::Inst(inst) => work.extend(self.operands(inst)),
                ValueDef::BlockParam(block, at) => {
                    for pred in &preds[block.index()] {
                        let targets = self.kernel.blocks[pred.index()].term.targets();
                        let args = targets.filter(|target| target.block == block);
                        work.extend(args.filter_map(|target| target.args.get(at as usize)));
                    }
                }
            }
        }
        needed
    }

    /// The space of a pointer.
    pub fn space(&self, ptr: Value) -> Space {
        self.kernel.ty(ptr).space().unwrap_or(Space::Global)
    }
}

fn predecessors(kernel: &Kernel) -> Vec<Vec<BlockId>> {
    let mut preds = vec![vec![]; kernel.blocks.len()];
    for block in kernel.block_ids() {
        let targets = kernel.blocks[block.index()].term.targets();
        targets.for_each(|target| preds[target.block.index()].push(block));
    }
    preds
}

/// A 64-bit constant as a 32-bit factor whose extension it is.
fn constant_factor(bits: u64, signed: bool) -> Option<Factor> {
    let narrow = bits as u32;
    let extended = if signed { i64::from(narrow as i32) as u64 } else { u64::from(narrow) };
    (extended == bits).then_some(Factor::Constant(narrow.into()))
}

//! What each operation of the IR is in instructions (HARP 4.1, 4.4).
//!
//! Integers lie in a register with zeros above their bits. An operation that may leave something there cuts it off; one that wants the sign
//! brings it in first. `bool` lives in predicates.

use lanescope_parts::ir::{Binary, InstId, Kernel, Op as Ir, Type, Unary, Value, WorkItem};

use super::{
    super::isa::Op,
    code::Reg,
    frame::{Framed, Launched},
    generate::{Generator, Made},
    lanes, start,
};

/// What an operation on integers is, if it is one instruction.
struct Pattern {
    op: Binary,
    /// On two registers.
    plain: Op,
    /// With a number as the second operand.
    with: Op,
    /// May the operands change their places, so that a number stands second?
    turns: bool,
    /// May it leave something above the bits of the type?
    exceeds: bool,
}

const fn pattern(op: Binary, plain: Op, with: Op, turns: bool, exceeds: bool) -> Pattern {
    Pattern { op, plain, with, turns, exceeds }
}

/// Operations that are one instruction on words: a new one is a row.
const WORDS: [Pattern; 8] = [
    pattern(Binary::Add, Op::Add, Op::Addi, true, true),
    pattern(Binary::Sub, Op::Sub, Op::Subi, false, true),
    pattern(Binary::Mul, Op::Mul, Op::Muli, true, true),
    pattern(Binary::And, Op::And, Op::Andi, true, false),
    pattern(Binary::Or, Op::Or, Op::Ori, true, false),
    pattern(Binary::Xor, Op::Xor, Op::Xori, true, false),
    // By numbers that are not 0 alone: see [`Generator::quotient`].
    pattern(Binary::DivU, Op::Div, Op::Divi, false, false),
    pattern(Binary::RemU, Op::Mod, Op::Modi, false, false),
];

/// Operations that are one instruction on predicates.
const TRUTHS: [(Binary, Op); 6] = [
    (Binary::And, Op::Andp),
    (Binary::Mul, Op::Andp),
    (Binary::Or, Op::Orp),
    (Binary::Xor, Op::Xorp),
    (Binary::Add, Op::Xorp),
    (Binary::Sub, Op::Xorp),
];

impl Generator<'_, '_> {
    /// Writes what an instruction of the IR becomes.
    pub fn select(&mut self, id: InstId) -> Made<()> {
        let kernel = self.kernel;
        let inst = &kernel.insts[id.index()];
        self.emit.span = inst.span;
        let ty = inst.result.map_or(Type::I32, |value| kernel.ty(value));
        let made = match &inst.op {
            // Made where they are read.
            Ir::Const(_) => return Ok(()),
            Ir::Arg(at) => self.argument(*at, ty),
            Ir::Slot(slot) => self.emit.number(self.map.layout.offsets[slot.index()]),
            Ir::WorkItem(what, dimension) => self.place(*what, *dimension),
            Ir::Unary(op, a) => self.unary(*op, *a, ty)?,
            Ir::Binary(op, a, b) => self.binary(*op, *a, *b, ty)?,
            Ir::Compare(op, a, b) => self.compare(*op, *a, *b)?,
            Ir::Select(on, a, b) => {
                let [on, a, b] = [self.value(*on)?, self.value(*a)?, self.value(*b)?];
                self.emit.choose(on, a, b)
            }
            Ir::Convert(op, a) => self.convert(*op, *a, ty)?,
            Ir::PtrAdd(a, b) => self.binary(Binary::Add, *a, *b, ty)?,
            Ir::Load { ptr, .. } => self.load(*ptr, ty)?,
            Ir::Store { ptr, value, .. } => return self.store(*ptr, *value),
            Ir::Barrier => {
                start::barrier(&mut self.emit);
                return Ok(());
            }
            // Every access is done when its instruction is.
            Ir::Fence => return Ok(()),
            Ir::Atomic(op, ptr, value) => self.atomic(*op, *ptr, *value)?,
            Ir::CompareExchange(..) => return Err(self.refuse("atomics: the instruction set has none")),
            Ir::Lane(op, args) => match lanes::select(self, *op, args, inst.result)? {
                Some(made) => made,
                None => return Ok(()),
            },
            Ir::Clock => return Err(self.refuse("the clock: no instruction reads it")),
            Ir::Prefetch(_) => return Err(self.refuse("prefetches: no instruction brings data nearer")),
            Ir::Param(at) => self.parameter(*at, ty),
            Ir::Call(callee, args) => match self.call(*callee, args, inst.result.map(|_| ty))? {
                Some(made) => made,
                None => return Ok(()),
            },
            Ir::Fma(..) => return Err(self.refuse("a fused multiply-add")),
            Ir::Math(math, _) => return Err(self.refuse(math.name())),
        };
        if let Some(value) = inst.result {
            self.values[value.index()] = Some(made);
        }
        Ok(())
    }

    fn argument(&mut self, at: u32, ty: Type) -> Reg {
        let word = self.emit.argument(at, false);
        if ty == Type::Bool { self.emit.test(Op::Rtop, word) } else { word }
    }

    fn place(&mut self, what: WorkItem, dimension: u8) -> Reg {
        let arch = self.emit.arch;
        let framed = |word: Framed| (true, word.of(dimension, arch));
        let launched = |word: Launched| (false, word.of(dimension, arch));
        let (own, offset) = match what {
            WorkItem::GlobalId => framed(Framed::GlobalId0),
            WorkItem::LocalId => framed(Framed::LocalId0),
            WorkItem::GroupId => framed(Framed::GroupId0),
            WorkItem::GlobalSize => launched(Launched::GlobalSize0),
            WorkItem::LocalSize => launched(Launched::LocalSize0),
            WorkItem::NumGroups => launched(Launched::NumGroups0),
        };
        if own { self.emit.load(self.emit.lane, offset) } else { self.emit.launched_at(offset) }
    }

    /// Bits of a value in its register.
    pub fn bits(&self, ty: Type) -> u32 {
        let bits = if matches!(ty, Type::Ptr(_)) { 64 } else { ty.bits() };
        bits.min(self.emit.arch.bits())
    }

    /// Cuts off what is above the bits of a type.
    pub fn cut(&mut self, value: Reg, ty: Type) -> Reg {
        let bits = self.bits(ty);
        if bits == self.emit.arch.bits() {
            return value;
        }
        self.emit.with(Op::Andi, value, (1 << bits) - 1)
    }

    /// A number of fewer bits with its sign in all bits of the register.
    pub fn signed(&mut self, value: Reg, bits: u32) -> Reg {
        if bits == self.emit.arch.bits() {
            return value;
        }
        let sign = 1 << (bits - 1);
        let flipped = self.emit.with(Op::Xori, value, sign);
        self.emit.with(Op::Subi, flipped, sign)
    }

    /// The constant of an operand, if it is one.
    pub fn constant(&self, value: Value) -> Option<u64> {
        let kernel: &Kernel = self.kernel;
        kernel.constant(value).map(|bits| bits & kernel.ty(value).mask())
    }

    /// An operation that is one instruction.
    fn one_instruction(&mut self, pattern: &Pattern, a: Value, b: Value) -> Made<Reg> {
        let (a, b) = if pattern.turns && self.constant(a).is_some() { (b, a) } else { (a, b) };
        let left = self.value(a)?;
        if let Some(number) = self.constant(b) {
            return Ok(self.emit.with(pattern.with, left, number));
        }
        let right = self.value(b)?;
        Ok(self.emit.two(pattern.plain, left, right))
    }

    fn unary(&mut self, op: Unary, a: Value, ty: Type) -> Made<Reg> {
        let from = self.value(a)?;
        Ok(match op {
            Unary::Not if ty == Type::Bool => self.emit.not(from),
            Unary::Neg | Unary::Not => {
                let made = self.emit.one(if op == Unary::Neg { Op::Neg } else { Op::Not }, from);
                self.cut(made, ty)
            }
            Unary::FNeg => {
                let sign = 1 << (ty.bits() - 1);
                self.emit.with(Op::Xori, from, sign)
            }
            Unary::FAbs => {
                let unused = u64::from(self.emit.arch.bits() - ty.bits()) + 1;
                let up = self.emit.with(Op::Shli, from, unused);
                self.emit.with(Op::Shri, up, unused)
            }
            Unary::PopCount | Unary::Clz | Unary::Ctz => return Err(self.refuse("counting of bits")),
        })
    }

    fn binary(&mut self, op: Binary, a: Value, b: Value, ty: Type) -> Made<Reg> {
        if ty == Type::Bool {
            return self.truths(op, a, b);
        }
        let divides = matches!(op, Binary::DivU | Binary::RemU);
        if let Some(pattern) = WORDS.iter().find(|row| row.op == op) {
            if divides && self.constant(b).is_none_or(|number| number == 0) {
                return self.quotient(op == Binary::DivU, pattern.plain, a, b, ty);
            }
            let made = self.one_instruction(pattern, a, b)?;
            return Ok(if pattern.exceeds { self.cut(made, ty) } else { made });
        }
        let made = match op {
            Binary::Shl => self.shift(Op::Shl, Op::Shli, a, b, ty)?,
            Binary::ShrU if self.is_high_word(b, ty) => {
                let kernel = self.kernel;
                match kernel.def(a).map(|inst| &inst.op) {
                    Some(Ir::Arg(at)) => self.emit.argument(*at, true),
                    // An address, which has no more bits than a word.
                    _ => self.emit.number(0),
                }
            }
            Binary::ShrU => return self.shift(Op::Shr, Op::Shri, a, b, ty),
            Binary::ShrS => self.shift_signed(a, b, ty)?,
            Binary::DivS | Binary::RemS => self.quotient_signed(op == Binary::DivS, a, b, ty)?,
            Binary::FAdd | Binary::FSub | Binary::FMul | Binary::FDiv => return self.real(op, a, b, ty),
            Binary::FMin | Binary::FMax => return self.least(op == Binary::FMin, a, b, ty),
            Binary::MinS | Binary::MaxS | Binary::MinU | Binary::MaxU => {
                return Err(self.refuse("minimum and maximum"));
            }
            Binary::MulHiS | Binary::MulHiU => return Err(self.refuse("high half of a product")),
            // They have a row.
            Binary::Add
            | Binary::Sub
            | Binary::Mul
            | Binary::And
            | Binary::Or
            | Binary::Xor
            | Binary::DivU
            | Binary::RemU => return Err(self.refuse("this operation")),
        };
        Ok(self.cut(made, ty))
    }

    /// Does an operation take the upper half of 64 bits, of which a register holds the lower?
    fn is_high_word(&self, by: Value, ty: Type) -> bool {
        self.emit.arch.bits() == 32 && ty == Type::I64 && self.constant(by) == Some(32)
    }

    /// Operations on predicates.
    fn truths(&mut self, op: Binary, a: Value, b: Value) -> Made<Reg> {
        let Some((_, op)) = TRUTHS.iter().find(|row| row.0 == op) else {
            return Err(self.refuse("this operation on `bool`"));
        };
        let [a, b] = [self.value(a)?, self.value(b)?];
        Ok(self.emit.logic(*op, a, b))
    }

    /// The amount of a shift, modulo the bits of the type.
    fn amount(&mut self, by: Value, ty: Type) -> Made<Result<u64, Reg>> {
        let most = u64::from(ty.bits()) - 1;
        if let Some(number) = self.constant(by) {
            return Ok(Ok(number & most));
        }
        let by = self.value(by)?;
        Ok(Err(self.emit.with(Op::Andi, by, most)))
    }

    fn shift(&mut self, plain: Op, with: Op, a: Value, by: Value, ty: Type) -> Made<Reg> {
        let from = self.value(a)?;
        Ok(match self.amount(by, ty)? {
            Ok(number) => self.emit.with(with, from, number),
            Err(by) => self.emit.two(plain, from, by),
        })
    }

    /// Shifts the complement of a negative number and takes the complement again: zeros that come in become ones.
    fn shift_signed(&mut self, a: Value, by: Value, ty: Type) -> Made<Reg> {
        let from = self.value(a)?;
        let bits = self.bits(ty);
        let from = self.signed(from, bits);
        let negative = self.emit.test(Op::Isneg, from);
        let turned = self.emit.copy(from);
        self.emit.line(Some(negative), Op::Not, [turned, turned, 0], 0);
        let shifted = match self.amount(by, ty)? {
            Ok(number) => self.emit.with(Op::Shri, turned, number),
            Err(by) => self.emit.two(Op::Shr, turned, by),
        };
        self.emit.line(Some(negative), Op::Not, [shifted, shifted, 0], 0);
        Ok(shifted)
    }

    /// A divisor that is not 0, and the lanes in which it is.
    fn divisor(&mut self, b: Reg) -> (Reg, Reg) {
        let none = self.emit.test(Op::Iszero, b);
        let divisor = self.emit.copy(b);
        self.emit.line(Some(none), Op::Ldi, [divisor, 0, 0], 1);
        (divisor, none)
    }

    /// Quotient or remainder without sign; by 0 they are all ones and the dividend.
    fn quotient(&mut self, quotient: bool, plain: Op, a: Value, b: Value, ty: Type) -> Made<Reg> {
        let [a, b] = [self.value(a)?, self.value(b)?];
        let (divisor, none) = self.divisor(b);
        let made = self.emit.two(plain, a, divisor);
        Ok(self.by_zero(quotient, made, a, none, ty))
    }

    fn by_zero(&mut self, quotient: bool, made: Reg, a: Reg, none: Reg, ty: Type) -> Reg {
        if !quotient {
            self.emit.copy_to(Some(none), made, a);
            return made;
        }
        self.emit.line(Some(none), Op::Ldi, [made, 0, 0], -1);
        self.cut(made, ty)
    }

    /// Quotient or remainder with sign (HARP 4.4): of the sizes, then the sign.
    fn quotient_signed(&mut self, quotient: bool, a: Value, b: Value, ty: Type) -> Made<Reg> {
        let bits = self.bits(ty);
        let [a, b] = [self.value(a)?, self.value(b)?];
        let [a, b] = [self.signed(a, bits), self.signed(b, bits)];
        let [(size, minus), (by, other)] = [a, b].map(|value| {
            let minus = self.emit.test(Op::Isneg, value);
            let size = self.emit.copy(value);
            self.emit.line(Some(minus), Op::Neg, [size, size, 0], 0);
            (size, minus)
        });
        let (divisor, none) = self.divisor(by);
        let made = self.emit.two(if quotient { Op::Div } else { Op::Mod }, size, divisor);
        let turned = if quotient { self.emit.logic(Op::Xorp, minus, other) } else { minus };
        self.emit.line(Some(turned), Op::Neg, [made, made, 0], 0);
        Ok(self.by_zero(quotient, made, a, none, ty))
    }
}

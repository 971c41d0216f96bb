//! Places in memory that move on with the strip: registers that are increased from strip to strip, and what shares one.
//!
//! An address that grows by the same amount from work-item to work-item grows by so many times as much from strip to strip. It is
//! made before the first strip, and increased at the end of each. Addresses that differ by a number share a register: `x[i - 1]`,
//! `x[i]` and `x[i + 1]` are one with three offsets. (An index that wraps between them is out of bounds either way, see
//! [`crate::codegen::spmd::trust`].)

use alloc::vec::Vec;

use super::{
    code::{Code, Reg, ZERO},
    state::{Generator, Made, Stride},
};
use crate::{
    base::{num::signed, order},
    codegen::spmd::{
        Facts,
        access::Base,
        variability::{Level, Variability},
    },
    ir::{Binary, Convert, Op as Ir, Type, Unary, Value},
    machines::packed::isa::Op,
    riscv::{
        abi::Field,
        codegen::{Emit, Sections, Values, cut},
    },
};

/// How deep in a sum is looked.
const DEPTH: u32 = 12;
/// The number in the word of a load or store.
const OFFSETS: core::ops::Range<i64> = -2048..2048;

/// An address as a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sum {
    base: Base,
    /// Values with factors.
    parts: Vec<(Value, i64)>,
    number: i64,
}

/// The register of an address.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    sum: Sum,
    reg: Reg,
    pub level: Level,
}

impl Generator<'_> {
    /// Where a pointer points, for the strip's first work-item or for the element whose turn it is.
    pub fn spot(&mut self, ptr: Value) -> Made<(Reg, i32)> {
        let level = self.facts.variability.level(ptr);
        let base = self.facts.base(ptr);
        let steady = level < Level::Block && !matches!(base, Base::Private | Base::Constant);
        let Some(distance) = self.facts.distance(ptr).filter(|_| steady) else {
            return Ok((self.address(ptr)?, 0));
        };
        let element = self.strip.element;
        let further = i64::from(element.unwrap_or(0)).wrapping_mul(distance);
        if !OFFSETS.contains(&further) {
            return Ok((self.address(ptr)?, 0));
        }
        self.strip.element = None;
        let found = self.spot_of_first(ptr, base, level);
        self.strip.element = element;
        let (reg, offset) = found?;
        let whole = i64::from(offset) + further;
        if OFFSETS.contains(&whole) {
            return Ok((reg, whole as i32));
        }
        Ok((self.code.xi(Op::Addi, reg, further as i32), offset))
    }

    fn spot_of_first(&mut self, ptr: Value, base: Base, level: Level) -> Made<(Reg, i32)> {
        let sum = Sum::of(self.facts, ptr);
        for spot in &self.region.spots {
            let offset = sum.number.wrapping_sub(spot.sum.number);
            if spot.sum.base == sum.base && spot.sum.parts == sum.parts && OFFSETS.contains(&offset) {
                return Ok((spot.reg, offset as i32));
            }
        }
        let start = match base {
            Base::Local => self.field(Field::Local),
            Base::Tables => self.field(Field::Constants),
            _ => ZERO,
        };
        let at = self.scalar(ptr)?;
        let reg = match (start, at) {
            (ZERO, at) => at,
            (start, ZERO) => start,
            (start, at) => {
                let reg = self.at(level, |this| this.code.x(Op::Add, start, at));
                if level == Level::Strip {
                    self.moves_on(reg, By::Value(ptr));
                }
                reg
            }
        };
        self.region.spots.push(Spot { sum, reg, level });
        Ok((reg, 0))
    }

    /// Takes note that a register which the start of the first strip fills grows from work-item to work-item.
    pub fn moves_on(&mut self, reg: Reg, by: By) {
        self.region.moving.push((reg, by));
    }

    /// Writes where strips end (in the sections that [`Generator::end_strip`] has left for it) what moves on, as far as something
    /// reads it in the code of a strip.
    pub fn move_on(&mut self, items: u32) -> Made<()> {
        let ends = core::mem::take(&mut self.region.ends);
        let read = self.code.read_from(self.region.top);
        let is_read = |reg: &Reg| matches!(reg, Reg::Value(value) if read.contains(value));
        let mut moving = core::mem::take(&mut self.region.moving);
        moving.retain(|(reg, _)| is_read(reg));
        // A number and the same one as a wider type may share a register, which is as the narrower type has it.
        let bits = |this: &Self, by: By| if let By::Value(value) = by { this.ty(value).bits() } else { 64 };
        order::sort_by_key(&mut moving, |(reg, by)| (*reg, bits(self, *by)));
        moving.dedup_by_key(|(reg, _)| *reg);
        for (reg, by) in moving {
            let (stride, ty) = match by {
                By::Bytes(bytes) => (Stride::Number(bytes), Type::I64),
                By::Value(value) => (self.stride(value)?, self.ty(value)),
            };
            let amount = self.times_items(stride, items);
            for end in &ends {
                let back = self.code.switch(*end);
                self.increase(reg, amount, ty);
                self.code.switch(back);
            }
        }
        let lines = core::mem::take(&mut self.strip.lines);
        for (reg, value) in lines.into_iter().filter(|(reg, _)| is_read(reg)) {
            let Some(sum) = self.cut().two(Binary::Add, Type::I64) else { continue };
            let amount = match self.stride(value)? {
                Stride::Number(number) => {
                    let bits = number.wrapping_mul(items.into()) as u64 & self.ty(value).mask();
                    self.splat_number(signed(self.ty(value), bits))
                }
                stride => {
                    let (ty, amount) = (self.ty(value), self.times_items(stride, items));
                    self.at(Level::Strip, |this| {
                        let amount = this.in_register(amount);
                        this.splat(amount, ty)
                    })
                }
            };
            let width = self.cut().width();
            for end in &ends {
                let back = self.code.switch(*end);
                let (op, elem) = sum;
                self.code.packed(reg, (op, op.shape(), elem), width, [reg, ZERO, amount], 0);
                self.code.switch(back);
            }
        }
        Ok(())
    }

    /// A stride times a power of two: a number that fits into an instruction, or a register.
    fn times_items(&mut self, stride: Stride, items: u32) -> Stride {
        match stride {
            Stride::Number(number) => {
                let whole = number.wrapping_mul(items.into());
                if OFFSETS.contains(&whole) {
                    return Stride::Number(whole);
                }
                Stride::Register(self.at(Level::Strip, |this| this.code.number(whole)))
            }
            Stride::Register(reg) if items == 1 => Stride::Register(reg),
            Stride::Register(reg) => {
                let shift = items.trailing_zeros() as i32;
                Stride::Register(self.at(Level::Strip, |this| this.code.xi(Op::Slli, reg, shift)))
            }
        }
    }

    pub fn in_register(&mut self, amount: Stride) -> Reg {
        match amount {
            Stride::Number(number) => self.code.number(number),
            Stride::Register(reg) => reg,
        }
    }

    fn increase(&mut self, reg: Reg, amount: Stride, ty: Type) {
        let word = ty == Type::I32;
        match amount {
            Stride::Number(0) => return,
            Stride::Number(number) => {
                let op = if word { Op::Addiw } else { Op::Addi };
                self.code.xi_to(reg, op, reg, number as i32);
            }
            Stride::Register(amount) => {
                let sum = self.code.x(if word { Op::Addw } else { Op::Add }, reg, amount);
                self.code.copy(reg, sum, Code::INTEGER, ty);
            }
        }
        if matches!(ty, Type::I8 | Type::I16) {
            let low = cut(&mut self.code, ty, reg);
            self.code.copy(reg, low, Code::INTEGER, ty);
        }
    }
}

/// By how much something grows from work-item to work-item.
#[derive(Clone, Copy, Debug)]
pub(super) enum By {
    /// By so many bytes.
    Bytes(i64),
    /// As this value does.
    Value(Value),
}

/// Are two addresses, of which each must be at a multiple of so many bytes (powers of two), never there together?
pub(super) fn never_together(facts: &Facts, (a, width): (Value, u32), (b, other): (Value, u32)) -> bool {
    let (a, b) = (Sum::of(facts, a), Sum::of(facts, b));
    let apart = a.number.wrapping_sub(b.number);
    (a.base, &a.parts) == (b.base, &b.parts) && apart & (i64::from(width.min(other)) - 1) != 0
}

impl Sum {
    /// A pointer as a sum.
    fn of(facts: &Facts, ptr: Value) -> Sum {
        let mut sum = Sum { base: facts.base(ptr), parts: Vec::new(), number: 0 };
        sum.add(facts, ptr, 1, DEPTH);
        sum.settle();
        sum
    }

    /// Adds a value of 64 bits, or of 32 whose sign is extended, so many times.
    fn add(&mut self, facts: &Facts, value: Value, times: i64, depth: u32) {
        let kernel = &facts.kernel;
        if let Some(bits) = kernel.constant(value) {
            self.number = self.number.wrapping_add(signed(kernel.ty(value), bits).wrapping_mul(times));
            return;
        }
        let number = |value: Value| kernel.constant(value).map(|bits| signed(kernel.ty(value), bits));
        let op = kernel.def(value).map(|inst| &inst.op).filter(|_| depth > 0);
        let affine = facts.variability.of(value) == Variability::Affine;
        match op {
            Some(Ir::PtrAdd(a, b) | Ir::Binary(Binary::Add, a, b)) => {
                self.add(facts, *a, times, depth - 1);
                self.add(facts, *b, times, depth - 1);
            }
            Some(Ir::Binary(Binary::Sub, a, b)) => {
                self.add(facts, *a, times, depth - 1);
                self.add(facts, *b, times.wrapping_neg(), depth - 1);
            }
            Some(Ir::Unary(Unary::Neg, a)) => self.add(facts, *a, times.wrapping_neg(), depth - 1),
            Some(Ir::Binary(Binary::Mul, a, b)) if number(*b).is_some() => {
                self.add(facts, *a, times.wrapping_mul(number(*b).unwrap_or(0)), depth - 1);
            }
            Some(Ir::Binary(Binary::Shl, a, by)) if number(*by).is_some_and(|by| (0..32).contains(&by)) => {
                self.add(facts, *a, times.wrapping_shl(number(*by).unwrap_or(0) as u32), depth - 1);
            }
            Some(Ir::Convert(Convert::Bits, a))
                if kernel.ty(*a).bits() == 64 && !kernel.ty(*a).is_float() =>
            {
                self.add(facts, *a, times, depth - 1);
            }
            Some(Ir::Convert(Convert::SExt, a)) if affine && kernel.ty(*a) == Type::I32 => {
                self.add(facts, *a, times, depth - 1);
            }
            _ => self.parts.push((value, times)),
        }
    }

    /// One part for each value, in order.
    fn settle(&mut self) {
        order::sort_by_key(&mut self.parts, |(value, _)| *value);
        let mut parts: Vec<(Value, i64)> = Vec::new();
        for (value, times) in self.parts.drain(..) {
            match parts.last_mut().filter(|(last, _)| *last == value) {
                Some((_, sum)) => *sum = sum.wrapping_add(times),
                None => parts.push((value, times)),
            }
        }
        parts.retain(|(_, times)| *times != 0);
        self.parts = parts;
    }
}

//! Places in memory that move on with the strip: registers that are increased from strip to strip, and what shares one.
//!
//! An address that grows by the same amount from work-item to work-item grows by so many times as much from strip to strip. It is
//! made before the first strip, and increased at the end of each. Addresses that differ by a number share a register: `x[i - 1]`,
//! `x[i]` and `x[i + 1]` are one with three offsets. (An index that wraps between them is out of bounds either way, see
//! [`lanescope_parts::codegen::spmd::trust`].)

use lanescope_parts::{
    base::{num::signed, order},
    codegen::spmd::{access::Base, variability::Level},
    ir::{Binary, Type, Value},
    riscv::{
        abi::Field,
        codegen::{Emit, Sections, Values, cut},
    },
};

use super::{
    code::{Code, Reg, ZERO},
    state::{Generator, Made, Stride},
    sums::{By, Spot, Sum},
};
use crate::{codegen::code::PackedCode, isa::Op};

/// The number in the word of a load or store.
const OFFSETS: core::ops::Range<i64> = -2048..2048;

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

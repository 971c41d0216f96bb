//! Operations on whole numbers narrower than the elements ([`super::widths`]), and conversions between numbers and floats.

use lanescope_parts::{
    ir::{Binary, Compare, Convert, Op as Ir, Type, Value},
    riscv::codegen::{Emit, Values},
};

use super::{
    code::{Class, Reg, ZERO},
    state::{Generator, Made},
    widths::{Above, above, as_signed, of_compare},
};
use crate::codegen::code::PackedCode;

impl Generator<'_> {
    /// Writes an operation for which the bits above narrow operands matter, or that changes the width; `None` of any other.
    pub fn narrow(&mut self, op: &Ir, ty: Type) -> Made<Option<Reg>> {
        let cut = self.cut();
        Ok(Some(match op {
            Ir::Binary(op @ (Binary::ShrU | Binary::ShrS), a, by) if cut.is_narrow(ty) => {
                let a = self.extended(*a, above(*op))?;
                self.shifted(*op, ty, a, *by)?
            }
            Ir::Binary(op, a, b) if cut.is_narrow(ty) && above(*op).is_some() => {
                let found = cut.two(*op, ty).ok_or_else(|| self.lacking())?;
                let sources = [self.extended(*a, above(*op))?, self.extended(*b, above(*op))?];
                self.code.packed_two(cut.width(), found, sources)
            }
            Ir::Compare(op, a, b) if cut.is_narrow(self.ty(*a)) => {
                let bits = Some(of_compare(*op));
                let (a, b) = (self.extended(*a, bits)?, self.extended(*b, bits)?);
                self.compare_wide(as_signed(*op), a, b)?
            }
            Ir::Convert(Convert::Trunc, a) => self.moved(*a, None)?,
            Ir::Convert(Convert::ZExt, a) if self.ty(*a) != Type::Bool => {
                self.moved(*a, Some(Above::Zeros))?
            }
            Ir::Convert(Convert::SExt, a) if self.ty(*a) != Type::Bool => {
                self.moved(*a, Some(Above::Sign))?
            }
            Ir::Convert(op @ (Convert::SToF | Convert::UToF), a) => self.floats_of(*op, *a)?,
            Ir::Convert(op @ (Convert::FToS | Convert::FToU), a) => {
                let whole = self.truncated(*a)?;
                if cut.is_narrow(ty) { self.held(whole, *op, ty)? } else { whole }
            }
            _ => return Ok(None),
        }))
    }

    /// A value in a packed register, with the bits that are asked for above it if it is narrow.
    pub fn extended(&mut self, value: Value, bits: Option<Above>) -> Made<Reg> {
        let (cut, ty) = (self.cut(), self.ty(value));
        let from = self.vector(value)?;
        let Some(bits) = bits.filter(|bits| cut.is_narrow(ty) && !self.has_above(value, *bits)) else {
            return Ok(from);
        };
        if let Some(reg) = self.strip.extended.get(&(value, bits)) {
            return Ok(*reg);
        }
        let reg = match bits {
            Above::Zeros => {
                let (mask, and) = (self.splat_number(ty.mask() as i64), cut.bits(Binary::And));
                let and = and.ok_or_else(|| self.lacking())?;
                self.code.packed_two(cut.width(), and, [from, mask])
            }
            Above::Sign => {
                let distance = (8 * cut.lane - ty.bits()) as i32;
                let up = self.shifted_by(Binary::Shl, from, distance)?;
                self.shifted_by(Binary::ShrS, up, distance)?
            }
        };
        self.strip.extended.insert((value, bits), reg);
        Ok(reg)
    }

    /// Is that above a value wherever it is computed?
    fn has_above(&self, value: Value, bits: Above) -> bool {
        let kernel = &self.facts.kernel;
        let Some(inst) = kernel.def(value).filter(|_| self.strip.choice.wide.contains(&value)) else {
            return false;
        };
        match inst.op {
            // What is loaded gets zeros, and what was narrower still has its own sign in them.
            Ir::Load { .. } => bits == Above::Zeros,
            Ir::Convert(Convert::ZExt, _) => true,
            Ir::Convert(Convert::SExt, _) => bits == Above::Sign,
            _ => false,
        }
    }

    /// A value in a register of its own.
    fn moved(&mut self, value: Value, bits: Option<Above>) -> Made<Reg> {
        let from = self.extended(value, bits)?;
        let rd = self.code.value(Class::V);
        self.copy_wide(rd, from, Class::V);
        Ok(rd)
    }

    fn shifted_by(&mut self, op: Binary, a: Reg, number: i32) -> Made<Reg> {
        let found = self.cut().shift(op).ok_or_else(|| self.lacking())?;
        let rd = self.code.value(Class::V);
        self.code.packed(rd, found, self.cut().width(), [a, ZERO, ZERO], number);
        Ok(rd)
    }

    /// Whole numbers as floats as wide as elements.
    fn floats_of(&mut self, op: Convert, a: Value) -> Made<Reg> {
        let cut = self.cut();
        let found = cut.convert(Convert::SToF).ok_or_else(|| self.lacking())?;
        let (signed, narrow) = (op == Convert::SToF, cut.is_narrow(self.ty(a)));
        let from = self.extended(a, Some(if signed { Above::Sign } else { Above::Zeros }))?;
        if signed || narrow {
            return Ok(self.code.packed_one(cut.width(), found, from));
        }
        // Both halves are exact as floats, and so is the upper one in its place: only their sum is rounded.
        let half = 4 * cut.lane as i32;
        let upper = self.shifted_by(Binary::ShrU, from, half)?;
        let low = self.splat_number((1 << half) - 1);
        let and = cut.bits(Binary::And).ok_or_else(|| self.lacking())?;
        let lower = self.code.packed_two(cut.width(), and, [from, low]);
        let [upper, lower] = [upper, lower].map(|part| self.code.packed_one(cut.width(), found, part));
        let place = self.splat_number(float_of_power(cut.lane, half));
        let [times, plus] = [Binary::FMul, Binary::FAdd].map(|op| cut.two(op, float_type(cut.lane)));
        let (times, plus) = times.zip(plus).ok_or_else(|| self.lacking())?;
        let upper = self.code.packed_two(cut.width(), times, [upper, place]);
        Ok(self.code.packed_two(cut.width(), plus, [upper, lower]))
    }

    /// Floats as whole numbers with sign of the same width, towards zero: the nearest that fits, and 0 for a NaN.
    fn truncated(&mut self, a: Value) -> Made<Reg> {
        let (cut, from) = (self.cut(), self.vector(a)?);
        let found = cut.truncate().ok_or_else(|| self.lacking())?;
        let mut whole = self.code.packed_one(cut.width(), found, from);
        if !cut.is_textbook() {
            // What is too large has become the least number, as has what is too small, where it is right.
            let bits = 8 * cut.lane as i32 - 1;
            let limit = self.splat_number(float_of_power(cut.lane, bits));
            let large = self.compare_wide(Compare::FLe, limit, from)?;
            let most = self.splat_number(i64::MAX >> (63 - bits));
            whole = self.blend(large, most, whole);
        }
        let (number, zero) = (self.compare_wide(Compare::FEq, from, from)?, self.splat_number(0));
        Ok(self.blend(number, whole, zero))
    }

    /// Whole numbers held in the range of a narrower type.
    fn held(&mut self, whole: Reg, op: Convert, ty: Type) -> Made<Reg> {
        let cut = self.cut();
        let (least, most) = match op {
            Convert::FToS => (-(1 << (ty.bits() - 1)), (1 << (ty.bits() - 1)) - 1),
            _ => (0, (1i64 << ty.bits()) - 1),
        };
        let mut held = whole;
        for (op, limit) in [(Binary::MaxS, least), (Binary::MinS, most)] {
            let found = cut.two(op, ty).ok_or_else(|| self.lacking())?;
            let limit = self.splat_number(limit);
            held = self.code.packed_two(cut.width(), found, [held, limit]);
        }
        Ok(held)
    }
}

/// The float type of so many bytes.
const fn float_type(bytes: u32) -> Type {
    match bytes {
        2 => Type::F16,
        4 => Type::F32,
        _ => Type::F64,
    }
}

/// The bits of a power of two as a float of so many bytes.
const fn float_of_power(bytes: u32, power: i32) -> i64 {
    match bytes {
        2 => ((power + 15) as i64) << 10,
        4 => ((power + 127) as i64) << 23,
        _ => ((power + 1023) as i64) << 52,
    }
}

//! Bit-fields: some bits of a number in memory, which is read to get them, and read and written to set them.
//!
//! What is computed with them is computed in 32 bits, or in 64 if the number has as many.

use super::super::types::{Bits, Scalar, TypeId, scalar};
use super::place::Addr;
use super::*;
use crate::ir::Binary;

impl Lower<'_> {
    /// The value of a bit-field.
    pub(super) fn read_bits(
        &mut self,
        unit: Addr,
        bits: Bits,
        ty: TypeId,
        volatile: bool,
        span: Span,
    ) -> Value {
        let whole = self.load(unit, scalar(bits.unit), volatile, span);
        let wide = computed(bits);
        let whole = self.convert_scalar(whole, bits.unit, wide, span);
        self.bits_of(whole, bits, ty, span)
    }

    /// Sets a bit-field; gives what it then is.
    pub(super) fn write_bits(
        &mut self,
        unit: Addr,
        bits: Bits,
        (value, ty): (Value, TypeId),
        volatile: bool,
        span: Span,
    ) -> Value {
        let wide = computed(bits);
        let mask = u64::MAX >> (64 - bits.width.clamp(1, 64));
        let value = self.convert_scalar(value, self.scalar(ty), wide, span);
        let own = self.masked(value, mask, wide, span);
        let own = self.shifted(Binary::Shl, own, bits.shift, wide, span);
        let old = self.load(unit, scalar(bits.unit), volatile, span);
        let old = self.convert_scalar(old, bits.unit, wide, span);
        let rest = self.masked(old, !(mask << bits.shift), wide, span);
        let whole = self.b.emit(Op::Binary(Binary::Or, rest, own), wide.ir(), span);
        let stored = self.convert_scalar(whole, wide, bits.unit, span);
        self.store(unit, scalar(bits.unit), stored, volatile, span);
        self.bits_of(value, Bits { shift: 0, ..bits }, ty, span)
    }

    /// Some bits of a number as a value: their highest is the sign if there is one.
    fn bits_of(&mut self, whole: Value, bits: Bits, ty: TypeId, span: Span) -> Value {
        let (wide, of) = (computed(bits), self.scalar(ty));
        let room = wide.bytes() * 8;
        let high = self.shifted(Binary::Shl, whole, room.saturating_sub(bits.shift + bits.width), wide, span);
        let (shift, wide) = match bits.signed {
            true => (Binary::ShrS, wide.mask()),
            false => (Binary::ShrU, wide),
        };
        let value = self.shifted(shift, high, room.saturating_sub(bits.width), wide, span);
        self.convert_scalar(value, wide, of, span)
    }

    fn shifted(&mut self, op: Binary, value: Value, by: u32, ty: Scalar, span: Span) -> Value {
        if by == 0 {
            return value;
        }
        let by = self.b.constant(u64::from(by), ty.ir(), span);
        self.b.emit(Op::Binary(op, value, by), ty.ir(), span)
    }

    fn masked(&mut self, value: Value, mask: u64, ty: Scalar, span: Span) -> Value {
        let mask = self.b.constant(mask & (u64::MAX >> (64 - ty.bytes() * 8)), ty.ir(), span);
        self.b.emit(Op::Binary(Binary::And, value, mask), ty.ir(), span)
    }
}

/// The type that is computed in.
fn computed(bits: Bits) -> Scalar {
    if bits.unit == Scalar::ULong { Scalar::ULong } else { Scalar::UInt }
}

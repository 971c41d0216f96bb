//! Numbers in single precision as integers: their bits taken apart.

use super::writer::Writer;
use crate::ir::{Binary, Compare, Op, Type, Unary, Value};

/// The sign, infinity and the canonical NaN.
pub(super) const SIGN: u64 = 0x8000_0000;
pub(super) const INFINITY: u64 = 0x7F80_0000;
pub(super) const NAN: u64 = 0x7FC0_0000;
/// Bits of the fraction.
pub(super) const FRACTION: u64 = 23;

/// A float taken apart.
pub(super) struct Parts {
    /// Its bits without the sign.
    pub magnitude: Value,
    /// The exponent, counted as in the bits, below 1 where the number is subnormal.
    pub exponent: Value,
    /// The significand, with bit 23 set (unless the number is 0).
    pub significand: Value,
}

/// Takes the bits of a float apart.
pub(super) fn parts(w: &mut Writer<'_>, bits: Value) -> Parts {
    let magnitude = w.with(Binary::And, bits, SIGN - 1);
    let field = w.with(Binary::ShrU, magnitude, FRACTION);
    let fraction = w.with(Binary::And, magnitude, (1 << FRACTION) - 1);
    let subnormal = w.compare_with(Compare::Eq, field, 0);
    let zeros = w.emit(Op::Unary(Unary::Clz, fraction), Type::I32);
    let shift = w.with(Binary::Sub, zeros, 31 - FRACTION);
    let shifted = w.binary(Binary::Shl, fraction, shift);
    let one = w.constant(1, Type::I32);
    let below = w.binary(Binary::Sub, one, shift);
    let whole = w.with(Binary::Or, fraction, 1 << FRACTION);
    let exponent = w.select(subnormal, below, field);
    let significand = w.select(subnormal, shifted, whole);
    Parts { magnitude, exponent, significand }
}

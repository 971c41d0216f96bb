//! Numerics: the one definition of all scalar arithmetic. Constant folding, the reference interpreter and every
//! machine call it, so that they cannot disagree.
//!
//! Two faces of the same rules (the rules themselves are stated in [`crate::base::ops`]):
//! - Functions on bit patterns, keyed by the operation and type of the IR: [`unary`], [`binary`], [`compare`],
//!   [`convert`], [`fma()`], [`math()`], [`atomic`]. A value of `n` bits is the low `n` bits of a `u64`, the others are 0.
//!   With a constant operation and type they inline to the few instructions of that case.
//! - Plain typed functions ([`f32_add`], [`i32_div`] …) for loops over lanes. Those on `f32` and `f64` other than fma are
//!   free of branches, so that such loops become vector code.
//!
//! All of them round to the nearest number, halves to even. Other modes, and what happened on the way, are in [`rounded`].
//!
//! Deliberately absent: traps, NaN payloads.

pub mod elementary;
pub mod exact;
mod float;
mod half;
mod int;
pub mod lane;
mod math;
pub mod plane;
pub mod rounded;
#[cfg(test)]
mod tests;

pub use float::*;
pub use half::{f16_fma, f16_from_f64, f16_to_f32, f16_to_f64};
pub use int::*;
pub use math::{math, math_f32, math_f64};

use crate::base::{
    ops::{AtomicOp, Binary, Compare, Convert, Unary},
    types::Type,
};

/// The low bits of a value as a signed number of the type's width.
#[inline(always)]
pub const fn signed(ty: Type, bits: u64) -> i64 {
    let unused = 64 - ty.bits();
    ((bits << unused) as i64) >> unused
}

/// The bits of a float type's sign.
const fn sign_bit(ty: Type) -> u64 {
    1 << (ty.bits() - 1)
}

/// One operand; the result has the same type.
#[inline]
pub fn unary(op: Unary, ty: Type, a: u64) -> u64 {
    let mask = ty.mask();
    let width = ty.bits();
    match op {
        Unary::Neg => a.wrapping_neg() & mask,
        Unary::Not => !a & mask,
        Unary::FNeg => a ^ sign_bit(ty),
        Unary::FAbs => a & !sign_bit(ty),
        Unary::PopCount => u64::from(a.count_ones()),
        Unary::Clz => u64::from(a.leading_zeros() - (64 - width)),
        Unary::Ctz => u64::from(a.trailing_zeros().min(width)),
    }
}

/// Two operands of one type; the result has the same type.
#[inline]
pub fn binary(op: Binary, ty: Type, a: u64, b: u64) -> u64 {
    let (sa, sb) = (signed(ty, a), signed(ty, b));
    let amount = (b as u32) & (ty.bits() - 1);
    let result = match op {
        Binary::Add => a.wrapping_add(b),
        Binary::Sub => a.wrapping_sub(b),
        Binary::Mul => a.wrapping_mul(b),
        Binary::MulHiS => ((i128::from(sa) * i128::from(sb)) >> ty.bits()) as u64,
        Binary::MulHiU => ((u128::from(a) * u128::from(b)) >> ty.bits()) as u64,
        Binary::DivS => i64_div(sa, sb) as u64,
        Binary::DivU => u64_div(a, b),
        Binary::RemS => i64_rem(sa, sb) as u64,
        Binary::RemU => u64_rem(a, b),
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::Shl => a << amount,
        Binary::ShrS => (sa >> amount) as u64,
        Binary::ShrU => a >> amount,
        Binary::MinS => sa.min(sb) as u64,
        Binary::MaxS => sa.max(sb) as u64,
        Binary::MinU => a.min(b),
        Binary::MaxU => a.max(b),
        Binary::FAdd | Binary::FSub | Binary::FMul | Binary::FDiv | Binary::FMin | Binary::FMax => {
            return binary_float(op, ty, a, b);
        }
    };
    result & ty.mask()
}

/// The float half of [`binary`]. Half precision goes through single: 24 bits are at least 2 * 11 + 2, so that rounding
/// twice gives the same as rounding once.
#[inline]
fn binary_float(op: Binary, ty: Type, a: u64, b: u64) -> u64 {
    match ty {
        Type::F64 => binary_f64(op, f64::from_bits(a), f64::from_bits(b)).to_bits(),
        Type::F16 => f16_bits(binary_f32(op, f16_to_f32(a as u16), f16_to_f32(b as u16))),
        _ => f32_bits(binary_f32(op, f32_of(a), f32_of(b))),
    }
}

/// Comparison of two operands of one type.
#[inline]
pub fn compare(op: Compare, ty: Type, a: u64, b: u64) -> bool {
    match op {
        Compare::Eq => a == b,
        Compare::Ne => a != b,
        Compare::LtS => signed(ty, a) < signed(ty, b),
        Compare::LeS => signed(ty, a) <= signed(ty, b),
        Compare::LtU => a < b,
        Compare::LeU => a <= b,
        Compare::FEq => to_f64(ty, a) == to_f64(ty, b),
        Compare::FNe => to_f64(ty, a) != to_f64(ty, b),
        Compare::FLt => to_f64(ty, a) < to_f64(ty, b),
        Compare::FLe => to_f64(ty, a) <= to_f64(ty, b),
    }
}

/// Conversion from one type to another.
#[inline]
pub fn convert(op: Convert, from: Type, to: Type, a: u64) -> u64 {
    match op {
        Convert::Trunc | Convert::ZExt | Convert::Bits => a & to.mask(),
        Convert::SExt => signed(from, a) as u64 & to.mask(),
        Convert::FToS => saturate_signed(to, to_f64(from, a)),
        Convert::FToU => saturate_unsigned(to, to_f64(from, a)),
        Convert::SToF => match to {
            Type::F64 => (signed(from, a) as f64).to_bits(),
            Type::F16 => u64::from(f16_from_f64(signed(from, a) as f64)),
            _ => f32_bits(signed(from, a) as f32),
        },
        Convert::UToF => match to {
            Type::F64 => (a as f64).to_bits(),
            Type::F16 => u64::from(f16_from_f64(a as f64)),
            _ => f32_bits(a as f32),
        },
        Convert::FToF => from_f64(to, to_f64(from, a)),
    }
}

/// a * b + c, rounded once.
#[inline]
pub fn fma(ty: Type, a: u64, b: u64, c: u64) -> u64 {
    match ty {
        Type::F64 => f64_fma(f64::from_bits(a), f64::from_bits(b), f64::from_bits(c)).to_bits(),
        Type::F16 => u64::from(f16_fma(a as u16, b as u16, c as u16)),
        _ => f32_bits(f32_fma(f32_of(a), f32_of(b), f32_of(c))),
    }
}

/// What an atomic operation leaves in memory, of a value of type `ty`.
#[inline]
pub fn atomic(op: AtomicOp, ty: Type, old: u64, value: u64) -> u64 {
    match op {
        AtomicOp::Add => binary(Binary::Add, ty, old, value),
        AtomicOp::Sub => binary(Binary::Sub, ty, old, value),
        AtomicOp::MinS => binary(Binary::MinS, ty, old, value),
        AtomicOp::MaxS => binary(Binary::MaxS, ty, old, value),
        AtomicOp::MinU => binary(Binary::MinU, ty, old, value),
        AtomicOp::MaxU => binary(Binary::MaxU, ty, old, value),
        AtomicOp::And => old & value,
        AtomicOp::Or => old | value,
        AtomicOp::Xor => old ^ value,
        AtomicOp::Exchange => value,
        AtomicOp::IncWrap => {
            if old >= value {
                0
            } else {
                old + 1
            }
        }
        AtomicOp::DecWrap => {
            if old == 0 || old > value {
                value
            } else {
                old - 1
            }
        }
        AtomicOp::FAdd => binary(Binary::FAdd, ty, old, value),
    }
}

#[inline(always)]
fn f32_of(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

#[inline(always)]
fn f32_bits(value: f32) -> u64 {
    u64::from(value.to_bits())
}

#[inline]
fn f16_bits(value: f32) -> u64 {
    u64::from(f16_from_f64(f64::from(value)))
}

/// A float of any type as `f64`: exact.
#[inline]
fn to_f64(ty: Type, bits: u64) -> f64 {
    match ty {
        Type::F64 => f64::from_bits(bits),
        Type::F16 => f16_to_f64(bits as u16),
        _ => f64::from(f32_of(bits)),
    }
}

/// Rounds to a float type, with the canonical NaN.
#[inline]
fn from_f64(ty: Type, value: f64) -> u64 {
    match ty {
        Type::F64 => f64_canonical(value).to_bits(),
        Type::F16 => u64::from(f16_from_f64(value)),
        _ => f32_bits(f32_canonical(value as f32)),
    }
}

/// Truncates to a signed integer type; what does not fit becomes the nearest number that does, a NaN becomes 0.
#[inline]
fn saturate_signed(to: Type, value: f64) -> u64 {
    let bits = match to {
        Type::I8 => i64::from(value as i8),
        Type::I16 => i64::from(value as i16),
        Type::I32 => i64::from(value as i32),
        _ => value as i64,
    };
    bits as u64 & to.mask()
}

/// As [`saturate_signed`] for unsigned integers.
#[inline]
fn saturate_unsigned(to: Type, value: f64) -> u64 {
    match to {
        Type::I8 => u64::from(value as u8),
        Type::I16 => u64::from(value as u16),
        Type::I32 => u64::from(value as u32),
        _ => value as u64,
    }
}

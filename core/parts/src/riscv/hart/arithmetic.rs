//! Arithmetic of this instruction set that the IR does not have: mixed-sign products, conversions to whole numbers in every
//! rounding mode, kinds of floats.

use crate::{
    base::num,
    ir::{Convert, Math, Type},
    riscv::isa::rounding,
};

/// The integer type of a width in bits; the widest for widths that there are not.
pub const fn integer(bits: u32) -> Type {
    match bits {
        8 => Type::I8,
        16 => Type::I16,
        32 => Type::I32,
        _ => Type::I64,
    }
}

/// The float type of a width in bits; the widest for widths that there are not.
pub const fn float(bits: u32) -> Type {
    match bits {
        16 => Type::F16,
        32 => Type::F32,
        _ => Type::F64,
    }
}

/// High half of the product of a (with sign) and b (without).
pub const fn multiply_high_mixed(bits: u32, a: u64, b: u64) -> u64 {
    let unused = 64 - bits;
    let a = ((a << unused) as i64 >> unused) as i128;
    let product = (a * b as i128) >> bits;
    product as u64 & (u64::MAX >> unused)
}

/// A float as a whole number; what does not fit becomes the nearest number that does, a NaN the largest.
pub fn to_integer(from: Type, to: Type, signed: bool, value: u64, mode: u8) -> u64 {
    let value = f64::from_bits(num::convert(Convert::FToF, from, Type::F64, value));
    if value.is_nan() {
        return if signed { to.mask() >> 1 } else { to.mask() };
    }
    let round = match mode {
        rounding::ZERO => Math::Trunc,
        rounding::DOWN => Math::Floor,
        rounding::UP => Math::Ceil,
        rounding::AWAY => Math::Round,
        _ => Math::Rint,
    };
    let whole = num::math(round, Type::F64, &[value.to_bits()]);
    let convert = if signed { Convert::FToS } else { Convert::FToU };
    num::convert(convert, Type::F64, to, whole)
}

/// The operands of a fused multiply-add whose product or addend has the other sign.
pub const fn multiply_add_signs(ty: Type, [a, b, c]: [u64; 3], (product, addend): (bool, bool)) -> [u64; 3] {
    let sign = 1 << (ty.bits() - 1);
    [if product { a ^ sign } else { a }, b, if addend { c ^ sign } else { c }]
}

/// Square root of a float of any type. Half precision goes through single, which is precise enough to round twice.
pub fn root(ty: Type, value: u64) -> u64 {
    match ty {
        Type::F64 => num::f64_sqrt(f64::from_bits(value)).to_bits(),
        Type::F32 => num::f32_sqrt(f32::from_bits(value as u32)).to_bits().into(),
        _ => num::f16_from_f64(num::f32_sqrt(num::f16_to_f32(value as u16)).into()).into(),
    }
}

/// Fraction bits of a float type.
pub const fn fraction_bits(ty: Type) -> u32 {
    match ty {
        Type::F64 => 52,
        Type::F32 => 23,
        _ => 10,
    }
}

/// The kind of a float as one of ten bits: -infinity, negative, negative subnormal, -0, +0, positive subnormal,
/// positive, infinity, signalling NaN, quiet NaN.
pub const fn kind(ty: Type, value: u64) -> u64 {
    let fraction = fraction_bits(ty);
    let negative = value >> (ty.bits() - 1) & 1 == 1;
    let exponent_mask = (1 << (ty.bits() - 1 - fraction)) - 1;
    let exponent = value >> fraction & exponent_mask;
    let rest = value & ((1 << fraction) - 1);
    if exponent == exponent_mask && rest != 0 {
        return if rest >> (fraction - 1) == 1 { 1 << 9 } else { 1 << 8 };
    }
    let size = if exponent == exponent_mask {
        3
    } else if exponent != 0 {
        2
    } else if rest != 0 {
        1
    } else {
        0
    };
    if negative { 1 << (3 - size) } else { 1 << (4 + size) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_become_whole_in_every_mode() {
        let all = |value: f64| {
            [0, 1, 2, 3, 4]
                .map(|mode| to_integer(Type::F64, Type::I32, true, value.to_bits(), mode) as u32 as i32)
        };
        assert_eq!(all(2.5), [2, 2, 2, 3, 3]);
        assert_eq!(all(-2.5), [-2, -2, -3, -2, -3]);
        assert_eq!(all(1e10), [i32::MAX; 5]);
        assert_eq!(all(-1e10), [i32::MIN; 5]);
        assert_eq!(all(f64::NAN), [i32::MAX; 5]);
        assert_eq!(to_integer(Type::F64, Type::I32, false, (-1.0f64).to_bits(), 1), 0);
        assert_eq!(to_integer(Type::F64, Type::I32, false, f64::NAN.to_bits(), 1), 0xFFFF_FFFF);
    }

    #[test]
    fn kinds_of_floats() {
        let values = [f32::NEG_INFINITY, -1.0, -1e-40, -0.0, 0.0, 1e-40, 1.0, f32::INFINITY];
        for (bit, value) in values.into_iter().enumerate() {
            assert_eq!(kind(Type::F32, value.to_bits().into()), 1 << bit);
        }
        assert_eq!(kind(Type::F32, 0x7F80_0001), 1 << 8);
        assert_eq!(kind(Type::F32, 0x7FC0_0000), 1 << 9);
        assert_eq!(kind(Type::F16, 0x7C00), 1 << 7);
    }

    #[test]
    fn mixed_products() {
        assert_eq!(multiply_high_mixed(64, u64::MAX, u64::MAX), u64::MAX);
        assert_eq!(multiply_high_mixed(8, 0x80, 0xFF), ((-128i32 * 255) >> 8) as u64 & 0xFF);
    }
}

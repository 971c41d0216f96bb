//! Known values and edges. Expected numbers come from the definitions (or from the host's own arithmetic), never from
//! the code under test.
extern crate std;

use std::vec::Vec;

use super::*;
use crate::base::{ops::Math, rng::Rng};

const INTS: [Type; 4] = [Type::I8, Type::I16, Type::I32, Type::I64];

/// Numbers around every edge of a width.
fn edges(ty: Type) -> Vec<u64> {
    let top = 1u64 << (ty.bits() - 1);
    [0, 1, 2, 3, 7, 31, 32, 33, 63, 64, top - 1, top, top + 1, ty.mask() - 1, ty.mask()]
        .map(|bits| bits & ty.mask())
        .to_vec()
}

/// Random bits with the exponents of floats spread around 1 half of the time, so that sums cancel.
fn float_bits(rng: &mut Rng) -> u32 {
    let bits = rng.next_u64() as u32;
    if rng.below(2) == 0 { bits } else { (bits & 0x807F_FFFF) | ((100 + rng.below(54) as u32) << 23) }
}

#[test]
fn division_follows_risc_v_at_every_edge() {
    for ty in INTS {
        for a in edges(ty) {
            assert_eq!(binary(Binary::DivU, ty, a, 0), ty.mask());
            assert_eq!(binary(Binary::DivS, ty, a, 0), ty.mask());
            assert_eq!(binary(Binary::RemU, ty, a, 0), a);
            assert_eq!(binary(Binary::RemS, ty, a, 0), a);
        }
        let most_negative = 1 << (ty.bits() - 1);
        assert_eq!(binary(Binary::DivS, ty, most_negative, ty.mask()), most_negative);
        assert_eq!(binary(Binary::RemS, ty, most_negative, ty.mask()), 0);
    }
}

#[test]
fn integers_agree_with_wide_arithmetic() {
    for ty in INTS {
        let wrap = |wide: i128| wide as u64 & ty.mask();
        for a in edges(ty) {
            for b in edges(ty) {
                let (sa, sb) = (i128::from(signed(ty, a)), i128::from(signed(ty, b)));
                let (ua, ub) = (i128::from(a), i128::from(b));
                assert_eq!(binary(Binary::Add, ty, a, b), wrap(sa + sb));
                assert_eq!(binary(Binary::Sub, ty, a, b), wrap(sa - sb));
                assert_eq!(binary(Binary::Mul, ty, a, b), wrap(sa * sb));
                assert_eq!(binary(Binary::MulHiS, ty, a, b), wrap((sa * sb) >> ty.bits()));
                assert_eq!(
                    binary(Binary::MulHiU, ty, a, b),
                    ((u128::from(a) * u128::from(b)) >> ty.bits()) as u64
                );
                assert_eq!(binary(Binary::MinS, ty, a, b), wrap(sa.min(sb)));
                assert_eq!(binary(Binary::MaxS, ty, a, b), wrap(sa.max(sb)));
                assert_eq!(binary(Binary::MinU, ty, a, b), wrap(ua.min(ub)));
                assert_eq!(binary(Binary::MaxU, ty, a, b), wrap(ua.max(ub)));
                if b != 0 {
                    assert_eq!(binary(Binary::DivS, ty, a, b), wrap(sa / sb));
                    assert_eq!(binary(Binary::RemS, ty, a, b), wrap(sa % sb));
                    assert_eq!(binary(Binary::DivU, ty, a, b), wrap(ua / ub));
                    assert_eq!(binary(Binary::RemU, ty, a, b), wrap(ua % ub));
                }
                let amount = ub & i128::from(ty.bits() - 1);
                assert_eq!(binary(Binary::Shl, ty, a, b), wrap(ua << amount));
                assert_eq!(binary(Binary::ShrU, ty, a, b), wrap(ua >> amount));
                assert_eq!(binary(Binary::ShrS, ty, a, b), wrap(sa >> amount));
                assert_eq!(compare(Compare::LtS, ty, a, b), sa < sb);
                assert_eq!(compare(Compare::LeU, ty, a, b), ua <= ub);
            }
        }
    }
}

#[test]
fn bit_counts_know_the_width() {
    for ty in INTS {
        assert_eq!(unary(Unary::Clz, ty, 0), u64::from(ty.bits()));
        assert_eq!(unary(Unary::Ctz, ty, 0), u64::from(ty.bits()));
        assert_eq!(unary(Unary::Clz, ty, 1), u64::from(ty.bits() - 1));
        assert_eq!(unary(Unary::Ctz, ty, 1 << (ty.bits() - 1)), u64::from(ty.bits() - 1));
        assert_eq!(unary(Unary::PopCount, ty, ty.mask()), u64::from(ty.bits()));
        assert_eq!(unary(Unary::Neg, ty, 1), ty.mask());
    }
    assert_eq!(unary(Unary::Not, Type::Bool, 1), 0);
}

#[test]
fn every_nan_result_is_canonical() {
    let payload = f32::from_bits(0xFFC1_2345);
    for result in [
        f32_add(payload, 1.0),
        f32_sub(f32::INFINITY, f32::INFINITY),
        f32_mul(0.0, f32::INFINITY),
        f32_div(0.0, 0.0),
        f32_sqrt(-1.0),
        f32_fma(f32::INFINITY, 0.0, 1.0),
        f32_min(payload, payload),
        math_f32(Math::Log, -1.0, 0.0),
    ] {
        assert_eq!(result.to_bits(), 0x7FC0_0000);
    }
    assert_eq!(f64_add(f64::from_bits(u64::MAX), 1.0).to_bits(), 0x7FF8 << 48);
    assert_eq!(convert(Convert::FToF, Type::F32, Type::F64, 0xFFC1_2345), 0x7FF8 << 48);
    assert_eq!(convert(Convert::FToF, Type::F64, Type::F16, u64::MAX), 0x7E00);
    assert_eq!(unary(Unary::FNeg, Type::F32, 0x7FC0_0000), 0xFFC0_0000, "only the sign is touched");
}

#[test]
fn minimum_and_maximum_order_zeros_and_drop_nans() {
    let cases: [(f32, f32, f32, f32); 5] = [
        (0.0, -0.0, -0.0, 0.0),
        (-0.0, 0.0, -0.0, 0.0),
        (f32::NAN, 2.0, 2.0, 2.0),
        (2.0, f32::NAN, 2.0, 2.0),
        (f32::NEG_INFINITY, 1.0, f32::NEG_INFINITY, 1.0),
    ];
    for (a, b, min, max) in cases {
        assert_eq!(f32_min(a, b).to_bits(), min.to_bits());
        assert_eq!(f32_max(a, b).to_bits(), max.to_bits());
        assert_eq!(f64_min(a.into(), b.into()).to_bits(), f64::from(min).to_bits());
        assert_eq!(f64_max(a.into(), b.into()).to_bits(), f64::from(max).to_bits());
    }
}

#[test]
fn comparisons_with_nan_are_unordered() {
    let (nan, one) = (f32::NAN.to_bits().into(), 1f32.to_bits().into());
    for op in [Compare::FEq, Compare::FLt, Compare::FLe] {
        assert!(!compare(op, Type::F32, nan, one) && !compare(op, Type::F32, one, nan));
    }
    assert!(compare(Compare::FNe, Type::F32, nan, nan));
    assert!(compare(Compare::FEq, Type::F32, 0, 0x8000_0000), "-0 equals +0");
}

#[test]
fn float_to_integer_truncates_and_saturates() {
    let f32_to = |op, to, value: f32| convert(op, Type::F32, to, value.to_bits().into());
    for to in INTS {
        let top = 1u64 << (to.bits() - 1);
        assert_eq!(f32_to(Convert::FToS, to, f32::NAN), 0);
        assert_eq!(f32_to(Convert::FToS, to, f32::INFINITY), top - 1);
        assert_eq!(f32_to(Convert::FToS, to, -1e30), top);
        assert_eq!(f32_to(Convert::FToU, to, 1e30), to.mask());
        assert_eq!(f32_to(Convert::FToU, to, -0.99), 0);
        assert_eq!(f32_to(Convert::FToU, to, -3.0), 0);
        assert_eq!(f32_to(Convert::FToS, to, -2.9), to.mask() - 1);
    }
    assert_eq!(convert(Convert::SToF, Type::I32, Type::F32, 0xFFFF_FFFF), (-1f32).to_bits().into());
    // 2^24 + 1 lies half way between two floats: the even one.
    assert_eq!(convert(Convert::UToF, Type::I32, Type::F32, 0x100_0001), 16777216f32.to_bits().into());
}

#[test]
fn fused_single_precision_is_exact() {
    let mut rng = Rng::new(1);
    for _ in 0..2_000_000 {
        let [a, b, c] = core::array::from_fn(|_| f32::from_bits(float_bits(&mut rng)));
        let expected = f32_canonical(a.mul_add(b, c));
        assert_eq!(f32_fma(a, b, c).to_bits(), expected.to_bits(), "{a:e} * {b:e} + {c:e}");
    }
}

#[test]
fn a_fused_sum_just_below_a_tie_rounds_down() {
    // 2^24 * (1 + 2^-24) lies just at a tie; the tiny addend decides.
    let (a, b) = (4097f32, 4095f32 + 2.0);
    for c in [f32::MIN_POSITIVE, -f32::MIN_POSITIVE] {
        assert_eq!(f32_fma(a, b, c), a.mul_add(b, c));
    }
    assert_eq!(f64_fma(0.1, 10.0, -1.0), 0.1f64.mul_add(10.0, -1.0));
}

#[test]
fn square_root_and_quotient_are_correctly_rounded() {
    let mut rng = Rng::new(2);
    for _ in 0..200_000 {
        let [a, b] = core::array::from_fn(|_| f32::from_bits(float_bits(&mut rng)));
        // A compiler that sees a square root in `x is a NaN ? NaN : root` takes it for `root`, whatever its NaN is.
        let root = core::hint::black_box(a.sqrt());
        let root = if root.is_nan() { 0x7FC0_0000 } else { root.to_bits() };
        assert_eq!(f32_sqrt(a).to_bits(), root);
        assert_eq!(f32_div(a, b).to_bits(), f32_canonical(a / b).to_bits());
    }
}

#[test]
fn every_half_survives_the_way_to_double_and_back() {
    for half in 0..=u16::MAX {
        let wide = f16_to_f64(half);
        let expected = if half & 0x7FFF > 0x7C00 { 0x7E00 } else { half };
        assert_eq!(f16_from_f64(wide), expected);
    }
    assert_eq!(f16_to_f64(0x3C00), 1.0);
    assert_eq!(f16_to_f64(0x0001), 5.960464477539063e-8);
    assert_eq!(f16_to_f64(0x7BFF), 65504.0);
}

/// Between two neighbouring halves the middle goes to the even one, anything beside it to the nearer.
#[test]
fn rounding_to_half_is_to_nearest_even() {
    for half in 0..0x7BFFu16 {
        let (low, high) = (f16_to_f64(half), f16_to_f64(half + 1));
        let middle = (low + high) / 2.0;
        let even = if half & 1 == 0 { half } else { half + 1 };
        assert_eq!(f16_from_f64(middle), even);
        assert_eq!(f16_from_f64(f64::from_bits(middle.to_bits() - 1)), half);
        assert_eq!(f16_from_f64(-f64::from_bits(middle.to_bits() + 1)), 0x8000 | (half + 1));
    }
    assert_eq!(f16_from_f64(65519.99), 0x7BFF);
    assert_eq!(f16_from_f64(65520.0), 0x7C00);
}

#[test]
fn half_arithmetic_rounds_once() {
    let mut rng = Rng::new(3);
    for _ in 0..200_000 {
        let [a, b, c] = core::array::from_fn(|_| rng.next_u64() as u16);
        // Sums and products of halves are exact in double precision.
        let sum = f16_from_f64(f16_to_f64(a) + f16_to_f64(b));
        let product = f16_from_f64(f16_to_f64(a) * f16_to_f64(b));
        assert_eq!(binary(Binary::FAdd, Type::F16, a.into(), b.into()), sum.into());
        assert_eq!(binary(Binary::FMul, Type::F16, a.into(), b.into()), product.into());
        let zero = f16_fma(a, b, if product & 0x8000 == 0 { 0 } else { 0x8000 });
        assert_eq!(zero, product, "adding zero of the same sign changes nothing");
        assert_eq!(f16_fma(a, 0x3C00, c), f16_from_f64(f16_to_f64(a) + f16_to_f64(c)));
    }
}

#[test]
fn atomics_wrap_as_cuda_defines() {
    let inc = |old, limit| atomic(AtomicOp::IncWrap, Type::I32, old, limit);
    let dec = |old, limit| atomic(AtomicOp::DecWrap, Type::I32, old, limit);
    assert_eq!([inc(0, 2), inc(1, 2), inc(2, 2), inc(9, 2)], [1, 2, 0, 0]);
    assert_eq!([dec(0, 2), dec(1, 2), dec(2, 2), dec(9, 2)], [2, 0, 1, 2]);
    assert_eq!(atomic(AtomicOp::Sub, Type::I32, 0, 1), 0xFFFF_FFFF);
    assert_eq!(atomic(AtomicOp::MaxS, Type::I32, 0xFFFF_FFFF, 1), 1);
    let sum = atomic(AtomicOp::FAdd, Type::F32, 1.5f32.to_bits().into(), 2.25f32.to_bits().into());
    assert_eq!(sum, 3.75f32.to_bits().into());
}

#[test]
fn math_knows_exact_values() {
    let one = |op, x| math_f64(op, x, 0.0);
    assert_eq!(one(Math::Rsqrt, 4.0), 0.5);
    assert_eq!(one(Math::Exp2, 10.0), 1024.0);
    assert_eq!(one(Math::Log2, 8.0), 3.0);
    assert_eq!(one(Math::Rint, 2.5), 2.0);
    assert_eq!(one(Math::Round, 2.5), 3.0);
    assert_eq!(one(Math::Floor, -1.5), -2.0);
    assert_eq!(math_f64(Math::Hypot, 3.0, 4.0), 5.0);
    assert_eq!(math_f64(Math::Fmod, -7.0, 4.0), -3.0);
    assert_eq!(math_f64(Math::Copysign, 2.0, -0.0), -2.0);
    let two = math(Math::Sqrt, Type::F16, &[0x4400]);
    assert_eq!(two, 0x4000, "sqrt(4) = 2 in half precision");
}

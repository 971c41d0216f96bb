//! Instructions with `.ftz`: a subnormal `f32` is a zero of its sign, as operand and as result.
//!
//! Compilers write it for code that need not be exact to the last bit (`nvcc -ftz=true`). It is rare enough that one loop for
//! all operations will do; the others pay for one question.

use lanescope_parts::{
    base::{LaneMask, num},
    ir::Math,
};

use super::{Warp, lanes::map3};
use crate::isa::{Inst, Op, Ty};

/// Zero of the same sign if the number is subnormal.
pub(super) const fn flushed(bits: u32) -> u32 {
    const EXPONENT: u32 = 0x7F80_0000;
    if bits & EXPONENT == 0 { bits & (1 << 31) } else { bits }
}

/// Is it an operation from `f32` to `f32`? Comparisons and conversions are not: they flush in their own loops.
pub(super) fn has_all_singles(inst: &Inst) -> bool {
    let is_own = matches!(inst.op, Op::FSetp | Op::CvtFtoI | Op::CvtFtoF);
    inst.ty == Ty::F32 && !is_own
}

/// The operand of a conversion.
pub(super) fn operand(inst: &Inst, bits: u64) -> u64 {
    of(inst, inst.from, bits)
}

/// The result of a conversion.
pub(super) fn result(inst: &Inst, bits: u64) -> u64 {
    of(inst, inst.ty, bits)
}

fn of(inst: &Inst, ty: Ty, bits: u64) -> u64 {
    if inst.flush && ty == Ty::F32 { flushed(bits as u32).into() } else { bits }
}

/// Executes an operation from `f32` to `f32`.
pub(super) fn execute(warp: &mut Warp, inst: &Inst, lanes: LaneMask) {
    map3(warp, inst, lanes, |a: u32, b: u32, c: u32| {
        flushed(plain(inst.op, flushed(a), flushed(b), flushed(c)))
    });
}

/// The operation as it is without `.ftz`.
fn plain(op: Op, a: u32, b: u32, c: u32) -> u32 {
    const SIGN: u32 = 1 << 31;
    let [x, y, z] = [a, b, c].map(f32::from_bits);
    let math = |math| num::math_f32(math, x, y);
    let result = match op {
        Op::FAbs => return a & !SIGN,
        Op::FNeg => return a ^ SIGN,
        Op::FAdd => num::f32_add(x, y),
        Op::FSub => num::f32_sub(x, y),
        Op::FMul => num::f32_mul(x, y),
        Op::Fma => num::f32_fma(x, y, z),
        Op::FDiv => num::f32_div(x, y),
        Op::Rcp => num::f32_div(1.0, x),
        Op::FMin => num::f32_min(x, y),
        Op::FMax => num::f32_max(x, y),
        Op::Sqrt => math(Math::Sqrt),
        Op::Rsqrt => math(Math::Rsqrt),
        Op::Sin => math(Math::Sin),
        Op::Cos => math(Math::Cos),
        Op::Ex2 => math(Math::Exp2),
        Op::Lg2 => math(Math::Log2),
        Op::Floor => math(Math::Floor),
        Op::Ceil => math(Math::Ceil),
        Op::Trunc => math(Math::Trunc),
        // `Op::flushes` names no other.
        _ => math(Math::Rint),
    };
    result.to_bits()
}

//! Scalar arithmetic: one value of the whole group.

use lanescope_parts::base::num::{i32_div, i32_rem};

use crate::isa::{Op, Suffix};

/// The result of a scalar instruction; `None` if it is none.
pub(crate) fn result(op: Op, a: u32, b: u32, c: u32) -> Option<u32> {
    let (sa, sb) = (a as i32, b as i32);
    Some(match op {
        Op::Siadd => a.wrapping_add(b),
        Op::Sisub => a.wrapping_sub(b),
        Op::Simul => a.wrapping_mul(b),
        Op::Simad => a.wrapping_mul(b).wrapping_add(c),
        Op::Simin => sa.min(sb) as u32,
        Op::Simax => sa.max(sb) as u32,
        Op::Sshl => a.wrapping_shl(b),
        Op::Sshr => sa.wrapping_shr(b) as u32,
        Op::Sand => a & b,
        Op::Sor => a | b,
        Op::Sineg => a.wrapping_neg(),
        Op::Snot => !a,
        Op::Sibfind => highest_unlike_sign(sa),
        Op::Sidiv => i32_div(sa, sb) as u32,
        Op::Simod => i32_rem(sa, sb) as u32,
        _ => return None,
    })
}

/// The place of the highest bit that differs from the sign; all ones if there is none.
fn highest_unlike_sign(value: i32) -> u32 {
    let unlike = (value ^ value >> 31) as u32;
    31u32.wrapping_sub(unlike.leading_zeros())
}

/// A conversion: the pattern as an unsigned number to a float, or a float to an integer, towards zero.
#[inline(always)]
pub(super) fn converted(suffix: Option<Suffix>, bits: u32) -> u32 {
    match suffix {
        Some(Suffix::FloatToInt) => f32::from_bits(bits) as i32 as u32,
        _ => (bits as f32).to_bits(),
    }
}

/// A comparison of a number with zero.
#[inline(always)]
pub(crate) fn compares<T: PartialOrd + Default>(suffix: Option<Suffix>, value: T) -> bool {
    let zero = T::default();
    match suffix {
        Some(Suffix::Ez) => value == zero,
        Some(Suffix::Nz) => value != zero,
        Some(Suffix::G) => value > zero,
        Some(Suffix::Ge) => value >= zero,
        Some(Suffix::L) => value < zero,
        _ => value <= zero,
    }
}

//! What instructions compute from words (HARP 3.4, facts C13 to C18): functions of plain numbers.
//!
//! Every result is cut to a word, also where the original emulator has more bits in its registers (facts C13).

use super::super::{
    isa::{Arch, Op},
    rules::Rules,
};

/// The result of an operation with two operands, the second of which may be a number; `None` for a division by 0.
#[inline(always)]
pub fn binary(op: Op, arch: Arch, rules: &Rules, a: u64, b: u64) -> Option<u64> {
    let count = b as u32 & 63;
    let value = match op {
        Op::And | Op::Andi => a & b,
        Op::Or | Op::Ori => a | b,
        Op::Xor | Op::Xori => a ^ b,
        Op::Add | Op::Addi => a.wrapping_add(b),
        Op::Sub | Op::Subi => a.wrapping_sub(b),
        Op::Mul | Op::Muli => a.wrapping_mul(b),
        Op::Div | Op::Divi => a.checked_div(b)?,
        Op::Mod | Op::Modi => a.checked_rem(b)?,
        Op::Shl | Op::Shli => a << count,
        Op::Shr | Op::Shri if arch.word_bytes == 8 && rules.arithmetic_shr64 => (a as i64 >> count) as u64,
        Op::Shr | Op::Shri => a >> count,
        _ => return Some(real(op, arch, rules, a, b)),
    };
    Some(value & arch.mask())
}

/// The result of an operation with one operand.
pub fn unary(op: Op, arch: Arch, rules: &Rules, a: u64) -> u64 {
    let value = match op {
        Op::Neg => a.wrapping_neg(),
        Op::Not => !a,
        Op::Itof if !rules.tool_reals => arch.nearest_word(arch.signed(a) as f64),
        Op::Itof if arch.word_bytes == 8 => arch.tool_word(a as i64 as f64),
        Op::Itof => arch.tool_word(a as f64),
        Op::Ftoi if rules.tool_reals => tool_integer(arch.tool_real(a)),
        Op::Ftoi => {
            let most = (arch.mask() >> 1) as i64;
            (arch.real(a) as i64).clamp(-most - 1, most) as u64
        }
        Op::Fneg if rules.tool_reals => arch.tool_word(-arch.tool_real(a)),
        Op::Fneg => a ^ arch.console(),
        _ => a,
    };
    value & arch.mask()
}

/// A real number without its fraction; what 64 bits do not hold is the highest bit of them.
fn tool_integer(value: f64) -> u64 {
    const MOST: f64 = 9_223_372_036_854_775_808.0;
    if value.abs() < MOST { value as i64 as u64 } else { 1 << 63 }
}

#[inline(always)]
fn real(op: Op, arch: Arch, rules: &Rules, a: u64, b: u64) -> u64 {
    let read = |word| if rules.tool_reals { arch.tool_real(word) } else { arch.real(word) };
    let (a, b) = (read(a), read(b));
    let value = match op {
        Op::Fadd => a + b,
        Op::Fsub => a - b,
        Op::Fmul => a * b,
        _ => a / b,
    };
    if rules.tool_reals { arch.tool_word(value) } else { arch.nearest_word(value) }
}

/// What a predicate becomes of a word.
#[inline]
pub const fn test(op: Op, arch: Arch, a: u64) -> bool {
    match op {
        Op::Isneg => a & arch.console() != 0,
        Op::Iszero => a == 0,
        _ => a != 0,
    }
}

//! Integer arithmetic and comparisons.

use super::emit::{Emit, Scalar, float_form, is_long};
use crate::{
    ir::{Binary, Compare, Type},
    riscv::isa::{Form, Op},
};

/// Cuts a number to its type, with its sign.
pub fn cut<E: Emit>(code: &mut E, ty: Type, a: E::Reg) -> E::Reg {
    match ty {
        Type::I8 | Type::I16 => {
            let shift = 64 - ty.bits() as i32;
            let up = code.xi(Op::Slli, a, shift);
            code.xi(Op::Srai, up, shift)
        }
        Type::I32 => code.xi(Op::Addiw, a, 0),
        _ => a,
    }
}

/// The number without sign.
pub fn unsigned<E: Emit>(code: &mut E, ty: Type, a: E::Reg) -> E::Reg {
    match ty {
        Type::I8 => code.xi(Op::Andi, a, 255),
        Type::I16 | Type::I32 => {
            let shift = 64 - ty.bits() as i32;
            let up = code.xi(Op::Slli, a, shift);
            code.xi(Op::Srli, up, shift)
        }
        _ => a,
    }
}

/// Farther than the place of any work-item.
const BEYOND: i64 = 1 << 32;

/// The bound of a guard, or a number that the same places of work-items are below, from which any place can be subtracted in 64
/// bits.
pub fn near_bound<E: Emit>(code: &mut E, ty: Type, bound: E::Reg, signed: bool) -> E::Reg {
    if ty.bits() < 64 {
        return if signed { bound } else { unsigned(code, ty, bound) };
    }
    let class = (E::INTEGER, ty);
    let most = code.number(BEYOND);
    if !signed {
        return code.choose(Op::Bltu, [bound, most], [bound, most], class);
    }
    let bound = code.choose(Op::Blt, [bound, most], [bound, most], class);
    let least = code.number(-BEYOND);
    code.choose(Op::Blt, [least, bound], [bound, least], class)
}

/// 0 - a.
pub(super) fn negated<E: Emit>(code: &mut E, ty: Type, a: E::Reg) -> E::Reg {
    if ty == Type::I32 {
        return code.x(Op::Subw, E::ZERO, a);
    }
    let negated = code.x(Op::Sub, E::ZERO, a);
    cut(code, ty, negated)
}

/// An operation on two integers.
pub(super) fn binary<E: Emit>(code: &mut E, op: Binary, ty: Type, a: E::Reg, b: E::Reg) -> E::Reg {
    let word = ty == Type::I32;
    let pick = |narrow: Op<E::Isa>, long: Op<E::Isa>| if word { narrow } else { long };
    let least = (E::INTEGER, ty);
    let plain = match op {
        Binary::Add => pick(Op::Addw, Op::Add),
        Binary::Sub => pick(Op::Subw, Op::Sub),
        Binary::Mul => pick(Op::Mulw, Op::Mul),
        Binary::DivS => pick(Op::Divw, Op::Div),
        Binary::RemS => pick(Op::Remw, Op::Rem),
        Binary::DivU | Binary::RemU | Binary::ShrU if !word && !is_long(ty) => {
            return short_unsigned(code, op, ty, a, b);
        }
        Binary::DivU => pick(Op::Divuw, Op::Divu),
        Binary::RemU => pick(Op::Remuw, Op::Remu),
        Binary::And => return code.x(Op::And, a, b),
        Binary::Or => return code.x(Op::Or, a, b),
        Binary::Xor => return code.x(Op::Xor, a, b),
        Binary::Shl | Binary::ShrS if !word && !is_long(ty) => {
            let amount = code.xi(Op::Andi, b, ty.bits() as i32 - 1);
            let op = if op == Binary::Shl { Op::Sll } else { Op::Sra };
            let shifted = code.x(op, a, amount);
            return cut(code, ty, shifted);
        }
        Binary::Shl => pick(Op::Sllw, Op::Sll),
        Binary::ShrS => pick(Op::Sraw, Op::Sra),
        Binary::ShrU => pick(Op::Srlw, Op::Srl),
        Binary::MinS => return code.choose(Op::Blt, [a, b], [a, b], least),
        Binary::MaxS => return code.choose(Op::Blt, [b, a], [a, b], least),
        Binary::MinU => return code.choose(Op::Bltu, [a, b], [a, b], least),
        Binary::MaxU => return code.choose(Op::Bltu, [b, a], [a, b], least),
        _ => return high(code, op, ty, a, b),
    };
    let result = code.x(plain, a, b);
    if word || is_long(ty) { result } else { cut(code, ty, result) }
}

fn short_unsigned<E: Emit>(code: &mut E, op: Binary, ty: Type, a: E::Reg, b: E::Reg) -> E::Reg {
    let a = unsigned(code, ty, a);
    let (op, b) = match op {
        Binary::ShrU => (Op::Srl, code.xi(Op::Andi, b, ty.bits() as i32 - 1)),
        Binary::DivU => (Op::Divu, unsigned(code, ty, b)),
        _ => (Op::Remu, unsigned(code, ty, b)),
    };
    let result = code.x(op, a, b);
    cut(code, ty, result)
}

/// The high half of a product.
fn high<E: Emit>(code: &mut E, op: Binary, ty: Type, a: E::Reg, b: E::Reg) -> E::Reg {
    let signed = op == Binary::MulHiS;
    if is_long(ty) {
        return code.x(if signed { Op::Mulh } else { Op::Mulhu }, a, b);
    }
    let (a, b) = if signed { (a, b) } else { (unsigned(code, ty, a), unsigned(code, ty, b)) };
    let product = code.x(Op::Mul, a, b);
    let shifted = code.xi(Op::Srai, product, ty.bits() as i32);
    cut(code, ty, shifted)
}

/// A comparison of integers or floats.
pub(super) fn compare<E: Emit>(code: &mut E, op: Compare, ty: Type, a: E::Reg, b: E::Reg) -> E::Reg {
    // a <= b is not b < a. (Numbers without sign keep their order when they are widened with their sign.)
    let not = |code: &mut E, reg: E::Reg| code.xi(Op::Xori, reg, 1);
    match op {
        Compare::Eq => {
            let difference = difference(code, a, b);
            code.xi(Op::Sltiu, difference, 1)
        }
        Compare::Ne => {
            let difference = difference(code, a, b);
            code.x(Op::Sltu, E::ZERO, difference)
        }
        Compare::LtS => code.x(Op::Slt, a, b),
        Compare::LtU => code.x(Op::Sltu, a, b),
        Compare::LeS => {
            let less = code.x(Op::Slt, b, a);
            not(code, less)
        }
        Compare::LeU => {
            let less = code.x(Op::Sltu, b, a);
            not(code, less)
        }
        Compare::FEq => compare_floats(code, Op::Feq, ty, a, b),
        Compare::FLt => compare_floats(code, Op::Flt, ty, a, b),
        Compare::FLe => compare_floats(code, Op::Fle, ty, a, b),
        Compare::FNe => {
            let equal = compare_floats(code, Op::Feq, ty, a, b);
            not(code, equal)
        }
    }
}

/// 0 where two numbers are equal.
fn difference<E: Emit>(code: &mut E, a: E::Reg, b: E::Reg) -> E::Reg {
    if b == E::ZERO { a } else { code.x(Op::Xor, a, b) }
}

/// 1 where the comparison holds.
pub(super) fn compare_floats<E: Emit>(
    code: &mut E,
    op: Op<E::Isa>,
    ty: Type,
    rs1: E::Reg,
    rs2: E::Reg,
) -> E::Reg {
    let rd = code.value(E::INTEGER);
    let form = float_form(ty, [Form::CH, Form::CS, Form::CD]);
    code.emit(Scalar { rd, rs1, rs2, ..E::blank(op, form) });
    rd
}

//! Atomics on words and double words. What has no instruction of its own is repeated until a compare-and-swap succeeds.

use super::{
    convert::{bits_of, float_of},
    emit::{Emit, Scalar, float_form},
    memory::load,
};
use crate::{
    ir::{AtomicOp, Type},
    riscv::isa::{Form, Op},
};

/// Changes a word or double word at an address; gives what was there.
pub fn modify<E: Emit>(code: &mut E, op: AtomicOp, ty: Type, place: E::Reg, value: E::Reg) -> E::Reg {
    let (m, value) = match op {
        AtomicOp::Add => (Op::Amoadd, value),
        AtomicOp::Sub => (Op::Amoadd, code.x(Op::Sub, E::ZERO, value)),
        AtomicOp::MinS => (Op::Amomin, value),
        AtomicOp::MaxS => (Op::Amomax, value),
        AtomicOp::MinU => (Op::Amominu, value),
        AtomicOp::MaxU => (Op::Amomaxu, value),
        AtomicOp::And => (Op::Amoand, value),
        AtomicOp::Or => (Op::Amoor, value),
        AtomicOp::Xor => (Op::Amoxor, value),
        AtomicOp::Exchange if ty.is_float() => {
            let bits = bits_of(code, value, ty);
            let old = amo(code, Op::Amoswap, ty, place, bits);
            return float_of(code, old, ty);
        }
        AtomicOp::Exchange => (Op::Amoswap, value),
        AtomicOp::IncWrap | AtomicOp::DecWrap | AtomicOp::FAdd => return retry(code, op, ty, place, value),
    };
    amo(code, m, ty, place, value)
}

/// Replaces a word or double word if it is what is expected; gives what was there.
pub fn compare_exchange<E: Emit>(
    code: &mut E,
    ty: Type,
    place: E::Reg,
    expected: E::Reg,
    new: E::Reg,
) -> E::Reg {
    if !ty.is_float() {
        return exchange(code, ty, place, expected, new);
    }
    let (expected, new) = (bits_of(code, expected, ty), bits_of(code, new, ty));
    let old = exchange(code, ty, place, expected, new);
    float_of(code, old, ty)
}

fn width<X: crate::riscv::isa::Isa>(ty: Type) -> Form<X> {
    if ty.bytes() == 4 { Form::AmoW } else { Form::AmoD }
}

fn amo<E: Emit>(code: &mut E, op: Op<E::Isa>, ty: Type, rs1: E::Reg, rs2: E::Reg) -> E::Reg {
    let rd = code.value(E::INTEGER);
    code.emit(Scalar { rd, rs1, rs2, ..E::blank(op, width(ty)) });
    rd
}

/// Reads, computes, and tries to replace until nobody was faster.
fn retry<E: Emit>(code: &mut E, op: AtomicOp, ty: Type, place: E::Reg, value: E::Reg) -> E::Reg {
    let bits = if ty.bytes() == 4 { Type::I32 } else { Type::I64 };
    let integer = (E::INTEGER, ty);
    let again = code.label();
    code.place(again);
    let old = load(code, place, bits, None);
    let (new, result) = match op {
        AtomicOp::FAdd => {
            let before = float_of(code, old, ty);
            let form = float_form(ty, [Form::FH, Form::FS, Form::FD]);
            let sum = code.float(Op::Fadd, form, before, value);
            (bits_of(code, sum, ty), before)
        }
        AtomicOp::IncWrap => {
            let next = code.xi(Op::Addi, old, 1);
            (code.choose(Op::Bgeu, [old, value], [E::ZERO, next], integer), old)
        }
        _ => {
            let next = code.xi(Op::Addi, old, -1);
            let inside = code.choose(Op::Bltu, [value, old], [value, next], integer);
            (code.choose(Op::Beq, [old, E::ZERO], [value, inside], integer), old)
        }
    };
    let seen = exchange(code, bits, place, old, new);
    code.branch(Op::Bne, seen, old, again);
    result
}

fn exchange<E: Emit>(code: &mut E, ty: Type, place: E::Reg, expected: E::Reg, new: E::Reg) -> E::Reg {
    let rd = code.value(E::INTEGER);
    code.copy(rd, expected, E::INTEGER, Type::I64);
    code.emit(Scalar { rd, rs1: place, rs2: new, ..E::blank(Op::Amocas, width(ty)) });
    rd
}

//! Conversions.

use super::{
    emit::{Emit, Scalar, float_form, is_long},
    integer::{compare_floats, cut, unsigned},
};
use crate::{
    ir::{Convert, Type},
    riscv::isa::{Form, Op, rounding},
};

/// A conversion of a scalar.
pub(super) fn convert<E: Emit>(code: &mut E, op: Convert, from: Type, ty: Type, a: E::Reg) -> E::Reg {
    match op {
        Convert::Trunc => cut(code, ty, a),
        Convert::ZExt if from == Type::Bool => a,
        Convert::ZExt => unsigned(code, from, a),
        Convert::SExt => a,
        Convert::Bits if from.is_float() == ty.is_float() => a,
        Convert::Bits if ty.is_float() => float_of(code, a, ty),
        Convert::Bits => bits_of(code, a, from),
        Convert::FToS | Convert::FToU => float_to_integer(code, op == Convert::FToS, from, ty, a),
        Convert::SToF => {
            let op = if is_long(from) { Op::FcvtFromL } else { Op::FcvtFromW };
            code.float(op, from_integer(ty), a, E::ZERO)
        }
        Convert::UToF => {
            let long = is_long(from);
            let a = if long || from == Type::Bool { a } else { unsigned(code, from, a) };
            let op = if long { Op::FcvtFromLu } else { Op::FcvtFromWu };
            code.float(op, from_integer(ty), a, E::ZERO)
        }
        Convert::FToF => {
            let op = match from {
                Type::F16 => Op::FcvtFromHp,
                Type::F32 => Op::FcvtFromSp,
                _ => Op::FcvtFromDp,
            };
            let form = float_form(ty, [Form::UH, Form::US, Form::UD]);
            if from == ty { a } else { code.float(op, form, a, E::ZERO) }
        }
    }
}

fn from_integer<X: crate::riscv::isa::Isa>(ty: Type) -> Form<X> {
    float_form(ty, [Form::IH, Form::IS, Form::ID])
}

/// A float with the bits of an integer register.
pub fn float_of<E: Emit>(code: &mut E, rs1: E::Reg, ty: Type) -> E::Reg {
    let rd = code.value(E::FLOAT);
    let form = float_form(ty, [Form::InH, Form::InW, Form::InD]);
    code.emit(Scalar { rd, rs1, ..E::blank(Op::FmvF, form) });
    rd
}

/// The bits of a float in an integer register.
pub fn bits_of<E: Emit>(code: &mut E, rs1: E::Reg, ty: Type) -> E::Reg {
    let rd = code.value(E::INTEGER);
    let form = float_form(ty, [Form::OutH, Form::OutW, Form::OutD]);
    code.emit(Scalar { rd, rs1, ..E::blank(Op::FmvX, form) });
    rd
}

/// Towards zero, to the nearest that fits; a NaN gives 0, unlike the instruction.
fn float_to_integer<E: Emit>(code: &mut E, signed: bool, from: Type, ty: Type, a: E::Reg) -> E::Reg {
    let op = match (is_long(ty), signed) {
        (true, true) => Op::FcvtToL,
        (true, false) => Op::FcvtToLu,
        (false, true) => Op::FcvtToW,
        (false, false) => Op::FcvtToWu,
    };
    let whole = code.value(E::INTEGER);
    let form = float_form(from, [Form::XH, Form::XS, Form::XD]);
    code.emit(Scalar { rd: whole, rs1: a, rounding: rounding::ZERO, ..E::blank(op, form) });
    let number = compare_floats(code, Op::Feq, from, a, a);
    let ones = code.x(Op::Sub, E::ZERO, number);
    code.x(Op::And, whole, ones)
}

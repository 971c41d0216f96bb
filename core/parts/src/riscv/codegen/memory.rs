//! Loads and stores of scalars.

use super::emit::{Emit, Scalar};
use crate::{
    ir::{Space, Type},
    riscv::isa::{Form, Op},
};

/// Reads a scalar, a narrow integer with its sign.
pub fn load<E: Emit>(code: &mut E, at: E::Reg, ty: Type, space: Option<Space>) -> E::Reg {
    load_at(code, (at, 0), ty, space)
}

/// Reads a scalar at an offset, which fits into the instruction.
pub fn load_at<E: Emit>(code: &mut E, (rs1, imm): (E::Reg, i32), ty: Type, space: Option<Space>) -> E::Reg {
    let rd = code.value(E::class(ty));
    let (op, form) = match ty {
        Type::F16 => (Op::Flh, Form::LoadF),
        Type::F32 => (Op::Flw, Form::LoadF),
        Type::F64 => (Op::Fld, Form::LoadF),
        Type::I8 | Type::Bool => (Op::Lb, Form::Load),
        Type::I16 => (Op::Lh, Form::Load),
        Type::I32 => (Op::Lw, Form::Load),
        Type::I64 | Type::Ptr(_) => (Op::Ld, Form::Load),
    };
    code.emit(Scalar { rd, rs1, imm, space, ..E::blank(op, form) });
    rd
}

/// Writes a scalar.
pub fn store<E: Emit>(code: &mut E, at: E::Reg, from: E::Reg, ty: Type, space: Option<Space>) {
    store_at(code, (at, 0), from, ty, space);
}

/// Writes a scalar at an offset, which fits into the instruction.
pub fn store_at<E: Emit>(
    code: &mut E,
    (rs1, imm): (E::Reg, i32),
    rs2: E::Reg,
    ty: Type,
    space: Option<Space>,
) {
    let (op, form) = match ty {
        Type::F16 => (Op::Fsh, Form::StoreF),
        Type::F32 => (Op::Fsw, Form::StoreF),
        Type::F64 => (Op::Fsd, Form::StoreF),
        Type::I8 | Type::Bool => (Op::Sb, Form::Store),
        Type::I16 => (Op::Sh, Form::Store),
        Type::I32 => (Op::Sw, Form::Store),
        Type::I64 | Type::Ptr(_) => (Op::Sd, Form::Store),
    };
    code.emit(Scalar { rs1, rs2, imm, space, ..E::blank(op, form) });
}

//! Operations of the IR.

use core::ops::RangeInclusive;

use super::{
    convert::convert,
    emit::{Emit, Scalar, Values, float_form, is_long},
    integer::{binary, compare, negated},
};
use crate::{
    ir::{self, Binary, Convert, Math, Type, Unary, Value},
    riscv::isa::{Csr, Form, Op},
    source::Diagnostic,
};

/// The registers of a machine's lines.
type Reg<V> = <<V as Values>::Emit as Emit>::Reg;

/// Are there instructions for an operation without memory whose result has this type?
pub fn has(op: &ir::Op, result: Type) -> bool {
    match op {
        ir::Op::Unary(Unary::PopCount | Unary::Clz | Unary::Ctz, _) => false,
        ir::Op::Math(Math::Sqrt, _) => true,
        ir::Op::Math(Math::Copysign, _) => result != Type::F16,
        ir::Op::Math(..) => false,
        ir::Op::Convert(Convert::FToS | Convert::FToU, _) => matches!(result, Type::I32 | Type::I64),
        _ => true,
    }
}

/// Writes an operation without memory whose result has this type; `None` if there are no instructions for it.
///
/// # Errors
/// What the machine says where a value cannot be computed.
pub fn operation<V: Values>(values: &mut V, op: &ir::Op, ty: Type) -> Result<Option<Reg<V>>, Diagnostic> {
    let zero = V::Emit::ZERO;
    Ok(Some(match op {
        ir::Op::Unary(op, a) => {
            let a = values.scalar(*a)?;
            unary(values.emit(), *op, ty, a)
        }
        ir::Op::Binary(op, a, b) => two(values, *op, ty, *a, *b)?,
        ir::Op::PtrAdd(a, b) => two(values, Binary::Add, ty, *a, *b)?,
        ir::Op::Compare(op, a, b) => {
            let of = values.ty(*a);
            let (a, b) = (values.scalar(*a)?, values.scalar(*b)?);
            compare(values.emit(), *op, of, a, b)
        }
        ir::Op::Select(condition, a, b) => {
            let [condition, a, b] = [values.scalar(*condition)?, values.scalar(*a)?, values.scalar(*b)?];
            values.emit().choose(Op::Bne, [condition, zero], [a, b], (V::Emit::class(ty), ty))
        }
        ir::Op::Convert(op, a) => {
            let from = values.ty(*a);
            let a = values.scalar(*a)?;
            convert(values.emit(), *op, from, ty, a)
        }
        ir::Op::Fma(a, b, c) => {
            let [rs1, rs2, rs3] = [values.scalar(*a)?, values.scalar(*b)?, values.scalar(*c)?];
            let code = values.emit();
            let rd = code.value(V::Emit::FLOAT);
            let form = float_form(ty, [Form::TH, Form::TS, Form::TD]);
            code.emit(Scalar { rd, rs1, rs2, rs3, ..V::Emit::blank(Op::Fmadd, form) });
            rd
        }
        ir::Op::Clock => {
            let code = values.emit();
            let rd = code.value(V::Emit::INTEGER);
            let read = Scalar { rd, ..V::Emit::blank(Op::Csrrs, Form::Csr) };
            code.emit(Scalar { imm: Csr::<<V::Emit as Emit>::Isa>::Cycle.number(), ..read });
            rd
        }
        ir::Op::Math(Math::Sqrt, args) if args.len() == 1 => {
            let a = values.scalar(args[0])?;
            let form = float_form(ty, [Form::UH, Form::US, Form::UD]);
            values.emit().float(Op::Fsqrt, form, a, zero)
        }
        ir::Op::Math(Math::Copysign, args) if args.len() == 2 => {
            let (a, b) = (values.scalar(args[0])?, values.scalar(args[1])?);
            values.emit().float(Op::Fsgnj, exact(ty), a, b)
        }
        _ => return Ok(None),
    }))
}

/// The form of an instruction on two floats that rounds nothing.
fn exact<X: crate::riscv::isa::Isa>(ty: Type) -> Form<X> {
    float_form(ty, [Form::EH, Form::ES, Form::ED])
}

fn unary<E: Emit>(code: &mut E, op: Unary, ty: Type, a: E::Reg) -> E::Reg {
    match op {
        Unary::Neg => negated(code, ty, a),
        Unary::Not if ty == Type::Bool => code.xi(Op::Xori, a, 1),
        Unary::Not => code.xi(Op::Xori, a, -1),
        Unary::FNeg => code.float(Op::Fsgnjn, exact(ty), a, a),
        Unary::FAbs => code.float(Op::Fsgnjx, exact(ty), a, a),
        // There are none for these: see `has`.
        Unary::PopCount | Unary::Clz | Unary::Ctz => a,
    }
}

fn two<V: Values>(values: &mut V, op: Binary, ty: Type, a: Value, b: Value) -> Result<Reg<V>, Diagnostic> {
    if let Some(done) = with_number(values, op, ty, a, b)? {
        return Ok(done);
    }
    let (a, b) = (values.scalar(a)?, values.scalar(b)?);
    let code = values.emit();
    let rounded = float_form(ty, [Form::FH, Form::FS, Form::FD]);
    Ok(match op {
        Binary::FAdd => code.float(Op::Fadd, rounded, a, b),
        Binary::FSub => code.float(Op::Fsub, rounded, a, b),
        Binary::FMul => code.float(Op::Fmul, rounded, a, b),
        Binary::FDiv => code.float(Op::Fdiv, rounded, a, b),
        Binary::FMin => code.float(Op::Fmin, exact(ty), a, b),
        Binary::FMax => code.float(Op::Fmax, exact(ty), a, b),
        op => binary(code, op, ty, a, b),
    })
}

/// The instruction with a number in its word, if there is one.
fn with_number<V: Values>(
    values: &mut V,
    op: Binary,
    ty: Type,
    a: Value,
    b: Value,
) -> Result<Option<Reg<V>>, Diagnostic> {
    let (a, b) = if values.constant(a).is_some() && op == Binary::Add { (b, a) } else { (a, b) };
    let bits = i64::from(ty.bits()) - 1;
    let small = |range: RangeInclusive<i64>| {
        let number = values.constant(b).filter(|number| range.contains(number))?;
        (!values.ty(b).is_float()).then_some(number as i32)
    };
    let (long, narrow, imm) = match op {
        Binary::Add => (Op::Addi, Op::Addiw, small(-2048..=2047)),
        Binary::Sub => (Op::Addi, Op::Addiw, small(-2047..=2048).map(|number| -number)),
        Binary::And => (Op::Andi, Op::Andi, small(-2048..=2047)),
        Binary::Or => (Op::Ori, Op::Ori, small(-2048..=2047)),
        Binary::Xor => (Op::Xori, Op::Xori, small(-2048..=2047)),
        Binary::Shl => (Op::Slli, Op::Slliw, small(0..=bits)),
        Binary::ShrU => (Op::Srli, Op::Srliw, small(0..=bits)),
        Binary::ShrS => (Op::Srai, Op::Sraiw, small(0..=bits)),
        _ => return Ok(None),
    };
    let Some(imm) = imm.filter(|_| is_long(ty) || ty == Type::I32) else { return Ok(None) };
    let a = values.scalar(a)?;
    Ok(Some(values.emit().xi(if is_long(ty) { long } else { narrow }, a, imm)))
}

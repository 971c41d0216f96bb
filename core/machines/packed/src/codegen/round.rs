//! Float functions that round to whole numbers: to an integer of 64 bits and back, where the number is small enough to have a part
//! behind the point. Others are whole already.

use lanescope_parts::{
    ir::{Math, Type, Value},
    riscv::codegen::{Emit, Scalar, Values, float_form, float_of},
};

use super::{
    code::{Class, Code, Reg, ZERO},
    state::{Generator, Made},
    target::mode,
};
use crate::isa::{Form, Op as M};

/// The bits of the least number that is whole with all above it.
fn bits(ty: Type) -> i64 {
    match ty {
        Type::F16 => 0x6400,
        Type::F32 => 0x4b00_0000,
        _ => 0x4330_0000_0000_0000,
    }
}

impl Generator<'_> {
    /// A number rounded to a whole one, with its sign also where that is 0.
    pub fn rounded(&mut self, math: Math, a: Value) -> Made<Reg> {
        let (ty, from) = (self.ty(a), self.scalar(a)?);
        let mode = mode(math).ok_or_else(|| self.refuse("such function"))?;
        let exact = float_form(ty, [Form::EH, Form::ES, Form::ED]);
        let code = &mut self.code;
        let (size, bound) = (code.float(M::Fsgnjx, exact, from, from), code.number(bits(ty)));
        let bound = float_of(code, bound, ty);
        let (small, whole, end) = (code.value(Class::X), code.value(Class::X), code.label());
        let compare = float_form(ty, [Form::CH, Form::CS, Form::CD]);
        code.emit(Scalar { rd: small, rs1: size, rs2: bound, ..Code::blank(M::Flt, compare) });
        // A sum with 0 makes a quiet NaN of any NaN.
        let sum = float_form(ty, [Form::FH, Form::FS, Form::FD]);
        let nothing = float_of(code, ZERO, ty);
        let rd = code.float(M::Fadd, sum, from, nothing);
        code.branch(M::Beq, small, ZERO, end);
        let form = float_form(ty, [Form::XH, Form::XS, Form::XD]);
        code.emit(Scalar { rd: whole, rs1: from, rounding: mode, ..Code::blank(M::FcvtToL, form) });
        let back = code.float(M::FcvtFromL, float_form(ty, [Form::IH, Form::IS, Form::ID]), whole, ZERO);
        code.emit(Scalar { rd, rs1: back, rs2: from, ..Code::blank(M::Fsgnj, exact) });
        code.place(end);
        Ok(rd)
    }
}

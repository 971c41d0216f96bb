//! Conversions of vectors. The instructions double or halve the width; what lies further apart goes in steps, where that
//! gives the same number.

use lanescope_parts::{
    ir::{Convert, Type, Value},
    riscv::codegen::Emit,
};

use super::{
    code::{Class, Line, Reg, What, ZERO},
    state::{Generator, Made},
};
use crate::{
    codegen::code::VectorCode,
    isa::{Form, FormNames, Op as M, OpNames},
};

impl Generator<'_> {
    pub fn vector_convert(&mut self, op: Convert, ty: Type, a: Value) -> Made<Reg> {
        let from = self.ty(a);
        let (source, to) = (8 * from.bytes(), 8 * ty.bytes());
        match op {
            Convert::ZExt if from == Type::Bool => {
                let mask = self.mask(a)?;
                Ok(self.bytes_of(mask, to))
            }
            Convert::Bits => self.vector(a),
            Convert::Trunc => {
                let a = self.vector(a)?;
                Ok(self.narrow(a, source, to))
            }
            Convert::ZExt | Convert::SExt => {
                let a = self.vector(a)?;
                Ok(self.widen(a, source, to, op == Convert::SExt))
            }
            Convert::FToF => self.float_to_float(a, source, to),
            Convert::SToF | Convert::UToF => self.integer_to_float(a, source, to, op == Convert::SToF),
            Convert::FToS | Convert::FToU => self.float_to_integer_vector(a, source, to, op == Convert::FToS),
        }
    }

    fn one(&mut self, op: M, form: Form, sew: u32, a: Reg) -> Reg {
        self.code.v(op, form, sew, a, ZERO)
    }

    fn narrow(&mut self, mut a: Reg, mut from: u32, to: u32) -> Reg {
        while from > to {
            from /= 2;
            a = self.code.vi(M::Vnsrl, Form::IWI, from, a, 0);
        }
        a
    }

    fn widen(&mut self, a: Reg, from: u32, to: u32, signed: bool) -> Reg {
        let op = match (to / from.max(1), signed) {
            (2, true) => M::VsextVf2,
            (4, true) => M::VsextVf4,
            (8, true) => M::VsextVf8,
            (2, false) => M::VzextVf2,
            (4, false) => M::VzextVf4,
            (8, false) => M::VzextVf8,
            _ => return a,
        };
        self.one(op, Form::MV, to, a)
    }

    fn float_to_float(&mut self, a: Value, from: u32, to: u32) -> Made<Reg> {
        let source = self.vector(a)?;
        Ok(match (from, to) {
            (64, 32) | (32, 16) => self.one(M::VfncvtFF, Form::FV, to, source),
            // The first step rounds to odd, so that the second one rounds as if there were only one.
            (64, 16) => {
                let middle = self.one(M::VfncvtRodFF, Form::FV, 32, source);
                self.one(M::VfncvtFF, Form::FV, 16, middle)
            }
            (16, 64) => {
                let middle = self.one(M::VfwcvtFF, Form::FV, 16, source);
                self.one(M::VfwcvtFF, Form::FV, 32, middle)
            }
            (from, to) if from < to => self.one(M::VfwcvtFF, Form::FV, from, source),
            _ => source,
        })
    }

    fn integer_to_float(&mut self, a: Value, from: u32, to: u32, signed: bool) -> Made<Reg> {
        let pick = |yes: M, no: M| if signed { yes } else { no };
        let mut source = self.vector(a)?;
        let mut from = from;
        if from > 2 * to {
            // From 64 bits to `half`: what does not fit into 32 bits is infinite, and so is this bound.
            source = self.clamped(source, signed, 1 << 17);
            source = self.narrow(source, from, 2 * to);
            from = 2 * to;
        }
        if from == 2 * to {
            return Ok(self.one(pick(M::VfncvtFX, M::VfncvtFXu), Form::FV, to, source));
        }
        if from < to {
            source = self.widen(source, from, to, signed);
        }
        Ok(self.one(pick(M::VfcvtFX, M::VfcvtFXu), Form::FV, to, source))
    }

    /// Long numbers, at most so far from zero.
    fn clamped(&mut self, source: Reg, signed: bool, bound: i64) -> Reg {
        let most = self.code.number(bound);
        if !signed {
            return self.code.v(M::Vminu, Form::IVX, 64, source, most);
        }
        let least = self.code.number(-bound);
        let source = self.code.v(M::Vmin, Form::IVX, 64, source, most);
        self.code.v(M::Vmax, Form::IVX, 64, source, least)
    }

    /// Towards zero, to the nearest number that fits; a NaN gives 0, unlike the instruction.
    fn float_to_integer_vector(&mut self, a: Value, from: u32, to: u32, signed: bool) -> Made<Reg> {
        let pick = |yes: M, no: M| if signed { yes } else { no };
        let source = self.vector(a)?;
        let mut width = from;
        let mut whole = if to < from {
            width = from / 2;
            self.one(pick(M::VfncvtRtzXF, M::VfncvtRtzXuF), Form::FV, width, source)
        } else if to == from {
            self.one(pick(M::VfcvtRtzXF, M::VfcvtRtzXuF), Form::FV, from, source)
        } else {
            let mut source = source;
            while 2 * width < to {
                source = self.one(M::VfwcvtFF, Form::FV, width, source);
                width *= 2;
            }
            let op = pick(M::VfwcvtRtzXF, M::VfwcvtRtzXuF);
            let whole = self.one(op, Form::FV, width, source);
            width *= 2;
            whole
        };
        while width > to {
            width /= 2;
            whole = self.code.vi(pick(M::Vnclip, M::Vnclipu), Form::IWI, width, whole, 0);
        }
        let nan = self.code.value(Class::M);
        let test = Line::new(What::Machine(M::Vmfne, Form::FVV));
        self.code.push(Line { rd: nan, rs2: source, rs1: source, sew: from, ..test });
        self.set_v0(nan);
        Ok(self.code.vi(M::Vmerge, Form::IVIM, to, whole, 0))
    }
}

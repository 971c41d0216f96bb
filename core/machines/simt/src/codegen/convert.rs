//! Conversions of the IR in machine instructions.

use lanescope_parts::{
    ir::{Convert, Type, Value},
    source::Diagnostic,
};

use super::{
    emit::{bits, exact, signed, unsigned},
    generate::Generator,
};
use crate::isa::{Cmp, Op, Operand, Ty};

impl Generator<'_> {
    pub(super) fn convert(&mut self, op: Convert, a: Value, to: Type) -> Result<Operand, Diagnostic> {
        let from = self.kernel.ty(a);
        let a = self.value(a);
        if from == Type::Bool {
            return self.convert_condition(op, a, to);
        }
        if to == Type::Bool {
            let one = Operand::Imm(1);
            let bit = self.emit.fresh(Op::And, bits(from), &[a, one]);
            return Ok(self.emit.compare(Cmp::Ne, unsigned(from), bit, Operand::Imm(0)));
        }
        Ok(match op {
            Convert::Trunc | Convert::ZExt | Convert::Bits => {
                let through = if to.bits() < from.bits() { to } else { from };
                let on =
                    if through.bits() < 32 && to.bits() <= 32 { unsigned(Type::I32) } else { unsigned(to) };
                // From 64 bits to fewer than 32 is a cut on the way.
                let source = if from.bits() == 64 { Ty::U64 } else { exact_int(through) };
                let cut = self.emit.convert(Op::Cvt, on, source, a);
                if from.bits() == 64 { self.narrow(cut, to) } else { cut }
            }
            Convert::SExt => {
                let extended = self.emit.convert(Op::Cvt, signed(to), exact(from, true), a);
                self.narrow(extended, to)
            }
            Convert::FToS => {
                let whole = self.emit.convert(Op::CvtFtoI, exact(to, true), exact(from, false), a);
                self.narrow(whole, to)
            }
            Convert::FToU => self.emit.convert(Op::CvtFtoI, exact(to, false), exact(from, false), a),
            Convert::SToF => self.emit.convert(Op::CvtItoF, exact(to, false), exact(from, true), a),
            Convert::UToF => self.emit.convert(Op::CvtItoF, exact(to, false), exact(from, false), a),
            Convert::FToF => self.emit.convert(Op::CvtFtoF, exact(to, false), exact(from, false), a),
        })
    }

    /// A condition as a number: 1 unsigned, -1 signed.
    fn convert_condition(&mut self, op: Convert, a: Operand, to: Type) -> Result<Operand, Diagnostic> {
        let one = match (op, to) {
            (_, Type::Bool) => return Ok(a),
            (Convert::SExt, _) => to.mask(),
            (Convert::SToF, Type::F32) => (-1f32).to_bits().into(),
            (Convert::UToF, Type::F32) => 1f32.to_bits().into(),
            (Convert::SToF, Type::F64) => (-1f64).to_bits(),
            (Convert::UToF, Type::F64) => 1f64.to_bits(),
            (Convert::SToF, _) => 0xBC00,
            (Convert::UToF, _) => 0x3C00,
            _ => 1,
        };
        Ok(self.select_operand(to, [Operand::Imm(one), Operand::Imm(0), a]))
    }
}

/// The unsigned integer with the bits of a type.
fn exact_int(ty: Type) -> Ty {
    match ty.bits() {
        8 => Ty::U8,
        16 => Ty::U16,
        32 => Ty::U32,
        _ => Ty::U64,
    }
}

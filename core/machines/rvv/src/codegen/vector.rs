//! Operations on vectors. They cannot fail, and results of elements that are masked off are never looked at, so that the
//! mask of the block matters for nothing but what is counted: only the elements in it work. Instructions that make masks
//! or merge are carried out for all elements, since `v0` has another use in them or behind them.

use lanescope_parts::{
    ir::{Binary, Compare, Math, Op, Type, Unary, Value},
    riscv::codegen::Emit,
};

use super::{
    code::{Class, Line, MASKED, Reg, V0, What, ZERO},
    state::{Generator, Made, vector_class},
};
use crate::{
    codegen::{code::VectorCode, line::VectorLine},
    isa::{Form, FormNames, Op as M, OpNames, op_of_math},
};

/// Which forms an instruction has for its second source.
#[derive(Clone, Copy)]
struct Forms {
    vector: Form,
    scalar: Form,
    /// With a number, and which numbers.
    number: Option<(Form, i64, i64)>,
}

const INT: Forms = Forms { vector: Form::IVV, scalar: Form::IVX, number: None };
const INT_NUMBER: Forms = Forms { number: Some((Form::IVI, -16, 15)), ..INT };
const SHIFT: Forms = Forms { number: Some((Form::IVU, 0, 31)), ..INT };
const MULTIPLY: Forms = Forms { vector: Form::MVV, scalar: Form::MVX, number: None };
const FLOAT: Forms = Forms { vector: Form::FVV, scalar: Form::FVF, number: None };

impl Generator<'_> {
    /// Puts the arithmetic that `f` writes under the mask of the block, as far as it leaves `v0` alone.
    pub fn masked<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let (mask, v0) = (self.block_mask(), self.v0);
        let (lines, _) = self.code.written();
        let start = lines.len();
        let result = f(self);
        let Some(mask) = mask else { return result };
        let (lines, classes) = self.code.written();
        let end = lines[start..].iter().position(Line::writes_v0).map_or(lines.len(), |at| start + at);
        let arithmetic = lines[start..end].iter_mut().filter(|line| line.can_be_masked(classes));
        let masked = arithmetic.map(|line| line.guard = MASKED).count();
        if masked > 0 && v0 != Some(mask) {
            if end == lines.len() {
                self.v0 = Some(mask);
            }
            let copy = Line::new(What::Machine(M::Vmand, Form::MM));
            lines.insert(start, Line { rd: V0, rs1: mask, rs2: mask, span: lines[start].span, ..copy });
        }
        result
    }

    /// Computes a vector or a mask.
    pub fn vector_op(&mut self, op: &Op, value: Value) -> Made<Reg> {
        let ty = self.ty(value);
        if ty == Type::Bool {
            return self.mask_op(op);
        }
        let sew = 8 * ty.bytes();
        match op {
            Op::Unary(op, a) => self.vector_unary(*op, ty, *a),
            Op::Binary(op, a, b) => self.vector_binary(*op, ty, *a, *b),
            Op::PtrAdd(a, b) => self.vector_binary(Binary::Add, ty, *a, *b),
            Op::Select(condition, a, b) => self.vector_select(*condition, *a, *b, ty),
            Op::Convert(op, a) => self.vector_convert(*op, ty, *a),
            Op::Fma(a, b, c) => self.vector_fma(sew, *a, *b, *c),
            Op::Math(op, args) => self.vector_math(*op, ty, args),
            // The scalar unit has the clock.
            op @ Op::Clock => {
                let from = self.scalar_op(op, value)?;
                Ok(self.broadcast(from, ty))
            }
            // Places and constants that are asked for as vectors.
            _ => Err(self.refuse("vector instruction for this operation")),
        }
    }

    fn vector_unary(&mut self, op: Unary, ty: Type, a: Value) -> Made<Reg> {
        let a = self.vector(a)?;
        let sew = 8 * ty.bytes();
        Ok(match op {
            Unary::Neg => self.code.v(M::Vrsub, Form::IVX, sew, a, ZERO),
            Unary::Not => self.code.vi(M::Vxor, Form::IVI, sew, a, -1),
            Unary::FNeg => self.code.v(M::Vfsgnjn, Form::FVV, sew, a, a),
            Unary::FAbs => self.code.v(M::Vfsgnjx, Form::FVV, sew, a, a),
            Unary::PopCount => self.code.v(M::VcpopV, Form::MV, sew, a, ZERO),
            Unary::Clz => self.code.v(M::VclzV, Form::MV, sew, a, ZERO),
            Unary::Ctz => self.code.v(M::VctzV, Form::MV, sew, a, ZERO),
        })
    }

    fn vector_binary(&mut self, op: Binary, ty: Type, a: Value, b: Value) -> Made<Reg> {
        let sew = 8 * ty.bytes();
        // The instruction, its forms, and the one for exchanged operands.
        let (m, forms, turned) = match op {
            Binary::Add => (M::Vadd, INT_NUMBER, Some(M::Vadd)),
            Binary::Sub => return self.difference(sew, a, b),
            Binary::Mul => (M::Vmul, MULTIPLY, Some(M::Vmul)),
            Binary::MulHiS => (M::Vmulh, MULTIPLY, Some(M::Vmulh)),
            Binary::MulHiU => (M::Vmulhu, MULTIPLY, Some(M::Vmulhu)),
            Binary::DivS => (M::Vdiv, MULTIPLY, None),
            Binary::DivU => (M::Vdivu, MULTIPLY, None),
            Binary::RemS => (M::Vrem, MULTIPLY, None),
            Binary::RemU => (M::Vremu, MULTIPLY, None),
            Binary::And => (M::Vand, INT_NUMBER, Some(M::Vand)),
            Binary::Or => (M::Vor, INT_NUMBER, Some(M::Vor)),
            Binary::Xor => (M::Vxor, INT_NUMBER, Some(M::Vxor)),
            Binary::Shl => (M::Vsll, SHIFT, None),
            Binary::ShrS => (M::Vsra, SHIFT, None),
            Binary::ShrU => (M::Vsrl, SHIFT, None),
            Binary::MinS => (M::Vmin, INT, Some(M::Vmin)),
            Binary::MaxS => (M::Vmax, INT, Some(M::Vmax)),
            Binary::MinU => (M::Vminu, INT, Some(M::Vminu)),
            Binary::MaxU => (M::Vmaxu, INT, Some(M::Vmaxu)),
            Binary::FAdd => (M::Vfadd, FLOAT, Some(M::Vfadd)),
            Binary::FSub => (M::Vfsub, FLOAT, Some(M::Vfrsub)),
            Binary::FMul => (M::Vfmul, FLOAT, Some(M::Vfmul)),
            Binary::FDiv => (M::Vfdiv, FLOAT, Some(M::Vfrdiv)),
            Binary::FMin => (M::Vfmin, FLOAT, Some(M::Vfmin)),
            Binary::FMax => (M::Vfmax, FLOAT, Some(M::Vfmax)),
        };
        match turned {
            Some(turned) if self.is_scalar(a) && !self.is_scalar(b) => self.two(turned, forms, sew, b, a),
            _ => self.two(m, forms, sew, a, b),
        }
    }

    fn difference(&mut self, sew: u32, a: Value, b: Value) -> Made<Reg> {
        if let Some(number) = self.small(b, -15..=16) {
            let a = self.vector(a)?;
            return Ok(self.code.vi(M::Vadd, Form::IVI, sew, a, -number));
        }
        if self.is_scalar(a) && !self.is_scalar(b) {
            let b = self.vector(b)?;
            if let Some(number) = self.small(a, -16..=15) {
                return Ok(self.code.vi(M::Vrsub, Form::IVI, sew, b, number));
            }
            let a = self.scalar(a)?;
            return Ok(self.code.v(M::Vrsub, Form::IVX, sew, b, a));
        }
        self.two(M::Vsub, INT, sew, a, b)
    }

    /// An instruction whose first source is a vector.
    fn two(&mut self, op: M, forms: Forms, sew: u32, a: Value, b: Value) -> Made<Reg> {
        let rd = self.code.value(Class::V);
        self.two_to(rd, op, forms, sew, a, b)?;
        Ok(rd)
    }

    fn two_to(&mut self, rd: Reg, op: M, forms: Forms, sew: u32, a: Value, b: Value) -> Made<()> {
        let first = self.vector(a)?;
        if let Some((form, low, high)) = forms.number
            && let Some(imm) = self.small(b, low..=high)
        {
            self.code.push(Line { rd, rs2: first, imm, sew, ..Line::new(What::Machine(op, form)) });
            return Ok(());
        }
        let scalar = self.is_scalar(b);
        let (second, form) =
            if scalar { (self.scalar(b)?, forms.scalar) } else { (self.vector(b)?, forms.vector) };
        self.code.v_to(rd, op, form, sew, first, second);
        Ok(())
    }

    /// a * b + c in one instruction, which overwrites a copy of c.
    fn vector_fma(&mut self, sew: u32, a: Value, b: Value, c: Value) -> Made<Reg> {
        let (a, b) = if self.is_scalar(b) { (b, a) } else { (a, b) };
        let rd = self.code.value(Class::V);
        if self.is_scalar(c) {
            let (ty, from) = (self.ty(c), self.scalar(c)?);
            self.broadcast_to(rd, from, ty);
        } else {
            let from = self.vector(c)?;
            self.code.v_to(rd, M::VmvV, Form::MoveV, sew, ZERO, from);
        }
        let vs2 = self.vector(b)?;
        let (second, form) =
            if self.is_scalar(a) { (self.scalar(a)?, Form::AFVF) } else { (self.vector(a)?, Form::AFVV) };
        self.code.v_to(rd, M::Vfmacc, form, sew, vs2, second);
        Ok(rd)
    }

    fn vector_math(&mut self, op: Math, ty: Type, args: &[Value]) -> Made<Reg> {
        let sew = 8 * ty.bytes();
        let [Some(a), b] = [args.first().copied(), args.get(1).copied()] else {
            return Err(self.refuse("function without operands"));
        };
        match (op, b) {
            (Math::Sqrt, _) => {
                let a = self.vector(a)?;
                Ok(self.code.v(M::Vfsqrt, Form::FV, sew, a, ZERO))
            }
            (Math::Copysign, Some(b)) if ty != Type::F16 => self.two(M::Vfsgnj, FLOAT, sew, a, b),
            (op, Some(b)) => {
                let (a, b) = (self.vector(a)?, self.vector(b)?);
                let rd = self.code.v(op_of_math(op), Form::ZVV, sew, a, b);
                Ok(rd)
            }
            (op, None) => {
                let a = self.vector(a)?;
                Ok(self.code.v(op_of_math(op), Form::ZV, sew, a, ZERO))
            }
        }
    }

    fn vector_select(&mut self, condition: Value, a: Value, b: Value, ty: Type) -> Made<Reg> {
        if self.is_scalar(condition) {
            let condition = self.scalar(condition)?;
            let (a, b) = (self.vector(a)?, self.vector(b)?);
            return Ok(self.code.choose(M::Bne, [condition, ZERO], [a, b], (vector_class(ty), ty)));
        }
        let rd = self.code.value(Class::V);
        let condition = self.mask(condition)?;
        let old = self.vector(b)?;
        self.merge(rd, old, a, condition)?;
        Ok(rd)
    }

    /// `rd` = a value where a mask is, `old` elsewhere.
    pub fn merge(&mut self, rd: Reg, old: Reg, value: Value, mask: Reg) -> Made<()> {
        let ty = self.ty(value);
        let sew = 8 * ty.bytes();
        if let Some(imm) = self.small(value, -16..=15) {
            self.set_v0(mask);
            let line = Line::new(What::Machine(M::Vmerge, Form::IVIM));
            self.code.push(Line { rd, rs2: old, imm, sew, ..line });
            return Ok(());
        }
        let (second, op, form) = match (self.is_scalar(value), ty.is_float()) {
            (true, true) => (self.scalar(value)?, M::Vfmerge, Form::FVFM),
            (true, false) => (self.scalar(value)?, M::Vmerge, Form::IVXM),
            _ => (self.vector(value)?, M::Vmerge, Form::IVVM),
        };
        self.set_v0(mask);
        self.code.v_to(rd, op, form, sew, old, second);
        Ok(())
    }

    /// Computes a mask.
    fn mask_op(&mut self, op: &Op) -> Made<Reg> {
        match op {
            Op::Unary(_, a) => {
                let a = self.mask(*a)?;
                Ok(self.code.m(M::Vmnand, a, a))
            }
            Op::Binary(op, a, b) => {
                let m = match op {
                    Binary::And => M::Vmand,
                    Binary::Or => M::Vmor,
                    _ => M::Vmxor,
                };
                self.two_masks(m, *a, *b)
            }
            Op::Compare(Compare::Eq, a, b) if self.ty(*a) == Type::Bool => self.two_masks(M::Vmxnor, *a, *b),
            Op::Compare(_, a, b) if self.ty(*a) == Type::Bool => self.two_masks(M::Vmxor, *a, *b),
            Op::Compare(op, a, b) => self.vector_compare(*op, *a, *b),
            Op::Select(condition, a, b) => {
                let [condition, a, b] = [self.mask(*condition)?, self.mask(*a)?, self.mask(*b)?];
                let yes = self.code.m(M::Vmand, a, condition);
                let no = self.code.m(M::Vmandn, b, condition);
                Ok(self.code.m(M::Vmor, yes, no))
            }
            _ => Err(self.refuse("mask instruction for this operation")),
        }
    }

    fn two_masks(&mut self, op: M, a: Value, b: Value) -> Made<Reg> {
        let (a, b) = (self.mask(a)?, self.mask(b)?);
        Ok(self.code.m(op, a, b))
    }

    fn vector_compare(&mut self, op: Compare, a: Value, b: Value) -> Made<Reg> {
        let sew = 8 * self.ty(a).bytes();
        let turn = self.is_scalar(a) && !self.is_scalar(b);
        // As it is, and with exchanged operands (which exists only with a scalar).
        let (m, turned, forms) = match op {
            Compare::Eq => (M::Vmseq, M::Vmseq, INT_NUMBER),
            Compare::Ne => (M::Vmsne, M::Vmsne, INT_NUMBER),
            Compare::LtS => (M::Vmslt, M::Vmsgt, INT),
            Compare::LtU => (M::Vmsltu, M::Vmsgtu, INT),
            Compare::LeS if turn => return self.not_less(M::Vmslt, sew, b, a),
            Compare::LeU if turn => return self.not_less(M::Vmsltu, sew, b, a),
            Compare::LeS => (M::Vmsle, M::Vmsle, INT_NUMBER),
            Compare::LeU => (M::Vmsleu, M::Vmsleu, INT),
            Compare::FEq => (M::Vmfeq, M::Vmfeq, FLOAT),
            Compare::FNe => (M::Vmfne, M::Vmfne, FLOAT),
            Compare::FLt => (M::Vmflt, M::Vmfgt, FLOAT),
            Compare::FLe => (M::Vmfle, M::Vmfge, FLOAT),
        };
        let forms = if turn && op == Compare::LtS { INT_NUMBER } else { forms };
        let rd = self.code.value(Class::M);
        match turn {
            true => self.two_to(rd, turned, forms, sew, b, a)?,
            false => self.two_to(rd, m, forms, sew, a, b)?,
        }
        Ok(rd)
    }

    /// The mask of b >= a, as not b < a.
    fn not_less(&mut self, op: M, sew: u32, b: Value, a: Value) -> Made<Reg> {
        let less = self.code.value(Class::M);
        self.two_to(less, op, INT, sew, b, a)?;
        Ok(self.code.m(M::Vmnand, less, less))
    }
}

//! Operations on scalars.
//!
//! An integer register holds a narrower number with its sign, as the calling convention has it; a bool as 0 or 1.

use super::{
    code::{Class, Line, RA, Reg, What, ZERO},
    generate::{Generator, Made, scalar_class},
    kinds::{Kind, by_vector},
};
use crate::{
    ir::{Binary, Compare, Convert, Math, Op, Type, Unary, Value},
    machines::rvv::isa::{Form, Op as M, rounding},
};

/// Has the machine an ordinary instruction for the function?
pub(super) fn has_function(math: Math, ty: Type) -> bool {
    match math {
        Math::Sqrt => true,
        Math::Copysign => ty != Type::F16,
        _ => false,
    }
}

/// The form for a float type: half, single, double.
pub(super) const fn float_form(ty: Type, forms: [Form; 3]) -> Form {
    match ty {
        Type::F16 => forms[0],
        Type::F32 => forms[1],
        _ => forms[2],
    }
}

const TWO: [Form; 3] = [Form::FH, Form::FS, Form::FD];
const EXACT: [Form; 3] = [Form::EH, Form::ES, Form::ED];
const THREE: [Form; 3] = [Form::TH, Form::TS, Form::TD];
const ONE: [Form; 3] = [Form::UH, Form::US, Form::UD];
const TEST: [Form; 3] = [Form::CH, Form::CS, Form::CD];
const TO_INTEGER: [Form; 3] = [Form::XH, Form::XS, Form::XD];
const FROM_INTEGER: [Form; 3] = [Form::IH, Form::IS, Form::ID];
const OUT: [Form; 3] = [Form::OutH, Form::OutW, Form::OutD];

const fn is_long(ty: Type) -> bool {
    matches!(ty, Type::I64 | Type::Ptr(_))
}

impl Generator<'_> {
    /// Computes a scalar (or element 0 of an affine value).
    pub fn scalar_op(&mut self, op: &Op, value: Value) -> Made<Reg> {
        let ty = self.ty(value);
        if by_vector(self.kernel, op, value) {
            let vector = self.vector_op(op, value)?;
            return Ok(self.first(vector, ty));
        }
        Ok(match op {
            Op::Unary(op, a) => {
                let a = self.scalar(*a)?;
                self.unary(*op, ty, a)
            }
            Op::Binary(op, a, b) => self.binary(*op, ty, *a, *b)?,
            Op::PtrAdd(a, b) => self.binary(Binary::Add, ty, *a, *b)?,
            Op::Compare(op, a, b) => {
                let of = self.ty(*a);
                let (a, b) = (self.scalar(*a)?, self.scalar(*b)?);
                self.compare(*op, of, a, b)
            }
            Op::Select(condition, a, b) => {
                let [condition, a, b] = [self.scalar(*condition)?, self.scalar(*a)?, self.scalar(*b)?];
                self.choose(M::Bne, [condition, ZERO], a, b, (scalar_class(ty), ty))
            }
            Op::Convert(op, a) => {
                let from = self.ty(*a);
                let a = self.scalar(*a)?;
                self.convert(*op, from, ty, a)
            }
            Op::Fma(a, b, c) => {
                let [rs1, rs2, rs3] = [self.scalar(*a)?, self.scalar(*b)?, self.scalar(*c)?];
                let rd = self.code.value(Class::F);
                let line = Line::new(What::Machine(M::Fmadd, float_form(ty, THREE)));
                self.code.push(Line { rd, rs1, rs2, rs3, ..line });
                rd
            }
            Op::Math(Math::Sqrt, args) => {
                let a = args.first().copied().unwrap_or(value);
                let rs1 = self.scalar(a)?;
                self.float(M::Fsqrt, float_form(ty, ONE), rs1, ZERO)
            }
            Op::Math(_, args) if args.len() == 2 => {
                let (a, b) = (self.scalar(args[0])?, self.scalar(args[1])?);
                self.float(M::Fsgnj, float_form(ty, EXACT), a, b)
            }
            _ => return Err(self.refuse("scalar instruction for this operation")),
        })
    }

    /// Element 0 of a vector.
    pub fn first(&mut self, vector: Reg, ty: Type) -> Reg {
        let rd = self.code.value(scalar_class(ty));
        let (op, form) = if ty.is_float() { (M::VfmvFS, Form::FOut) } else { (M::VmvXS, Form::XV) };
        self.code.push(Line { rd, rs2: vector, sew: 8 * ty.bytes(), ..Line::new(What::Machine(op, form)) });
        rd
    }

    fn float(&mut self, op: M, form: Form, rs1: Reg, rs2: Reg) -> Reg {
        let rd = self.code.value(Class::F);
        self.code.push(Line { rd, rs1, rs2, ..Line::new(What::Machine(op, form)) });
        rd
    }

    /// Cuts a number to its type, with its sign.
    pub fn cut(&mut self, ty: Type, a: Reg) -> Reg {
        match ty {
            Type::I8 | Type::I16 => {
                let shift = 64 - ty.bits() as i32;
                let up = self.code.xi(M::Slli, a, shift);
                self.code.xi(M::Srai, up, shift)
            }
            Type::I32 => self.code.xi(M::Addiw, a, 0),
            _ => a,
        }
    }

    /// The number without sign.
    pub fn unsigned(&mut self, ty: Type, a: Reg) -> Reg {
        match ty {
            Type::I8 => self.code.xi(M::Andi, a, 255),
            Type::I16 | Type::I32 => {
                let shift = 64 - ty.bits() as i32;
                let up = self.code.xi(M::Slli, a, shift);
                self.code.xi(M::Srli, up, shift)
            }
            _ => a,
        }
    }

    fn unary(&mut self, op: Unary, ty: Type, a: Reg) -> Reg {
        match op {
            Unary::Neg => {
                let op = if ty == Type::I32 { M::Subw } else { M::Sub };
                let negated = self.code.x(op, ZERO, a);
                if ty == Type::I32 { negated } else { self.cut(ty, negated) }
            }
            Unary::Not if ty == Type::Bool => self.code.xi(M::Xori, a, 1),
            Unary::Not => self.code.xi(M::Xori, a, -1),
            Unary::FNeg => self.float(M::Fsgnjn, float_form(ty, EXACT), a, a),
            Unary::FAbs => self.float(M::Fsgnjx, float_form(ty, EXACT), a, a),
            // The vector unit does these.
            Unary::PopCount | Unary::Clz | Unary::Ctz => a,
        }
    }

    fn binary(&mut self, op: Binary, ty: Type, a: Value, b: Value) -> Made<Reg> {
        if let Some(done) = self.with_number(op, ty, a, b)? {
            return Ok(done);
        }
        let (a, b) = (self.scalar(a)?, self.scalar(b)?);
        let forms = |op: M| (op, TWO);
        let (op, forms) = match op {
            Binary::FAdd => forms(M::Fadd),
            Binary::FSub => forms(M::Fsub),
            Binary::FMul => forms(M::Fmul),
            Binary::FDiv => forms(M::Fdiv),
            Binary::FMin => (M::Fmin, EXACT),
            Binary::FMax => (M::Fmax, EXACT),
            op => return Ok(self.integer(op, ty, a, b)),
        };
        Ok(self.float(op, float_form(ty, forms), a, b))
    }

    /// The instruction with a number in its word, if there is one.
    fn with_number(&mut self, op: Binary, ty: Type, a: Value, b: Value) -> Made<Option<Reg>> {
        let (a, b) = if self.constant(a).is_some() && op == Binary::Add { (b, a) } else { (a, b) };
        let bits = i64::from(ty.bits()) - 1;
        let (long, narrow, imm) = match op {
            Binary::Add => (M::Addi, M::Addiw, self.small(b, -2048..=2047)),
            Binary::Sub => (M::Addi, M::Addiw, self.small(b, -2047..=2048).map(|number| -number)),
            Binary::And => (M::Andi, M::Andi, self.small(b, -2048..=2047)),
            Binary::Or => (M::Ori, M::Ori, self.small(b, -2048..=2047)),
            Binary::Xor => (M::Xori, M::Xori, self.small(b, -2048..=2047)),
            Binary::Shl => (M::Slli, M::Slliw, self.small(b, 0..=bits)),
            Binary::ShrU => (M::Srli, M::Srliw, self.small(b, 0..=bits)),
            Binary::ShrS => (M::Srai, M::Sraiw, self.small(b, 0..=bits)),
            _ => return Ok(None),
        };
        let Some(imm) = imm.filter(|_| is_long(ty) || ty == Type::I32) else { return Ok(None) };
        let a = self.scalar(a)?;
        Ok(Some(self.code.xi(if is_long(ty) { long } else { narrow }, a, imm)))
    }

    fn integer(&mut self, op: Binary, ty: Type, a: Reg, b: Reg) -> Reg {
        let word = ty == Type::I32;
        let pick = |narrow: M, long: M| if word { narrow } else { long };
        let plain = match op {
            Binary::Add => pick(M::Addw, M::Add),
            Binary::Sub => pick(M::Subw, M::Sub),
            Binary::Mul => pick(M::Mulw, M::Mul),
            Binary::DivS => pick(M::Divw, M::Div),
            Binary::RemS => pick(M::Remw, M::Rem),
            Binary::DivU | Binary::RemU | Binary::ShrU if !word && !is_long(ty) => {
                return self.short_unsigned(op, ty, a, b);
            }
            Binary::DivU => pick(M::Divuw, M::Divu),
            Binary::RemU => pick(M::Remuw, M::Remu),
            Binary::And => return self.code.x(M::And, a, b),
            Binary::Or => return self.code.x(M::Or, a, b),
            Binary::Xor => return self.code.x(M::Xor, a, b),
            Binary::Shl | Binary::ShrS if !word && !is_long(ty) => {
                let amount = self.code.xi(M::Andi, b, ty.bits() as i32 - 1);
                let op = if op == Binary::Shl { M::Sll } else { M::Sra };
                let shifted = self.code.x(op, a, amount);
                return self.cut(ty, shifted);
            }
            Binary::Shl => pick(M::Sllw, M::Sll),
            Binary::ShrS => pick(M::Sraw, M::Sra),
            Binary::ShrU => pick(M::Srlw, M::Srl),
            Binary::MinS => return self.choose(M::Blt, [a, b], a, b, (Class::X, ty)),
            Binary::MaxS => return self.choose(M::Blt, [b, a], a, b, (Class::X, ty)),
            Binary::MinU => return self.choose(M::Bltu, [a, b], a, b, (Class::X, ty)),
            Binary::MaxU => return self.choose(M::Bltu, [b, a], a, b, (Class::X, ty)),
            _ => return self.high(op, ty, a, b),
        };
        let result = self.code.x(plain, a, b);
        if word || is_long(ty) { result } else { self.cut(ty, result) }
    }

    fn short_unsigned(&mut self, op: Binary, ty: Type, a: Reg, b: Reg) -> Reg {
        let a = self.unsigned(ty, a);
        let (op, b) = match op {
            Binary::ShrU => (M::Srl, self.code.xi(M::Andi, b, ty.bits() as i32 - 1)),
            Binary::DivU => (M::Divu, self.unsigned(ty, b)),
            _ => (M::Remu, self.unsigned(ty, b)),
        };
        let result = self.code.x(op, a, b);
        self.cut(ty, result)
    }

    /// The high half of a product.
    fn high(&mut self, op: Binary, ty: Type, a: Reg, b: Reg) -> Reg {
        let signed = op == Binary::MulHiS;
        if is_long(ty) {
            return self.code.x(if signed { M::Mulh } else { M::Mulhu }, a, b);
        }
        let (a, b) = if signed { (a, b) } else { (self.unsigned(ty, a), self.unsigned(ty, b)) };
        let product = self.code.x(M::Mul, a, b);
        let shifted = self.code.xi(M::Srai, product, ty.bits() as i32);
        self.cut(ty, shifted)
    }

    /// `a` if the branch on two registers is taken, else `b`.
    pub fn choose(&mut self, op: M, on: [Reg; 2], a: Reg, b: Reg, (class, ty): (Class, Type)) -> Reg {
        let (rd, end) = (self.code.value(class), self.code.label());
        self.code.copy(rd, a, class, ty);
        self.code.branch(op, on[0], on[1], end);
        self.code.copy(rd, b, class, ty);
        self.code.place(end);
        rd
    }

    fn compare(&mut self, op: Compare, ty: Type, a: Reg, b: Reg) -> Reg {
        let float = |this: &mut Self, op: M| {
            let rd = this.code.value(Class::X);
            let line = Line::new(What::Machine(op, float_form(ty, TEST)));
            this.code.push(Line { rd, rs1: a, rs2: b, ..line });
            rd
        };
        // a <= b is not b < a. (Numbers without sign keep their order when they are widened with their sign.)
        let not = |this: &mut Self, reg: Reg| this.code.xi(M::Xori, reg, 1);
        let difference = |this: &mut Self| if b == ZERO { a } else { this.code.x(M::Xor, a, b) };
        match op {
            Compare::Eq => {
                let difference = difference(self);
                self.code.xi(M::Sltiu, difference, 1)
            }
            Compare::Ne => {
                let difference = difference(self);
                self.code.x(M::Sltu, ZERO, difference)
            }
            Compare::LtS => self.code.x(M::Slt, a, b),
            Compare::LtU => self.code.x(M::Sltu, a, b),
            Compare::LeS => {
                let less = self.code.x(M::Slt, b, a);
                not(self, less)
            }
            Compare::LeU => {
                let less = self.code.x(M::Sltu, b, a);
                not(self, less)
            }
            Compare::FEq => float(self, M::Feq),
            Compare::FLt => float(self, M::Flt),
            Compare::FLe => float(self, M::Fle),
            Compare::FNe => {
                let equal = float(self, M::Feq);
                not(self, equal)
            }
        }
    }

    fn convert(&mut self, op: Convert, from: Type, ty: Type, a: Reg) -> Reg {
        match op {
            Convert::Trunc => self.cut(ty, a),
            Convert::ZExt if from == Type::Bool => a,
            Convert::ZExt => self.unsigned(from, a),
            Convert::SExt => a,
            Convert::Bits if from.is_float() == ty.is_float() => a,
            Convert::Bits if ty.is_float() => self.float_of(a, ty),
            Convert::Bits => self.float_out(M::FmvX, float_form(from, OUT), a, rounding::DYNAMIC),
            Convert::FToS | Convert::FToU => self.float_to_integer(op == Convert::FToS, from, ty, a),
            Convert::SToF => {
                let op = if is_long(from) { M::FcvtFromL } else { M::FcvtFromW };
                self.float(op, float_form(ty, FROM_INTEGER), a, ZERO)
            }
            Convert::UToF => {
                let long = is_long(from);
                let a = if long || from == Type::Bool { a } else { self.unsigned(from, a) };
                let op = if long { M::FcvtFromLu } else { M::FcvtFromWu };
                self.float(op, float_form(ty, FROM_INTEGER), a, ZERO)
            }
            Convert::FToF => {
                let op = match from {
                    Type::F16 => M::FcvtFromHp,
                    Type::F32 => M::FcvtFromSp,
                    _ => M::FcvtFromDp,
                };
                if from == ty { a } else { self.float(op, float_form(ty, ONE), a, ZERO) }
            }
        }
    }

    fn float_out(&mut self, op: M, form: Form, rs1: Reg, rounding: u8) -> Reg {
        let rd = self.code.value(Class::X);
        self.code.push(Line { rd, rs1, rounding, ..Line::new(What::Machine(op, form)) });
        rd
    }

    /// Towards zero, to the nearest that fits; a NaN gives 0, unlike the instruction.
    fn float_to_integer(&mut self, signed: bool, from: Type, ty: Type, a: Reg) -> Reg {
        let op = match (is_long(ty), signed) {
            (true, true) => M::FcvtToL,
            (true, false) => M::FcvtToLu,
            (false, true) => M::FcvtToW,
            (false, false) => M::FcvtToWu,
        };
        let whole = self.float_out(op, float_form(from, TO_INTEGER), a, rounding::ZERO);
        let number = self.code.value(Class::X);
        let test = Line::new(What::Machine(M::Feq, float_form(from, TEST)));
        self.code.push(Line { rd: number, rs1: a, rs2: a, ..test });
        let ones = self.code.x(M::Sub, ZERO, number);
        self.code.x(M::And, whole, ones)
    }

    /// By how much the result of an operation on affine values grows from element to element.
    pub fn stride_of(&mut self, op: &Op) -> Made<super::generate::Stride> {
        use super::generate::Stride::{Number, Register};
        let sum = |this: &mut Self, a: Value, b: Value, op: M| {
            Ok(match (this.stride(a)?, this.stride(b)?) {
                (Number(a), Number(b)) if op == M::Add => Number(a.wrapping_add(b)),
                (Number(a), Number(b)) => Number(a.wrapping_sub(b)),
                (Register(a), Number(0)) => Register(a),
                (a, b) => {
                    let (a, b) = (this.stride_register(a), this.stride_register(b));
                    Register(this.code.x(op, a, b))
                }
            })
        };
        match op {
            Op::WorkItem(..) => Ok(Number(1)),
            Op::Binary(Binary::Add, a, b) | Op::PtrAdd(a, b) => sum(self, *a, *b, M::Add),
            Op::Binary(Binary::Sub, a, b) => sum(self, *a, *b, M::Sub),
            Op::Binary(Binary::Mul, a, b) => {
                let (line, factor) = if self.kinds.kind(*a) == Kind::Affine { (*a, *b) } else { (*b, *a) };
                match (self.stride(line)?, self.constant(factor)) {
                    (Number(stride), Some(factor)) => Ok(Number(stride.wrapping_mul(factor))),
                    (Number(1), None) => Ok(Register(self.scalar(factor)?)),
                    (stride, _) => {
                        let (stride, factor) = (self.stride_register(stride), self.scalar(factor)?);
                        Ok(Register(self.code.x(M::Mul, stride, factor)))
                    }
                }
            }
            Op::Binary(Binary::Shl, a, by) => match (self.stride(*a)?, self.constant(*by)) {
                (Number(stride), Some(by)) => {
                    Ok(Number(stride.wrapping_shl(by as u32 & (self.ty(*a).bits() - 1))))
                }
                (Register(stride), Some(by)) => {
                    let by = by as i32 & (self.ty(*a).bits() as i32 - 1);
                    Ok(Register(self.code.xi(M::Slli, stride, by)))
                }
                (stride, None) => {
                    let bits = self.ty(*a).bits() as i32;
                    let (stride, by) = (self.stride_register(stride), self.scalar(*by)?);
                    let by = self.code.xi(M::Andi, by, bits - 1);
                    Ok(Register(self.code.x(M::Sll, stride, by)))
                }
            },
            Op::Unary(_, a) => match self.stride(*a)? {
                Number(stride) => Ok(Number(stride.wrapping_neg())),
                Register(stride) => Ok(Register(self.code.x(M::Sub, ZERO, stride))),
            },
            Op::Convert(_, a) => self.stride(*a),
            _ => Ok(Number(0)),
        }
    }

    /// A stride in a register.
    pub fn stride_register(&mut self, stride: super::generate::Stride) -> Reg {
        match stride {
            super::generate::Stride::Number(number) => self.code.number(number),
            super::generate::Stride::Register(reg) => reg,
        }
    }

    /// Ends the program.
    pub fn ret(&mut self) {
        self.code.push(Line { rs1: RA, ..Line::new(What::Machine(M::Jalr, Form::Load)) });
    }
}

//! Scalars: operations that the scalar core carries out ([`lanescope_parts::riscv::codegen`]), and strides of affine values.

use lanescope_parts::{
    codegen::spmd::variability::Variability,
    ir::{Binary, Op, Type, Value},
    riscv::codegen::{self, Emit, Values},
};

use super::{
    code::{Code, Line, RA, Reg, What, ZERO},
    state::{Generator, Made, Stride, scalar_class},
};
use crate::isa::{Form, FormNames, Op as M, OpNames};

impl Values for Generator<'_> {
    type Emit = Code;

    fn emit(&mut self) -> &mut Code {
        &mut self.code
    }

    fn ty(&self, value: Value) -> Type {
        self.facts.kernel.ty(value)
    }

    fn constant(&self, value: Value) -> Option<i64> {
        Generator::constant(self, value)
    }

    fn scalar(&mut self, value: Value) -> Made<Reg> {
        Generator::scalar(self, value)
    }
}

impl Generator<'_> {
    /// Computes a scalar (or element 0 of an affine value).
    pub fn scalar_op(&mut self, op: &Op, value: Value) -> Made<Reg> {
        let ty = self.ty(value);
        if !codegen::has(op, ty) {
            let vector = self.vector_op(op, value)?;
            return Ok(self.first(vector, ty));
        }
        codegen::operation(self, op, ty)?.ok_or_else(|| self.refuse("scalar instruction for this operation"))
    }

    /// Element 0 of a vector.
    pub fn first(&mut self, vector: Reg, ty: Type) -> Reg {
        let rd = self.code.value(scalar_class(ty));
        let (op, form) = if ty.is_float() { (M::VfmvFS, Form::FOut) } else { (M::VmvXS, Form::XV) };
        self.code.push(Line { rd, rs2: vector, sew: 8 * ty.bytes(), ..Line::new(What::Machine(op, form)) });
        rd
    }

    /// By how much the result of an operation on affine values grows from element to element.
    pub fn stride_of(&mut self, op: &Op) -> Made<Stride> {
        use Stride::{Number, Register};
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
                let (line, factor) =
                    if self.facts.variability.of(*a) == Variability::Affine { (*a, *b) } else { (*b, *a) };
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
    pub fn stride_register(&mut self, stride: Stride) -> Reg {
        match stride {
            Stride::Number(number) => self.code.number(number),
            Stride::Register(reg) => reg,
        }
    }

    /// Ends the program.
    pub fn ret(&mut self) {
        self.code.push(Line { rs1: RA, ..Line::new(What::Machine(M::Jalr, Form::Load)) });
    }
}

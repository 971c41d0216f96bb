//! The contract between scalar code and the machine that it is written for.

use crate::{
    codegen::lines::Label,
    ir::{Space, Type, Value},
    riscv::isa::{Form, Isa, Op, rounding},
    source::Diagnostic,
};

/// An instruction with registers of the machine's own kind.
#[derive(Clone, Copy, Debug)]
pub struct Scalar<X: Isa, R> {
    /// What it does.
    pub op: Op<X>,
    /// With which operands.
    pub form: Form<X>,
    /// Destination.
    pub rd: R,
    /// First source.
    pub rs1: R,
    /// Second source.
    pub rs2: R,
    /// Third source.
    pub rs3: R,
    /// The number in the word.
    pub imm: i32,
    /// Rounding mode of a float instruction.
    pub rounding: u8,
    /// The kind of memory that a load or store goes to; `None` if it may be any.
    pub space: Option<Space>,
}

/// Where scalar code is written to.
pub trait Emit {
    /// The machine's instruction set.
    type Isa: Isa;
    /// A register of a line.
    type Reg: Copy + PartialEq;
    /// A kind of register.
    type Class: Copy;

    /// Integer 0; also a field that is not used.
    const ZERO: Self::Reg;
    /// Registers for integers, pointers and bools.
    const INTEGER: Self::Class;
    /// Registers for floats.
    const FLOAT: Self::Class;

    /// A new register.
    fn value(&mut self, class: Self::Class) -> Self::Reg;

    /// Writes an instruction.
    fn emit(&mut self, line: Scalar<Self::Isa, Self::Reg>);

    /// A number in an integer register.
    fn number(&mut self, number: i64) -> Self::Reg;

    /// Copies a register to another of the same class.
    fn copy(&mut self, rd: Self::Reg, rs1: Self::Reg, class: Self::Class, ty: Type);

    /// A new label.
    fn label(&mut self) -> Label;

    /// Writes the place of a label.
    fn place(&mut self, label: Label);

    /// Writes a branch on two integer registers.
    fn branch(&mut self, op: Op<Self::Isa>, rs1: Self::Reg, rs2: Self::Reg, to: Label);

    /// The class of a scalar of a type.
    fn class(ty: Type) -> Self::Class {
        if ty.is_float() { Self::FLOAT } else { Self::INTEGER }
    }

    /// An instruction whose operands are all unused so far.
    fn blank(op: Op<Self::Isa>, form: Form<Self::Isa>) -> Scalar<Self::Isa, Self::Reg> {
        let unused = Self::ZERO;
        Scalar {
            op,
            form,
            rd: unused,
            rs1: unused,
            rs2: unused,
            rs3: unused,
            imm: 0,
            rounding: rounding::DYNAMIC,
            space: None,
        }
    }

    /// An instruction with two sources and a result that is an integer.
    fn x(&mut self, op: Op<Self::Isa>, rs1: Self::Reg, rs2: Self::Reg) -> Self::Reg {
        // A sum with 0 is a copy, which vanishes where it can.
        if op == Op::Add && rs1 == Self::ZERO {
            return self.xi(Op::Addi, rs2, 0);
        }
        if op == Op::Add && rs2 == Self::ZERO {
            return self.xi(Op::Addi, rs1, 0);
        }
        let rd = self.value(Self::INTEGER);
        self.emit(Scalar { rd, rs1, rs2, ..Self::blank(op, Form::R) });
        rd
    }

    /// An instruction with a number in its word and a result that is an integer.
    fn xi(&mut self, op: Op<Self::Isa>, rs1: Self::Reg, imm: i32) -> Self::Reg {
        let rd = self.value(Self::INTEGER);
        self.xi_to(rd, op, rs1, imm);
        rd
    }

    /// The same with a given destination.
    fn xi_to(&mut self, rd: Self::Reg, op: Op<Self::Isa>, rs1: Self::Reg, imm: i32) {
        let form = match op {
            Op::Slli | Op::Srli | Op::Srai => Form::Shift64,
            Op::Slliw | Op::Srliw | Op::Sraiw => Form::Shift32,
            Op::Ld | Op::Lw | Op::Lwu | Op::Lh | Op::Lhu | Op::Lb | Op::Lbu => Form::Load,
            _ => Form::I,
        };
        self.emit(Scalar { rd, rs1, imm, ..Self::blank(op, form) });
    }

    /// A float instruction with a result that is a float.
    fn float(
        &mut self,
        op: Op<Self::Isa>,
        form: Form<Self::Isa>,
        rs1: Self::Reg,
        rs2: Self::Reg,
    ) -> Self::Reg {
        let rd = self.value(Self::FLOAT);
        self.emit(Scalar { rd, rs1, rs2, ..Self::blank(op, form) });
        rd
    }

    /// `a` if the branch on two registers is taken, else `b`.
    fn choose(
        &mut self,
        op: Op<Self::Isa>,
        on: [Self::Reg; 2],
        [a, b]: [Self::Reg; 2],
        (class, ty): (Self::Class, Type),
    ) -> Self::Reg {
        let (rd, end) = (self.value(class), self.label());
        self.copy(rd, a, class, ty);
        self.branch(op, on[0], on[1], end);
        self.copy(rd, b, class, ty);
        self.place(end);
        rd
    }
}

/// Where the values of a kernel are.
pub trait Values {
    /// Where code is written to.
    type Emit: Emit;

    /// Where code is written to.
    fn emit(&mut self) -> &mut Self::Emit;

    /// The type of a value.
    fn ty(&self, value: Value) -> Type;

    /// The number that a value always has.
    fn constant(&self, value: Value) -> Option<i64>;

    /// The register of a value, which is computed now if need be.
    ///
    /// # Errors
    /// What the machine cannot do.
    fn scalar(&mut self, value: Value) -> Result<<Self::Emit as Emit>::Reg, Diagnostic>;
}

/// The form for a float type: half, single, double.
pub fn float_form<X: Isa>(ty: Type, [half, single, double]: [Form<X>; 3]) -> Form<X> {
    match ty {
        Type::F16 => half,
        Type::F32 => single,
        _ => double,
    }
}

/// Does a type fill an integer register?
pub(super) const fn is_long(ty: Type) -> bool {
    matches!(ty, Type::I64 | Type::Ptr(_))
}

//! Code that is being written, line by line.
//!
//! Code is written into sections, each of which is carried out at another rate (once, once for each group, row, strip);
//! in the end they stand one behind the other.

use alloc::{vec, vec::Vec};

pub(super) use super::line::{BLOCK, Class, GROUP, ITEM, Label, Line, RA, Reg, V0, What, ZERO};
use crate::{
    ir::Type,
    machines::rvv::isa::{Form, Op, V},
    riscv::codegen::{Emit, Scalar},
    source::Span,
};

/// A piece of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Section(pub usize);

/// Code that is being written.
pub(super) struct Code {
    /// The class of each value.
    pub classes: Vec<Class>,
    sections: Vec<Vec<Line>>,
    current: Section,
    labels: u32,
    /// The text that lines come from.
    pub span: Span,
}

impl Code {
    pub fn new() -> Code {
        Code { classes: vec![], sections: vec![vec![]], current: Section(0), labels: 0, span: Span::NONE }
    }

    /// A new value.
    pub fn value(&mut self, class: Class) -> Reg {
        self.classes.push(class);
        Reg::Value(self.classes.len() as u32 - 1)
    }

    pub fn label(&mut self) -> Label {
        self.labels += 1;
        Label(self.labels - 1)
    }

    /// A new section behind all others.
    pub fn section(&mut self) -> Section {
        self.sections.push(vec![]);
        Section(self.sections.len() - 1)
    }

    /// Goes on writing in another section; gives the one so far.
    pub fn switch(&mut self, to: Section) -> Section {
        core::mem::replace(&mut self.current, to)
    }

    pub fn current(&self) -> Section {
        self.current
    }

    /// The lines of the section that is being written, and the class of each value.
    pub fn written(&mut self) -> (&mut Vec<Line>, &[Class]) {
        (&mut self.sections[self.current.0], &self.classes)
    }

    /// All lines, section by section.
    pub fn finish(self) -> Vec<Line> {
        self.sections.concat()
    }

    pub fn push(&mut self, line: Line) {
        let span = if line.span.is_none() { self.span } else { line.span };
        self.sections[self.current.0].push(Line { span, ..line });
    }

    pub fn place(&mut self, label: Label) {
        self.push(Line::new(What::Place(label)));
    }

    pub fn anything(&mut self, reg: Reg) {
        self.push(Line { rd: reg, ..Line::new(What::Anything) });
    }

    /// A number in an integer register.
    pub fn number(&mut self, number: i64) -> Reg {
        if number == 0 {
            return ZERO;
        }
        let rd = self.value(Class::X);
        self.push(Line { rd, ..Line::new(What::Number(number)) });
        rd
    }

    /// A double word of the launch block.
    pub fn field(&mut self, field: crate::riscv::abi::Field) -> Reg {
        self.xi(Op::Ld, BLOCK, field.offset())
    }

    pub fn branch(&mut self, op: Op, rs1: Reg, rs2: Reg, to: Label) {
        self.push(Line { rs1, rs2, target: Some(to), ..Line::new(What::Machine(op, Form::Branch)) });
    }

    pub fn jump(&mut self, to: Label) {
        self.push(Line { target: Some(to), ..Line::new(What::Machine(Op::Jal, Form::Jump)) });
    }

    /// Copies a register to another of the same class; of vectors as many elements of the type as there are.
    pub fn copy(&mut self, rd: Reg, rs1: Reg, class: Class, ty: Type) {
        let line = match class {
            Class::X => Line::new(What::Machine(Op::Addi, Form::I)),
            Class::F => Line { rs2: rs1, ..Line::new(What::Machine(Op::Fsgnj, Form::ED)) },
            Class::M => Line { rs2: rs1, ..Line::new(What::Machine(Op::Vmand, Form::MM)) },
            Class::V => Line { sew: 8 * ty.bytes(), ..Line::new(What::Machine(Op::VmvV, Form::MoveV)) },
        };
        self.push(Line { rd, rs1, ..line });
    }

    /// A vector instruction: `vs2`, then the second source.
    pub fn v(&mut self, op: Op, form: Form, sew: u32, vs2: Reg, second: Reg) -> Reg {
        let rd = self.value(Class::V);
        self.v_to(rd, op, form, sew, vs2, second);
        rd
    }

    pub fn v_to(&mut self, rd: Reg, op: Op, form: Form, sew: u32, vs2: Reg, second: Reg) {
        self.push(Line { rd, rs2: vs2, rs1: second, sew, ..Line::new(What::Machine(op, form)) });
    }

    /// A vector instruction with a number in place of the second source.
    pub fn vi(&mut self, op: Op, form: Form, sew: u32, vs2: Reg, imm: i32) -> Reg {
        let rd = self.value(Class::V);
        self.push(Line { rd, rs2: vs2, imm, sew, ..Line::new(What::Machine(op, form)) });
        rd
    }

    /// Makes every bit of a mask the same.
    pub fn fill(&mut self, rd: Reg, bit: bool) {
        self.push(Line { rd, ..Line::new(What::Mask(bit)) });
    }

    /// Two masks to one.
    pub fn m(&mut self, op: Op, vs2: Reg, vs1: Reg) -> Reg {
        let rd = self.value(Class::M);
        self.m_to(rd, op, vs2, vs1);
        rd
    }

    pub fn m_to(&mut self, rd: Reg, op: Op, vs2: Reg, vs1: Reg) {
        self.push(Line { rd, rs2: vs2, rs1: vs1, ..Line::new(What::Machine(op, Form::MM)) });
    }

    /// `vfirst.m`, `vcpop.m`: from a mask to an integer.
    pub fn find(&mut self, op: Op, mask: Reg) -> Reg {
        let rd = self.value(Class::X);
        self.push(Line { rd, rs2: mask, ..Line::new(What::Machine(op, Form::XM)) });
        rd
    }
}

impl Emit for Code {
    type Isa = V;
    type Reg = Reg;
    type Class = Class;

    const ZERO: Reg = ZERO;
    const INTEGER: Class = Class::X;
    const FLOAT: Class = Class::F;

    fn value(&mut self, class: Class) -> Reg {
        Code::value(self, class)
    }

    fn emit(&mut self, line: Scalar<V, Reg>) {
        let Scalar { op, form, rd, rs1, rs2, rs3, imm, rounding, space } = line;
        let what = Line::new(What::Machine(op, form));
        self.push(Line { rd, rs1, rs2, rs3, imm, rounding, space, ..what });
    }

    fn number(&mut self, number: i64) -> Reg {
        Code::number(self, number)
    }

    fn copy(&mut self, rd: Reg, rs1: Reg, class: Class, ty: Type) {
        Code::copy(self, rd, rs1, class, ty);
    }

    fn label(&mut self) -> Label {
        Code::label(self)
    }

    fn place(&mut self, label: Label) {
        Code::place(self, label);
    }

    fn branch(&mut self, op: Op, rs1: Reg, rs2: Reg, to: Label) {
        Code::branch(self, op, rs1, rs2, to);
    }
}

//! Code that is being written, line by line, in sections: each is carried out at another rate (once, once for each group, row,
//! strip); in the end they stand one behind the other.

use alloc::{vec, vec::Vec};

use super::{
    emit::{Emit, Scalar},
    line::{BLOCK, Class, Extension, Line, Reg, What, ZERO},
};
use crate::{
    base::OrdSet,
    codegen::lines::Label,
    ir::Type,
    riscv::{
        abi::{Field, Items},
        isa::{Form, Op},
    },
    source::Span,
};

/// A piece of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section(pub usize);

/// Code that is being written.
#[derive(Debug)]
pub struct Code<X: Extension> {
    /// The class of each value.
    pub classes: Vec<Class>,
    sections: Vec<Vec<Line<X>>>,
    current: Section,
    labels: u32,
    setup: X::Setup,
    /// The text that lines come from.
    pub span: Span,
    /// The work-items that they work for.
    pub items: Items,
}

impl<X: Extension> Code<X> {
    /// Code without lines, in one section.
    pub fn new(setup: X::Setup) -> Code<X> {
        let (sections, current) = (vec![vec![]], Section(0));
        Code { classes: vec![], sections, current, labels: 0, setup, span: Span::NONE, items: Items::FIRST }
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

    /// The section that is being written.
    pub fn current(&self) -> Section {
        self.current
    }

    /// The lines of the section that is being written, and the class of each value.
    pub fn written(&mut self) -> (&mut Vec<Line<X>>, &[Class]) {
        (&mut self.sections[self.current.0], &self.classes)
    }

    /// The values that are read in a section and in those behind it.
    pub fn read_from(&self, first: Section) -> OrdSet<u32> {
        self.sections[first.0..].iter().flatten().flat_map(Line::uses).collect()
    }

    /// All lines, section by section.
    pub fn finish(self) -> Vec<Line<X>> {
        self.sections.concat()
    }

    /// Writes a line.
    pub fn push(&mut self, line: Line<X>) {
        let span = if line.span.is_none() { self.span } else { line.span };
        self.sections[self.current.0].push(Line { span, items: self.items, ..line });
    }

    /// A register may hold anything from here on.
    pub fn anything(&mut self, reg: Reg) {
        self.push(Line { rd: reg, ..Line::new(What::Anything) });
    }

    /// A double word of the launch block.
    pub fn field(&mut self, field: Field) -> Reg {
        self.xi(Op::Ld, BLOCK, field.offset())
    }

    /// Goes elsewhere.
    pub fn jump(&mut self, to: Label) {
        self.push(Line { target: Some(to), ..Line::inst(Op::Jal, Form::Jump) });
    }
}

impl<X: Extension> Emit for Code<X> {
    type Isa = X;
    type Reg = Reg;
    type Class = Class;

    const ZERO: Reg = ZERO;
    const INTEGER: Class = Class::X;
    const FLOAT: Class = Class::F;

    fn value(&mut self, class: Class) -> Reg {
        self.classes.push(class);
        Reg::Value(self.classes.len() as u32 - 1)
    }

    fn emit(&mut self, line: Scalar<X, Reg>) {
        let Scalar { op, form, rd, rs1, rs2, rs3, imm, rounding, space } = line;
        self.push(Line { rd, rs1, rs2, rs3, imm, rounding, space, ..Line::inst(op, form) });
    }

    fn number(&mut self, number: i64) -> Reg {
        if number == 0 {
            return ZERO;
        }
        let rd = self.value(Class::X);
        self.push(Line { rd, ..Line::new(What::Number(number)) });
        rd
    }

    fn copy(&mut self, rd: Reg, rs1: Reg, class: Class, ty: Type) {
        let line = match class {
            Class::X => Line::inst(Op::Addi, Form::I),
            Class::F => Line { rs2: rs1, ..Line::inst(Op::Fsgnj, Form::ED) },
            class => Line { rs2: rs1, ..X::copy(self.setup, class, ty) },
        };
        self.push(Line { rd, rs1, ..line });
    }

    fn label(&mut self) -> Label {
        self.labels += 1;
        Label(self.labels - 1)
    }

    fn place(&mut self, label: Label) {
        self.push(Line::new(What::Place(label)));
    }

    fn branch(&mut self, op: Op<X>, rs1: Reg, rs2: Reg, to: Label) {
        self.push(Line { rs1, rs2, target: Some(to), ..Line::inst(op, Form::Branch) });
    }
}

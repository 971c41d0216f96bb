//! Code before its registers are chosen: instructions of the machine on numbered values, labels, and a few lines that
//! become nothing or several instructions.
//!
//! Code is written into sections, each of which is carried out at another rate (once, once for each group, row, strip);
//! in the end they stand one behind the other.

use alloc::{vec, vec::Vec};

pub(super) use crate::codegen::lines::Label;
use crate::{
    codegen::lines::{CodeLine, Way},
    ir::{Space, Type},
    machines::rvv::isa::{Arg, Class as Unit, Form, Inst, Op, V, rounding},
    riscv::{
        codegen::{Emit, Scalar},
        relax::turned,
    },
    source::Span,
};

/// A register of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reg {
    /// A register of the machine that is never given to a value.
    Fixed(u8),
    /// A value.
    Value(u32),
}

/// Integer 0; also a field that is not used.
pub(super) const ZERO: Reg = Reg::Fixed(0);
/// Address to return to.
pub(super) const RA: Reg = Reg::Fixed(1);
/// Linear number in its group of the strip's first work-item (`gp`).
pub(super) const ITEM: Reg = Reg::Fixed(3);
/// The launch block (`tp`).
pub(super) const BLOCK: Reg = Reg::Fixed(4);
/// Linear number of the group (`s11`).
pub(super) const GROUP: Reg = Reg::Fixed(27);
/// The mask of masked instructions.
pub(super) const V0: Reg = Reg::Fixed(0);

/// The kind of register that a value needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Integer.
    X,
    /// Float.
    F,
    /// Mask.
    M,
    /// Vector of LMUL registers.
    V,
}

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// An instruction.
    Machine(Op, Form),
    /// A place.
    Place(Label),
    /// `rd` = a number of 64 bits.
    Number(i64),
    /// Every bit of the mask `rd` = this.
    Mask(bool),
    /// `rd` = elements of a full strip.
    Most,
    /// `rd` = an argument, all of them at once: what comes first.
    Argument(u32),
    /// Memory of the stack at an offset = an argument.
    Pass { argument: u32, offset: u32 },
    /// `rd` may hold anything.
    Anything,
    /// Memory of the stack at an offset = `rs1`.
    Save(u32),
    /// `rd` = memory of the stack at an offset.
    Restore(u32),
}

/// A line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub what: What,
    pub rd: Reg,
    pub rs1: Reg,
    pub rs2: Reg,
    pub rs3: Reg,
    pub imm: i32,
    pub masked: bool,
    pub rounding: u8,
    /// Element width of a vector load or store.
    pub width: u8,
    /// Where a branch or jump goes.
    pub target: Option<Label>,
    /// The element width that the vector type must have; 0 if any will do.
    pub sew: u32,
    /// The kind of memory that a load or store goes to; `None` if it may be any.
    pub space: Option<Space>,
    pub span: Span,
}

impl Line {
    pub fn new(what: What) -> Line {
        Line {
            what,
            rd: ZERO,
            rs1: ZERO,
            rs2: ZERO,
            rs3: ZERO,
            imm: 0,
            masked: false,
            rounding: rounding::DYNAMIC,
            width: 0,
            target: None,
            sew: 0,
            space: None,
            span: Span::NONE,
        }
    }

    /// The operands of the form, if it is an instruction.
    fn args(&self) -> &'static [Arg] {
        match self.what {
            What::Machine(_, form) => form.row().args,
            _ => &[],
        }
    }

    pub fn stores(&self) -> bool {
        matches!(self.what, What::Machine(op, _) if op.class() == Unit::VStore)
    }

    /// Does it read its destination too?
    pub fn accumulates(&self) -> bool {
        match self.what {
            What::Machine(Op::Amocas, _) => true,
            What::Machine(_, form) => matches!(form, Form::AVV | Form::AVX | Form::AFVV | Form::AFVF),
            _ => false,
        }
    }

    /// Is it arithmetic with a vector as its result that a mask can restrict?
    pub fn can_be_masked(&self, classes: &[Class]) -> bool {
        let What::Machine(op, _) = self.what else { return false };
        let arithmetic = matches!(
            op.class(),
            Unit::VInt
                | Unit::VMul
                | Unit::VDiv
                | Unit::VLogic
                | Unit::VFpAdd
                | Unit::VFpMul
                | Unit::VFpMad
                | Unit::VFpDiv
        );
        let vector = matches!(self.rd, Reg::Value(value) if classes[value as usize] == Class::V);
        arithmetic && vector && self.args().contains(&Arg::Mask)
    }

    /// The class of the instruction.
    pub fn class(&self) -> Option<Unit> {
        match self.what {
            What::Machine(op, _) => Some(op.class()),
            _ => None,
        }
    }

    /// The mask that it copies to `v0`, if it does that.
    pub fn copied_to_v0(&self) -> Option<u32> {
        match (self.what, self.rs1) {
            (What::Machine(Op::Vmand, Form::MM), Reg::Value(mask)) => {
                (self.rd == V0 && self.rs1 == self.rs2).then_some(mask)
            }
            _ => None,
        }
    }

    /// Does it write `v0`?
    pub fn writes_v0(&self) -> bool {
        let writes = match self.what {
            What::Machine(op, form) => op.class() != Unit::VStore && form.row().args.contains(&Arg::Vd),
            What::Mask(_) => true,
            _ => false,
        };
        writes && self.rd == V0
    }

    /// The value it writes.
    pub fn def(&self) -> Option<u32> {
        let writes = match self.what {
            What::Machine(..) => {
                let writes = |arg: &Arg| matches!(*arg, Arg::Xd | Arg::Fd | Arg::Vd);
                self.args().iter().any(writes) && !self.stores()
            }
            What::Number(_) | What::Mask(_) | What::Most | What::Argument(_) => true,
            What::Anything | What::Restore(_) => true,
            What::Place(_) | What::Save(_) | What::Pass { .. } => false,
        };
        match self.rd {
            Reg::Value(value) if writes => Some(value),
            _ => None,
        }
    }

    /// Calls `f` with each register that it reads.
    pub fn for_each_use(&mut self, mut f: impl FnMut(&mut Reg)) {
        let (stores, accumulates) = (self.stores(), self.accumulates());
        for arg in self.args() {
            match *arg {
                Arg::Vd | Arg::Xd if stores || accumulates => f(&mut self.rd),
                Arg::X1 | Arg::F1 | Arg::V1 | Arg::Load | Arg::Store | Arg::Address => f(&mut self.rs1),
                Arg::X2 | Arg::F2 | Arg::V2 => f(&mut self.rs2),
                Arg::F3 => f(&mut self.rs3),
                _ => {}
            }
            // The data of a scalar store is its second source, which comes first in the form.
        }
        if matches!(self.what, What::Save(_)) {
            f(&mut self.rs1);
        }
    }

    /// The values that it reads.
    pub fn uses(&self) -> Vec<u32> {
        let mut list = vec![];
        self.clone().for_each_use(|reg| {
            if let Reg::Value(value) = reg {
                list.push(*value);
            }
        });
        list
    }

    /// Must its result not take a source's register? That is so where it is wider, or needs all of the source.
    pub fn keeps_sources(&self) -> bool {
        let What::Machine(op, _) = self.what else { return false };
        matches!(
            op,
            Op::VzextVf2
                | Op::VzextVf4
                | Op::VzextVf8
                | Op::VsextVf2
                | Op::VsextVf4
                | Op::VsextVf8
                | Op::VfwcvtFF
                | Op::VfwcvtRtzXF
                | Op::VfwcvtRtzXuF
                | Op::Vcompress
        )
    }

    /// Is it a plain copy (to, from)?
    pub fn copy(&self) -> Option<(u32, u32)> {
        let (to, from) = match self.what {
            What::Machine(Op::Addi, _) if self.imm == 0 => (self.rd, self.rs1),
            What::Machine(Op::Fsgnj, _) if self.rs1 == self.rs2 => (self.rd, self.rs1),
            What::Machine(Op::VmvV, Form::MoveV) => (self.rd, self.rs1),
            What::Machine(Op::Vmand, _) if self.rs1 == self.rs2 => (self.rd, self.rs1),
            _ => return None,
        };
        match (to, from) {
            (Reg::Value(to), Reg::Value(from)) => Some((to, from)),
            _ => None,
        }
    }

    /// Can it go if nobody reads what it writes?
    pub fn is_pure(&self) -> bool {
        match self.what {
            What::Machine(op, _) => {
                let moves = matches!(op.class(), Unit::Branch | Unit::Atomic | Unit::Config);
                !moves && op != Op::Fence && self.def().is_some()
            }
            What::Number(_) | What::Mask(_) | What::Most | What::Anything | What::Argument(_) => true,
            What::Place(_) | What::Save(_) | What::Restore(_) | What::Pass { .. } => false,
        }
    }

    /// The instruction, when every register is one of the machine.
    pub fn machine(&self, op: Op, form: Form) -> Inst {
        let number = |reg: Reg| match reg {
            Reg::Fixed(number) => number,
            Reg::Value(_) => 0,
        };
        let mut inst = Inst::new(op, form, self.span);
        (inst.rd, inst.rs1) = (number(self.rd), number(self.rs1));
        (inst.rs2, inst.rs3) = (number(self.rs2), number(self.rs3));
        if form.row().args.contains(&Arg::Uimm5) {
            inst.rs1 = (self.imm & 31) as u8;
        } else {
            inst.imm = self.imm;
        }
        (inst.masked, inst.rounding, inst.width) = (self.masked, self.rounding, self.width);
        inst
    }
}

impl CodeLine for Line {
    fn at(label: Label) -> Line {
        Line::new(What::Place(label))
    }

    fn label(&self) -> Option<Label> {
        if let What::Place(label) = self.what { Some(label) } else { None }
    }

    fn way(&self) -> Way {
        match self.what {
            What::Machine(Op::Jal, Form::Jump) => Way::Jump,
            What::Machine(_, Form::Branch) => Way::Branch,
            _ => Way::Other,
        }
    }

    fn target(&self) -> Option<Label> {
        self.target
    }

    fn lead_to(&mut self, label: Label) {
        self.target = Some(label);
    }

    fn turn(&mut self) {
        if let What::Machine(op, form) = self.what {
            self.what = What::Machine(turned(op), form);
        }
    }

    fn falls_through(&self) -> bool {
        !matches!(self.what, What::Machine(Op::Jal | Op::Jalr, _))
    }

    /// Where arguments live is said once, wherever that stands.
    fn is_declaration(&self) -> bool {
        matches!(self.what, What::Argument(_) | What::Pass { .. })
    }
}

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

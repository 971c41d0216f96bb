//! A line of code before its registers are chosen: an instruction of the machine on numbered values, a label, or something
//! that becomes nothing or several instructions.

use alloc::{vec, vec::Vec};

pub(super) use crate::codegen::lines::Label;
use crate::{
    codegen::lines::{CodeLine, Way},
    ir::Space,
    machines::rvv::isa::{Arg, Class as Unit, Form, Inst, Op, rounding},
    riscv::relax::turned,
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

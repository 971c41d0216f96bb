//! Code that is being written ([`codegen::Code`]), with vector instructions.

use crate::isa::FormNames;
use crate::isa::{Form, Op, V};
use easy_ext::ext;
use lanescope_parts::riscv::codegen::{self, Emit};

pub(super) use super::line::{Class, Line, MASKED, V0, VLine, What};
pub(super) use lanescope_parts::{
    codegen::lines::Label,
    riscv::codegen::{BLOCK, GROUP, ITEM, RA, Reg, Section, ZERO},
};

/// Code that is being written.
pub(super) type Code = codegen::Code<V>;

/// Vector instructions as lines of code.
#[ext(VectorCode)]
impl Code {
    /// A vector instruction: `vs2`, then the second source.
    pub(crate) fn v(&mut self, op: Op, form: Form, sew: u32, vs2: Reg, second: Reg) -> Reg {
        let rd = self.value(Class::V);
        self.v_to(rd, op, form, sew, vs2, second);
        rd
    }

    /// The same with a given destination.
    pub(crate) fn v_to(&mut self, rd: Reg, op: Op, form: Form, sew: u32, vs2: Reg, second: Reg) {
        self.push(Line { rd, rs2: vs2, rs1: second, sew, ..Line::new(What::Machine(op, form)) });
    }

    /// A vector instruction with a number in place of the second source.
    pub(crate) fn vi(&mut self, op: Op, form: Form, sew: u32, vs2: Reg, imm: i32) -> Reg {
        let rd = self.value(Class::V);
        self.push(Line { rd, rs2: vs2, imm, sew, ..Line::new(What::Machine(op, form)) });
        rd
    }

    /// Makes every bit of a mask the same.
    pub(crate) fn fill(&mut self, rd: Reg, bit: bool) {
        self.push(Line { rd, ..Line::new(What::Own(VLine::Mask(bit))) });
    }

    /// Two masks to one.
    pub(crate) fn m(&mut self, op: Op, vs2: Reg, vs1: Reg) -> Reg {
        let rd = self.value(Class::M);
        self.m_to(rd, op, vs2, vs1);
        rd
    }

    /// The same with a given destination.
    pub(crate) fn m_to(&mut self, rd: Reg, op: Op, vs2: Reg, vs1: Reg) {
        self.push(Line { rd, rs2: vs2, rs1: vs1, ..Line::new(What::Machine(op, Form::MM)) });
    }

    /// `vfirst.m`, `vcpop.m`: from a mask to an integer.
    pub(crate) fn find(&mut self, op: Op, mask: Reg) -> Reg {
        let rd = self.value(Class::X);
        self.push(Line { rd, rs2: mask, ..Line::new(What::Machine(op, Form::XM)) });
        rd
    }
}

//! Code that is being written ([`codegen::Code`]), with packed instructions.

use crate::isa::{Elem, Form, Inst, Op, P, POp, Shape};
use easy_ext::ext;
use lanescope_parts::riscv::codegen::{self, Emit};

pub(super) use super::line::{Line, What};
pub(super) use lanescope_parts::{
    codegen::lines::Label,
    riscv::codegen::{BLOCK, Class, GROUP, ITEM, RA, Reg, SP, Section, ZERO},
};

/// Code that is being written.
pub(super) type Code = codegen::Code<P>;

/// Packed instructions as lines of code.
#[ext(PackedCode)]
impl Code {
    /// A packed instruction with one source.
    pub(crate) fn packed_one(&mut self, width: u8, (op, elem): (POp, Elem), a: Reg) -> Reg {
        let rd = self.value(Class::V);
        self.packed(rd, (op, op.shape(), elem), width, [ZERO, ZERO, a], 0);
        rd
    }

    /// A packed instruction with two sources.
    pub(crate) fn packed_two(&mut self, width: u8, (op, elem): (POp, Elem), [a, b]: [Reg; 2]) -> Reg {
        let rd = self.value(Class::V);
        self.packed(rd, (op, op.shape(), elem), width, [a, ZERO, b], 0);
        rd
    }

    /// A packed instruction with three sources.
    pub(crate) fn packed_three(&mut self, width: u8, (op, elem): (POp, Elem), [a, b, c]: [Reg; 3]) -> Reg {
        let rd = self.value(Class::V);
        self.packed(rd, (op, op.shape(), elem), width, [a, b, c], 0);
        rd
    }

    /// A packed instruction: its registers are `rs2`, `rs3` and `rs1`.
    pub(crate) fn packed(
        &mut self,
        rd: Reg,
        (op, shape, elem): (POp, Shape, Elem),
        width: u8,
        [rs2, rs3, rs1]: [Reg; 3],
        imm: i32,
    ) {
        let what = What::Machine(Op::Ext(op), Form::Ext(shape.of(elem)));
        self.push(Line { rd, rs1, rs2, rs3, imm, width, ..Line::new(what) });
    }

    /// A load (to `rd`) or store (of `rd`) of a whole register.
    pub(crate) fn whole(&mut self, inst: Inst, register: Reg, (base, imm): (Reg, i32), stores: bool) {
        let line = Line { rs1: base, imm, width: inst.width, ..Line::new(What::Machine(inst.op, inst.form)) };
        self.push(if stores { Line { rs2: register, ..line } } else { Line { rd: register, ..line } });
    }
}

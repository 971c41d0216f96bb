//! The instruction set: RV64G ([`lanescope_parts::riscv::isa`]) and RISC-V V 1.0, which is here.
//!
//! Masks lie packed in a register: bit `i` of `v0` belongs to element `i`. The textbook's other reading (the lowest bit
//! of each element) is absent.

pub mod forms;
mod functions;
pub mod ops;
pub mod registers;
pub mod vtype;

pub use forms::{ArgNames, FormNames, Second, VArg, VForm, VectorForm};
pub(crate) use functions::op_of_math;
pub use ops::{ClassNames, OpNames, VClass, VOp, VectorClass, VectorOp};
pub use registers::{CsrNames, VCsr};
pub use vtype::{Lmul, Vtype};

use lanescope_parts::riscv::isa::{self, Isa};
pub use lanescope_parts::riscv::isa::{Symbol, TEXT, rounding};

/// RV64G with the vector extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct V;

/// An instruction, whatever its form.
pub type Op = isa::Op<V>;
/// What an instruction occupies: the key of every latency table.
pub type Class = isa::Class<V>;
/// A form of instructions.
pub type Form = isa::Form<V>;
/// An operand.
pub type Arg = isa::Arg<V>;
/// A control register.
pub type Csr = isa::Csr<V>;
/// An instruction with its operands.
pub type Inst = isa::Inst<V>;
/// A program.
pub type Program = isa::Program<V>;
/// A row of the op table.
pub type Row = isa::Row<V>;
/// A row of the table of forms.
pub type FormRow = isa::FormRow<V>;
/// A row of the table of control registers.
pub type CsrRow = isa::CsrRow<V>;

impl Isa for V {
    type Op = VOp;
    type Form = VForm;
    type Arg = VArg;
    type Class = VClass;
    type Csr = VCsr;

    const OPS: &'static [Row] = ops::TABLE;
    const CSRS: &'static [CsrRow] = registers::CSRS;

    fn row(op: VOp) -> &'static Row {
        &ops::TABLE[op as usize]
    }

    fn form(form: VForm) -> &'static FormRow {
        &forms::FORMS[form as usize]
    }

    fn csr(csr: VCsr) -> &'static CsrRow {
        &registers::CSRS[csr as usize]
    }

    fn bits(arg: VArg) -> u32 {
        arg.bits()
    }

    fn put(arg: VArg, inst: &Inst) -> u32 {
        arg.put(inst)
    }

    fn take(arg: VArg, word: u32, inst: &mut Inst) {
        arg.take(word, inst);
    }

    fn count_place(op: VOp) -> u32 {
        if matches!(op, VOp::VmvR) { 15 } else { 29 }
    }

    fn count_is_legal(op: VOp, count: u8) -> bool {
        if Op::Ext(op).is_whole() { count.is_power_of_two() && count <= 8 } else { (2..=8).contains(&count) }
    }
}

#[cfg(test)]
mod tests;

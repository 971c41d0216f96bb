//! The instruction set: RV64G ([`lanescope_parts::riscv::isa`]) with packed SIMD, which is here. One table ([`ops`]) has three styles: the
//! textbook's RISC-V style (`fmul.4D`), x86 style from MMX to AMX (`vmulpd`), and Lee's machine (`vfma4`). The
//! [`Generation`] of a machine says which rows there are on it.
//!
//! A code generator finds a row by its [`POp`], takes a [`Shape`] with an [`Elem`] as its form and puts registers where
//! [`forms`] says; [`build`] does that.

pub mod build;
pub mod elements;
pub mod forms;
pub mod generation;
pub mod growth;
pub mod ops;
pub mod registers;
pub mod set;
#[cfg(test)]
mod tests;
pub mod work;

use easy_ext::ext;
pub use elements::{Elem, Sort};
pub use forms::{ArgNames, Guard, GuardedInst, Other, PArg, PForm, PackedArg, Shape};
pub use generation::{Family, Generation, is_wide_enough};
pub use ops::{ClassNames, OpNames, PClass, POp, PackedClass};
pub use set::InstructionSet;
pub use work::{Align, FmaForm, Lane, One, Shift, Test, Work};

use lanescope_parts::riscv::isa::{self, Isa, Never};
pub use lanescope_parts::riscv::isa::{Symbol, TEXT, rounding};

/// RV64G with packed SIMD.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct P;

/// An instruction, whatever its form.
pub type Op = isa::Op<P>;
/// What an instruction occupies: the key of every latency table.
pub type Class = isa::Class<P>;
/// A form of instructions.
pub type Form = isa::Form<P>;
/// An operand.
pub type Arg = isa::Arg<P>;
/// An instruction with its operands.
pub type Inst = isa::Inst<P>;
/// A program.
pub type Program = isa::Program<P>;
/// A row of the op table.
pub type Row = isa::Row<P>;
/// A row of the table of forms.
pub type FormRow = isa::FormRow<P>;

impl Isa for P {
    type Op = POp;
    type Form = PForm;
    type Arg = PArg;
    type Class = PClass;
    type Csr = Never;

    const HAS_WORDS: bool = false;
    const OPS: &'static [Row] = ops::TABLE;
    const CSRS: &'static [isa::CsrRow<P>] = &[];

    fn row(op: POp) -> &'static Row {
        &ops::TABLE[op as usize]
    }

    fn form(form: PForm) -> &'static FormRow {
        form.row()
    }

    fn csr(csr: Never) -> &'static isa::CsrRow<P> {
        match csr {}
    }

    /// MMX registers are the float registers.
    fn scalars_read(arg: PArg, inst: &Inst) -> [u32; 2] {
        let bit = |register: u8| 1 << (register & 31);
        let mmx = |register: u8| [0, if inst.width == 8 { bit(register) } else { 0 }];
        match arg {
            PArg::Amount | PArg::Indexed | PArg::Place => [bit(inst.rs1), 0],
            PArg::Rows => [bit(inst.rs1) | bit(inst.rs2), 0],
            PArg::V1 | PArg::Narrow1 => mmx(inst.rs1),
            PArg::V2 => mmx(inst.rs2),
            PArg::V3 => mmx(inst.rs3),
            _ => [0; 2],
        }
    }

    fn floats_written(arg: PArg, inst: &Inst) -> u32 {
        if arg == PArg::Vd && inst.width == 8 { 1 << (inst.rd & 31) } else { 0 }
    }

    fn bits(_: PArg) -> u32 {
        0
    }

    fn put(_: PArg, _: &Inst) -> u32 {
        0
    }

    fn take(_: PArg, _: u32, _: &mut Inst) {}
}

/// An instruction as a packed one.
#[ext(PackedInst)]
impl Inst {
    /// Its form, if it is a packed instruction.
    pub fn packed(&self) -> Option<(POp, PForm)> {
        match (self.op, self.form) {
            (Op::Ext(op), Form::Ext(form)) => Some((op, form)),
            _ => None,
        }
    }
}

//! The instruction set: RV64G in the part that kernels and loops by hand need, and RISC-V V 1.0.
//!
//! An instruction is a row of the [`ops`] table in one of its [`forms`], with the numbers of its operands. The binary
//! form ([`super::encode`]) and the written form ([`super::asm`]) follow from the two tables.
//!
//! Masks lie packed in a register: bit `i` of `v0` belongs to element `i`. The textbook's other reading (the lowest bit
//! of each element) is absent.

pub mod forms;
mod functions;
pub mod ops;
pub mod program;
pub mod registers;
pub mod vtype;

pub use forms::{Arg, Form, Second};
pub use ops::{Class, Op};
pub use program::{Program, Symbol};
pub use registers::Csr;
pub use vtype::{Lmul, Vtype};

use crate::source::Span;

/// Address of the first instruction. Instructions can be read as data, but not written.
pub const TEXT: u64 = 0x4000_0000;

/// Rounding modes of float instructions, as numbered in the word.
pub mod rounding {
    /// To nearest, halves to even.
    pub const NEAREST: u8 = 0;
    /// Towards zero.
    pub const ZERO: u8 = 1;
    /// Down.
    pub const DOWN: u8 = 2;
    /// Up.
    pub const UP: u8 = 3;
    /// To nearest, halves away from zero.
    pub const AWAY: u8 = 4;
    /// As the control register `frm` says.
    pub const DYNAMIC: u8 = 7;
}

/// An instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inst {
    /// What it does.
    pub op: Op,
    /// With which operands.
    pub form: Form,
    /// Destination; of a store the data.
    pub rd: u8,
    /// First source register; also a number without sign of 5 bits.
    pub rs1: u8,
    /// Second source register.
    pub rs2: u8,
    /// Third source register.
    pub rs3: u8,
    /// The number: of a branch or jump the distance in bytes, of `lui` the upper 20 bits, else as it is written;
    /// the number of a control register; the bits of a vector type; of an atomic its order, 1 release and 2 acquire.
    pub imm: i32,
    /// Only elements whose bit of `v0` is 1.
    pub masked: bool,
    /// Rounding mode.
    pub rounding: u8,
    /// Element width that the mnemonic names, in bits; 0 if it names none.
    pub width: u8,
    /// Number of registers that the mnemonic names; 1 if it names none.
    pub count: u8,
    /// The text it comes from.
    pub span: Span,
}

/// What the manual has for a word that is never an instruction (`unimp`): a write to a control register that is only read.
pub const NO_INSTRUCTION: Inst = Inst { imm: 0xC00, ..Inst::new(Op::Csrrw, Form::Csr, Span::NONE) };

impl Inst {
    /// An instruction whose operands are all 0.
    pub const fn new(op: Op, form: Form, span: Span) -> Inst {
        Inst {
            op,
            form,
            rd: 0,
            rs1: 0,
            rs2: 0,
            rs3: 0,
            imm: 0,
            masked: false,
            rounding: rounding::DYNAMIC,
            width: 0,
            count: 1,
            span,
        }
    }

    /// What it occupies.
    pub fn class(&self) -> Class {
        self.op.class()
    }

    /// Does it have this operand?
    pub fn has(&self, arg: Arg) -> bool {
        self.form.row().args.contains(&arg)
    }
}

//! The instruction set: RV64G as tables, which an extension continues.
//!
//! An instruction is a row of the [`ops`] table in one of its [`forms`], with the numbers of its operands. The binary form
//! ([`super::encode`]) and the written form ([`super::asm`]) follow from the tables. A machine that adds instructions,
//! operands, classes or control registers says so with an [`Isa`]; [`Plain`] adds nothing.
//!
//! Absent: the instructions and registers of privileged modes, and the 16-bit binary form of compressed instructions
//! (their names are read: [`super::asm`]).

pub mod extension;
pub mod forms;
mod open;
pub mod ops;
pub mod program;
pub mod registers;

pub use extension::{Isa, Member, Never, Plain};
pub use forms::{Arg, Form, FormRow};
#[allow(
    unused_imports,
    reason = "the machines that extend the list use it, and not every program has one"
)]
pub use ops::{Class, Op, Row};
pub use program::{Program, Symbol};
pub use registers::{Csr, CsrRow};

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

/// An instruction. The fields from `masked` on are for extensions: data-parallel ones all have some of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inst<X: Isa> {
    /// What it does.
    pub op: Op<X>,
    /// With which operands.
    pub form: Form<X>,
    /// Destination; of a store of the extension's registers the data.
    pub rd: u8,
    /// First source register; also a number without sign of 5 bits.
    pub rs1: u8,
    /// Second source register.
    pub rs2: u8,
    /// Third source register.
    pub rs3: u8,
    /// The number: of a branch or jump the distance in bytes, of `lui` the upper 20 bits, else as it is written;
    /// the number of a control register; of an atomic its order, 1 release and 2 acquire; what the extension packs into it.
    pub imm: i32,
    /// Does a mask decide which elements take part?
    pub masked: bool,
    /// Rounding mode.
    pub rounding: u8,
    /// Element width that the mnemonic names, in bits; 0 if it names none. An extension whose mnemonics name none may keep
    /// another width here.
    pub width: u8,
    /// Number of registers that the mnemonic names; 1 if it names none. An extension whose mnemonics name none may keep
    /// another number here.
    pub count: u8,
    /// The text it comes from.
    pub span: Span,
}

impl<X: Isa> Inst<X> {
    /// What the manual has for a word that is never an instruction (`unimp`): a write to a control register that is only
    /// read.
    pub const NO_INSTRUCTION: Inst<X> = Inst { imm: 0xC00, ..Inst::new(Op::Csrrw, Form::Csr, Span::NONE) };

    /// An instruction whose operands are all 0.
    pub const fn new(op: Op<X>, form: Form<X>, span: Span) -> Inst<X> {
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
    pub fn class(&self) -> Class<X> {
        self.op.class()
    }

    /// Does it have this operand?
    pub fn has(&self, arg: Arg<X>) -> bool {
        self.form.row().args.contains(&arg)
    }
}

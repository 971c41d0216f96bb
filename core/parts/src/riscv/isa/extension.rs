//! What an extension of the instruction set consists of, as far as words and tables go. How it is written is said by
//! [`super::super::asm::Dialect`], what it does by [`super::super::hart::Extension`].

use core::{fmt::Debug, hash::Hash};

use super::{CsrRow, FormRow, Inst, Row};

/// A value of a list that continues one of RV64G's.
pub trait Member: Copy + Debug + Ord + Hash + 'static {}

impl<T: Copy + Debug + Ord + Hash + 'static> Member for T {}

/// An instruction set: RV64G and what an extension adds to it. The type stands for the set and has no values that matter.
pub trait Isa: Copy + Debug + Ord + Hash + 'static {
    /// Its own instructions.
    type Op: Member;
    /// Its own forms of instructions.
    type Form: Member;
    /// Its own operands.
    type Arg: Member;
    /// Its own classes of instructions.
    type Class: Member;
    /// Its own control registers.
    type Csr: Member;

    /// Have its instructions a binary form? Without one the word of each reads as 0, no word stands for one, and
    /// [`Isa::bits`], [`Isa::put`] and [`Isa::take`] are never asked.
    const HAS_WORDS: bool = true;

    /// Its instructions. Words and names are looked up in this order, behind those of RV64G.
    const OPS: &'static [Row<Self>];
    /// Its control registers.
    const CSRS: &'static [CsrRow<Self>];

    /// The row of an instruction.
    fn row(op: Self::Op) -> &'static Row<Self>;

    /// The row of a form.
    fn form(form: Self::Form) -> &'static FormRow<Self>;

    /// The row of a control register.
    fn csr(csr: Self::Csr) -> &'static CsrRow<Self>;

    /// The integer and float registers that an operand of its own reads, as bits.
    fn scalars_read(_: Self::Arg, _: &Inst<Self>) -> [u32; 2] {
        [0; 2]
    }

    /// The float registers that an operand of its own writes, as bits.
    fn floats_written(_: Self::Arg, _: &Inst<Self>) -> u32 {
        0
    }

    /// The bits of the word that an operand takes.
    fn bits(arg: Self::Arg) -> u32;

    /// Those bits for an instruction; others are cut off.
    fn put(arg: Self::Arg, inst: &Inst<Self>) -> u32;

    /// Reads an operand from a word.
    fn take(arg: Self::Arg, word: u32, inst: &mut Inst<Self>);

    /// The lowest of the three bits with the number of registers (less 1) that a mnemonic with `@` names.
    fn count_place(_: Self::Op) -> u32 {
        29
    }

    /// May such a mnemonic name this number of registers, from 1 to 8?
    fn count_is_legal(_: Self::Op, count: u8) -> bool {
        (1..=8).contains(&count)
    }
}

/// The list without values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Never {}

/// RV64G alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Plain;

impl Isa for Plain {
    type Op = Never;
    type Form = Never;
    type Arg = Never;
    type Class = Never;
    type Csr = Never;

    const OPS: &'static [Row<Plain>] = &[];
    const CSRS: &'static [CsrRow<Plain>] = &[];

    fn row(op: Never) -> &'static Row<Plain> {
        match op {}
    }

    fn form(form: Never) -> &'static FormRow<Plain> {
        match form {}
    }

    fn csr(csr: Never) -> &'static CsrRow<Plain> {
        match csr {}
    }

    fn bits(arg: Never) -> u32 {
        match arg {}
    }

    fn put(arg: Never, _: &Inst<Plain>) -> u32 {
        match arg {}
    }

    fn take(arg: Never, _: u32, _: &mut Inst<Plain>) {
        match arg {}
    }
}

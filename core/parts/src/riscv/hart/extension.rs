//! What an extension does: the third of its contracts.

use alloc::vec::Vec;
use core::fmt::Debug;

use super::{Executed, Hart, Trap};
use crate::{
    image::{Digest, Memory},
    riscv::isa::{Inst, Isa, Never, Plain, Program},
};

/// A register of the scalar core that waits for a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Register {
    /// An integer register.
    X(u8),
    /// A float register.
    F(u8),
}

/// What an extension says to an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is done, with so many elements in its range.
    Done(u32),
    /// It is taken, and the value of this register comes with [`Hart::respond`]. The thread goes on up to an instruction
    /// that reads or writes the register.
    Later(Register),
    /// There is no room for it now: the thread stays at it and tries again.
    Busy,
}

/// An instruction set with the state and the work of an extension.
///
/// The last functions are for the deadlock detector ([`crate::machines::chassis::spin`]), which must know what decides whether a
/// thread repeats itself.
pub trait Extension: Isa {
    /// What the extension adds to the state of a thread.
    type State: Clone + Debug + PartialEq;

    /// Executes one of its instructions. It may read and write the scalar registers.
    ///
    /// # Errors
    /// What stops the thread.
    fn execute(
        hart: &mut Hart<Self>,
        inst: &Inst<Self>,
        program: &Program<Self>,
        memory: &mut Memory,
    ) -> Executed<Answer>;

    /// Reads one of its control registers.
    fn read_csr(hart: &Hart<Self>, csr: Self::Csr) -> u64;

    /// Writes one of its control registers that can be written.
    fn write_csr(hart: &mut Hart<Self>, csr: Self::Csr, value: u64);

    /// A scalar instruction has written a float register. An extension whose registers begin with these can say what becomes
    /// of the rest.
    #[inline]
    fn float_written(_: &mut Self::State, _register: u8) {}

    /// May the control register have another value each time round a loop that does not change what the loop does?
    fn is_clock(_: Self::Csr) -> bool {
        false
    }

    /// Bits of [`Extension::mode`].
    const MODE_BITS: u32 = 0;

    /// The part of the state that decides which registers an instruction uses.
    fn mode(_: &Self::State) -> u32 {
        0
    }

    /// Adds all of its state that decides what comes next, but its registers, to a digest.
    fn control(_: &Self::State, _: &mut Digest) {}

    /// How many registers it has.
    const REGISTERS: u32 = 0;

    /// Adds one of its registers to a digest.
    fn register(_: &Self::State, _: u32, _: &mut Digest) {}

    /// The numbers of its own registers that an instruction reads and writes in a mode.
    fn uses(_: &Inst<Self>, _mode: u32) -> [Vec<u32>; 2] {
        [Vec::new(), Vec::new()]
    }

    /// Does what the instruction reads decide where the thread goes on, or what is read or written in memory? Instructions
    /// of RV64G are known.
    fn decides(_: &Inst<Self>) -> bool {
        true
    }
}

impl Extension for Plain {
    type State = ();

    fn execute(_: &mut Hart<Plain>, _: &Inst<Plain>, _: &Program<Plain>, _: &mut Memory) -> Executed<Answer> {
        Err(Trap::Illegal("there is no extension").into())
    }

    fn read_csr(_: &Hart<Plain>, csr: Never) -> u64 {
        match csr {}
    }

    fn write_csr(_: &mut Hart<Plain>, csr: Never, _: u64) {
        match csr {}
    }
}

//! Scalar code: operations of the IR as RV64G instructions, for every machine whose scalar unit, control thread or core is one.
//!
//! An integer register holds a narrower number with its sign, as the calling convention has it; a bool as 0 or 1; a pointer as
//! it is. A float register holds a narrower float in its low bits, boxed.
//!
//! **Operations.** A machine says by [`Emit`] where lines are written to and by [`Values`] where the values of its kernel are,
//! which may write code to compute them first: operands are asked for from left to right, and one that goes into the
//! instruction's word is not asked for. [`operation`] writes one operation, [`has`] says for which there are instructions;
//! [`load`], [`store`] (and both at an offset), [`modify`] and [`compare_exchange`] access memory.
//!
//! **Programs.** [`Code`] is a list of [`Line`]s on numbered values; an instruction set whose [`Extension`] says what its own
//! operands, lines and registers are has it all: [`Sections`] for what changes seldom, [`tidy`] against lines that nobody needs,
//! [`place`] for registers and the stack, [`write()`] for arguments, numbers and the distances of branches.
//!
//! Absent: counting bits (an extension that no machine has here), and float functions other than square root and sign.

mod atomic;
mod code;
mod convert;
mod emit;
mod files;
mod finish;
mod integer;
mod line;
mod memory;
mod operation;
mod place;
mod registers;
mod spill;

pub use atomic::{compare_exchange, modify};
pub use code::{Code, Section};
pub use convert::{bits_of, float_of};
pub use emit::{Emit, Scalar, Values, float_form};
pub use files::{File, Files, Frame, Placed, SPARE};
pub use finish::{Written, arguments_first, tidy, write};
pub use integer::{cut, near_bound, unsigned};
pub use line::{BLOCK, Class, Extension, GROUP, ITEM, Line, RA, Reg, SP, What, ZERO};
pub use memory::{load, load_at, store, store_at};
pub use operation::{has, operation};
pub use place::Sections;
pub use registers::{place, steps};

//! Scalar code: operations of the IR as RV64G instructions, for every machine whose scalar unit, control thread or core is one.
//!
//! An integer register holds a narrower number with its sign, as the calling convention has it; a bool as 0 or 1; a pointer as
//! it is. A float register holds a narrower float in its low bits, boxed.
//!
//! A machine has a list of lines in its own form and says by [`Emit`] how a line gets there. [`Values`] says where the values
//! of its kernel are, which may write code to compute them first: operands are asked for from left to right, and one that goes
//! into the instruction's word is not asked for. [`operation`] writes one operation, [`has`] says for which there are
//! instructions; [`load`], [`store`], [`modify`] and [`compare_exchange`] access memory.
//!
//! Absent: counting bits (an extension that no machine has here), and float functions other than square root and sign.

mod atomic;
mod convert;
mod emit;
mod integer;
mod memory;
mod operation;

pub use atomic::{compare_exchange, modify};
pub use convert::{bits_of, float_of};
pub use emit::{Emit, Scalar, Values, float_form};
pub use integer::{cut, unsigned};
pub use memory::{load, store};
pub use operation::{has, operation};

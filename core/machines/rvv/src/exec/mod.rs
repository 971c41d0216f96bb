//! What happens: the vector unit of one hardware thread ([`lanescope_parts::riscv::hart`]). When it happens is the business of the
//! timing models, which have it as a [`Thread`] and read the [`Record`] of each step.
//!
//! Elements behind `vl` and elements that are masked off keep their old values, whatever the policies say, unless
//! [`VState::agnostic_ones`] is set: then agnostic ones are overwritten with ones, which shows programs that rely on them.
//! The control registers `vdfrom`, `vs1from` and `vs2from`, which are not of the standard, let the operands of the next
//! vector instruction begin at an element (hp_ch4 3.2, HV29); like `vstart` they are 0 again behind it. Elements are taken
//! in order: one that was written is read as it is now.
//!
//! A vector instruction that faults leaves `vstart` at the element. Accesses must be aligned to their size.
//!
//! Float arithmetic follows `frm`; it adds nothing to `fflags`.

mod arithmetic;
mod config;
mod estimate;
mod extension;
mod fixed;
mod lane;
mod masks;
mod meaning;
mod memory;
mod permute;
pub mod record;
mod reserved;
mod rounded;
mod start;
mod state;
#[cfg(test)]
mod tests;
mod trap;
mod uses;

pub use lanescope_parts::riscv::hart::{Done, Flow, Trap};
pub use record::Foreseen;
pub use record::Record;
pub use start::threads;
pub use state::{VState, VectorState};
pub use uses::{Uses, WhatItUses};

use super::isa::V;
use lanescope_parts::riscv::{
    hart::{self, Outcome},
    run,
};

/// A hardware thread with its vector unit.
pub type Hart = hart::Hart<V>;
/// One in the hands of whoever decides when it executes.
pub type Thread = run::Thread<V>;

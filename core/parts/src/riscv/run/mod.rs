//! What every machine with RISC-V threads does with them, and what it says of its extension for that.
//!
//! - [`Thread`] is a hardware thread in the hands of a machine's timing: it gives records and keeps its registers for itself.
//! - [`Functional`] runs threads without timing.
//! - [`ends`] says why a run ends before its threads do.
//!
//! A machine answers three small contracts, each for the instructions of its own: [`Observed`] makes the record that its timing reads,
//! [`Counted`] says how many lanes an instruction has and uses, [`Ends`] where in a vector a thread stopped.
//!
//! Used by: `packed`, `rvv`.
//!
//! Absent: what a machine does in time ([`super::issue`] has what is the same of that).

pub mod ends;
pub mod functional;
mod thread;

pub use ends::Ends;
pub use functional::{Counted, Functional};
pub use thread::{Observed, Thread};

use super::{hart::Hart, isa::registers};
use crate::machines::RegisterClass;

/// The integer and float registers of a thread as people look at them.
pub fn scalar_registers<X: super::hart::Extension>(hart: &Hart<X>) -> [RegisterClass; 2] {
    let class = |id: &str, names: &[&str], values: &[u64; 32]| {
        let names = names.iter().map(|name| (*name).into()).collect();
        RegisterClass::scalars(id, names, 64, None, |at, _| values[at as usize & 31])
    };
    [class("integer", &registers::INTEGER, &hart.x), class("float", &registers::FLOAT, &hart.f)]
}

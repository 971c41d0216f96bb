//! What the code generators of the machines share. Nothing here knows an instruction set.
//!
//! Before code is written, on the IR:
//! - [`spmd`]: what a machine must know that runs the work-items of a group as elements of vectors. It asks the machine
//!   what its scalar unit can do by the contract of [`target`].
//! - [`control`]: the control flow of a kernel in one piece; [`arms`]: branches small enough to be carried out under guards;
//!   [`patterns`]: which operations one instruction does together, for a machine with registers of 32 and 64 bits;
//!   [`operands`]: what a value is made of, innermost first; [`tree`]: where blocks stand on a machine with a stack of masks; [`counted`]: how often a loop
//!   turns, where the launch says it; [`turns`]: such loops written out; [`trips`]: of all loops of a kernel how often they turn, and what they count by;
//!   [`ranges`]: between which numbers columns, rows and counters are; [`sums`]: words as sums, as both look at them; [`requests`]: stores and loads that all work-items of a
//!   group make together.
//!
//! [`lower`] makes of operations that a machine lacks others that it has: a machine says so by plain data.
//!
//! While it is written, as lines with labels: [`lines`] simplifies their control flow and analyses it.
//!
//! When it is written, as a list of [`Effects`]s that read and write numbered values and go on somewhere: [`flow`] has blocks and
//! post-dominators, [`liveness`] live ranges, [`written`] what has been written before, [`allocate`] gives registers,
//! [`final_reads`] says where values are read for the last time, [`edit`] inserts and removes instructions.

pub mod allocate;
pub mod arms;
#[cfg(test)]
mod checker;
pub mod classify;
pub mod control;
pub mod counted;
pub mod edit;
pub mod final_reads;
pub mod flow;
pub mod gather;
pub mod lines;
pub mod liveness;
pub mod lower;
pub mod operands;
pub mod patterns;
pub mod ranges;
pub mod requests;
pub mod spmd;
pub mod sums;
pub mod target;
pub mod tree;
pub mod trips;
pub mod turns;
pub mod written;

use alloc::vec::Vec;

/// An instruction as the shared parts see it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// Values it reads.
    pub uses: Vec<u32>,
    /// Values it writes. One that it writes only in some lanes is also among `uses`: the old value stays in the others.
    pub defs: Vec<u32>,
    /// Does it go on at the next instruction?
    pub next: bool,
    /// Where else it goes on.
    pub targets: Vec<u32>,
    /// Is it a plain copy of one value to another (to, from)?
    pub copy: Option<(u32, u32)>,
    /// Does it write before it has read everything? Then no written value may share a register with one that is read.
    pub early: bool,
}

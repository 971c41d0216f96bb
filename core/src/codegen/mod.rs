//! What the code generators of the machines share: the control-flow graph of straight code with branches, its
//! post-dominators, liveness, and register allocation. Nothing here knows an instruction set: code is seen as a list of
//! [`Step`]s that read and write numbered values and go on somewhere.

pub mod allocate;
#[cfg(test)]
mod checker;
pub mod flow;
pub mod liveness;

use alloc::vec::Vec;

/// An instruction as the shared parts see it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
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

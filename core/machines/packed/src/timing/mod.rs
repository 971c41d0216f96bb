//! When things happen: cores that issue one instruction in a cycle, in order.
//!
//! - [`board`]: from when registers can be read, and what an instruction waits for;
//! - [`memory`]: when an access is over;
//! - [`core`]: a core with its threads, which issues instructions one after another, so that a run can stop at any cycle.
//!
//! All of them know an executed instruction by its [`Record`](super::exec::Record), and none of them a register. When the next
//! instruction of a core issues is certain as soon as one has issued; the cycles between are idle and have causes.
//!
//! Absent: fetch and decode (every instruction is there in time), prediction of branches, forwarding of stored data, units
//! that are switched off.

pub mod board;
pub mod core;
pub mod counters;
pub mod memory;
#[cfg(test)]
mod tests;

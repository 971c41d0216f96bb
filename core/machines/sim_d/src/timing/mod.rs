//! When things happen: the pipeline, the slots for work-groups and the transfers of a cluster, cycle by cycle.
//!
//! A cycle of the compute clock is an *edge*, counted from the beginning of the launch. First the program is uploaded
//! ([`upload`]). Then groups come into the two slots. One pipeline serves both: it issues one warp of an instruction per
//! edge, in order, and stays with a group until that waits for memory or ends ([`pipeline`], [`run`]). A transfer runs on
//! the clock of the DRAM ([`clocks`], [`transfers`]) while the other group computes.
//!
//! Everything of an instruction follows from the edge at which its first warp is decoded, so that a run goes from
//! instruction to instruction and from transfer to transfer, and no idle edge is visited.
//!
//! Absent: what stalls behind a taken jump are instructions that are killed; their stalls are not counted and they do not
//! occupy the divider. Conflicts of register banks, which the simulator never has either.
//!
//! Sources: the behaviour of the author's simulator (facts 6, 7, 12, 13).

pub mod clocks;
pub mod counters;
pub mod course;
pub mod pipeline;
pub mod run;
pub mod scoreboard;
pub mod settings;
pub mod tell;
#[cfg(test)]
pub mod tests;
pub mod transfers;
pub mod upload;

/// Slots for work-groups.
pub const SLOTS: usize = 2;

//! Parts of a core's pipeline that know no instruction set and no machine.
//!
//! A machine puts them together, tells them what its instructions are (numbers of registers, kinds of units, parts of accesses),
//! and decides the order of a cycle. Like the parts of [`crate::mem`] they are plain `Clone` data, take time as an argument,
//! and after start-up allocate nothing but what is in flight.
//!
//! In the order of an instruction's way:
//! - [`dispatch`] gives work-groups to cores that have room.
//! - [`icache`] has instructions, or fetches their lines; [`ibuffer`] holds what is decoded.
//! - [`scoreboard`] says whether the [`operands`] of an instruction are there; [`throttle`] holds units back, and [`scheduler`]
//!   picks one of those that can issue.
//! - [`units`] are the function units and how long they are busy; [`lsu`] is the load/store unit, with the [`constant`] cache.
//! - [`queue`] stands between two parts, here and in [`crate::mem`], and can tell what comes and goes.
//! - [`settings`] are those that a person chooses.
//! - [`flights`] is the table of what has issued, and [`wheel`] has what will happen to it, by cycle.
//!
//! Who uses them: the GPU (`simt`), all of them. The other machines have pipelines of their own, with stages as they are drawn. (HARP's
//! load/store unit sends a line in each cycle through one port, and replays nothing: [`lsu`] cuts, refuses and replays.)
//!
//! A unit here is whatever has a stream of instructions of its own (a warp); a core has at most 64 of them, and a set of units
//! is a word of bits. Deliberately absent: the stages that join the parts (fetch, issue, write-back), which differ from machine to
//! machine.

pub mod constant;
pub mod dispatch;
pub mod flights;
pub mod ibuffer;
pub mod icache;
pub mod lsu;
pub mod operands;
pub mod queue;
pub mod scheduler;
pub mod scoreboard;
pub mod settings;
pub mod throttle;
pub mod units;
pub mod wheel;

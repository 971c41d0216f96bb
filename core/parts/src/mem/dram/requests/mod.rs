//! The DRAM controller: one request at a time, from its first activate until all banks are closed.
//!
//! A request is a rectangle of words (a *stride* request) or a list of indexes. The front end turns it into bursts of 16
//! words, one per cycle; the command generator writes for each burst what its bank has to do into the bank's queue; the
//! arbiter sends at most one command per cycle. A request always begins and ends with all rows closed, so that its time
//! depends on nothing before it: that is what makes the bounds of a request exact. Refreshes go between requests.
//!
//! - [`settings`]: the part, mapping, closing, refresh. [`request`]: what is asked for. [`map`]: which bank has an address.
//! - [`stride`]: the bursts of a rectangle. [`front`]: the queue of requests and the bursts of the current one.
//! - [`generator`]: bursts to commands. [`arbiter`]: which command goes. [`refresh`]: when one is due.
//! - [`controller`]: all of them, edge by edge. [`data`]: when the words of a burst move. [`measure`]: a run of
//!   requests alone.
//! - [`bounds`]: how long a request takes at most. [`pattern`]: a controller with fixed patterns, to compare with.
//! - [`energy`]: what commands take. [`shapes`]: what shape a work-group should have, by the bounds of its tile.
//!
//! Times are edges of the DRAM's command clock; edge 0 is the beginning of the launch. Absent: data (execution moves
//! them), more than one channel or rank.
//!
//! Sources: the thesis, and the behaviour of its author's simulator, which decides where they differ.

pub mod arbiter;
pub mod bounds;
pub mod controller;
pub mod data;
pub mod energy;
pub mod front;
pub mod generator;
pub mod map;
pub mod measure;
pub mod pattern;
pub mod refresh;
pub mod request;
pub mod settings;
pub mod shapes;
pub mod stride;
#[cfg(test)]
mod tests;

/// Words of a burst.
pub const BURST_WORDS: u64 = 16;
/// Banks of the largest part.
pub const MAX_BANKS: usize = 16;
/// Commands that wait for a bank, without the one that its head register holds.
pub const BANK_QUEUE: usize = 8;
/// Bursts between the front end and the command generator.
pub const BURST_QUEUE: usize = 16;
/// Requests between the clusters and the front end.
pub const REQUEST_QUEUE: usize = 16;
/// Bursts whose column command was sent and whose words have not moved.
pub const DATA_QUEUE: usize = 16;
/// Indexes between the register file and the front end.
pub const INDEX_QUEUE: usize = 16;

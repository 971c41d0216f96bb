//! Dynamic memory: banks with one open row each, and the rules of when which command may follow which.
//!
//! - [`standard`]: a standard is an organisation, a table of timings and a table of rules (rows of data).
//! - [`device`]: the state of one channel: open rows, and the earliest cycle of each command.
//! - [`map`]: which bank, row and column has an address.
//! - [`controller`]: which command goes next; bounded queues, refresh.
//! - [`in_order`]: a controller that serves bursts in their order and knows all times at once; [`channels`]: several of them.
//! - [`vaults`]: the vaults of a stack of memory, each with a controller that closes rows behind each access.
//! - [`requests`]: a controller that serves one request, a rectangle of words or a list of indexes, at a time (Sim-D's).
//! - [`checker`]: reads a log of commands and finds violations, by the rules and nothing else.
//! - [`traffic`]: streams of requests to measure with.
//! - [`settings`]: what a person chooses of a channel.
//!
//! A device knows neither caches nor lines nor requests: a controller of another kind (one with a fixed schedule)
//! asks it when a command may go, sends the command, and shows its log to the checker.
//!
//! Time is in command clock cycles of the channel. One request is one burst (the atom).
//!
//! Deliberately absent: power-down and self-refresh, per-bank refresh, calibration, forwarding from the write queue (a read
//! of a line that waits there goes to the bank all the same).
//!
//! Used by: `harp`, `packed` and `rvv`, in [`super::main`]; `sim_d`; `simt`, in [`super::system`].

mod bus;
pub mod channels;
pub mod checker;
pub mod controller;
mod ddr3;
mod ddr4;
pub mod device;
mod hmc;
pub mod in_order;
mod lpddr3;
pub mod map;
pub mod requests;
pub mod settings;
pub mod standard;
pub mod traffic;
pub mod vaults;

pub use crate::trace::DramCommand as Command;

#[cfg(test)]
mod tests;

/// A command as it was sent: what logs are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Issued {
    /// When.
    pub cycle: u64,
    /// Which.
    pub command: Command,
    /// The bank, numbered through ranks and bank groups; for a refresh any bank of the rank.
    pub bank: u16,
    /// The row that is opened, closed, read or written; 0 for a refresh.
    pub row: u32,
    /// Number of the request that it is for; 0 if events have none for it.
    pub request: u64,
}

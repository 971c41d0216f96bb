//! The machine as a whole, on programs written by hand.

mod kit;
mod latencies;
mod order;
mod runs;
mod trouble;

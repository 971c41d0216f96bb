//! The machine as a whole, on programs written by hand.

mod kit;
mod latencies;
mod order;
mod programs;
mod random;
mod runs;
mod trouble;
mod waiting;

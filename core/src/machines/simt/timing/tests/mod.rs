//! The machine as a whole, on programs written by hand.

mod kit;
mod runs;

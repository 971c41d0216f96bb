//! Timing against measurements of the author's simulator.

mod kernels;
pub mod microkernels;

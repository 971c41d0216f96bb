//! Timing against measurements of the author's simulator.

pub mod kernels;
pub mod microkernels;

//! Timing against measurements of the author's simulator, and against the hardware that the thesis describes.

pub mod kernels;
pub mod microkernels;
mod scoreboard;

//! Ground floor: lane masks, numerics, random numbers. Nothing here knows a language or a machine.

pub mod mask;
pub mod num;
pub mod rng;

pub use mask::LaneMask;

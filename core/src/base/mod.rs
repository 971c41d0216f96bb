//! Ground floor: lane masks, numerics, random numbers, digests. Nothing here knows a language or a machine.

pub mod digest;
pub mod mask;
pub mod num;
pub mod order;
pub mod rng;

pub use digest::Digest;
pub use mask::LaneMask;

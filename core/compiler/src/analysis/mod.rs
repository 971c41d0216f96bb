//! What is true of a kernel without running it. Analyses change nothing; code generators and the optimiser ask them.
//!
//! (Dominators, control dependence and loops belong to the IR itself: [`crate::ir::dom`], [`crate::ir::loops`].)

pub mod intensity;
pub mod liveness;
pub mod reconvergence;
pub mod uniformity;

pub use intensity::Intensity;
pub use liveness::Liveness;
pub use reconvergence::reconvergence;
pub use uniformity::{Shape, Uniformity};

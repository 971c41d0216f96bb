//! The machines: what all share, each machine of its own crate, and the list of them ([`registry`]).

pub use lanescope_parts::machines::*;

pub mod registry;

#[cfg(feature = "harp")]
pub use lanescope_harp as harp;
#[cfg(feature = "packed")]
pub use lanescope_packed as packed;
#[cfg(feature = "rvv")]
pub use lanescope_rvv as rvv;
#[cfg(feature = "sim_d")]
pub use lanescope_sim_d as sim_d;
#[cfg(feature = "simt")]
pub use lanescope_simt as simt;

//! Ground floor: types of values, the operations on them and what they compute; sets of lanes, clocks, random numbers, digests,
//! copies that share what is equal, ordered maps, the nearest of known names. Nothing here knows a language or a machine.

pub mod clock;
pub mod decimal;
pub mod digest;
pub mod keep;
pub mod lanes;
pub mod map;
pub mod mask;
pub mod num;
pub mod ops;
pub mod order;
pub mod prose;
pub mod rng;
mod stored;
pub mod suggest;
mod tree;
pub mod types;

pub use clock::{Clock, TimeUnit};
pub use digest::Digest;
pub use keep::{Bulk, Keep};
pub use lanes::Lanes;
pub use map::{OrdMap, OrdSet};
pub use mask::LaneMask;
pub use prose::prose;

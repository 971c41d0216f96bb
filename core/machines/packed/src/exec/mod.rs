//! What happens: packed instructions of one hardware thread ([`lanescope_parts::riscv::hart`]).
//!
//! Each element is computed by itself with the one arithmetic of [`lanescope_parts::base::num`] ([`lane`]), moves across a register are pure
//! functions on bytes ([`shuffle`]). Floats round to the nearest number; exceptions of all elements that take part are
//! added to `fflags`. Writing a register clears what is above the written width; a scalar float instruction clears what is above
//! it in the textbook's style.

mod extension;
pub mod lane;
mod memory;
mod quick;
pub mod record;
pub mod shuffle;
mod start;
pub mod state;
#[cfg(test)]
mod tests;
pub mod tiles;
mod trap;
pub mod uses;
mod work;

pub use lanescope_parts::riscv::hart::{Done, Flow, Trap};
pub use record::Record;
pub use start::threads;
pub use state::{PState, PackedState};
pub use uses::Uses;

use super::isa::P;
use lanescope_parts::riscv::{
    hart::{self, Outcome},
    run,
};

/// A hardware thread with packed instructions.
pub type Hart = hart::Hart<P>;
/// One in the hands of whoever decides when it executes.
pub type Thread = run::Thread<P>;

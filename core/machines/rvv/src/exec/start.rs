//! The threads of a launch before their first instruction.

use alloc::vec::Vec;

use lanescope_parts::{image::Memory, machines::Halt, riscv::abi};

use super::{Hart, VState};
use crate::{
    isa::V,
    spec::{Misaligned, Reserved, Spec},
};

/// The threads that a program runs on: a compiled kernel on every core, a function by hand on the first one.
///
/// # Errors
/// As [`abi::Call::start`].
pub fn threads(call: &abi::Call<V>, spec: &Spec, memory: &mut Memory) -> Result<Vec<Hart>, Halt> {
    let count = if call.program.kernel.is_some() { spec.chip.cores } else { 1 };
    let mut vector = VState::new(spec.vlen);
    vector.agnostic_ones = spec.agnostic_ones;
    vector.carry_out_reserved = spec.reserved == Reserved::Count;
    let mut harts = call.start(&vector, count, memory)?;
    for hart in &mut harts {
        (hart.spin_limit, hart.misaligned) = (spec.watch.spin_limit, spec.misaligned == Misaligned::Split);
    }
    Ok(harts)
}

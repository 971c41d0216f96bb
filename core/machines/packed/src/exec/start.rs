//! The threads of a launch before their first instruction.

use alloc::vec::Vec;

use lanescope_parts::{image::Memory, machines::Halt, riscv::abi};

use super::{Hart, PState};
use crate::{
    isa::P,
    spec::{Misaligned, Spec},
};

/// The threads that a program runs on: a compiled kernel on every thread of every core that has a group to carry out, a function
/// by hand on the first one. The others have no work: they are `None`.
///
/// # Errors
/// As [`abi::Call::start`].
pub fn threads(call: &abi::Call<P>, spec: &Spec, memory: &mut Memory) -> Result<Vec<Option<Hart>>, Halt> {
    let compiled = call.program.kernel.is_some();
    let count = if compiled { spec.chip.cores * spec.threads } else { 1 };
    let mut state = PState::new(spec.instructions(), spec.is_relaxed(), spec.tile_row_bytes as u8);
    state.lawful = call.program.code.iter().all(|inst| state.set.has(inst));
    let mut harts = call.start(&state, count, memory)?;
    for hart in &mut harts {
        (hart.spin_limit, hart.misaligned) = (spec.watch.spin_limit, spec.misaligned == Misaligned::Split);
    }
    let has_work = |number: u32| {
        let [first, end] = call.share(number, count);
        !compiled || first < end
    };
    Ok((0..).zip(harts).map(|(number, hart)| Some(hart).filter(|_| has_work(number))).collect())
}

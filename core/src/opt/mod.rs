//! The optimiser: passes on the IR, one file each, and the order in which they run.
//!
//! A pass changes a kernel in place and says whether it changed anything. Every pass keeps results to the bit: floats
//! are not reassociated, nothing is contracted, and an access that could fault is never moved to where it did not run.
//! (One that nobody needs may go, and with it its fault.) What the verifier accepts before a pass it accepts after.
//!
//! Deliberately absent: vectorisation, and anything that knows a machine.

pub mod blocks;
pub mod dead;
mod edit;
pub mod fold;
pub mod forward;
pub mod gvn;
pub mod licm;
pub mod promote;
#[cfg(test)]
mod tests;
pub mod unroll;

use crate::ir::Kernel;

/// A pass.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// Its name, a word.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub doc: &'static str,
    /// Carries it out and says whether the kernel changed.
    pub run: fn(&mut Kernel) -> bool,
}

/// The passes in the order in which they run; some run more than once.
pub const PASSES: &[Pass] = &[
    blocks::PASS,
    unroll::PASS,
    blocks::PASS,
    promote::PASS,
    fold::PASS,
    blocks::PASS,
    gvn::PASS,
    forward::PASS,
    licm::PASS,
    fold::PASS,
    gvn::PASS,
    blocks::PASS,
    dead::PASS,
];

/// Runs every pass.
pub fn optimise(kernel: &mut Kernel) {
    optimise_with(kernel, |_, _| {});
}

/// Runs every pass and shows the kernel after each.
pub fn optimise_with(kernel: &mut Kernel, mut after: impl FnMut(&Pass, &Kernel)) {
    for pass in PASSES {
        (pass.run)(kernel);
        after(pass, kernel);
    }
}

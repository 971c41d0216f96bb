//! The optimiser: passes on the IR, one file each, and the order in which they run.
//!
//! A pass changes a kernel in place and says whether it changed anything. Every pass keeps results to the bit: floats
//! are not reassociated, nothing is contracted, and an access that could fault is never moved to where it did not run.
//! (One that nobody needs may go, and with it its fault.) What the verifier accepts before a pass it accepts after.
//!
//! Three passes do not: [`reciprocal`], which runs where a machine's setting says so, and those for machines that lack
//! something whose absence no result shows: [`silence`] (nothing is printed) and [`hints`] (nothing is prefetched). What lanes do together
//! becomes memory and barriers for machines that have no such operations ([`exchange`]).
//!
//! The first pass writes out every call, for machines that have none. For one that has, the others work on the kernel and
//! on each of its functions.
//!
//! Deliberately absent: vectorisation, passes that look at a function and its callers together, and anything that knows a
//! machine.

pub mod blocks;
mod cells;
pub mod dead;
mod edit;
pub mod entries;
pub mod exchange;
pub mod fold;
pub mod forward;
pub mod gvn;
pub mod hints;
pub mod hoist;
pub mod inline;
pub mod licm;
pub mod meeting;
pub mod promote;
pub mod reciprocal;
pub mod settle;
pub mod silence;
mod steps;
pub mod tables;
#[cfg(test)]
mod tests;
pub mod unroll;
pub mod zeros;

use crate::ir::Kernel;

/// A pass.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// Its name, a word.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub doc: &'static str,
    /// Carries it out on the kernel's own code and says whether that changed.
    pub run: fn(&mut Kernel) -> bool,
}

/// The passes in the order in which they run; some run more than once.
pub const PASSES: &[Pass] = &[
    inline::PASS,
    settle::PASS,
    entries::PASS,
    blocks::PASS,
    unroll::PASS,
    blocks::PASS,
    promote::PASS,
    fold::PASS,
    blocks::PASS,
    // Subscripts are constants now, and pointers that variables held are known: arrays become values, too.
    zeros::PASS,
    promote::PASS,
    fold::PASS,
    blocks::PASS,
    tables::PASS,
    gvn::PASS,
    // A closure has handed on addresses of what it captured: what became of that is read and written by its own address now.
    promote::PASS,
    forward::PASS,
    hoist::PASS,
    licm::PASS,
    fold::PASS,
    gvn::PASS,
    blocks::PASS,
    dead::PASS,
];

/// The passes for a machine that has calls, or for one that has not.
pub fn passes(calls: bool) -> &'static [Pass] {
    if calls { PASSES.split_first().map_or(&[], |(_, others)| others) } else { PASSES }
}

/// Runs every pass: afterwards the kernel has no calls.
pub fn optimise(kernel: &mut Kernel) {
    optimise_with(passes(false), kernel, |_, _| {});
}

/// Runs passes and shows the kernel after each.
pub fn optimise_with(passes: &[Pass], kernel: &mut Kernel, mut after: impl FnMut(&Pass, &Kernel)) {
    for pass in passes {
        pass.apply(kernel);
        after(pass, kernel);
    }
}

impl Pass {
    /// Carries it out on a kernel and on each of its functions. Says whether anything changed.
    pub fn apply(&self, kernel: &mut Kernel) -> bool {
        let changed = (self.run)(kernel);
        let changed =
            kernel.function_ids().fold(changed, |changed, id| kernel.within(id, self.run) | changed);
        // Slots are what the kernel and its functions have in common: only here is it known that nobody needs one.
        if changed && !kernel.functions.is_empty() {
            edit::drop_slots(kernel);
        }
        changed
    }
}

//! From the IR to what a machine has: operations that it lacks become operations that it has, with the same results to the
//! bit.
//!
//! A machine says by [`Features`] what it has, as plain data. [`lower`] runs the passes of [`PASSES`] in order: each leaves
//! nothing behind that a later one would have to take back. What no pass lowers is refused by name.
//!
//! | lacking | becomes | by |
//! |---|---|---|
//! | arithmetic on `f16` | the same on `f32`, rounded once more (24 bits are at least 2 * 11 + 2) | [`half`] |
//! | float functions of `f32` and `f64` | additions, products, quotients and roots, in a function of the IR | [`functions`] |
//! | `fma` of `f16` and `f32` | product and sum in the next format, the sum rounded to odd, then to the type | [`fused`] |
//! | `fma` of `f64`, and of `f32` where there is no `f64` | integers, in a function of the IR | [`functions`] |
//! | quotients of `f32` | long division of the significands | [`quotient`] |
//! | square roots of `f32` | digit by digit, with integers | [`root`] |
//! | minimum, maximum, counting of bits, high half of a product | comparisons, shifts, products of parts | [`expand`] |
//! | arithmetic on 8 and 16 bits | the same on 32 bits, cut | [`narrow`] |
//! | loads and stores of 8 and 16 bits | those of the word around; stores replace it by compare-and-exchange, so that none is lost | [`access`] |
//! | addresses of 64 bits | arithmetic on low words, for memory below 2^32 | [`address`] |
//! | integers of 64 bits | pairs of words, on a machine with addresses of 32 bits | [`pairs`] |
//!
//! The GPU and the vector machine have all of it and lower nothing. A machine with addresses of 32 bits asks [`address::fits`]
//! of each launch.
//!
//! Calls are not lowered here: [`crate::opt::inline`] has written out the functions for machines without them before anything
//! else, and does it again for the float functions.
//!
//! Values keep their types: a machine without arithmetic on 8 bits still holds such numbers in its registers.
//!
//! Absent, and therefore refused: atomics on 64 bits in words, `f64` where there is none, square roots of `f64` where there
//! are none, and operations between the lanes of a warp ([`without_lanes`]) that have not gone through memory
//! before ([`crate::opt::exchange`]).

pub mod access;
pub mod address;
pub mod expand;
pub mod features;
pub mod functions;
pub mod fused;
pub mod half;
pub mod narrow;
pub mod pairs;
pub mod quotient;
pub mod root;
pub mod short;
mod single;
#[cfg(test)]
mod tests;
mod writer;

pub use features::{Features, Lanes};

use alloc::format;

use crate::{
    ir::Kernel,
    source::{Diagnostic, Span},
};

/// A pass.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// Its name, a word.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub doc: &'static str,
    /// Lowers what the features lack.
    pub scope: Scope,
}

/// What a pass works on.
#[derive(Clone, Copy, Debug)]
pub enum Scope {
    /// Code by itself: the kernel's own, or that of one of its functions.
    Code(fn(&mut Kernel, &Features)),
    /// The kernel with its functions.
    Kernel(fn(&mut Kernel, &Features)),
}

/// The passes in the order in which they run.
pub const PASSES: &[Pass] = &[
    half::PASS,
    functions::PASS,
    fused::PASS,
    quotient::PASS,
    root::PASS,
    expand::PASS,
    narrow::PASS,
    access::PASS,
    address::PASS,
    pairs::PASS,
];

impl Pass {
    /// Carries it out on a kernel and on each of its functions.
    pub fn apply(&self, kernel: &mut Kernel, features: &Features) {
        match self.scope {
            Scope::Kernel(run) => run(kernel, features),
            Scope::Code(run) => {
                run(kernel, features);
                for id in kernel.function_ids() {
                    kernel.within(id, |kernel| run(kernel, features));
                }
            }
        }
    }
}

/// The first operation of the kernel's own code that the machine lacks, and where it is.
fn missing(kernel: &Kernel, features: &Features) -> Option<(&'static str, Span)> {
    kernel.code().listed().find_map(|inst| Some((features.lacks(kernel, inst)?, inst.span)))
}

/// Refuses a kernel whose lanes do something together, for a machine that lacks it.
///
/// # Errors
/// `lower::lacks`, with the first place where they do.
pub fn without_lanes(kernel: &Kernel) -> Result<(), Diagnostic> {
    let Some(inst) = kernel.lane_op() else { return Ok(()) };
    let message = format!("Kernel `{}`: the machine has no {}.", kernel.name, features::LANES);
    let help = "What goes through memory has a mask of all ones, or stands behind one branch: let all lanes take part, or choose the GPU.";
    Err(Diagnostic::error("lower::lacks", inst.span, message).help(help))
}

/// Lowers a kernel to what a machine has. One that [has everything](Features::is_whole) need not ask.
///
/// # Errors
/// `lower::lacks` for the first operation that the machine lacks and no pass lowers.
pub fn lower(kernel: &mut Kernel, features: &Features) -> Result<(), Diagnostic> {
    for pass in PASSES {
        pass.apply(kernel, features);
    }
    let mut lacking = missing(kernel, features);
    for id in kernel.function_ids() {
        lacking = lacking.or_else(|| kernel.within(id, |kernel| missing(kernel, features)));
    }
    match lacking {
        None => Ok(()),
        Some((what, span)) => {
            let message = format!("Kernel `{}`: the machine has no {what}.", kernel.name);
            Err(Diagnostic::error("lower::lacks", span, message))
        }
    }
}

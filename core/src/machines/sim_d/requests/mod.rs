//! Requests of main memory by themselves: how long one takes at most, and what of the data bus it uses (simd 7.2 to 7.5).
//!
//! A request is a rectangle of words or a list of indexes. A person describes one, or those of the program are taken, each for
//! a full group. Two things are said of each and can be compared:
//! - the closed equations, which know words in a row and indexes, for a first word that may lie anywhere;
//! - the longest that the memory controller itself takes: of a rectangle for each of the 4,096 places in a row of a bank pair, of
//!   indexes for sequences that are made to be slow.
//!
//! Beside it stand the same on a part with the other number of bank groups, and a controller with fixed patterns of commands.
//!
//! - [`ask`]: what is looked at. [`search`]: runs of the controller. [`equations`]: the closed equations.
//! - [`study`]: the study. [`figure`]: what it shows.
//!
//! Bounds leave out refresh, as those of the thesis do. Absent: more than one request at a time.

pub mod ask;
pub mod equations;
pub mod figure;
pub mod search;
pub mod study;
#[cfg(test)]
mod tests;

use alloc::{boxed::Box, vec::Vec};

use super::{
    family::{Begun, Function},
    spec::Spec,
};
use crate::{
    launch::bind::Bound,
    machines::studies::{Analysis, Asked},
    source::Diagnostic,
};

/// Begins to look at what a person describes, or at the requests of a program for its launch.
///
/// # Errors
/// The launch does not fit, or what is described is no request.
pub fn begin(
    function: &Function,
    spec: &Spec,
    launch: Bound,
    asked: &Asked,
) -> Result<Box<dyn Analysis>, Diagnostic> {
    let items = match ask::described(asked)? {
        Some(item) => ask::Items { list: Vec::from([item]), unknown: Vec::new() },
        None => {
            let Begun { program, launch, .. } = function.begin(spec, launch)?;
            ask::of_program(&program, launch, spec, asked)?
        }
    };
    Ok(Box::new(study::Study::new(items, &spec.timing.dram)))
}

//! The kernels of the gallery and those that people paste.

use super::*;
use crate::{
    document::Limits,
    gallery,
    launch::bind::{self, Bound},
    session::compile::{self, Prepared},
};

/// The kernel of a text, and what it is launched with.
pub(super) fn prepared(name: &str, source: &str) -> (Kernel, Bound) {
    let Prepared { compiled, kernel, signature, .. } =
        compile::compile(&gallery::document_of(source.into()), &Limits::default());
    let (_, kernel) = kernel.unwrap_or_else(|| panic!("{name}: {:?}", compiled.diagnostics));
    let params = signature.map(|signature| signature.params).unwrap_or_default();
    let bound = bind::bind(&compiled.launch, &params, kernel.required_local, &Limits::default())
        .unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
    (kernel, bound)
}

/// Runs a text on every machine.
fn check(name: &str, source: &str) {
    let (kernel, bound) = prepared(name, source);
    let start = Start {
        launch: &bound.launch,
        args: &bound.args,
        local_args: &bound.local_args,
        memory: &bound.memory,
    };
    differ(name, &kernel, &start);
}

/// All of the gallery but what never ends: in lockstep the element that has the lock waits behind the loop for those that
/// want it.
#[test]
fn every_kernel_of_the_gallery() {
    let kernels = gallery::KERNELS.iter().filter(|(name, text)| *name != "spin_lock" && !is_assembly(text));
    kernels.for_each(|(name, source)| check(name, source));
}

pub(super) fn is_assembly(text: &str) -> bool {
    !text.contains("__kernel") && !text.contains("__global__")
}

/// Kernels as people paste them.
#[test]
fn every_pasted_kernel() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/cases/pasted");
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    for path in paths.filter(|path| path.is_file()) {
        check(&format!("{}", path.display()), &std::fs::read_to_string(&path).unwrap());
    }
}

//! The kernels of the gallery and those that people paste.

use super::*;
use crate::{
    document::Limits,
    gallery,
    launch::bind::{self, Bound},
    session::compile::{self, Prepared},
};

/// Kernels as people paste them: name and text.
const PASTED: &[(&str, &str)] = &[
    ("bytes", include_str!("../../../../../../tests/cases/pasted/bytes.cl")),
    ("choices", include_str!("../../../../../../tests/cases/pasted/choices.cl")),
    ("collatz", include_str!("../../../../../../tests/cases/pasted/collatz.cl")),
    ("dot_partial", include_str!("../../../../../../tests/cases/pasted/dot_partial.cu")),
    ("heat_tile", include_str!("../../../../../../tests/cases/pasted/heat_tile.cl")),
    ("lu_row", include_str!("../../../../../../tests/cases/pasted/lu_row.cu")),
    ("particles", include_str!("../../../../../../tests/cases/pasted/particles.cl")),
    ("pathfinder", include_str!("../../../../../../tests/cases/pasted/pathfinder.cu")),
    ("queue", include_str!("../../../../../../tests/cases/pasted/queue.cu")),
    ("vector_add_host", include_str!("../../../../../../tests/cases/pasted/vector_add_host.cu")),
];

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

#[test]
fn every_pasted_kernel() {
    for (name, source) in PASTED {
        check(name, source);
    }
}

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
pub(super) fn check(name: &str, source: &str) {
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

/// Kernels as people paste them, without those that a machine with the same regions refuses.
#[test]
fn every_pasted_kernel() {
    let refused = include_str!("../../../../../../tests/cases/refused.txt");
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/cases/pasted");
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_kernel = |path: &std::path::PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        path.is_file()
            && (name.ends_with(".cl") || name.ends_with(".cu"))
            && !refused.contains(&std::format!("{name} rvv/"))
    };
    for path in paths.filter(is_kernel) {
        check(&format!("{}", path.display()), &std::fs::read_to_string(&path).unwrap());
    }
}

/// What a loop hands on to its next turn, it hands on all at once: each of three variables, of which one begins the same
/// in all elements, one grows with them and one is any vector, takes a step or what one of the three was before.
#[test]
fn what_a_loop_hands_on_is_handed_on_at_once() {
    for (ty, way) in ["int", "float"].into_iter().flat_map(|ty| (0..64_usize).map(move |way| (ty, way))) {
        let next = |at: usize| match way >> (2 * at) & 3 {
            3 => format!("{0} * 3 + 1", ["x", "y", "z"][at]),
            before => ["x", "y", "z"][before].into(),
        };
        let source = format!(
            "__kernel void hand_on(__global {ty} *out, __global const {ty} *a, {ty} n) {{
                int i = get_global_id(0);
                {ty} x = n, y = i, z = a[i];
                for (int k = 0; k < 4; k++) {{
                    {ty} p = {}, q = {}, r = {};
                    x = p; y = q; z = r;
                }}
                out[3 * i] = x; out[3 * i + 1] = y; out[3 * i + 2] = z;
            }}",
            next(0),
            next(1),
            next(2)
        );
        check(&format!("{ty} {way}"), &source);
    }
}

//! The kernels of the gallery and those that people paste.

use super::*;
use crate::{
    document::Limits,
    gallery,
    launch::bind,
    session::compile::{self, Prepared},
};

/// Kernels as people paste them: name and text.
const PASTED: &[(&str, &str)] = &[
    ("bytes", include_str!("../../../../../../tests/cases/pasted/bytes.cl")),
    ("collatz", include_str!("../../../../../../tests/cases/pasted/collatz.cl")),
    ("dot_partial", include_str!("../../../../../../tests/cases/pasted/dot_partial.cu")),
    ("heat_tile", include_str!("../../../../../../tests/cases/pasted/heat_tile.cl")),
    ("lu_row", include_str!("../../../../../../tests/cases/pasted/lu_row.cu")),
    ("particles", include_str!("../../../../../../tests/cases/pasted/particles.cl")),
    ("pathfinder", include_str!("../../../../../../tests/cases/pasted/pathfinder.cu")),
    ("queue", include_str!("../../../../../../tests/cases/pasted/queue.cu")),
    ("vector_add_host", include_str!("../../../../../../tests/cases/pasted/vector_add_host.cu")),
];

/// Runs a text on every machine.
fn check(name: &str, source: &str) {
    let Prepared { compiled, kernel, signature, .. } =
        compile::compile(&gallery::document_of(source.into()), &Limits::default());
    let (_, kernel) = kernel.unwrap_or_else(|| panic!("{name}: {:?}", compiled.diagnostics));
    let params = signature.map(|signature| signature.params).unwrap_or_default();
    let bound = bind::bind(&compiled.launch, &params, kernel.required_local, &Limits::default())
        .unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
    let start = Start {
        launch: &bound.launch,
        args: &bound.args,
        local_args: &bound.local_args,
        memory: &bound.memory,
    };
    differ(name, &kernel, &start);
}

macro_rules! gallery {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            let name = stringify!($name).trim_start_matches("gallery_");
            let (_, source) = gallery::KERNELS.iter().find(|(known, _)| *known == name).unwrap();
            check(name, source);
        }
    )*};
}

gallery! {
    gallery_saxpy gallery_strided_copy gallery_permuted_copy gallery_if_else gallery_nested gallery_early_break
    gallery_mandelbrot gallery_transpose_naive gallery_transpose_tiled gallery_reduce_interleaved
    gallery_reduce_sequential gallery_prefix_sum gallery_matmul_tiled gallery_stencil2d gallery_nbody_step
    gallery_histogram gallery_bfs_level gallery_bitonic_sort
}

#[test]
fn every_pasted_kernel() {
    for (name, source) in PASTED {
        check(name, source);
    }
}

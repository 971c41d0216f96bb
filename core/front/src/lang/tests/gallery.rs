//! Every kernel of the gallery compiles without a word.

use alloc::vec;

use crate::document::{CompileOptions, Language, Limits};
use crate::lang::compile;

const KERNELS: &[(&str, &str)] = &[
    ("bfs_level", include_str!("../../../../kernels/bfs_level.cu")),
    ("bitonic_sort", include_str!("../../../../kernels/bitonic_sort.cl")),
    ("early_break", include_str!("../../../../kernels/early_break.cl")),
    ("histogram", include_str!("../../../../kernels/histogram.cl")),
    ("if_else", include_str!("../../../../kernels/if_else.cl")),
    ("mandelbrot", include_str!("../../../../kernels/mandelbrot.cl")),
    ("matmul_tiled", include_str!("../../../../kernels/matmul_tiled.cu")),
    ("nbody_step", include_str!("../../../../kernels/nbody_step.cu")),
    ("nested", include_str!("../../../../kernels/nested.cu")),
    ("permuted_copy", include_str!("../../../../kernels/permuted_copy.cu")),
    ("prefix_sum", include_str!("../../../../kernels/prefix_sum.cl")),
    ("reduce_interleaved", include_str!("../../../../kernels/reduce_interleaved.cu")),
    ("reduce_sequential", include_str!("../../../../kernels/reduce_sequential.cl")),
    ("saxpy", include_str!("../../../../kernels/saxpy.cl")),
    ("spmv", include_str!("../../../../kernels/spmv.cl")),
    ("spin_lock", include_str!("../../../../kernels/spin_lock.cu")),
    ("stencil2d", include_str!("../../../../kernels/stencil2d.cu")),
    ("strided_copy", include_str!("../../../../kernels/strided_copy.cl")),
    ("transpose_naive", include_str!("../../../../kernels/transpose_naive.cl")),
    ("transpose_tiled", include_str!("../../../../kernels/transpose_tiled.cl")),
];

#[test]
fn every_gallery_kernel_compiles() {
    for (name, source) in KERNELS {
        let front = compile(source, Language::Auto, &CompileOptions::default(), &Limits::default());
        assert_eq!(front.diagnostics, vec![], "{name}");
        assert_eq!(front.kernels.len(), 1, "{name}");
        for kernel in &front.kernels {
            crate::ir::verify::verify(kernel).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
}

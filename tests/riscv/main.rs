//! The machines of the RISC-V family: the vector machine and packed SIMD.
#![cfg(not(target_arch = "wasm32"))]

mod library;
mod packed_kernels;
mod packed_native;
mod packed_strips;
mod rvv;
mod rvv_assembly;
mod rvv_examples;
mod rvv_fallback;
mod rvv_kernels;
mod rvv_qemu;

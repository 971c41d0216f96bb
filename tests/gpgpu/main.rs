//! The SIMT GPU: rows of `docs/coverage/gpgpu.md`, each through a launched kernel.
#![cfg(not(target_arch = "wasm32"))]

mod memory;
mod memory_traffic;
mod panels;
mod pipeline;
mod scheduling;

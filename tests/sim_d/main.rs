//! The hard real-time machine: its gallery by formula, and bounds over random kernels.
#![cfg(not(target_arch = "wasm32"))]

mod hard_real_time;
mod wcet;

//! Sim-D: a SIMD machine for hard real time (R. Spliet, "A SIMD architecture for hard real-time systems", 2020).
//!
//! A work-group of 1,024 work-items runs in phases: it computes, or it waits for one transfer of memory, never both.
//! A vector instruction is applied to all work-items that four masks leave on; a stack of masks does what branches
//! do elsewhere. There are no caches, no atomics and no barriers.
//!
//! So far there is the instruction set alone. The machine is not in the registry: it has no assembler, no
//! execution and no timing yet.

pub mod dram;
pub mod isa;

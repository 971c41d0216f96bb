//! Sim-D: a SIMD machine for hard real time (R. Spliet, "A SIMD architecture for hard real-time systems", 2020).
//!
//! A work-group of 1,024 work-items runs in phases: it computes, or it waits for one transfer of memory, never both.
//! A vector instruction is applied to all work-items that four masks leave on; a stack of masks does what branches
//! do elsewhere. There are no caches, no atomics and no barriers.
//!
//! There are the instruction set, the assembler, launches and execution without timing. The machine is not in the registry yet: no
//! program that people get has it, and its tests run with the others. Absent: cycles, the memory controller, the compiler, bounds.

pub mod asm;
pub mod behaviour;
pub mod exec;
pub mod functional;
pub mod isa;
pub mod launch;
#[cfg(test)]
mod tests;

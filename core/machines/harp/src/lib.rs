//! HARP: a family of small SIMT cores whose branches diverge by `split` and `join` or not at all (M. Gupta, "Code Generation and
//! Adaptive Control Divergence Management for Light Weight SIMT Processors", 2016).
//!
//! A core runs warps; a warp is lanes that share one program counter; every lane has registers and predicates of one bit. Nearly every
//! instruction may carry a guard: lanes whose predicate is false leave it out. A branch on which lanes disagree is a trap, unless `split`
//! has put one group of the lanes away on a stack, from which `join` takes it back. Word size, registers, lanes, warps and encoding are
//! numbers of an [`isa::ArchId`], such as `4w8/8/16/16`.
//!
//! [`isa`] is the instruction set with its two encodings, [`asm`] reads and writes programs, [`codegen`] compiles kernels, [`exec`] says what
//! happens, [`fences`] where kernels may reach, [`launch`] lays a kernel into memory, [`functional`] runs without timing, [`machine`] with the [`timing`] of a barrel of warps; [`numbers`] is what it tells programs; [`rules`]
//! say whose word counts, [`policies`] is the study of
//! what is done about branches, [`spec`] has the settings, [`family`] is what the registry asks.
//!
//! Where the reference and the tools that came with HARP differ, both are there. `HARP` with a section names the reference, `facts`
//! with a number the notes on the tools.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod alone;
pub mod asm;
pub mod causes;
pub mod codegen;
pub mod events;
pub mod exec;
pub mod family;
pub mod fences;
pub mod footprint;
pub mod functional;
pub mod isa;
pub mod launch;
pub mod machine;
pub mod numbers;
pub mod policies;
pub mod rules;
pub mod spec;
#[cfg(test)]
mod tests;
pub mod timing;
pub mod views;

/// The machine of the laboratory's list.
pub static MACHINE: &dyn lanescope_parts::run::Registered = &lanescope_parts::run::Of::<family::Harp>::NEW;

//! Sim-D: a SIMD machine for hard real time (R. Spliet, "A SIMD architecture for hard real-time systems", 2020).
//!
//! A work-group of 1,024 work-items runs in phases: it computes, or it waits for one transfer of memory, never both.
//! A vector instruction is applied to all work-items that four masks leave on; a stack of masks does what branches
//! do elsewhere. There are no caches, no atomics and no barriers.
//!
//! [`isa`] is the instruction set, [`asm`] reads and writes programs, [`launch`] makes the memory that a program
//! begins with, [`exec`] says what happens, [`functional`] runs without timing, [`codegen`] compiles kernels, [`dram`] is its memory
//! controller (a part of the laboratory), [`timing`] says when things happen. [`rules`] is where the thesis and its author's simulator disagree.
//!
//! A launch is run with timing by [`machine`]; [`wcet`] bounds its time before it runs; [`studies`] show the bound, run a launch in several
//! ways, and look at requests, phases and layouts of data by themselves; [`views`] has the panels.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub use lanescope_parts::mem::dram::requests as dram;

pub mod asm;
pub mod causes;
pub mod codegen;
pub mod events;
pub mod exec;
pub mod family;
pub mod footprint;
pub mod functional;
pub mod isa;
pub mod launch;
pub mod machine;
pub mod rules;
pub mod spec;
pub mod studies;
#[cfg(test)]
mod tests;
pub mod timing;
pub mod views;
pub mod wcet;

/// The machine of the laboratory's list.
pub static MACHINE: &dyn lanescope_parts::run::Registered =
    &lanescope_parts::run::Of::<family::HardRealTime>::NEW;

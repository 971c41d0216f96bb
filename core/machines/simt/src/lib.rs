//! The SIMT machine: a GPU whose warps execute a PTX-like instruction set in lock-step, with a stack for branches whose
//! lanes disagree.
//!
//! [`isa`] is the instruction set, [`exec`] what an instruction does to a warp and its group, [`stack`] which lanes
//! execute, [`spec`] every setting, [`functional`] a run without timing.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod asm;
pub mod codegen;
pub mod exec;
pub mod family;
pub mod footprint;
pub mod functional;
pub mod isa;
pub mod spec;
pub mod stack;
pub mod timing;
pub mod views;

pub use family::Simt;
pub use isa::Program;
pub use spec::Spec;

/// The machine of the laboratory's list.
pub static MACHINE: &dyn lanescope_parts::run::Registered = &lanescope_parts::run::Of::<family::Simt>::NEW;

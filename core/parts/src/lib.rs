//! What the machines of Lanescope are made of, and what a machine is.
//!
//! [`machines`] says what a machine offers ([`machines::Machine`], [`machines::family::Family`]) and has what all share: settings,
//! chassis, panels. [`trace`] records events and [`figure`] says what pictures are; [`mem`] has memories, [`pipe`] parts of
//! pipelines, [`codegen`] what code generators share, [`riscv`] the scalar core that several machines extend. [`run`] runs a machine to any
//! cycle and records it, behind interfaces that name no machine.
//!
//! The floors below are part of it under the same names (`ir`, `launch`, `base`, …), so that a machine names this crate alone.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod codegen;
pub mod figure;
pub mod machines;
pub mod mem;
pub mod pipe;
pub mod riscv;
pub mod run;
pub mod trace;

pub use lanescope_compiler::*;

//! A vector machine: RISC-V with the vector extension, one instruction for a whole vector.
//!
//! A scalar core runs RV64G and hands vector instructions to a vector unit with pipelined functional units, lanes and
//! banked memory, after "Computer Architecture: A Quantitative Approach", chapter 4 (`hp_ch4` in sources). The program
//! is ordinary RISC-V assembly ([`asm`]) with the published binary form; [`exec`] says what happens, [`timing`]
//! when. The settings are in [`spec`]. Kernels are compiled by [`codegen`] and started as [`lanescope_parts::riscv::abi`] says.
//!
//! The scalar core is that of [`lanescope_parts::riscv`]; what is here is its vector extension ([`isa::V`]). A launch is run with timing by
//! [`machine`] and without by [`functional`]; [`family`] is what the registry knows.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod asm;
pub mod causes;
pub mod charts;
pub mod codegen;
pub mod events;
pub mod exec;
pub mod family;
pub mod footprint;
pub mod functional;
pub mod isa;
pub mod machine;
pub mod spec;
pub mod timing;
pub mod views;

pub use family::Rvv;
pub use spec::Spec;

/// The machine of the laboratory's list.
pub static MACHINE: &dyn lanescope_parts::run::Registered = &lanescope_parts::run::Of::<family::Rvv>::NEW;

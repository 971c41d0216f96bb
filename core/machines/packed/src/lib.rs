//! A machine with multimedia SIMD: registers of a fixed width, and instructions whose names say how they are cut into
//! elements.
//!
//! A scalar core runs RV64G ([`lanescope_parts::riscv`]) and packed instructions in one of three styles ([`isa`]): that of "Computer
//! Architecture: A Quantitative Approach", chapter 4 (`hp_ch4` in sources), x86 style by generation from MMX to AMX, and the machine
//! that vector machines are compared with (`hwacha` in sources). It is no x86 emulator: scalar work is RISC-V, packed
//! instructions have no binary form, and one of another generation is illegal.
//!
//! [`asm`] reads and writes programs, [`exec`] says what happens, [`timing`] when. The settings are in [`spec`]. A launch is run
//! with timing by [`machine`] and without by [`functional`]; [`family`] is what the registry knows.
//!
//! [`codegen`] makes programs of kernels.
//!
//! Absent: caches that keep stores, coherence of the cores' own caches (their lines are when data was there, never data).
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod asm;
pub mod causes;
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

pub use family::PackedSimd;
pub use spec::Spec;

/// The machine of the laboratory's list.
pub static MACHINE: &dyn lanescope_parts::run::Registered =
    &lanescope_parts::run::Of::<family::PackedSimd>::NEW;

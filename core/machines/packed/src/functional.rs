//! A run without timing: the threads in turns ([`lanescope_parts::riscv::run::functional`]).

use lanescope_parts::riscv::run;

use super::isa::P;

/// A run, which can be carried out piece by piece.
pub type Functional = run::Functional<P>;

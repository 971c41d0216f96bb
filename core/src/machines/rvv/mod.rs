//! A vector machine: RISC-V with the vector extension, one instruction for a whole vector.
//!
//! A scalar core runs RV64G and hands vector instructions to a vector unit with pipelined functional units, lanes and
//! banked memory, after "Computer Architecture: A Quantitative Approach", chapter 4 (`hp_ch4` in sources). The program
//! is ordinary RISC-V assembly ([`asm`]) with the published binary form ([`encode`]); [`exec`] says what happens.

pub mod asm;
pub mod encode;
pub mod exec;
pub mod isa;

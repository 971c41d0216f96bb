//! RV64G by itself: what every machine with a scalar RISC-V core stands on.
//!
//! [`isa`] has the tables of instructions, forms, operands and control registers, [`encode`] the words, [`relax`] the branches
//! that do not reach. [`asm`] is the written form, [`hart`] the architectural state and one step of it, [`abi`] how a program is
//! started, [`function`] what a launch calls, [`codegen`] scalar code for operations of the IR.
//!
//! A machine with more than RV64G is an *extension*: a type with three small contracts. [`isa::Isa`] adds rows to the
//! tables, [`asm::Dialect`] says how they are written, [`hart::Extension`] what they do. An instruction of an extension may be
//! answered later ([`hart::Answer`]), as by a coprocessor behind a queue. Nothing here knows an extension.

pub mod abi;
pub mod asm;
pub mod binary;
pub mod codegen;
pub mod encode;
pub mod function;
pub mod hart;
pub mod isa;
pub mod private;
pub mod relax;
#[cfg(test)]
mod tests;

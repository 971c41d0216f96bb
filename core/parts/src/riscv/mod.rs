//! RV64G by itself: what every machine with a scalar RISC-V core stands on.
//!
//! [`isa`] has the tables of instructions, forms, operands and control registers, [`encode`] the words, [`relax`] the branches
//! that do not reach. [`asm`] is the written form, [`hart`] the architectural state and one step of it, [`abi`] how a program is
//! started, [`function`] what a launch calls, [`codegen`] scalar code for operations of the IR, [`info`] what is said of instructions.
//! [`run`] is what every machine does with threads, without timing too; [`issue`] the in-order issue of a thread in time.
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
pub mod info;
pub mod isa;
pub mod issue;
pub mod private;
pub mod relax;
pub mod run;
#[cfg(test)]
mod tests;

//! From IR to a program of the vector machine.
//!
//! Absent: everything behind the signature.

use crate::{
    ir::Kernel,
    machines::rvv::{Spec, isa::Program},
    source::{Diagnostic, Span},
};

/// Generates the program of an optimised kernel, which starts at its first instruction and expects what
/// [`super::abi`] says.
///
/// # Errors
/// A diagnostic that says what the machine cannot do.
pub fn generate(kernel: &Kernel, _spec: &Spec) -> Result<Program, Diagnostic> {
    let message = alloc::format!("Kernel `{}`: kernels cannot be compiled for this machine.", kernel.name);
    Err(Diagnostic::error("rvv::codegen", Span::NONE, message))
}

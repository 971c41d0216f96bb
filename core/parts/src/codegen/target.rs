//! What the shared stages ask of the machine that they prepare code for.

use alloc::{borrow::Cow, format, string::String};

use crate::{
    ir::{Op, Type},
    source::{Diagnostic, Span},
};

/// A machine, as far as the stages that know no instruction set need to know it.
pub trait TargetMachine {
    /// The name of its folder, with which the codes of its diagnostics begin: `rvv`.
    fn id(&self) -> &'static str;

    /// What a sentence calls it: `vector machine`.
    fn noun(&self) -> &'static str;

    /// Has its scalar unit instructions for an operation whose result has this type? An operation on equal operands that it
    /// has none for is carried out by the parallel unit, on copies.
    fn has_scalar(&self, op: &Op, result: Type) -> bool;
}

/// An error of the target: `id::name`.
pub fn refusal(target: &dyn TargetMachine, name: &str, span: Span, message: String) -> Diagnostic {
    let code = Cow::Owned(format!("{}::{name}", target.id()));
    Diagnostic { code, ..Diagnostic::error("", span, message) }
}

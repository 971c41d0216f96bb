//! What tests of these stages share.

use crate::{
    codegen::target::TargetMachine,
    ir::{Op, Type},
};

/// A machine whose scalar unit can do everything.
pub(crate) struct Bare;

impl TargetMachine for Bare {
    fn id(&self) -> &'static str {
        "bare"
    }

    fn noun(&self) -> &'static str {
        "bare machine"
    }

    fn has_scalar(&self, _: &Op, _: Type) -> bool {
        true
    }
}

//! What the vector machine is for the stages that know no instruction set.

use lanescope_parts::{
    codegen::target::TargetMachine,
    ir::{Op, Type},
    riscv::codegen,
};

/// The vector machine.
pub(super) struct Vector;

impl TargetMachine for Vector {
    fn id(&self) -> &'static str {
        "rvv"
    }

    fn noun(&self) -> &'static str {
        "vector machine"
    }

    fn has_scalar(&self, op: &Op, result: Type) -> bool {
        codegen::has(op, result)
    }
}

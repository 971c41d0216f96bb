//! What the packed SIMD machine is for the stages that know no instruction set.

use lanescope_parts::{
    codegen::target::TargetMachine,
    ir::{Convert, Math, Op, Type},
    riscv::codegen,
};

use crate::isa::rounding;

/// The packed SIMD machine.
pub(super) struct Packed;

impl TargetMachine for Packed {
    fn id(&self) -> &'static str {
        "packed"
    }

    fn noun(&self) -> &'static str {
        "packed SIMD machine"
    }

    fn has_scalar(&self, op: &Op, result: Type) -> bool {
        codegen::has(op, result) || is_rounding(op) || is_narrow_conversion(op, result)
    }
}

/// Is it a function that rounds to whole numbers?
fn is_rounding(op: &Op) -> bool {
    matches!(op, Op::Math(math, _) if mode(*math).is_some())
}

/// Is it a conversion of a float to 8 or 16 bits, which takes two steps?
pub(super) fn is_narrow_conversion(op: &Op, result: Type) -> bool {
    matches!(op, Op::Convert(Convert::FToS | Convert::FToU, _)) && matches!(result, Type::I8 | Type::I16)
}

/// The rounding mode of a function, if it rounds to whole numbers.
pub(super) fn mode(math: Math) -> Option<u8> {
    Some(match math {
        Math::Rint => rounding::NEAREST,
        Math::Floor => rounding::DOWN,
        Math::Ceil => rounding::UP,
        Math::Trunc => rounding::ZERO,
        Math::Round => rounding::AWAY,
        _ => return None,
    })
}

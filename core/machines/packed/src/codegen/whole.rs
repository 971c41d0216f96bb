//! Moves of whole registers: to and from memory, and from one to another.

use lanescope_parts::ir::Type;

use super::lanes::Cut;
use crate::isa::{
    Elem, Family, Form, Generation, Inst, Op, POp, Shape,
    build::{blank, load},
};

/// A load or store of a whole register (of so many bytes) as its generation has it, at any address where the machine is relaxed. It names the
/// type of the elements where there is such a move, so that it counts them; without a type it moves bits.
pub(super) fn whole_access(generation: Generation, bytes: u32, elements: Option<Type>, stores: bool) -> Inst {
    if generation.family() == Family::Rvp {
        let (op, shape) = if stores { (POp::Fsdp, Shape::FStore) } else { (POp::Fldp, Shape::FLoad) };
        return load(op, shape, textbook_move(elements), 0, 0, (0, 0));
    }
    let shape = if stores { Shape::VStore } else { Shape::V1Mem };
    let width = bytes as u8;
    let (op, elem) = if generation == Generation::Mmx {
        (POp::Vmovq, Elem::No)
    } else {
        let typed = elements.and_then(x86_move);
        typed
            .filter(|(op, elem)| generation.has(&blank(*op, shape, *elem, width)))
            .unwrap_or((POp::Vmovdqu, Elem::No))
    };
    load(op, shape, elem, width, 0, (0, 0))
}

/// What a move of the textbook's style names for elements of a type.
const fn textbook_move(elements: Option<Type>) -> Elem {
    match elements {
        Some(Type::F32) => Elem::F8S,
        Some(ty) => match ty.bytes() {
            1 => Elem::B32,
            2 => Elem::H16,
            4 => Elem::W8,
            _ => Elem::D4,
        },
        None => Elem::D4,
    }
}

/// The move of x86 style that names elements of a type; that of whole numbers came with masks.
pub(super) const fn x86_move(ty: Type) -> Option<(POp, Elem)> {
    Some(match (ty, ty.bytes()) {
        (Type::F32, _) => (POp::Vmovu, Elem::Xps),
        (Type::F64, _) => (POp::Vmovu, Elem::Xpd),
        (_, 1) => (POp::VmovdquE, Elem::E8),
        (_, 2) => (POp::VmovdquE, Elem::E16),
        (_, 4) => (POp::VmovdquE, Elem::E32),
        (_, 8) => (POp::VmovdquE, Elem::E64),
        _ => return None,
    })
}

impl Cut {
    /// A load or store of a whole register.
    pub fn access(self, elements: Option<Type>, stores: bool) -> Inst {
        whole_access(self.generation, self.bytes(), elements, stores)
    }
}

/// A copy of a whole register.
pub(super) fn whole_copy(generation: Generation) -> (Op, Form) {
    let (op, shape, elem) = match generation.family() {
        Family::Rvp => (POp::Fmvp, Shape::F1, Elem::D4),
        _ if generation == Generation::Mmx => (POp::Vmovq, Shape::V1, Elem::No),
        _ => (POp::Vmova, Shape::V1, Elem::Xps),
    };
    (Op::Ext(op), Form::Ext(shape.of(elem)))
}

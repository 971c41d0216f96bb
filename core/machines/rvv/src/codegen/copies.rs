//! Copies of masks to `v0` that are there already.

use alloc::vec::Vec;

use lanescope_parts::codegen::lines::{Known, known_before};

use super::code::Line;
use crate::{
    codegen::line::VectorLine,
    isa::{Class as Unit, ClassNames},
};

/// Removes copies of a mask to `v0` where that has it already.
pub(super) fn copy_masks_once(lines: &mut Vec<Line>) {
    let before = known_before(lines, |line, known| match line.copied_to_v0() {
        Some(mask) => Known::One(mask),
        None if line.writes_v0() => Known::Several,
        // Another length has other elements, and a mask may change.
        None if matches!(line.class(), Some(Unit::Config)) => Known::Several,
        None => match known {
            Known::One(mask) if line.def() == Some(mask) => Known::Several,
            known => known,
        },
    });
    let mut before = before.into_iter();
    lines.retain(|line| {
        let known = before.next();
        line.copied_to_v0().is_none_or(|mask| known != Some(Known::One(mask)))
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codegen::code::VectorCode;
    use crate::isa::OpNames;
    use crate::{
        codegen::code::{Class, Code, Reg, V0},
        isa::Op,
    };
    use lanescope_parts::riscv::codegen::Emit;

    #[test]
    fn a_mask_is_copied_once_until_it_or_v0_changes() {
        let mut code = Code::new(());
        let [a, b] = core::array::from_fn(|_| code.value(Class::M));
        let label = code.label();
        code.fill(a, true);
        code.fill(b, true);
        code.m_to(V0, Op::Vmand, a, a);
        code.place(label);
        // Around a loop: copied before and at its end.
        code.m_to(V0, Op::Vmand, a, a);
        code.m_to(V0, Op::Vmand, b, b);
        code.m_to(V0, Op::Vmand, b, b);
        code.m_to(b, Op::Vmor, a, b);
        code.m_to(V0, Op::Vmand, b, b);
        code.m_to(V0, Op::Vmand, a, a);
        code.branch(Op::Bne, Reg::Fixed(5), Reg::Fixed(6), label);
        let mut lines = code.finish();
        copy_masks_once(&mut lines);
        let copies: Vec<_> = lines.iter().filter_map(Line::copied_to_v0).map(Reg::Value).collect();
        assert_eq!(copies, [a, b, b, a]);
    }
}

//! What the parameters of hand-written code point to: read off the accesses, because nothing else says it.

use alloc::vec::Vec;

use lanescope_parts::base::OrdMap;

use crate::isa::{Bank, Op, Operand, Program, Reg, Space};

/// Fills in space and element type of the parameters that end up in addresses. The code is followed once, as written:
/// good enough for a form that a person can correct.
pub(super) fn infer(program: &mut Program) {
    let mut from: OrdMap<Reg, usize> = OrdMap::new();
    let mut found = Vec::new();
    for inst in &program.code {
        let source = inst.src.iter().find_map(|operand| from.get(&operand.reg()?).copied());
        match inst.op {
            Op::Ld if inst.space == Space::Param => {
                let at = match inst.src[0] {
                    Operand::Imm(base) => base.wrapping_add(i64::from(inst.offset) as u64),
                    _ => continue,
                };
                let slot = program.params.iter().position(|param| u64::from(param.offset) == at);
                carry(&mut from, inst.dst, slot);
            }
            Op::Ld | Op::St | Op::Atom | Op::AtomCas | Op::Red => {
                let base = inst.src[0].reg().and_then(|reg| from.get(&reg)).copied();
                found.extend(base.map(|slot| (slot, inst.space, inst.ty)));
                carry(&mut from, inst.dst, None);
            }
            Op::Mov | Op::Cvta | Op::Add | Op::Sub | Op::Mad | Op::MadWide => {
                carry(&mut from, inst.dst, source);
            }
            _ => carry(&mut from, inst.dst, None),
        }
    }
    for (slot, space, ty) in found {
        let param = &mut program.params[slot];
        if param.ty.bank() == Bank::D {
            param.space = param.space.or(Some(space));
            param.element = param.element.or(Some(ty));
        }
    }
}

fn carry(from: &mut OrdMap<Reg, usize>, dst: Operand, slot: Option<usize>) {
    if let Operand::Reg(reg) = dst {
        match slot {
            Some(slot) => from.insert(reg, slot),
            None => from.remove(&reg),
        };
    }
}

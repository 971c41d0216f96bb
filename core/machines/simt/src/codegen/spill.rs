//! Keeps values in local memory: each use reads them, each write writes them back. A predicate is kept as a number in a
//! 32-bit register, which may be spilled in turn.

use alloc::{format, vec::Vec};

use lanescope_parts::{base::OrdMap, source::Span};

use super::{
    edit::{self, Edit},
    roles::Numbering,
};
use crate::{
    Program,
    isa::{Bank, Cmp, Detail, Inst, Op, Operand, Reg, Space, Ty, Variable},
};

/// Where a spilled value is.
#[derive(Clone, Copy)]
enum Home {
    /// At this offset of local memory.
    Memory(u32),
    /// In this register.
    Register(Reg),
}

/// Rewrites the program so that `values` live elsewhere. Returns the short-lived registers that carry them now.
pub(super) fn spill(program: &mut Program, values: &[Reg], numbering: Numbering) -> Vec<Reg> {
    let mut fresh = numbering.counts;
    let mut new = |bank: Bank| {
        fresh[bank as usize] += 1;
        Reg { bank, index: fresh[bank as usize] - 1 }
    };
    let homes: OrdMap<Reg, Home> = values
        .iter()
        .map(|reg| match reg.bank {
            Bank::P => (*reg, Home::Register(new(Bank::R))),
            _ => (*reg, Home::Memory(slot(program, reg.bank.bits() / 8))),
        })
        .collect();
    let mut carriers = Vec::new();
    let mut edit = Edit::new(program.code.len());
    for at in 0..program.code.len() {
        let mut inst = program.code[at];
        let mut carried: OrdMap<Reg, Reg> = OrdMap::new();
        let mut reads: Vec<Reg> = inst.sources().collect();
        // A guarded write keeps the old value of the other lanes.
        reads.extend(inst.dst_reg().filter(|_| inst.guard.is_some()));
        for reg in inst.sources().chain(inst.dst_reg()) {
            if homes.contains_key(&reg) && !carried.contains_key(&reg) {
                let carrier = new(reg.bank);
                carriers.push(carrier);
                carried.insert(reg, carrier);
            }
        }
        for (reg, carrier) in &carried {
            if reads.contains(reg) {
                edit.insert_before(restore(homes[reg], *carrier, inst.span));
            }
        }
        let written = inst.dst_reg().filter(|reg| carried.contains_key(reg));
        replace(&mut inst, &carried);
        edit.keep(at, inst);
        if let Some(reg) = written {
            edit.insert_behind(save(homes[&reg], carried[&reg], inst.span));
        }
    }
    edit::finish(edit, program);
    carriers
}

/// Room for a value in local memory.
fn slot(program: &mut Program, bytes: u32) -> u32 {
    let offset = program.local_bytes.next_multiple_of(bytes);
    program.local_bytes = offset + bytes;
    let number = program.variables.iter().filter(|variable| variable.name.starts_with("__spill")).count();
    let name = format!("__spill{number}");
    program.variables.push(Variable { name, space: Space::Local, offset, bytes });
    offset
}

fn replace(inst: &mut Inst, carried: &OrdMap<Reg, Reg>) {
    for operand in inst.src.iter_mut().chain([&mut inst.dst]) {
        if let Operand::Reg(reg) = operand {
            *reg = carried.get(reg).copied().unwrap_or(*reg);
        }
    }
    if let Some(guard) = &mut inst.guard {
        let reg = Reg { bank: Bank::P, index: guard.pred };
        guard.pred = carried.get(&reg).map_or(guard.pred, |carrier| carrier.index);
    }
}

fn local(op: Op, bank: Bank, offset: u32, span: Span) -> Inst {
    let ty = if bank == Bank::D { Ty::B64 } else { Ty::B32 };
    let address = Operand::Imm(0);
    Inst {
        space: Space::Local,
        src: [address, Operand::None, Operand::None],
        offset: offset as i32,
        ..Inst::new(op, ty, span)
    }
}

fn restore(home: Home, to: Reg, span: Span) -> Inst {
    match home {
        Home::Memory(offset) => Inst { dst: Operand::Reg(to), ..local(Op::Ld, to.bank, offset, span) },
        Home::Register(from) => Inst {
            dst: Operand::Reg(to),
            src: [Operand::Reg(from), Operand::Imm(0), Operand::None],
            detail: Detail::Cmp(Cmp::Ne),
            ..Inst::new(Op::Setp, Ty::U32, span)
        },
    }
}

fn save(home: Home, from: Reg, span: Span) -> Inst {
    match home {
        Home::Memory(offset) => {
            let store = local(Op::St, from.bank, offset, span);
            Inst { src: [store.src[0], Operand::Reg(from), Operand::None], ..store }
        }
        Home::Register(to) => Inst {
            dst: Operand::Reg(to),
            src: [Operand::Imm(1), Operand::Imm(0), Operand::Reg(from)],
            ..Inst::new(Op::Selp, Ty::U32, span)
        },
    }
}

//! Writing instructions with virtual registers.

use alloc::vec::Vec;

use lanescope_parts::{
    ir::{self, Type},
    source::Span,
};

use crate::isa::{Bank, Cmp, Detail, Guard, Inst, Op, Operand, Reg, Special, Ty};

/// Appends instructions; every one gets the current guard and span.
#[derive(Debug, Default)]
pub(super) struct Emitter {
    pub code: Vec<Inst>,
    /// Guard of what is appended.
    pub guard: Option<Guard>,
    /// Text that what is appended comes from.
    pub span: Span,
    counts: [u32; 3],
}

impl Emitter {
    /// A new register.
    pub fn reg(&mut self, bank: Bank) -> Reg {
        let count = &mut self.counts[bank as usize];
        *count += 1;
        Reg { bank, index: *count - 1 }
    }

    /// Appends an instruction.
    pub fn push(&mut self, inst: Inst) {
        self.code.push(Inst { guard: inst.guard.or(self.guard), span: self.span, ..inst });
    }

    /// An instruction with operands, not yet appended.
    pub fn inst(&self, op: Op, ty: Ty, dst: Operand, src: &[Operand]) -> Inst {
        let mut inst = Inst { dst, ..Inst::new(op, ty, self.span) };
        inst.src[..src.len()].copy_from_slice(src);
        inst
    }

    /// Appends an instruction that writes `dst`.
    pub fn write(&mut self, op: Op, ty: Ty, dst: Reg, src: &[Operand]) {
        let inst = self.inst(op, ty, Operand::Reg(dst), src);
        self.push(inst);
    }

    /// Appends an instruction that writes a new register of the type's bank.
    pub fn fresh(&mut self, op: Op, ty: Ty, src: &[Operand]) -> Operand {
        let dst = self.reg(ty.bank());
        self.write(op, ty, dst, src);
        Operand::Reg(dst)
    }

    /// Appends a conversion to a new register.
    pub fn convert(&mut self, op: Op, to: Ty, from: Ty, a: Operand) -> Operand {
        let dst = self.reg(to.bank());
        let inst = Inst { from, ..self.inst(op, to, Operand::Reg(dst), &[a]) };
        self.push(inst);
        Operand::Reg(dst)
    }

    /// Appends a comparison to a new predicate.
    pub fn compare(&mut self, cmp: Cmp, ty: Ty, a: Operand, b: Operand) -> Operand {
        let op = if ty.is_float() { Op::FSetp } else { Op::Setp };
        let dst = Operand::Reg(self.reg(Bank::P));
        let inst = Inst { detail: Detail::Cmp(cmp), ..self.inst(op, ty, dst, &[a, b]) };
        self.push(inst);
        dst
    }

    /// Appends a move.
    pub fn mov(&mut self, ty: Ty, dst: Reg, from: Operand) {
        self.write(Op::Mov, ty, dst, &[from]);
    }

    /// Reads a special register.
    pub fn special(&mut self, special: Special) -> Operand {
        self.fresh(Op::Mov, Ty::U32, &[Operand::Special(special)])
    }

    /// `choice ? a : b` for predicates.
    pub fn select_predicate(&mut self, choice: Operand, a: Operand, b: Operand) -> Operand {
        let yes = self.fresh(Op::And, Ty::Pred, &[choice, a]);
        let not = self.fresh(Op::Not, Ty::Pred, &[choice]);
        let no = self.fresh(Op::And, Ty::Pred, &[not, b]);
        self.fresh(Op::Or, Ty::Pred, &[yes, no])
    }

    /// A predicate in a register, so that it can be a guard.
    pub fn predicate(&mut self, value: Operand) -> u32 {
        match value {
            Operand::Reg(reg) if reg.bank == Bank::P => reg.index,
            other => {
                let reg = self.reg(Bank::P);
                self.mov(Ty::Pred, reg, other);
                reg.index
            }
        }
    }

    /// Appends a branch to a block, whose number stands for its place until all blocks are placed.
    pub fn branch(&mut self, guard: Option<Guard>, block: u32) {
        let op = if guard.is_none() { Op::BraUni } else { Op::Bra };
        self.push(Inst { guard, target: block, ..Inst::new(op, Ty::Pred, self.span) });
    }
}

/// Kinds of types of one value of the IR.
pub(super) fn bits(ty: Type) -> Ty {
    match ty {
        Type::Bool => Ty::Pred,
        Type::I64 | Type::F64 | Type::Ptr(_) => Ty::B64,
        _ => Ty::B32,
    }
}

/// The signed type that arithmetic on `ty` uses: narrow integers are computed in 32 bits.
pub(super) fn signed(ty: Type) -> Ty {
    if ty.bits() == 64 { Ty::S64 } else { Ty::S32 }
}

/// The unsigned type that arithmetic on `ty` uses.
pub(super) fn unsigned(ty: Type) -> Ty {
    if ty.bits() == 64 { Ty::U64 } else { Ty::U32 }
}

/// The type with exactly this width: how it lies in memory, and what conversions name.
pub(super) fn exact(ty: Type, signed: bool) -> Ty {
    match (ty, signed) {
        (Type::Bool, _) => Ty::Pred,
        (Type::I8, false) => Ty::U8,
        (Type::I8, true) => Ty::S8,
        (Type::I16, false) => Ty::U16,
        (Type::I16, true) => Ty::S16,
        (Type::I32, false) => Ty::U32,
        (Type::I32, true) => Ty::S32,
        (Type::I64 | Type::Ptr(_), false) => Ty::U64,
        (Type::I64 | Type::Ptr(_), true) => Ty::S64,
        (Type::F16, _) => Ty::F16,
        (Type::F32, _) => Ty::F32,
        (Type::F64, _) => Ty::F64,
    }
}

/// The type of a load or store.
pub(super) fn memory(ty: Type) -> Ty {
    match ty {
        Type::F16 => Ty::B16,
        other => exact(other, false),
    }
}

/// The type of a move.
pub(super) fn moved(ty: Type) -> Ty {
    match ty {
        Type::F32 => Ty::F32,
        Type::F64 => Ty::F64,
        other => bits(other),
    }
}

/// The bank of a value.
pub(super) fn bank(ty: Type) -> Bank {
    bits(ty).bank()
}

/// The special registers of a dimension: tid, ntid, ctaid, nctaid.
pub(super) fn specials(dimension: u8) -> [Special; 4] {
    use Special::*;
    match dimension {
        0 => [TidX, NtidX, CtaidX, NctaidX],
        1 => [TidY, NtidY, CtaidY, NctaidY],
        _ => [TidZ, NtidZ, CtaidZ, NctaidZ],
    }
}

/// Moves that happen at once, in an order that keeps the values: registers first, constants last.
pub(super) fn parallel_moves(emitter: &mut Emitter, moves: &[(Reg, Operand, Type)]) {
    for bank in [Bank::R, Bank::D, Bank::P] {
        let pairs: Vec<(Reg, Reg)> = moves
            .iter()
            .filter(|(to, ..)| to.bank == bank)
            .filter_map(|(to, from, _)| from.reg().map(|from| (*to, from)))
            .collect();
        let spare = emitter.reg(bank);
        let ty = match bank {
            Bank::R => Ty::B32,
            Bank::D => Ty::B64,
            Bank::P => Ty::Pred,
        };
        for (to, from) in ir::moves::sequence(&pairs, spare) {
            emitter.mov(ty, to, Operand::Reg(from));
        }
    }
    let constants: Vec<_> = moves.iter().filter(|(_, from, _)| from.reg().is_none()).collect();
    constants.iter().for_each(|(to, from, ty)| emitter.mov(moved(*ty), *to, *from));
}

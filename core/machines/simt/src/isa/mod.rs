//! The instruction set: a PTX-like virtual ISA with machine registers.
//!
//! Typed instructions (`add.s32`) on three kinds of registers: 32-bit `%r`, 64-bit `%rd`, predicates `%p`. Every
//! instruction can carry a guard. A load or store reaches any address in any lane. There is no scalar unit: a value
//! that is the same in every lane is still computed in every lane.
//!
//! Values narrower than 32 bits (`u8`, `s16`, `f16`) are held zero-extended in `%r`; `ld.s8` and `cvt.s32.s8` extend
//! the sign.
//!
//! Lanes of a warp meet at shuffles, votes and `bar.warp.sync`; a warp counts as 32 lanes there, or fewer if the program says so
//! ([`Program::warp`]), also on a machine whose warps are wider.
//!
//! Absent: vector loads, textures, the second result of `shfl`, `match.all`, `redux`, calls, indirect branches, directed rounding of arithmetic,
//! `.sat`, the modes of `prmt`, and `bfi`, which would read four registers.

pub mod ops;
pub mod program;
pub mod types;

pub use ops::{Class, Op, Syntax, Word};
pub use program::{ParamSlot, Program, Registers, Variable};
pub use types::{Atom, Bank, CacheLevel, Cmp, Guard, Operand, Reg, Shuffle, Space, Special, Ty, Vote};

use super::stack::NO_PC;
use lanescope_parts::{ir, source::Span};

/// An instruction, decoded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inst {
    /// What it does.
    pub op: Op,
    /// On which type.
    pub ty: Ty,
    /// From which type, for conversions (else the same as `ty`).
    pub from: Ty,
    /// The comparison, atomic operation or function.
    pub detail: Detail,
    /// Is a subnormal `f32` zero, as operand and as result (`.ftz`)?
    pub flush: bool,
    /// The memory, for accesses.
    pub space: Space,
    /// Which lanes.
    pub guard: Option<Guard>,
    /// Where the result goes.
    pub dst: Operand,
    /// Operands; for a memory access the first is the base address.
    pub src: [Operand; 3],
    /// Byte offset of a memory access; number of a barrier; segments of a shuffle.
    pub offset: i32,
    /// Where a branch goes.
    pub target: u32,
    /// Where the lanes of a branch meet again; [`NO_PC`] at the exit.
    pub rpc: u32,
    /// The text it comes from.
    pub span: Span,
}

/// The word between mnemonic and type, where the meaning depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// None.
    Nothing,
    /// Of `setp`.
    Cmp(Cmp),
    /// Of `atom` and `red`.
    Atom(Atom),
    /// Of `math`.
    Math(ir::Math),
    /// Of `shfl`.
    Shuffle(Shuffle),
    /// Of `vote`.
    Vote(Vote),
    /// Of `prefetch`.
    Level(CacheLevel),
}

/// What an operand is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandType {
    /// A value of a type.
    Value(Ty),
    /// An address in brackets.
    Address,
}

/// The operands of an instruction, as they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct OperandTypes {
    /// Of the result.
    pub dst: Option<Ty>,
    /// Of the operands.
    pub src: [Option<OperandType>; 3],
    /// Is there a barrier's number?
    pub barrier: bool,
    /// Are there the segments of a shuffle, behind its second operand?
    pub segments: bool,
}

impl Inst {
    /// Which operands it has.
    pub fn operand_types(&self) -> OperandTypes {
        let ty = self.ty;
        let wide = if ty.is_signed() { Ty::S64 } else { Ty::U64 };
        let arity = if let Detail::Math(math) = self.detail { math.arity() } else { 1 };
        let mask = usize::from(self.op.has_mask());
        let address = OperandType::Address;
        let all = |dst: Option<Ty>, src: &[OperandType]| {
            let mut types = OperandTypes { dst, ..OperandTypes::default() };
            types.src.iter_mut().zip(src).for_each(|(to, from)| *to = Some(*from));
            types
        };
        let value = OperandType::Value;
        match self.op.syntax() {
            Syntax::Unary | Syntax::Move => all(Some(ty), &[value(ty)]),
            Syntax::Binary => all(Some(ty), &[value(ty), value(ty)]),
            Syntax::Shift => all(Some(ty), &[value(ty), value(Ty::U32)]),
            Syntax::Field => all(Some(ty), &[value(ty), value(Ty::U32), value(Ty::U32)]),
            Syntax::Ternary => all(Some(ty), &[value(ty), value(ty), value(ty)]),
            Syntax::Select => all(Some(ty), &[value(ty), value(ty), value(Ty::Pred)]),
            Syntax::Compare => all(Some(Ty::Pred), &[value(ty), value(ty)]),
            Syntax::Convert => all(Some(ty), &[value(self.from)]),
            Syntax::Count => all(Some(Ty::U32), &[value(ty)]),
            Syntax::Wide => all(Some(wide), &[value(ty), value(ty)]),
            Syntax::WideMad => all(Some(wide), &[value(ty), value(ty), value(wide)]),
            Syntax::Function => all(Some(ty), &[value(ty), value(ty)][..arity.min(2)]),
            Syntax::Load => all(Some(ty), &[address]),
            Syntax::Store | Syntax::Reduce => all(None, &[address, value(ty)]),
            Syntax::Address => all(None, &[address]),
            Syntax::Atomic => all(Some(ty), &[address, value(ty)]),
            Syntax::CompareSwap => all(Some(ty), &[address, value(ty), value(ty)]),
            Syntax::Barrier => OperandTypes { barrier: true, ..OperandTypes::default() },
            Syntax::Shuffle => {
                let all = all(Some(ty), &[value(ty), value(Ty::U32), value(Ty::B32)][..2 + mask]);
                OperandTypes { segments: true, ..all }
            }
            Syntax::Vote => all(Some(ty), &[value(Ty::Pred), value(Ty::B32)][..1 + mask]),
            Syntax::Match => all(Some(Ty::B32), &[value(ty), value(Ty::B32)]),
            Syntax::Answer => all(Some(ty), &[]),
            Syntax::Mask => all(None, &[value(Ty::B32)]),
            Syntax::Branch | Syntax::Nothing => OperandTypes::default(),
        }
    }

    /// An instruction without operands; the others are made from it.
    pub const fn new(op: Op, ty: Ty, span: Span) -> Inst {
        Inst {
            op,
            ty,
            from: ty,
            detail: Detail::Nothing,
            flush: false,
            space: Space::Param,
            guard: None,
            dst: Operand::None,
            src: [Operand::None; 3],
            offset: 0,
            target: NO_PC,
            rpc: NO_PC,
            span,
        }
    }

    /// What it occupies.
    pub const fn class(&self) -> Class {
        self.op.class()
    }

    /// The register it writes.
    pub const fn dst_reg(&self) -> Option<Reg> {
        self.dst.reg()
    }

    /// The registers it reads, its guard included.
    pub fn sources(&self) -> impl Iterator<Item = Reg> + use<> {
        let guard = self.guard.map(|guard| Reg { bank: Bank::P, index: guard.pred });
        self.src.into_iter().filter_map(Operand::reg).chain(guard)
    }

    /// Is it a branch?
    pub const fn is_branch(&self) -> bool {
        matches!(self.op, Op::Bra | Op::BraUni)
    }

    /// Does it decide how the warp goes on?
    pub const fn steers(&self) -> bool {
        matches!(self.class(), Class::Control | Class::Barrier) || self.op.meets()
    }

    /// The mask of the lanes that take part, if it has one: the last operand.
    pub const fn mask(&self) -> Option<Operand> {
        match self.op {
            Op::ShflSync => Some(self.src[2]),
            Op::VoteSync | Op::BallotSync | Op::MatchAny => Some(self.src[1]),
            Op::WarpSync => Some(self.src[0]),
            _ => None,
        }
    }

    /// Does the thread end here?
    pub const fn is_exit(&self) -> bool {
        matches!(self.op, Op::Ret | Op::Exit)
    }
}

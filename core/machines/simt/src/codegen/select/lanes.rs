//! What the lanes of a warp do together.

use lanescope_parts::{
    base::num::lane,
    ir::{LaneOp, Type, Value},
};

use super::super::generate::Generator;
use crate::isa::{Bank, Cmp, Detail, Inst, Op, Operand, Shuffle, Special, Ty};

/// The bits of a lane's number in a warp.
const NUMBER: u64 = 31;

impl Generator<'_> {
    /// The result, if there is one.
    pub(super) fn lanes(&mut self, op: LaneOp, args: &[Value]) -> Option<Operand> {
        let (own, mask) = args.split_at(op.arity().min(args.len()));
        let mask = mask.first().map(|mask| self.value(*mask));
        match (op, own) {
            (LaneOp::Index, [value, by, segments]) => {
                self.shuffle(Shuffle::Index, *value, *by, *segments, mask)
            }
            (LaneOp::Up, [value, by, segments]) => self.shuffle(Shuffle::Up, *value, *by, *segments, mask),
            (LaneOp::Down, [value, by, segments]) => {
                self.shuffle(Shuffle::Down, *value, *by, *segments, mask)
            }
            (LaneOp::Xor, [value, by, segments]) => {
                self.shuffle(Shuffle::Butterfly, *value, *by, *segments, mask)
            }
            (LaneOp::Ballot, [holds]) => Some(match (mask, self.patterns.constant(*holds)) {
                (None, Some(1)) => self.emit.fresh(Op::ActiveMask, Ty::B32, &[]),
                (None, _) => {
                    let holds = self.value(*holds);
                    self.emit.fresh(Op::Ballot, Ty::B32, &[holds])
                }
                (Some(mask), _) => {
                    let holds = self.value(*holds);
                    self.emit.fresh(Op::BallotSync, Ty::B32, &[holds, mask])
                }
            }),
            (LaneOp::Match, [value]) => {
                let ty = if self.kernel.ty(*value).bytes() == 8 { Ty::B64 } else { Ty::B32 };
                let value = self.value(*value);
                let dst = self.emit.reg(Bank::R);
                // Without a mask it is that of those who come together.
                let mask = mask.unwrap_or_else(|| self.emit.fresh(Op::ActiveMask, Ty::B32, &[]));
                self.emit.write(Op::MatchAny, ty, dst, &[value, mask]);
                Some(Operand::Reg(dst))
            }
            (LaneOp::Number | LaneOp::Warp, [number]) => Some(self.value(*number)),
            _ => {
                let inst = self.emit.inst(Op::WarpSync, Ty::Pred, Operand::None, &[mask.unwrap_or(FULL)]);
                self.emit.push(inst);
                None
            }
        }
    }

    fn shuffle(
        &mut self,
        from: Shuffle,
        value: Value,
        by: Value,
        segments: Value,
        mask: Option<Operand>,
    ) -> Option<Operand> {
        let (ty, by) = (self.kernel.ty(value), self.value(by));
        let value = self.value(value);
        let shuffle = match self.patterns.constant(segments) {
            Some(segments) => One { from, by, segments: segments as u32 & 0x1F1F, mask },
            None => {
                let segments = self.value(segments);
                let by = self.source(from, by, segments);
                let segments = lane::segments(LaneOp::Index, 32);
                One { from: Shuffle::Index, by, segments, mask }
            }
        };
        Some(match ty.bytes() {
            8 => {
                let shift = Operand::Imm(32);
                let high = self.emit.fresh(Op::Shr, Ty::U64, &[value, shift]);
                let [low, high] = [value, high].map(|half| {
                    let half = self.emit.convert(Op::Cvt, Ty::U32, Ty::U64, half);
                    let half = self.exchanged(half, shuffle);
                    self.emit.convert(Op::Cvt, Ty::U64, Ty::U32, half)
                });
                let high = self.emit.fresh(Op::Shl, Ty::B64, &[high, shift]);
                self.emit.fresh(Op::Or, Ty::B64, &[low, high])
            }
            _ => self.exchanged(value, shuffle),
        })
    }

    /// A shuffle of 32 bits.
    fn exchanged(&mut self, value: Operand, One { from, by, segments, mask }: One) -> Operand {
        let dst = Operand::Reg(self.emit.reg(Bank::R));
        let op = if mask.is_some() { Op::ShflSync } else { Op::Shfl };
        let src = [value, by, mask.unwrap_or(Operand::None)];
        let inst = self.emit.inst(op, Ty::B32, dst, &src);
        self.emit.push(Inst { detail: Detail::Shuffle(from), offset: segments as i32, ..inst });
        dst
    }

    /// The lane that is read, where the segments are only known when the kernel runs ([`lane::source`]).
    fn source(&mut self, from: Shuffle, by: Operand, segments: Operand) -> Operand {
        let number = Operand::Imm(NUMBER);
        let lanes = Operand::Imm(u64::from(self.kernel.warp()) - 1);
        let own = self.emit.special(Special::LaneId);
        let own = self.emit.fresh(Op::And, Ty::B32, &[own, lanes]);
        let by = self.emit.fresh(Op::And, Ty::B32, &[by, number]);
        let fixed = self.emit.fresh(Op::Shr, Ty::U32, &[segments, Operand::Imm(8)]);
        let fixed = self.emit.fresh(Op::And, Ty::B32, &[fixed, number]);
        let free = self.emit.fresh(Op::Xor, Ty::B32, &[fixed, number]);
        let last = self.emit.fresh(Op::And, Ty::B32, &[segments, free]);
        let base = self.emit.fresh(Op::And, Ty::B32, &[own, fixed]);
        let limit = self.emit.fresh(Op::Or, Ty::B32, &[base, last]);
        let found = match from {
            Shuffle::Index => {
                let inside = self.emit.fresh(Op::And, Ty::B32, &[by, free]);
                self.emit.fresh(Op::Or, Ty::B32, &[base, inside])
            }
            Shuffle::Up => self.emit.fresh(Op::Sub, Ty::S32, &[own, by]),
            Shuffle::Down => self.emit.fresh(Op::Add, Ty::S32, &[own, by]),
            Shuffle::Butterfly => self.emit.fresh(Op::Xor, Ty::B32, &[own, by]),
        };
        let cmp = if from == Shuffle::Up { Cmp::Ge } else { Cmp::Le };
        let reaches = self.emit.compare(cmp, Ty::S32, found, limit);
        self.emit.fresh(Op::Selp, Ty::B32, &[found, own, reaches])
    }
}

/// All lanes.
const FULL: Operand = Operand::Imm(Type::I32.mask());

/// A shuffle, but for its value.
#[derive(Clone, Copy)]
struct One {
    from: Shuffle,
    by: Operand,
    segments: u32,
    mask: Option<Operand>,
}

//! Operations once for the group. Conditions are words: all ones or zero.

use lanescope_parts::ir::{Binary, Compare, Convert, Op, Type, Unary, Value};

use super::{
    code::{Arg, GROUP_X},
    state::{Generator, Made},
};
use crate::isa::Op as M;

const ONES: Arg = Arg::Number(u32::MAX);
const SIGN: u32 = 1 << 31;

/// The instruction of an operation that is one.
fn single(op: Binary) -> Option<M> {
    Some(match op {
        Binary::Add => M::Siadd,
        Binary::Sub => M::Sisub,
        Binary::Mul => M::Simul,
        Binary::And => M::Sand,
        Binary::Or => M::Sor,
        Binary::Shl => M::Sshl,
        Binary::ShrS => M::Sshr,
        Binary::DivS => M::Sidiv,
        Binary::RemS => M::Simod,
        Binary::MinS => M::Simin,
        Binary::MaxS => M::Simax,
        _ => return None,
    })
}

impl Generator<'_> {
    /// Computes a scalar that is not a number.
    pub fn scalar_op(&mut self, op: &Op, result: Value) -> Made<Arg> {
        Ok(match *op {
            Op::WorkItem(_, dim) => {
                let side = match dim {
                    0 => self.shape.local[0],
                    _ => self.shape.local_rows(),
                };
                let first = self.code.s(M::Smov, &[Arg::Scalar(GROUP_X + dim)]);
                self.code.s(M::Sshr, &[first, Arg::Number(side.trailing_zeros())])
            }
            Op::Unary(Unary::Neg, a) => {
                let a = self.scalar(a);
                self.code.s(M::Sineg, &[a])
            }
            Op::Unary(_, a) => {
                let a = self.scalar(a);
                self.code.s(M::Snot, &[a])
            }
            Op::Binary(op, a, b) => self.scalar_binary(op, a, b),
            Op::Compare(op, a, b) => self.scalar_compare(op, a, b),
            Op::Select(condition, a, b) => {
                let condition = self.scalar(condition);
                let [a, b] = [self.scalar(a), self.scalar(b)];
                let yes = self.code.s(M::Sand, &[a, condition]);
                let no = self.code.s(M::Snot, &[condition]);
                let no = self.code.s(M::Sand, &[b, no]);
                self.code.s(M::Sor, &[yes, no])
            }
            Op::Convert(op, a) => self.scalar_convert(op, a, self.ty(result)),
            _ => return Err(self.refuse("operation", &alloc::format!("Sim-D has no scalar `{op:?}`"))),
        })
    }

    fn scalar_binary(&mut self, op: Binary, a: Value, b: Value) -> Arg {
        let [x, y] = [self.scalar(a), self.any(b)];
        if let Some(op) = single(op) {
            return self.code.s(op, &[x, y]);
        }
        match (op, y) {
            (Binary::ShrU, Arg::Number(by)) if by & 31 != 0 => {
                let shifted = self.code.s(M::Sshr, &[x, Arg::Number(by & 31)]);
                self.code.s(M::Sand, &[shifted, Arg::Number(u32::MAX >> (by & 31))])
            }
            (Binary::ShrU, _) => self.code.s(M::Sor, &[x, Arg::Number(0)]),
            _ => {
                let either = self.code.s(M::Sor, &[x, y]);
                let both = self.code.s(M::Sand, &[x, y]);
                self.code.s(M::Sisub, &[either, both])
            }
        }
    }

    /// All ones where a word is not zero.
    fn scalar_not_zero(&mut self, word: Arg) -> Arg {
        let other = self.code.s(M::Sineg, &[word]);
        let sign = self.code.s(M::Sor, &[word, other]);
        self.code.s(M::Sshr, &[sign, Arg::Number(31)])
    }

    fn scalar_compare(&mut self, op: Compare, a: Value, b: Value) -> Arg {
        let [mut x, mut y] = [self.scalar(a), self.scalar(b)];
        if matches!(op, Compare::LtU | Compare::LeU) {
            [x, y] = [x, y].map(|word| self.code.s(M::Siadd, &[word, Arg::Number(SIGN)]));
        }
        let different = match op {
            Compare::Eq | Compare::Ne => self.code.s(M::Sisub, &[x, y]),
            // a <= b where b < a is not.
            Compare::LeS | Compare::LeU => {
                let most = self.code.s(M::Simax, &[x, y]);
                self.code.s(M::Sisub, &[most, y])
            }
            _ => {
                let most = self.code.s(M::Simax, &[x, y]);
                self.code.s(M::Sisub, &[most, x])
            }
        };
        let mask = self.scalar_not_zero(different);
        match op {
            Compare::Eq | Compare::LeS | Compare::LeU => self.code.s(M::Snot, &[mask]),
            _ => mask,
        }
    }

    fn scalar_convert(&mut self, op: Convert, a: Value, to: Type) -> Arg {
        let (from, word) = (self.ty(a), self.scalar(a));
        let spare = 32u32.saturating_sub(from.bits());
        match op {
            Convert::ZExt if spare > 0 => self.code.s(M::Sand, &[word, Arg::Number(u32::MAX >> spare)]),
            Convert::SExt if spare > 0 && to.bits() <= 32 => {
                let high = self.code.s(M::Sshl, &[word, Arg::Number(spare)]);
                self.code.s(M::Sshr, &[high, Arg::Number(spare)])
            }
            _ => self.code.s(M::Sand, &[word, ONES]),
        }
    }
}

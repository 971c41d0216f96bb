//! Operations of every work-item. Conditions are words: all ones or zero.

use lanescope_parts::ir::{Binary, Compare, Convert, Math, Op, Type, Unary, Value};

use super::{
    code::{Arg, TID_X, TID_Y},
    state::{Generator, Made},
};
use crate::isa::{Op as M, Suffix};

pub const SIGN: Arg = Arg::Number(1 << 31);
const ONE: Arg = Arg::Number(1);
const MINUS_ONE: Arg = Arg::Number(u32::MAX);
/// The bits of the float 2^31.
const TWO_TO_31: Arg = Arg::Number(0x4f00_0000);
/// The bits of the only NaN that arithmetic makes.
const NAN: Arg = Arg::Number(0x7fc0_0000);

/// The instruction of an operation that is one, and whether its operands may change places.
fn single(op: Binary) -> Option<(M, bool)> {
    Some(match op {
        Binary::Add => (M::Iadd, true),
        Binary::Sub => (M::Isub, false),
        Binary::Mul => (M::Imul, true),
        Binary::And => (M::And, true),
        Binary::Or => (M::Or, true),
        Binary::Xor => (M::Xor, true),
        Binary::MinS => (M::Imin, true),
        Binary::MaxS => (M::Imax, true),
        Binary::FAdd => (M::Add, true),
        Binary::FMul => (M::Mul, true),
        Binary::FMin => (M::Min, true),
        Binary::FMax => (M::Max, true),
        _ => return None,
    })
}

impl Generator<'_> {
    /// Computes a vector that is no load.
    pub fn vector_op(&mut self, op: &Op, result: Value) -> Made<Arg> {
        Ok(match *op {
            Op::WorkItem(_, dim) => self.code.v(M::Mov, &[Arg::Vector(if dim == 0 { TID_X } else { TID_Y })]),
            Op::Const(_) | Op::Arg(_) | Op::Slot(_) => {
                return Err(self.refuse("operation", "a number is no vector"));
            }
            Op::Unary(op, a) => {
                let a = self.vector(a);
                match op {
                    Unary::Neg => self.code.v(M::Imul, &[a, MINUS_ONE]),
                    Unary::Not => self.code.v(M::Not, &[a]),
                    Unary::FNeg => self.code.v(M::Xor, &[a, SIGN]),
                    Unary::FAbs => self.code.v(M::And, &[a, Arg::Number(!(1 << 31))]),
                    _ => return Err(self.refuse("operation", "Sim-D counts no bits")),
                }
            }
            Op::Binary(op, a, b) => self.vector_binary(op, a, b)?,
            Op::Compare(op, a, b) => self.compare(op, a, b),
            Op::Select(condition, a, b) => self.select(condition, a, b),
            Op::Convert(op, a) => self.convert(op, a, self.ty(result)),
            Op::Math(math, ref args) => {
                let from = self.vector(args[0]);
                let op = match math {
                    Math::Rsqrt => M::Rsqrt,
                    Math::Sin => M::Sin,
                    Math::Cos => M::Cos,
                    _ => {
                        return Err(
                            self.refuse("operation", &alloc::format!("Sim-D has no `{}`", math.name()))
                        );
                    }
                };
                self.code.v(op, &[from])
            }
            _ => return Err(self.refuse("operation", &alloc::format!("Sim-D has no `{op:?}`"))),
        })
    }

    fn vector_binary(&mut self, op: Binary, a: Value, b: Value) -> Made<Arg> {
        if let Some((op, commutes)) = single(op) {
            let from = if commutes { self.pair(a, b) } else { [self.vector(a), self.any(b)] };
            return Ok(self.code.v(op, &from));
        }
        let x = self.vector(a);
        Ok(match op {
            Binary::FSub => {
                let y = self.any(b);
                self.code.vs(M::Add, Suffix::Neg, &[x, y])
            }
            Binary::MinU | Binary::MaxU => {
                let y = self.vector(b);
                let [x, y] = [x, y].map(|word| self.code.v(M::Xor, &[word, SIGN]));
                let op = if op == Binary::MinU { M::Imin } else { M::Imax };
                let word = self.code.v(op, &[x, y]);
                self.code.v(M::Xor, &[word, SIGN])
            }
            Binary::Shl | Binary::ShrS | Binary::ShrU => {
                let y = self.any(b);
                self.shift(op, x, y)
            }
            Binary::DivU | Binary::RemU => {
                let y = self.vector(b);
                self.divide(x, y, op == Binary::RemU)
            }
            Binary::DivS | Binary::RemS => {
                let y = self.vector(b);
                self.divide_signed(x, y, op == Binary::RemS)
            }
            _ => return Err(self.refuse("operation", &alloc::format!("Sim-D has no `{}`", op.name()))),
        })
    }

    /// All ones where a word is not zero.
    pub fn not_zero(&mut self, word: Arg) -> Arg {
        let other = self.code.v(M::Imul, &[word, MINUS_ONE]);
        let sign = self.code.v(M::Or, &[word, other]);
        self.sign(sign)
    }

    /// All ones where the sign bit is set.
    pub fn sign(&mut self, word: Arg) -> Arg {
        self.code.v(M::Shr, &[word, Arg::Number(31)])
    }

    /// All ones where a signed word is less than another.
    pub fn less(&mut self, x: Arg, y: Arg) -> Arg {
        let most = self.code.v(M::Imax, &[x, y]);
        let above = self.code.v(M::Isub, &[most, x]);
        self.not_zero(above)
    }

    /// All ones where an unsigned word is less than another.
    pub fn below(&mut self, x: Arg, y: Arg) -> Arg {
        let [x, y] = [x, y].map(|word| self.code.v(M::Xor, &[word, SIGN]));
        self.less(x, y)
    }

    fn compare(&mut self, op: Compare, a: Value, b: Value) -> Arg {
        let [x, y] = [self.vector(a), self.vector(b)];
        match op {
            Compare::Eq => {
                let different = self.code.v(M::Xor, &[x, y]);
                let mask = self.not_zero(different);
                self.code.v(M::Not, &[mask])
            }
            Compare::Ne => {
                let different = self.code.v(M::Xor, &[x, y]);
                self.not_zero(different)
            }
            Compare::LtS => self.less(x, y),
            Compare::LtU => self.below(x, y),
            Compare::LeS => {
                let mask = self.less(y, x);
                self.code.v(M::Not, &[mask])
            }
            Compare::LeU => {
                let mask = self.below(y, x);
                self.code.v(M::Not, &[mask])
            }
            Compare::FLt => self.float_less(x, y),
            Compare::FLe => {
                let less = self.float_less(x, y);
                let equal = self.float_equal(x, y);
                self.code.v(M::Or, &[less, equal])
            }
            Compare::FEq => self.float_equal(x, y),
            Compare::FNe => {
                let mask = self.float_equal(x, y);
                self.code.v(M::Not, &[mask])
            }
        }
    }

    /// The sign of a difference. -0 - 0 is -0, which adding 0 makes 0; a NaN has no sign.
    fn float_less(&mut self, x: Arg, y: Arg) -> Arg {
        let difference = self.code.vs(M::Add, Suffix::Neg, &[x, y]);
        let difference = self.code.v(M::Add, &[difference, Arg::Number(0)]);
        self.sign(difference)
    }

    /// Equal bits, behind adding 0, which makes -0 0 and every NaN the one that arithmetic makes.
    fn float_equal(&mut self, x: Arg, y: Arg) -> Arg {
        let [x, y] = [x, y].map(|word| self.code.v(M::Add, &[word, Arg::Number(0)]));
        let different = self.code.v(M::Xor, &[x, y]);
        let different = self.not_zero(different);
        let number = self.code.v(M::Isub, &[x, NAN]);
        let number = self.not_zero(number);
        let equal = self.code.v(M::Not, &[different]);
        self.code.v(M::And, &[number, equal])
    }

    fn select(&mut self, condition: Value, a: Value, b: Value) -> Arg {
        let mask = self.vector(condition);
        let (yes, no) = (self.any(a), self.any(b));
        let no = self.spread(no);
        let difference = self.code.v(M::Xor, &[no, yes]);
        let difference = self.code.v(M::And, &[difference, mask]);
        self.code.v(M::Xor, &[difference, no])
    }

    fn convert(&mut self, op: Convert, a: Value, to: Type) -> Arg {
        let (from, word) = (self.ty(a), self.vector(a));
        let spare = 32u32.saturating_sub(from.bits());
        match op {
            Convert::ZExt if spare > 0 => self.code.v(M::And, &[word, Arg::Number(u32::MAX >> spare)]),
            Convert::SExt if spare > 0 => {
                let high = self.code.v(M::Shl, &[word, Arg::Number(spare)]);
                self.code.v(M::Shr, &[high, Arg::Number(spare)])
            }
            Convert::UToF => self.code.vs(M::Cvt, Suffix::IntToFloat, &[word]),
            Convert::SToF => {
                let sign = self.sign(word);
                let flipped = self.code.v(M::Xor, &[word, sign]);
                let size = self.code.v(M::Isub, &[flipped, sign]);
                let float = self.code.vs(M::Cvt, Suffix::IntToFloat, &[size]);
                let sign = self.code.v(M::And, &[sign, SIGN]);
                self.code.v(M::Or, &[float, sign])
            }
            Convert::FToS => self.code.vs(M::Cvt, Suffix::FloatToInt, &[word]),
            Convert::FToU => self.unsigned_of(word),
            Convert::Trunc if to == Type::Bool => {
                let bit = self.code.v(M::And, &[word, ONE]);
                self.code.v(M::Imul, &[bit, MINUS_ONE])
            }
            _ => word,
        }
    }

    /// A float as an unsigned integer, truncated and saturated: what is below 2^31, and what is above it.
    fn unsigned_of(&mut self, float: Arg) -> Arg {
        let low = self.code.vs(M::Cvt, Suffix::FloatToInt, &[float]);
        let low = self.code.v(M::Imax, &[low, Arg::Number(0)]);
        let above = self.code.vs(M::Add, Suffix::Neg, &[float, TWO_TO_31]);
        let above = self.code.v(M::Max, &[above, Arg::Number(0)]);
        let above = self.code.vs(M::Cvt, Suffix::FloatToInt, &[above]);
        // Only 2^31 - 1, which no float is, becomes negative by one more.
        let full = self.code.v(M::Iadd, &[low, ONE]);
        let full = self.sign(full);
        let sum = self.code.v(M::Iadd, &[low, above]);
        self.code.v(M::Isub, &[sum, full])
    }
}

//! Shifts by vectors, and quotients: Sim-D has neither.

use lanescope_parts::ir::Binary;

use super::{code::Arg, state::Generator};
use crate::isa::{Op as M, Suffix};

/// A little less than 1: the relative error of a reciprocal and two conversions is below 2^-21.
const BIT_LESS: Arg = Arg::Number(0x3f7f_ffe0);

impl Generator<'_> {
    /// A shift by a vector, a scalar or a number.
    pub fn shift(&mut self, op: Binary, x: Arg, by: Arg) -> Arg {
        match (op, by) {
            (Binary::Shl, Arg::Number(by)) => self.code.v(M::Shl, &[x, Arg::Number(by & 31)]),
            (Binary::ShrS, Arg::Number(by)) => self.code.v(M::Shr, &[x, Arg::Number(by & 31)]),
            (_, Arg::Number(by)) if by & 31 == 0 => self.code.v(M::Or, &[x, Arg::Number(0)]),
            (_, Arg::Number(by)) => {
                let shifted = self.code.v(M::Shr, &[x, Arg::Number(by & 31)]);
                self.code.v(M::And, &[shifted, Arg::Number(u32::MAX >> (by & 31))])
            }
            (Binary::Shl, by) if !self.code.is_vector(by) => self.code.v(M::Shl, &[x, by]),
            (Binary::ShrS, by) if !self.code.is_vector(by) => self.code.v(M::Shr, &[x, by]),
            (Binary::Shl, by) => {
                let power = self.minus_power(by);
                let product = self.code.v(M::Imul, &[x, power]);
                self.code.v(M::Imul, &[product, Arg::Number(u32::MAX)])
            }
            (Binary::ShrS, by) => self.shift_right(x, by),
            (_, by) => {
                // The bits that come in from the left are those of the sign: the ones above 2^(32 - by).
                let by = self.spread(by);
                let shifted = self.shift_right(x, by);
                let one = self.code.v(M::Shr, &[x, Arg::Number(31)]);
                let ones = self.shift_right_of_sign(by);
                let sign = self.code.v(M::And, &[one, ones]);
                self.code.v(M::Xor, &[shifted, sign])
            }
        }
    }

    /// -(2^by): a float of this exponent, converted.
    fn minus_power(&mut self, by: Arg) -> Arg {
        let by = self.code.v(M::And, &[by, Arg::Number(31)]);
        let exponent = self.code.v(M::Iadd, &[by, Arg::Number(127 + 256)]);
        let float = self.code.v(M::Shl, &[exponent, Arg::Number(23)]);
        self.code.vs(M::Cvt, Suffix::FloatToInt, &[float])
    }

    /// The `by` highest bits: -(2^(31 - by)) * 2.
    fn shift_right_of_sign(&mut self, by: Arg) -> Arg {
        let left = self.code.v(M::Xor, &[by, Arg::Number(31)]);
        let power = self.minus_power(left);
        self.code.v(M::Shl, &[power, Arg::Number(1)])
    }

    /// An arithmetic shift by a vector, power of two by power of two.
    fn shift_right(&mut self, x: Arg, by: Arg) -> Arg {
        let mut word = x;
        for bit in 0..5 {
            let chosen = self.code.v(M::Shl, &[by, Arg::Number(31 - bit)]);
            let chosen = self.sign(chosen);
            let shifted = self.code.v(M::Shr, &[word, Arg::Number(1 << bit)]);
            let difference = self.code.v(M::Xor, &[shifted, word]);
            let difference = self.code.v(M::And, &[difference, chosen]);
            word = self.code.v(M::Xor, &[word, difference]);
        }
        word
    }

    /// Unsigned quotient or remainder. Three estimates from below, each by the reciprocal of the divisor,
    /// leave a remainder below
    /// two divisors, and one comparison the right one.
    pub fn divide(&mut self, x: Arg, y: Arg, remainder: bool) -> Arg {
        let float = self.code.vs(M::Cvt, Suffix::IntToFloat, &[y]);
        let reciprocal = self.code.v(M::Rcp, &[float]);
        let reciprocal = self.code.v(M::Mul, &[reciprocal, BIT_LESS]);
        let (mut quotient, mut rest) = (None, x);
        for _ in 0..3 {
            let float = self.code.vs(M::Cvt, Suffix::IntToFloat, &[rest]);
            let estimate = self.code.v(M::Mul, &[float, reciprocal]);
            let estimate = self.code.vs(M::Cvt, Suffix::FloatToInt, &[estimate]);
            let product = self.code.v(M::Imul, &[estimate, y]);
            rest = self.code.v(M::Isub, &[rest, product]);
            quotient = Some(match quotient {
                None => estimate,
                Some(sum) => self.code.v(M::Iadd, &[sum, estimate]),
            });
        }
        let quotient = quotient.unwrap_or(x);
        let below = self.below(rest, y);
        let enough = self.code.v(M::Not, &[below]);
        // By zero: the quotient is all ones, and the remainder what was to be divided.
        let some = self.not_zero(y);
        if remainder {
            let divisor = self.code.v(M::And, &[y, enough]);
            let rest = self.code.v(M::Isub, &[rest, divisor]);
            let own = self.code.v(M::Not, &[some]);
            let own = self.code.v(M::And, &[x, own]);
            let rest = self.code.v(M::And, &[rest, some]);
            self.code.v(M::Or, &[rest, own])
        } else {
            let quotient = self.code.v(M::Isub, &[quotient, enough]);
            let none = self.code.v(M::Not, &[some]);
            self.code.v(M::Or, &[quotient, none])
        }
    }

    /// Signed quotient or remainder, by that of the sizes.
    pub fn divide_signed(&mut self, x: Arg, y: Arg, remainder: bool) -> Arg {
        let signs = [x, y].map(|word| self.sign(word));
        let [a, b] = [(x, signs[0]), (y, signs[1])].map(|(word, sign)| self.with_sign(word, sign));
        let result = self.divide(a, b, remainder);
        if remainder {
            return self.with_sign(result, signs[0]);
        }
        // By zero the quotient is all ones whatever the sign.
        let sign = self.code.v(M::Xor, &[signs[0], signs[1]]);
        let some = self.not_zero(y);
        let sign = self.code.v(M::And, &[sign, some]);
        self.with_sign(result, sign)
    }

    /// A word, negated where a sign is all ones.
    fn with_sign(&mut self, word: Arg, sign: Arg) -> Arg {
        let flipped = self.code.v(M::Xor, &[word, sign]);
        self.code.v(M::Isub, &[flipped, sign])
    }
}

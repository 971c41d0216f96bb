//! Conditions of branches: comparisons that nobody else reads become a subtraction and a test.

use lanescope_parts::ir::{Compare, Op, Value};

use super::{
    code::{Arg, Class},
    state::Generator,
    vector::SIGN,
};
use crate::isa::{Op as M, Suffix};

/// The predicate of branches.
pub const P: Arg = Arg::Predicate(0);

impl Generator<'_> {
    /// The comparison that a condition is.
    fn compared(&self, condition: Value) -> Option<(Compare, Value, Value)> {
        match self.kernel.def(condition)?.op {
            Op::Compare(op, a, b) => Some((op, a, b)),
            _ => None,
        }
    }

    /// Sets the predicate of the work-items for which a condition is so, which has been computed.
    pub fn test_word(&mut self, condition: Value, holds: bool) {
        let word = self.vector(condition);
        let suffix = if holds { Suffix::Nz } else { Suffix::Ez };
        self.code.push(M::Itest, Some(suffix), Some(P), &[word]);
    }

    /// The same right behind the condition: what it compares has not changed.
    pub fn test(&mut self, condition: Value, holds: bool) {
        let Some((op, a, b)) = self.compared(condition) else { return self.test_word(condition, holds) };
        let (word, equal) = match op {
            Compare::Eq | Compare::Ne => {
                let from = self.pair(a, b);
                (self.code.v(M::Xor, &from), op == Compare::Eq)
            }
            // a < b if the larger is not a, a <= b if it is b.
            Compare::LtS | Compare::LeS => {
                let from = self.pair(a, b);
                let most = self.code.v(M::Imax, &from);
                let other = self.any(if op == Compare::LtS { a } else { b });
                (self.code.v(M::Isub, &[most, other]), op == Compare::LeS)
            }
            Compare::LtU | Compare::LeU => {
                let [x, y] =
                    [a, b].map(|value| self.vector(value)).map(|word| self.code.v(M::Xor, &[word, SIGN]));
                let most = self.code.v(M::Imax, &[x, y]);
                let other = if op == Compare::LtU { x } else { y };
                (self.code.v(M::Isub, &[most, other]), op == Compare::LeU)
            }
            Compare::FLt => {
                let (x, y) = (self.vector(a), self.any(b));
                let difference = self.code.vs(M::Add, Suffix::Neg, &[x, y]);
                self.code.push(M::Test, Some(Suffix::L), Some(P), &[difference]);
                if !holds {
                    self.code.push(M::Pbool, Some(Suffix::Nand), Some(P), &[P, P]);
                }
                return;
            }
            _ => return self.test_word(condition, holds),
        };
        let suffix = if equal == holds { Suffix::Ez } else { Suffix::Nz };
        self.code.push(M::Itest, Some(suffix), Some(P), &[word]);
    }

    /// A scalar, and how it compares with zero where a condition is false.
    pub fn scalar_test(&mut self, condition: Value) -> (Arg, Suffix) {
        let whole = |this: &mut Self| (this.scalar(condition), Suffix::Ez);
        let Some((op, a, b)) = self.compared(condition) else { return whole(self) };
        if [a, b].iter().any(|value| self.class(*value) != Class::Scalar) {
            return whole(self);
        }
        match op {
            Compare::Eq | Compare::Ne => {
                let (x, y) = (self.scalar(a), self.any(b));
                let word = self.code.s(M::Sisub, &[x, y]);
                (word, if op == Compare::Eq { Suffix::Nz } else { Suffix::Ez })
            }
            Compare::LtS | Compare::LeS => {
                let (x, y) = (self.scalar(a), self.any(b));
                let most = self.code.s(M::Simax, &[x, y]);
                let other = if op == Compare::LtS { x } else { y };
                let word = self.code.s(M::Sisub, &[most, other]);
                (word, if op == Compare::LtS { Suffix::Ez } else { Suffix::Nz })
            }
            _ => whole(self),
        }
    }
}

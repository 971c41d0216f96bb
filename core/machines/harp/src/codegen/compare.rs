//! Comparisons become predicates (HARP 4.4): a difference and a test of it.
//!
//! The sign of a difference is wrong where it overflows. Exact forms repair it; without `exact_compare` integers are compared as the thesis
//! does. Numbers of fewer bits than a word cannot overflow: with their signs flipped both orders are that of numbers without sign.
//!
//! Reals are compared as integers, of which the negative ones are mirrored: so 0 and -0 are equal, infinities are the outermost, and what is
//! no number is sorted out by its size. A difference of reals would be wrong for two infinities.

use lanescope_parts::ir::{Compare, Type, Value};

use super::{
    super::isa::Op,
    code::Reg,
    generate::{Generator, Made},
    sequences::{DIFFERENCE, LESS_SIGNED, LESS_UNSIGNED, Step},
};

impl Generator<'_, '_> {
    /// A comparison.
    pub fn compare(&mut self, op: Compare, a: Value, b: Value) -> Made<Reg> {
        let ty = self.kernel.ty(a);
        if ty == Type::Bool {
            return self.compare_truths(op, a, b);
        }
        Ok(match op {
            Compare::Eq => self.difference(Op::Iszero, a, b)?,
            Compare::Ne => self.difference(Op::Rtop, a, b)?,
            Compare::LtS if self.constant(b) == Some(0) => {
                let (from, bits) = (self.value(a)?, self.bits(ty));
                let from = self.signed(from, bits);
                self.emit.test(Op::Isneg, from)
            }
            Compare::LtS | Compare::LtU => {
                let [a, b] = [self.value(a)?, self.value(b)?];
                self.less(op == Compare::LtS, a, b, ty)
            }
            Compare::LeS | Compare::LeU => {
                let [a, b] = [self.value(a)?, self.value(b)?];
                let more = self.less(op == Compare::LeS, b, a, ty);
                self.emit.not(more)
            }
            Compare::FEq | Compare::FNe | Compare::FLt | Compare::FLe => {
                let [a, b] = [self.value(a)?, self.value(b)?];
                self.compare_reals(op, a, b, ty)?
            }
        })
    }

    fn compare_truths(&mut self, op: Compare, a: Value, b: Value) -> Made<Reg> {
        let [a, b] = [self.value(a)?, self.value(b)?];
        let differ = self.emit.logic(Op::Xorp, a, b);
        Ok(match op {
            Compare::Eq => self.emit.not(differ),
            Compare::Ne => differ,
            _ => return Err(self.refuse("an order of `bool`")),
        })
    }

    /// A test of a difference.
    fn difference(&mut self, test: Op, a: Value, b: Value) -> Made<Reg> {
        let left = self.value(a)?;
        let difference = match self.constant(b) {
            Some(0) => left,
            Some(number) => self.emit.with(Op::Subi, left, number),
            None => {
                let right = self.value(b)?;
                self.emit.two(Op::Sub, left, right)
            }
        };
        Ok(self.emit.test(test, difference))
    }

    /// Is one integer less than another?
    pub fn less(&mut self, signed: bool, a: Reg, b: Reg, ty: Type) -> Reg {
        let bits = self.bits(ty);
        if bits < self.emit.arch.bits() {
            let sign = 1 << (bits - 1);
            let [a, b] =
                [a, b].map(|value| if signed { self.emit.with(Op::Xori, value, sign) } else { value });
            return self.test_of(DIFFERENCE, a, b);
        }
        let steps = match (signed, self.exact) {
            (true, true) => LESS_SIGNED,
            (false, true) => LESS_UNSIGNED,
            (_, false) => DIFFERENCE,
        };
        self.test_of(steps, a, b)
    }

    /// Is a word less than another one, with the signs of both?
    pub fn less_signed(&mut self, a: Reg, b: Reg) -> Reg {
        self.test_of(LESS_SIGNED, a, b)
    }

    /// The sign of what a sequence makes.
    fn test_of(&mut self, steps: &[Step], a: Reg, b: Reg) -> Reg {
        let made = self.emit.sequence(steps, a, b);
        self.emit.test(Op::Isneg, made)
    }
}

//! Products: which sums are multiply-adds, and which of them have factors of 32 bits and 64 bits in the result.

use super::{Pattern, Patterns};
use crate::ir::{Binary, Convert, Op, Type, Value};

/// A factor of a wide product.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Factor {
    /// A value.
    Value(Value),
    /// A constant.
    Constant(u64),
}

impl Factor {
    /// The value, if it is one.
    pub(super) fn value(self) -> Option<Value> {
        if let Factor::Value(value) = self { Some(value) } else { None }
    }
}

impl Patterns<'_> {
    pub(super) fn wide(&self, a: Value, b: Value, c: Option<Value>) -> Option<Pattern> {
        let (a, b) = if self.constant(a).is_some() { (b, a) } else { (a, b) };
        let (a, signed) = self.extended(a)?;
        let b = match self.constant(b) {
            Some(bits) => constant_factor(bits, signed)?,
            None => match self.extended(b)? {
                (b, also) if also == signed => Factor::Value(b),
                _ => return None,
            },
        };
        Some(Pattern::Wide { a, b, c, signed })
    }

    pub(super) fn wide_shift(&self, a: Value, amount: Value, c: Option<Value>) -> Option<Pattern> {
        let (a, signed) = self.extended(a)?;
        let b = constant_factor(1u64.checked_shl(self.constant(amount)? as u32)?, signed)?;
        Some(Pattern::Wide { a, b, c, signed })
    }

    /// A sum: a multiply-add, if one side is a product that nobody else needs.
    pub(super) fn add(&self, sum: Value, a: Value, b: Value, ty: Type) -> Pattern {
        for (product, rest) in [(a, b), (b, a)] {
            let found = match self.only_use(product, sum) {
                Some(Op::Binary(Binary::Mul, x, y)) => {
                    let wide = (ty == Type::I64).then(|| self.wide(*x, *y, Some(rest))).flatten();
                    let factor = |v: Value| self.constant(v).map_or(Factor::Value(v), Factor::Constant);
                    Some(wide.unwrap_or(Pattern::Mad { a: *x, b: factor(*y), c: rest }))
                }
                Some(Op::Binary(Binary::Shl, x, y)) if ty == Type::I64 => self.wide_shift(*x, *y, Some(rest)),
                Some(Op::Binary(Binary::Shl, x, y)) => self.constant(*y).map(|amount| {
                    let factor = Factor::Constant(1 << (amount & u64::from(ty.bits() - 1)));
                    Pattern::Mad { a: *x, b: factor, c: rest }
                }),
                _ => None,
            };
            if let Some(found) = found {
                return found;
            }
        }
        Pattern::Plain
    }

    /// The 32-bit value that was extended to this one.
    fn extended(&self, value: Value) -> Option<(Value, bool)> {
        match self.op(value)? {
            Op::Convert(Convert::SExt, a) if self.kernel.ty(*a) == Type::I32 => Some((*a, true)),
            Op::Convert(Convert::ZExt, a) if self.kernel.ty(*a) == Type::I32 => Some((*a, false)),
            _ => None,
        }
    }

    /// A shift amount without the extension to the width of what is shifted.
    pub fn amount(&self, amount: Value) -> Value {
        self.extended(amount).map_or(amount, |(narrow, _)| narrow)
    }
}

/// A 64-bit constant as a 32-bit factor whose extension it is.
fn constant_factor(bits: u64, signed: bool) -> Option<Factor> {
    let narrow = bits as u32;
    let extended = if signed { i64::from(narrow as i32) as u64 } else { u64::from(narrow) };
    (extended == bits).then_some(Factor::Constant(narrow.into()))
}

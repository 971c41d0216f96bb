//! Addresses: the constant part of a pointer stays out of its register and becomes the offset of an access.

use super::Patterns;
use crate::ir::{Convert, Op, Space, Value};

/// An address as an operand: base plus constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Address {
    /// The value whose register is the part that is not constant.
    pub base: Option<Value>,
    /// The constant part.
    pub offset: i64,
}

impl Patterns<'_> {
    /// A pointer as an operand of an access.
    pub fn address(&self, ptr: Value) -> Address {
        match self.constant(ptr) {
            Some(bits) => Address { base: None, offset: bits as i64 },
            None => Address { base: Some(ptr), offset: self.offset(ptr).into() },
        }
    }

    /// What must be added to the register of a value to give the value: the constant part of a pointer.
    pub fn offset(&self, value: Value) -> i32 {
        match self.op(value) {
            _ if self.constant(value).is_some() => 0,
            Some(Op::PtrAdd(a, b)) => match self.moved_constant(*a, *b) {
                Some((_, offset)) => offset,
                None if self.constant(*a).is_none() && self.constant(*b).is_none() => self.offset(*a),
                None => 0,
            },
            Some(Op::Convert(Convert::Bits, a)) if self.kernel.ty(*a).bits() == 64 => self.offset(*a),
            _ => 0,
        }
    }

    /// A pointer sum with a constant: the value whose register is the rest, and the whole constant part, if it fits.
    pub(super) fn moved_constant(&self, a: Value, b: Value) -> Option<(Value, i32)> {
        let (rest, constant) = match (self.constant(a), self.constant(b)) {
            (_, Some(bits)) => (a, bits as i64),
            (Some(bits), _) => (b, bits as i64),
            _ => return None,
        };
        let whole = constant.checked_add(self.offset(rest).into())?;
        Some((rest, i32::try_from(whole).ok()?))
    }

    /// The space of a pointer.
    pub fn space(&self, ptr: Value) -> Space {
        self.kernel.ty(ptr).space().unwrap_or(Space::Global)
    }
}

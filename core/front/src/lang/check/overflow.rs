//! Constants that do not fit: sums and products beyond their type, shifts beyond its width, and values that lose bits where
//! they are stored. What they come to is defined; it is hardly what was meant.

use super::super::ast::BinaryOp;
use super::super::types::{Scalar, scalar};
use super::*;
use crate::base::num;

impl Checker<'_> {
    /// The value of a constant integer.
    fn integer(&self, value: &Expr) -> Option<i128> {
        let of = self.program.types.as_scalar(value.ty).filter(|of| !of.is_float())?;
        let bits = self.fold(value)?;
        Some(if of.is_signed() { num::signed(of.ir(), bits).into() } else { bits.into() })
    }

    /// The whole part of a constant float.
    fn whole(&self, value: &Expr) -> Option<i128> {
        let bits = self.fold(value)?;
        let exact = match self.program.types.as_scalar(value.ty)? {
            Scalar::Float => f64::from(f32::from_bits(bits as u32)),
            Scalar::Double => f64::from_bits(bits),
            _ => return None,
        };
        (!exact.is_nan()).then_some(exact as i128)
    }

    fn warn_of_constant(&mut self, span: Span, message: String, help: String) {
        if self.here.unreached == 0 {
            self.report.push(Diagnostic::warning("type::overflow", span, message).help(help));
        }
    }

    /// A sum, difference or product of constants of a signed type that does not hold it.
    pub(super) fn check_overflow(&mut self, op: BinaryOp, of: Scalar, left: &Expr, right: &Expr, span: Span) {
        if of.is_float() || !of.is_signed() {
            return;
        }
        let (Some(a), Some(b)) = (self.integer(left), self.integer(right)) else { return };
        let exact = match op {
            BinaryOp::Add => a + b,
            BinaryOp::Sub => a - b,
            BinaryOp::Mul => a * b,
            BinaryOp::Div if b == -1 => -a,
            _ => return,
        };
        if !super::tags::range(of).contains(&exact) {
            let message = format!("The result {exact} does not fit in {}.", self.show(scalar(of)));
            self.warn_of_constant(span, message, "It wraps around. Write `u` or `L` behind a number.".into());
        }
    }

    /// A shift by a constant that is negative or not below the number of bits.
    pub(super) fn check_shift(&mut self, amount: &Expr, of: Scalar) {
        let bits = i128::from(of.bytes()) * 8;
        let Some(by) = self.integer(amount).filter(|by| !(0..bits).contains(by)) else { return };
        let message = format!("A shift by {by} is beyond the {bits} bits of {}.", self.show(scalar(of)));
        self.warn_of_constant(amount.span, message, format!("It shifts by {}.", by.rem_euclid(bits)));
    }

    /// A constant that loses bits where it becomes another type without a cast. Bit patterns of whole numbers that fit with the other sign
    /// are usual; a float stops at the nearest number that there is.
    pub(super) fn check_narrowing(&mut self, value: &Expr, to: Scalar) {
        if to.is_float() || to == Scalar::Bool || !matches!(value.kind, ExprKind::Const(_)) {
            return;
        }
        let (bits, range) = (to.bytes() * 8, super::tags::range(to));
        let (exact, becomes) = if let Some(exact) = self.integer(value) {
            if (-(1i128 << (bits - 1))..1i128 << bits).contains(&exact) {
                return;
            }
            let kept = exact.rem_euclid(1 << bits);
            (exact, if range.contains(&kept) { kept } else { kept - (1 << bits) })
        } else if let Some(exact) = self.whole(value).filter(|exact| !range.contains(exact)) {
            (exact, exact.clamp(*range.start(), *range.end()))
        } else {
            return;
        };
        let message = format!("The value {exact} does not fit in {}.", self.show(scalar(to)));
        let help = format!("It becomes {becomes}; a cast says that this is meant.");
        self.warn_of_constant(value.span, message, help);
    }
}

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

    /// A constant that loses bits where it becomes another type without a cast. Bit patterns that fit with the other sign
    /// are usual.
    pub(super) fn check_narrowing(&mut self, value: &Expr, to: Scalar) {
        if to.is_float() || to == Scalar::Bool || !matches!(value.kind, ExprKind::Const(_)) {
            return;
        }
        let bits = to.bytes() * 8;
        let fits = -(1i128 << (bits - 1))..1i128 << bits;
        let Some(exact) = self.integer(value).filter(|exact| !fits.contains(exact)) else { return };
        let message = format!("The value {exact} does not fit in {}.", self.show(scalar(to)));
        let kept = exact.rem_euclid(1 << bits);
        let signed = if to.is_signed() && kept >= 1 << (bits - 1) { kept - (1 << bits) } else { kept };
        self.warn_of_constant(
            value.span,
            message,
            format!("It becomes {signed}; a cast says that this is meant."),
        );
    }
}

//! Contraction, where a person asks for it: a product that is an operand of a sum or a difference is fused with it and
//! rounded once. C allows that within an expression, not across statements. It is decided here, so that a kernel means the
//! same before and after every pass.
//!
//! Absent: contraction of what builtins compute (`mad` and the functions that name their rounding stay two operations).

use super::super::typed::{Expr, ExprKind};
use super::row::Row;
use super::*;
use crate::ir::{Binary, Unary};

/// Which parts of `a * b + c` change their sign first.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Signs {
    pub product: bool,
    pub addend: bool,
}

impl<'a> Lower<'a> {
    /// The factors of an operand of `op` that is to be fused with it.
    pub(super) fn factors(&self, op: Binary, operand: &'a Expr) -> Option<[&'a Expr; 2]> {
        let fuses = self.contract && matches!(op, Binary::FAdd | Binary::FSub);
        match &operand.kind {
            ExprKind::Binary(Binary::FMul, a, b) if fuses => Some([a, b]),
            _ => None,
        }
    }

    /// A sum or difference as one fused operation (of vectors, one for each component), if it is to be one. Operands are
    /// evaluated from left to right.
    pub(super) fn contracted(
        &mut self,
        op: Binary,
        left: &'a Expr,
        right: &'a Expr,
        span: Span,
    ) -> Option<Row> {
        let is_difference = op == Binary::FSub;
        if let Some(factors) = self.factors(op, left) {
            let [a, b] = factors.map(|factor| self.row(factor));
            let c = self.row(right);
            let signs = Signs { product: false, addend: is_difference };
            return Some(self.fused_row([a, b, c], signs, span));
        }
        let factors = self.factors(op, right)?;
        let c = self.row(left);
        let [a, b] = factors.map(|factor| self.row(factor));
        Some(self.fused_row([a, b, c], Signs { product: is_difference, addend: false }, span))
    }

    fn fused_row(&mut self, [a, b, c]: [Row; 3], signs: Signs, span: Span) -> Row {
        let factors = a.into_iter().zip(b);
        factors.zip(c).map(|((a, b), c)| self.fused([a, b, c], signs, span)).collect()
    }

    /// `a * b + c`, rounded once.
    pub(super) fn fused(&mut self, [a, b, c]: [Value; 3], signs: Signs, span: Span) -> Value {
        let ty = self.b.kernel.ty(c);
        let a = self.signed(a, signs.product, span);
        let c = self.signed(c, signs.addend, span);
        self.b.emit(Op::Fma(a, b, c), ty, span)
    }

    fn signed(&mut self, value: Value, negate: bool, span: Span) -> Value {
        let ty = self.b.kernel.ty(value);
        if negate { self.b.emit(Op::Unary(Unary::FNeg, value), ty, span) } else { value }
    }
}

//! Constant expressions: evaluated with the arithmetic that every machine uses.

use alloc::{vec, vec::Vec};

use super::super::typed::{Expr, ExprKind};
use super::super::types::{Scalar, TypeId, Types};
use super::Checker;
use crate::base::num;
use crate::ir::{Convert, Type};

/// The steps from one scalar type to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conversion {
    /// The bits stay.
    Same,
    /// One operation.
    One(Convert),
    /// Is it not zero?
    Test,
    /// A `bool` becomes a float: over an integer.
    BoolToFloat,
}

/// How C converts.
pub fn conversion(from: Scalar, to: Scalar) -> Conversion {
    if from == to {
        return Conversion::Same;
    }
    match (from, to) {
        (_, Scalar::Bool) => Conversion::Test,
        (Scalar::Bool, to) if to.is_float() => Conversion::BoolToFloat,
        (from, to) if from.is_float() && to.is_float() => Conversion::One(Convert::FToF),
        (from, to) if from.is_float() => {
            Conversion::One(if to.is_signed() { Convert::FToS } else { Convert::FToU })
        }
        (from, to) if to.is_float() => {
            Conversion::One(if from.is_signed() { Convert::SToF } else { Convert::UToF })
        }
        (Scalar::Bool, _) => Conversion::One(Convert::ZExt),
        (from, to) if to.bytes() < from.bytes() => Conversion::One(Convert::Trunc),
        (from, to) if to.bytes() == from.bytes() => Conversion::Same,
        (from, _) => Conversion::One(if from.is_signed() { Convert::SExt } else { Convert::ZExt }),
    }
}

/// The bits of a number in another type.
pub(super) fn convert(from: Scalar, to: Scalar, bits: u64) -> u64 {
    match conversion(from, to) {
        Conversion::Same => bits,
        Conversion::One(op) => num::convert(op, from.ir(), to.ir(), bits),
        Conversion::Test if from.is_float() => {
            u64::from(num::compare(crate::ir::Compare::FNe, from.ir(), bits, 0))
        }
        Conversion::Test => u64::from(bits != 0),
        Conversion::BoolToFloat => num::convert(Convert::UToF, Type::I32, to.ir(), bits),
    }
}

/// The bits of a constant expression, or `None` if it is not constant.
pub fn fold(expr: &Expr, types: &Types) -> Option<u64> {
    let scalar = |ty: TypeId| types.as_scalar(ty);
    match &expr.kind {
        ExprKind::Const(bits) if !expr.ty.is_error() => Some(*bits),
        ExprKind::Convert(value) => Some(convert(scalar(value.ty)?, scalar(expr.ty)?, fold(value, types)?)),
        ExprKind::Unary(op, value) => Some(num::unary(*op, scalar(expr.ty)?.ir(), fold(value, types)?)),
        ExprKind::Binary(op, left, right) => {
            Some(num::binary(*op, scalar(expr.ty)?.ir(), fold(left, types)?, fold(right, types)?))
        }
        ExprKind::Compare(op, left, right) => {
            let ty = scalar(left.ty)?.ir();
            Some(u64::from(num::compare(*op, ty, fold(left, types)?, fold(right, types)?)))
        }
        ExprKind::Logical { is_or, left, right } => {
            let left = fold(left, types)?;
            if (left != 0) == *is_or { Some(left) } else { fold(right, types) }
        }
        ExprKind::Conditional(condition, yes, no) => match fold(condition, types)? {
            0 => fold(no, types),
            _ => fold(yes, types),
        },
        ExprKind::Builtin(super::super::builtins::Action::Bits, args) => match args.as_slice() {
            [value] if scalar(value.ty)?.bytes() == scalar(expr.ty)?.bytes() => fold(value, types),
            _ => None,
        },
        _ => None,
    }
}

/// The bits of each component of a constant vector, or those of a constant scalar.
pub fn fold_row(expr: &Expr, types: &Types) -> Option<Vec<u64>> {
    let Some(of) = types.as_vector(expr.ty) else { return Some(vec![fold(expr, types)?]) };
    let (ty, row) = (of.of.ir(), |expr: &Expr| fold_row(expr, types));
    let each = |a: &Expr, f: &dyn Fn(u64) -> u64| Some(row(a)?.into_iter().map(f).collect::<Vec<u64>>());
    let pairs = |a: &Expr, b: &Expr, f: &dyn Fn(u64, u64) -> u64| {
        Some(row(a)?.into_iter().zip(row(b)?).map(|(a, b)| f(a, b)).collect::<Vec<u64>>())
    };
    match &expr.kind {
        ExprKind::Row(parts) => {
            let rows: Option<Vec<Vec<u64>>> = parts.iter().map(row).collect();
            Some(rows?.concat())
        }
        ExprKind::Swizzle(value, at) => {
            let row = row(value)?;
            Some(at.iter().map(|at| row.get(usize::from(*at)).copied().unwrap_or(0)).collect())
        }
        ExprKind::Unary(op, a) => each(a, &|a| num::unary(*op, ty, a)),
        ExprKind::Binary(op, a, b) => pairs(a, b, &|a, b| num::binary(*op, ty, a, b)),
        ExprKind::Compare(op, a, b) => {
            let ty = types.component(a.ty)?.ir();
            pairs(a, b, &|a, b| u64::from(num::compare(*op, ty, a, b)))
        }
        ExprKind::Convert(a) => match types.as_vector(a.ty) {
            Some(from) if from.of == Scalar::Bool => each(a, &|a| num::unary(crate::ir::Unary::Neg, ty, a)),
            Some(from) => each(a, &|a| convert(from.of, of.of, a)),
            None => Some(vec![fold(a, types)?; usize::from(of.len)]),
        },
        _ => None,
    }
}

impl Checker<'_> {
    /// The bits of the components of a constant expression.
    pub(super) fn fold_row(&self, expr: &Expr) -> Option<Vec<u64>> {
        fold_row(expr, &self.program.types)
    }

    /// The bits of a constant expression.
    pub(super) fn fold(&self, expr: &Expr) -> Option<u64> {
        fold(expr, &self.program.types)
    }

    /// The expression, as a constant if its operands are constants.
    pub(super) fn folded(&self, expr: Expr) -> Expr {
        let constant = |value: &Expr| matches!(value.kind, ExprKind::Const(_));
        let ready = match &expr.kind {
            ExprKind::Unary(_, a) | ExprKind::Convert(a) => constant(a),
            ExprKind::Binary(_, a, b) | ExprKind::Compare(_, a, b) => constant(a) && constant(b),
            ExprKind::Logical { left, right, .. } => constant(left) && constant(right),
            ExprKind::Conditional(a, b, c) => constant(a) && constant(b) && constant(c),
            _ => false,
        };
        match if ready { self.fold(&expr) } else { None } {
            Some(bits) => Expr { kind: ExprKind::Const(bits), ..expr },
            None => expr,
        }
    }
}

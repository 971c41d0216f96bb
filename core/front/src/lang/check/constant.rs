//! Constant expressions: evaluated with the arithmetic that every machine uses.

use alloc::{vec, vec::Vec};

use super::super::builtins::Action;
use super::super::typed::{Expr, ExprKind, Init, Place, PlaceKind, VarRef};
use super::super::types::{Scalar, TypeId, TypeKind, Types};
use super::Checker;
use crate::base::{OrdMap, num};
use crate::ir::{Binary, Convert, Type};

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
pub fn fold(expr: &Expr, known: Known<'_>) -> Option<u64> {
    let scalar = |ty: TypeId| known.types.as_scalar(ty);
    match &expr.kind {
        ExprKind::Const(bits) if !expr.ty.is_error() => Some(*bits),
        ExprKind::Convert(value) => Some(convert(scalar(value.ty)?, scalar(expr.ty)?, fold(value, known)?)),
        ExprKind::Unary(op, value) => Some(num::unary(*op, scalar(expr.ty)?.ir(), fold(value, known)?)),
        ExprKind::Binary(op, left, right) => {
            Some(num::binary(*op, scalar(expr.ty)?.ir(), fold(left, known)?, fold(right, known)?))
        }
        ExprKind::Compare(op, left, right) => {
            let ty = scalar(left.ty)?.ir();
            Some(u64::from(num::compare(*op, ty, fold(left, known)?, fold(right, known)?)))
        }
        ExprKind::Logical { is_or, left, right } => {
            let left = fold(left, known)?;
            if (left != 0) == *is_or { Some(left) } else { fold(right, known) }
        }
        ExprKind::Conditional(condition, yes, no) => match fold(condition, known)? {
            0 => fold(no, known),
            _ => fold(yes, known),
        },
        ExprKind::Builtin(Action::Bits, args) => match args.as_slice() {
            [value] if scalar(value.ty)?.bytes() == scalar(expr.ty)?.bytes() => fold(value, known),
            _ => None,
        },
        ExprKind::Builtin(action, args) => {
            let [a, b] = args.as_slice() else { return None };
            let ty = scalar(expr.ty)?;
            Some(num::binary(extreme(*action, ty)?, ty.ir(), fold(a, known)?, fold(b, known)?))
        }
        ExprKind::Load(place) => element(place, known),
        _ => None,
    }
}

/// The operation that `min` or `max` of integers is.
pub fn extreme(action: Action, ty: Scalar) -> Option<Binary> {
    Some(match (action, ty.is_signed()) {
        _ if ty.is_float() => return None,
        (Action::Min, true) => Binary::MinS,
        (Action::Min, false) => Binary::MinU,
        (Action::Max, true) => Binary::MaxS,
        (Action::Max, false) => Binary::MaxU,
        _ => return None,
    })
}

/// What is known where constants are evaluated: the types, and the bytes of objects that are `constexpr`, outside of functions and in the
/// one at hand.
#[derive(Clone, Copy)]
pub struct Known<'k> {
    pub types: &'k Types,
    pub globals: &'k Tables,
    pub locals: &'k Tables,
}

/// The bytes of objects that are `constexpr`, by their numbers.
pub type Tables = OrdMap<u32, Vec<u8>>;

/// The bits of a number in an object that is `constexpr`.
fn element(place: &Place, known: Known<'_>) -> Option<u64> {
    let (var, offset) = within(place, known.types, &mut |index| fold(index, known))?;
    let bytes = match var {
        VarRef::Global(at) => known.globals.get(&at)?,
        VarRef::Local(at) => known.locals.get(&at)?,
    };
    number_at(bytes, offset, known.types.as_scalar(place.ty)?)
}

/// The bits of a number in some bytes.
pub(super) fn number_at(bytes: &[u8], offset: u64, of: Scalar) -> Option<u64> {
    let (start, length) = (usize::try_from(offset).ok()?, of.bytes() as usize);
    let found = bytes.get(start..start.checked_add(length)?)?;
    let mut bits = [0; 8];
    bits.get_mut(..length)?.copy_from_slice(found);
    Some(u64::from_le_bytes(bits))
}

/// The variable that a place lies in, and the offset there.
pub(super) fn within(
    place: &Place,
    types: &Types,
    index: &mut dyn FnMut(&Expr) -> Option<u64>,
) -> Option<(VarRef, u64)> {
    match &place.kind {
        PlaceKind::Var(var) => Some((*var, 0)),
        PlaceKind::Member(object, offset) => {
            let (var, before) = within(object, types, index)?;
            Some((var, before.checked_add(*offset)?))
        }
        PlaceKind::Deref(pointer) => pointed_at(pointer, types, index),
        _ => None,
    }
}

/// The same of what a pointer points at. An index stays inside of its array.
fn pointed_at(
    pointer: &Expr,
    types: &Types,
    index: &mut dyn FnMut(&Expr) -> Option<u64>,
) -> Option<(VarRef, u64)> {
    match &pointer.kind {
        ExprKind::Address(place) => within(place, types, index),
        ExprKind::Convert(value) => {
            let to = |ty| types.as_pointer(ty).map(|pointer| pointer.to);
            let same = to(value.ty)? == to(pointer.ty)?;
            if same { pointed_at(value, types, index) } else { None }
        }
        ExprKind::Offset { pointer, index: at, stride } => {
            let (var, before) = pointed_at(pointer, types, index)?;
            let at = index(at)?;
            if let ExprKind::Address(array) = &pointer.kind
                && let TypeKind::Array { len: Some(len), .. } = types.kind(array.ty)
                && at >= len
            {
                return None;
            }
            Some((var, before.checked_add(at.checked_mul(*stride)?)?))
        }
        _ => None,
    }
}

/// The bits of each component of a constant vector, or those of a constant scalar.
pub fn fold_row(expr: &Expr, known: Known<'_>) -> Option<Vec<u64>> {
    let types = known.types;
    let Some(of) = types.as_vector(expr.ty) else { return Some(vec![fold(expr, known)?]) };
    let (ty, row) = (of.of.ir(), |expr: &Expr| fold_row(expr, known));
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
            None => Some(vec![fold(a, known)?; usize::from(of.len)]),
        },
        _ => None,
    }
}

impl Checker<'_> {
    /// What constants may be made of at this place.
    pub(super) fn known(&self) -> Known<'_> {
        Known { types: &self.program.types, globals: &self.tables, locals: &self.here.tables }
    }

    /// The bytes of an object that is `constexpr`, if they can be told.
    pub(super) fn table_of(&mut self, ty: TypeId, init: &Init) -> Option<Vec<u8>> {
        let errors = self.report.errors();
        self.report.mute();
        let bytes = self.constant_bytes(ty, init);
        self.report.unmute();
        self.report.forgive(errors);
        bytes
    }

    /// The bits of the components of a constant expression.
    pub(super) fn fold_row(&self, expr: &Expr) -> Option<Vec<u64>> {
        fold_row(expr, self.known())
    }

    /// The bits of a constant expression.
    pub(super) fn fold(&self, expr: &Expr) -> Option<u64> {
        fold(expr, self.known())
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

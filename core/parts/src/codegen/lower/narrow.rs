//! Arithmetic on 8 and 16 bits by that on 32 bits.
//!
//! Operands are extended as the operation reads them, and the result is cut. Shift amounts are taken modulo the narrow width
//! first.

use super::{
    Features, Pass, Scope,
    writer::{Writer, rewrite},
};
use crate::ir::{Binary, Compare, Convert, Kernel, Op, Type, Unary, Value};

/// This pass.
pub const PASS: Pass = Pass {
    name: "narrow",
    doc: "Arithmetic on 8 and 16 bits is done on 32 bits and cut.",
    scope: Scope::Code(run),
};

fn run(kernel: &mut Kernel, features: &Features) {
    if !features.narrow_integers {
        rewrite(kernel, lowered);
    }
}

const fn is_narrow(ty: Type) -> bool {
    matches!(ty, Type::I8 | Type::I16)
}

fn lowered(w: &mut Writer<'_>, op: &Op, ty: Type) -> Option<Op> {
    match op {
        Op::Unary(op, a) if is_narrow(ty) => Some(unary(w, *op, ty, *a)),
        Op::Binary(op, a, b) if is_narrow(ty) => Some(binary(w, *op, ty, *a, *b)),
        Op::Compare(op, a, b) if is_narrow(w.ty(*a)) => {
            let signed = matches!(op, Compare::LtS | Compare::LeS);
            let [a, b] = [*a, *b].map(|value| extended(w, value, signed));
            Some(Op::Compare(*op, a, b))
        }
        Op::Convert(op @ (Convert::SToF | Convert::UToF), a) if is_narrow(w.ty(*a)) => {
            let a = extended(w, *a, *op == Convert::SToF);
            Some(Op::Convert(*op, a))
        }
        Op::Convert(op @ (Convert::FToS | Convert::FToU), a) if is_narrow(ty) => {
            Some(from_float(w, *op == Convert::FToS, ty, *a))
        }
        _ => None,
    }
}

fn extended(w: &mut Writer<'_>, a: Value, signed: bool) -> Value {
    w.convert(if signed { Convert::SExt } else { Convert::ZExt }, a, Type::I32)
}

fn unary(w: &mut Writer<'_>, op: Unary, ty: Type, a: Value) -> Op {
    let a = extended(w, a, false);
    // A one behind the number stops the search at its width; the zeros before it are 32 less its width too many.
    let a = if op == Unary::Ctz { w.with(Binary::Or, a, 1 << ty.bits()) } else { a };
    let mut result = w.emit(Op::Unary(op, a), Type::I32);
    if op == Unary::Clz {
        result = w.with(Binary::Sub, result, u64::from(32 - ty.bits()));
    }
    Op::Convert(Convert::Trunc, result)
}

fn binary(w: &mut Writer<'_>, op: Binary, ty: Type, a: Value, b: Value) -> Op {
    use Binary::*;
    let signed = matches!(op, MulHiS | DivS | RemS | ShrS | MinS | MaxS);
    let [a, mut b] = [a, b].map(|value| extended(w, value, signed));
    if matches!(op, Shl | ShrS | ShrU) {
        b = w.with(And, b, u64::from(ty.bits()) - 1);
    }
    let result = match op {
        MulHiS | MulHiU => {
            let product = w.binary(Mul, a, b);
            w.with(ShrU, product, ty.bits().into())
        }
        // Division by zero gives all ones at every width.
        op => w.binary(op, a, b),
    };
    Op::Convert(Convert::Trunc, result)
}

/// What fits into the narrow type: 32 bits saturate first.
fn from_float(w: &mut Writer<'_>, signed: bool, ty: Type, a: Value) -> Op {
    let op = if signed { Convert::FToS } else { Convert::FToU };
    let whole = w.convert(op, a, Type::I32);
    let most = if signed { ty.mask() >> 1 } else { ty.mask() };
    let compare = if signed { Compare::LtS } else { Compare::LtU };
    let limit = w.constant(most, Type::I32);
    let fits = w.compare(compare, whole, limit);
    let mut cut = w.select(fits, whole, limit);
    if signed {
        let limit = w.constant((most + 1).wrapping_neg(), Type::I32);
        let below = w.compare(compare, cut, limit);
        cut = w.select(below, limit, cut);
    }
    Op::Convert(Convert::Trunc, cut)
}

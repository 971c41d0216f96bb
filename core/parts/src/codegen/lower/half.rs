//! Arithmetic on `f16` by that on `f32`.
//!
//! Sums, differences, products, quotients and square roots are rounded to 24 bits and then to 11: since 24 is at least
//! 2 * 11 + 2 that gives what one rounding gives. The other float functions of an `f16` are those of `f32`, rounded, by
//! definition. Signs are bits. Integers that an `f16` could be made of are at most 2^17 away
//! from zero before they become an infinity anyway, and `f32` holds such numbers exactly.

use super::{
    Features, Pass, Scope,
    writer::{Writer, rewrite},
};
use crate::ir::{Binary, Convert, Kernel, Op, Type, Unary, Value};

/// This pass.
pub const PASS: Pass = Pass {
    name: "half",
    doc: "Arithmetic on half precision is done in single precision.",
    scope: Scope::Code(run),
};

/// Integers farther from zero than this are infinite as `f16`.
pub(super) const BOUND: u64 = 1 << 17;

fn run(kernel: &mut Kernel, features: &Features) {
    rewrite(kernel, |w, op, ty| match op {
        // A machine may compute with `f16` and still lack a function of it.
        Op::Math(math, _) if features.half && features.has(*math, ty) => None,
        Op::Math(..) => lowered(w, op, ty),
        _ if features.half => None,
        _ => lowered(w, op, ty),
    });
}

fn lowered(w: &mut Writer<'_>, op: &Op, ty: Type) -> Option<Op> {
    let half = |value: &Value, w: &Writer<'_>| w.ty(*value) == Type::F16;
    match op {
        Op::Unary(Unary::FNeg, a) if half(a, w) => Some(sign(w, Binary::Xor, *a, 0x8000)),
        Op::Unary(Unary::FAbs, a) if half(a, w) => Some(sign(w, Binary::And, *a, 0x7FFF)),
        Op::Binary(op, a, b) if half(a, w) => {
            let (a, b) = (single(w, *a), single(w, *b));
            let result = w.binary(*op, a, b);
            Some(Op::Convert(Convert::FToF, result))
        }
        Op::Compare(op, a, b) if half(a, w) => {
            let (a, b) = (single(w, *a), single(w, *b));
            Some(Op::Compare(*op, a, b))
        }
        Op::Math(math, args) if ty == Type::F16 => {
            let args = args.iter().map(|arg| single(w, *arg)).collect();
            let result = w.emit(Op::Math(*math, args), Type::F32);
            Some(Op::Convert(Convert::FToF, result))
        }
        Op::Convert(op @ (Convert::FToS | Convert::FToU), a) if half(a, w) => {
            let a = single(w, *a);
            Some(Op::Convert(*op, a))
        }
        Op::Convert(op @ (Convert::SToF | Convert::UToF), a) if ty == Type::F16 => {
            let a = bounded(w, *a, *op == Convert::SToF);
            let single = w.convert(*op, a, Type::F32);
            Some(Op::Convert(Convert::FToF, single))
        }
        _ => None,
    }
}

fn single(w: &mut Writer<'_>, a: Value) -> Value {
    w.convert(Convert::FToF, a, Type::F32)
}

fn bits(w: &mut Writer<'_>, a: Value) -> Value {
    w.convert(Convert::Bits, a, Type::I16)
}

fn sign(w: &mut Writer<'_>, op: Binary, a: Value, mask: u64) -> Op {
    let bits = bits(w, a);
    let changed = w.with(op, bits, mask);
    Op::Convert(Convert::Bits, changed)
}

/// An integer, at most [`BOUND`] away from zero.
fn bounded(w: &mut Writer<'_>, a: Value, signed: bool) -> Value {
    if w.ty(a).bits() <= 16 {
        return a;
    }
    if !signed {
        return w.with(Binary::MinU, a, BOUND);
    }
    let a = w.with(Binary::MinS, a, BOUND);
    w.with(Binary::MaxS, a, BOUND.wrapping_neg())
}

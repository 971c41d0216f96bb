//! Sums and bits of numbers that are cut at once: computed in the width that they are cut to.
//!
//! `z[i] = x[i] + y[i]` of bytes extends both to 32 bits, adds, and cuts. The low bits of a sum, a difference, a product of bits follow from
//! the low bits of its operands, so on a machine whose registers hold as many numbers as their width allows the bytes are added as
//! they are. No pass of the list: a machine asks for it.

use super::writer::{Writer, rewrite};
use crate::{
    ir::{Binary, Convert, Kernel, Op, Type, Value},
    opt::dead,
};

/// How many operations deep it looks.
const DEPTH: u32 = 6;

/// Computes in the width that results are cut to, where all operands were no wider before they were extended.
pub fn shorten(kernel: &mut Kernel) {
    rewrite(kernel, |w, op, ty| match op {
        Op::Convert(Convert::Trunc, a) if matches!(ty, Type::I8 | Type::I16) => cut(w, *a, ty, DEPTH),
        _ => None,
    });
    dead::PASS.apply(kernel);
}

/// The operation that gives the low bits of a value, if it is one on such bits.
fn cut(w: &mut Writer<'_>, value: Value, ty: Type, depth: u32) -> Option<Op> {
    let Op::Binary(op, a, b) = w.op(value)? else { return None };
    let follows = matches!(op, Binary::Add | Binary::Sub | Binary::And | Binary::Or | Binary::Xor);
    let depth = depth.checked_sub(1).filter(|_| follows)?;
    Some(Op::Binary(op, low(w, a, ty, depth)?, low(w, b, ty, depth)?))
}

/// The low bits of a value.
fn low(w: &mut Writer<'_>, value: Value, ty: Type, depth: u32) -> Option<Value> {
    match w.op(value)? {
        Op::Const(bits) => Some(w.constant(bits, ty)),
        Op::Convert(Convert::ZExt | Convert::SExt, a) if w.ty(a) == ty => Some(a),
        Op::Convert(op @ (Convert::ZExt | Convert::SExt), a) if w.ty(a).bits() < ty.bits() => {
            Some(w.convert(op, a, ty))
        }
        _ => {
            let op = cut(w, value, ty, depth)?;
            Some(w.emit(op, ty))
        }
    }
}

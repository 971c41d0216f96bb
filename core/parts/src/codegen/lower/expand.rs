//! Integer operations by simpler ones: minimum and maximum, counting of bits, and the high half of a product.

use super::{
    Features, Pass, Scope,
    features::is_least,
    writer::{Writer, rewrite},
};
use crate::ir::{Binary, Compare, Convert, Kernel, Op, Type, Unary, Value};

/// This pass.
pub const PASS: Pass = Pass {
    name: "expand",
    doc: "Integer operations that are lacking become several simpler ones.",
    scope: Scope::Code(run),
};

fn run(kernel: &mut Kernel, features: &Features) {
    rewrite(kernel, |w, op, ty| match op {
        Op::Binary(op, a, b) if is_least(*op) && !features.least => Some(least(w, *op, *a, *b)),
        Op::Binary(op @ (Binary::MulHiS | Binary::MulHiU), a, b) if lacks_high(features, ty) => {
            let signed = *op == Binary::MulHiS;
            let halves = ty == Type::I64 || ty == Type::I32 && !features.long_integers;
            Some(if halves { high_of_halves(w, signed, *a, *b) } else { high_product(w, signed, ty, *a, *b) })
        }
        Op::Unary(op @ (Unary::PopCount | Unary::Clz | Unary::Ctz), a) if !features.counts => {
            Some(count(w, *op, *a))
        }
        _ => None,
    });
}

/// Pairs of words have no high half of a product.
fn lacks_high(features: &Features, ty: Type) -> bool {
    !features.high_products || ty == Type::I64 && !features.long_integers
}

fn least(w: &mut Writer<'_>, op: Binary, a: Value, b: Value) -> Op {
    let (compare, first, second) = match op {
        Binary::MinS => (Compare::LtS, a, b),
        Binary::MaxS => (Compare::LtS, b, a),
        Binary::MinU => (Compare::LtU, a, b),
        _ => (Compare::LtU, b, a),
    };
    let condition = w.compare(compare, first, second);
    Op::Select(condition, a, b)
}

/// In one product of twice as many bits.
fn high_product(w: &mut Writer<'_>, signed: bool, ty: Type, a: Value, b: Value) -> Op {
    let extend = if signed { Convert::SExt } else { Convert::ZExt };
    let wide = if ty.bits() <= 16 { Type::I32 } else { Type::I64 };
    let [a, b] = [a, b].map(|value| w.convert(extend, value, wide));
    let product = w.binary(Binary::Mul, a, b);
    let high = w.with(Binary::ShrU, product, ty.bits().into());
    Op::Convert(Convert::Trunc, high)
}

/// From the products of halves. Without sign: the carries of the middle products go up. With sign: a negative factor counts
/// two to the width too much.
pub(super) fn high_of_halves(w: &mut Writer<'_>, signed: bool, a: Value, b: Value) -> Op {
    let width = u64::from(w.ty(a).bits());
    let (half, mask) = (width / 2, (1 << (width / 2)) - 1);
    let [a0, b0] = [a, b].map(|value| w.with(Binary::And, value, mask));
    let [a1, b1] = [a, b].map(|value| w.with(Binary::ShrU, value, half));
    let low = w.binary(Binary::Mul, a0, b0);
    let cross = w.binary(Binary::Mul, a1, b0);
    let carry = w.with(Binary::ShrU, low, half);
    let middle = w.binary(Binary::Add, cross, carry);
    let other = w.binary(Binary::Mul, a0, b1);
    let rest = w.with(Binary::And, middle, mask);
    let second = w.binary(Binary::Add, other, rest);
    let high = w.binary(Binary::Mul, a1, b1);
    let up = w.with(Binary::ShrU, middle, half);
    let high = w.binary(Binary::Add, high, up);
    let up = w.with(Binary::ShrU, second, half);
    if !signed {
        return Op::Binary(Binary::Add, high, up);
    }
    let high = w.binary(Binary::Add, high, up);
    let [a_sign, b_sign] = [a, b].map(|value| w.with(Binary::ShrS, value, width - 1));
    let too_much = w.binary(Binary::And, a_sign, b);
    let high = w.binary(Binary::Sub, high, too_much);
    let too_much = w.binary(Binary::And, b_sign, a);
    Op::Binary(Binary::Sub, high, too_much)
}

pub(super) fn count(w: &mut Writer<'_>, op: Unary, a: Value) -> Op {
    let ty = w.ty(a);
    let counted = match op {
        Unary::PopCount => a,
        // The bits below the lowest one.
        Unary::Ctz => {
            let not = w.emit(Op::Unary(Unary::Not, a), ty);
            let less = w.with(Binary::Sub, a, 1);
            w.binary(Binary::And, not, less)
        }
        // The bits above the highest one: the others are filled up first.
        _ => {
            let mut filled = a;
            let mut distance = 1;
            while distance < ty.bits() {
                let moved = w.with(Binary::ShrU, filled, distance.into());
                filled = w.binary(Binary::Or, filled, moved);
                distance *= 2;
            }
            w.emit(Op::Unary(Unary::Not, filled), ty)
        }
    };
    ones(w, counted)
}

/// Sums of 2, 4, 8 … neighbouring bits, side by side.
fn ones(w: &mut Writer<'_>, a: Value) -> Op {
    let ty = w.ty(a);
    let (mut sums, mut width) = (a, 1);
    loop {
        // Every other field of this width.
        let mask = ty.mask() / ((1 << width) + 1);
        let moved = w.with(Binary::ShrU, sums, width.into());
        let odd = w.with(Binary::And, moved, mask);
        let even = w.with(Binary::And, sums, mask);
        width *= 2;
        if width == ty.bits() {
            return Op::Binary(Binary::Add, even, odd);
        }
        sums = w.binary(Binary::Add, even, odd);
    }
}

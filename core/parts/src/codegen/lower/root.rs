//! Square roots of `f32` by integer arithmetic.
//!
//! The significand of an even power of two, taken as an integer with 25 zeros behind it, has a root of 25 bits: 24 and one
//! more to round by. This one decides, for no root lies halfway between two numbers of 24 bits: its square would be odd, and not
//! end in zeros. The digits are found one after another, the highest first: with the
//! digits *q* so far and the bit *d* next, the rest shrinks by 2*qd* + *d*², if there is so much. The rest is kept divided by
//! *d*, so that it fits into 32 bits. A root is never close to zero nor too large. What has no root is picked afterwards.

use super::{
    Features, Pass, Scope,
    single::{FRACTION, INFINITY, NAN, parts},
    writer::{Writer, rewrite},
};
use crate::ir::{Binary, Compare, Convert, Kernel, Math, Op, Type, Value};

/// This pass.
pub const PASS: Pass = Pass {
    name: "root",
    doc: "Square roots of single precision are computed with integers.",
    scope: Scope::Code(run),
};

/// Bits of a root behind its first one: those of the fraction and one to round by.
const ROOT: u64 = FRACTION + 1;

fn run(kernel: &mut Kernel, features: &Features) {
    if !features.has(Math::Sqrt, Type::F32) {
        rewrite(kernel, |w, op, ty| match op {
            Op::Math(Math::Sqrt, args) if ty == Type::F32 => args.first().map(|a| lowered(w, *a)),
            _ => None,
        });
    }
}

fn lowered(w: &mut Writer<'_>, a: Value) -> Op {
    let bits = w.convert(Convert::Bits, a, Type::I32);
    let a = parts(w, bits);
    // Twice the bias more than the exponent is even where the exponent is: half of it is the exponent of the root.
    let raised = w.with(Binary::Add, a.exponent, 127);
    let odd = w.with(Binary::And, raised, 1);
    let exponent = w.with(Binary::ShrU, raised, 1);
    let significand = w.binary(Binary::Shl, a.significand, odd);
    let root = root(w, significand);
    let more = w.with(Binary::Add, root, 1);
    let rounded = w.with(Binary::ShrU, more, 1);
    // The first bit of the significand counts the exponent up by one.
    let field = w.with(Binary::Sub, exponent, 1);
    let field = w.with(Binary::Shl, field, FRACTION);
    let ordinary = w.binary(Binary::Add, field, rounded);
    let is_zero = w.compare_with(Compare::Eq, a.magnitude, 0);
    let is_infinite = w.compare_with(Compare::Eq, bits, INFINITY);
    let itself = w.binary(Binary::Or, is_zero, is_infinite);
    // Negative numbers and NaNs: more than infinity without sign.
    let infinity = w.constant(INFINITY, Type::I32);
    let has_none = w.compare(Compare::LtU, infinity, bits);
    let nan = w.constant(NAN, Type::I32);
    let result = w.select(has_none, nan, ordinary);
    let result = w.select(itself, bits, result);
    Op::Convert(Convert::Bits, result)
}

/// The root, without what is behind its last bit, of a number of 24 or 25 bits with 25 zeros behind it.
fn root(w: &mut Writer<'_>, number: Value) -> Value {
    let mut rest = w.with(Binary::Shl, number, 1);
    let mut twice = w.constant(0, Type::I32);
    for digit in (0..=ROOT).rev().map(|at| 1 << at) {
        let step = w.with(Binary::Or, twice, digit);
        let fits = w.compare(Compare::LeU, step, rest);
        let less = w.binary(Binary::Sub, rest, step);
        rest = w.select(fits, less, rest);
        let more = w.with(Binary::Or, twice, 2 * digit);
        twice = w.select(fits, more, twice);
        rest = w.with(Binary::Shl, rest, 1);
    }
    w.with(Binary::ShrU, twice, 1)
}

//! Quotients of `f32` by integer arithmetic.
//!
//! The significands, with their highest bit in place, are divided as integers to 27 bits: 24 and three more, of which the last
//! also stands for everything behind it. That is enough to round once, also where the result has fewer bits because it is
//! close to zero. What has no significand (zeros, infinities, NaNs) is picked afterwards.

use super::{
    Features, Pass, Scope,
    single::{FRACTION, INFINITY, NAN, Parts, SIGN, parts},
    writer::{Writer, rewrite},
};
use crate::ir::{Binary, Compare, Convert, Kernel, Op, Type, Value};

/// This pass.
pub const PASS: Pass = Pass {
    name: "quotient",
    doc: "Quotients of single precision are computed with integers.",
    scope: Scope::Code(run),
};

/// Bits of a quotient behind its first one.
const QUOTIENT: u64 = 26;

fn run(kernel: &mut Kernel, features: &Features) {
    if features.quotients {
        return;
    }
    rewrite(kernel, |w, op, ty| match op {
        Op::Binary(Binary::FDiv, a, b) if ty == Type::F32 => Some(lowered(w, *a, *b)),
        _ => None,
    });
}

fn lowered(w: &mut Writer<'_>, a: Value, b: Value) -> Op {
    let [a, b] = [a, b].map(|value| w.convert(Convert::Bits, value, Type::I32));
    let signs = w.binary(Binary::Xor, a, b);
    let sign = w.with(Binary::And, signs, SIGN);
    let [a, b] = [a, b].map(|bits| parts(w, bits));
    let magnitude = quotient(w, &a, &b);
    let magnitude = special(w, magnitude, a.magnitude, b.magnitude);
    let signed = w.binary(Binary::Or, magnitude, sign);
    let is_nan = w.compare_with(Compare::LtU, magnitude, INFINITY + 1);
    let nan = w.constant(NAN, Type::I32);
    let bits = w.select(is_nan, signed, nan);
    Op::Convert(Convert::Bits, bits)
}

/// The bits of the quotient of two numbers that are neither zero nor infinite.
fn quotient(w: &mut Writer<'_>, a: &Parts, b: &Parts) -> Value {
    let [dividend, divisor] = [a, b].map(|parts| w.convert(Convert::ZExt, parts.significand, Type::I64));
    let dividend = w.with(Binary::Shl, dividend, QUOTIENT);
    let whole = w.binary(Binary::DivU, dividend, divisor);
    let rest = w.binary(Binary::RemU, dividend, divisor);
    let inexact = w.compare_with(Compare::Ne, rest, 0);
    let whole = w.convert(Convert::Trunc, whole, Type::I32);
    let digits = set_last(w, whole, inexact);
    // The quotient is between a half and 2: its first bit comes to its place.
    let small = w.compare_with(Compare::LtU, digits, 1 << QUOTIENT);
    let doubled = w.with(Binary::Shl, digits, 1);
    let digits = w.select(small, doubled, digits);
    let difference = w.binary(Binary::Sub, a.exponent, b.exponent);
    let exponent = w.with(Binary::Add, difference, 127);
    let lower = w.with(Binary::Sub, exponent, 1);
    let exponent = w.select(small, lower, exponent);
    rounded(w, digits, exponent)
}

/// The bits of `digits` (27 of them) at an exponent, rounded to nearest even.
fn rounded(w: &mut Writer<'_>, digits: Value, exponent: Value) -> Value {
    // Below exponent 1 digits are lost; more than 31 would be no shift.
    let one = w.constant(1, Type::I32);
    let lost = w.binary(Binary::Sub, one, exponent);
    let lost = w.with(Binary::MaxS, lost, 0);
    let lost = w.with(Binary::MinS, lost, 31);
    let kept = w.binary(Binary::ShrU, digits, lost);
    let back = w.binary(Binary::Shl, kept, lost);
    let inexact = w.compare(Compare::Ne, back, digits);
    let digits = set_last(w, kept, inexact);
    let significand = w.with(Binary::ShrU, digits, 3);
    // More than half a unit, or half a unit and odd: 4 with the last bit of the significand above 4.
    let tail = w.with(Binary::And, digits, 7);
    let odd = w.with(Binary::And, significand, 1);
    let tail = w.binary(Binary::Add, tail, odd);
    let up = w.compare_with(Compare::LtU, tail, 5);
    let more = w.with(Binary::Add, significand, 1);
    let significand = w.select(up, significand, more);
    // The first bit of the significand counts the exponent up by one, and so does a carry.
    let field = w.with(Binary::Sub, exponent, 1);
    let field = w.with(Binary::MaxS, field, 0);
    let field = w.with(Binary::MinS, field, 254);
    let field = w.with(Binary::Shl, field, FRACTION);
    let bits = w.binary(Binary::Add, field, significand);
    w.with(Binary::MinU, bits, INFINITY)
}

/// Sets the last bit where a condition holds.
fn set_last(w: &mut Writer<'_>, value: Value, condition: Value) -> Value {
    let odd = w.with(Binary::Or, value, 1);
    w.select(condition, odd, value)
}

/// The bits of the quotient of any two numbers, from those for ordinary ones; more than [`INFINITY`] for a NaN.
fn special(w: &mut Writer<'_>, ordinary: Value, a: Value, b: Value) -> Value {
    let [zero, infinity, nan] = [0, INFINITY, NAN].map(|bits| w.constant(bits, Type::I32));
    let [a_zero, b_zero] = [a, b].map(|value| w.compare(Compare::Eq, value, zero));
    let [a_large, b_large] = [a, b].map(|value| w.compare(Compare::LeU, infinity, value));
    let vanishes = w.binary(Binary::Or, a_zero, b_large);
    let grows = w.binary(Binary::Or, a_large, b_zero);
    let bits = w.select(vanishes, zero, ordinary);
    let bits = w.select(grows, infinity, bits);
    // 0 / 0, infinite / infinite, and what was a NaN.
    let undefined = w.binary(Binary::And, vanishes, grows);
    let [a_nan, b_nan] = [a, b].map(|value| w.compare(Compare::LtU, infinity, value));
    let either = w.binary(Binary::Or, a_nan, b_nan);
    let undefined = w.binary(Binary::Or, undefined, either);
    w.select(undefined, nan, bits)
}

//! `fma` of `f64` by integer arithmetic.
//!
//! The product of two significands has 106 bits and stands, like the significand of the third operand, in a number of 128 bits
//! (two words) with its highest bit at a fixed place, [`TOP`]. The smaller of the two moves down by the difference of the
//! exponents; if bits are lost, its last bit is set. Then they are added or subtracted, and the result is rounded once.
//!
//! The last bit may stand for what is lost, although later bits of a difference count: bits are lost only if the smaller one
//! moves by at least 20 places, so the difference keeps its highest bit at place 124 or above, and is rounded at place 71 or
//! above. The larger one has its last bit clear, so the difference has it set: the exact one lies on the same side of every
//! even number, and so of every place where rounding changes.
//!
//! It is a function that is called, or, on a machine without calls, written out at each place. Zero factors, infinities
//! and NaNs are left to product and sum of floats.

use alloc::{vec, vec::Vec};

use super::{
    Features, Pass, Scope,
    writer::{Writer, rewrite},
};
use crate::{
    ir::{
        Binary, Block, BlockId, Compare, Convert, Function, FunctionId, Kernel, Op, Terminator, Type, Unary,
        Value,
    },
    source::Span,
};

/// This pass.
pub const PASS: Pass = Pass {
    name: "fused double",
    doc: "Fused multiply-adds in double precision are computed with integers.",
    run,
    scope: Scope::Kernel,
};

/// The sign and infinity.
const SIGN: u64 = 1 << 63;
const INFINITY: u64 = 0x7FF << FRACTION;
/// Bits of the fraction.
const FRACTION: u64 = 52;
/// Place of the highest bit of what is added, in the upper word: that of 2^125.
const TOP: u64 = 61;
/// Bits of a word behind a significand.
const TAIL: u64 = 63 - FRACTION;
/// An exponent below every other one, also of products: that of 0.
const NO_EXPONENT: i64 = -4096;

fn run(kernel: &mut Kernel, features: &Features) {
    // Bits of a `double` are integers of 64 bits, or pairs.
    let possible = features.double && (features.long_integers || features.address_bits == 32);
    let is_fma = |op: &Op, ty| matches!(op, Op::Fma(..)) && ty == Type::F64;
    let asked = kernel.codes().any(|code| {
        code.listed().any(|inst| inst.result.is_some_and(|result| is_fma(&inst.op, code.ty(result))))
    });
    if features.fused || !possible || !asked {
        return;
    }
    if !features.calls {
        return replace(kernel, lowered);
    }
    let function = add_function(kernel);
    let call = |_: &mut Writer<'_>, operands: [Value; 3]| Op::Call(function, operands.into());
    replace(kernel, call);
    for id in kernel.function_ids() {
        kernel.within(id, |kernel| replace(kernel, call));
    }
}

fn replace(kernel: &mut Kernel, f: impl Fn(&mut Writer<'_>, [Value; 3]) -> Op) {
    rewrite(kernel, |w, op, ty| match op {
        Op::Fma(a, b, c) if ty == Type::F64 => Some(f(w, [*a, *b, *c])),
        _ => None,
    });
}

/// Puts the function before all others, which may call it.
fn add_function(kernel: &mut Kernel) -> FunctionId {
    let entry = Block {
        params: vec![],
        insts: vec![],
        term: Terminator::Return(None),
        term_span: Span::NONE,
        unroll: None,
    };
    let function = Function {
        name: "fma".into(),
        params: vec![Type::F64; 3],
        result: Some(Type::F64),
        blocks: vec![entry],
        insts: Vec::new(),
        values: Vec::new(),
    };
    let functions = kernel.functions.iter_mut().map(|function| &mut function.insts);
    for inst in functions.chain([&mut kernel.insts]).flatten() {
        if let Op::Call(callee, _) = &mut inst.op {
            callee.0 += 1;
        }
    }
    kernel.functions.insert(0, function);
    let id = FunctionId(0);
    kernel.within(id, |kernel| {
        let mut w = Writer::new(kernel, Span::NONE);
        let operands = [0, 1, 2].map(|at| w.emit(Op::Param(at), Type::F64));
        let result = lowered(&mut w, operands);
        let result = w.emit(result, Type::F64);
        w.finish(BlockId(0));
        kernel.blocks[0].term = Terminator::Return(Some(result));
    });
    id
}

/// A number of 128 bits, with the exponent of [`TOP`] as it is in a float.
#[derive(Clone, Copy)]
struct Long {
    high: Value,
    low: Value,
    exponent: Value,
}

fn lowered(w: &mut Writer<'_>, operands: [Value; 3]) -> Op {
    let [a, b, c] = operands.map(|value| w.convert(Convert::Bits, value, Type::I64));
    let ordinary = ordinary(w, [a, b, c]);
    // With a factor of 0, or one that is no number, the product of floats is what it should be.
    let product = w.binary(Binary::FMul, operands[0], operands[1]);
    let sum = w.binary(Binary::FAdd, product, operands[2]);
    let [a_number, b_number] = [a, b].map(|bits| {
        let magnitude = w.with(Binary::And, bits, SIGN - 1);
        // One less than 0 is more than an infinity.
        let less = w.with(Binary::Sub, magnitude, 1);
        w.compare_with(Compare::LtU, less, INFINITY - 1)
    });
    let magnitude = w.with(Binary::And, c, SIGN - 1);
    let c_number = w.compare_with(Compare::LtU, magnitude, INFINITY);
    let factors = w.binary(Binary::And, a_number, b_number);
    // An infinity or NaN hides every other product, also one that is too large for a float.
    let twice = w.binary(Binary::FAdd, operands[2], operands[2]);
    let result = w.convert(Convert::Bits, ordinary, Type::F64);
    let result = w.select(c_number, result, twice);
    Op::Select(factors, result, sum)
}

/// The bits of the result for factors that are numbers other than 0, and an addend that is a number.
fn ordinary(w: &mut Writer<'_>, [a, b, c]: [Value; 3]) -> Value {
    let signs = w.binary(Binary::Xor, a, b);
    let product_sign = w.with(Binary::And, signs, SIGN);
    let sign = w.with(Binary::And, c, SIGN);
    let product = product(w, a, b);
    let addend = addend(w, c);
    let addend_larger = less(w, product, addend);
    let larger = choose(w, addend_larger, addend, product);
    let smaller = choose(w, addend_larger, product, addend);
    let result_sign = w.select(addend_larger, sign, product_sign);
    let smaller = moved_down(w, smaller, larger.exponent);
    let subtract = w.compare(Compare::Ne, product_sign, sign);
    let result = sum(w, subtract, larger, smaller);
    let magnitude = rounded(w, result);
    // A difference of equal numbers is +0.
    let any = w.binary(Binary::Or, result.high, result.low);
    let none = w.compare_with(Compare::Eq, any, 0);
    let signed = w.binary(Binary::Or, magnitude, result_sign);
    let zero = w.constant(0, Type::I64);
    w.select(none, zero, signed)
}

/// Exponent and significand of the bits of a number, bit 52 set unless the number is 0.
fn parts(w: &mut Writer<'_>, bits: Value) -> (Value, Value) {
    let magnitude = w.with(Binary::And, bits, SIGN - 1);
    let field = w.with(Binary::ShrU, magnitude, FRACTION);
    let fraction = w.with(Binary::And, magnitude, (1 << FRACTION) - 1);
    let subnormal = w.compare_with(Compare::Eq, field, 0);
    let zeros = w.emit(Op::Unary(Unary::Clz, fraction), Type::I64);
    let shift = w.with(Binary::Sub, zeros, TAIL);
    let shifted = w.binary(Binary::Shl, fraction, shift);
    let one = w.constant(1, Type::I64);
    let below = w.binary(Binary::Sub, one, shift);
    let whole = w.with(Binary::Or, fraction, 1 << FRACTION);
    (w.select(subnormal, below, field), w.select(subnormal, shifted, whole))
}

fn product(w: &mut Writer<'_>, a: Value, b: Value) -> Long {
    let [(a_exponent, a), (b_exponent, b)] = [a, b].map(|bits| parts(w, bits));
    // Factors from 2^62 on give a product from 2^124 on: its highest bit is at the place, or one below.
    let [a, b] = [a, b].map(|significand| w.with(Binary::Shl, significand, TAIL - 1));
    let high = w.binary(Binary::MulHiU, a, b);
    let low = w.binary(Binary::Mul, a, b);
    let small = w.compare_with(Compare::LtU, high, 1 << TOP);
    let carry = w.with(Binary::ShrU, low, 63);
    let doubled = w.with(Binary::Shl, high, 1);
    let doubled = w.binary(Binary::Or, doubled, carry);
    let high = w.select(small, doubled, high);
    let doubled = w.with(Binary::Shl, low, 1);
    let low = w.select(small, doubled, low);
    let exponents = w.binary(Binary::Add, a_exponent, b_exponent);
    let exponent = w.with(Binary::Sub, exponents, 1022);
    let lower = w.with(Binary::Sub, exponents, 1023);
    Long { high, low, exponent: w.select(small, lower, exponent) }
}

fn addend(w: &mut Writer<'_>, bits: Value) -> Long {
    let (exponent, significand) = parts(w, bits);
    let none = w.compare_with(Compare::Eq, significand, 0);
    let least = w.constant(NO_EXPONENT as u64, Type::I64);
    let exponent = w.select(none, least, exponent);
    let high = w.with(Binary::Shl, significand, TOP - FRACTION);
    Long { high, low: w.constant(0, Type::I64), exponent }
}

/// Is `a` less than `b`? Their highest bits are at the same place, so exponents decide first.
fn less(w: &mut Writer<'_>, a: Long, b: Long) -> Value {
    let by_exponent = w.compare(Compare::LtS, a.exponent, b.exponent);
    let same_exponent = w.compare(Compare::Eq, a.exponent, b.exponent);
    let by_high = w.compare(Compare::LtU, a.high, b.high);
    let same_high = w.compare(Compare::Eq, a.high, b.high);
    let by_low = w.compare(Compare::LtU, a.low, b.low);
    let by_low = w.binary(Binary::And, same_high, by_low);
    let by_digits = w.binary(Binary::Or, by_high, by_low);
    let by_digits = w.binary(Binary::And, same_exponent, by_digits);
    w.binary(Binary::Or, by_exponent, by_digits)
}

fn choose(w: &mut Writer<'_>, condition: Value, a: Long, b: Long) -> Long {
    Long {
        high: w.select(condition, a.high, b.high),
        low: w.select(condition, a.low, b.low),
        exponent: w.select(condition, a.exponent, b.exponent),
    }
}

/// The number at a larger exponent; its last bit also stands for those that are lost.
fn moved_down(w: &mut Writer<'_>, a: Long, exponent: Value) -> Long {
    let by = w.binary(Binary::Sub, exponent, a.exponent);
    let by = w.with(Binary::MinU, by, 127);
    let far = w.with(Binary::And, by, 64);
    let far = w.compare_with(Compare::Ne, far, 0);
    let zero = w.constant(0, Type::I64);
    let lost = w.select(far, a.low, zero);
    let low = w.select(far, a.high, a.low);
    let high = w.select(far, zero, a.high);
    // Amounts count modulo 64; 63 less the amount, with the one step before, is never 64.
    let rest = w.with(Binary::Xor, by, 63);
    let over = w.with(Binary::Shl, high, 1);
    let over = w.binary(Binary::Shl, over, rest);
    let kept = w.binary(Binary::ShrU, low, by);
    let back = w.binary(Binary::Shl, kept, by);
    let more = w.binary(Binary::Xor, back, low);
    let lost = w.binary(Binary::Or, lost, more);
    let low = w.binary(Binary::Or, kept, over);
    Long { high: w.binary(Binary::ShrU, high, by), low: with_rest(w, low, lost), exponent }
}

/// Sets the last bit where there is a rest.
fn with_rest(w: &mut Writer<'_>, a: Value, rest: Value) -> Value {
    let inexact = w.compare_with(Compare::Ne, rest, 0);
    let bit = w.convert(Convert::ZExt, inexact, Type::I64);
    w.binary(Binary::Or, a, bit)
}

/// a + b or a - b, of which a is not the smaller one.
fn sum(w: &mut Writer<'_>, subtract: Value, a: Long, b: Long) -> Long {
    let low = w.binary(Binary::Add, a.low, b.low);
    let carry = w.compare(Compare::LtU, low, a.low);
    let carry = w.convert(Convert::ZExt, carry, Type::I64);
    let high = w.binary(Binary::Add, a.high, b.high);
    let high = w.binary(Binary::Add, high, carry);
    let less_low = w.binary(Binary::Sub, a.low, b.low);
    let borrow = w.compare(Compare::LtU, a.low, b.low);
    let borrow = w.convert(Convert::ZExt, borrow, Type::I64);
    let less_high = w.binary(Binary::Sub, a.high, b.high);
    let less_high = w.binary(Binary::Sub, less_high, borrow);
    Long {
        high: w.select(subtract, less_high, high),
        low: w.select(subtract, less_low, low),
        exponent: a.exponent,
    }
}

/// The bits of the float that is nearest to a number, without sign.
fn rounded(w: &mut Writer<'_>, a: Long) -> Value {
    // The highest bit goes to the top of a word; what is behind the word is in its last bit.
    let upper = w.compare_with(Compare::Ne, a.high, 0);
    let zero = w.constant(0, Type::I64);
    let first = w.select(upper, a.high, a.low);
    let second = w.select(upper, a.low, zero);
    let zeros = w.emit(Op::Unary(Unary::Clz, first), Type::I64);
    let rest = w.with(Binary::Xor, zeros, 63);
    let over = w.with(Binary::ShrU, second, 1);
    let over = w.binary(Binary::ShrU, over, rest);
    let digits = w.binary(Binary::Shl, first, zeros);
    let digits = w.binary(Binary::Or, digits, over);
    let behind = w.binary(Binary::Shl, second, zeros);
    let digits = with_rest(w, digits, behind);
    let above = 63 - TOP;
    let [near, far] = [above, above.wrapping_sub(64)].map(|more| w.with(Binary::Add, a.exponent, more));
    let exponent = w.select(upper, near, far);
    let exponent = w.binary(Binary::Sub, exponent, zeros);
    // Below exponent 1 digits are lost; more than 63 would be no shift.
    let one = w.constant(1, Type::I64);
    let lost = w.binary(Binary::Sub, one, exponent);
    let lost = w.with(Binary::MaxS, lost, 0);
    let lost = w.with(Binary::MinS, lost, 63);
    let kept = w.binary(Binary::ShrU, digits, lost);
    let back = w.binary(Binary::Shl, kept, lost);
    let more = w.binary(Binary::Xor, back, digits);
    let digits = with_rest(w, kept, more);
    let significand = w.with(Binary::ShrU, digits, TAIL);
    // More than half a unit, or half a unit and odd.
    let tail = w.with(Binary::And, digits, (1 << TAIL) - 1);
    let odd = w.with(Binary::And, significand, 1);
    let tail = w.binary(Binary::Add, tail, odd);
    let half = w.constant(1 << (TAIL - 1), Type::I64);
    let up = w.compare(Compare::LtU, half, tail);
    let up = w.convert(Convert::ZExt, up, Type::I64);
    let significand = w.binary(Binary::Add, significand, up);
    // The first bit of the significand counts the exponent up by one, and so does a carry.
    let field = w.with(Binary::Sub, exponent, 1);
    let field = w.with(Binary::MaxS, field, 0);
    let field = w.with(Binary::MinS, field, 2046);
    let field = w.with(Binary::Shl, field, FRACTION);
    let bits = w.binary(Binary::Add, field, significand);
    w.with(Binary::MinU, bits, INFINITY)
}

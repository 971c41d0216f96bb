//! Arithmetic of single elements: pure functions on bits. Whole numbers and floats are those of [`lanescope_parts::base::num`].

use lanescope_parts::{
    base::num::{
        self,
        rounded::{Flags, Format, Rounded, Rounding},
    },
    ir::{Binary, Compare, Type},
    riscv::hart::{
        arithmetic::{float, integer},
        float::format,
    },
};

use crate::isa::{Elem, Lane, One, Shift, Test};

/// Floats round to the nearest number, halves to even.
const NEAREST: Rounding = Rounding::NearestEven;

/// A result and the float exceptions that it raises.
pub type Result = Rounded;

const fn plain(value: u64) -> Result {
    (value, Flags::NONE)
}

/// Where no flag is raised that is not there, the quick way has the same bits.
fn quick(ty: Type, flags: u8, value: u64, exact: impl FnOnce() -> bool) -> Option<Result> {
    let known = flags & Flags::INEXACT.0 != 0;
    num::exact::raises_nothing(format(ty), known, value, exact).then_some(plain(value))
}

/// What becomes of two elements; `flags` are the exceptions that have happened before.
pub fn lane(op: Lane, elem: Elem, flags: u8, a: u64, b: u64) -> Result {
    let bits = elem.bits().min(64);
    let (int, fp) = (integer(bits), float(bits));
    let binary = |op| plain(num::binary(op, int, a, b));
    let sign = 1 << (bits - 1);
    let signed = || (i128::from(num::signed(int, a)), i128::from(num::signed(int, b)));
    match op {
        Lane::Add => binary(Binary::Add),
        Lane::Sub => binary(Binary::Sub),
        Lane::MinS => binary(Binary::MinS),
        Lane::MinU => binary(Binary::MinU),
        Lane::MaxS => binary(Binary::MaxS),
        Lane::MaxU => binary(Binary::MaxU),
        Lane::And => binary(Binary::And),
        Lane::Or => binary(Binary::Or),
        Lane::Xor => binary(Binary::Xor),
        Lane::AndNot => plain(!a & b & int.mask()),
        Lane::MulLow => binary(Binary::Mul),
        Lane::MulHighS => binary(Binary::MulHiS),
        Lane::MulHighU => binary(Binary::MulHiU),
        Lane::AddS => plain(saturated(signed().0 + signed().1, bits, true).0),
        Lane::SubS => plain(saturated(signed().0 - signed().1, bits, true).0),
        Lane::AddU => plain(saturated(i128::from(a) + i128::from(b), bits, false).0),
        Lane::SubU => plain(saturated(i128::from(a) - i128::from(b), bits, false).0),
        Lane::AvgU => plain(((u128::from(a) + u128::from(b) + 1) >> 1) as u64),
        Lane::MulAddPairs => plain(add_pairs(bits, a, b)),
        Lane::FAdd => rounded(Binary::FAdd, Format::add, fp, flags, a, b),
        Lane::FSub => rounded(Binary::FSub, Format::subtract, fp, flags, a, b),
        Lane::FMul => rounded(Binary::FMul, Format::multiply, fp, flags, a, b),
        Lane::FDiv => rounded(Binary::FDiv, Format::divide, fp, flags, a, b),
        Lane::FMin => (num::binary(Binary::FMin, fp, a, b), format(fp).compare_flags(true, a, b)),
        Lane::FMax => (num::binary(Binary::FMax, fp, a, b), format(fp).compare_flags(true, a, b)),
        Lane::FMinX => choose(fp, a, b, num::compare(Compare::FLt, fp, a, b)),
        Lane::FMaxX => choose(fp, a, b, num::compare(Compare::FLt, fp, b, a)),
        Lane::Sign => plain(a & !sign | b & sign),
        Lane::SignNot => plain(a & !sign | !b & sign),
        Lane::SignXor => plain(a ^ b & sign),
    }
}

/// A number held in a range of so many bits, and whether that changed it.
pub fn saturated(value: i128, bits: u32, signed: bool) -> (u64, bool) {
    let (least, most) =
        if signed { (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1) } else { (0, (1i128 << bits) - 1) };
    let held = value.clamp(least, most);
    (held as u64 & integer(bits).mask(), held != value)
}

/// The sum of the products of the halves of two elements.
fn add_pairs(bits: u32, a: u64, b: u64) -> u64 {
    let half = bits / 2;
    let part = |value: u64, at: u32| num::signed(integer(half), value >> at & integer(half).mask());
    let sum = part(a, 0).wrapping_mul(part(b, 0)).wrapping_add(part(a, half).wrapping_mul(part(b, half)));
    sum as u64 & integer(bits).mask()
}

/// x86 chooses b unless a wins: also where one is a NaN or both are zero.
fn choose(ty: Type, a: u64, b: u64, a_wins: bool) -> Result {
    (if a_wins { a } else { b }, format(ty).compare_flags(false, a, b))
}

fn rounded(
    op: Binary,
    exact: fn(Format, Rounding, u64, u64) -> Rounded,
    ty: Type,
    flags: u8,
    a: u64,
    b: u64,
) -> Result {
    let value = num::binary(op, ty, a, b);
    let is_exact = || num::exact::binary(op, ty, [a, b], value);
    quick(ty, flags, value, is_exact).unwrap_or_else(|| exact(format(ty), NEAREST, a, b))
}

/// a * b + c with the signs of product and addend, rounded once.
pub fn fused((product, addend): (bool, bool), elem: Elem, flags: u8, [a, b, c]: [u64; 3]) -> Result {
    let ty = float(elem.bits());
    let sign = 1 << (elem.bits() - 1);
    let (a, c) = (if product { a ^ sign } else { a }, if addend { c ^ sign } else { c });
    let value = num::fma(ty, a, b, c);
    let is_exact = || num::exact::fused(ty, [a, b, c], value);
    quick(ty, flags, value, is_exact).unwrap_or_else(|| format(ty).fused(NEAREST, a, b, c))
}

/// What becomes of one element.
pub fn one(op: One, elem: Elem, a: u64) -> Result {
    let (ty, bits) = (float(elem.bits()), elem.bits());
    match op {
        One::Root => format(ty).root(NEAREST, a),
        One::FromInteger => format(ty).from_integer(NEAREST, true, num::signed(integer(bits), a) as u64),
        One::ToInteger | One::ToIntegerX => {
            let (value, flags) = format(ty).to_integer(Rounding::Zero, (bits, true), a);
            let invalid = flags.0 & Flags::INVALID.0 != 0;
            let least = 1 << (bits - 1);
            (if invalid && op == One::ToIntegerX { least } else { value & integer(bits).mask() }, flags)
        }
    }
}

/// A comparison, with its exceptions: only those for equality and order are quiet.
pub fn test(op: Test, elem: Elem, a: u64, b: u64) -> (bool, Flags) {
    let (int, fp) = (integer(elem.bits().min(64)), float(elem.bits()));
    let nan = || num::compare(Compare::FNe, fp, a, a) || num::compare(Compare::FNe, fp, b, b);
    let compare = |op, a, b| num::compare(op, fp, a, b);
    let (holds, quiet) = match op {
        Test::Eq => return (a == b, Flags::NONE),
        Test::Gt => return (num::signed(int, a) > num::signed(int, b), Flags::NONE),
        Test::GtU => return (a > b, Flags::NONE),
        Test::FEq => (compare(Compare::FEq, a, b), true),
        Test::FNe => (compare(Compare::FNe, a, b), true),
        Test::FLt => (compare(Compare::FLt, a, b), false),
        Test::FLe => (compare(Compare::FLe, a, b), false),
        Test::FGt => (compare(Compare::FLt, b, a), false),
        Test::FGe => (compare(Compare::FLe, b, a), false),
        Test::Ordered => (!nan(), true),
        Test::Unordered => (nan(), true),
    };
    (holds, format(fp).compare_flags(quiet, a, b))
}

/// A shift by a count of any size.
pub fn shift(op: Shift, elem: Elem, a: u64, count: u64) -> u64 {
    let ty = integer(elem.bits());
    let bits = u64::from(elem.bits());
    match op {
        Shift::Left if count < bits => num::binary(Binary::Shl, ty, a, count),
        Shift::Right if count < bits => num::binary(Binary::ShrU, ty, a, count),
        Shift::Left | Shift::Right => 0,
        Shift::RightSign => num::binary(Binary::ShrS, ty, a, count.min(bits - 1)),
    }
}

//! Addresses of 32 bits, and with them index arithmetic of 32 bits.
//!
//! The IR's pointers and offsets have 64 bits. The low word of a sum, difference, product, left shift or logical operation
//! follows from the low words of its operands, so where all memory lies below 2^32 ([`fits()`] says whether that of a launch
//! does) an address can be computed from low words alone, and so can every number of which only the low word is read: sign and zero
//! extensions of indices vanish, and no arithmetic on 64 bits is left of them. A pointer stays a value of 64 bits whose high word is 0.
//!
//! This holds for every address of an access that does not fault. One that is wrong by a multiple of 2^32 bytes may no longer be
//! found out. Numbers of 64 bits that a loop carries from turn to turn stay what they are.

use super::{
    Features, Pass, Scope,
    writer::{Writer, rewrite},
};
use crate::{
    image::Buffer,
    ir::{Binary, Convert, Kernel, Op, Type, Value},
    opt::{dead, fold, gvn},
};

/// This pass.
pub const PASS: Pass = Pass {
    name: "address",
    doc: "Addresses and index arithmetic are computed with 32 bits.",
    scope: Scope::Code(run),
};

/// Operations that are looked through.
const DEPTH: u32 = 16;

fn run(kernel: &mut Kernel, features: &Features) {
    if features.address_bits == 32 {
        rewrite(kernel, |w, op, ty| match op {
            Op::Convert(Convert::Trunc, a) if ty == Type::I32 => {
                let word = low(w, *a, DEPTH);
                let same = w.kernel.def(word).is_some_and(|inst| inst.op == *op);
                let zero = w.constant(0, Type::I32);
                // A copy, which folding takes away.
                (!same).then_some(Op::Binary(Binary::Add, word, zero))
            }
            Op::PtrAdd(ptr, bytes) => {
                let [a, b] = [*ptr, *bytes].map(|value| low(w, value, DEPTH));
                let sum = w.binary(Binary::Add, a, b);
                let address = w.convert(Convert::ZExt, sum, Type::I64);
                Some(Op::Convert(Convert::Bits, address))
            }
            _ => None,
        });
        for pass in [fold::PASS, gvn::PASS, dead::PASS] {
            (pass.run)(kernel);
        }
    }
}

/// Does every buffer lie below 2^32?
pub fn fits(buffers: &[Buffer]) -> bool {
    let end = |buffer: &Buffer| buffer.base.checked_add(buffer.bytes);
    buffers.iter().all(|buffer| end(buffer).is_some_and(|end| end <= 1 << 32))
}

/// The low word of a pointer or of a number of 64 bits.
fn low(w: &mut Writer<'_>, value: Value, depth: u32) -> Value {
    let op = w.kernel.def(value).map(|inst| inst.op.clone());
    let op = op.filter(|_| depth > 0);
    match op {
        Some(Op::Const(bits)) => w.constant(bits, Type::I32),
        Some(Op::Convert(Convert::Bits, a)) if is_whole(w.ty(a)) => low(w, a, depth - 1),
        Some(Op::Convert(op @ (Convert::ZExt | Convert::SExt), a)) => w.convert(op, a, Type::I32),
        Some(Op::Binary(op, a, b)) if keeps_low_word(op) => {
            let [a, b] = [a, b].map(|value| low(w, value, depth - 1));
            w.binary(op, a, b)
        }
        Some(Op::Binary(Binary::Shl, a, by)) if w.kernel.constant(by).is_some_and(|by| by < 32) => {
            let [a, by] = [a, by].map(|value| low(w, value, depth - 1));
            w.binary(Binary::Shl, a, by)
        }
        Some(Op::Select(condition, a, b)) => {
            let [a, b] = [a, b].map(|value| low(w, value, depth - 1));
            w.select(condition, a, b)
        }
        _ => {
            let bits = w.convert(Convert::Bits, value, Type::I64);
            w.convert(Convert::Trunc, bits, Type::I32)
        }
    }
}

/// A pointer, or a number of 64 bits?
const fn is_whole(ty: Type) -> bool {
    matches!(ty, Type::I64 | Type::Ptr(_))
}

/// Does the low word of the result follow from those of the operands?
const fn keeps_low_word(op: Binary) -> bool {
    use Binary::*;
    matches!(op, Add | Sub | Mul | And | Or | Xor)
}

//! Where a sign extension may be taken for granted.
//!
//! An index that grows by the same amount from element to element still does when it is widened, unless it wraps. As an
//! address it may be trusted: one that wraps is out of bounds either way. As a number it may not: integers wrap, and
//! what is stored, compared or converted must be exact. So a sign extension that somebody uses as a number stays affine
//! only if it cannot wrap: if it is made of small constants and of ids, whose number has a limit.

use alloc::{vec, vec::Vec};

use super::variability::{Variabilities, Variability};
use crate::{
    base::num::signed,
    ir::{Binary, Convert, Kernel, Op, Unary, Value},
};

/// No id or size of a launch is larger: limit `work_items`.
const ITEMS: u64 = 1 << 24;
/// Operations that are looked through.
pub(super) const DEPTH: u32 = 16;

/// The sign extensions that are affine only if they do not wrap, and are used as numbers.
pub fn untrusted(kernel: &Kernel, variability: &Variabilities) -> Vec<Value> {
    let numbers = numbers(kernel, variability);
    let listed = kernel.blocks.iter().flat_map(|block| &block.insts).map(|inst| &kernel.insts[inst.index()]);
    let extended = listed.filter_map(|inst| match (&inst.op, inst.result) {
        (Op::Convert(Convert::SExt, a), Some(result)) => Some((*a, result)),
        _ => None,
    });
    let wrong = |(from, result): &(Value, Value)| {
        variability.of(*result) == Variability::Affine
            && numbers[result.index()]
            && size(kernel, *from, DEPTH).is_none_or(|size| size > i32::MAX as u64)
    };
    extended.filter(wrong).map(|(_, result)| result).collect()
}

/// Which values are used for more than addresses.
fn numbers(kernel: &Kernel, variability: &Variabilities) -> Vec<bool> {
    let mut numbers = vec![false; kernel.values.len()];
    for block in &kernel.blocks {
        block.term.clone().for_each_operand(|value| numbers[value.index()] = true);
    }
    loop {
        let mut changed = false;
        let insts = kernel.blocks.iter().rev().flat_map(|block| block.insts.iter().rev());
        for inst in insts.map(|inst| &kernel.insts[inst.index()]) {
            let follows = inst.result.is_some_and(|result| {
                goes_on(&inst.op) && variability.of(result) != Variability::Vector && !numbers[result.index()]
            });
            for value in inst.op.operands() {
                if !follows && address(&inst.op) != Some(value) && !numbers[value.index()] {
                    numbers[value.index()] = true;
                    changed = true;
                }
            }
        }
        if !changed {
            return numbers;
        }
    }
}

/// Does an operation keep what is affine affine?
fn goes_on(op: &Op) -> bool {
    matches!(
        op,
        Op::Binary(Binary::Add | Binary::Sub | Binary::Mul | Binary::Shl, ..)
            | Op::PtrAdd(..)
            | Op::Unary(Unary::Neg, _)
            | Op::Convert(Convert::Bits, _)
    )
}

/// Where an operation reads or writes.
fn address(op: &Op) -> Option<Value> {
    match op {
        Op::Load { ptr, .. } | Op::Store { ptr, .. } => Some(*ptr),
        Op::Atomic(_, ptr, _) | Op::CompareExchange(ptr, ..) => Some(*ptr),
        _ => None,
    }
}

/// A bound on the absolute value, if one follows from the limits of a launch.
pub(super) fn size(kernel: &Kernel, value: Value, depth: u32) -> Option<u64> {
    let of = |value: &Value| size(kernel, *value, depth.checked_sub(1)?);
    match &kernel.def(value)?.op {
        Op::WorkItem(..) => Some(ITEMS),
        Op::Const(bits) => Some(signed(kernel.ty(value), *bits).unsigned_abs()),
        Op::Binary(Binary::Add | Binary::Sub, a, b) => of(a)?.checked_add(of(b)?),
        Op::Binary(Binary::Mul, a, b) => of(a)?.checked_mul(of(b)?),
        Op::Unary(Unary::Neg, a) => of(a),
        Op::Convert(Convert::Trunc | Convert::SExt, a) => of(a).filter(|size| *size <= i32::MAX as u64),
        _ => None,
    }
}

//! Addresses as sums of values with factors: which of them differ by a number alone.

use alloc::vec::Vec;
use core::cmp::Reverse;

use lanescope_parts::{
    base::{OrdMap, num::signed, order},
    codegen::spmd::{
        Facts,
        access::Base,
        variability::{Level, Variability},
    },
    ir::{Binary, Convert, Op as Ir, Type, Unary, Value},
};

use super::code::Reg;

/// How deep in a sum is looked.
const DEPTH: u32 = 12;

/// An address as a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sum {
    pub base: Base,
    /// Values with factors.
    pub parts: Vec<(Value, i64)>,
    pub number: i64,
}

/// The register of an address.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    pub sum: Sum,
    pub reg: Reg,
    pub level: Level,
}

/// By how much something grows from work-item to work-item.
#[derive(Clone, Copy, Debug)]
pub(super) enum By {
    /// By so many bytes.
    Bytes(i64),
    /// As this value does.
    Value(Value),
}

/// Are some addresses, of which each must be at a multiple of so many bytes (powers of two), never there together?
///
/// Of those that differ by a number alone each is compared with one that must be at the largest multiple: two that agree with it agree.
pub(super) fn never_together(facts: &Facts, aligned: &[(Value, u32)]) -> bool {
    let mut widest_first = aligned.to_vec();
    order::sort_by_key(&mut widest_first, |(_, bytes)| Reverse(*bytes));
    let mut numbers = OrdMap::new();
    widest_first.iter().any(|(ptr, bytes)| {
        let sum = Sum::of(facts, *ptr);
        let widest = *numbers.entry((sum.base, sum.parts)).or_insert(sum.number);
        sum.number.wrapping_sub(widest) & (i64::from(*bytes) - 1) != 0
    })
}

impl Sum {
    /// A pointer as a sum.
    pub fn of(facts: &Facts, ptr: Value) -> Sum {
        let mut sum = Sum { base: facts.base(ptr), parts: Vec::new(), number: 0 };
        sum.add(facts, ptr, 1, DEPTH);
        sum.settle();
        sum
    }

    /// Adds a value of 64 bits, or of 32 whose sign is extended, so many times.
    fn add(&mut self, facts: &Facts, value: Value, times: i64, depth: u32) {
        let kernel = &facts.kernel;
        if let Some(bits) = kernel.constant(value) {
            self.number = self.number.wrapping_add(signed(kernel.ty(value), bits).wrapping_mul(times));
            return;
        }
        let number = |value: Value| kernel.constant(value).map(|bits| signed(kernel.ty(value), bits));
        let op = kernel.def(value).map(|inst| &inst.op).filter(|_| depth > 0);
        let affine = facts.variability.of(value) == Variability::Affine;
        match op {
            Some(Ir::PtrAdd(a, b) | Ir::Binary(Binary::Add, a, b)) => {
                self.add(facts, *a, times, depth - 1);
                self.add(facts, *b, times, depth - 1);
            }
            Some(Ir::Binary(Binary::Sub, a, b)) => {
                self.add(facts, *a, times, depth - 1);
                self.add(facts, *b, times.wrapping_neg(), depth - 1);
            }
            Some(Ir::Unary(Unary::Neg, a)) => self.add(facts, *a, times.wrapping_neg(), depth - 1),
            Some(Ir::Binary(Binary::Mul, a, b)) if number(*b).is_some() => {
                self.add(facts, *a, times.wrapping_mul(number(*b).unwrap_or(0)), depth - 1);
            }
            Some(Ir::Binary(Binary::Shl, a, by)) if number(*by).is_some_and(|by| (0..32).contains(&by)) => {
                self.add(facts, *a, times.wrapping_shl(number(*by).unwrap_or(0) as u32), depth - 1);
            }
            Some(Ir::Convert(Convert::Bits, a))
                if kernel.ty(*a).bits() == 64 && !kernel.ty(*a).is_float() =>
            {
                self.add(facts, *a, times, depth - 1);
            }
            Some(Ir::Convert(Convert::SExt, a)) if affine && kernel.ty(*a) == Type::I32 => {
                self.add(facts, *a, times, depth - 1);
            }
            _ => self.parts.push((value, times)),
        }
    }

    /// One part for each value, in order.
    fn settle(&mut self) {
        order::sort_by_key(&mut self.parts, |(value, _)| *value);
        let mut parts: Vec<(Value, i64)> = Vec::new();
        for (value, times) in self.parts.drain(..) {
            match parts.last_mut().filter(|(last, _)| *last == value) {
                Some((_, sum)) => *sum = sum.wrapping_add(times),
                None => parts.push((value, times)),
            }
        }
        parts.retain(|(_, times)| *times != 0);
        self.parts = parts;
    }
}

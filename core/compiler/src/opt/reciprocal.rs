//! Quotients by the same divisor as products with its reciprocal: the one pass that does not keep results to the bit.
//!
//! `a / b` becomes `a * (1 / b)` where the reciprocal is computed less often than the quotients were: `b` is a constant, or
//! is the same in every turn of a loop in which there is a quotient, or divides more than once. The reciprocal is computed where
//! `b` is; what is constant or the same in every turn is the business of the passes behind.
//!
//! The reciprocal is rounded, and the product once more: together by at most [`ULPS`] units in the last place, unless the
//! reciprocal is infinite or subnormal. So a machine has it done only where its setting `division` says so, and who compares
//! with the reference allows for it.
//!
//! Deliberately absent: reciprocals of less precision than the type, and of `f16`.

use alloc::vec::Vec;

use super::{Pass, blocks, dead, edit, fold, gvn, licm};
use crate::{
    base::OrdMap,
    ir::{
        Binary, BlockId, Inst, InstId, Kernel, Op, Type, Value, ValueDef, cfg::Cfg, dom::DomTree,
        loops::Loops,
    },
    source::Span,
};

/// This pass.
pub const PASS: Pass = Pass {
    name: "reciprocal",
    doc: "Quotients by the same divisor become products with its reciprocal.",
    run,
};

/// By how many units in the last place a product with a reciprocal differs from the quotient at most.
pub const ULPS: u64 = 2;

/// The pass, and those that make use of it.
pub const PASSES: [Pass; 7] = [PASS, fold::PASS, licm::PASS, gvn::PASS, fold::PASS, blocks::PASS, dead::PASS];

/// Does the pass change a kernel?
pub fn applies(kernel: &Kernel) -> bool {
    let mut kernel = kernel.clone();
    PASS.apply(&mut kernel)
}

/// Quotients: instructions, and the blocks that they are in.
type Quotients = Vec<(InstId, BlockId)>;

fn run(kernel: &mut Kernel) -> bool {
    let cfg = Cfg::new(kernel);
    let loops = Loops::new(&cfg, &DomTree::dominators(&cfg));
    let homes = licm::homes(kernel);
    let mut new = Reciprocals::default();
    for (divisor, quotients) in quotients(kernel) {
        let depth = loops.depth(homes[divisor.index()]);
        let again = quotients.iter().any(|(_, block)| loops.depth(*block) > depth);
        let pays = again || quotients.len() > 1 || kernel.constant(divisor).is_some();
        let others = quotients.into_iter().filter_map(|(id, _)| Some((id, dividend(kernel, id)?)));
        let others: Vec<(InstId, Value)> = if pays { others.collect() } else { Vec::new() };
        if !others.is_empty() {
            let reciprocal = new.add(kernel, divisor);
            for (id, dividend) in others {
                kernel.insts[id.index()].op = Op::Binary(Binary::FMul, dividend, reciprocal);
            }
        }
    }
    new.place(kernel)
}

/// What a quotient divides, unless it is a reciprocal.
fn dividend(kernel: &Kernel, id: InstId) -> Option<Value> {
    let Op::Binary(_, dividend, divisor) = kernel.insts[id.index()].op else { return None };
    (kernel.constant(dividend) != Some(one(kernel.ty(divisor)))).then_some(dividend)
}

/// The quotients of a kernel by their divisors.
fn quotients(kernel: &Kernel) -> OrdMap<Value, Quotients> {
    let mut found: OrdMap<Value, Quotients> = OrdMap::new();
    for (block, code) in kernel.block_ids().zip(&kernel.blocks) {
        for id in &code.insts {
            let Op::Binary(Binary::FDiv, _, divisor) = kernel.insts[id.index()].op else { continue };
            if matches!(kernel.ty(divisor), Type::F32 | Type::F64) {
                found.entry(divisor).or_default().push((*id, block));
            }
        }
    }
    found
}

/// Reciprocals that get a place behind what computes their divisors.
#[derive(Default)]
struct Reciprocals {
    /// Behind an instruction.
    behind: OrdMap<InstId, [InstId; 2]>,
    /// At the start of a block: of its parameters.
    first: OrdMap<BlockId, Vec<InstId>>,
}

impl Reciprocals {
    /// The reciprocal of a value.
    fn add(&mut self, kernel: &mut Kernel, divisor: Value) -> Value {
        let (ty, def) = (kernel.ty(divisor), kernel.values[divisor.index()].def);
        let span = match def {
            ValueDef::BlockParam(..) => Span::NONE,
            ValueDef::Inst(inst) => kernel.insts[inst.index()].span,
        };
        let mut append = |op| {
            let id = InstId(kernel.insts.len() as u32);
            let value = edit::new_value(kernel, ty, ValueDef::Inst(id));
            kernel.insts.push(Inst { op, result: Some(value), span });
            (id, value)
        };
        let (one, value) = append(Op::Const(one(ty)));
        let (quotient, reciprocal) = append(Op::Binary(Binary::FDiv, value, divisor));
        match def {
            ValueDef::BlockParam(block, _) => self.first.entry(block).or_default().extend([one, quotient]),
            ValueDef::Inst(inst) => drop(self.behind.insert(inst, [one, quotient])),
        }
        reciprocal
    }

    /// Puts all of them into their places. Were there any?
    fn place(&self, kernel: &mut Kernel) -> bool {
        for (id, block) in (0..).map(BlockId).zip(&mut kernel.blocks) {
            let first = self.first.get(&id).into_iter().flatten().copied();
            let others = block.insts.iter().flat_map(|inst| {
                core::iter::once(*inst).chain(self.behind.get(inst).into_iter().flatten().copied())
            });
            block.insts = first.chain(others).collect();
        }
        !(self.behind.is_empty() && self.first.is_empty())
    }
}

/// The bits of 1.
fn one(ty: Type) -> u64 {
    if ty == Type::F64 { 1f64.to_bits() } else { 1f32.to_bits().into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::num;

    /// Against the quotient: bits of normal numbers of one sign count units in the last place.
    #[test]
    fn a_product_with_the_reciprocal_is_within_what_is_said() {
        let mut rng = crate::base::rng::Rng::new(7);
        let mut most = 0;
        for _ in 0..200_000 {
            let mut number = || (96 + rng.below(64)) << 23 | rng.below(1 << 23);
            let (a, b) = (number(), number());
            let op = |op, a, b| num::binary(op, Type::F32, a, b);
            let exact = op(Binary::FDiv, a, b);
            let cheap = op(Binary::FMul, a, op(Binary::FDiv, one(Type::F32), b));
            most = most.max(exact.abs_diff(cheap));
        }
        assert!((1..=ULPS).contains(&most), "{most}");
    }
}

//! Contraction: a product that only one sum needs is fused with it and rounded once. This changes results; it is not in
//! the list of passes and runs only where the person asks for it.

use alloc::vec::Vec;

use super::{
    Pass,
    edit::{new_inst, use_counts},
};
use crate::ir::{Binary, InstId, Kernel, Op, Unary, Value};

/// This pass.
pub const PASS: Pass = Pass {
    name: "contract",
    doc: "A product and the sum that needs it are fused (the option asks for it).",
    run,
};

fn run(kernel: &mut Kernel) -> bool {
    let uses = use_counts(kernel);
    let mut changed = false;
    for at in 0..kernel.blocks.len() {
        let mut kept: Vec<InstId> = Vec::with_capacity(kernel.blocks[at].insts.len());
        for inst in core::mem::take(&mut kernel.blocks[at].insts) {
            if let Some(fused) = fused(kernel, &uses, inst) {
                fuse(kernel, inst, fused, &mut kept);
                changed = true;
            }
            kept.push(inst);
        }
        kernel.blocks[at].insts = kept;
    }
    changed
}

/// (-)a * b + (-)c.
struct Fused {
    negate_product: bool,
    a: Value,
    b: Value,
    negate_addend: bool,
    c: Value,
}

/// What a sum or difference becomes, if a product is one of its operands.
fn fused(kernel: &Kernel, uses: &[u32], inst: InstId) -> Option<Fused> {
    let Op::Binary(op @ (Binary::FAdd | Binary::FSub), x, y) = kernel.insts[inst.index()].op else {
        return None;
    };
    let product = |value: Value| match kernel.def(value)?.op {
        Op::Binary(Binary::FMul, a, b) if uses.get(value.index()) == Some(&1) => Some((a, b)),
        _ => None,
    };
    let difference = op == Binary::FSub;
    if let Some((a, b)) = product(x) {
        return Some(Fused { negate_product: false, a, b, negate_addend: difference, c: y });
    }
    let (a, b) = product(y)?;
    Some(Fused { negate_product: difference, a, b, negate_addend: false, c: x })
}

fn fuse(kernel: &mut Kernel, inst: InstId, fused: Fused, before: &mut Vec<InstId>) {
    let (ty, span) = (kernel.ty(fused.a), kernel.insts[inst.index()].span);
    let mut signed = |value: Value, negate: bool| {
        if !negate {
            return value;
        }
        let (inst, value) = new_inst(kernel, Op::Unary(Unary::FNeg, value), ty, span);
        before.push(inst);
        value
    };
    let a = signed(fused.a, fused.negate_product);
    let c = signed(fused.c, fused.negate_addend);
    kernel.insts[inst.index()].op = Op::Fma(a, fused.b, c);
}

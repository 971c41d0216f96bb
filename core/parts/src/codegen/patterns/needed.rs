//! What the instructions made of a kernel read, and so which of its values need a register at all.

use alloc::{vec, vec::Vec};

use super::{Pattern, Patterns};
use crate::ir::{Binary, BlockId, InstId, Kernel, Op, Terminator, Value, ValueDef};

impl Patterns<'_> {
    /// The values that the instruction made of an operation reads.
    pub fn operands(&self, inst: InstId) -> Vec<Value> {
        let op = &self.kernel.insts[inst.index()].op;
        match self.of(inst) {
            Pattern::Constant(_) | Pattern::Given => vec![],
            Pattern::Same(a) | Pattern::Reciprocal(a) | Pattern::Power(_, a, _) => vec![a],
            Pattern::Mad { a, b, c } => [Some(a), b.value(), Some(c)].into_iter().flatten().collect(),
            Pattern::Wide { a, b, c, .. } => [Some(a), b.value(), c].into_iter().flatten().collect(),
            Pattern::SignedLoad { ptr, .. } => self.address(ptr).base.into_iter().collect(),
            Pattern::NarrowStore { ptr, value, .. } => {
                self.address(ptr).base.into_iter().chain([value]).collect()
            }
            Pattern::Plain => match op {
                Op::Load { ptr, .. } => self.address(*ptr).base.into_iter().collect(),
                Op::Store { ptr, value, .. } | Op::Atomic(_, ptr, value) => {
                    self.address(*ptr).base.into_iter().chain([*value]).collect()
                }
                Op::CompareExchange(ptr, a, b) => {
                    self.address(*ptr).base.into_iter().chain([*a, *b]).collect()
                }
                Op::Binary(Binary::Shl | Binary::ShrS | Binary::ShrU, a, n) => vec![*a, self.amount(*n)],
                other => other.operands(),
            },
        }
    }

    /// The values that some instruction needs.
    pub fn needed(&self) -> Vec<bool> {
        let mut needed = vec![false; self.kernel.values.len()];
        let mut work: Vec<Value> = vec![];
        for block in &self.kernel.blocks {
            for inst in block.insts.iter().filter(|inst| self.kernel.insts[inst.index()].op.has_effect()) {
                work.extend(self.operands(*inst));
            }
            if let Terminator::Branch(condition, ..) = block.term {
                work.push(self.condition(condition).0);
            }
        }
        let preds = predecessors(self.kernel);
        while let Some(value) = work.pop() {
            if core::mem::replace(&mut needed[value.index()], true) {
                continue;
            }
            match self.kernel.values[value.index()].def {
                ValueDef::Inst(inst) => work.extend(self.operands(inst)),
                ValueDef::BlockParam(block, at) => {
                    for pred in &preds[block.index()] {
                        let targets = self.kernel.blocks[pred.index()].term.targets();
                        let args = targets.filter(|target| target.block == block);
                        work.extend(args.filter_map(|target| target.args.get(at as usize)));
                    }
                }
            }
        }
        needed
    }
}

fn predecessors(kernel: &Kernel) -> Vec<Vec<BlockId>> {
    let mut preds = vec![vec![]; kernel.blocks.len()];
    for block in kernel.block_ids() {
        let targets = kernel.blocks[block.index()].term.targets();
        targets.for_each(|target| preds[target.block.index()].push(block));
    }
    preds
}

//! Dead code: instructions whose result nobody needs, and block parameters that only feed each other, go. What is left
//! is numbered in the order of the text.

use alloc::{vec, vec::Vec};

use super::{
    Pass,
    edit::{compact, retain_params},
};
use crate::ir::{BlockId, Kernel, Terminator, Value, ValueDef};

/// This pass.
pub const PASS: Pass =
    Pass { name: "dead", doc: "Instructions and block parameters that nobody needs go.", run };

fn run(kernel: &mut Kernel) -> bool {
    let needed = needed(kernel);
    let before: usize = kernel.blocks.iter().map(|block| block.insts.len()).sum();
    for block in &mut kernel.blocks {
        block.insts.retain(|inst| {
            let inst = &kernel.insts[inst.index()];
            inst.op.has_effect() || inst.result.is_some_and(|value| needed[value.index()])
        });
    }
    let after: usize = kernel.blocks.iter().map(|block| block.insts.len()).sum();
    let params = retain_params(kernel, |value| needed[value.index()]);
    compact(kernel);
    before != after || params
}

/// The values that effects, branches and returns need, directly or through others.
fn needed(kernel: &Kernel) -> Vec<bool> {
    let mut incoming: Vec<Vec<(BlockId, usize)>> = vec![vec![]; kernel.blocks.len()];
    let mut work: Vec<Value> = vec![];
    for (id, block) in (0..).map(BlockId).zip(&kernel.blocks) {
        if let Terminator::Branch(value, ..) | Terminator::Return(Some(value)) = block.term {
            work.push(value);
        }
        for (at, target) in block.term.targets().enumerate() {
            incoming[target.block.index()].push((id, at));
        }
        let effects =
            block.insts.iter().map(|inst| &kernel.insts[inst.index()].op).filter(|op| op.has_effect());
        work.extend(effects.flat_map(|op| op.operands()));
    }
    let mut needed = vec![false; kernel.values.len()];
    while let Some(value) = work.pop() {
        if core::mem::replace(&mut needed[value.index()], true) {
            continue;
        }
        match kernel.values[value.index()].def {
            ValueDef::Inst(inst) => work.extend(kernel.insts[inst.index()].op.operands()),
            ValueDef::BlockParam(block, at) => {
                work.extend(incoming[block.index()].iter().filter_map(|(from, edge)| {
                    let target = kernel.blocks[from.index()].term.targets().nth(*edge)?;
                    target.args.get(at as usize)
                }));
            }
        }
    }
    needed
}

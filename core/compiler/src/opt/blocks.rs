//! Block simplification: branches whose way is known become jumps, branches that only choose arguments become selects
//! and a jump, empty blocks are jumped over, a block and its only
//! successor become one if that has no other predecessor, parameters that always get the same value become that value,
//! and blocks that cannot be reached go. What is left is in reverse post-order.

use alloc::{vec, vec::Vec};

use super::{
    Pass,
    edit::{Rename, keep_blocks, new_inst, retain_params, use_counts},
};
use crate::ir::{BlockId, Kernel, Op, Target, Terminator, Value, cfg::Cfg};

/// This pass.
pub const PASS: Pass = Pass {
    name: "blocks",
    doc: "Known branches become jumps, empty and unreachable blocks go, straight lines become one block.",
    run,
};

fn run(kernel: &mut Kernel) -> bool {
    let mut changed = false;
    // One change makes way for the next; each round removes a block, a branch or a parameter.
    while known_branches(kernel)
        | choices(kernel)
        | skip_empty(kernel)
        | keep_blocks(kernel, &Cfg::new(kernel).rpo)
        | redundant_params(kernel)
        | merge(kernel)
    {
        changed = true;
    }
    changed
}

/// Branches on a constant, or to the same place either way.
fn known_branches(kernel: &mut Kernel) -> bool {
    let mut changed = false;
    for at in 0..kernel.blocks.len() {
        let Terminator::Branch(condition, yes, no) = &kernel.blocks[at].term else { continue };
        let to = match kernel.constant(*condition) {
            Some(0) => no,
            Some(_) => yes,
            None if yes == no => yes,
            None => continue,
        };
        kernel.blocks[at].term = Terminator::Jump(to.clone());
        changed = true;
    }
    changed
}

/// Branches to one block either way, with different arguments.
fn choices(kernel: &mut Kernel) -> bool {
    let mut changed = false;
    for at in 0..kernel.blocks.len() {
        let span = kernel.blocks[at].term_span;
        let (condition, yes, no) = match &kernel.blocks[at].term {
            Terminator::Branch(condition, yes, no) if yes.block == no.block => {
                (*condition, yes.clone(), no.clone())
            }
            _ => continue,
        };
        let mut args = Vec::with_capacity(yes.args.len());
        for (yes, no) in yes.args.iter().zip(&no.args) {
            if yes == no {
                args.push(*yes);
                continue;
            }
            let ty = kernel.ty(*yes);
            let (inst, value) = new_inst(kernel, Op::Select(condition, *yes, *no), ty, span);
            kernel.blocks[at].insts.push(inst);
            args.push(value);
        }
        kernel.blocks[at].term = Terminator::Jump(Target { block: yes.block, args });
        changed = true;
    }
    changed
}

/// Jumps to a block that only jumps on go where that goes.
fn skip_empty(kernel: &mut Kernel) -> bool {
    let uses = use_counts(kernel);
    // A block can be skipped if it does nothing and nobody but its own jump sees its parameters.
    let onward: Vec<Option<(Vec<Value>, Target)>> = kernel
        .blocks
        .iter()
        .map(|block| {
            let Terminator::Jump(to) = &block.term else { return None };
            let seen_inside = |value: &Value| to.args.iter().filter(|arg| *arg == value).count() as u32;
            let private = block.params.iter().all(|value| uses[value.index()] == seen_inside(value));
            (block.insts.is_empty() && private).then(|| (block.params.clone(), to.clone()))
        })
        .collect();
    let leads_on = leads_on(&onward);
    let mut changed = false;
    for block in &mut kernel.blocks {
        for target in block.term.targets_mut() {
            if let Some((params, to)) =
                onward[target.block.index()].as_ref().filter(|_| leads_on[target.block.index()])
            {
                *target = pass_on(target, params, to);
                changed = true;
            }
        }
    }
    changed
}

/// From which blocks do empty blocks lead to one that is not empty? A ring of empty blocks is an endless loop and stays.
fn leads_on(onward: &[Option<(Vec<Value>, Target)>]) -> Vec<bool> {
    let mut known: Vec<Option<bool>> = vec![None; onward.len()];
    for start in 0..onward.len() {
        let mut way = vec![];
        let mut at = start;
        let leads = loop {
            if let Some(known) = known[at] {
                break known;
            }
            let Some((_, to)) = &onward[at] else { break true };
            // Met again on the same way, it is part of a ring.
            known[at] = Some(false);
            way.push(at);
            at = to.block.index();
        };
        known[at] = Some(leads);
        way.into_iter().for_each(|block| known[block] = Some(leads));
    }
    known.into_iter().map(|known| known == Some(true)).collect()
}

/// The jump `to` of a skipped block with the arguments that `target` passes for its parameters.
fn pass_on(target: &Target, params: &[Value], to: &Target) -> Target {
    let pass = |arg: &Value| {
        let at = params.iter().position(|param| param == arg);
        at.and_then(|at| target.args.get(at)).copied().unwrap_or(*arg)
    };
    Target { block: to.block, args: to.args.iter().map(pass).collect() }
}

/// Parameters for which every jump passes the same value (or the parameter itself).
fn redundant_params(kernel: &mut Kernel) -> bool {
    let mut rename = Rename::new(kernel);
    let mut redundant = vec![false; kernel.values.len()];
    let mut incoming: Vec<Vec<(BlockId, usize)>> = vec![vec![]; kernel.blocks.len()];
    for (id, block) in (0..).map(BlockId).zip(&kernel.blocks) {
        for (at, target) in block.term.targets().enumerate() {
            incoming[target.block.index()].push((id, at));
        }
    }
    let mut work: Vec<BlockId> = kernel.block_ids().rev().filter(|b| b.0 != 0).collect();
    let mut waiting = vec![true; kernel.blocks.len()];
    while let Some(id) = work.pop() {
        waiting[id.index()] = false;
        let block = &kernel.blocks[id.index()];
        let mut found = false;
        for (at, param) in block.params.iter().enumerate() {
            if redundant[param.index()] {
                continue;
            }
            let args = incoming[id.index()].iter().filter_map(|(from, edge)| {
                kernel.blocks[from.index()].term.targets().nth(*edge).map(|target| target.args[at])
            });
            if let Some(only) = only_value(args, *param, &mut rename) {
                rename.replace(*param, only);
                redundant[param.index()] = true;
                found = true;
            }
        }
        // What is passed on from here may be redundant now. (Values reach other blocks too: they are looked at in the
        // next round of the pass.)
        for target in block.term.targets().filter(|_| found) {
            if !core::mem::replace(&mut waiting[target.block.index()], true) {
                work.push(target.block);
            }
        }
    }
    rename.apply(kernel);
    retain_params(kernel, |value| !redundant[value.index()])
}

/// The one value among `args` other than `param` itself, if there is only one.
fn only_value(args: impl Iterator<Item = Value>, param: Value, rename: &mut Rename) -> Option<Value> {
    let mut only = None;
    for arg in args {
        let arg = rename.get(arg);
        if arg == param {
            continue;
        }
        if only.is_some_and(|only| only != arg) {
            return None;
        }
        only = Some(arg);
    }
    only
}

/// Appends each block to its only predecessor if that goes nowhere else.
fn merge(kernel: &mut Kernel) -> bool {
    let cfg = Cfg::new(kernel);
    let mut rename = Rename::new(kernel);
    // Where the instructions of a block are now.
    let mut home: Vec<BlockId> = kernel.block_ids().collect();
    let mut changed = false;
    for id in cfg.rpo.iter().copied().skip(1) {
        let &[pred] = cfg.preds[id.index()].as_slice() else { continue };
        let into = home[pred.index()];
        if into == id || !matches!(kernel.blocks[into.index()].term, Terminator::Jump(_)) {
            continue;
        }
        let block = &mut kernel.blocks[id.index()];
        let term = core::mem::replace(&mut block.term, Terminator::Return(None));
        let (params, mut insts) = (core::mem::take(&mut block.params), core::mem::take(&mut block.insts));
        let span = block.term_span;
        let target = &mut kernel.blocks[into.index()];
        if let Terminator::Jump(to) = &target.term {
            params.iter().zip(&to.args).for_each(|(param, arg)| rename.replace(*param, *arg));
        }
        target.insts.append(&mut insts);
        (target.term, target.term_span) = (term, span);
        home[id.index()] = into;
        changed = true;
    }
    if changed {
        rename.apply(kernel);
        keep_blocks(kernel, &Cfg::new(kernel).rpo);
    }
    changed
}

//! The verifier: is a kernel with its functions what the rest of the laboratory takes it for? It runs after every pass in tests, and before
//! anything is interpreted or turned into a machine's program. What it accepts can be executed without further checks.

use alloc::{format, string::String, vec, vec::Vec};
use core::fmt;

use super::{
    Block, BlockId, Code, FunctionId, Inst, InstId, Kernel, Op, Space, Target, Terminator, Type, Value,
    ValueDef, WARP,
    cfg::Cfg,
    dom::DomTree,
    layout::{CONSTANT_LIMIT, Layout},
};

#[cfg(test)]
mod tests;
mod types;

/// What is wrong with a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyError {
    /// The function, if it is in one.
    pub function: Option<FunctionId>,
    /// The block, if it is in one.
    pub block: Option<BlockId>,
    /// A plain sentence.
    pub message: String,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(function) = self.function {
            write!(f, "f{}: ", function.0)?;
        }
        if let Some(block) = self.block {
            write!(f, "b{}: ", block.0)?;
        }
        f.write_str(&self.message)
    }
}

type Check = Result<(), String>;

/// Checks a kernel.
///
/// # Errors
/// The first thing that is wrong.
pub fn verify(kernel: &Kernel) -> Result<(), VerifyError> {
    let whole = |message| VerifyError { function: None, block: None, message };
    tables(kernel).map_err(whole)?;
    for code in kernel.codes() {
        let function = code.function.map(|(id, _)| id);
        self::code(kernel, code).map_err(|error| VerifyError { function, ..error })?;
    }
    slots_of_one(kernel).map_err(whole)
}

/// Checks the code of a kernel or of a function.
fn code(kernel: &Kernel, code: Code<'_>) -> Result<(), VerifyError> {
    let at = |block| move |message| VerifyError { function: None, block, message };
    let entry = code.blocks.first().ok_or_else(|| at(None)("there is no entry block".into()))?;
    require(entry.params.is_empty(), || "the entry block has parameters".into()).map_err(at(None))?;
    let mut owner = vec![None; code.insts.len()];
    for (id, block) in (0..).map(BlockId).zip(code.blocks) {
        structure(code, id, block, &mut owner).map_err(at(Some(id)))?;
    }
    for (id, block) in (0..).map(BlockId).zip(code.blocks) {
        for inst in &block.insts {
            let inst = code.inst(*inst);
            let named = |message| format!("{}: {message}", describe(inst));
            types::types(kernel, code, inst).map_err(named).map_err(at(Some(id)))?;
        }
        terminator(code, &block.term).map_err(at(Some(id)))?;
    }
    let cfg = Cfg::of(code.blocks);
    if !cfg.preds[0].is_empty() {
        return Err(at(Some(BlockId(0)))("the entry has a predecessor".into()));
    }
    dominance(code, &cfg, &owner)
}

/// Does every private slot belong to the kernel or to one function?
fn slots_of_one(kernel: &Kernel) -> Check {
    let mut owner = vec![None; kernel.slots.len()];
    for (code, number) in kernel.codes().zip(0u32..) {
        for inst in code.listed() {
            let Op::Slot(slot) = inst.op else { continue };
            let first = *owner[slot.index()].get_or_insert(number);
            let is_private = kernel.slots[slot.index()].space == Space::Private;
            require(!is_private || first == number, || {
                format!("private slot s{} belongs to two functions", slot.0)
            })?;
        }
    }
    Ok(())
}

fn require(condition: bool, message: impl FnOnce() -> String) -> Check {
    if condition { Ok(()) } else { Err(message()) }
}

/// What the kernel and its functions have in common.
fn tables(kernel: &Kernel) -> Check {
    for slot in &kernel.slots {
        let name = &slot.name;
        require(slot.align.is_power_of_two(), || format!("slot {name}: the alignment is no power of two"))?;
        require(slot.space != Space::Global, || format!("slot {name}: global memory is the launch's"))?;
        let init = if slot.space == Space::Constant { slot.bytes as usize } else { 0 };
        require(slot.init.len() == init, || format!("slot {name}: contents of {init} bytes expected"))?;
        require(!slot.dynamic || (slot.space == Space::Local && slot.bytes == 0), || {
            format!("slot {name}: only local memory of 0 bytes is dynamic")
        })?;
    }
    let lanes = kernel.warp();
    require(lanes.is_power_of_two() && lanes <= WARP, || {
        format!("a sub-group of {lanes} work-items: only powers of two up to {WARP}")
    })?;
    let constants = Layout::new(kernel).constant_bytes;
    require(constants <= CONSTANT_LIMIT, || {
        format!("{constants} bytes of constant tables; at most {CONSTANT_LIMIT} fit")
    })
}

/// Do indices exist, and do definitions and what they define agree?
fn structure(code: Code<'_>, id: BlockId, block: &Block, owner: &mut [Option<BlockId>]) -> Check {
    for (at, value) in block.params.iter().enumerate() {
        let def = code.values.get(value.index()).map(|info| info.def);
        require(def == Some(ValueDef::BlockParam(id, at as u32)), || {
            format!("v{} is not defined as parameter {at} of this block", value.0)
        })?;
    }
    for inst in &block.insts {
        let owner =
            owner.get_mut(inst.index()).ok_or_else(|| format!("there is no instruction {}", inst.0))?;
        require(owner.replace(id).is_none(), || format!("instruction {} is listed twice", inst.0))?;
        instruction(code, *inst)?;
    }
    let mut term = block.term.clone();
    operands_exist(code, |f| term.for_each_operand(f))?;
    let missing = block.term.targets().find(|target| target.block.index() >= code.blocks.len());
    missing.map_or(Ok(()), |target| Err(format!("there is no block b{}", target.block.0)))
}

fn instruction(code: Code<'_>, id: InstId) -> Check {
    let inst = &code.insts[id.index()];
    if let Some(value) = inst.result {
        let def = code.values.get(value.index()).map(|info| info.def);
        require(def == Some(ValueDef::Inst(id)), || {
            format!("v{} is not defined as the result of its instruction", value.0)
        })?;
    }
    let mut op = inst.op.clone();
    operands_exist(code, |f| op.for_each_operand(f))
}

fn operands_exist(code: Code<'_>, each: impl FnOnce(&mut dyn FnMut(&mut Value))) -> Check {
    let mut missing = None;
    each(&mut |value| {
        if value.index() >= code.values.len() {
            missing = Some(*value);
        }
    });
    missing.map_or(Ok(()), |value| Err(format!("v{} is not defined", value.0)))
}

fn describe(inst: &Inst) -> String {
    match inst.result {
        Some(value) => format!("v{}", value.0),
        None => format!("{:?}", inst.op),
    }
}

fn terminator(code: Code<'_>, term: &Terminator) -> Check {
    match term {
        Terminator::Branch(condition, ..) => {
            require(code.ty(*condition) == Type::Bool, || "the branch's condition must be bool".into())?;
        }
        Terminator::Return(value) => {
            let expected = code.function.and_then(|(_, function)| function.result);
            let given = value.map(|value| code.ty(value));
            require(given == expected, || "what is returned does not fit the function's result".into())?;
        }
        Terminator::Jump(_) => {}
    }
    term.targets().try_for_each(|target| arguments(code, target))
}

fn arguments(code: Code<'_>, target: &Target) -> Check {
    let params = &code.blocks[target.block.index()].params;
    let (given, taken) = (target.args.len(), params.len());
    require(given == taken, || format!("b{} takes {taken} arguments, not {given}", target.block.0))?;
    let wrong = params.iter().zip(&target.args).find(|(param, arg)| code.ty(**param) != code.ty(**arg));
    wrong.map_or(Ok(()), |(param, arg)| {
        Err(format!("v{} is passed for v{}, which has another type", arg.0, param.0))
    })
}

/// Does every definition dominate its uses? `owner` has the block of each instruction.
fn dominance(code: Code<'_>, cfg: &Cfg, owner: &[Option<BlockId>]) -> Result<(), VerifyError> {
    let dom = DomTree::dominators(cfg);
    let home = |value: Value| match code.values[value.index()].def {
        ValueDef::Inst(inst) => owner.get(inst.index()).copied().flatten(),
        ValueDef::BlockParam(block, _) => Some(block),
    };
    // In the block that is looked at: what is defined already.
    let mut seen = vec![false; code.values.len()];
    for id in cfg.rpo.iter().copied() {
        let block = &code.blocks[id.index()];
        block.params.iter().for_each(|value| seen[value.index()] = true);
        let check = |value: Value, seen: &[bool]| {
            let good = match home(value) {
                Some(home) if home == id => seen[value.index()],
                Some(home) => dom.dominates(home, id),
                None => false,
            };
            let message = || format!("v{} is used where its definition may not have run", value.0);
            require(good, message).map_err(|message| VerifyError { function: None, block: Some(id), message })
        };
        for inst in &block.insts {
            let inst = &code.insts[inst.index()];
            inst.op.operands().into_iter().try_for_each(|value| check(value, &seen))?;
            inst.result.iter().for_each(|value| seen[value.index()] = true);
        }
        let mut used: Vec<Value> = vec![];
        block.term.clone().for_each_operand(|value| used.push(*value));
        used.into_iter().try_for_each(|value| check(value, &seen))?;
    }
    Ok(())
}

//! The verifier: is a kernel what the rest of the laboratory takes it for? It runs after every pass in tests, and before
//! anything is interpreted or turned into a machine's program. What it accepts can be executed without further checks.

use alloc::{format, string::String, vec, vec::Vec};
use core::fmt;

use super::{
    Block, BlockId, Convert, Inst, InstId, Kernel, Op, Space, Target, Terminator, Type, Unary, Value,
    ValueDef,
    cfg::Cfg,
    dom::DomTree,
    layout::{CONSTANT_LIMIT, Layout},
};
use crate::ir::{Binary, Compare};

/// What is wrong with a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyError {
    /// The block, if it is in one.
    pub block: Option<BlockId>,
    /// A plain sentence.
    pub message: String,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.block {
            Some(block) => write!(f, "b{}: {}", block.0, self.message),
            None => f.write_str(&self.message),
        }
    }
}

type Check = Result<(), String>;

/// Checks a kernel.
///
/// # Errors
/// The first thing that is wrong.
pub fn verify(kernel: &Kernel) -> Result<(), VerifyError> {
    whole(kernel).map_err(|message| VerifyError { block: None, message })?;
    let mut owner = vec![None; kernel.insts.len()];
    for (id, block) in kernel.block_ids().zip(&kernel.blocks) {
        let here = |message| VerifyError { block: Some(id), message };
        structure(kernel, id, block, &mut owner).map_err(here)?;
    }
    for (id, block) in kernel.block_ids().zip(&kernel.blocks) {
        let here = |message| VerifyError { block: Some(id), message };
        for inst in &block.insts {
            let inst = &kernel.insts[inst.index()];
            types(kernel, inst).map_err(|message| here(format!("{}: {message}", describe(inst))))?;
        }
        terminator(kernel, &block.term).map_err(here)?;
    }
    let cfg = Cfg::new(kernel);
    if !cfg.preds[0].is_empty() {
        return Err(VerifyError { block: Some(BlockId(0)), message: "the entry has a predecessor".into() });
    }
    dominance(kernel, &cfg, &owner)
}

fn require(condition: bool, message: impl FnOnce() -> String) -> Check {
    if condition { Ok(()) } else { Err(message()) }
}

/// What does not belong to one block.
fn whole(kernel: &Kernel) -> Check {
    let entry = kernel.blocks.first().ok_or("there is no entry block")?;
    require(entry.params.is_empty(), || "the entry block has parameters".into())?;
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
    let constants = Layout::new(kernel).constant_bytes;
    require(constants <= CONSTANT_LIMIT, || {
        format!("{constants} bytes of constant tables; at most {CONSTANT_LIMIT} fit")
    })
}

/// Do indices exist, and do definitions and what they define agree?
fn structure(kernel: &Kernel, id: BlockId, block: &Block, owner: &mut [Option<BlockId>]) -> Check {
    for (at, value) in block.params.iter().enumerate() {
        let def = kernel.values.get(value.index()).map(|info| info.def);
        require(def == Some(ValueDef::BlockParam(id, at as u32)), || {
            format!("v{} is not defined as parameter {at} of this block", value.0)
        })?;
    }
    for inst in &block.insts {
        let owner =
            owner.get_mut(inst.index()).ok_or_else(|| format!("there is no instruction {}", inst.0))?;
        require(owner.replace(id).is_none(), || format!("instruction {} is listed twice", inst.0))?;
        instruction(kernel, *inst)?;
    }
    let mut term = block.term.clone();
    operands_exist(kernel, |f| term.for_each_operand(f))?;
    let missing = block.term.targets().find(|target| target.block.index() >= kernel.blocks.len());
    missing.map_or(Ok(()), |target| Err(format!("there is no block b{}", target.block.0)))
}

fn instruction(kernel: &Kernel, id: InstId) -> Check {
    let inst = &kernel.insts[id.index()];
    if let Some(value) = inst.result {
        let def = kernel.values.get(value.index()).map(|info| info.def);
        require(def == Some(ValueDef::Inst(id)), || {
            format!("v{} is not defined as the result of its instruction", value.0)
        })?;
    }
    let mut op = inst.op.clone();
    operands_exist(kernel, |f| op.for_each_operand(f))
}

fn operands_exist(kernel: &Kernel, each: impl FnOnce(&mut dyn FnMut(&mut Value))) -> Check {
    let mut missing = None;
    each(&mut |value| {
        if value.index() >= kernel.values.len() {
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

/// Do operand and result types fit the operation?
fn types(kernel: &Kernel, inst: &Inst) -> Check {
    let ty = |value: &Value| kernel.ty(*value);
    let result = inst.result.map(|value| kernel.ty(value));
    let gives = |expected: Type| {
        require(result == Some(expected), || format!("the result must have type {expected}"))
    };
    let same = |a: &Value, b: &Value| require(ty(a) == ty(b), || "the operands must have one type".into());
    let memory = |ptr: &Value, value: Type| {
        require(ty(ptr).space().is_some(), || "the address must be a pointer".into())?;
        require(value != Type::Bool, || "a bool has no form in memory".into())
    };
    match &inst.op {
        Op::Const(bits) => {
            let fits = result.is_some_and(|ty| *bits & !ty.mask() == 0);
            require(fits, || "the constant has bits that its type has not".into())
        }
        Op::Arg(at) => match kernel.params.get(*at as usize) {
            Some(param) => gives(param.ty),
            None => Err(format!("there is no argument {at}")),
        },
        Op::Slot(slot) => match kernel.slots.get(slot.index()) {
            Some(slot) => gives(Type::Ptr(slot.space)),
            None => Err(format!("there is no slot s{}", slot.0)),
        },
        Op::WorkItem(_, dim) => {
            require(*dim < 3, || "the dimension is 0, 1 or 2".into())?;
            gives(Type::I32)
        }
        Op::Unary(op, a) => {
            require(unary_takes(*op, ty(a)), || format!("{} does not take {}", op.name(), ty(a)))?;
            gives(ty(a))
        }
        Op::Binary(op, a, b) => {
            same(a, b)?;
            require(binary_takes(*op, ty(a)), || format!("{} does not take {}", op.name(), ty(a)))?;
            gives(ty(a))
        }
        Op::Compare(op, a, b) => {
            same(a, b)?;
            require(compare_takes(*op, ty(a)), || format!("{} does not take {}", op.name(), ty(a)))?;
            gives(Type::Bool)
        }
        Op::Select(condition, a, b) => {
            require(ty(condition) == Type::Bool, || "the condition must be bool".into())?;
            same(a, b)?;
            gives(ty(a))
        }
        Op::Convert(op, a) => {
            let to = result.ok_or("a conversion needs a result")?;
            require(converts(*op, ty(a), to), || format!("{} does not go from {} to {to}", op.name(), ty(a)))
        }
        Op::Fma(a, b, c) => {
            same(a, b)?;
            same(b, c)?;
            require(ty(a).is_float(), || "the operands must be floats".into())?;
            gives(ty(a))
        }
        Op::Math(op, args) => {
            require(args.len() == op.arity(), || format!("{} takes {} operands", op.name(), op.arity()))?;
            let to = result.filter(|ty| ty.is_float()).ok_or("the result must be a float")?;
            require(args.iter().all(|arg| ty(arg) == to), || format!("the operands must be {to}"))
        }
        Op::PtrAdd(ptr, bytes) => {
            require(ty(ptr).space().is_some(), || "the first operand must be a pointer".into())?;
            require(ty(bytes) == Type::I64, || "the second operand must be i64".into())?;
            gives(ty(ptr))
        }
        Op::Load { ptr, .. } => memory(ptr, result.ok_or("a load needs a result")?),
        Op::Store { ptr, value, .. } => {
            require(result.is_none(), || "a store has no result".into())?;
            memory(ptr, ty(value))
        }
        Op::Atomic(_, ptr, value) => {
            memory(ptr, ty(value))?;
            result.map_or(Ok(()), |_| gives(ty(value)))
        }
        Op::CompareExchange(ptr, expected, new) => {
            memory(ptr, ty(new))?;
            same(expected, new)?;
            result.map_or(Ok(()), |_| gives(ty(new)))
        }
        Op::Barrier | Op::Fence => require(result.is_none(), || "it has no result".into()),
    }
}

fn unary_takes(op: Unary, ty: Type) -> bool {
    match op {
        Unary::Not => ty.is_int() || ty == Type::Bool,
        Unary::Neg | Unary::PopCount | Unary::Clz | Unary::Ctz => ty.is_int(),
        Unary::FNeg | Unary::FAbs => ty.is_float(),
    }
}

fn binary_takes(op: Binary, ty: Type) -> bool {
    match op {
        Binary::FAdd | Binary::FSub | Binary::FMul | Binary::FDiv | Binary::FMin | Binary::FMax => {
            ty.is_float()
        }
        Binary::And | Binary::Or | Binary::Xor => ty.is_int() || ty == Type::Bool,
        _ => ty.is_int(),
    }
}

fn compare_takes(op: Compare, ty: Type) -> bool {
    let pointer = ty.space().is_some();
    match op {
        Compare::Eq | Compare::Ne => ty.is_int() || pointer || ty == Type::Bool,
        Compare::LtS | Compare::LeS => ty.is_int(),
        Compare::LtU | Compare::LeU => ty.is_int() || pointer,
        Compare::FEq | Compare::FNe | Compare::FLt | Compare::FLe => ty.is_float(),
    }
}

fn converts(op: Convert, from: Type, to: Type) -> bool {
    match op {
        Convert::Trunc => from.is_int() && to.is_int() && to.bits() < from.bits(),
        Convert::ZExt => (from.is_int() || from == Type::Bool) && to.is_int() && to.bits() > from.bits(),
        Convert::SExt => from.is_int() && to.is_int() && to.bits() > from.bits(),
        Convert::FToS | Convert::FToU => from.is_float() && to.is_int(),
        Convert::SToF | Convert::UToF => from.is_int() && to.is_float(),
        Convert::FToF => from.is_float() && to.is_float() && from != to,
        Convert::Bits => from.bits() == to.bits() && from != to,
    }
}

fn terminator(kernel: &Kernel, term: &Terminator) -> Check {
    if let Terminator::Branch(condition, ..) = term {
        require(kernel.ty(*condition) == Type::Bool, || "the branch's condition must be bool".into())?;
    }
    term.targets().try_for_each(|target| arguments(kernel, target))
}

fn arguments(kernel: &Kernel, target: &Target) -> Check {
    let params = &kernel.blocks[target.block.index()].params;
    let (given, taken) = (target.args.len(), params.len());
    require(given == taken, || format!("b{} takes {taken} arguments, not {given}", target.block.0))?;
    let wrong = params.iter().zip(&target.args).find(|(param, arg)| kernel.ty(**param) != kernel.ty(**arg));
    wrong.map_or(Ok(()), |(param, arg)| {
        Err(format!("v{} is passed for v{}, which has another type", arg.0, param.0))
    })
}

/// Does every definition dominate its uses? `owner` has the block of each instruction.
fn dominance(kernel: &Kernel, cfg: &Cfg, owner: &[Option<BlockId>]) -> Result<(), VerifyError> {
    let dom = DomTree::dominators(cfg);
    let home = |value: Value| match kernel.values[value.index()].def {
        ValueDef::Inst(inst) => owner.get(inst.index()).copied().flatten(),
        ValueDef::BlockParam(block, _) => Some(block),
    };
    // In the block that is looked at: what is defined already.
    let mut seen = vec![false; kernel.values.len()];
    for id in cfg.rpo.iter().copied() {
        let block = &kernel.blocks[id.index()];
        block.params.iter().for_each(|value| seen[value.index()] = true);
        let check = |value: Value, seen: &[bool]| {
            let good = match home(value) {
                Some(home) if home == id => seen[value.index()],
                Some(home) => dom.dominates(home, id),
                None => false,
            };
            let message = || format!("v{} is used where its definition may not have run", value.0);
            require(good, message).map_err(|message| VerifyError { block: Some(id), message })
        };
        for inst in &block.insts {
            let inst = &kernel.insts[inst.index()];
            inst.op.operands().into_iter().try_for_each(|value| check(value, &seen))?;
            inst.result.iter().for_each(|value| seen[value.index()] = true);
        }
        let mut used: Vec<Value> = vec![];
        block.term.clone().for_each_operand(|value| used.push(*value));
        used.into_iter().try_for_each(|value| check(value, &seen))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::text;

    fn error(body: &str) -> String {
        let kernel = text::parse(&format!("kernel k(x: ptr.global f32, n: i32) {{\n{body}\n}}")).unwrap();
        verify(&kernel).unwrap_err().message
    }

    #[test]
    fn accepts_a_loop() {
        let text = "kernel k(x: ptr.global f32, n: i32) {
            b0:
              v0: i32 = const 0
              v1: i32 = arg 1
              jump b1(v0)
            b1(v2: i32):
              v3: bool = lt.s v2, v1
              branch v3, b2, b3
            b2:
              v4: i32 = const 1
              v5: i32 = add v2, v4
              jump b1(v5)
            b3:
              return
        }";
        assert_eq!(verify(&text::parse(text).unwrap()), Ok(()));
    }

    #[test]
    fn rejects_what_is_wrong() {
        let cases = [
            ("b0:\nv0: i32 = const 1\nv1: i64 = const 1\nv2: i32 = add v0, v1", "one type"),
            ("b0:\nv0: f32 = const 1\nv1: f32 = add v0, v0", "add does not take f32"),
            ("b0:\nv0: i32 = const 1\nv1: i64 = add v0, v0", "must have type i32"),
            ("b0:\nv0: i32 = const 1\nv1: bool = trunc v0", "trunc does not go"),
            ("b0:\nv0: i32 = const 1\nbranch v0, b1, b1\nb1:", "must be bool"),
            ("b0:\nv0: i32 = arg 2", "no argument 2"),
            ("b0:\nv0: i32 = arg 0", "type ptr.global"),
            ("b0:\nv0: i32 = global_id 3", "dimension"),
            ("b0:\nv0: f32 = const 1\nv1: f32 = math.pow v0", "takes 2 operands"),
            ("b0:\nv0: bool = const true\nv1: ptr.global = arg 0\nstore v1, v0", "no form in memory"),
            ("b0:\njump b1\nb1(v0: i32):", "takes 1 arguments, not 0"),
            ("b0:\nv0: f32 = const 1\njump b1(v0)\nb1(v1: i32):", "another type"),
            ("b0:\njump b0", "the entry has a predecessor"),
            ("b0(v0: i32):\nreturn", "the entry block has parameters"),
            ("b0:\nv1: i32 = neg v0\nv0: i32 = const 1", "v1 is used where"),
            (
                "b0:\nv0: bool = const true\nbranch v0, b1, b2\nb1:\nv1: i32 = const 1\njump b2\nb2:\nv2: i32 = neg v1",
                "is used where",
            ),
            ("slot s0 a: local 4 align 3 i32\nb0:", "no power of two"),
            ("slot s0 a: constant 4 align 4 i32 = 00\nb0:", "contents of 4 bytes"),
            ("slot s0 a: private dynamic align 4 i32\nb0:", "dynamic"),
        ];
        for (body, message) in cases {
            let error = error(body);
            assert!(error.contains(message), "{body}: {error}");
        }
    }

    #[test]
    fn rejects_broken_tables() {
        let good = text::parse("kernel k() {\nb0:\nv0: i32 = const 1\n}").unwrap();
        let mut twice = good.clone();
        twice.blocks[0].insts.push(InstId(0));
        assert!(verify(&twice).unwrap_err().message.contains("twice"));
        let mut gone = good.clone();
        gone.values.clear();
        assert!(verify(&gone).unwrap_err().message.contains("not defined as"));
        let mut wide = good;
        wide.insts[0].op = Op::Const(1 << 32);
        assert!(verify(&wide).unwrap_err().message.contains("bits that its type"));
    }
}

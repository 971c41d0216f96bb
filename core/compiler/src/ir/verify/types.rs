//! Do operand and result types fit each operation?

use alloc::format;

use super::{Check, require};
use crate::ir::{
    Binary, Code, Compare, Convert, FunctionId, Inst, Kernel, LaneOp, Op, Space, Type, Unary, Value,
};

/// Do operand and result types fit the operation?
pub(super) fn types(kernel: &Kernel, code: Code<'_>, inst: &Inst) -> Check {
    let ty = |value: &Value| code.ty(*value);
    let result = inst.result.map(|value| code.ty(value));
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
        Op::Param(at) => match code.function.and_then(|(_, function)| function.params.get(*at as usize)) {
            Some(param) => gives(*param),
            None => Err(format!("there is no parameter {at}")),
        },
        Op::Call(callee, args) => call(kernel, code, (*callee, args), result),
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
        Op::Prefetch(ptr) => {
            require(result.is_none(), || "a prefetch has no result".into())?;
            require(ty(ptr) == Type::Ptr(Space::Global), || {
                "the operand must be a pointer to global memory".into()
            })
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
        Op::Lane(op, args) => {
            let (own, mask) = args.split_at_checked(op.arity()).ok_or("operands are missing")?;
            require(mask.len() <= 1 && (*op != LaneOp::Sync || mask.len() == 1), || {
                "one mask or none stands behind the operands".into()
            })?;
            let words = mask.iter().chain(own.get(1..).unwrap_or(&[]));
            require(words.map(ty).all(|ty| ty == Type::I32), || "numbers and masks of lanes are i32".into())?;
            let number = |ty: Type| ty.is_int() || ty.is_float();
            match (op, own.first().map(ty)) {
                (LaneOp::Sync, _) => require(result.is_none(), || "it has no result".into()),
                (LaneOp::Ballot, Some(Type::Bool)) => gives(Type::I32),
                (LaneOp::Number | LaneOp::Warp, Some(Type::I32)) => gives(Type::I32),
                (LaneOp::Match, Some(found)) if number(found) => gives(Type::I32),
                (_, Some(found)) if op.is_shuffle() && number(found) => gives(found),
                (_, found) => Err(format!("lane.{} does not take {found:?}", op.name())),
            }
        }
        Op::Clock => gives(Type::I64),
        Op::Barrier | Op::Fence => require(result.is_none(), || "it has no result".into()),
    }
}

/// Does a function get what it takes, and give what is expected of it?
fn call(
    kernel: &Kernel,
    code: Code<'_>,
    (callee, args): (FunctionId, &[Value]),
    result: Option<Type>,
) -> Check {
    let function =
        kernel.functions.get(callee.index()).ok_or_else(|| format!("there is no function f{}", callee.0))?;
    // Only those before it: nothing calls itself.
    require(code.function.is_none_or(|(own, _)| callee < own), || {
        format!("f{} is not before the function that calls it", callee.0)
    })?;
    let (given, taken) = (args.len(), function.params.len());
    require(given == taken, || format!("f{} takes {taken} arguments, not {given}", callee.0))?;
    let wrong = function.params.iter().zip(args).find(|(param, arg)| **param != code.ty(**arg));
    if let Some((param, arg)) = wrong {
        return Err(format!("v{} is passed for a parameter of type {param}", arg.0));
    }
    require(result == function.result, || format!("the result of f{} has another type", callee.0))
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

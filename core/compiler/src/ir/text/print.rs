//! Kernel to text.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use crate::{
    base::num,
    ir::{
        Block, BlockId, Code, Function, FunctionId, Inst, Kernel, Op, Param, Slot, Target, Terminator, Type,
        Unroll, Value,
    },
    source::Span,
};

/// A line of text and the place in the source that it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The text, without a line break.
    pub text: String,
    /// The place, or `Span::NONE`.
    pub span: Span,
}

/// The text of a kernel.
pub fn print(kernel: &Kernel) -> String {
    lines(kernel).into_iter().fold(String::new(), |text, line| text + &line.text + "\n")
}

/// The text of a kernel, line by line.
pub fn lines(kernel: &Kernel) -> Vec<Line> {
    let plain = |text: String| Line { text, span: Span::NONE };
    let mut lines = Vec::with_capacity(kernel.insts.len() + 3 * kernel.blocks.len());
    lines.push(plain(header(kernel)));
    for (at, slot) in kernel.slots.iter().enumerate() {
        lines.push(plain(format!("  slot s{at} {}", self::slot(slot))));
    }
    for code in kernel.codes() {
        lines.extend(code.function.map(|(id, function)| plain(function_header(id, function))));
        for (id, block) in (0..).map(BlockId).zip(code.blocks) {
            lines.push(plain(block_header(code, id, block)));
            for inst in &block.insts {
                let inst = code.inst(*inst);
                lines.push(Line { text: format!("  {}", instruction(code, inst)), span: inst.span });
            }
            lines.push(Line { text: format!("  {}", terminator(&block.term)), span: block.term_span });
        }
        lines.push(plain("}".into()));
    }
    lines
}

fn function_header(id: FunctionId, function: &Function) -> String {
    let result = function.result.map_or(String::new(), |ty| format!(" -> {ty}"));
    format!("function f{} {}({}){result} {{", id.0, function.name, join(&function.params, Type::to_string))
}

fn header(kernel: &Kernel) -> String {
    let local = kernel.required_local.map_or(String::new(), |[x, y, z]| format!(" local {x} {y} {z}"));
    let local = local + &kernel.subgroup.map_or(String::new(), |lanes| format!(" subgroup {lanes}"));
    format!("kernel {}({}){local} {{", kernel.name, join(&kernel.params, param))
}

fn param(param: &Param) -> String {
    let mut text = format!("{}: {}", param.name, param.ty);
    if param.ty.space().is_some() {
        text += &format!(" {}", param.element);
    }
    if param.unsigned {
        text += " unsigned";
    }
    if param.components > 1 {
        text += &format!(" x{}", param.components);
    }
    if param.read_only {
        text += " const";
    }
    if let Some(len) = param.len {
        text += &format!(" len {len}");
    }
    text
}

fn slot(slot: &Slot) -> String {
    let size = if slot.dynamic { "dynamic".to_string() } else { slot.bytes.to_string() };
    let mut text =
        format!("{}: {} {size} align {} {}", slot.name, slot.space.name(), slot.align, slot.element);
    if !slot.init.is_empty() {
        text += " =";
        slot.init.iter().for_each(|byte| text += &format!(" {byte:02x}"));
    }
    text
}

fn block_header(code: Code<'_>, id: BlockId, block: &Block) -> String {
    let unroll = match block.unroll {
        None => String::new(),
        Some(Unroll::Whole) => " unroll".into(),
        Some(Unroll::Times(n)) => format!(" unroll {n}"),
    };
    if block.params.is_empty() {
        return format!("b{}:{unroll}", id.0);
    }
    let params = join(&block.params, |value| format!("v{}: {}", value.0, code.ty(*value)));
    format!("b{}({params}):{unroll}", id.0)
}

fn instruction(code: Code<'_>, inst: &Inst) -> String {
    match inst.result {
        Some(result) => {
            let ty = code.ty(result);
            format!("v{}: {ty} = {}", result.0, operation(&inst.op, ty))
        }
        None => operation(&inst.op, Type::I32),
    }
}

fn operation(op: &Op, ty: Type) -> String {
    let mut text = mnemonic(op);
    match op {
        Op::Const(bits) => text += &format!(" {}", constant(*bits, ty)),
        Op::Arg(at) | Op::Param(at) => text += &format!(" {at}"),
        Op::Call(function, args) => text += &format!(" f{}({})", function.0, join(args, value)),
        Op::Slot(slot) => text += &format!(" s{}", slot.0),
        Op::WorkItem(_, dim) => text += &format!(" {dim}"),
        _ => {
            let operands = op.operands();
            if !operands.is_empty() {
                text += &format!(" {}", join(&operands, value));
            }
        }
    }
    text
}

/// The word that stands for an operation.
fn mnemonic(op: &Op) -> String {
    let volatile = |name: &str, volatile: bool| format!("{name}{}", if volatile { ".volatile" } else { "" });
    match op {
        Op::Const(_) => "const".into(),
        Op::Arg(_) => "arg".into(),
        Op::Param(_) => "param".into(),
        Op::Call(..) => "call".into(),
        Op::Slot(_) => "slot".into(),
        Op::WorkItem(what, _) => what.name().into(),
        Op::Unary(op, _) => op.name().into(),
        Op::Binary(op, ..) => op.name().into(),
        Op::Compare(op, ..) => op.name().into(),
        Op::Select(..) => "select".into(),
        Op::Convert(op, _) => op.name().into(),
        Op::Fma(..) => "fma".into(),
        Op::Math(op, _) => format!("math.{}", op.name()),
        Op::PtrAdd(..) => "ptradd".into(),
        Op::Load { volatile: v, .. } => volatile("load", *v),
        Op::Store { volatile: v, .. } => volatile("store", *v),
        Op::Prefetch(_) => "prefetch".into(),
        Op::Atomic(op, ..) => format!("atomic.{}", op.name()),
        Op::CompareExchange(..) => "cmpxchg".into(),
        Op::Barrier => "barrier".into(),
        Op::Fence => "fence".into(),
        Op::Clock => "clock".into(),
        Op::Lane(op, _) => format!("lane.{}", op.name()),
    }
}

fn constant(bits: u64, ty: Type) -> String {
    match ty {
        Type::Bool => (bits != 0).to_string(),
        Type::I8 | Type::I16 | Type::I32 | Type::I64 => num::signed(ty, bits).to_string(),
        Type::F32 if f32::from_bits(bits as u32).is_finite() => format!("{:?}", f32::from_bits(bits as u32)),
        Type::F64 if f64::from_bits(bits).is_finite() => format!("{:?}", f64::from_bits(bits)),
        Type::F16 if num::f16_to_f64(bits as u16).is_finite() => {
            format!("{:?}", num::f16_to_f64(bits as u16))
        }
        _ => format!("{bits:#x}"),
    }
}

fn terminator(term: &Terminator) -> String {
    match term {
        Terminator::Jump(to) => format!("jump {}", target(to)),
        Terminator::Branch(condition, yes, no) => {
            format!("branch {}, {}, {}", value(condition), target(yes), target(no))
        }
        Terminator::Return(None) => "return".into(),
        Terminator::Return(Some(result)) => format!("return {}", value(result)),
    }
}

fn target(target: &Target) -> String {
    if target.args.is_empty() {
        return format!("b{}", target.block.0);
    }
    format!("b{}({})", target.block.0, join(&target.args, value))
}

fn value(value: &Value) -> String {
    format!("v{}", value.0)
}

fn join<T>(items: &[T], show: impl FnMut(&T) -> String) -> String {
    items.iter().map(show).collect::<Vec<_>>().join(", ")
}

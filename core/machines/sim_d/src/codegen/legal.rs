//! What Sim-D cannot run, and why (simd C13).

use alloc::{borrow::Cow, format, string::String, vec::Vec};

use lanescope_parts::{
    analysis::uniformity::{Uniformity, Waiting},
    codegen::lower::Features,
    ir::{
        Block, BlockId, Inst, InstId, Kernel, Math, Op, Terminator, Type, Value, ValueDef, ValueInfo,
        cfg::Cfg,
    },
    source::{Diagnostic, Span},
};

/// What the machine has. Of the integer operations it lacks quotients and shifts by vectors, which code
/// generation writes itself.
pub const FEATURES: Features = Features {
    least: true,
    double: false,
    long_integers: false,
    functions: Some(|math, ty| ty == Type::F32 && matches!(math, Math::Rsqrt | Math::Sin | Math::Cos)),
    ..Features::LEAST
};

/// An error of the machine: `sim_d::name`.
pub fn refusal(kernel: &Kernel, name: &str, span: Span, message: &str) -> Diagnostic {
    let message = format!("Kernel `{}`: {message}.", kernel.name);
    Diagnostic { code: Cow::Owned(format!("sim_d::{name}")), ..Diagnostic::error("", span, message) }
}

/// The first construct of a kernel without functions that the machine cannot run.
pub fn check(kernel: &Kernel) -> Result<(), Diagnostic> {
    for inst in Cfg::new(kernel).rpo.iter().flat_map(|block| &kernel.blocks[block.index()].insts) {
        let inst = &kernel.insts[inst.index()];
        if let Some((name, message)) = wrong(kernel, inst) {
            return Err(refusal(kernel, name, inst.span, &message));
        }
    }
    match missed(kernel) {
        None => Ok(()),
        Some(span) => {
            let message = "not all work-items of a group reach this barrier; Sim-D has no barriers, \
                           and runs a group in lock step, so that those which reach it would not wait for the others";
            Err(refusal(kernel, "barrier", span, message))
        }
    }
}

/// The first barrier that work-items of a group miss which come to others, or to this one later.
pub fn missed(kernel: &Kernel) -> Option<Span> {
    let cfg = Cfg::new(kernel);
    let towards = towards_barriers(kernel, &cfg);
    let uniform = Uniformity::waiting(&towards, &Cfg::new(&towards), Waiting::ForTheTurn);
    let missed = cfg.rpo.iter().filter(|block| !uniform.is_convergent(**block));
    let insts = missed.flat_map(|block| &kernel.blocks[block.index()].insts);
    let mut insts = insts.map(|id| &kernel.insts[id.index()]);
    insts.find(|inst| inst.op == Op::Barrier).map(|inst| inst.span)
}

/// A kernel in which nobody takes a way on which no barrier comes any more: a barrier does not wait for who
/// does.
fn towards_barriers(kernel: &Kernel, cfg: &Cfg) -> Kernel {
    let has_barrier = |block: &Block| block.insts.iter().any(|id| kernel.insts[id.index()].op == Op::Barrier);
    let mut comes: Vec<bool> = kernel.blocks.iter().map(has_barrier).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for block in cfg.rpo.iter().rev().filter(|block| !comes[block.index()]).copied().collect::<Vec<_>>() {
            comes[block.index()] = cfg.succs[block.index()].iter().any(|next| comes[next.index()]);
            changed |= comes[block.index()];
        }
    }
    let uniform = Uniformity::waiting(kernel, cfg, Waiting::ForTheTurn);
    let mut towards = kernel.clone();
    let never = Value(towards.values.len() as u32);
    let inst = InstId(towards.insts.len() as u32);
    towards.values.push(ValueInfo { ty: Type::Bool, def: ValueDef::Inst(inst) });
    towards.insts.push(Inst { op: Op::Const(0), result: Some(never), span: Span::NONE });
    towards.blocks[0].insts.push(inst);
    let diverges = |(at, _): &(usize, &mut Block)| uniform.diverges(BlockId(*at as u32));
    for (_, block) in towards.blocks.iter_mut().enumerate().filter(diverges) {
        if let Terminator::Branch(condition, yes, no) = &mut block.term
            && comes[yes.block.index()] != comes[no.block.index()]
        {
            // A branch that all take alike, so that loops keep their ends.
            *condition = never;
        }
    }
    towards
}

/// What is wrong with an instruction: a name and a sentence without its end.
fn wrong(kernel: &Kernel, inst: &Inst) -> Option<(&'static str, String)> {
    match &inst.op {
        Op::Atomic(..) | Op::CompareExchange(..) => {
            Some(("atomic", "Sim-D has no atomics: a request of memory reads or writes, never both".into()))
        }
        Op::Clock => Some(("clock", "Sim-D has no instruction that reads the clock".into())),
        Op::Load { .. } => inst.result.and_then(|value| element(kernel.ty(value), "load")),
        Op::Store { value, .. } => element(kernel.ty(*value), "store"),
        Op::Const(_) => None,
        op => half(kernel, op, inst.result),
    }
}

/// Floats of 16 bits are neither computed nor converted.
fn half(kernel: &Kernel, op: &Op, result: Option<Value>) -> Option<(&'static str, String)> {
    let is_half = |value: Value| kernel.ty(value) == Type::F16;
    let from = matches!(op, Op::Convert(_, from) if is_half(*from));
    (from || result.is_some_and(is_half))
        .then(|| ("half", "Sim-D computes with floats of 32 bits alone, and converts no `half`".into()))
}

fn element(ty: Type, what: &str) -> Option<(&'static str, String)> {
    let bits = 8 * ty.bytes();
    (bits != 32).then(|| {
        let message = format!(
            "this {what} moves an element of {bits} bits (`{ty}`); memory of Sim-D has words of 32 bits alone"
        );
        ("element", message)
    })
}

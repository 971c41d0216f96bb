//! What Sim-D cannot run, and why (simd C13).

use alloc::{borrow::Cow, format, string::String};

use crate::{
    analysis::uniformity::Uniformity,
    codegen::lower::Features,
    ir::{Inst, Kernel, Math, Op, Type, cfg::Cfg},
    source::{Diagnostic, Span},
};

/// What the machine has. Of the integer operations it lacks quotients and shifts by vectors, which code generation writes itself.
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
    let cfg = Cfg::new(kernel);
    let uniform = Uniformity::new(kernel, &cfg);
    for block in &cfg.rpo {
        for id in &kernel.blocks[block.index()].insts {
            let inst = &kernel.insts[id.index()];
            if let Some((name, message)) = wrong(kernel, inst) {
                return Err(refusal(kernel, name, inst.span, &message));
            }
            if inst.op == Op::Barrier && !uniform.is_convergent(*block) {
                let message = "not all work-items of a group reach this barrier; Sim-D has no barriers, and runs a group in lock step, \
                               so that those which reach it would not wait for the others";
                return Err(refusal(kernel, "barrier", inst.span, message));
            }
        }
    }
    Ok(())
}

/// What is wrong with an instruction: a name and a sentence without its end.
fn wrong(kernel: &Kernel, inst: &Inst) -> Option<(&'static str, String)> {
    match &inst.op {
        Op::Atomic(..) | Op::CompareExchange(..) => {
            Some(("atomic", "Sim-D has no atomics: a request of memory reads or writes, never both".into()))
        }
        Op::Load { .. } => inst.result.and_then(|value| element(kernel.ty(value), "load")),
        Op::Store { value, .. } => element(kernel.ty(*value), "store"),
        _ => None,
    }
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

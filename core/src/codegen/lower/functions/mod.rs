//! Float functions as code.
//!
//! The functions are written once, over any kind of number ([`crate::base::elementary`]). Here the numbers are code: what is
//! computed with them is written down, as a function of the IR that computes the same, to the bit. A kernel gets one function for
//! each float function that it uses and the machine lacks, and calls it; where there are no calls, it is written out.
//!
//! The root of a number has a pass of its own ([`super::root`]), since the others are made with it. What they are made of and the
//! machine lacks, later passes lower.

mod code;

use alloc::{format, vec::Vec};

use code::{Code, Writing};

use super::{Features, Pass, Scope};
use crate::{
    base::{OrdMap, num::elementary::evaluate},
    ir::{self, Function, FunctionId, Inst, Kernel, Math, Op, Type},
    opt,
};

/// This pass.
pub const PASS: Pass =
    Pass { name: "functions", doc: "Float functions become code.", scope: Scope::Kernel(run) };

/// What makes the new code tidy: constants of its parts, equal parts, unused parts.
const TIDY: [opt::Pass; 5] =
    [opt::fold::PASS, opt::gvn::PASS, opt::fold::PASS, opt::blocks::PASS, opt::dead::PASS];

/// The functions of a kernel that become code, and their numbers.
type Places = OrdMap<(Math, Type), FunctionId>;

fn run(kernel: &mut Kernel, features: &Features) {
    let mut used: Places = kernel.codes().flat_map(|code| uses(code, features)).collect();
    used.values_mut().zip(0..).for_each(|(id, at)| *id = FunctionId(at));
    let new = used.keys().count() as u32;
    if new == 0 {
        return;
    }
    call(kernel, &used);
    for id in kernel.function_ids() {
        kernel.within(id, |kernel| call(kernel, &used));
    }
    // What calls nothing comes first.
    kernel.functions.splice(0..0, used.keys().map(|(math, ty)| function(*math, *ty))).for_each(drop);
    for id in (0..new).map(FunctionId) {
        for pass in &TIDY {
            kernel.within(id, pass.run);
        }
    }
    if !features.calls {
        for pass in [opt::inline::PASS, opt::blocks::PASS, opt::promote::PASS].iter().chain(&TIDY) {
            pass.apply(kernel);
        }
    }
}

/// The float functions in some code that the machine lacks, each with a number still to come.
fn uses(code: ir::Code<'_>, features: &Features) -> Vec<((Math, Type), FunctionId)> {
    let lacking = |inst: &Inst| {
        let Op::Math(math, _) = inst.op else { return None };
        let ty = code.ty(inst.result?);
        let format = ty == Type::F32 || ty == Type::F64 && features.double;
        let lacks = format && math != Math::Sqrt && !features.has(math, ty);
        lacks.then_some(((math, ty), FunctionId(0)))
    };
    code.listed().filter_map(lacking).collect()
}

/// Puts calls in the place of float functions. Calls of other functions follow those to their new places.
fn call(kernel: &mut Kernel, places: &Places) {
    let moved = places.keys().count() as u32;
    for Inst { op, result, .. } in &mut kernel.insts {
        match op {
            Op::Call(id, _) => id.0 += moved,
            Op::Math(math, args) => {
                let ty = result.map(|value| kernel.values[value.index()].ty);
                let place = ty.and_then(|ty| places.get(&(*math, ty)));
                if let Some(id) = place {
                    *op = Op::Call(*id, core::mem::take(args));
                }
            }
            _ => {}
        }
    }
}

/// The function of the IR.
fn function(math: Math, ty: Type) -> Function {
    if ty == Type::F64 { written::<true>(math) } else { written::<false>(math) }
}

fn written<const DOUBLE: bool>(math: Math) -> Function {
    let writing = Writing::new();
    let x: Code<'_, DOUBLE> = writing.parameter(0);
    let y = if math.arity() > 1 { writing.parameter(1) } else { x };
    let result = evaluate(math, x, y).value;
    let name = format!("{}.{}", math.name(), if DOUBLE { Type::F64 } else { Type::F32 });
    writing.finish::<DOUBLE>(&name, math.arity(), result)
}

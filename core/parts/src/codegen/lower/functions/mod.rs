//! Float functions as code.
//!
//! The functions are written once, over any kind of number ([`crate::base::num::elementary`]). Here the numbers are code: what is
//! computed with them is written down, as a function of the IR that computes the same, to the bit. A kernel gets one function for
//! each float function that it uses and the machine lacks, and calls it; where there are no calls, it is written out.
//!
//! Fused multiply-add is one of them, where there is no wider format to compute it in.
//!
//! The root of a number has a pass of its own ([`super::root`]), since the others are made with it. What they are made of and the
//! machine lacks, later passes lower.

mod code;

use alloc::{format, vec, vec::Vec};

use code::{Code, Writing};

use super::{Features, Pass, Scope, fused};
use crate::{
    base::{
        OrdMap, OrdSet,
        num::elementary::{evaluate, fma},
    },
    ir::{self, Function, FunctionId, Inst, Kernel, Math, Op, Type},
    opt,
};

/// This pass.
pub const PASS: Pass =
    Pass { name: "functions", doc: "Float functions become code.", scope: Scope::Kernel(run) };

/// What makes the new code tidy: constants of its parts, equal parts, unused parts.
const TIDY: [opt::Pass; 5] =
    [opt::fold::PASS, opt::gvn::PASS, opt::fold::PASS, opt::blocks::PASS, opt::dead::PASS];

/// An operation that becomes a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Lacking {
    /// A float function.
    Math(Math),
    /// Fused multiply-add.
    Fma,
}

impl Lacking {
    fn name(self) -> &'static str {
        match self {
            Lacking::Math(math) => math.name(),
            Lacking::Fma => "fma",
        }
    }

    fn arity(self) -> usize {
        match self {
            Lacking::Math(math) => math.arity(),
            Lacking::Fma => 3,
        }
    }
}

/// The operations of a kernel that become functions, and the numbers of these.
type Places = OrdMap<(Lacking, Type), FunctionId>;

fn run(kernel: &mut Kernel, features: &Features) {
    let found: OrdSet<(Lacking, Type)> = kernel.codes().flat_map(|code| uses(code, features)).collect();
    // Numbers in the order of keys: in that order the functions are written.
    let used: Places = found.iter().copied().zip((0..).map(FunctionId)).collect();
    let new = used.keys().count() as u32;
    if new == 0 {
        return;
    }
    call(kernel, &used);
    for id in kernel.function_ids() {
        kernel.within(id, |kernel| call(kernel, &used));
    }
    // What calls nothing comes first.
    kernel.functions.splice(0..0, used.keys().map(|(lacking, ty)| function(*lacking, *ty))).for_each(drop);
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

/// The operations of some code that become functions.
fn uses(code: ir::Code<'_>, features: &Features) -> Vec<(Lacking, Type)> {
    let lacking = |inst: &Inst| {
        let ty = code.ty(inst.result?);
        let format = ty == Type::F32 || ty == Type::F64 && features.double;
        let lacking = match inst.op {
            Op::Math(math, _) if math != Math::Sqrt && !features.has(math, ty) => Lacking::Math(math),
            Op::Fma(..) if !features.fused && fused::wider(features, ty).is_none() => Lacking::Fma,
            _ => return None,
        };
        format.then_some((lacking, ty))
    };
    code.listed().filter_map(lacking).collect()
}

/// Puts calls in the place of these operations. Calls of other functions follow those to their new places.
fn call(kernel: &mut Kernel, places: &Places) {
    let moved = places.keys().count() as u32;
    for Inst { op, result, .. } in &mut kernel.insts {
        let (lacking, args) = match op {
            Op::Call(id, _) => {
                id.0 += moved;
                continue;
            }
            Op::Math(math, args) => (Lacking::Math(*math), args.clone()),
            Op::Fma(a, b, c) => (Lacking::Fma, vec![*a, *b, *c]),
            _ => continue,
        };
        let ty = result.map(|value| kernel.values[value.index()].ty);
        if let Some(id) = ty.and_then(|ty| places.get(&(lacking, ty))) {
            *op = Op::Call(*id, args);
        }
    }
}

/// The function of the IR.
fn function(lacking: Lacking, ty: Type) -> Function {
    let writing = Writing::new(ty);
    let operands: Vec<Code<'_>> = (0..lacking.arity() as u32).map(|at| writing.parameter(at)).collect();
    let [first, second, third] = core::array::from_fn(|at| operands[at.min(operands.len() - 1)]);
    let result = match lacking {
        Lacking::Math(math) => evaluate(math, first, second),
        Lacking::Fma => fma(first, second, third),
    };
    let (arity, result) = (operands.len(), result.value);
    writing.finish(&format!("{}.{ty}", lacking.name()), arity, result)
}

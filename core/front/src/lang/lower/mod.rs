//! Lowering: the typed tree to the IR, one kernel at a time, with the functions that it reaches.
//!
//! A pointer that has no address space in the source takes the space of what it is given. A function is therefore lowered
//! once for each combination of spaces that it is called with (`call`), when the first such call is met. A scalar has a private
//! slot of its own; so has each scalar of a struct whose address is never taken. Arrays and everything else whose
//! address is taken stay in one piece. A vector is a row of values, one for each component.
//!
//! `&&`, `||` and `?:` whose operands cost next to nothing and touch no memory are computed without a branch.

mod bits;
mod builtin;
mod call;
mod contract;
mod expr;
mod geometry;
mod home;
mod lanes;
mod math;
mod objects;
mod place;
mod pointees;
mod print;
mod rounding;
mod row;
mod row_builtin;
mod signature;
mod stmt;

use alloc::{format, string::String, vec::Vec};

use home::{Home, HomeId};
pub use signature::signature;
use signature::supplied;

use super::names::{Names, Symbol};
use super::report::Report;
use super::typed::{Expr, Function, FunctionId, Program, Var, VarRef};
use super::types::{Scalar, TypeId, TypeKind, Types};
use crate::ir::{self, BlockId, Kernel, Op, SlotId, Type, Value, reading};
use crate::source::{Diagnostic, Span};
use crate::{base::OrdMap, ir::build::Builder, printed};

/// How deep statements, expressions and calls may be nested in each other, as if every function stood where it is called.
pub const MAX_DEPTH: u32 = 400;

/// How a kernel is to be lowered.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// Most instructions.
    pub instructions: u64,
    /// Are products and sums fused?
    pub contract: bool,
    /// Work-items of a sub-group, if not those of a warp, where the kernel does not say how many.
    pub subgroup: Option<u32>,
}

/// Lowers a kernel without errors. What is found only now is reported, and then there is no kernel.
pub fn lower(
    program: &Program,
    kernel: FunctionId,
    names: &Names,
    wanted: &Wanted,
    report: &mut Report,
) -> Option<Kernel> {
    let Wanted { instructions, contract, subgroup } = *wanted;
    let function = &program.functions[kernel.index()];
    let signature = signature(program, kernel, names);
    let empty = Kernel {
        name: signature.name,
        params: signature.params,
        required_local: signature.required_local,
        subgroup: function.subgroup.or(subgroup),
        ..Kernel::default()
    };
    let mut lower = Lower {
        program,
        names,
        report,
        instructions,
        contract,
        b: Builder::new(empty),
        homes: Vec::new(),
        statics: OrdMap::new(),
        dynamic: None,
        supplied: supplied(program, kernel),
        prints: OrdMap::new(),
        frames: Vec::new(),
        instances: OrdMap::new(),
        inner: OrdMap::new(),
        size: call::Size::default(),
        depth: 0,
        failed: false,
    };
    lower.kernel(kernel, function);
    let printer =
        lower.supplied.iter().find(|(global, _)| program.printer == Some(*global)).map(|(_, arg)| *arg);
    let mut done = (!lower.failed).then_some(lower.b.kernel)?;
    if let Some(param) = printer.and_then(|at| done.params.get_mut(at as usize)) {
        let mut calls = alloc::vec![printed::Call::default(); lower.prints.len()];
        lower
            .prints
            .iter()
            .for_each(|(text, own)| calls[*own as usize] = program.prints[*text as usize].clone());
        param.prints = Some(printed::Calls { calls, room: program.print_words.0 });
    }
    reading::arrange(&mut done.blocks, &mut done.values);
    for ir::Function { blocks, values, .. } in &mut done.functions {
        reading::arrange(blocks, values);
    }
    Some(done)
}

/// The kernel or a function that is being lowered.
#[derive(Debug)]
struct Frame {
    function: FunctionId,
    /// Where each variable lives, once it does.
    vars: Vec<Option<HomeId>>,
    /// What `return` does with its value.
    result: call::Returned,
    /// Where `break` and `continue` go.
    jumps: Vec<(BlockId, Option<BlockId>)>,
    /// Where `goto` goes, by the number of its label.
    labels: OrdMap<u32, BlockId>,
    /// Where the pointers point that lie where these values point.
    behind: OrdMap<Value, pointees::Pointees>,
    /// Values that point into homes, how many bytes from the beginning if that is known.
    roots: OrdMap<Value, (home::HomeId, Option<u64>)>,
}

impl Frame {
    fn new(function: FunctionId, vars: usize, result: call::Returned) -> Frame {
        let (behind, roots, labels) = (OrdMap::new(), OrdMap::new(), OrdMap::new());
        Frame { function, vars: alloc::vec![None; vars], result, jumps: Vec::new(), labels, behind, roots }
    }
}

struct Lower<'a> {
    program: &'a Program,
    names: &'a Names,
    report: &'a mut Report,
    /// Most instructions of a kernel.
    instructions: u64,
    /// Are products and sums fused ([`contract`])?
    contract: bool,
    b: Builder,
    homes: Vec<Home>,
    /// Homes that all calls share: work-group memory and tables.
    statics: OrdMap<(Option<FunctionId>, u32), HomeId>,
    dynamic: Option<SlotId>,
    /// Variables of the program that are kernel arguments, and which.
    supplied: Vec<(u32, u32)>,
    /// The calls of `printf` that the kernel reaches: their numbers in the text, and in the kernel.
    prints: OrdMap<u32, u32>,
    frames: Vec<Frame>,
    /// The functions that are lowered, with the types of what they are given, and what is known of the pointers behind it.
    instances: OrdMap<(FunctionId, Vec<(Type, pointees::Inside)>), call::Instance>,
    /// Where the pointers point that lie where a pointer in a home points.
    inner: OrdMap<(HomeId, u64), pointees::Pointees>,
    size: call::Size,
    depth: u32,
    failed: bool,
}

impl<'a> Lower<'a> {
    fn kernel(&mut self, id: FunctionId, function: &'a Function) {
        self.frames.push(Frame::new(id, function.vars.len(), call::Returned::Nothing));
        self.params(function);
        self.stmts(function.body.as_deref().unwrap_or_default());
        self.b.terminate(ir::Terminator::Return(None), function.span);
    }

    /// Copies the kernel's arguments into the homes of its parameters.
    fn params(&mut self, function: &'a Function) {
        let mut arg = 0;
        for (at, var) in function.vars[..function.params].iter().enumerate() {
            let home = self.home(VarRef::Local(at as u32));
            let mut leaves = Vec::new();
            self.types().leaves(var.ty, 0, &mut |offset, ty| {
                leaves.push((offset, ty));
                true
            });
            for (offset, ty) in leaves {
                let Some(param) = self.b.kernel.params.get(arg as usize).map(|param| param.ty) else {
                    let message = format!(
                        "The arguments have more than {} values (limit parameters).",
                        signature::MAX_PARAMS
                    );
                    return self.fail(Diagnostic::error("limit::parameters", var.span, message));
                };
                let mut value = self.b.emit(Op::Arg(arg), param, var.span);
                if ty == super::types::BOOL {
                    value = self.is_not_zero(value, var.span);
                }
                let addr = place::Addr::Home { home, offset };
                self.store(addr, ty, value, false, var.span);
                arg += 1;
            }
        }
    }

    fn types(&self) -> &'a Types {
        &self.program.types
    }

    fn frame(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    fn var(&self, var: VarRef) -> &'a Var {
        match var {
            VarRef::Local(at) => {
                let function = self.frames[self.frames.len() - 1].function;
                &self.program.functions[function.index()].vars[at as usize]
            }
            VarRef::Global(at) => &self.program.globals[at as usize],
        }
    }

    fn name(&self, name: Symbol) -> String {
        if name.index() < self.names.count() { self.names.text(name).into() } else { "(unnamed)".into() }
    }

    fn scalar(&self, ty: TypeId) -> Scalar {
        self.types().as_scalar(ty).unwrap_or(Scalar::Int)
    }

    fn fail(&mut self, diagnostic: Diagnostic) {
        self.failed = true;
        let function = self.frames.last().map(|frame| &self.program.functions[frame.function.index()]);
        let item = function.and_then(|function| function.items.last().copied());
        self.report.push(self.report.asked_for(item, diagnostic));
    }

    /// Is there room for more? Otherwise the limit is reported and nothing more is written.
    fn room(&mut self, span: Span) -> bool {
        if self.failed {
            return false;
        }
        let most = self.instructions;
        if self.size.of(&self.b.kernel) > most {
            let message = format!(
                "The kernel has more than {most} instructions when all functions are inlined (limit `ir_instructions`)."
            );
            self.fail(Diagnostic::error("limit::ir-instructions", span, message));
        } else if self.depth > MAX_DEPTH {
            let message = format!(
                "Calls and statements are nested more than {MAX_DEPTH} deep when all functions are inlined (limit inlining-depth)."
            );
            self.fail(Diagnostic::error("limit::inlining-depth", span, message));
        }
        !self.failed
    }

    /// A value in the place of one that cannot be had.
    fn dummy(&mut self, ty: TypeId, span: Span) -> Value {
        // What has been reported is in no function that is lowered; nothing wrong may come out if it is.
        self.failed |= ty.is_error();
        let ty = self.ir(ty, None);
        self.b.constant(0, ty, span)
    }

    /// The IR type of a scalar or pointer. A pointer whose space nobody knows points to global memory.
    fn ir(&self, ty: TypeId, space: Option<ir::Space>) -> Type {
        match self.types().kind(ty) {
            super::types::TypeKind::Scalar(scalar) => scalar.ir(),
            super::types::TypeKind::Pointer(pointer) => {
                Type::Ptr(pointer.space.or(space).unwrap_or(ir::Space::Global))
            }
            _ => Type::I32,
        }
    }

    fn is_not_zero(&mut self, value: Value, span: Span) -> Value {
        let ty = self.b.kernel.ty(value);
        let zero = self.b.constant(0, ty, span);
        let op = if ty.is_float() { ir::Compare::FNe } else { ir::Compare::Ne };
        self.b.emit(Op::Compare(op, value, zero), Type::Bool, span)
    }

    /// Evaluates for the effects alone.
    fn discard(&mut self, expr: &'a Expr) {
        match self.types().kind(expr.ty) {
            TypeKind::Struct(_) => drop(self.aggregate(expr)),
            TypeKind::Vector(_) => drop(self.row(expr)),
            _ => drop(self.value(expr)),
        }
    }
}

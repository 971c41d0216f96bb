//! Calls, and the functions that are called.
//!
//! A function is lowered when it is first called with pointers into these spaces, while its caller waits. How values go in
//! and out is told in [`crate::ir::function`]; a function begins by putting what it is given into the homes of its
//! parameters. These instructions come from no place in its text: where a function is written out, they count as part of
//! the call.

use alloc::{vec, vec::Vec};

use super::super::typed::{Expr, Function, FunctionId, Order, VarRef};
use super::super::types::{BOOL, TypeId, TypeKind};
use super::home::{Home, HomeId};
use super::place::Addr;
use super::pointees::{Inside, Pointees};
use super::row::Row;
use super::*;
use crate::ir::{Convert, Space, Terminator};

/// What `return` does with its value.
#[derive(Debug)]
pub(super) enum Returned {
    /// There is none.
    Nothing,
    /// It is the result: of this type, once it is known into which memory a pointer points, and pointers behind it.
    Scalar(Option<Type>, Option<Pointees>),
    /// It goes to memory of the caller.
    Struct(HomeId),
}

/// A function that is lowered.
#[derive(Clone, Debug)]
pub(super) struct Instance {
    id: ir::FunctionId,
    result: Option<Type>,
    /// Where the pointers point that lie behind a pointer that it returns.
    pointees: Pointees,
    /// What is known of the struct that it returns.
    made: Inside,
    /// What it knows in the end of the objects that it was given open, by argument.
    left: Vec<(usize, Inside)>,
    /// Its instructions with those of all that it calls.
    size: u64,
    /// How deep its statements, expressions and calls are nested in each other.
    depth: u32,
}

/// How much there would be if every function stood where it is called.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Size {
    /// Instructions of the callers that wait.
    before: u64,
    /// Instructions of what the code at hand calls.
    called: u64,
    /// How deep the code at hand is nested so far, its calls with it.
    deepest: u32,
}

impl Size {
    /// Instructions so far.
    pub fn of(&self, kernel: &Kernel) -> u64 {
        (self.before + kernel.insts.len() as u64).saturating_add(self.called)
    }
}

impl<'a> Lower<'a> {
    /// Calls a function; the value of its result (any value if it has none).
    pub(super) fn call_value(&mut self, id: FunctionId, args: (&'a [Expr], Order), expr: &'a Expr) -> Value {
        let span = expr.span;
        let args = self.arguments(args, span);
        let Some(Instance { id, result, pointees, left, .. }) = self.instance(id, &args, span) else {
            return self.dummy(expr.ty, span);
        };
        self.give_back(&args, &left);
        let Some(ty) = result else {
            self.b.effect(Op::Call(id, args), span);
            return self.dummy(expr.ty, span);
        };
        let value = self.b.emit(Op::Call(id, args), ty, span);
        self.set_behind(value, pointees);
        if expr.ty == BOOL { self.is_not_zero(value, span) } else { value }
    }

    /// Calls a function that returns a struct or vector; where that is then.
    pub(super) fn call_struct(&mut self, id: FunctionId, args: (&'a [Expr], Order), expr: &'a Expr) -> Addr {
        let span = expr.span;
        let args = self.arguments(args, span);
        let home = self.temporary(expr.ty, span);
        let to = Addr::Home { home, offset: 0 };
        let mut all = alloc::vec![self.pointer(to, span)];
        all.extend(args);
        if let Some(instance) = self.instance(id, &all, span) {
            self.give_back(&all, &instance.left);
            self.b.effect(Op::Call(instance.id, all), span);
            if let Home::Whole { inside, .. } = &mut self.homes[home] {
                *inside = instance.made;
            }
        }
        to
    }

    /// The arguments of a call as scalars: all are evaluated before the structs among them are read.
    fn arguments(&mut self, (args, order): (&'a [Expr], Order), span: Span) -> Vec<Value> {
        enum Passed {
            Value(Value),
            Row(Row),
            Struct(Addr),
        }
        let pass = |arg: &'a Expr| match self.types().kind(arg.ty) {
            TypeKind::Struct(_) => Passed::Struct(self.aggregate(arg)),
            TypeKind::Vector(_) => Passed::Row(self.row(arg)),
            _ => Passed::Value(self.value(arg)),
        };
        let passed: Vec<Passed> = match order {
            Order::FirstToLast => args.iter().map(pass).collect(),
            Order::LastToFirst => {
                let mut passed: Vec<Passed> = args.iter().rev().map(pass).collect();
                passed.reverse();
                passed
            }
        };
        let mut values = Vec::with_capacity(args.len());
        for (passed, arg) in passed.into_iter().zip(args) {
            match passed {
                Passed::Value(value) => values.push(self.as_stored(value, arg.ty, span)),
                Passed::Row(row) => values.extend(row),
                Passed::Struct(from) => {
                    for (offset, ty) in self.leaves(arg.ty, span).unwrap_or_default() {
                        let from = self.inside(from, offset, span);
                        let value = self.load(from, ty, false, span);
                        values.push(self.as_stored(value, ty, span));
                    }
                }
            }
        }
        values
    }

    /// A `bool` goes in and out as a byte.
    pub(super) fn as_stored(&mut self, value: Value, ty: TypeId, span: Span) -> Value {
        if ty == BOOL { self.b.emit(Op::Convert(Convert::ZExt, value), Type::I8, span) } else { value }
    }

    /// The function for arguments of these types.
    fn instance(&mut self, id: FunctionId, args: &[Value], span: Span) -> Option<Instance> {
        let references = self.references(id, args.len(), span);
        let types = self.passed(args, &references);
        let known = self.instances.get(&(id, types.clone())).cloned();
        let instance = match known {
            Some(instance) => instance,
            None => {
                let instance = self.function(id, &types, span)?;
                self.instances.insert((id, types), instance.clone());
                instance
            }
        };
        self.size.called = self.size.called.saturating_add(instance.size);
        let depth = self.depth;
        self.depth += instance.depth;
        self.deepen();
        let fits = self.room(span);
        self.depth = depth;
        fits.then_some(instance)
    }

    /// Takes note of how deep it is here.
    pub(super) fn deepen(&mut self) {
        self.size.deepest = self.size.deepest.max(self.depth);
    }

    /// Lowers a function.
    fn function(&mut self, id: FunctionId, params: &[(Type, Inside)], span: Span) -> Option<Instance> {
        let function = &self.program.functions[id.index()];
        let Some(body) = &function.body else {
            let message = alloc::format!("The function `{}` is declared but not defined.", function.title);
            self.fail(Diagnostic::error("name::undefined", span, message));
            return None;
        };
        let inner = Size { before: self.size.of(&self.b.kernel), called: 0, deepest: self.depth };
        let outer = core::mem::replace(&mut self.size, inner);
        self.b.begin_function();
        let result = match self.types().kind(function.result) {
            TypeKind::Void => Returned::Nothing,
            TypeKind::Struct(_) | TypeKind::Vector(_) => {
                let pointer = self.b.emit(Op::Param(0), Type::Ptr(Space::Private), Span::NONE);
                let inside = Inside::with(self.types().pointers(function.result));
                self.homes.push(Home::Caller { pointer, inside });
                Returned::Struct(self.homes.len() - 1)
            }
            _ => Returned::Scalar(None, None),
        };
        self.frames.push(Frame::new(id, function.vars.len(), result));
        let open = self.take_params(function, params, span);
        self.stmts(body);
        let left = open.into_iter().map(|(at, home)| (at, self.left(home))).collect();
        let instance = Instance { left, ..self.end(function, params) };
        self.size = outer;
        Some(instance)
    }

    /// Puts what the function is given into the homes of its parameters. What is wrong with it is told at the call.
    /// The objects that are given open: by which argument, and their homes.
    fn take_params(
        &mut self,
        function: &'a Function,
        types: &[(Type, Inside)],
        call: Span,
    ) -> Vec<(usize, HomeId)> {
        let mut at = u32::from(matches!(self.frame().result, Returned::Struct(_)));
        let mut open = vec![];
        for (var, number) in function.vars[..function.params].iter().zip(0..) {
            let home = self.home(VarRef::Local(number));
            for (offset, ty) in self.leaves(var.ty, var.span).unwrap_or_default() {
                let Some((given, inside)) = types.get(at as usize) else { continue };
                let value = self.b.emit(Op::Param(at), *given, Span::NONE);
                open.extend(self.receive(value, inside.clone()).map(|home| (at as usize, home)));
                let to = Addr::Home { home, offset };
                self.check_pointer(to, ty, value, call);
                let ptr = self.pointer(to, Span::NONE);
                self.b.effect(Op::Store { ptr, value, volatile: false }, Span::NONE);
                at += 1;
            }
        }
        open
    }

    /// Which of the values that a function is given are bound to references, or to pointers that stay what they are.
    fn references(&mut self, id: FunctionId, count: usize, span: Span) -> Vec<bool> {
        let function = &self.program.functions[id.index()];
        let in_memory =
            matches!(self.types().kind(function.result), TypeKind::Struct(_) | TypeKind::Vector(_));
        let mut references = vec![false; usize::from(in_memory)];
        for var in &function.vars[..function.params] {
            match self.is_bound(var) {
                true => references.push(true),
                false => {
                    let leaves = self.leaves(var.ty, span).map_or(0, |leaves| leaves.len());
                    references.extend((0..leaves).map(|_| false));
                }
            }
        }
        references.truncate(count);
        references
    }

    /// Ends a function behind its last statement.
    fn end(&mut self, function: &'a Function, params: &[(Type, Inside)]) -> Instance {
        let result = match &self.frame().result {
            Returned::Scalar(found, _) => {
                let ty = found.unwrap_or_else(|| match self.ir(function.result, None) {
                    Type::Bool => Type::I8,
                    ty => ty,
                });
                self.return_nulls_as(ty);
                // Who falls off the end has no result: any will do.
                let value = (!self.b.is_terminated()).then(|| self.b.constant(0, ty, Span::NONE));
                self.b.terminate(Terminator::Return(value), Span::NONE);
                Some(ty)
            }
            _ => None,
        };
        self.b.terminate(Terminator::Return(None), Span::NONE);
        let (pointees, made) = match self.frames.pop().map(|frame| frame.result) {
            Some(Returned::Struct(home)) => (Pointees::default(), self.left(home)),
            Some(Returned::Scalar(_, behind)) => (behind.unwrap_or_default(), Inside::default()),
            _ => Default::default(),
        };
        let size = self.size.of(&self.b.kernel) - self.size.before;
        let depth = self.size.deepest.saturating_sub(self.depth);
        let params = params.iter().map(|(ty, _)| *ty).collect();
        let id = self.b.end_function(function.title.clone(), params, result);
        Instance { id, result, pointees, made, left: vec![], size, depth }
    }

    /// `return`.
    pub(super) fn return_statement(&mut self, value: Option<&'a Expr>, span: Span) {
        let result = match (value, &self.frame().result) {
            (Some(value), Returned::Struct(home)) => {
                let to = Addr::Home { home: *home, offset: 0 };
                self.assign_to(to, value, span);
                None
            }
            (Some(value), Returned::Scalar(..)) => {
                let result = self.value(value);
                let result = self.as_stored(result, value.ty, span);
                Some(self.checked_result(result, span))
            }
            (Some(value), Returned::Nothing) => {
                self.discard(value);
                None
            }
            (None, Returned::Scalar(Some(ty), _)) => {
                let ty = *ty;
                Some(self.b.constant(0, ty, span))
            }
            (None, _) => None,
        };
        self.b.terminate(Terminator::Return(result), span);
    }

    /// Null pointers that the function at hand returns are of its result's type, which may have been known later.
    fn return_nulls_as(&mut self, ty: Type) {
        for at in 0..self.b.kernel.blocks.len() {
            let Terminator::Return(Some(value)) = self.b.kernel.blocks[at].term else { continue };
            if self.is_null(value) && self.b.kernel.ty(value) != ty {
                let (here, span) = (self.b.current(), self.b.kernel.blocks[at].term_span);
                self.b.switch_to(BlockId(at as u32));
                let null = self.b.constant(0, ty, span);
                self.b.kernel.blocks[at].term = Terminator::Return(Some(null));
                self.b.switch_to(here);
            }
        }
    }

    fn is_null(&self, value: Value) -> bool {
        matches!(self.b.kernel.ty(value), Type::Ptr(_)) && self.b.kernel.constant(value) == Some(0)
    }

    /// The first pointer that is returned decides into which memory all of them point; a null pointer says nothing of it.
    fn checked_result(&mut self, value: Value, span: Span) -> Value {
        if self.is_null(value) {
            return value;
        }
        let (given, behind) = (self.b.kernel.ty(value), self.behind(value));
        let Returned::Scalar(found, known) = &mut self.frame().result else { return value };
        let expected = *found.get_or_insert(given);
        *known = Some(match known.take() {
            Some(known) => known.or(behind),
            None => behind,
        });
        if let (Type::Ptr(given), Type::Ptr(expected)) = (given, expected) {
            self.same_memory(given, expected, span);
        }
        value
    }
}

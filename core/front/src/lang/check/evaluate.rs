//! Calls of `constexpr` functions whose arguments are constants (C++17 8.20): evaluated while the text is checked, so that
//! their values can be lengths of arrays and arguments of templates.
//!
//! Only numbers are evaluated, in variables of the functions themselves. Anything else has no value here, and neither has
//! what takes too long: the call is then an ordinary one.

use alloc::{vec, vec::Vec};

use super::super::builtins::Action;
use super::super::typed::{
    Arm, Change, Expr, ExprKind, FunctionId, Init, Place, PlaceKind, Program, Stmt, Update, VarRef,
};
use super::super::types::{Scalar, TypeId};
use super::constant::{Tables, convert, extreme, number_at, within};
use crate::base::num;

/// How deep the functions may call each other.
pub(super) const MAX_CALLS: u32 = 96;

/// What a statement leads to.
enum Flow {
    Next,
    Break,
    Continue,
    Return(u64),
}

/// The evaluation of a constant.
struct Evaluation<'p> {
    program: &'p Program,
    /// The bytes of objects outside of functions that are `constexpr`.
    tables: &'p Tables,
    /// Statements and expressions that are left.
    steps: u64,
    calls: u32,
    /// The limit that has been passed.
    passed: Option<Passed>,
}

/// A limit that an evaluation passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Passed {
    Steps,
    Calls,
}

/// The variables of a call that have values.
type Values = Vec<Option<u64>>;

/// What a call of a function with these arguments returns, if that is a constant; which limit is passed, if one is.
pub(super) fn evaluate(
    (program, tables): (&Program, &Tables),
    id: FunctionId,
    args: Vec<u64>,
    steps: u64,
) -> Result<u64, Option<Passed>> {
    let mut evaluation = Evaluation { program, tables, steps, calls: 0, passed: None };
    evaluation.call(id, args).ok_or(evaluation.passed)
}

impl Evaluation<'_> {
    fn scalar(&self, ty: TypeId) -> Option<Scalar> {
        self.program.types.as_scalar(ty)
    }

    fn step(&mut self) -> Option<()> {
        let left = self.steps.checked_sub(1);
        if left.is_none() {
            self.passed = Some(Passed::Steps);
        }
        self.steps = left?;
        Some(())
    }

    fn call(&mut self, id: FunctionId, args: Vec<u64>) -> Option<u64> {
        let function = &self.program.functions[id.index()];
        let body = function.body.as_ref().filter(|_| function.is_constexpr)?;
        if self.calls >= MAX_CALLS {
            self.passed = Some(Passed::Calls);
            return None;
        }
        let mut values: Values = vec![None; function.vars.len()];
        if function.vars[..function.params].iter().any(|var| self.scalar(var.ty).is_none()) {
            return None;
        }
        values.iter_mut().zip(args).for_each(|(value, arg)| *value = Some(arg));
        self.calls += 1;
        let flow = self.stmts(body, &mut values)?;
        self.calls -= 1;
        match flow {
            Flow::Return(bits) => Some(bits),
            _ => None,
        }
    }

    fn stmts(&mut self, stmts: &[Stmt], values: &mut Values) -> Option<Flow> {
        for stmt in stmts {
            match self.stmt(stmt, values)? {
                Flow::Next => {}
                flow => return Some(flow),
            }
        }
        Some(Flow::Next)
    }

    fn stmt(&mut self, stmt: &Stmt, values: &mut Values) -> Option<Flow> {
        self.step()?;
        match stmt {
            Stmt::Expr(expr) => self.expr(expr, values).map(|_| Flow::Next),
            Stmt::Declare { var, init, .. } => self.declare(*var, init.as_ref(), values).map(|()| Flow::Next),
            Stmt::If { condition, yes, no } => {
                let part = if self.expr(condition, values)? != 0 { yes } else { no };
                self.stmts(part, values)
            }
            Stmt::Loop { condition, step, body, test_first, .. } => {
                let mut tested = !test_first;
                loop {
                    self.step()?;
                    if !tested
                        && let Some(condition) = condition
                        && self.expr(condition, values)? == 0
                    {
                        return Some(Flow::Next);
                    }
                    tested = false;
                    match self.stmts(body, values)? {
                        Flow::Break => return Some(Flow::Next),
                        Flow::Return(bits) => return Some(Flow::Return(bits)),
                        Flow::Next | Flow::Continue => {}
                    }
                    if let Some(step) = step {
                        self.expr(step, values)?;
                    }
                }
            }
            Stmt::Switch { value, arms, .. } => {
                let value = self.expr(value, values)?;
                self.switch(value, arms, values)
            }
            Stmt::Goto(..) => None,
            Stmt::Label(..) => Some(Flow::Next),
            Stmt::Break(_) => Some(Flow::Break),
            Stmt::Continue(_) => Some(Flow::Continue),
            Stmt::Return(value, _) => Some(Flow::Return(self.expr(value.as_ref()?, values)?)),
            Stmt::Block(stmts) => self.stmts(stmts, values),
        }
    }

    fn switch(&mut self, value: u64, arms: &[Arm], values: &mut Values) -> Option<Flow> {
        let chosen = arms.iter().position(|arm| arm.values.iter().any(|(label, _)| *label == value));
        let Some(first) = chosen.or_else(|| arms.iter().position(|arm| arm.is_default)) else {
            return Some(Flow::Next);
        };
        for arm in &arms[first..] {
            match self.stmts(&arm.body, values)? {
                Flow::Next => {}
                Flow::Break => return Some(Flow::Next),
                flow => return Some(flow),
            }
        }
        Some(Flow::Next)
    }

    fn declare(&mut self, var: u32, init: Option<&Init>, values: &mut Values) -> Option<()> {
        let value = match init {
            None => None,
            Some(Init { parts, .. }) => Some(match parts.as_slice() {
                [] => 0,
                [(0, value)] => self.expr(value, values)?,
                _ => return None,
            }),
        };
        *values.get_mut(var as usize)? = value;
        Some(())
    }

    fn place<'v>(&self, place: &Place, values: &'v mut Values) -> Option<&'v mut Option<u64>> {
        match place.kind {
            PlaceKind::Var(VarRef::Local(at)) if self.scalar(place.ty).is_some() => {
                values.get_mut(at as usize)
            }
            _ => None,
        }
    }

    /// A number in an object outside that is `constexpr`.
    fn element(&mut self, place: &Place, values: &mut Values) -> Option<u64> {
        let (program, tables) = (self.program, self.tables);
        let found = within(place, &program.types, &mut |index| self.expr(index, values));
        let (VarRef::Global(at), offset) = found? else { return None };
        number_at(tables.get(&at)?, offset, self.scalar(place.ty)?)
    }

    fn expr(&mut self, expr: &Expr, values: &mut Values) -> Option<u64> {
        self.step()?;
        let ty = self.scalar(expr.ty);
        match &expr.kind {
            ExprKind::Const(bits) if !expr.ty.is_error() => Some(*bits),
            ExprKind::Load(place) => match self.place(place, values) {
                Some(value) => *value,
                None => self.element(place, values),
            },
            ExprKind::Convert(value) => {
                let bits = self.expr(value, values)?;
                Some(convert(self.scalar(value.ty)?, ty?, bits))
            }
            ExprKind::Unary(op, value) => Some(num::unary(*op, ty?.ir(), self.expr(value, values)?)),
            ExprKind::Binary(op, left, right) => {
                let (left, right) = (self.expr(left, values)?, self.expr(right, values)?);
                Some(num::binary(*op, ty?.ir(), left, right))
            }
            ExprKind::Compare(op, left, right) => {
                let of = self.scalar(left.ty)?.ir();
                let (left, right) = (self.expr(left, values)?, self.expr(right, values)?);
                Some(u64::from(num::compare(*op, of, left, right)))
            }
            ExprKind::Logical { is_or, left, right } => {
                let left = self.expr(left, values)?;
                if (left != 0) == *is_or { Some(left) } else { self.expr(right, values) }
            }
            ExprKind::Conditional(condition, yes, no) => {
                let part = if self.expr(condition, values)? != 0 { yes } else { no };
                self.expr(part, values)
            }
            ExprKind::Comma(before, last) => {
                before.iter().try_for_each(|part| self.expr(part, values).map(drop))?;
                self.expr(last, values)
            }
            ExprKind::Assign(place, value) => {
                let bits = self.expr(value, values)?;
                *self.place(place, values)? = Some(bits);
                Some(bits)
            }
            ExprKind::Update(update) => self.update(update, values),
            ExprKind::Call(id, args, _) => {
                let args = args.iter().map(|arg| self.expr(arg, values)).collect::<Option<Vec<u64>>>()?;
                self.call(*id, args)
            }
            ExprKind::Builtin(Action::Bits, args) => match args.as_slice() {
                [value] if self.scalar(value.ty)?.bytes() == ty?.bytes() => self.expr(value, values),
                _ => None,
            },
            ExprKind::Builtin(action, args) => {
                let [a, b] = args.as_slice() else { return None };
                let op = extreme(*action, ty?)?;
                let (a, b) = (self.expr(a, values)?, self.expr(b, values)?);
                Some(num::binary(op, ty?.ir(), a, b))
            }
            _ => None,
        }
    }

    fn update(&mut self, update: &Update, values: &mut Values) -> Option<u64> {
        let Change::Binary(op) = update.step else { return None };
        let (own, of) = (self.scalar(update.place.ty)?, self.scalar(update.operand.ty)?);
        let operand = self.expr(&update.operand, values)?;
        let place = self.place(&update.place, values)?;
        let before = (*place)?;
        let after = convert(of, own, num::binary(op, of.ir(), convert(own, of, before), operand));
        *place = Some(after);
        Some(if update.value_before { before } else { after })
    }
}

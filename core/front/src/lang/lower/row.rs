//! Vectors to instructions: a vector is a row of values, one for each component, and what is done to it is done to each.
//! Memory is read and written component by component, in their order.

use alloc::vec::Vec;

use super::super::typed::{Change, Expr, ExprKind, Place, PlaceKind, Update};
use super::super::types::{Scalar, TypeId, scalar};
use super::contract::Signs;
use super::place::Addr;
use super::*;
use crate::ir::Compare;

/// The components of a vector; of a scalar its value.
pub(super) type Row = Vec<Value>;

impl<'a> Lower<'a> {
    pub(super) fn is_vector(&self, ty: TypeId) -> bool {
        self.types().as_vector(ty).is_some()
    }

    /// Number of components; 1 for a scalar.
    pub(super) fn components(&self, ty: TypeId) -> usize {
        self.types().as_vector(ty).map_or(1, |of| of.len.into())
    }

    /// Type of the components of a vector, or of a scalar.
    pub(super) fn component(&self, ty: TypeId) -> Scalar {
        self.types().component(ty).unwrap_or(Scalar::Int)
    }

    /// The components of a vector expression, or the value of another one.
    pub(super) fn row(&mut self, expr: &'a Expr) -> Row {
        if !self.is_vector(expr.ty) {
            return alloc::vec![self.value(expr)];
        }
        self.depth += 1;
        self.deepen();
        let row = if self.room(expr.span) { self.row_inside(expr) } else { self.blanks(expr) };
        self.depth -= 1;
        row
    }

    /// A row in the place of one that cannot be had.
    fn blanks(&mut self, expr: &Expr) -> Row {
        let zero = self.dummy(scalar(self.component(expr.ty)), expr.span);
        alloc::vec![zero; self.components(expr.ty)]
    }

    fn row_inside(&mut self, expr: &'a Expr) -> Row {
        let (span, ty) = (expr.span, self.component(expr.ty).ir());
        match &expr.kind {
            ExprKind::Load(place) => {
                let places = self.places(place);
                self.load_row(&places, self.component(expr.ty), place.is_volatile, span)
            }
            ExprKind::Row(parts) => parts.iter().flat_map(|part| self.row(part)).collect(),
            ExprKind::Swizzle(value, at) => self.swizzled(value, at, span),
            ExprKind::Unary(op, a) => {
                let row = self.row(a);
                row.into_iter().map(|a| self.b.emit(Op::Unary(*op, a), ty, span)).collect()
            }
            ExprKind::Binary(op, a, b) => match self.contracted(*op, a, b, span) {
                Some(row) => row,
                None => {
                    let (a, b) = (self.row(a), self.row(b));
                    let pairs = a.into_iter().zip(b);
                    pairs.map(|(a, b)| self.b.emit(Op::Binary(*op, a, b), ty, span)).collect()
                }
            },
            ExprKind::Compare(op, a, b) => {
                let (a, b) = (self.row(a), self.row(b));
                a.into_iter().zip(b).map(|(a, b)| self.test(*op, a, b, span)).collect()
            }
            ExprKind::Convert(a) => self.converted(a, expr),
            ExprKind::Conditional(condition, yes, no) => self.one_of(condition, yes, no, expr),
            ExprKind::Assign(place, value) => {
                let row = self.row(value);
                let places = self.places(place);
                self.store_row(&places, &row, self.component(expr.ty), place.is_volatile, span);
                row
            }
            ExprKind::Update(update) => self.update_row(update, span),
            ExprKind::Comma(before, last) => {
                before.iter().for_each(|expr| self.discard(expr));
                self.row(last)
            }
            ExprKind::Compound(var, init, value) => {
                self.compound(*var, init, span);
                self.row(value)
            }
            ExprKind::Call(function, args, order) => {
                let from = self.call_struct(*function, (args, *order), expr);
                let places = self.places_in(from, expr.ty, span);
                self.load_row(&places, self.component(expr.ty), false, span)
            }
            ExprKind::Builtin(action, args) => self.row_builtin(*action, args, expr),
            _ => self.blanks(expr),
        }
    }

    /// Components by their numbers; what the vector does not have is 0.
    pub(super) fn swizzled(&mut self, value: &'a Expr, at: &[u8], span: Span) -> Row {
        let row = self.row(value);
        let pick = |at: &u8| match row.get(usize::from(*at)) {
            Some(value) => *value,
            None => self.like(row[0], 0, span),
        };
        at.iter().map(pick).collect()
    }

    /// A conversion of each component, or a vector of equal ones. Answers of comparisons become -1 and 0.
    fn converted(&mut self, operand: &'a Expr, expr: &'a Expr) -> Row {
        let (span, to) = (expr.span, self.component(expr.ty));
        let row = self.row(operand);
        let from = self.component(operand.ty);
        if !self.is_vector(operand.ty) {
            let value = self.convert_scalar(row[0], from, to, span);
            return alloc::vec![value; self.components(expr.ty)];
        }
        if from == Scalar::Bool && to != from {
            let (all, none) = (self.b.constant(u64::MAX, to.ir(), span), self.b.constant(0, to.ir(), span));
            return row.into_iter().map(|answer| self.choose(answer, all, none, span)).collect();
        }
        row.into_iter().map(|value| self.convert_scalar(value, from, to, span)).collect()
    }

    /// `?:` with a scalar as the condition.
    fn one_of(&mut self, condition: &'a Expr, yes: &'a Expr, no: &'a Expr, expr: &'a Expr) -> Row {
        let span = expr.span;
        if self.is_cheap(yes) && self.is_cheap(no) {
            let condition = self.value(condition);
            let (yes, no) = (self.row(yes), self.row(no));
            let pairs = yes.into_iter().zip(no);
            return pairs.map(|(yes, no)| self.choose(condition, yes, no, span)).collect();
        }
        let home = self.temporary(expr.ty, span);
        let to = Addr::Home { home, offset: 0 };
        self.two_ways(condition, span, |this, which| this.assign_to(to, if which { yes } else { no }, span));
        let places = self.places_in(to, expr.ty, span);
        self.load_row(&places, self.component(expr.ty), false, span)
    }

    fn update_row(&mut self, update: &'a Update, span: Span) -> Row {
        let Update { place, step: Change::Binary(op), operand, value_before } = update else {
            return alloc::vec![self.dummy(super::super::types::ERROR, span)];
        };
        let factors = self.factors(*op, operand);
        let operands = match factors {
            Some(factors) => factors.map(|factor| self.row(factor)),
            None => [self.row(operand), Row::new()],
        };
        let (places, of) = (self.places(place), self.component(place.ty));
        let old = self.load_row(&places, of, place.is_volatile, span);
        let mut new = Row::with_capacity(old.len());
        for (at, before) in old.iter().copied().enumerate() {
            new.push(match factors {
                Some(_) => {
                    let signs = Signs { product: *op == crate::ir::Binary::FSub, addend: false };
                    self.fused([operands[0][at], operands[1][at], before], signs, span)
                }
                None => self.two(*op, before, operands[0][at], span),
            });
        }
        self.store_row(&places, &new, of, place.is_volatile, span);
        if *value_before { old } else { new }
    }

    /// Where the components of a vector in memory are; `None` for those that it does not have.
    fn places(&mut self, place: &'a Place) -> Vec<Option<Addr>> {
        match &place.kind {
            PlaceKind::Components(base, at) => {
                let all = self.places(base);
                at.iter().map(|at| all.get(usize::from(*at)).copied().flatten()).collect()
            }
            _ => {
                let addr = self.addr(place);
                self.places_in(addr, place.ty, place.span)
            }
        }
    }

    fn places_in(&mut self, addr: Addr, ty: TypeId, span: Span) -> Vec<Option<Addr>> {
        let (count, bytes) = (self.components(ty) as u64, u64::from(self.component(ty).bytes()));
        (0..count).map(|at| Some(self.inside(addr, at * bytes, span))).collect()
    }

    fn load_row(&mut self, places: &[Option<Addr>], of: Scalar, volatile: bool, span: Span) -> Row {
        let mut read = |place: &Option<Addr>| match place {
            Some(place) => self.load(*place, scalar(of), volatile, span),
            None => self.b.constant(0, of.ir(), span),
        };
        places.iter().map(&mut read).collect()
    }

    fn store_row(&mut self, places: &[Option<Addr>], row: &[Value], of: Scalar, volatile: bool, span: Span) {
        for (place, value) in places.iter().zip(row) {
            if let Some(place) = place {
                self.store(*place, scalar(of), *value, volatile, span);
            }
        }
    }

    /// Puts a vector into memory.
    pub(super) fn put_row(&mut self, to: Addr, value: &'a Expr, span: Span) {
        let row = self.row(value);
        let places = self.places_in(to, value.ty, span);
        self.store_row(&places, &row, self.component(value.ty), false, span);
    }

    /// Where a function's second results go: one place for each component.
    pub(super) fn targets(&mut self, pointer: &'a Expr, ty: TypeId) -> Vec<Addr> {
        let (at, span) = (self.value(pointer), pointer.span);
        self.places_in(Addr::Pointer(at), ty, span).into_iter().flatten().collect()
    }

    /// Is the sign bit of a number set?
    pub(super) fn is_negative(&mut self, value: Value, span: Span) -> Value {
        let zero = self.like(value, 0, span);
        self.test(Compare::LtS, value, zero, span)
    }
}

//! Statements to blocks.

use alloc::vec::Vec;

use super::super::typed::{Arm, ExprKind, Init, Stmt, VarRef};
use super::place::Addr;
use super::*;
use crate::ir::{Binary, Compare, Space};

/// Most scalars that are set to zero one by one; beyond that a loop does it.
const MAX_ZEROS: usize = 32;

impl<'a> Lower<'a> {
    pub(super) fn stmts(&mut self, stmts: &'a [Stmt]) {
        stmts.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&mut self, stmt: &'a Stmt) {
        // What follows a jump is never reached, unless there is a label.
        if self.b.is_terminated() {
            if !stmt.has_label() {
                return;
            }
            let nobody = self.b.create_block();
            self.b.switch_to(nobody);
        }
        self.depth += 1;
        self.deepen();
        if self.room(span_of(stmt)) {
            self.stmt_inside(stmt);
        }
        self.depth -= 1;
    }

    fn stmt_inside(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::Expr(expr) => self.discard(expr),
            Stmt::Declare { var, init, span } => {
                if let Some(init) = init {
                    self.initialise(VarRef::Local(*var), init, *span);
                }
            }
            Stmt::If { condition, yes, no } => {
                let join = self.b.create_block();
                let then = self.b.create_block();
                let other = if no.is_empty() { join } else { self.b.create_block() };
                self.branch_on(condition, then, other);
                for (block, stmts) in [(then, yes), (other, no)] {
                    if block != join {
                        self.b.switch_to(block);
                        self.stmts(stmts);
                        self.b.jump(join, condition.span);
                    }
                }
                self.b.switch_to(join);
            }
            Stmt::Loop { condition, step, body, test_first, unroll, span } => {
                let header = self.loop_statement(condition.as_ref(), step.as_ref(), body, *test_first, *span);
                self.b.unroll(header, *unroll);
            }
            Stmt::Switch { value, arms, span } => self.switch(value, arms, *span),
            Stmt::Break(span) => {
                if let Some((to, _)) = self.frame().jumps.last().copied() {
                    self.b.jump(to, *span);
                }
            }
            Stmt::Continue(span) => {
                let jumps = &self.frame().jumps;
                if let Some(to) = jumps.iter().rev().find_map(|(_, next)| *next) {
                    self.b.jump(to, *span);
                }
            }
            Stmt::Goto(label, span) => {
                let to = self.label(*label);
                self.b.jump(to, *span);
            }
            Stmt::Label(label, span) => {
                let here = self.label(*label);
                self.b.jump(here, *span);
                self.b.switch_to(here);
            }
            Stmt::Return(value, span) => self.return_statement(value.as_ref(), *span),
            Stmt::Block(stmts) => self.stmts(stmts),
        }
    }

    /// The block that begins at a label.
    fn label(&mut self, label: u32) -> BlockId {
        if let Some(known) = self.frame().labels.get(&label) {
            return *known;
        }
        let block = self.b.create_block();
        self.frame().labels.insert(label, block);
        block
    }

    /// Returns the loop's header.
    fn loop_statement(
        &mut self,
        condition: Option<&'a Expr>,
        step: Option<&'a Expr>,
        body: &'a [Stmt],
        test_first: bool,
        span: Span,
    ) -> BlockId {
        let (head, round) = (self.b.create_block(), self.b.create_block());
        let next = if step.is_some() { self.b.create_block() } else { head };
        let exit = self.b.create_block();
        self.b.jump(if test_first { head } else { round }, span);
        self.b.switch_to(head);
        match condition {
            Some(condition) => self.branch_on(condition, round, exit),
            None => self.b.jump(round, span),
        }
        self.b.switch_to(round);
        self.frame().jumps.push((exit, Some(next)));
        self.stmts(body);
        self.frame().jumps.pop();
        self.b.jump(next, span);
        if let Some(step) = step {
            self.b.switch_to(next);
            self.discard(step);
            self.b.jump(head, step.span);
        }
        self.b.switch_to(exit);
        if test_first { head } else { round }
    }

    /// A chain of comparisons, then the bodies in the order of the text.
    fn switch(&mut self, value: &'a Expr, arms: &'a [Arm], span: Span) {
        let selector = self.value(value);
        let ty = self.b.kernel.ty(selector);
        let exit = self.b.create_block();
        let bodies: Vec<BlockId> = arms.iter().map(|_| self.b.create_block()).collect();
        for (arm, body) in arms.iter().zip(&bodies) {
            for (bits, span) in &arm.values {
                let other = self.b.create_block();
                let label = self.b.constant(*bits, ty, *span);
                let equal = self.b.emit(Op::Compare(Compare::Eq, selector, label), Type::Bool, *span);
                self.b.branch(equal, *body, other, *span);
                self.b.switch_to(other);
            }
        }
        let default = arms.iter().position(|arm| arm.is_default).map_or(exit, |at| bodies[at]);
        self.b.jump(default, span);
        self.frame().jumps.push((exit, None));
        for (at, arm) in arms.iter().enumerate() {
            self.b.switch_to(bodies[at]);
            self.stmts(&arm.body);
            self.b.jump(bodies.get(at + 1).copied().unwrap_or(exit), span);
        }
        self.frame().jumps.pop();
        self.b.switch_to(exit);
    }

    /// Puts a value of any type into a place.
    pub(super) fn assign_to(&mut self, to: Addr, value: &'a Expr, span: Span) {
        match self.types().kind(value.ty) {
            TypeKind::Struct(_) => {
                let from = self.aggregate(value);
                self.copy(value.ty, from, to, span);
            }
            TypeKind::Vector(_) => self.put_row(to, value, span),
            _ => {
                let stored = self.value(value);
                self.store(to, value.ty, stored, false, span);
            }
        }
    }

    pub(super) fn compound(&mut self, var: u32, init: &'a Init, span: Span) {
        self.initialise(VarRef::Local(var), init, span);
    }

    fn initialise(&mut self, var: VarRef, init: &'a Init, span: Span) {
        let home = self.home(var);
        if init.zero {
            self.zero_rest(home, self.var(var).ty, init, span);
        }
        for (offset, value) in &init.parts {
            let to = Addr::Home { home, offset: *offset };
            match &value.kind {
                ExprKind::Bits(bits, value) => {
                    let given = self.value(value);
                    self.write_bits(to, *bits, (given, value.ty), false, value.span);
                }
                _ => self.assign_to(to, value, value.span),
            }
        }
    }

    /// Sets to zero what an initial value does not name.
    fn zero_rest(&mut self, home: HomeId, ty: TypeId, init: &Init, span: Span) {
        // The number around a bit-field is read before that is set.
        let whole = init.parts.iter().filter(|(_, value)| !matches!(value.kind, ExprKind::Bits(..)));
        let mut given: Vec<(u64, u64)> =
            whole.map(|(at, value)| (*at, at + self.types().bytes(value.ty))).collect();
        crate::base::order::sort(&mut given);
        let mut rest = Vec::new();
        self.types().copied(ty, 0, &mut |offset, ty| {
            let at = given.partition_point(|(start, _)| *start <= offset);
            // Of a union a part may be given: that is written afterwards.
            if at == 0 || given[at - 1].1 < offset + self.types().bytes(ty) {
                rest.push((offset, ty));
            }
            rest.len() <= MAX_ZEROS
        });
        if rest.len() > MAX_ZEROS {
            return self.zero_all(home, ty, span);
        }
        for (offset, ty) in rest {
            let zero = self.dummy(ty, span);
            self.store(Addr::Home { home, offset }, ty, zero, false, span);
        }
    }

    /// A loop that writes zeros from end to end, in the largest units that fit.
    fn zero_all(&mut self, home: HomeId, ty: TypeId, span: Span) {
        let (bytes, align) = (self.types().bytes(ty), self.types().align(ty));
        let unit = match align {
            8.. => Type::I64,
            4.. => Type::I32,
            2.. => Type::I16,
            _ => Type::I8,
        };
        let (head, round, exit) = (self.b.create_block(), self.b.create_block(), self.b.create_block());
        let at = self.b.block_param(head, Type::I64);
        let base = self.pointer(Addr::Home { home, offset: 0 }, span);
        let start = self.b.constant(0, Type::I64, span);
        let to_head = |at| ir::Terminator::Jump(ir::Target { block: head, args: alloc::vec![at] });
        self.b.terminate(to_head(start), span);
        self.b.switch_to(head);
        let end = self.b.constant(bytes, Type::I64, span);
        let more = self.b.emit(Op::Compare(Compare::LtU, at, end), Type::Bool, span);
        self.b.branch(more, round, exit, span);
        self.b.switch_to(round);
        let ptr = self.b.emit(Op::PtrAdd(base, at), Type::Ptr(Space::Private), span);
        let value = self.b.constant(0, unit, span);
        self.b.effect(Op::Store { ptr, value, volatile: false }, span);
        let step = self.b.constant(u64::from(unit.bytes()), Type::I64, span);
        let next = self.b.emit(Op::Binary(Binary::Add, at, step), Type::I64, span);
        self.b.terminate(to_head(next), span);
        self.b.switch_to(exit);
    }
}

fn span_of(stmt: &Stmt) -> Span {
    match stmt {
        Stmt::Expr(expr) => expr.span,
        Stmt::If { condition, .. } => condition.span,
        Stmt::Declare { span, .. }
        | Stmt::Loop { span, .. }
        | Stmt::Switch { span, .. }
        | Stmt::Break(span)
        | Stmt::Continue(span)
        | Stmt::Goto(_, span)
        | Stmt::Label(_, span)
        | Stmt::Return(_, span) => *span,
        Stmt::Block(stmts) => stmts.first().map_or(Span::NONE, span_of_first),
    }
}

/// The place of a statement, without looking into blocks again.
fn span_of_first(stmt: &Stmt) -> Span {
    match stmt {
        Stmt::Block(_) => Span::NONE,
        stmt => span_of(stmt),
    }
}

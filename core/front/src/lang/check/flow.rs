//! What is worth a warning in the body of a function as a whole: ways to its end without a value, and variables that are
//! read before anything is written to them.
//!
//! Both look at ways that the conditions may take; one that is a constant has only one. A variable is only reported if
//! nothing can have been written to it on any way: what may be right is not worth a word.

use alloc::vec::Vec;

use super::super::typed::{Arm, Init, Place, PlaceKind, Stmt, Storage};
use super::super::types::VOID;
use super::*;

/// Can what stands behind these statements be reached?
fn falls(stmts: &[Stmt], known: &impl Fn(&Expr) -> Option<u64>) -> bool {
    stmts.iter().all(|stmt| match stmt {
        Stmt::Return(..) | Stmt::Break(_) | Stmt::Continue(_) | Stmt::Goto(..) => false,
        Stmt::Block(stmts) => falls(stmts, known),
        Stmt::If { condition, yes, no } => match known(condition) {
            Some(0) => falls(no, known),
            Some(_) => falls(yes, known),
            None => falls(yes, known) || falls(no, known),
        },
        Stmt::Loop { condition, body, .. } => {
            let endless = condition.as_ref().is_none_or(|value| known(value).is_some_and(|bits| bits != 0));
            !endless || breaks(body)
        }
        Stmt::Switch { arms, .. } => {
            let chosen = arms.iter().any(|arm| arm.is_default);
            let leaves = arms.iter().any(|arm| breaks(&arm.body));
            !chosen || leaves || arms.last().is_none_or(|arm| falls(&arm.body, known))
        }
        Stmt::Expr(_) | Stmt::Declare { .. } | Stmt::Label(..) => true,
    })
}

/// Is there a `break` for the loop or `switch` around these statements?
fn breaks(stmts: &[Stmt]) -> bool {
    stmts.iter().any(|stmt| match stmt {
        Stmt::Break(_) => true,
        Stmt::Block(stmts) => breaks(stmts),
        Stmt::If { yes, no, .. } => breaks(yes) || breaks(no),
        _ => false,
    })
}

/// The variables of a function of which something is known on the way.
struct Written<'v> {
    vars: &'v [Var],
    /// May something have been written to it (or is it none that is watched)?
    written: Vec<bool>,
    /// Where a variable is read that nothing has been written to.
    found: Vec<(u32, Span)>,
}

impl Written<'_> {
    fn stmts(&mut self, stmts: &[Stmt]) {
        stmts.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Expr(expr) => self.expr(expr),
            Stmt::Declare { var, init, .. } => {
                let watched = self
                    .vars
                    .get(*var as usize)
                    .is_some_and(|var| !var.escapes && !var.is_reference && var.storage == Storage::Private);
                // Its own initial value already knows its name.
                self.set(*var, !watched);
                // Members may have values that use those before them.
                for (_, value) in init.iter().flat_map(|init| &init.parts) {
                    self.expr(value);
                    self.set(*var, true);
                }
                self.set(*var, init.is_some() || !watched);
            }
            Stmt::If { condition, yes, no } => {
                self.expr(condition);
                self.ways([yes.as_slice(), no.as_slice()]);
            }
            Stmt::Loop { condition, step, body, .. } => {
                // What a turn writes is there in the next one.
                let mut ahead = Written { vars: self.vars, written: self.written.clone(), found: Vec::new() };
                ahead.stmts(body);
                step.iter().chain(condition).for_each(|expr| ahead.expr(expr));
                self.written = ahead.written;
                condition.iter().for_each(|expr| self.expr(expr));
                self.stmts(body);
                step.iter().for_each(|expr| self.expr(expr));
            }
            Stmt::Switch { value, arms, .. } => {
                self.expr(value);
                // An arm may also be come to from the one above it.
                arms.iter().for_each(|Arm { body, .. }| self.ways([body.as_slice(), &[]]));
            }
            Stmt::Return(value, _) => value.iter().for_each(|value| self.expr(value)),
            Stmt::Block(stmts) => self.stmts(stmts),
            Stmt::Break(_) | Stmt::Continue(_) | Stmt::Goto(..) | Stmt::Label(..) => {}
        }
    }

    /// Ways of which one is taken.
    fn ways(&mut self, ways: [&[Stmt]; 2]) {
        let before = self.written.clone();
        let mut after = before.clone();
        for way in ways {
            self.written.clone_from(&before);
            self.stmts(way);
            after.iter_mut().zip(&self.written).for_each(|(after, written)| *after |= written);
        }
        self.written = after;
    }

    fn init(&mut self, init: Option<&Init>) {
        init.into_iter().flat_map(|init| &init.parts).for_each(|(_, value)| self.expr(value));
    }

    fn set(&mut self, var: u32, written: bool) {
        if let Some(place) = self.written.get_mut(var as usize) {
            *place = written;
        }
    }

    fn read(&mut self, place: &Place) {
        match &place.kind {
            PlaceKind::Var(VarRef::Local(var)) => {
                let known = self.found.iter().any(|(found, _)| found == var);
                if !known && self.written.get(*var as usize) == Some(&false) {
                    self.found.push((*var, place.span));
                }
            }
            PlaceKind::Var(VarRef::Global(_)) => {}
            PlaceKind::Deref(value) | PlaceKind::Value(value) => self.expr(value),
            PlaceKind::Member(of, _) | PlaceKind::Bits(of, _) | PlaceKind::Components(of, _) => self.read(of),
        }
    }

    /// What is computed to find a place, and that it is written.
    fn write(&mut self, place: &Place) {
        match &place.kind {
            PlaceKind::Var(VarRef::Local(var)) => self.set(*var, true),
            PlaceKind::Var(VarRef::Global(_)) => {}
            PlaceKind::Deref(value) | PlaceKind::Value(value) => self.expr(value),
            PlaceKind::Member(of, _) | PlaceKind::Bits(of, _) | PlaceKind::Components(of, _) => {
                self.write(of)
            }
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Const(_) | ExprKind::Null => {}
            ExprKind::Load(place) => self.read(place),
            ExprKind::Address(place) => self.write(place),
            ExprKind::Unary(_, a) | ExprKind::Convert(a) | ExprKind::Swizzle(a, _) | ExprKind::Bits(_, a) => {
                self.expr(a)
            }
            ExprKind::Binary(_, a, b) | ExprKind::Compare(_, a, b) => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Offset { pointer: a, index: b, .. } | ExprKind::Distance { left: a, right: b, .. } => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Logical { left, right, .. } => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Conditional(condition, yes, no) => {
                self.expr(condition);
                self.expr(yes);
                self.expr(no);
            }
            ExprKind::Compound(var, init, value) => {
                self.init(Some(init));
                self.set(*var, true);
                self.expr(value);
            }
            ExprKind::Assign(place, value) => {
                self.expr(value);
                self.write(place);
            }
            ExprKind::Update(update) => {
                self.expr(&update.operand);
                self.read(&update.place);
                self.write(&update.place);
            }
            ExprKind::Comma(before, last) => {
                before.iter().for_each(|part| self.expr(part));
                self.expr(last);
            }
            ExprKind::Row(parts) | ExprKind::Call(_, parts, _) | ExprKind::Builtin(_, parts) => {
                parts.iter().for_each(|part| self.expr(part));
            }
        }
    }
}

/// How deep loops are nested: each level doubles the work of looking at what they write.
fn nesting(stmts: &[Stmt]) -> u32 {
    let of = |stmt: &Stmt| match stmt {
        Stmt::Block(stmts) => nesting(stmts),
        Stmt::If { yes, no, .. } => nesting(yes).max(nesting(no)),
        Stmt::Loop { body, .. } => 1 + nesting(body),
        Stmt::Switch { arms, .. } => arms.iter().map(|arm| nesting(&arm.body)).max().unwrap_or(0),
        _ => 0,
    };
    stmts.iter().map(of).max().unwrap_or(0)
}

/// Deeper loops are not looked through.
const MAX_NESTING: u32 = 8;

impl Checker<'_> {
    /// Warns of what the body of a function as a whole leaves open.
    pub(super) fn look_through(&mut self, id: FunctionId, vars: &[Var], body: &[Stmt]) {
        // With `goto` the order of the text says nothing of what comes before what.
        if body.iter().any(Stmt::has_label) {
            return;
        }
        let function = &self.program.functions[id.index()];
        let (span, returns) = (function.span, function.result != VOID && !function.result.is_error());
        if returns && falls(body, &|expr: &Expr| self.fold(expr)) {
            let message = format!("`{}` may end without returning a value.", function.title);
            let warning = Diagnostic::warning("type::no-return", span, message);
            self.report.push(warning.help("Write a `return` at the end of every way through it."));
        }
        if nesting(body) > MAX_NESTING {
            return;
        }
        // A variable whose declaration is not come to (in a `switch`) is none that is watched.
        let mut written = Written { vars, written: alloc::vec![true; vars.len()], found: Vec::new() };
        written.stmts(body);
        for (var, place) in written.found {
            let declared = &vars[var as usize];
            let holds = self.program.types.first_leaf(declared.ty).is_some();
            if declared.name.index() >= self.names.count() || declared.ty.is_error() || !holds {
                continue;
            }
            let message =
                format!("`{}` is read here, but nothing has been written to it.", self.text(declared.name));
            let warning = Diagnostic::warning("type::uninitialised", place, message);
            self.report.push(warning.label(declared.span, "declared here without a value"));
        }
    }
}

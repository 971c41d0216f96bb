//! Statements and declarations inside functions.

use alloc::{format, vec, vec::Vec};

use super::super::ast::{Base, Declaration, Declared, Specifiers, StmtKind};
use super::super::typed::{Arm, Init, Place, PlaceKind, Stmt, Storage};
use super::super::types::{BOOL, Pointer, Space, TypeKind, VOID};
use super::decl::Described;
use super::expr::Operand;
use super::*;

impl Checker<'_> {
    /// Statements in a row, in the scope that is open.
    pub(super) fn stmts(&mut self, stmts: &[ast::Stmt]) -> Vec<Stmt> {
        let mut out = Vec::with_capacity(stmts.len());
        stmts.iter().for_each(|stmt| self.stmt(stmt, &mut out));
        out
    }

    /// Statements in a scope of their own.
    fn scoped(&mut self, stmts: &[ast::Stmt]) -> Vec<Stmt> {
        self.scopes.open();
        let directives = self.here.directives.len();
        let out = self.stmts(stmts);
        self.here.directives.truncate(directives);
        self.scopes.close();
        out
    }

    /// The body of a loop or a branch.
    fn part(&mut self, stmt: &ast::Stmt) -> Vec<Stmt> {
        match &stmt.kind {
            StmtKind::Block(stmts) => self.scoped(stmts),
            _ => self.scoped(core::slice::from_ref(stmt)),
        }
    }

    fn round(&mut self, body: &ast::Stmt) -> Vec<Stmt> {
        self.here.loops += 1;
        let body = self.part(body);
        self.here.loops -= 1;
        body
    }

    fn stmt(&mut self, stmt: &ast::Stmt, out: &mut Vec<Stmt>) {
        match &stmt.kind {
            StmtKind::Empty => {}
            StmtKind::Using(space) => self.here.directives.push(*space),
            StmtKind::Expr(expr) => {
                let value = self.expr(expr);
                out.push(Stmt::Expr(value));
            }
            StmtKind::Declaration(declaration) => self.local_declaration(declaration, out),
            StmtKind::Block(stmts) => {
                let block = self.scoped(stmts);
                out.push(Stmt::Block(block));
            }
            StmtKind::If(condition, yes, no) => {
                let condition = self.condition(condition);
                let known = self.fold(&condition);
                let yes = self.reached(known != Some(0), |this| this.part(yes));
                let no = no.as_deref().map_or(vec![], |no| {
                    self.reached(known.is_none_or(|known| known == 0), |this| this.part(no))
                });
                out.push(Stmt::If { condition, yes, no });
            }
            StmtKind::IfConstexpr(condition, yes, no) => {
                let Some(holds) = self.constant_truth(condition, "The condition of `if constexpr`") else {
                    return;
                };
                let part = if holds { Some(yes) } else { no.as_ref() };
                out.extend(part.map(|part| Stmt::Block(self.part(part))));
            }
            StmtKind::StaticAssert(condition, message) => self.static_assert(condition, *message),
            StmtKind::While(condition, body) => {
                let unroll = self.here.unroll.take();
                let condition = Some(self.condition(condition));
                let body = self.round(body);
                out.push(Stmt::Loop {
                    condition,
                    step: None,
                    body,
                    test_first: true,
                    unroll,
                    span: stmt.span,
                });
            }
            StmtKind::DoWhile(body, condition) => {
                let unroll = self.here.unroll.take();
                let body = self.round(body);
                let condition = Some(self.condition(condition));
                out.push(Stmt::Loop {
                    condition,
                    step: None,
                    body,
                    test_first: false,
                    unroll,
                    span: stmt.span,
                });
            }
            StmtKind::For { init, condition, step, body } => {
                let unroll = self.here.unroll.take();
                self.scopes.open();
                let mut block = vec![];
                if let Some(init) = init {
                    self.stmt(init, &mut block);
                }
                let condition = condition.as_ref().map(|condition| self.condition(condition));
                let step = step.as_ref().map(|step| self.expr(step));
                let body = self.round(body);
                block.push(Stmt::Loop { condition, step, body, test_first: true, unroll, span: stmt.span });
                self.scopes.close();
                out.push(Stmt::Block(block));
            }
            StmtKind::Range(array, stmts) => {
                let unroll = self.here.unroll.take();
                let ty = self.operand(array).ty();
                let is_array = matches!(self.program.types.kind(ty), TypeKind::Array { len: Some(_), .. });
                let walk = if is_array { None } else { self.iterated(ty, stmts, array.span) };
                if !is_array && walk.is_none() {
                    if !ty.is_error() {
                        let message = format!(
                            "`for` with `:` takes an array, or a class with `begin` and `end`, not {}.",
                            self.show(ty)
                        );
                        self.hint("type::range", array.span, message, "Write a loop with an index.");
                    }
                    return;
                }
                self.here.unroll = unroll;
                let block = self.scoped(walk.as_deref().unwrap_or(stmts));
                out.push(Stmt::Block(block));
            }
            StmtKind::Unroll(unroll, body) => {
                self.here.unroll = Some(*unroll);
                self.stmt(body, out);
            }
            StmtKind::UnrollBy(name, span, body) => {
                self.here.unroll = self.turns(*name, *span);
                self.stmt(body, out);
            }
            StmtKind::Switch(value, body) => self.switch(value, body, stmt.span, out),
            StmtKind::Case(_) | StmtKind::Default => {
                let help = "Put it directly into the block of a `switch`.";
                self.hint("type::case", stmt.span, "This label is in no `switch`.", help);
            }
            StmtKind::Break => {
                if self.here.loops + self.here.switches == 0 {
                    self.error("type::break", stmt.span, "There is no loop or `switch` to leave here.");
                }
                out.push(Stmt::Break(stmt.span));
            }
            StmtKind::Continue => {
                if self.here.loops == 0 {
                    self.error("type::continue", stmt.span, "There is no loop to continue here.");
                }
                out.push(Stmt::Continue(stmt.span));
            }
            StmtKind::Goto(name, span) => {
                let label = self.here.labels.go_to(*name, *span);
                out.push(Stmt::Goto(label, stmt.span));
            }
            StmtKind::Label(name, span, behind) => {
                let label = self.label_here(*name, *span);
                out.push(Stmt::Label(label, *span));
                behind.iter().for_each(|stmt| self.stmt(stmt, out));
            }
            StmtKind::Return(value) => self.return_statement(value.as_ref(), stmt.span, out),
        }
    }

    fn return_statement(&mut self, value: Option<&ast::Expr>, span: Span, out: &mut Vec<Stmt>) {
        if core::mem::take(&mut self.here.deduces) {
            self.here.result = Some(match value {
                None => VOID,
                Some(value) => {
                    let value = self.expr(value);
                    if self.unknown_list(&value) { ERROR } else { value.ty }
                }
            });
        }
        let result = self.here.result.unwrap_or(VOID);
        let value = match (value, result) {
            (None, _) if self.here.object.is_some() => self.object_value(span),
            (Some(value), _) if self.here.object.is_some() => {
                self.error("type::return", value.span, "A constructor returns nothing.");
                None
            }
            (None, VOID) => None,
            (None, _) => {
                self.error("type::return", span, "This function must return a value.");
                None
            }
            (Some(value), VOID) => {
                let value = self.expr(value);
                if value.ty != VOID && !value.ty.is_error() {
                    self.error(
                        "type::return",
                        value.span,
                        "This function returns nothing: its type is `void`.",
                    );
                }
                Some(value)
            }
            (Some(value), result) => {
                let by_reference =
                    self.here.function.is_some_and(|id| self.program.functions[id.index()].by_reference);
                let operand = self.operand_for(value, result);
                let value = match by_reference {
                    true => self.reference_to(operand, value.span),
                    false => self.value_of(operand, value.span),
                };
                Some(self.convert(value, result))
            }
        };
        out.push(Stmt::Return(value, span));
    }

    fn switch(&mut self, value: &ast::Expr, body: &ast::Stmt, span: Span, out: &mut Vec<Stmt>) {
        let value = self.expr(value);
        let value = self.as_number(value);
        let value = self.promoted(value);
        let integer = self.program.types.as_scalar(value.ty).is_some_and(|scalar| !scalar.is_float());
        if !integer && !value.ty.is_error() {
            self.error("type::switch", value.span, "`switch` needs an integer.");
        }
        let StmtKind::Block(stmts) = &body.kind else {
            return self.error("type::switch", body.span, "The body of a `switch` must be a block.");
        };
        self.scopes.open();
        self.here.switches += 1;
        let mut arms: Vec<Arm> = vec![];
        for stmt in stmts {
            let (label, default) = match &stmt.kind {
                StmtKind::Case(label) => (Some(label), false),
                StmtKind::Default => (None, true),
                _ => {
                    self.arm_statement(stmt, &mut arms);
                    continue;
                }
            };
            if arms.last().is_none_or(|arm| !arm.body.is_empty()) {
                arms.push(Arm::default());
            }
            let label = label.and_then(|label| self.label(label, value.ty, &arms));
            if default && arms.iter().any(|arm| arm.is_default) {
                self.error("type::case", stmt.span, "This `switch` already has a `default`.");
            }
            if let Some(arm) = arms.last_mut() {
                arm.values.extend(label);
                arm.is_default |= default;
            }
        }
        self.here.switches -= 1;
        self.scopes.close();
        if !value.ty.is_error() {
            out.push(Stmt::Switch { value, arms, span });
        }
    }

    fn arm_statement(&mut self, stmt: &ast::Stmt, arms: &mut Vec<Arm>) {
        let mut checked = vec![];
        self.stmt(stmt, &mut checked);
        if arms.is_empty() && checked.iter().any(Stmt::has_label) {
            // Only a `goto` leads there.
            arms.push(Arm::default());
        }
        match arms.last_mut() {
            Some(arm) => arm.body.append(&mut checked),
            // A declaration before the first label is legal; its initial value is never executed.
            None => {
                if !matches!(stmt.kind, StmtKind::Declaration(_)) {
                    let warning = Diagnostic::warning(
                        "type::unreachable",
                        stmt.span,
                        "No label leads to this statement.",
                    );
                    self.report.push(warning);
                }
            }
        }
    }

    fn label(&mut self, label: &ast::Expr, ty: TypeId, arms: &[Arm]) -> Option<(u64, Span)> {
        let value = self.expr(label);
        let value = self.convert(value, ty);
        let bits = self.fold(&value);
        if bits.is_none() && !value.ty.is_error() {
            self.error("type::constant", label.span, "The value of a `case` must be an integer constant.");
        }
        let bits = bits?;
        let twice = arms.iter().flat_map(|arm| &arm.values).find(|(other, _)| *other == bits);
        if let Some((_, first)) = twice {
            let error = Diagnostic::error("type::case", label.span, "This value is already in the `switch`.");
            self.report.push(error.label(*first, "here"));
        }
        Some((bits, label.span))
    }

    fn local_declaration(&mut self, declaration: &Declaration, out: &mut Vec<Stmt>) {
        let specifiers = &declaration.specifiers;
        let is_auto = matches!(specifiers.base, Base::Auto);
        let base = if is_auto { Described::of(ERROR) } else { self.base(specifiers) };
        if let (Base::Struct(spec), Dialect::Cuda) = (&specifiers.base, self.dialect)
            && let (Some(tag), Some(_)) = (spec.tag, &spec.members)
        {
            self.scopes.bind(tag, Entity::Type(base.ty));
            self.local_class(base.ty, spec);
        }
        for declared in &declaration.names {
            let Some((name, span)) = declared.declarator.name else { continue };
            let base = match is_auto {
                true => Described::of(self.auto_type(declared.init.as_ref(), span)),
                false => base,
            };
            let described = self.derive(base, specifiers, &declared.declarator);
            if specifiers.is_typedef {
                self.name_type(name, described, span);
                continue;
            }
            // `auto *p` and `auto p` both take the pointer that they are given.
            let described = match is_auto {
                true => Described {
                    ty: self.auto_pointer(base.ty, specifiers, &declared.declarator),
                    ..described
                },
                false => described,
            };
            self.local(specifiers, declared, described, name, span, out);
        }
    }

    fn local(
        &mut self,
        specifiers: &Specifiers,
        declared: &Declared,
        described: Described,
        name: Symbol,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let var = self.here.vars.len() as u32;
        let mut ty = described.ty;
        let dynamic = specifiers.is_extern
            && described.space == Some(Space::Local)
            && matches!(self.program.types.kind(ty), TypeKind::Array { len: None, .. });
        let storage = match described.space {
            Some(Space::Local) if dynamic => Storage::DynamicLocal,
            Some(Space::Local) => Storage::Local,
            Some(Space::Constant) => Storage::Constant(vec![]),
            Some(Space::Global) => {
                self.error(
                    "type::address-space",
                    span,
                    "A variable of a function cannot be in global memory.",
                );
                Storage::Private
            }
            _ => Storage::Private,
        };
        if specifiers.is_static && !described.is_const && storage == Storage::Private {
            let help = "Remove `static`; data that outlives a call belongs into a buffer.";
            self.hint("unsupported::static", span, "Static variables in functions are not supported.", help);
        }
        if specifiers.is_extern && !dynamic {
            self.error(
                "unsupported::extern",
                span,
                "`extern` is only supported for `extern __shared__ T name[]`.",
            );
        }
        self.here.vars.push(Var {
            name,
            ty,
            storage,
            is_const: described.is_const,
            is_volatile: described.is_volatile,
            constant: None,
            escapes: false,
            is_reference: described.is_reference,
            takes_values: described.takes_values,
            is_kept: false,
            source_type: String::new(),
            span,
        });
        if described.is_reference {
            return self.local_reference(declared, var, name, span, out);
        }
        // The name is visible in its own initial value, as in C.
        self.bind(name, span, Entity::Var(VarRef::Local(var)));
        let mut init = declared.init.as_ref().map(|init| self.initialiser_of(Some(var), &mut ty, init));
        if init.is_none() && self.is_active(ty) {
            let shared =
                matches!(self.here.vars[var as usize].storage, Storage::Local | Storage::DynamicLocal);
            if shared {
                let message = "Memory of a work-group cannot hold objects that a constructor makes.";
                let help = "Give the class a constructor `= default`, without initial values, and assign to the object.";
                self.hint("type::constructor", span, message, help);
            } else {
                let mut parts = vec![];
                let this = self.is_plain_class(ty).then_some(var);
                self.default_parts((ty, 0), this, &mut parts, span);
                init = Some(Init { parts, zero: false });
            }
        }
        if !dynamic {
            ty = self.complete(ty, span);
        }
        let size = self.program.types.bytes(ty);
        if !self.within("object-bytes", size, MAX_OBJECT, span) {
            ty = ERROR;
        }
        self.here.vars[var as usize].ty = ty;
        self.finish_local(init, var, out);
    }

    fn finish_local(&mut self, init: Option<Init>, var: u32, out: &mut Vec<Stmt>) {
        let Var { ty, storage, is_const, is_volatile, span, .. } = self.here.vars[var as usize].clone();
        match (storage, &init) {
            (Storage::Local | Storage::DynamicLocal, Some(_)) => {
                let help = "Assign to it in the kernel, and put a barrier behind that.";
                self.hint(
                    "type::initialiser",
                    span,
                    "Memory of a work-group cannot have an initial value.",
                    help,
                );
            }
            (Storage::Constant(_), Some(init)) => {
                let bytes = self.constant_bytes(ty, init).unwrap_or_default();
                let var = &mut self.here.vars[var as usize];
                (var.storage, var.is_const) = (Storage::Constant(bytes), true);
            }
            (Storage::Constant(_), None) => {
                self.error("type::initialiser", span, "A constant needs an initial value.");
            }
            (Storage::Private, _) => {
                let scalar = self.program.types.as_scalar(ty).filter(|_| is_const && !is_volatile);
                let constant =
                    init.as_ref().filter(|_| scalar.is_some()).and_then(|init| self.init_value(init));
                self.here.vars[var as usize].constant = constant;
                out.push(Stmt::Declare { var, init, span });
            }
            _ => {}
        }
    }

    /// Is it a bit-field of a variable of this function, not of what something refers to?
    fn is_own_bits(&self, place: &Place) -> bool {
        let PlaceKind::Bits(unit, _) = &place.kind else { return false };
        let mut of = unit;
        while let PlaceKind::Member(outer, _) = &of.kind {
            of = outer;
        }
        matches!(of.kind, PlaceKind::Var(VarRef::Local(_)))
    }

    /// `T &name = place;`
    fn local_reference(
        &mut self,
        declared: &Declared,
        var: u32,
        name: Symbol,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let Some(ast::Init::Expr(expr)) = &declared.init else {
            return self.error("type::reference", span, "A reference needs something to refer to.");
        };
        let Var { ty: to, is_const, takes_values, .. } = self.here.vars[var as usize];
        let place = self.operand(expr);
        let place = match self.as_place(place) {
            // What becomes another type by that is a value of its own.
            Operand::Place(place)
                if is_const && place.ty != to && self.program.types.as_scalar(to).is_some() =>
            {
                Operand::Value(self.value_of(Operand::Place(place), expr.span))
            }
            // A name for a bit-field of a copy is a copy of it.
            Operand::Place(place) if takes_values && self.is_own_bits(&place) => {
                Operand::Value(self.value_of(Operand::Place(place), expr.span))
            }
            place => place,
        };
        let value = match place {
            // One to a `const` also takes a value, which gets a place of its own.
            Operand::Value(value) if (is_const || takes_values) && !to.is_error() => {
                let pointer = Pointer { to, space: Some(Space::Private), is_const, is_volatile: false };
                let pointer = self.program.types.pointer(pointer);
                self.bound(Operand::Value(value), (pointer, takes_values), expr.span)
            }
            Operand::Place(place) if self.derives(place.ty, to) => {
                let place = self.base_place(place, to);
                self.reference_to(Operand::Place(place), expr.span)
            }
            place => self.reference_to(place, expr.span),
        };
        self.here.vars[var as usize].ty = match self.program.types.as_pointer(value.ty) {
            Some(found) => {
                self.program.types.pointer(Pointer { is_const: found.is_const || is_const, ..found })
            }
            None => value.ty,
        };
        self.bind(name, span, Entity::Var(VarRef::Local(var)));
        out.push(Stmt::Declare { var, init: Some(Init { parts: vec![(0, value)], zero: false }), span });
    }

    /// A condition, as `bool`.
    pub(super) fn condition(&mut self, expr: &ast::Expr) -> Expr {
        let value = self.asked(expr);
        self.convert(value, BOOL)
    }

    /// How a loop is unrolled whose number of turns is the value of this constant.
    fn turns(&mut self, name: Symbol, span: Span) -> Option<crate::ir::Unroll> {
        let turns = match self.resolve(name) {
            Some(Entity::Constant(bits, _)) => Some(bits),
            Some(Entity::Var(var)) => self.var(var).constant,
            _ => None,
        };
        let turns = turns.and_then(|turns| u32::try_from(turns).ok());
        if turns.is_none() {
            let message = "The number of `#pragma unroll` is no constant: the loop stays as it is.";
            self.report.push(Diagnostic::warning("preproc::unroll", span, message));
        }
        turns.filter(|turns| *turns > 1).map(crate::ir::Unroll::Times)
    }

    /// Does a condition hold that must be a constant?
    fn constant_truth(&mut self, condition: &ast::Expr, what: &str) -> Option<bool> {
        let value = self.condition(condition);
        if value.ty.is_error() {
            return None;
        }
        let known = self.fold(&value);
        if known.is_none() {
            let message = format!("{what} must be a constant.");
            self.no_constant(Diagnostic::error("type::constant", condition.span, message));
        }
        Some(known? != 0)
    }

    pub(super) fn static_assert(&mut self, condition: &ast::Expr, message: Option<Symbol>) {
        if self.constant_truth(condition, "What `static_assert` asks for") == Some(false) {
            let said = message.map_or("", |message| self.names.text(message)).trim_matches('"');
            let message = match said {
                "" => "This assertion does not hold.".into(),
                said => format!("This assertion does not hold: {said}"),
            };
            self.error("type::static-assert", condition.span, message);
        }
    }

    /// The value of a condition, before it becomes a `bool`.
    pub(super) fn asked(&mut self, expr: &ast::Expr) -> Expr {
        if let ast::ExprKind::Assign(None, ..) = expr.kind {
            let message = "This assigns; to compare, write `==`.";
            let warning = Diagnostic::warning("type::assignment", expr.span, message);
            self.report.push(warning.help("Write `(a = b) != 0` if it is meant."));
        }
        self.expr(expr)
    }
}

//! Functions: parameters, attributes, bodies.

use alloc::{format, vec, vec::Vec};

use super::super::ast::{Derivation, Function as Syntax, ParamDecl};
use super::super::typed::{Function, Storage};
use super::super::types::{Parameters, Pointer, Space, TypeKind, VOID};
use super::decl::Described;
use super::*;
use crate::ir::WARP;

/// What a function takes and returns.
pub(super) struct Head {
    pub result: TypeId,
    pub by_reference: bool,
    pub gives_up: bool,
    /// Is what it returns a `const` object?
    pub gives_const: bool,
    /// The parameters.
    pub vars: Vec<Var>,
    pub is_kernel: bool,
    pub is_constexpr: bool,
    pub required_local: Option<[u32; 3]>,
    pub subgroup: Option<u32>,
}

impl<'a> Checker<'a> {
    pub(super) fn function(&mut self, syntax: &'a Syntax) {
        let (Some((name, span)), Some(Derivation::Function(params, _))) =
            (syntax.declarator.name, syntax.declarator.derivation.first())
        else {
            return;
        };
        if self.is_defined_behind_special(syntax) {
            return;
        }
        self.scopes.open();
        self.here = Here::default();
        let errors = self.report.errors();
        let head = self.head(syntax, params);
        let id = self.declare_function(syntax, (name, span), &head.vars);
        self.check_again(id, syntax, &head, span);
        self.check_operands(id, syntax, &head, span);
        self.give_head(id, head);
        self.declare_defaults(id, params, vec![], None);
        self.program.functions[id.index()].items.push(self.scopes.item);
        if let Some(member) = &syntax.member {
            self.note_member(id, member);
        }
        if syntax.body.is_some() {
            self.body(id, syntax);
        }
        self.scopes.close();
        let marked = syntax.specifiers.is_device || syntax.specifiers.is_kernel;
        if self.report.errors() > errors && syntax.specifiers.is_constexpr && !marked {
            self.unread(true);
        }
    }

    /// A function that has been declared must return the same; one that is defined behind its class must have been declared there.
    fn check_again(&mut self, id: FunctionId, syntax: &Syntax, head: &Head, span: Span) {
        let known = &self.program.functions[id.index()];
        let is_new = known.items.is_empty();
        let differs = !is_new
            && !deduces(syntax)
            && (known.result, known.by_reference) != (head.result, head.by_reference);
        let others = match self.scopes.find(known.name) {
            Some(Entity::Function(ids)) => ids.len() > 1,
            _ => false,
        };
        if differs && !head.result.is_error() {
            let message = format!("`{}` is declared with another type of its result.", known.title);
            self.error("name::redefined", span, message);
        } else if is_new && others && syntax.member.is_some() && syntax.body.is_some() && !deduces(syntax) {
            let message = format!("The class declares no function `{}` of this kind.", known.title);
            let help = "The parameters must be the same, and `const` behind them.";
            self.hint("name::undeclared", span, message, help);
        }
    }

    /// An operator is for an object or an enumeration at least (C++17 16.5).
    fn check_operands(&mut self, id: FunctionId, syntax: &Syntax, head: &Head, span: Span) {
        let types = &self.program.types;
        let is_own = |var: &Var| {
            let ty = types.as_pointer(var.ty).filter(|_| var.is_reference).map_or(var.ty, |to| to.to);
            ty.is_error() || types.as_struct(ty).is_some() || types.is_enum(ty)
        };
        let name = self.text(self.last(self.program.functions[id.index()].name));
        let sign = name.strip_prefix("operator").filter(|sign| !sign.starts_with(is_of_name));
        if let Some((least, most)) = sign.and_then(operands_of)
            && !(least..=most).contains(&head.vars.len())
        {
            let counted = if least == most { format!("{most}") } else { format!("{least} or {most}") };
            let message = format!("This operator has {counted} operands, not {}.", head.vars.len());
            self.hint(
                "type::operator",
                span,
                message,
                "The object of a function of a class is the first of them.",
            );
            return;
        }
        let is_operator = sign.is_some();
        if is_operator && syntax.member.is_none() && !head.vars.iter().any(is_own) {
            let help = "Write a function with a name of its own.";
            let message = "An operator takes a struct or an enumeration.";
            self.hint("type::operator", span, message, help);
        }
    }

    /// What a function takes and returns. The scope of its parameters is open.
    pub(super) fn head(&mut self, syntax: &Syntax, params: &[ParamDecl]) -> Head {
        let is_kernel = syntax.specifiers.is_kernel;
        let before = core::mem::replace(&mut self.classes.declares_only, syntax.body.is_none());
        let mut vars = self.params(params, is_kernel);
        self.classes.declares_only = before;
        let plain: Vec<Var> = vars.iter().map(|(var, _)| var.clone()).collect();
        let result = self.result(syntax, params, &plain);
        // What constants are made of are numbers; elsewhere others may see or change what a reference stands for.
        let keeps = result.is_reference || self.program.types.pointers(result.ty) > 0;
        let is_number = syntax.specifiers.is_constexpr && !keeps;
        vars.iter_mut().filter(|(_, is_value)| *is_value && !is_number).for_each(|(var, _)| self.refer(var));
        let vars: Vec<Var> = vars.into_iter().map(|(var, _)| var).collect();
        if is_kernel && result.ty != VOID && !result.ty.is_error() {
            self.error(
                "type::kernel",
                syntax.specifiers.span,
                "A kernel returns nothing: its type must be `void`.",
            );
        }
        let (by_reference, gives_up) = (result.is_reference, result.takes_values);
        // Of numbers `const` says nothing (C++17 8, paragraph 6).
        let gives_const =
            !by_reference && result.is_const && self.program.types.as_struct(result.ty).is_some();
        let result = match by_reference {
            true => self.program.types.pointer(Pointer {
                to: result.ty,
                space: None,
                is_const: result.is_const,
                is_volatile: result.is_volatile,
            }),
            false => result.ty,
        };
        let required_local = self.required_local(syntax);
        let is_constexpr = syntax.specifiers.is_constexpr;
        let subgroup = self.subgroup(syntax);
        Head {
            result,
            by_reference,
            gives_up,
            gives_const,
            vars,
            is_kernel,
            is_constexpr,
            required_local,
            subgroup,
        }
    }

    /// The parameters of a type of functions.
    pub(super) fn parameter_list(&mut self, params: &[ParamDecl]) -> Vec<Var> {
        let mut vars = self.params(params, false);
        vars.iter_mut().filter(|(_, is_value)| *is_value).for_each(|(var, _)| self.refer(var));
        vars.into_iter().map(|(var, _)| var).collect()
    }

    /// The type of a function's result. One that stands behind the parameters may name them.
    fn result(&mut self, syntax: &Syntax, params: &[ParamDecl], vars: &[Var]) -> Described {
        let Some(trailing) = &syntax.trailing else {
            let mut declarator = syntax.declarator.clone();
            declarator.derivation.remove(0);
            let described = self.describe(&syntax.specifiers, &declarator);
            if deduces(syntax) && (syntax.body.is_none() || !declarator.derivation.is_empty()) {
                let message = "What this function returns is not known here.";
                let help = "Write the type of the result, or define the function here, without `*` and `&`.";
                self.hint("type::auto", syntax.specifiers.span, message, help);
            }
            return described;
        };
        if matches!(trailing.specifiers.base, ast::Base::Auto) {
            let help = "Write the type, or leave out `->` and what stands behind it.";
            self.hint("type::auto", trailing.span, "`auto` behind `->` is not supported.", help);
            return Described::of(ERROR);
        }
        self.scopes.open();
        let outer = core::mem::replace(&mut self.here.vars, vars.to_vec());
        for (name, _, entity) in self.named_params(params, vars.len()) {
            self.scopes.bind(name, entity);
        }
        let described = self.describe(&trailing.specifiers, &trailing.declarator);
        self.here.vars = outer;
        self.scopes.close();
        described
    }

    /// Writes into a function what it takes and returns.
    pub(super) fn give_head(&mut self, id: FunctionId, head: Head) {
        let declared = &mut self.program.functions[id.index()];
        (declared.params, declared.result, declared.vars) = (head.vars.len(), head.result, head.vars);
        (declared.by_reference, declared.gives_up) = (head.by_reference, head.gives_up);
        declared.gives_const = head.gives_const;
        declared.is_kernel |= head.is_kernel;
        declared.is_constexpr |= head.is_constexpr;
        declared.required_local = head.required_local.or(declared.required_local);
        declared.subgroup = head.subgroup.or(declared.subgroup);
    }

    /// A function of which nothing but names is known yet.
    pub(super) fn new_function(&mut self, name: Symbol, title: String, span: Span) -> FunctionId {
        let id = FunctionId(self.program.functions.len() as u32);
        self.program.functions.push(Function {
            name,
            title,
            is_kernel: false,
            is_constexpr: false,
            params: 0,
            vars: vec![],
            result: VOID,
            by_reference: false,
            gives_up: false,
            gives_const: false,
            body: None,
            required_local: None,
            subgroup: None,
            calls: vec![],
            uses: vec![],
            items: vec![],
            span,
        });
        id
    }

    /// The function of this name and, where functions can be overloaded, these parameters: a new one, or the one that
    /// was declared before.
    fn declare_function(
        &mut self,
        syntax: &Syntax,
        (name, span): (Symbol, Span),
        vars: &[Var],
    ) -> FunctionId {
        // The parameters' scope is open: a function's name belongs to the one around it.
        let known = match self.scopes.find(name) {
            Some(Entity::Function(ids)) => ids.clone(),
            _ => vec![],
        };
        let overloads = self.dialect == Dialect::Cuda || syntax.specifiers.is_overloadable;
        let params = signature(vars);
        let same =
            known.iter().copied().find(|id| !overloads || signature(self.parameter_vars(*id)) == params);
        if let Some(id) = same {
            if syntax.body.is_some() && self.program.functions[id.index()].body.is_some() {
                let help = "Functions that differ only in their parameters need different names, or \
                            `__attribute__((overloadable))`.";
                self.defined_twice(name, span, if overloads { "One of them is enough." } else { help });
            }
            self.program.functions[id.index()].span = span;
            return id;
        }
        let is_kernel = |id: &FunctionId| self.program.functions[id.index()].is_kernel;
        if !known.is_empty() && (syntax.specifiers.is_kernel || known.iter().any(is_kernel)) {
            self.defined_twice(name, span, "A kernel needs a name of its own: it is launched by its name.");
        }
        let id = self.new_function(name, self.text(name).into(), span);
        self.scopes.bind_function(name, id);
        id
    }

    pub(super) fn defined_twice(&mut self, name: Symbol, span: Span, help: &str) {
        let message = format!("The function `{}` is defined twice.", self.text(name));
        self.hint("name::redefined", span, message, help);
    }

    /// Checks the body of a function. If it `deduces` its result, the first `return` says what that is.
    pub(super) fn body(&mut self, id: FunctionId, syntax: &Syntax) {
        let (params, deduces) = (super::template::parameters(syntax), deduces(syntax));
        let Some(body) = &syntax.body else { return };
        let function = &mut self.program.functions[id.index()];
        let (depth, horizon) = (self.here.depth, self.here.horizon);
        self.here = Here {
            function: Some(id),
            result: Some(function.result),
            deduces,
            depth,
            horizon,
            ..Here::default()
        };
        self.here.vars = core::mem::take(&mut function.vars);
        for (name, span, entity) in self.named_params(params, self.here.vars.len()) {
            self.bind(name, span, entity);
        }
        let errors = self.report.errors();
        let made = syntax.member.as_ref().filter(|member| member.role == ast::Role::Constructor);
        let mut stmts = made.map_or(vec![], |member| self.object_of(member, syntax.declarator.span));
        stmts.extend(self.stmts(body));
        stmts.extend(
            self.object_value(syntax.span).map(|value| typed::Stmt::Return(Some(value), syntax.span)),
        );
        self.all_labels_stand();
        let here = core::mem::take(&mut self.here);
        if deduces {
            self.program.functions[id.index()].result =
                if here.deduces { VOID } else { here.result.unwrap_or(VOID) };
        }
        if self.report.errors() == errors {
            self.look_through(id, &here.vars, &stmts);
        }
        let function = &mut self.program.functions[id.index()];
        function.body = Some(stmts);
        (function.vars, function.calls, function.uses) = (here.vars, here.calls, here.uses);
    }

    /// The parameters, and whether each is a constant reference to a number, for which its value may stand.
    fn params(&mut self, params: &[ParamDecl], is_kernel: bool) -> Vec<(Var, bool)> {
        self.each_param(params, |this, param| this.param(param, is_kernel))
    }

    /// Makes a constant reference of the value of one.
    fn refer(&mut self, var: &mut Var) {
        let Var { is_const, is_volatile, .. } = *var;
        var.ty = self.program.types.pointer(Pointer { to: var.ty, space: None, is_const, is_volatile });
        var.is_reference = true;
    }

    fn param(&mut self, param: &ParamDecl, is_kernel: bool) -> (Var, bool) {
        let described = self.describe(&param.specifiers, &param.declarator);
        let (name, span) = param.declarator.name.unwrap_or((Symbol(u32::MAX), param.span));
        let mut ty = match described.is_reference {
            true => described.ty,
            false => self.decayed(described.ty, param),
        };
        if ty == VOID {
            self.error("type::void", span, "A parameter cannot be `void`.");
            ty = ERROR;
        }
        // While a class gets its members, functions that take it may be declared, and before it has any.
        let may_be_open = self.classes.making > 0 || self.classes.declares_only;
        if !may_be_open || self.program.types.as_struct(ty).is_none() {
            ty = self.complete(ty, span);
        }
        // In a constant nobody can tell a constant reference to a number from its value.
        let is_value = described.is_reference
            && described.is_const
            && !described.is_volatile
            && !described.takes_values
            && self.program.types.as_scalar(ty).is_some();
        let is_reference = described.is_reference && !is_value;
        if is_kernel {
            ty = self.kernel_param(ty, is_reference, span);
        }
        let mut var = Var {
            name,
            ty,
            storage: Storage::Private,
            is_const: described.is_const,
            is_volatile: described.is_volatile,
            constant: None,
            escapes: false,
            is_reference: false,
            takes_values: described.takes_values && is_reference,
            is_kept: !is_kernel,
            source_type: self.source_type(param),
            span,
        };
        if is_reference && !is_kernel {
            self.refer(&mut var);
        }
        (var, is_value && !is_kernel)
    }

    /// An array parameter is a pointer.
    fn decayed(&mut self, ty: TypeId, param: &ParamDecl) -> TypeId {
        let TypeKind::Array { of, .. } = self.program.types.kind(ty) else { return ty };
        let (is_const, is_volatile) = (param.specifiers.is_const, param.specifiers.is_volatile);
        self.program.types.pointer(Pointer { to: of, space: param.specifiers.space, is_const, is_volatile })
    }

    /// What the host can pass. CUDA's plain pointers point to global memory.
    fn kernel_param(&mut self, ty: TypeId, is_reference: bool, span: Span) -> TypeId {
        if is_reference {
            let help = "Pass it by value, or as a pointer.";
            self.hint("unsupported::reference", span, "A kernel cannot take a reference.", help);
            return ERROR;
        }
        if self.program.types.holds_bits(ty) {
            let help = "Pass a buffer with one of them.";
            let message = "A struct with bit-fields cannot be passed to a kernel by value.";
            self.hint("unsupported::bit-field", span, message, help);
            return ERROR;
        }
        let Some(pointer) = self.program.types.as_pointer(ty) else { return ty };
        if self.holds_pointers(pointer.to) {
            let help = "Pass one buffer and offsets into it.";
            self.hint(
                "unsupported::pointers",
                span,
                "A buffer of pointers cannot be passed to a kernel.",
                help,
            );
            return ERROR;
        }
        if self.refuses_images(pointer.to, span) {
            return ERROR;
        }
        match (pointer.space, self.dialect) {
            (None, Dialect::Cuda) => {
                self.program.types.pointer(Pointer { space: Some(Space::Global), ..pointer })
            }
            (None, Dialect::OpenCl) => {
                let help = "Write `__global`, `__constant` or `__local` before the type.";
                let message = "A pointer argument of a kernel needs an address space.";
                self.hint("type::address-space", span, message, help);
                ERROR
            }
            (Some(Space::Private), _) => {
                self.error("type::address-space", span, "A kernel argument cannot point to private memory.");
                ERROR
            }
            _ => ty,
        }
    }

    fn holds_pointers(&self, ty: TypeId) -> bool {
        match self.program.types.kind(ty) {
            TypeKind::Pointer(_) => true,
            TypeKind::Array { of, .. } => self.holds_pointers(of),
            _ => false,
        }
    }

    /// The parameter's type as the person wrote it.
    fn source_type(&self, param: &ParamDecl) -> String {
        let end = param.declarator.name.map_or(param.span.end, |(_, span)| span.start);
        let start = param.specifiers.span.start;
        let text = self.source.get(start as usize..(end.max(start)) as usize).unwrap_or_default();
        let arrays = param
            .declarator
            .derivation
            .iter()
            .filter(|derivation| matches!(derivation, Derivation::Array(..)))
            .count();
        format!("{}{}", text.split_whitespace().collect::<Vec<_>>().join(" "), "[]".repeat(arrays))
    }

    /// The required size of a sub-group, if the machines can have it.
    fn subgroup(&mut self, syntax: &Syntax) -> Option<u32> {
        let size = syntax.specifiers.subgroup.as_ref()?;
        let value = self.constant_int(size, "A sub-group size")?;
        let lanes = u32::try_from(value).ok().filter(|lanes| lanes.is_power_of_two() && *lanes <= WARP);
        if lanes.is_none() {
            let message = format!("A sub-group of {value} work-items is not supported.");
            let help = format!("Powers of two up to {WARP} are.");
            self.hint("unsupported::subgroup", size.span, message, help);
        }
        lanes
    }

    fn required_local(&mut self, syntax: &Syntax) -> Option<[u32; 3]> {
        let sizes = syntax.specifiers.required_local.as_ref()?;
        let mut required = [1; 3];
        for (at, size) in sizes.iter().enumerate().take(3) {
            let value = self.constant_int(size, "A work-group size")?;
            required[at] = u32::try_from(value).ok().filter(|value| *value > 0)?;
        }
        Some(required)
    }
}

/// What tells functions of a name apart: the type of each parameter, whether it is a reference, and one to a value.
pub(super) fn signature(vars: &[Var]) -> Parameters {
    vars.iter().map(|var| (var.ty, var.is_reference, var.takes_values)).collect()
}

/// Does the body of a function say what its result is?
pub(super) fn deduces(syntax: &Syntax) -> bool {
    matches!(syntax.specifiers.base, ast::Base::Auto) && syntax.trailing.is_none()
}

/// The least and the most operands of an operator, the object of a class among them; `None` of a call, which has any.
fn operands_of(sign: &str) -> Option<(usize, usize)> {
    Some(match sign {
        "()" => return None,
        "~" | "!" | "->" => (1, 1),
        "+" | "-" | "*" | "&" | "++" | "--" => (1, 2),
        _ => (2, 2),
    })
}

fn is_of_name(one: char) -> bool {
    one.is_alphanumeric() || one == '_' || one == ' '
}

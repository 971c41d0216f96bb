//! Calls: functions of the text, builtins, and types used as functions.

use alloc::{format, vec, vec::Vec};

use super::super::ast::{ExprKind as Syntax, TemplateArg};
use super::super::builtins;
use super::super::dialects;
use super::super::images;
use super::super::library;
use super::super::type_names::{TypeName, type_name};
use super::super::types::{TypeKind, scalar, vector};
use super::evaluate::{MAX_CALLS, Passed};
use super::expr::Operand;
use super::overload::Choice;
use super::*;

/// Operands that have been evaluated, and where they are.
pub(super) type Operands = Vec<(Operand, Span)>;

/// A call as it is written.
#[derive(Clone, Copy)]
pub(super) struct Call<'a> {
    pub args: &'a [ast::Expr],
    /// Where what is called is named.
    pub place: Span,
    pub span: Span,
}

/// The names of the functions that a call sees; its operands, if it took them to find out.
struct Seen {
    names: Vec<Symbol>,
    operands: Option<Operands>,
}

impl Checker<'_> {
    pub(super) fn call(&mut self, callee: &ast::Expr, args: &[ast::Expr], span: Span) -> Expr {
        let args = &*self.spread(args);
        if let Syntax::Member { .. } = &callee.kind {
            return self.call_member(callee, None, args, span);
        }
        let (names, exact) = match &callee.kind {
            Syntax::Name(name) => (core::slice::from_ref(name), false),
            Syntax::Functions { targets, exact } => (targets.as_slice(), *exact),
            Syntax::MemberInstance(member, explicit) => {
                return self.call_member(member, Some(explicit), args, span);
            }
            Syntax::Static(path, name, explicit) => {
                let explicit = Some(explicit.as_slice()).filter(|args| !args.is_empty());
                return self.call_static((path, *name), explicit, args, callee.span, span);
            }
            Syntax::Template(targets, explicit) => {
                return self.call_instance(targets, explicit, args, callee.span, span);
            }
            _ => return self.call_object(callee, args, span),
        };
        if let [name, ..] = names
            && self.is_of_class(*name)
            && !matches!(self.scopes.find(*name), Some(Entity::Type(_) | Entity::Qualified(..)))
        {
            // `Sum()`: an object of a class in the class.
            if let Some(ty) = self.resolve_tag(*name) {
                return self.call_type(ty, args, span);
            }
            return self.call_own(*name, None, args, callee.span, span);
        }
        let call = Call { args, place: callee.span, span };
        let names = match exact {
            true => Seen { names: names.to_vec(), operands: None },
            false => self.with_associated(names, args),
        };
        match names {
            Seen { names, operands } if names.len() == 1 => self.call_name(names[0], call, operands),
            Seen { names, operands } => self.call_several(&names, call, operands),
        }
    }

    fn call_instance(
        &mut self,
        names: &[Symbol],
        explicit: &[TemplateArg],
        args: &[ast::Expr],
        place: Span,
        span: Span,
    ) -> Expr {
        if let [name, ..] = names
            && self.is_of_class(*name)
        {
            return self.call_own(*name, Some(explicit), args, place, span);
        }
        let known = names.iter().filter(|name| matches!(self.resolve(**name), Some(Entity::Function(_))));
        // It could not be read, which has been said.
        if known.count() == 0 {
            return self.nothing(span);
        }
        let args: Vec<_> = args.iter().map(|arg| (self.operand(arg), arg.span)).collect();
        match self.choose(&[], names, Some(explicit), &args, place) {
            Choice::Function(id) => self.call_function(id, args, span),
            _ => self.nothing(span),
        }
    }

    /// The names of functions that a call sees: those that its name stands for, and those of the namespaces of its
    /// arguments (C++17 6.4.2).
    fn with_associated(&mut self, names: &[Symbol], args: &[ast::Expr]) -> Seen {
        let seen = Seen { names: names.to_vec(), operands: None };
        let [first, ..] = names else { return seen };
        let found = self.resolve(*first);
        let builtin = builtins::builtin(self.text(*first), self.dialect);
        // What is printed may be a string, which is no value.
        let prints =
            found.is_none() && builtin.is_some_and(|one| one.prototype == builtins::Prototype::Print);
        let is_function = matches!(found, None | Some(Entity::Function(_)));
        if prints || !is_function || !self.spaces.has_functions(self.last(*first)) {
            return seen;
        }
        let operands: Vec<_> = args.iter().map(|arg| (self.operand(arg), arg.span)).collect();
        let names = self.and_associated(names, &operands);
        Seen { names, operands: Some(operands) }
    }

    /// Names of functions, and those of their last part in the namespaces of these operands.
    pub(super) fn and_associated(&mut self, names: &[Symbol], operands: &[(Operand, Span)]) -> Vec<Symbol> {
        let mut all = names.to_vec();
        let Some(last) = names.first().map(|name| self.last(*name)) else { return all };
        for (operand, _) in operands {
            let of = self.tag_behind(operand.ty());
            for found in of.map_or(vec![], |of| self.spaces.associated(of, last)) {
                if !all.contains(&found) && self.scopes.find(found).is_some() {
                    all.push(found);
                }
            }
        }
        // A name that stands for nothing gives way to what the arguments add.
        let is_known = |name: &Symbol| {
            self.scopes.find(*name).is_some() || builtins::builtin(self.text(*name), self.dialect).is_some()
        };
        let known: Vec<Symbol> = all.iter().copied().filter(is_known).collect();
        if known.is_empty() { names.to_vec() } else { known }
    }

    /// The tag of the struct or enumeration that a type is, points to or is an array of.
    fn tag_behind(&self, mut ty: TypeId) -> Option<Symbol> {
        let types = &self.program.types;
        loop {
            ty = match types.kind(ty) {
                TypeKind::Pointer(pointer) => pointer.to,
                TypeKind::Array { of, .. } => of,
                TypeKind::Struct(_) => return types.as_struct(ty)?.name,
                _ => return types.enum_name(ty),
            };
        }
    }

    /// The last part of a path.
    pub(super) fn last(&self, name: Symbol) -> Symbol {
        let prefix = self.spaces.prefix(self.spaces.home(name));
        self.text(name).strip_prefix(prefix).and_then(|last| self.names.find(last)).unwrap_or(name)
    }

    fn call_name(&mut self, name: Symbol, call: Call<'_>, operands: Option<Operands>) -> Expr {
        let Call { args, place, span } = call;
        match self.resolve(name) {
            Some(Entity::Function(ids)) => {
                let has_arity = |id: &FunctionId| self.takes(*id, args.len());
                match self.made_type(name) {
                    // Functions of the text that make a `float4` of other things stand beside the one of CUDA.
                    Some((_, count)) if count == args.len() && !ids.iter().any(has_arity) => {
                        self.make_record(name, call, operands)
                    }
                    _ => self.call_functions(&ids, name, call, operands),
                }
            }
            Some(Entity::Type(ty) | Entity::Qualified(ty, _)) => self.call_type(ty, args, span),
            Some(Entity::Unread) => {
                self.report_unread(name, place);
                self.nothing(span)
            }
            Some(_) => {
                let callee = ast::Expr { kind: Syntax::Name(name), span: place, depth: 1 };
                self.call_object(&callee, args, span)
            }
            // `Mode(2)`: in C++ a tag is the name of a type.
            None if self.dialect == Dialect::Cuda && self.scopes.find_tag(name).is_some() => {
                let ty = self.resolve_tag(name).unwrap_or(ERROR);
                self.call_type(ty, args, span)
            }
            // `::sqrtf` where something nearer has the name.
            None => self.call_known(self.spaces.outer(name).unwrap_or(name), call, operands),
        }
    }

    /// Calls one of the functions of several namespaces.
    fn call_several(&mut self, names: &[Symbol], call: Call<'_>, operands: Option<Operands>) -> Expr {
        let mut ids = vec![];
        for name in names {
            match self.resolve(*name) {
                Some(Entity::Function(found)) => ids.extend(found),
                Some(Entity::Unread) => self.report_unread(*name, call.place),
                _ => {}
            }
        }
        let operands = self.operands(call.args, operands);
        match self.choose(&ids, names, None, &operands, call.place) {
            Choice::Function(id) => self.call_function(id, operands, call.span),
            Choice::Builtin(name) => self.call_known(name, call, Some(operands)),
            Choice::Nothing => self.nothing(call.span),
        }
    }

    /// The operands, evaluated if they are not.
    fn operands(&mut self, args: &[ast::Expr], known: Option<Operands>) -> Operands {
        known.unwrap_or_else(|| args.iter().map(|arg| (self.operand(arg), arg.span)).collect())
    }

    /// The values of the operands.
    pub(super) fn values(&mut self, args: &[ast::Expr], known: Option<Operands>) -> Vec<Expr> {
        let operands = self.operands(args, known);
        operands.into_iter().map(|(operand, span)| self.value_of(operand, span)).collect()
    }

    fn call_known(&mut self, name: Symbol, call: Call<'_>, operands: Option<Operands>) -> Expr {
        if self.made_type(name).is_some() {
            return self.make_record(name, call, operands);
        }
        let Call { args, place, span } = call;
        let text = self.names.text(name);
        if let ("vec_step", Dialect::OpenCl, [arg]) = (text, self.dialect, args) {
            let ty = self.operand(arg).ty();
            return self.vec_step(ty, span);
        }
        if let Some(builtin) = builtins::builtin(text, self.dialect) {
            return self.call_builtin(&builtin, name, call, operands);
        }
        if images::is_function(text) {
            let (message, help) = images::absent(text);
            self.unsupported("unsupported::image", name, place, &message, help);
            return self.nothing(span);
        }
        if let Some((code, message, help)) = builtins::unsupported(text) {
            self.unsupported(code, name, place, message, help);
            return self.nothing(span);
        }
        match type_name(text, self.dialect) {
            Some(TypeName::Scalar(ty)) => return self.call_type(scalar(ty), args, span),
            Some(TypeName::Vector(of)) => {
                let form = format!("Write `({})(…)`.", self.program.types.show(vector(of), self.names));
                self.hint("type::call", place, "A vector is written as a cast of its parts.", form);
                return self.nothing(span);
            }
            Some(TypeName::Record) => {
                let ty = self.program.types.record(name, self.names);
                return self.call_type(ty, args, span);
            }
            Some(TypeName::Unsupported(family)) => {
                self.unsupported_type(family, name, place);
                return self.nothing(span);
            }
            None => {}
        }
        let error = Diagnostic::error("name::unknown", place, format!("There is no function `{text}`."));
        if !self.report.keeps_unknown(&error.message) {
            self.report.push(error);
            return self.nothing(span);
        }
        let path = self.source.get(place.start as usize..place.end as usize).unwrap_or_default();
        let header = library::header_with(text).filter(|_| path.starts_with("std::"));
        let is_std = path.starts_with("std::");
        let elsewhere = match header {
            Some(header) => Some(format!("Write `#include <{header}>` in front.")),
            None => dialects::other_language(text, self.dialect).filter(|_| !is_std),
        };
        let help = match elsewhere
            .or_else(|| self.hidden_in_base(text, place))
            .or_else(|| self.suggest_function(text).map(|near| format!("Did you mean `{near}`?")))
        {
            Some(help) => help,
            None if is_std || text.starts_with("__") => {
                "The language page of the documentation lists the functions that are supported.".into()
            }
            None if self.dialect == Dialect::Cuda => {
                "A function that a kernel calls must be marked `__device__` and stand above it.".into()
            }
            None => "A function must be defined above the place where it is called.".into(),
        };
        self.report.push(error.help(help));
        self.nothing(span)
    }

    /// `T(x)`
    pub(super) fn call_type(&mut self, ty: TypeId, args: &[ast::Expr], span: Span) -> Expr {
        if self.has_constructors(ty) {
            let operands = self.operands(args, None);
            return self.construct(ty, operands, true, span);
        }
        if args.is_empty() && ty != self.record_named(super::super::records::DIM3) {
            return match self.program.types.kind(ty) {
                TypeKind::Scalar(_) => Expr { kind: ExprKind::Const(0), ty, span },
                TypeKind::Struct(_) => self.made_value(ty, span),
                _ => self.constructed(ty, vec![], span),
            };
        }
        let [arg] = args else {
            let values = args.iter().map(|arg| self.expr(arg)).collect();
            return self.constructed(ty, values, span);
        };
        let value = self.expr(arg);
        match self.program.types.as_struct(ty) {
            Some(_) => self.convert(value, ty),
            None => self.cast(value, ty, span),
        }
    }

    /// Calls one of the functions of a name. CUDA's builtins are functions among others.
    fn call_functions(
        &mut self,
        ids: &[FunctionId],
        name: Symbol,
        call: Call<'_>,
        operands: Option<Operands>,
    ) -> Expr {
        let Call { args, place, span } = call;
        let builtin =
            builtins::builtin(self.names.text(name), self.dialect).filter(|_| self.dialect == Dialect::Cuda);
        if let ([id], None) = (ids, &builtin)
            && !self.templates.any(name)
            && !self.unread.contains_key(&name)
        {
            if !self.has_all(*id, name, args.len(), place) {
                return self.nothing(span);
            }
            let operands = self.operands(args, operands);
            self.ask(*id, place);
            return self.call_function(*id, operands, span);
        }
        let operands = self.operands(args, operands);
        match (self.choose(ids, &[name], None, &operands, place), builtin) {
            (Choice::Function(id), _) => self.call_function(id, operands, span),
            (Choice::Builtin(_), Some(builtin)) => self.call_builtin(&builtin, name, call, Some(operands)),
            _ => self.nothing(span),
        }
    }

    /// Has the only function of a name as many parameters as there are arguments? Otherwise reports it.
    fn has_all(&mut self, id: FunctionId, name: Symbol, args: usize, place: Span) -> bool {
        let (least, count, declared) =
            (self.least(id), self.parameters(id).len(), self.program.functions[id.index()].span);
        let takes = self.takes(id, args);
        if !takes {
            let plural = if count == 1 { "" } else { "s" };
            let counted = if least == count { format!("{count}") } else { format!("{least} to {count}") };
            let message = format!("`{}` takes {counted} argument{plural}, not {args}.", self.text(name));
            self.report
                .push(Diagnostic::error("type::arguments", place, message).label(declared, "declared here"));
        }
        takes
    }

    pub(super) fn call_function(&mut self, id: FunctionId, args: Vec<(Operand, Span)>, span: Span) -> Expr {
        self.deduced_result(id, span);
        let result = self.program.functions[id.index()].result;
        let params = super::function::signature(self.parameter_vars(id));
        let args: Vec<Expr> = self
            .with_defaults(id, args, span)
            .into_iter()
            .zip(params)
            .map(|((arg, span), (ty, by_reference, takes_values))| {
                let value = match by_reference {
                    true => self.bound(arg, (ty, takes_values), span),
                    false => self.value_of(arg, span),
                };
                self.convert(value, ty)
            })
            .collect();
        if args.iter().any(|arg| arg.ty.is_error()) {
            self.here.calls.push((id, span));
            return self.nothing(span);
        }
        if self.classes.members.get(&id).is_some_and(|member| member.is_deleted) {
            let message = format!("`{}` is deleted (`= delete`).", self.program.functions[id.index()].title);
            self.error("type::deleted", span, message);
            return self.nothing(span);
        }
        if let Some(bits) = self.evaluated(id, &args, span) {
            return Expr { kind: ExprKind::Const(bits), ty: result, span };
        }
        self.here.calls.push((id, span));
        Expr { kind: ExprKind::Call(id, args, Order::FirstToLast), ty: result, span }
    }

    /// What a call of a `constexpr` function comes to, if its arguments are constants.
    fn evaluated(&mut self, id: FunctionId, args: &[Expr], span: Span) -> Option<u64> {
        let function = &self.program.functions[id.index()];
        if !function.is_constexpr || self.program.types.as_scalar(function.result).is_none() {
            return None;
        }
        let args = args.iter().map(|arg| self.fold(arg)).collect::<Option<Vec<u64>>>()?;
        let passed =
            match super::evaluate::evaluate((&self.program, &self.tables), id, args, self.constexpr_steps) {
                Ok(bits) => return Some(bits),
                Err(passed) => passed?,
            };
        let limit = match passed {
            Passed::Steps => format!("{} steps (limit `constexpr_steps`)", self.constexpr_steps),
            Passed::Calls => format!("{MAX_CALLS} calls inside of each other (limit constexpr-calls)"),
        };
        self.passed = Some((span, format!("this takes more than {limit}")));
        None
    }

    /// Reports that something is no constant, and why if a limit was passed.
    pub(super) fn no_constant(&mut self, error: Diagnostic) {
        let error = match self.passed.clone() {
            Some((span, why)) => error.label(span, why),
            None => error,
        };
        self.report.push(error);
    }
}

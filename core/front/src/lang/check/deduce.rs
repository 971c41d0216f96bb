//! What the parameters of a template stand for (C++17 17.8.2): what is written in `<…>`, then what the arguments of the
//! call tell, then what the template says itself.
//!
//! A parameter's type is compared with the type of its argument from the outside: behind `&` stands the argument as it
//! is, elsewhere an array counts as a pointer and `const` at the outside not at all. What is told twice must be the
//! same. Memories that pointers point into are no part of a type here: functions are lowered for each of them anyway.

use alloc::{format, string::String, vec, vec::Vec};

use super::super::ast::{
    Base, Derivation, ExprKind as Syntax, ParamDecl, Role, Specifiers, TemplateArg, TemplateArgKind,
    TemplateParam, TemplateParamKind,
};
use super::super::types::{self, LIST, NULLPTR, Pointer, TypeKind, VOID};
use super::expr::Operand;
use super::scope::Quals;
use super::*;

/// What a parameter of a template stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Arg {
    /// A type.
    Type(TypeId, Quals),
    /// A reference to a type.
    Reference(TypeId, Quals),
    /// A constant: its bits and its type.
    Value(u64, TypeId),
    /// Functions, by their name.
    Function(Symbol),
    /// One function: an instance of a template, or of a class.
    Instance(FunctionId),
    /// What a parameter that is a pack stands for: the number of a list.
    Pack(u32),
}

/// The type of a value that stands for any, where templates are compared: it is no other value.
pub(super) const STAND_IN: TypeId = VOID;

/// Elements of a pack in place of any number, where templates are compared.
pub(super) const MANY: usize = 24;

/// What an argument of a call tells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Given {
    /// Its type; `None` of values in braces.
    pub ty: Option<TypeId>,
    /// Is it `const` or `volatile`?
    pub quals: Quals,
    /// Is it a place (of templates that are compared: a reference)?
    pub is_place: bool,
}

impl Checker<'_> {
    /// The type that a value tells: that of `nullptr` is its own.
    pub(super) fn told_by(&self, value: &Expr) -> TypeId {
        let is_any = || self.program.types.as_pointer(value.ty).is_some_and(|to| to.to == VOID);
        match value.kind {
            ExprKind::Null if self.dialect == Dialect::Cuda && is_any() => NULLPTR,
            _ => value.ty,
        }
    }

    /// What an argument tells.
    pub(super) fn given(&self, operand: &Operand) -> Given {
        let is_place = self.stays(operand);
        match operand {
            Operand::Place(place) => {
                let quals = Quals { is_const: place.is_const, is_volatile: place.is_volatile };
                Given { ty: Some(place.ty), quals, is_place }
            }
            Operand::Value(Expr { ty: LIST, .. }) => {
                Given { ty: None, quals: Quals::default(), is_place: false }
            }
            Operand::Value(value) => {
                let quals = Quals { is_const: self.is_const(operand), is_volatile: false };
                Given { ty: Some(self.told_by(value)), quals, is_place }
            }
        }
    }
}

/// How a type is compared with one that is given.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Match {
    /// As an argument of a call, which may still be converted.
    Call,
    /// As a type that must be the same.
    Same,
}

/// What is known of a parameter of a template, and whether that was written in `<…>`.
pub(super) type Slot = Option<(Arg, bool)>;

/// Why a template does not fit a call; empty if that has been reported.
pub(super) type Reason = String;

/// Is it the type of pointers to functions, `float (*f)(float)`?
fn is_function(syntax: &ast::TypeSyntax) -> bool {
    syntax.declarator.derivation.iter().any(|step| matches!(step, Derivation::Function(..)))
}

/// The parameter of a template that a type begins with.
fn named(specifiers: &Specifiers, params: &[TemplateParam]) -> Option<usize> {
    let Base::Named(name, _) = specifiers.base else { return None };
    params.iter().position(|param| param.name == Some(name))
}

impl<'a> Checker<'a> {
    /// The arguments of a template, from those in `<…>` and (in a call) what the call gives.
    pub(super) fn deduced(
        &mut self,
        (at, alone): (usize, bool),
        explicit: &[TemplateArg],
        given: Option<&[Given]>,
    ) -> Result<Vec<Arg>, Reason> {
        let params = self.templates.params(at);
        // Those of the class are told by the object.
        let outer = self.outer_args(at);
        let explicit = &*self.spread_args(explicit);
        let packed = params.iter().position(|param| param.is_pack);
        if explicit.len() + outer.len() > params.len() && packed.is_none() {
            return Err(format!("this one has {} parameters in `<…>`", params.len() - outer.len()));
        }
        let mut slots: Vec<Slot> = vec![None; params.len()];
        slots.iter_mut().zip(&outer).for_each(|(slot, arg)| *slot = Some((*arg, true)));
        for (number, arg) in explicit.iter().enumerate() {
            let number = number + outer.len();
            if packed == Some(number) {
                let rest = &explicit[number - outer.len()..];
                slots[number] = Some((self.written_pack(params, number, rest, &slots)?, true));
                break;
            }
            slots[number] = Some((self.written(params, number, arg, &slots)?, true));
        }
        if let Some(given) = given {
            self.unified(at, given, Match::Call, &mut slots)?;
        }
        for number in 0..params.len() {
            if slots[number].is_none() && params[number].is_pack {
                slots[number] = Some((self.pack(vec![]), false));
            } else if slots[number].is_none() {
                slots[number] = Some((self.default((at, alone), number, &slots)?, false));
            }
        }
        Ok(slots.into_iter().flatten().map(|(arg, _)| arg).collect())
    }

    /// Compares every parameter with what is given for it.
    pub(super) fn unified(
        &mut self,
        at: usize,
        given: &[Given],
        how: Match,
        slots: &mut [Slot],
    ) -> Result<(), Reason> {
        let function = self.templates.function(at);
        let (own, params) = (self.templates.params(at), super::template::parameters(function));
        // A call names an object; a function without one takes any.
        let is_static = function.member.as_ref().is_some_and(|member| member.role == Role::Static);
        let given = &given[usize::from(how == Match::Call && is_static).min(given.len())..];
        let packed = params.last().filter(|param| param.pack.is_some());
        let plain = params.len() - usize::from(packed.is_some());
        let mut rest = given.len()..plain;
        if given.len() > plain && packed.is_none()
            || how == Match::Same && !rest.is_empty()
            || rest.any(|number| !self.templates.gives(at, number))
        {
            let plural = if params.len() == 1 { "" } else { "s" };
            return Err(format!("this one takes {} argument{plural}", params.len()));
        }
        for (param, given) in params[..plain].iter().zip(given) {
            // What nothing has to be told of may be converted (C++17 17.8.1, paragraph 6).
            let is_told = how == Match::Call && slots.iter().all(|slot| matches!(slot, Some((_, true))));
            match self.unify_param((own, how), param, *given, slots) {
                Err(_) if is_told => {}
                fits => fits?,
            }
        }
        match packed {
            Some(param) => self.unify_pack((own, how), param, given.get(plain..).unwrap_or_default(), slots),
            None => Ok(()),
        }
    }

    pub(super) fn unify_param(
        &mut self,
        at: (&[TemplateParam], Match),
        param: &ParamDecl,
        given: Given,
        slots: &mut [Slot],
    ) -> Result<(), Reason> {
        let Some(ty) = given.ty.filter(|ty| !ty.is_error()) else { return Ok(()) };
        let steps = param.declarator.derivation.as_slice();
        let (base, decayed) = (&param.specifiers, self.decay(ty, given.quals));
        match (steps, self.program.types.kind(decayed)) {
            // `T &&` takes places, too: then `T` stands for a reference (C++17 17.8.2.1).
            ([Derivation::Reference(_, true)], _)
                if given.is_place && !base.is_const && at.1 == Match::Call && named(base, at.0).is_some() =>
            {
                let number = named(base, at.0).unwrap_or_default();
                let arg = Arg::Reference(self.generic(ty), given.quals);
                self.settle(at.0, number, arg, slots)
            }
            ([Derivation::Reference(..), rest @ ..], _) => {
                // A reference to a constant takes what a value is as well.
                let is_const = given.quals.is_const || (!given.is_place && rest.is_empty() && base.is_const);
                self.unify(at, (base, rest), (ty, Quals { is_const, ..given.quals }), slots)
            }
            ([Derivation::Array(..), rest @ ..], TypeKind::Pointer(to)) => {
                self.unify(at, (base, rest), (to.to, Quals::behind(to)), slots)
            }
            // `const` of the parameter itself does not count.
            _ => {
                let quals = if steps.is_empty() { Quals::said(base) } else { Quals::default() };
                self.unify(at, (base, steps), (decayed, quals), slots)
            }
        }
    }

    /// An array as the pointer that it becomes.
    pub(super) fn decay(&mut self, ty: TypeId, Quals { is_const, is_volatile }: Quals) -> TypeId {
        match self.program.types.kind(ty) {
            TypeKind::Array { of, .. } => {
                self.program.types.pointer(Pointer { to: of, space: None, is_const, is_volatile })
            }
            _ => ty,
        }
    }

    /// Compares a type as it is written with one that is given.
    pub(super) fn unify(
        &mut self,
        (params, how): (&[TemplateParam], Match),
        (base, steps): (&Specifiers, &[Derivation]),
        (given, quals): (TypeId, Quals),
        slots: &mut [Slot],
    ) -> Result<(), Reason> {
        let (own, said) = (named(base, params), Quals::said(base));
        let apart = |this: &Self| match own {
            None if how == Match::Call => Ok(()),
            _ => Err(format!("{} has not the form of its parameter", this.show(given))),
        };
        let fits = how == Match::Call || quals.have(said);
        match (steps, self.program.types.kind(given)) {
            ([], _) => match own {
                _ if !fits => apart(self),
                Some(number) => {
                    let arg = Arg::Type(self.generic(given), quals.without(said));
                    self.settle(params, number, arg, slots)
                }
                None if let Base::Path(path) = &base.base
                    && let Some(args) = &path.args
                    && path.members.is_empty()
                    && (how == Match::Call || quals == said) =>
                {
                    self.unify_instance((params, how), (path.head, args), given, slots)
                }
                None if how == Match::Same && quals == said && self.base(base).ty == given => Ok(()),
                None => apart(self),
            },
            ([Derivation::Pointer { is_const: own, .. }, ..], _)
                if how == Match::Same && *own != quals.is_const =>
            {
                apart(self)
            }
            ([Derivation::Pointer { .. }, rest @ ..], TypeKind::Pointer(to)) => {
                self.unify((params, how), (base, rest), (to.to, Quals::behind(to)), slots)
            }
            ([Derivation::Array(len, _), rest @ ..], TypeKind::Array { of, len: Some(count) }) => {
                if let Some(Syntax::Name(name)) = len.as_ref().map(|len| &len.kind)
                    && let Some(number) = params.iter().position(|param| param.name == Some(*name))
                    && let Some(ty) = self.value_type(params, number, slots)
                {
                    self.settle(params, number, Arg::Value(count, ty), slots)?;
                }
                self.unify((params, how), (base, rest), (of, quals), slots)
            }
            _ => apart(self),
        }
    }

    /// Takes note of what a parameter stands for. What was written in `<…>` stays: arguments are converted to it.
    pub(super) fn settle(
        &mut self,
        params: &[TemplateParam],
        number: usize,
        arg: Arg,
        slots: &mut [Slot],
    ) -> Result<(), Reason> {
        match slots[number] {
            None => slots[number] = Some((arg, false)),
            Some((known, fixed)) if !fixed && known != arg => {
                let name = params[number].name;
                let name = name.map_or("its parameter", |name| self.names.text(name));
                let (known, arg) = (self.show_arg(known), self.show_arg(arg));
                return Err(format!("here `{name}` would be `{known}` and `{arg}`"));
            }
            Some(_) => {}
        }
        Ok(())
    }

    /// A type whose pointers do not say where they point.
    fn generic(&mut self, ty: TypeId) -> TypeId {
        match self.program.types.kind(ty) {
            TypeKind::Pointer(pointer) => {
                let to = self.generic(pointer.to);
                self.program.types.pointer(Pointer { to, space: None, ..pointer })
            }
            _ => ty,
        }
    }

    /// An argument in `<…>`, for a parameter whose predecessors are known.
    pub(super) fn written(
        &mut self,
        params: &[TemplateParam],
        number: usize,
        arg: &TemplateArg,
        slots: &[Slot],
    ) -> Result<Arg, Reason> {
        match (&arg.kind, &params[number].kind) {
            (TemplateArgKind::Each(pattern, names, at), _) => {
                self.with_elements(names, *at, |this| this.written(params, number, pattern, slots))
            }
            (TemplateArgKind::Spread(..), _) => Err("a pack cannot be expanded here".into()),
            (TemplateArgKind::Type(syntax), TemplateParamKind::Type) => {
                let described = self.describe(&syntax.specifiers, &syntax.declarator);
                if described.takes_values {
                    let message = "References to values as arguments of templates are not supported.";
                    let help = "Write the type without `&&`.";
                    self.hint("unsupported::reference", arg.span, message, help);
                }
                if described.ty.is_error() || described.takes_values {
                    return Err(String::new());
                }
                let (ty, quals) = (self.generic(described.ty), described.quals());
                Ok(if described.is_reference { Arg::Reference(ty, quals) } else { Arg::Type(ty, quals) })
            }
            (TemplateArgKind::Value(value), TemplateParamKind::Value(syntax))
                if self.is_for_functions(params, number, slots) =>
            {
                let is_auto = matches!(syntax.specifiers.base, Base::Auto);
                let of = self.value_type(params, number, slots);
                match self.function_named(value, of) {
                    Some(function) => Ok(function),
                    None if is_auto => self.constant_arg(params, number, value, slots),
                    None => Err(format!(
                        "argument {} in `<…>` must be the name of a function with the parameters that are asked for",
                        number + 1
                    )),
                }
            }
            (TemplateArgKind::Value(value), TemplateParamKind::Value(_)) => {
                self.constant_arg(params, number, value, slots)
            }
            (TemplateArgKind::Type(_), _) => {
                Err(format!("argument {} in `<…>` must be a constant", number + 1))
            }
            (TemplateArgKind::Value(value), _) if let Syntax::Static(path, name, _) = &value.kind => {
                let found = self.member_type(path, *name, arg.span);
                match found.ty.is_error() {
                    true => Err(String::new()),
                    false if found.is_reference => Ok(Arg::Reference(self.generic(found.ty), found.quals())),
                    false => Ok(Arg::Type(self.generic(found.ty), found.quals())),
                }
            }
            (TemplateArgKind::Value(_), _) => Err(format!("argument {} in `<…>` must be a type", number + 1)),
        }
    }

    /// An argument that is a constant.
    fn constant_arg(
        &mut self,
        params: &[TemplateParam],
        number: usize,
        value: &ast::Expr,
        slots: &[Slot],
    ) -> Result<Arg, Reason> {
        let span = value.span;
        let value = self.expr(value);
        if value.ty.is_error() {
            return Err(String::new());
        }
        if let (STAND_IN, ExprKind::Const(bits)) = (value.ty, &value.kind) {
            return Ok(Arg::Value(*bits, STAND_IN));
        }
        let ty = self.value_type(params, number, slots).unwrap_or(value.ty);
        let scalar = self.program.types.as_scalar(ty).filter(|scalar| !scalar.is_float());
        // Of a constant of host code only the number is known.
        let value = match self.program.types.is_enum(ty) && self.program.types.as_scalar(value.ty).is_some() {
            true => self.make_convert(value, ty),
            false => self.convert(value, ty),
        };
        match (scalar, self.fold(&value)) {
            (Some(_), Some(bits)) => Ok(Arg::Value(bits, ty)),
            // `enable_if<…>::type * = nullptr`
            _ if matches!(value.kind, ExprKind::Null) => Ok(Arg::Value(0, ty)),
            _ if value.ty.is_error() => Err(String::new()),
            _ => {
                let message = "An argument of a template must be a type or an integer constant.";
                self.no_constant(Diagnostic::error("type::constant", span, message));
                Err(String::new())
            }
        }
    }

    /// May a function stand for this parameter of a template? Its type is written out, or a name for it.
    fn is_for_functions(&mut self, params: &[TemplateParam], number: usize, slots: &[Slot]) -> bool {
        let TemplateParamKind::Value(syntax) = &params[number].kind else { return false };
        let is_auto = matches!(syntax.specifiers.base, Base::Auto);
        is_auto
            || is_function(syntax)
            || self
                .value_type(params, number, slots)
                .is_some_and(|ty| self.program.types.signature(ty).is_some())
    }

    /// The functions of a name, or the one of them that has the parameters of a type. Where the name is that of a parameter it means
    /// nothing elsewhere.
    fn functions_named(&mut self, name: Symbol, of: Option<TypeId>, place: Span) -> Option<Arg> {
        let Some(Entity::Function(ids)) = self.resolve(name) else { return None };
        let wanted = of.and_then(|of| self.program.types.signature(of)).cloned();
        let Some(wanted) = wanted else {
            return match ids.as_slice() {
                [id] if self.program.functions[id.index()].name != name || self.is_static(*id) => {
                    Some(Arg::Instance(*id))
                }
                [id, ..] => Some(Arg::Function(self.program.functions[id.index()].name)),
                [] => None,
            };
        };
        let mut ids = ids.into_iter();
        if let Some(id) = ids.find(|id| super::function::signature(self.parameter_vars(*id)) == wanted) {
            self.ask(id, place);
            return Some(Arg::Instance(id));
        }
        let to = |(ty, is_reference, _): &(TypeId, bool, bool)| {
            let target = self.program.types.as_pointer(*ty).filter(|_| *is_reference);
            let (ty, quals) = target.map_or((*ty, Quals::default()), |to| (to.to, Quals::behind(to)));
            Given { ty: Some(ty), quals, is_place: *is_reference }
        };
        let given: Vec<Given> = wanted.iter().map(to).collect();
        self.only_instance(&[name], &[], Some(&given), place)
    }

    /// The one instance of templates.
    fn only_instance(
        &mut self,
        names: &[Symbol],
        explicit: &[TemplateArg],
        given: Option<&[Given]>,
        place: Span,
    ) -> Option<Arg> {
        let (found, _) = self.instances(names, explicit, given, place);
        let [(_, id)] = found.as_slice() else { return None };
        self.ask(*id, place);
        Some(Arg::Instance(*id))
    }

    /// The function of a type that an argument names: `f`, `&f`, `f<int>`, `S<int>::f`.
    fn function_named(&mut self, value: &ast::Expr, of: Option<TypeId>) -> Option<Arg> {
        match &value.kind {
            Syntax::Unary(ast::UnaryOp::Address, operand) => self.function_named(operand, of),
            Syntax::Name(name) => self.functions_named(*name, of, value.span),
            Syntax::Functions { targets, .. } => match targets.as_slice() {
                [name] => self.functions_named(*name, of, value.span),
                _ => None,
            },
            Syntax::Template(names, explicit) => self.only_instance(names, explicit, None, value.span),
            Syntax::Static(path, name, explicit) if explicit.is_empty() => {
                let ty = self.path_type(path).ty;
                match self.of_class(ty, self.names.text(*name)) {
                    Some((_, Entity::Function(ids))) if ids.len() == 1 && self.is_static(ids[0]) => {
                        self.ask(ids[0], value.span);
                        Some(Arg::Instance(ids[0]))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The type of a parameter that is a constant; `None` for `auto`.
    pub(super) fn value_type(
        &mut self,
        params: &[TemplateParam],
        number: usize,
        slots: &[Slot],
    ) -> Option<TypeId> {
        let TemplateParamKind::Value(syntax) = &params[number].kind else { return None };
        match (&syntax.specifiers.base, syntax.declarator.derivation.is_empty()) {
            (Base::Auto, _) => None,
            (Base::Scalar(scalar), true) => Some(types::scalar(*scalar)),
            _ => Some(
                self.inside(params, slots, |this| this.naming_functions(|this| this.type_of_syntax(syntax))),
            ),
        }
    }

    /// What a parameter stands for by itself. What is wrong with it is said if no other template can be meant.
    fn default(&mut self, (at, alone): (usize, bool), number: usize, slots: &[Slot]) -> Result<Arg, Reason> {
        let Some((arg, params)) = self.templates.default(at, number) else {
            let name = self.templates.params(at)[number].name.map_or("", |name| self.names.text(name));
            return Err(format!("what its parameter `{name}` stands for is not told"));
        };
        let own = self.templates.params(at);
        if alone {
            return self.inside(params, slots, |this| this.written(own, number, arg, slots));
        }
        self.report.mute();
        let made = self.inside(params, slots, |this| this.written(own, number, arg, slots));
        self.report.unmute();
        made.map_err(|reason| match reason.is_empty() {
            true => "what a parameter stands for by itself makes no sense".into(),
            false => reason,
        })
    }

    /// Does something where only outermost names and those of these parameters mean something.
    pub(super) fn inside<T>(
        &mut self,
        params: &[TemplateParam],
        slots: &[Slot],
        act: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.outermost(|this| {
            for (param, slot) in params.iter().zip(slots) {
                slot.iter().for_each(|(arg, _)| this.bind_arg(param, *arg));
            }
            act(this)
        })
    }

    /// As it is written in the name of an instance.
    pub(super) fn show_arg(&self, arg: Arg) -> String {
        match arg {
            Arg::Type(ty, Quals { is_const, is_volatile }) => {
                let shown = self.program.types.show(ty, self.names);
                let name = shown.strip_prefix("struct ").unwrap_or(&shown);
                let fixed = if is_const { "const " } else { "" };
                format!("{fixed}{}{name}", if is_volatile { "volatile " } else { "" })
            }
            Arg::Reference(ty, quals) => format!("{} &", self.show_arg(Arg::Type(ty, quals))),
            Arg::Function(name) => self.text(name).into(),
            Arg::Instance(id) => self.program.functions[id.index()].title.clone(),
            Arg::Pack(_) => {
                let shown: Vec<String> =
                    self.elements(arg).into_iter().map(|arg| self.show_arg(arg)).collect();
                shown.join(", ")
            }
            Arg::Value(bits, types::BOOL) => format!("{}", bits != 0),
            Arg::Value(bits, ty) => match self.program.types.as_scalar(ty) {
                Some(scalar) if scalar.is_signed() => {
                    format!("{}", crate::base::num::signed(scalar.ir(), bits))
                }
                _ => format!("{bits}"),
            },
        }
    }
}

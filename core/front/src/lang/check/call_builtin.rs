//! Calls of builtins: what they take, and what they return.

use alloc::{format, string::String, vec::Vec};

use super::super::ast::ExprKind as Syntax;
use super::super::builtins::{Action, Builtin, Prototype, Rmw};
use super::super::types::{
    DOUBLE, FLOAT, INT, Pointer, SIZE, Scalar, TypeKind, UINT, VOID, Vector, scalar, vector,
};
use super::call::{Call, Operands};
use super::*;

impl Checker<'_> {
    pub(super) fn call_builtin(
        &mut self,
        builtin: &Builtin,
        name: Symbol,
        call: Call<'_>,
        operands: Option<Operands>,
    ) -> Expr {
        let Call { args, place, span } = call;
        let (least, most) = arity(builtin.prototype);
        if args.len() < least || args.len() > most {
            let plural = if most == 1 { "" } else { "s" };
            let counted = if least == most { format!("{least}") } else { format!("{least} to {most}") };
            let message =
                format!("`{}` takes {counted} argument{plural}, not {}.", self.text(name), args.len());
            self.hint("type::arguments", place, message, format!("Write `{}`.", builtin.form));
            return self.nothing(span);
        }
        if builtin.prototype == Prototype::Print {
            return self.print(name, args, place, span);
        }
        if builtin.prototype == Prototype::Anything {
            return self.without_effect(name, args, place, span);
        }
        let args: Vec<Expr> =
            self.values(args, operands).into_iter().map(|arg| self.as_number(arg)).collect();
        if args.iter().any(|arg| arg.ty.is_error() || self.unknown_list(arg)) {
            return self.nothing(span);
        }
        if builtin.prototype == Prototype::Read
            && let Some(to) = args.first().and_then(|arg| self.program.types.as_pointer(arg.ty))
            && self.program.types.as_struct(to.to).is_some()
        {
            let [pointer] = <[Expr; 1]>::try_from(args).unwrap_or_else(|_| [self.nothing(span)]);
            let place = self.deref(pointer, span);
            return self.value_of(place, span);
        }
        if let (Action::Lanes(..), Some(arg)) =
            (builtin.action, args.iter().find(|arg| self.as_vector(arg.ty).is_some()))
        {
            let message = "Lanes exchange single numbers, not vectors.";
            self.hint("type::arguments", arg.span, message, "Call it for each component.");
            return self.nothing(span);
        }
        let floats = self.program.types.as_scalar(args.first().map_or(VOID, |arg| arg.ty)).filter(|of| {
            of.is_float()
                && builtin.action == Action::BitSelect
                && args.iter().all(|arg| arg.ty == scalar(*of))
        });
        if let Some(of) = floats {
            return self.by_components(builtin, args, Vector { of, len: 1 }, span);
        }
        let made = match self.is_vector_call(builtin.prototype, &args) {
            true => self.vector_call(builtin, args, span),
            false => self.arguments(builtin, args).map(|(args, ty)| {
                let kind = ExprKind::Builtin(builtin.action, args);
                Expr { kind, ty, span }
            }),
        };
        match made {
            Ok(expr) => match self.fold(&expr) {
                Some(bits) => Expr { kind: ExprKind::Const(bits), ..expr },
                None => expr,
            },
            Err((at, message)) => {
                self.hint("type::arguments", at, message, format!("The form is `{}`.", builtin.form));
                self.nothing(span)
            }
        }
    }

    /// `assert` and its like: the arguments are evaluated, nothing else happens.
    pub(super) fn without_effect(
        &mut self,
        name: Symbol,
        args: &[ast::Expr],
        place: Span,
        span: Span,
    ) -> Expr {
        if !self.seen.contains(&("builtin::ignored", name)) {
            self.seen.push(("builtin::ignored", name));
            let message = format!("`{}` has no effect here.", self.text(name));
            let warning = Diagnostic::warning("builtin::ignored", place, message);
            self.report.push(warning.help("Look at the registers and at memory instead."));
        }
        let is_text = |arg: &ast::Expr| matches!(arg.kind, Syntax::Text(_));
        let values: Vec<Option<Expr>> =
            args.iter().map(|arg| (!is_text(arg)).then(|| self.expr(arg))).collect();
        if values.iter().flatten().any(|arg| self.unknown_list(arg)) {
            return self.nothing(span);
        }
        let kind = ExprKind::Builtin(Action::Nothing, values.into_iter().flatten().collect());
        Expr { kind, ty: VOID, span }
    }

    /// The arguments as the builtin wants them, and the type of its result.
    pub(super) fn arguments(
        &mut self,
        builtin: &Builtin,
        args: Vec<Expr>,
    ) -> Result<(Vec<Expr>, TypeId), (Span, String)> {
        match builtin.prototype {
            Prototype::Float(_) => {
                let ty = self.float_type(&args)?;
                Ok((self.all(args, ty), ty))
            }
            Prototype::Single(_) => {
                self.float_type(&args)?;
                Ok((self.all(args, FLOAT), FLOAT))
            }
            Prototype::Int(_) => {
                let ty = self.common_type(&args)?;
                match self.program.types.as_scalar(ty) {
                    Some(found) if found.is_float() => {
                        Err((args[0].span, "Integers are expected here.".into()))
                    }
                    _ => Ok((self.all(args, ty), self.distance_type(builtin.action, ty))),
                }
            }
            Prototype::Number(_) => {
                let ty = self.common_type(&args)?;
                Ok((self.all(args, ty), self.distance_type(builtin.action, ty)))
            }
            Prototype::FloatInt => {
                let ty = self.float_type(&args[..1])?;
                self.number(&args[1])?;
                let mut args = args.into_iter();
                let first = args.next().map(|arg| self.make_convert(arg, ty));
                let second = args.next().map(|arg| self.make_convert(arg, INT));
                Ok((first.into_iter().chain(second).collect(), ty))
            }
            Prototype::Test | Prototype::Relation => {
                let found = self.float_type(&args)?;
                // The only one whose answer for a half is another one than for the float of the same value.
                let is_half = builtin.action == Action::IsNormal && args[0].ty == scalar(Scalar::Half);
                let ty = if is_half { scalar(Scalar::Half) } else { found };
                Ok((self.all(args, ty), INT))
            }
            Prototype::Fixed(types, result) => {
                let mut out = Vec::with_capacity(args.len());
                for (arg, ty) in args.into_iter().zip(types) {
                    self.number(&arg)?;
                    out.push(self.make_convert(arg, scalar(*ty)));
                }
                Ok((out, scalar(result)))
            }
            Prototype::Dimension => {
                self.number(&args[0])?;
                Ok((self.all(args, UINT), SIZE))
            }
            Prototype::Size => Ok((args, SIZE)),
            Prototype::Geometric(_)
            | Prototype::Truth
            | Prototype::Shuffle(_)
            | Prototype::Upsample
            | Prototype::To(_)
            | Prototype::VectorLoad(_)
            | Prototype::VectorStore(_) => Err((args[0].span, "A vector is expected here.".into())),
            Prototype::Flags(..) | Prototype::Anything | Prototype::Print => Ok((args, VOID)),
            Prototype::Hint(..) => match self.program.types.as_pointer(args[0].ty) {
                Some(_) => {
                    args[1..].iter().try_for_each(|arg| self.number(arg).map(|_| ()))?;
                    Ok((args, VOID))
                }
                None => Err((args[0].span, "A pointer is expected here.".into())),
            },
            Prototype::Exchange { mask, .. } => self.exchange(mask, args),
            Prototype::MatchLanes(_) => self.match_lanes(args),
            Prototype::Masked => self.masked(args),
            Prototype::Mask => {
                args.iter().try_for_each(|arg| self.number(arg).map(|_| ()))?;
                Ok((self.all(args, UINT), VOID))
            }
            Prototype::Rmw | Prototype::RmwOne | Prototype::Cas => self.atomic(builtin.action, args),
            Prototype::FloatOut | Prototype::FloatOutOut => self.out_pointers(builtin.prototype, args),
            Prototype::Read => match self.program.types.as_pointer(args[0].ty) {
                Some(Pointer { to, .. }) if self.program.types.as_scalar(to).is_some() => Ok((args, to)),
                _ => Err((args[0].span, "A pointer to a number is expected here.".into())),
            },
            Prototype::Select => {
                let ty = self.common_type(&args[..2])?;
                self.number(&args[2])?;
                let mut args = args;
                let condition = args.pop();
                let mut args = self.all(args, ty);
                args.extend(condition);
                Ok((args, ty))
            }
        }
    }

    /// The result of a builtin whose arguments have this type. OpenCL's `abs` and `abs_diff` have unsigned results
    /// (OpenCL C 1.2, 6.12.3): every distance fits in them.
    pub(super) fn distance_type(&self, action: Action, ty: TypeId) -> TypeId {
        let unsigned = self.dialect == Dialect::OpenCl && matches!(action, Action::Abs | Action::AbsDiff);
        match self.program.types.kind(ty) {
            TypeKind::Scalar(found) if unsigned => scalar(found.unsigned()),
            TypeKind::Vector(found) if unsigned => vector(Vector { of: found.of.unsigned(), ..found }),
            _ => ty,
        }
    }

    pub(super) fn all(&mut self, args: Vec<Expr>, ty: TypeId) -> Vec<Expr> {
        args.into_iter().map(|arg| self.make_convert(arg, ty)).collect()
    }

    pub(super) fn number(&self, arg: &Expr) -> Result<Scalar, (Span, String)> {
        let found = self.program.types.as_scalar(arg.ty);
        found.ok_or_else(|| (arg.span, format!("A number is expected here, not {}.", self.show(arg.ty))))
    }

    /// The float type that a function computes in.
    pub(super) fn float_type(&self, args: &[Expr]) -> Result<TypeId, (Span, String)> {
        let (mut double, mut float, mut integer) = (false, false, false);
        for arg in args {
            let found = self.number(arg)?;
            integer |= !found.is_float();
            double |= found == Scalar::Double;
            float |= matches!(found, Scalar::Float | Scalar::Half);
        }
        // A constant that is exact in single precision does not make a function of a float a double one in OpenCL,
        // where the mixed call would be ambiguous.
        let constants = self.dialect == Dialect::OpenCl
            && args.iter().all(|arg| arg.ty != DOUBLE || matches!(arg.kind, ExprKind::Const(_)));
        let double = (double && !(float && constants)) || (integer && self.dialect == Dialect::Cuda);
        Ok(if double { DOUBLE } else { FLOAT })
    }

    /// The type of all if they have one, else C's common type. CUDA's functions begin at `int`.
    pub(super) fn common_type(&self, args: &[Expr]) -> Result<TypeId, (Span, String)> {
        let mut common = self.number(&args[0])?;
        for arg in &args[1..] {
            let found = self.number(arg)?;
            common = if found == common { common } else { common.common(found) };
        }
        let promotes = self.dialect == Dialect::Cuda || common == Scalar::Bool;
        Ok(scalar(if promotes { common.promoted() } else { common }))
    }

    pub(super) fn atomic(
        &mut self,
        action: Action,
        args: Vec<Expr>,
    ) -> Result<(Vec<Expr>, TypeId), (Span, String)> {
        let target = self.program.types.as_pointer(args[0].ty);
        let Some((target, found)) = target.and_then(|to| Some((to, self.program.types.as_scalar(to.to)?)))
        else {
            return Err((args[0].span, "A pointer to a number is expected here.".into()));
        };
        if found.bytes() < 4 {
            let message = format!(
                "Atomics are supported on numbers of 32 and 64 bits, not on {}.",
                self.show(target.to)
            );
            return Err((args[0].span, message));
        }
        if target.is_const {
            return Err((args[0].span, "This points at something `const`.".into()));
        }
        let adds = action == Action::Rmw(Rmw::Add) && self.dialect == Dialect::Cuda;
        let float_works = adds || action == Action::Rmw(Rmw::Exchange);
        if found.is_float() && !float_works {
            return Err((args[0].span, "This atomic works on integers only.".into()));
        }
        let mut args = args.into_iter();
        let mut out: Vec<Expr> = args.next().into_iter().collect();
        for arg in args {
            self.number(&arg)?;
            out.push(self.make_convert(arg, target.to));
        }
        Ok((out, target.to))
    }

    pub(super) fn out_pointers(
        &mut self,
        prototype: Prototype,
        args: Vec<Expr>,
    ) -> Result<(Vec<Expr>, TypeId), (Span, String)> {
        let pointee = match self.program.types.kind(args[1].ty) {
            TypeKind::Pointer(pointer) => {
                self.program.types.as_scalar(pointer.to).filter(|found| found.is_float())
            }
            _ => None,
        };
        let Some(found) = pointee else {
            return Err((args[1].span, "A pointer to a float is expected here.".into()));
        };
        if args[2..].iter().any(|arg| self.program.types.as_pointer(arg.ty).is_none()) {
            return Err((args[2].span, "A pointer to a float is expected here.".into()));
        }
        self.number(&args[0])?;
        let ty = scalar(found);
        let mut args = args.into_iter();
        let first = args.next().map(|arg| self.make_convert(arg, ty));
        let result = if prototype == Prototype::FloatOut { ty } else { VOID };
        Ok((first.into_iter().chain(args).collect(), result))
    }
}

/// Least and most arguments.
fn arity(prototype: Prototype) -> (usize, usize) {
    let exactly = |count: usize| (count, count);
    match prototype {
        Prototype::Float(n) | Prototype::Single(n) | Prototype::Int(n) | Prototype::Number(n) => {
            exactly(n.into())
        }
        Prototype::FloatInt | Prototype::Relation | Prototype::Rmw | Prototype::FloatOut => exactly(2),
        Prototype::Geometric(n) => exactly(n.into()),
        Prototype::Shuffle(n) => exactly(usize::from(n) + 1),
        Prototype::Upsample | Prototype::VectorLoad(_) => exactly(2),
        Prototype::VectorStore(_) => exactly(3),
        Prototype::Truth | Prototype::To(_) => exactly(1),
        Prototype::Test | Prototype::Dimension | Prototype::RmwOne | Prototype::Read => exactly(1),
        Prototype::Fixed(types, _) => exactly(types.len()),
        Prototype::Size => exactly(0),
        Prototype::Flags(least, most) | Prototype::Hint(least, most) => (least.into(), most.into()),
        Prototype::Cas | Prototype::FloatOutOut | Prototype::Select => exactly(3),
        Prototype::Anything | Prototype::Print => (0, usize::MAX),
        Prototype::Exchange { mask, width } => {
            let least = 2 + usize::from(mask);
            (least, least + usize::from(width))
        }
        Prototype::MatchLanes(all) => exactly(2 + usize::from(all)),
        Prototype::Masked => exactly(2),
        Prototype::Mask => (0, 1),
    }
}

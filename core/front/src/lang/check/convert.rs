//! Conversions.

use alloc::{boxed::Box, format, vec};

use super::super::ast::BinaryOp;
use super::super::builtins::Action;
use super::super::typed::{Place, PlaceKind};
use super::super::types::{
    BOOL, DOUBLE, FLOAT, INT, LIST, NULLPTR, Scalar, Space, TypeKind, UINT, VOID, scalar,
};
use super::expr::Operand;
use super::*;
use crate::ir::{Binary, Compare};

impl Checker<'_> {
    /// What C does without being asked; anything else is reported.
    pub(super) fn convert(&mut self, value: Expr, to: TypeId) -> Expr {
        let span = value.span;
        if value.ty == to {
            return value;
        }
        if value.ty.is_error() || to.is_error() {
            return self.nothing(span);
        }
        if value.ty == LIST {
            let items = self.list_of(&value).to_vec();
            let made = self.listed(to, &items, span);
            return self.value_of(made, span);
        }
        if value.ty == NULLPTR || to == NULLPTR {
            return self.null_conversion(value, to);
        }
        let types = &self.program.types;
        match (types.kind(value.ty), types.kind(to)) {
            // C++17 7.8: no number becomes an enumeration, and no `enum class` a number.
            (TypeKind::Scalar(_), TypeKind::Scalar(_)) if types.is_enum(to) || types.is_apart(value.ty) => {
                self.mismatch(value, to)
            }
            (TypeKind::Scalar(_), TypeKind::Scalar(of)) => {
                self.check_narrowing(&value, of);
                self.make_convert(value, to)
            }
            (TypeKind::Pointer(_), TypeKind::Scalar(Scalar::Bool)) => self.is_not_null(value),
            (TypeKind::Scalar(_), TypeKind::Pointer(_)) if matches!(value.kind, ExprKind::Const(0)) => {
                Expr { kind: ExprKind::Null, ty: to, span }
            }
            (TypeKind::Pointer(_), TypeKind::Pointer(_)) => self.pointer_conversion(value, to),
            (TypeKind::Scalar(_), TypeKind::Vector(to)) => self.splat(value, to),
            (TypeKind::Scalar(_), TypeKind::Struct(_)) if self.is_dim3_of(value.ty, to) => {
                self.constructed(to, vec![value], span)
            }
            (TypeKind::Struct(_), TypeKind::Struct(_)) if self.are_places(value.ty, to) => {
                self.as_type(value, to)
            }
            (TypeKind::Struct(_), TypeKind::Struct(_)) if self.derives(value.ty, to) => {
                self.base_of_value(value, to, false)
            }
            (TypeKind::Vector(_), TypeKind::Vector(to)) => {
                self.not_the_vector(&value, to, false);
                self.nothing(span)
            }
            // `explicit operator bool` is for conditions, and every `bool` may be one.
            _ => match self.user_conversion(value, to, to == BOOL) {
                Ok(made) => made,
                Err(value) => self.mismatch(value, to),
            },
        }
    }

    /// An object of a base: a copy of its part, or what a constructor makes of the whole.
    fn base_of_value(&mut self, value: Expr, base: TypeId, explicit: bool) -> Expr {
        let span = value.span;
        match self.has_constructors(base) {
            true => self.construct(base, vec![(Self::read_of(value), span)], explicit, span),
            false => self.base_value(value, base),
        }
    }

    /// From `nullptr`, or an object of its type, to a pointer, `bool` or such an object.
    fn null_conversion(&mut self, value: Expr, to: TypeId) -> Expr {
        let span = value.span;
        let kind = match self.program.types.kind(to) {
            _ if value.ty == to => return value,
            _ if to == NULLPTR && self.told_by(&value) == NULLPTR => return self.made_value(to, span),
            TypeKind::Pointer(_) => ExprKind::Null,
            TypeKind::Scalar(Scalar::Bool) => ExprKind::Const(0),
            _ => return self.mismatch(value, to),
        };
        let null = Expr { kind, ty: to, span };
        self.behind_object(Operand::Value(value), span, null)
    }

    fn is_not_null(&mut self, value: Expr) -> Expr {
        let span = value.span;
        let null = Expr { kind: ExprKind::Null, ty: value.ty, span };
        Expr { kind: ExprKind::Compare(Compare::Ne, Box::new(value), Box::new(null)), ty: BOOL, span }
    }

    fn mismatch(&mut self, value: Expr, to: TypeId) -> Expr {
        let message = format!("{} is expected here, not {}.", self.show(to), self.show(value.ty));
        let error = Diagnostic::error("type::mismatch", value.span, message);
        let types = &self.program.types;
        let help = match (types.kind(value.ty), types.kind(to)) {
            (TypeKind::Pointer(pointer), TypeKind::Scalar(_)) if types.as_scalar(pointer.to).is_some() => {
                Some("To use what it points at, write `*` before it or an index behind it.")
            }
            (TypeKind::Scalar(_), TypeKind::Pointer(_)) => {
                Some("To pass the address of a variable, write `&` before it.")
            }
            (TypeKind::Vector(_), TypeKind::Scalar(Scalar::Bool)) => {
                Some("Write `any(…)` or `all(…)` of a comparison of vectors.")
            }
            (TypeKind::Vector(_) | TypeKind::Struct(_), TypeKind::Scalar(_)) => {
                Some("Choose a component, such as `.x`.")
            }
            (TypeKind::Scalar(_), TypeKind::Scalar(_)) => Some("Write a cast if it is meant."),
            (TypeKind::Void, _) => Some("The function that is called returns nothing."),
            _ => None,
        };
        let member =
            Self::place_name(&value).map(|name| format!("Write `{name}.x`, or another member of it."));
        self.report.push(match member.or(help.map(Into::into)) {
            Some(help) => error.help(help),
            None => error,
        });
        self.nothing(value.span)
    }

    fn pointer_conversion(&mut self, value: Expr, to: TypeId) -> Expr {
        let types = &self.program.types;
        let (Some(from), Some(target)) = (types.as_pointer(value.ty), types.as_pointer(to)) else {
            return value;
        };
        let span = value.span;
        if matches!(value.kind, ExprKind::Null) {
            return Expr { kind: ExprKind::Null, ty: to, span };
        }
        if let (Some(a), Some(b)) = (from.space, target.space)
            && a != b
        {
            let message = format!(
                "This points to {} memory, but a pointer to {} memory is expected.",
                a.name(),
                b.name()
            );
            self.error("type::address-space", span, message);
            return self.nothing(span);
        }
        let related = self.is_like(from.to, target.to)
            || self.derives(from.to, target.to)
            || target.is_const && self.gains_const(from.to, target.to);
        // In C++ a pointer to anything becomes one to something by a cast alone.
        let from_any = from.to == VOID && self.dialect == Dialect::OpenCl;
        if !related && !from_any && target.to != VOID {
            let message = format!("{} is expected here, not {}.", self.show(to), self.show(value.ty));
            let help = "If the bytes are meant to be read as another type, write a cast.";
            // C++ has no such conversion; compilers of C do it and say so, unless only the sign differs.
            if self.dialect == Dialect::Cuda {
                self.hint("type::mismatch", span, message, help);
                return self.nothing(span);
            }
            if !self.same_size(from.to, target.to) {
                self.report.push(Diagnostic::warning("type::mismatch", span, message).help(help));
            }
        }
        // What lies in constant memory is not `const` for C++, and never writable.
        let is_constant = from.space == Some(Space::Constant);
        if from.is_const && !target.is_const && !is_constant {
            let message = "What this points at is `const`, but would become writable here.";
            let help = "Add `const` to the type of the pointer that receives it.";
            if self.dialect == Dialect::Cuda {
                self.hint("type::const", span, message, help);
                return self.nothing(span);
            }
            self.report.push(Diagnostic::warning("type::const", span, message).help(help));
        }
        if from.is_volatile && !target.is_volatile && self.dialect == Dialect::Cuda {
            let message =
                "What this points at is `volatile`, which the pointer that receives it does not say.";
            self.hint("type::const", span, message, "Add `volatile` to its type.");
            return self.nothing(span);
        }
        Expr { kind: ExprKind::Convert(Box::new(value)), ty: to, span }
    }

    /// Is the second of two types of pointers the first one with more `const`, at each level up to the last that has gained one
    /// (C++17 7.5)?
    fn gains_const(&self, from: TypeId, to: TypeId) -> bool {
        let types = &self.program.types;
        let (Some(a), Some(b)) = (types.as_pointer(from), types.as_pointer(to)) else { return false };
        let apart = a.space.zip(b.space).is_some_and(|(a, b)| a != b);
        let inside = self.is_like(a.to, b.to) || b.is_const && self.gains_const(a.to, b.to);
        !apart && (b.is_const || !a.is_const) && inside
    }

    /// Types that C code mixes behind pointers without harm: `int` and `unsigned`.
    fn same_size(&self, a: TypeId, b: TypeId) -> bool {
        match (self.program.types.as_scalar(a), self.program.types.as_scalar(b)) {
            (Some(a), Some(b)) => a.unsigned() == b.unsigned(),
            _ => false,
        }
    }

    /// A conversion that the source asks for.
    pub(super) fn cast(&mut self, value: Expr, to: TypeId, span: Span) -> Expr {
        if value.ty.is_error() || to.is_error() {
            return self.nothing(span);
        }
        if (value.ty == NULLPTR || to == NULLPTR) && to != VOID {
            return self.null_conversion(value, to);
        }
        let types = &self.program.types;
        let result = match (types.kind(value.ty), types.kind(to)) {
            (_, TypeKind::Void) => Expr { kind: ExprKind::Convert(Box::new(value)), ty: VOID, span },
            (TypeKind::Scalar(_), TypeKind::Scalar(_)) => self.make_convert(value, to),
            (TypeKind::Pointer(from), TypeKind::Pointer(target)) => {
                if let (Some(a), Some(b)) = (from.space, target.space)
                    && a != b
                    && !matches!(value.kind, ExprKind::Null)
                {
                    let message =
                        format!("A pointer to {} memory cannot become one to {} memory.", a.name(), b.name());
                    self.error("type::address-space", span, message);
                    return self.nothing(span);
                }
                // The space stays what it was where the cast does not name one.
                let to = match target.space {
                    None => self
                        .program
                        .types
                        .pointer(super::super::types::Pointer { space: from.space, ..target }),
                    Some(_) => to,
                };
                Expr { kind: ExprKind::Convert(Box::new(value)), ty: to, span }
            }
            (TypeKind::Scalar(_), TypeKind::Pointer(_)) if matches!(value.kind, ExprKind::Const(0)) => {
                Expr { kind: ExprKind::Null, ty: to, span }
            }
            (TypeKind::Pointer(_), TypeKind::Scalar(Scalar::Bool)) => self.is_not_null(value),
            (TypeKind::Pointer(_), TypeKind::Scalar(scalar))
            | (TypeKind::Scalar(scalar), TypeKind::Pointer(_))
                if !scalar.is_float() =>
            {
                Expr { kind: ExprKind::Convert(Box::new(value)), ty: to, span }
            }
            _ if value.ty == to => value,
            _ if self.derives(value.ty, to) => self.base_of_value(value, to, true),
            _ => match self.user_conversion(value, to, true) {
                Ok(made) => made,
                Err(value) => self.mismatch(value, to),
            },
        };
        Expr { span, ..result }
    }

    /// What a bit-field is promoted to: an `int` if that holds its values, or else an `unsigned` (C++17 7.6, paragraph 5).
    pub(super) fn promoted_bits(&self, value: &Expr) -> Option<TypeId> {
        match &value.kind {
            // What has been written is a name for the bit-field still.
            ExprKind::Load(place) | ExprKind::Assign(place, _) => self.promoted_place(place),
            ExprKind::Update(update) if !update.value_before => self.promoted_place(&update.place),
            ExprKind::Comma(_, last) => self.promoted_bits(last),
            _ => None,
        }
    }

    /// The same of a place.
    pub(super) fn promoted_place(&self, place: &Place) -> Option<TypeId> {
        let PlaceKind::Bits(_, bits) = &place.kind else { return None };
        let of = self.program.types.as_scalar(place.ty).filter(|_| !self.program.types.is_enum(place.ty))?;
        match bits.width {
            ..32 => Some(INT),
            32 if of.is_signed() => Some(INT),
            32 => Some(UINT),
            _ => None,
        }
    }

    /// C's integer promotions.
    pub(super) fn promoted(&mut self, value: Expr) -> Expr {
        match self.program.types.as_scalar(value.ty) {
            Some(found) => self.make_convert(value, scalar(found.promoted())),
            None => value,
        }
    }

    /// A conversion between scalars.
    pub(super) fn make_convert(&mut self, value: Expr, to: TypeId) -> Expr {
        if value.ty == to || value.ty.is_error() {
            return value;
        }
        if to == FLOAT && value.ty == DOUBLE {
            return self.in_single(value);
        }
        let span = value.span;
        self.folded(Expr { kind: ExprKind::Convert(Box::new(value)), ty: to, span })
    }

    /// Is it a `double` that holds the value of a `float`?
    pub(super) fn is_single(&self, value: &Expr) -> bool {
        match (&value.kind, self.program.types.as_scalar(value.ty)) {
            (_, Some(Scalar::Float | Scalar::Half)) => true,
            (ExprKind::Const(bits), Some(Scalar::Double)) => {
                let value = f64::from_bits(*bits);
                f64::from(value as f32).to_bits() == *bits || value == 0.0
            }
            (ExprKind::Convert(inner), Some(Scalar::Double)) => {
                let from = self.program.types.as_scalar(inner.ty);
                // Integers of at most 16 bits are exact in a `float`.
                from.is_some_and(|from| from == Scalar::Float || from < Scalar::Int)
            }
            _ => false,
        }
    }

    /// A `double` that becomes a `float`: one operation of two `float`s is done in `float`, with the same result.
    fn in_single(&mut self, value: Expr) -> Expr {
        let span = value.span;
        match value.kind {
            ExprKind::Convert(inner) if inner.ty == FLOAT => *inner,
            ExprKind::Binary(op, left, right)
                if is_exact(op) && self.is_single(&left) && self.is_single(&right) =>
            {
                let (left, right) = (self.in_single(*left), self.in_single(*right));
                let kind = ExprKind::Binary(op, Box::new(left), Box::new(right));
                self.folded(Expr { kind, ty: FLOAT, span })
            }
            ExprKind::Builtin(action @ (Action::Min | Action::Max | Action::Clamp), args)
                if args.iter().all(|arg| self.is_single(arg)) =>
            {
                let args = args.into_iter().map(|arg| self.in_single(arg)).collect();
                Expr { kind: ExprKind::Builtin(action, args), ty: FLOAT, span }
            }
            _ => self.folded(Expr { kind: ExprKind::Convert(Box::new(value)), ty: FLOAT, span }),
        }
    }

    /// May `place op= value` be computed in the type of the place, though C computes in `common`?
    pub(super) fn narrows(&self, place: Scalar, common: Scalar, op: BinaryOp, value: &Expr) -> bool {
        let exact = matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div);
        place == Scalar::Float && common == Scalar::Double && exact && self.is_single(value)
    }
}

fn is_exact(op: Binary) -> bool {
    matches!(op, Binary::FAdd | Binary::FSub | Binary::FMul | Binary::FDiv)
}

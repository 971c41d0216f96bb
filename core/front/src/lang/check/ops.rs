//! Operators between two operands.

use alloc::{boxed::Box, format, vec::Vec};

use super::super::ast::BinaryOp;
use super::super::types::{BOOL, LONG, Pointer, Scalar, TypeKind, VOID, scalar};
use super::expr::{Operand, local_place};
use super::*;
use crate::ir::{Binary, Compare};

/// The operation for operands of a type; `None` if there is none.
pub(super) fn arithmetic(op: BinaryOp, ty: Scalar) -> Option<Binary> {
    let (float, signed) = (ty.is_float(), ty.is_signed());
    Some(match (op, float, signed) {
        (BinaryOp::Add, true, _) => Binary::FAdd,
        (BinaryOp::Sub, true, _) => Binary::FSub,
        (BinaryOp::Mul, true, _) => Binary::FMul,
        (BinaryOp::Div, true, _) => Binary::FDiv,
        (_, true, _) => return None,
        (BinaryOp::Add, ..) => Binary::Add,
        (BinaryOp::Sub, ..) => Binary::Sub,
        (BinaryOp::Mul, ..) => Binary::Mul,
        (BinaryOp::Div, _, true) => Binary::DivS,
        (BinaryOp::Div, _, false) => Binary::DivU,
        (BinaryOp::Rem, _, true) => Binary::RemS,
        (BinaryOp::Rem, _, false) => Binary::RemU,
        (BinaryOp::Shl, ..) => Binary::Shl,
        (BinaryOp::Shr, _, true) => Binary::ShrS,
        (BinaryOp::Shr, _, false) => Binary::ShrU,
        (BinaryOp::And, ..) => Binary::And,
        (BinaryOp::Or, ..) => Binary::Or,
        (BinaryOp::Xor, ..) => Binary::Xor,
        _ => return None,
    })
}

/// The comparison for operands of a type, and whether they change places.
pub(super) fn comparison(op: BinaryOp, ty: Option<Scalar>) -> Option<(Compare, bool)> {
    let float = ty.is_some_and(Scalar::is_float);
    let signed = ty.is_some_and(Scalar::is_signed);
    let (less, less_equal) = match (float, signed) {
        (true, _) => (Compare::FLt, Compare::FLe),
        (false, true) => (Compare::LtS, Compare::LeS),
        (false, false) => (Compare::LtU, Compare::LeU),
    };
    Some(match op {
        BinaryOp::Eq => (if float { Compare::FEq } else { Compare::Eq }, false),
        BinaryOp::Ne => (if float { Compare::FNe } else { Compare::Ne }, false),
        BinaryOp::Lt => (less, false),
        BinaryOp::Le => (less_equal, false),
        BinaryOp::Gt => (less, true),
        BinaryOp::Ge => (less_equal, true),
        _ => return None,
    })
}

impl Checker<'_> {
    /// Operators in a row. The value of every [`ast::CHAIN`] of them is kept in a variable without a name, so that the
    /// depth of the tree does not grow with their number.
    pub(super) fn chain(&mut self, first: &ast::Expr, rest: &[(BinaryOp, ast::Expr)]) -> Operand {
        let mut left = self.operand(first);
        let (mut kept, mut height) = (Vec::new(), 0);
        for (op, right) in rest {
            let span = first.span.to(right.span);
            if height == ast::CHAIN {
                let value = self.value_of(left, first.span);
                left = Operand::Value(self.keep(value, &mut kept));
                height = 0;
            }
            left = self.binary_expr(*op, (left, first.span), right, span);
            let is_leaf = matches!(&left, Operand::Value(Expr { kind: ExprKind::Const(_), .. }));
            height = if is_leaf { 0 } else { height + 1 };
        }
        if kept.is_empty() {
            return left;
        }
        let left = self.value_of(left, first.span);
        let (ty, span) = (left.ty, left.span);
        Operand::Value(Expr { kind: ExprKind::Comma(kept, Box::new(left)), ty, span })
    }

    /// Keeps a value in a variable without a name. Outside of functions there are only constants.
    fn keep(&mut self, value: Expr, kept: &mut Vec<Expr>) -> Expr {
        let Expr { ty, span, .. } = value;
        if ty.is_error() || self.here.function.is_none() {
            return match self.fold(&value) {
                Some(bits) => Expr { kind: ExprKind::Const(bits), ty, span },
                None => self.not_constant(span, ty),
            };
        }
        let var = self.nameless(ty, false, span);
        let place = Box::new(local_place(var, ty, span));
        kept.push(Expr { kind: ExprKind::Assign(place.clone(), Box::new(value)), ty, span });
        Expr { kind: ExprKind::Load(place), ty, span }
    }

    fn binary_expr(&mut self, op: BinaryOp, left: (Operand, Span), right: &ast::Expr, span: Span) -> Operand {
        let right = (self.operand(right), right.span);
        match self.overloaded_pair(op.text(), left, right, span) {
            Ok(result) => result,
            Err((left, right)) => Operand::Value(self.built_in(op, left, right, span)),
        }
    }

    /// An operator of the language itself.
    fn built_in(&mut self, op: BinaryOp, left: Expr, right: Expr, span: Span) -> Expr {
        let is_logical = matches!(op, BinaryOp::LogicalAnd | BinaryOp::LogicalOr);
        let is_class = |this: &Self, ty| this.program.types.as_struct(ty).is_some();
        // What is asked whether it is true may have an `operator bool` for just that.
        let number = |this: &mut Self, value: Expr| match is_logical && is_class(this, value.ty) {
            true => this.convert(value, BOOL),
            false => this.as_number(value),
        };
        let (left, right) = (number(self, left), number(self, right));
        if self.as_vector(left.ty).is_some() || self.as_vector(right.ty).is_some() {
            return self.vector_binary(op, left, right, span);
        }
        if is_logical {
            let (left, right) = (self.convert(left, BOOL), self.convert(right, BOOL));
            if left.ty.is_error() || right.ty.is_error() {
                return self.nothing(span);
            }
            let is_or = op == BinaryOp::LogicalOr;
            let kind = ExprKind::Logical { is_or, left: Box::new(left), right: Box::new(right) };
            return self.folded(Expr { kind, ty: BOOL, span });
        }
        self.binary(op, left, right, span)
    }

    fn binary(&mut self, op: BinaryOp, left: Expr, right: Expr, span: Span) -> Expr {
        if left.ty.is_error() || right.ty.is_error() {
            return self.nothing(span);
        }
        let types = &self.program.types;
        let is_apart = types.is_apart(left.ty) || types.is_apart(right.ty);
        if is_apart && (left.ty != right.ty || comparison(op, Some(Scalar::Int)).is_none()) {
            return self.bad_operands(op, left.ty, right.ty, span);
        }
        match (types.kind(left.ty), types.kind(right.ty)) {
            (TypeKind::Scalar(a), TypeKind::Scalar(b)) => self.numbers(op, left, a, right, b, span),
            (TypeKind::Pointer(_), TypeKind::Pointer(_)) => self.pointers(op, left, right, span),
            (TypeKind::Pointer(_), TypeKind::Scalar(b)) if !b.is_float() => match op {
                BinaryOp::Add | BinaryOp::Sub => self.offset(left, right, op == BinaryOp::Sub, span),
                _ => self.pointers(op, left, right, span),
            },
            (TypeKind::Scalar(a), TypeKind::Pointer(_)) if !a.is_float() => match op {
                BinaryOp::Add => self.offset(right, left, false, span),
                _ => self.pointers(op, left, right, span),
            },
            _ => self.bad_operands(op, left.ty, right.ty, span),
        }
    }

    pub(super) fn bad_operands(&mut self, op: BinaryOp, left: TypeId, right: TypeId, span: Span) -> Expr {
        if !left.is_error() && !right.is_error() {
            let message =
                format!("`{}` cannot be applied to {} and {}.", op.text(), self.show(left), self.show(right));
            let error = Diagnostic::error("type::operands", span, message);
            let float = |ty| self.program.types.component(ty).is_some_and(Scalar::is_float);
            let is_struct = |ty| self.program.types.as_struct(ty).is_some();
            let overload = self.dialect == Dialect::Cuda && (is_struct(left) || is_struct(right));
            self.report.push(match op {
                _ if overload => {
                    error.help(format!("Write a function `__device__ … operator{}(…)` for it.", op.text()))
                }
                BinaryOp::Rem if float(left) || float(right) => error.help("For floats use `fmod(a, b)`."),
                _ => error,
            });
        }
        self.nothing(span)
    }

    fn numbers(&mut self, op: BinaryOp, left: Expr, a: Scalar, right: Expr, b: Scalar, span: Span) -> Expr {
        if let BinaryOp::Shl | BinaryOp::Shr = op {
            let common = a.promoted();
            let Some(binary) = arithmetic(op, common).filter(|_| !b.is_float()) else {
                return self.bad_operands(op, left.ty, right.ty, span);
            };
            let ty = scalar(common);
            self.check_shift(&right, common);
            let (left, right) = (self.make_convert(left, ty), self.make_convert(right, ty));
            let kind = ExprKind::Binary(binary, Box::new(left), Box::new(right));
            return self.folded(Expr { kind, ty, span });
        }
        let mut common = a.common(b);
        let is_comparison = comparison(op, Some(common)).is_some();
        if is_comparison && common == Scalar::Double && self.is_single(&left) && self.is_single(&right) {
            common = Scalar::Float;
        }
        let ty = scalar(common);
        let Some(binary) = arithmetic(op, common) else {
            return match comparison(op, Some(common)) {
                Some(_) => {
                    let (left, right) = (self.make_convert(left, ty), self.make_convert(right, ty));
                    self.compare(op, left, right, Some(common), span)
                }
                None => self.bad_operands(op, left.ty, right.ty, span),
            };
        };
        let (left, right) = (self.make_convert(left, ty), self.make_convert(right, ty));
        if matches!(op, BinaryOp::Div | BinaryOp::Rem) && !common.is_float() && self.fold(&right) == Some(0) {
            let warning = Diagnostic::warning("type::division", span, "This divides by zero.");
            self.report.push(warning.help("The quotient has all bits set, the remainder is the dividend."));
        }
        self.check_overflow(op, common, &left, &right, span);
        let kind = ExprKind::Binary(binary, Box::new(left), Box::new(right));
        self.folded(Expr { kind, ty, span })
    }

    pub(super) fn compare(
        &mut self,
        op: BinaryOp,
        left: Expr,
        right: Expr,
        ty: Option<Scalar>,
        span: Span,
    ) -> Expr {
        let Some((compare, swapped)) = comparison(op, ty) else { return self.nothing(span) };
        let (left, right) = if swapped { (right, left) } else { (left, right) };
        let kind = ExprKind::Compare(compare, Box::new(left), Box::new(right));
        self.folded(Expr { kind, ty: BOOL, span })
    }

    /// Difference and comparison of pointers; a constant 0 is the null pointer.
    fn pointers(&mut self, op: BinaryOp, left: Expr, right: Expr, span: Span) -> Expr {
        let (left_ty, right_ty) = (left.ty, right.ty);
        let target = self.program.types.as_pointer(left_ty).or(self.program.types.as_pointer(right_ty));
        let Some(target) = target else { return self.nothing(span) };
        let (left, right) = (self.null_like(left, right_ty), self.null_like(right, left_ty));
        let (Some(a), Some(b)) =
            (self.program.types.as_pointer(left.ty), self.program.types.as_pointer(right.ty))
        else {
            return self.bad_operands(op, left_ty, right_ty, span);
        };
        if a.to != b.to && a.to != VOID && b.to != VOID {
            return self.bad_operands(op, left_ty, right_ty, span);
        }
        if let (Some(x), Some(y)) = (a.space, b.space)
            && x != y
        {
            let message = format!("Pointers to {} and {} memory cannot be compared.", x.name(), y.name());
            self.error("type::address-space", span, message);
            return self.nothing(span);
        }
        if op == BinaryOp::Sub {
            let stride = self.stride(target.to, span);
            let kind = ExprKind::Distance { left: Box::new(left), right: Box::new(right), stride };
            return Expr { kind, ty: LONG, span };
        }
        match comparison(op, None) {
            Some(_) => self.compare(op, left, right, None, span),
            None => self.bad_operands(op, left_ty, right_ty, span),
        }
    }

    fn null_like(&mut self, value: Expr, other: TypeId) -> Expr {
        let zero =
            matches!(value.kind, ExprKind::Const(0)) && self.program.types.as_scalar(value.ty).is_some();
        if zero { Expr { kind: ExprKind::Null, ty: other, span: value.span } } else { value }
    }

    /// Bytes between neighbours that a pointer points at.
    pub(super) fn stride(&mut self, to: TypeId, span: Span) -> u64 {
        if to == VOID {
            return 1;
        }
        let to = self.complete(to, span);
        self.program.types.bytes(to)
    }

    /// Pointer plus or minus an index.
    pub(super) fn offset(&mut self, pointer: Expr, index: Expr, negative: bool, span: Span) -> Expr {
        let Some(Pointer { to, .. }) = self.program.types.as_pointer(pointer.ty) else {
            return self.nothing(span);
        };
        let integer = self.program.types.as_scalar(index.ty).is_some_and(|scalar| !scalar.is_float());
        if !integer {
            if !index.ty.is_error() {
                let message = format!("An index must be an integer, not {}.", self.show(index.ty));
                let help = match self.program.types.kind(index.ty) {
                    TypeKind::Struct(_) | TypeKind::Vector(_) => "Choose a member, such as `.x`.",
                    _ => "Convert it with a cast: `(int)…`.",
                };
                self.hint("type::index", index.span, message, help);
            }
            return self.nothing(span);
        }
        let stride = self.stride(to, span);
        let mut index = self.make_convert(index, LONG);
        if negative {
            let (ty, at) = (index.ty, index.span);
            let kind = ExprKind::Unary(crate::ir::Unary::Neg, Box::new(index));
            index = self.folded(Expr { kind, ty, span: at });
        }
        let ty = pointer.ty;
        Expr {
            kind: ExprKind::Offset { pointer: Box::new(pointer), index: Box::new(index), stride },
            ty,
            span,
        }
    }

    pub(super) fn conditional(&mut self, condition: Expr, yes: Expr, no: Expr, span: Span) -> Expr {
        if condition.ty.is_error() || yes.ty.is_error() || no.ty.is_error() {
            return self.nothing(span);
        }
        if self.as_vector(yes.ty).is_some() || self.as_vector(no.ty).is_some() {
            let Some((yes, no, of)) = self.alike_values(yes, no, span) else { return self.nothing(span) };
            let kind = ExprKind::Conditional(Box::new(condition), Box::new(yes), Box::new(no));
            return Expr { kind, ty: super::super::types::vector(of), span };
        }
        let types = &self.program.types;
        let (yes, no, ty) = match (types.kind(yes.ty), types.kind(no.ty)) {
            (TypeKind::Scalar(a), TypeKind::Scalar(b)) => {
                // C converts as for any operator (C99 6.5.15); C++ only if the types differ.
                let same = yes.ty == no.ty && self.dialect == Dialect::Cuda;
                let ty = if same { yes.ty } else { scalar(a.common(b)) };
                (self.make_convert(yes, ty), self.make_convert(no, ty), ty)
            }
            (TypeKind::Pointer(_), _) | (_, TypeKind::Pointer(_)) => {
                let (yes_ty, no_ty) = (yes.ty, no.ty);
                let (yes, no) = (self.null_like(yes, no_ty), self.null_like(no, yes_ty));
                let ty = match (&yes.kind, &no.kind) {
                    (ExprKind::Null, _) => no.ty,
                    (_, ExprKind::Null) => yes.ty,
                    _ => self.common_pointer(yes.ty, no.ty),
                };
                // The two may point into different memories.
                match self.fold(&condition) {
                    Some(0) => return no,
                    Some(_) => return yes,
                    None => (self.convert(yes, ty), self.convert(no, ty), ty),
                }
            }
            _ if yes.ty == no.ty => {
                let ty = yes.ty;
                (yes, no, ty)
            }
            _ => {
                let message =
                    format!("`?:` cannot choose between {} and {}.", self.show(yes.ty), self.show(no.ty));
                self.error("type::operands", span, message);
                return self.nothing(span);
            }
        };
        if yes.ty.is_error() || no.ty.is_error() {
            return self.nothing(span);
        }
        let kind = ExprKind::Conditional(Box::new(condition), Box::new(yes), Box::new(no));
        self.folded(Expr { kind, ty, span })
    }

    /// The type that two pointers have in common (C++17 8.13 and 8.5): to the base or to `void`, if one of them points there, and `const` and
    /// `volatile` where either is. Others have the first one's, which the second has to fit.
    fn common_pointer(&mut self, a: TypeId, b: TypeId) -> TypeId {
        let types = &self.program.types;
        let (Some(own), Some(other)) = (types.as_pointer(a), types.as_pointer(b)) else { return a };
        let to_other = other.to == VOID || self.derives(own.to, other.to);
        let (is_const, is_volatile) = (own.is_const || other.is_const, own.is_volatile || other.is_volatile);
        let to = if to_other { other.to } else { own.to };
        self.program.types.pointer(Pointer { to, is_const, is_volatile, ..own })
    }
}

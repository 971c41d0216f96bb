//! Expressions: places, names, casts.

use alloc::{boxed::Box, format, vec};

use super::super::ast::{ExprKind as Syntax, UnaryOp};
use super::super::literal;
use super::super::typed::{Place, PlaceKind};
use super::super::types::{BOOL, INT, Pointer, SIZE, TypeKind, VOID, scalar};
use super::*;
use crate::ir;

/// What an expression turns out to be.
pub(super) enum Operand {
    Place(Place),
    Value(Expr),
}

impl Operand {
    /// Its type: a place's own, before an array becomes a pointer.
    pub(super) fn ty(&self) -> TypeId {
        match self {
            Operand::Place(place) => place.ty,
            Operand::Value(value) => value.ty,
        }
    }
}

impl Checker<'_> {
    /// The value of an expression: places are read, arrays become pointers.
    pub(super) fn expr(&mut self, expr: &ast::Expr) -> Expr {
        let operand = self.operand(expr);
        self.value_of(operand, expr.span)
    }

    pub(super) fn value_of(&mut self, operand: Operand, span: Span) -> Expr {
        match operand {
            Operand::Value(value) => self.as_pointer_to_first(value),
            Operand::Place(place) => self.load(place, span),
        }
    }

    /// A nameless array is a pointer to its first element where a value is asked for.
    fn as_pointer_to_first(&mut self, value: Expr) -> Expr {
        let TypeKind::Array { of, .. } = self.program.types.kind(value.ty) else { return value };
        let span = value.span;
        match value.kind {
            ExprKind::Compound(at, init, object) => {
                let pointer = self.value_of(Operand::Value(*object), span);
                let ty = pointer.ty;
                Expr { kind: ExprKind::Compound(at, init, Box::new(pointer)), ty, span }
            }
            ExprKind::Load(place) => self.address(*place, of, span),
            kind => Expr { kind, ..value },
        }
    }

    pub(super) fn load(&mut self, place: Place, span: Span) -> Expr {
        if let TypeKind::Array { of, .. } = self.program.types.kind(place.ty) {
            return self.address(place, of, span);
        }
        if let PlaceKind::Var(var) = place.kind
            && let Some(bits) = self.var(var).constant
        {
            return Expr { kind: ExprKind::Const(bits), ty: place.ty, span };
        }
        let ty = place.ty;
        if let PlaceKind::Value(value) = place.kind {
            return value;
        }
        Expr { kind: ExprKind::Load(Box::new(place)), ty, span }
    }

    /// Is it the name of functions?
    fn names_function(&self, expr: &ast::Expr) -> bool {
        let name = match &expr.kind {
            Syntax::Name(name) => Some(name),
            Syntax::Functions { targets, .. } => targets.first(),
            _ => None,
        };
        name.is_some_and(|name| matches!(self.scopes.find(*name), Some(Entity::Function(_))))
    }

    pub(super) fn operand(&mut self, expr: &ast::Expr) -> Operand {
        let span = expr.span;
        let value = match &expr.kind {
            Syntax::Name(name) => return self.name(*name, span),
            Syntax::Functions { targets, .. } | Syntax::Template(targets, _) => {
                return match targets.first() {
                    Some(name) => self.name(*name, span),
                    None => Operand::Value(self.nothing(span)),
                };
            }
            // `*&a` is `a`, so that `*this` takes no address.
            Syntax::Unary(UnaryOp::Deref, pointer) => match &pointer.kind {
                Syntax::Unary(UnaryOp::Address, object) => return self.operand(object),
                _ => {
                    let operands = vec![(self.operand(pointer), pointer.span)];
                    return match self.overloaded("*", operands, span) {
                        Ok(result) => result,
                        Err(mut own) => {
                            let pointer = match own.pop() {
                                Some((own, at)) => self.value_of(own, at),
                                None => self.nothing(span),
                            };
                            self.deref(pointer, span)
                        }
                    };
                }
            },
            Syntax::Static(path, name, _) => return self.static_member(path, *name, span),
            Syntax::Lambda(lambda) => self.lambda(lambda, span),
            Syntax::MemberInstance(member, _) => return self.operand(member),
            Syntax::Each(pattern, names, at) => {
                return self.with_elements(names, *at, |this| this.operand(pattern));
            }
            Syntax::Fold(fold) => return self.fold_of(fold, span),
            Syntax::SizeofPack(name) => self.size_of_pack(*name, span),
            Syntax::Spread(..) => {
                let message = "A pack cannot be expanded here.";
                let help = "It can be among the arguments of a call or a template, in braces, and with an operator: `(pack + ...)`.";
                self.hint("type::pack", span, message, help);
                self.nothing(span)
            }
            Syntax::Element(object, at, count) => return self.element_of(object, *at, *count, span),
            Syntax::Index(base, index) => return self.index(base, index, span),
            Syntax::Member { base, name, name_span, arrow } => {
                return self.member(base, *name, *name_span, *arrow, span);
            }
            Syntax::List(items) => self.open_list(items, span),
            Syntax::Int(value, ty) => Expr { kind: ExprKind::Const(*value), ty: scalar(*ty), span },
            Syntax::Float(value, ty) => self.float(*value, *ty, span),
            Syntax::Null => self.null(span),
            Syntax::Text(_) => {
                let help = "Strings have no use in a kernel except in `printf` and for arrays.";
                self.hint("unsupported::string", span, "Strings are not supported here.", help);
                self.nothing(span)
            }
            Syntax::Unary(op, operand) => self.unary(*op, operand, span),
            Syntax::Binary(first, rest) => return self.chain(first, rest),
            Syntax::Assign(op, left, right) => return self.assign(*op, left, right, span),
            Syntax::Step { up, prefix, operand } => return self.step(*up, *prefix, operand, span),
            Syntax::Conditional(condition, yes, no) => {
                let condition = self.asked(condition);
                if self.as_vector(condition.ty).is_some() {
                    let (yes, no) = (self.expr(yes), self.expr(no));
                    return Operand::Value(self.vector_conditional(condition, yes, no, span));
                }
                let condition = self.convert(condition, BOOL);
                let known = self.fold(&condition);
                let yes = self.reached(known != Some(0), |this| this.expr(yes));
                let no = self.reached(known.is_none_or(|known| known == 0), |this| this.expr(no));
                let same = yes.ty == no.ty;
                let [yes, no] = [yes, no].map(|value| if same { value } else { self.as_number(value) });
                self.conditional(condition, yes, no, span)
            }
            Syntax::Call(callee, args) => {
                if let Some(assigned) = self.assignment_by_name(callee, args, span) {
                    return assigned;
                }
                let value = self.call(callee, args, span);
                return self.referred(value, span);
            }
            Syntax::AsBase(object, class) => return self.as_base(object, class, span),
            Syntax::Conversion(object, ty) => return self.conversion_by_name(object, ty, span),
            Syntax::Cast(ty, operand) => {
                let ty = self.type_of_syntax(ty);
                match self.as_vector(ty) {
                    Some(to) => self.vector_cast(to, operand, span),
                    // `(void)f`
                    None if ty == VOID && self.names_function(operand) => {
                        Expr { kind: ExprKind::Const(0), ty: VOID, span }
                    }
                    None => {
                        let value = self.expr(operand);
                        self.cast(value, ty, span)
                    }
                }
            }
            Syntax::Compound(ty, items) => return self.compound(ty, items, span),
            Syntax::GivenUp(ty, place) => return self.given_up(ty, place),
            Syntax::SizeofType(ty) => {
                let ty = self.type_of_syntax(ty);
                self.size_of(ty, span)
            }
            Syntax::AlignofType(ty) => {
                let ty = self.type_of_syntax(ty);
                // `void` may lie anywhere, as for GNU's compilers.
                let align = if ty == VOID {
                    1
                } else {
                    {
                        let ty = self.complete(ty, span);
                        self.program.types.align(ty)
                    }
                };
                Expr { kind: ExprKind::Const(align), ty: SIZE, span }
            }
            Syntax::VecStep(ty) => {
                let ty = self.type_of_syntax(ty);
                self.vec_step(ty, span)
            }
            Syntax::SizeofExpr(operand) => {
                if let Syntax::Text(text) = operand.kind {
                    return Operand::Value(self.size_of_text(text, span));
                }
                let ty = self.unevaluated(|this| this.operand(operand)).ty();
                let truth = self.dialect == Dialect::OpenCl && ty == BOOL && is_truth(operand);
                self.size_of(if truth { INT } else { ty }, span)
            }
            Syntax::Comma(parts) => {
                let mut before: Vec<Expr> = parts.iter().map(|part| self.expr(part)).collect();
                match before.pop() {
                    Some(last) => {
                        let ty = last.ty;
                        Expr { kind: ExprKind::Comma(before, Box::new(last)), ty, span }
                    }
                    None => self.nothing(span),
                }
            }
        };
        Operand::Value(value)
    }

    fn float(&self, value: f64, ty: super::super::types::Scalar, span: Span) -> Expr {
        let bits = crate::base::num::convert(ir::Convert::FToF, ir::Type::F64, ty.ir(), value.to_bits());
        let bits = if ty.ir() == ir::Type::F64 { value.to_bits() } else { bits };
        Expr { kind: ExprKind::Const(bits), ty: scalar(ty), span }
    }

    pub(super) fn null(&mut self, span: Span) -> Expr {
        let pointer = Pointer { to: VOID, space: None, is_const: false, is_volatile: false };
        Expr { kind: ExprKind::Null, ty: self.program.types.pointer(pointer), span }
    }

    fn size_of(&mut self, ty: TypeId, span: Span) -> Expr {
        if ty.is_error() {
            return self.nothing(span);
        }
        let ty = self.complete(ty, span);
        // What is passed for an image is not what it takes elsewhere.
        if self.refuses_images(ty, span) {
            return self.nothing(span);
        }
        let size = self.program.types.bytes(ty);
        Expr { kind: ExprKind::Const(size), ty: SIZE, span }
    }

    /// Bytes of a string with its end.
    fn size_of_text(&mut self, text: Symbol, span: Span) -> Expr {
        match literal::string(self.text(text)) {
            Some(bytes) => Expr { kind: ExprKind::Const(bytes.len() as u64 + 1), ty: SIZE, span },
            None => {
                self.error("lex::string", span, "This string has an escape that is not one of C.");
                self.nothing(span)
            }
        }
    }

    fn unary(&mut self, op: UnaryOp, operand: &ast::Expr, span: Span) -> Expr {
        if op == UnaryOp::Address {
            self.here.of_address = matches!(operand.kind, Syntax::Index(..));
            let at = self.operand(operand);
            return match self.as_place(at) {
                Operand::Place(place) if place.ty.is_error() => self.nothing(span),
                Operand::Place(place) if self.is_in_vector(&place) => {
                    let help = "Take the address of the vector, or keep the component in a variable.";
                    let message = "Components of a vector have no address.";
                    self.hint("type::place", operand.span, message, help);
                    self.nothing(span)
                }
                Operand::Place(place) => {
                    let to = place.ty;
                    self.address(place, to, span)
                }
                Operand::Value(value) => {
                    if !value.ty.is_error() {
                        self.error(
                            "type::place",
                            operand.span,
                            "Only something with a place in memory has an address.",
                        );
                    }
                    self.nothing(span)
                }
            };
        }
        let operands = vec![(self.operand(operand), operand.span)];
        let value = match self.overloaded(op.text(), operands, span) {
            Ok(result) => return self.value_of(result, span),
            Err(mut own) => match own.pop() {
                Some((own, at)) => self.value_of(own, at),
                None => self.nothing(span),
            },
        };
        if value.ty.is_error() {
            return self.nothing(span);
        }
        if let Some(of) = self.as_vector(value.ty) {
            return self.vector_unary(op, value, of, span);
        }
        if op == UnaryOp::Not {
            let value = self.convert(value, BOOL);
            return self.simple_unary(ir::Unary::Not, value, span);
        }
        let value = self.as_number(value);
        let before = value.ty;
        let value = self.promoted(value);
        let number = self.program.types.as_scalar(value.ty).filter(|_| !self.program.types.is_apart(before));
        let Some(found) = number else {
            let message = format!("`{}` cannot be applied to {}.", op.text(), self.show(before));
            self.error("type::operands", span, message);
            return self.nothing(span);
        };
        match (op, found.is_float()) {
            (UnaryOp::Plus, _) => Expr { span, ..value },
            (UnaryOp::Minus, true) => self.simple_unary(ir::Unary::FNeg, value, span),
            (UnaryOp::Minus, false) => self.simple_unary(ir::Unary::Neg, value, span),
            (_, false) => self.simple_unary(ir::Unary::Not, value, span),
            (_, true) => {
                self.error("type::operands", span, "`~` needs an integer.");
                self.nothing(span)
            }
        }
    }

    pub(super) fn simple_unary(&mut self, op: ir::Unary, value: Expr, span: Span) -> Expr {
        let ty = value.ty;
        if ty.is_error() {
            return self.nothing(span);
        }
        let expr = Expr { kind: ExprKind::Unary(op, Box::new(value)), ty, span };
        self.folded(expr)
    }

    /// A variable without a name.
    pub(super) fn nameless(&mut self, ty: TypeId, escapes: bool, span: Span) -> u32 {
        self.here.vars.push(Var { escapes, ..Var::private(Symbol(u32::MAX), ty, span) });
        self.here.vars.len() as u32 - 1
    }
}

/// Is its value the answer of a comparison, `!`, `&&` or `||`, or `true`? In C that is an `int`, in C++ a `bool`.
fn is_truth(expr: &ast::Expr) -> bool {
    use super::super::ast::BinaryOp::*;
    match &expr.kind {
        Syntax::Unary(UnaryOp::Not, _) | Syntax::Int(_, super::super::types::Scalar::Bool) => true,
        Syntax::Binary(_, rest) => rest
            .last()
            .is_some_and(|(op, _)| matches!(op, Lt | Gt | Le | Ge | Eq | Ne | LogicalAnd | LogicalOr)),
        _ => false,
    }
}

/// The place of a variable of the function at hand.
pub(super) fn local_place(var: u32, ty: TypeId, span: Span) -> Place {
    let kind = PlaceKind::Var(VarRef::Local(var));
    Place { kind, ty, is_const: false, is_volatile: false, span }
}

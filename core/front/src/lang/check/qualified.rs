//! Members by their whole names: `d.B::f()`, `B::operator=(x)`, `d.operator int()` (C++17 6.4.5 and 16.5).

use alloc::{format, vec::Vec};

use super::super::ast::{ExprKind as Syntax, TypePath, TypeSyntax, UnaryOp};
use super::expr::Operand;
use super::overload::Choice;
use super::*;

impl Checker<'_> {
    /// The object in front of `.B::member`: as a `B`, and as `const` as it is.
    pub(super) fn as_base(&mut self, object: &ast::Expr, class: &TypePath, span: Span) -> Operand {
        let operand = self.operand(object);
        let operand = self.placed(operand, object.span);
        let ty = operand.ty();
        let base = if ty.is_error() { ERROR } else { self.class_before(ty, class) };
        if base.is_error() {
            return Operand::Value(self.nothing(span));
        }
        match operand {
            operand if ty == base => operand,
            Operand::Place(place) if self.derives(ty, base) => Operand::Place(self.base_place(place, base)),
            Operand::Value(value) if self.derives(ty, base) => Operand::Value(self.base_value(value, base)),
            _ => {
                let message = format!("{} is not derived from {}.", self.show(ty), self.show(base));
                self.error("type::base", class.span, message);
                Operand::Value(self.nothing(span))
            }
        }
    }

    /// The class that stands in front of the name of a member: its name is looked up in the object's class, too.
    fn class_before(&mut self, ty: TypeId, class: &TypePath) -> TypeId {
        if class.args.is_some() || !class.members.is_empty() {
            return self.path_type(class).ty;
        }
        let seen = match self.resolve(class.head) {
            Some(Entity::Type(seen) | Entity::Qualified(seen, _)) => Some(seen),
            _ => self.resolve_tag(class.head),
        };
        let own = self.class_among(ty, class.head);
        match (seen, own) {
            (Some(seen), Some(own)) if seen != own && (seen == ty || self.derives(ty, seen)) => {
                let message = format!(
                    "`{}` can mean {} and {}.",
                    self.text(class.head),
                    self.show(seen),
                    self.show(own)
                );
                self.error("name::ambiguous", class.span, message);
                ERROR
            }
            (_, Some(own)) => own,
            (Some(seen), None) => seen,
            (None, None) => self.path_type(class).ty,
        }
    }

    /// What the name of a class means in a class: this class, one of its bases, or a type that it has.
    fn class_among(&self, ty: TypeId, name: Symbol) -> Option<TypeId> {
        let name = self.text(self.last(name));
        let is_tag = |ty: &TypeId| {
            let tag = self.program.types.as_struct(*ty).and_then(|found| found.name);
            let text = tag.map_or("", |tag| self.text(tag)).split('<').next().unwrap_or_default();
            text.rsplit("::").next() == Some(name)
        };
        self.classes.lineage(ty).find(is_tag).or_else(|| match self.of_class(ty, name)?.1 {
            Entity::Type(ty) | Entity::Qualified(ty, _) => Some(ty),
            _ => None,
        })
    }

    /// `a.operator=(b)`, which is `a = b`, also where the class says nothing of its own: the language's operator has no function.
    pub(super) fn assignment_by_name(
        &mut self,
        callee: &ast::Expr,
        args: &[ast::Expr],
        span: Span,
    ) -> Option<Operand> {
        let (Syntax::Member { base, name, arrow, .. }, [value]) = (&callee.kind, args) else { return None };
        if self.text(*name) != "operator=" {
            return None;
        }
        if !is_plain(base) {
            return self.refused_assignment(base, *arrow, callee.span);
        }
        let left = match arrow {
            true => ast::Expr { kind: Syntax::Unary(UnaryOp::Deref, base.clone()), ..**base },
            false => (**base).clone(),
        };
        let ty = self.unevaluated(|this| this.operand(&left)).ty();
        if ty.is_error() {
            return Some(Operand::Value(self.nothing(span)));
        }
        self.program.types.as_struct(ty)?;
        Some(self.assign(None, &left, value, span))
    }

    /// Reports `a.operator=(b)` where `a` does something itself, which has to happen first, and the class has no such function.
    fn refused_assignment(&mut self, object: &ast::Expr, arrow: bool, span: Span) -> Option<Operand> {
        let ty = self.unevaluated(|this| this.operand(object)).ty();
        let ty = if arrow { self.program.types.as_pointer(ty)?.to } else { ty };
        if self.program.types.as_struct(ty).is_none() || self.methods(ty, "operator=").is_some() {
            return None;
        }
        let message = "An `operator=` that the class does not write is called by its name on variables only.";
        self.hint("unsupported::operator", span, message, "Write `=`.");
        Some(Operand::Value(self.nothing(span)))
    }

    /// `a.operator T()`: what the class's own function makes of the object.
    pub(super) fn conversion_by_name(&mut self, object: &ast::Expr, ty: &TypeSyntax, span: Span) -> Operand {
        let operand = self.operand(object);
        let operand = self.placed(operand, object.span);
        let to = self.type_of_syntax(ty);
        if operand.ty().is_error() || to.is_error() {
            return Operand::Value(self.nothing(span));
        }
        let mut ids = self.conversion_ids(operand.ty());
        ids.retain(|id| self.program.functions[id.index()].result == to);
        if ids.is_empty() {
            let message =
                format!("{} has no function that makes {} of it.", self.show(operand.ty()), self.show(to));
            self.error("name::unknown", ty.span, message);
            return Operand::Value(self.nothing(span));
        }
        let args = Vec::from([(operand, span)]);
        match self.choose(&ids, &[], None, &args, span) {
            Choice::Function(id) => {
                let value = self.call_function(id, args, span);
                self.referred(value, span)
            }
            _ => Operand::Value(self.nothing(span)),
        }
    }
}

/// Does nothing happen where this object is found, so that it does not matter when?
fn is_plain(object: &ast::Expr) -> bool {
    match &object.kind {
        Syntax::Name(_) => true,
        Syntax::AsBase(object, _) => is_plain(object),
        Syntax::Unary(UnaryOp::Address | UnaryOp::Deref, object) => is_plain(object),
        Syntax::Member { base, .. } => is_plain(base),
        _ => false,
    }
}

//! Lists of values in braces whose type is that of what they are for.

use alloc::boxed::Box;

use super::super::ast::ExprKind as Syntax;
use super::super::types::LIST;
use super::expr::{Operand, local_place};
use super::*;

impl Checker<'_> {
    /// An expression that is for something of a type: a list in braces is of this type.
    pub(super) fn operand_for(&mut self, expr: &ast::Expr, to: TypeId) -> Operand {
        match &expr.kind {
            Syntax::List(items) => self.listed(to, items, expr.span),
            _ => self.operand(expr),
        }
    }

    /// A list in braces whose type is not known yet.
    pub(super) fn open_list(&mut self, items: &[ast::InitItem], span: Span) -> Expr {
        let items = self.spread_items(items).into_owned();
        self.lists.push(items);
        Expr { kind: ExprKind::Const(self.lists.len() as u64 - 1), ty: LIST, span }
    }

    /// The values of a list in braces whose type is not known yet.
    pub(super) fn list_of(&self, list: &Expr) -> &[ast::InitItem] {
        match list.kind {
            ExprKind::Const(at) => self.lists.get(at as usize).map_or(&[], |items| items),
            _ => &[],
        }
    }

    /// Reports a list in braces where nothing tells its type.
    pub(super) fn unknown_list(&mut self, value: &Expr) -> bool {
        if value.ty == LIST {
            let help = "Write the type in front of it: `T{ … }`.";
            self.hint("type::list", value.span, "The type of this list of values is not known here.", help);
        }
        value.ty == LIST
    }

    /// `(T){ … }`: a nameless variable.
    pub(super) fn compound(
        &mut self,
        syntax: &ast::TypeSyntax,
        items: &[ast::InitItem],
        span: Span,
    ) -> Operand {
        let ty = self.type_of_syntax(syntax);
        self.listed(ty, items, span)
    }

    /// A nameless variable of a type with values in braces.
    pub(super) fn listed(&mut self, mut ty: TypeId, items: &[ast::InitItem], span: Span) -> Operand {
        let at = self.nameless(ty, true, span);
        let init = self.initialiser_of(Some((at, 0)), &mut ty, &ast::Init::List(items.to_vec(), span));
        if ty.is_error() || self.here.function.is_none() {
            return Operand::Value(self.nothing(span));
        }
        self.here.vars[at as usize].ty = ty;
        let place = local_place(at, ty, span);
        let value = Expr { kind: ExprKind::Load(Box::new(place)), ty, span };
        let kind = ExprKind::Compound(at, Box::new(init), Box::new(value));
        Operand::Value(Expr { kind, ty, span })
    }
}

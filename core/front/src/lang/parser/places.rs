//! Parameters of HARP's kernels that nobody passes (HARP 3.10): `warp_id` and `lane_id`. In the tree they are variables at the beginning of the
//! body, which a function without a name for people gives its value. Of a function that is no kernel they are parameters like any other.

use alloc::{boxed::Box, vec, vec::Vec};

use super::*;
use crate::lang::ast::{
    Declaration, Declarator, Declared, Derivation, ExprKind, Init, ParamDecl, Specifiers, Stmt, StmtKind,
};

/// The attribute of kernels.
pub(super) const KERNEL: &str = "harp_kernel";

/// What a parameter with this attribute is the result of.
pub(super) fn of(attribute: &str) -> Option<&'static str> {
    match attribute {
        "lane_id" => Some("__harp_lane"),
        "warp_id" => Some("__harp_warp"),
        _ => None,
    }
}

impl Parser<'_> {
    /// Takes those parameters of a kernel that say its place off the list, and declares them in its body.
    pub(super) fn own_places(&mut self, declarator: &mut Declarator, body: Option<&mut Vec<Stmt>>) {
        let Some(Derivation::Function(params, _)) = declarator.derivation.first_mut() else { return };
        let (own, passed): (Vec<ParamDecl>, Vec<ParamDecl>) =
            core::mem::take(params).into_iter().partition(|param| param.specifiers.place.is_some());
        *params = passed;
        let Some(body) = body else { return };
        let declared: Vec<Stmt> = own.into_iter().filter_map(|param| self.own_place(param)).collect();
        body.splice(0..0, declared);
    }

    /// The declaration of a variable that says a place; none if it has no name.
    fn own_place(&mut self, param: ParamDecl) -> Option<Stmt> {
        let ParamDecl { specifiers, declarator, span, .. } = param;
        let place = specifiers.place.filter(|_| declarator.name.is_some())?;
        let callee = Expr { kind: ExprKind::Name(self.names.intern(place)), span, depth: 1 };
        let value = Expr { kind: ExprKind::Call(Box::new(callee), vec![]), span, depth: 2 };
        let names = vec![Declared { declarator, init: Some(Init::Expr(value)) }];
        let specifiers = Specifiers { place: None, ..specifiers };
        Some(Stmt { kind: StmtKind::Declaration(Declaration { specifiers, names, span }), span })
    }
}

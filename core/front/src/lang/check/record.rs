//! The structs that CUDA has without a declaration: `float4`, `dim3` and the like, and how they are made.

use alloc::{boxed::Box, format, vec, vec::Vec};

use super::super::ast::ExprKind as Syntax;
use super::super::builtins::Action;
use super::super::records::{DIM3, UINT3, record};
use super::super::typed::Init;
use super::super::types::UINT;
use super::call::{Call, Operands};
use super::expr::{Operand, local_place};
use super::*;
use crate::ir::WorkItem;

/// What says the place of a work-item, by name.
pub(super) const PLACES: [(&str, WorkItem); 4] = [
    ("threadIdx", WorkItem::LocalId),
    ("blockIdx", WorkItem::GroupId),
    ("blockDim", WorkItem::LocalSize),
    ("gridDim", WorkItem::NumGroups),
];

impl Checker<'_> {
    /// The struct of this name, which exists without being declared.
    pub(super) fn record_named(&mut self, name: &str) -> TypeId {
        match self.names.find(name) {
            Some(symbol) => self.program.types.record(symbol, self.names),
            None => ERROR,
        }
    }

    /// `dim3` and `uint3` become each other without being asked.
    pub(super) fn are_places(&mut self, from: TypeId, to: TypeId) -> bool {
        let (dim3, uint3) = (self.record_named(DIM3), self.record_named(UINT3));
        from != to && [from, to].iter().all(|ty| *ty == dim3 || *ty == uint3)
    }

    /// A struct value of its members' values, in a variable without a name.
    fn record_value(&mut self, ty: TypeId, values: Vec<Expr>, span: Span) -> Expr {
        if ty.is_error() || self.here.function.is_none() {
            return self.nothing(span);
        }
        let fields = self.program.types.as_struct(ty).map(|found| found.fields.clone()).unwrap_or_default();
        let mut parts = Vec::with_capacity(values.len());
        for (field, value) in fields.iter().zip(values) {
            let value = self.convert(value, field.ty);
            if value.ty.is_error() {
                return self.nothing(span);
            }
            parts.push((field.offset, value));
        }
        let at = self.nameless(ty, false, span);
        let load = Expr { kind: ExprKind::Load(Box::new(local_place(at, ty, span))), ty, span };
        let init = Box::new(Init { parts, zero: true });
        Expr { kind: ExprKind::Compound(at, init, Box::new(load)), ty, span }
    }

    /// The type that `make_float4` makes.
    pub(super) fn made_type(&self, name: Symbol) -> Option<(Symbol, usize)> {
        let text = self.names.text(name).strip_prefix("make_").filter(|_| self.dialect == Dialect::Cuda)?;
        let found = record(text).filter(|_| text != DIM3)?;
        Some((self.names.find(text)?, found.len.into()))
    }

    /// `make_float4(a, b, c, d)`
    pub(super) fn make_record(&mut self, name: Symbol, call: Call<'_>, operands: Option<Operands>) -> Expr {
        let Call { args, place, span } = call;
        let Some((record, count)) = self.made_type(name) else { return self.nothing(span) };
        if args.len() != count {
            let plural = if count == 1 { "" } else { "s" };
            let message =
                format!("`{}` takes {count} argument{plural}, not {}.", self.text(name), args.len());
            self.error("type::arguments", place, message);
            return self.nothing(span);
        }
        let values = self.values(args, operands);
        let ty = self.program.types.record(record, self.names);
        self.record_value(ty, values, span)
    }

    /// A `dim3` of up to three numbers; what is left out is 1. Nothing else has a constructor.
    pub(super) fn constructed(&mut self, ty: TypeId, mut values: Vec<Expr>, span: Span) -> Expr {
        if self.has_constructors(ty) {
            let values = values.into_iter().map(|value| (Operand::Value(value), span)).collect();
            return self.construct(ty, values, true, span);
        }
        if ty != self.record_named(DIM3) || values.len() > 3 {
            if !ty.is_error() {
                let help = match self.program.types.as_struct(ty).and_then(|found| found.name) {
                    Some(name) if record(self.text(name)).is_some_and(|_| self.text(name) != DIM3) => {
                        format!("Write `make_{}(…)`.", self.text(name))
                    }
                    _ => "Write its members in braces: `T{ … }`.".into(),
                };
                let message = "Objects cannot be constructed in an expression.";
                self.hint("unsupported::class", span, message, help);
            }
            return self.nothing(span);
        }
        while values.len() < 3 {
            values.push(Expr { kind: ExprKind::Const(1), ty: UINT, span });
        }
        self.record_value(ty, values, span)
    }

    /// Is it a number that can become a `dim3`?
    pub(super) fn is_dim3_of(&mut self, from: TypeId, to: TypeId) -> bool {
        to == self.record_named(DIM3)
            && self.program.types.as_scalar(from).is_some_and(|found| !found.is_float())
    }

    /// `threadIdx` and the like as a whole.
    pub(super) fn whole_place(&mut self, name: Symbol, span: Span) -> Option<Expr> {
        let item = self.work_item(name)?;
        let ty = match item {
            WorkItem::LocalId | WorkItem::GroupId => self.record_named(UINT3),
            _ => self.record_named(DIM3),
        };
        let values = (0..3).map(|dimension| {
            let dimension = Expr { kind: ExprKind::Const(dimension), ty: UINT, span };
            Expr { kind: ExprKind::Builtin(Action::Place(item), vec![dimension]), ty: UINT, span }
        });
        let values = values.collect();
        Some(self.record_value(ty, values, span))
    }

    /// `threadIdx.x` and its like.
    pub(super) fn cuda_place(
        &mut self,
        base: &ast::Expr,
        name: Symbol,
        name_span: Span,
        span: Span,
    ) -> Option<Expr> {
        let Syntax::Name(variable) = base.kind else { return None };
        let item = self.work_item(variable)?;
        let dimension = match self.text(name) {
            "x" => 0,
            "y" => 1,
            "z" => 2,
            _ => {
                let message = format!("`{}` has the members `x`, `y` and `z`.", self.text(variable));
                self.error("name::unknown", name_span, message);
                return Some(self.nothing(span));
            }
        };
        let dimension = Expr { kind: ExprKind::Const(dimension), ty: UINT, span };
        let kind = ExprKind::Builtin(Action::Place(item), vec![dimension]);
        Some(Expr { kind, ty: UINT, span })
    }

    /// What a predefined variable of CUDA says about the place of a work-item.
    pub(super) fn work_item(&self, name: Symbol) -> Option<WorkItem> {
        if self.dialect != Dialect::Cuda || self.scopes.find(name).is_some() {
            return None;
        }
        PLACES.iter().find(|(text, _)| *text == self.text(name)).map(|(_, item)| *item)
    }

    /// The predefined variable that a value is as a whole.
    pub(super) fn place_name(value: &Expr) -> Option<&'static str> {
        let ExprKind::Compound(_, init, _) = &value.kind else { return None };
        let says = |value: &Expr, of: WorkItem| matches!(value.kind, ExprKind::Builtin(Action::Place(item), _) if item == of);
        let all = |of: WorkItem| init.parts.len() == 3 && init.parts.iter().all(|(_, value)| says(value, of));
        PLACES.iter().find(|(_, item)| all(*item)).map(|(text, _)| *text)
    }
}

//! What a name is as a value, and what is said of one that means nothing.

use alloc::{
    boxed::Box,
    format,
    string::{String, ToString},
};

use super::super::builtins;
use super::super::dialects;
use super::super::typed::{Place, PlaceKind};
use super::super::types::INT;
use super::expr::{Operand, local_place};
use super::record::PLACES;
use super::*;
use crate::base::suggest::suggest;

/// The orders and scopes of atomics (OpenCL C 2.0, 6.13.11), and how a flag begins.
const CONSTANTS: &[(&str, u64)] = &[
    ("memory_order_acq_rel", 4),
    ("memory_order_acquire", 2),
    ("memory_order_relaxed", 0),
    ("memory_order_release", 3),
    ("memory_order_seq_cst", 5),
    ("memory_scope_all_svm_devices", 4),
    ("memory_scope_device", 3),
    ("memory_scope_sub_group", 1),
    ("memory_scope_work_group", 2),
    ("memory_scope_work_item", 0),
    ("ATOMIC_FLAG_INIT", 0),
];

impl Checker<'_> {
    pub(super) fn var_place(&mut self, var: VarRef, span: Span) -> Place {
        if let VarRef::Global(at) = var
            && !self.here.uses.contains(&at)
        {
            self.here.uses.push(at);
        }
        let found = self.var(var);
        let (ty, is_const, is_volatile) = (found.ty, found.is_const, found.is_volatile);
        let place = Place { kind: PlaceKind::Var(var), ty, is_const, is_volatile, span };
        if !found.is_reference {
            return place;
        }
        let (to, is_const) =
            self.program.types.as_pointer(ty).map_or((ERROR, false), |to| (to.to, to.is_const));
        let pointer = Expr { kind: ExprKind::Load(Box::new(place)), ty, span };
        Place { kind: PlaceKind::Deref(pointer), ty: to, is_const, is_volatile, span }
    }

    /// A part of a variable of the function at hand.
    fn part_place(&self, var: u32, offset: u64, ty: TypeId, span: Span) -> Place {
        let whole = local_place(var, self.here.vars[var as usize].ty, span);
        let kind = PlaceKind::Member(Box::new(whole), offset);
        Place { kind, ty, is_const: false, is_volatile: false, span }
    }

    pub(super) fn name(&mut self, name: Symbol, span: Span) -> Operand {
        let entity = self.resolve(name);
        self.meant(entity, name, span)
    }

    /// What a name with this meaning is as a value.
    pub(super) fn meant(&mut self, entity: Option<Entity>, name: Symbol, span: Span) -> Operand {
        let value = match entity {
            Some(Entity::Var(var)) => return Operand::Place(self.var_place(var, span)),
            Some(Entity::Constant(bits, ty)) => Expr { kind: ExprKind::Const(bits), ty, span },
            Some(Entity::Function(_)) => {
                let message = format!("`{}` is a function: call it with `(…)`.", self.text(name));
                self.error("type::function", span, message);
                self.nothing(span)
            }
            Some(Entity::Type(_) | Entity::Qualified(..) | Entity::Reference(..)) => {
                let message = format!("`{}` is a type, but a value is expected here.", self.text(name));
                self.error("type::value", span, message);
                self.nothing(span)
            }
            Some(Entity::Part(var, offset, ty)) => {
                return Operand::Place(self.part_place(var, offset, ty, span));
            }
            Some(Entity::Captured(at, refers)) => return self.captured(at, refers, span),
            Some(Entity::Typed { ty, is_const, is_reference }) => {
                return self.typed(ty, is_const, is_reference, span);
            }
            Some(Entity::Outside) => {
                let text = self.text(name);
                let (message, help) = match self.lambdas.open.is_empty() && self.lambdas.instances == 0 {
                    false => (
                        format!("The lambda does not capture `{text}`."),
                        "Name it in the brackets, or write `[=]` or `[&]`.",
                    ),
                    true => (
                        format!("`{text}` belongs to the function around: a class in it does not see it."),
                        "Make it a member that the constructor gets, or declare a constant outside.",
                    ),
                };
                self.hint("type::capture", span, message, help);
                self.nothing(span)
            }
            Some(Entity::Pack(_)) => {
                let message = format!("`{}` is a pack of parameters.", self.text(name));
                let help = "Write what is done with each element, and `...` behind it.";
                self.hint("type::pack", span, message, help);
                self.nothing(span)
            }
            Some(Entity::Host) => {
                let message =
                    format!("`{}` is a variable of host code: a kernel cannot see it.", self.text(name));
                let help = "Pass it as an argument, or mark it `__device__` or `__constant__`.";
                self.hint("name::host", span, message, help);
                self.nothing(span)
            }
            Some(Entity::Unread) => {
                self.report_unread(name, span);
                self.nothing(span)
            }
            None if let Some(member) = self.own_member(name, span) => return member,
            None => match self.whole_place(name, span) {
                Some(value) => value,
                None => match self.constant_named(name) {
                    Some(bits) => Expr { kind: ExprKind::Const(bits), ty: INT, span },
                    None => {
                        self.unknown_name(name, span);
                        self.nothing(span)
                    }
                },
            },
        };
        Operand::Value(value)
    }

    /// A constant that OpenCL C has where the text says nothing of the name.
    fn constant_named(&self, name: Symbol) -> Option<u64> {
        let text = self.names.text(name);
        let known = CONSTANTS.iter().filter(|_| self.dialect == Dialect::OpenCl);
        known.into_iter().find(|(known, _)| *known == text).map(|(_, bits)| *bits)
    }

    fn unknown_name(&mut self, name: Symbol, span: Span) {
        let text = self.names.text(name);
        let error = Diagnostic::error("name::unknown", span, format!("`{text}` is not declared."));
        if !self.report.keeps_unknown(&error.message) {
            return self.report.push(error);
        }
        let hidden = self.hidden_in_base(text, span);
        let visible = self.scopes.visible().map(|symbol| self.names.text(symbol));
        let cuda = PLACES.iter().map(|(text, _)| *text).filter(|_| self.dialect == Dialect::Cuda);
        let help = if let Some(other) = hidden.or_else(|| dialects::other_language(text, self.dialect)) {
            other
        } else {
            match suggest(text, visible.chain(cuda)) {
                Some(near) => format!("Did you mean `{near}`?"),
                None if text.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_') => {
                    format!(
                        "If it is a macro that the host defines, add `{text}=value` to the compiler's options (-D)."
                    )
                }
                None => "Declare it first, or pass it as an argument.".to_string(),
            }
        };
        self.report.push(error.help(help));
    }

    /// What is known under a name that is called.
    pub(super) fn suggest_function(&self, text: &str) -> Option<String> {
        let functions = self
            .scopes
            .visible()
            .filter(|symbol| matches!(self.scopes.find(*symbol), Some(Entity::Function(_))));
        let own = functions.map(|symbol| self.names.text(symbol));
        let listed = builtins::all().filter(|builtin| builtin.place.has(self.dialect));
        suggest(text, own.chain(listed.map(|builtin| builtin.name))).map(ToString::to_string)
    }
}

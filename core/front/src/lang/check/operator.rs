//! Operators that the text gives a meaning for structs and enumerations: functions called `operator+` and the like, in CUDA texts. Which of
//! them is meant is found as for every call.

use alloc::{format, vec, vec::Vec};

use super::super::spaces::OUTERMOST;
use super::deduce::Given;
use super::expr::Operand;
use super::overload::Choice;
use super::*;

impl Checker<'_> {
    /// Is one of the operands a struct, for which the language has no operators itself, or an enumeration?
    fn may_be_overloaded(&self, operands: &[(Operand, Span)]) -> bool {
        let types = &self.program.types;
        let is_own = |(operand, _): &(Operand, Span)| {
            types.as_struct(operand.ty()).is_some() || types.is_enum(operand.ty())
        };
        self.dialect == Dialect::Cuda && operands.iter().any(is_own)
    }

    /// Does a function, or an instance of a template, take these operands?
    fn one_is_for(
        &mut self,
        (names, ids): &(Vec<Symbol>, Vec<FunctionId>),
        operands: &[(Operand, Span)],
    ) -> bool {
        if self.one_takes(ids, operands) {
            return true;
        }
        let given: Vec<Given> = operands.iter().map(|(operand, _)| self.given(operand)).collect();
        let span = operands.first().map_or(Span::NONE, |(_, span)| *span);
        let (made, _) = self.instances(names, &[], Some(&given), span);
        let made: Vec<FunctionId> = made.into_iter().map(|(_, id)| id).collect();
        self.one_takes(&made, operands)
    }

    /// The functions of an operator that are seen from the function at hand, and in the namespaces of its operands.
    fn operators(
        &mut self,
        sign: &str,
        operands: &[(Operand, Span)],
    ) -> Option<(Vec<Symbol>, Vec<FunctionId>)> {
        let of_class =
            operands.first().and_then(|(left, _)| self.methods(left.ty(), &format!("operator{sign}")));
        if matches!(sign, "=" | "[]" | "()") {
            return of_class.map(|(name, ids)| (vec![name], ids));
        }
        let name = self.names.find(&format!("operator{sign}"))?;
        let home = self
            .here
            .function
            .map_or(OUTERMOST, |id| self.spaces.home(self.program.functions[id.index()].name));
        // Functions of the class around it do not hide those of operators (C++17 16.3.1.2).
        let home = self.spaces.namespace(home);
        let (seen, _) = self.spaces.unqualified(home, &self.here.directives, name);
        let mut names = self.and_associated(&seen.map_or(vec![name], |seen| seen.targets), operands);
        let (own, mut ids) = of_class.map_or((name, vec![]), |(own, ids)| (own, ids));
        for name in &names {
            if let Some(Entity::Function(found)) = self.resolve(*name) {
                ids.extend(found);
            }
        }
        if own != name && self.templates.any(own) {
            names.push(own);
        }
        let templates = names.iter().any(|name| self.templates.any(*name));
        (!ids.is_empty() || templates).then_some((names, ids))
    }

    /// What an operator of the text makes of these operands; gives them back if the language's own is meant.
    pub(super) fn overloaded(
        &mut self,
        sign: &str,
        mut operands: Vec<(Operand, Span)>,
        span: Span,
    ) -> Result<Operand, Vec<(Operand, Span)>> {
        if !self.may_be_overloaded(&operands) {
            return Err(operands);
        }
        let has_object =
            operands.iter().any(|(operand, _)| self.program.types.as_struct(operand.ty()).is_some());
        let found = self.operators(sign, &operands);
        // A function of a class works on an object that has a place.
        let of_class = |id: &FunctionId| self.classes.members.contains_key(id);
        if found.as_ref().is_some_and(|(_, ids)| ids.iter().any(of_class))
            && let Operand::Value(value) = &operands[0].0
            && self.program.types.as_struct(value.ty).is_some()
        {
            let (object, at) = operands.remove(0);
            operands.insert(0, (self.placed(object, at), at));
        }
        // Enumerations are numbers, too.
        let found = found.filter(|found| has_object || self.one_is_for(found, &operands));
        // Where none fits, objects may still become numbers.
        let found = found.filter(|(names, ids)| {
            let is_number = |(operand, _): &(Operand, Span)| !self.conversion_ids(operand.ty()).is_empty();
            !operands.iter().any(is_number)
                || names.iter().any(|name| self.templates.any(*name))
                || self.one_takes(ids, &operands)
        });
        let Some((names, ids)) = found else { return Err(operands) };
        self.templates.owner = operands.first().map(|(left, _)| left.ty());
        Ok(match self.choose(&ids, &names, None, &operands, span) {
            Choice::Function(id) => {
                let mut value = self.call_function(id, operands, span);
                if assigns(sign)
                    && let ExprKind::Call(_, _, order) = &mut value.kind
                {
                    *order = Order::LastToFirst;
                }
                self.referred(value, span)
            }
            _ => Operand::Value(self.nothing(span)),
        })
    }

    /// The same for an operator between two operands, whose values are given back.
    pub(super) fn overloaded_pair(
        &mut self,
        sign: &str,
        left: (Operand, Span),
        right: (Operand, Span),
        span: Span,
    ) -> Result<Operand, (Expr, Expr)> {
        self.overloaded(sign, vec![left, right], span).map_err(|operands| {
            let mut values = operands.into_iter().map(|(operand, at)| self.value_of(operand, at));
            let first = values.next();
            let second = values.next();
            drop(values);
            (first.unwrap_or_else(|| self.nothing(span)), second.unwrap_or_else(|| self.nothing(span)))
        })
    }

    /// What a call of a function stands for: a place if it returns a reference.
    pub(super) fn referred(&mut self, value: Expr, span: Span) -> Operand {
        match self.calls_for_place(&value) {
            true => self.deref(value, span),
            false => Operand::Value(value),
        }
    }

    /// Is it a call of a function that returns a reference, perhaps behind what has found an object?
    fn calls_for_place(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Call(id, ..) => self.program.functions[id.index()].by_reference,
            ExprKind::Comma(_, last) => self.calls_for_place(last),
            _ => false,
        }
    }
}

/// Is it an assignment, alone or with an operator?
fn assigns(sign: &str) -> bool {
    sign.ends_with('=') && !matches!(sign, "==" | "!=" | "<=" | ">=")
}

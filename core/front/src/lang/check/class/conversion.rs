//! Conversions that a text has functions for: `operator T()` and constructors of one value (C++17 15.3). Which of them are meant without a
//! cast, and what they make.

use super::*;

impl Checker<'_> {
    /// The function by which a value becomes another type without being asked, if the text says one.
    pub(in crate::lang::check) fn conversion_to(&self, value: TypeId, to: TypeId) -> bool {
        self.conversions_of(value, to, false).next().is_some()
            || self.has_converting(value, to)
            || self.has_template_for(value, to)
    }

    /// Has a class a template of constructors, which may take an object of another class?
    fn has_template_for(&self, value: TypeId, to: TypeId) -> bool {
        let of_base = |base: &TypeId| self.has_template_for(value, *base);
        self.has_constructors(to)
            && value != to
            && self.program.types.as_struct(value).is_some()
            && (self.templates.any(self.constructors(to, false).0)
                || self.classes.inherits.get(&to).is_some_and(of_base))
    }

    /// Has a class an `operator T()` for this type?
    pub(super) fn converts_to(&self, value: TypeId, to: TypeId, explicit: bool) -> bool {
        self.conversions_of(value, to, explicit).next().is_some()
    }

    fn conversions_of(
        &self,
        value: TypeId,
        to: TypeId,
        explicit: bool,
    ) -> impl Iterator<Item = FunctionId> + '_ {
        let numbers = |ty: TypeId| self.program.types.as_scalar(ty).is_some();
        self.conversion_ids(value).into_iter().filter(move |id| {
            let result = self.program.functions[id.index()].result;
            let is_explicit = self.classes.members.get(id).is_some_and(|member| member.is_explicit);
            // No number becomes an enumeration without a cast.
            let is_number = numbers(result) && numbers(to) && !self.program.types.is_enum(to);
            (explicit || !is_explicit) && (result == to || is_number)
        })
    }

    /// The one `operator T()` that makes such a type of a value.
    pub(in crate::lang::check) fn conversion_over(&self, value: TypeId, to: TypeId) -> Option<FunctionId> {
        let all: Vec<FunctionId> = self.conversions_of(value, to, false).collect();
        let exact = all.iter().find(|id| self.program.functions[id.index()].result == to);
        exact.or(all.first().filter(|_| all.len() == 1)).copied()
    }

    /// May so many values make an object of a class?
    pub(in crate::lang::check) fn makes_of(&self, ty: TypeId, count: usize) -> bool {
        let (name, ids) = self.constructors(ty, false);
        self.templates.any(name)
            || ids.iter().any(|id| self.takes(*id, count))
            || count == 0
            || self.classes.inherits.get(&ty).is_some_and(|base| self.makes_of(*base, count))
    }

    /// Every `operator T()` of a class and its bases.
    pub(in crate::lang::check) fn conversion_ids(&self, ty: TypeId) -> Vec<FunctionId> {
        let of = |ty: TypeId| self.classes.conversions.get(&ty).into_iter().flatten();
        let (mut ids, mut results) = (Vec::new(), Vec::new());
        for class in self.classes.lineage(ty) {
            // One to the same type hides that of a base (C++17 15.3.2).
            let own: Vec<FunctionId> = of(class)
                .filter(|id| !results.contains(&self.program.functions[id.index()].result))
                .copied()
                .collect();
            results.extend(own.iter().map(|id| self.program.functions[id.index()].result));
            ids.extend(own);
        }
        ids
    }

    /// Has a class a constructor, not `explicit`, that takes a value of this type as it is or as another number?
    fn has_converting(&self, value: TypeId, to: TypeId) -> bool {
        if !self.has_constructors(to) || value == to {
            return false;
        }
        let numbers = |ty: TypeId| self.program.types.as_scalar(ty).is_some();
        let is_enum = |ty: TypeId| self.program.types.is_enum(ty);
        let fits = |ty: TypeId| ty == value || (numbers(ty) && numbers(value) && !is_enum(ty));
        // Those of a base that the class takes (`using B::B`) make its objects, too.
        if self.classes.inherits.get(&to).is_some_and(|base| self.has_converting(value, *base)) {
            return true;
        }
        self.constructors(to, false).1.iter().any(|id| {
            let params = self.parameters(*id);
            self.takes(*id, 1)
                && params.first().is_some_and(|(ty, by_reference)| match by_reference {
                    true => self
                        .program
                        .types
                        .as_pointer(*ty)
                        .is_some_and(|to| if to.is_const { fits(to.to) } else { to.to == value }),
                    false => {
                        fits(*ty)
                            || self.program.types.as_pointer(*ty).is_some_and(|a| {
                                self.program.types.as_pointer(value).is_some_and(|b| a.to == b.to)
                            })
                    }
                })
        })
    }

    /// A value as the type that the text has a function for; `None` if there is none.
    pub(in crate::lang::check) fn user_conversion(
        &mut self,
        value: Expr,
        to: TypeId,
        explicit: bool,
    ) -> Result<Expr, Expr> {
        let span = value.span;
        let found: Vec<FunctionId> = self.conversions_of(value.ty, to, explicit).collect();
        let exact = |id: &&FunctionId| self.program.functions[id.index()].result == to;
        let best = found.iter().find(exact).or(found.first().filter(|_| found.len() == 1)).copied();
        if let Some(id) = best {
            let object = self.placed(Operand::Value(value), span);
            self.ask(id, span);
            let made = self.call_function(id, vec![(object, span)], span);
            return Ok(self.convert(made, to));
        }
        if found.len() > 1 {
            let message = format!(
                "Several functions of {} make {} of it equally well.",
                self.show(value.ty),
                self.show(to)
            );
            self.error("type::ambiguous", span, message);
            return Ok(self.nothing(span));
        }
        let makes = explicit && self.has_constructors(to)
            || self.has_converting(value.ty, to)
            || self.has_template_for(value.ty, to);
        if !makes {
            return Err(value);
        }
        Ok(self.construct(to, vec![(Self::read_of(value), span)], explicit, span))
    }

    /// A value as what it was read of: a constructor may take a reference to that.
    pub(in crate::lang::check) fn read_of(value: Expr) -> Operand {
        match value.kind {
            ExprKind::Load(place) => Operand::Place(*place),
            _ => Operand::Value(value),
        }
    }

    /// An operand of an operator of the language: an object becomes the number that its class has a function for.
    pub(in crate::lang::check) fn as_number(&mut self, value: Expr) -> Expr {
        if let Some(wide) = self.promoted_bits(&value) {
            return self.make_convert(value, wide);
        }
        if value.ty == NULLPTR {
            let null = self.null(value.span);
            return self.convert(value, null.ty);
        }
        let implicit: Vec<FunctionId> = self
            .conversion_ids(value.ty)
            .into_iter()
            .filter(|id| !self.classes.members.get(id).is_some_and(|member| member.is_explicit))
            .collect();
        match implicit.as_slice() {
            [id] => {
                let to = self.program.functions[id.index()].result;
                self.user_conversion(value, to, false).unwrap_or_else(|value| value)
            }
            _ => value,
        }
    }
}

//! Which class is meant by arguments in `<…>`, and what a class tells of them.
//!
//! Of the specialisations that fit the most special one is meant (C++17 17.7.5.1): the one that the others fit, too, but not the
//! other way round.

use super::super::super::super::ast::{Derivation, TypeSyntax};
use super::super::super::deduce::{MANY, Match, STAND_IN};
use super::super::super::scope::Quals;
use super::*;

/// The arguments of a class, and the pattern at their end, if there is one.
fn plain_and_packed(args: &[TemplateArg]) -> (&[TemplateArg], Option<(&TemplateArg, &[Symbol])>) {
    match args.split_last() {
        Some((TemplateArg { kind: TemplateArgKind::Spread(pattern, names), .. }, plain)) => {
            (plain, Some((pattern, names)))
        }
        _ => (args, None),
    }
}

impl<'a> Checker<'a> {
    /// The template or specialisation that is meant by these arguments, and what its own parameters stand for.
    pub(super) fn most_special(
        &mut self,
        name: Symbol,
        whole: &[Arg],
        span: Span,
    ) -> Option<(usize, Vec<Arg>)> {
        let (mut primary, mut found) = (None, vec![]);
        for at in 0..self.generics.templates.len() {
            let class = self.generics.templates[at].0;
            if class.name != name {
                continue;
            }
            match &class.args {
                None => primary = Some((at, whole.to_vec())),
                Some(args) => found.extend(self.matched((class, args), whole, true).map(|own| (at, own))),
            }
        }
        if found.is_empty() {
            return primary;
        }
        let candidates: Vec<usize> = found.iter().map(|(at, _)| *at).collect();
        let best = candidates.iter().find(|at| {
            candidates.iter().all(|other| other == *at || self.is_more_special_class(**at, *other))
        });
        let Some(best) = best.copied() else {
            let message = format!(
                "Several specialisations of `{}` fit {} equally well.",
                self.text(name),
                self.show_args(whole)
            );
            self.error("type::ambiguous", span, message);
            return None;
        };
        found.into_iter().find(|(at, _)| *at == best)
    }

    /// What the parameters of a specialisation stand for, if it fits these arguments. Where stand-ins are compared, only what tells of
    /// the parameters counts.
    fn matched(
        &mut self,
        (class, args): (&'a ClassTemplate, &'a [TemplateArg]),
        whole: &[Arg],
        is_given: bool,
    ) -> Option<Vec<Arg>> {
        let flat = self.flat(whole);
        let has_pack = whole.iter().any(|arg| matches!(arg, Arg::Pack(_)));
        let (plain, packed) = plain_and_packed(args);
        if plain.len() > flat.len() || has_pack && packed.is_none() && plain.len() < flat.len() {
            return None;
        }
        let params = &*class.params;
        let mut slots: Vec<Slot> = vec![None; params.len()];
        self.report.mute();
        let fits = self.outermost(|this| {
            let fits = plain.iter().zip(&flat).all(|(arg, given)| {
                let is_later = !this.tells(arg) && (is_given || matches!(arg.kind, TemplateArgKind::Type(_)));
                is_later || this.unify_arg((params, Match::Same), arg, *given, &mut slots).is_ok()
            });
            let rest = flat.get(plain.len()..).unwrap_or_default();
            fits && packed
                .is_none_or(|packed| this.unify_args((params, Match::Same), packed, rest, &mut slots).is_ok())
        });
        for (slot, param) in slots.iter_mut().zip(params) {
            if slot.is_none() && param.is_pack {
                *slot = Some((self.pack(vec![]), false));
            }
        }
        let known = slots.iter().all(Option::is_some);
        let fits = fits && known && (!is_given || self.rest_fits((class, args), &slots, whole));
        self.report.unmute();
        let own = slots.into_iter().flatten().map(|(arg, _)| arg);
        fits.then(|| own.collect())
    }

    /// Is what tells nothing of the parameters what is given, once they are known? So it is with `typename enable_if<…>::type`, and
    /// with the defaults of what is not written.
    fn rest_fits(
        &mut self,
        (class, args): (&'a ClassTemplate, &'a [TemplateArg]),
        slots: &[Slot],
        whole: &[Arg],
    ) -> bool {
        let mut all = self.generics.templates.iter().map(|(class, _)| *class);
        let primary = all.find(|other| other.name == class.name && other.args.is_none());
        let Some(primary) = primary.map(|primary| &*primary.params) else { return false };
        let given: Vec<Slot> = whole.iter().map(|arg| Some((*arg, true))).collect();
        whole.iter().enumerate().filter(|(_, arg)| !matches!(arg, Arg::Pack(_))).all(|(number, wanted)| {
            let found = match (args.get(number), &primary[number].default) {
                (Some(arg), _) if self.tells(arg) => return true,
                (Some(arg), _) => {
                    self.inside(&class.params, slots, |this| this.written(primary, number, arg, &given))
                }
                (None, Some(default)) => self
                    .inside(primary, &given[..number], |this| this.written(primary, number, default, &given)),
                (None, None) => return false,
            };
            found.is_ok_and(|found| found == *wanted)
        })
    }

    /// Does an argument of a specialisation tell of its parameters by its form (C++17 17.8.2.5)?
    fn tells(&self, arg: &TemplateArg) -> bool {
        match &arg.kind {
            TemplateArgKind::Type(syntax) => self.tells_type(syntax),
            TemplateArgKind::Value(value) => matches!(value.kind, Syntax::Name(_)),
            TemplateArgKind::Spread(arg, _) | TemplateArgKind::Each(arg, ..) => self.tells(arg),
        }
    }

    fn tells_type(&self, syntax: &TypeSyntax) -> bool {
        match &syntax.specifiers.base {
            ast::Base::Decltype(_) => false,
            ast::Base::Path(path) if !path.members.is_empty() => false,
            ast::Base::Path(path) => {
                self.generics.aliases.get(&path.head).is_none_or(|alias| self.tells_type(&alias.ty))
            }
            _ => true,
        }
    }

    /// Does the second of two specialisations fit whatever the first fits, and not the other way round? It does not depend on what is
    /// asked for.
    fn is_more_special_class(&mut self, first: usize, second: usize) -> bool {
        if let Some(known) = self.generics.nearer.get(&(first, second)) {
            return *known;
        }
        let nearer = self.takes_class(second, first) && !self.takes_class(first, second);
        self.generics.nearer.insert((first, second), nearer);
        nearer
    }

    fn takes_class(&mut self, taker: usize, other: usize) -> bool {
        let is_pack = self.generics.templates[other].0.params.iter().any(|param| param.is_pack);
        match is_pack {
            true => [0, MANY].into_iter().all(|packed| self.takes_class_of(taker, other, packed)),
            false => self.takes_class_of(taker, other, 0),
        }
    }

    /// The same with so many elements in each pack of the other.
    fn takes_class_of(&mut self, taker: usize, other: usize, packed: usize) -> bool {
        let (taker, other) = (self.generics.templates[taker].0, self.generics.templates[other].0);
        let (Some(own), Some(args)) = (&taker.args, &other.args) else { return false };
        let stand_in = |this: &mut Self, number: usize| match other.params[number].kind {
            TemplateParamKind::Type => {
                Arg::Type(this.program.types.declare_struct(None, false).1, Quals::default())
            }
            TemplateParamKind::Value(_) => Arg::Value(number as u64, STAND_IN),
        };
        let slots: Vec<Slot> = (0..other.params.len())
            .map(|at| match other.params[at].is_pack {
                true => {
                    let elements = (0..packed).map(|_| stand_in(self, at)).collect();
                    Some((self.pack(elements), true))
                }
                false => Some((stand_in(self, at), true)),
            })
            .collect();
        let primary = self
            .generics
            .templates
            .iter()
            .find(|(class, _)| class.name == other.name && class.args.is_none());
        let Some(params) = primary.map(|(class, _)| &*class.params) else { return false };
        self.report.mute();
        let whole: Vec<Arg> = self.inside(&other.params, &slots, |this| {
            let args = this.spread_args(args).into_owned();
            let last = params.len().saturating_sub(1);
            let is_pack = params.last().is_some_and(|param| param.is_pack);
            let most = if is_pack { args.len() } else { params.len() };
            // All arguments of a pack are for its parameter.
            let numbered = args.iter().enumerate().take(most).map(|(at, arg)| (at.min(last), arg));
            // What depends on what the parameters are is like nothing else.
            let any = |this: &mut Self| {
                Arg::Type(this.program.types.declare_struct(None, false).1, Quals::default())
            };
            let arg = |(number, arg)| this.written(params, number, arg, &[]).unwrap_or_else(|_| any(this));
            numbered.map(arg).collect()
        });
        self.report.unmute();
        self.matched((taker, own), &whole, false).is_some()
    }

    /// Compares `Vec<T, N>` with a type that is given.
    pub(in crate::lang::check) fn unify_instance(
        &mut self,
        (params, how): (&[TemplateParam], Match),
        (name, args): (Symbol, &[TemplateArg]),
        given: TypeId,
        slots: &mut [Slot],
    ) -> Result<(), Reason> {
        if !self.is_class_template(name) {
            let alias = self.generics.aliases.get(&name).copied();
            return match alias.filter(|alias| self.tells_type(&alias.ty)) {
                Some(alias) => self.unify_alias((params, how), (alias, args), given, slots),
                None => Ok(()),
            };
        }
        // A class that is made of such an instance tells it, too.
        let reach = if how == Match::Call { usize::MAX } else { 1 };
        let of = |ty: TypeId| self.generics.of.get(&ty).map(|class| &self.generics.instances[*class].whole);
        let of_name = self.classes.lineage(given).take(reach).filter_map(of).filter(|whole| whole.0 == name);
        let instances: Vec<Vec<Arg>> = of_name.map(|whole| whole.1.clone()).collect();
        let mut failed = None;
        for whole in instances {
            let mut told = slots.to_vec();
            let flat = self.flat(&whole);
            let (plain, packed) = plain_and_packed(args);
            let mut pairs = plain.iter().zip(&flat);
            let fits =
                pairs.try_for_each(|(arg, given)| self.unify_arg((params, how), arg, *given, &mut told));
            let rest = flat.get(plain.len()..).unwrap_or_default();
            let fits = fits.and_then(|()| match packed {
                Some(packed) => self.unify_args((params, how), packed, rest, &mut told),
                None if rest.is_empty() || !whole.iter().any(|arg| matches!(arg, Arg::Pack(_))) => Ok(()),
                None => Err(format!("{} has more arguments", self.show(given))),
            });
            match fits {
                Ok(()) => {
                    slots.copy_from_slice(&told);
                    return Ok(());
                }
                Err(reason) => _ = failed.get_or_insert(reason),
            }
        }
        Err(failed.unwrap_or_else(|| format!("{} is no `{}`", self.show(given), self.text(name))))
    }

    /// Compares the type that a name with arguments stands for: its own parameters first, then what they are in the arguments.
    fn unify_alias(
        &mut self,
        (params, how): (&[TemplateParam], Match),
        (alias, args): (&'a AliasTemplate, &[TemplateArg]),
        given: TypeId,
        slots: &mut [Slot],
    ) -> Result<(), Reason> {
        let mut own: Vec<Slot> = vec![None; alias.params.len()];
        let steps = (&alias.ty.specifiers, alias.ty.declarator.derivation.as_slice());
        self.unify((&alias.params, how), steps, (given, Quals::default()), &mut own)?;
        let told = args.iter().zip(own).filter_map(|(arg, slot)| Some((arg, slot?.0)));
        told.into_iter().try_for_each(|(arg, given)| self.unify_arg((params, how), arg, given, slots))
    }

    /// Compares a pattern with the elements that it stands for.
    fn unify_args(
        &mut self,
        (params, how): (&[TemplateParam], Match),
        (pattern, names): (&TemplateArg, &[Symbol]),
        given: &[Arg],
        slots: &mut [Slot],
    ) -> Result<(), Reason> {
        let one = |this: &mut Self, at: usize, slots: &mut [Slot]| {
            this.unify_arg((params, how), pattern, given[at], slots)
        };
        self.unify_each(params, names, given.len(), slots, one)
    }

    fn unify_arg(
        &mut self,
        (params, how): (&[TemplateParam], Match),
        arg: &TemplateArg,
        given: Arg,
        slots: &mut [Slot],
    ) -> Result<(), Reason> {
        let apart =
            |this: &Self| Err(format!("`{}` has not the form of its parameter", this.show_arg(given)));
        match (&arg.kind, given) {
            (TemplateArgKind::Type(syntax), Arg::Type(ty, quals)) => {
                let steps = (&syntax.specifiers, syntax.declarator.derivation.as_slice());
                self.unify((params, Match::Same), steps, (ty, quals), slots)
            }
            (TemplateArgKind::Type(syntax), Arg::Reference(ty, quals)) => {
                let base = &syntax.specifiers;
                let own = params.iter().position(
                    |param| matches!(base.base, ast::Base::Named(name, _) if param.name == Some(name)),
                );
                match (syntax.declarator.derivation.as_slice(), own) {
                    ([Derivation::Reference(_, false), rest @ ..], _) => {
                        self.unify((params, Match::Same), (base, rest), (ty, quals), slots)
                    }
                    ([], Some(number)) if Quals::said(base) == Quals::default() => {
                        self.settle(params, number, given, slots)
                    }
                    _ => apart(self),
                }
            }
            (TemplateArgKind::Value(value), Arg::Value(bits, ty)) => {
                if let Syntax::Name(name) = value.kind
                    && let Some(number) = params.iter().position(|param| param.name == Some(name))
                {
                    let own = (ty != STAND_IN).then(|| self.value_type(params, number, slots)).flatten();
                    return self.settle(params, number, Arg::Value(bits, own.unwrap_or(ty)), slots);
                }
                if ty == STAND_IN {
                    return apart(self);
                }
                self.report.mute();
                let known = slots.to_vec();
                let value = self.inside(params, &known, |this| {
                    let value = this.expr(value);
                    this.convert(value, ty)
                });
                self.report.unmute();
                match self.fold(&value) {
                    Some(found) if found == bits => Ok(()),
                    // What it is made of may be told elsewhere.
                    None if how == Match::Call => Ok(()),
                    _ => apart(self),
                }
            }
            // What lies in another type tells nothing.
            (TemplateArgKind::Value(value), Arg::Type(..)) if matches!(value.kind, Syntax::Static(..)) => {
                Ok(())
            }
            _ => apart(self),
        }
    }
}

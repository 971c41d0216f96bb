//! Packs (C++17 17.5.3): what parameters of templates and functions stand for that are any number of things, and patterns that are
//! written once for all of them.
//!
//! The name of a pack means its elements. Where a pattern is expanded, each element has a scope in which the names of all packs of
//! the pattern mean their elements of one number.

use alloc::{borrow::Cow, boxed::Box, format, rc::Rc, vec, vec::Vec};

use super::super::ast::{
    BinaryOp, Expr as SyntaxExpr, ExprKind as Syntax, Fold, Init as InitSyntax, InitItem, ParamDecl,
    TemplateArg, TemplateArgKind, TemplateParam,
};
use super::deduce::{Arg, Given, Match, Reason, Slot};
use super::expr::Operand;
use super::*;

/// Most elements of a pack.
pub(super) const MAX_PACK: usize = 256;

impl Checker<'_> {
    /// The number of a list of arguments, which is equal for equal lists.
    pub(super) fn pack(&mut self, args: Vec<Arg>) -> Arg {
        let next = self.templates.packs.len() as u32;
        let known = *self.templates.numbers.entry(args.clone()).or_insert(next);
        if known == next {
            self.templates.packs.push(args);
        }
        Arg::Pack(known)
    }

    /// The elements of a pack; what is none is its own only one.
    pub(super) fn elements(&self, arg: Arg) -> Vec<Arg> {
        match arg {
            Arg::Pack(at) => self.templates.packs.get(at as usize).cloned().unwrap_or_default(),
            arg => vec![arg],
        }
    }

    /// Arguments with the elements of packs among them in a row.
    pub(super) fn flat(&self, args: &[Arg]) -> Vec<Arg> {
        args.iter().flat_map(|arg| self.elements(*arg)).collect()
    }

    /// How many elements a pattern has in which these names stand, and which of them are packs. What is wrong with them is said.
    fn count(&mut self, names: &[Symbol], span: Span) -> Option<(usize, Rc<[Symbol]>)> {
        let of = |name: &Symbol| Some((*name, self.scopes.find_pack(*name)?.0.len()));
        let packs: Vec<(Symbol, usize)> = names.iter().filter_map(of).collect();
        let Some((first, count)) = packs.first().copied() else {
            let message = "No pack of parameters stands in front of `...`.";
            self.error("type::pack", span, message);
            return None;
        };
        if let Some((other, differs)) = packs.iter().find(|(_, other)| *other != count) {
            let message = format!(
                "The packs `{}` and `{}` have {count} and {differs} elements.",
                self.text(first),
                self.text(*other)
            );
            self.error("type::pack", span, message);
            return None;
        }
        let is_variable = |one: &Entity| matches!(one, Entity::Var(VarRef::Local(_)));
        let is_captured = |name| {
            let found = self.scopes.find_pack(name);
            found.is_some_and(|(elements, is_around)| is_around && elements.iter().any(is_variable))
        };
        let captured = packs.iter().find(|(name, _)| is_captured(*name));
        if let Some((name, _)) = captured {
            let message =
                format!("A lambda cannot use the pack `{}` of the function around it.", self.text(*name));
            let help = "Use it outside of the lambda: in a `struct` with values, or in an array.";
            self.hint("unsupported::template", span, message, help);
            return None;
        }
        let fits = (0..count).all(|_| self.has_room_for(span, span));
        fits.then(|| (count, packs.into_iter().map(|(name, _)| name).collect()))
    }

    /// Does something where the names of packs mean their elements of one number.
    pub(super) fn with_elements<T>(
        &mut self,
        names: &[Symbol],
        at: usize,
        act: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.scopes.open();
        names.iter().for_each(|name| self.scopes.bind_element(*name, at));
        let done = act(self);
        self.scopes.close();
        done
    }

    /// Expressions with those that patterns among them stand for.
    pub(super) fn spread<'e>(&mut self, args: &'e [SyntaxExpr]) -> Cow<'e, [SyntaxExpr]> {
        if !args.iter().any(|arg| matches!(arg.kind, Syntax::Spread(..))) {
            return Cow::Borrowed(args);
        }
        let each = args.iter().flat_map(|arg| match &arg.kind {
            Syntax::Spread(pattern, names) => self.each(pattern, names, arg.span),
            _ => vec![arg.clone()],
        });
        Cow::Owned(each.collect())
    }

    fn each(&mut self, pattern: &SyntaxExpr, names: &[Symbol], span: Span) -> Vec<SyntaxExpr> {
        let Some((count, names)) = self.count(names, span) else {
            // Nothing more is said of it.
            let kind = Syntax::Functions { targets: vec![], exact: true };
            return vec![SyntaxExpr { kind, span, depth: 1 }];
        };
        let pattern = Rc::new(pattern.clone());
        let one = |at| Syntax::Each(Rc::clone(&pattern), Rc::clone(&names), at);
        (0..count).map(|at| SyntaxExpr { kind: one(at), span: pattern.span, depth: pattern.depth }).collect()
    }

    /// The same of a list in braces.
    pub(super) fn spread_items<'e>(&mut self, items: &'e [InitItem]) -> Cow<'e, [InitItem]> {
        let is_pattern = |item: &InitItem| matches!(&item.init, InitSyntax::Expr(expr) if matches!(expr.kind, Syntax::Spread(..)));
        if !items.iter().any(is_pattern) {
            return Cow::Borrowed(items);
        }
        let each = items.iter().flat_map(|item| match &item.init {
            InitSyntax::Expr(SyntaxExpr { kind: Syntax::Spread(pattern, names), span, .. }) => {
                let values = self.each(pattern, names, *span).into_iter();
                values.map(|value| InitItem { designators: vec![], init: InitSyntax::Expr(value) }).collect()
            }
            _ => vec![item.clone()],
        });
        Cow::Owned(each.collect())
    }

    /// The same of arguments of a template.
    pub(super) fn spread_args<'e>(&mut self, args: &'e [TemplateArg]) -> Cow<'e, [TemplateArg]> {
        if !args.iter().any(|arg| matches!(arg.kind, TemplateArgKind::Spread(..))) {
            return Cow::Borrowed(args);
        }
        let each = args.iter().flat_map(|arg| match &arg.kind {
            TemplateArgKind::Spread(pattern, names) => {
                let Some((count, names)) = self.count(names, arg.span) else { return vec![] };
                let one = |at| TemplateArgKind::Each(pattern.clone(), Rc::clone(&names), at);
                (0..count).map(|at| TemplateArg { kind: one(at), span: pattern.span }).collect()
            }
            _ => vec![arg.clone()],
        });
        Cow::Owned(each.collect())
    }

    /// Does something with each parameter of a function, and with each element of one that is a pack.
    pub(super) fn each_param<'p, T>(
        &mut self,
        params: &'p [ParamDecl],
        mut act: impl FnMut(&mut Self, &'p ParamDecl) -> T,
    ) -> Vec<T> {
        let mut done = vec![];
        for param in params {
            let Some(names) = &param.pack else {
                done.push(act(self, param));
                continue;
            };
            let Some((count, names)) = self.count(names, param.span) else { continue };
            done.extend((0..count).map(|at| self.with_elements(&names, at, |this| act(this, param))));
        }
        done
    }

    /// What the name of each parameter means, if there are so many variables.
    pub(super) fn named_params(&self, params: &[ParamDecl], vars: usize) -> Vec<(Symbol, Span, Entity)> {
        let packed = (vars + 1).saturating_sub(params.len());
        let (mut at, mut named) = (0, vec![]);
        for param in params {
            let count = if param.pack.is_some() { packed } else { 1 };
            let mut own = (at..at + count).map(|at| Entity::Var(VarRef::Local(at as u32)));
            at += count;
            let entity = match param.pack.is_some() {
                true => Some(Entity::Pack(own.collect())),
                false => own.next(),
            };
            named
                .extend(param.declarator.name.zip(entity).map(|((name, span), entity)| (name, span, entity)));
        }
        named
    }

    /// `sizeof...(T)`
    pub(super) fn size_of_pack(&mut self, name: Symbol, span: Span) -> Expr {
        match self.scopes.find_pack(name) {
            Some((elements, _)) => {
                Expr { kind: ExprKind::Const(elements.len() as u64), ty: super::super::types::SIZE, span }
            }
            None => {
                let message = format!("`{}` is no pack of parameters.", self.text(name));
                self.error("type::pack", span, message);
                self.nothing(span)
            }
        }
    }

    /// An operator between all elements of packs.
    pub(super) fn fold_of(&mut self, fold: &Fold, span: Span) -> Operand {
        let has_pack =
            |this: &Self, names: &[Symbol]| names.iter().any(|name| this.scopes.find_pack(*name).is_some());
        let is_left = match (&fold.left, &fold.right) {
            (None, _) => true,
            (Some((_, names)), Some(_)) => !has_pack(self, names),
            (Some(_), None) => false,
        };
        let (pattern, first) = if is_left { (&fold.right, &fold.left) } else { (&fold.left, &fold.right) };
        let Some((pattern, names)) = pattern else { return Operand::Value(self.nothing(span)) };
        let mut all = self.each(pattern, names, span);
        if let Some((first, _)) = first {
            all.insert(if is_left { 0 } else { all.len() }, first.clone());
        }
        if all.is_empty() {
            return Operand::Value(self.empty_fold(fold.op, span));
        }
        let Some(op) = fold.op else {
            return self.operand(&SyntaxExpr { kind: Syntax::Comma(all), span, depth: pattern.depth });
        };
        let joined = |left: SyntaxExpr, right: SyntaxExpr| {
            let span = left.span.to(right.span);
            SyntaxExpr { kind: Syntax::Binary(Box::new(left), vec![(op, right)]), span, depth: pattern.depth }
        };
        let whole = match is_left {
            true => {
                let mut all = all.into_iter();
                let first = all.next();
                first.map(|first| {
                    let rest: Vec<_> = all.map(|next| (op, next)).collect();
                    match rest.is_empty() {
                        true => first,
                        false => SyntaxExpr {
                            kind: Syntax::Binary(Box::new(first), rest),
                            span,
                            depth: pattern.depth,
                        },
                    }
                })
            }
            false => all.into_iter().rev().reduce(|right, left| joined(left, right)),
        };
        match whole {
            Some(whole) => self.operand(&whole),
            None => Operand::Value(self.nothing(span)),
        }
    }

    /// A fold over nothing (C++17 17.5.3, paragraph 9).
    fn empty_fold(&mut self, op: Option<BinaryOp>, span: Span) -> Expr {
        let truth = |holds: u64| Expr { kind: ExprKind::Const(holds), ty: super::super::types::BOOL, span };
        match op {
            Some(BinaryOp::LogicalAnd) => truth(1),
            Some(BinaryOp::LogicalOr) => truth(0),
            None => Expr { kind: ExprKind::Const(0), ty: super::super::types::VOID, span },
            Some(op) => {
                let message = format!("The pack is empty, and `{}` has no value for that.", op.text());
                let help =
                    format!("Begin with one: `(0 {} … {} pack)`.", op.text(), op.text()).replace('…', "...");
                self.hint("type::pack", span, message, help);
                self.nothing(span)
            }
        }
    }

    /// The arguments in `<…>` that a parameter that is a pack takes.
    pub(super) fn written_pack(
        &mut self,
        params: &[TemplateParam],
        number: usize,
        args: &[TemplateArg],
        slots: &[Slot],
    ) -> Result<Arg, Reason> {
        if args.len() > MAX_PACK {
            return Err(format!("a pack has {MAX_PACK} elements at most (limit template-pack)"));
        }
        let all = args.iter().map(|arg| self.written(params, number, arg, slots));
        let all = all.collect::<Result<Vec<Arg>, Reason>>()?;
        Ok(self.pack(all))
    }

    /// Compares a parameter that is a pack with all that is given for it.
    pub(super) fn unify_pack(
        &mut self,
        (params, how): (&[TemplateParam], Match),
        param: &ParamDecl,
        given: &[Given],
        slots: &mut [Slot],
    ) -> Result<(), Reason> {
        let one = |this: &mut Self, at: usize, slots: &mut [Slot]| {
            this.unify_param((params, how), param, given[at], slots)
        };
        self.unify_each(params, param.pack.as_deref().unwrap_or_default(), given.len(), slots, one)
    }

    /// Compares a pattern with so many things, one after the other: each tells of the packs in it one element.
    pub(super) fn unify_each(
        &mut self,
        params: &[TemplateParam],
        names: &[Symbol],
        count: usize,
        slots: &mut [Slot],
        mut one: impl FnMut(&mut Self, usize, &mut [Slot]) -> Result<(), Reason>,
    ) -> Result<(), Reason> {
        if count > MAX_PACK {
            return Err(format!("a pack has {MAX_PACK} elements at most (limit template-pack)"));
        }
        let is_named =
            |param: &TemplateParam| param.is_pack && param.name.is_some_and(|name| names.contains(&name));
        let packs: Vec<usize> = (0..params.len()).filter(|at| is_named(&params[*at])).collect();
        let known: Vec<Vec<Arg>> =
            packs.iter().map(|at| slots[*at].map_or(vec![], |(arg, _)| self.elements(arg))).collect();
        let mut told: Vec<Vec<Arg>> = vec![vec![]; packs.len()];
        for at in 0..count {
            for (pack, known) in packs.iter().zip(&known) {
                slots[*pack] = known.get(at).map(|arg| (*arg, true));
            }
            one(self, at, slots)?;
            for (pack, told) in packs.iter().zip(&mut told) {
                match slots[*pack] {
                    Some((arg, _)) => told.push(arg),
                    None => return Err("what an element of its pack stands for is not told".into()),
                }
            }
        }
        for ((pack, told), known) in packs.into_iter().zip(told).zip(known) {
            if known.len() > count {
                return Err(format!("its pack has {} elements, but {count} are given", known.len()));
            }
            slots[pack] = Some((self.pack(told), true));
        }
        Ok(())
    }
}

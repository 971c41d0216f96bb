//! Which function a call means when several have its name: C++'s ranking of conversions, for the types that there are.
//!
//! A function fits if every argument can become its parameter without a cast. One that fits is better than another if
//! no argument has a longer way to it and one has a shorter; the best is better than all others. Functions of the
//! text come before a builtin of the same name, unless they are reached by conversions only.

use alloc::{boxed::Box, format, string::String, vec::Vec};

use super::super::ast::TemplateArg;
use super::super::builtins;
use super::super::typed::{Place, PlaceKind};
use super::super::types::{NULLPTR, Pointer, Scalar, Space, TypeKind, VOID};
use super::deduce::{Given, Reason};
use super::expr::Operand;
use super::scope::Quals;
use super::*;

/// The way from an argument to a parameter. To bind a reference is no way at all: only two references are told apart by what they
/// make `const` (C++17 16.3.3.2).
#[derive(Clone, Copy, Debug)]
struct Way {
    rank: Rank,
    /// Does it bind a reference, and one to what becomes `const` by that?
    reference: Option<bool>,
    /// The `operator T()` that it goes over, and how far it is from there: ways over the same one are compared (C++17 16.3.3.2).
    over: Option<(FunctionId, Rank)>,
    /// How many steps up it is to a base; to `void` it is further than to any.
    up: u32,
}

impl Way {
    const fn value(rank: Rank) -> Way {
        Way { rank, reference: None, over: None, up: 0 }
    }

    /// Is it shorter than another one?
    fn is_shorter(self, other: Way) -> bool {
        let plainer = self.reference.zip(other.reference).is_some_and(|(own, its)| !own && its);
        let nearer = self.over.zip(other.over).is_some_and(|(own, its)| own.0 == its.0 && own.1 < its.1);
        self.rank < other.rank || self.rank == other.rank && (plainer || nearer || self.up < other.up)
    }
}

/// How far it is from an argument to a parameter, the shortest way first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// The types are equal.
    Exact,
    /// What is pointed at becomes `const`.
    Qualified,
    /// A small integer becomes `int`, a `float` becomes `double`.
    Promoted,
    /// Any other conversion that needs no cast.
    Converted,
    /// A pointer becomes `bool`.
    ToBool,
    /// A constructor, or `operator T()` of a class.
    User,
}

/// What the functions of a name have to say to a call.
pub(super) enum Choice {
    /// The one that is meant.
    Function(FunctionId),
    /// None of them: the builtin of this name.
    Builtin(Symbol),
    /// None; this has been reported.
    Nothing,
}

impl Checker<'_> {
    /// Type of each parameter, and whether it is a reference.
    pub(super) fn parameters(&self, id: FunctionId) -> Vec<(TypeId, bool)> {
        self.parameter_vars(id).iter().map(|var| (var.ty, var.is_reference)).collect()
    }

    pub(super) fn parameter_vars(&self, id: FunctionId) -> &[Var] {
        let function = &self.program.functions[id.index()];
        // The variables of the function at hand are on the table.
        let vars = if self.here.function == Some(id) { &self.here.vars } else { &function.vars };
        vars.get(..function.params).unwrap_or_default()
    }

    /// The function that a call with these arguments means. With `<…>` behind its name it is an instance of a template.
    pub(super) fn choose(
        &mut self,
        ids: &[FunctionId],
        names: &[Symbol],
        explicit: Option<&[TemplateArg]>,
        args: &[(Operand, Span)],
        place: Span,
    ) -> Choice {
        if args.iter().any(|(arg, _)| arg.ty().is_error()) {
            return Choice::Nothing;
        }
        let given: Vec<Given> = args.iter().map(|(arg, _)| self.given(arg)).collect();
        let (made, refused) = self.instances(names, explicit.unwrap_or_default(), Some(&given), place);
        let mut all =
            self.seen_functions(if explicit.is_some() { &[] } else { ids }, &given, made.is_empty());
        all.extend(made.iter().map(|(_, id)| *id));
        let fitting: Vec<(FunctionId, Vec<Way>)> =
            all.iter().filter_map(|id| Some((*id, self.ranks(*id, args)?))).collect();
        let best = fitting
            .iter()
            .find(|(id, ranks)| {
                fitting.iter().all(|(other, its)| other == id || self.is_nearer((*id, ranks), (*other, its)))
            })
            .map(|(id, ways)| (*id, ways.iter().map(|way| way.rank).max().unwrap_or(Rank::Exact)));
        if best.is_none_or(|(_, rank)| rank > Rank::Exact) {
            self.uses_unread(names, place);
        }
        let is_builtin = |name: &&Symbol| {
            explicit.is_none() && builtins::builtin(self.text(**name), self.dialect).is_some()
        };
        let builtin = names.iter().find(is_builtin).copied();
        match best {
            Some((id, rank)) if rank < Rank::Converted || builtin.is_none() => {
                self.ask(id, place);
                Choice::Function(id)
            }
            _ if let Some(name) = builtin => Choice::Builtin(name),
            _ if refused.iter().any(|(_, reason)| reason.is_empty()) && fitting.is_empty() => Choice::Nothing,
            _ => {
                let fitting: Vec<FunctionId> = fitting.iter().map(|(id, _)| *id).collect();
                self.no_choice(names, args, (&all, &fitting), refused, place);
                Choice::Nothing
            }
        }
    }

    /// A call might mean a function of these names that could not be read: then what is wrong with it matters to the call.
    fn uses_unread(&mut self, names: &[Symbol], place: Span) {
        for name in names {
            for item in self.unread.get(name).cloned().unwrap_or_default() {
                self.uses(Some(item));
                if self.program.uses.quiet.contains(&item) {
                    self.report_unread(*name, place);
                }
            }
        }
    }

    /// Is the first of two functions meant rather than the second? Of equally near ones a function that is no instance
    /// of a template, or else that of the more special template (C++17 16.3.3).
    fn is_nearer(&mut self, first: (FunctionId, &[Way]), second: (FunctionId, &[Way])) -> bool {
        match (is_shorter_once(first.1, second.1), is_shorter_once(second.1, first.1)) {
            (false, false) => {}
            (shorter, longer) => return shorter && !longer,
        }
        match (self.binds_plainly(first.0, second.0), self.binds_plainly(second.0, first.0)) {
            (true, false) => return true,
            (false, true) => return false,
            _ => {}
        }
        match (self.templates.template_of(first.0), self.templates.template_of(second.0)) {
            (Some(first), Some(second)) => self.is_more_special(first, second),
            (first, second) => first.is_none() && second.is_some(),
        }
    }

    /// Has the first of two functions a reference where the second has one to a `const` number (which is its value here), or
    /// one to values where the second has one to a `const`?
    fn binds_plainly(&self, first: FunctionId, second: FunctionId) -> bool {
        let is_plain = |var: &Var| {
            var.is_reference && self.program.types.as_pointer(var.ty).is_some_and(|to| !to.is_const)
        };
        let pairs = self.parameter_vars(first).iter().zip(self.parameter_vars(second));
        let is_const = |var: &Var| {
            var.is_reference
                && !var.takes_values
                && self.program.types.as_pointer(var.ty).is_some_and(|to| to.is_const)
        };
        pairs.into_iter().any(|(first, second)| {
            is_plain(first) && !second.is_reference && second.is_const
                || first.takes_values && is_const(second)
        })
    }

    /// Does one of some functions take these arguments?
    pub(super) fn one_takes(&self, ids: &[FunctionId], args: &[(Operand, Span)]) -> bool {
        ids.iter().any(|id| self.ranks(*id, args).is_some())
    }

    /// Is it nearer from an object to the parameter of a function than to a base of its class?
    pub(super) fn is_nearer_than_base(&self, id: FunctionId, args: &[(Operand, Span)], base: TypeId) -> bool {
        let [(object, _)] = args else { return false };
        let up = self.classes.steps_up(object.ty(), base).unwrap_or(0);
        let to_base = Way { up, ..Way::value(Rank::Converted) };
        self.ranks(id, args).is_some_and(|ways| ways.iter().any(|way| way.is_shorter(to_base)))
    }

    /// How far it is to each parameter of a function, if it fits.
    fn ranks(&self, id: FunctionId, args: &[(Operand, Span)]) -> Option<Vec<Way>> {
        let params = self.parameter_vars(id);
        // One without an object takes any.
        let (object, args) = match (self.is_static(id), args) {
            (true, [_, rest @ ..]) => (Some(Way::value(Rank::Exact)), rest),
            _ => (None, args),
        };
        if !self.takes(id, args.len()) {
            return None;
        }
        let has_object = self
            .classes
            .members
            .get(&id)
            .is_some_and(|member| matches!(member.role, ast::Role::Method | ast::Role::Conversion));
        let rank = |(at, ((arg, _), var)): (usize, (&(Operand, Span), &Var))| {
            let way = match var.is_reference {
                true => {
                    let to = self.program.types.as_pointer(var.ty)?;
                    self.reference_way(arg, to, (var.takes_values, at == 0 && has_object))?
                }
                false => self.value_way(arg, var.ty)?,
            };
            Some(Way { up: self.steps_up(arg.ty(), var), ..way })
        };
        let ways = args.iter().zip(params).enumerate().map(rank);
        object.into_iter().map(Some).chain(ways).collect()
    }

    /// How many steps up it is from a class to one of its bases, or from a pointer to one.
    fn steps_up(&self, from: TypeId, var: &Var) -> u32 {
        let types = &self.program.types;
        let target = |ty| types.as_pointer(ty).map(|pointer| pointer.to);
        let (from, to) = match (var.is_reference, target(from), target(var.ty)) {
            (true, _, Some(to)) => (from, to),
            (false, Some(from), Some(to)) => (from, to),
            _ => (from, var.ty),
        };
        match to {
            VOID if from != VOID => u32::MAX,
            _ => self.classes.steps_up(from, to).unwrap_or(0),
        }
    }

    /// The way to a reference: to one to values, or (`is_object`) to the object that a function of a class works on, which may be a
    /// value, too.
    fn reference_way(
        &self,
        arg: &Operand,
        to: Pointer,
        (takes_values, is_object): (bool, bool),
    ) -> Option<Way> {
        if takes_values {
            let is_its = arg.ty() == to.to || self.derives(arg.ty(), to.to);
            let is_const = self.is_const(arg);
            if is_its && (self.stays(arg) || is_const && !to.is_const) {
                return None;
            }
            return Some(Way { reference: Some(to.is_const), ..self.value_way(arg, to.to)? });
        }
        let is_const = match arg {
            Operand::Place(_) if !self.stays(arg) && !is_object => None,
            // What lies in constant memory is not `const` for C++: its functions may be any, as long as they write nothing.
            Operand::Place(place) if is_object && self.space_of(place) == Some(Space::Constant) => {
                Some(false)
            }
            Operand::Place(place) => Some(place.is_const),
            Operand::Value(_) if is_object && self.is_const(arg) => Some(true),
            Operand::Value(value) => self.left_side(value).map(|is_free| !is_free),
        };
        let derives = self.derives(arg.ty(), to.to);
        let same = self.is_like(arg.ty(), to.to) || derives;
        let is_const = match is_const {
            Some(is_const) if same || !to.is_const => is_const,
            // A value gets a place of its own.
            _ if to.is_const => {
                return Some(Way { reference: Some(true), ..self.value_way(arg, to.to)? });
            }
            _ => return None,
        };
        let is_volatile = matches!(arg, Operand::Place(place) if place.is_volatile);
        match (same, is_const, to.is_const) {
            (false, ..) | (_, true, false) => None,
            _ if is_volatile && !to.is_volatile && !to.is_const && !is_object => None,
            (_, own, constant) => {
                let rank = if derives { Rank::Converted } else { Rank::Exact };
                let gains = constant && !own || to.is_volatile && !is_volatile;
                Some(Way { reference: Some(gains), ..Way::value(rank) })
            }
        }
    }

    /// Is it something that cannot be written, be it the `const` object that a function returns?
    pub(super) fn is_const(&self, operand: &Operand) -> bool {
        match operand {
            Operand::Place(place) => place.is_const,
            Operand::Value(value) => self.is_const_object(value),
        }
    }

    /// Is a value that of a `const` object, as far as C++ keeps that?
    fn is_const_object(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Call(id, ..) => self.program.functions[id.index()].gives_const,
            // Of a place and a value the place says what it is.
            ExprKind::Conditional(_, yes, no) if self.program.types.as_struct(value.ty).is_some() => {
                let is_const = |value: &Expr| match &value.kind {
                    ExprKind::Load(place) => place.is_const,
                    _ => self.is_const_object(value),
                };
                is_const(yes) || is_const(no)
            }
            _ => false,
        }
    }

    /// Are two types the same but for memories that pointers do not say?
    pub(super) fn is_like(&self, one: TypeId, other: TypeId) -> bool {
        match (self.program.types.as_pointer(one), self.program.types.as_pointer(other)) {
            (Some(a), Some(b)) => {
                let apart = a.space.zip(b.space).is_some_and(|(a, b)| a != b);
                !apart && a.is_const == b.is_const && self.is_like(a.to, b.to)
            }
            _ => one == other,
        }
    }

    /// Is it a place that has not been given up (`std::move`)?
    pub(super) fn stays(&self, arg: &Operand) -> bool {
        match arg {
            Operand::Place(place) => !self.is_given_up(place),
            Operand::Value(value) => self.left_side(value).is_some(),
        }
    }

    fn is_given_up(&self, place: &Place) -> bool {
        match &place.kind {
            PlaceKind::Deref(Expr { kind: ExprKind::Call(id, ..), .. }) => {
                self.program.functions[id.index()].gives_up
            }
            PlaceKind::Deref(Expr { kind: ExprKind::Comma(before, _), .. }) => before.is_empty(),
            // With an object its members and bases are given up.
            PlaceKind::Member(object, _) => self.is_given_up(object),
            _ => false,
        }
    }

    fn value_way(&self, arg: &Operand, to: TypeId) -> Option<Way> {
        let rank = self.value_rank(arg, to)?;
        let over = (rank == Rank::User).then(|| self.conversion_over(arg.ty(), to)).flatten();
        let over = over.map(|id| (id, self.rank_behind(id, to)));
        Some(Way { over, ..Way::value(rank) })
    }

    /// How far it is from what `operator T()` gives to a type.
    fn rank_behind(&self, id: FunctionId, to: TypeId) -> Rank {
        let types = &self.program.types;
        let from = types.as_scalar(self.program.functions[id.index()].result);
        from.zip(types.as_scalar(to)).map_or(Rank::Exact, |(from, to)| scalar_rank(from, to))
    }

    fn value_rank(&self, arg: &Operand, to: TypeId) -> Option<Rank> {
        let types = &self.program.types;
        let (from, target) = (types.kind(arg.ty()), types.kind(to));
        match (arg, from, target) {
            (Operand::Value(Expr { kind: ExprKind::Null, .. }), _, TypeKind::Pointer(_)) => {
                Some(Rank::Converted)
            }
            (Operand::Value(value), ..) if to == NULLPTR && self.told_by(value) == NULLPTR => {
                Some(Rank::Exact)
            }
            (_, _, TypeKind::Pointer(_)) if arg.ty() == NULLPTR => Some(Rank::Converted),
            (
                Operand::Value(Expr { kind: ExprKind::Const(0), ty, .. }),
                TypeKind::Scalar(of),
                TypeKind::Pointer(_),
            ) if self.dialect == Dialect::OpenCl || of >= Scalar::Int && !types.is_enum(*ty) => {
                Some(Rank::Converted)
            }
            (_, TypeKind::Scalar(from), TypeKind::Scalar(number)) => {
                match (arg.ty() == to, types.is_enum(to)) {
                    (true, _) => Some(Rank::Exact),
                    // An enumeration is made by a cast alone, and an `enum class` becomes nothing else.
                    (false, true) => None,
                    (false, false) if types.is_apart(arg.ty()) => None,
                    (false, false) => {
                        let is_enum = types.is_enum(arg.ty());
                        let rank = scalar_rank(from, number);
                        Some(if is_enum { rank.max(Rank::Promoted) } else { rank })
                    }
                }
            }
            (Operand::Place(place), TypeKind::Array { of, .. }, TypeKind::Pointer(to)) => {
                let quals = Quals { is_const: place.is_const, is_volatile: place.is_volatile };
                pointer_rank((of, quals), to)
            }
            (_, TypeKind::Pointer(from), TypeKind::Pointer(to)) => {
                let apart = from.space.zip(to.space).is_some_and(|(a, b)| a != b);
                if self.derives(from.to, to.to) && !apart && (to.is_const || !from.is_const) {
                    return Some(Rank::Converted);
                }
                if apart { None } else { pointer_rank((from.to, Quals::behind(from)), to) }
            }
            (_, TypeKind::Pointer(_) | TypeKind::Array { .. }, TypeKind::Scalar(Scalar::Bool)) => {
                Some(Rank::ToBool)
            }
            (Operand::Value(list), TypeKind::List, _) => self.list_rank(list, to),
            // A vector of OpenCL C of equal components, and CUDA's `dim3` of one number.
            (_, TypeKind::Scalar(_), TypeKind::Vector(_)) => Some(Rank::Converted),
            _ if arg.ty() == to => Some(Rank::Exact),
            _ if self.derives(arg.ty(), to) => Some(Rank::Converted),
            _ => self.conversion_to(arg.ty(), to).then_some(Rank::User),
        }
    }

    /// A list in braces becomes an object by its members or by a constructor, and a number if it has one value at most.
    fn list_rank(&self, list: &Expr, to: TypeId) -> Option<Rank> {
        let count = self.list_of(list).len();
        match self.program.types.kind(to) {
            TypeKind::Scalar(_) | TypeKind::Pointer(_) => (count < 2).then_some(Rank::Converted),
            TypeKind::Struct(_) if self.has_constructors(to) => {
                self.makes_of(to, count).then_some(Rank::User)
            }
            TypeKind::Struct(_) => {
                let fields = self.program.types.as_struct(to).map_or(0, |found| found.fields.len());
                (count <= fields).then_some(Rank::User)
            }
            // Of a reference to an array.
            TypeKind::Array { len, .. } => len.is_none_or(|len| count as u64 <= len).then_some(Rank::User),
            _ => None,
        }
    }

    /// Reports a call that no function fits, or several equally well.
    fn no_choice(
        &mut self,
        names: &[Symbol],
        args: &[(Operand, Span)],
        (all, fitting): (&[FunctionId], &[FunctionId]),
        refused: Vec<(Span, Reason)>,
        place: Span,
    ) {
        let name = names.first().map_or("", |name| self.text(*name));
        // The object of a function of a class is in front of its arguments.
        let has_object = |id: &FunctionId| {
            self.classes.members.get(id).is_some_and(|member| member.role != ast::Role::Constructor)
        };
        let objects = usize::from(all.first().is_some_and(has_object));
        let given = self.list(args.iter().skip(objects).map(|(arg, _)| arg.ty()));
        let (code, message, listed) = match fitting {
            [] => ("type::arguments", format!("No function `{name}` takes {given}."), all),
            several => {
                let message = format!("Several functions `{name}` fit {given} equally well.");
                ("type::ambiguous", message, several)
            }
        };
        let mut error = Diagnostic::error(code, place, message);
        for id in listed {
            let takes = self.list(
                self.parameters(*id)
                    .into_iter()
                    .skip(usize::from(has_object(id) && !self.is_static(*id)))
                    .map(|(ty, _)| ty),
            );
            error = error.label(self.program.functions[id.index()].span, format!("this one takes {takes}"));
        }
        for (span, reason) in refused.into_iter().filter(|_| fitting.is_empty()) {
            error = error.label(span, reason);
        }
        self.report.push(error.help("Cast the arguments to the types of the function that is meant."));
    }

    fn list(&self, types: impl Iterator<Item = TypeId>) -> String {
        let shown: Vec<String> = types.map(|ty| self.program.types.show(ty, self.names)).collect();
        format!("`({})`", shown.join(", "))
    }
}

/// Is one of some ways shorter than the other in its place?
fn is_shorter_once(ways: &[Way], others: &[Way]) -> bool {
    ways.iter().zip(others).any(|(way, other)| way.is_shorter(*other))
}

fn scalar_rank(from: Scalar, to: Scalar) -> Rank {
    match (from, to) {
        (from, to) if from == to => Rank::Exact,
        (Scalar::Float, Scalar::Double) => Rank::Promoted,
        (from, to) if from.promoted() == to => Rank::Promoted,
        _ => Rank::Converted,
    }
}

/// From a pointer to something, which may be `const` or `volatile`.
fn pointer_rank((from, quals): (TypeId, Quals), to: Pointer) -> Option<Rank> {
    match Quals::behind(to) {
        target if !target.have(quals) => None,
        _ if from != to.to => (to.to == VOID).then_some(Rank::Converted),
        target if target != quals => Some(Rank::Qualified),
        _ => Some(Rank::Exact),
    }
}

/// A pointer to a place that is given up: with nothing in front of it, as if by `,`.
pub(super) fn given_up(pointer: Expr) -> Expr {
    let (ty, span) = (pointer.ty, pointer.span);
    Expr { kind: ExprKind::Comma(Vec::new(), Box::new(pointer)), ty, span }
}

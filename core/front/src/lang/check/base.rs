//! Bases of classes (C++17 clause 13): a derived class begins with the members of its base, as if they were members without a name.
//!
//! A base without members takes no room; of the others a class may have one, so that a derived object and its base lie at the same place.
//! Names that the class does not have are looked up in its bases. Members of the derived class fill what is left behind those of a base
//! that is no plain struct of C++03, as compilers do it (Itanium C++ ABI, 2.4). Absent: virtual functions and bases.

use alloc::{boxed::Box, format, vec, vec::Vec};

use super::super::ast::StructSpec;
use super::super::typed::{Init, Place, PlaceKind};
use super::super::types::{Member, NAMELESS};
use super::call::Operands;
use super::class::Classes;
use super::expr::local_place;
use super::*;
use crate::base::OrdSet;

/// A class, its first base, the bases of that, and so on, then its second base: each once, however many ways lead to it.
pub(in crate::lang::check) struct Lineage<'c> {
    bases: &'c OrdMap<TypeId, Vec<TypeId>>,
    open: Vec<TypeId>,
    seen: OrdSet<TypeId>,
}

impl Iterator for Lineage<'_> {
    type Item = TypeId;

    fn next(&mut self) -> Option<TypeId> {
        let next = loop {
            let next = self.open.pop()?;
            if self.seen.insert(next) {
                break next;
            }
        };
        self.open.extend(self.bases.get(&next).into_iter().flatten().rev());
        Some(next)
    }
}

impl Classes {
    /// A class and all that it derives from.
    pub(in crate::lang::check) fn lineage(&self, ty: TypeId) -> Lineage<'_> {
        Lineage { bases: &self.bases, open: vec![ty], seen: OrdSet::new() }
    }

    /// The least number of steps from a class up to one of its bases; 0 to itself.
    pub(in crate::lang::check) fn steps_up(&self, ty: TypeId, base: TypeId) -> Option<u32> {
        let (mut level, mut seen) = (vec![ty], OrdSet::new());
        for steps in 0.. {
            if level.contains(&base) {
                return Some(steps);
            }
            let above = level.iter().flat_map(|ty| self.bases.get(ty).into_iter().flatten());
            level = above.copied().filter(|ty| seen.insert(*ty)).collect();
            if level.is_empty() {
                break;
            }
        }
        None
    }
}

impl Checker<'_> {
    /// Takes note of the bases of a class; gives the member that one of them is.
    pub(super) fn base_members(&mut self, ty: TypeId, spec: &StructSpec) -> Vec<Member> {
        let (mut bases, mut members) = (vec![], vec![]);
        for syntax in &spec.bases {
            let base = self.base(syntax).ty;
            let base = self.complete(base, syntax.span);
            let Some(found) = self.program.types.as_struct(base).filter(|found| !found.is_union) else {
                if !base.is_error() {
                    self.error("type::base", syntax.span, format!("{} cannot be a base.", self.show(base)));
                }
                continue;
            };
            if !found.is_bare() {
                let is_open = self.classes.open.contains(&base);
                members.push(Member { is_open, ..Member::of(NAMELESS, base) });
            }
            bases.push(base);
            if members.len() > 1 {
                let message = "More than one base with members is not supported.";
                let help = "Make all but one of them members, and call their functions by their names.";
                self.hint("unsupported::class", syntax.span, message, help);
                members.truncate(1);
            }
            if spec.inherits {
                self.classes.inherits.insert(ty, base);
            }
        }
        if spec.assigns {
            self.classes.assigns.insert(ty);
        }
        if !bases.is_empty() {
            self.program.bases.extend(bases.iter().copied());
            self.classes.bases.insert(ty, bases);
        }
        members
    }

    /// Is the second type a base of the first, or a base of one?
    pub(super) fn derives(&self, ty: TypeId, from: TypeId) -> bool {
        self.classes.lineage(ty).skip(1).any(|base| base == from)
    }

    /// The base in an object.
    pub(super) fn base_place(&self, place: Place, base: TypeId) -> Place {
        let Place { is_const, is_volatile, span, .. } = place;
        Place { kind: PlaceKind::Member(Box::new(place), 0), ty: base, is_const, is_volatile, span }
    }

    /// The base of a class, or of its bases, that a space belongs to.
    pub(super) fn base_of_space(&self, ty: TypeId, space: SpaceId) -> Option<TypeId> {
        let prefix = self.spaces.prefix(space).strip_suffix("::");
        self.classes.lineage(ty).skip(1).find(|base| {
            let tag = self.program.types.as_struct(*base).and_then(|found| found.name);
            tag.is_some_and(|tag| Some(self.text(tag)) == prefix)
        })
    }

    /// The value of the base in a value.
    pub(super) fn base_value(&mut self, value: Expr, base: TypeId) -> Expr {
        let (ty, span) = (value.ty, value.span);
        let whole = match value.kind {
            ExprKind::Load(place) => *place,
            _ => Place { kind: PlaceKind::Value(value), ty, is_const: true, is_volatile: false, span },
        };
        let place = self.base_place(whole, base);
        self.load(place, span)
    }

    /// The base of a class that a name means in front of the body of a constructor.
    pub(super) fn base_named(&self, ty: TypeId, name: Symbol) -> Option<TypeId> {
        let bases = self.classes.bases.get(&ty)?;
        let is_tag = |base: &&TypeId| {
            let tag = self.program.types.as_struct(**base).and_then(|found| found.name);
            let text = tag.map_or("", |tag| self.text(tag)).split('<').next().unwrap_or_default();
            text.rsplit("::").next() == Some(self.text(name))
        };
        let other = || match self.of_class(ty, self.text(name)).map(|(_, entity)| entity) {
            Some(Entity::Type(meant)) => bases.iter().find(|base| **base == meant),
            _ => None,
        };
        let outer = || match self.scopes.find(name) {
            Some(Entity::Type(meant)) => bases.iter().find(|base| *base == meant),
            _ => None,
        };
        bases.iter().find(is_tag).or_else(other).or_else(outer).copied()
    }

    /// An object that a constructor of its base makes (`using B::B`).
    pub(super) fn made_over(
        &mut self,
        (ty, base): (TypeId, TypeId),
        args: Operands,
        explicit: bool,
        span: Span,
    ) -> Expr {
        let value = self.construct(base, args, explicit, span);
        if value.ty.is_error() || self.here.function.is_none() {
            return self.nothing(span);
        }
        let mut parts = vec![(0, value)];
        let at = self.nameless(ty, true, span);
        self.default_parts((ty, 0), (Some((at, 0)), true), &mut parts, span);
        let load = Expr { kind: ExprKind::Load(Box::new(local_place(at, ty, span))), ty, span };
        Expr { kind: ExprKind::Compound(at, Box::new(Init { parts, zero: true }), Box::new(load)), ty, span }
    }
}

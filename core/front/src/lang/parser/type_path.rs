//! Types that are found by way of others: instances of templates, `T::value_type`, `Vec<T>::Inner`; and members of such types.
//!
//! What a name behind `::` is, the class of the template tells if it has the name. Of other types only what stands around it does:
//! `typename` in front of it, or a name behind it.

use alloc::{boxed::Box, vec, vec::Vec};

use super::lookup::Found;
use super::paths::{Path, joined};
use super::template::Generic;
use super::*;
use crate::lang::ast::{Base, ExprKind, TypePath};
use crate::lang::spaces::{Meaning, What};

impl Parser<'_> {
    /// Is the name of this token a template of classes or types?
    fn is_generic_type(&self, name: Symbol) -> bool {
        matches!(self.generic(name), Some(Generic::Classes | Generic::Types))
    }

    /// A path that leads through a type which has no space here: the type, and what stands behind it.
    fn through_type(&self, name: Symbol) -> Option<(Symbol, Vec<Symbol>)> {
        let path = self.paths.get(&name).filter(|path| !path.outermost)?;
        if self.space_of(path).is_some() && self.of_base_instance(path).is_none() {
            return None;
        }
        (1..path.parts.len()).rev().find_map(|count| {
            let parts = path.parts[..count].to_vec();
            let found = match parts[..] {
                [only] => self.find(only),
                _ => self.find_path(name, &Path { outermost: false, parts }),
            };
            match found {
                Found::Known(Meaning { what: What::Type, targets }) => {
                    Some((*targets.first()?, path.parts[count..].to_vec()))
                }
                _ => None,
            }
        })
    }

    /// What the last part of a path through a class is that is no template, if a base has it that is an instance of one: then the class
    /// tells which instance.
    fn of_base_instance(&self, path: &Path) -> Option<What> {
        let (space, last) = (self.space_of(path)?, path.parts.last()?);
        let meaning = self.spaces.qualified(space, *last).filter(|_| self.spaces.is_type(space))?;
        let home = self.spaces.home(*meaning.targets.first()?);
        let is_template = |space| {
            let tag = self.spaces.prefix(space).strip_suffix("::").and_then(|tag| self.names.find(tag));
            tag.is_some_and(|tag| self.templates.get(&tag) == Some(&Generic::Classes))
        };
        (home != space && is_template(home) && !is_template(space)).then_some(meaning.what)
    }

    /// Is it a path to a type that an instance has which is a base?
    fn is_type_of_base(&self, name: Symbol) -> bool {
        let path = self.paths.get(&name).filter(|path| !path.outermost);
        path.and_then(|path| self.of_base_instance(path)) == Some(What::Type)
    }

    /// Does the token declare something behind a type: a name, or `&` in front of one?
    fn is_declared(&self, at: usize) -> bool {
        let is_name =
            |token: Token| token.name().is_some_and(|name| Keyword::of(name, self.dialect).is_none());
        let at = at.min(self.tokens.len() - 2);
        is_name(self.tokens[at]) || (self.tokens[at].is(Punct::Amp) && is_name(self.tokens[at + 1]))
    }

    /// Is the member of a class template that stands at a token a type?
    fn is_member_type(&self, class: Symbol, at: usize) -> bool {
        let Some(name) = self.tokens[at].name() else { return false };
        // `A<T>::operator+` and `A<T>::template f` are functions.
        if matches!(Keyword::of(name, self.dialect), Some(Keyword::Operator | Keyword::Template)) {
            return false;
        }
        let Found::Known(meaning) = self.find(class) else { return false };
        let known = meaning.targets.first().and_then(|tag| {
            let space = self.spaces.inner_space(self.spaces.home(*tag), self.last_part(class))?;
            self.spaces.member(space, name)
        });
        match known {
            Some(known) => known.what == What::Type,
            None => self.is_declared(at + 1),
        }
    }

    /// Does a type begin at this token, which is a name?
    pub(super) fn is_type_at(&self, at: usize) -> bool {
        let Some(name) = self.tokens[at].name() else { return false };
        if self.dialect == Dialect::OpenCl {
            return self.is_type_name(name);
        }
        if self.is_generic_type(name) && self.tokens[at + 1].is(Punct::Lt) {
            let behind = self.behind_angles(at + 1, self.tokens.len() - 2);
            return !self.tokens[behind].is(Punct::Scope) || self.is_member_type(name, behind + 1);
        }
        match self.through_type(name) {
            Some(_) => self.is_declared(at + 1) || self.is_type_of_base(name),
            // `B::operator+` is a function.
            None => self.is_type_name(name) && !self.is_operator_behind(at + 1),
        }
    }

    /// Index of the token behind the name of a type with its arguments and members: `A`, `A<int>`, `A<int>::B`.
    pub(super) fn behind_type(&self, mut at: usize) -> usize {
        let end = self.tokens.len() - 1;
        loop {
            at += 1;
            if self.dialect == Dialect::Cuda
                && self.tokens[at - 1].name().is_some_and(|name| self.is_generic_type(name))
                && self.tokens[at].is(Punct::Lt)
            {
                at = self.behind_angles(at, end);
            }
            if !self.tokens[at.min(end)].is(Punct::Scope) {
                return at.min(end);
            }
            at += 1;
        }
    }

    /// `(` or `{`: a value of the type in front of it.
    pub(super) fn begins_parts(&self, at: usize) -> bool {
        self.tokens[at].is(Punct::LParen) || self.tokens[at].is(Punct::LBrace)
    }

    /// A type that is found by way of others, at the cursor. `said` to be a type?
    pub(super) fn type_path(&mut self, said: bool) -> Parse<Option<Base>> {
        if self.dialect == Dialect::OpenCl {
            return Ok(None);
        }
        let Some((name, span)) = self.name() else { return Ok(None) };
        let mut path = TypePath { head: name, args: None, members: vec![], span };
        if self.is_generic_type(name) && self.ahead(1).is(Punct::Lt) {
            path.head = self.target(name, span);
            self.advance();
            path.args = Some(self.template_args()?);
            while self.at(Punct::Scope) && (said || self.is_member_type(name, self.at + 1)) {
                self.advance();
                self.take_keyword(Keyword::Template);
                let Some((member, _)) = self.name() else {
                    return Err(self.expected("the name of a type", "behind `::`"));
                };
                self.advance();
                match self.paths.get(&member) {
                    Some(parts) => path.members.extend(&parts.parts),
                    None => path.members.push(member),
                }
            }
        } else {
            match self.through_type(name) {
                Some((head, members))
                    if said || self.is_declared(self.at + 1) || self.is_type_of_base(name) =>
                {
                    (path.head, path.members) = (head, members);
                    self.advance();
                }
                _ => return Ok(None),
            }
        }
        path.span = span.to(self.last);
        Ok(Some(Base::Path(Box::new(path))))
    }

    /// A value that is found by way of a type, or a value of such a type, at the cursor: `Vec<int>::size`, `T::f`, `Vec<int>{}`.
    pub(super) fn member_of_type(&mut self) -> Option<Parse<Expr>> {
        let (name, span) = self.name().filter(|_| self.dialect == Dialect::Cuda)?;
        if self.is_generic_type(name) && self.ahead(1).is(Punct::Lt) {
            return Some(match self.is_type_at(self.at) {
                true => self.functional_cast(),
                false => self.member_of_instance(),
            });
        }
        let (head, mut members) = self.through_type(name)?;
        self.advance();
        let last = members.pop()?;
        let path = TypePath { head, args: None, members, span };
        Some(self.static_member(path, last))
    }

    fn member_of_instance(&mut self) -> Parse<Expr> {
        let behind = self.behind_angles(self.at + 1, self.tokens.len() - 1);
        if self.is_operator_behind(behind) {
            return self.operator_of_base();
        }
        let path = self.instance_before()?;
        self.take_keyword(Keyword::Template);
        let (path, name) = self.last_of_instance(path)?;
        self.static_member(path, name)
    }

    /// `Vec<T>::` in front of the name of a member.
    fn instance_before(&mut self) -> Parse<TypePath> {
        let Some(Base::Path(path)) = self.type_path(false)? else {
            return Err(self.expected("a type", "here"));
        };
        self.expect(Punct::Scope, "behind the type")?;
        Ok(*path)
    }

    /// The name of a member behind `Vec<T>::`; what stands in front of its last part belongs to the type.
    fn last_of_instance(&mut self, mut path: TypePath) -> Parse<(TypePath, Symbol)> {
        let Some((mut last, _)) = self.name() else {
            return Err(self.expected("the name of a member", "behind `::`"));
        };
        self.advance();
        if let Some(parts) = self.paths.get(&last) {
            path.members.extend(&parts.parts);
            last = path.members.pop().unwrap_or(last);
        }
        Ok((path, last))
    }

    /// The name of a member behind `.` or `->`, with the class in front of it: `d.B::f`, `d.Vec<T>::operator[]`. There is no name
    /// in front of the type of `operator T`, which comes next.
    pub(super) fn member_name(&mut self) -> Parse<(Option<TypePath>, Option<Symbol>, Span)> {
        if self.keyword() == Some(Keyword::Operator) {
            let (name, span) = self.operator_said()?;
            return Ok((None, name, span));
        }
        let Some((name, span)) = self.name() else {
            return Err(self.expected("the name of a member", "here"));
        };
        if self.is_generic_type(name) && self.ahead(1).is(Punct::Lt) {
            let behind = self.behind_angles(self.at + 1, self.tokens.len() - 1);
            if self.tokens[behind].is(Punct::Scope) {
                return self.member_of_base_instance();
            }
        }
        if self.is_operator_behind(self.at + 1) {
            let class = self.class_path(name, span);
            self.advance();
            self.advance();
            let (name, end) = self.operator_said()?;
            return Ok((Some(class), name, span.to(end)));
        }
        self.advance();
        let Some(path) = self.paths.get(&name).cloned() else { return Ok((None, Some(name), span)) };
        let class = self.joined_path(path.outermost, &path.parts[..path.parts.len() - 1]);
        let class = self.class_path(class, span);
        Ok((Some(class), Some(self.last_part(name)), span))
    }

    /// The same behind a class that is an instance of a template.
    fn member_of_base_instance(&mut self) -> Parse<(Option<TypePath>, Option<Symbol>, Span)> {
        let path = self.instance_before()?;
        self.take_keyword(Keyword::Template);
        let start = path.span;
        if self.keyword() == Some(Keyword::Operator) {
            let (name, span) = self.operator_said()?;
            return Ok((Some(path), name, start.to(span)));
        }
        let (path, name) = self.last_of_instance(path)?;
        Ok((Some(path), Some(name), start.to(self.last)))
    }

    /// The name of an operator that is called by it, or none in front of a type.
    fn operator_said(&mut self) -> Parse<(Option<Symbol>, Span)> {
        let start = self.advance().span;
        if self.peek().name().is_some() {
            return Ok((None, start));
        }
        self.operator_sign(start, true).map(|(name, span)| (Some(name), span))
    }

    /// Do `::` and `operator` stand at this token?
    pub(super) fn is_operator_behind(&self, at: usize) -> bool {
        let token = |at: usize| self.tokens[at.min(self.tokens.len() - 1)];
        let word = token(at + 1).name().and_then(|name| Keyword::of(name, self.dialect));
        token(at).is(Punct::Scope) && word == Some(Keyword::Operator)
    }

    /// Is a name, or what it leads to, a type?
    pub(super) fn names_type(&self, name: Symbol) -> bool {
        self.is_type_name(name) || self.through_type(name).is_some()
    }

    /// The path of some names.
    fn joined_path(&mut self, outermost: bool, parts: &[Symbol]) -> Symbol {
        if let ([only], false) = (parts, outermost) {
            return *only;
        }
        let symbol = joined(outermost, parts, self.names);
        self.paths.insert(symbol, Path { outermost, parts: parts.to_vec() });
        symbol
    }

    /// The class that a name, or a path, means in front of the name of a member.
    fn class_path(&mut self, name: Symbol, span: Span) -> TypePath {
        let (head, members) = match self.through_type(name) {
            Some(found) => found,
            None => (self.target(name, span), vec![]),
        };
        TypePath { head, args: None, members, span }
    }

    fn static_member(&mut self, path: TypePath, name: Symbol) -> Parse<Expr> {
        let generic = self.at(Punct::Lt) && self.classes.generic.contains(&name);
        let args = if generic { self.template_args()? } else { vec![] };
        let span = path.span.to(self.last);
        self.node(ExprKind::Static(Box::new(path), name, args), span, 1)
    }
}

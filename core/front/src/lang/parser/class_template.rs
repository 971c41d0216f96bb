//! Templates of classes and of names of types (C++17 17.1 and 17.5.7), and what stands behind such classes.
//!
//! A template of classes is read once, with its parameters as names. A specialisation is a class of its own: its tag is its name
//! with the arguments as they are written.

use alloc::{boxed::Box, format, string::String, vec::Vec};

use super::class::Members;
use super::template::Generic;
use super::*;
use crate::lang::ast::{AliasTemplate, ClassTemplate, StructSpec, TemplateParam, TemplateParamKind};
use crate::lang::spaces::{Kind, Meaning, What};

impl Parser<'_> {
    /// Does a template of classes or types begin at the cursor?
    pub(super) fn is_class_template(&mut self) -> bool {
        if self.keyword() != Some(Keyword::Template) || !self.ahead(1).is(Punct::Lt) {
            return false;
        }
        let behind = self.behind_angles(self.at + 1, self.tokens.len() - 1);
        let word = self.tokens[behind].name().and_then(|name| Keyword::of(name, self.dialect));
        matches!(word, Some(Keyword::Struct | Keyword::Class | Keyword::Union | Keyword::Using))
    }

    /// A class behind `template <…>`.
    pub(super) fn class_template(&mut self, start: Span, params: Vec<TemplateParam>) -> Parse<Item> {
        let head = self.peek().span;
        let is_union = self.keyword() == Some(Keyword::Union);
        self.advance();
        let mut align = self.struct_attributes()?;
        let Some((own, _)) = self.name() else { return Err(self.expected("a name", "for this template")) };
        self.advance();
        let mut args = None;
        let (mut tag, mut symbol) = (own, own);
        if self.at(Punct::Lt) {
            let first = self.at;
            args = Some(self.template_args()?);
            symbol = self.instance_name(own, first, self.at);
            tag = self.target(own, head);
        }
        let name = if args.is_some() { tag } else { self.declare(own, What::Type) };
        let tag = if args.is_some() {
            self.spaces.declare(self.space, symbol, What::Type, self.names)
        } else {
            name
        };
        self.templates.insert(name, Generic::Classes);
        self.templates.insert(tag, Generic::Classes);
        let span = head.to(self.last);
        self.refuse_bases()?;
        let members = match self.at(Punct::LBrace) {
            true => {
                let space = self.spaces.open(self.space, Some(symbol), Kind::Type, self.names);
                if let (Some(space), true) = (space, args.is_some()) {
                    self.spaces.add(space, own, &Meaning::one(What::Type, tag));
                }
                Some(self.in_class(Some((own, tag)), space)?)
            }
            false => None,
        };
        if members.is_some() {
            align = self.struct_attributes()?.or(align);
        }
        self.expect_semi("this class")?;
        let none = members.is_none();
        let Members { data, asserts, has_constructors, has_default } = members.unwrap_or_default();
        let members = if none { None } else { Some(data) };
        let tag = Some(tag);
        let spec = StructSpec { is_union, tag, members, has_constructors, has_default, asserts, align, span };
        let functions = self.template_functions(&params);
        let span = start.to(self.last);
        Ok(Item::Class(Box::new(ClassTemplate { params, name, args, spec, functions, span })))
    }

    /// The name of a specialisation: with its arguments, which are these tokens.
    fn instance_name(&mut self, own: Symbol, first: usize, behind: usize) -> Symbol {
        let mut text = String::from(self.names.text(self.last_part(own)));
        for token in &self.tokens[first..behind] {
            let shown = self.describe(*token);
            let word = text.ends_with(|last: char| last.is_alphanumeric() || last == '_');
            let shown = shown.trim_matches('`');
            if word && shown.starts_with(|next: char| next.is_alphanumeric() || next == '_') {
                text.push(' ');
            }
            text.push_str(shown);
        }
        self.names.intern(&text)
    }

    /// `using name = type;` behind `template <…>`.
    pub(super) fn alias_template(&mut self, params: Vec<TemplateParam>) -> Parse<Item> {
        self.advance();
        let Some((own, _)) = self.name() else { return Err(self.expected("a name", "behind `using`")) };
        self.advance();
        self.expect(Punct::Assign, "behind the name of the type")?;
        let ty = self.type_syntax()?;
        self.expect_semi("this declaration")?;
        let name = self.declare(own, What::Type);
        self.templates.insert(name, Generic::Types);
        Ok(Item::Alias(Box::new(AliasTemplate { params, name, ty })))
    }

    /// `Vec<T, N>::f`, the name of something that is defined behind its class: goes into the space of the class.
    pub(super) fn outer_name(&mut self) -> Parse<Option<(Symbol, Span)>> {
        let Some((own, span)) = self.name() else { return Ok(None) };
        let is_class = self.generic(own) == Some(Generic::Classes) && self.is_outside();
        if !is_class || !self.ahead(1).is(Punct::Lt) {
            return Ok(None);
        }
        let primary = self.target(own, span);
        self.advance();
        let first = self.at;
        self.template_args()?;
        let special = self.instance_name(own, first, self.at);
        let home = self.spaces.home(primary);
        let last = self.last_part(own);
        let found = self.spaces.inner_space(home, special).or(self.spaces.inner_space(home, last));
        self.expect(Punct::Scope, "behind the class")?;
        let Some(space) = found else { return Err(self.expected("the name of a class", "here")) };
        self.space = space;
        if self.keyword() == Some(Keyword::Operator) {
            return Ok(None);
        }
        let Some((name, at)) = self.name() else { return Err(self.expected("a name", "behind the class")) };
        if name != last {
            return Ok(None);
        }
        self.advance();
        let prefix = self.spaces.prefix(space);
        let symbol = self.names.find(&format!("{prefix}{}", self.names.text(name)));
        Ok(Some((symbol.unwrap_or(name), at)))
    }

    /// The name of a parameter means something from here on.
    pub(super) fn declare_template_param(&mut self, param: &TemplateParam) {
        if let Some(name) = param.name {
            self.declare_param(name, matches!(param.kind, TemplateParamKind::Type));
        }
    }
}

//! Templates of classes and of names of types (C++17 17.1 and 17.5.7), and what stands behind such classes.
//!
//! A template of classes is read once, with its parameters as names. A specialisation is a class of its own: its tag is its name
//! with the arguments as they are written.

use alloc::{boxed::Box, format, string::String, vec, vec::Vec};

use super::template::Generic;
use super::*;
use crate::lang::ast::{
    AliasTemplate, ClassTemplate, Declaration, Declarator, ExprKind, Specifiers, StructSpec, TemplateParam,
    TemplateParamKind, TypePath,
};
use crate::lang::spaces::{Kind, Meaning, What};

/// The member that the value of a template of constants is.
const CONSTANT: &str = "value";

impl Parser<'_> {
    /// Does a template of classes, types or constants begin at the cursor?
    pub(super) fn begins_type_template(&mut self) -> bool {
        if self.keyword() != Some(Keyword::Template) || !self.ahead(1).is(Punct::Lt) {
            return false;
        }
        let behind = self.behind_angles(self.at + 1, self.tokens.len() - 1);
        let word = self.tokens[behind].name().and_then(|name| Keyword::of(name, self.dialect));
        matches!(word, Some(Keyword::Struct | Keyword::Class | Keyword::Union | Keyword::Using))
            || self.is_constant_at(behind)
    }

    /// Does a template of functions begin at the cursor whose calls may be constants, and which is not for the host alone?
    pub(super) fn begins_constexpr_template(&mut self) -> bool {
        if self.keyword() != Some(Keyword::Template) || !self.ahead(1).is(Punct::Lt) {
            return false;
        }
        let behind = self.behind_angles(self.at + 1, self.tokens.len() - 1);
        let words = self.tokens[behind..].iter().map_while(|token| token.name());
        let words: Vec<_> = words.map(|name| Keyword::of(name, self.dialect)).collect();
        words.contains(&Some(Keyword::Constexpr)) && !words.contains(&Some(Keyword::CudaHost))
    }

    /// Does what begins at a token give a value to a constant?
    fn is_constant_at(&self, at: usize) -> bool {
        let ends = |token: &&Token| {
            let ends = [Punct::LParen, Punct::LBrace, Punct::Assign, Punct::Semi];
            token.kind == Tok::End || ends.into_iter().any(|punct| token.is(punct))
        };
        let words = self.tokens[at..].iter().take_while(|token| !ends(token));
        let is_const = |token: &Token| {
            let word = token.name().and_then(|name| Keyword::of(name, self.dialect));
            matches!(word, Some(Keyword::Const | Keyword::Constexpr))
        };
        let last = self.tokens[at..].iter().find(ends);
        words.into_iter().any(is_const)
            && last.is_some_and(|token| token.is(Punct::Assign) || token.is(Punct::LBrace))
    }

    /// `template <class T> constexpr T pi = …;` behind its name: a class whose only member is the constant.
    pub(super) fn variable_template(
        &mut self,
        start: Span,
        params: Vec<TemplateParam>,
        mut specifiers: Specifiers,
        mut declarator: Declarator,
    ) -> Parse<Item> {
        let Some((own, span)) = declarator.name else { return Err(self.expected("a name", "here")) };
        let is_special = !declarator.args.is_empty() || params.is_empty();
        let args = is_special.then(|| core::mem::take(&mut declarator.args));
        let name = if is_special { self.target(own, span) } else { self.declare(own, What::Other) };
        let symbol = match is_special {
            true => self.names.intern(&format!("{}<{}>", self.names.text(self.last_part(own)), self.at)),
            false => self.last_part(own),
        };
        let tag =
            if is_special { self.spaces.declare(self.space, symbol, What::Other, self.names) } else { name };
        self.templates.insert(name, Generic::Variables);
        if let Some(space) = self.spaces.open(self.space, Some(symbol), Kind::Type, self.names) {
            let value = self.names.intern(CONSTANT);
            declarator.name = Some((self.spaces.declare(space, value, What::Other, self.names), span));
        }
        (specifiers.is_static, specifiers.is_constexpr, specifiers.space) = (true, true, None);
        let declared = self.initialised(declarator)?;
        self.expect_semi("this constant")?;
        let members = Some(vec![Declaration { specifiers, names: vec![declared], span }]);
        let spec = StructSpec { tag: Some(tag), members, span, ..StructSpec::default() };
        let span = start.to(self.last);
        Ok(Item::Class(Box::new(ClassTemplate { params, name, args, spec, functions: vec![], span })))
    }

    /// `pi<float>`, at its name.
    pub(super) fn variable_of(&mut self, name: Symbol, span: Span) -> Parse<Expr> {
        let head = self.target(name, span);
        self.advance();
        let args = Some(self.template_args()?);
        let span = span.to(self.last);
        let value = self.names.intern(CONSTANT);
        let path = Box::new(TypePath { head, args, members: vec![], span });
        self.node(ExprKind::Static(path, value, vec![]), span, 1)
    }

    /// A class behind `template <…>`.
    pub(super) fn class_template(&mut self, start: Span, params: Vec<TemplateParam>) -> Parse<Item> {
        let head = self.peek().span;
        let (is_union, is_class) =
            (self.keyword() == Some(Keyword::Union), self.keyword() == Some(Keyword::Class));
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
        let bases = self.bases()?;
        let members = match self.at(Punct::LBrace) {
            true => {
                let space = self.spaces.open(self.space, Some(symbol), Kind::Type, self.names);
                if let (Some(space), true) = (space, args.is_some()) {
                    self.spaces.add(space, own, &Meaning::one(What::Type, tag));
                }
                self.classes.begins_closed = is_class;
                Some(self.in_class(Some((own, tag)), space, &bases)?)
            }
            false => None,
        };
        if members.is_some() {
            align = self.struct_attributes()?.or(align);
        }
        self.expect_semi("this class")?;
        let none = members.is_none();
        let spec = members.unwrap_or_default().spec(StructSpec {
            is_union,
            tag: Some(tag),
            bases: bases.all,
            align,
            span,
            members: if none { None } else { Some(vec![]) },
            ..StructSpec::default()
        });
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

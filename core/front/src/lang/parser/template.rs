//! Templates (C++17 clause 17): what begins with `template`, and names with arguments in `<…>`.
//!
//! A name in front of `<` has template arguments if it is that of a template; between the brackets `>` always closes
//! (C++17 17.2.3). Templates of classes and types are read beside ([`class_template`](super::class_template)). Absent: templates of
//! variables that are no constants, parameter packs, and parameters that are templates; each is named where it is declared.

use alloc::{boxed::Box, format, vec, vec::Vec};

use super::lookup::Found;
use super::*;
use crate::lang::ast::{
    Declarator, Derivation, ExprKind, Function, Init, StmtKind, Template, TemplateArg, TemplateArgKind,
    TemplateParam, TemplateParamKind, TypeSyntax,
};
use crate::lang::images;
use crate::lang::spaces::What;

/// Of what something is a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Generic {
    /// Functions, which can be used.
    Functions,
    /// Structs or classes.
    Classes,
    /// Other names of types (`using`).
    Types,
    /// Variables.
    Variables,
}

impl Parser<'_> {
    /// Reads something inside of brackets, where `>` is an operator.
    pub(super) fn in_brackets<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let outer = core::mem::replace(&mut self.in_angles, false);
        let result = read(self);
        self.in_angles = outer;
        result
    }

    /// Reads something between `<` and `>`.
    fn in_angles<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        // What has been tried before, from a place inside of this list, may have ended between the halves of a `>>`.
        self.half = usize::MAX;
        let outer = core::mem::replace(&mut self.in_angles, true);
        let result = read(self);
        self.in_angles = outer;
        result
    }

    /// What begins with `template`.
    pub(super) fn template_item(&mut self) -> Parse<Item> {
        let start = self.advance().span;
        if !self.at(Punct::Lt) {
            if self.other_generic() == Some(Generic::Classes) {
                // All functions of a class are instantiated when they are used.
                self.skip_item();
                return Ok(Item::Host(vec![]));
            }
            return Ok(Item::Instantiation(self.template_function(start)?));
        }
        self.undone(|this| {
            let mut params = this.template_head()?;
            // A template in a class that is one: defined behind it.
            if this.take_keyword(Keyword::Template) {
                params.extend(this.template_head()?);
            }
            match this.other_generic() {
                Some(Generic::Classes) => this.class_template(start, params),
                Some(Generic::Types) => this.alias_template(params),
                _ => this.template_of_values(start, params),
            }
        })
    }

    /// `<…>` behind `template`.
    pub(super) fn template_head(&mut self) -> Parse<Vec<TemplateParam>> {
        self.expect(Punct::Lt, "behind `template`")?;
        if self.take(Punct::Gt) { Ok(vec![]) } else { self.in_angles(Self::template_params) }
    }

    /// What stands behind `template` without parameters: a function.
    fn template_function(&mut self, start: Span) -> Parse<Function> {
        match self.template_of_values(start, vec![])? {
            Item::Specialisation(function) => Ok(function),
            _ => Err(self.refused(start)),
        }
    }

    /// The function or the constant behind `template <…>`.
    fn template_of_values(&mut self, start: Span, params: Vec<TemplateParam>) -> Parse<Item> {
        let item = |params: Vec<TemplateParam>, span, function| match params.is_empty() {
            true => Item::Specialisation(function),
            false => Item::Template(Box::new(Template { params, span, function })),
        };
        let mut specifiers = self.specifiers()?;
        let mut declarator = self.declarator()?;
        if let Some(function) = self.outer_member(start, &mut specifiers, &mut declarator)? {
            return Ok(item(params, start.to(self.last), function));
        }
        if declarator.name.is_none() {
            return Err(self.expected("a name", "in this template"));
        }
        self.trailing_attributes(&mut specifiers)?;
        if !matches!(declarator.derivation.first(), Some(Derivation::Function(..))) {
            if !specifiers.is_const || !self.is_outside() {
                self.declare_generic(&mut declarator, Generic::Variables);
                return Err(self.refused(start));
            }
            return self.variable_template(start, params, specifiers, declarator);
        }
        self.declare_generic(&mut declarator, Generic::Functions);
        let function = self.function(start, specifiers, declarator)?;
        Ok(item(params, start.to(self.last), function))
    }

    /// What stands at the cursor, if it is no function; its name is kept.
    fn other_generic(&mut self) -> Option<Generic> {
        let what = match self.keyword()? {
            Keyword::Using => Generic::Types,
            Keyword::Struct | Keyword::Union | Keyword::Class => {
                let mut behind = 1;
                let keyword = |token: Token| token.name().and_then(|name| Keyword::of(name, self.dialect));
                while matches!(keyword(self.ahead(behind)), Some(Keyword::Align | Keyword::Attribute)) {
                    behind = self.behind_group(self.at + behind + 1).saturating_sub(self.at);
                }
                let declares = [Punct::LBrace, Punct::Semi, Punct::Colon, Punct::Lt];
                let name = self.ahead(behind).name();
                let last = matches!(self.ahead(behind + 1).kind, Tok::Name(_));
                let next = self.ahead(behind + 1 + usize::from(last));
                if !declares.into_iter().any(|punct| next.is(punct)) {
                    return None;
                }
                self.know_generic(name, Generic::Classes);
                return Some(Generic::Classes);
            }
            _ => return None,
        };
        let name = self.ahead(1).name();
        self.know_generic(name, what);
        Some(what)
    }

    fn know_generic(&mut self, name: Option<Symbol>, what: Generic) {
        if let Some(name) = name.filter(|name| Keyword::of(*name, self.dialect).is_none()) {
            let symbol = self.declare_unread(name);
            self.templates.insert(symbol, what);
        }
    }

    /// Gives the name of a template a meaning.
    fn declare_generic(&mut self, declarator: &mut Declarator, what: Generic) {
        self.declare_as(declarator, if what == Generic::Functions { What::Function } else { What::Other });
        if let Some((name, _)) = declarator.name {
            self.templates.insert(name, what);
        }
    }

    fn refused(&mut self, span: Span) -> Stop {
        let help = "Write a template of functions that returns the value.";
        let message = "Templates of variables that are no constants are not supported.";
        self.unsupported("unsupported::template", span, message, help)
    }

    /// The names of a template of host code are kept: what a kernel asks of them is refused by name.
    pub(super) fn host_template(&mut self) {
        let start = self.at;
        self.report.mute();
        self.advance();
        if self.at(Punct::Lt) {
            self.at = self.behind_angles(self.at, self.tokens.len() - 1);
            self.other_generic();
        }
        self.report.unmute();
        self.at = start;
    }

    /// What begins at `start` could not be read: if it is a template, what it declares is known as one all the same.
    pub(super) fn unread_template(&mut self, start: usize) {
        if self.tokens[start].name().and_then(|name| Keyword::of(name, self.dialect))
            == Some(Keyword::Template)
        {
            let end = core::mem::replace(&mut self.at, start);
            self.host_template();
            self.at = end;
            for name in self.declared_names(start, self.at) {
                let name = self.declare_unread(name);
                self.templates.entry(name).or_insert(Generic::Functions);
            }
        }
    }

    /// Of what this name is a template here.
    pub(super) fn generic(&self, name: Symbol) -> Option<Generic> {
        if self.is_own_local(name) {
            return None;
        }
        let Found::Known(meaning) = self.find(name) else { return None };
        meaning.targets.iter().find_map(|target| self.templates.get(target).copied())
    }

    fn template_params(&mut self) -> Parse<Vec<TemplateParam>> {
        let mut params = vec![];
        loop {
            let (param, span) = (self.template_param()?, self.last);
            let is_same = |known: &TemplateParam| known.name.is_some() && known.name == param.name;
            if let Some(name) = param.name.filter(|_| params.iter().any(is_same)) {
                let message =
                    format!("The parameter `{}` of this template is declared twice.", self.names.text(name));
                self.report.push(Diagnostic::error("name::redefined", span, message));
            }
            params.push(param);
            if !self.take(Punct::Comma) {
                break;
            }
        }
        self.close_angles("behind the parameters of the template")?;
        Ok(params)
    }

    /// `>`; `>>` closes two lists.
    fn close_angles(&mut self, context: &str) -> Parse<()> {
        if self.at(Punct::Shr) && self.half != self.at {
            self.half = self.at;
            return Ok(());
        }
        if self.at(Punct::Shr) {
            self.half = usize::MAX;
            self.advance();
            return Ok(());
        }
        self.expect(Punct::Gt, context).map(drop)
    }

    fn template_param(&mut self) -> Parse<TemplateParam> {
        let start = self.peek().span;
        let word = self.keyword();
        // `typename X<T>::type` is the type of a constant.
        let dots = usize::from(self.ahead(1).is(Punct::Ellipsis));
        let named = dots + usize::from(self.ahead(1 + dots).name().is_some());
        let ends = [Punct::Comma, Punct::Gt, Punct::Shr, Punct::Assign];
        let is_type = matches!(word, Some(Keyword::Typename | Keyword::Class))
            && ends.iter().any(|end| self.ahead(1 + named).is(*end));
        if word == Some(Keyword::Template) {
            let help =
                "Make the instance a parameter: `typename V` in place of `template <typename> class V`.";
            let message = "Parameters of templates that are templates are not supported.";
            return Err(self.unsupported("unsupported::template", start, message, help));
        }
        let mut is_pack = dots > 0;
        let (name, kind) = if is_type {
            self.advance();
            self.take(Punct::Ellipsis);
            let name = self.name().map(|(name, _)| name);
            if name.is_some() {
                self.advance();
            }
            (name, TemplateParamKind::Type)
        } else {
            let specifiers = self.specifiers()?;
            is_pack = self.take(Punct::Ellipsis);
            let mut declarator = self.declarator()?;
            let name = declarator.name.take().map(|(name, _)| name);
            let span = start.to(self.last);
            (name, TemplateParamKind::Value(Box::new(TypeSyntax { specifiers, declarator, span })))
        };
        if let Some(name) = name {
            self.declare_param(name, is_type);
        }
        let default = if self.take(Punct::Assign) { Some(self.template_arg()?) } else { None };
        Ok(TemplateParam { name, kind, is_pack, default, span: start.to(self.last) })
    }

    /// `<float, 4>`
    pub(super) fn template_args(&mut self) -> Parse<Vec<TemplateArg>> {
        self.expect(Punct::Lt, "behind the name of the template")?;
        let args = self.in_angles(|this| {
            let mut args = vec![];
            while !this.at(Punct::Gt) && !this.at(Punct::Shr) {
                let start = this.at;
                let arg = this.nested(Self::template_arg)?;
                args.push(this.spread_arg(start, arg));
                if !this.take(Punct::Comma) {
                    break;
                }
            }
            Ok(args)
        })?;
        self.close_angles("behind the arguments of the template")?;
        Ok(args)
    }

    /// A type, or a constant expression.
    pub(super) fn template_arg(&mut self) -> Parse<TemplateArg> {
        let start = self.peek().span;
        // `T(1)` and `T{1}` are values.
        let first = self.keyword() == Some(Keyword::Decltype);
        let behind = if first { self.behind_group(self.at + 1) } else { self.at + 1 };
        let kind = match self.at_type() && !self.begins_parts(behind) {
            true => TemplateArgKind::Type(self.type_syntax()?),
            false => TemplateArgKind::Value(self.conditional()?),
        };
        Ok(TemplateArg { kind, span: start.to(self.last) })
    }

    /// A name with `<` behind it: with its arguments, if it is a template or cannot be anything else.
    pub(super) fn template_name(&mut self, name: Symbol, span: Span) -> Option<Parse<Expr>> {
        let generic = self.generic(name);
        if generic == Some(Generic::Variables) {
            return Some(self.variable_of(name, span));
        }
        if generic == Some(Generic::Functions) {
            self.advance();
            let args = match self.template_args() {
                Ok(args) => args,
                Err(stop) => return Some(Err(stop)),
            };
            let depth = self.depth;
            let (targets, _) = self.targets(name, span);
            return Some(self.node(ExprKind::Template(targets, args), span.to(self.last), depth));
        }
        if images::is_function(self.names.text(name)) {
            let (message, help) = images::absent(self.names.text(name));
            return Some(Err(self.unsupported("unsupported::image", span, &message, help)));
        }
        let ahead = self.ahead(2).name()?;
        // `a < int(b)` compares.
        let is_type = Keyword::of(ahead, self.dialect).is_some_and(specifiers::begins_type);
        if !is_type || self.ahead(3).is(Punct::LParen) {
            return None;
        }
        let (targets, _) = self.targets(name, span);
        if let Some(plain) =
            targets.into_iter().find(|target| matches!(self.names.text(*target), "min" | "max"))
        {
            return Some(self.builtin_of_type(plain, span));
        }
        let message = format!("There is no template `{}`.", self.names.text(name));
        let last = self.names.text(self.last_part(name));
        let of_std = self.names.text(name).starts_with("std::");
        let help = match crate::lang::library::header_with(last).filter(|_| of_std) {
            Some(header) => format!("Write `#include <{header}>` in front."),
            None if of_std => "The language page of the documentation lists what `std` has here.".into(),
            None => {
                "A template that a kernel uses must have functions marked `__device__` and stand above it."
                    .into()
            }
        };
        Some(Err(self.unsupported("name::unknown", span, &message, &help)))
    }

    /// `max<int>(a, b)`: the builtin, with arguments of this type.
    fn builtin_of_type(&mut self, name: Symbol, span: Span) -> Parse<Expr> {
        self.advance();
        self.expect(Punct::Lt, "here")?;
        let ty = self.in_angles(Self::type_syntax)?;
        self.close_angles("behind the type")?;
        let Init::Values(args, _) = self.in_brackets(Self::init_values)? else {
            return Err(self.expected("two values", "here"));
        };
        let span = span.to(self.last);
        let mut depth = 1;
        let mut cast = |arg: Expr| {
            depth = depth.max(arg.depth + 1);
            let (span, depth) = (arg.span, arg.depth + 1);
            Expr { kind: ExprKind::Cast(Box::new(ty.clone()), Box::new(arg)), span, depth }
        };
        let args = args.into_iter().map(&mut cast).collect();
        let callee = Box::new(Expr { kind: ExprKind::Name(name), span, depth: 1 });
        self.node(ExprKind::Call(callee, args), span, depth)
    }

    /// `static_assert(condition, "message");`
    pub(super) fn static_assert(&mut self) -> Parse<StmtKind> {
        self.assertion().map(|(condition, message)| StmtKind::StaticAssert(condition, message))
    }

    /// The condition and the message of `static_assert`, which stands at the cursor.
    pub(super) fn assertion(&mut self) -> Parse<(Expr, Option<Symbol>)> {
        self.advance();
        self.expect(Punct::LParen, "behind `static_assert`")?;
        let condition = self.in_brackets(Self::conditional)?;
        let mut message = None;
        if self.take(Punct::Comma) {
            if let Tok::Text(text) = self.peek().kind {
                message = Some(text);
            }
            self.in_brackets(Self::conditional)?;
        }
        self.expect(Punct::RParen, "to close `static_assert`")?;
        self.expect_semi("`static_assert`")?;
        Ok((condition, message))
    }
}

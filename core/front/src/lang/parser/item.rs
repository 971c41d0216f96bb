//! What stands at the outermost level: functions, declarations, and (in CUDA) host code between them.
//!
//! In a CUDA file only what is marked for the device is read as such. Types and constants without a mark may be for
//! either side: they are read if they can be, and what is wrong with them is only said if a kernel uses them.
//! Everything else is host code, in which only launches are looked for.
//!
//! What cannot be read is skipped, with its brackets, and kept as an item of its own: it matters if a kernel uses it.

use alloc::{vec, vec::Vec};

use super::*;
use crate::lang::ast::{Declaration, Declarator, Declared, Derivation, Function, Specifiers};
use crate::lang::spaces::What;

/// Whom something at the outermost level is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Device,
    Host,
    Either,
    /// A `constexpr` function without a mark.
    Constexpr,
}

impl Parser<'_> {
    pub(super) fn unit(mut self) -> Parsed {
        let mut items = vec![];
        // The spaces of the groups that are open.
        let mut open: Vec<SpaceId> = vec![];
        loop {
            let cuda = self.dialect == Dialect::Cuda;
            self.report.about(Some(items.len() as u32));
            self.garbled = false;
            self.space = open.last().copied().unwrap_or(OUTERMOST);
            if cuda {
                self.skip_bad();
            }
            let token = self.peek();
            match token.kind {
                Tok::End => break,
                Tok::Punct(Punct::Semi) => {
                    self.advance();
                }
                Tok::Punct(Punct::RBrace) if !open.is_empty() => {
                    self.advance();
                    open.pop();
                }
                Tok::Punct(Punct::RBrace) => {
                    self.advance();
                    self.report.about(None);
                    let message = "There is no `{` for this `}`.";
                    self.report.push(Diagnostic::error("parse::unbalanced", token.span, message));
                }
                _ if self.opens_group(&mut open) => {}
                _ if cuda && self.names_other() => {}
                _ if cuda => {
                    self.cuda_item(&mut items);
                    self.class_functions(&mut items);
                    self.host_lambdas(&mut items);
                }
                _ => self.device_item(&mut items),
            }
        }
        self.report.about(None);
        self.report_crowd();
        items.extend(self.launched.into_iter().map(Item::Launched));
        Parsed { items, launches: self.launches, spaces: self.spaces }
    }

    /// Host code may hold anything: bad tokens between items are not ours.
    fn skip_bad(&mut self) {
        while matches!(self.tokens[self.at].kind, Tok::Bad(_)) {
            self.at += 1;
        }
    }

    /// `extern "C" {`, `extern "C"` and `namespace a::b {`. Returns whether a brace was opened.
    fn opens_group(&mut self, open: &mut Vec<SpaceId>) -> bool {
        let linkage = self.keyword() == Some(Keyword::Extern) && matches!(self.ahead(1).kind, Tok::Text(_));
        if linkage {
            self.advance();
            self.advance();
            let opens = self.take(Punct::LBrace);
            open.extend(opens.then_some(self.space));
            return opens;
        }
        let space = self.opens_namespace();
        open.extend(space);
        space.is_some()
    }

    /// `using namespace n;`, `using n::f;` and `namespace a = b;`: they declare nothing by themselves. What cannot be read of
    /// them may be meant for the host.
    fn names_other(&mut self) -> bool {
        let alias = self.at_namespace_alias();
        if !alias && (self.keyword() != Some(Keyword::Using) || self.ahead(2).is(Punct::Assign)) {
            return false;
        }
        let start = self.at;
        self.report.mute();
        let read = if alias { self.namespace_alias() } else { self.using().map(drop) };
        self.report.unmute();
        if read.is_err() {
            self.at = start;
            self.skip_item();
            self.at = self.at.max(start + 1);
        }
        true
    }

    fn cuda_item(&mut self, items: &mut Vec<Item>) {
        match self.side() {
            Side::Device => self.device_item(items),
            Side::Either => self.either_item(items),
            Side::Host => self.host_item(items),
            Side::Constexpr => self.constexpr_item(items),
        }
    }

    /// Whom is what begins at the cursor for? Decided by the words up to the first bracket or `=`.
    fn side(&mut self) -> Side {
        use Keyword::*;
        let first = self.keyword();
        if matches!(first, Some(Template | Class)) {
            return match self.item_has_device_mark() {
                true => Side::Device,
                // A class, or a template of some, without functions may be for either.
                false if first == Some(Class) || self.begins_type_template() => Side::Either,
                false if self.begins_constexpr_template() => Side::Constexpr,
                false => Side::Host,
            };
        }
        let (mut device, mut host, mut constant, mut kind) = (false, false, false, false);
        let mut evaluated = false;
        let mut at = self.at;
        loop {
            let token = self.tokens[at];
            at += 1;
            match token.kind {
                Tok::Name(name) => match Keyword::of(name, self.dialect) {
                    Some(CudaGlobal | CudaDevice | CudaShared | CudaConstant | CudaManaged) => device = true,
                    Some(CudaHost) => host = true,
                    Some(Constexpr) => (constant, evaluated) = (true, true),
                    Some(Const) => constant = true,
                    Some(Typedef | Struct | Union | Enum) => kind = true,
                    Some(StaticAssert) if at == self.at + 1 => return Side::Either,
                    Some(Using) => kind = self.tokens[at..].get(1).is_some_and(|next| next.is(Punct::Assign)),
                    Some(LaunchBounds | Align | Attribute) if self.tokens[at].is(Punct::LParen) => {
                        let end = self.behind_group(at);
                        device |= self.has_device_mark(at, end);
                        at = end;
                    }
                    // A reference to a texture, which kernels use.
                    None if self.tokens[at].is(Punct::Lt) && self.is_absent_image(name) => device = true,
                    _ => {}
                },
                Tok::Punct(Punct::LParen) if device => return Side::Device,
                Tok::Punct(Punct::LParen) if evaluated && !host => return Side::Constexpr,
                Tok::Punct(Punct::LParen) if first == Some(Typedef) => return Side::Either,
                Tok::Punct(Punct::LParen) => return Side::Host,
                Tok::Punct(Punct::LBrace | Punct::Semi | Punct::Assign | Punct::LBracket) | Tok::End => break,
                _ => {}
            }
        }
        match (device, kind || (constant && !host)) {
            (true, _) => Side::Device,
            (_, true) => Side::Either,
            _ => Side::Host,
        }
    }

    /// Host code. The names of variables are kept, to explain why a kernel cannot see them.
    fn host_item(&mut self, items: &mut Vec<Item>) {
        let start = self.at;
        if self.keyword() == Some(Keyword::Template) {
            self.host_template();
        }
        self.skip_host_item();
        let tokens = &self.tokens[start..self.at];
        let value = tokens.iter().position(|token| token.is(Punct::Assign)).unwrap_or(tokens.len());
        let is_variable = tokens.last().is_some_and(|token| token.is(Punct::Semi))
            && !tokens[..value].iter().any(|token| token.is(Punct::LParen) || token.is(Punct::LBrace));
        let inner = self.space != OUTERMOST;
        if is_variable || inner {
            let names = self.declared_names(start, self.at).into_iter().filter(|name| !self.is_path(*name));
            let names: Vec<Symbol> = names.collect();
            let what = if is_variable { What::Other } else { What::Function };
            let names = names.into_iter().map(|name| self.declare_host(name, what)).collect();
            items.extend(is_variable.then_some(Item::Host(names)));
        }
    }

    /// A type or constant that either side may use.
    fn either_item(&mut self, items: &mut Vec<Item>) {
        let (errors, start) = (self.report.errors(), self.at);
        if self.keyword() == Some(Keyword::StaticAssert) {
            return self.outer_assertion(items);
        }
        let space = self.space;
        let declaration = match self.keyword() {
            Some(Keyword::Template) => self.scoped_item(),
            Some(Keyword::Using) => self.alias().map(Item::Declaration),
            _ => self.specifiers().and_then(|specifiers| self.declaration(specifiers)).map(Item::Declaration),
        };
        (self.depth, self.space, self.next_item) = (0, space, None);
        match declaration {
            Ok(item) if self.report.errors() == errors => {
                if let Item::Declaration(declaration) = &item {
                    self.record_constants(start, self.at);
                    self.record_types(declaration);
                }
                items.push(item);
            }
            _ => {
                self.classes.forget();
                self.at = start;
                self.skip_host_item();
                self.unread_template(start);
                let unread = self.unread_item(start, true);
                items.push(unread);
            }
        }
    }

    /// `static_assert` outside of functions. What cannot be read of it may be meant for the host.
    fn outer_assertion(&mut self, items: &mut Vec<Item>) {
        let start = self.at;
        self.report.mute();
        let errors = self.report.errors();
        let read = self.assertion();
        let is_read = self.report.errors() == errors;
        self.report.unmute();
        self.depth = 0;
        match read {
            Ok((condition, message)) if is_read => items.push(Item::Assert(condition, message)),
            _ => {
                self.at = start;
                self.skip_item();
            }
        }
    }

    /// A function that constants may be made of, on either side.
    fn constexpr_item(&mut self, items: &mut Vec<Item>) {
        let (start, space) = (self.at, self.space);
        self.report.mute();
        let errors = self.report.errors();
        let read = self.scoped_item();
        let is_read = self.report.errors() == errors;
        self.report.unmute();
        (self.depth, self.space, self.next_item) = (0, space, None);
        let end = self.at;
        match read {
            Ok(item) if is_read => {
                self.record_constants(start, end);
                items.push(item);
            }
            _ => {
                self.classes.forget();
                self.at = start;
                self.skip_host_item();
                let unread = self.unread_item(start, true);
                items.push(unread);
            }
        }
    }

    /// A function or declaration for the device.
    fn device_item(&mut self, items: &mut Vec<Item>) {
        let (errors, start) = (self.report.errors(), self.at);
        let space = self.space;
        let read = self.scoped_item();
        self.space = space;
        match read {
            Ok(item) => {
                let is_template = matches!(item, Item::Template(_) | Item::Specialisation(_));
                if let Some(next) = self.next_item.take() {
                    self.at = next;
                } else if (is_template || matches!(item, Item::Function(_))) && self.report.errors() > errors
                {
                    let end = self.item_end(start, self.tokens.len());
                    // A block that is never closed has swallowed what follows.
                    let swallowed = self.tokens[self.at].kind == Tok::End;
                    self.at = if swallowed { end } else { self.at.max(end) };
                } else if matches!(item, Item::Function(_) | Item::Template(_))
                    && self.dialect == Dialect::Cuda
                {
                    self.record_functions(start, self.at);
                }
                items.push(item);
            }
            Err(Stop) => {
                self.depth = 0;
                self.next_item = None;
                self.classes.forget();
                let read = core::mem::replace(&mut self.at, start);
                if self.keyword() == Some(Keyword::Template) {
                    // What stands in the body of a class is no item.
                    self.skip_item();
                } else {
                    let next = start + usize::from(self.tokens[start].kind != Tok::End);
                    self.at = self.item_end(start, read).max(next);
                }
                self.unread_template(start);
                let unread = self.unread_item(start, false);
                items.push(unread);
            }
        }
    }

    pub(super) fn scoped_item(&mut self) -> Parse<Item> {
        if self.keyword() == Some(Keyword::Template) {
            return self.template_item();
        }
        let start = self.peek().span;
        let mut specifiers = self.specifiers()?;
        if self.at(Punct::Semi) {
            return Ok(Item::Declaration(self.declaration(specifiers)?));
        }
        if self.lacks_semicolon(&specifiers) {
            return self.global_declaration(specifiers, vec![]);
        }
        self.scoped_function_or_rest(start, &mut specifiers)
    }

    fn scoped_function_or_rest(&mut self, start: Span, specifiers: &mut Specifiers) -> Parse<Item> {
        let mut declarator = self.declarator()?;
        if declarator.name.is_none() {
            return Err(self.expected("a name", "in this declaration"));
        }
        self.trailing_attributes(specifiers)?;
        if let Some(function) = self.outer_member(start, specifiers, &mut declarator)? {
            return Ok(Item::Function(function));
        }
        if matches!(declarator.derivation.first(), Some(Derivation::Function(..))) {
            self.declare_as(&mut declarator, What::Function);
            return self.function_item(start, core::mem::take(specifiers), declarator);
        }
        self.declare_as(&mut declarator, kind_of(specifiers));
        let mut names = vec![self.initialised(declarator)?];
        while self.take(Punct::Comma) {
            let mut declarator = self.declarator()?;
            if declarator.name.is_none() {
                return Err(self.expected("a name", "behind the comma"));
            }
            self.declare_as(&mut declarator, kind_of(specifiers));
            names.push(self.initialised(declarator)?);
        }
        self.global_declaration(core::mem::take(specifiers), names)
    }

    fn global_declaration(&mut self, specifiers: Specifiers, names: Vec<Declared>) -> Parse<Item> {
        let span = specifiers.span.to(self.last);
        self.expect_semi("this declaration")?;
        Ok(Item::Declaration(Declaration { specifiers, names, span }))
    }

    /// A function behind its declarator, as an item.
    fn function_item(&mut self, start: Span, specifiers: Specifiers, declarator: Declarator) -> Parse<Item> {
        Ok(Item::Function(self.function(start, specifiers, declarator)?))
    }

    /// The type of a result behind `->`, which may name the parameters.
    pub(super) fn trailing_type(&mut self, declarator: &Declarator) -> Parse<crate::lang::ast::TypeSyntax> {
        self.with_params(declarator, Self::type_syntax)
    }

    /// A function behind its declarator.
    pub(super) fn function(
        &mut self,
        start: Span,
        specifiers: Specifiers,
        mut declarator: Declarator,
    ) -> Parse<Function> {
        let trailing = match self.dialect == Dialect::Cuda && self.take(Punct::Arrow) {
            true => Some(self.trailing_type(&declarator)?),
            false => None,
        };
        let mut body = if self.at(Punct::LBrace) {
            // An unclosed body has been reported: what could be read is not kept.
            Some(self.with_params(&declarator, Self::block).unwrap_or_default())
        } else {
            self.expect_semi("this declaration")?;
            None
        };
        self.depth = 0;
        if specifiers.is_kernel {
            self.own_places(&mut declarator, body.as_mut());
        }
        let span = start.to(self.last);
        Ok(Function { specifiers, declarator, trailing, body, member: None, span })
    }

    /// Reads something that the parameters of a function are names in.
    pub(super) fn with_params<T>(&mut self, declarator: &Declarator, read: impl FnOnce(&mut Self) -> T) -> T {
        let names: Vec<Symbol> = match declarator.derivation.first() {
            Some(Derivation::Function(params, _)) => {
                params.iter().filter_map(|param| param.declarator.name).map(|(name, _)| name).collect()
            }
            _ => Vec::new(),
        };
        let own = declarator.name.map(|(name, _)| name);
        let around = core::mem::replace(&mut self.function, own);
        let done = self.scoped(|this| {
            for name in names {
                this.declare(name, What::Other);
            }
            read(this)
        });
        self.function = around;
        done
    }
}

/// What the names of a declaration are.
pub(super) fn kind_of(specifiers: &Specifiers) -> What {
    if specifiers.is_typedef { What::Type } else { What::Other }
}

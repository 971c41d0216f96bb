//! Functions of classes, in the braces and behind them.

use alloc::vec;

use super::*;

impl Parser<'_> {
    /// A function in the braces of its class, behind its parameters.
    pub(super) fn class_function(
        &mut self,
        start: Span,
        specifiers: Specifiers,
        mut declarator: Declarator,
        is_conversion: bool,
        members: &mut Members,
    ) -> Parse<()> {
        let place = declarator.name.map_or(start, |(_, span)| span);
        let (Some((name, tag)), Some((own, span))) =
            (self.classes.open.filter(|_| !self.classes.nameless), declarator.name)
        else {
            let help = "Give the class a name, and declare it outside of functions.";
            return Err(self.unsupported(
                "unsupported::class",
                place,
                "Functions of a class of a block, or without a name, are not supported.",
                help,
            ));
        };
        let is_constructor = own == name;
        members.names.push((own, members.closed));
        let role = match () {
            () if is_constructor => Role::Constructor,
            () if is_conversion => Role::Conversion,
            () if specifiers.is_static => Role::Static,
            () => Role::Method,
        };
        let symbol = match is_constructor {
            true => {
                let text = format!("{}::{}", self.names.text(tag), self.names.text(name));
                let symbol = self.names.intern(&text);
                self.classes.constructors.insert(symbol, tag);
                symbol
            }
            false => self.declare(own, What::Function),
        };
        declarator.name = Some((symbol, span));
        if role == Role::Static {
            self.classes.statics.insert(symbol);
        }
        let is_assignment = self.names.text(own) == "operator=" && is_copy(&declarator, tag);
        let copies = is_constructor && self.classes.params.is_empty() && is_copy(&declarator, tag);
        let mut function = self.member_head(start, specifiers, declarator, tag, role)?;
        let body = self.at;
        let mut is_default = false;
        if self.take(Punct::Assign) {
            let word = self.keyword();
            is_default = word == Some(Keyword::Default);
            if let Some(member) = &mut function.member {
                member.is_deleted = word == Some(Keyword::Delete);
            }
            if !is_default && word != Some(Keyword::Delete) {
                let help = "Choose with `if` or `switch`, or with a parameter of a template.";
                return Err(self.unsupported(
                    "unsupported::class",
                    place,
                    "Virtual functions are not supported.",
                    help,
                ));
            }
            self.advance();
            self.expect_semi("this function")?;
        } else if !self.take(Punct::Semi) {
            self.skip_body()?;
            if copies {
                members.copies.push((place, self.copied(&function, body)));
            }
        }
        let is_empty = matches!(function.declarator.derivation.first(), Some(Derivation::Function(params, _)) if params.is_empty());
        // What is declared at all is no plain struct of C++03 any more.
        members.is_open |= copies || is_assignment;
        members.has_constructors |= is_constructor && !copies;
        members.has_default |= is_constructor && is_default && is_empty;
        if !is_default && !copies {
            let has_body = !self.tokens[body].is(Punct::Semi) && !self.tokens[body].is(Punct::Assign);
            let params = core::mem::take(&mut self.classes.params);
            if !params.is_empty() {
                self.classes.generic.insert(own);
                self.templates.insert(symbol, Generic::Functions);
            }
            let body = has_body.then_some(body);
            self.classes.functions.push(Pending { function, space: self.space, body, params });
        }
        Ok(())
    }

    /// The members that the body of a constructor copies as they are, by `x(o.x)` or `x = o.x;`, if it does nothing else.
    fn copied(&self, constructor: &Function, body: usize) -> Option<Vec<Symbol>> {
        let Some(Derivation::Function(params, _)) = constructor.declarator.derivation.first() else {
            return None;
        };
        let (other, _) = params.first().and_then(|param| param.declarator.name)?;
        let is = |at: usize, punct: Punct| self.tokens[at.min(self.tokens.len() - 1)].is(punct);
        let name = |at: usize| self.tokens[at.min(self.tokens.len() - 1)].name();
        // `x`, a sign, `o.x`, a sign: the member.
        let copy = |at: usize, before: Punct, behind: Punct| {
            let fits = is(at + 1, before)
                && name(at + 2) == Some(other)
                && is(at + 3, Punct::Dot)
                && is(at + 5, behind);
            name(at).filter(|member| fits && name(at + 4) == Some(*member))
        };
        let (mut at, mut members) = (body, vec![]);
        if is(at, Punct::Colon) {
            loop {
                let found =
                    copy(at + 1, Punct::LParen, Punct::RParen).or(copy(at + 1, Punct::LBrace, Punct::RBrace));
                members.push(found?);
                at += 7;
                if !is(at, Punct::Comma) {
                    break;
                }
            }
        }
        at += 1;
        while !is(at, Punct::RBrace) {
            let own =
                name(at).is_some_and(|word| self.names.text(word) == "this") && is(at + 1, Punct::Arrow);
            at += if own { 2 } else { 0 };
            members.push(copy(at, Punct::Assign, Punct::Semi)?);
            at += 6;
        }
        Some(members)
    }

    /// Objects are copied member by member: a constructor that copies may do this, too, and nothing else.
    pub(super) fn check_copies(&mut self, members: &Members, bases: &[Specifiers]) -> Parse<()> {
        let data =
            members.data.iter().filter(|data| !data.specifiers.is_static && !data.specifiers.is_typedef);
        let all: Vec<Symbol> = data
            .flat_map(|data| &data.names)
            .filter_map(|declared| Some(declared.declarator.name?.0))
            .collect();
        let copies = |copied: &Option<Vec<Symbol>>| {
            let all = copied.as_ref().is_some_and(|copied| all.iter().all(|member| copied.contains(member)));
            all && bases.is_empty()
        };
        let wrong = members.copies.iter().find(|(_, copied)| !copies(copied));
        let Some((place, _)) = wrong else { return Ok(()) };
        let help = "Remove it: an object is copied member by member.";
        let message = "Constructors that copy in another way than member by member are not supported.";
        Err(self.unsupported("unsupported::class", *place, message, help))
    }

    /// `friend …` in the braces of a class, at its first word.
    pub(super) fn friend(&mut self, members: &mut Members) -> Parse<()> {
        let start = self.advance().span;
        let is_type = matches!(self.keyword(), Some(Keyword::Struct | Keyword::Class | Keyword::Union));
        if is_type || self.ahead(1).is(Punct::Semi) {
            self.skip_item();
            self.classes.params.clear();
            return Ok(());
        }
        if self.passes_host_function(members) {
            self.classes.params.clear();
            return Ok(());
        }
        let specifiers = self.specifiers()?;
        self.friend_function(start, specifiers)
    }

    /// The same behind the type of its result.
    pub(super) fn friend_function(&mut self, start: Span, mut specifiers: Specifiers) -> Parse<()> {
        let mut declarator = self.head_of_function()?;
        self.trailing_attributes(&mut specifiers)?;
        let is_template = !core::mem::take(&mut self.classes.params).is_empty();
        if self.take(Punct::Semi) {
            return Ok(());
        }
        let Some((own, place)) = declarator.name.filter(|_| !is_template) else {
            let message = "A template of friends cannot be defined in the class here.";
            let help = "Define it behind the class: it may use all members.";
            return Err(self.unsupported("unsupported::class", start, message, help));
        };
        let around = self.spaces.namespace(self.space);
        let symbol = self.spaces.declare(around, own, What::Function, self.names);
        declarator.name = Some((symbol, place));
        let (body, span) = (Some(self.at), start.to(self.last));
        self.skip_body()?;
        let function = Function { specifiers, declarator, trailing: None, body: None, member: None, span };
        self.classes.functions.push(Pending { function, space: self.space, body, params: vec![] });
        Ok(())
    }

    /// What stands behind the parameters, up to the body. The object becomes the first parameter.
    fn member_head(
        &mut self,
        start: Span,
        mut specifiers: Specifiers,
        mut declarator: Declarator,
        class: Symbol,
        role: Role,
    ) -> Parse<Function> {
        let place = declarator.name.map_or(start, |(_, span)| span);
        let this = self.names.intern("this");
        let mut is_const = false;
        loop {
            let token = self.peek();
            let keyword = self.keyword();
            let reference = self.at(Punct::Amp) || self.at(Punct::AndAnd);
            let word = token.name().map_or("", |name| self.names.text(name));
            match (keyword, word) {
                (Some(Keyword::Const), _) => is_const = true,
                (_, "noexcept") if !self.ahead(1).is(Punct::LParen) => {}
                (_, "override" | "final") => {
                    let help = "Choose with `if` or `switch`, or with a parameter of a template.";
                    return Err(self.unsupported(
                        "unsupported::class",
                        token.span,
                        "Virtual functions are not supported.",
                        help,
                    ));
                }
                _ if reference => {
                    let help = "Remove it.";
                    return Err(self.unsupported(
                        "unsupported::class",
                        token.span,
                        "Functions for values only are not supported.",
                        help,
                    ));
                }
                _ => break,
            }
            self.advance();
        }
        if role == Role::Constructor {
            specifiers.base = Base::Named(class, place);
        }
        if let (Role::Method | Role::Conversion, Some(Derivation::Function(params, _))) =
            (role, declarator.derivation.first_mut())
        {
            let object = Declarator {
                name: Some((this, place)),
                derivation: vec![Derivation::Reference(place, false)],
                span: place,
                ..Declarator::default()
            };
            let of = Specifiers {
                base: Base::Named(class, place),
                is_const,
                span: place,
                ..Specifiers::default()
            };
            params.insert(
                0,
                ParamDecl {
                    specifiers: of,
                    declarator: object,
                    default: None,
                    later: None,
                    pack: None,
                    span: place,
                },
            );
        }
        let trailing = match self.take(Punct::Arrow) {
            true => Some(self.trailing_type(&declarator)?),
            false => None,
        };
        let is_explicit = specifiers.is_explicit;
        let member = Some(Member { class, role, is_explicit, is_deleted: false, inits: vec![] });
        let span = start.to(self.last);
        Ok(Function { specifiers, declarator, trailing, body: None, member, span })
    }

    /// Goes behind a body with what a constructor has in front of it.
    fn skip_body(&mut self) -> Parse<()> {
        if self.take(Punct::Colon) {
            loop {
                self.advance();
                if self.at(Punct::Lt) {
                    self.at = self.behind_angles(self.at, self.tokens.len() - 1);
                }
                if !self.at(Punct::LParen) && !self.at(Punct::LBrace) {
                    return Err(self.expected("`(` or `{`", "behind the name of a member"));
                }
                self.skip_group();
                if !self.take(Punct::Comma) {
                    break;
                }
            }
        }
        if !self.at(Punct::LBrace) {
            return Err(self.expected("`{` or `;`", "behind this function"));
        }
        self.skip_group();
        Ok(())
    }

    /// The body of a function of a class, at the cursor, with what a constructor gives the members.
    fn member_body(&mut self, function: &mut Function) -> Parse<()> {
        // A class of a block is read inside of a body.
        let depth = self.depth;
        let declarator = function.declarator.clone();
        let mut inits = vec![];
        let body = self.with_params(&declarator, |this| {
            if this.take(Punct::Colon) {
                loop {
                    let Some((name, span)) = this.name() else {
                        return Err(this.expected("the name of a member", "here"));
                    };
                    this.advance();
                    if this.at(Punct::Lt) {
                        this.template_args()?;
                    }
                    let init = match this.at(Punct::LBrace) {
                        true => this.init()?,
                        false => this.init_values()?,
                    };
                    inits.push((this.last_part(name), span, init));
                    if !this.take(Punct::Comma) {
                        break;
                    }
                }
            }
            this.block()
        });
        self.depth = depth;
        if let Some(member) = &mut function.member {
            if member.role != Role::Constructor && !inits.is_empty() {
                return Err(self.expected("`{`", "behind a function that is no constructor"));
            }
            member.inits = inits;
        }
        function.body = Some(body?);
        function.span = function.span.to(self.last);
        Ok(())
    }

    /// A function of a class that stands outside of its braces, behind its parameters: `int S::f(…) { … }`.
    pub(in crate::lang::parser) fn outer_member(
        &mut self,
        start: Span,
        specifiers: &mut Specifiers,
        declarator: &mut Declarator,
    ) -> Parse<Option<Function>> {
        let (Some((name, span)), Some(Derivation::Function(..))) =
            (declarator.name, declarator.derivation.first())
        else {
            return Ok(None);
        };
        let made = self.classes.constructors.get(&name).copied();
        let Some(class) = made.or(self.classes.tags.get(&self.space).copied()) else { return Ok(None) };
        let conversion = self.classes.conversion.take();
        let symbol = if made.is_some() { name } else { self.declare(name, What::Function) };
        declarator.name = Some((symbol, span));
        let role = match () {
            () if made.is_some() => Role::Constructor,
            () if conversion.is_some() => Role::Conversion,
            () if self.classes.statics.contains(&symbol) => Role::Static,
            () => Role::Method,
        };
        if let Some(to) = conversion {
            declarator.derivation.extend(to.declarator.derivation);
            specifiers.base = to.specifiers.base;
        }
        let mut function =
            self.member_head(start, core::mem::take(specifiers), core::mem::take(declarator), class, role)?;
        self.member_body(&mut function)?;
        Ok(Some(function))
    }

    /// The functions of the classes that have just been read, as items: first all declarations, then what defines them.
    pub(in crate::lang::parser) fn class_functions(&mut self, items: &mut Vec<Item>) {
        let mut functions = core::mem::take(&mut self.classes.functions);
        functions.iter_mut().for_each(|pending| self.default_arguments(pending));
        // Of one whose body tells its result nothing can be declared before: the others are defined behind it.
        let (first, behind): (Vec<Pending>, Vec<Pending>) =
            functions.into_iter().partition(Pending::is_told_by_body);
        let plain = behind.iter().filter(|pending| pending.params.is_empty());
        items.extend(plain.map(|pending| Item::Function(pending.function.clone())));
        let told = first.len();
        for (at, mut pending) in first.into_iter().chain(behind).enumerate() {
            self.report.about(Some(items.len() as u32));
            let is_plain = pending.params.is_empty() && at >= told;
            if is_plain && pending.body.is_none() {
                continue;
            }
            if let (Some(Derivation::Function(params, _)), true) =
                (pending.function.declarator.derivation.first_mut(), is_plain)
            {
                params.iter_mut().for_each(|param| param.default = None);
            }
            self.pending_body(&mut pending);
            items.push(pending.item(&[]));
        }
        items.append(&mut self.classes.templates);
    }

    /// The functions of the template of a class that has just been read, whose parameters these are. Those that are templates
    /// become items.
    pub(in crate::lang::parser) fn template_functions(&mut self, outer: &[TemplateParam]) -> Vec<Function> {
        let mut functions = vec![];
        let mut all = core::mem::take(&mut self.classes.functions);
        all.iter_mut().for_each(|pending| self.default_arguments(pending));
        for mut pending in all {
            self.pending_body(&mut pending);
            match pending.params.is_empty() {
                true => functions.push(pending.function),
                false => {
                    let item = pending.item(outer);
                    self.classes.templates.push(item);
                }
            }
        }
        functions
    }

    /// Reads the default arguments of a function whose class has been read.
    fn default_arguments(&mut self, pending: &mut Pending) {
        let Some(Derivation::Function(params, _)) = pending.function.declarator.derivation.first_mut() else {
            return;
        };
        let (behind, space) = ((self.at, self.last), Some(pending.space));
        for param in params {
            let Some((begin, end)) = param.later.take() else { continue };
            (self.at, self.garbled) = (begin, false);
            let read = self.undone(|this| {
                pending.params.iter().for_each(|param| this.declare_template_param(param));
                this.in_space(space, Self::value)
            });
            let whole = self.at == end;
            if read.is_ok() && !whole {
                self.expected("`,` or `)`", "behind the default argument");
            }
            // Of one that cannot be read nothing more is said.
            let unread =
                Expr { kind: crate::lang::ast::ExprKind::Null, span: self.tokens[begin].span, depth: 1 };
            param.default = Some(read.ok().filter(|_| whole).unwrap_or(unread));
        }
        (self.at, self.last) = behind;
    }

    fn pending_body(&mut self, pending: &mut Pending) {
        let Some(body) = pending.body else { return };
        let depth = self.depth;
        let (behind, outer) = ((self.at, self.last), core::mem::replace(&mut self.space, pending.space));
        self.at = body;
        self.garbled = false;
        let read = self.undone(|this| {
            pending.params.iter().for_each(|param| this.declare_template_param(param));
            this.member_body(&mut pending.function)
        });
        self.space = outer;
        (self.depth, self.next_item) = (depth, None);
        if read.is_err() {
            pending.function.body = Some(vec![]);
        }
        (self.at, self.last) = behind;
    }
}

impl Pending {
    /// Does only its body tell what it returns?
    fn is_told_by_body(&self) -> bool {
        let Function { specifiers, trailing, .. } = &self.function;
        self.params.is_empty()
            && self.body.is_some()
            && trailing.is_none()
            && matches!(specifiers.base, Base::Auto)
    }

    /// The item that it is, in a class with these parameters.
    fn item(self, outer: &[TemplateParam]) -> Item {
        let Pending { function, params, .. } = self;
        if params.is_empty() {
            return Item::Function(function);
        }
        let (span, params) = (function.span, [outer, &params].concat());
        Item::Template(Box::new(Template { params, span, function }))
    }
}

/// Does a constructor take nothing but another object of its class?
fn is_copy(declarator: &Declarator, class: Symbol) -> bool {
    match declarator.derivation.first() {
        Some(Derivation::Function(params, _)) => match params.as_slice() {
            [only] => {
                let is_reference =
                    matches!(only.declarator.derivation.as_slice(), [Derivation::Reference(..), ..]);
                is_reference
                    && match &only.specifiers.base {
                        Base::Named(name, _) => *name == class,
                        Base::Path(path) => path.head == class && path.members.is_empty(),
                        _ => false,
                    }
            }
            _ => false,
        },
        _ => false,
    }
}

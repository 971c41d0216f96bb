//! Classes (C++17 clause 12): what stands in their braces besides data.
//!
//! A function of a class is a function of the class's space whose first parameter, called `this`, is the object; a constructor is
//! one that returns the object. Each is an item of its own behind that of the class, first declared, then defined: so bodies
//! see all members, also later ones. A friend that is defined in the braces is a function of the namespace around them; others say
//! that all may use all members. Default arguments and values of members are read when the class has been, since names in them may be of
//! members further down. What is not marked for the device is passed over. Absent: virtual functions and bases,
//! destructors and copies that do something, and templates of classes in classes; each is named.

mod base;
mod member;

use alloc::{boxed::Box, vec, vec::Vec};

use super::template::Generic;
use super::*;
use crate::base::OrdSet;
use crate::lang::ast::{
    Base, Declaration, Declarator, Derivation, Function, Init, Member, ParamDecl, Role, Specifiers,
    StructSpec, Template, TemplateParam, TypeSyntax,
};
use crate::lang::spaces::What;
use base::Bases;

/// What is known of the classes of a text.
#[derive(Default)]
pub(super) struct Classes {
    /// The tag of the class that a space belongs to.
    tags: OrdMap<SpaceId, Symbol>,
    /// The class in whose braces the cursor is: its name alone and its tag. Not in those of a struct without a name.
    open: Option<(Symbol, Symbol)>,
    /// Is the cursor in the braces of a struct without a name inside of that?
    nameless: bool,
    /// Are the members of the class whose braces come next `private` unless it says otherwise: was it `class`?
    pub begins_closed: bool,
    /// How many braces of classes are around the cursor.
    pub braces: u32,
    /// Functions without an object.
    statics: OrdSet<Symbol>,
    /// The classes that constructors make, by the constructors' symbols.
    constructors: OrdMap<Symbol, Symbol>,
    /// The type behind the last `operator`.
    pub conversion: Option<Box<TypeSyntax>>,
    /// The functions of the item at hand.
    functions: Vec<Pending>,
    /// What stands in `template <…>` in front of the next of them.
    params: Vec<TemplateParam>,
    /// Functions that are templates, by their names alone.
    pub generic: OrdSet<Symbol>,
    /// Templates in templates of classes: items of their own.
    pub templates: Vec<Item>,
    /// The values of the members that have just been declared.
    values: Vec<Value>,
    /// Is the head of a function of a class, or of a friend, being read? Its default arguments are read when the class has been.
    pub heads: bool,
}

/// The value of a member, which is read when all members are known, also those of the classes around its own.
struct Value {
    /// The declarations that lead to it, from those of the outermost class on.
    way: Vec<usize>,
    /// Which of the names in the last of them.
    name: usize,
    /// The space of its class.
    space: SpaceId,
    /// Its first token, and the one behind it.
    tokens: (usize, usize),
}

/// A function of a class whose body has not been read.
struct Pending {
    function: Function,
    /// That of its class.
    space: SpaceId,
    /// Where its body begins.
    body: Option<usize>,
    /// `template <…>` in front of it.
    params: Vec<TemplateParam>,
}

impl Classes {
    /// The item at hand could not be read.
    pub fn forget(&mut self) {
        self.functions.clear();
        self.params.clear();
        self.templates.clear();
        self.values.clear();
        (self.open, self.nameless, self.braces, self.heads) = (None, false, 0, false);
    }
}

/// What stands in the braces of a struct.
#[derive(Default)]
pub(super) struct Members {
    pub data: Vec<Declaration>,
    /// Assertions with their messages.
    pub asserts: Vec<(Expr, Option<Symbol>)>,
    pub has_constructors: bool,
    pub has_default: bool,
    pub inherits: bool,
    pub assigns: bool,
    pub is_open: bool,
    /// Is what stands at the cursor `private` or `protected`?
    closed: bool,
    /// The names of members so far, and whether they are.
    names: Vec<(Symbol, bool)>,
    has_friends: bool,
    /// Names of bases that `using` makes public.
    opened: Vec<Symbol>,
    /// Functions of bases that are named by `using`.
    used: Vec<(Symbol, Span)>,
    /// Constructors that copy, and the members that they copy as they are, if they do nothing else.
    copies: Vec<(Span, Option<Vec<Symbol>>)>,
    /// The values of members.
    values: Vec<Value>,
}

impl Members {
    /// The names that are nowhere public. A friend may use all of them.
    fn closed_names(&self) -> Vec<Symbol> {
        let is_open = |name: Symbol| self.names.iter().any(|(known, closed)| *known == name && !closed);
        let closed = self.names.iter().filter(|(_, closed)| *closed && !self.has_friends);
        closed.map(|(name, _)| *name).filter(|name| !is_open(*name)).collect()
    }

    /// The class that has them, if it has members.
    pub fn spec(self, spec: StructSpec) -> StructSpec {
        let closed = self.closed_names();
        let Members {
            data, asserts, has_constructors, has_default, inherits, assigns, is_open, opened, ..
        } = self;
        let members = spec.members.map(|_| data);
        StructSpec {
            members,
            asserts,
            closed,
            opened,
            has_constructors,
            has_default,
            inherits,
            assigns,
            is_open,
            ..spec
        }
    }
}

/// Words in front of a member that are refused, with advice.
pub(super) const REFUSED: [(&str, &str, &str); 2] = [
    (
        "virtual",
        "Virtual functions are not supported.",
        "Choose with `if` or `switch`, or with a parameter of a template.",
    ),
    (
        "mutable",
        "Members that are `mutable` are not supported.",
        "Leave the word out, and `const` out of the functions that write the member.",
    ),
];

impl Parser<'_> {
    /// The braces of a struct, whose space is this one if it has a name and is no struct of a block.
    pub(super) fn in_class(
        &mut self,
        name: Option<(Symbol, Symbol)>,
        space: Option<SpaceId>,
        bases: &Bases,
    ) -> Parse<Members> {
        self.see_bases(space, bases);
        // Values of members may name others.
        self.names.intern("this");
        let name = name.map(|(name, tag)| (self.last_part(name), tag));
        if let (Some(space), Some((_, tag))) = (space, name) {
            self.classes.tags.insert(space, tag);
        }
        // The members of one without a name are those of the class around it.
        let open = if name.is_none() { self.classes.open } else { name.filter(|_| space.is_some()) };
        let outer = core::mem::replace(&mut self.classes.open, open);
        let outer_nameless = core::mem::replace(&mut self.classes.nameless, name.is_none());
        self.classes.braces += 1;
        let read = self.in_space(space, Self::members);
        self.classes.braces -= 1;
        (self.classes.open, self.classes.nameless) = (outer, outer_nameless);
        let members = read?;
        self.check_copies(&members, &bases.all)?;
        Ok(members)
    }

    fn members(&mut self) -> Parse<Members> {
        self.expect(Punct::LBrace, "here")?;
        let closed = core::mem::take(&mut self.classes.begins_closed);
        let mut members = Members { closed, ..Members::default() };
        while !self.at(Punct::RBrace) && self.peek().kind != Tok::End {
            match self.dialect {
                Dialect::Cuda => self.member(&mut members)?,
                Dialect::OpenCl => {
                    let specifiers = self.specifiers()?;
                    members.data.push(self.member_declaration(specifiers)?);
                }
            }
        }
        self.values_of_members(&mut members)?;
        self.expect(Punct::RBrace, "to close the struct")?;
        self.check_used(&members)?;
        Ok(members)
    }

    fn member(&mut self, members: &mut Members) -> Parse<()> {
        let at = members.data.len();
        self.any_member(members)?;
        for mut value in core::mem::take(&mut self.classes.values) {
            value.way.insert(0, at);
            members.values.push(value);
        }
        Ok(())
    }

    fn any_member(&mut self, members: &mut Members) -> Parse<()> {
        if self.take(Punct::Semi) {
            return Ok(());
        }
        match self.keyword() {
            Some(Keyword::StaticAssert) => {
                members.asserts.push(self.assertion()?);
                return Ok(());
            }
            Some(Keyword::Using) if self.ahead(2).is(Punct::Assign) => {
                members.data.push(self.alias()?);
                return Ok(());
            }
            Some(Keyword::Using) => return self.using_of_base(members),
            Some(Keyword::Template) if !self.item_has_device_mark() => {
                self.skip_item();
                return Ok(());
            }
            Some(Keyword::Template) => return self.member_template(members),
            _ => {}
        }
        let token = self.peek();
        let word = token.name().map_or("", |name| self.names.text(name));
        if matches!(word, "public" | "protected" | "private") && self.ahead(1).is(Punct::Colon) {
            members.closed = word != "public";
            self.at += 2;
            return Ok(());
        }
        if word == "friend" {
            members.has_friends = true;
            return self.friend(members);
        }
        if self.passes_host_function(members) {
            return Ok(());
        }
        let mut specifiers = self.specifiers()?;
        if self.at(Punct::Tilde) {
            members.is_open = true;
            return self.destructor();
        }
        if specifiers.is_friend {
            members.has_friends = true;
            return self.friend_function(token.span, specifiers);
        }
        let (ahead, is_conversion) = (self.at, self.at_conversion());
        if !self.at(Punct::Semi) {
            let mut declarator = self.head_of_function()?;
            if is_conversion && let Some((_, span)) = declarator.name {
                specifiers.span = span;
                let to = self.classes.conversion.take();
                declarator.derivation.extend(to.iter().flat_map(|to| to.declarator.derivation.clone()));
                (specifiers.base, specifiers.is_const) =
                    to.map_or((Base::Missing, false), |to| (to.specifiers.base, to.specifiers.is_const));
            }
            if matches!(declarator.derivation.first(), Some(Derivation::Function(..))) {
                return self.class_function(token.span, specifiers, declarator, is_conversion, members);
            }
            self.at = ahead;
        }
        if specifiers.is_static || specifiers.is_typedef {
            members.data.push(self.declaration(specifiers)?);
            return Ok(());
        }
        let declaration = self.member_declaration(specifiers)?;
        let names = declaration.names.iter().filter_map(|declared| declared.declarator.name);
        members.names.extend(names.map(|(name, _)| (name, members.closed)));
        members.is_open |= members.closed && !declaration.names.is_empty();
        members.data.push(declaration);
        Ok(())
    }

    /// The declarator of what may be a function of a class.
    fn head_of_function(&mut self) -> Parse<Declarator> {
        self.classes.heads = true;
        let declarator = self.declarator();
        self.classes.heads = false;
        declarator
    }

    /// Goes behind the value of a member, which may stand at the cursor. Names in it may be of members further down: it is read behind them
    /// (C++17 12.2, paragraph 6).
    pub(super) fn pass_value(&mut self, name: usize) {
        if !self.at(Punct::Assign) && !self.at(Punct::LBrace) {
            return;
        }
        let ends = [Punct::Comma, Punct::Semi, Punct::RBrace];
        let tokens = self.passed(&ends, |this| this.initialised(Declarator::default()).map(drop));
        self.classes.values.push(Value { way: vec![], name, space: self.space, tokens });
    }

    /// Goes behind the default argument at the cursor, which is read when its class has been.
    pub(super) fn pass_default(&mut self) -> (usize, usize) {
        self.passed(&[Punct::Comma, Punct::RParen], |this| this.value().map(drop))
    }

    /// Goes behind what is read later, up to one of these signs: its first token, and the one behind it. It is read once without a word,
    /// since only that tells a `<` from a bracket.
    fn passed(&mut self, ends: &[Punct], read: impl FnOnce(&mut Self) -> Parse<()>) -> (usize, usize) {
        let (begin, last, garbled, errors) = (self.at, self.last, self.garbled, self.report.errors());
        let (known, heads) = (self.classes.values.len(), core::mem::take(&mut self.classes.heads));
        self.report.mute();
        let read = read(self);
        self.report.unmute();
        self.report.forgive(errors);
        (self.garbled, self.classes.heads) = (garbled, heads);
        self.classes.values.truncate(known);
        if read.is_err() || !ends.iter().any(|end| self.tokens[self.at].is(*end)) {
            (self.at, self.last) = (begin, last);
            while !ends.iter().any(|end| self.tokens[self.at].is(*end))
                && self.tokens[self.at].kind != Tok::End
            {
                self.skip_group();
            }
        }
        (begin, self.at)
    }

    /// Reads the values of the members of a class, and of classes in it, if there is none around it.
    fn values_of_members(&mut self, members: &mut Members) -> Parse<()> {
        let values = core::mem::take(&mut members.values);
        if self.classes.braces > 1 {
            self.classes.values = values;
            return Ok(());
        }
        let behind = (self.at, self.last);
        for Value { way, name, space, tokens: (begin, end) } in values {
            self.at = begin;
            let value = self.in_space(Some(space), |this| this.initialised(Declarator::default()))?;
            if self.at != end {
                return Err(self.expected("`,` or `;`", "behind the value of a member"));
            }
            let place = value_in(&mut members.data, &way, name);
            let (Some(place), true) = (place, self.classes.values.is_empty()) else {
                let span = self.tokens[begin].span;
                let help = "Declare the class by itself.";
                let message = "A class in the value of a member is not supported.";
                return Err(self.unsupported("unsupported::class", span, message, help));
            };
            *place = value.init;
        }
        (self.at, self.last) = behind;
        Ok(())
    }

    /// `template <…>` in front of a function of a class, at the cursor.
    fn member_template(&mut self, members: &mut Members) -> Parse<()> {
        let span = self.advance().span;
        self.undone(|this| {
            let params = this.template_head()?;
            let of_types = matches!(
                this.keyword(),
                Some(Keyword::Using | Keyword::Template | Keyword::Struct | Keyword::Class | Keyword::Union)
            );
            if params.is_empty() || of_types {
                return Err(this.refused_in_class(span));
            }
            let functions = this.classes.functions.len();
            this.classes.params = params;
            this.member(members)?;
            if !core::mem::take(&mut this.classes.params).is_empty()
                && this.classes.functions.len() == functions
            {
                return Err(this.refused_in_class(span));
            }
            Ok(())
        })
    }

    fn refused_in_class(&mut self, span: Span) -> Stop {
        let help = "Declare it outside of the class.";
        let message = "Of templates in classes only those of functions are supported.";
        self.unsupported("unsupported::class", span, message, help)
    }

    /// A function that is neither marked for the device nor a constant one is for the host: goes behind it.
    fn passes_host_function(&mut self, members: &mut Members) -> bool {
        let (mut at, mut last) = (self.at, None);
        let open = loop {
            let token = self.tokens[at];
            let keyword = token.name().and_then(|name| Keyword::of(name, self.dialect));
            match (token.kind, keyword) {
                (_, Some(Keyword::CudaDevice | Keyword::Constexpr | Keyword::CudaGlobal)) => return false,
                (_, Some(Keyword::Align | Keyword::Attribute)) if self.tokens[at + 1].is(Punct::LParen) => {
                    at = self.behind_group(at + 1);
                    continue;
                }
                (Tok::Punct(Punct::LParen), _) if last != Some(Keyword::Operator) => break at,
                (Tok::Punct(Punct::Semi | Punct::LBrace | Punct::RBrace | Punct::Colon), _)
                | (Tok::End, _) => {
                    return false;
                }
                (Tok::Punct(Punct::Assign | Punct::LBracket), _) if last != Some(Keyword::Operator) => {
                    return false;
                }
                _ => {}
            }
            last = keyword;
            at += 1;
        };
        let name = self.tokens[open - 1].name();
        let behind = self.behind_group(open);
        let is_special = self.tokens[behind].is(Punct::Assign) && !self.tokens[behind + 1].is(Punct::Semi);
        if self.tokens[open + 1].is(Punct::Star) || is_special {
            return false;
        }
        let own = self.classes.open.map(|(name, _)| name);
        members.has_constructors |=
            name.is_some() && name == own && !self.tokens[open.saturating_sub(2)].is(Punct::Tilde);
        self.skip_item();
        while self.tokens[self.at].is(Punct::LBrace) || self.tokens[self.at].is(Punct::Comma) {
            self.at += usize::from(self.tokens[self.at].is(Punct::Comma));
            self.skip_item();
        }
        true
    }

    /// `~S() = default;`, at its first token.
    fn destructor(&mut self) -> Parse<()> {
        let span = self.peek().span;
        let open = self.at + 2;
        let behind = self.behind_group(open.min(self.tokens.len() - 1));
        let word = self.tokens[(behind + 1).min(self.tokens.len() - 1)].name();
        let is_default = word.is_some_and(|word| Keyword::of(word, self.dialect) == Some(Keyword::Default));
        if !self.ahead(2).is(Punct::LParen) || !self.tokens[behind].is(Punct::Assign) || !is_default {
            let help = "Remove it, and do what it does at the end of the block.";
            return Err(self.unsupported("unsupported::class", span, "Destructors are not supported.", help));
        }
        self.at = behind + 2;
        self.expect_semi("`default`")
    }

    /// Is this a place for members?
    pub(super) fn in_braces_of_class(&self) -> bool {
        self.classes.open.is_some() && self.is_outside()
    }

    /// `explicit` or `friend` in front of a member; other words are refused.
    pub(super) fn word_of_class(
        &mut self,
        word: Symbol,
        span: Span,
        specifiers: &mut Specifiers,
    ) -> Parse<bool> {
        let text = self.names.text(word);
        if let Some((_, message, help)) = REFUSED.iter().find(|(refused, ..)| *refused == text) {
            return Err(self.unsupported("unsupported::class", span, message, help));
        }
        match text {
            "explicit" => specifiers.is_explicit = true,
            "friend" => specifiers.is_friend = true,
            _ => return Ok(false),
        }
        self.advance();
        Ok(true)
    }

    /// Does the declaration of a constructor begin at the cursor: `S(` in the braces of `S`, `S::S(` outside?
    pub(super) fn at_constructor(&self) -> bool {
        let Some(name) = self.ahead(0).name().filter(|_| self.is_outside()) else { return false };
        if self.generic(name) == Some(Generic::Classes) && self.ahead(1).is(Punct::Lt) {
            let behind = self.behind_angles(self.at + 1, self.tokens.len() - 3);
            let same = self.tokens[behind + 1].name() == Some(self.last_part(name));
            return self.tokens[behind].is(Punct::Scope) && same && self.tokens[behind + 2].is(Punct::LParen);
        }
        if !self.ahead(1).is(Punct::LParen) {
            return false;
        }
        match self.paths.get(&name) {
            Some(path) => match path.parts[..] {
                [.., class, last] => class == last && self.constructor_of(name).is_some(),
                _ => false,
            },
            None => self.classes.open.is_some_and(|(open, _)| open == name),
        }
    }

    /// Is it the path of a constructor?
    pub(super) fn is_constructor(&self, path: Symbol) -> bool {
        self.classes.constructors.contains_key(&path)
    }

    /// Are functions of a class declared here?
    pub(super) fn in_class_space(&self) -> bool {
        self.is_outside() && self.classes.tags.contains_key(&self.space)
    }

    /// The type behind `operator`.
    pub(super) fn conversion_type(&mut self) -> Parse<TypeSyntax> {
        let specifiers = self.specifiers()?;
        let (span, mut declarator) = (specifiers.span, Declarator::default());
        while self.take(Punct::Star) {
            declarator.derivation.push(Derivation::Pointer { is_const: false, space: None });
        }
        Ok(TypeSyntax { specifiers, declarator, span })
    }

    /// What stands from here to the cursor, in one line.
    pub(super) fn tokens_text(&self, from: Span) -> String {
        let read = self.tokens[..self.at].iter().rev().take_while(|token| token.span.start >= from.start);
        let mut words: Vec<&str> =
            read.filter_map(|token| token.name()).map(|name| self.names.text(name)).collect();
        words.reverse();
        words.join(" ")
    }

    /// The class of a path such as `n::S::S`.
    fn constructor_of(&self, path: Symbol) -> Option<Symbol> {
        self.classes.tags.get(&self.space_before(path)?).copied()
    }

    /// Does `operator T` stand at the cursor, with a type?
    pub(super) fn at_conversion(&self) -> bool {
        let operator = |token: Token| {
            token.name().and_then(|name| Keyword::of(name, self.dialect)) == Some(Keyword::Operator)
        };
        let at = match () {
            () if operator(self.ahead(0)) => 1,
            () if self.ahead(1).is(Punct::Scope) && operator(self.ahead(2)) => 3,
            () if self.ahead(1).is(Punct::Lt) => {
                let is_class =
                    self.ahead(0).name().is_some_and(|name| self.generic(name) == Some(Generic::Classes));
                let behind = self.behind_angles(self.at + 1, self.tokens.len() - 3);
                if !is_class || !self.tokens[behind].is(Punct::Scope) || !operator(self.tokens[behind + 1]) {
                    return false;
                }
                behind + 2 - self.at
            }
            () => return false,
        };
        self.is_outside() && self.ahead(at).name().is_some()
    }
}

/// The value of a name of a declaration that others lead to.
fn value_in<'d>(data: &'d mut [Declaration], way: &[usize], name: usize) -> Option<&'d mut Option<Init>> {
    let (at, rest) = way.split_first()?;
    let declaration = data.get_mut(*at)?;
    if rest.is_empty() {
        return Some(&mut declaration.names.get_mut(name)?.init);
    }
    match &mut declaration.specifiers.base {
        Base::Struct(spec) => value_in(spec.members.as_mut()?, rest, name),
        _ => None,
    }
}

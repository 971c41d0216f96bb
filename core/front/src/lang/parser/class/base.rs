//! Bases of classes: what stands behind `:`, and what `using` takes of them.

use alloc::{string::ToString, vec};

use super::*;
use crate::lang::ast::{Declared, TypePath};

/// What stands behind the name of a class: its bases, and whether they depend on parameters of templates.
#[derive(Default)]
pub(in crate::lang::parser) struct Bases {
    pub all: Vec<Specifiers>,
    depend: Vec<bool>,
}

impl Parser<'_> {
    /// `: public Base` behind the name of a class.
    pub(in crate::lang::parser) fn bases(&mut self) -> Parse<Bases> {
        let mut bases = Bases::default();
        if self.dialect != Dialect::Cuda {
            return Ok(bases);
        }
        let word = |this: &mut Self| this.name().map_or("", |(name, _)| this.names.text(name)).to_string();
        if word(self) == "final" {
            self.advance();
        }
        if !self.take(Punct::Colon) {
            return Ok(bases);
        }
        loop {
            while matches!(word(self).as_str(), "public" | "protected" | "private") {
                self.advance();
            }
            if word(self) == "virtual" {
                let help = "Remove `virtual`, or make the base a member.";
                let span = self.peek().span;
                return Err(self.unsupported(
                    "unsupported::class",
                    span,
                    "Virtual bases are not supported.",
                    help,
                ));
            }
            let first = self.at;
            bases.all.push(self.specifiers()?);
            bases.depend.push(self.names_param(first..self.at));
            if !self.take(Punct::Comma) {
                return Ok(bases);
            }
        }
    }

    /// In the space of a class the names of its bases are seen.
    pub(super) fn see_bases(&mut self, space: Option<SpaceId>, bases: &Bases) {
        for (base, depends) in bases.all.iter().zip(&bases.depend) {
            let tag = match &base.base {
                Base::Named(tag, _) => *tag,
                Base::Path(path) if path.members.is_empty() => path.head,
                _ => continue,
            };
            if let (Some(space), Some(of)) = (space, self.space_of_class(tag)) {
                self.spaces.inherit(space, of, *depends);
            }
        }
    }

    /// The space of a class, or of a template of some.
    fn space_of_class(&self, tag: Symbol) -> Option<SpaceId> {
        let last = self.spaces.last(tag, self.names)?;
        self.spaces.inner_space(self.spaces.home(tag), last)
    }

    /// `using B::B;` takes the constructors of a base, `using B::operator=;` its assignments. What else `using` names of a base is seen
    /// anyway, unless the class has its own or the base depends on parameters of templates.
    pub(super) fn using_of_base(&mut self, members: &mut Members) -> Parse<()> {
        self.advance();
        loop {
            self.name_of_base(members)?;
            if !self.take(Punct::Comma) {
                break;
            }
        }
        self.expect_semi("`using`")
    }

    fn name_of_base(&mut self, members: &mut Members) -> Parse<()> {
        let is_type = self.take_keyword(Keyword::Typename);
        let (start, first) = (self.peek().span, self.at);
        if is_type && let Some((name, class)) = self.type_of_base()? {
            members.used.push((name, start));
            if self.names_param(first..self.at) {
                self.see_of_base(class, name, true, members);
            }
            return Ok(());
        }
        let (class, name, _) = self.member_name()?;
        let (Some(class), Some(name)) = (class, name) else {
            // Conversions are found all the same.
            return if name.is_none() { self.conversion_type().map(drop) } else { Ok(()) };
        };
        let last = class.members.last().copied().or(self.spaces.last(class.head, self.names));
        if last == Some(name) {
            members.inherits = true;
            return Ok(());
        }
        if !members.closed {
            members.opened.push(name);
        }
        if self.names.text(name) == "operator=" {
            members.assigns = true;
        }
        members.used.push((name, start));
        if self.names_param(first..self.at) {
            self.see_of_base(class, name, is_type, members);
        }
        Ok(())
    }

    /// `B<T>::type` behind `using typename`: the name, and the class that has it.
    fn type_of_base(&mut self) -> Parse<Option<(Symbol, TypePath)>> {
        let Some(Base::Path(mut path)) = self.type_path(true)? else { return Ok(None) };
        Ok(path.members.pop().map(|name| (name, *path)))
    }

    /// A name of a base that depends on parameters of templates is seen from here on.
    fn see_of_base(&mut self, mut class: TypePath, name: Symbol, is_type: bool, members: &mut Members) {
        let space = self.space_of_class(class.head).filter(|_| class.members.is_empty());
        match space.and_then(|space| self.spaces.qualified(space, name)) {
            Some(meaning) if !is_type => self.spaces.add(self.space, name, &meaning),
            _ if is_type => {
                // `using typename B<T>::type;` is `using type = typename B<T>::type;`.
                let span = class.span;
                class.members.push(name);
                let base = Base::Path(Box::new(class));
                let specifiers = Specifiers { base, is_typedef: true, span, ..Specifiers::default() };
                let own = self.declare(name, What::Type);
                let declarator = Declarator { name: Some((own, span)), span, ..Declarator::default() };
                let names = vec![Declared { declarator, init: None }];
                members.data.push(Declaration { specifiers, names, span });
            }
            // What it is, the object tells.
            _ => drop(self.declare(name, What::Other)),
        }
    }

    /// Functions of a base are seen unless the class has its own of that name: then both together are refused.
    pub(super) fn check_used(&mut self, members: &Members) -> Parse<()> {
        let name_of = |pending: &Pending| {
            let (name, _) = pending.function.declarator.name?;
            self.spaces.last(name, self.names).filter(|_| pending.space == self.space)
        };
        let own: Vec<Symbol> = self.classes.functions.iter().filter_map(name_of).collect();
        let Some((_, span)) = members.used.iter().find(|(name, _)| own.contains(name)) else {
            return Ok(());
        };
        let help = "Write the function in this class, and call that of the base in it.";
        let message = "A function of a base beside one of the class with its name is not supported.";
        Err(self.unsupported("unsupported::class", *span, message, help))
    }
}

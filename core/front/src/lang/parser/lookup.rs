//! What names stand for while a text is read: those of blocks here, others in the [spaces](crate::lang::spaces).
//!
//! A path such as `a::b` is one token, made before anything is read ([`with_paths`]): whether `a::b * c` declares
//! something is then asked as for a name alone. In the tree every name is the symbol of what it stands for.

use alloc::{string::String, vec, vec::Vec};

use super::paths::Path;
use super::*;
use crate::lang::ast::Declarator;
use crate::lang::builtins;
use crate::lang::spaces::{Kind, Meaning, OUTERMOST, SpaceId, What};
use crate::lang::type_names::{TypeName, Unsupported};

/// A name of a block.
#[derive(Clone, Debug)]
pub(super) struct Local {
    pub what: What,
    /// What a using-declaration makes of it; empty: itself.
    pub targets: Vec<Symbol>,
    /// The space that it names in front of `::`.
    pub space: Option<SpaceId>,
    /// Is it a parameter of a template?
    pub is_param: bool,
}

impl Local {
    /// A name that stands for itself.
    pub fn own(what: What) -> Local {
        Local { what, targets: vec![], space: None, is_param: false }
    }
}

/// What a name of the text turns out to be.
pub(super) enum Found {
    /// Something that the text declares.
    Known(Meaning),
    /// Nothing that the text declares; perhaps a builtin of this name.
    Plain(Symbol),
    /// Something in a namespace that the text does not have; the last part of its path.
    Foreign(Symbol),
}

impl Parser<'_> {
    /// Are names declared in a space here, and not in a block?
    pub(super) fn is_outside(&self) -> bool {
        self.blocks == 0
    }

    pub(super) fn local(&self, name: Symbol) -> Option<&Local> {
        self.locals.get(name.index())?.as_ref()
    }

    /// What it means by a declaration in the innermost block.
    pub(super) fn local_here(&self, name: Symbol) -> Option<&Local> {
        let here = self.shadowed.get(self.block..)?.iter().any(|(known, _)| *known == name);
        self.local(name).filter(|_| here)
    }

    /// Is it a variable, parameter or type of a block?
    pub(super) fn is_own_local(&self, name: Symbol) -> bool {
        self.local(name).is_some_and(|local| local.targets.is_empty())
    }

    /// What a name stands for here.
    pub(super) fn find(&self, name: Symbol) -> Found {
        if let Some(path) = self.paths.get(&name) {
            return self.find_path(name, path);
        }
        if let Some(local) = self.local(name) {
            let targets = if local.targets.is_empty() { vec![name] } else { local.targets.clone() };
            return Found::Known(Meaning { what: local.what, targets });
        }
        let (found, at) = self.spaces.unqualified(self.space, &self.directives, name);
        match found {
            // A builtin is a function of the outermost namespace.
            Some(mut meaning) if at == OUTERMOST && meaning.what == What::Function => {
                if !meaning.targets.contains(&name)
                    && builtins::builtin(self.names.text(name), self.dialect).is_some()
                {
                    meaning.targets.push(name);
                }
                Found::Known(meaning)
            }
            Some(meaning) => Found::Known(meaning),
            None => Found::Plain(name),
        }
    }

    pub(super) fn find_path(&self, whole: Symbol, path: &Path) -> Found {
        let Some((last, _)) = path.parts.split_last() else { return Found::Plain(whole) };
        let Some(space) = self.space_of(path) else {
            let head = path.parts.first().map_or("", |head| self.names.text(*head));
            // What `std` has is there without it, as far as it is there at all.
            return if head == "std" { Found::Plain(*last) } else { Found::Foreign(*last) };
        };
        match self.spaces.qualified(space, *last) {
            Some(meaning) => Found::Known(meaning),
            None if space == OUTERMOST
                || path.parts.first().is_some_and(|head| self.names.text(*head) == "std") =>
            {
                Found::Plain(*last)
            }
            None => Found::Plain(whole),
        }
    }

    /// The space that all parts of a path but the last name.
    pub(super) fn space_of(&self, path: &Path) -> Option<SpaceId> {
        let heads = &path.parts[..path.parts.len() - 1];
        let (first, rest) = match (path.outermost, heads) {
            (true, heads) => (OUTERMOST, heads),
            (false, [head, rest @ ..]) => (self.outer_space(*head)?, rest),
            (false, []) => return None,
        };
        rest.iter().try_fold(first, |space, part| self.spaces.inner_space(space, *part))
    }

    /// The space that a name alone means in front of `::`.
    fn outer_space(&self, name: Symbol) -> Option<SpaceId> {
        match self.local(name) {
            Some(Local { space: Some(space), .. }) => Some(*space),
            // A type that has no space of its own.
            Some(Local { what: What::Type, targets, .. }) if targets.is_empty() => None,
            _ => self.spaces.space(self.space, &self.directives, name),
        }
    }

    /// The space that a whole path means.
    pub(super) fn space_named(&self, name: Symbol) -> Option<SpaceId> {
        match self.paths.get(&name) {
            Some(path) => {
                let last = *path.parts.last()?;
                if path.parts.len() == 1 {
                    return self.spaces.inner_space(OUTERMOST, last);
                }
                self.spaces.inner_space(self.space_of(path)?, last)
            }
            None => self.outer_space(name),
        }
    }

    /// The space in front of a name that is declared elsewhere: `n` of `void n::f() { … }`.
    pub(super) fn space_before(&self, name: Symbol) -> Option<SpaceId> {
        self.space_of(self.paths.get(&name)?)
    }

    /// Is it a path?
    pub(super) fn is_path(&self, name: Symbol) -> bool {
        self.paths.contains_key(&name)
    }

    /// The last part of a path, or the name.
    pub(super) fn last_part(&self, name: Symbol) -> Symbol {
        self.paths.get(&name).and_then(|path| path.parts.last().copied()).unwrap_or(name)
    }

    /// The symbol of what a name stands for; of several things one, which is reported.
    pub(super) fn target(&mut self, name: Symbol, span: Span) -> Symbol {
        match self.find(name) {
            Found::Known(meaning) => self.only(name, &meaning, span),
            Found::Plain(name) => name,
            Found::Foreign(_) => name,
        }
    }

    /// The one thing that a name means.
    pub(super) fn only(&mut self, name: Symbol, meaning: &Meaning, span: Span) -> Symbol {
        let [target, ..] = meaning.targets[..] else { return name };
        if meaning.is_ambiguous() {
            let all: Vec<String> =
                meaning.targets.iter().map(|target| format!("`{}`", self.names.text(*target))).collect();
            let message = format!("`{}` can mean {}.", self.names.text(name), all.join(" and "));
            let error = Diagnostic::error("name::ambiguous", span, message);
            self.report.push(error.help("Write which, with its namespace and `::` in front of it."));
        }
        self.unhidden(name, target)
    }

    /// The symbol by which a path means a name that a name of a block hides.
    pub(super) fn unhidden(&mut self, name: Symbol, target: Symbol) -> Symbol {
        match self.is_path(name) && self.is_own_local(target) {
            true if self.spaces.home(target) == OUTERMOST => self.spaces.outer_alias(target, self.names),
            _ => target,
        }
    }

    /// The name of a variable of host code: what is read of it elsewhere has the same.
    pub(super) fn host_name(&self, name: Symbol) -> Symbol {
        match self.find(name) {
            Found::Known(meaning) => meaning.targets.first().copied().unwrap_or(name),
            Found::Plain(name) => name,
            Found::Foreign(_) => name,
        }
    }

    /// What a predefined type of this name is, unless the text declares it.
    pub(super) fn known_type(&self, name: Symbol) -> Option<(Symbol, TypeName)> {
        let name = match self.find(name) {
            Found::Plain(name) => name,
            Found::Foreign(last) => {
                let known = type_name(self.names.text(last), self.dialect)?;
                return matches!(known, TypeName::Unsupported(_)).then_some((last, known));
            }
            // What `using std::uint32_t;` brings in is no declaration of the text.
            Found::Known(Meaning { what: What::Type, targets }) => {
                let [target] = targets[..] else { return None };
                let declared = self.local(target).is_some()
                    || self.spaces.home(target) != OUTERMOST
                    || self.spaces.qualified(OUTERMOST, target).is_some();
                if declared {
                    return None;
                }
                target
            }
            Found::Known(_) => return None,
        };
        Some((name, type_name(self.names.text(name), self.dialect)?))
    }

    /// Is it the name of images of a form that is not supported?
    pub(super) fn is_absent_image(&self, name: Symbol) -> bool {
        matches!(self.known_type(name), Some((_, TypeName::Unsupported(Unsupported::Image))))
    }

    /// Is this name a type here?
    pub(super) fn is_type_name(&self, name: Symbol) -> bool {
        match self.find(name) {
            Found::Known(meaning) => meaning.what == What::Type,
            Found::Plain(name) => type_name(self.names.text(name), self.dialect).is_some(),
            Found::Foreign(_) => self.known_type(name).is_some(),
        }
    }

    /// Gives a name a meaning in the innermost scope; returns the symbol that it has in the tree.
    pub(super) fn declare(&mut self, name: Symbol, what: What) -> Symbol {
        if !self.is_outside() {
            self.declare_local(name, Local::own(what));
            return name;
        }
        if self.is_path(name) {
            return match self.find(name) {
                Found::Known(meaning) => meaning.targets.first().copied().unwrap_or(name),
                _ => name,
            };
        }
        self.spaces.declare(self.space, name, what, self.names)
    }

    /// Gives the name of a declarator a meaning.
    pub(super) fn declare_as(&mut self, declarator: &mut Declarator, what: What) {
        if let Some((name, _)) = &mut declarator.name {
            *name = self.declare(*name, what);
        }
    }

    /// Something of host code, which hides what is declared around its namespace. Does not take the place of what the device
    /// has under this name.
    pub(super) fn declare_host(&mut self, name: Symbol, what: What) -> Symbol {
        match self.spaces.member(self.space, name) {
            Some(meaning) if what == What::Function => meaning.targets.first().copied().unwrap_or(name),
            _ => self.declare(name, what),
        }
    }

    /// A type, as far as its name alone is one in this language.
    pub(super) fn declare_tag(&mut self, name: Symbol) -> Symbol {
        if self.dialect == Dialect::OpenCl { name } else { self.declare(name, What::Type) }
    }

    /// From here to the end of the scope the name has this meaning.
    pub(super) fn declare_local(&mut self, name: Symbol, local: Local) {
        if name.index() >= self.locals.len() {
            self.locals.resize(name.index() + 1, None);
        }
        let old = self.locals[name.index()].replace(local);
        self.shadowed.push((name, old));
    }

    /// A parameter of a template: it belongs to no space.
    pub(super) fn declare_param(&mut self, name: Symbol, is_type: bool) {
        let what = if is_type { What::Type } else { What::Other };
        self.declare_local(name, Local { is_param: true, ..Local::own(what) });
    }

    /// Declares a name of something that could not be read, unless it has a meaning.
    pub(super) fn declare_unread(&mut self, name: Symbol) -> Symbol {
        match self.spaces.member(self.space, name) {
            Some(meaning) => meaning.targets.first().copied().unwrap_or(name),
            None => self.declare(name, What::Function),
        }
    }

    /// Is a parameter of a template among the names of these tokens?
    pub(super) fn names_param(&self, tokens: core::ops::Range<usize>) -> bool {
        let is_param = |name: Symbol| self.local(name).is_some_and(|local| local.is_param);
        // `T::type` begins with one.
        let first = |name: Symbol| match self.paths.get(&name) {
            Some(path) => path.parts.first().copied().filter(|_| !path.outermost),
            None => Some(name),
        };
        self.tokens[tokens].iter().filter_map(|token| first(token.name()?)).any(is_param)
    }

    /// Reads something whose declarations end with it.
    pub(super) fn scoped<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        self.blocks += 1;
        let result = self.undone(read);
        self.blocks -= 1;
        result
    }

    /// Reads something whose parameters end with it, and that is itself declared around it.
    pub(super) fn undone<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let (outer, directives) = (self.shadowed.len(), self.directives.len());
        let around = core::mem::replace(&mut self.block, outer);
        let result = read(self);
        self.block = around;
        while self.shadowed.len() > outer {
            if let Some((name, old)) = self.shadowed.pop() {
                self.locals[name.index()] = old;
            }
        }
        self.directives.truncate(directives);
        result
    }

    /// Reads something in a space of its own, if it has one.
    pub(super) fn in_space<T>(&mut self, space: Option<SpaceId>, read: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.space;
        self.space = space.unwrap_or(outer);
        let result = read(self);
        self.space = outer;
        result
    }

    /// The space of a class or an enumeration that is declared here.
    pub(super) fn type_space(&mut self, tag: Symbol) -> Option<SpaceId> {
        let tag = self.last_part(tag);
        if self.dialect == Dialect::OpenCl {
            return None;
        }
        if self.is_outside() {
            return self.spaces.open(self.space, Some(tag), Kind::Type, self.names);
        }
        let space = self.spaces.open_block_type(tag, self.names)?;
        if let Some(Some(local)) = self.locals.get_mut(tag.index()) {
            local.space = Some(space);
        }
        Some(space)
    }

    /// A constant of an enumeration: seen behind its tag, and without it unless it is a scoped one.
    pub(super) fn declare_enumerator(
        &mut self,
        name: Symbol,
        space: Option<SpaceId>,
        is_scoped: bool,
    ) -> Symbol {
        match space {
            Some(space) if is_scoped => self.spaces.declare(space, name, What::Other, self.names),
            _ => {
                let symbol = self.declare(name, What::Other);
                if let Some(space) = space {
                    self.spaces.add(space, name, &Meaning::one(What::Other, symbol));
                }
                symbol
            }
        }
    }

    /// A name of a namespace that the text does not have, at the cursor: says so.
    pub(super) fn foreign_name(&mut self) -> Stop {
        let span = self.peek().span;
        let help = "Write the function without a namespace if it is one of the supported builtins.";
        let message = "Only namespaces of this text can be used in kernels.";
        self.unsupported("unsupported::namespace", span, message, help)
    }
}

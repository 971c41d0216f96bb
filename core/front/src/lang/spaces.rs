//! Namespaces, and how a name is looked up in them (C++17 6.3 and 6.4).
//!
//! Everything that a text declares outside of functions has one symbol, its whole path: `n::f`; functions of one name in one
//! namespace share it. What a name stands for is thus one symbol, or several where functions of several namespaces are
//! seen together. Classes and enumerations are spaces, too: `E::A`.
//!
//! A directive (`using namespace m;`) makes the names of `m` seen as if they stood in the nearest namespace around both
//! `m` and the directive (10.3.4). Inline and unnamed namespaces are directives of the namespace around them; a path looks
//! through inline ones first (6.4.3.2).

use alloc::{format, string::String, vec, vec::Vec};

use super::names::{Names, Symbol};
use crate::base::{OrdMap, OrdSet};

/// Most bytes of the path of a namespace.
pub const MAX_PATH: usize = 256;

/// Most directives of a text, so that looking up a name ends soon.
pub const MAX_DIRECTIVES: usize = 256;

/// What an unnamed namespace is called.
const UNNAMED: &str = "(unnamed)";

/// A namespace, class or enumeration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SpaceId(u32);

/// The space around everything.
pub const OUTERMOST: SpaceId = SpaceId(0);

/// What a name of a space is, as far as reading a text depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A type.
    Type,
    /// A function or a template of functions: several of them can be meant together.
    Function,
    /// Anything else.
    Other,
}

/// What a name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// What it is.
    pub what: What,
    /// The symbols of what it can be: several only if they are functions, or if nobody can tell.
    pub targets: Vec<Symbol>,
}

impl Meaning {
    /// A name that stands for one thing.
    pub fn one(what: What, target: Symbol) -> Meaning {
        Meaning { what, targets: vec![target] }
    }

    /// Does it stand for different things that cannot be meant together?
    pub fn is_ambiguous(&self) -> bool {
        self.targets.len() > 1 && self.what != What::Function
    }

    /// Both seen together.
    fn and(mut self, other: &Meaning) -> Meaning {
        if self.what != other.what {
            self.what = What::Other;
        }
        other.targets.iter().for_each(|target| {
            if !self.targets.contains(target) {
                self.targets.push(*target);
            }
        });
        self
    }
}

/// What kind of space it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A namespace.
    Namespace,
    /// An inline namespace.
    Inline,
    /// A class or an enumeration.
    Type,
}

#[derive(Debug)]
struct Space {
    parent: SpaceId,
    kind: Kind,
    /// What stands in front of the names in it: `n::`.
    prefix: String,
    members: OrdMap<Symbol, Meaning>,
    /// Spaces in it, and other names for spaces.
    spaces: OrdMap<Symbol, SpaceId>,
    inline: Vec<SpaceId>,
    directives: Vec<SpaceId>,
    /// Those of the bases of a class, and whether each depends on parameters of templates: a name alone in the class is not looked up there
    /// (17.6.2, paragraph 3).
    bases: Vec<(SpaceId, bool)>,
}

/// All spaces of a text.
#[derive(Debug)]
pub struct Spaces {
    list: Vec<Space>,
    /// The functions that some space inside of the outermost one has.
    functions: OrdSet<Symbol>,
    /// Where symbols are declared that are not outermost.
    homes: OrdMap<Symbol, SpaceId>,
    directives: usize,
    /// Other symbols for outermost names, that local names do not hide.
    outer: OrdMap<Symbol, Symbol>,
}

impl Default for Spaces {
    fn default() -> Spaces {
        Spaces {
            list: vec![Space::new(OUTERMOST, Kind::Namespace, String::new())],
            functions: OrdSet::new(),
            homes: OrdMap::new(),
            directives: 0,
            outer: OrdMap::new(),
        }
    }
}

impl Space {
    fn new(parent: SpaceId, kind: Kind, prefix: String) -> Space {
        Space {
            parent,
            kind,
            prefix,
            members: OrdMap::new(),
            spaces: OrdMap::new(),
            inline: vec![],
            directives: vec![],
            bases: vec![],
        }
    }
}

impl Spaces {
    fn at(&self, space: SpaceId) -> &Space {
        &self.list[space.0 as usize]
    }

    fn at_mut(&mut self, space: SpaceId) -> &mut Space {
        &mut self.list[space.0 as usize]
    }

    /// Does a space inside of the outermost one have functions of this name?
    pub fn has_functions(&self, name: Symbol) -> bool {
        self.functions.contains(&name)
    }

    /// What stands in front of the names in a space.
    pub fn prefix(&self, space: SpaceId) -> &str {
        &self.at(space).prefix
    }

    /// Is it the space of a class or an enumeration?
    pub fn is_type(&self, space: SpaceId) -> bool {
        self.at(space).kind == Kind::Type
    }

    /// The nearest namespace around a space, or itself.
    pub fn namespace(&self, space: SpaceId) -> SpaceId {
        self.outwards(space).find(|space| !self.is_type(*space)).unwrap_or(OUTERMOST)
    }

    /// The space in which a symbol is declared.
    pub fn home(&self, symbol: Symbol) -> SpaceId {
        self.homes.get(&symbol).copied().unwrap_or(OUTERMOST)
    }

    /// Makes a space in another one, or opens it again. `None` if its path is too long. A name is missing in an unnamed one.
    pub fn open(
        &mut self,
        parent: SpaceId,
        name: Option<Symbol>,
        kind: Kind,
        names: &mut Names,
    ) -> Option<SpaceId> {
        let symbol = name.unwrap_or_else(|| names.intern(UNNAMED));
        if let Some(known) = self.at(parent).spaces.get(&symbol)
            && (self.at(*known).kind == Kind::Type) == (kind == Kind::Type)
        {
            return Some(*known);
        }
        let prefix = format!("{}{}::", self.at(parent).prefix, names.text(symbol));
        if prefix.len() > MAX_PATH {
            return None;
        }
        let id = SpaceId(self.list.len() as u32);
        self.list.push(Space::new(parent, kind, prefix));
        self.at_mut(parent).spaces.insert(symbol, id);
        if kind == Kind::Inline {
            self.at_mut(parent).inline.push(id);
        }
        if kind == Kind::Inline || name.is_none() {
            self.at_mut(parent).directives.push(id);
        }
        Some(id)
    }

    /// Makes the space of a type of a block, which only the block knows.
    pub fn open_block_type(&mut self, tag: Symbol, names: &Names) -> Option<SpaceId> {
        let prefix = format!("{}::", names.text(tag));
        let id = SpaceId(self.list.len() as u32);
        (prefix.len() <= MAX_PATH).then(|| self.list.push(Space::new(OUTERMOST, Kind::Type, prefix)))?;
        Some(id)
    }

    /// What a name stands for in a space itself.
    pub fn member(&self, space: SpaceId, name: Symbol) -> Option<&Meaning> {
        self.at(space).members.get(&name)
    }

    /// Gives a space one more name.
    pub fn alias(&mut self, space: SpaceId, name: Symbol, of: SpaceId) {
        self.at_mut(space).spaces.insert(name, of);
    }

    /// A class has a base, which may depend on parameters of templates.
    pub fn inherit(&mut self, space: SpaceId, of: SpaceId, depends: bool) {
        if space != of && !self.lineage(of, true).contains(&space) {
            self.at_mut(space).bases.push((of, depends));
        }
    }

    /// A space with those of its bases, and theirs; those of its own bases that depend on parameters only if they are `known`.
    fn lineage(&self, space: SpaceId, known: bool) -> Vec<SpaceId> {
        let mut all = vec![space];
        let mut at = 0;
        while let Some(next) = all.get(at).copied() {
            let is_seen = |(base, depends): &(SpaceId, bool)| {
                (known || next != space || !depends) && !all.contains(base)
            };
            let more: Vec<SpaceId> =
                self.at(next).bases.iter().filter(|base| is_seen(base)).map(|base| base.0).collect();
            all.extend(more);
            at += 1;
        }
        all
    }

    /// What a class or one of its bases has.
    fn inherited<T>(&self, space: SpaceId, known: bool, find: &impl Fn(&Space) -> Option<T>) -> Option<T> {
        self.lineage(space, known).into_iter().find_map(|space| find(self.at(space)))
    }

    /// The last part of the path that a symbol is.
    pub fn last(&self, symbol: Symbol, names: &Names) -> Option<Symbol> {
        let prefix = self.prefix(self.home(symbol));
        names.text(symbol).strip_prefix(prefix).and_then(|last| names.find(last))
    }

    /// `using namespace of;` in a space. `false` if there are too many.
    pub fn direct(&mut self, space: SpaceId, of: SpaceId) -> bool {
        if self.at(space).directives.contains(&of) {
            return true;
        }
        self.directives += 1;
        if self.directives <= MAX_DIRECTIVES {
            self.at_mut(space).directives.push(of);
        }
        self.directives <= MAX_DIRECTIVES
    }

    /// Declares a name in a space; returns its symbol.
    pub fn declare(&mut self, space: SpaceId, name: Symbol, what: What, names: &mut Names) -> Symbol {
        let target = match space {
            OUTERMOST => name,
            _ => names.intern(&format!("{}{}", self.at(space).prefix, names.text(name))),
        };
        if space != OUTERMOST {
            self.homes.insert(target, space);
            if what == What::Function {
                self.functions.insert(name);
            }
        }
        let own = Meaning::one(what, target);
        let members = &mut self.at_mut(space).members;
        match members.get_mut(&name) {
            Some(known) if known.what == What::Function && what == What::Function => {
                *known = known.clone().and(&own);
            }
            _ => drop(members.insert(name, own)),
        }
        target
    }

    /// `using n::name;` in a space.
    pub fn add(&mut self, space: SpaceId, name: Symbol, meaning: &Meaning) {
        if space != OUTERMOST && meaning.what == What::Function {
            self.functions.insert(name);
        }
        let members = &mut self.at_mut(space).members;
        let both = match members.get(&name) {
            Some(known) => known.clone().and(meaning),
            None => meaning.clone(),
        };
        members.insert(name, both);
    }

    /// The symbol for an outermost name where a local name hides it.
    pub fn outer_alias(&mut self, name: Symbol, names: &mut Names) -> Symbol {
        let alias = names.intern(&format!("::{}", names.text(name)));
        self.outer.insert(alias, name);
        alias
    }

    /// The outermost name that a symbol is another symbol for.
    pub fn outer(&self, symbol: Symbol) -> Option<Symbol> {
        self.outer.get(&symbol).copied()
    }

    /// The namespaces that these lead to, themselves included, directives among directives followed.
    fn closure(&self, first: &[SpaceId]) -> Vec<SpaceId> {
        let mut all: Vec<SpaceId> = vec![];
        let mut open: Vec<SpaceId> = first.to_vec();
        while let Some(space) = open.pop() {
            if !all.contains(&space) {
                all.push(space);
                open.extend(&self.at(space).directives);
            }
        }
        all
    }

    /// The nearest namespace around both.
    fn around(&self, a: SpaceId, b: SpaceId) -> SpaceId {
        self.outwards(a).find(|a| self.outwards(b).any(|b| *a == b)).unwrap_or(OUTERMOST)
    }

    /// A space and those around it.
    fn outwards(&self, space: SpaceId) -> impl Iterator<Item = SpaceId> + '_ {
        let mut next = Some(space);
        core::iter::from_fn(move || {
            let space = next?;
            next = (space != OUTERMOST).then(|| self.at(space).parent);
            Some(space)
        })
    }

    /// What is found in a space and its inline namespaces.
    fn inside<T>(&self, space: SpaceId, find: &impl Fn(&Space) -> Option<T>, found: &mut Vec<T>) {
        let mut open = vec![space];
        while let Some(space) = open.pop() {
            found.extend(self.inherited(space, true, find));
            open.extend(&self.at(space).inline);
        }
    }

    /// What a path finds: in the space itself, or else where its directives lead.
    fn down<T>(&self, space: SpaceId, find: &impl Fn(&Space) -> Option<T>) -> Vec<T> {
        let (mut found, mut seen, mut open) = (vec![], vec![], vec![space]);
        while let Some(space) = open.pop() {
            if seen.contains(&space) {
                continue;
            }
            seen.push(space);
            let before = found.len();
            self.inside(space, find, &mut found);
            if found.len() == before {
                open.extend(&self.at(space).directives);
            }
        }
        found
    }

    /// What a name alone finds, from the inside out, and in which space it is seen. `blocks` are directives of the blocks
    /// around it.
    fn up<T>(
        &self,
        from: SpaceId,
        blocks: &[SpaceId],
        find: &impl Fn(&Space) -> Option<T>,
    ) -> (Vec<T>, SpaceId) {
        let mut seen: Vec<(SpaceId, SpaceId)> = vec![];
        let direct = |at: SpaceId, list: &[SpaceId], seen: &mut Vec<(SpaceId, SpaceId)>| {
            let led = self.closure(list).into_iter().map(|space| (self.around(at, space), space));
            seen.extend(led);
        };
        direct(from, blocks, &mut seen);
        for at in self.outwards(from) {
            direct(at, &self.at(at).directives, &mut seen);
        }
        for at in self.outwards(from) {
            let mut found: Vec<T> = self.inherited(at, false, find).into_iter().collect();
            let led = seen.iter().filter(|(place, space)| *place == at && *space != at);
            found.extend(led.filter_map(|(_, space)| find(self.at(*space))));
            if !found.is_empty() {
                return (found, at);
            }
        }
        (vec![], OUTERMOST)
    }

    fn joined(found: Vec<Meaning>) -> Option<Meaning> {
        found.into_iter().reduce(|all, next| all.and(&next))
    }

    /// What a name stands for behind `space::`.
    pub fn qualified(&self, space: SpaceId, name: Symbol) -> Option<Meaning> {
        Self::joined(self.down(space, &|space: &Space| space.members.get(&name).cloned()))
    }

    /// What a name alone stands for in a space, and the space in which it is seen.
    pub fn unqualified(&self, from: SpaceId, blocks: &[SpaceId], name: Symbol) -> (Option<Meaning>, SpaceId) {
        let (found, at) = self.up(from, blocks, &|space: &Space| space.members.get(&name).cloned());
        (Self::joined(found), at)
    }

    /// The space that a name alone stands for in front of `::`.
    pub fn space(&self, from: SpaceId, blocks: &[SpaceId], name: Symbol) -> Option<SpaceId> {
        self.up(from, blocks, &|space: &Space| space.spaces.get(&name).copied()).0.first().copied()
    }

    /// The space that a name stands for behind `space::`.
    pub fn inner_space(&self, space: SpaceId, name: Symbol) -> Option<SpaceId> {
        self.down(space, &|space: &Space| space.spaces.get(&name).copied()).first().copied()
    }

    /// The functions of a name in the namespace of a type, which a call with such an argument sees (6.4.2).
    pub fn associated(&self, ty: Symbol, name: Symbol) -> Vec<Symbol> {
        let mut space = self.namespace(self.home(ty));
        while self.at(space).kind == Kind::Inline {
            space = self.at(space).parent;
        }
        let mut found = vec![];
        self.inside(space, &|space: &Space| space.members.get(&name).cloned(), &mut found);
        let functions = found.into_iter().filter(|meaning| meaning.what == What::Function);
        functions.flat_map(|meaning| meaning.targets).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of C++17 10.3.4 [namespace.udir], paragraph 3: names of `B` are seen in the namespace around `A` and it.
    #[test]
    fn a_directive_shows_names_in_the_namespace_around_both() {
        let (mut spaces, mut names) = (Spaces::default(), Names::new());
        let [a, b, c, i] = ["A", "B", "C", "i"].map(|text| names.intern(text));
        let in_a = spaces.open(OUTERMOST, Some(a), Kind::Namespace, &mut names).unwrap();
        let of_a = spaces.declare(in_a, i, What::Other, &mut names);
        let in_b = spaces.open(in_a, Some(b), Kind::Namespace, &mut names).unwrap();
        let in_c = spaces.open(in_b, Some(c), Kind::Namespace, &mut names).unwrap();
        let of_c = spaces.declare(in_c, i, What::Other, &mut names);
        // In `A::B`, `using namespace C;` hides `A::i`; in `A` behind it `i` is `A::i`.
        assert!(spaces.direct(in_b, in_c));
        assert_eq!(spaces.unqualified(in_b, &[], i).0, Some(Meaning::one(What::Other, of_c)));
        assert_eq!(spaces.unqualified(in_a, &[], i).0, Some(Meaning::one(What::Other, of_a)));
        // In a function of `A`, `using namespace B::C;` makes `i` ambiguous.
        assert!(spaces.unqualified(in_a, &[in_c], i).0.unwrap().is_ambiguous());
        assert_eq!(names.text(of_c), "A::B::C::i");
    }
}

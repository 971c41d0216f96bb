//! Names in scope.

use alloc::{vec, vec::Vec};

use super::super::ast::Specifiers;
use super::super::names::Symbol;
use super::super::spaces::Spaces;
use super::super::typed::{FunctionId, VarRef};
use super::super::types::{Pointer, TypeId};

/// `const` and `volatile` in front of a type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Quals {
    /// May its objects not be written?
    pub is_const: bool,
    /// Must every access to them happen?
    pub is_volatile: bool,
}

impl Quals {
    /// Those of what a pointer points at.
    pub const fn behind(pointer: Pointer) -> Quals {
        Quals { is_const: pointer.is_const, is_volatile: pointer.is_volatile }
    }

    /// Those that a type is written with.
    pub const fn said(specifiers: &Specifiers) -> Quals {
        Quals { is_const: specifiers.is_const, is_volatile: specifiers.is_volatile }
    }

    /// Are all of the others among these?
    pub const fn have(self, others: Quals) -> bool {
        (self.is_const || !others.is_const) && (self.is_volatile || !others.is_volatile)
    }

    /// Those that are not among the others.
    pub const fn without(self, others: Quals) -> Quals {
        Quals {
            is_const: self.is_const && !others.is_const,
            is_volatile: self.is_volatile && !others.is_volatile,
        }
    }
}

/// What a name stands for.
#[derive(Clone, Debug)]
pub enum Entity {
    /// A variable.
    Var(VarRef),
    /// The functions of this name: more than one if they are overloaded.
    Function(Vec<FunctionId>),
    /// A type.
    Type(TypeId),
    /// A type with `const` or `volatile`: what a parameter of a template may stand for.
    Qualified(TypeId, Quals),
    /// A reference to a type: what a parameter of a template may stand for.
    Reference(TypeId, Quals),
    /// A constant: its bits and its type.
    Constant(u64, TypeId),
    /// A member of the object that the lambda at hand is, and whether it refers to the variable.
    Captured(usize, bool),
    /// A variable that the lambda at hand does not have.
    Outside,
    /// A part of a variable of the function at hand, from an offset on: the object that is being made there.
    Part(u32, u64, TypeId),
    /// A variable of the function around the lambda at hand, where only its type matters: is it `const`, and a reference?
    Typed { ty: TypeId, is_const: bool, is_reference: bool },
    /// What the elements of a pack of parameters stand for.
    Pack(Vec<Entity>),
    /// A variable of host code.
    Host,
    /// A declaration that could not be read.
    Unread,
}

impl Entity {
    /// A type with what stands in front of it.
    pub fn of_type(ty: TypeId, quals: Quals) -> Entity {
        match quals == Quals::default() {
            true => Entity::Type(ty),
            false => Entity::Qualified(ty, quals),
        }
    }
}

/// A meaning, the depth of the scope that it belongs to, how many lambdas are around, and the item that declares it.
#[derive(Debug)]
struct Bound<T> {
    depth: u32,
    lambdas: u32,
    item: u32,
    /// Is it one element of a pack that has this name further out?
    is_element: bool,
    meaning: T,
}

/// Names with what they mean.
pub type Meanings<T> = Vec<(Symbol, T)>;

/// The scopes that are open. Tags of structs have their own names.
#[derive(Debug)]
pub struct Scopes<'a> {
    spaces: &'a Spaces,
    /// The item at hand.
    pub item: u32,
    /// How many lambdas are around the place at hand.
    pub lambdas: u32,
    names: Vec<Vec<Bound<Entity>>>,
    tags: Vec<Vec<Bound<TypeId>>>,
    undo: Vec<(Symbol, bool)>,
    marks: Vec<usize>,
}

/// What the scopes that are open inside of the outermost one hold.
#[derive(Debug, Default)]
pub struct Inner {
    marks: Vec<usize>,
    undo: Vec<(Symbol, bool)>,
    names: Vec<Bound<Entity>>,
    tags: Vec<Bound<TypeId>>,
}

/// The list of a symbol, made if need be.
fn slot<T>(lists: &mut Vec<Vec<T>>, symbol: Symbol) -> &mut Vec<T> {
    if symbol.index() >= lists.len() {
        lists.resize_with(symbol.index() + 1, Vec::new);
    }
    &mut lists[symbol.index()]
}

/// A meaning in the outermost scope.
const fn outermost<T>(item: u32, meaning: T) -> Bound<T> {
    Bound { depth: 0, lambdas: 0, item, is_element: false, meaning }
}

impl<'a> Scopes<'a> {
    /// Only the outermost one, which is empty.
    pub fn new(spaces: &'a Spaces) -> Scopes<'a> {
        Scopes { spaces, item: 0, lambdas: 0, names: vec![], tags: vec![], undo: vec![], marks: vec![] }
    }

    fn depth(&self) -> u32 {
        self.marks.len() as u32
    }

    /// Opens a scope.
    pub fn open(&mut self) {
        self.marks.push(self.undo.len());
    }

    /// Closes the innermost scope.
    pub fn close(&mut self) {
        let mark = self.marks.pop().unwrap_or(0);
        while self.undo.len() > mark {
            match self.undo.pop() {
                Some((symbol, true)) => drop(slot(&mut self.tags, symbol).pop()),
                Some((symbol, false)) => drop(slot(&mut self.names, symbol).pop()),
                None => break,
            }
        }
    }

    /// Leaves only the outermost scope open, until [`Scopes::resume`].
    pub fn suspend(&mut self) -> Inner {
        let marks = core::mem::take(&mut self.marks);
        let undo = self.undo.split_off(marks.first().copied().unwrap_or(self.undo.len()));
        let mut inner = Inner { marks, undo, ..Inner::default() };
        for (symbol, is_tag) in inner.undo.iter().rev() {
            match is_tag {
                true => inner.tags.extend(slot(&mut self.tags, *symbol).pop()),
                false => inner.names.extend(slot(&mut self.names, *symbol).pop()),
            }
        }
        inner
    }

    /// Opens again what was suspended.
    pub fn resume(&mut self, mut inner: Inner) {
        for (symbol, is_tag) in &inner.undo {
            match is_tag {
                true => slot(&mut self.tags, *symbol).extend(inner.tags.pop()),
                false => slot(&mut self.names, *symbol).extend(inner.names.pop()),
            }
        }
        self.marks = inner.marks;
        self.undo.extend(inner.undo);
    }

    fn bound<T>(&self, meaning: T) -> Bound<T> {
        Bound { depth: self.depth(), lambdas: self.lambdas, item: self.item, is_element: false, meaning }
    }

    /// Gives a name a meaning in the innermost scope.
    pub fn bind(&mut self, symbol: Symbol, entity: Entity) {
        let bound = self.bound(entity);
        slot(&mut self.names, symbol).push(bound);
        self.undo.push((symbol, false));
    }

    /// In the innermost scope the name of a pack means one of its elements, which belongs where the pack belongs.
    pub fn bind_element(&mut self, symbol: Symbol, at: usize) {
        let depth = self.depth();
        if let Some(Bound { lambdas, item, meaning: Entity::Pack(elements), .. }) = self.bound_pack(symbol)
            && let Some(element) = elements.get(at)
        {
            let (lambdas, item, meaning) = (*lambdas, *item, element.clone());
            slot(&mut self.names, symbol).push(Bound { depth, lambdas, item, is_element: true, meaning });
            self.undo.push((symbol, false));
        }
    }

    fn bound_pack(&self, symbol: Symbol) -> Option<&Bound<Entity>> {
        self.names.get(symbol.index())?.iter().rev().find(|bound| !bound.is_element)
    }

    /// The elements of a pack, also where its name means one of them; and is it of a function around the lambda at hand?
    pub fn find_pack(&self, symbol: Symbol) -> Option<(&[Entity], bool)> {
        match self.bound_pack(symbol)? {
            Bound { meaning: Entity::Pack(elements), lambdas, .. } => {
                Some((elements, *lambdas < self.lambdas))
            }
            _ => None,
        }
    }

    /// Gives a name of the innermost scope another meaning.
    pub fn rebind(&mut self, symbol: Symbol, entity: Entity) {
        if let Some(bound) = slot(&mut self.names, symbol).last_mut() {
            bound.meaning = entity;
        }
    }

    /// Gives a name one more function in the outermost scope. What could not be read under this name gives way.
    pub fn bind_function(&mut self, symbol: Symbol, id: FunctionId) {
        let item = self.item;
        let entities = slot(&mut self.names, symbol);
        match entities.first_mut() {
            Some(Bound { depth: 0, meaning: Entity::Function(ids), .. }) => ids.push(id),
            Some(Bound { depth: 0, meaning: unread @ Entity::Unread, .. }) => {
                *unread = Entity::Function(vec![id]);
            }
            _ => entities.insert(0, outermost(item, Entity::Function(vec![id]))),
        }
    }

    /// Makes a name one of functions, of which there is none yet besides templates.
    pub fn bind_template(&mut self, symbol: Symbol) {
        let item = self.item;
        let entities = slot(&mut self.names, symbol);
        match entities.first_mut() {
            Some(Bound { depth: 0, meaning: Entity::Function(_), .. }) => {}
            Some(Bound { depth: 0, meaning: unread @ Entity::Unread, .. }) => {
                *unread = Entity::Function(vec![])
            }
            _ => entities.insert(0, outermost(item, Entity::Function(vec![]))),
        }
    }

    /// Gives a tag a meaning in the innermost scope.
    pub fn bind_tag(&mut self, symbol: Symbol, ty: TypeId) {
        let bound = self.bound(ty);
        slot(&mut self.tags, symbol).push(bound);
        self.undo.push((symbol, true));
    }

    /// The meaning of a name.
    pub fn find(&self, symbol: Symbol) -> Option<&Entity> {
        self.meant(symbol).map(|bound| &bound.meaning)
    }

    /// Is it a name that was given its meaning outside of the lambda at hand?
    pub fn is_around(&self, symbol: Symbol) -> bool {
        self.meant(symbol).is_some_and(|bound| bound.lambdas < self.lambdas)
    }

    /// The innermost meaning of a name; the outermost one of a symbol that says so.
    fn meant(&self, symbol: Symbol) -> Option<&Bound<Entity>> {
        match self.spaces.outer(symbol) {
            Some(outer) => self.names.get(outer.index())?.first().filter(|bound| bound.depth == 0),
            None => self.names.get(symbol.index())?.last(),
        }
    }

    /// What the innermost scope gives a meaning: names, and tags.
    pub fn here(&self) -> (Meanings<Entity>, Meanings<TypeId>) {
        let mark = self.marks.last().copied().unwrap_or(0);
        let (mut names, mut tags) = (vec![], vec![]);
        for (symbol, is_tag) in &self.undo[mark..] {
            match is_tag {
                true => tags.extend(self.find_tag(*symbol).map(|ty| (*symbol, ty))),
                false => names.extend(self.find(*symbol).cloned().map(|entity| (*symbol, entity))),
            }
        }
        (names, tags)
    }

    /// What all scopes inside of the outermost one give a meaning.
    pub fn inner(&self) -> (Meanings<Entity>, Meanings<TypeId>) {
        let (mut names, mut tags) = (vec![], vec![]);
        for (symbol, is_tag) in &self.undo[self.marks.first().copied().unwrap_or(self.undo.len())..] {
            match is_tag {
                true => tags.extend(self.find_tag(*symbol).map(|ty| (*symbol, ty))),
                false => names.extend(self.find(*symbol).cloned().map(|entity| (*symbol, entity))),
            }
        }
        (names, tags)
    }

    /// The meaning of a name, if it has one in the innermost scope.
    pub fn find_here(&self, symbol: Symbol) -> Option<&Entity> {
        let bound = self.names.get(symbol.index())?.last()?;
        (bound.depth == self.depth()).then_some(&bound.meaning)
    }

    /// The item that gives a name its meaning, if it is an outermost one.
    pub fn item_of(&self, symbol: Symbol) -> Option<u32> {
        let bound = self.meant(symbol)?;
        (bound.depth == 0).then_some(bound.item)
    }

    /// The struct of a tag.
    pub fn find_tag(&self, symbol: Symbol) -> Option<TypeId> {
        self.tags.get(symbol.index())?.last().map(|bound| bound.meaning)
    }

    /// The item that gives a tag its meaning, if it is an outermost one.
    pub fn item_of_tag(&self, symbol: Symbol) -> Option<u32> {
        let bound = self.tags.get(symbol.index())?.last()?;
        (bound.depth == 0).then_some(bound.item)
    }

    /// The struct of a tag, if it is of the innermost scope.
    pub fn find_tag_here(&self, symbol: Symbol) -> Option<TypeId> {
        let bound = self.tags.get(symbol.index())?.last()?;
        (bound.depth == self.depth()).then_some(bound.meaning)
    }

    /// Every name that has a meaning.
    pub fn visible(&self) -> impl Iterator<Item = Symbol> + '_ {
        let used = self.names.iter().enumerate().filter(|(_, list)| !list.is_empty());
        used.map(|(at, _)| Symbol(at as u32))
    }
}

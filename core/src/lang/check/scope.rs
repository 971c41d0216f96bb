//! Names in scope.

use alloc::{vec, vec::Vec};

use super::super::names::Symbol;
use super::super::typed::{FunctionId, VarRef};
use super::super::types::TypeId;
use crate::source::Diagnostic;

/// What a name stands for.
#[derive(Clone, Debug)]
pub enum Entity {
    /// A variable.
    Var(VarRef),
    /// The functions of this name: more than one if they are overloaded.
    Function(Vec<FunctionId>),
    /// A type.
    Type(TypeId),
    /// An enumeration constant.
    Constant(i32),
    /// A variable of host code.
    Host,
    /// A declaration that could not be read; these are the reasons.
    Unread(Vec<Diagnostic>),
}

/// The scopes that are open. Tags of structs have their own names.
#[derive(Debug, Default)]
pub struct Scopes {
    names: Vec<Vec<(u32, Entity)>>,
    tags: Vec<Vec<(u32, TypeId)>>,
    undo: Vec<(Symbol, bool)>,
    marks: Vec<usize>,
}

/// The list of a symbol, made if need be.
fn slot<T>(lists: &mut Vec<Vec<T>>, symbol: Symbol) -> &mut Vec<T> {
    if symbol.index() >= lists.len() {
        lists.resize_with(symbol.index() + 1, Vec::new);
    }
    &mut lists[symbol.index()]
}

impl Scopes {
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

    /// Gives a name a meaning in the innermost scope.
    pub fn bind(&mut self, symbol: Symbol, entity: Entity) {
        let depth = self.depth();
        slot(&mut self.names, symbol).push((depth, entity));
        self.undo.push((symbol, false));
    }

    /// Gives a name one more function in the outermost scope.
    pub fn bind_function(&mut self, symbol: Symbol, id: FunctionId) {
        let entities = slot(&mut self.names, symbol);
        match entities.first_mut() {
            Some((0, Entity::Function(ids))) => ids.push(id),
            _ => entities.insert(0, (0, Entity::Function(vec![id]))),
        }
    }

    /// Gives a tag a meaning in the innermost scope.
    pub fn bind_tag(&mut self, symbol: Symbol, ty: TypeId) {
        let depth = self.depth();
        slot(&mut self.tags, symbol).push((depth, ty));
        self.undo.push((symbol, true));
    }

    /// The meaning of a name.
    pub fn find(&self, symbol: Symbol) -> Option<&Entity> {
        self.names.get(symbol.index())?.last().map(|(_, entity)| entity)
    }

    /// The meaning of a name, if it has one in the innermost scope.
    pub fn find_here(&self, symbol: Symbol) -> Option<&Entity> {
        let (depth, entity) = self.names.get(symbol.index())?.last()?;
        (*depth == self.depth()).then_some(entity)
    }

    /// The struct of a tag.
    pub fn find_tag(&self, symbol: Symbol) -> Option<TypeId> {
        self.tags.get(symbol.index())?.last().map(|(_, ty)| *ty)
    }

    /// The struct of a tag, if it is of the innermost scope.
    pub fn find_tag_here(&self, symbol: Symbol) -> Option<TypeId> {
        let (depth, ty) = self.tags.get(symbol.index())?.last()?;
        (*depth == self.depth()).then_some(*ty)
    }

    /// Every name that has a meaning.
    pub fn visible(&self) -> impl Iterator<Item = Symbol> + '_ {
        let used = self.names.iter().enumerate().filter(|(_, list)| !list.is_empty());
        used.map(|(at, _)| Symbol(at as u32))
    }
}

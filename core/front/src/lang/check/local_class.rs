//! Functions of classes of blocks (C++17 12.4). They see the types and constants of the function around, but not its variables.

use alloc::{format, rc::Rc, vec::Vec};

use super::super::ast::{Function, StructSpec};
use super::template::{name_of, parameters};
use super::*;

impl Checker<'_> {
    /// Declares the functions of a class of a block, then checks what they do.
    pub(super) fn local_class(&mut self, ty: TypeId, spec: &StructSpec) {
        let Some(around) = self.here.function.filter(|_| !ty.is_error()) else { return };
        let title = self.program.functions[around.index()].title.clone();
        let ids: Vec<FunctionId> =
            spec.functions.iter().map(|function| self.local_function(ty, function, &title)).collect();
        self.see_around(&ids, &spec.functions);
        for (id, function) in ids.into_iter().zip(&spec.functions) {
            if function.body.is_some() {
                self.apart(|this| this.body(id, function));
            }
        }
    }

    /// Default arguments of these functions, and values of members of the classes that have just been read, see all of the class, and what the
    /// function around has.
    fn see_around(&mut self, ids: &[FunctionId], functions: &[Function]) {
        let has_default =
            |function: &Function| parameters(function).iter().any(|param| param.default.is_some());
        let classes = core::mem::take(&mut self.classes.in_function);
        if classes.is_empty() && !functions.iter().any(has_default) {
            return;
        }
        let around = Rc::new(self.names_around());
        for (id, function) in ids.iter().zip(functions) {
            self.declare_inner_defaults(*id, parameters(function), around.clone());
        }
        for class in classes {
            self.classes.around.insert(class, around.clone());
        }
    }

    fn local_function(&mut self, ty: TypeId, function: &Function, around: &str) -> FunctionId {
        let (name, span) = name_of(function);
        let head = self.apart(|this| this.head(function, parameters(function)));
        let id = self.new_function(name, format!("{} in {around}", self.text(name)), span);
        self.give_head(id, head);
        if let Some(member) = &function.member {
            self.note_member(id, member);
            if member.role == ast::Role::Conversion {
                self.classes.conversions.entry(ty).or_default().push(id);
            }
        }
        self.program.functions[id.index()].items = Vec::from([self.scopes.item]);
        let known = self.classes.local.entry(ty).or_default();
        let at = known.iter().position(|(own, _)| *own == name).unwrap_or(known.len());
        if at == known.len() {
            known.push((name, Vec::new()));
        }
        known[at].1.push(id);
        let ids = known[at].1.clone();
        self.scopes.bind(name, Entity::Function(ids));
        id
    }

    /// Does something in a function of its own, to which variables of the function at hand mean nothing.
    fn apart<T>(&mut self, act: impl FnOnce(&mut Self) -> T) -> T {
        let (depth, horizon) = (self.here.depth, self.here.horizon);
        let outer = core::mem::replace(&mut self.here, Here { depth, horizon, ..Here::default() });
        self.scopes.open();
        self.scopes.lambdas += 1;
        let lambdas = core::mem::take(&mut self.lambdas.open);
        let done = act(self);
        self.lambdas.open = lambdas;
        self.scopes.lambdas -= 1;
        self.scopes.close();
        self.here = outer;
        done
    }
}

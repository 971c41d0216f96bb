//! What is known of pointers that lie in memory, kept up while statements are lowered: see [`super::pointees`].

use alloc::{vec, vec::Vec};

use super::home::{Cell, Home, HomeId};
use super::place::Addr;
use super::pointees::{Fit, Inside, Pointee, Pointees, fit};
use super::*;
use crate::ir::Space;

/// How deep pointers are followed that lie behind each other.
const MAX_BEHIND: u32 = 4;

impl<'a> Lower<'a> {
    /// Where pointers point that lie where a value points. Whoever asks takes the pointer elsewhere: its object is closed.
    pub(super) fn behind(&mut self, value: Value) -> Pointees {
        match self.frame().roots.get(&value).copied() {
            Some((home, offset)) => match self.whole(home) {
                Some(inside) => inside.close().moved(offset),
                None => Pointees::GLOBAL,
            },
            None => self.frame().behind.get(&value).cloned().unwrap_or_default(),
        }
    }

    pub(super) fn set_behind(&mut self, value: Value, pointees: Pointees) {
        if pointees != Pointees::GLOBAL {
            self.frame().behind.insert(value, pointees);
        }
    }

    /// A pointer into a home, so many bytes from its beginning.
    pub(super) fn root(&mut self, pointer: Value, home: HomeId) {
        self.frame().roots.insert(pointer, (home, Some(0)));
    }

    /// One pointer is another, moved by bytes that are known or not.
    pub(super) fn moves(&mut self, from: Value, to: Value, by: Option<u64>) {
        match self.frame().roots.get(&from).copied() {
            Some((home, offset)) => {
                let offset = offset.zip(by).map(|(offset, by)| offset.wrapping_add(by));
                self.frame().roots.insert(to, (home, offset));
            }
            None => {
                let behind = self.behind(from).moved(by);
                self.set_behind(to, behind);
            }
        }
    }

    fn whole(&mut self, home: HomeId) -> Option<&mut Inside> {
        match &mut self.homes[home] {
            Home::Whole { inside, .. } | Home::Caller { inside, .. } => Some(inside),
            Home::Cells(_) | Home::Supplied { .. } => None,
        }
    }

    /// The object that a place lies in, and how far from its beginning, if it lies in a home.
    fn object(&mut self, addr: Addr) -> Option<(&mut Inside, Option<u64>)> {
        let (home, offset) = match addr {
            Addr::Home { home, offset } => (home, Some(offset)),
            Addr::Pointer(value) => self.frame().roots.get(&value).copied()?,
        };
        self.whole(home).map(|inside| (inside, offset))
    }

    /// Where the pointer at a place points, as far as stores have shown.
    fn pointee_at(&mut self, addr: Addr) -> Option<Pointee> {
        if let Some((inside, offset)) = self.object(addr) {
            return inside.at(offset);
        }
        match addr {
            Addr::Pointer(value) => self.behind(value).at(0),
            Addr::Home { home, offset } => match &mut self.homes[home] {
                Home::Cells(cells) => {
                    let cell = cells.iter_mut().find(|cell| cell.offset == offset)?;
                    // Who reads a null pointer decides that it is one to global memory.
                    if cell.pointee.is_none() && cell.null {
                        cell.pointee = Some(Space::Global);
                    }
                    let space = cell.pointee?;
                    let behind = self.inner.get(&(home, offset)).cloned().unwrap_or_default();
                    Some(Pointee { space, behind })
                }
                _ => Some(Pointee::GLOBAL),
            },
        }
    }

    /// Into which memory the pointer at a place points.
    pub(super) fn pointee(&mut self, addr: Addr) -> Option<Space> {
        self.pointee_at(addr).map(|pointee| pointee.space)
    }

    /// A pointer has been read from a place.
    pub(super) fn loaded(&mut self, addr: Addr, value: Value) {
        if let Some(root) = self.reference(addr).and_then(|cell| cell.root) {
            self.frame().roots.insert(value, root);
            return;
        }
        let behind = self.pointee_at(addr).map(|pointee| pointee.behind);
        self.set_behind(value, behind.unwrap_or_default());
    }

    /// The reference that a place is.
    fn reference(&mut self, addr: Addr) -> Option<&mut Cell> {
        let Addr::Home { home, offset } = addr else { return None };
        match &mut self.homes[home] {
            Home::Cells(cells) => cells.iter_mut().find(|cell| cell.offset == offset && cell.fixed),
            _ => None,
        }
    }

    /// What a function is told of the objects that its arguments point to. One that is bound to a reference or a pointer like one, and that nobody has seen,
    /// stays open: [`Lower::give_back`] tells what the function has written to it. What all functions reach by its name is closed.
    pub(super) fn passed(&mut self, args: &[Value], references: &[bool]) -> Vec<(Type, Inside)> {
        let roots: Vec<_> = args.iter().map(|arg| self.frame().roots.get(arg).copied()).collect();
        let mut passed = vec![];
        for (at, arg) in args.iter().enumerate() {
            let alone = |home| roots.iter().flatten().filter(|(other, _)| *other == home).count() == 1;
            let shared = |this: &Self, home| {
                this.statics.iter().any(|((owner, _), known)| owner.is_none() && *known == home)
            };
            let open = match roots[at] {
                Some((home, Some(offset)))
                    if references.get(at) == Some(&true) && alone(home) && !shared(self, home) =>
                {
                    self.whole(home)
                        .filter(|inside| !inside.closed)
                        .map(|inside| inside.clone().moved(offset))
                }
                _ => None,
            };
            let inside = match open {
                Some(open) => open,
                None => Inside::closed(self.behind(*arg)),
            };
            passed.push((self.b.kernel.ty(*arg), inside));
        }
        passed
    }

    /// A pointer that a function is given.
    pub(super) fn receive(&mut self, pointer: Value, inside: Inside) -> Option<HomeId> {
        if inside.closed {
            self.set_behind(pointer, inside.pointees);
            return None;
        }
        self.homes.push(Home::Caller { pointer, inside });
        let home = self.homes.len() - 1;
        self.root(pointer, home);
        Some(home)
    }

    /// What a function knows in the end of an object that it was given open.
    pub(super) fn left(&mut self, home: HomeId) -> Inside {
        self.whole(home).cloned().unwrap_or_default()
    }

    /// A function has been called that was given open objects.
    pub(super) fn give_back(&mut self, args: &[Value], left: &[(usize, Inside)]) {
        for (at, inside) in left {
            if let Some((home, Some(offset))) = self.frame().roots.get(&args[*at]).copied()
                && let Some(own) = self.whole(home)
            {
                *own = inside.clone().moved(offset.wrapping_neg());
            }
        }
    }

    /// A pointer is written to a place, if it fits; what is known of it is known there, too, and stays the same.
    pub(super) fn keep(&mut self, addr: Addr, space: Space, (value, to): (Value, TypeId), span: Span) {
        let null = self.b.kernel.constant(value) == Some(0);
        let root = self.frame().roots.get(&value).copied();
        if let (Some(root), Some(cell)) = (root, self.reference(addr)) {
            (cell.root, cell.pointee) = (Some(root), Some(space));
            return;
        }
        let behind = self.behind(value).trimmed(MAX_BEHIND);
        let behind = if self.carries(to) { behind } else { Pointees::GLOBAL };
        let given = Pointee { space, behind };
        let fit = match (self.object(addr), addr) {
            (Some((inside, offset)), _) => inside.write(offset, given, null),
            (None, Addr::Pointer(pointer)) => {
                if null {
                    Fit::Yes
                } else {
                    fit(self.behind(pointer).at(0), &given)
                }
            }
            (None, Addr::Home { home, offset }) => self.write_cell((home, offset), given, null),
        };
        match fit {
            Fit::Yes => {}
            Fit::Other(expected) => self.same_memory(space, expected, span),
            Fit::Unknown => self.unknown_memory(span),
        }
    }

    fn write_cell(&mut self, (home, offset): (HomeId, u64), given: Pointee, null: bool) -> Fit {
        let Home::Cells(cells) = &mut self.homes[home] else {
            return if null { Fit::Yes } else { fit(Some(Pointee::GLOBAL), &given) };
        };
        let Some(cell) = cells.iter_mut().find(|cell| cell.offset == offset) else { return Fit::Unknown };
        if null {
            cell.null = true;
            return Fit::Yes;
        }
        let space = *cell.pointee.get_or_insert(given.space);
        let behind = self.inner.entry((home, offset)).or_insert_with(|| given.behind.clone()).clone();
        fit(Some(Pointee { space, behind }), &given)
    }

    /// A variable is given a value by one of several ways, before it is read: what is known behind it then.
    pub(super) fn one_way(
        &mut self,
        home: HomeId,
        (value, ty): (Value, TypeId),
        known: Option<Pointees>,
    ) -> Pointees {
        let TypeKind::Pointer(pointer) = self.types().kind(ty) else { return Pointees::GLOBAL };
        let behind = self.behind(value).trimmed(MAX_BEHIND);
        let kept = if self.carries(pointer.to) { behind.clone() } else { Pointees::GLOBAL };
        self.inner.insert((home, 0), kept);
        match known {
            Some(known) => known.or(behind),
            None => behind,
        }
    }

    /// May pointers lie where a pointer to this type points? Bytes may be anything, and a base a part of what holds some.
    pub(super) fn carries(&self, ty: TypeId) -> bool {
        match self.types().kind(ty) {
            TypeKind::Scalar(scalar) => scalar.bytes() == 1,
            TypeKind::Vector(_) => false,
            TypeKind::Void
            | TypeKind::Error
            | TypeKind::List
            | TypeKind::Function(_)
            | TypeKind::Pointer(_) => true,
            TypeKind::Array { of, .. } => self.carries(of),
            TypeKind::Struct(_) => self.types().pointers(ty) > 0 || self.program.bases.contains(&ty),
        }
    }

    /// A pointer to what holds no pointers becomes one to what does: nobody has kept where those point.
    pub(super) fn reread(&mut self, value: Value, from: TypeId, to: TypeId) {
        let private = matches!(self.b.kernel.ty(value).space(), Some(Space::Private | Space::Local));
        if private
            && !self.carries(from)
            && self.types().pointers(to) > 0
            && !self.frame().roots.contains_key(&value)
        {
            self.set_behind(value, Pointees::MIXED);
        }
    }

    /// Reports a pointer of which nobody knows where it points.
    pub(super) fn unknown_memory(&mut self, span: Span) {
        let message =
            "It is not known into which memory this pointer points, or those that lie where it points.";
        let help = "Use one pointer variable for each object that holds pointers.";
        self.fail(Diagnostic::error("type::pointer-space", span, message).help(help));
    }
}

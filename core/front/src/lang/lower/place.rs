//! Places: addresses, reads, writes and copies.

use alloc::vec::Vec;

use super::super::typed::{Expr, ExprKind, Place, PlaceKind};
use super::super::types::{BOOL, Pointer, TypeId, TypeKind, UINT};
use super::home::{Home, HomeId};
use super::*;
use crate::base::OrdSet;
use crate::ir::Space;

/// Where a place is.
#[derive(Clone, Copy, Debug)]
pub enum Addr {
    /// In the home of a variable, at an offset.
    Home { home: HomeId, offset: u64 },
    /// Where a pointer points.
    Pointer(Value),
}

/// Most scalars that are copied one by one.
const MAX_COPIED: usize = 1024;

impl<'a> Lower<'a> {
    pub(super) fn addr(&mut self, place: &'a Place) -> Addr {
        match &place.kind {
            PlaceKind::Var(var) => Addr::Home { home: self.home(*var), offset: 0 },
            PlaceKind::Deref(pointer) => Addr::Pointer(self.value(pointer)),
            PlaceKind::Member(base, offset) => {
                let base = self.addr(base);
                self.inside(base, *offset, place.span)
            }
            // The number that it is a part of.
            PlaceKind::Bits(unit, _) => self.addr(unit),
            // Several components have no place together: `places` tells that of each.
            PlaceKind::Components(base, _) => self.addr(base),
            PlaceKind::Value(value) => self.aggregate(value),
        }
    }

    /// An address further on in the same object.
    pub(super) fn inside(&mut self, base: Addr, offset: u64, span: Span) -> Addr {
        match base {
            Addr::Home { home, offset: before } => Addr::Home { home, offset: before + offset },
            Addr::Pointer(pointer) => Addr::Pointer(self.ptr_add(pointer, offset, span)),
        }
    }

    pub(super) fn ptr_add(&mut self, pointer: Value, bytes: u64, span: Span) -> Value {
        if bytes == 0 {
            return pointer;
        }
        let ty = self.b.kernel.ty(pointer);
        let by = self.b.constant(bytes, Type::I64, span);
        let moved = self.b.emit(Op::PtrAdd(pointer, by), ty, span);
        self.moves(pointer, moved, Some(bytes));
        moved
    }

    /// A pointer to a place.
    pub(super) fn pointer(&mut self, addr: Addr, span: Span) -> Value {
        let (home, offset) = match addr {
            Addr::Pointer(pointer) => return pointer,
            Addr::Home { home, offset } => (home, offset),
        };
        match &self.homes[home] {
            Home::Whole { slot, .. } => {
                let slot = self.slot_address(*slot, span);
                self.root(slot, home);
                self.ptr_add(slot, offset, span)
            }
            Home::Caller { pointer, .. } => {
                let pointer = *pointer;
                self.root(pointer, home);
                self.ptr_add(pointer, offset, span)
            }
            Home::Cells(cells) => {
                let cell = cells.iter().rev().find(|cell| cell.offset <= offset).or(cells.first());
                let (slot, before) = cell.map_or((SlotId(0), 0), |cell| (cell.slot, cell.offset));
                let slot = self.slot_address(slot, span);
                self.ptr_add(slot, offset - before, span)
            }
            Home::Supplied { arg, space } => {
                let (arg, ty) = (*arg, Type::Ptr(*space));
                let pointer = self.b.emit(Op::Arg(arg), ty, span);
                self.ptr_add(pointer, offset, span)
            }
        }
    }

    /// Reads a scalar or a pointer.
    pub(super) fn load(&mut self, addr: Addr, ty: TypeId, volatile: bool, span: Span) -> Value {
        if let TypeKind::Pointer(pointer) = self.types().kind(ty)
            && pointer.space.is_none()
            && self.pointee(addr).is_none()
        {
            let message = "It is not known into which memory this pointer points.";
            let help = "Give it its value where it is declared, before it is used.";
            self.fail(Diagnostic::error("type::pointer-space", span, message).help(help));
        }
        let known = self.pointee(addr);
        let ptr = self.pointer(addr, span);
        if ty == BOOL {
            let byte = self.b.emit(Op::Load { ptr, volatile }, Type::I8, span);
            return self.is_not_zero(byte, span);
        }
        let ty = self.ir(ty, known);
        let value = self.b.emit(Op::Load { ptr, volatile }, ty, span);
        if let Type::Ptr(_) = ty {
            self.loaded(addr, value);
        }
        value
    }

    /// Writes a scalar or a pointer.
    pub(super) fn store(&mut self, addr: Addr, ty: TypeId, value: Value, volatile: bool, span: Span) {
        let value = self.as_stored(value, ty, span);
        self.check_pointer(addr, ty, value, span);
        let ptr = self.pointer(addr, span);
        self.b.effect(Op::Store { ptr, value, volatile }, span);
    }

    /// Reports a pointer that does not fit the place of a type that it is written to.
    pub(super) fn check_pointer(&mut self, addr: Addr, ty: TypeId, value: Value, span: Span) {
        if let TypeKind::Pointer(pointer) = self.types().kind(ty) {
            self.check_space(addr, pointer, value, span);
        }
    }

    /// The first pointer that is written to a place decides into which memory it points.
    fn check_space(&mut self, addr: Addr, ty: Pointer, value: Value, span: Span) {
        match (self.b.kernel.ty(value), ty.space) {
            (Type::Ptr(given), Some(declared)) if given != declared => {
                self.same_memory(given, declared, span)
            }
            (Type::Ptr(given), _) => self.keep(addr, given, (value, ty.to), span),
            _ => {}
        }
    }

    /// Reports a pointer into other memory than its receiver's.
    pub(super) fn same_memory(&mut self, given: Space, expected: Space, span: Span) {
        if expected != given {
            let message = alloc::format!(
                "This points to {} memory, but the pointer that receives it points to {} memory.",
                given.name(),
                expected.name()
            );
            let help = "Use one pointer variable for each kind of memory.";
            self.fail(Diagnostic::error("type::pointer-space", span, message).help(help));
        }
    }

    /// The scalars of an object that is copied or passed: offset and type of each.
    pub(super) fn leaves(&mut self, ty: TypeId, span: Span) -> Option<Vec<(u64, TypeId)>> {
        let mut leaves = Vec::new();
        self.types().copied(ty, 0, &mut |offset, ty| {
            leaves.push((offset, ty));
            leaves.len() <= MAX_COPIED
        });
        if leaves.len() <= MAX_COPIED {
            return Some(leaves);
        }
        let message = alloc::format!("This copies more than {MAX_COPIED} values (limit struct-copy).");
        let help = "Copy the elements in a loop.";
        self.fail(Diagnostic::error("limit::struct-copy", span, message).help(help));
        None
    }

    /// Copies an object.
    pub(super) fn copy(&mut self, ty: TypeId, from: Addr, to: Addr, span: Span) {
        let Some(mut leaves) = self.leaves(ty, span) else { return };
        // A pointer of a union that nobody has written is copied with the bytes alone.
        let bytes: OrdSet<u64> = leaves.iter().filter(|leaf| leaf.1 == UINT).map(|leaf| leaf.0).collect();
        leaves.retain(|(offset, ty)| {
            let is_of_union = self.types().as_pointer(*ty).is_some() && bytes.contains(offset);
            !is_of_union || {
                let from = self.inside(from, *offset, span);
                self.pointee(from).is_some()
            }
        });
        // Everything is read before anything is written: source and target may be the same object.
        let values: Vec<Value> = leaves
            .iter()
            .map(|(offset, ty)| {
                let from = self.inside(from, *offset, span);
                self.load(from, *ty, false, span)
            })
            .collect();
        for ((offset, ty), value) in leaves.into_iter().zip(values) {
            let to = self.inside(to, offset, span);
            self.store(to, ty, value, false, span);
        }
    }

    /// The place of a struct value.
    pub(super) fn aggregate(&mut self, expr: &'a Expr) -> Addr {
        self.depth += 1;
        self.deepen();
        let addr = if self.room(expr.span) { self.aggregate_inside(expr) } else { self.blank(expr) };
        self.depth -= 1;
        addr
    }

    pub(super) fn blank(&mut self, expr: &Expr) -> Addr {
        Addr::Home { home: self.temporary(expr.ty, expr.span), offset: 0 }
    }

    fn aggregate_inside(&mut self, expr: &'a Expr) -> Addr {
        match &expr.kind {
            ExprKind::Load(place) => self.addr(place),
            ExprKind::Assign(place, value) => {
                let from = self.aggregate(value);
                let to = self.addr(place);
                self.copy(expr.ty, from, to, expr.span);
                to
            }
            ExprKind::Comma(before, last) => {
                before.iter().for_each(|expr| self.discard(expr));
                self.aggregate(last)
            }
            ExprKind::Convert(value) => self.aggregate(value),
            ExprKind::Compound(var, init, value) => {
                self.compound(*var, init, expr.span);
                self.aggregate(value)
            }
            ExprKind::Conditional(condition, yes, no) => {
                let home = self.temporary(expr.ty, expr.span);
                let to = Addr::Home { home, offset: 0 };
                self.two_ways(condition, expr.span, |this, condition| {
                    let from = this.aggregate(if condition { yes } else { no });
                    this.copy(expr.ty, from, to, expr.span);
                });
                to
            }
            ExprKind::Call(function, args, order) => self.call_struct(*function, (args, *order), expr),
            _ => self.blank(expr),
        }
    }
}

//! Where variables live.

use alloc::{vec, vec::Vec};

use super::super::typed::{Storage, Var, VarRef};
use super::super::types::{TypeId, TypeKind};
use super::Lower;
use super::pointees::Inside;
use crate::ir::{Op, Slot, SlotId, Space, Type, Value};
use crate::source::Span;

/// Index of `Lower::homes`.
pub type HomeId = usize;

/// Most scalars that a struct is split into; a larger one stays in one piece.
const MAX_CELLS: usize = 64;

/// Where one object lives.
#[derive(Debug)]
pub enum Home {
    /// In one slot.
    Whole {
        slot: SlotId,
        /// Where its pointers point, as far as the source does not say.
        inside: Inside,
    },
    /// In one slot for each scalar.
    Cells(Vec<Cell>),
    /// In memory of the caller, where a function puts the struct that it returns.
    Caller {
        pointer: Value,
        /// As above.
        inside: Inside,
    },
    /// In a buffer: a kernel argument.
    Supplied {
        /// Which.
        arg: u32,
        /// Its space.
        space: Space,
    },
}

/// One scalar of an object.
#[derive(Debug)]
pub struct Cell {
    pub offset: u64,
    pub slot: SlotId,
    /// Where it points if it is a pointer, as far as the source does not say.
    pub pointee: Option<Space>,
    /// Has a null pointer been written to it?
    pub null: bool,
    /// Is it a reference, or a pointer like one, which is bound once?
    pub fixed: bool,
    /// The object that a reference is bound to, and how far from its beginning, if that lies in a home.
    pub root: Option<(HomeId, Option<u64>)>,
}

impl<'a> Lower<'a> {
    /// The home of a variable; made when it is first needed.
    pub(super) fn home(&mut self, var: VarRef) -> HomeId {
        let found = self.var(var);
        let frame = self.frames.len() - 1;
        let owner = match var {
            VarRef::Local(_) => Some(self.frames[frame].function),
            VarRef::Global(_) => None,
        };
        let (VarRef::Local(at) | VarRef::Global(at)) = var;
        if let (Storage::Private, VarRef::Local(_)) = (&found.storage, var) {
            if let Some(home) = self.frames[frame].vars[at as usize] {
                return home;
            }
            let home = self.private_home(found);
            self.frames[frame].vars[at as usize] = Some(home);
            return home;
        }
        if let Some(home) = self.statics.get(&(owner, at)) {
            return *home;
        }
        let home = self.static_home(found, at);
        self.homes.push(home);
        self.statics.insert((owner, at), self.homes.len() - 1);
        self.homes.len() - 1
    }

    fn static_home(&mut self, var: &'a Var, at: u32) -> Home {
        let (space, init, dynamic) = match &var.storage {
            Storage::Supplied(space, _) => {
                let arg = self.supplied.iter().find(|(global, _)| *global == at).map_or(0, |(_, arg)| *arg);
                return Home::Supplied { arg, space: *space };
            }
            Storage::DynamicLocal => {
                // All of them are the same memory, as in CUDA.
                if let Some(slot) = self.dynamic {
                    return Home::Whole { slot, inside: Inside::with(u64::MAX) };
                }
                (Space::Local, vec![], true)
            }
            Storage::Local => (Space::Local, vec![], false),
            Storage::Constant(bytes) => (Space::Constant, bytes.clone(), false),
            Storage::Private => (Space::Private, vec![], false),
        };
        let mut slot = self.slot_for(var, var.ty, space);
        (slot.init, slot.dynamic) = (init, dynamic);
        let slot = self.b.slot(slot);
        if dynamic {
            self.dynamic = Some(slot);
        }
        let pointers = if dynamic { u64::MAX } else { self.types().pointers(var.ty) };
        Home::Whole { slot, inside: Inside::with(pointers) }
    }

    fn slot_for(&self, var: &Var, ty: TypeId, space: Space) -> Slot {
        let types = self.types();
        let element = types.first_leaf(ty).or(match types.kind(ty) {
            TypeKind::Array { of, .. } => types.first_leaf(of),
            _ => None,
        });
        let element = match element.map(|leaf| self.ir(leaf, None)) {
            Some(Type::Bool) | None => Type::I8,
            Some(element) => element,
        };
        Slot {
            name: self.name(var.name),
            space,
            bytes: u32::try_from(types.bytes(ty)).unwrap_or(u32::MAX),
            align: types.align(ty) as u32,
            element,
            dynamic: false,
            init: vec![],
        }
    }

    fn private_home(&mut self, var: &'a Var) -> HomeId {
        let mut leaves = vec![];
        let splits = !var.escapes && !self.has_array(var.ty);
        if splits {
            self.types().leaves(var.ty, 0, &mut |offset, ty| {
                leaves.push((offset, ty));
                leaves.len() <= MAX_CELLS
            });
        }
        let home = if splits && leaves.len() <= MAX_CELLS && !leaves.is_empty() {
            Home::Cells(leaves.into_iter().map(|(offset, ty)| self.cell(var, offset, ty)).collect())
        } else {
            let slot = self.slot_for(var, var.ty, Space::Private);
            Home::Whole { slot: self.b.slot(slot), inside: Inside::with(self.types().pointers(var.ty)) }
        };
        self.homes.push(home);
        self.homes.len() - 1
    }

    /// Is a variable another name for one object: a reference, or a pointer that a function is given and never changes?
    pub(super) fn is_bound(&self, var: &Var) -> bool {
        let kept = var.is_kept && !var.escapes && !var.is_volatile;
        var.is_reference || kept && matches!(self.types().kind(var.ty), TypeKind::Pointer(_))
    }

    fn cell(&mut self, var: &'a Var, offset: u64, ty: TypeId) -> Cell {
        let slot = self.slot_for(var, ty, Space::Private);
        Cell {
            offset,
            slot: self.b.slot(slot),
            pointee: None,
            null: false,
            fixed: self.is_bound(var),
            root: None,
        }
    }

    /// Does it hold what is not found by a constant offset, or parts of a number?
    fn has_array(&self, ty: TypeId) -> bool {
        match self.types().kind(ty) {
            TypeKind::Array { .. } => true,
            TypeKind::Struct(_) => self.types().as_struct(ty).is_some_and(|found| {
                let mut fields = found.fields.iter();
                found.is_union || fields.any(|field| field.bits.is_some() || self.has_array(field.ty))
            }),
            _ => false,
        }
    }

    /// A new home for a value that has no name.
    pub(super) fn temporary(&mut self, ty: TypeId, span: Span) -> HomeId {
        let program = self.program;
        let var = Var::private(super::Symbol(u32::MAX), ty, span);
        let scalar = matches!(program.types.kind(ty), TypeKind::Scalar(_) | TypeKind::Pointer(_));
        let slot = self.slot_for(&var, ty, Space::Private);
        let slot = self.b.slot(slot);
        self.homes.push(match scalar {
            true => Home::Cells(vec![Cell {
                offset: 0,
                slot,
                pointee: None,
                null: false,
                fixed: false,
                root: None,
            }]),
            false => Home::Whole { slot, inside: Inside::with(program.types.pointers(ty)) },
        });
        self.homes.len() - 1
    }

    /// The address of a slot.
    pub(super) fn slot_address(&mut self, slot: SlotId, span: Span) -> Value {
        let space = self.b.kernel.slots[slot.index()].space;
        self.b.emit(Op::Slot(slot), Type::Ptr(space), span)
    }
}

//! Where members lie in memory, and how large types are.

use super::*;
use crate::base::OrdSet;

/// What of a union is meant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unions {
    /// The first member.
    First,
    /// All its bytes, and the pointers that may be there.
    Whole,
    /// Those pointers alone, also of what is no union.
    Pointers,
}

impl Bits {
    /// The smallest aligned number that holds so many bits at a position: its offset in bytes, and where they are in it.
    fn at(position: u64, width: u32, signed: bool) -> (u64, Option<Bits>) {
        let last = position + u64::from(width.max(1)) - 1;
        let units = [Scalar::UChar, Scalar::UShort, Scalar::UInt, Scalar::ULong];
        let holds = |unit: &&Scalar| {
            let bits = u64::from(unit.bytes()) * 8;
            position / bits == last / bits
        };
        let unit = units.iter().find(holds).copied().unwrap_or(Scalar::ULong);
        let bits = u64::from(unit.bytes()) * 8;
        (position / bits * (bits / 8), Some(Bits { unit, shift: (position % bits) as u32, width, signed }))
    }
}

impl Types {
    /// Gives a struct its members and lays them out. `align` is what an attribute asks for, of it and of each member.
    pub fn complete_struct(&mut self, id: StructId, members: Vec<Member>, align: u64) {
        let this = &mut self.structs[id.0 as usize];
        (this.bytes, this.end, this.align, this.depth, this.complete) = (0, 0, align.max(1), 1, true);
        (this.is_empty, this.pointers, this.members) = (true, 0, 0);
        this.fields = Vec::with_capacity(members.len());
        members.into_iter().for_each(|member| self.add_member(id, member));
        self.share_units(id);
    }

    /// Gives a struct one more member, behind those that it has (Itanium C++ ABI, 2.4; bit-fields: System V ABI for x86-64, 3.1.2).
    pub fn add_member(&mut self, id: StructId, member: Member) {
        let Member { name, ty, is_const, align, width, is_open } = member;
        let (align, bytes, depth) = (self.align(ty).max(align), self.bytes(ty), self.depth(ty) + 1);
        let (is_empty, pointers) = (self.is_empty(ty), self.pointers(ty));
        let members = self.members(ty).max(1);
        let signed = self.as_scalar(ty).is_some_and(Scalar::is_signed) && !self.unsigned.contains(&ty);
        let taken = match self.as_struct(ty) {
            Some(base) if is_open => base.end,
            _ => bytes.saturating_mul(8),
        };
        let this = &mut self.structs[id.0 as usize];
        let start = if this.is_union { 0 } else { this.end };
        let (position, taken) = match width {
            // It lies in a number of its type, aligned as such; an empty one begins the next.
            Some(width) => {
                let (own, width) = (align.saturating_mul(8), u64::from(width));
                let fits = width > 0 && start % own + width <= bytes * 8;
                (if fits { start } else { round_up(start, own) }, width)
            }
            None => (round_up(start, align.saturating_mul(8)), taken),
        };
        this.end = this.end.max(position.saturating_add(taken));
        if name != PADDING {
            let (offset, bits) = match width {
                Some(width) => Bits::at(position, width, signed),
                None => (position / 8, None),
            };
            this.fields.push(Field { name, ty, offset, is_const, bits });
            this.align = this.align.max(align);
        }
        this.depth = this.depth.max(depth);
        this.is_empty &= is_empty && width.is_none();
        this.members = this.members.saturating_add(members);
        let others = this.pointers;
        this.pointers = if this.is_union { others.max(pointers) } else { others.saturating_add(pointers) };
        let least = if width.is_some() { this.end.div_ceil(8) } else { (position / 8).saturating_add(bytes) };
        this.bytes = round_up(this.bytes.max(least).max(this.end.div_ceil(8)), this.align);
    }

    /// Bit-fields whose numbers lie in each other get the largest: then every bit of memory belongs to one number.
    fn share_units(&mut self, id: StructId) {
        let this = &mut self.structs[id.0 as usize];
        let count = if this.is_union { 0 } else { this.fields.len() };
        let mut widen = |at: usize, other: usize| {
            let (Some(own), Some(its)) = (this.fields[at].bits, this.fields[other].bits) else { return };
            let (start, outer) = (this.fields[at].offset, this.fields[other].offset);
            let (bytes, room) = (u64::from(own.unit.bytes()), u64::from(its.unit.bytes()));
            if room > bytes && outer <= start && start + bytes <= outer + room {
                let shift = own.shift + (start - outer) as u32 * 8;
                this.fields[at].bits = Some(Bits { unit: its.unit, shift, ..own });
                this.fields[at].offset = outer;
            }
        };
        (1..count).for_each(|at| widen(at, at - 1));
        (1..count).rev().for_each(|at| widen(at - 1, at));
    }

    /// Is a bit-field in an object of this type?
    pub fn holds_bits(&self, id: TypeId) -> bool {
        match self.kind(id) {
            TypeKind::Array { of, .. } => self.holds_bits(of),
            TypeKind::Struct(id) => {
                let mut fields = self.structs[id.0 as usize].fields.iter();
                fields.any(|field| field.bits.is_some() || self.holds_bits(field.ty))
            }
            _ => false,
        }
    }

    /// An object of C++ has an address of its own, so that one without members has a byte (C++17 4.5), and as many more as its alignment asks
    /// for.
    pub fn give_address(&mut self, id: StructId) {
        let this = &mut self.structs[id.0 as usize];
        this.bytes = round_up(this.bytes.max(1), this.align);
    }

    /// Is it nested deeper than [`MAX_DEPTH`], or are more than [`MAX_MEMBERS`] members in it?
    pub fn too_large(&self, id: TypeId) -> bool {
        self.depth(id) > MAX_DEPTH || self.members(id) > MAX_MEMBERS
    }

    fn members(&self, id: TypeId) -> u64 {
        match self.kind(id) {
            TypeKind::Array { of, .. } => self.members(of),
            TypeKind::Struct(id) => self.structs[id.0 as usize].members,
            _ => 1,
        }
    }

    /// Size in bytes; 0 if it has none, `u64::MAX` if it is beyond all measure.
    pub fn bytes(&self, id: TypeId) -> u64 {
        match self.kind(id) {
            TypeKind::Error | TypeKind::Void | TypeKind::List | TypeKind::Function(_) => 0,
            TypeKind::Scalar(scalar) => u64::from(scalar.bytes()),
            TypeKind::Vector(vector) => u64::from(vector.bytes()),
            TypeKind::Pointer(_) => 8,
            TypeKind::Array { of, len } => self.bytes(of).saturating_mul(len.unwrap_or(0)),
            TypeKind::Struct(id) => self.structs[id.0 as usize].bytes,
        }
    }

    /// Alignment in bytes.
    pub fn align(&self, id: TypeId) -> u64 {
        match self.kind(id) {
            TypeKind::Error | TypeKind::Void | TypeKind::List | TypeKind::Function(_) => 1,
            TypeKind::Scalar(scalar) => u64::from(scalar.bytes()),
            TypeKind::Vector(vector) => u64::from(vector.bytes()),
            TypeKind::Pointer(_) => 8,
            TypeKind::Array { of, .. } => self.align(of),
            TypeKind::Struct(id) => self.structs[id.0 as usize].align,
        }
    }

    /// Is there no scalar and no pointer in it, however often it holds what holds nothing?
    fn is_empty(&self, id: TypeId) -> bool {
        match self.kind(id) {
            TypeKind::Error | TypeKind::Void | TypeKind::List | TypeKind::Function(_) => true,
            TypeKind::Scalar(_) | TypeKind::Vector(_) | TypeKind::Pointer(_) => false,
            TypeKind::Array { of, len } => len.unwrap_or(0) == 0 || self.is_empty(of),
            TypeKind::Struct(id) => self.structs[id.0 as usize].is_empty,
        }
    }

    /// Calls `visit` with offset and type of every scalar and pointer of a type, in memory order, until it returns
    /// `false`. Unions count as their first member.
    pub fn leaves(&self, id: TypeId, offset: u64, visit: &mut impl FnMut(u64, TypeId) -> bool) -> bool {
        self.walk(id, offset, Unions::First, visit)
    }

    /// The same for what is copied: of a union, whose members nobody knows to be there, the pointers that any of them has, then all its
    /// bytes as whole numbers.
    pub fn copied(&self, id: TypeId, offset: u64, visit: &mut impl FnMut(u64, TypeId) -> bool) -> bool {
        self.walk(id, offset, Unions::Whole, visit)
    }

    fn walk(
        &self,
        id: TypeId,
        offset: u64,
        unions: Unions,
        visit: &mut impl FnMut(u64, TypeId) -> bool,
    ) -> bool {
        if self.is_empty(id) || unions == Unions::Pointers && self.pointers(id) == 0 {
            return true;
        }
        match self.kind(id) {
            TypeKind::Error | TypeKind::Void | TypeKind::List | TypeKind::Function(_) => true,
            TypeKind::Scalar(_) | TypeKind::Pointer(_) => visit(offset, id),
            TypeKind::Vector(Vector { of, len }) => {
                (0..u64::from(len)).all(|at| visit(offset + at * u64::from(of.bytes()), scalar(of)))
            }
            TypeKind::Array { of, len } => {
                let step = self.bytes(of);
                (0..len.unwrap_or(0)).all(|at| self.walk(of, offset + at * step, unions, visit))
            }
            TypeKind::Struct(id) => {
                let this = &self.structs[id.0 as usize];
                let fields = match (this.is_union, unions) {
                    (true, Unions::Whole) => return self.union_copied(this, offset, visit),
                    (true, Unions::First) => &this.fields[..this.fields.len().min(1)],
                    _ => &this.fields[..],
                };
                let mut unit = None;
                fields.iter().all(|field| match field.bits {
                    Some(_) if unions == Unions::Pointers => true,
                    // Each number once, however many bit-fields lie in it.
                    Some(_) if unit == Some(field.offset) => true,
                    Some(bits) => {
                        unit = Some(field.offset);
                        visit(offset + field.offset, scalar(bits.unit))
                    }
                    None => self.walk(field.ty, offset + field.offset, unions, visit),
                })
            }
        }
    }

    fn union_copied(&self, this: &Struct, offset: u64, visit: &mut dyn FnMut(u64, TypeId) -> bool) -> bool {
        let mut seen = OrdSet::new();
        let mut once = |at, ty| !seen.insert(at) || visit(at, ty);
        let pointers =
            this.fields.iter().all(|field| self.walk(field.ty, offset, Unions::Pointers, &mut once));
        let (unit, ty) = match this.align {
            1 => (1, scalar(Scalar::UChar)),
            2 => (2, scalar(Scalar::UShort)),
            // Not every machine has whole numbers of 64 bits.
            _ => (4, UINT),
        };
        pointers && (0..this.bytes / unit).all(|at| visit(offset + at * unit, ty))
    }
    /// How many pointers an object of a type holds; an array without a length has none.
    pub fn pointers(&self, id: TypeId) -> u64 {
        match self.kind(id) {
            TypeKind::Pointer(_) => 1,
            TypeKind::Array { of, len } => self.pointers(of).saturating_mul(len.unwrap_or(0)),
            TypeKind::Struct(id) => self.structs[id.0 as usize].pointers,
            _ => 0,
        }
    }

    /// The first scalar (or pointer) of a type.
    pub fn first_leaf(&self, id: TypeId) -> Option<TypeId> {
        let mut first = None;
        self.leaves(id, 0, &mut |_, ty| {
            first = Some(ty);
            false
        });
        first
    }
}

fn round_up(bytes: u64, align: u64) -> u64 {
    bytes.checked_next_multiple_of(align).unwrap_or(u64::MAX)
}

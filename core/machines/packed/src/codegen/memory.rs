//! Memory as scalar code sees it. Addresses of work-group memory, of constant tables and of private memory count from the start
//! of that memory and get its address added. The private memory of a work-item lies behind that of its neighbour; that an access
//! stays in the own part is held against [`lanescope_parts::riscv::private`].

use lanescope_parts::{
    codegen::spmd::{access::Base, variability::Level},
    ir::{Op, Type, Value, layout::CONSTANT_LIMIT},
    riscv::{
        abi::Field,
        codegen::{Emit, Sections, Values, compare_exchange, load, load_at, modify, store, store_at},
    },
};

use super::{
    code::{ITEM, Reg, ZERO},
    state::{Generator, Made},
    sums::By,
};
use crate::isa::Op as M;

impl Generator<'_> {
    /// Where a pointer points, for the strip's first work-item.
    pub fn address(&mut self, ptr: Value) -> Made<Reg> {
        let base = match self.facts.base(ptr) {
            Base::None => ZERO,
            Base::Local => self.field(Field::Local),
            Base::Tables => self.field(Field::Constants),
            Base::Private => self.private(),
            Base::Constant => {
                let tables = self.field(Field::Constants);
                let limit = self.code.number(CONSTANT_LIMIT as i64);
                let at = self.scalar(ptr)?;
                let table = self.code.x(M::Sltu, at, limit);
                let ones = self.code.x(M::Sub, ZERO, table);
                self.code.x(M::And, ones, tables)
            }
        };
        let at = self.scalar(ptr)?;
        Ok(match (base, at) {
            (ZERO, at) => at,
            (base, ZERO) => base,
            (base, at) => self.code.x(M::Add, base, at),
        })
    }

    /// The private memory of the work-item.
    fn private(&mut self) -> Reg {
        let bytes = self.facts.kept.private as i64;
        if let Some(at) = self.strip.element {
            let start = self.private_of_first(bytes);
            let distance = self.code.number(bytes.wrapping_mul(at.into()));
            return self.code.x(M::Add, start, distance);
        }
        self.private_of_first(bytes)
    }

    /// The private memory of the strip's first work-item, of which each has so many bytes.
    fn private_of_first(&mut self, bytes: i64) -> Reg {
        if let Some(known) = self.region.private {
            return known;
        }
        let items = self.field(Field::Items);
        let start = self.at(Level::Strip, |this| {
            let bytes = this.code.number(bytes);
            let before = this.code.x(M::Mul, ITEM, bytes);
            this.code.x(M::Add, items, before)
        });
        self.moves_on(start, By::Bytes(bytes));
        self.region.private = Some(start);
        start
    }

    /// Reads a value.
    pub fn load(&mut self, ptr: Value, ty: Type) -> Made<Reg> {
        let at = self.spot(ptr)?;
        Ok(load_at(&mut self.code, at, ty, self.facts.kernel.ty(ptr).space()))
    }

    /// Writes a value.
    pub fn store(&mut self, ptr: Value, value: Value) -> Made<()> {
        let (at, data) = (self.spot(ptr)?, self.scalar(value)?);
        store_at(&mut self.code, at, data, self.facts.kernel.ty(value), self.facts.kernel.ty(ptr).space());
        Ok(())
    }

    /// An atomic or a compare-and-exchange; gives the old value.
    pub fn atomic(&mut self, op: &Op) -> Made<Reg> {
        let (ptr, first) = match op {
            Op::Atomic(_, ptr, value) | Op::CompareExchange(ptr, value, _) => (*ptr, *value),
            _ => return Err(self.refuse("such atomic")),
        };
        let ty = self.ty(first);
        if ty.bytes() < 4 {
            return Err(self.refuse("atomics on less than 32 bits"));
        }
        let (place, value) = (self.address(ptr)?, self.scalar(first)?);
        Ok(match op {
            Op::Atomic(op, ..) => modify(&mut self.code, *op, ty, place, value),
            Op::CompareExchange(.., new) => {
                let new = self.scalar(*new)?;
                compare_exchange(&mut self.code, ty, place, value, new)
            }
            _ => ZERO,
        })
    }

    /// The address of the strip's part of a value that lives across regions.
    pub fn kept_address(&mut self, value: Value) -> Reg {
        if let Some(known) = self.region.kept.get(&value) {
            return *known;
        }
        let base = self.behind_items(self.facts.kept.offset(value));
        let bytes = self.ty(value).bytes();
        let address = self.at(Level::Strip, |this| {
            let offset = match bytes.trailing_zeros() {
                0 => ITEM,
                shift => this.code.xi(M::Slli, ITEM, shift as i32),
            };
            this.code.x(M::Add, base, offset)
        });
        self.moves_on(address, By::Bytes(bytes.into()));
        self.region.kept.insert(value, address);
        address
    }

    /// The address of the array that lies behind `bytes` of each work-item's memory.
    fn behind_items(&mut self, bytes: u64) -> Reg {
        let items = self.field(Field::Items);
        if bytes == 0 {
            return items;
        }
        if let Some(known) = self.arrays.get(&bytes) {
            return *known;
        }
        let count = self.group_items();
        let array = self.at(Level::Launch, |this| {
            let bytes = this.code.number(bytes as i64);
            let before = this.code.x(M::Mul, count, bytes);
            this.code.x(M::Add, items, before)
        });
        self.arrays.insert(bytes, array);
        array
    }

    /// Work-items of a group.
    pub fn group_items(&mut self) -> Reg {
        if let Some(known) = self.items {
            return known;
        }
        let (x, y, z) = (self.field(Field::LocalX), self.field(Field::LocalY), self.field(Field::LocalZ));
        let items = self.at(Level::Launch, |this| {
            let plane = this.code.x(M::Mul, x, y);
            this.code.x(M::Mul, plane, z)
        });
        self.items = Some(items);
        items
    }

    /// Reads a value that lives across regions, at the start of the strip.
    pub fn fetch(&mut self, value: Value) -> Reg {
        let ty = self.ty(value);
        let address = self.kept_address(value);
        let reg = self.each_strip(|this| load(&mut this.code, address, ty, None));
        self.region.scalars.insert(value, reg);
        reg
    }

    /// Writes a scalar to where another value is kept.
    pub fn keep(&mut self, value: Value, from: Reg) {
        let ty = self.ty(value);
        let address = self.kept_address(value);
        store(&mut self.code, address, from, ty, None);
    }
}

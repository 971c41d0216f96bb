//! Loads and stores.
//!
//! Where the address is the same in all elements it is a scalar access (or one with stride 0, if elements are masked
//! off); where it is affine a unit-stride or strided access; else a gather or scatter with 64-bit indices. Addresses of
//! work-group memory, of constant tables and of private memory count from the start of that memory and get its address added.
//! The private memory of a work-item lies behind that of its neighbour, so an array element is a strided access (which
//! [`lanescope_parts::riscv::private`] holds against the work-item's own part).

use lanescope_parts::{
    codegen::spmd::{
        access::{Base, Pattern},
        masks::Mask,
        variability::{Level, Variability},
    },
    ir::{Space, Type, Value, layout::CONSTANT_LIMIT},
    riscv::{
        abi::Field,
        codegen::{Emit, Sections, load, store},
    },
};

use super::{
    code::{Class, ITEM, Line, MASKED, Reg, What, ZERO},
    state::{Generator, Made, Stride},
};
use crate::{
    codegen::code::VectorCode,
    isa::{Form, FormNames, Op as M, OpNames},
};

/// The addresses of a strip's elements.
#[derive(Clone, Copy)]
pub(super) enum Address {
    /// The same for all.
    Same(Reg),
    /// That of element 0, and the distance.
    Line(Reg, Stride),
    /// A scalar and a vector that is added to it.
    Each(Reg, Reg),
}

/// Which memory is read or written.
#[derive(Clone, Copy)]
struct Side {
    space: Option<Space>,
    write: bool,
}

impl Generator<'_> {
    /// The mask of the block that is being generated, if there is one.
    pub fn block_mask(&self) -> Option<Reg> {
        match self.region.plan.masks.mask(self.block) {
            _ if self.element.is_some() => None,
            Mask::Full => None,
            Mask::Of(maker) => self.region.masks.get(&maker).copied(),
        }
    }

    /// Where a pointer points.
    pub fn address(&mut self, ptr: Value) -> Made<Address> {
        let base = match self.facts.base(ptr) {
            Base::None => ZERO,
            Base::Local => self.field(Field::Local),
            Base::Tables => self.field(Field::Constants),
            Base::Private => return self.private_address(ptr),
            Base::Constant => return self.constant_address(ptr),
        };
        let one = self.element.is_some();
        let pattern = if one { Pattern::Same } else { self.facts.pattern(ptr, self.block) };
        Ok(match pattern {
            Pattern::Same => {
                let at = self.scalar(ptr)?;
                Address::Same(self.plus(base, at))
            }
            Pattern::Line => {
                let (at, stride) = (self.scalar(ptr)?, self.stride(ptr)?);
                Address::Line(self.plus(base, at), stride)
            }
            Pattern::Sum(part, rest) => {
                let level = self.facts.variability.level(part);
                let part = self.scalar(part)?;
                Address::Each(self.at(level, |this| this.plus(base, part)), self.vector(rest)?)
            }
            Pattern::Each => Address::Each(base, self.vector(ptr)?),
        })
    }

    fn plus(&mut self, a: Reg, b: Reg) -> Reg {
        match (a, b) {
            (ZERO, b) => b,
            (a, ZERO) => a,
            (a, b) => self.code.x(M::Add, a, b),
        }
    }

    fn private_address(&mut self, ptr: Value) -> Made<Address> {
        let bytes = self.facts.kept.private as i64;
        let start = self.private_start();
        if self.element.is_some() {
            let own = self.on_line(Type::I64, start, Stride::Number(bytes));
            let at = self.scalar(ptr)?;
            return Ok(Address::Same(self.plus(own, at)));
        }
        if self.variability(ptr) == Variability::Vector {
            let index = self.index(64);
            let parts = self.at(Level::Strip, |this| this.line_of(index, ZERO, Stride::Number(bytes), 64));
            let ptr = self.vector(ptr)?;
            return Ok(Address::Each(start, self.code.v(M::Vadd, Form::IVV, 64, ptr, parts)));
        }
        let (at, stride) = (self.scalar(ptr)?, self.stride(ptr)?);
        let stride = match stride {
            Stride::Number(stride) => Stride::Number(stride.wrapping_add(bytes)),
            Stride::Register(stride) => {
                let bytes = self.code.number(bytes);
                Stride::Register(self.code.x(M::Add, stride, bytes))
            }
        };
        Ok(Address::Line(self.plus(start, at), stride))
    }

    /// Where the private memory of the strip's first work-item lies.
    fn private_start(&mut self) -> Reg {
        if let Some(start) = self.region.private {
            return start;
        }
        let (bytes, items) = (self.facts.kept.private as i64, self.field(Field::Items));
        let start = self.at(Level::Strip, |this| {
            let bytes = this.code.number(bytes);
            let before = this.code.x(M::Mul, ITEM, bytes);
            this.code.x(M::Add, items, before)
        });
        self.region.private = Some(start);
        start
    }

    /// A pointer of constant space that may point to a table or to a buffer: tables lie below the limit.
    fn constant_address(&mut self, ptr: Value) -> Made<Address> {
        let tables = self.field(Field::Constants);
        let limit = self.code.number(CONSTANT_LIMIT as i64);
        if self.is_scalar(ptr) {
            let at = self.scalar(ptr)?;
            let table = self.code.x(M::Sltu, at, limit);
            let ones = self.code.x(M::Sub, ZERO, table);
            let base = self.code.x(M::And, ones, tables);
            return Ok(Address::Same(self.code.x(M::Add, at, base)));
        }
        let at = self.vector(ptr)?;
        let table = self.code.value(Class::M);
        self.code.v_to(table, M::Vmsltu, Form::IVX, 64, at, limit);
        let moved = self.code.v(M::Vadd, Form::IVX, 64, at, tables);
        self.set_v0(table);
        Ok(Address::Each(ZERO, self.code.v(M::Vmerge, Form::IVVM, 64, at, moved)))
    }

    /// Reads a value.
    pub fn load(&mut self, ptr: Value, value: Value) -> Made<Reg> {
        let (ty, address) = (self.ty(value), self.address(ptr)?);
        let space = self.ty(ptr).space();
        match address {
            Address::Same(at) if self.is_scalar(value) => Ok(load(&mut self.code, at, ty, space)),
            address => {
                let rd = self.code.value(Class::V);
                self.access(rd, ty, address, Side { space, write: false });
                Ok(rd)
            }
        }
    }

    /// Writes a value.
    pub fn store(&mut self, ptr: Value, value: Value) -> Made<()> {
        let (ty, address) = (self.ty(value), self.address(ptr)?);
        let space = self.ty(ptr).space();
        match address {
            Address::Same(at) if self.is_scalar(value) && self.block_mask().is_none() => {
                let data = self.scalar(value)?;
                store(&mut self.code, at, data, ty, space);
            }
            address => {
                let data = self.vector(value)?;
                self.access(data, ty, address, Side { space, write: true });
            }
        }
        Ok(())
    }

    /// The vector load or store, under the mask of the block. Stores keep the order of elements: the last one stays.
    fn access(&mut self, data: Reg, ty: Type, address: Address, side: Side) {
        let Side { space, write } = side;
        let pick = |load: M, store: M| if write { store } else { load };
        let (bytes, bits) = (ty.bytes(), (8 * ty.bytes()) as u8);
        let mask = self.block_mask();
        let line = match address {
            Address::Line(base, Stride::Number(stride)) if stride == i64::from(bytes) => {
                let line = Line::new(What::Machine(pick(M::Vle, M::Vse), Form::Unit));
                Line { rs1: base, width: bits, ..line }
            }
            Address::Same(base) | Address::Line(base, _) => {
                let distance = match address {
                    Address::Line(_, stride) => self.stride_register(stride),
                    _ => ZERO,
                };
                let line = Line::new(What::Machine(pick(M::Vlse, M::Vsse), Form::Strided));
                Line { rs1: base, rs2: distance, width: bits, ..line }
            }
            Address::Each(base, index) => {
                let form = if write { Form::Ordered } else { Form::Unordered };
                let line = Line::new(What::Machine(pick(M::Vluxei, M::Vsoxei), form));
                Line { rs1: base, rs2: index, width: 64, sew: u32::from(bits), ..line }
            }
        };
        if let Some(mask) = mask {
            self.set_v0(mask);
        }
        self.code.push(Line { rd: data, guard: mask.and(MASKED), space, ..line });
    }
}
